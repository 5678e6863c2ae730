"""A position as a short text, and back: from where tests start.

    wh40k10 2025-06 | Only War | small-yard
    round 2, A, movement | CP 1 2 | VP 0 3
    A Infractors: 10,4 11.5,4 13,4/1 14.5,4 dead | advanced, shocked
    B Necron Warriors with Overlord [5 gauss reaper]: 10,9 11.5,9 …
    B Immortals: - - - - -
    used: battle 0 Insane Bravery

A model is its place in inches with the wounds that it lost; a unit of which no model has a place is not yet
on the table. The clock tells which step begins: what an activation had already done of it is not in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from warbook import data, systems
from warbook.battle.battle import Battle
from warbook.errors import InputError
from warbook.loadout import squad
from warbook.roster import Entry, Roster
from warbook.rules.state import State

MIL_PER_INCH = 1000
SIDES = "AB"
DEPLOYMENT = "deployment"
ABSENT, DEAD = "-", "dead"
_UNIT = re.compile(r"([AB]) ([^\[\]:|]+?)(?: \[([^\]]*)\])?:([^|]*)(?:\|(.*))?")
_MODEL = re.compile(r"(-?\d{1,3}(?:\.\d{1,3})?),(-?\d{1,3}(?:\.\d{1,3})?)(?:/(\d{1,3}))?")
_CLOCK = re.compile(r"round (\d+), ([AB]), ([a-z -]+?)(?: \+(\d+))?")


def position(game: Any, state: State) -> str:
    """The text of a state of this game."""
    round_, side, step, count = state.clock
    name = game.steps[step] if round_ else DEPLOYMENT
    clock = f"round {round_}, {SIDES[side]}, {name}" + (f" +{count}" if count else "")
    numbers = [f"{name} {' '.join(map(str, state.sides[:, n]))}" for n, name in enumerate(game.columns)]
    field = game.ground.battlefield.name
    lines = [
        f"{game.system.name} {game.system.revision} | {game.mission} | {field}",
        " | ".join((clock, *numbers)),
    ]
    lines += [_unit(game, state, unit) for unit in game.muster.units]
    return "\n".join([*lines, *([f"used: {'; '.join(sorted(state.used))}"] if state.used else [])])


def _unit(game: Any, state: State, unit: Any) -> str:
    entry = game.muster.entries[unit.index]
    name = entry.sheet + (f" with {entry.leader}" if entry.leader else "")
    loadout = f" [{'; '.join(entry.loadout)}]" if entry.loadout else ""
    models = " ".join(_model(state, model) for model in unit.models)
    flags = [word for word, (flag, value) in game.words.items() if state.units[unit.index, flag] == value]
    return f"{SIDES[unit.side]} {name}{loadout}: {models}" + (f" | {', '.join(flags)}" if flags else "")


def _model(state: State, model: Any) -> str:
    x, y = state.at[model.index].tolist()
    lost = model.wounds - int(state.left[model.index])
    if (x, y) == (-1, -1):
        return DEAD if lost else ABSENT
    return f"{_inches(x)},{_inches(y)}" + (f"/{lost}" if lost else "")


def _inches(mil: int) -> str:
    return f"{mil / MIL_PER_INCH:.3f}".rstrip("0").rstrip(".")


def set_up(text: str, revision: str | None = None) -> Battle:
    """A battle that goes on from a position; ``revision`` in place of the one it names. Raises InputError."""
    return Battle(*placed(text, revision))


def placed(text: str, revision: str | None = None) -> tuple[Any, State]:
    """The game and the state of a position. Raises InputError with the line of what is wrong."""
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2:
        raise _wrong(1, "expected the game, the clock, and a line for each unit")
    system, named, mission, field = _game(*lines[0])
    parsed = [_parsed(*line) for line in lines[2:] if not line[1].startswith("used:")]
    armies = [Roster(side, tuple(unit.entry for unit in parsed if unit.side == side), system) for side in SIDES]
    game: Any = systems.game(system, revision or named, mission, field, (armies[0], armies[1]))
    state = game.start()
    _read_clock(game, state, *lines[1])
    units = [unit for side in SIDES for unit in parsed if unit.side == side]
    for unit, placed in zip(game.muster.units, units, strict=True):
        _place(game, state, unit, placed)
    state.used = frozenset(_used(lines))
    return game, state


class _Unit(msgspec.Struct, frozen=True):
    line: int
    side: str
    entry: Entry
    models: tuple[str, ...]
    words: tuple[str, ...]


def _game(number: int, line: str) -> tuple[str, str, str, str]:
    parts = [part.strip() for part in line.split("|")]
    names = parts[0].split()
    if len(parts) != 3 or len(names) != 2:
        raise _wrong(number, "expected SYSTEM REVISION | MISSION | BATTLEFIELD")
    return names[0], names[1], parts[1], parts[2]


def _read_clock(game: Any, state: State, number: int, line: str) -> None:
    clock, *numbers = (part.strip() for part in line.split("|"))
    found = _CLOCK.fullmatch(clock)
    if found is None or found[3] not in (*game.steps, DEPLOYMENT):
        raise _wrong(number, f"expected round N, A or B, and one of {', '.join(game.steps)}")
    step = 0 if found[3] == DEPLOYMENT else game.steps.index(found[3])
    state.clock = (int(found[1]), SIDES.index(found[2]), step, int(found[4] or 0))
    for text in numbers:
        name, *values = text.split()
        if name not in game.columns or len(values) != 2 or not all(value.isdecimal() for value in values):
            raise _wrong(number, f"expected two numbers of {' or '.join(game.columns)}, got {text!r}")
        state.sides[:, game.columns.index(name)] = [int(value) for value in values]


def _parsed(number: int, line: str) -> _Unit:
    found = _UNIT.fullmatch(line)
    if found is None:
        raise _wrong(number, "expected A or B, the unit's name, and its models")
    name, _, leader = (part.strip() for part in found[2].partition(" with "))
    loadout = tuple(text.strip() for text in (found[3] or "").split(";") if text.strip())
    models = tuple(found[4].split())
    leads = sum(group.count for group in squad(data.find(leader, "wh40k10"))) if leader else 0
    entry = Entry(name, len(models) - leads, loadout, leader or None)
    words = tuple(text.strip() for text in (found[5] or "").split(",") if text.strip())
    return _Unit(number, found[1], entry, models, words)


def _place(game: Any, state: State, unit: Any, placed: _Unit) -> None:
    for model, text in zip(unit.models, placed.models, strict=True):
        found = _MODEL.fullmatch(text)
        if found is not None:
            state.at[model.index] = [round(MIL_PER_INCH * float(found[n])) for n in (1, 2)]
            state.left[model.index] -= min(int(found[3] or 0), model.wounds)
        elif text == DEAD:
            state.left[model.index] = 0
        elif text != ABSENT:
            raise _wrong(placed.line, f"expected x,y in inches, x,y/wounds lost, dead or -, got {text!r}")
    state.units[unit.index, 0] = any(text != ABSENT for text in placed.models)
    for word in placed.words:
        if word not in game.words:
            raise _wrong(placed.line, f"expected one of {', '.join(game.words)}, got {word!r}")
        flag, value = game.words[word]
        state.units[unit.index, flag] = value


def _used(lines: list[tuple[int, str]]) -> Iterable[str]:
    for _, line in lines:
        if line.startswith("used:"):
            yield from (text.strip() for text in line.removeprefix("used:").split(";"))


def _wrong(line: int, expected: str) -> InputError:
    return InputError("position", f"line {line}", expected)
