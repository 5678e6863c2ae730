"""What a heat map comes to in words: best targets, what threatens each unit most, and what was left out."""

from __future__ import annotations

import msgspec

from warbook.probability import fielded
from warbook.probability.matrix import Cell, Matrix
from warbook.probability.totals import total
from warbook.queries.saying import words
from warbook.web.army.grid import FIGURES


class Pair(msgspec.Struct, frozen=True):
    """A unit, the one of the other side that is meant, and why."""

    name: str
    other: str
    told: str


def best(made: Matrix) -> list[Pair]:
    """Where each attacker does most."""
    cells = {(cell.row, cell.column): cell for cell in made.cells}
    return [
        Pair(
            made.attackers[one.row].name,
            made.targets[one.column].name,
            _told(cells[one.row, one.column]) + _lack(one.missing, len(made.targets)),
        )
        for one in made.best
    ]


def _lack(missing: int, parts: int) -> str:
    """What is missing of that of which something is the most."""
    return f"; {missing} of {parts} missing" if missing else ""


def threats(made: Matrix) -> list[Pair]:
    """The attacker that takes the largest part of each target's wounds."""
    found = []
    for column, target in enumerate(made.targets):
        there = [cell for cell in made.cells if cell.column == column]
        own = [cell for cell in there if cell.damage_mean > 0]
        if own:
            worst = max(own, key=lambda cell: (cell.share, cell.p_destroyed))
            lack = _lack(len(made.attackers) - len(there), len(made.attackers))
            found.append(Pair(target.name, made.attackers[worst.row].name, _told(worst) + lack))
    return found


class Weight(msgspec.Struct, frozen=True):
    """What a whole list does to one target, each unit to a fresh one: ``damage`` is the mean of the wounds that
    they lose, ``enough`` for how many such units that is; ``told`` is the target's profile. There are no sums
    where ``lack`` tells what is missing."""

    name: str
    told: str
    damage: str
    enough: str
    width: float
    lack: str = ""


def weights(made: Matrix, system: str | None = None) -> list[Weight]:
    """The list's weight against each target, each unit attacking a fresh one. ``system`` is the game whose
    standard targets these are, where they are."""
    profiles = standard_profiles(system) if system else {}
    cells = {(cell.row, cell.column): cell for cell in made.cells}
    units = [row for row, side in enumerate(made.attackers) for _ in side.places]
    sums = []
    for column in range(len(made.targets)):
        own = [cells.get((row, column)) for row in units]
        damage = total(cell.damage_mean if cell else None for cell in own)
        sums.append((damage, total(cell.share if cell else None for cell in own)))
    most = max((enough.value or 0.0 for _, enough in sums), default=0.0) or 1.0
    return [
        Weight(
            side.name,
            profiles.get(side.sheet, ""),
            "–" if damage.value is None else f"{damage.value:.1f}",
            "–" if enough.value is None else f"{enough.value:.1f}",
            100 * (enough.value or 0.0) / most,
            damage.lack,
        )
        for side, (damage, enough) in zip(made.targets, sums, strict=True)
    ]


def absent(made: Matrix) -> int:
    """How many units of the list that attacks are left out of its weight."""
    return sum(each.side == "attackers" for each in made.left_out)


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
        ("No figures", [f"{one.attacker} at {one.target}: {one.why}" for one in made.failures]),
        ("Problems", list(made.problems)),
        ("Taken as", list(map(words, made.assumed))),
        ("Not in the figures", list(made.not_modelled)),
    ]


def _told(cell: Cell) -> str:
    share, chance = FIGURES["share"].text(cell.share), FIGURES["chance"].text(cell.p_destroyed)
    points = "" if cell.points_destroyed is None else f"{cell.points_destroyed:.0f} points, "
    phase = "in the fight" if cell.phase == "fight" else "shooting"
    return f"{points}{share} of its wounds, destroyed {chance}, {phase}"
