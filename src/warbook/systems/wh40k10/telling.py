"""A battle in a player's words: where it stands, what was decided, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import hypot

from warbook.rules.request import Ask, Place
from warbook.rules.state import Acted, State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Muster, Unit
from warbook.systems.wh40k10.charging import in_reach
from warbook.systems.wh40k10.decisions import Decision, Precision, Rerolled
from warbook.systems.wh40k10.glance import ENGAGED_MIL
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

ARRIVES = {"arrive": "arrives", "set up": "is set up again"}

GOES = {
    "normal": "moves",
    "granted move": "moves",
    "advanced": "moves",
    "fell_back": "Falls Back",
    "consolidate": "consolidates",
}


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
        told = _placement(table, names, state, asked, answer)
        return told and f"{SIDES[asked.player]} {names[asked.unit]}: {told}"
    assert isinstance(answer, int)
    told = _choice(table, names, state, asked, asked.options[answer])
    who = "" if asked.about is None or asked.what == Decision.PLAY else f"{names[asked.about]}: "
    return told and f"{SIDES[asked.player]} {who}{told}"


def _placement(
    table: Table, names: tuple[str, ...], state: State, place: Place, answer: tuple[tuple[int, ...], ...]
) -> str:
    unit = table.units[place.unit]
    if place.kind == "deploy" and not answer:
        return no_room(unit)
    if place.kind == "deploy":
        return f"is set up, {_models(len(answer))}, at {_where(table, state, unit, answer)}"
    if place.kind in ("arrive", "set up") and not place.models:
        return f"{ARRIVES[place.kind]} at {_where(table, state, unit, answer)}" if answer else "finds no room"
    if place.models:
        back = f"is set back up at {_where(table, state, unit, answer)}"
        return f"{table.muster.models[place.models[0]].name} {back if answer else 'finds no room'}"
    if place.kind == "charge":
        return _charge(table, names, state, place, answer)
    if place.kind == "pile in":
        return _fight(table, names, state, unit, answer)
    if not answer:
        return "" if place.kind == "consolidate" else "does not move"
    gone = f"{GOES.get(place.kind, place.kind)} {_far(state, answer)}"
    return gone if place.kind == "consolidate" else f"{gone} to {_where(table, state, unit, answer)}"


def no_room(unit: Unit) -> str:
    """What becomes of a unit that its deployment zone has no room for (K-POS-07, K-RES-04)."""
    if "FORTIFICATION" in unit.keywords:
        return "finds no room in its deployment zone and is not set up"
    return "finds no room in its deployment zone and waits in Strategic Reserves"


def _charge(
    table: Table, names: tuple[str, ...], state: State, place: Place, answer: tuple[tuple[int, ...], ...]
) -> str:
    """With the distance to come within Engagement Range of the farthest target, in a straight line."""
    unit, targets = table.units[place.unit], [table.units[target] for target in place.targets]
    needed = max(0, *(table.ground.gap_mil(state, unit, target) - ENGAGED_MIL for target in targets))
    told = f'needed {-(-needed // 100) / 10:.1f}", rolled {place.reach_mil // MIL_PER_INCH}'
    who = _and(_named(names, target) for target in targets)
    if answer:
        return f"charges {who} ({told}), {_far(state, answer)}"
    if needed > place.reach_mil:
        return f"fails to charge {who} ({told})"
    return f"does not end in reach of {who} ({told}; the way there is longer, or it stays)"


def _fight(
    table: Table, names: tuple[str, ...], state: State, unit: Unit, answer: tuple[tuple[int, ...], ...]
) -> str:
    near = table.engaged(state, unit)
    told = (
        f"fights {_and(_named(names, enemy) for enemy in near)}" if near else "fights, engaged with nobody yet"
    )
    return f"{told}, piling in {_far(state, answer)}" if answer else told


def _named(names: tuple[str, ...], unit: Unit) -> str:
    return f"{SIDES[unit.side]} {names[unit.index]}"


def _and(told: Iterable[str]) -> str:
    *first, last = told
    return f"{', '.join(first)} and {last}" if first else last


def _far(state: State, answer: tuple[tuple[int, ...], ...]) -> str:
    longest = max(_length(state, index, points) for index, *points in answer)
    return f'{longest / MIL_PER_INCH:.1f}"'


def _length(state: State, index: int, points: list[int]) -> float:
    way = [tuple(state.at[index].tolist()), *zip(points[::2], points[1::2], strict=True)]
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(way))


def _where(table: Table, state: State, unit: Unit, answer: tuple[tuple[int, ...], ...]) -> str:
    """Where a unit's middle comes to be, in inches as on the picture, and the objectives it reaches."""
    after = state.copy()
    for index, *points in answer:
        after.at[index] = points[-2:]
    x, y = (after.at[table.living(after, unit)].mean(axis=0) / MIL_PER_INCH).round().astype(int).tolist()
    near = [n + 1 for n in range(table.ground.markers) if table.ground.near_marker(after, n, unit)]
    told = f", in range of objective {_and(map(str, near))}" if near else ""
    return f"{x},{y}{told}"


def _models(number: int) -> str:
    return "1 model" if number == 1 else f"{number} models"


