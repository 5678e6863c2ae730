"""What newer versions of the sheets changed, as text: how much, then unit by unit, figures before words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from warbook.library.history import Changed
    from warbook.library.kept import Kept
    from warbook.sheets.differences import Difference

FIGURES = ("points", "statline", "weapons")
"""Fields that are always told, in this order."""
TEXTS = "ability texts"
MOST = 3
"""Places of a text that are shown unless all are asked for."""
LONG = 60
"""Characters of a value that are shown unless all are asked for."""


def show(console: Console, changes: Sequence[Changed], whole: bool = False) -> None:
    """How much changed, then each unit's figures and what else of it changed (``whole``: that too, in full)."""
    console.print(Text(summary(changes)))
    for one in changes:
        for line in _changed(one, whole):
            console.print(Text(line))


def summary(changes: Sequence[Changed]) -> str:
    """How many units changed, and in what; how many have another name, are new or are gone."""
    pairs = [one for one in changes if one.old and one.new]
    fields = Counter(field for one in pairs for field in dict.fromkeys(each.field for each in one.differences))
    ordered = sorted(fields, key=_rank)
    told = ", ".join(f"{field} of {fields[field]}" for field in ordered if field != "name")
    renamed = fields["name"]
    counts = (
        (renamed, "renamed"),
        (sum(one.old is None for one in changes), "new"),
        (sum(one.new is None for one in changes), "not there any more"),
    )
    rest = "".join(f"; {number} {what}" for number, what in counts if number)
    return f"{len(pairs)} changed" + (f" ({told})" if told else "") + rest


def _rank(field: str) -> int:
    return FIGURES.index(field) if field in FIGURES else len(FIGURES)


def _changed(one: Changed, whole: bool) -> Iterator[str]:
    title = f"{one.name} ({one.faction})"
    if one.old is None or one.new is None:
        there = one.new or one.old
        yield f"{title}: {'new in' if one.new else 'not there any more after'} {there and when(there)}"
        return
    lines = [*_named(one.differences), *_figures(one.differences, whole), *_rest(one.differences, whole)]
    yield f"{title}: {lines[0]}" if len(lines) == 1 else f"{title}, {when(one.old)} → {when(one.new)}:"
    if len(lines) > 1:
        yield from (f"  {line}" for line in lines)


def when(one: Kept) -> str:
    """The date of a version."""
    return one.effective or "unknown date"


def _named(differences: Sequence[Difference]) -> Iterator[str]:
    yield from (f"called {one.old} before" for one in differences if one.field == "name")


def _figures(differences: Sequence[Difference], whole: bool) -> Iterator[str]:
    """A line for all points, and one for each statline and each weapon profile."""
    points = [_points(one) for one in differences if one.field == "points"]
    if points:
        yield f"{', '.join(points)} points"
    for field in FIGURES[1:]:
        profiles: dict[str, list[str]] = {}
        for one in (each for each in differences if each.field == field):
            name, head = _about(one)
            change = f"{_cut(one.old, whole)} → {_cut(one.new, whole)}"
            profiles.setdefault(name, []).append(f"{head} {change}" if head else change)
        yield from (f"{name}: {', '.join(told)}" for name, told in profiles.items())


def _about(one: Difference) -> tuple[str, str]:
    """The profile and the characteristic; no characteristic where a whole profile came or went."""
    about = one.about or one.field
    if one.field == "statline" and (one.old is None or one.new is None) and " " in (one.old or one.new or ""):
        return about, ""
    name, _, head = about.rpartition(" ")
    return (name, head) if name else (about, "")


def _points(one: Difference) -> str:
    models = "" if one.about in (None, "1 model", "1 models") else f"{one.about}: "
    return f"{models}{one.old or 'nothing'} → {one.new or 'nothing'}"


def _rest(differences: Sequence[Difference], whole: bool) -> Iterator[str]:
    """What else changed: whole, or by name only."""
    rest = [one for one in differences if one.field not in (*FIGURES, "name")]
    if whole:
        yield from (_text(one) if one.field == TEXTS else _other(one) for one in rest)
        return
    several = len(rest) < len(differences) or len(rest) > 1
    if not several:
        yield from (_text(one, MOST) if one.field == TEXTS else _other(one, LONG) for one in rest)
    elif rest:
        named = dict.fromkeys(f"text of {one.about}" if one.field == TEXTS else one.field for one in rest)
        yield f"also {', '.join(named)} (--verbose tells how)"


def _other(one: Difference, most: int | None = None) -> str:
    about = f" of {one.about}" if one.about and not one.about.startswith("every") else ""
    old, new = (_cut(value, most is None) for value in (one.old, one.new))
    return f"{one.field}{about}: {old} → {new}"


def _text(one: Difference, most: int | None = None) -> str:
    """The words of a text that differ."""
    return f"text of {one.about} changed: {words_changed(one.old or '', one.new or '', most)}"


def words_changed(old: str, new: str, most: int | None = None) -> str:
    """The differing words of two texts, place by place, with the word before each.

    >>> words_changed("subtract 1 from the roll", "subtract 2 from the Hit roll")
    'subtract [1 → 2], the [+ Hit]'
    """
    before, after = old.split(), new.split()
    told = []
    for kind, start, end, from_, to in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            led = f"{before[start - 1]} " if start else ""
            told.append(f"{led}[{_words(before[start:end], after[from_:to])}]")
    shown = told if most is None else told[:most]
    return ", ".join(shown) + (f" and {len(told) - len(shown)} more" if len(shown) < len(told) else "")


def _words(old: Sequence[str], new: Sequence[str]) -> str:
    if not old or not new:
        return f"{'-' if old else '+'} {' '.join(old or new)}"
    return f"{' '.join(old)} → {' '.join(new)}"


def _cut(value: str | None, whole: bool) -> str:
    if value is None:
        return "nothing"
    return value if whole or len(value) <= LONG else f"{value[: LONG - 1].rstrip()}…"
