"""Finds things in the library by what is known about them, and reads the one that is wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import TypeVar

import msgspec

from warbook.errors import InputError
from warbook.json_file import unreadable
from warbook.library import EMPTY, allegiance, database
from warbook.library.closeness import closest
from warbook.library.kept import Kept, Kind, Known
from warbook.library.naming import folded, folded_faction, listed, readings
from warbook.library.place import place
from warbook.names import words
from warbook.sheets.roster import Roster
from warbook.sheets.sheet import Datasheet, Faction

__all__ = [
    "Wanted",
    "bodies",
    "body",
    "exactly",
    "factions",
    "kept",
    "keys",
    "known",
    "lists",
    "names",
    "nothing",
    "numbered",
    "one",
    "readings",
    "roster",
    "sheet",
    "versions",
]

T = TypeVar("T", Datasheet, Faction, Roster)

Condition = tuple[str, list[str]]
"""A condition of SQL and its values."""

_FIELDS = Kept.__struct_fields__


class Wanted(msgspec.Struct, frozen=True):
    """What to look for; what is ``None`` does not matter.

    Names and keywords are forgiven case, accents, apostrophes, hyphens and a plural s. ``text`` are words of
    the name, each perhaps only begun, in any order; where no ``faction`` has the whole name, a part of it will
    do; ``name`` is the whole name, ``part`` words in a row of it;
    ``source`` is a part of the path of the document.
    """

    kind: Kind | None = "sheet"
    text: str | None = None
    name: str | None = None
    part: str | None = None
    faction: str | None = None
    system: str | None = None
    keywords: tuple[str, ...] = ()
    source: str | None = None
    every_version: bool = False


_KNOWN = "SELECT name, faction, system, source, date, id, legends, keywords FROM kept"


def known(wanted: Wanted) -> tuple[Known, ...]:
    """The current version of every sheet that is wanted, by system, faction and name."""
    sheets = msgspec.structs.replace(wanted, kind="sheet", every_version=False)
    order = "ORDER BY system, faction, name, variant"
    tried = (_known(f"WHERE {condition} {order}", values) for condition, values in _conditions(sheets))
    return next(filter(None, tried), ())


def numbered(numbers: Sequence[int]) -> tuple[Known, ...]:
    """Sheets by their numbers, in that order."""
    found = _known(f"WHERE id IN ({', '.join(map(str, numbers))})", [])
    by_key = {unit.key: unit for unit in found}
    return tuple(by_key[key] for number in numbers if (key := f"library/{number}") in by_key)


def names(system: str | None) -> list[tuple[int, str]]:
    """The number of every sheet's current version, and its name, folded."""
    ((condition, values),) = _conditions(Wanted(system=system))
    with database.reading() as connection:
        if connection is None:
            return []
        found = connection.execute(f"SELECT id, name_words FROM kept WHERE {condition} ORDER BY id", values)
        return list(found)


def _known(condition: str, values: list[str]) -> tuple[Known, ...]:
    with database.reading() as connection:
        if connection is None:
            return ()
        return tuple(
            Known(name, faction, of, source, date, f"library/{number}", bool(legends), _split(keywords))
            for name, faction, of, source, date, number, legends, keywords in connection.execute(
                f"{_KNOWN} {condition}", values
            )
        )


def keys() -> frozenset[tuple[str, str, str]]:
    """System, faction and name, folded, of every sheet that there is."""
    with database.reading() as connection:
        if connection is None:
            return frozenset()
        rows = connection.execute("SELECT system, home, name_words FROM kept WHERE kind = 'sheet' AND current")
        return frozenset(rows)


def kept(wanted: Wanted) -> tuple[Kept, ...]:
    """What there is, by system, faction and name, the newest version first."""
    return next(filter(None, map(_kept, _conditions(wanted))), ())


def exactly(wanted: Wanted) -> tuple[Kept, ...]:
    """The same, but only of the faction of that whole name."""
    return _kept(next(_conditions(wanted)))


