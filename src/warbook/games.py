"""The games that there are: a folder each in ``systems``, found by its ``game.json``.

The rooms below ``systems`` import none of it. What a game has for one of them, like its mapping of a document's
format, stands in a module of the game's folder, and that room asks for the module by its name.

>>> DEFAULT in NAMES
True
"""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources
from importlib.util import find_spec
from types import ModuleType

import msgspec

from warbook.dice import Value

SYSTEMS = f"{__package__}.systems"


class Game(Value, frozen=True):
    """What is known of a game without its rules.

    ``title`` is its printed name, ``place`` its place among the games: the first is meant where none is named.
    """

    name: str
    title: str
    place: int


@cache
def games() -> dict[str, Game]:
    """The games by name, in their order."""
    folders = (folder / "game.json" for folder in resources.files(__package__).joinpath("systems").iterdir())
    known = [msgspec.json.decode(file.read_bytes(), type=Game) for file in folders if file.is_file()]
    return {game.name: game for game in sorted(known, key=lambda game: game.place)}


NAMES = tuple(games())
"""The names of the games, in their order."""

DEFAULT = NAMES[0]
"""The game that is meant where none is named."""


@cache
def part(game: str, name: str) -> ModuleType | None:
    """The module or package of this name in a game's folder, imported when it is asked for; None where the game
    has none."""
    if game not in NAMES or find_spec(f"{SYSTEMS}.{game}.{name}") is None:
        return None
    return import_module(f"{SYSTEMS}.{game}.{name}")


def parts(name: str) -> dict[str, ModuleType]:
    """The modules of this name, by game, of the games that have one."""
    return {game: module for game in NAMES if (module := part(game, name)) is not None}
