"""The detachments of the game with their slots, as facts; and the parts into which a list falls."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from warbook.dice import Value
from warbook.names import words
from warbook.rules.army import Army, Unit

ROLES = (
    "Warlord", "High Command", "Command", "Retinue", "Elites", "War-engine", "Troops", "Support", "Lord of War",
    "Transport", "Heavy Assault", "Heavy Transport", "Armour", "Recon", "Fast Attack",
)  # fmt: skip
"""Battlefield roles (H-ARM-06)."""

ADVANTAGES = (
    "Master Sergeant", "Combat Veterans", "Paragon of Battle", "Special Assignment", "Logistical Benefit",
)  # fmt: skip
"""What prime slots give (H-ARM-04)."""

Kind = Literal["primary", "auxiliary", "apex", "allied", "lord of war", "warlord"]
_BEFORE = re.compile(r"^\s*(?:auxiliary|apex|allied|crusade)\b\s*[-–—:]?\s*", re.IGNORECASE)
_BEHIND = re.compile(r"\s*\bdetachment\s*$", re.IGNORECASE)
_NUMBER = re.compile(r"\s*\(\d{1,3}\)\s*$")
"""Lists number several detachments of one name."""


class Slot(msgspec.Struct, frozen=True):
    """Places for units of a role: ``most`` of them, ``prime`` of which are prime slots. ``only`` names the
    units that may stand there, where not all of the role may."""

    role: str
    most: int
    prime: int = 0
    only: str | None = None


class Detachment(msgspec.Struct, frozen=True):
    """A kind of detachment and its slots (H-ARM-02, H-ARM-05)."""

    name: str
    kind: Kind
    slots: tuple[Slot, ...]

    def slots_for(self, role: str) -> tuple[Slot, ...]:
        """The slots for a battlefield role."""
        return tuple(slot for slot in self.slots if slot.role == role)


class Part(Value, frozen=True):
    """A part of an army: so many ``copies`` of one detachment, as the list writes it, with their units.

    ``detachment`` is ``None`` for one whose slots are not known.
    """

    written: str
    detachment: Detachment | None
    copies: int
    units: tuple[Unit, ...]

    @property
    def kind(self) -> Kind | None:
        """What sort of detachment it is; a name may tell that of one that is not known otherwise."""
        return self.detachment.kind if self.detachment else _kind_in(self.written)


@cache
def detachments() -> tuple[Detachment, ...]:
    """All detachments that are known."""
    data = (resources.files("warbook.data") / "organisation" / "heresy3.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[Detachment, ...])


@cache
def find(written: str) -> Detachment | None:
    """The detachment that a list means: "Auxiliary - Armoured Fist", "Armoured Fist Detachment".

    >>> find("Auxiliary - Armoured Fist").slots[0].role
    'Transport'
    """
    wanted = _core(written)
    same_core = [each for each in detachments() if _core(each.name) == wanted]
    own_kind = [each for each in same_core if each.kind == _kind_in(written)]
    return next(iter(own_kind or same_core), None)


def parts(army: Army) -> tuple[Part, ...]:
    """The detachments of a list in its order, each with its units. A heading under which detachments stand,
    but no units, is none."""
    stated = Counter(army.roster.detachments)
    found = []
    for name in dict.fromkeys((*army.roster.detachments, *(unit.entry.detachment for unit in army.units))):
        units = tuple(unit for unit in army.units if unit.entry.detachment == name)
        if name is not None and (units or find(name)):
            found.append(Part(name, find(name), max(stated[name], 1), units))
    return tuple(found)


def role(unit: Unit) -> str | None:
    """The role that a unit fills: its slot's, or else its sheet's."""
    return named_role(unit.entry.role) or named_role(unit.sheet.role if unit.sheet else None)


def named_role(text: str | None) -> str | None:
    """The battlefield role that a heading or a sheet names.

    >>> named_role("Prime Troops - 2"), named_role("Odd ones")
    ('Troops', None)
    """
    named = words(re.sub(r"^\s*prime\s+", "", (text or "").partition(" - ")[0], flags=re.IGNORECASE))
    return next((each for each in ROLES if words(each) == named), None)


def stations(unit: Unit) -> tuple[str, ...]:
    """The detachments that have a slot of a unit's role (H-ARM-02, H-ARM-05), the Primary first; all where its
    role is not known."""
    own = role(unit)
    return tuple(dict.fromkeys(each.name for each in detachments() if own is None or each.slots_for(own)))


def advantages(unit: Unit) -> tuple[str, ...]:
    """The prime advantages that a unit's entry names."""
    entry = unit.entry
    listed = (name for row in entry.listed for name in (row.name, *(item.name for item in row.items)))
    written = {
        words(name.partition("(")[0]) for name in (*entry.enhancements, *entry.loadout, *entry.notes, *listed)
    }
    return tuple(name for name in ADVANTAGES if words(name) in written)


def _core(name: str) -> tuple[str, ...]:
    """The words that tell a detachment apart; a name that only says its kind is that kind."""
    plain = _BEHIND.sub("", _NUMBER.sub("", name))
    inner = _BEFORE.sub("", plain)
    return words(inner or plain)


def _kind_in(name: str) -> Kind | None:
    named = words(name)
    kinds: tuple[Kind, ...] = ("auxiliary", "apex", "allied", "lord of war", "warlord", "primary")
    return next((kind for kind in kinds if words(kind)[0] in named), None)
