"""The lower part of a Horus Heresy page: wargear, special rules, reactions, and the rules it explains."""

from __future__ import annotations

import re

import msgspec

from warbook.importers.glossary import COLLATED, Entry, GlossaryReader
from warbook.importers.heresy3_headings import ROLE
from warbook.importers.heresy3_weapons import is_weapon_row, read_weapons
from warbook.importers.labels import read_labelled
from warbook.importers.ledger import Ledger
from warbook.importers.weapons import each_once
from warbook.sheets.document import Piece, body, is_title
from warbook.sheets.sheet import Ability, Play, Rule, Weapon

_LABEL = re.compile(r"(Trigger|Cost|Target|Process): ?")
_REACTION = re.compile(r"(.+?) ((?:Core|Advanced|Legion|Psychic) Reaction|Reaction)")
_DEFINITION = re.compile(r"([A-ZÀ-Þ][^–—:.|]{0,44}?(?: \([A-Z]{1,3}\))?) ([–—-]) ([A-ZÀ-Þ].+)", re.DOTALL)
_SYMBOL = re.compile(r" \([A-Z]{1,3}\)$")
_COST = re.compile(r"\b(\d{1,4}) (?:Reaction )?Points?\b")
SECTIONS = ("WARGEAR", "SPECIAL RULES", "REACTIONS", "RULES")
_NOTES = ("designer's note",)


