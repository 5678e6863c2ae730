"""Finds units among all that are known, as players look for them: by a part of a name, its first letters, a
faction, a keyword, a weapon, an ability, points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

import msgspec

from warbook.library.closeness import closest
from warbook.library.index import Index, Indexed
from warbook.library.naming import folded_faction
from warbook.names import asked_for, keyword, same, words
from warbook.sheets.leading import Leads, may_lead
from warbook.sheets.sheet import Transport

Words = tuple[str, ...]
LONGEST = 200
"""Letters of each part of a search that are looked at: time grows with them."""
INSIDE, SPREAD = 4, 10
"""Letters from which on a part in the middle of a word is enough; the rank of what several things have."""


class Search(msgspec.Struct, frozen=True):
    """What is looked for; what is empty does not matter. ``text`` may be anything; ``keywords`` all count;
    ``weapon`` and ``ability`` are parts of a name; ``least`` and ``most`` bound the points."""

    text: str = ""
    system: str = ""
    faction: str = ""
    role: str = ""
    keywords: tuple[str, ...] = ()
    weapon: str = ""
    ability: str = ""
    least: int | None = None
    most: int | None = None
    current: bool = False


class Hit(msgspec.Struct, frozen=True):
    """A unit that was found; ``why`` tells what of it the text is found in, where that is not its name."""

    unit: Indexed
    rank: int
    why: str = ""


class Catalogue:
    """All units, ready to be searched."""

    def __init__(self, index: Index) -> None:
        order = {system: -place for place, system in enumerate(sorted({unit.system for unit in index}))}
        self.units = tuple(sorted(index, key=lambda unit: order[unit.system]))
        self._names = [words(unit.name) for unit in self.units]
        self._factions = [words(unit.faction) for unit in self.units]
        self._rest = [_all_words(unit) for unit in self.units]

    @cached_property
    def _by_name(self) -> dict[tuple[str, Words], list[Indexed]]:
        found: dict[tuple[str, Words], list[Indexed]] = {}
        for unit, name in zip(self.units, self._names, strict=True):
            found.setdefault((unit.system, name), []).append(unit)
        return found

    def unit(self, system: str, faction: str, name: str) -> Indexed | None:
        """The unit of these names; of several the one that is still sold."""
        found = self._by_name.get((system, words(name)), [])
        own = [each for each in found if folded_faction(each.faction) == folded_faction(faction)]
        return min(own, key=lambda each: (each.legends, each.name != name), default=None)

    def at(self, system: str, path: str) -> Indexed | None:
        """The unit of a faction and a name with a stroke between them, either of which may have others."""
        parts = path.split("/")
        splits = (("/".join(parts[:end]), "/".join(parts[end:])) for end in range(1, len(parts)))
        return next(filter(None, (self.unit(system, *each) for each in splits)), None)

    def of_faction(self, system: str, faction: str) -> list[Indexed]:
        """A faction's units, by name."""
        wanted = folded_faction(faction)
        return [each for each in self.units if each.system == system and folded_faction(each.faction) == wanted]

    def factions(self, system: str = "") -> dict[str, list[str]]:
        """The factions of each game, or of one, by name."""
        found: dict[str, set[str]] = {}
        for unit in self.units:
            if not system or unit.system == system:
                found.setdefault(unit.system, set()).add(unit.faction)
        return {game: sorted(names, key=str.casefold) for game, names in sorted(found.items(), reverse=True)}

    def roles(self, system: str = "") -> list[str]:
        """The roles that units have, the commonest first."""
        counts: dict[str, int] = {}
        for unit in self.units:
            if unit.role and (not system or unit.system == system):
                counts[unit.role] = counts.get(unit.role, 0) + 1
        return sorted(counts, key=lambda role: (-counts[role], role))

    def led_by(self, unit: Indexed, joins: Callable[[Leads, Leads], bool] = may_lead) -> list[Indexed]:
        """Who may lead a unit, as its game tells who ``joins`` whom."""
        return [each for each in self._near(unit) if each is not unit and joins(each, unit)]

    def led(self, leader: Indexed) -> list[Indexed]:
        """Whom a unit may lead."""
        return [each for each in self._near(leader) if each is not leader and may_lead(leader, each)]

    def carriers(self, unit: Indexed) -> list[Indexed]:
        """The transports that may carry a unit's models, by the keywords of its sheet."""
        has = unit.marks
        return [
            each
            for each in self._near(unit)
            if each is not unit and each.transport is not None and _rides(each.transport, has)
        ]

    def carried(self, carrier: Indexed) -> list[Indexed]:
        """The units whose models a transport may carry."""
        seats = carrier.transport
        if seats is None:
            return []
        return [each for each in self._near(carrier) if each is not carrier and _rides(seats, each.marks)]

    def _near(self, unit: Indexed) -> Iterator[Indexed]:
        """Units of the same game that share a faction, or a faction keyword."""
        own = set(map(keyword, unit.faction_keywords))
        home = folded_faction(unit.faction)
        for each in self.units:
            if each.system == unit.system and (
                folded_faction(each.faction) == home or not own.isdisjoint(map(keyword, each.faction_keywords))
            ):
                yield each

    def seek(self, wanted: Search) -> list[Hit]:
        """What is found, the likeliest first: by name, by first letters, then by what else a unit has."""
        wanted = _cut(wanted)
        tokens, letters = words(wanted.text), "".join(words(wanted.text))
        hits = []
        for place, unit in enumerate(self.units):
            if not _fits(unit, wanted):
                continue
            hit = self._hit(place, unit, tokens, letters) if tokens else Hit(unit, 0)
            if hit:
                hits.append(hit)
        return sorted(hits, key=lambda hit: (hit.rank, hit.unit.legends)) if tokens else hits

    def _hit(self, place: int, unit: Indexed, tokens: Words, letters: str) -> Hit | None:
        name, faction = self._names[place], self._factions[place]
        left = [token for token in tokens if not _begins(token, name)]
        if not left:
            return Hit(unit, 0 if tokens == name else 1 if name[: len(tokens)] == tokens else 2)
        if abbreviates(letters, name):
            return Hit(unit, 3)
        left = [token for token in left if not abbreviates(token, name)]
        other = [token for token in left if not (_begins(token, faction) or abbreviates(token, faction))]
        if not other:
            return Hit(unit, 4 if len(left) < len(tokens) else 5, unit.faction if left else "")
        rest = self._rest[place]
        return _elsewhere(unit, other) if all(token in rest for token in other) else None

    def closest(self, text: str, system: str = "") -> tuple[str, ...]:
        """The names most like one that nothing has."""
        return closest(
            text[:LONGEST], (unit.name for unit in self.units if not system or unit.system == system)
        )


