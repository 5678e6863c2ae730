"""What a heat map comes to in words: best targets, what threatens each unit most, and what was left out."""

from __future__ import annotations

import msgspec

from warbook.odds import fielded
from warbook.odds.matrix import Cell, Matrix
from warbook.web.army.grid import FIGURES
from warbook.web.odds.words import taken


class Pair(msgspec.Struct, frozen=True):
    """A unit, the one of the other side that is meant, and why."""

    name: str
    other: str
    told: str


def best(made: Matrix) -> list[Pair]:
    """Where each attacker does most."""
    cells = {(cell.row, cell.column): cell for cell in made.cells}
    return [
        Pair(made.attackers[one.row].name, made.targets[one.column].name, _told(cells[one.row, one.column]))
        for one in made.best
    ]


def threats(made: Matrix) -> list[Pair]:
    """The attacker that takes the largest part of each target's wounds."""
    found = []
    for column, target in enumerate(made.targets):
        own = [cell for cell in made.cells if cell.column == column and cell.damage_mean > 0]
        if own:
            worst = max(own, key=lambda cell: (cell.share, cell.p_destroyed))
            found.append(Pair(target.name, made.attackers[worst.row].name, _told(worst)))
    return found


class Weight(msgspec.Struct, frozen=True):
    """What a whole list does to one target, each unit to a fresh one: ``damage`` is the mean of the wounds that
    they lose, ``enough`` for how many such units that is; ``told`` is the target's profile."""

    name: str
    told: str
    damage: str
    enough: str
    width: float


def weights(made: Matrix, system: str | None = None) -> list[Weight]:
    """The list's weight against each target, each unit attacking a fresh one. ``system`` is the game whose
    standard targets these are, where they are."""
    profiles = standard_profiles(system) if system else {}
    sums = [(0.0, 0.0)] * len(made.targets)
    for cell in made.cells:
        times = len(made.attackers[cell.row].places)
        damage, enough = sums[cell.column]
        sums[cell.column] = (damage + times * cell.damage_mean, enough + times * cell.share)
    most = max((enough for _, enough in sums), default=0.0) or 1.0
    return [
        Weight(side.name, profiles.get(side.sheet, ""), f"{damage:.1f}", f"{enough:.1f}", 100 * enough / most)
        for side, (damage, enough) in zip(made.targets, sums, strict=True)
    ]


def standard_profiles(system: str) -> dict[str, str]:
    """What a blow meets in each standard target: Toughness, save, wounds."""
    heads = ("T", "Front", "Sv", "SAV", "Inv", "INV", "W", "HP")
    return {
        unit.sheet.name: " ".join(
            f"{head}{value}" for head in heads if (value := _of(unit, head)) not in ("", "-")
        )
        for unit in fielded.targets(system).units
    }


def _of(unit: fielded.Unit, head: str) -> str:
    return unit.sheet.models[0].characteristics.get(head, "")


def notes(made: Matrix) -> list[tuple[str, list[str]]]:
    """What is to be known besides."""
    left = [
        f"{one.name}: {one.why}" + (f"; closest: {', '.join(one.candidates)}" if one.candidates else "")
        for one in made.left_out
    ]
    return [
        ("Left out", left),
        ("Problems", list(made.problems)),
        ("Taken as", list(map(taken, made.assumed))),
        ("Not in the figures", list(made.not_modelled)),
    ]


def _told(cell: Cell) -> str:
    share, chance = FIGURES["share"].text(cell.share), FIGURES["chance"].text(cell.p_destroyed)
    points = "" if cell.points_destroyed is None else f"{cell.points_destroyed:.0f} points, "
    phase = "in the fight" if cell.phase == "fight" else "shooting"
    return f"{points}{share} of its wounds, destroyed {chance}, {phase}"
