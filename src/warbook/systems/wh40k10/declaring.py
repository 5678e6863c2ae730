"""Who attacks whom with what: profiles and weapons are chosen, then targets, before any die is rolled."""

from __future__ import annotations

from collections.abc import Callable

from warbook.rules.request import Activation, ask
from warbook.systems.wh40k10.army import Arm, Trooper, Unit
from warbook.systems.wh40k10.decisions import Decision, Shooting

Attacks = list[tuple[Trooper, Arm]]
Aimed = dict[Unit, Attacks]
"""For each enemy unit, which models attack it, or may, with what."""


def pistols_or_others(unit: Unit, aimed: Aimed) -> Activation[Aimed]:
    """Models that could shoot with Pistols as well as with other weapons use one or the other (K-W-15); all of
    the unit choose alike."""
    kinds: dict[int, set[bool]] = {}
    for attacks in aimed.values():
        for model, arm in attacks:
            kinds.setdefault(model.index, set()).add(arm.abilities.pistol)
    both = {index for index, found in kinds.items() if len(found) > 1}
    if not both:
        return aimed
    picked = yield from ask(unit.side, Decision.PISTOLS, tuple(Shooting), unit.index)
    return _kept(
        aimed, lambda m, arm: m.index not in both or arm.abilities.pistol is (picked is Shooting.PISTOLS)
    )


def ranged_profiles(unit: Unit, aimed: Aimed) -> Activation[Aimed]:
    """Of a weapon with several profiles one is used, the same by all models of the unit (K-W-22)."""
    for weapon, names in _profiles(aimed).items():
        if len(names) > 1:
            picked = yield from ask(unit.side, Decision.PROFILE, names, unit.index, weapon)
            aimed = _kept(aimed, _is_profile(weapon, picked))
    return aimed


def melee_weapons(unit: Unit, aimed: Aimed) -> Activation[Aimed]:
    """Each model fights with one weapon in one profile, and with all that have Extra Attacks; models with the
    same choice choose together (K-FGT-05, K-W-06)."""
    chosen: dict[int, str] = {}
    for names, models in _choices(aimed).items():
        named = ", ".join(dict.fromkeys(model.name for model in models))
        picked = yield from ask(unit.side, Decision.MELEE_WEAPON, names, unit.index, named)
        chosen |= {model.index: picked for model in models}
    return _kept(aimed, lambda model, arm: arm.abilities.extra_attacks or arm.spec.name == chosen[model.index])


def targets(unit: Unit, aimed: Aimed, *, optional: bool) -> Activation[Aimed]:
    """Weapons of one name choose their target together; those that it is out of reach for choose among the
    rest (K-SHT-02, K-FGT-05). ``optional`` attacks need not be made."""
    declared: Aimed = {}
    for name in dict.fromkeys(arm.spec.name for attacks in aimed.values() for _, arm in attacks):
        able = _kept(aimed, lambda _model, arm, name=name: arm.spec.name == name)  # type: ignore[misc]
        while able:
            options = (*able, None) if optional else tuple(able)
            target = yield from ask(unit.side, Decision.TARGET, options, unit.index, name)
            if target is None:
                break
            taken = able.pop(target)
            declared.setdefault(target, []).extend(taken)
            bearers = {model.index for model, _ in taken}
            able = _kept(able, lambda model, _arm, bearers=bearers: model.index not in bearers)  # type: ignore[misc]
    return declared


def _profiles(aimed: Aimed) -> dict[str, tuple[str, ...]]:
    """The weapons that could be used, each with the names of its profiles."""
    found: dict[str, dict[str, None]] = {}
    for attacks in aimed.values():
        for _, arm in attacks:
            found.setdefault(arm.weapon, {})[arm.spec.name] = None
    return {weapon: tuple(names) for weapon, names in found.items()}


def _choices(aimed: Aimed) -> dict[tuple[str, ...], list[Trooper]]:
    """Models by the names of what they may fight with, Extra Attacks aside."""
    models = {model.index: model for attacks in aimed.values() for model, _ in attacks}
    names: dict[int, dict[str, None]] = {index: {} for index in sorted(models)}
    for attacks in aimed.values():
        for model, arm in attacks:
            if not arm.abilities.extra_attacks:
                names[model.index][arm.spec.name] = None
    found: dict[tuple[str, ...], list[Trooper]] = {}
    for index, known in names.items():
        if known:
            found.setdefault(tuple(known), []).append(models[index])
    return found


def _is_profile(weapon: str, name: str) -> Callable[[Trooper, Arm], bool]:
    return lambda _model, arm: arm.weapon != weapon or arm.spec.name == name


def _kept(aimed: Aimed, wanted: Callable[[Trooper, Arm], bool]) -> Aimed:
    """What is left of the attacks, without targets that none of them is left for."""
    kept = {target: [pair for pair in attacks if wanted(*pair)] for target, attacks in aimed.items()}
    return {target: attacks for target, attacks in kept.items() if attacks}
