"""Modifiers with their reasons, and the sums that a system caps.

A number that can explain itself is trusted: every modifier keeps who or what grants it.
"""

from __future__ import annotations

from collections.abc import Iterable

from warbook.dice import Value
from warbook.rules.engagement import ModifierSpec


class Modifier(Value, frozen=True):
    """Adds ``value`` to something, for a ``reason``."""

    value: int
    reason: str

    def __str__(self) -> str:
        return f"{self.value:+d} {self.reason}"


class Net(Value, frozen=True):
    """A clamped sum of modifiers and how it came about."""

    value: int
    reason: str


def net(modifiers: Iterable[Modifier], least: int | None = None, most: int | None = None) -> Net:
    """Sum the modifiers, then clamp the sum once to ``least`` … ``most`` (K-MOD-06)."""
    acting = [modifier for modifier in modifiers if modifier.value]
    total = sum(modifier.value for modifier in acting)
    clamped = total if least is None else max(least, total)
    clamped = clamped if most is None else min(most, clamped)
    told = ", ".join(map(str, acting))
    return Net(clamped, told + (f"; capped at {clamped:+d}" if clamped != total else ""))


def added(specs: Iterable[ModifierSpec], what: str) -> list[Modifier]:
    """All modifiers that add to ``what``."""
    return [Modifier(spec.number, spec.reason or "modifier") for spec in specs if spec.what == what]


def which(specs: Iterable[ModifierSpec], what: str) -> frozenset[str]:
    """The faces that all permissions to re-roll ``what`` name together."""
    return frozenset(spec.which for spec in specs if spec.what == what and spec.which)


def simple(spec: ModifierSpec) -> bool:
    """Whether a modifier uses nothing but a number, arithmetic, ``which``, ``below`` or ``roll``."""
    more = (spec.of, spec.by, spec.on) != (None, None, None) or spec.faces or spec.against
    plain = spec.op in (None, "set", "halve", "divide", "multiply", "double", "add", "subtract")
    return plain and not more and not isinstance(spec.value, str) and spec.which != "any"


def damage_fault(spec: ModifierSpec, least_multiple: int) -> str | None:
    """What is wrong with a modifier of Damage, or ``None``; ``least_multiple`` is the least it may be
    multiplied by."""
    if spec.op in ("halve", "double"):
        return None if spec.value is None else f"damage {spec.op} takes no value"
    least = {"set": 0, "divide": 1, "multiply": least_multiple}.get(spec.op or "", -100)
    if spec.op is None or spec.value is None or not least <= spec.number <= 100:
        return "'damage' takes op: set, halve, divide, multiply, double, add or subtract, with a value"
    return None