class HeresyGlossary(GlossaryReader):
    """Reads what a Horus Heresy page explains, and the weapons and reactions among it."""

    rule_words = re.compile(
        r"\b(?:Units?|Models?|Rules?|Players?|Dice|Tests?|Checks?|Weapons?|Characteristics?|Battlefield|Army|"
        r"Sub-Types?|Armies|Phase|Status(?:es)?|Hits?|Turns?|Reactions?|Trait)\b|\bX\b|\d"
    )

    def __init__(self, ledger: Ledger, start: int) -> None:
        super().__init__(ledger, start)
        self._plays: dict[Play, Play] = {}
        self._weapons: list[Weapon] = []
        self._wargear: dict[tuple[str, str | None], Ability] = {}
        self.role: str | None = None
        self.within = ""

    def entry(self) -> None:
        piece = self.pieces[self.at]
        if piece.text in SECTIONS:
            self.within = piece.text.casefold()
            self.ledger.claim(self.at, "heading")
            self.at += 1
        elif ROLE.match(piece.text):
            self._read_role()
        elif self._definition(self.at):
            self._read_definition()
        elif piece.kind == "heading" and piece.text.casefold() in _NOTES:
            self._read_note()
        elif piece.kind == "heading" and self.text(1).startswith("Trigger:"):
            self.read_reaction()
        else:
            super().entry()

    def opens(self, place: int) -> bool:
        return super().opens(place) or self._definition(place) is not None or _is_role(self.pieces[place])

    def _definition(self, place: int) -> re.Match[str] | None:
        """A term and what it means in one line or one table cell."""
        piece = self.pieces[place]
        if (piece.kind == "row" and len(piece.cells) != 1) or piece.kind == "bullet":
            return None
        found = _DEFINITION.fullmatch(piece.cells[0] if piece.kind == "row" else piece.text)
        if found and found.group(2) == "-" and not (is_title(found.group(1)) or _SYMBOL.search(found.group(1))):
            return None
        return found

    def _read_definition(self) -> None:
        found = self._definition(self.at)
        piece = self.pieces[self.at]
        start = self.at
        self.at += 1
        if found:
            part = Piece("text", found.group(3), piece.line)
            self.keep(Entry(found.group(1), [part], start, self.at))

    def _read_role(self) -> None:
        found = ROLE.match(self.text(0))
        start = self.at
        self.role = found.group(1) if found else None
        self.at += 1
        groups = self.read_groups([])
        self.ledger.claim(range(start, self.at), "battlefield role")
        if not groups:
            self.ledger.lose("table", f"units of the {self.role} role", start)

    def _read_note(self) -> None:
        start = self.at
        self.ledger.claim(start, "note")
        self.at = self.body_end(start + 1)
        for place in range(start + 1, self.at):
            self.ledger.note("design", place)

    def read_reaction(self) -> None:
        """A reaction: texts under Trigger, Cost, Target and Process; its weapon is of use to it alone."""
        start = self.at
        self.at = self.body_end(start + 1)
        found = _REACTION.fullmatch(self.text(start - self.at))
        name = found.group(1) if found else self.pieces[start].text
        parts = self.pieces[start + 1 : self.at]
        rows = [place for place in range(start + 1, self.at) if self.pieces[place].kind == "row"]
        labelled = read_labelled([part for part in parts if part.kind != "row"], _LABEL)
        texts = labelled.texts
        cost = _COST.search(texts.get("Cost", ""))
        if cost is None:
            self.ledger.doubt(start, f"{name}: its cost is not understood")
        play = Play(
            name, int(cost.group(1)) if cost else 0, "reaction points",
            self.entries[-1].name if self.entries else "", found.group(2) if found else "Reaction",
            texts.get("Trigger"), texts.get("Target"), texts.get("Process"), None,
            self.ledger.lines(start, self.at - 1), (), body(labelled.before) or None, texts.get("Cost"),
        )  # fmt: skip
        known = self._plays.setdefault(_facts(play), play) is not play
        self._weapons.extend(read_weapons(self.ledger, rows, reaction_only=True))
        self.ledger.claim(range(start, self.at), "repeated reaction" if known else "reaction")
        if self.entries and self.entries[-1].end == start:
            self.entries[-1].end = self.at

    def read_rule(self) -> None:
        """A heading with its text; a weapon table below it makes it a piece of wargear."""
        start = self.at
        end = self.body_end(start + 1)
        rows = [place for place in range(start + 1, end) if self.pieces[place].kind == "row"]
        if self.within != "wargear" and not any(is_weapon_row(self.pieces[place]) for place in rows):
            super().read_rule()
            return
        self.at = end
        weapons = read_weapons(self.ledger, rows, reaction_only=False)
        self._weapons.extend(weapons)
        texts = [place for place in range(start + 1, end) if self.pieces[place].kind != "row"]
        name = self.pieces[start].text
        if any(weapon.name.casefold() == name.casefold() for weapon in weapons):
            for place in texts:
                self.ledger.note("flavour", place)
        else:
            text = body([self.pieces[place] for place in texts]) or None
            lines = self.ledger.lines(start, max(end - 1, start))
            self._wargear.setdefault((name, text), Ability(name, "wargear", text, lines))
        self.ledger.claim(range(start, end), "wargear")

    def explained(self, place: int) -> bool:
        following = self.pieces[place + 1].text if place + 1 < len(self.pieces) else ""
        return following.startswith(COLLATED) or super().explained(place)

    def read_untitled(self) -> None:
        """Text without a heading; the weapon tables in it are read all the same."""
        start, end = self.at, self.body_end(self.at)
        rows = [place for place in range(start, end) if self.pieces[place].kind == "row"]
        if not any(is_weapon_row(self.pieces[place]) for place in rows):
            super().read_untitled()
            return
        self.at = end
        self._weapons.extend(read_weapons(self.ledger, rows, reaction_only=False))
        self.ledger.claim(rows, "wargear")
        for place in range(start, end):
            if self.pieces[place].kind != "row":
                self.ledger.doubt(place, f"a text without a heading: {self.pieces[place].text[:50]}")
                self.ledger.note("wargear", place)

    @property
    def plays(self) -> list[Play]:
        """The reactions read so far, each once."""
        return list(self._plays.values())

    @property
    def weapons(self) -> list[Weapon]:
        """The weapons read so far, each once."""
        return each_once(self._weapons)

    @property
    def wargear(self) -> list[Ability]:
        """The pieces of wargear with a text of their own, each once."""
        return list(self._wargear.values())

    def rules(self) -> list[Rule]:
        return [rule for rule in super().rules() if rule.name or rule.text]


def _is_role(piece: Piece) -> bool:
    return piece.kind == "text" and ROLE.match(piece.text) is not None


def _facts(play: Play) -> Play:
    return msgspec.structs.replace(play, lines=None, source="")
