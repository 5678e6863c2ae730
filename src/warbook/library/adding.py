"""Documents into the library: read first, then kept in one step, all or nothing."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import PurePath
from typing import Literal

import msgspec

from warbook import data, importers
from warbook.errors import InputError
from warbook.importers import Progress, files
from warbook.library import allegiance, database
from warbook.library.kept import Kind
from warbook.library.naming import folded, folded_faction, folded_keywords
from warbook.names import same
from warbook.sheets.roster import MAX_NAME, Roster
from warbook.sheets.sheet import Collection, Datasheet, Faction, Problem, Source

Result = Literal["new", "updated", "older", "unchanged", "other source"]

Thing = Datasheet | Faction | Roster

_LISTS = (".ros", ".rosz", ".json", ".txt")
_UNTITLED = ("Army",)
"""What a list is called that has neither a title nor a faction."""
_COLUMNS = (
    *("kind", "system", "name", "name_words", "faction", "faction_words", "variant", "lineage", "document"),
    *("source", "date", "revision", "effective", "added", "legends", "complete", "current", "keywords"),
    *("keyword_words", "digest", "home", "loyalty", "since"),
)
_INSERT = f"INSERT INTO kept ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"


class Outcome(msgspec.Struct, frozen=True):
    """What became of one thing that was added.

    ``updated``: it is newer than what was kept from this kind of document; ``older``: it is kept behind a newer
    version; ``other source``: it was known from another kind of document only.
    """

    result: Result
    kind: Kind
    name: str
    faction: str
    system: str
    source: str | None = None


class Report(msgspec.Struct, frozen=True):
    """What adding did, and what of the documents was not understood."""

    documents: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    problems: tuple[Problem, ...]

    def counts(self) -> dict[str, dict[str, int]]:
        """How many of each kind had each result."""
        counted = Counter((outcome.kind, outcome.result) for outcome in self.outcomes)
        kinds = dict.fromkeys(kind for kind, _ in counted)
        return {kind: {r: n for (k, r), n in counted.items() if k == kind} for kind in kinds}


class Read(msgspec.Struct, frozen=True):
    """What was read from one path."""

    document: str
    things: tuple[Thing, ...]
    problems: tuple[Problem, ...]


def add(paths: Sequence[str | os.PathLike[str]], progress: Progress | None = None) -> Report:
    """Keep everything in these documents and folders. Raises InputError, and keeps nothing, where one of the
    paths cannot be read at all; a file of a folder that cannot be read is among the problems."""
    return keep([read(path, progress) for path in paths])


def read(path: str | os.PathLike[str], progress: Progress | None = None) -> Read:
    """What is in a document, a folder or an army list. Raises InputError."""
    name = os.fspath(path)
    if os.path.isfile(name) and not importers.recognised(name):
        roster = _list(name)
        return _read(name, (roster,), _in_list(roster, name))
    sources = importers.sources(name) if os.path.isdir(name) else []
    lists = _lists(sources)
    try:
        found = importers.collect(name, progress)
    except InputError:
        if not lists:
            raise
        found = Collection(problems=tuple(_unread(sources, lists)))
    problems = [each for each in _problems(found) if each.path not in lists]
    problems += [each for path, roster in lists.items() for each in _in_list(roster, path)]
    return _read(name, (*found.sheets, *found.factions, *lists.values()), problems)


def _list(path: str) -> Roster:
    """The army list in a file. Raises InputError where there is none, and for one of another game."""
    from warbook.importers import rosters  # sheets need no reader of lists
    from warbook.library.games import of_its_game

    files.refuse_archive(path)
    roster = of_its_game(rosters.read(path))
    if roster.system not in data.systems():
        told = f"expected a list of {' or '.join(data.systems())}, found one of {roster.system}"
        raise InputError(path, "system", told)
    if roster.name in _UNTITLED or (roster.faction and same(roster.name, roster.faction)):
        stem = "".join(char for char in PurePath(path).stem if char.isprintable()).strip()
        roster = msgspec.structs.replace(roster, name=stem[:MAX_NAME] or roster.name)
    return roster


def _in_list(roster: Roster, path: str) -> Iterator[Problem]:
    """What of a list was not understood, with its file."""
    return (msgspec.structs.replace(problem, path=problem.path or path) for problem in roster.problems)


def _read(path: str, things: Iterable[Thing], problems: Iterable[Problem]) -> Read:
    """What was read, with every path as text that can be kept and printed."""
    told = (
        problem if _plain(problem.path) == problem.path else _at_plain_path(problem) for problem in problems
    )
    return Read(_plain(os.path.abspath(path)) or "", tuple(map(_from_plain_path, things)), tuple(told))


def _at_plain_path(problem: Problem) -> Problem:
    return msgspec.structs.replace(problem, path=_plain(problem.path))


def _from_plain_path(thing: Thing) -> Thing:
    source = thing.source
    if source is None or _plain(source.path) == source.path:
        return thing
    return msgspec.structs.replace(thing, source=Source(_plain(source.path) or "", source.date))


def _plain(path: str | None) -> str | None:
    """A path with a mark for each byte of it that is no text."""
    return path and os.fsencode(path).decode("utf-8", "replace")


def _unread(sources: Iterable[str], lists: Mapping[str, Roster]) -> Iterator[Problem]:
    for path in sources:
        if path not in lists:
            yield Problem(0, "expected a document of a known format or an army list", path=path)


def keep(documents: Sequence[Read]) -> Report:
    """Keep what was read, in one step. Raises InputError for a library that cannot be written."""
    outcomes: list[Outcome] = []
    with database.writing() as connection:
        for document in documents:
            outcomes += _Keeping(connection, document.document).all(document.things)
        allegiance.settle(connection)
        connection.execute(database.CURRENT)
    problems = tuple(problem for document in documents for problem in document.problems)
    return Report(tuple(document.document for document in documents), tuple(outcomes), problems)


def _lists(sources: Iterable[str]) -> dict[str, Roster]:
    """The army lists among files, by their paths, typed ones too: what is one alone is one in a folder."""
    found: dict[str, Roster] = {}
    for path in sources:
        if PurePath(path).suffix.casefold() not in _LISTS or importers.recognised(path):
            continue
        with suppress(InputError):
            found[path] = _list(path)
    return found


def _problems(found: Collection) -> tuple[Problem, ...]:
    """What was not understood, each with its file."""
    own = (
        problem
        if problem.path or sheet.source is None
        else msgspec.structs.replace(problem, path=sheet.source.path)
        for sheet in found.sheets
        for problem in sheet.problems
    )
    return (*found.problems, *own)


class _Version(msgspec.Struct):
    """What must be known of a kept version to place another."""

    id: int
    lineage: str
    effective: str
    digest: bytes


_Key = tuple[Kind, str, str, str, int]
"""Kind, system, home, name and variant: what a thing is told apart by."""


class _Keeping:
    """The things of one document on their way into the tables."""

    def __init__(self, connection: database.Connection, document: str) -> None:
        self.connection, self.document = connection, document
        self.now = datetime.now(UTC).isoformat(timespec="seconds")
        self.called = allegiance.names(connection)
        self.versions: dict[_Key, list[_Version]] = {}
        self.homes: dict[tuple[str, str, str], dict[str, set[tuple[str, str]]]] = {}
        rows = connection.execute(
            "SELECT kind, system, home, name_words, variant, id, lineage, effective, digest, loyalty,"
            " faction_words FROM kept ORDER BY effective, id"
        )
        for kind, system, home, name, variant, number, lineage, effective, digest, loyalty, faction in rows:
            versions = self.versions.setdefault((kind, system, home, name, variant), [])
            versions.append(_Version(number, lineage, effective, digest))
            self._lives(system, name, loyalty, home, (lineage, faction))

    def all(self, things: Iterable[Thing]) -> Iterator[Outcome]:
        seen: dict[tuple[str, ...], list[bytes]] = {}
        for thing in sorted(things, key=lambda thing: isinstance(thing, Datasheet) and thing.legends):
            source, digest = _source(thing), _digest(thing)
            kind, home = _kind(thing), self._home(thing)
            name = self._faction(thing) if kind == "faction" else thing.name
            place = (kind, thing.system, home, folded(name))
            twins = seen.setdefault((*place, source.path if source else ""), [])
            if digest not in twins:
                twins.append(digest)
                result = self._one(thing, (*place, len(twins) - 1), digest)
                path = source.path if source else None
                yield Outcome(result, kind, thing.name, self._faction(thing), thing.system, path)

    def _faction(self, thing: Thing) -> str:
        """What the thing's faction is called here; a list keeps the name that it has for it."""
        name = _faction(thing)
        known = None if isinstance(thing, Roster) else self.called.get((thing.system, folded_faction(name)))
        return known or name

    def _home(self, thing: Thing) -> str:
        """The faction that a thing is told apart by; a list is by its file. Where another kind
        of document has the unit, with the same faction keywords, under another faction's name, it is the same
        unit."""
        own, loyalty = folded_faction(self._faction(thing)), _loyalty(thing)
        if isinstance(thing, Roster):
            return os.path.abspath(thing.source.path) if thing.source else self.document
        name, lineage = folded(thing.name), self._lineage(thing)
        homes = self.homes.get((thing.system, name, loyalty), {}) if loyalty else {}
        for home, told in homes.items():
            if home == own or (lineage, own) in told:
                return home
        for home, told in homes.items():
            if lineage not in {kind for kind, _ in told}:
                self._lives(thing.system, name, loyalty, home, (lineage, own))
                return home
        self._lives(thing.system, name, loyalty, own, (lineage, own))
        return own

    def _lives(self, system: str, name: str, loyalty: str, home: str, told: tuple[str, str]) -> None:
        if loyalty:
            self.homes.setdefault((system, name, loyalty), {}).setdefault(home, set()).add(told)

    def _lineage(self, thing: Thing) -> str:
        source = _source(thing)
        return _lineage(source.path if source else self.document)

    def _one(self, thing: Thing, key: _Key, digest: bytes) -> Result:
        source, lineage = _source(thing), self._lineage(thing)
        effective = _effective(thing)
        versions = self.versions.setdefault(key, [])
        own = [version for version in versions if version.lineage == lineage]
        same = _unchanged(own, effective, digest)
        if same is not None:
            self._seen_again(same, source, effective)
            return "unchanged"
        new = _Version(self._inserted(thing, key, lineage, effective, digest), lineage, effective, digest)
        later = [version for version in own if version.effective > effective]
        versions.append(new)
        versions.sort(key=lambda version: (version.effective, version.id))
        if not own:
            return "other source" if len(versions) > 1 else "new"
        return "older" if later else "updated"

    def _seen_again(self, same: _Version, source: Source | None, effective: str) -> None:
        """The newest document that says the same is the one to name; the oldest tells since when."""
        if source is None or not source.date:
            return
        self.connection.execute("UPDATE kept SET since = min(since, ?) WHERE id = ?", (effective, same.id))
        if effective > same.effective:
            same.effective = effective
            self.connection.execute(
                "UPDATE kept SET source = ?, date = ?, effective = ?, document = ? WHERE id = ?",
                (source.path, source.date, effective, self.document, same.id),
            )

    def _inserted(self, thing: Thing, key: _Key, lineage: str, effective: str, digest: bytes) -> int:
        kind, system, home, name, variant = key
        source, sheet = _source(thing), thing if isinstance(thing, Datasheet) else None
        keywords, faction = _keywords(thing), self._faction(thing)
        row: tuple[str | int | bytes | None, ...] = (
            *(kind, system, faction if kind == "faction" else thing.name, name),
            *(faction, folded_faction(faction), variant),
            *(lineage, self.document),
            *((source.path, source.date) if source else (None, None)),
            *(sheet.revision if sheet else None, effective, self.now),
            *(bool(sheet and sheet.legends), sheet is None or sheet.complete, False),
            *("\n".join(keywords), folded_keywords(keywords), digest, home, _loyalty(thing), effective),
        )
        number = self.connection.execute(_INSERT, row).lastrowid or 0
        self.connection.execute("INSERT INTO body VALUES (?, ?)", (number, msgspec.msgpack.encode(thing)))
        return number


