"""Cards that a page printed wrongly: they repeat another card's words, and the bundled card reads otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rapidfuzz import fuzz

from warbook import data
from warbook.effects import Effects, Targets, When, to_json
from warbook.names import key, same
from warbook.sheets.sheet import Datasheet, Play, Sheet

AS_PRINTED = "as printed"
"""The option that takes a misprinted card by its printed words."""

ALIKE = 88
"""How alike the names of a printed and a bundled card are at least, of 100."""


class Misprint(Sheet, frozen=True):
    """A card with the words of another, and the bundled card that counts in its place."""

    card: Play
    like: str
    bundled: Play

    @property
    def told(self) -> str:
        """What the page has to say about it."""
        return (
            f"{self.card.name}: printed with the words of {self.like}, probably a misprint; "
            f"the bundled {self.bundled.name} counts ({AS_PRINTED!r} takes the printed words)"
        )


def misprint(card: Play, sheet: Datasheet, printed: Effects) -> Misprint | None:
    """Whether a card repeats another one of its page, while the bundled card of its name does something else
    than what is ``printed``."""
    like = next((one for one in sheet.plays if _repeats(card, one)), None)
    bundled = _bundled(card, sheet) if like is not None else None
    if like is None or bundled is None or not bundled.effects:
        return None
    does = tuple(each for each in printed if not isinstance(each, When | Targets))
    if _kinds(to_json(does)) == _kinds([e for e in bundled.effects if e["type"] not in ("when", "targets")]):
        return None
    return Misprint(card, like.name, bundled)


def _repeats(card: Play, other: Play) -> bool:
    texts = (card.when, card.target, card.effect)
    return (
        not same(card.name, other.name)
        and card.source != other.source
        and None not in texts
        and texts == (other.when, other.target, other.effect)
    )


def _bundled(card: Play, sheet: Datasheet) -> Play | None:
    """The bundled card of this name in the card's detachment; slips of a name are forgiven."""
    faction = data.faction(sheet.faction, sheet.system)
    detachments = faction.detachments if faction else ()
    cards = [one for each in detachments if same(each.name, card.source) for one in each.plays]
    alike = max(cards, key=lambda one: fuzz.ratio(key(one.name), key(card.name)), default=None)
    return alike if alike and fuzz.ratio(key(alike.name), key(card.name)) >= ALIKE else None


def _kinds(told: Any) -> set[str]:
    """The kinds of effects in some JSON, at any depth."""
    return set(_types(told))


def _types(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        yield from (held for name, held in told.items() if name == "type")
        told = list(told.values())
    if isinstance(told, list | tuple):
        for each in told:
            yield from _types(each)
