"""Finds which thing a written name means, and says what it had to assume. It never guesses between two.

A list is typed by hand, exported by an app or translated by a tool, so its names differ from a sheet's in case,
accents, plurals, a missing word, a slip of the finger. The name of another real unit often differs by no more,
and its sheet may be one that nobody has imported; so a slip may only be in the middle of a word that no known
name has, and a part of a name is enough only for a hero, or where what is left out tells nothing ("Squad",
the faction's own name), or, as its beginning or a single word, where the list's faction has no other such unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Generic, Protocol, TypeVar

import msgspec
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from warbook.names import key as sound
from warbook.names import words

MOST_CANDIDATES = 5
CLOSE = 72.0
"""How alike a name must be (0 to 100) to be worth offering."""
UNKNOWN, SEVERAL = "no sheet of this name is known", "several factions have it, pick one"
LEGENDS = re.compile(r"\s*[\[(–-]\s*legends?\s*[\])]?\s*$", re.IGNORECASE)
PLAIN = frozenset(("squad", "unit", "team", "detachment", "band", "mob"))
"""Words of a name that tell nothing."""
HERO = frozenset(("epic hero", "unique"))
"""Keywords of those of whom there is one; a part of their name is enough."""
SHORTEST, LONG = 5, 11
"""Letters of a word that may have one slip in it, and of one that may have two."""
SHORTEST_BEGINNING = 4
"""Letters that may stand for the rest of a name."""
MOST_SLIPS = 3
_BETWEEN = re.compile(r"[\W_]+")
_PARTS = re.compile(r"\s+[-–—]\s+")
_WITH_FACTION = (
    re.compile(r"(?P<name>.+\S)\s*[(\[](?P<faction>[^()\[\]]+)[)\]]"),
    re.compile(r"(?P<faction>\S.*?)\s+[–—-]\s+(?P<name>\S.*)"),
    re.compile(r"(?P<faction>\S.*\s[–—-]\s.*)\s+[–—-]\s+(?P<name>\S.*)"),
)


class Named(Protocol):
    """Anything with the name of a unit and the faction that it belongs to."""

    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...


T = TypeVar("T", bound=Named)
Key = tuple[str, ...]


class Match(msgspec.Struct, Generic[T], frozen=True):
    """What a name means: ``found`` or, where that cannot be told, the names that come closest.

    ``assumed`` says what had to be assumed for ``found``; ``None`` where the name is the sheet's own, be it in
    the plural. ``several`` are things of this very name in factions between which nothing decides. ``short``
    says that what is written is only the beginning or a word of the name.
    """

    found: T | None
    assumed: str | None = None
    candidates: tuple[str, ...] = ()
    several: tuple[T, ...] = ()
    short: bool = False

    @property
    def reason(self) -> str:
        """Why nothing was found."""
        return SEVERAL if self.several else UNKNOWN

    @property
    def why(self) -> str:
        """Why nothing was found, and what comes closest."""
        names = ", ".join(self.candidates)
        if self.several:
            return f"{SEVERAL}: {names}"
        return f"{UNKNOWN}; closest: {names}" if names else UNKNOWN


def match(name: str, among: Sequence[T], faction: str | None = None) -> Match[T]:
    """The thing that a written name means. The faction of the list decides between things of one name.

    A faction may be written with those that it is a part of: ``"Imperium - Space Marines - Space Wolves"``. A
    name may say its own: ``"War Sledge (Gravel Court)"``, ``"Gravel Court – War Sledge"``.
    """
    for things in (_exact(name, among), _same_key(name, among)):
        if things:
            return _of_faction(name, things, faction)
    for called, of in readings(name):
        if things := [t for t in _same_key(called, among) if rank(t, of) > (0, 0)]:
            return _of_faction(called, things, of)
    others = (_sounding(name, among), _shuffled(name, among), _part(name, among, faction), _slip(name, among))
    for things in others:
        own = _own(things, faction)
        if own and _one(own):
            return _of_faction(name, own, faction)
        if things:
            return Match(None, None, _shown(own or things))
    if (own := _own(_short(name, among), faction)) and faction and _one(own):
        return msgspec.structs.replace(_of_faction(name, own, faction), short=True)
    return Match(None, None, closest(name, among, faction))


def closest(name: str, among: Sequence[T], faction: str | None = None) -> tuple[str, ...]:
    """The names most like one that nothing has, best first; those of the faction before others as good.

    A name is like another as a whole, or like some words of it, which counts for a little less.
    """
    ordered = sorted(among, key=lambda thing: standing(thing.faction, faction), reverse=True)
    keys = [sound(LEGENDS.sub("", thing.name)) for thing in ordered]
    wanted = sound(name)
    found = process.extract(
        wanted, keys, scorer=fuzz.WRatio, score_cutoff=CLOSE - 20, limit=40 * MOST_CANDIDATES
    )
    scored = [(_likeness(wanted, alike), place) for alike, _, place in found]
    best = sorted((-score, place) for score, place in scored if score >= CLOSE)
    return _shown(ordered[place] for _, place in best[: 4 * MOST_CANDIDATES])


def _likeness(wanted: str, other: str) -> float:
    """How alike two names are, 0 to 100."""
    own, theirs = wanted.split(), other.split()
    each = [max((fuzz.ratio(word, another) for another in theirs), default=0.0) for word in own]
    some = sum(score * len(word) for score, word in zip(each, own, strict=True)) / (sum(map(len, own)) or 1)
    return max(fuzz.ratio(wanted, other), 0.95 * some, 0.9 * fuzz.token_sort_ratio(wanted, other))


def readings(name: str) -> Iterator[tuple[str, str]]:
    """A name that has its faction in it as the two apart.

    >>> list(readings("War Sledge (Gravel Court)"))
    [('War Sledge', 'Gravel Court')]
    """
    for form in _WITH_FACTION:
        if parted := form.fullmatch(name.strip()):
            yield parted["name"], parted["faction"]


@cache
def key(name: str) -> Key:
    """The words that tell a name apart: singular, without an article or the mark of Legends."""
    found = tuple(_singular(word) for word in words(LEGENDS.sub("", name)))
    return found[1:] if len(found) > 1 and found[0] == "the" else found


def standing(own: str, wanted: str | None) -> int:
    """How nearly a faction is the wanted one: 0 for another; the last part of a long name counts most."""
    if not wanted or not own:
        return 0
    parts = [words(part) for part in _PARTS.split(wanted.strip())]
    if words(own) == words(wanted):
        return len(parts) + 2
    names = {words(own), *(words(part) for part in _PARTS.split(own.strip())[-1:])}
    return max((place for place, part in enumerate(parts, 2) if part and part in names), default=0)


def rank(thing: Named, wanted: str | None) -> tuple[int, int]:
    """How nearly a thing belongs to a faction: by the faction that it is kept under, or else by its keywords.

    Sources name one faction differently (by its people, by its keyword); (0, 0) is for another's.
    """
    if not wanted:
        return 0, 0
    own = {words(mark) for mark in getattr(thing, "keywords", ())}
    parts = [words(part) for part in _PARTS.split(wanted.strip())]
    worn = max((place for place, part in enumerate(parts, 1) if part in own), default=0)
    return standing(thing.faction, wanted), worn


@cache
def _letters(name: str) -> Key:
    return words(_BETWEEN.sub("", LEGENDS.sub("", name)))


def _singular(word: str) -> str:
    for ending, single in (("ve", "f"), ("oe", "o"), ("ie", "y"), ("che", "ch"), ("sse", "s")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + single
    return word


def _exact(name: str, among: Iterable[T]) -> list[T]:
    wanted = words(name)
    return [thing for thing in among if words(thing.name) == wanted] if wanted else []


def _same_key(name: str, among: Iterable[T]) -> list[T]:
    """Things of the same words, or of the same letters written together or apart."""
    wanted, letters = key(name), _letters(name)
    return [t for t in among if key(t.name) == wanted or _letters(t.name) == letters] if wanted else []


def _sounding(name: str, among: Iterable[T]) -> list[T]:
    """Things whose name only has another ending of several: "boys" for "Boyz"."""
    wanted = sound(name)
    return [thing for thing in among if sound(thing.name) == wanted] if wanted else []


def _shuffled(name: str, among: Iterable[T]) -> list[T]:
    """Things of the same words in another order."""
    wanted = sorted(key(name))
    return [thing for thing in among if sorted(key(thing.name)) == wanted] if len(wanted) > 1 else []


def _part(name: str, among: Iterable[T], faction: str | None) -> list[T]:
    """Things whose name has the written words in a row, where what it leaves out does not matter."""
    wanted = key(name)
    if not any(len(word) >= SHORTEST for word in wanted):
        return []
    return [
        thing
        for thing in among
        if _within(wanted, key(thing.name)) and (_hero(wanted, thing) or _plain(wanted, thing, faction))
    ]


def _short(name: str, among: Iterable[T]) -> list[T]:
    """Things whose name begins with what is written, or has the one word that is written: enough where a
    faction has one such thing. The last words of a longer name are not, for those are another's: who writes
    "Wardens of Tar" does not mean "Old Wardens of Tar"."""
    written = words(name)
    wanted = key(name)
    if sum(map(str.isalnum, name)) < SHORTEST_BEGINNING or set(wanted) <= PLAIN:
        return []
    return [t for t in among if _begins(written, words(t.name)) or (len(wanted) == 1 and _has(wanted, t))]


def _begins(written: Key, whole: Key) -> bool:
    *first, last = written
    return (
        len(whole) >= len(written)
        and whole[: len(first)] == tuple(first)
        and whole[len(first)].startswith(last)
    )


def _has(wanted: Key, thing: Named) -> bool:
    return len(wanted[0]) >= SHORTEST and wanted[0] in key(thing.name)


def _plain(wanted: Key, thing: Named, faction: str | None) -> bool:
    """Whether the rest of a thing's name tells nothing that its faction does not."""
    rest = set(key(thing.name)) - set(wanted) - PLAIN
    return not rest or (bool(standing(thing.faction, faction)) and rest <= set(key(thing.faction)))