PICKS = (
    Decision.UNIT_TO_ARRIVE,
    Decision.UNIT_TO_MOVE,
    Decision.UNIT_TO_SHOOT,
    Decision.UNIT_TO_FIGHT,
    Decision.OUT_OF_COHERENCY,
    Decision.PLAY,
)
"""Choices that what follows tells."""

TESTS = ("battle-shock", "leadership")
"""Rolls that the rules call tests."""

AGREED: dict[str, str] = {
    Decision.DEEP_STRIKE: "waits to Deep Strike",
    Decision.FIGHT_WHEN_DESTROYED: "its destroyed models fight before they go",
}
"""Questions of yes or no, as a yes is told; a no is not."""


def _choice(table: Table, names: tuple[str, ...], state: State, asked: Ask, option: object) -> str:
    what = asked.what
    if isinstance(option, Used):
        return f"uses {option.play.name} on {names[option.unit.index]} ({option.play.cost(table)} CP)"
    if what in PICKS:
        return ""
    if what == Decision.KIND_OF_MOVE:
        return MOVES.get(option, "") if isinstance(option, Move) else ""
    name = _named(names, option) if isinstance(option, Unit) else ""
    if what == Decision.UNIT_TO_CHARGE:
        return _declared(table, names, state, option) if isinstance(option, Unit) else ""
    if what in (Decision.CHARGE_TARGET, Decision.ANOTHER_CHARGE_TARGET):
        return name and f"chooses {name} as {what}"
    if what == Decision.PROFILE:
        return f"uses {option}"
    if what == Decision.MELEE_WEAPON:
        return f"{asked.subject} with {option}"
    if what == Decision.TARGET:
        return f"{asked.subject} at {name}" if name else f"{asked.subject} is not fired"
    if option in (Precision.BODYGUARD, Rerolled.FAILURES):
        return ""
    if what == Decision.PRECISION and isinstance(option, int):
        return f"Precision picks {table.muster.models[option].name}"
    if what == Decision.USE and option is not None:
        return f"uses {asked.subject}"
    if what == Decision.REROLL:
        return (
            f"re-rolls the {_test_or_roll(asked.rolled.what)}: {asked.subject}"
            if option and asked.rolled
            else ""
        )
    if isinstance(option, bool):
        return AGREED.get(what, what) if option else ""
    if what == Decision.NUMBER:
        return f"chooses {option} for {asked.subject}"
    if what == Decision.MODEL_LOST and isinstance(option, int):
        return f"{table.muster.models[option].name} does not escape"
    if type(option) is int:
        return f"{asked.title}: {table.muster.models[option].name}"
    return "" if option is None else f"{asked.title}: {name or getattr(option, 'name', option)}"


def _test_or_roll(what: str) -> str:
    return f"{what} {'test' if what in TESTS else 'roll'}"


def _declared(table: Table, names: tuple[str, ...], state: State, unit: Unit) -> str:
    """A charge declared, with its target where there is only one: then nobody is asked."""
    near = in_reach(table, state, unit)
    return f"{names[unit.index]}: declares a charge" + (
        f" at {_named(names, near[0])}" if len(near) == 1 else ""
    )


def changes(table: Table, names: tuple[str, ...], before: State, after: State) -> tuple[str, ...]:
    """What happened to units between two states."""
    told = []
    removed = before.clock[0] > 0 and tuple(PHASES)[before.clock[2]] == "end of turn"
    for unit in table.units:
        was, now = before.left[unit.members], after.left[unit.members]
        lost, gone = int((was - now).clip(0).sum()), ((was > 0) & (now <= 0)).nonzero()[0].tolist()
        left = int((now > 0).sum())
        who = f"{SIDES[unit.side]} {names[unit.index]}"
        fallen = _counted(unit.models[place].name for place in gone)
        if gone and removed:
            told.append(f"{who}: out of coherency, removed: {fallen} ({_wounds(lost)}); {left} left")
        elif lost:
            hurt = [m.name for m, a, b in zip(unit.models, was, now, strict=True) if m.leader and a > b > 0]
            told.append(f"{who}: {_lost(lost, fallen, left, _counted(hurt))}")
        if regained := int((now - was).clip(0).sum()):
            told.append(f"{who}: regains {_wounds(regained)}, {left} left")
        shocked = after.units[unit.index, Flag.SHOCKED] > before.units[unit.index, Flag.SHOCKED]
        if shocked and left:
            told.append(f"{who}: is Battle-shocked")
    return tuple(told)


def acted(muster: Muster, names: tuple[str, ...], rules: Iterable[Acted]) -> Iterator[str]:
    """Rules that acted, each with whose it is."""
    for side, unit, rule in rules:
        yield f"{SIDES[side]} {muster.names[side] if unit is None else names[unit]}: {rule}"


def _counted(models: Iterable[str]) -> str:
    """Names with how many there are of each."""
    return ", ".join(name if n == 1 else f"{n} × {name}" for name, n in Counter(models).items())


def _wounds(number: int) -> str:
    return "1 wound" if number == 1 else f"{number} wounds"


def _lost(wounds: int, fallen: str, left: int, hurt: str = "") -> str:
    """Wounds lost; a Leader who was picked out is named even where he lives."""
    told = f"loses {_wounds(wounds)}"
    if not left:
        return f"{told} and is destroyed"
    told += f"; wounded: {hurt}" if hurt else ""
    return f"{told}; destroyed: {fallen}; {left} left" if fallen else f"{told}, no model destroyed"


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
