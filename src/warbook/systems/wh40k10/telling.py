"""A battle in a player's words: where it stands, what was decided, and what came of it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import hypot

from warbook.rules.request import Ask, Place
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Muster, Unit
from warbook.systems.wh40k10.plays import Used
from warbook.systems.wh40k10.table import Column, Flag, Move, Table

SIDES = "AB"

Survivor = tuple[str, int, int]
"""A unit's name, how many models it has left, and how many it had."""

PHASES = {
    "command": "Command phase",
    "battle-shock": "Command phase",
    "movement": "Movement phase",
    "shooting": "Shooting phase",
    "charge": "Charge phase",
    "fights first": "Fight phase",
    "remaining combats": "Fight phase",
    "end of turn": "End of the turn",
}
MOVES = {Move.STATIONARY: "remains Stationary", Move.ADVANCED: "Advances"}
"""Kinds of move that are told when chosen; of the others the placement tells."""

GOES = {"normal": "moves", "advanced": "moves", "fell_back": "Falls Back", "consolidate": "consolidates"}


def labels(muster: Muster) -> tuple[str, ...]:
    """A name for each unit; units of one side that share a name are numbered."""
    many = Counter((unit.side, unit.name) for unit in muster.units)
    seen: Counter[tuple[int, str]] = Counter()
    told = []
    for unit in muster.units:
        key = (unit.side, unit.name)
        seen[key] += 1
        told.append(f"{unit.name} {seen[key]}" if many[key] > 1 else unit.name)
    return tuple(told)


def headings(table: Table, state: State, step: str | None) -> tuple[str, str]:
    """Round and turn, and the phase; no step when the battle is over."""
    round_, side = state.clock[:2]
    if step is None:
        return "The end", ""
    if round_ == 0:
        return "Deployment", ""
    return f"Round {round_} · {SIDES[side]} {table.muster.names[side]}", PHASES[step]


def standing(state: State) -> str:
    """Points and command points of both sides."""
    points, command = state.sides[:, Column.VP].tolist(), state.sides[:, Column.CP].tolist()
    return f"Score A {points[0]}, B {points[1]} (command points A {command[0]}, B {command[1]})"


def decision(table: Table, names: tuple[str, ...], state: State, asked: Ask | Place, answer: object) -> str:
    """What a player decided; empty for a pass, and where a later request tells it."""
    if isinstance(asked, Place):
        assert isinstance(answer, tuple)
        told = _placement(names, state, asked, answer)
        return told and f"{SIDES[asked.player]} {names[asked.unit]}: {told}"
    assert isinstance(answer, int)
    told = _choice(table, names, asked, asked.options[answer])
    who = "" if asked.about is None or asked.what.startswith("play: ") else f"{names[asked.about]}: "
    return told and f"{SIDES[asked.player]} {who}{told}"


def _placement(names: tuple[str, ...], state: State, place: Place, answer: tuple[tuple[int, ...], ...]) -> str:
    if place.kind == "deploy":
        return f"is set up, {_models(len(answer))}"
    if place.kind == "charge":
        targets = " and ".join(names[target] for target in place.targets)
        return f"charges {targets}, {_far(state, answer)}" if answer else f"does not reach {targets}"
    if place.kind == "pile in":
        return f"fights, piling in {_far(state, answer)}" if answer else "fights"
    if not answer:
        return "" if place.kind == "consolidate" else "does not move"
    return f"{GOES.get(place.kind, place.kind)} {_far(state, answer)}"


def _far(state: State, answer: tuple[tuple[int, ...], ...]) -> str:
    longest = max(_length(state, index, points) for index, *points in answer)
    return f'up to {longest / MIL_PER_INCH:.1f}"'


def _length(state: State, index: int, points: list[int]) -> float:
    way = [tuple(state.at[index].tolist()), *zip(points[::2], points[1::2], strict=True)]
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))


def _models(number: int) -> str:
    return "1 model" if number == 1 else f"{number} models"


def _choice(table: Table, names: tuple[str, ...], asked: Ask, option: object) -> str:
    what = asked.what
    if isinstance(option, Used):
        return f"uses {option.play.name} on {names[option.unit.index]} ({option.play.cost(table)} CP)"
    if what.startswith("play: ") or what in ("unit to move", "unit to shoot", "unit to fight"):
        return ""
    if what == "kind of move":
        return MOVES.get(option, "") if isinstance(option, Move) else ""
    name = names[option.index] if isinstance(option, Unit) else ""
    if what == "unit to charge":
        return f"{name}: declares a charge" if name else ""
    if what == "target of the charge":
        return f"chooses {name}"
    if what == "target of the attacks":
        return f"attacks {name}"
    if what.startswith("target of "):
        weapon = what.removeprefix("target of ")
        return f"{weapon} at {name}" if name else f"{weapon} is not fired"
    if what == "model lost" and isinstance(option, int):
        return f"{table.muster.models[option].name} does not escape"
    return f"{what}: {name or option}"


def changes(table: Table, names: tuple[str, ...], before: State, after: State) -> tuple[str, ...]:
    """What happened to units between two states."""
    told = []
    for unit in table.units:
        was, now = before.left[unit.members], after.left[unit.members]
        lost, gone = int((was - now).clip(0).sum()), int(((was > 0) & (now <= 0)).sum())
        left = int((now > 0).sum())
        who = f"{SIDES[unit.side]} {names[unit.index]}"
        if lost:
            told.append(f"{who}: {_lost(lost, gone, left)}")
        shocked = after.units[unit.index, Flag.SHOCKED] > before.units[unit.index, Flag.SHOCKED]
        if shocked and left:
            told.append(f"{who}: is Battle-shocked")
    return tuple(told)


def _lost(wounds: int, gone: int, left: int) -> str:
    told = f"loses {wounds} wound" + ("s" if wounds > 1 else "")
    if not left:
        return f"{told} and is destroyed"
    return f"{told}, {_models(gone)} destroyed, {left} left" if gone else f"{told}, no model destroyed"


def scored(before: State, after: State) -> tuple[str, ...]:
    """Points gained between two states."""
    gained = (after.sides - before.sides)[:, Column.VP].tolist()
    return tuple(
        f"{SIDES[side]} scores {more}, now {int(after.sides[side, Column.VP])}"
        for side, more in enumerate(gained)
        if more
    )


def survivors(muster: Muster, names: tuple[str, ...], state: State) -> tuple[tuple[Survivor, ...], ...]:
    """For each side its units with models left, those not yet on the table included."""
    living = [(unit, int((state.left[unit.members] > 0).sum())) for unit in muster.units]
    return tuple(
        tuple(
            (names[unit.index], left, len(unit.models)) for unit, left in living if unit.side == side and left
        )
        for side in (0, 1)
    )
