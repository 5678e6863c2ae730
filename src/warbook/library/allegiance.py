"""One name for each faction, whatever each document calls it.

Two kinds of documents mean the same faction by two names where most of its sheets have the same one faction
keyword and many of the units are the same, and no document has both; it is then called as the keyword says. Two
names of the same letters are one too. What a faction was called elsewhere is kept, so that it is found by that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from string import capwords

import msgspec

from warbook.library import database
from warbook.library.naming import folded, folded_faction
from warbook.library.place import stamp

SHARED = 0.3
"""Of the units of both, so many must be the same for two names to mean one faction."""
_SMALL = frozenset(("of", "the", "and"))

Names = dict[tuple[str, str], str]
"""What a faction is called, by game and by a name of it, folded."""


class _Account(msgspec.Struct):
    """What one kind of document has under one faction's name."""

    lineage: str
    words: str
    name: str
    units: set[str]
    marks: Counter[str]
    printed: dict[str, str]

    @property
    def mark(self) -> str | None:
        """The one faction keyword that most of the sheets have, and nothing else."""
        mark, number = self.marks.most_common(1)[0]
        alone = mark.count("|") == 2 and number * 2 > self.marks.total()
        return f" {mark.strip('|')} " if alone else None


def names(connection: database.Connection) -> Names:
    """What is known of factions with several names."""
    rows = connection.execute("SELECT system, words, name FROM alias")
    return {(system, words): name for system, words, name in rows}


def called(name: str, system: str | None = None) -> str:
    """What a faction is called that has this name in some document; the name itself where nothing is known."""
    known, words = _known(stamp()), folded_faction(name)
    systems = [system] if system else sorted({of for of, _ in known})
    return next((known[of, words] for of in systems if (of, words) in known), name)


@lru_cache(maxsize=2)
def _known(_stamp: bytes) -> Names:
    with database.reading() as connection:
        return names(connection) if connection is not None else {}


def settle(connection: database.Connection) -> None:
    """Find out which names mean one faction, and give all that is kept the name it is called by."""
    for system, accounts in _accounts(connection).items():
        _keep(connection, system, [*_by_keyword(accounts), *_by_letters(accounts)])
        _keep(connection, system, [*_by_document(connection, system), *_by_lender(connection, system)])
        _keep(connection, system, _by_spelling(connection, system, accounts))


def _keep(connection: database.Connection, system: str, found: Iterable[tuple[str, str]]) -> None:
    rows = [(system, words, name, folded_faction(name)) for words, name in found]
    connection.executemany("INSERT OR REPLACE INTO alias VALUES (?, ?, ?, ?)", rows)
    for told in _CALLED:
        connection.execute(told)


_ALIAS = "FROM alias WHERE alias.system = kept.system AND alias.words ="
_CALLED = (
    f"UPDATE kept SET faction = alias.name {_ALIAS} kept.faction_words AND kept.kind <> 'roster'",
    f"UPDATE kept SET name = alias.name, name_words = alias.name_words {_ALIAS} kept.faction_words"
    " AND kept.kind = 'faction'",
    f"UPDATE kept SET home = alias.name_words {_ALIAS} kept.home AND kept.kind <> 'roster'",
    f"UPDATE kept SET faction_words = alias.name_words {_ALIAS} kept.faction_words",
)


def _accounts(connection: database.Connection) -> dict[str, list[_Account]]:
    found: dict[str, dict[tuple[str, str], _Account]] = {}
    rows = connection.execute(
        "SELECT system, lineage, faction_words, faction, name_words, loyalty, keywords FROM kept"
        " WHERE kind = 'sheet' ORDER BY id"
    )
    for system, lineage, words, faction, unit, loyalty, keywords in rows:
        new = _Account(lineage, words, faction, set(), Counter(), {})
        own = found.setdefault(system, {}).setdefault((lineage, words), new)
        own.units.add(unit)
        own.marks[loyalty] += 1
        if loyalty not in own.printed:
            own.printed[loyalty] = next(
                (m for m in keywords.split("\n") if f"|{folded(m).strip()}|" == loyalty), ""
            )
    return {system: list(accounts.values()) for system, accounts in found.items()}


def _by_keyword(accounts: Sequence[_Account]) -> Iterator[tuple[str, str]]:
    alike = [(one, other) for one in accounts for other in accounts if _same(one, other, accounts)]
    for one in accounts:
        own = [other for of, other in alike if of is one]
        if own and one.mark and not any(_rivals(one, other, alike) for other in own):
            name = next((other.name for other in accounts if other.words == one.mark), None)
            name = name or _spelt(one.printed[f"|{one.mark.strip()}|"])
            if folded_faction(name) != one.words:
                yield one.words, name


