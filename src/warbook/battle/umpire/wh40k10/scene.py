"""The table as the umpire sees it: units, their printed numbers, and what it measures between them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from warbook.battle.umpire.wh40k10.measure import SLACK, Disc, Ring, Shape, gap, grown, sees, shape
from warbook.rules.state import State
from warbook.systems.wh40k10 import abilities
from warbook.systems.wh40k10.arming import arming
from warbook.systems.wh40k10.ruled import bearing
from warbook.systems.wh40k10.ruled.influence import influence
from warbook.systems.wh40k10.ruled.lasting import keeper
from warbook.systems.wh40k10.wounding import situation

INCH = 1000
ENGAGED = 1 * INCH
NEIGHBOUR = 2 * INCH
MANY = 7
ALONE = 12 * INCH
"""From how far a Lone Operative is shot (K-SHT-07)."""
BIG = frozenset(("MONSTER", "VEHICLE"))


class Scene:
    """One battle's table; every question is asked of a state. The umpire reads no sheets' rules: what these
    change of a unit is asked of the battle's table."""

    def __init__(self, game: Any) -> None:
        self.game, self.units = game, game.muster.units
        self.revision: str = game.system.revision
        self.models = game.muster.models
        self.owner = {model.index: unit for unit in self.units for model in unit.models}
        self.shapes: list[Shape] = [
            shape(model.base_mm, "VEHICLE" in self.owner[model.index].keywords) for model in self.models
        ]
        field = game.ground.battlefield
        self.width, self.depth = field.width_in * INCH, field.depth_in * INCH
        self.ruins: tuple[Ring, ...] = tuple(
            tuple((x * INCH, y * INCH) for x, y in piece.footprint)
            for piece in field.terrain
            if type(piece).__name__ == "Ruin"
        )
        self.grown = tuple(grown(ruin, SLACK) for ruin in self.ruins)
        self.shrunk = tuple(grown(ruin, -SLACK) for ruin in self.ruins)
        self.zones: tuple[Ring, ...] = tuple(
            tuple((x * INCH, y * INCH) for x, y in zone) for zone in field.zones
        )
        self.markers = [
            Disc(o.x_in * INCH, o.y_in * INCH, shape(int(o.diameter_mm), False)) for o in field.objectives
        ]

    def does(self, *sorts: type) -> bool:
        """Whether rules of sheets do such things here: what they touch is not judged."""
        return bool(self.game.table.rules.does(*sorts))

    def answers(self, *events: str) -> bool:
        """Whether rules of sheets answer events of these names."""
        return bool(self.game.table.rules.answers(*events))

    def ruled(self, state: State, unit: Any, target: Any, fights: bool) -> bool:
        """Whether rules of sheets change the attacks of one unit on another: what these must roll is not
        judged, for the umpire reads no sheets' rules."""
        table = self.game.table
        if table.rules.silent:
            return False
        here = situation(table, state, unit, target)
        return bool(influence(table, state, unit, target, "fight" if fights else "shooting", here))

    def armed(self, state: State, unit: Any, target: Any, model: Any, kind: str = "shooting") -> list[Any]:
        """A model's weapons against a target, with the abilities and the Range that rules give them now, as if
        these were printed."""
        armed = arming(self.game.table, state, unit, target, "fight" if kind == "fight" else "shooting")
        arms = (armed(model, arm) for arm in (model.fighting if kind == "fight" else model.shooting))
        return [_as_now(arm) for arm in arms]

    def disc(self, state: State, model: int) -> Disc:
        x, y = state.at[model].tolist()
        return Disc(x, y, self.shapes[model])

    def there(self, state: State, model: int) -> bool:
        """Alive and set up."""
        return bool(state.left[model] > 0 and state.at[model, 0] >= 0)

    def owns(self, model: int, *words: str) -> bool:
        """Whether a model has one of these keywords itself (K-VOC-04)."""
        unit = self.owner[model]
        kind = unit.kinds[self.models[model].kind]
        return not set(words).isdisjoint(kind.sheet.keywords)

    def living(self, state: State, unit: Any) -> list[int]:
        return [model.index for model in unit.models if self.there(state, model.index)]

    def solid_friends(self, state: State, unit: Any) -> list[Disc]:
        """The bases of friends that a MONSTER or VEHICLE may not move through (K-PTH-03); none for others."""
        if BIG.isdisjoint(unit.keywords):
            return []
        friends = (u for u in self.army(state, unit.side) if u is not unit and not BIG.isdisjoint(u.keywords))
        return [disc for friend in friends for disc in self.discs(state, friend)]

    def discs(self, state: State, unit: Any) -> list[Disc]:
        return [self.disc(state, model) for model in self.living(state, unit)]

    def alone(self, state: State, unit: Any) -> bool:
        """Whether it is a Lone Operative, by its sheet where it is no part of an Attached unit, or by a rule
        (K-SHT-07)."""
        kinds = [unit.kinds[model.kind] for model in unit.models if state.left[model.index] > 0]
        names = [{ability.name.casefold() for ability in kind.sheet.abilities} for kind in kinds]
        printed = all("lone operative" in each for each in names) and len({k.leader for k in kinds}) == 1
        return printed or self.given(state, unit, "lone operative")

    def army(self, state: State, side: int) -> list[Any]:
        return [unit for unit in self.units if unit.side == side and self.living(state, unit)]

    def apart(self, state: State, unit: Any, other: Any) -> float:
        """Between the nearest models of two units."""
        here, there = self.discs(state, unit), self.discs(state, other)
        return min((gap(a, b) for a in here for b in there), default=float("inf"))

    def engaged(self, state: State, unit: Any, slack: float = 0.0) -> list[Any]:
        """Enemy units within Engagement Range, or within so much more of it (K-POS-03)."""
        enemies = self.army(state, 1 - unit.side)
        return [enemy for enemy in enemies if self.apart(state, unit, enemy) <= ENGAGED + slack]

    def maybe_engaged(self, state: State, unit: Any) -> bool:
        return bool(self.engaged(state, unit, SLACK))

    def surely_engaged(self, state: State, unit: Any) -> bool:
        return bool(self.engaged(state, unit, -SLACK))

    def surely_coherent(self, state: State, unit: Any) -> bool:
        return self.coherent(state, unit, -SLACK)

    def coherent(self, state: State, unit: Any, slack: float = SLACK) -> bool:
        """One group, every model near one other, or two in a unit of seven (K-POS-05)."""
        discs = self.discs(state, unit)
        if len(discs) < 2:
            return True
        near = [
            [n for n, b in enumerate(discs) if n != m and gap(a, b) <= NEIGHBOUR + slack]
            for m, a in enumerate(discs)
        ]
        needed = 2 if len(discs) >= MANY else 1
        group, waiting = {0}, [0]
        while waiting:
            fresh = [n for n in near[waiting.pop()] if n not in group]
            group.update(fresh)
            waiting += fresh
        return len(group) == len(discs) and all(len(others) >= needed for others in near)

    def sees(self, state: State, model: int, target: int) -> bool | None:
        """Whether one model sees another; ``None`` where it hangs on a hair's breadth."""
        a, b = self.disc(state, model), self.disc(state, target)
        if not sees(a, b, self.shrunk, self.grown):
            return False
        return True if sees(a, b, self.grown, self.shrunk) else None

    def half(self, state: State, unit: Any) -> bool:
        """Below Half-strength, by the part of the unit that is left (K-VOC-12, K-LDR-03)."""
        living = [model for model in unit.models if state.left[model.index] > 0]
        parts = {_part(unit, model) for model in living}
        counted = [model for model in unit.models if _part(unit, model) in parts]
        if len(counted) == 1:
            return bool(2 * int(state.left[counted[0].index]) < counted[0].wounds)
        return 2 * len(living) < len(counted)

    def leadership(self, state: State, unit: Any) -> int:
        """The best of the models that are left (K-CMD-03), less what rules add to the test."""
        table = self.game.table
        living = [model for model in unit.models if state.left[model.index] > 0]
        best = min(bearing.leadership(table, state, unit, model) for model in living)
        return int(best - bearing.roll_modifier(table, state, unit, "battle-shock test"))

    def reach(self, state: State, model: int) -> int:
        """A model's Move, with what rules change of it."""
        return int(self.game.table.move_mil(state, self.owner[model], model))

    def fight_reach(self, state: State, unit: Any, move: str) -> tuple[int, bool]:
        """The inches that a unit may pile in or consolidate, with what rules change of them, and whether those
        beyond three need an end in Engagement Range."""
        return bearing.reach(self.game.table, state, unit, move)

    def plus(self, state: State, unit: Any, roll: str) -> int:
        """What rules add to a unit's roll."""
        return bearing.roll_modifier(self.game.table, state, unit, roll)

    def past(self, state: State, unit: Any, move: str) -> tuple[int, ...]:
        """The enemy units that rules let a unit go through."""
        return bearing.passed_through(self.game.table, state, unit, move)

    def escapes(self, state: State, unit: Any) -> bool:
        """Whether rules pass a unit's Desperate Escape tests."""
        found = bearing.passing(self.game.table, state, unit, "fall back")
        return found is not None and found.passes

    def may(self, state: State, unit: Any, what: str) -> bool:
        """Whether rules let a unit do something all the same."""
        return bearing.permitted(self.game.table, state, unit, what)

    def given(self, state: State, unit: Any, ability: str) -> bool:
        """Whether rules give a unit an ability."""
        return bearing.has(self.game.table, state, unit, ability)

    def controlled(self, state: State, side: int, shocked: frozenset[int], slack: float) -> int:
        """Markers that a side controls (K-OBJ-02); ``shocked`` units have no Objective Control. Slack is to
        this side's good: the most that it may control, or the least where it is negative."""
        held = 0
        for number, marker in enumerate(self.markers):
            levels = [0, 0]
            if (kept := keeper(state, number)) is not None:
                held += kept == side
                continue
            for model in self.models:
                unit = self.owner[model.index]
                if self.there(state, model.index):
                    reach = 3 * INCH + (slack if unit.side == side else -slack)
                    near = gap(self.disc(state, model.index), marker) <= reach
                    out = unit.index in shocked
                    levels[unit.side] += near and bearing.control(self.game.table, state, unit, model, out)
            held += levels[side] > levels[1 - side]
        return held


def _part(unit: Any, model: Any) -> Any:
    """The Bodyguard, or which Leader, a model is of."""
    return unit.kinds[model.kind].sheet.name if model.leader else None


def _as_now(arm: Any) -> Any:
    """A weapon with what it has now among what its profile prints."""
    read = arm.abilities
    if abilities.read(arm.spec.abilities) == read:
        return arm
    plain = (name for name in PLAIN if getattr(read, name))
    spec = replace(arm.spec, abilities=(*arm.spec.abilities, *(name.replace("_", " ") for name in plain)))
    return replace(arm, spec=spec)


PLAIN = ("assault", "blast", "extra_attacks", "hazardous", "one_shot", "pistol", "precision", "torrent")
"""Abilities of weapons that decide who may attack whom, and what is spent or rolled besides."""
