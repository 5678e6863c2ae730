"""Which detachments an army may have, and how much of it they may be (H-ARM-01, -02, -03)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from warbook.names import same
from warbook.rules.army import Army, ArmyNote, ArmyProblem, Told, Unit, plural
from warbook.rules.prices import priced
from warbook.systems.heresy3.muster.organisation import Part, advantages, named_role, parts, role

ALLIED_SHARE = 2
LORDS_SHARE = 4
"""Allies may be a half of the points limit, Lords of War and Warlords together a quarter."""
WARLORD_POINTS = 3000
ALLEGIANCES = frozenset(("LOYALIST", "TRAITOR"))
_OFFICER = re.compile(r"officer of the line\s*\((\d+)\)", re.IGNORECASE)


def force(army: Army, limit: int) -> Iterator[Told]:
    """Everything about the detachments of an army. Both shares are taken of the points limit."""
    found = parts(army)
    if not found:
        yield ArmyNote(None, "the list names no detachments: force organisation is not judged", judged=False)
    else:
        yield from _primary(found)
        yield from _unlocked(found)
        yield from _army_lists(army, found)
    for part in found:
        if not part.units:
            rule = "H-ARM-01 detachments"
            yield ArmyProblem(rule, None, f"{part.written} has no unit: at least one for each detachment")
    yield from _allies(army, found, limit)
    yield from _lords(army, found, limit)
    yield from _allegiance(army)
    yield from _claimed(army)


def _allegiance(army: Army) -> Iterator[Told]:
    """Loyalist and Traitor models never mix (H-POS-10): what the army's first unit of either is, all are."""
    sworn = [unit for unit in army.known if len(unit.keywords & ALLEGIANCES) == 1]
    for unit in sworn[1:]:
        (side,), (wanted,) = unit.keywords & ALLEGIANCES, sworn[0].keywords & ALLEGIANCES
        if side != wanted:
            text = f"{unit.name} is {side.title()}, {sworn[0].name} is {wanted.title()}"
            yield ArmyProblem("H-POS-10 allegiance", unit.place, text)


def _claimed(army: Army) -> Iterator[Told]:
    """A unit fills the role that its sheet says (H-ARM-06)."""
    for unit in army.known:
        claimed, own = named_role(unit.entry.role), named_role(unit.sheet.role if unit.sheet else None)
        if claimed and own and claimed != own:
            yield ArmyProblem(
                "H-ARM-06 role", unit.place, f"{unit.name} is {own}, the list has it as {claimed}"
            )


def _of_kind(found: Iterable[Part], *kinds: str) -> list[Part]:
    return [part for part in found if part.kind in kinds]


def _primary(found: Iterable[Part]) -> Iterator[Told]:
    """Exactly one Primary Detachment (H-ARM-01)."""
    number = sum(part.copies for part in _of_kind(found, "primary"))
    unknown = [part.written for part in found if part.detachment is None]
    untold = any(part.kind is None for part in found)
    if number > 1:
        yield ArmyProblem("H-ARM-01 primary detachment", None, f"expected one, the list has {number}")
    elif number == 0 and not untold:
        yield ArmyProblem("H-ARM-01 primary detachment", None, "expected one, the list has none")
    for name in unknown:
        yield ArmyNote(
            None, f"{name}: no detachment of this name is known, its slots are not judged", judged=False
        )


def _unlocked(found: Iterable[Part]) -> Iterator[Told]:
    """Each High Command filled gives one Apex or Auxiliary, each Command one Auxiliary, or as many as its
    Officer of the Line says (H-ARM-02).

    The Command slots of all detachments count, those of an Officer Cadre too, as in the catalogue; a Special
    Assignment takes its unit from the count.
    """
    rule = "H-ARM-02 auxiliary and apex detachments"
    officers = [unit for part in found for unit in part.units]
    high = sum(role(unit) == "High Command" for unit in officers)
    line = sum(_line(unit) for unit in officers if role(unit) == "Command")
    apexes = sum(part.copies for part in _of_kind(found, "apex"))
    both = apexes + sum(part.copies for part in _of_kind(found, "auxiliary"))
    if apexes > high:
        text = f"{plural(apexes, 'Apex Detachment')}, {plural(high, 'High Command slot')} filled"
        yield ArmyProblem(rule, None, text)
    if both > high + line:
        text = f"{both} Apex and Auxiliary Detachments, the officers allow {high + line}"
        yield ArmyProblem(rule, None, text)


