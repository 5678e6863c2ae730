"""Modifiers of an engagement in this game: which there are, and how they are gathered (H-CHR-03,
H-DIC-06)."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from warbook.rules.engagement import ModifierSpec
from warbook.rules.modifier import added, damage_fault, simple, which
from warbook.systems.heresy3.profile import DamageSteps

ADDED = ("hit", "wound", "save", "ap", "attacks", "strength", "skill", "toughness")
"""Modifiers that add up. ``hit`` and ``wound`` change the die; ``save`` improves armour saves and ``ap``
worsens the AP by so many steps; the others change a characteristic."""

REROLLS = ("reroll hits", "reroll wounds", "reroll saves")
GRANTS = {"critical hit": (2, 6), "feel no pain": (2, 6), "shrouded": (2, 6), "eternal warrior": (1, 10)}
"""Special rules that a modifier grants with a value, and the values they may have."""

ON_DEFENDER = frozenset({"save", "ap", "damage", "reroll saves", "feel no pain", "shrouded", "eternal warrior"})
"""What a model under attack may carry for itself; anything else acts on the whole attack."""

Specs = tuple[ModifierSpec, ...]

__all__ = [
    "ADDED",
    "GRANTS",
    "ON_DEFENDER",
    "REROLLS",
    "Specs",
    "added",
    "damage_steps",
    "fault",
    "granted",
    "which",
]  # fmt: skip


def fault(spec: ModifierSpec) -> str | None:
    """What is wrong with a modifier, or ``None``."""
    if not simple(spec):
        return f"{spec.what!r} has a key or a value that this game's modifiers do not take"
    if spec.what in ADDED:
        return None if _only(spec, value=True) else f"{spec.what!r} takes a value"
    if spec.what in GRANTS:
        least, most = GRANTS[spec.what]
        ok = _only(spec, value=True) and spec.value is not None and least <= spec.number <= most
        return None if ok else f"{spec.what!r} takes a value from {least} to {most}"
    if spec.what in REROLLS:
        return _reroll_fault(spec)
    if spec.what == "damage":
        return damage_fault(spec, least_multiple=0)
    known = ", ".join((*ADDED, *GRANTS, "damage", *REROLLS))
    return f"{spec.what!r} is not a modifier known here ({known})"


def _only(spec: ModifierSpec, value: bool = False, which: bool = False) -> bool:
    given = (spec.value is not None, spec.which is not None)
    return given == (value, which) and spec.op is None and spec.below is None and spec.roll is None


def _reroll_fault(spec: ModifierSpec) -> str | None:
    allowed = ("ones", "failed", "non-critical") if spec.what == "reroll hits" else ("ones", "failed")
    if _only(spec, which=True) and spec.which in allowed:
        return None
    return f"{spec.what!r} takes which: {', '.join(allowed)}"


def granted(specs: Iterable[ModifierSpec], what: str) -> list[int]:
    """The values with which modifiers grant a special rule."""
    return [spec.number for spec in specs if spec.what == what and spec.value is not None]


def damage_steps(specs: Iterable[ModifierSpec], multiply: int, add: int, eternal_warrior: int) -> DamageSteps:
    """All modifiers of Damage, with what the weapon's own rules multiply and add (H-CHR-03)."""
    steps = [spec for spec in specs if spec.what == "damage"]
    values = {op: [s.number for s in steps if s.op == op] for op in ("set", "divide", "multiply")}
    return DamageSteps(
        multiply=prod([multiply, *values["multiply"]]) * 2 ** sum(s.op == "double" for s in steps),
        divide=prod(values["divide"]) * 2 ** sum(s.op == "halve" for s in steps),
        add=add + sum(s.number for s in steps if s.op == "add"),
        subtract=sum(s.number for s in steps if s.op == "subtract"),
        set_to=min(values["set"], default=None),
        eternal_warrior=eternal_warrior,
    )
