"""The compiled profile of an attack and the defence of a model: all that the attack sequence looks at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from warbook.dice import Chance, Dice, Face, RerolledBelow, Sum, Test, Value
from warbook.systems.wh40k10.revisions import Devastating
from warbook.systems.wh40k10.sorting import Kind, Sorts

Spare = Literal[
    "hit", "wound", "save", "damage", "attacks", "failed save", "hit six", "wound six", "save six"
]  # fmt: skip
"""What the spare is kept for: a roll that may be re-rolled once, the first failed save, or a roll that may be
changed to an unmodified 6."""


class Steps(Value, frozen=True):
    """Modifiers of a characteristic in the rulebook's order: set, divide, multiply, add, subtract; then round
    up once (K-MOD-01).

    Of several "set" rules the attacker, whose turn it is, orders them: the best for it holds (K-MOD-02).
    """

    set_to: int | None = None
    divide: int = 1
    multiply: int = 1
    add: int = 0
    subtract: int = 0

    def changed(self, base: int, more: int = 0) -> int:
        """The characteristic after all steps; ``more`` is what was rolled to be added."""
        start = base if self.set_to is None else self.set_to
        scaled = start * self.multiply + (self.add + more - self.subtract) * self.divide
        return -(-scaled // self.divide)


class DamageSteps(Steps, frozen=True):
    """Modifiers of a Damage characteristic; at least 1, unless something set it to 0 (K-MOD-04)."""

    def __call__(self, rolled: int, more: int = 0) -> int:
        return max(0 if self.set_to == 0 else 1, self.changed(rolled, more))


class Scaled(Sum, frozen=True):
    """Dice that are divided or multiplied before the rest (``more``) is added; never less than ``least``."""

    steps: Steps = Steps()
    more: tuple[Dice, ...] = ()

    @property
    def random(self) -> bool:
        return any(dice.number for dice in (*self.parts, *self.more))

    @property
    def maximum(self) -> int:
        return max(self.outcomes())

    def outcomes(self) -> Mapping[int, float]:
        found: dict[int, float] = {}
        for base, p in Sum(self.parts).outcomes().items():
            for more, q in Sum(self.more).outcomes().items():
                total = max(self.least, self.steps.changed(base, more))
                found[total] = found.get(total, 0.0) + p * q
        return found

    def judge(self, face: Face) -> int:
        base = Sum(self.parts).judge(face)
        return max(self.least, self.steps.changed(base, Sum(self.more).judge(face)))


class Rerolled(RerolledBelow, frozen=True):
    """Dice rolled again whole and once when below ``least``, but only where the total is one of ``only``."""

    only: tuple[int, ...] | None = None

    @property
    def mean(self) -> float:
        return sum(total * p for total, p in self.outcomes().items())

    @property
    def maximum(self) -> int:
        return self.dice.maximum

    def outcomes(self) -> Mapping[int, float]:
        first = self.dice.outcomes()
        again = sum(p for total, p in first.items() if self._again(total))
        return {n: p * again + (0.0 if self._again(n) else p) for n, p in first.items()}

    def judge(self, face: Face) -> int:
        total = self.dice.judge(face)
        return self.dice.judge(face) if self._again(total) else total

    def _again(self, total: int) -> bool:
        return total < self.least and (self.only is None or total in self.only)


class AttackProfile(Value, frozen=True):
    """One weapon's attacks on one target, every modifier already in it.

    ``hit`` is ``None`` for attacks that hit automatically (K-W-20), ``wound`` for hits that wound so. ``spare``
    is what the spare is kept for. ``sorts`` tells apart what unmodified rolls make of an attack, ``None`` where
    they make nothing of it; ``kinds`` are then the kinds of wounds.
    """

    weapon: str
    attacks: Sum | Rerolled
    hit: Test | None
    wound: Test | None
    damage: Sum | Rerolled
    melta: Dice | None = None
    sustained: Chance[int] | None = None
    lethal: bool = False
    devastating: Devastating | None = None
    spare: Spare | None = None
    sorts: Sorts | None = None
    kinds: tuple[Kind, ...] = ()

    @property
    def damage_dice(self) -> Sum:
        """The Damage roll before any re-roll."""
        return self.damage.dice if isinstance(self.damage, RerolledBelow) else self.damage


class Defence(Value, frozen=True):
    """One kind of target model against one profile: ``save`` is ``None`` where no save can succeed.

    ``more`` is rolled and added to Damage. ``ward`` are the steps of Damage after the first failed save, where
    that changes it. ``sorts`` are the defences against the other sorts of wounds, each without its own.
    ``model`` is its name, where a battle tells whose save is made.
    """

    wounds: int
    save: Test | None
    feel_no_pain: Test | None
    mortal_feel_no_pain: Test | None
    damage: DamageSteps
    more: Sum | None = None
    ward: DamageSteps | None = None
    sorts: tuple[Defence, ...] = ()
    model: str = ""

    def of(self, model: str) -> Defence:
        """The same under the name of its model."""
        return msgspec.structs.replace(self, model=model, sorts=tuple(each.of(model) for each in self.sorts))

    def against(self, sort: int) -> Defence:
        """The defence against one sort of wounds; 0 are the ordinary ones."""
        return self.sorts[sort - 1] if sort else self


class Bearer(Value, frozen=True):
    """A model that a Hazardous test may pick: ``destroyed`` by a failed one, or suffers mortal wounds. A
    ``bystander`` carries no such weapon: no test picks it, mortal wounds may spill to it."""

    wounds: int
    destroyed: bool
    feel_no_pain: Test | None
    bystander: bool = False
