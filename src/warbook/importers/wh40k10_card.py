"""A unit's card as an export holds it, field by field, and the account of what of it was not understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from warbook.importers.ledger import Ledger
from warbook.importers.wh40k10_profiles import Line
from warbook.sheets.sheet import Ability, Enhancement, Missing, Note, Problem, Source


class Stats(msgspec.Struct, frozen=True):
    """One statline: values under their heads, the invulnerable save and the base, each with its footnote."""

    name: str
    values: Mapping[str, str]
    save: str = ""
    save_note: str = ""
    base: str = ""
    base_note: str = ""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that an export tells of one unit, in its own words."""

    name: str
    faction: str
    source: Source
    id: str | None = None
    role: str | None = None
    legends: bool = False
    stats: Sequence[Stats] = ()
    weapons: Sequence[Line] = ()
    options: Sequence[str] = ()
    loadout: str = ""
    composition: Sequence[str] = ()
    points: Sequence[tuple[str, str]] = ()
    transport: str = ""
    damaged_range: str = ""
    damaged: str = ""
    abilities: Sequence[Ability] = ()
    leads: Sequence[str] = ()
    led_by: Sequence[str] = ()
    keywords: Sequence[tuple[str | None, str]] = ()
    faction_keywords: Sequence[str] = ()
    enhancements: Sequence[Enhancement] = ()
    notes: Sequence[tuple[str, str]] = ()


class Told:
    """What is kept and told of a card besides its facts."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.notes: dict[Note, None] = {}
        self.missing: dict[Missing, None] = {}
        self.problems: dict[Problem, None] = {}
        for about, text in card.notes:
            self.note(about, text)

    def note(self, about: str, text: str) -> None:
        if text:
            self.notes.setdefault(Note(about, text))

    def doubt(self, field: str, message: str) -> None:
        place = f"{self.card.name}, {field}"
        self.problems.setdefault(Problem(0, message, place=place, path=self.card.source.path))

    def lose(self, token: str, where: str) -> None:
        self.missing.setdefault(Missing(token, where))

    def take(self, ledger: Ledger, field: str) -> None:
        """What a field's reader noted, missed or left; a note of words that nobody understood is told, too."""
        left = {piece.text for piece, what in zip(ledger.pieces, ledger.claims, strict=True) if what is None}
        noted = [(note.about, note.text) for note in ledger.notes]
        for about, text in (*noted, *((field, piece.text) for piece in ledger.pieces if piece.text in left)):
            self.note(about, text)
            if about in ("composition", "unit"):
                self.doubt(field, f"not understood: {text[:60]}")
        for problem in ledger.all_problems():
            self.doubt(field, problem.message)
        for missing in ledger.missing:
            self.lose(missing.token, missing.where)
