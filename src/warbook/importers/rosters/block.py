"""The lines under one unit of a list that is text: models, what they carry, and what is said of the unit.

Apps nest wargear under the models that carry it, by bullets or by indents alone; a unit of one model has its
wargear where other units have models. Where a list does not tell the two apart, all stands under the unit's
name, and whoever has the sheet tells them apart (``warbook.muster.fitting``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from warbook.importers.rosters.draft import Unit, merged
from warbook.importers.rosters.lines import Line
from warbook.importers.rosters.priced import WITH, counted, items, priced, split
from warbook.importers.rosters.vocabulary import (
    ATTACHED,
    BODYGUARD,
    ENHANCEMENT,
    LEADING,
    WARGEAR,
    WARLORD,
    plain,
)
from warbook.sheets.matching import PLAIN, key
from warbook.sheets.roster import Listed
from warbook.sheets.sheet import Item

KEYWORD = re.compile(r".+\s(?:character|keywords?)", re.IGNORECASE)
TRAIT = re.compile(r"keywords?$|allegiance|\bmark\b|chapter|legion\b|trait", re.IGNORECASE)
LEADS = re.compile(r"(?:attached to|leading|joins?)\s+(?!:)(.+)", re.IGNORECASE)
_LABEL = re.compile(r"(?P<label>[^\W\d][^:]{0,60}?)\s*:\s*(?P<value>.+)")
_BONUS = re.compile(r"(?P<name>.+?)\s*[(\[]\s*\+?\d+\s*(?:pts?|points?)\s*[)\]]$", re.IGNORECASE)
_KIND = re.compile(r"\s*\((?:upgrade|miniature|unit)\)$", re.IGNORECASE)


class Part(msgspec.Struct):
    """A line of a block: so many of a name, at a depth, with what its own line says it carries."""

    depth: int
    bulleted: bool
    count: int | None
    name: str
    carried: list[Item]
    explicit: bool = False

    def item(self, models: int = 1) -> Item:
        """The part as wargear: what has no number each of the models above it carries."""
        return Item(self.name, models if self.count is None else self.count)


class Block:
    """One unit with the lines under it.

    ``of_app`` says that the app's own hand wrote it, where ``label: value`` tells something about the unit;
    other builders write models and their wargear so.
    """

    def __init__(self, unit: Unit, count: int | None, of_app: bool) -> None:
        self.unit, self.count, self.of_app = unit, count, of_app
        self.parts: list[Part] = []
        self.own: list[Item] = []
        self.group: int | None = None
        self.bodyguard = False
        self.attached = False
        self.leads: str | None = None

    def wargear(self, text: str) -> None:
        """What stands behind the unit's own name on its line."""
        kept = [part for part in split(text) if not self.said(part)]
        models = self.count or 1
        self.own += items(", ".join(kept), models) if kept else ()

    def line(self, line: Line) -> None:
        """A line under the unit."""
        text = line.text
        last = self.parts[-1] if self.parts else None
        if (found := WITH.fullmatch(text)) and not line.bulleted:
            target = last.carried if last else self.own
            target += items(text, int(found["count"]))
        elif not self._carried(text) and not self.said(text):
            self._part(line, text)

    def _carried(self, text: str) -> bool:
        """Whether a line is ``Wargear: …``; if so, what it tells is kept."""
        label, colon, value = text.partition(":")
        if not colon or plain(label) not in WARGEAR or not value.strip():
            return False
        self.wargear(value)
        return True

    def _part(self, line: Line, text: str) -> None:
        """Models or wargear, which is told at the end."""
        head, colon, rest = _parted(text)
        count = counted(head)
        number, name = count or (None, head)
        if price := priced(name):
            name = price.name
        carried = list[Item]()
        for part in split(rest):
            if not self.said(part):
                carried += items(part, number or 1) if not WITH.match(part) else ()
        if WITH.search(rest):
            carried = [item for item in items(rest, number or 1) if not self.said(item.name)]
        depth = line.indent + (1 if line.bullet in "◦○" and line.bullet else 0)
        self.parts.append(Part(depth, line.bulleted, number, name, carried, bool(colon)))

    def claims(self, text: str) -> bool:
        """Whether a line without a bullet says something of the unit above it; if so, it is kept."""
        label = plain(text.partition(":")[0])
        ours = label in ENHANCEMENT | ATTACHED | LEADING or plain(text) in WARLORD or LEADS.fullmatch(text)
        return self._carried(text) or (bool(ours) and self.said(text))

    def said(self, text: str) -> bool:
        """Whether a text says something of the unit and names no models or wargear."""
        name = counted(text)[1] if counted(text) else text  # type: ignore[index]
        if plain(name) in WARLORD:
            self.unit.warlord = True
            return True
        label = _LABEL.fullmatch(name)
        if label and (name == text or plain(label["label"]) in ENHANCEMENT):
            return self._labelled(label["label"], label["value"], name)
        bonus = _BONUS.fullmatch(name)
        if bonus and counted(text) is None:
            self.unit.enhancements += (bonus["name"],)
            return True
        if leading := LEADS.fullmatch(text):
            self.leads = leading[1]
            return True
        if KEYWORD.fullmatch(name):
            self.unit.note(name)
            return True
        return False

    def _labelled(self, label: str, value: str, text: str) -> bool:
        meaning = plain(label)
        if meaning in ENHANCEMENT:
            bonus = _BONUS.fullmatch(value)
            self.unit.enhancements += (_KIND.sub("", bonus["name"] if bonus else value),)
        elif meaning in ATTACHED:
            self.attached = True
            self.bodyguard = plain(value.partition("(")[0]) in BODYGUARD
            self.unit.note(text)
        elif meaning in LEADING:
            self.leads = value
        elif _is_wargear(value) or not (self.of_app or TRAIT.search(label)):
            return False
        else:
            self.unit.note(text)
        return True

    def disown(self, name: str) -> None:
        """An enhancement that also stands among the wargear is no wargear."""
        self.unit.listed = tuple(
            Listed(each.name, each.count, tuple(i for i in each.items if plain(i.name) != plain(name)))
            for each in self.unit.listed
        )

    def finish(self) -> Unit:
        """The unit with its models and what they carry."""
        lost = {plain(name) for name in self.unit.enhancements}
        self.own = [item for item in self.own if plain(item.name) not in lost]
        listed = _listed(self.unit.sheet, self.count, self.parts, self.own)
        if listed and (listed[0].items or len(listed) > 1 or not _same(listed[0].name, self.unit.sheet)):
            self.unit.listed = tuple(listed)
        elif self.count and self.count > 1:
            self.unit.models = self.count
        elif listed and self.parts:
            self.unit.listed = tuple(listed)
        return self.unit


