"""Modifiers of an engagement in this game: which there are, and how they are gathered (H-CHR-03,
H-DIC-06)."""

from __future__ import annotations

from collections.abc import Iterable

from warbook.rules.engagement import ModifierSpec
from warbook.rules.modifier import Modifier
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


def fault(spec: ModifierSpec) -> str | None:
    """What is wrong with a modifier, or ``None``."""
    if spec.what in ADDED:
        return None if _only(spec, value=True) else f"{spec.what!r} takes a value"
    if spec.what in GRANTS:
        least, most = GRANTS[spec.what]
        ok = _only(spec, value=True) and spec.value is not None and least <= spec.value <= most
        return None if ok else f"{spec.what!r} takes a value from {least} to {most}"
    if spec.what in REROLLS:
        return _reroll_fault(spec)
    if spec.what == "damage":
        return _damage_fault(spec)
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


def _damage_fault(spec: ModifierSpec) -> str | None:
    if spec.op in ("halve", "double"):
        return None if spec.value is None else f"damage {spec.op} takes no value"
    least = {"set": 0, "divide": 1, "multiply": 0}.get(spec.op or "", -100)
    if spec.op is None or spec.value is None or not least <= spec.value <= 100:
        return "'damage' takes op: set, halve, divide, multiply, double, add or subtract, with a value"
    return None


def added(specs: Iterable[ModifierSpec], what: str) -> list[Modifier]:
    """All modifiers that add to ``what``."""
    return [Modifier(spec.value or 0, spec.reason or "modifier") for spec in specs if spec.what == what]


def which(specs: Iterable[ModifierSpec], what: str) -> frozenset[str]:
    """The faces that all permissions to re-roll ``what`` name together."""
    return frozenset(spec.which for spec in specs if spec.what == what and spec.which)


def granted(specs: Iterable[ModifierSpec], what: str) -> list[int]:
    """The values with which modifiers grant a special rule."""
    return [spec.value for spec in specs if spec.what == what and spec.value is not None]


def damage_steps(specs: Iterable[ModifierSpec], multiply: int, add: int, eternal_warrior: int) -> DamageSteps:
    """All modifiers of Damage, with what the weapon's own rules multiply and add (H-CHR-03)."""
    steps = [spec for spec in specs if spec.what == "damage"]
    values = {op: [s.value or 0 for s in steps if s.op == op] for op in ("set", "divide", "multiply")}
    return DamageSteps(
        multiply=_product([multiply, *values["multiply"]]) * 2 ** sum(s.op == "double" for s in steps),
        divide=_product(values["divide"]) * 2 ** sum(s.op == "halve" for s in steps),
        add=add + sum(s.value or 0 for s in steps if s.op == "add"),
        subtract=sum(s.value or 0 for s in steps if s.op == "subtract"),
        set_to=min(values["set"], default=None),
        eternal_warrior=eternal_warrior,
    )


def _product(values: Iterable[int]) -> int:
    result = 1
    for value in values:
        result *= value
    return result
