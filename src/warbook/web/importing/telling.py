"""What the page of an import shows: what was added, by faction, and what was not understood, by file."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence

import msgspec

from warbook.library.adding import Outcome, Report
from warbook.sheets.sheet import Problem
from warbook.views.library import RESULTS, of_file, of_system, templates
from warbook.web import links

MOST_NAMES = 400
"""Names of one faction that are listed."""
MOST_PLACES = 100
"""Places of one file that are told."""
KINDS = {"sheet": "datasheet", "faction": "faction", "roster": "army list"}


class Added(msgspec.Struct, frozen=True):
    """A thing that was added; ``link`` leads to its page."""

    name: str
    result: str
    link: str


class Group(msgspec.Struct, frozen=True):
    """The datasheets or the lists of a faction; ``more`` were left out."""

    title: str
    things: tuple[Added, ...]
    more: int


class Place(msgspec.Struct, frozen=True):
    """A place that was not understood."""

    where: str
    what: str


class Doubt(msgspec.Struct, frozen=True):
    """What of one file was not understood; ``more`` places were left out."""

    file: str
    places: tuple[Place, ...]
    more: int

    @property
    def count(self) -> int:
        return len(self.places) + self.more


class Told(msgspec.Struct, frozen=True):
    """The report as it is shown."""

    counts: tuple[str, ...]
    absent: tuple[Place, ...]
    groups: tuple[Group, ...]
    unread: tuple[Place, ...]
    doubts: tuple[Doubt, ...]
    lists: bool


def told(report: Report, documents: str) -> Told:
    """What a report says."""
    whole = [each for each in report.problems if of_file(each)]
    absent = [each for each in report.problems if of_system(each)]
    rest = [each for each in report.problems if not (of_file(each) or of_system(each))]
    return Told(
        tuple(_counts(report)),
        tuple(_places(absent, documents)),
        tuple(_groups(report.outcomes)),
        tuple(_places(whole, documents)),
        tuple(_doubts(rest, documents)),
        any(each.kind == "roster" for each in report.outcomes),
    )


def _places(problems: Sequence[Problem], documents: str) -> list[Place]:
    return [Place(_short(each.path, documents), each.message) for each in problems]


def _counts(report: Report) -> list[str]:
    """How many of each kind there were, and of what."""
    lines = []
    for kind, results in report.counts().items():
        number = sum(results.values())
        parts = ", ".join(f"{count} {RESULTS[result]}" for result, count in results.items())
        lines.append(f"{number} {KINDS[kind]}{'' if number == 1 else 's'}: {parts}")
    return [*lines, *filter(None, [templates(report)])]


def _groups(outcomes: Sequence[Outcome]) -> list[Group]:
    found: dict[str, list[Added]] = defaultdict(list)
    for each in outcomes:
        if each.kind != "faction":
            title = each.faction or "Army lists" if each.kind == "sheet" else "Army lists"
            found[title].append(Added(each.name, RESULTS[each.result], _link(each)))
    return [
        Group(title, tuple(things[:MOST_NAMES]), max(0, len(things) - MOST_NAMES))
        for title, things in sorted(found.items(), key=lambda item: item[0].casefold())
    ]


def _link(each: Outcome) -> str:
    return links.sheet(each) if each.kind == "sheet" else ""


def _doubts(problems: Sequence[Problem], documents: str) -> list[Doubt]:
    found: dict[str, list[Place]] = defaultdict(list)
    for each in problems:
        where = f"line {each.line}" if each.line else each.place or ""
        found[_short(each.path, documents)].append(Place(where, each.message))
    return [
        Doubt(file, tuple(places[:MOST_PLACES]), max(0, len(places) - MOST_PLACES))
        for file, places in found.items()
    ]


def _short(path: str | None, documents: str) -> str:
    """A document's path as it was sent."""
    return (path or "").removeprefix(documents + os.sep) or "the document"
