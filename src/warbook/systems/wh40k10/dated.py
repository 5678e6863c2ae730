"""Which of several documents' cards and rules are those of the revision that is played."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook import data
from warbook.library import lookup
from warbook.sheets.sheet import Datasheet, Detachment, Faction, Source
from warbook.systems.wh40k10.revisions import LAUNCH_DATE, REVISIONS

DATES = (LAUNCH_DATE, *REVISIONS)
"""The revisions, oldest first."""


def of_revision(accounts: Sequence[Faction], revision: str | None) -> list[Faction]:
    """Accounts of a faction in the order in which they count: those of the revision, those of ones before,
    the latest first, and then those of later ones. A document without a date is of the newest."""
    played = DATES.index(revision) if revision in DATES else len(DATES) - 1

    def unfit(account: Faction) -> tuple[bool, int]:
        own = _place(account.source.date if account.source else None)
        return own > played, abs(own - played)

    return sorted(accounts, key=unfit)


def _place(date: str | None) -> int:
    """The revision in force at a date, by its place."""
    months = [place for place, each in enumerate(DATES) if date is None or each <= date]
    return max(months, default=0)


def accounts_of(name: str, system: str) -> tuple[Faction, ...]:
    """What the library, the bundled packs and the documents of the library's own sheets tell of a faction.
    Raises InputError for a library that cannot be read."""
    known = (lookup.faction(name, system), data.faction(name, system))
    pages = lookup.printing_rules(name, system)
    return (*(each for each in known if each is not None), *map(printed_rules, pages))


def printed_rules(sheet: Datasheet) -> Faction:
    """What a sheet's own document tells of its faction's detachments, dated by its rules revision."""
    names = dict.fromkeys(
        (*(play.source for play in sheet.plays), *(rule.detachment or "" for rule in sheet.detachment_rules))
    )
    detachments = (
        Detachment(
            name,
            tuple(rule for rule in sheet.detachment_rules if rule.detachment == name),
            tuple(play for play in sheet.plays if play.source == name),
        )
        for name in names
        if name and name.casefold() != "core"
    )
    own = sheet.source or Source(sheet.name)
    source = msgspec.structs.replace(own, date=sheet.revision or own.date)
    return Faction(sheet.faction, sheet.system, source, detachments=tuple(detachments))
