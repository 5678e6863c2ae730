"""What stands before the units of a list that is text: its name, faction, detachment, battle size, points."""

from __future__ import annotations

import re

from warbook.importers.rosters.draft import Draft
from warbook.importers.rosters.lines import Line
from warbook.importers.rosters.priced import number, priced
from warbook.importers.rosters.vocabulary import LABELS, SIZES, plain
from warbook.names import words

SIGNATURE = re.compile(
    r"(?:export|exporté|esporta|créé|created|generated|end of roster|url\s*:|https?:)", re.IGNORECASE
)
DATA = re.compile(r"\b(?:data|donn|dati|daten|datos)[^\d]{0,30}?(?P<data>\d[\w.]*)", re.IGNORECASE)
DETACHMENT_POINTS = re.compile(
    r"(?P<names>.+?)\s*\(\s*\d+\s*(?:detachment points?|points? de détachement)\s*\)$", re.IGNORECASE
)
LABEL = re.compile(r"(?P<label>[^\W\d][^:()\[\]•]{1,40}?)\s*:\s*(?P<value>.*)")
SIZE = re.compile(r"(?P<name>[^(\[]{3,40}?)\s*[(\[]\s*(?P<points>\d[\d.,'’ ]*)\s*[^\d)\]]*[)\]]$")
ON = re.compile(r"(?P<name>.+?)\s*\(on\s+(?:(?P<ref>[A-Za-z]+\d+)\s*:?\s*)?(?P<unit>.*?)\)\s*$", re.IGNORECASE)
REF = re.compile(r"(?:(?P<ref>[A-Za-z]+\d+)\s*:\s*)?(?P<unit>.+)")
_BARE_TOTAL = re.compile(r"\[?\(?\s*(\d[\d.,'’ ]*)\s*(?:pts?|points?)\s*\)?\]?$", re.IGNORECASE)


class Said:
    """What a header says of units that come after it: by the list's own key, or else by name."""

    def __init__(self) -> None:
        self.enhancements: list[tuple[str, str | None, str, int]] = []
        self.warlord: tuple[str | None, str, int] | None = None
        self.units: tuple[int, int] | None = None


