"""The glossary of a 40k page: Stratagem cards and detachment rules besides what every glossary has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from warbook.importers.glossary import Entry, GlossaryReader
from warbook.importers.labels import read_labelled
from warbook.importers.ledger import Ledger
from warbook.importers.wh40k10_sections import COST
from warbook.sheets.document import body
from warbook.sheets.sheet import DetachmentRule, Play

_LABEL = re.compile(r"(WHEN|TARGET|EFFECT|RESTRICTION)S?(?::\s*| (?=[A-Z]))")
_CARD = re.compile(r"(.*?) [–—-] (.+?)(?: Stratagem)?")
_DETACHMENT = re.compile(r"(.+?) Detachment")
_WITHIN = ("RESTRICTIONS", "KEYWORDS")
_ALONE = ("Before selecting targets for this weapon",)
_UNTITLED = "Select profile"


class Wh40kGlossary(GlossaryReader):
    """Reads Stratagem cards, detachment rules, rules, indexes and lists."""

    rule_words = re.compile(
        r"\b(?:a unit|units? (?:is|has|can|in|that|from)|that unit|models?|[Dd]ice|D[36]|"
        r"(?:the|this|each|any|[A-Z]\w+) phase|(?:your|an|player's) army|characteristic|datasheets?|keywords?|"
        r"inches|Stratagem|Stationary|mortal wounds|Bodyguard)\b|\b[Rr]e-?rolls?\b|\[[A-Z]|\d"
    )

    def __init__(self, ledger: Ledger, start: int, sections: Mapping[int, int]) -> None:
        super().__init__(ledger, start)
        self._plays: dict[tuple[object, ...], Play] = {}
        self._sections = {first: end for first, end in sections.items() if first >= start}

    def entry(self) -> None:
        if self.at in self._sections:
            self.at = self._sections[self.at]
        elif self.is_heading(self.at) and COST.fullmatch(self.text(1)):
            self.read_card()
        else:
            super().entry()

    def opens(self, place: int) -> bool:
        piece = self.pieces[place]
        if place in self._sections:
            return True
        if piece.kind == "heading":
            return piece.text not in _WITHIN and not _LABEL.match(piece.text)
        return piece.text.startswith(_ALONE) or self.is_index(place)

    def is_listed(self, place: int) -> bool:
        return place not in self._sections and super().is_listed(place)

    def explained(self, place: int) -> bool:
        following = self.pieces[place + 1].text if place + 1 < len(self.pieces) else ""
        is_rule = COST.fullmatch(following) is not None or following.endswith(" Detachment")
        return is_rule or super().explained(place)

    def read_untitled(self) -> None:
        start = self.at
        if not self.pieces[start].text.startswith(_ALONE):
            super().read_untitled()
            return
        self.at += 1
        self.keep(Entry(_UNTITLED, [self.pieces[start]], start, self.at))

    def read_rule(self) -> None:
        found = _DETACHMENT.fullmatch(self.text(1)) if self.is_heading(self.at + 1) else None
        if not found:
            super().read_rule()
            return
        start = self.at
        self.at = self.body_end(start + 2)
        parts = list(self.pieces[start + 2 : self.at])
        name = self.pieces[start].text
        self.keep(Entry(name, parts, start, self.at, None, found.group(1)), "detachment rule")

    def read_card(self) -> None:
        """A Stratagem: name, cost and label, flavour, then WHEN, TARGET, EFFECT and RESTRICTIONS."""
        start = self.at
        label = _CARD.fullmatch(self.text(2))
        self.at = self.body_end(start + (3 if label else 2))
        parts = read_labelled(self.pieces[start + (3 if label else 2) : self.at], _LABEL)
        for name in parts.differing:
            self.ledger.doubt(start, f"{self.pieces[start].text}: two different texts under {name}")
        text: Callable[[str], str | None] = parts.texts.get
        play = Play(
            self.pieces[start].text, int(re.sub(r"\D", "", self.pieces[start + 1].text)), "CP",
            label.group(1) if label else "", label.group(2) if label else "",
            text("WHEN"), text("TARGET"), text("EFFECT"), text("RESTRICTION"),
            self.ledger.lines(start, self.at - 1), (), body(parts.before) or None,
        )  # fmt: skip
        known = self._plays.setdefault(_facts(play), play) is not play
        self.ledger.claim(range(start, self.at), "repeated stratagem" if known else "stratagem")
        if not known:
            self._tell_lost_parts(play, start)

    @property
    def plays(self) -> list[Play]:
        """The cards read so far, each once."""
        return list(self._plays.values())

    def _tell_lost_parts(self, play: Play, start: int) -> None:
        for name, text in (("WHEN", play.when), ("TARGET", play.target), ("EFFECT", play.effect)):
            if text is None or text.endswith(":"):
                self.ledger.lose("rule", f"{play.name}: {name}", start)

    def detachments(self) -> list[DetachmentRule]:
        """The detachment rules that the page explains."""
        out = []
        for entry in self.entries:
            if entry.detachment is not None:
                prose = self.prose(entry)
                out.append(
                    DetachmentRule(
                        entry.name, entry.detachment, prose.text, self.lines(entry), (),
                        prose.flavour, prose.summary, prose.examples,
                    )
                )  # fmt: skip
        return out


def _facts(play: Play) -> tuple[object, ...]:
    return play.name, play.cost, play.source, play.when, play.target, play.effect, play.restrictions
