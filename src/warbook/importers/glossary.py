"""The part of a page that explains rules: headings with their text, cross-indexes and lists, of any system."""

from __future__ import annotations

import re
from itertools import zip_longest

import msgspec

from warbook.importers.ledger import Ledger
from warbook.importers.prose import Prose, read_prose
from warbook.sheets.document import Piece
from warbook.sheets.sheet import ChoiceList, Group, KeywordIndex, Lines, Rule

ROLES = frozenset(
    (
        "characters", "epic heroes", "battleline", "dedicated transports", "fortifications", "other",
        "allied units", "allies", "infantry", "vehicles", "monsters", "mounted", "beasts",
    )
)  # fmt: skip
COLLATED = "Datasheets collated"
MENU = frozenset(
    (
        "faction rules", "army rules", "rules", "wargear", "datasheets", "stratagems", "enhancements",
        "detachments", "detachment rules", "army list", "faq", "errata", "books", "introduction",
    )
)  # fmt: skip
"""Entries of a web page's menu, which name no role and no unit."""
_INDEX = re.compile(r"The (.*?) ?(?:keyword|Trait)s? (?:is|are) used in the following (.*?) ?datasheets:?")
_INDEX_SIGN = " used in the following "
_NUMBERED = re.compile(r"^\d+\. ")
_REPEATED = 40
"""A paragraph of fewer characters may stand twice in a rule without being a copy."""


class Entry(msgspec.Struct):
    """A rule while it is gathered: its heading, the pieces of its body, and the entry it stands within."""

    name: str
    parts: list[Piece]
    start: int
    end: int
    parent: Entry | None = None
    detachment: str | None = None
    own_end: int | None = None
    said: set[str] = msgspec.field(default_factory=set)


