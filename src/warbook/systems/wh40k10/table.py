"""The table of a battle: everything that does not change, and the questions that rules ask of the state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from warbook.rules.state import State
from warbook.rules.system import System
from warbook.systems.wh40k10.army import MIL_PER_INCH, Muster, Trooper, Unit
from warbook.systems.wh40k10.flags import Column, Flag, Move
from warbook.systems.wh40k10.ruled import bearing, lasting, objectives
from warbook.systems.wh40k10.ruled.rulebook import Rulebook
from warbook.systems.wh40k10.waiting import held

__all__ = ["ROUNDS", "WORDS", "Column", "Flag", "Move", "Table"]

if TYPE_CHECKING:
    from warbook.systems.wh40k10.field import Field

Bools = NDArray[np.bool_]

ROUNDS = 5


WORDS: dict[str, tuple[Flag, int]] = {
    "stationary": (Flag.MOVE, Move.STATIONARY),
    "moved": (Flag.MOVE, Move.NORMAL),
    "advanced": (Flag.MOVE, Move.ADVANCED),
    "fell back": (Flag.MOVE, Move.FELL_BACK),
    "charged": (Flag.CHARGED, 1),
    "intervened": (Flag.CHARGED, 2),
    "tried to charge": (Flag.ELIGIBLE, 1),
    "shot": (Flag.SHOT, 1),
    "fought": (Flag.FOUGHT, 1),
    "shocked": (Flag.SHOCKED, 1),
}
"""What a unit's flags are called in the text of a position."""


class Table:
    """One battle's muster, ground and rules, with the questions that all phases share."""

    def __init__(self, system: System, muster: Muster, ground: Field) -> None:
        self.system, self.muster, self.ground = system, muster, ground
        self.units = muster.units
        self.rules = Rulebook(muster)

    def owner(self, index: int) -> Unit:
        """The unit that a model belongs to."""
        return next(unit for unit in self.units if index < unit.members.stop)

    def living(self, state: State, unit: Unit) -> NDArray[np.int64]:
        """Indexes of the unit's living models."""
        return self.ground.models(state, unit)[0]

    def standing(self, state: State, unit: Unit) -> bool:
        """Whether the unit is on the battlefield."""
        there = self.ground.glance(state).living[unit.index]
        return there and bool(state.units[unit.index, Flag.DEPLOYED])

    def army(self, state: State, side: int) -> tuple[Unit, ...]:
        """The units of a side that are on the battlefield."""
        glance, set_up = self.ground.glance(state), state.units[:, Flag.DEPLOYED]
        key = side, set_up.tobytes()
        found: tuple[Unit, ...] | None = glance.armies.get(key)
        if found is None:
            there = [both[0] and both[1] for both in zip(glance.living, set_up.tolist(), strict=True)]
            found = glance.armies[key] = tuple(u for u in self.units if u.side == side and there[u.index])
        return found

    def flag(self, state: State, unit: Unit, flag: Flag) -> int:
        return int(state.units[unit.index, flag])

    def mark(self, state: State, unit: Unit, flag: Flag, value: int = 1) -> None:
        state.units[unit.index, flag] = value

    def engaged(self, state: State, unit: Unit) -> tuple[Unit, ...]:
        """Enemy units within Engagement Range (K-POS-03)."""
        near = self.ground.engaged(state, unit)
        return tuple(enemy for enemy in self.army(state, 1 - unit.side) if near[enemy.index])

    def within(self, state: State, unit: Unit, other: Unit, inches: float) -> bool:
        """Whether any models of two units are so near (K-VOC-08)."""
        return self.ground.within(state, unit, other, round(inches * MIL_PER_INCH))

    def below_half(self, state: State, unit: Unit) -> bool:
        """Below Half-strength: half is not below (K-VOC-12). Of an Attached unit, its Leaders or its Bodyguard
        alone have their own Starting Strength (K-LDR-03)."""
        living, began = self._strength(state, unit)
        if len(began) == 1:
            return 2 * int(state.left[began[0].index]) < began[0].wounds
        return 2 * len(living) < len(began)

    def below_start(self, state: State, unit: Unit) -> bool:
        """Below its Starting Strength; a unit of one model that has lost wounds (K-VOC-11). Who is left of an
        Attached unit has its own (K-LDR-03)."""
        living, began = self._strength(state, unit)
        if len(began) == 1:
            return int(state.left[began[0].index]) < began[0].wounds
        return len(living) < len(began)

    def _strength(self, state: State, unit: Unit) -> tuple[list[Trooper], list[Trooper]]:
        """The models left, and those with which the parts of a unit began that are left (K-LDR-03)."""
        living = [model for model in unit.models if state.left[model.index] > 0]
        parts = {unit.part(model) for model in living}
        return living, [model for model in unit.models if unit.part(model) in parts]

    def leadership(self, state: State, unit: Unit) -> int:
        """The best Leadership of the unit's models that are left (K-CMD-03)."""
        living = (model for model in unit.models if state.left[model.index] > 0)
        return min(bearing.leadership(self, state, unit, model) for model in living)

    def move_mil(self, state: State, unit: Unit, model: int) -> int:
        """How far a model of a unit may move now."""
        return bearing.move_mil(self, state, unit, self.muster.models[model], MIL_PER_INCH)

    def controller(self, state: State, marker: int) -> int | None:
        """Who controls a marker: the higher Level of Control; a tie is contested, ``None`` (K-OBJ-02). One that
        a rule keeps under control stays so (K-OBJ-04)."""
        return objectives.controller(self, state, marker)

    def shocked(self, state: State, unit: Unit) -> bool:
        return bool(self.flag(state, unit, Flag.SHOCKED))

    def fights_first(self, state: State, unit: Unit) -> bool:
        """All models have it, or the unit made a Charge move this turn (K-CHG-05, K-FGT-02)."""
        charged = self.flag(state, unit, Flag.CHARGED) == 1
        return charged or bearing.all_have(self, state, unit, "fights first")

    def lone(self, state: State, unit: Unit) -> bool:
        """Whether it is a Lone Operative, by its sheet where it is no part of an Attached unit, or by a rule
        (K-SHT-07)."""
        printed = any(kind.prints("lone operative") for kind in unit.kinds) and self._printed_lone(state, unit)
        return printed or bearing.has(self, state, unit, "lone operative")

    def _printed_lone(self, state: State, unit: Unit) -> bool:
        living = [model for model in unit.models if state.left[model.index] > 0]
        apart = len({unit.part(model) for model in living}) == 1
        return apart and all(unit.prints(model, "lone operative") for model in living)

    def cp(self, state: State, side: int) -> int:
        return int(state.sides[side, Column.CP])

    def over(self, state: State) -> bool:
        """After the last round, or when an army is gone: nobody on the table, in Reserves, or to return
        before the phase is over (K-OBJ-06)."""
        if state.clock[0] == 0:
            return False
        return state.clock[0] > ROUNDS or not all(
            self.army(state, side) or self.held(state, side) or lasting.returning(state, side)
            for side in (0, 1)
        )

    def held(self, state: State, side: int) -> tuple[Unit, ...]:
        """The units of a side that wait in Reserves."""
        return tuple(unit for unit in self.units if unit.side == side and held(state, unit) is not None)
