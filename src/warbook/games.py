"""The games that there are: a folder each in ``systems``, found by its ``game.json``.

It can be asked from every room, for it imports none of them.

>>> games()["heresy3"].title
'The Horus Heresy: Age of Darkness, 3rd edition'
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

from warbook.dice import Value


class Game(Value, frozen=True):
    """What is known of a game without its rules.

    ``title`` is its printed name, ``place`` its place among the games.
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
