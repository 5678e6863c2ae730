"""The glossary of a 40k page: Stratagem cards, detachment rules, rules, cross-indexes and lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from warbook.document import Piece, body
from warbook.importers.ledger import Ledger
from warbook.importers.prose import Prose, read_prose
from warbook.importers.wh40k10_sections import COST
from warbook.sheet import ChoiceList, DetachmentRule, Group, KeywordIndex, Play, Rule

RULE_WORDS = re.compile(
    r"\b(?:models?|units? (?:is|has|can|in|that)|a unit|that unit|rolls?|D[36]|phase|army|characteristic|"
    r"datasheet|keywords?|inches|re-roll|Stratagem|Stationary|battlefield|mortal wounds)\b|\[[A-Z]|\d"
)
ROLES = (
    "characters", "epic heroes", "battleline", "dedicated transports", "fortifications", "other", "allied units",
    "allies", "infantry", "vehicles", "monsters", "mounted", "beasts",
)  # fmt: skip
_LABEL = re.compile(r"(WHEN|TARGET|EFFECT|RESTRICTIONS?):?\s+(?=\S)|(WHEN|TARGET|EFFECT|RESTRICTIONS?):\s*")
_INDEX = re.compile(r"The (.*?) ?keywords? (?:is|are) used in the following (.*?) ?datasheets:?")
_DETACHMENT = re.compile(r"(.+?) Detachment")
_CARD = re.compile(r"(.*?) – (.+?)(?: Stratagem)?")
_COLLATED = "Datasheets collated"
_ALONE = ("Before selecting targets for this weapon",)
_UNTITLED = "Select profile"


class Glossary(msgspec.Struct):
    """What the page explains, in its order."""

    plays: list[Play] = []
    detachments: list[DetachmentRule] = []
    rules: list[Rule] = []
    indexes: list[KeywordIndex] = []
    army_list: list[Group] = []
    lists: list[ChoiceList] = []


class GlossaryReader:
    """Reads the glossary's pieces from ``start`` to the page's end."""

    def __init__(self, ledger: Ledger, start: int) -> None:
        self.ledger = ledger
        self.pieces = ledger.pieces
        self.at = start
        self.found = Glossary()

    def read(self) -> Glossary:
        """Everything the glossary explains; what it repeats is read once."""
        while self.at < len(self.pieces):
            self._entry()
        return self.found

    def _entry(self) -> None:
        piece = self.pieces[self.at]
        if _INDEX.match(piece.text):
            self._index()
        elif piece.text.startswith(_COLLATED) or self._text(1).startswith(_COLLATED):
            self._army_list()
        elif piece.kind == "heading" and COST.fullmatch(self._text(1)):
            self._card()
        elif piece.kind == "heading" and self._is_list():
            self._choice_list()
        elif piece.kind == "heading":
            self._rule(piece.text)
        elif piece.text.startswith(_ALONE):
            self._untitled(1)
        else:
            self._untitled(self._body_end(self.at) - self.at)

    def _text(self, ahead: int) -> str:
        place = self.at + ahead
        return self.pieces[place].text if place < len(self.pieces) else ""

    # Cards

    def _card(self) -> None:
        start = self.at
        end = self._card_end(start + 2)
        label = self._text(2)
        found = _CARD.fullmatch(label) if end > start + 2 else None
        parts = _labelled(self.pieces[start + (3 if found else 2) : end])
        for name in parts.repeats:
            self.ledger.doubt(start, f"{self.pieces[start].text}: two different texts under {name}")
        play = Play(
            self.pieces[start].text, int(re.sub(r"\D", "", self._text(1))), "CP",
            found.group(1) if found else "", found.group(2) if found else "",
            parts.texts.get("WHEN"), parts.texts.get("TARGET"), parts.texts.get("EFFECT"),
            parts.texts.get("RESTRICTIONS"), self.ledger.lines(start, end - 1), (), parts.flavour,
        )  # fmt: skip
        known = any(_same_card(play, other) for other in self.found.plays)
        self.ledger.claim(range(start, end), "repeated stratagem" if known else "stratagem")
        if not known:
            self.found.plays.append(play)
        self.at = end

    def _card_end(self, place: int) -> int:
        """Past the card's labelled texts: at the next heading after its label, or at an index."""
        if place < len(self.pieces) and " – " in self.pieces[place].text:
            place += 1
        while place < len(self.pieces) and not self._opens(place):
            place += 1
        return place

    def _opens(self, place: int) -> bool:
        piece = self.pieces[place]
        if piece.kind == "heading":
            return not _LABEL.match(piece.text)
        return bool(_INDEX.match(piece.text)) or piece.text.startswith(_ALONE)

    # Rules

    def _body_end(self, place: int) -> int:
        """Past the paragraphs, bullets and tables that follow a heading."""
        while place < len(self.pieces) and not self._opens(place):
            place += 1
        return place

    def _rule(self, name: str) -> None:
        start = first = self.at
        if self._text(1).casefold() == name.casefold() and self.pieces[self.at + 1].kind == "heading":
            first += 1
        detachment = _DETACHMENT.fullmatch(self._text(1)) if self._is_heading(self.at + 1) else None
        end = self._body_end(first + (2 if detachment else 1))
        parts = self.pieces[first + (2 if detachment else 1) : end]
        if not parts:
            self.ledger.doubt(start, f"nothing stands under the heading {name}")
        prose = self._prose(name, parts, start)
        self.at = end
        if detachment:
            self._keep_detachment(name, detachment.group(1), prose, start, end)
        else:
            self._keep_rule(name, prose, start, end)

    def _is_heading(self, place: int) -> bool:
        return place < len(self.pieces) and self.pieces[place].kind == "heading"

    def _prose(self, name: str, parts: Sequence[Piece], start: int) -> Prose:
        texts = [part for part in parts if part.kind != "row"]
        for offset, part in enumerate(parts):
            if part.kind == "row" and not any(part.cells):
                self.ledger.lose("table", name, start)
            elif part.kind == "row":
                texts.append(Piece("bullet", " | ".join(part.cells), part.line))
                del offset
        prose = read_prose(texts, RULE_WORDS)
        if (prose.text or "").endswith(":"):
            self.ledger.lose("rule", f"{name}: what its last colon announces", start)
        for figure in prose.lost:
            self.ledger.lose("rule", f"{name}: the summary says {figure!r}, the rule does not", start)
        return prose

    def _keep_rule(self, name: str, prose: Prose, start: int, end: int) -> None:
        lines = self.ledger.lines(start, end - 1)
        rule = Rule(name, prose.text, lines, (), prose.flavour, prose.summary, prose.examples)
        for place, other in enumerate(self.found.rules):
            if other.name.casefold() == name.casefold():
                merged = _merge(other, rule)
                if merged is not None:
                    self.ledger.claim(range(start, end), "repeated rule")
                    self.found.rules[place] = merged
                    return
        self.ledger.claim(range(start, end), "rule")
        self.found.rules.append(rule)

    def _keep_detachment(self, name: str, detachment: str, prose: Prose, start: int, end: int) -> None:
        self.ledger.claim(range(start, end), "detachment rule")
        rule = DetachmentRule(
            name, detachment, prose.text, self.ledger.lines(start, end - 1), (),
            prose.flavour, prose.summary, prose.examples,
        )  # fmt: skip
        if all((kept.name, kept.detachment) != (name, detachment) for kept in self.found.detachments):
            self.found.detachments.append(rule)

    def _untitled(self, count: int) -> None:
        start, end = self.at, self.at + max(count, 1)
        prose = self._prose(_UNTITLED, self.pieces[start:end], start)
        if self.pieces[start].text.startswith(_ALONE):
            self._keep_rule(_UNTITLED, prose, start, end)
        else:
            self.ledger.doubt(start, f"a text without a heading: {self.pieces[start].text[:50]}")
            self._keep_rule("", prose, start, end)
        self.at = end

    # Lists

    def _index(self) -> None:
        start = self.at
        found = _INDEX.match(self.pieces[start].text)
        words = found.group(1) if found else ""
        parts = [word.strip(" ,") for word in re.split(r",| and |^and ", f" {words} ".replace("  ", " "))]
        keywords = [word for word in parts if word]
        complete = len(keywords) == len(parts)
        self.at += 1
        groups = self._groups()
        if not complete:
            self.ledger.lose("keyword", self.pieces[start].text, start)
        if not any(group.units for group in groups):
            self.ledger.lose("table", f"units listed under: {self.pieces[start].text}", start)
        self.ledger.claim(range(start, self.at), "keyword index")
        lines = self.ledger.lines(start, self.at - 1)
        index = KeywordIndex(tuple(keywords), tuple(groups), complete, lines)
        if all(_without_lines(kept) != _without_lines(index) for kept in self.found.indexes):
            self.found.indexes.append(index)

    def _army_list(self) -> None:
        start = self.at
        if not self.pieces[start].text.startswith(_COLLATED):
            self.at += 1
        role = self.pieces[self.at].text.removeprefix(_COLLATED).strip(" :")
        self.at += 1
        groups = self._groups([Group(role)] if role else [])
        self.ledger.claim(range(start, self.at), "army list")
        if not any(group.units for group in groups):
            self.ledger.lose("table", "units of the army list", start)
        if not self.found.army_list:
            self.found.army_list = groups

    def _groups(self, groups: list[Group] | None = None) -> list[Group]:
        """Roles and the units listed under them, up to the next entry of the glossary."""
        out = list(groups or [])
        while self.at < len(self.pieces) and self._listed(self.at):
            text = self.pieces[self.at].text
            if text.casefold() in ROLES:
                out.append(Group(text))
            elif out:
                out[-1] = Group(out[-1].role, (*out[-1].units, text))
            else:
                out.append(Group("", (text,)))
            self.at += 1
        return out

    def _listed(self, place: int) -> bool:
        piece = self.pieces[place]
        if piece.text.casefold() in ROLES:
            return True
        if piece.kind == "bullet":
            return len(piece.text) < 60
        if piece.kind != "heading" or piece.text.startswith("The ") and _INDEX.match(piece.text):
            return False
        following = self.pieces[place + 1] if place + 1 < len(self.pieces) else None
        if following is None:
            return True
        if following.kind == "heading":
            return not (
                COST.fullmatch(following.text)
                or following.text.endswith(" Detachment")
                or following.text.startswith(_COLLATED)
                or following.text.casefold() == piece.text.casefold()
            )
        return bool(_INDEX.match(following.text))

    def _is_list(self) -> bool:
        """Whether the heading is followed by short bullets only, and lone numbers between them."""
        place = self.at + 1
        bullets = 0
        while place < len(self.pieces) and self._is_choice(place):
            bullets += self.pieces[place].kind == "bullet"
            place += 1
        return bullets >= 2 and not (place < len(self.pieces) and self.pieces[place].kind in ("text", "bullet"))

    def _is_choice(self, place: int) -> bool:
        piece = self.pieces[place]
        if piece.kind == "bullet":
            return len(piece.text) < 50 and not piece.text.endswith(".") and ":" not in piece.text
        return piece.text.isdigit()

    def _choice_list(self) -> None:
        start = self.at
        self.at += 1
        entries: list[str] = []
        while self.at < len(self.pieces) and self._is_choice(self.at):
            if self.pieces[self.at].kind == "bullet":
                entries.append(self.pieces[self.at].text)
            self.at += 1
        name = self.pieces[start].text
        self.ledger.claim(range(start, self.at), "choice list")
        self.ledger.doubt(start, f"the list {name!r} belongs to no option of the sheet")
        self.found.lists.append(ChoiceList(name, tuple(entries), self.ledger.lines(start, self.at - 1)))