def abbreviates(letters: str, name: Words) -> bool:
    """Whether letters are the beginnings of two or more words in a row that begin or end a name.

    >>> abbreviates("clr", ("chaos", "land", "raider")), abbreviates("admech", ("adeptu", "mechanicu"))
    (True, True)
    >>> abbreviates("lr", ("chaos", "land", "raider")), abbreviates("cl", ("claw",))
    (True, False)
    """
    if len(letters) < 2 or len(name) < 2:
        return False
    starts = (start for start in range(len(name) - 1) if name[start][0] == letters[0])
    return any(_spells(letters, name[start:], 0, whole=start > 0) for start in starts)


def _spells(letters: str, name: Words, done: int, whole: bool) -> bool:
    """Whether beginnings of these words spell the letters; ``whole``: of all of them."""
    if not letters:
        return done >= 2 and not (whole and name)
    if not name:
        return False
    most = min(len(letters), len(name[0]))
    return any(
        letters[:size] == name[0][:size] and _spells(letters[size:], name[1:], done + 1, whole)
        for size in range(1, most + 1)
    )


def _begins(token: str, name: Iterable[str]) -> bool:
    """Whether a word begins so, or, for a longer one, has it inside."""
    if len(token) < INSIDE:
        return any(word.startswith(token) for word in name)
    return any(token in word for word in name)


def _all_words(unit: Indexed) -> str:
    """All that a unit may be found by besides its name, for a quick look."""
    names = (*unit.keywords, *unit.faction_keywords, *unit.weapons, *unit.abilities, unit.role)
    return "\n".join(" ".join(words(name)) for name in names)


def _elsewhere(unit: Indexed, tokens: Sequence[str]) -> Hit | None:
    """The keyword, weapon or ability of a unit that has all of the words."""
    for rank, names in enumerate(
        ((*unit.keywords, *unit.faction_keywords), unit.weapons, unit.abilities, (unit.role,)), 6
    ):
        for name in names:
            own = words(name)
            if all(_begins(token, own) for token in tokens):
                return Hit(unit, rank, name)
    return _spread(unit, tokens)


def _spread(unit: Indexed, tokens: Sequence[str]) -> Hit | None:
    """Several things of a unit that have the words between them, where no one has all."""
    names = (*unit.keywords, *unit.faction_keywords, *unit.weapons, *unit.abilities, unit.role)
    found = [next((name for name in names if _begins(token, words(name))), None) for token in tokens]
    told = [name for name in found if name is not None]
    return Hit(unit, SPREAD, " · ".join(dict.fromkeys(told))) if len(told) == len(tokens) else None


def _cut(wanted: Search) -> Search:
    """A search of which no part is longer than what is looked at."""
    parts = {
        name: getattr(wanted, name)[:LONGEST]
        for name in ("text", "system", "faction", "role", "weapon", "ability")
    }
    marks = tuple(each[:LONGEST] for each in wanted.keywords[:LONGEST])
    return msgspec.structs.replace(wanted, keywords=marks, **parts)


def _fits(unit: Indexed, wanted: Search) -> bool:
    """Whether a unit passes all but the text; a template has to be asked for."""
    if not asked_for(unit.name, wanted.text):
        return False
    if wanted.system and unit.system != wanted.system:
        return False
    if wanted.faction and folded_faction(unit.faction) != folded_faction(wanted.faction):
        return False
    if wanted.role and not same(unit.role, wanted.role):
        return False
    if wanted.current and unit.legends:
        return False
    return _costs(unit, wanted) and _has(unit, wanted)


def _costs(unit: Indexed, wanted: Search) -> bool:
    if wanted.least is not None and (unit.most is None or unit.most < wanted.least):
        return False
    return wanted.most is None or (unit.least is not None and unit.least <= wanted.most)


def _has(unit: Indexed, wanted: Search) -> bool:
    if wanted.keywords and not {keyword(each) for each in wanted.keywords} <= unit.marks:
        return False
    if wanted.weapon and not _named(wanted.weapon, unit.weapons):
        return False
    return not wanted.ability or _named(wanted.ability, unit.abilities)


def _named(text: str, names: Iterable[str]) -> bool:
    tokens = words(text)
    return any(all(_begins(token, words(name)) for token in tokens) for name in names)


def _rides(seats: Transport, has: frozenset[str]) -> bool:
    """Whether models with these keywords may take a place of any kind."""
    if any(keyword(word) in has for word in seats.excluded):
        return False
    ways = [*((seats.keywords,) if seats.keywords else ()), *seats.alternatives]
    ways += [extra.keywords for extra in seats.extras]
    return any(all(keyword(word) in has for word in way) for way in ways if way)