def _parted(text: str) -> tuple[str, str, str]:
    """A line at its first colon outside brackets."""
    depth = 0
    for place, char in enumerate(text):
        depth += (char in "([") - (char in ")]" and depth > 0)
        if char == ":" and not depth:
            return text[:place].strip(), ":", text[place + 1 :].strip()
    return text.strip(), "", ""


def _is_wargear(value: str) -> bool:
    """Whether what follows a colon is carried: several things, or a number of one."""
    return "," in value or counted(value) is not None or WITH.match(value) is not None


def _same(one: str, other: str) -> bool:
    return key(one) == key(other)


def _listed(unit: str, count: int | None, parts: Sequence[Part], own: Iterable[Item]) -> list[Listed]:
    if not parts:
        carried = merged(list(own))
        return [Listed(unit, count or 1, carried)]
    models = _models(unit, parts)
    named = [part for part in parts if _core(part.name) == _core(unit)]
    _number(models or [(None, [part for part in parts if part not in named])])
    whole = [*own]
    listed: list[Listed] = []
    if not models:
        # models may stand among their wargear, which only the sheet tells apart: the order is kept
        number = count or next((part.count for part in named if part.count), 1)
        whole += [item for part in parts for item in (part.item(number), *part.carried)]
        return [Listed(unit, number, tuple(whole))]
    for part, under in models:
        if part is None:
            whole += [each.item() for each in under]
            continue
        number = part.count or 1
        carries = [*part.carried, *(each.item(number) for each in under)]
        listed.append(Listed(part.name, number, merged(carries)))
    if whole:
        listed.append(Listed(unit, 0, merged(whole)))
    return listed


def _number(models: Sequence[tuple[Part | None, Sequence[Part]]]) -> None:
    """Where some wargear of a unit has numbers, what has none is there once."""
    things = [part for _, under in models for part in under]
    for part in things if any(part.count is not None for part in things) else ():
        part.count = part.count or 1


def _models(unit: str, parts: Sequence[Part]) -> list[tuple[Part | None, list[Part]]]:
    """The models of a unit, each with the lines under it; under ``None`` what belongs to the unit as a whole.

    Nothing where the lines do not tell models and wargear apart.
    """
    top = min(part.depth for part in parts)
    nested = any(part.bulleted and part.depth > top for part in parts)
    if any(part.explicit for part in parts):
        return [(part, []) if part.explicit or not nested else (None, [part]) for part in parts]
    return _nested(parts, top) if nested else []


def _core(name: str) -> tuple[str, ...]:
    """The words of a name that tell something: a squad's are those of its models."""
    return tuple(word for word in key(name) if word not in PLAIN)


def _nested(parts: Sequence[Part], top: int) -> list[tuple[Part | None, list[Part]]]:
    found: list[tuple[Part | None, list[Part]]] = []
    for place, part in enumerate(parts):
        below = place + 1 < len(parts) and parts[place + 1].depth > top
        if part.depth > top and found:
            found[-1][1].append(part)
        elif below:
            found.append((part, []))
        else:
            found.append((None, [part]))
    return found