def _hero(wanted: Key, thing: Named) -> bool:
    """Whether the words end a hero's name: they may begin one that is a title."""
    if key(thing.name)[-len(wanted) :] != wanted:
        return False
    marks = (*getattr(thing, "keywords", ()), *getattr(thing, "sub_types", ()))
    return any(mark.casefold() in HERO for mark in marks)


def _one(things: Sequence[T]) -> bool:
    return len({key(thing.name) for thing in things}) == 1


def _within(part: Key, whole: Key) -> bool:
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def _slip(name: str, among: Sequence[T]) -> list[T]:
    """Things that a slip or two of the finger away from what is written; only the nearest."""
    wanted = key(name)
    known = {word for thing in among for word in key(thing.name)}
    scored = [(slips, thing) for thing in among if (slips := _slips(wanted, key(thing.name), known))]
    least = min((slips for slips, _ in scored), default=0)
    return [thing for slips, thing in scored if slips == least]


def _slips(written: Key, meant: Key, known: set[str]) -> int | None:
    """How many letters differ, where it may be by accident."""
    if len(written) != len(meant):
        return None
    total = 0
    for one, other in zip(written, meant, strict=True):
        if one == other:
            continue
        slips = None if one in known else _slipped(one, other)
        if slips is None:
            return None
        total += slips
    return total if total <= MOST_SLIPS else None