def one(wanted: Wanted) -> Kept:
    """The one thing of this ``name``, or with it as a part of its name; its current version. A name may have
    its faction in it. Raises InputError that lists what it may mean, or what comes closest."""
    name = wanted.name or ""
    for part in (False, True):
        for written, of in readings(name, wanted.faction):
            named = {"name": None, "part": written} if part else {"name": written}
            found = kept(msgspec.structs.replace(wanted, **named, faction=of))
            found = tuple(each for each in found if of and folded(each.faction) == folded(of)) or found
            if len({_thing(each) for each in found}) == 1:
                return found[0]
            if found:
                raise InputError("library", repr(name), f"expected one of {listed(_titles(found))}")
    meant = _meant(wanted)
    if meant:
        return meant
    raise InputError("library", repr(name), f"expected a name in the library{_closest(wanted)}")


def lists(name: str, system: str | None = None) -> Kept | None:
    """The army list of this whole name. Raises InputError that lists several."""
    for written, of in readings(name, None):
        found = kept(Wanted("roster", name=written, faction=of, system=system))
        if len(found) > 1:
            raise InputError("library", repr(name), f"expected one of {listed(_titles(found))}")
        if found:
            return found[0]
    return None


def _titles(found: Sequence[Kept]) -> list[str]:
    """What tells things of one name apart: their factions, for lists of one faction their files."""
    factions = Counter((one.name, one.faction) for one in found if one.kind == "roster")
    several = len({one.system for one in found}) > 1
    return [
        f"{one.name} ({PurePath(one.home).name})"
        if factions[one.name, one.faction] > 1
        else f"{one.name} ({one.faction})" + (f" of {one.system}" if several else "")
        for one in found
    ]


def _meant(wanted: Wanted) -> Kept | None:
    """The thing of a misspelt name."""
    from warbook.sheets import matching  # only a mistake pays for it

    there = kept(Wanted(wanted.kind, faction=wanted.faction, system=wanted.system))
    return matching.match(wanted.name or "", there, wanted.faction).found


def nothing(wanted: Wanted) -> str:
    """Why nothing is found: what comes closest to a word of the search that nothing has."""
    there = kept(Wanted(None, system=wanted.system, every_version=wanted.every_version))
    if not there:
        return EMPTY
    asked = (
        ("name", wanted.text, [] if _begun(wanted.text or "", there) else [one.name for one in there]),
        ("faction", wanted.faction, [one.faction for one in there]),
        *(("keyword", word, _marks(there)) for word in wanted.keywords),
    )
    told = (f"{what} {name!r}: closest: {', '.join(close)}" for what, name, known in asked
            if name and (close := _unlike(name, known)))  # fmt: skip
    return "; ".join(told)


def _begun(text: str, there: Sequence[Kept]) -> bool:
    """Whether any name has these words, each perhaps only begun."""
    return any(all(f" {word}" in folded(one.name) for word in words(text)) for one in there)


def _marks(there: Sequence[Kept]) -> list[str]:
    return [mark for one in there for mark in one.keywords]


def _unlike(name: str, known: Sequence[str]) -> tuple[str, ...]:
    """The closest of the known names, unless it is one of them."""
    return () if any(words(name) == words(other) for other in known) else closest(name, known)


def _thing(one: Kept) -> tuple[str, str, str]:
    return one.system, one.home, folded(one.name)


def _closest(wanted: Wanted) -> str:
    close = closest(wanted.name or "", [one.name for one in kept(Wanted(wanted.kind, system=wanted.system))])
    return f"; closest: {listed(close)}" if close else ""


def versions(one: Kept) -> tuple[Kept, ...]:
    """All versions of a thing, the newest first."""
    found = kept(Wanted(one.kind, name=one.name, system=one.system, every_version=True))
    return tuple(each for each in found if (each.variant, each.home) == (one.variant, one.home))


def sheet(number: int) -> Datasheet:
    """A sheet by its number. Raises InputError where it is gone."""
    return next(bodies((number,), Datasheet))


def body(one: Kept) -> Datasheet | Faction | Roster:
    """What is kept. Raises InputError where it is gone."""
    if one.kind == "sheet":
        return sheet(one.id)
    return roster(one.id) if one.kind == "roster" else next(bodies((one.id,), Faction))


def roster(number: int) -> Roster:
    """A roster by its number. Raises InputError where it is gone."""
    return next(bodies((number,), Roster))


