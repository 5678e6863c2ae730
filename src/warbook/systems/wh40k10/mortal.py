"""Mortal wounds that come from no attack: dice against a need or a table, then point by point (rules section
10)."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.dice import Dice, Outcome, Program, Test, Value, roll
from warbook.rules.engagement import AttackerSpec, MortalRow, MortalSpec
from warbook.rules.volley import Counted, Suffered, Tally, Volley, WoundKind
from warbook.systems.wh40k10.attack import bearer_point, mortal_point
from warbook.systems.wh40k10.case import number
from warbook.systems.wh40k10.modifiers import dice_fault
from warbook.systems.wh40k10.profile import Bearer, Defence
from warbook.systems.wh40k10.sorting import Sorting

MOST_DICE = 60
MOST_WOUNDS = 300
MOST_ROWS = 12


class Fate(Value, frozen=True):
    """What the dice of a rule give: by the label of a result so many mortal wounds, up to ``most``."""

    name: str
    dice: Dice
    sorting: Sorting | None
    wounds: tuple[Dice, ...]
    total: Dice | None
    rows: tuple[MortalRow, ...]
    modifier: int
    most: int | None


def fate(spec: MortalSpec) -> Fate:
    """A rule's dice, ready to be rolled."""
    rows = spec.table or (MortalRow(number(spec.needs) or 0, spec.each),)
    dice, unrolled = Dice.parse(spec.dice), not (spec.table or spec.needs)
    total = Dice(dice.maximum, spec.sides) if spec.total else None
    labels = _labels(spec, rows)
    sorting = None if unrolled or spec.total else Sorting(_test(spec, labels), labels)
    wounds = tuple(Dice.parse(row.wounds) for row in rows)
    return Fate(spec.name, dice, sorting, wounds, None if unrolled else total, rows, spec.modifier, spec.most)


def _labels(spec: MortalSpec, rows: tuple[MortalRow, ...]) -> tuple[int, ...]:
    """For each face of a D6 the row that it gives, from 1; a D3 is half a D6, rounded up (K-DIC-01)."""
    shown = [face if spec.sides == 6 else -(-face // 2) for face in range(1, 7)]
    return tuple(_row(rows, face + spec.modifier) for face in shown)


def _row(rows: tuple[MortalRow, ...], result: int) -> int:
    fits = (n for n, row in enumerate(rows, 1) if row.least <= result <= (row.most or result))
    return next(fits, 0)


def _test(spec: MortalSpec, labels: tuple[int, ...]) -> Test:
    test = Test(tuple(Outcome.PASS if label else Outcome.FAIL for label in labels))
    if spec.reroll == "ones":
        return test.rerolling(lambda face, _outcome: face <= 6 // spec.sides)
    return test.rerolling(lambda _face, outcome: not outcome.passed) if spec.reroll else test


def _count(_fate: Fate, spare: bool) -> Program[Counted]:
    yield from ()
    return Counted(1, spare)


def _attack(_fate: Fate, spare: bool) -> Program[Tally]:
    yield from ()
    return Tally(0, (1,), spare)


def inflicted(fate: Fate, _defence: Defence | Bearer, spare: bool) -> Program[Suffered]:
    """How many mortal wounds the dice give."""
    dice = yield from roll("mortal wound dice", fate.dice, fate.name)
    wounds = (yield from _summed(fate)) if fate.total else (yield from _each(fate, dice))
    return Suffered(wounds if fate.most is None else min(wounds, fate.most), spare)


def _summed(fate: Fate) -> Program[int]:
    assert fate.total is not None
    result = yield from roll("mortal wounds on", fate.total, fate.name)
    row = _row(fate.rows, result + fate.modifier)
    return (yield from roll("mortal wounds", fate.wounds[row - 1], fate.name)) if row else 0


def _each(fate: Fate, dice: int) -> Program[int]:
    counts: tuple[int, ...] = (0, dice)
    if fate.sorting is not None and dice:
        sorting = Sorting(fate.sorting.test, fate.sorting.labels, dice)
        counts = yield from roll("mortal wounds on", sorting, fate.name)
    found = 0
    for wounds, count in zip(fate.wounds, counts[1:], strict=False):
        many = Dice(wounds.number * count, wounds.sides, wounds.bonus * count)
        found += (yield from roll("mortal wounds", many, fate.name)) if count else 0
    return found


ON_TARGET = WoundKind("mortal wounds", inflicted, deferred=True, point=mortal_point, late=True, scored=False)
ON_ITSELF = WoundKind("mortal wounds", inflicted, point=bearer_point, scored=False)


def volleys(unit: AttackerSpec, defences: tuple[Defence, ...]) -> Iterator[Volley]:
    """Mortal wounds on the target, after all attacks of the unit."""
    for spec in unit.mortal:
        if spec.on == "target":
            yield _volley(spec, defences, ON_TARGET)


def own_volleys(unit: AttackerSpec, bearers: tuple[Bearer, ...]) -> Iterator[Volley]:
    """Mortal wounds that the unit inflicts on itself."""
    for spec in unit.mortal:
        if spec.on == "attacker":
            yield _volley(spec, bearers, ON_ITSELF)


def _volley(spec: MortalSpec, defences: tuple[object, ...], kind: WoundKind) -> Volley:
    return Volley(spec.name, 1, fate(spec), defences, _count, _attack, (kind,), declared=0.0)


def reasons(unit: AttackerSpec) -> Iterator[str]:
    """Each rule's mortal wounds in a line."""
    for spec in unit.mortal:
        need = f" on {spec.needs}" if spec.needs else " by a table" if spec.table else ""
        capped = f", at most {spec.most}" if spec.most is not None else ""
        dice = f"{spec.dice} {'dice' if spec.needs or spec.table else '×'}"
        each = "" if spec.table else f", {spec.each} each"
        yield f"{spec.name}: mortal wounds {spec.when} attacks, {dice}{need}{each}{capped}"


def faults(place: str, specs: tuple[MortalSpec, ...]) -> Iterator[str]:
    """What is wrong with mortal wounds as given."""
    for spec in specs:
        where = f"{place}.mortal[{spec.name}]"
        rows = [row.wounds for row in spec.table]
        told = [fault for value in (spec.each, *rows) if (fault := dice_fault(value))]
        yield from (f"{where}: {fault}" for fault in told)
        if fault := dice_fault(spec.dice):
            yield f"{where}.dice: {fault}"
        elif not told:
            yield from (f"{where}: {fault}" for fault in _faults(spec))


def _faults(spec: MortalSpec) -> Iterator[str]:
    dice = Dice.parse(spec.dice)
    most = dice.maximum * max(Dice.parse(v).maximum for v in (spec.each, *(row.wounds for row in spec.table)))
    if dice.maximum > MOST_DICE or most > MOST_WOUNDS:
        yield f"at most {MOST_DICE} dice and {MOST_WOUNDS} mortal wounds"
    if spec.needs and spec.table:
        yield "either needs or a table"
    if len(spec.table) > MOST_ROWS or not -MOST_DICE <= spec.modifier <= MOST_DICE:
        yield f"at most {MOST_ROWS} rows, and a modifier from {-MOST_DICE} to {MOST_DICE}"
    if spec.needs is not None and number(spec.needs) is None:
        yield f"needs: expected such as 4+, got {spec.needs!r}"
    if spec.total and (dice.number or spec.reroll):
        yield "a total is of a number of dice, without re-rolls"