def _slipped(one: str, other: str) -> int | None:
    """How many letters of a word differ, if so few may; the first letter and the last are seldom mistyped."""
    shorter = min(len(one), len(other))
    ends = one[0] == other[0] and one[:-1] != other[:-1]
    if shorter < SHORTEST or not ends or not (one + other).isalpha():
        return None
    most = 2 if shorter >= LONG else 1
    slips = OSA.distance(one, other, score_cutoff=most)
    return slips if slips <= most else None


def _own(things: list[T], faction: str | None) -> list[T]:
    """Those of the list's faction: a name that is not a sheet's own is never taken for an ally's."""
    if faction is None:
        return things
    last = _PARTS.split(faction.strip())[-1]
    return [thing for thing in things if standing(thing.faction, faction) or rank(thing, last) > (0, 0)]


def _of_faction(name: str, things: Sequence[T], faction: str | None) -> Match[T]:
    """The thing of the best standing; several factions of the same standing are not decided."""
    best = max(rank(thing, faction) for thing in things)
    left = [thing for thing in things if rank(thing, faction) == best]
    if len({words(thing.faction) for thing in left}) > 1:
        return Match(None, None, _shown(left), tuple(left))
    found = next((thing for thing in left if thing.name == name), left[0])
    same = key(found.name) == key(name) and _is_legends(found.name) == _is_legends(name)
    return Match(found, None if same else f"{name!r}: taken for {found.name}")


def _is_legends(name: str) -> bool:
    return LEGENDS.search(name) is not None


def _shown(things: Iterable[T]) -> tuple[str, ...]:
    """The names of things, with the faction where a name alone does not tell which."""
    kept = list(things)
    factions: dict[str, set[str]] = {}
    for thing in kept:
        factions.setdefault(thing.name, set()).add(thing.faction)
    told = (f"{t.name} ({t.faction})" if len(factions[t.name]) > 1 else t.name for t in kept)
    return tuple(dict.fromkeys(told))[:MOST_CANDIDATES]
