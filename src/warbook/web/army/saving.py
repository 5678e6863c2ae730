"""Lists kept in the library: nothing is replaced that whoever saves has not seen."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

import msgspec

from warbook import library
from warbook.errors import InputError
from warbook.library.kept import Kept
from warbook.names import same
from warbook.sheets import roster
from warbook.sheets.roster import MAX_NAME, Roster
from warbook.web.army import drafts, lists

HERE = "the pages"
"""Where lists come from that were saved here."""
MOST_NUMBERED = 1000
Why = Literal["saved", "changed", "bundled"]


class Taken(msgspec.Struct, frozen=True):
    """A list has the ``name`` already: one that was ``saved``, one that ``changed`` since it was opened, or one
    that comes with Warbook (``bundled``). ``mark`` is that list as it now is, ``free`` a name that none has."""

    name: str
    why: Why
    mark: str
    free: str


def mark(kept: Roster) -> str:
    """What tells one state of a list from another."""
    plain = msgspec.structs.replace(kept, source=None)
    return blake2b(msgspec.json.encode(plain), digest_size=12).hexdigest()


def seen(ref: str, found: Roster) -> str | None:
    """The state of the list that a link names, where it is one that was saved."""
    return None if drafts.is_draft(ref) or found in roster.bundled(found.system) else mark(found)


def saved(made: Roster, seen: str | None) -> str | Taken:
    """Keep a list in the library; the name by which it is found there, or what has its name and is not what was
    ``seen`` last. Raises InputError."""
    there = _there(made)
    if there is not None and mark(there[1]) not in (seen, mark(made)):
        why: Why = there[0] if there[0] == "bundled" or seen is None else "changed"
        return Taken(there[1].name, why, mark(there[1]), _free(made.name))
    from warbook.library import adding

    adding.keep([adding.Read(HERE, (made,), ())])
    return lists.called(made.name, _home(made))


def _there(made: Roster) -> tuple[Why, Roster] | None:
    """The list that another of this name and place would replace or hide."""
    from warbook.library import search  # opens a library

    own = [one for one in _kept() if same(one.name, made.name) and one.system == made.system]
    alike = next((one for one in own if lists.lives(one, _home(made))), None)
    if alike is not None:
        return "saved", search.roster(alike.id)
    bundled = (one for one in roster.bundled(made.system) if same(one.name, made.name) and not own)
    return next((("bundled", one) for one in bundled), None)


def _kept() -> tuple[Kept, ...]:
    if not library.exists():
        return ()
    from warbook.library import search

    return search.kept(search.Wanted("roster"))


def _home(made: Roster) -> str:
    return made.source.path if made.source else HERE


def _free(name: str) -> str:
    """The name with the first number that no list has. Raises InputError where all numbers are taken."""
    known = [offer.name for offer in (*lists.own(), *lists.with_warbook())]
    numbered = (f"{name[: MAX_NAME - 4]} {number}" for number in range(2, MOST_NUMBERED))
    free = next((each for each in numbered if not any(same(each, other) for other in known)), None)
    if free is None:
        raise InputError("army", name, "expected another name; too many lists have this one")
    return free
