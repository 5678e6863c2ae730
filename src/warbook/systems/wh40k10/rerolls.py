"""Command Re-roll: after a roll that failed, or could have been higher, its player may have it rolled again
(section 14). What is rolled are the same programs as ever."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from warbook.dice import Chance, Dice, Outcome, Pool, Program, Roll, Sum, Test
from warbook.rules.request import Activation
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.plays import Event, again, window
from warbook.systems.wh40k10.ruled.bearing import reroller
from warbook.systems.wh40k10.table import Table

T = TypeVar("T")

ATTACKERS = frozenset(
    ("advance", "charge", "desperate escape", "attacks", "hit", "wound", "damage", "hazardous")
)
DEFENDERS = frozenset(("save",))
OF_TARGET = frozenset(("save", "feel no pain"))
"""Rolls of an attack that its target's player makes (section 9 steps 4 and 5)."""
RULED = {"advance": "advance roll", "charge": "charge roll"}
"""Rolls that a unit's rules may let be made again, by their names in rules."""


def rerollable(
    table: Table, state: State, attacker: Unit, defender: Unit, running: Program[T]
) -> Activation[T]:
    """Run a program, offering the re-roll of each roll to the player who made it: the attacker, or for saves
    the defender.

    A die that was re-rolled already is not rolled again (K-DIC-02). Of several dice rolled at once one is
    picked; dice that the weapon itself may re-roll are left out there, since which of them were is not
    known.
    """
    try:
        asked = next(running)
        while True:
            asked = _told(asked, attacker, defender)
            outcome: Any = yield asked
            roller = attacker if asked.what in ATTACKERS else defender if asked.what in DEFENDERS else None
            if roller is not None:
                outcome = yield from _offered(table, state, roller, asked, outcome)
            asked = running.send(outcome)
    except StopIteration as stop:
        result: T = stop.value
        return result


def _offered(table: Table, state: State, roller: Unit, asked: Roll, outcome: Any) -> Activation[Any]:
    """The outcome of a roll, or of Command Re-roll where its player uses it."""
    once_more = _again(asked, outcome)
    if once_more is None:
        return outcome
    event = Event("rolled", roller.side, roller, asked, outcome)
    return _with(outcome, (yield once_more)) if (yield from window(table, state, event)) else outcome


def _told(asked: Roll, attacker: Unit, defender: Unit) -> Roll:
    """The roll with whose attack it is and whose dice they are; a unit's own roll has no target."""
    target = None if attacker is defender else defender.index
    player = defender.side if asked.what in OF_TARGET else attacker.side
    return msgspec.structs.replace(asked, player=player, unit=attacker.index, target=target)


def own_roll(
    table: Table, state: State, unit: Unit, what: str, chance: Chance[T], least: int | None = None
) -> Activation[T]:
    """A roll of a unit for itself, which its player may re-roll."""
    asked = Roll(what, chance, player=unit.side, unit=unit.index, least=least)
    if what not in RULED or reroller(table, state, unit, RULED[what]) is None:
        outcome: T = yield from rerollable(table, state, unit, unit, _once(asked))
        return outcome
    outcome = yield asked
    if (yield from again(table, state, unit, RULED[what], asked, outcome)):
        outcome = yield asked
        return outcome
    outcome = yield from _offered(table, state, unit, asked, outcome)
    return outcome


def _once(asked: Roll) -> Program[Any]:
    return (yield asked)


def _again(asked: Roll, outcome: Any) -> Roll | None:
    """What a re-roll would roll, ``None`` where it could bring nothing or is not allowed."""
    chance = asked.chance
    if isinstance(chance, Test):
        allowed = outcome is Outcome.FAIL and chance.possible
        return msgspec.structs.replace(asked, chance=chance.once) if allowed else None
    if isinstance(chance, Pool):
        failed = sum(outcome) < chance.number and chance.test.possible and not any(chance.test.rerolls)
        return msgspec.structs.replace(asked, chance=Pool(chance.test.once, 1)) if failed else None
    if isinstance(chance, Dice | Sum):
        return asked if outcome < chance.maximum else None
    return None


def _with(outcome: Any, rolled: Any) -> Any:
    """The outcome with a re-roll in it: one more die of a pool, else the new roll alone."""
    if isinstance(outcome, tuple):
        return tuple(a + b for a, b in zip(outcome, rolled, strict=True))
    return rolled
