"""The record of a battle: what it was fought with, and every input. It survives any change in how dice are
called for, can be typed in from a real table, and is judged again by whoever reads it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec

from warbook import json_file, systems
from warbook.battle.battle import Battle, Input, Watcher, rolled
from warbook.dice import Roll
from warbook.errors import InputError
from warbook.roster import Roster
from warbook.rules.request import Ask, Place


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a battle is fought with. Raises InputError for what are no names and no two rosters."""

    system: str
    revision: str
    mission: str
    battlefield: str
    armies: tuple[Roster, Roster]

    def __post_init__(self) -> None:
        for field in ("system", "revision", "mission", "battlefield"):
            if not isinstance(value := getattr(self, field), str):
                raise InputError("header", field, f"expected a name, got {value!r:.60}")
        armies: Any = self.armies
        if not isinstance(armies, tuple) or len(armies) != 2:
            got = f"{len(armies)}" if isinstance(armies, tuple) else f"{armies!r:.60}"
            raise InputError("header", "armies", f"expected two rosters in a tuple, got {got}")
        for place, army in enumerate(armies):
            if not isinstance(army, Roster):
                how = "roster.find(name) and roster.read(path) give one"
                raise InputError("header", f"armies[{place}]", f"expected a Roster ({how}), got {army!r:.60}")


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A header and all inputs: an index for a decision, ``[model, x, y]`` for a placement, faces for a roll."""

    header: Header
    inputs: tuple[Any, ...]
    state_hash: str = ""


class Bot(Protocol):
    """Whoever answers for a side."""

    def answer(self, battle: Battle, request: Ask | Place) -> Input: ...


def begin(header: Header) -> Battle:
    """A battle at its first request. Raises InputError for what there is not."""
    return Battle(
        systems.game(header.system, header.revision, header.mission, header.battlefield, header.armies)
    )


def play(battle: Battle, bots: tuple[Bot, Bot], random: Random, watch: Watcher | None = None) -> Battle:
    """Play a battle to its end: bots decide, ``random`` rolls."""
    while battle.request is not None:
        request = battle.request
        answer: Input
        if isinstance(request, Roll):
            answer = rolled(request, random)
        else:
            answer = bots[request.player].answer(battle, request)
        battle.send(answer, watch)
    return battle


def recorded(header: Header, battle: Battle) -> Record:
    """The record of a battle so far."""
    return Record(header, battle.history, battle.state.digest())


def replay(record: Record, watch: Watcher | None = None, until: int | None = None) -> Battle:
    """Play a record again, or only its first ``until`` inputs. Raises ``IllegalInput`` where an input does not
    fit, and InputError where the end is not the one recorded."""
    battle = begin(record.header)
    for entry in record.inputs[:until]:
        battle.send(entry, watch)
    whole = until is None or until >= len(record.inputs)
    if whole and record.state_hash and battle.state.digest() != record.state_hash:
        raise InputError("record", "state_hash", "expected the state that the inputs lead to")
    return battle


def save(record: Record, path: str | Path) -> None:
    """Write a record as JSON."""
    try:
        Path(path).write_bytes(msgspec.json.encode(record))
    except OSError as fault:
        raise InputError(str(path), "record", f"expected room to write: {fault.strerror}") from None


def load(path: str | Path) -> Record:
    """Read a record. Raises InputError with the place of what is wrong."""
    return json_file.read(Path(path), Record)
