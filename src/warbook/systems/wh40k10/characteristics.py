"""Characteristics after their modifiers in the rulebook's order, and which are ignored (rules section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from warbook.dice import Dice
from warbook.rules.engagement import ModifierSpec
from warbook.rules.modifier import Modifier
from warbook.systems.wh40k10.modifiers import Specs
from warbook.systems.wh40k10.profile import DamageSteps, Steps

HELPS = {
    "attacks": 1, "strength": 1, "damage": 1, "hit": 1, "wound": 1, "save characteristic": 1,
    "ap": -1, "skill": -1, "toughness": -1, "save": -1, "cover": -1,
}  # fmt: skip
"""Whether a larger figure, as engagements spell it, helps the attacker."""

PRINTED = frozenset({"ap", "skill", "save characteristic"})
"""Where a larger figure is the worse one for whoever has it (K-MOD-07)."""


def heeded(specs: Iterable[ModifierSpec], what: str, base: float) -> Specs:
    """The modifiers of ``what`` that act: what somebody ignores is dropped first (K-MOD-09, K-CLR-14)."""
    specs = tuple(specs)
    sides = _ignoring(specs, what)
    mine = tuple(spec for spec in specs if spec.what == what)
    if not sides:
        return mine
    return tuple(spec for spec in mine if not _dropped(sides, _gain(spec, base) * HELPS[what]))


def heeded_sum(specs: Iterable[ModifierSpec], what: str, found: Iterable[Modifier]) -> list[Modifier]:
    """Of the modifiers of a roll those that act."""
    sides = _ignoring(specs, what)
    return [modifier for modifier in found if not _dropped(sides, modifier.value * HELPS[what])]


def ignored(specs: Iterable[ModifierSpec], what: str) -> bool:
    """Whether the attacker, or everybody, ignores something that helps the target."""
    return bool({"attacker", "both"} & _ignoring(specs, what))


def _ignoring(specs: Iterable[ModifierSpec], what: str) -> set[str]:
    return {spec.by or "attacker" for spec in specs if spec.what == "ignore" and spec.of == what}


def _dropped(sides: set[str], helping: float) -> bool:
    if "both" in sides:
        return True
    return ("attacker" in sides and helping < 0) or ("target" in sides and helping > 0)


def _gain(spec: ModifierSpec, base: float) -> float:
    """What one modifier alone adds to the figure, on the mean."""
    if isinstance(spec.value, str):
        mean = Dice.parse(spec.value).mean
        return mean - base if spec.op == "set" else mean
    if spec.op in ("halve", "divide"):
        return base / _factor(spec) - base
    if spec.op in ("double", "multiply"):
        return base * _factor(spec) - base
    return spec.number - base if spec.op == "set" else _added(spec)


def _factor(spec: ModifierSpec) -> int:
    return 2 if spec.op in ("halve", "double") else max(1, spec.number)


def _added(spec: ModifierSpec) -> int:
    """What a modifier adds to the figure: improving one that is better when low takes away."""
    if spec.op in ("improve", "worsen"):
        return spec.number * (1 if (spec.op == "improve") != (spec.what in PRINTED) else -1)
    return -spec.number if spec.op == "subtract" else spec.number


ADDING = (None, "add", "subtract", "improve", "worsen")


def steps(specs: Iterable[ModifierSpec], what: str) -> Steps:
    """All modifiers of one characteristic that are numbers, in the rulebook's order (K-MOD-01)."""
    mine = [spec for spec in specs if spec.what == what and not isinstance(spec.value, str)]
    sets = [spec.number for spec in mine if spec.op == "set"]
    added = [_added(spec) for spec in mine if spec.op in ADDING]
    return Steps(
        set_to=(max if HELPS[what] > 0 else min)(sets) if sets else None,
        divide=prod(_factor(spec) for spec in mine if spec.op in ("halve", "divide")),
        multiply=prod(_factor(spec) for spec in mine if spec.op in ("double", "multiply")),
        add=sum(n for n in added if n > 0),
        subtract=-sum(n for n in added if n < 0),
    )


def damage_steps(specs: Iterable[ModifierSpec]) -> DamageSteps:
    """All modifiers of Damage that are numbers."""
    found = steps(specs, "damage")
    return DamageSteps(found.set_to, found.divide, found.multiply, found.add, found.subtract)


def rolled(specs: Iterable[ModifierSpec], what: str) -> tuple[Dice, ...]:
    """Dice that modifiers add to a characteristic."""
    mine = [spec for spec in specs if spec.what == what and spec.op != "set"]
    return tuple(Dice.parse(spec.value) for spec in mine if isinstance(spec.value, str))


def replaced(specs: Specs, what: str, printed: Dice) -> tuple[Dice, Specs]:
    """What is rolled for a characteristic, and the modifiers that are left: of the rules that set it the
    attacker's best holds, and where that is dice they take the place of those printed."""
    mine = [spec for spec in specs if spec.what == what and spec.op == "set"]
    if not any(isinstance(spec.value, str) for spec in mine):
        return printed, specs
    best = max(mine, key=lambda spec: Dice.parse(spec.value or 0).mean)
    rest = tuple(spec for spec in specs if spec not in mine)
    return Dice.parse(best.value or 0), rest


def told(specs: Iterable[ModifierSpec], what: str) -> str:
    """The modifiers of one characteristic, each with its reason."""
    return ", ".join(filter(None, (_told(spec) for spec in specs if spec.what == what)))


def _told(spec: ModifierSpec) -> str:
    reason = spec.reason or "modifier"
    if spec.op == "set":
        return f"set to {spec.value} {reason}"
    if spec.op in ("halve", "divide"):
        return f"÷{_factor(spec)} {reason}"
    if spec.op in ("double", "multiply"):
        return f"×{_factor(spec)} {reason}"
    if isinstance(spec.value, str):
        return f"+{spec.value} {reason}"
    return f"{_added(spec):+d} {reason}" if spec.number else ""
