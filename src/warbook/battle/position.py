"""A position as a short text, and back: from where tests start.

    wh40k10 2025-06 | Only War | small-yard
    round 2, A, movement | CP 1 2 | VP 0 3
    A Infractors: 10,4 11.5,4 13,4/1 14.5,4 dead | advanced, shocked
    B Necron Warriors with Overlord [5 gauss reaper]: 10,9 11.5,9 …
    B Immortals: - - - - -
    used: battle 0 Insane Bravery

Rules in force for a time follow, a line each: ``in force: {"rule": …}``.

A model is its place in inches with the wounds that it lost; a unit of which no model has a place is not yet
on the table. The clock tells which step begins, by its name or the beginning of that ("fight"): what an
activation had already done of it is not in the text. What is read is judged: no model stands off the table or
on another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
import numpy as np

from warbook import data, systems
from warbook.battle.battle import Battle
from warbook.board.gaps import overlaps
from warbook.errors import InputError
from warbook.json_file import unreadable
from warbook.rules.state import State
from warbook.sheets.loadout import squad
from warbook.sheets.roster import Entry, Roster

MIL_PER_INCH = 1000
SIDES = "AB"
DEPLOYMENT = "deployment"
ABSENT, DEAD = "-", "dead"
IN_FORCE = "in force:"
SPANS = ("phase", "turn", "battle")
_UNIT = re.compile(r"([AB]) ([^\[\]:|]+?)(?: \[([^\]]*)\])?:([^|]*)(?:\|(.*))?")
_MODEL = re.compile(r"(-?\d{1,3}(?:\.\d{1,3})?),(-?\d{1,3}(?:\.\d{1,3})?)(?:/(\d{1,3}))?")
_CLOCK = re.compile(r"round (\d{1,3}), ([AB]), ([a-z -]+?)(?: \+(\d{1,3}))?")
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
_PLACE = re.compile(r"units\[(\d+)\]")


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
    lines += [f"{IN_FORCE} {text}" for text in game.lasting(state)]
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
    parsed = [_parsed(*line) for line in lines[2:] if not line[1].startswith(("used:", IN_FORCE))]
    units = [unit for side in SIDES for unit in parsed if unit.side == side]
    game: Any = _mustered((system, revision or named, mission, field), units, lines[-1][0])
    state = game.start()
    _read_clock(game, state, *lines[1])
    for unit, placed in zip(game.muster.units, units, strict=True):
        _place(game, state, unit, placed)
    _judge(game, state, units)
    state.used = frozenset(_used(lines))
    state.effects = tuple(_in_force(game, *line) for line in lines if line[1].startswith(IN_FORCE))
    return game, state


def _mustered(names: tuple[str, str, str, str], units: list[_Unit], last: int) -> Any:
    """The game of these units; what is wrong with one of them is told with its line."""
    for side in SIDES:
        if not any(unit.side == side for unit in units):
            raise _wrong(last, f"expected a line for a unit of {side}")
    armies = [
        Roster(side, tuple(unit.entry for unit in units if unit.side == side), names[0]) for side in SIDES
    ]
    try:
        return systems.game(*names, (armies[0], armies[1]))
    except InputError as fault:
        found = _PLACE.fullmatch(fault.place)
        own = [unit for unit in units if unit.side == fault.path]
        if found is None or int(found[1]) >= len(own):
            raise
        raise _wrong(own[int(found[1])].line, fault.expected) from None


def _judge(game: Any, state: State, units: list[_Unit]) -> None:
    """Refuse models off the table and models on each other."""
    layout = game.ground.on_table(state)
    lines = [(unit.line, place + 1) for unit in units for place in range(len(unit.models))]
    standing = np.flatnonzero(layout.alive)
    there = layout.pick(standing)
    for model in standing[game.ground.ground.off_table(there)].tolist():
        width, depth = (_inches(size) for size in game.size_mil)
        raise _wrong(
            lines[model][0],
            f"model {lines[model][1]}: expected to stand wholly on the table of {width} by {depth} inches",
        )
    on = overlaps(there, there)
    np.fill_diagonal(on, False)
    for one, other in np.argwhere(on).tolist():
        (line, place), (second, model) = lines[standing[other]], lines[standing[one]]
        raise _wrong(line, f"model {place}: expected not to stand on model {model} of line {second}")


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
    step = _step(game, found[3]) if found else None
    if found is None or step is None:
        raise _wrong(number, f"expected round N, A or B, and one of {', '.join((DEPLOYMENT, *game.steps))}")
    if int(found[4] or 0) > 1:
        raise _wrong(number, f"expected +1 or nothing after the step, got +{found[4]:.20}")
    state.clock = (int(found[1]), SIDES.index(found[2]), step, int(found[4] or 0))
    _judge_clock(game, state, number, found[3])
    given: dict[str, list[str]] = {}
    for text in numbers:
        name, *values = text.split() or [""]
        if name not in game.columns or len(values) != 2 or not all(map(_NUMBER.fullmatch, values)):
            raise _wrong(number, f"expected two numbers of {' or '.join(game.columns)}, got {text!r}")
        if name in given:
            raise _wrong(number, f"expected {name} once")
        given[name] = values
    for column, name in enumerate(game.columns):
        if name not in given:
            raise _wrong(number, f"expected | {name} with a number for A and one for B")
        state.sides[:, column] = [int(value) for value in given[name]]


def _step(game: Any, text: str) -> int | None:
    """The step of that name, or the first that begins so: a fight phase begins with its first fights."""
    wanted = text.removesuffix(" phase")
    if wanted == DEPLOYMENT:
        return 0
    exact = [place for place, name in enumerate(game.steps) if name == wanted]
    begun = [place for place, name in enumerate(game.steps) if name.startswith(wanted)]
    return next(iter(exact + begun), None)


def _judge_clock(game: Any, state: State, number: int, step: str) -> None:
    """No round before the first or after the last, whose end is the beginning of one more."""
    round_, last = state.clock[0], game.result(state)[2]
    if (round_ == 0) != (step == DEPLOYMENT):
        raise _wrong(number, f"expected round 0 for {DEPLOYMENT}, and only for it")
    if round_ > last and state.clock != (last + 1, 0, 0, 0):
        raise _wrong(number, f"expected round 1 to {last}, got {round_}")


def _parsed(number: int, line: str) -> _Unit:
    found = _UNIT.fullmatch(line)
    if found is None:
        raise _wrong(number, "expected A or B, the unit's name, and its models")
    name, _, leader = (part.strip() for part in found[2].partition(" with "))
    loadout = tuple(text.strip() for text in (found[3] or "").split(";") if text.strip())
    models = tuple(found[4].split())
    try:
        leads = sum(group.count for group in squad(data.find(leader, "wh40k10"))) if leader else 0
    except InputError as fault:
        raise _wrong(number, f"{fault.place}: {fault.expected}") from None
    entry = Entry(name, len(models) - leads, loadout, leader or None)
    words = tuple(text.strip() for text in (found[5] or "").split(",") if text.strip())
    return _Unit(number, found[1], entry, models, words)


def _place(game: Any, state: State, unit: Any, placed: _Unit) -> None:
    for model, text in zip(unit.models, placed.models, strict=True):
        found = _MODEL.fullmatch(text)
        if found is not None:
            state.at[model.index] = [round(MIL_PER_INCH * float(found[n])) for n in (1, 2)]
            if int(found[3] or 0) > model.wounds:
                raise _wrong(
                    placed.line, f"{model.name}: expected at most {model.wounds} wounds lost, got {found[3]}"
                )
            state.left[model.index] -= int(found[3] or 0)
        elif text == DEAD:
            state.left[model.index] = 0
        elif text != ABSENT:
            raise _wrong(placed.line, f"expected x,y in inches, x,y/wounds lost, dead or -, got {text!r}")
    state.units[unit.index, 0] = any(text != ABSENT for text in placed.models)
    told: dict[int, str] = {}
    for word in placed.words:
        if word not in game.words:
            raise _wrong(placed.line, f"expected one of {', '.join(game.words)}, got {word!r}")
        flag, value = game.words[word]
        if flag in told:
            raise _wrong(placed.line, f"expected one of {told[flag]} and {word}, got both")
        told[flag] = word
        state.units[unit.index, flag] = value


def _used(lines: list[tuple[int, str]]) -> Iterable[str]:
    for number, line in lines:
        if line.startswith("used:"):
            for text in map(str.strip, line.removeprefix("used:").split(";")):
                if text.partition(" ")[0] not in SPANS:
                    raise _wrong(number, f"expected what was used in a phase, turn or battle, got {text!r:.60}")
                yield text


def _in_force(game: Any, number: int, line: str) -> Any:
    """A rule in force for a time. Raises InputError."""
    try:
        return game.in_force(line.removeprefix(IN_FORCE).strip())
    except (ValueError, msgspec.MsgspecError) as fault:
        raise _wrong(number, f"expected a rule in force as a position tells it: {unreadable(fault)}") from None


def _wrong(line: int, expected: str) -> InputError:
    return InputError("position", f"line {line}", expected)
