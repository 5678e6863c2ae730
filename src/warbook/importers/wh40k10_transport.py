"""Transport capacity of a 40k datasheet: whom it carries, whom not, and who takes more room."""

from __future__ import annotations

import re
from collections.abc import Sequence

from warbook.importers.ledger import Ledger
from warbook.sheets.document import body
from warbook.sheets.sheet import Transport, TransportExtra, TransportWeight

TYPES = (
    "INFANTRY", "CHARACTER", "MOUNTED", "VEHICLE", "MONSTER", "WALKER", "BEAST", "SWARM", "BATTLELINE",
    "ARTILLERY", "AIRCRAFT", "TITANIC", "TRANSPORT", "PSYKER",
)  # fmt: skip
_CAPACITY = re.compile(r"This \w+ has a transport capacity of (\d{1,4}) (.+)")
_MODELS = re.compile(r"(.+?) (?:models?|units?)$|^(models?)$", re.IGNORECASE)
_EXCLUDING = re.compile(r" \(excluding ([^()]+)\)")
_EXTRA = re.compile(r"(.+ models) and (\d{1,4}) (.+)")
_ROOM = re.compile(
    r"(?:and )?(?:(?:Each|The) )?([^().]+?)(?: models?)? takes? (?:up )?the space of (\d{1,4}) models?",
    re.IGNORECASE,
)
_ONLY = re.compile(r"It can only transport (.+?)(?: models)?")
_FROM_UNITS = re.compile(r"models from the following units: (.+)")
_CANNOT = re.compile(r"(?:It|This model) cannot (?:transport|be embarked by) (.+)")
_LIST = re.compile(r", (?:and |or )?| and | or ")
_AND_EACH = re.compile(r",? and (?=each )")


def read_transport(ledger: Ledger, start: int, end: int, faction: Sequence[str]) -> Transport | None:
    """The transport section; sentences that are not understood stay in ``unread``."""
    places = range(start + 1, end)
    ledger.claim(range(start, end), "transport")
    text = body(ledger.pieces[start + 1 : end])
    sentences = [
        part.strip(" -") for part in re.split(r"(?<=[a-zA-Z)])\.(?:\s+|$)|\n", text) if part.strip(" -")
    ]
    found = _CAPACITY.fullmatch(sentences[0]) if sentences else None
    if not found:
        ledger.doubt(start, "transport capacity not understood")
        return None
    carrier = _Carrier(faction)
    carrier.capacity(found.group(2))
    unread = [sentence for sentence in sentences[1:] if not carrier.sentence(sentence)]
    if not carrier.kinds:
        unread.insert(0, sentences[0])
    return Transport(
        int(found.group(1)), carrier.kinds[0] if carrier.kinds else (), tuple(carrier.excluded),
        tuple(carrier.weights), text, ledger.lines(start, places[-1] if places else start),
        tuple(carrier.kinds[1:]), tuple(carrier.extras), tuple(unread),
    )  # fmt: skip


class _Carrier:
    def __init__(self, faction: Sequence[str]) -> None:
        self.faction = sorted((name.upper() for name in faction), key=len, reverse=True)
        self.kinds: list[tuple[str, ...]] = []
        self.excluded: list[str] = []
        self.weights: list[TransportWeight] = []
        self.extras: list[TransportExtra] = []

    def capacity(self, text: str) -> None:
        if excluding := _EXCLUDING.search(text):
            self.excluded.extend(self._names(excluding.group(1)))
            text = _EXCLUDING.sub("", text)
        if extra := _EXTRA.fullmatch(text):
            text = extra.group(1)
            kind = _MODELS.fullmatch(extra.group(3))
            if kind and kind.group(1):
                self.extras.append(TransportExtra(int(extra.group(2)), self._keywords(kind.group(1))))
        if units := _FROM_UNITS.fullmatch(text):
            self.kinds.extend((name,) for name in self._names(units.group(1)))
            return
        kind = _MODELS.fullmatch(text)
        if kind and kind.group(1) and "," not in kind.group(1):
            self.kinds.extend(self._alternatives(kind.group(1)))

    def sentence(self, text: str) -> bool:
        """Takes a sentence in; false where it is not understood."""
        if cannot := _CANNOT.fullmatch(text):
            return self._cannot(cannot.group(1))
        if only := _ONLY.fullmatch(text):
            self.kinds.extend((name,) for name in self._names(only.group(1)))
            return True
        parts = [_ROOM.fullmatch(part) for part in _AND_EACH.split(text)]
        if not all(parts) or "characteristic" in text:
            return False
        for part in parts:
            if part:
                room = int(part.group(2))
                self.weights.extend(TransportWeight(name, room) for name in self._names(part.group(1)))
        return True

    def _cannot(self, text: str) -> bool:
        text = re.sub(r"models that can (FLY|Fly)\b", r"\1 models", text)
        if "(" in text or "non-" in text or " can " in text or "characteristic" in text:
            return False
        self.excluded.extend(self._names(text))
        return True

    def _names(self, text: str) -> list[str]:
        plain = re.sub(r"\b(?:the|models?|units?) ?", "", text).strip()
        return [name.strip().upper() for name in _LIST.split(plain) if name.strip()]

    def _alternatives(self, text: str) -> list[tuple[str, ...]]:
        """ "A or B INFANTRY": two sorts of passenger; a type at the end belongs to all of them."""
        kinds = [self._keywords(part) for part in re.split(r" or |, ", text)]
        shared = tuple(word for word in kinds[-1] if word in TYPES)
        return [kind if any(word in TYPES for word in kind) else kind + shared for kind in kinds]

    def _keywords(self, text: str) -> tuple[str, ...]:
        """A phrase as keywords: the faction, then names, then the types at its end."""
        rest = text.upper().strip()
        out: list[str] = []
        for name in self.faction:
            if rest == name or rest.startswith(f"{name} "):
                out.append(name)
                rest = rest[len(name) :].strip()
        words = rest.split()
        types: list[str] = []
        while words and words[-1] in TYPES:
            types.insert(0, words.pop())
        return tuple(out + ([" ".join(words)] if words else []) + types)
