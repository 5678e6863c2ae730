"""Command Re-roll among the rolls of an attack: after each that failed, or could have been higher, its
player may have it rolled again (section 14). The attacks themselves are the same programs as ever."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from warbook.dice import Dice, Outcome, Pool, Program, Roll, Sum, Test
from warbook.rules.request import Activation
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.plays import Event, window
from warbook.systems.wh40k10.table import Table

T = TypeVar("T")

ATTACKERS = frozenset(("attacks", "hit", "wound", "damage", "hazardous"))
DEFENDERS = frozenset(("save",))


def rerollable(
    table: Table, state: State, attacker: Unit, defender: Unit, running: Program[T]
) -> Activation[T]:
    """Run a program of attacks, offering the re-roll of each roll to the player who made it.

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
            again = _again(asked, outcome) if roller is not None else None
            if again is not None and (yield from window(table, state, Event("rolled", roller.side, roller))):  # type: ignore[union-attr]
                outcome = _with(outcome, (yield again))
            asked = running.send(outcome)
    except StopIteration as stop:
        result: T = stop.value
        return result


def _told(asked: Roll, attacker: Unit, defender: Unit) -> Roll:
    """The roll with whose attack it is, for whoever tells of it."""
    return Roll(asked.what, asked.chance, asked.weapon, attacker.side, attacker.index, defender.index)


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
