"""The record of a battle: what it was fought with, and every input. It survives any change in how dice are
called for, can be typed in from a real table, and is judged again by whoever reads it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec

from warbook import json_file, systems, writing
from warbook.battle.battle import Battle, Input, Watcher, rolled
from warbook.dice import Roll
from warbook.errors import InputError
from warbook.rules.request import Ask, Place
from warbook.sheets.roster import Roster
from warbook.systems.wh40k10.force import Force


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a battle is fought with. ``largest_first`` are the sides that set up their largest models first, not
    in the order of their list. Raises InputError for what are no names and no two rosters."""

    system: str
    revision: str
    mission: str
    battlefield: str
    armies: tuple[Roster, Roster]
    largest_first: tuple[bool, bool] = (False, False)

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
    """A header and all inputs: an index for a decision, ``[model, x, y]`` for a placement, faces for a roll.

    ``forces`` hold the sheets and rules that it was fought with, so that it can be replayed when the library
    has changed. Records of before have none: their armies are looked up."""

    header: Header
    inputs: tuple[Any, ...]
    state_hash: str = ""
    forces: tuple[Force, Force] | None = None


class Bot(Protocol):
    """Whoever answers for a side."""

    def answer(self, battle: Battle, request: Ask | Place) -> Input: ...


def begin(header: Header, forces: tuple[Force, Force] | None = None) -> Battle:
    """A battle at its first request, between the armies of a record where ``forces`` are given. Raises
    InputError for what there is not."""
    names = header.system, header.revision, header.mission, header.battlefield
    return Battle(systems.game(*names, header.armies, forces, header.largest_first))


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
    return Record(header, battle.history, battle.state.digest(), battle.game.forces())


def replay(record: Record, watch: Watcher | None = None, until: int | None = None) -> Battle:
    """Play a record again, or only its first ``until`` inputs. Raises ``IllegalInput`` where an input does not
    fit, and InputError where the end is not the one recorded."""
    battle = begin(record.header, record.forces)
    for entry in record.inputs[:until]:
        battle.send(entry, watch)
    whole = until is None or until >= len(record.inputs)
    if whole and record.state_hash and battle.state.digest() != record.state_hash:
        told = f"expected the state that the inputs lead to{doubt(record)}"
        raise InputError("record", "state_hash", told)
    return battle


def doubt(record: Record) -> str:
    """What may be the reason where a record does not fit: one that does not hold its sheets."""
    return (
        ""
        if record.forces
        else "; it does not hold the sheets it was fought with, and those here may be others"
    )


def save(record: Record, path: str | Path) -> None:
    """Write a record as JSON. Raises InputError."""
    writing.write(path, msgspec.json.encode(record))


def load(path: str | Path) -> Record:
    """Read a record. Raises InputError with the place of what is wrong."""
    return json_file.read(Path(path), Record)
