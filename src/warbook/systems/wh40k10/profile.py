"""The compiled profile of an attack and the defence of a model: all that the attack sequence looks at."""

from __future__ import annotations

from typing import Literal

from warbook.dice import Chance, Dice, RerolledBelow, Sum, Test, Value
from warbook.systems.wh40k10.revisions import Devastating

Spare = Literal["hit", "wound", "save", "damage", "attacks"]


class DamageSteps(Value, frozen=True):
    """Modifiers of a Damage characteristic in the rulebook's order: set, divide, multiply, add, subtract,
    then round up once; at least 1, unless something set it to 0 (K-MOD-01, K-MOD-04).

    Of several "set" rules the attacker, whose turn it is, orders them: the highest holds (K-MOD-02).
    """

    set_to: int | None = None
    divide: int = 1
    multiply: int = 1
    add: int = 0
    subtract: int = 0

    def __call__(self, rolled: int, more: int = 0) -> int:
        base = rolled if self.set_to is None else self.set_to
        scaled = base * self.multiply + (self.add + more - self.subtract) * self.divide
        return max(0 if self.set_to == 0 else 1, -(-scaled // self.divide))


class AttackProfile(Value, frozen=True):
    """One weapon's attacks on one target, every modifier already in it.

    ``hit`` is ``None`` for attacks that hit automatically (K-W-20). ``spare`` is the roll that a Command
    Re-roll is kept for, ``spare_mean`` the mean below which a roll of several results is worth it.
    """

    weapon: str
    attacks: Sum
    hit: Test | None
    wound: Test
    damage: Sum | RerolledBelow
    melta: Dice | None = None
    sustained: Chance[int] | None = None
    lethal: bool = False
    devastating: Devastating | None = None
    spare: Spare | None = None

    @property
    def damage_dice(self) -> Sum:
        """The Damage roll before any re-roll."""
        return self.damage.dice if isinstance(self.damage, RerolledBelow) else self.damage


class Defence(Value, frozen=True):
    """One kind of target model against one profile: ``save`` is ``None`` where no save can succeed."""

    wounds: int
    save: Test | None
    feel_no_pain: Test | None
    mortal_feel_no_pain: Test | None
    damage: DamageSteps


class Bearer(Value, frozen=True):
    """A model that a Hazardous test may pick: ``destroyed`` by a failed one, or suffers mortal wounds. A
    ``bystander`` carries no such weapon: no test picks it, mortal wounds may spill to it."""

    wounds: int
    destroyed: bool
    feel_no_pain: Test | None
    bystander: bool = False
