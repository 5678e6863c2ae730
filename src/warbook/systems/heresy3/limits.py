"""How much one marker or template may score before it is refused: beyond, exact counts take too long."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.dice import Dice
from warbook.rules.engagement import Engagement, WeaponSpec
from warbook.systems.heresy3 import abilities, modifiers
from warbook.systems.heresy3.abilities import WeaponRules
from warbook.systems.heresy3.printed import number
from warbook.systems.heresy3.tables import FIRST_CRITICAL_SKILL

MOST_HITS = 2_000
"""Hits that one weapon's marker or template may score."""

MOST_JOINED = (60, 24, 12)
"""Models under a marker where its die may make all hits wound by themselves (Critical Hit, Rending): then all
kinds of wounds are counted together. Without Breaching and Shred, with one of them, with both."""


def problems(engagement: Engagement) -> Iterator[str]:
    """Weapons with a marker or template that would score too much."""
    here = engagement.situation
    under = max(1 if here.under_marker is None else here.under_marker, here.under_marker_scattered or 0)
    under = min(under, sum(model.count for model in engagement.target.models))
    for unit in engagement.units:
        for weapon in unit.weapons:
            special = abilities.read(weapon.abilities)
            if weapon.kind == "ranged" and (special.blast or special.template):
                yield from _too_much(engagement, weapon, special, under)


def _too_much(engagement: Engagement, weapon: WeaponSpec, special: WeaponRules, under: int) -> Iterator[str]:
    hits = under * _most_attacks(engagement, weapon, special)
    if hits > MOST_HITS:
        yield f"situation.under_marker: {weapon.name} may score {hits} hits; the limit is {MOST_HITS}"
    most = MOST_JOINED[bool(special.breaching) + bool(special.shred)]
    if under > most and not special.template and _joined(engagement, weapon, special):
        yield f"situation.under_marker: {under} models under the marker of {weapon.name}; the limit is {most}"


def _most_attacks(engagement: Engagement, weapon: WeaponSpec, special: WeaponRules) -> int:
    try:
        most = Dice.parse(weapon.attacks).maximum
    except ValueError:
        return 0
    changes = modifiers.added((*engagement.modifiers, *weapon.modifiers), "attacks")
    most = (1 + bool(special.ordnance)) * most + bool(special.heavy)
    return max(0, most + sum(change.value for change in changes))


def _joined(engagement: Engagement, weapon: WeaponSpec, special: WeaponRules) -> bool:
    """Whether the die of a Hit Test may make its hits wound by themselves."""
    specs = (*engagement.modifiers, *weapon.modifiers)
    raised = sum(max(0, change.value) for change in modifiers.added(specs, "skill"))
    skill = (number(weapon.skill) or 0) + raised + ("skill" in special.heavy)
    granted = bool(modifiers.granted(specs, "critical hit"))
    return bool(special.critical_hit or special.rending or granted or skill >= FIRST_CRITICAL_SKILL)
