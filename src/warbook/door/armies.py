"""``warbook.army``: a list of any form as an army, judged by its game's rules."""

from __future__ import annotations

import os
from pathlib import Path

from warbook.importers import rosters
from warbook.library import lookup
from warbook.library.games import of_its_game
from warbook.muster.mustering import Mustered, mustered
from warbook.queries import system_of
from warbook.sheets import roster
from warbook.sheets.roster import Roster


def army(
    source: str | os.PathLike[str] | Roster, revision: str | None = None, size: str | None = None
) -> Mustered:
    """An army with its units on their sheets, its ``points``, and the ``problems`` that it has by the rules of
    its game. Raises InputError for what is no list.

    ``source`` is a list's path, its name (kept in your library, or bundled), its text, or a ``Roster``;
    ``size`` the battle size or points that it must fit.

    >>> army("Necrons").problems
    ()
    """
    found = army_list(source)
    return mustered(found, system_of(found.system, revision), size)


def army_list(source: str | os.PathLike[str] | Roster) -> Roster:
    """The list that a path, a name or a text means. Raises InputError."""
    if isinstance(source, Roster):
        return source
    text = os.fspath(source)
    if "\n" in text:
        return of_its_game(rosters.parse(text))
    if not isinstance(source, str) or "/" in text or Path(text).suffix or Path(text).is_file():
        return of_its_game(rosters.read(text))
    return lookup.roster(text) or roster.find(text)
