"""The library as text: what was added, what there is, and what changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from warbook.library.adding import Report
from warbook.library.kept import Kept
from warbook.library.naming import listed
from warbook.library.removing import Removed
from warbook.names import template
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Datasheet, Faction, Problem
from warbook.views import sheet as sheets
from warbook.views.changes import when

MOST = 12
"""Lines of a kind that are shown unless all are asked for."""
SYSTEM = "game system"
_WHOLE = ("file", "archive", "path", "document", "units", "system", "line 1", "folder")
"""Where a problem is that is of a whole file."""
RESULTS = {
    "new": "new",
    "updated": "updated",
    "older": "kept behind a newer version",
    "unchanged": "unchanged",
    "other source": "known from another kind of document before",
}


def show_report(console: Console, report: Report, verbose: bool = False) -> None:
    """What adding did, with the problems (``verbose``: all of them)."""
    for kind, results in report.counts().items():
        told = ", ".join(f"{number} {RESULTS[result]}" for result, number in results.items())
        console.print(Text(f"{kind}s: {told}"))
    if not report.outcomes:
        console.print("nothing found")
    if apart := templates(report):
        console.print(Text(apart))
    changed = [
        f"  {one.result}: {one.name} ({one.faction})" for one in report.outcomes if one.result != "unchanged"
    ]
    for line in _some(changed, verbose, "--verbose lists all"):
        console.print(Text(line))
    for line in _doubts(report.problems, verbose):
        console.print(Text(line))


def templates(report: Report) -> str:
    """What of a report are templates, which are set apart; empty where there is none."""
    names = dict.fromkeys(one.name for one in report.outcomes if one.kind == "sheet" and template(one.name))
    several = _several(len(names), "template")
    return f"{several} set apart, found by mark or name: {listed(tuple(names), 3)}" if names else ""


def _doubts(problems: Sequence[Problem], verbose: bool) -> Iterator[str]:
    """What was not read at all, and of the rest how many passages of how many files were not understood."""
    yield from (_problem(problem) for problem in problems if of_system(problem))
    unread = [problem for problem in problems if of_file(problem)]
    rest = [problem for problem in problems if not of_file(problem) and not of_system(problem)]
    if unread:
        yield f"not read: {_several(len(unread), 'file')}"
        yield from _some([f"  {_problem(each)}" for each in unread], verbose, "--verbose lists all")
    if rest:
        files = len({problem.path for problem in rest})
        told = (
            f"kept, but not understood in full: {_several(len(rest), 'passage')} of {_several(files, 'file')}"
        )
        yield told + ("" if verbose else "; --verbose tells each")
    if verbose:
        yield from (f"  {_problem(each)}" for each in rest)


def of_system(problem: Problem) -> bool:
    """Whether a problem is that a catalogue lacks its game system, of which most others come."""
    return problem.place == SYSTEM


def of_file(problem: Problem) -> bool:
    """Whether a problem is that a whole file was not read."""
    place = problem.place or "file"
    return not problem.line and (place in _WHOLE or place.startswith(("byte ", "character ")))


def _several(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def show_list(console: Console, found: Sequence[Kept]) -> None:
    """Things, one a line, and how many there are."""
    table = Table("name", "faction", "system", "of", "from", box=None, header_style="bold", pad_edge=False)
    for one in found:
        name = one.name + (" (Legends)" if one.legends else "")
        mark = "" if one.kind == "sheet" else f"{one.kind}: "
        row = (mark + name, one.faction, one.system, when(one), one.source or one.document)
        table.add_row(*map(Text, row))
    if found:
        console.print(table)
    console.print(Text(f"{len(found)} found"))


def show_thing(console: Console, thing: Datasheet | Faction | Roster, verbose: bool = False) -> None:
    """A sheet, a faction or a roster."""
    if isinstance(thing, Datasheet):
        sheets.show(console, thing, verbose)
        return
    console.print(Text(thing.name, style="bold"))
    for line in _faction(thing) if isinstance(thing, Faction) else _roster(thing):
        console.print(Text(line))
    console.print()


def show_versions(console: Console, versions: Sequence[Kept]) -> None:
    """The versions of a thing, the newest first, and their sources."""
    for one in versions:
        mark = "current version" if one.current else "version"
        console.print(Text(f"{mark} of {when(one)} from {one.source or one.document}, added {one.added[:10]}"))


def show_removed(console: Console, removed: Removed) -> None:
    """What was removed."""
    shown = dict.fromkeys(f"  {one.name} ({one.faction})" for one in removed.versions)
    versions = f"{len(removed.versions)} version" + ("s" if len(removed.versions) != 1 else "")
    console.print(Text(f"removed {removed.things} ({versions}):"))
    for line in _some(list(shown), False, ""):
        console.print(Text(line))


def _some(lines: Sequence[str], every: bool, how: str) -> Iterator[str]:
    """The first few of many lines, and how many more there are."""
    yield from lines if every else lines[:MOST]
    if not every and len(lines) > MOST:
        yield f"  and {len(lines) - MOST} more" + (f" ({how})" if how else "")


def _problem(problem: Problem) -> str:
    place = f"line {problem.line}" if problem.line else problem.place
    return ": ".join(part for part in (problem.path, place, problem.message) if part)


def _faction(faction: Faction) -> Iterator[str]:
    yield f"{faction.system}: {len(faction.rules)} rules, {len(faction.plays)} plays"
    for each in faction.detachments:
        told = f"{len(each.plays)} plays, {len(each.enhancements)} enhancements"
        yield f"detachment: {each.name} ({told})"


def _roster(roster: Roster) -> Iterator[str]:
    limit = f" of {roster.points_limit}" if roster.points_limit else ""
    points = f", {roster.points}{limit} points" if roster.points is not None else ""
    yield f"{roster.system}{f', {roster.faction}' if roster.faction else ''}{points}"
    for name in roster.detachments:
        yield f"detachment: {name}"
    for entry in roster.units:
        yield f"  {_entry(entry)}"


def _entry(entry: Entry) -> str:
    models = sum(listed.count for listed in entry.listed) or entry.models
    points = f" ({entry.points} points)" if entry.points is not None else ""
    return (f"{models} × " if models and models > 1 else "") + entry.sheet + points
