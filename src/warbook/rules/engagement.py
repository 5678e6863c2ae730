"""An engagement: who attacks whom with what, as the contract's JSON and as frozen values.

Decoding is strict: an unknown key is an error that names its path, because a key that is silently
dropped makes every figure after it wrong.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from warbook.rules.limits import Count, Few, Inches, Wounds


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every value in this module."""


class ModifierSpec(Part, frozen=True):
    """One modifier as the contract spells it, such as ``{"what": "hit", "value": -1}``.

    ``reason`` is who or what grants it, for the answer's reasons.
    """

    what: str
    value: int | None = None
    op: (
        Literal["set", "halve", "divide", "multiply", "double", "add", "subtract", "fails to", "succeeds from"]
        | None
    ) = None
    which: Literal["ones", "failed", "non-critical"] | None = None
    below: Literal["mean"] | None = None
    roll: Literal["hit", "wound", "save", "damage", "attacks"] | None = None
    reason: str | None = None
    of: Literal["hit", "wound", "skill"] | None = None


class WeaponSpec(Part, frozen=True):
    """One line of attacks: ``count`` weapons of one profile, all aimed at the target.

    ``bearer`` names the attacking model that carries it (Hazardous); by default any model may. ``initiative``
    is when it strikes in a combat fought in Initiative steps. ``half_range`` is for these weapons what it is
    for all in the situation, which they follow where they have none.
    """

    name: str
    kind: Literal["ranged", "melee"]
    attacks: int | str
    strength: Few
    damage: int | str
    skill: int | str | None = None
    ap: int | str = 0
    count: Count = 1
    range_in: Inches | None = None
    abilities: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    modifiers: tuple[ModifierSpec, ...] = ()
    bearer: str | None = None
    initiative: Few | None = None
    half_range: bool | None = None


class ModelSpec(Part, frozen=True):
    """``count`` models of one kind; ``wounds_lost`` belongs to one of them.

    A model with ``armour`` is attacked through its Armour Value instead of Toughness and armour save:
    ``armour`` is that of the facing which shots meet, ``armour_rear`` the one which melee attacks meet (by
    default the same); its ``wounds`` are its Hull Points.
    """

    name: str
    count: Count
    toughness: Few
    save: str
    wounds: Wounds
    invulnerable: str | None = None
    feel_no_pain: str | None = None
    feel_no_pain_mortal: str | None = None
    leader: bool = False
    wounds_lost: int = 0
    stealth: bool = False
    in_cover: bool = False
    abilities: tuple[str, ...] = ()
    modifiers: tuple[ModifierSpec, ...] = ()
    weapon_skill: int | None = None
    cover: str | None = None
    shrouded: str | None = None
    eternal_warrior: int | None = None
    armour: Few | None = None
    armour_rear: Few | None = None


class AttackerSpec(Part, frozen=True):
    """A unit that attacks. Its ``models`` matter to Hazardous only."""

    weapons: tuple[WeaponSpec, ...]
    keywords: tuple[str, ...] = ()
    models: tuple[ModelSpec, ...] = ()
    name: str | None = None


class TargetSpec(Part, frozen=True):
    """The unit that is attacked: models in order of allocation, leaders marked."""

    models: tuple[ModelSpec, ...]
    keywords: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    stealth: bool = False
    name: str | None = None


class Situation(Part, frozen=True):
    """What holds on the table when targets are selected."""

    half_range: bool = False
    cover: bool = False
    overwatch: bool = False
    indirect_unseen: bool = False
    charged: bool = False
    stationary: bool = False
    advanced: bool = False
    stealth: bool = False
    attacker_engaged: bool = False
    target_engaged_with_friends: bool = False
    range_in: Inches | None = None
    snap_shots: bool = False
    under_marker: int | None = None
    under_marker_scattered: int | None = None


class Engagement(Part, frozen=True):
    """One attack by one or more units on one target."""

    target: TargetSpec
    id: str = ""
    system: str = "wh40k10"
    revision: str | None = None
    attacker: AttackerSpec | None = None
    attackers: tuple[AttackerSpec, ...] = ()
    situation: Situation = Situation()
    modifiers: tuple[ModifierSpec, ...] = ()

    @property
    def units(self) -> tuple[AttackerSpec, ...]:
        """The attacking units, in order."""
        return (self.attacker,) if self.attacker is not None else self.attackers
