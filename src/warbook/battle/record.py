"""The record of a battle: what it was fought with, and every input. It survives any change in how dice are
called for, can be typed in from a real table, and is judged again by whoever reads it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec

from warbook import systems
from warbook.battle.battle import Battle, Input, rolled
from warbook.dice import Roll
from warbook.errors import InputError
from warbook.roster import Roster
from warbook.rules.request import Ask, Place, Request


class Header(msgspec.Struct, frozen=True):
    """What a battle is fought with."""

    system: str
    revision: str
    mission: str
    battlefield: str
    armies: tuple[Roster, Roster]


class Record(msgspec.Struct, frozen=True):
    """A header and all inputs: an index for a decision, ``[model, x, y]`` for a placement, faces for a roll."""

    header: Header
    inputs: tuple[Any, ...]
    state_hash: str = ""


class Bot(Protocol):
    """Whoever answers for a side."""

    def answer(self, battle: Battle, request: Ask | Place) -> Input: ...


Watcher = Callable[[Battle, Request, Input], None]


def begin(header: Header) -> Battle:
    """A battle at its first request. Raises InputError for what there is not."""
    return Battle(systems.game(header.system, header.revision, header.mission, header.battlefield, header.armies))


def play(battle: Battle, bots: tuple[Bot, Bot], random: Random, watch: Watcher | None = None) -> Battle:
    """Play a battle to its end: bots decide, ``random`` rolls."""
    while battle.request is not None:
        request = battle.request
        answer: Input
        if isinstance(request, Roll):
            answer = rolled(request, random)
        else:
            answer = bots[request.player].answer(battle, request)
        if watch is not None:
            watch(battle, request, answer)
        battle.send(answer)
    return battle


def recorded(header: Header, battle: Battle) -> Record:
    """The record of a battle so far."""
    return Record(header, battle.history, battle.state.digest())


def replay(record: Record, watch: Watcher | None = None) -> Battle:
    """Play a record again. Raises ``IllegalInput`` where an input does not fit, and InputError where the end is
    not the one recorded."""
    battle = begin(record.header)
    for entry in record.inputs:
        answer = _input(entry)
        if watch is not None and battle.request is not None:
            watch(battle, battle.request, answer)
        battle.send(answer)
    if record.state_hash and battle.state.digest() != record.state_hash:
        raise InputError("record", "state_hash", "expected the state that the inputs lead to")
    return battle


def _input(entry: Any) -> Input:
    if isinstance(entry, int):
        return entry
    return tuple(tuple(part) if isinstance(part, list | tuple) else part for part in entry)


def save(record: Record, path: Path) -> None:
    """Write a record as JSON."""
    path.write_bytes(msgspec.json.encode(record))


def load(path: Path) -> Record:
    """Read a record. Raises InputError with the place of what is wrong."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Record)
    except OSError as fault:
        raise InputError(str(path), "path", f"expected a readable file: {fault.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise InputError(str(path), "record", str(fault)) from None