class _Card(msgspec.Struct):
    texts: dict[str, str]
    flavour: str | None
    repeats: list[str]


def _labelled(parts: Sequence[Piece]) -> _Card:
    """A card's texts under its labels; a label that comes again with the same text is read once."""
    runs: list[tuple[str, list[Piece]]] = [("", [])]
    for part in parts:
        found = _LABEL.match(part.text)
        if found:
            label = (found.group(1) or found.group(2)).replace("RESTRICTION", "RESTRICTIONS").replace("SS", "S")
            rest = msgspec.structs.replace(part, text=part.text[found.end() :], kind="text")
            runs.append((label, [rest]))
        else:
            runs[-1][1].append(part)
    card = _Card({}, body(runs[0][1]) or None, [])
    for label, pieces in runs[1:]:
        text = body([piece for piece in pieces if piece.text])
        if text and card.texts.setdefault(label, text) != text:
            card.repeats.append(label)
    return card


def _same_card(one: Play, other: Play) -> bool:
    return (one.name, one.cost, one.when, one.target, one.effect) == (
        other.name, other.cost, other.when, other.target, other.effect,
    )  # fmt: skip


def _merge(one: Rule, other: Rule) -> Rule | None:
    """Two passages under one heading as one rule, where one repeats or directly continues the other."""
    if other.text in (None, one.text) or (other.text or "") in (one.text or ""):
        summary = tuple(dict.fromkeys(one.summary + other.summary))
        return msgspec.structs.replace(one, summary=summary)
    if one.lines is None or other.lines is None or other.lines[0] > one.lines[1] + 1:
        return None
    text = "\n".join(dict.fromkeys(f"{one.text or ''}\n{other.text}".strip().split("\n")))
    return msgspec.structs.replace(one, text=text, lines=(one.lines[0], other.lines[1]))


def _without_lines(index: KeywordIndex) -> KeywordIndex:
    return msgspec.structs.replace(index, lines=None)