def factions(name: str, system: str) -> tuple[Faction, ...]:
    """What each kind of document says about a faction now, the newest first."""
    newest: dict[str, Kept] = {}
    name = allegiance.called(name, system)
    found = kept(Wanted("faction", system=system, every_version=True))
    for one in sorted(found, key=lambda one: (one.effective, one.id), reverse=True):
        if folded_faction(one.name) == folded_faction(name):
            newest.setdefault(one.lineage, one)
    return tuple(bodies([one.id for one in newest.values()], Faction))


def bodies(numbers: tuple[int, ...] | list[int], kind: type[T]) -> Iterator[T]:
    """Things by their numbers, in that order. Raises InputError for one that is gone."""
    with database.reading() as connection:
        for number in numbers:
            yield _body(connection, number, kind)


def _body(connection: database.Connection | None, number: int, kind: type[T]) -> T:
    told = "SELECT data, faction FROM body JOIN kept USING (id) WHERE id = ?"
    row = connection and connection.execute(told, (number,)).fetchone()
    if not row:
        raise InputError(str(place()), f"number {number}", "it was removed from the library")
    try:
        return _called(msgspec.msgpack.decode(row[0], type=kind), row[1])
    except msgspec.MsgspecError as fault:
        told = f"it cannot be read ({unreadable(fault)}): add its document again"
        raise InputError(str(place()), f"number {number}", told) from None


def _called(thing: T, faction: str) -> T:
    """The thing with its faction's name here; a list keeps its own."""
    if isinstance(thing, Datasheet) and thing.faction != faction:
        return msgspec.structs.replace(thing, faction=faction)
    if isinstance(thing, Faction) and thing.name != faction:
        return msgspec.structs.replace(thing, name=faction)
    return thing


def _kept(condition: Condition) -> tuple[Kept, ...]:
    with database.reading() as connection:
        if connection is None:
            return ()
        rows = connection.execute(
            f"SELECT {', '.join(_FIELDS)} FROM kept WHERE {condition[0]}"
            " ORDER BY kind, system, faction, name, variant, effective DESC, id DESC",
            condition[1],
        )
        return tuple(map(_told, rows))


def _told(row: tuple[object, ...]) -> Kept:
    told: dict[str, object] = dict(zip(_FIELDS, row, strict=True))
    return msgspec.convert({**told, "keywords": _split(str(told["keywords"]))}, Kept, strict=False)


def _split(keywords: str) -> tuple[str, ...]:
    return tuple(keywords.split("\n")) if keywords else ()


def _conditions(wanted: Wanted) -> Iterator[Condition]:
    """The words of a search as SQL, and then with a faction of which only a part was named."""
    own = folded_faction(allegiance.called(wanted.faction or "", wanted.system))
    file = wanted.faction or ""
    listing = "kind = 'roster' AND (home = ? OR substr(home, -1 - length(?)) = '/' || ?)"
    factions: list[tuple[str, tuple[str, ...]]] = [
        (f"(faction_words = ? OR home = ? OR {listing})", (own, own, file, file, file))
    ]
    part = f"%{folded(wanted.faction or '')}%"
    factions.append(("(faction_words LIKE ? OR home LIKE ?)", (part, part)))
    for faction in factions if wanted.faction is not None else [("TRUE", ())]:
        parts = [*_parts(wanted), faction]
        yield " AND ".join(part for part, _ in parts), [value for _, values in parts for value in values]


def _parts(wanted: Wanted) -> Iterator[tuple[str, tuple[str, ...]]]:
    if wanted.kind is not None:
        yield "kind = ?", (wanted.kind,)
    if not wanted.every_version:
        yield "current", ()
    if wanted.name is not None:
        yield "name_words = ?", (folded(wanted.name),)
    if wanted.part is not None:
        yield "instr(name_words, ?)", (folded(wanted.part),)
    for word in words(wanted.text or ""):
        yield "name_words LIKE ?", (f"% {word}%",)
    if wanted.system is not None:
        yield "system = ?", (wanted.system,)
    for keyword in wanted.keywords:
        yield "keyword_words LIKE ?", (f"%|{' '.join(words(keyword))}|%",)
    if wanted.source is not None:
        path = wanted.source.rstrip("/")
        there = "(? <> '' AND (instr(document, ?) OR instr(coalesce(source, ''), ?)))"
        yield there, (path, path, path)
