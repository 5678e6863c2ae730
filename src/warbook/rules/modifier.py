"""Modifiers with their reasons, and the sums that a system caps.

A number that can explain itself is trusted: every modifier keeps who or what grants it.
"""

from __future__ import annotations

from collections.abc import Iterable

from warbook.dice import Value


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
