"""Every unit of one side against every unit of the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from warbook.errors import InputError, OwnFault, naming
from warbook.probability.answer import Answer, Refusal, odds
from warbook.probability.compare import Traded, traded
from warbook.probability.fielded import Fielded, Left, Unit
from warbook.probability.matchup import Matchup, Setting, matchup
from warbook.rules.assumed import Assumption, noted
from warbook.rules.pick import Phase
from warbook.rules.system import System

MOST_PAIRS = 2_500
"""More are not worked out at once."""

Step = Callable[[str], None]
"""Told of each pair that is done."""


class Side(msgspec.Struct, frozen=True):
    """One unit of a side as it stands in the answer; ``places`` are its entries in the list, from 0."""

    name: str
    sheet: str
    faction: str
    models: int
    points: int | None
    places: tuple[int, ...]


class Cell(Traded, frozen=True):
    """One attacker (``row``) against one target (``column``); ``share`` is the mean part of the target's wounds
    that it loses; ``phase`` is the one that was asked for, or the one in which the attacker does more."""

    row: int
    column: int
    phase: Phase
    exact: bool
    share: float


class Failure(msgspec.Struct, frozen=True):
    """A pair that has no figures: its places, its units, and why."""

    row: int
    column: int
    attacker: str
    target: str
    why: str


class Best(msgspec.Struct, frozen=True):
    """Where an attacker does most: ``by`` tells in what, points destroyed or the share of the target. Of
    ``missing`` pairs of its own there are no figures: it may do more there."""

    row: int
    column: int
    by: str
    missing: int = 0


class Matrix(msgspec.Struct, frozen=True):
    """All pairs of two sides: each that was worked out is one of ``cells``, each that could not be one of
    ``failures``."""

    system: str
    revision: str
    attackers: tuple[Side, ...]
    targets: tuple[Side, ...]
    cells: tuple[Cell, ...]
    best: tuple[Best, ...]
    left_out: tuple[Left, ...]
    problems: tuple[str, ...]
    assumed: tuple[Assumption, ...]
    not_modelled: tuple[str, ...]
    failures: tuple[Failure, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """One attacker against the targets, as far as its pairs could be worked out, and what is to be told."""

    cells: tuple[Cell, ...]
    problems: tuple[str, ...]
    assumed: tuple[Assumption, ...]
    not_modelled: tuple[str, ...]
    failures: tuple[Failure, ...] = ()


class Pair(msgspec.Struct, frozen=True):
    """One pair with its engagement and everything that is told of it; ``told`` is ``None`` where the attacker
    has nothing to attack with."""

    cell: Cell
    made: Matchup
    told: Answer | None


def matrix(
    system: System, attackers: Fielded, targets: Fielded, setting: Setting, step: Step = lambda _: None
) -> Matrix:
    """The odds of every pair. Raises InputError for more pairs than are worked out at once, and where no pair
    can be."""
    made = opened(system, attackers, targets)
    for place in range(len(attackers.units)):
        made = with_row(made, row(system, attackers, targets, setting, place, step=step))
    if not made.cells:
        raise InputError(*nothing(attackers, targets, made))
    return made


def opened(system: System, attackers: Fielded, targets: Fielded) -> Matrix:
    """The two sides before any pair is worked out. Raises InputError for more pairs than are at once."""
    pairs = len(attackers.units) * len(targets.units)
    if pairs > MOST_PAIRS:
        raise InputError("odds", f"{pairs} pairs of units", f"expected at most {MOST_PAIRS}")
    return Matrix(
        system.name,
        system.revision,
        tuple(map(_side, attackers.units)),
        tuple(map(_side, targets.units)),
        (),
        (),
        (*_left(attackers, "attackers"), *_left(targets, "targets")),
        tuple(dict.fromkeys((*attackers.problems, *targets.problems))),
        tuple(dict.fromkeys((*_assumed(attackers), *_assumed(targets)))),
        (),
    )


def _assumed(fielded: Fielded) -> tuple[Assumption, ...]:
    return (*noted(fielded.notes), *fielded.assumed)


def _left(fielded: Fielded, side: Literal["attackers", "targets"]) -> Iterator[Left]:
    return (msgspec.structs.replace(each, side=side) for each in fielded.left_out)


def row(
    system: System,
    attackers: Fielded,
    targets: Fielded,
    setting: Setting,
    place: int,
    columns: Sequence[int] | None = None,
    step: Step = lambda _: None,
) -> Row:
    """The attacker at a place against all targets, or those at some places. A pair that cannot be worked out
    is told and costs no other."""
    working = _Working(system, msgspec.structs.replace(setting, may_be_idle=True))
    wanted = range(len(targets.units)) if columns is None else columns
    found = list(working.pairs(place, attackers.units[place], targets.units, wanted, step))
    return Row(
        tuple(each for each in found if isinstance(each, Cell)),
        tuple(working.problems),
        tuple(working.assumed),
        tuple(working.not_modelled),
        tuple(each for each in found if isinstance(each, Failure)),
    )


def pair(system: System, attackers: Fielded, targets: Fielded, setting: Setting, row: int, column: int) -> Pair:
    """One pair as the matrix has it. Raises InputError where it cannot be worked out."""
    working = _Working(system, msgspec.structs.replace(setting, may_be_idle=True))
    found = working.tried(row, column, attackers.units[row], targets.units[column])
    if isinstance(found, Failure):
        raise InputError("odds", f"{found.attacker} at {found.target}", found.why)
    return found


def with_row(made: Matrix, row: Row) -> Matrix:
    """A matrix with more of its pairs; one that was tried again has its last result."""
    cells = {(each.row, each.column): each for each in (*made.cells, *row.cells)}
    failed = {(each.row, each.column): each for each in (*made.failures, *row.failures)}
    in_order = tuple(cells[place] for place in sorted(cells))
    return msgspec.structs.replace(
        made,
        cells=in_order,
        failures=tuple(failed[place] for place in sorted(failed) if place not in cells),
        best=tuple(_best(in_order, len(made.targets))),
        problems=tuple(dict.fromkeys((*made.problems, *row.problems))),
        assumed=tuple(dict.fromkeys((*made.assumed, *row.assumed))),
        not_modelled=tuple(dict.fromkeys((*made.not_modelled, *row.not_modelled))),
    )


def nothing(attackers: Fielded, targets: Fielded, made: Matrix) -> tuple[str, str, str]:
    """Why no pair could be worked out: whose fault, the place and what was expected."""
    if made.failures:
        causes = dict.fromkeys(each.why for each in made.failures)
        told = f"{len(made.failures)} of {len(made.failures)} pairs could not be worked out"
        return "odds", f"{attackers.name} at {targets.name}", f"{told}: {'; '.join(list(causes)[:3])}"
    side = targets if attackers.units and not targets.units else attackers
    why = (*(f"{left.name}: {left.why}" for left in side.left_out), *made.problems)
    return side.path or side.name, "units", f"expected a unit that is known: {'; '.join(why[:3])}"


class _Working:
    """The pairs one after the other; a pair that cannot be worked out costs no other."""

    def __init__(self, system: System, setting: Setting) -> None:
        self.system, self.setting = system, setting
        self.problems, self.assumed = dict[str, None](), dict[Assumption, None]()
        self.not_modelled = dict[str, None]()

    def pairs(
        self, row: int, attacker: Unit, targets: Sequence[Unit], columns: Sequence[int], step: Step
    ) -> Iterator[Cell | Failure]:
        for column in columns:
            yield self._cell(row, column, attacker, targets[column])
            step(f"{attacker.sheet.name} at {targets[column].sheet.name}")

    def _cell(self, row: int, column: int, attacker: Unit, target: Unit) -> Cell | Failure:
        """The pair in the phase in which the attacker does more, or in the one that is asked for."""
        tried = self.tried(row, column, attacker, target)
        if isinstance(tried, Failure):
            return tried
        self.assumed.update(dict.fromkeys(tried.made.assumed))
        left = (*tried.made.not_modelled, *(tried.told.not_modelled if tried.told else ()))
        self.not_modelled.update(dict.fromkeys(left))
        return tried.cell

    def tried(self, row: int, column: int, attacker: Unit, target: Unit) -> Pair | Failure:
        """The same with everything that is told of it. Of two phases nobody knows in which it does more, where
        Warbook fails in one."""
        found: list[Pair] = []
        faults: list[str] = []
        names = (attacker.title, target.title)
        for phase in self._phases():
            try:
                with naming(" at ".join(names)):
                    made = self._made(attacker, target, phase)
                    told = odds(made.engagement) if _armed(made) else None
            except OwnFault as fault:
                self.problems[str(fault)] = None
                return Failure(row, column, *names, fault.expected)
            except InputError as fault:
                faults.append(str(fault))
                continue
            if isinstance(told, Refusal):
                faults += [f"{made.attacker}: {problem}" for problem in told.problems]
            else:
                found.append(Pair(self._counted(row, column, (attacker, target), made, told), made, told))
                if bound(self.setting) and told is not None:
                    break
        self.problems.update(dict.fromkeys(faults))
        if not found:
            return Failure(row, column, *names, "; ".join(faults))
        return max(found, key=lambda one: _worth(one.cell))

    def _phases(self) -> tuple[Phase, ...]:
        if self.setting.phase is not None:
            return (self.setting.phase,)
        return ("fight",) if self.setting.situation.charged else ("shooting", "fight")

    def _counted(
        self, row: int, column: int, pair: tuple[Unit, Unit], made: Matchup, told: Answer | None
    ) -> Cell:
        attacker, target = pair
        wounds = sum(model.count * model.wounds for model in made.engagement.target.models)
        names, points = (attacker.title, target.title), (attacker.points, target.points)
        models, shares = made.engagement.target.models, target.shares
        plain = traded(names, points, models, told, shares) if told else _nothing(names, points)
        known = {field: getattr(plain, field) for field in Traded.__struct_fields__}
        share, exact = plain.damage_mean / wounds, told is None or told.exact
        return Cell(**known, row=row, column=column, phase=made.phase, exact=exact, share=share)

    def _made(self, attacker: Unit, target: Unit, phase: Phase) -> Matchup:
        sheets, picks = (attacker.sheet, target.sheet), (attacker.pick(), target.pick())
        return matchup(self.system, sheets, picks, msgspec.structs.replace(self.setting, phase=phase))


def bound(setting: Setting) -> bool:
    """Whether what is asked is about shooting, so that a unit that can shoot does."""
    asked = setting.situation
    of_shooting = (asked.overwatch, asked.half_range, asked.indirect_unseen, asked.stationary, asked.advanced)
    return any(of_shooting) or asked.range_in is not None


def _worth(cell: Cell) -> tuple[float, float]:
    return cell.share, cell.p_destroyed


def _armed(made: Matchup) -> bool:
    return made.engagement.attacker is not None and bool(made.engagement.attacker.weapons)


def _nothing(names: tuple[str, str], points: tuple[int | None, int | None]) -> Traded:
    """What a unit does that has nothing to attack with."""
    destroyed = None if points[1] is None else 0.0
    return Traded(*names, *points, 0.0, 0.0, 0.0, destroyed, destroyed if points[0] else None)


def _side(unit: Unit) -> Side:
    return Side(unit.title, unit.sheet.name, unit.sheet.faction, unit.models, unit.points, unit.places)


def _best(cells: Sequence[Cell], columns: int) -> Iterator[Best]:
    """Each attacker's best target: by points, where all its targets have some."""
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    for row, own in rows.items():
        priced = all(cell.points_destroyed is not None for cell in own)
        best = max(own, key=lambda cell: ((cell.points_destroyed if priced else cell.share), cell.p_destroyed))
        if best.damage_mean > 0:
            by = "points destroyed" if priced else "share of the target"
            yield Best(row, best.column, by, columns - len(own))