def _rivals(one: _Account, other: _Account, alike: Sequence[tuple[_Account, _Account]]) -> bool:
    """Whether a document that has one of two accounts has another like it."""
    like_other = {a.words for a, b in alike if b is other and a.lineage == one.lineage}
    like_one = {b.words for a, b in alike if a is one and b.lineage == other.lineage}
    return len(like_other) > 1 or len(like_one) > 1


def _same(one: _Account, other: _Account, accounts: Sequence[_Account]) -> bool:
    """Whether two accounts under two names are of the same faction."""
    if one.words == other.words or one.lineage == other.lineage or not one.mark or one.mark != other.mark:
        return False
    # sheets of another keyword under a name are guests there, and say nothing of whose name it is
    own = [account for account in accounts if account.mark == one.mark]
    both = {account.lineage for account in own if account.words == one.words}
    apart = both & {account.lineage for account in own if account.words == other.words}
    return not apart and len(one.units & other.units) >= SHARED * len(one.units | other.units)


def _spelt(keyword: str) -> str:
    """A keyword as a name: GUILDS OF THE SHORE is Guilds of the Shore."""
    first, *rest = capwords(keyword.replace("’", "'")).split()
    return " ".join((first, *(word.lower() if word.lower() in _SMALL else word for word in rest)))


def _by_letters(accounts: Sequence[_Account]) -> Iterator[tuple[str, str]]:
    """Names that differ in blanks alone: the keyword's spelling counts, else the one of most units."""
    groups: dict[str, list[_Account]] = {}
    for account in accounts:
        groups.setdefault(account.words.replace(" ", ""), []).append(account)
    for own in groups.values():
        best = max(own, key=lambda one: (one.words == one.mark, len(one.units)))
        yield from ((one.words, best.name) for one in own if one.words != best.words)


def _by_spelling(
    connection: database.Connection, system: str, accounts: Sequence[_Account]
) -> list[tuple[str, str]]:
    """Names that differ in case, apostrophes or an s of several: the keyword's spelling counts, else the one of
    most units."""
    keywords = {mark.casefold() for account in accounts for mark in account.printed.values()}
    rows = connection.execute(
        "SELECT faction_words, faction, count(*) FROM kept WHERE kind <> 'roster' AND system = ?"
        " GROUP BY faction_words, faction ORDER BY faction_words, faction",
        (system,),
    )
    groups: dict[str, list[tuple[bool, int, str]]] = {}
    for words, name, number in rows:
        if folded(name) == words:
            groups.setdefault(words, []).append((name.casefold() in keywords, number, name))
    return [(words, max(own)[2]) for words, own in groups.items() if len(own) > 1]


def _by_lender(connection: database.Connection, system: str) -> list[tuple[str, str]]:
    """The faction of a catalogue without sheets, whose units the catalogue called its Library lends: the one
    that is told on all of these sheets."""
    return connection.execute(
        "SELECT told.faction_words, min(own.faction) FROM kept AS told JOIN kept AS own"
        " ON own.kind = 'sheet' AND own.system = told.system AND own.document = told.document"
        " AND own.source <> told.source AND replace(own.source, ' Library', '') = told.source"
        " WHERE told.kind = 'faction' AND told.system = ? GROUP BY told.id"
        " HAVING count(DISTINCT own.faction_words) = 1"
        " AND told.faction_words NOT IN (SELECT faction_words FROM kept WHERE kind = 'sheet')",
        (system,),
    ).fetchall()


def _by_document(connection: database.Connection, system: str) -> list[tuple[str, str]]:
    """What a document calls the faction of all its sheets, where no sheet is of that name, and it is a part of
    a name of that faction."""
    rows = connection.execute(
        "SELECT told.faction_words, min(own.faction), min(own.faction_words) FROM kept AS told JOIN kept AS own"
        " ON own.kind = 'sheet' AND own.source = told.source AND own.document = told.document"
        " WHERE told.kind = 'faction' AND told.system = ? AND own.system = ? GROUP BY told.id"
        " HAVING count(DISTINCT own.faction_words) = 1"
        " AND told.faction_words NOT IN (SELECT faction_words FROM kept WHERE kind = 'sheet')",
        (system, system),
    ).fetchall()
    known = connection.execute("SELECT name_words, words FROM alias WHERE system = ?", (system,)).fetchall()
    return [
        (words, name)
        for words, name, own in rows
        if any(words in other for other in (own, *(alias for canon, alias in known if canon == own)))
    ]
