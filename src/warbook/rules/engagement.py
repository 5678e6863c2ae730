"""An engagement: who attacks whom with what, as the contract's JSON and as frozen values.

Decoding is strict: an unknown key is an error that names its path, because a key that is silently
dropped makes every figure after it wrong.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from warbook.rules.limits import Count, Few, Inches, Wounds


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every value in this module."""


Op = Literal[
    "set", "halve", "divide", "multiply", "double", "add", "subtract", "improve", "worsen",
    "fails to", "succeeds from", "automatic", "instead",
]  # fmt: skip
Against = Literal["mortal", "psychic", "ranged", "melee"]


class ModifierSpec(Part, frozen=True):
    """One modifier as the contract spells it, such as ``{"what": "hit", "value": -1}``.

    ``value`` may be a dice text (``"D3"``) where the game has something to roll. ``faces`` are the unmodified
    results that a re-roll may pick, ``of`` is what is ignored or barred, ``by`` whom that serves, ``against``
    limits what a save helps against, and ``on`` makes it act only on attacks whose unmodified roll shows so
    much (``"critical wound"``, ``"hit 5+"``). ``reason`` is who or what grants it, for the answer's reasons.
    """

    what: str
    value: int | str | None = None
    op: Op | None = None
    which: Literal["ones", "failed", "non-critical", "any"] | None = None
    below: Literal["mean"] | None = None
    roll: Literal["hit", "wound", "save", "damage", "attacks"] | None = None
    reason: str | None = None
    of: str | None = None
    by: Literal["attacker", "target", "both"] | None = None
    faces: tuple[int, ...] = ()
    against: tuple[Against, ...] = ()
    on: str | None = None

    @property
    def number(self) -> int:
        """The value as a number: 0 where there is none or it is to be rolled."""
        return self.value if isinstance(self.value, int) else 0


class MortalRow(Part, frozen=True):
    """Results from ``least`` to ``most`` (``None``: and above) give ``wounds`` mortal wounds."""

    least: int
    wounds: int | str
    most: int | None = None


class MortalSpec(Part, frozen=True):
    """Mortal wounds that come from no attack: so many ``dice`` are rolled (a number or a dice text), each of
    ``sides`` sides, and each result (or, with ``total``, their sum) plus ``modifier`` gives ``each`` where it
    is at least ``needs``, or what ``table`` says. Without either, each gives ``each`` unrolled. ``most`` caps
    what all give together; ``on`` says which side suffers them, ``when`` whether before or after the unit's
    attacks."""

    name: str = "mortal wounds"
    when: Literal["before", "after"] = "after"
    dice: Count | str = 1
    sides: Literal[3, 6] = 6
    needs: str | None = None
    each: Count | str = 1
    table: tuple[MortalRow, ...] = ()
    modifier: int = 0
    total: bool = False
    most: Count | None = None
    reroll: Literal["ones", "failed"] | None = None
    on: Literal["target", "attacker"] = "target"


class WeaponSpec(Part, frozen=True):
    """One line of attacks: ``count`` weapons of one profile, all aimed at the target.

    ``bearer`` names the attacking model that carries it (Hazardous); by default any model may. ``initiative``
    is when it strikes in a combat fought in Initiative steps. ``half_range`` is for these weapons what it is
    for all in the situation, which they follow where they have none. Nearer than ``least_range_in`` they do not
    shoot.
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
    least_range_in: Inches | None = None


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
    """A unit that attacks. Its ``models`` matter only to what it does to itself (Hazardous, ``mortal``)."""

    weapons: tuple[WeaponSpec, ...] = ()
    keywords: tuple[str, ...] = ()
    models: tuple[ModelSpec, ...] = ()
    name: str | None = None
    mortal: tuple[MortalSpec, ...] = ()


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
    mortal: tuple[MortalSpec, ...] = ()

    @property
    def units(self) -> tuple[AttackerSpec, ...]:
        """The attacking units, in order."""
        return (self.attacker,) if self.attacker is not None else self.attackers

    @property
    def strikes(self) -> tuple[AttackerSpec, ...]:
        """What is resolved one after the other: the units, with the mortal wounds that come before a unit's
        attacks apart, since targets are chosen after them."""
        units = self.units
        if not self.mortal and not any(unit.mortal for unit in units):
            return units
        first, last = (tuple(m for m in self.mortal if m.when == when) for when in ("before", "after"))
        found = [AttackerSpec(mortal=first)] if first else []
        for unit in units:
            before, after = (tuple(m for m in unit.mortal if m.when == w) for w in ("before", "after"))
            found += [replace(unit, weapons=(), mortal=before)] if before else []
            found.append(replace(unit, mortal=after))
        return (*found, AttackerSpec(mortal=last)) if last else tuple(found)
