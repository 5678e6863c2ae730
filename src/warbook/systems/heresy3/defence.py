"""What a model has against one weapon: saving throws, one mitigation test, and its own changes of
Damage."""

from __future__ import annotations

from warbook.dice import Test
from warbook.rules.engagement import ModelSpec
from warbook.rules.modifier import net
from warbook.systems.heresy3 import modifiers
from warbook.systems.heresy3.case import Case, added, doubled, penetration
from warbook.systems.heresy3.modifiers import ON_DEFENDER, Specs
from warbook.systems.heresy3.printed import BREACHED_AP, number, told, worsened
from warbook.systems.heresy3.profile import DamageSteps, Defence

Save = tuple[int, str]
"""The number a saving throw needs and which throw it is."""

NO_SAVE: Save = (7, "no save")


def defence(case: Case, model: ModelSpec) -> tuple[Defence, str]:
    """One kind of target model against this weapon, with its reasons."""
    specs = (*case.specs, *(spec for spec in model.modifiers if spec.what in ON_DEFENDER))
    ap = penetration(case, specs)
    save, breached = _best_save(case, model, specs, ap), _best_save(case, model, specs, BREACHED_AP)
    mitigation, told_mitigation = _mitigation(case, model, specs)
    steps = _damage_steps(case, model, specs)
    rerolls = modifiers.which(specs, "reroll saves")
    made = Defence(_test(save, rerolls), _test(breached, rerolls), mitigation, steps)
    parts = [f"{model.name} {_told(save)}" + ("" if case.at_vehicle else f" against AP {told(ap)}")]
    parts += (
        [f"{_told(breached)} against a breaching wound"] if case.special.breaching and breached != save else []
    )
    parts += ["no cover from terrain: CAVALRY"] if _ridden(case) and model.cover else []
    parts += [f"re-rolls {' and '.join(sorted(rerolls))} saves"] if rerolls else []
    parts += [told_mitigation] if told_mitigation else []
    parts += [f"Eternal Warrior ({steps.eternal_warrior})"] if steps.eternal_warrior else []
    return made, "; ".join(parts)


def _best_save(case: Case, model: ModelSpec, specs: Specs, ap: int) -> Save:
    """The best of the saving throws that the model's owner may choose from; one a wound (H-SAV-03).

    Armour only where the AP is higher than the save, never for a vehicle; cover not in combat, nor against
    Overwatch (H-SAV-01, H-SAV-02, section 8).
    """
    found = [NO_SAVE]
    armour = number(model.save)
    if armour is not None and not case.at_vehicle:
        improved = worsened(armour, -net(modifiers.added(specs, "save")).value)
        found += [(improved, "armour")] if ap > improved else []
    covered = case.ranged and not case.engagement.situation.overwatch and not _ridden(case)
    cover = number(model.cover) if covered else None
    found += [(cover, "cover")] if cover else []
    invulnerable = number(model.invulnerable)
    found += [(invulnerable, "invulnerable")] if invulnerable else []
    return min(found, key=lambda save: save[0])


def _ridden(case: Case) -> bool:
    """Whether what cover there is comes from terrain, which gives CAVALRY none (H-SAV-05)."""
    return case.engagement.situation.cover and "CAVALRY" in case.keywords


def _test(save: Save, rerolls: frozenset[str]) -> Test | None:
    if save[0] > 6:
        return None
    test = Test.needing(save[0])
    if "failed" in rerolls:
        return test.rerolling(lambda _face, outcome: not outcome.passed)
    return test.rerolling(lambda face, _outcome: face == 1) if "ones" in rerolls else test


def _told(save: Save) -> str:
    return f"saves on {save[0]}+ ({save[1]})" if save[0] <= 6 else "has no save"


def _mitigation(case: Case, model: ModelSpec, specs: Specs) -> tuple[Test | None, str]:
    """The better of Feel No Pain and Shrouded, one test a wound; Shrouded not in combat, nor against
    Overwatch (H-SAV-03, section 8)."""
    pain = [number(model.feel_no_pain), *modifiers.granted(specs, "feel no pain")]
    found = [(least, "Feel No Pain") for least in pain if least]
    if case.ranged and not case.engagement.situation.overwatch:
        shrouds = [number(model.shrouded), *modifiers.granted(specs, "shrouded")]
        found += [(least, "Shrouded") for least in shrouds if least]
    if not found:
        return None, ""
    least, name = min(found)
    return Test.needing(least), f"discards on {least}+ ({name})"


def _damage_steps(case: Case, model: ModelSpec, specs: Specs) -> DamageSteps:
    """Modifiers of Damage. Eternal Warrior acts on wounds, so not on Penetrating Hits (H-SAV-04)."""
    multiply = 2 ** (int(doubled(case, "damage")) + int(case.melted))
    eternal = max([model.eternal_warrior or 0, *modifiers.granted(specs, "eternal warrior")])
    add = net(added(case, "damage")).value
    return modifiers.damage_steps(specs, multiply, add, 0 if case.at_vehicle else eternal)
