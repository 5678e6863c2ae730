"""Which names come closest to one that nothing has."""

from __future__ import annotations

from collections.abc import Iterable

from warbook.names import key

MOST = 5
CLOSE = 70.0
"""How alike a name must be (0 to 100) to be worth offering."""
PART = 0.9
"""What likeness of some words of a name counts of the likeness of the whole."""


def closest(name: str, among: Iterable[str]) -> tuple[str, ...]:
    """The names that are most like one, best first; a name is also like one that has its words among others."""
    wanted = key(name)
    if not wanted:
        return ()
    scored = [(likeness(wanted, key(other)), other) for other in dict.fromkeys(among)]
    near = sorted((one for one in scored if one[0] >= CLOSE), key=lambda one: -one[0])
    return tuple(other for _, other in near[:MOST])


def likeness(wanted: str, other: str) -> float:
    """How alike two folded names are, from 0 to 100."""
    from rapidfuzz import fuzz  # only a mistake pays for it

    parts = other.split()
    words = [max((fuzz.ratio(word, part) for part in parts), default=0.0) for word in wanted.split()]
    return max(fuzz.ratio(wanted, other), PART * sum(words) / len(words))
