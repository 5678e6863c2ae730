"""``warbook odds`` with whole lists: every unit of one side against every unit of the other."""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal

import msgspec

from warbook.cli.shown import console, print_json, progress
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.probability.fielded import Fielded
    from warbook.probability.matchup import Setting
    from warbook.sheets.roster import Roster

Figure = Literal["damage", "models", "chance", "points"]

_LISTS = (".ros", ".rosz")


def roster(name: str | None, system: str | None) -> Roster | None:
    """The list that a path or a name means: a file that is no sheet's, a list in the library, a bundled army;
    ``None`` for a unit. Raises InputError for a list that cannot be read."""
    if name is None:
        return None
    if os.path.isfile(name):
        return _file(name)
    if os.sep in name or PurePath(name).suffix.casefold() in _LISTS:
        return None
    from warbook.library import lookup

    return lookup.roster(name, system)


def show(
    names: tuple[str, str | None],
    targets: str | None,
    setting: Setting,
    game: tuple[str | None, str | None],
    figure: Figure | None,
    as_json: bool,
) -> None:
    """Work out and print the odds of every pair. ``game`` is system and revision, as far as they are told."""
    from warbook.probability import fielded
    from warbook.probability.matrix import matrix
    from warbook.queries import system_of
    from warbook.queries.saying import in_words, option_of_lists

    lists = [roster(name, game[0]) for name in names]
    system = game[0] or next((each.system for each in lists if each), None)
    attackers = _side(names[0], lists[0], system)
    system = system or attackers.system
    attacked = fielded.targets(system) if targets else _side(names[1], lists[1], system)
    if attackers.system != attacked.system:
        told = f"{attackers.name} belongs to {attackers.system}, {attacked.name} to {attacked.system}"
        raise InputError("odds", "units", f"expected two sides of one game: {told}")
    if figure == "points":
        _priced(attackers, attacked)
    pairs = len(attackers.units) * len(attacked.units)
    with progress("odds", pairs) as step:
        made = matrix(system_of(system, game[1]), attackers, attacked, setting, step)
    if as_json:
        print_json(in_words(made, option_of_lists))
    else:
        from warbook.views import matrix as view

        view.show(console(), made, figure)


def _priced(*sides: Fielded) -> None:
    """Raises InputError for a side of which no unit has points."""
    bare = [side.name for side in sides if all(unit.points is None for unit in side.units)]
    if bare:
        raise InputError("--figure", "points", f"expected units with points: {' and '.join(bare)} have none")


def _side(name: str | None, found: Roster | None, system: str | None) -> Fielded:
    """The units of one side. Raises InputError."""
    from warbook.library import lookup
    from warbook.probability import fielded
    from warbook.rules.pick import Pick

    if found is not None:
        return fielded.fielded(found)
    if name is None:
        raise InputError("odds", "arguments", "expected a target, or --targets standard")
    meant = lookup.find(name, system)
    return msgspec.structs.replace(fielded.single(meant.sheet, Pick()), notes=meant.assumed)


def _file(path: str) -> Roster | None:
    from warbook import importers
    from warbook.importers import files, rosters
    from warbook.library.games import of_its_game

    if importers.recognised(path):
        return None
    files.refuse_archive(path)
    return of_its_game(rosters.read(path))
