"""The rules that sheets print, by name, as typed effects: abilities, plays, Enhancements, detachment rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any as Json
from typing import Literal

import msgspec

from warbook import effects as fx
from warbook.dice import Value
from warbook.errors import InputError
from warbook.loadout import Squad
from warbook.sheet import Ability, Datasheet, Detachment, DetachmentRule, Enhancement, Faction, Play, Rule

Kind = Literal["when", "target", "effect", "ability", "enhancement", "detachment", "army"]
_KINDS: dict[type, Kind] = {Enhancement: "enhancement", DetachmentRule: "detachment", Rule: "army"}

Named = Ability | DetachmentRule | Enhancement | Play | Rule


class PrintedRule(Value, frozen=True):
    """A rule by its name. ``when`` and ``target`` are those of a play; ``carrier`` is the wargear that gives it
    to those who carry it."""

    name: str
    effects: fx.Effects
    sheet: str
    when: fx.Effects = ()
    target: fx.Effects = ()
    carrier: str | None = None


@lru_cache(maxsize=4096)
def read_text(text: str, kind: Kind = "ability") -> fx.Effects:
    """A text's effects; sentences that are not understood stand among them."""
    from warbook.grammar import text as grammar  # texts are read only where a document holds them

    return grammar.read(text, kind).effects


def of_abilities(sheet: Datasheet, squad: Squad) -> Iterator[PrintedRule]:
    """What acts without being named: the sheet's own abilities, wargear only where it is carried."""
    for ability in sheet.abilities:
        wargear = ability.group == "wargear"
        if ability.group == "core" or (wargear and not any(g.carries(ability.name) for g in squad)):
            continue
        effects = _effects(ability, sheet)
        if effects:
            yield PrintedRule(ability.name, effects, sheet.name, carrier=ability.name if wargear else None)


def named(sheet: Datasheet) -> Iterator[PrintedRule]:
    """Every rule that a sheet's document prints, for a player who names one."""
    groups: Sequence[Iterable[Named]] = (
        sheet.abilities, sheet.plays, sheet.enhancements, sheet.detachment_rules, sheet.rules,
    )  # fmt: skip
    for group in groups:
        for one in group:
            yield printed(one, sheet)


def of_faction(faction: Faction, sheet: Datasheet) -> Iterator[PrintedRule]:
    """Every rule of a faction, as one of a sheet's."""
    for one in (*faction.plays, *faction.rules, *(o for d in faction.detachments for o in _detached(d))):
        yield printed(one, sheet)


def _detached(detachment: Detachment) -> Iterable[Named]:
    return (*detachment.rules, *detachment.plays, *detachment.enhancements)


def printed(one: Named, sheet: Datasheet) -> PrintedRule:
    """A rule with its effects: typed ones where the document holds them, else those of its text."""
    if not isinstance(one, Play):
        return PrintedRule(one.name, _effects(one, sheet), sheet.name)
    typed = _decoded(one.effects, one.name, sheet) or read_text(one.effect or "", "effect")
    whole = tuple(each for each in typed if not isinstance(each, fx.When | fx.Targets))
    when = tuple(each for each in typed if isinstance(each, fx.When)) or read_text(one.when or "", "when")
    targets = tuple(each for each in typed if isinstance(each, fx.Targets))
    target = targets or read_text(one.target or "", "target")
    return PrintedRule(one.name, whole, sheet.name, when, target)


def _effects(one: Ability | DetachmentRule | Enhancement | Rule, sheet: Datasheet) -> fx.Effects:
    """Typed effects where the document holds them, else those of its text."""
    typed = getattr(one, "effects", ())
    if typed:
        return _decoded(typed, one.name, sheet)
    return read_text(one.text, _KINDS.get(type(one), "ability")) if one.text else ()


def _decoded(told: Sequence[dict[str, Json]], name: str, sheet: Datasheet) -> fx.Effects:
    try:
        return fx.from_json(told)
    except msgspec.ValidationError as fault:
        path = sheet.source.path if sheet.source else sheet.name
        raise InputError(path, f"{name}: effects", str(fault)) from None