def _line(unit: Unit) -> int:
    """How many Auxiliary Detachments a Command slot with this unit gives."""
    abilities = unit.sheet.abilities if unit.sheet else ()
    found = (_OFFICER.search(ability.name) for ability in abilities)
    given = max((int(match.group(1)) for match in found if match), default=1)
    return max(0, given - ("Special Assignment" in advantages(unit)))


def faction(army: Army, unit: Unit) -> str | None:
    """The faction that a unit is of by the list: its own part's, or else the army's."""
    return unit.entry.faction or army.roster.faction


def _army_lists(army: Army, found: Iterable[Part]) -> Iterator[Told]:
    """The detachments that belong to the Primary are of its army list (H-ARM-02)."""
    linked = [part for part in _of_kind(found, "primary", "auxiliary", "apex") if part.units]
    primary = next((part for part in linked if part.kind == "primary"), None)
    wanted = faction(army, primary.units[0]) if primary else None
    for unit in (unit for part in linked for unit in part.units if not unit.entry.allied):
        own = faction(army, unit)
        if own and wanted and not same(own, wanted):
            text = f"{unit.name} is of {own}, the Primary Detachment of {wanted}"
            yield ArmyProblem("H-ARM-02 army list", unit.place, text)


def _allies(army: Army, found: Iterable[Part], limit: int) -> Iterator[Told]:
    """Allies: of another faction, and a half of the army at most (H-ARM-03)."""
    allied = {unit.place for part in _of_kind(found, "allied") for unit in part.units}
    units = [unit for unit in army.units if unit.place in allied or unit.entry.allied]
    spent = _spent(army, units)
    if spent > limit // ALLIED_SHARE:
        text = f"{spent} points of allies, at most {limit // ALLIED_SHARE} of {limit}"
        yield ArmyProblem("H-ARM-03 allies", None, text)
    own = {faction(army, unit) for part in _of_kind(found, "primary") for unit in part.units}
    for unit in units:
        name = faction(army, unit)
        if name and any(same(name, each) for each in own if each):
            text = f"{unit.name} is an ally of the army's own faction, {name}"
            yield ArmyProblem("H-ARM-03 allies", unit.place, text)


def _lords(army: Army, found: Iterable[Part], limit: int) -> Iterator[Told]:
    """Lords of War and Warlords: a quarter of the army together; a Warlord Detachment needs 3,000 points and
    a PARAGON (H-ARM-03)."""
    spent = _spent(army, [unit for unit in army.units if role(unit) in ("Lord of War", "Warlord")])
    if spent > limit // LORDS_SHARE:
        text = f"{spent} points of Lords of War and Warlords, at most {limit // LORDS_SHARE} of {limit}"
        yield ArmyProblem("H-ARM-03 lords of war", None, text)
    for part in _of_kind(found, "warlord"):
        if limit < WARLORD_POINTS:
            text = f"a Warlord Detachment needs {WARLORD_POINTS} points, the limit is {limit}"
            yield ArmyProblem("H-ARM-03 warlord detachment", None, text)
        unknown = any(unit.sheet is None for unit in part.units)
        if part.units and not unknown and not any("PARAGON" in unit.keywords for unit in part.units):
            text = f"{part.units[0].name}: a Warlord Detachment needs a PARAGON"
            yield ArmyProblem("H-ARM-03 warlord detachment", part.units[0].place, text)


def _spent(army: Army, units: Iterable[Unit]) -> int:
    return sum(priced(army, unit).points or 0 for unit in units)
