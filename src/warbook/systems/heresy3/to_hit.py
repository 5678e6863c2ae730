"""The Hit Test of a weapon, and how many hits it scores (rules sections 6.1, 6.5 and 9.3)."""

from __future__ import annotations

from warbook.rules.modifier import Net, net
from warbook.systems.heresy3 import modifiers
from warbook.systems.heresy3.case import Case, majority
from warbook.systems.heresy3.marks import MISS, Faces, Hit
from warbook.systems.heresy3.situation import current_skill
from warbook.systems.heresy3.tables import HitNeeds, melee_needs, ranged_needs

AUTOMATIC = "automatic"
FAILS = "F"
"""A skill that is no number: hits without a test, and a test that a rule lets fail (as F in the hit
table)."""

UNDER_MARKER, SCATTERED = 1, 0
"""Models under a marker where it is not said: the one that its hole must cover, and none after a
scatter."""


def hit_test(case: Case) -> tuple[Faces[Hit] | Hit, str]:
    """What the natural faces of the Hit Test give, or one result where no die is rolled."""
    fixed = _fixed(case)
    if fixed is not None:
        return fixed
    skill = current_skill(case.weapon, case.special, case.engagement) or Net(0, "")
    needs, told = _needs(case, skill.value)
    if needs.impossible:
        return MISS, f"misses automatically: {told}"
    if needs.automatic:
        return _marked(case, 6, needs), f"hits automatically, as a natural 6: {told}"
    modifier = net(modifiers.added(case.specs, "hit"))
    test = Faces.of(lambda face: _result(case, face, needs, modifier.value))
    for permission in sorted(modifiers.which(case.specs, "reroll hits")):
        test = _rerolling(test, permission)
        told += f"; re-rolls {permission}"
    changes = filter(None, (told, skill.reason, modifier.reason))
    return test, "; ".join((f"hits {_needed(test)}: " + ", ".join(changes), *_marks(test)))


def _fixed(case: Case) -> tuple[Hit, str] | None:
    """A result without a Hit Test: Template, Barrage with Blast out of sight, or a rule's word
    (H-BLS-04)."""
    special, here = case.special, case.engagement.situation
    if special.template and case.ranged:
        return Hit(True), "hits without a test: Template"
    if case.weapon.skill == AUTOMATIC:
        return Hit(True), "hits without a test"
    if case.weapon.skill == FAILS:
        return MISS, "its Hit Test fails by rule"
    if case.ranged and here.indirect_unseen and special.barrage and special.blast:
        return MISS, "no Hit Test: Barrage out of sight scatters"
    return None


def _needs(case: Case, skill: int) -> tuple[HitNeeds, str]:
    if case.ranged:
        snap = case.engagement.situation.snap_shots
        return ranged_needs(skill, snap), f"BS {skill}" + (", Snap Shots" if snap else "")
    against = 1 if case.at_vehicle else majority(case.living, lambda model: model.weapon_skill or 0)
    return melee_needs(skill, against) if skill else HitNeeds(impossible=True), f"WS {skill} against {against}"


def _result(case: Case, face: int, needs: HitNeeds, modifier: int) -> Hit:
    """A natural 1 fails; the modified die stays within 1 to 6; marks read the natural die (H-DIC-02,
    H-DIC-06)."""
    if face == 1 or min(6, max(1, face + modifier)) < needs.least:
        return MISS
    return _marked(case, face, needs)


def _marked(case: Case, face: int, needs: HitNeeds) -> Hit:
    """A hit with the marks of its natural die (section 15): Rending is lost in a Critical Hit, which
    wounds by itself as well, and does nothing against vehicles."""
    granted = modifiers.granted(case.specs, "critical hit")
    lowest = min([needs.critical, case.special.critical_hit or 7, *granted])
    critical = face >= lowest and (case.rules.critical_penetrates or not case.at_vehicle)
    rending = face >= (case.special.rending or 7) and not critical and not case.at_vehicle
    return Hit(True, critical, rending, _may_be_precise(case) and face >= (case.special.precision or 7))


def _may_be_precise(case: Case) -> bool:
    """Precision is lost on Snap Shots, markers, templates and Reaping Blow (section 15)."""
    special, snap = case.special, case.ranged and case.engagement.situation.snap_shots
    return not (snap or special.blast or special.barrage or special.template or special.reaping_blow)


def _rerolling(test: Faces[Hit], permission: str) -> Faces[Hit]:
    if permission == "ones":
        return test.rerolling(lambda face, _hit: face == 1)
    if permission == "failed":
        return test.rerolling(lambda _face, hit: not hit.scored)
    return test.rerolling(lambda _face, hit: not hit.critical)


def _needed(test: Faces[Hit]) -> str:
    least = next((face for face, hit in enumerate(test.faces, 1) if hit.scored), None)
    return "never" if least is None else f"on {least}+"


def _marks(test: Faces[Hit]) -> list[str]:
    found = []
    for name in ("critical", "rending", "precise"):
        least = next((face for face, hit in enumerate(test.faces, 1) if getattr(hit, name)), None)
        found += [f"{name} on an unmodified {least}+"] if least else []
    return found


def hits(case: Case) -> tuple[int, int, str]:
    """Hits of a successful and of a failed Hit Test: those of a marker or template for each model under
    it, never more than there are (H-BLS-01, H-BLS-02, H-BLS-08)."""
    if not case.ranged or not (case.special.blast or case.special.template):
        return 1, 0, ""
    here, most = case.engagement.situation, sum(case.alive)
    under = UNDER_MARKER if here.under_marker is None else here.under_marker
    scattered = SCATTERED if here.under_marker_scattered is None else here.under_marker_scattered
    name = "template" if case.special.template else "marker"
    told = f"{under} model{'s' * (under != 1)} under the {name}"
    told += " (by default)" if here.under_marker is None else ""
    if case.special.template:
        return min(under, most), 0, told
    told += f", {scattered} after a scatter" + (" (by default)" if here.under_marker_scattered is None else "")
    return min(under, most), min(scattered, most), told
