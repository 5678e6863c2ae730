"""Modifiers of an engagement as the contract spells them: which there are, and how they are gathered."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from warbook.rules.engagement import ModifierSpec
from warbook.rules.modifier import added, damage_fault, which
from warbook.systems.wh40k10.profile import DamageSteps

UNMODIFIED = ("fails to", "succeeds from")
"""How unmodified results of a Hit or Wound roll are settled whatever modifies them: 1 to so much fail, so much
and more succeed."""

ADDED = ("hit", "wound", "save", "ap", "attacks", "strength", "skill")
"""Modifiers that add up. ``ap`` and ``skill`` worsen by their value (K-MOD-07)."""

LARGEST = 1_000

REROLLS = ("reroll hits", "reroll wounds", "reroll saves", "reroll damage")
CRITICALS = ("critical hit", "critical wound")
ON_DEFENDER = frozenset({"save", "ap", "damage", "reroll saves"})
"""What a target's model may carry for itself; anything else acts on the whole attack."""

Specs = tuple[ModifierSpec, ...]

__all__ = [
    "ADDED",
    "CRITICALS",
    "LARGEST",
    "ON_DEFENDER",
    "REROLLS",
    "Specs",
    "added",
    "command_reroll",
    "critical",
    "damage_steps",
    "fault",
    "kept",
    "settled",
    "unhindered",
    "which",
]  # fmt: skip


def fault(spec: ModifierSpec) -> str | None:
    """What is wrong with a modifier, or ``None``."""
    if spec.op in UNMODIFIED:
        ok = spec.what in ("hit", "wound") and spec.value is not None and 1 <= spec.value <= 6
        return None if ok else f"{spec.op!r} belongs to hit or wound, with a value from 1 to 6"
    if spec.what == "ignore":
        return None if spec.of is not None and spec.value is None else "'ignore' takes of: hit, wound or skill"
    if spec.what in ADDED:
        ok = _only(spec, value=True) and -LARGEST <= (spec.value or 0) <= LARGEST
        return None if ok else f"{spec.what!r} takes a value from {-LARGEST} to {LARGEST}"
    if spec.what in CRITICALS:
        ok = _only(spec, value=True) and spec.value is not None and 2 <= spec.value <= 6
        return None if ok else f"{spec.what!r} takes a value from 2 to 6"
    if spec.what == "damage":
        return damage_fault(spec, least_multiple=1)
    if spec.what == "reroll damage":
        alone = (spec.value, spec.which, spec.roll, spec.op) == (None, None, None, None)
        return None if spec.below == "mean" and alone else "'reroll damage' takes below: mean"
    if spec.what in REROLLS:
        return None if _only(spec, which=True) else f"{spec.what!r} takes which: ones, failed or non-critical"
    if spec.what == "command reroll":
        return (
            None
            if _only(spec, roll=True)
            else "'command reroll' takes roll: hit, wound, save, damage or attacks"
        )
    known = ", ".join((*ADDED, *CRITICALS, "damage", *REROLLS, "command reroll", "ignore"))
    return f"{spec.what!r} is not a modifier known here ({known})"


def _only(spec: ModifierSpec, value: bool = False, which: bool = False, roll: bool = False) -> bool:
    given = (spec.value is not None, spec.which is not None, spec.roll is not None)
    return given == (value, which, roll) and spec.op is None and spec.below is None


def kept(specs: Iterable[ModifierSpec], what: str, worse: int = -1) -> list[Modifier]:
    """The modifiers that add to ``what``, without those that the attacker ignores because they are bad for it:
    those with the sign of ``worse`` (K-MOD-09, K-CLR-14)."""
    specs = tuple(specs)
    return unhindered(specs, what, [m for m in added(_plain(specs), what)], worse)


def unhindered(
    specs: Iterable[ModifierSpec], what: str, found: list[Modifier], worse: int = -1
) -> list[Modifier]:
    """Of modifiers to ``what`` those that stay where the attacker ignores the bad ones."""
    if not any(spec.what == "ignore" and spec.of == what for spec in specs):
        return found
    return [modifier for modifier in found if modifier.value * worse < 0]


def _plain(specs: Iterable[ModifierSpec]) -> list[ModifierSpec]:
    return [spec for spec in specs if spec.op not in UNMODIFIED]


def settled(specs: Iterable[ModifierSpec], what: str) -> tuple[int, int]:
    """Up to which unmodified result a roll fails, and from which it succeeds, whatever modifies it."""
    mine = [spec for spec in specs if spec.what == what and spec.value is not None]
    fails = max((spec.value or 1 for spec in mine if spec.op == "fails to"), default=1)
    succeeds = min((spec.value or 7 for spec in mine if spec.op == "succeeds from"), default=7)
    return fails, succeeds


def critical(specs: Iterable[ModifierSpec], what: str) -> int:
    """The lowest unmodified roll that is critical."""
    return min((spec.value for spec in specs if spec.what == what and spec.value), default=6)


def command_reroll(specs: Iterable[ModifierSpec]) -> ModifierSpec | None:
    return next((spec for spec in specs if spec.what == "command reroll"), None)


def damage_steps(specs: Iterable[ModifierSpec], half_range_melta: int = 0) -> DamageSteps:
    """All modifiers of Damage, in the rulebook's order (K-MOD-01)."""
    steps = [spec for spec in specs if spec.what == "damage"]
    values = {op: [s.value or 0 for s in steps if s.op == op] for op in ("set", "divide", "multiply")}
    return DamageSteps(
        set_to=max(values["set"], default=None),
        divide=prod(values["divide"]) * 2 ** sum(s.op == "halve" for s in steps),
        multiply=prod(values["multiply"]) * 2 ** sum(s.op == "double" for s in steps),
        add=half_range_melta + sum(s.value or 0 for s in steps if s.op == "add"),
        subtract=sum(s.value or 0 for s in steps if s.op == "subtract"),
    )