def _unchanged(own: Sequence[_Version], effective: str, digest: bytes) -> _Version | None:
    """The version next to this date that says the same; of undated ones only the last counts, as what was
    taken back is news."""
    before = [version for version in own if version.effective <= effective]
    after = [version for version in own if version.effective > effective]
    near = [version for version in before if effective and version.effective == effective] or before[-1:]
    return next((version for version in (*near, *after[:1]) if version.digest == digest), None)


def _kind(thing: Thing) -> Kind:
    if isinstance(thing, Datasheet):
        return "sheet"
    return "faction" if isinstance(thing, Faction) else "roster"


def _source(thing: Thing) -> Source | None:
    return thing.source


def _faction(thing: Thing) -> str:
    return thing.name if isinstance(thing, Faction) else thing.faction or ""


def _keywords(thing: Thing) -> tuple[str, ...]:
    if isinstance(thing, Datasheet):
        words = (*thing.keywords, *thing.faction_keywords, *thing.types, *thing.sub_types, *thing.traits)
    else:
        words = thing.detachments if isinstance(thing, Roster) else ()
    return tuple(dict.fromkeys(" ".join(word.split()) for word in words))


def _loyalty(thing: Thing) -> str:
    """The faction keywords of a sheet, in no order."""
    marks = thing.faction_keywords if isinstance(thing, Datasheet) else ()
    return folded_keywords(tuple(sorted(marks, key=folded))) if marks else ""


def _effective(thing: Thing) -> str:
    """When what a thing says held; nothing where that is not known, which is before all that is dated."""
    source = _source(thing)
    revision = thing.revision if isinstance(thing, Datasheet) else None
    return (source.date if source else None) or revision or ""


def _lineage(source: str) -> str:
    """The kind of document; a zipped one is of the kind of what is in it."""
    suffix = PurePath(source).suffix.casefold()
    return suffix.removesuffix("z") if suffix in (".catz", ".gstz", ".rosz") else suffix


def _digest(thing: Thing) -> bytes:
    """Two things of one digest say the same, wherever and whenever they say it."""
    plain: Thing = msgspec.structs.replace(thing, source=None)
    if isinstance(plain, Datasheet):
        undated = tuple(msgspec.structs.replace(row, date=None) for row in plain.points)
        plain = msgspec.structs.replace(plain, points=undated)
    return blake2b(msgspec.msgpack.encode(plain), digest_size=16).digest()
