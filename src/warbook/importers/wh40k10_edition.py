"""Which game and edition a document of an export is of, by its own marks: those of another are refused."""

from __future__ import annotations

import re
from collections.abc import Iterable

from warbook.errors import InputError

OWN = "Warhammer 40,000, 10th edition"
_EDITION = 10
_GAMES = {
    "40k": "Warhammer 40,000",
    "wh40k": "Warhammer 40,000",
    "aos": "Age of Sigmar",
    "hh": "The Horus Heresy",
    "kt": "Kill Team",
    "kill-team": "Kill Team",
    "necromunda": "Necromunda",
    "underworlds": "Underworlds",
}
_MARK = re.compile(r"([a-z0-9]+(?:-[a-z]+)*)-(\d{1,2})e")
_PLACE = re.compile(r"https?://[^/\s]+/(wh40k|aos|kill-team|necromunda|underworlds)-?(\d{0,2})(?:ed)?(?:/|$)")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def told(game: str, edition: int | None) -> str:
    """A game and its edition in words.

    >>> told("40k", 11), told("aos", None), told("moss-war", 2)
    ('Warhammer 40,000, 11th edition', 'Age of Sigmar', 'moss-war, 2nd edition')
    """
    name = _GAMES.get(game, game)
    if edition is None:
        return name
    ending = "th" if edition % 100 in (11, 12, 13) else _ENDINGS.get(edition % 10, "th")
    return f"{name}, {edition}{ending} edition"


def of_mark(mark: str) -> str | None:
    """What a mark like ``40k-11e`` stands for; None where it is ours or says nothing.

    >>> of_mark("40k-11e"), of_mark("40k-10e"), of_mark("basic")
    ('Warhammer 40,000, 11th edition', None, None)
    """
    found = _MARK.fullmatch(mark.strip().casefold())
    if found:
        return _other(told(found[1], int(found[2])))
    plain = mark.strip().casefold()
    return told(plain, None) if plain in _GAMES and plain not in ("40k", "wh40k") else None


def of_links(links: Iterable[str]) -> str | None:
    """What the addresses in a document are about, if most of those that tell it are about another edition."""
    counts: dict[str, int] = {}
    for link in links:
        if found := _PLACE.match(link.strip()):
            game = told(found[1], int(found[2]) if found[2] else None)
            counts[game] = counts.get(game, 0) + 1
    return _other(max(counts, key=lambda game: counts[game])) if counts else None


def of_editions(editions: Iterable[str]) -> str | None:
    """What the numbers of editions say, where none of them is ours."""
    numbers = [int(text) for text in map(str.strip, editions) if text.isdecimal() and 0 < len(text) < 3]
    if not numbers or _EDITION in numbers:
        return None
    return told("40k", max(numbers))


def refuse(path: str, place: str, found: str | None) -> None:
    """Raises InputError where another game or edition was found."""
    if found:
        raise InputError(path, place, f"expected {OWN}, found {found}")


def _other(name: str) -> str | None:
    return None if name == OWN else name