class Header:
    """The lines before the first unit, put into a draft when the first unit comes."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.said = Said()
        self._plain: list[tuple[Line, int]] = []
        self.titled = False
        self._paragraph = 0
        self._number = 0
        self._sized_after: int | None = None
        self._detached_after: int | None = None

    def blank(self) -> None:
        self._paragraph += 1

    def line(self, line: Line) -> None:
        """Take a line of the header. Lines that only decorate say nothing."""
        self._number = line.number
        text = line.text.strip("+# =").strip() if not line.bulleted else line.text
        if not text:
            return
        if line.text.startswith("&"):
            self._enhancement(text.lstrip("& "))
        elif not (self.labelled(text) or self.size(text) or self._detached(text) or self.total(text)):
            self._plain.append((line, self._paragraph))

    def labelled(self, text: str, line: int | None = None) -> bool:
        """Whether a line is ``label: value``; if so, what it says is kept."""
        self._number = line if line is not None else self._number
        found = LABEL.fullmatch(text)
        meaning = LABELS.get(plain(found["label"])) if found else None
        if found is None or meaning is None:
            return False
        value = found["value"].strip(" +")
        if value and value not in "-—":
            self._put(meaning, found["label"].strip(), value)
        return True

    def _put(self, meaning: str, label: str, value: str) -> None:
        draft = self.draft
        if meaning == "faction":
            self.faction([part.strip() for part in re.split(r"\s+[-–—]\s+", value)])
        elif meaning == "detachment":
            self._detachments(value)
        elif meaning == "points":
            draft.points = number((re.match(r"\D*(\d[\d.,'’ ]*)", value) or [""])[0] or "") or draft.points
        elif meaning == "limit":
            draft.points_limit = number(value) or draft.points_limit
        elif meaning == "size":
            if not self.size(value):
                draft.battle_size = value
        elif meaning == "warlord":
            found = REF.fullmatch(value)
            self.said.warlord = (found["ref"], found["unit"], self._number) if found else None
        elif meaning == "enhancement":
            self._enhancement(value)
        elif meaning == "units":
            stated = number(value)
            self.said.units = (stated, self._number) if stated is not None else None
        elif meaning == "name":
            draft.title(value)
            self.titled = True
        else:
            draft.note(f"{label}: {value}")

    def _enhancement(self, text: str) -> None:
        found = ON.fullmatch(text)
        if found:
            self.said.enhancements.append((found["name"], found["ref"], found["unit"], self._number))
        else:
            self.said.enhancements.append((text, None, "", self._number))

    def _detachments(self, value: str) -> None:
        """Names of detachments; what stands in brackets behind one is its rule."""
        for part in re.split(r",\s*(?![^()]*\))", value):
            found = re.fullmatch(r"(.+?)\s*\(([^()]*)\)", part.strip())
            name = found[1] if found else part.strip()
            if name and name not in self.draft.detachments:
                self.draft.detachments.append(name)
            if found:
                self.draft.note(f"{name}: {found[2]}")

    def size(self, text: str) -> bool:
        """Whether a line is the battle size; if so, it is kept."""
        text = re.sub(r"^\d+\.\s*", "", text)
        found = SIZE.fullmatch(text)
        name = plain(found["name"] if found else text)
        if name not in SIZES:
            return False
        self.draft.battle_size = SIZES[name]
        if found:
            self.draft.points_limit = number(found["points"]) or self.draft.points_limit
        self._sized_after = len(self._plain)
        return True

    def _detached(self, text: str) -> bool:
        """A line of detachments with their own points, whose names may be joined by an "and" of their own."""
        found = DETACHMENT_POINTS.fullmatch(text)
        if not found:
            return False
        self.draft.detachments += [part.strip() for part in found["names"].split(",") if part.strip()]
        self._detached_after = len(self._plain)
        return True

    def total(self, text: str) -> bool:
        """The line with the list's name and points: what came before it belongs to the name."""
        found = priced(text)
        bare = _BARE_TOTAL.fullmatch(text)
        if (found is None or found.rest or found.count) and bare is None:
            return False
        if self.titled and self.draft.points is not None:
            return plain(found.name if found else "").startswith("army roster")
        points = found.points if found else number(bare[1]) if bare else None
        self.draft.points = self.draft.points if self.draft.points is not None else points
        name = found.name if found else ""
        if plain(name).startswith("army roster"):
            return True
        self._name([line.text for line, _ in self._plain] + ([name] if name else []), "[" in text)
        self._plain.clear()
        self._sized_after = self._detached_after = None
        return True

    def _name(self, parts: list[str], bracketed: bool) -> None:
        """The list's name; New Recruit (its points in square brackets) writes the faction before it, List
        Forge after it."""
        text = " ".join(parts)
        pieces = [piece.strip() for piece in re.split(r"\s+[-–—]\s+", text) if piece.strip()]
        if bracketed and len(pieces) > 1:
            alliance = len(pieces) > 2 and words(pieces[-3]) in _ALLIANCES
            self.faction(pieces[-3 if alliance else -2 : -1])
            for piece in pieces[: -3 if alliance else -2]:
                self.draft.note(piece)
            text = pieces[-1]
        elif len(pieces) == 3 and len(parts) == 1:
            text = pieces[0]
            self.faction([pieces[1]])
            self.draft.detachments.append(pieces[2])
        self.draft.title(text)
        self.titled = True

    def faction(self, parts: list[str]) -> None:
        """A faction with those that it is a part of before it."""
        known = [part for part in parts if part]
        if known:
            self.draft.faction = known[-1]
            self.draft.parent = known[-2] if len(known) > 1 else self.draft.parent

    def end(self) -> None:
        """The units begin: what the plain lines were is now clear."""
        plains = [line for line, _ in self._plain]
        paragraphs = [paragraph for _, paragraph in self._plain]
        if plains and not self.titled and self.draft.faction is None and len(set(paragraphs)) > 1:
            first = paragraphs.count(paragraphs[0])
            self.draft.title(" ".join(line.text for line in plains[:first]))
            plains, self.titled = plains[first:], True
            self._sized_after = None if self._sized_after is None else max(0, self._sized_after - first)
            self._detached_after = (
                None if self._detached_after is None else max(0, self._detached_after - first)
            )
        self._assign([line.text for line in plains])
        self._plain.clear()

    def _assign(self, plains: list[str]) -> None:
        """Faction, detachment and the rest from the plain lines, by order and by what is known."""
        if self._detached_after is not None:
            plains, after = plains[: self._detached_after], plains[self._detached_after :]
            for text in after:
                self.draft.note(text)
        elif self._sized_after is not None and 0 < self._sized_after < len(plains):
            plains, after = plains[: self._sized_after], plains[self._sized_after :]
            self.draft.detachments += [] if self.draft.detachments else [after.pop(0)]
            for text in after:
                self.draft.note(text)
        elif plains and not self.draft.detachments and (len(plains) > 1 or self.draft.faction is not None):
            self.draft.detachments.append(plains.pop())
        if self.draft.faction is None:
            for text in plains[:-2]:
                self.draft.note(text)
            self.faction(plains[-2:])
        else:
            for text in plains:
                self.draft.note(text)

    def signature(self, text: str) -> bool:
        """Whether a line says with what the list was written; the version of the points is kept."""
        if not SIGNATURE.match(text):
            return False
        versions = re.findall(r"\bv(\d[\w.]*)", text)
        if (found := DATA.search(text)) or len(versions) > 1:
            self.draft.data = (
                f"v{versions[-1]}" if len(versions) > 1 else f"v{found['data']}" if found else None
            )
        self.draft.note(text)
        return True


_ALLIANCES = frozenset((("imperium",), ("chao",), ("xeno",), ("aeldari",)))
