"""A bot that takes what exact odds and objectives say is best now, and looks no further."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from warbook.battle import Battle
from warbook.battle.battle import Input
from warbook.dice import Dice
from warbook.probability import Refusal, odds
from warbook.rules.engagement import Engagement
from warbook.rules.request import Ask, Place
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Arm, Unit
from warbook.systems.wh40k10.charging import in_reach
from warbook.systems.wh40k10.decisions import Decision
from warbook.systems.wh40k10.declaring import Aimed
from warbook.systems.wh40k10.fighting import strikes
from warbook.systems.wh40k10.ruled.occasions import Card
from warbook.systems.wh40k10.ruled.times import GOES_ON
from warbook.systems.wh40k10.shooting import aims
from warbook.systems.wh40k10.table import Move, Table
from warbook.systems.wh40k10.turn import STEPS, OnlyWar
from warbook.systems.wh40k10.wounding import Ranks, Used, engagement

Point = tuple[int, int]

POINTS_FOR_A_CP = 12.0
"""What a play must be worth before it is used: a rule of thumb for battles of 500 points."""

FIGHTS = ("fights first", "remaining combats")


class GreedyBot:
    """Shoots where it destroys most, charges what it beats, and walks to markers that it does not hold."""

    def answer(self, battle: Battle, request: Ask | Place) -> Input:
        game, state = battle.game, battle.state
        if not isinstance(game, OnlyWar):
            raise TypeError(f"the greedy bot plays wh40k10, not {type(game).__name__}")
        table = game.table
        if isinstance(request, Place):
            unit = table.units[request.unit]
            return game.proposed(state, request, self._goal(table, state, unit))
        return self._choose(table, state, request)

    def _choose(self, table: Table, state: State, request: Ask) -> int:
        choose = {
            Decision.UNIT_TO_MOVE: self._first_unit,
            Decision.KIND_OF_MOVE: self._move,
            Decision.UNIT_TO_SHOOT: self._first_unit,
            Decision.UNIT_TO_CHARGE: self._charger,
            Decision.CHARGE_TARGET: self._charged,
            Decision.TARGET: self._aimed,
            Decision.PROFILE: self._profile,
            Decision.MELEE_WEAPON: self._profile,
            Decision.PLAY: self._play,
            Decision.USE: self._first_unit,
            Decision.REROLL: self._rolled_again,
        }.get(Decision(request.what), self._last)
        return choose(table, state, request)

    def _last(self, _table: Table, _state: State, request: Ask) -> int:
        """Anything is as good as the first."""
        return 0

    def _first_unit(self, _table: Table, _state: State, request: Ask) -> int:
        return len(request.options) - 1

    def _move(self, table: Table, state: State, request: Ask) -> int:
        """Stay where the unit holds a marker, or while it fights; else move, without Advancing what shoots."""
        unit = table.units[request.about or 0]
        wanted = Move.NORMAL
        if request.options[-1] is Move.FELL_BACK or self._holds(table, state, unit):
            wanted = Move.STATIONARY
        elif not any(model.shooting for model in unit.models):
            wanted = Move.ADVANCED
        return request.options.index(wanted)

    def _holds(self, table: Table, state: State, unit: Unit) -> bool:
        return any(table.ground.near_marker(state, marker, unit) for marker in range(table.ground.markers))

    def _goal(self, table: Table, state: State, unit: Unit) -> Point:
        """The nearest marker that no friend stands on, else the nearest enemy."""
        here = self._middle(table, state, unit)
        friends = [other for other in table.army(state, unit.side) if other is not unit]
        markers = [(int(x), int(y)) for x, y in table.ground.ground.objectives.xy]
        free = [
            markers[n]
            for n in range(table.ground.markers)
            if not any(table.ground.near_marker(state, n, friend) for friend in friends)
        ]
        enemies = [self._middle(table, state, enemy) for enemy in table.army(state, 1 - unit.side)]
        return _nearest(here, free or enemies or markers)

    def _middle(self, table: Table, state: State, unit: Unit) -> Point:
        return table.ground.glance(state).middle(unit.index)

    def _aimed(self, table: Table, state: State, request: Ask) -> int:
        """Where the weapons destroy most; at the one target there is, without a count."""
        if request.options[1:] == (None,):
            return 0
        unit = table.units[request.about or 0]
        weapon = request.subject
        return _best(request.options, lambda target: self._dealt(table, state, unit, weapon, target))

    def _dealt(self, table: Table, state: State, unit: Unit, name: str, target: Unit | None) -> float:
        """Points of a target that the weapons of one name destroy."""
        if target is None:
            return 0.0
        aimed = self._attacks(table, state, unit).get(target, [])
        return destroyed(table, state, unit, target, [pair for pair in aimed if pair[1].spec.name == name])

    def _attacks(self, table: Table, state: State, unit: Unit) -> Aimed:
        """All that a unit could attack with now, by target."""
        if STEPS[state.clock[2]][0] in FIGHTS:
            return strikes(table, state, unit)
        return {enemy: aims(table, state, unit, enemy) for enemy in table.army(state, 1 - unit.side)}

    def _profile(self, table: Table, state: State, request: Ask) -> int:
        unit = table.units[request.about or 0]
        enemies = table.army(state, 1 - unit.side)
        return _best(
            request.options, lambda name: max(self._dealt(table, state, unit, name, e) for e in enemies)
        )

    def _play(self, table: Table, state: State, request: Ask) -> int:
        """The play that is worth most, where that is worth its command points."""
        values = [0.0 if used is None else self._worth(table, state, request, used) for used in request.options]
        best = max(range(len(values)), key=lambda place: (values[place], -place))
        return best if values[best] >= POINTS_FOR_A_CP else 0

    def _worth(self, table: Table, state: State, request: Ask, used: Any) -> float:
        """What a play is likely to save or destroy, in points."""
        own: Unit = used.unit
        if request.subject == GOES_ON and waits(used.play.card):
            return 0.0
        enemy = None if request.about is None else table.units[request.about]
        match used.play.name:
            case "Command Re-roll":
                return self._again(request, own)
            case "Insane Bravery":
                return own.points / 8 if self._holds(table, state, own) else 0.0
            case "Fire Overwatch" if enemy is not None:
                shots = aims(table, state, own, enemy, in_phase=False)
                return destroyed(table, state, own, enemy, shots) / 3
            case "Heroic Intervention" | "Counter-Offensive" if enemy is not None:
                return self._struck(table, state, own) / int(used.play.cost(table))
            case "Go to Ground" | "Smokescreen":
                return own.points / 8
        return own.points / 8 if used.play.card is not None else 0.0

    def _rolled_again(self, _table: Table, _state: State, request: Ask) -> int:
        """What fell short, and an Advance below the mean."""
        least = request.rolled.least if request.rolled else None
        return int(request.outcome < (least if least is not None else 4))

    def _again(self, request: Ask, own: Unit) -> float:
        """A charge that fell short, a save, a dangerous test; not one shot of many."""
        rolled = request.rolled
        if rolled is None:
            return 0.0
        if rolled.what == "charge":
            return own.points / 4 if rolled.least is not None and request.outcome < rolled.least else 0.0
        each = own.points / len(own.models)
        return each if rolled.what in ("save", "hazardous", "desperate escape") else 0.0

    def _struck(self, table: Table, state: State, own: Unit) -> float:
        """Points that a unit destroys if it strikes now, of the best of its enemies nearby."""
        enemies = [e for e in table.army(state, 1 - own.side) if table.within(state, own, e, 6)]
        blows = fists(table, state, own)
        return max((destroyed(table, state, own, enemy, blows) for enemy in enemies), default=0.0)

    def _charger(self, table: Table, state: State, request: Ask) -> int:
        """A unit that deals more than it is likely to take, from near enough."""

        def worth(unit: Any) -> float:
            if unit is None:
                return 0.2
            return max(self._advantage(table, state, unit, target) for target in in_reach(table, state, unit))

        return _best(request.options, worth)

    def _charged(self, table: Table, state: State, request: Ask) -> int:
        unit = table.units[request.about or 0]
        return _best(request.options, lambda target: self._advantage(table, state, unit, target))

    def _advantage(self, table: Table, state: State, unit: Unit, target: Unit) -> float:
        """Points destroyed by the charge less those struck back, by the chance to arrive."""
        gap = max(0, table.ground.gap_mil(state, unit, target) - 1000)
        inches = -(-gap // 1000)
        arrives = sum(6 - abs(7 - n) for n in range(max(2, inches), 13)) / 36
        given = destroyed(table, state, unit, target, fists(table, state, unit))
        taken = destroyed(table, state, target, unit, fists(table, state, target))
        return arrives * (given - 0.6 * taken)


def waits(card: Card) -> bool:
    """Whether a play may be used as well when its unit is selected, and can wait for that."""
    return any(name.startswith("selected to") for name in card.names)


def fists(table: Table, state: State, unit: Unit) -> Used:
    """What all living models of a unit are likely to fight with: Extra Attacks, and the strongest other."""
    alive = set(table.living(state, unit).tolist())
    return [(model, arm) for model in unit.models if model.index in alive for arm in _strongest(model.fighting)]


@lru_cache(maxsize=1024)
def _strongest(arms: tuple[Arm, ...]) -> tuple[Arm, ...]:
    extra = tuple(arm for arm in arms if arm.abilities.extra_attacks)
    others = [arm for arm in arms if not arm.abilities.extra_attacks]
    return (*sorted(others, key=_might)[-1:], *extra)


def _might(arm: Arm) -> float:
    """A plain order among melee weapons: what their attacks could do if all got through."""
    attacks, damage = Dice.parse(str(arm.spec.attacks)), Dice.parse(str(arm.spec.damage))
    return attacks.mean * damage.mean * arm.spec.strength * (1 - int(str(arm.spec.ap)) / 6)


def destroyed(table: Table, state: State, unit: Unit, target: Unit, used: Used) -> float:
    """Mean points of the target that an attack destroys, by its models' share of the unit."""
    if not used:
        return 0.0
    ranks = Ranks(state, target, frozenset())
    wounds = sum(model.wounds for model in target.models)
    return target.points * mean_damage(engagement(table, state, unit, ranks, target, used)) / wounds


@lru_cache(maxsize=4096)
def mean_damage(attack: Engagement) -> float:
    """The mean damage of an attack; none of one that has no odds."""
    told = odds(attack)
    return 0.0 if isinstance(told, Refusal) else told.damage.mean


def _best(options: tuple[Any, ...], worth: Callable[[Any], float]) -> int:
    values = [worth(option) for option in options]
    return max(range(len(options)), key=lambda place: (values[place], -place))


def _nearest(here: Point, points: list[Point]) -> Point:
    return min(points, key=lambda point: ((point[0] - here[0]) ** 2 + (point[1] - here[1]) ** 2, point))