class GlossaryReader:
    """Reads a page's pieces from ``start`` on. A system adds the entries that only it has."""

    rule_words: re.Pattern[str] = re.compile(r"\d")

    def __init__(self, ledger: Ledger, start: int) -> None:
        self.ledger = ledger
        self.pieces = ledger.pieces
        self.at = start
        self.entries: list[Entry] = []
        self._named: dict[tuple[str, str | None], Entry] = {}
        self._indexes: dict[tuple[object, ...], KeywordIndex] = {}
        self.army_list: list[Group] = []
        self.lists: list[ChoiceList] = []

    def read(self) -> None:
        """Reads everything up to the page's end; what is repeated is read once."""
        while self.at < len(self.pieces):
            before = self.at
            self.entry()
            self.at = max(self.at, before + 1)

    def entry(self) -> None:
        """Reads the entry that starts here."""
        piece = self.pieces[self.at]
        if self.is_index(self.at):
            self.read_index()
        elif piece.text.startswith(COLLATED) or self.text(1).startswith(COLLATED):
            self.read_army_list()
        elif piece.kind == "heading" and self._is_list():
            self.read_choice_list()
        elif piece.kind == "heading":
            self.read_rule()
        else:
            self.read_untitled()

    def text(self, ahead: int) -> str:
        """The text of a piece further on, or nothing."""
        place = self.at + ahead
        return self.pieces[place].text if place < len(self.pieces) else ""

    def is_heading(self, place: int) -> bool:
        """Whether a heading stands there."""
        return place < len(self.pieces) and self.pieces[place].kind == "heading"

    def is_index(self, place: int) -> bool:
        """Whether a cross-index starts there."""
        text = self.pieces[place].text
        return _INDEX_SIGN in text and _INDEX.match(text) is not None

    def opens(self, place: int) -> bool:
        """Whether a new entry starts there, so that the one before ends."""
        return self.pieces[place].kind == "heading" or self.is_index(place)

    def body_end(self, place: int) -> int:
        """Past the paragraphs, bullets and tables that follow a heading."""
        while place < len(self.pieces) and not self.opens(place):
            place += 1
        return place

    # Rules

    def read_rule(self) -> None:
        """A heading and its text; the heading may stand twice, the second time in capitals."""
        start, name = self.at, _NUMBERED.sub("", self.pieces[self.at].text)
        first = start + 1
        if self.is_heading(first) and self.pieces[first].text.casefold() == name.casefold():
            first += 1
        self.at = self.body_end(first)
        self.keep(Entry(name, list(self.pieces[first : self.at]), start, self.at))

    def read_untitled(self) -> None:
        """Text that no heading explains."""
        start = self.at
        self.at = self.body_end(start)
        self.ledger.doubt(start, f"a text without a heading: {self.pieces[start].text[:50]}")
        self.keep(Entry("", list(self.pieces[start : self.at]), start, self.at))

    def keep(self, entry: Entry, what: str = "rule") -> None:
        """Adds an entry, without what it repeats of others."""
        before = self.entries[-1] if self.entries and self.entries[-1].end == entry.start else None
        key = entry.name.casefold() or entry.parts[0].text, entry.detachment
        twin = self._named.get(key)
        if twin is not None and self._repeats(twin, entry, before):
            self.ledger.claim(range(entry.start, entry.end), f"repeated {what}")
            return
        self.ledger.claim(range(entry.start, entry.end), what)
        if not entry.parts:
            self.ledger.doubt(entry.start, f"nothing stands under the heading {entry.name}")
        entry.parent = before
        self._return_rest(entry)
        entry.said.update(part.text for part in entry.parts)
        self._named.setdefault(key, entry)
        self.entries.append(entry)

    def _repeats(self, twin: Entry, entry: Entry, before: Entry | None) -> bool:
        """Whether an entry says what its twin says; what follows the copy goes to what holds them both."""
        new = [part for part in entry.parts if part.text not in twin.said]
        if not new:
            if before is twin:
                twin.end = entry.end
            return True
        if before is not twin or not (entry.parts and entry.parts[0].text in twin.said):
            return False
        target = twin.parent if twin.parent is not None else twin
        target.parts.extend(new)
        target.said.update(part.text for part in new)
        twin.own_end = twin.own_end or (twin.end if target is not twin else None)
        twin.end = target.end = entry.end
        return True

    def _return_rest(self, entry: Entry) -> None:
        """A box's text stands twice where the page was copied; what follows the copy belongs around the box."""
        if entry.parent is None:
            return
        for place in range(1, len(entry.parts)):
            part = entry.parts[place]
            if len(part.text) >= _REPEATED and part.kind == "text" and entry.parts[place - 1].text == part.text:
                entry.parent.parts.extend(entry.parts[place + 1 :])
                entry.parent.end = entry.end
                entry.own_end = entry.start + place + 2
                del entry.parts[place:]
                return

    def rules(self) -> list[Rule]:
        """The gathered rules, told apart into rule, flavour, examples and summary."""
        out = []
        for entry in self.entries:
            if entry.detachment is None:
                prose = self.prose(entry)
                lines = self.lines(entry)
                out.append(
                    Rule(entry.name, prose.text, lines, (), prose.flavour, prose.summary, prose.examples)
                )
        return out

    def lines(self, entry: Entry) -> Lines:
        """Where an entry stands."""
        return self.ledger.lines(entry.start, max((entry.own_end or entry.end) - 1, entry.start))

    def prose(self, entry: Entry) -> Prose:
        """An entry's text; tables without content and a colon with nothing after it are told as lost."""
        parts: list[Piece] = []
        for part, following in zip_longest(entry.parts, entry.parts[1:]):
            if part.kind != "row":
                parts.append(part)
                self._tell_lost_list(entry, part, following)
            elif any(part.cells):
                parts.append(Piece("bullet", " | ".join(part.cells), part.line))
            else:
                self.ledger.lose("table", entry.name, entry.start)
        prose = read_prose(parts, self.rule_words)
        for figure in prose.lost:
            self.ledger.lose(
                "rule", f"{entry.name}: its summary says {figure!r}, the rule does not", entry.start
            )
        return prose

    def _tell_lost_list(self, entry: Entry, part: Piece, following: Piece | None) -> None:
        """A colon at a paragraph's end announces bullets or a table."""
        if part.text.endswith(":") and (following is None or following.kind in ("text", "heading")):
            self.ledger.lose("rule", f"{entry.name}: the list after {part.text[-40:]!r}", entry.start)

    # Lists

    def read_index(self) -> None:
        """Which units have some keywords, by role; keywords and lists may be lost."""
        start = self.at
        head = self.pieces[start].text
        found = _INDEX.match(head)
        words = (found.group(1) if found else "").removesuffix(",")
        parts = [word.strip(" ,") for word in re.split(r", | and |^and ", f" {words} ".replace("  ", " "))]
        keywords = tuple(word for word in parts if word)
        self.at += 1
        groups = tuple(self.read_groups([]))
        lines = self.ledger.lines(start, self.at - 1)
        index = KeywordIndex(keywords, groups, len(keywords) == len(parts), lines)
        known = self._indexes.setdefault((keywords, groups, index.complete), index) is not index
        self.ledger.claim(range(start, self.at), "repeated keyword index" if known else "keyword index")
        if known:
            return
        if not index.complete:
            self.ledger.lose("keyword", head, start)
        if not any(group.units for group in groups):
            self.ledger.lose("table", f"units listed under: {head}", start)

    @property
    def indexes(self) -> list[KeywordIndex]:
        """The cross-indexes read so far, each once."""
        return list(self._indexes.values())

    def read_army_list(self) -> None:
        """The faction's units by role, as far as the page still has them."""
        start = self.at
        if not self.pieces[start].text.startswith(COLLATED):
            self.at += 1
        role = self.pieces[self.at].text.removeprefix(COLLATED).strip(" :")
        role = "" if _is_menu(role) else role
        self.at += 1
        groups = self.read_groups([Group(role)] if role else [])
        self.ledger.claim(range(start, self.at), "army list")
        if not self.army_list and not any(group.units for group in groups):
            self.ledger.lose("table", "units of the army list", start)
        self.army_list = self.army_list or groups

    def read_groups(self, groups: list[Group]) -> list[Group]:
        """Roles and the units listed under them, up to the next entry."""
        roles = [group.role for group in groups]
        units: list[list[str]] = [list(group.units) for group in groups]
        while self.at < len(self.pieces) and self.is_listed(self.at):
            text = self.pieces[self.at].text
            self.at += 1
            if _is_menu(text):
                continue
            if text.casefold() in ROLES or not roles:
                roles.append(text if text.casefold() in ROLES else "")
                units.append([])
            if text.casefold() not in ROLES:
                units[-1].append(text)
        return [Group(role, tuple(names)) for role, names in zip(roles, units, strict=True)]

    def is_listed(self, place: int) -> bool:
        """Whether the piece is a role or a unit's name rather than the next entry's heading."""
        piece = self.pieces[place]
        if _is_menu(piece.text):
            return piece.kind == "bullet" or not self.explained(place)
        if piece.text.casefold() in ROLES:
            return not self._explained_role(place)
        if piece.kind == "bullet":
            return len(piece.text) < 60
        return piece.kind == "heading" and not self.is_index(place) and not self.explained(place)

    def _explained_role(self, place: int) -> bool:
        following = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        return following is not None and following.kind == "text" and not self.is_index(place + 1)

    def explained(self, place: int) -> bool:
        """Whether a heading names a rule: its text follows."""
        if place + 1 >= len(self.pieces):
            return False
        following = self.pieces[place + 1]
        if following.text.startswith(COLLATED):
            return True
        if following.kind == "heading":
            return following.text.casefold() == self.pieces[place].text.casefold()
        return not self.is_index(place + 1)

    def _is_list(self) -> bool:
        """Whether the heading is followed by short bullets only, and lone numbers between them."""
        place, bullets = self.at + 1, 0
        while place < len(self.pieces) and _is_choice(self.pieces[place]):
            bullets += self.pieces[place].kind == "bullet"
            place += 1
        return bullets >= 2 and not (place < len(self.pieces) and self.pieces[place].kind in ("text", "bullet"))

    def read_choice_list(self) -> None:
        """A heading with things to choose from, which belongs to no option."""
        start = self.at
        self.at += 1
        entries: list[str] = []
        while self.at < len(self.pieces) and _is_choice(self.pieces[self.at]):
            if self.pieces[self.at].kind == "bullet":
                entries.append(self.pieces[self.at].text)
            self.at += 1
        name = self.pieces[start].text
        self.ledger.claim(range(start, self.at), "choice list")
        if any((kept.name, kept.entries) == (name, tuple(entries)) for kept in self.lists[-20:]):
            return
        self.ledger.doubt(start, f"the list {name!r} belongs to no option of the sheet")
        self.lists.append(ChoiceList(name, tuple(entries), self.ledger.lines(start, self.at - 1)))


def _is_menu(text: str) -> bool:
    """Whether every part of a line is an entry of the site's menu."""
    parts = [part.strip().casefold() for part in text.split("•")]
    return all(part in MENU for part in parts)


def _is_choice(piece: Piece) -> bool:
    if piece.kind == "bullet":
        return len(piece.text) < 50 and not piece.text.endswith(".") and ":" not in piece.text
    return piece.text.isdigit()
