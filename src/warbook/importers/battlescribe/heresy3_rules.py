"""Special rules as catalogues write them: brackets left open, commas lost, names misspelt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz, process

from warbook.importers.battlescribe.library import Library
from warbook.importers.battlescribe.reading import walk
from warbook.importers.names import key
from warbook.sheets.document import normalise, split_outside

ENOUGH = 88
"""How alike, of 100, a misspelt name must be to a known one."""
AHEAD = 4
"""By how much it must be nearer to that one than to any other."""
SHORTEST = 5
"""A shorter name is not corrected: too many are alike."""

_VALUE = re.compile(r"^(?P<name>[^()]*?)\s*\((?P<value>[^()]*)\)?\s*$")
_GLUED = re.compile(r"\)\s*[.;]?\s+(?=[A-Z])|(?<=[a-z])[.;]\s+(?=[A-Z])")
_MARKS = re.compile(r"\s*\(\s*(?:special )?rules?\s*\)$", re.IGNORECASE)
_NONE = frozenset(("", "-", "–", "—", "none", "n/a"))
_RATED = re.compile(r"^\d{1,2}[+\"”]?$")
_FILLED = re.compile(r"\s*\(X\)(?=\s*\()")
_PLACEHOLDER = re.compile(r"^[Xx?]$")


def listed(text: str) -> list[str]:
    """The names in a list of special rules or traits.

    >>> listed("Heavy (RS, FP), Shred (4+) Sundering, Breaching (6+")
    ['Heavy (RS, FP)', 'Shred (4+)', 'Sundering', 'Breaching (6+)']
    """
    plain = " ".join(normalise(text).split())
    apart = _GLUED.sub(lambda found: ")," if found[0].startswith(")") else ",", plain)
    parts = (_closed(part.strip(" .;")) for part in split_outside(_balanced(apart)))
    return [part for part in parts if part.casefold() not in _NONE]


def _balanced(text: str) -> str:
    """A list in which no bracket is left open before the next name in capitals with one of its own."""
    return re.sub(r"(\([^(),]*),(?=[^()]*\()", r"\1),", text)


def _closed(part: str) -> str:
    return f"{part})" if part.count("(") > part.count(")") else part


class RuleNames:
    """The special rules that a library knows, found again where a document misspells them."""

    def __init__(self, names: Iterable[str]) -> None:
        self._known: dict[str, str] = {}
        for name in names:
            bare, _ = parted(name)
            if bare:
                self._known.setdefault(key(bare), bare)
        self._folded = {known: name.casefold() for known, name in self._known.items()}

    @classmethod
    def of(cls, library: Library) -> RuleNames:
        """Those of a library, gathered once."""
        found: RuleNames | None = library.kept.get("special rules")
        if found is None:
            found = cls(_named(library))
            library.kept["special rules"] = found
        return found

    def is_rule(self, printed: str) -> bool:
        """Whether a name is a special rule's: it is known, or has a value as only rules have."""
        bare, value = parted(printed)
        return key(bare) in self._known or _RATED.match(value) is not None

    def spelt(self, printed: str, doubts: list[str]) -> str:
        """A rule with its value as it should be printed; what was taken for another name is told."""
        bare, value = parted(printed)
        known = self._known.get(key(bare))
        if known is None and (meant := self._meant(bare)):
            doubts.append(f"special rule {printed!r}: taken for {meant}")
            known = meant
        name = known or bare
        if _PLACEHOLDER.match(value):
            doubts.append(f"special rule {name}: its value is missing")
        return f"{name} ({value})" if value else name

    def _meant(self, bare: str) -> str | None:
        """The one known name that a misspelt one is nearly; none where two come close."""
        if len(bare) < SHORTEST:
            return None
        found = process.extract(bare.casefold(), self._folded, scorer=fuzz.ratio, limit=2, score_cutoff=70)
        if not found or found[0][1] < ENOUGH or (len(found) > 1 and found[0][1] - found[1][1] < AHEAD):
            return None
        return self._known[found[0][2]]


def _named(library: Library) -> Iterator[str]:
    for document in library.documents.values():
        for group in ("rules", "sharedRules"):
            yield from (node.name for node in walk(document.root, group))


def parted(printed: str) -> tuple[str, str]:
    """A rule's name and its value, which is empty for none.

    >>> parted("Breaching (5+)"), parted("Blast (X"), parted("Digging (X) (2)"), parted("Digging")
    (('Breaching', '5+'), ('Blast', 'X'), ('Digging', '2'), ('Digging', ''))
    """
    plain = _MARKS.sub("", " ".join(normalise(printed).replace("’", "'").split()))
    plain = _FILLED.sub("", plain)
    found = _VALUE.match(plain)
    if not found:
        return plain, ""
    return found["name"].strip(), found["value"].strip()
