"""What there is to remember of an army: rules that act by themselves, and plays, each with its phases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from warbook import effects as fx
from warbook import faults
from warbook.effects import english
from warbook.names import key, same, words
from warbook.reading import glossary
from warbook.rules.army import Army, Unit, is_meant
from warbook.sheets.sheet import Ability, Datasheet, Detachment, Enhancement, Faction, Play
from warbook.web.library import acting, plays
from warbook.web.library.words import ABILITY

ANY, ORDER = acting.ANY, acting.ORDER
MOST = 3
"""Phases under each of which a rule stands; one of more stands once."""
CHOSEN = (acting.BEFORE, acting.START, acting.COMMAND)
"""Phases in which what holds in later ones is chosen."""
ARMY, DETACHMENT = "army", "detachment"
NO_TEXT = "its text is in no document of yours"
_COST = re.compile(r"^\d CP[,.] ")
_BESIDE = ("when", "targets", "restrict")
"""Effects that tell when, on what and for whom; the crib tells it beside."""


class Reminder(msgspec.Struct, frozen=True):
    """What somebody may do or has to remember: ``who`` are the units, ``cost`` is what a play costs."""

    name: str
    text: str
    who: str
    phases: tuple[str, ...] = ()
    cost: str = ""
    whose: str = ""


def of(army: Army) -> tuple[tuple[Reminder, ...], tuple[Reminder, ...]]:
    """The rules of an army's units, Enhancements and detachment, and the plays that they may use. A rule that
    tells no phase of its own stands with the one that it names."""
    faction = _army_faction(army)
    used = _once_each((*_plays(army, faction), *_by_rule(army)))
    rules = _gathered(_rules(army, faction))
    known = {each.name: each.phases for each in (*rules, *used) if each.phases}
    return tuple(placed(each, known) for each in rules), tuple(placed(each, known) for each in used)


def placed(one: Reminder, known: dict[str, tuple[str, ...]]) -> Reminder:
    """A reminder under its phases, or those of the rules that it names. One of many stands where it is chosen,
    or else at any time."""
    named = () if one.phases else (of for name, of in known.items() if name != one.name and name in one.text)
    found = set(one.phases).union(*named)
    phases = tuple(phase for phase in ORDER if phase in found)
    if len(phases) > MOST:
        phases = tuple(phase for phase in phases if phase in CHOSEN)[:1]
    return msgspec.structs.replace(one, phases=phases or (ANY,))


def _gathered(rules: Iterable[Reminder]) -> list[Reminder]:
    """Each rule once, with all who have it; those of the whole army first. A text that one sheet lacks is that
    of another's rule of the name."""
    every = list(rules)
    told = {each.name for each in every if each.text != NO_TEXT}
    found: dict[tuple[str, str], list[Reminder]] = {}
    for each in every:
        if each.text != NO_TEXT or each.name not in told:
            found.setdefault((each.name, each.text), []).append(each)
    whole = [
        msgspec.structs.replace(alike[0], who=", ".join(dict.fromkeys(each.who for each in alike)))
        for alike in found.values()
    ]
    return sorted(whole, key=lambda each: (each.who != ARMY, each.who != DETACHMENT))


def _once_each(used: Iterable[Reminder]) -> list[Reminder]:
    found: dict[tuple[str, ...], Reminder] = {}
    for each in used:
        found.setdefault(words(each.name), each)
    return list(found.values())


# ----------------------------------------------------------------------------------------------- rules


def _rules(army: Army, faction: Faction | None) -> Iterator[Reminder]:
    system = army.roster.system
    for detachment in _chosen(army, faction):
        for rule in detachment.rules:
            yield _reminder(DETACHMENT, rule.name, rule.effects, rule.text, system)
    for unit in army.known:
        if unit.sheet is not None:
            yield from _of_sheet(unit, unit.sheet, faction)
            yield from _enhanced(unit, unit.sheet, army, faction)


def _reminder(who: str, name: str, effects: Iterable[dict[str, Any]], own: str | None, system: str) -> Reminder:
    """A rule with its phases; one on which that fails costs no other and stands with its document's words."""
    try:
        return _read(who, name, effects, own, system)
    except Exception as fault:
        return _failed(who, name, own, fault)


def _failed(who: str, name: str, own: str | None, fault: Exception) -> Reminder:
    told = f"({faults.noted(fault)})"
    return Reminder(name, f"{own.strip()} {told}" if own else told, who, (ANY,))


def _read(who: str, name: str, effects: Iterable[dict[str, Any]], own: str | None, system: str) -> Reminder:
    told = fx.from_json([each for each in effects if each.get("type") not in _BESIDE])
    phases = acting.phases(told, system)
    return Reminder(name, _short(told, own), who, phases)


def _army_faction(army: Army) -> Faction | None:
    """What is known of the army's faction, with what is bundled, every text read."""
    names = [army.faction.name if army.faction else "", army.roster.faction or ""]
    names += [unit.sheet.faction for unit in army.known if unit.sheet and not unit.entry.allied]
    found = (plays.faction(name, army.roster.system) for name in dict.fromkeys(filter(None, names)))
    return next(filter(None, found), None)


def _chosen(army: Army, faction: Faction | None) -> list[Detachment]:
    known = faction.detachments if faction else ()
    return [each for each in known if any(is_meant(each.name, name) for name in army.detachments)]


def _of_sheet(unit: Unit, sheet: Datasheet, faction: Faction | None) -> Iterator[Reminder]:
    from warbook.reading.understanding import with_effects  # read only where a crib is made

    carried = {key(item.name) for group in unit.squad for item in group.items}
    left = _wargear(sheet) - carried
    for ability in with_effects(sheet).abilities:
        if ability.group != "wargear" or key(ability.name) not in left:
            yield _ability(ability, sheet, faction)
    if sheet.damaged and sheet.damaged.hit is not None:
        worn = f"With {sheet.damaged.low} to {sheet.damaged.high} wounds left: {sheet.damaged.hit:+d} to hit."
        yield Reminder("Damaged", worn, sheet.name, ("shooting", "fight"))


def _wargear(sheet: Datasheet) -> set[str]:
    """All that the unit may carry, by its folded names."""
    worn = (item for each in sheet.loadout for item in each.items)
    offered = (item for option in sheet.options for choice in option.choices for item in choice)
    return {key(item.name) for item in (*worn, *offered)}


def _ability(ability: Ability, sheet: Datasheet, faction: Faction | None) -> Reminder:
    who = ARMY if ability.group == "faction" else sheet.name
    known = glossary.explained(sheet.system, ability.name, sheet.revision, ABILITY)
    if known and (ability.group == "core" or not ability.effects):
        return Reminder(ability.name, known.text, who, known.phases)
    told: Any = ability
    if not ability.effects and not ability.text and faction:
        told = next((each for each in faction.rules if same(each.name, ability.name)), ability)
    return _reminder(who, ability.name, told.effects, told.text, sheet.system)


def _enhanced(unit: Unit, sheet: Datasheet, army: Army, faction: Faction | None) -> Iterator[Reminder]:
    known: list[Enhancement] = [one for each in _chosen(army, faction) for one in each.enhancements]
    for name in unit.entry.enhancements if unit.bears else ():
        for each in known:
            if is_meant(each.name, name):
                yield _reminder(sheet.name, each.name, each.effects, each.text, sheet.system)


# ----------------------------------------------------------------------------------------------- plays


def _plays(army: Army, faction: Faction | None) -> Iterator[Reminder]:
    """The plays that a unit of the army may be used on."""
    every: list[Play] = list(plays.core(army.roster.system))
    every += faction.plays if faction else ()
    every += [play for each in _chosen(army, faction) for play in each.plays]
    for play in {words(each.name): each for each in every}.values():
        try:
            effects = plays.used(play)
            fitting = [unit for unit in army.known if plays.fits(effects, tuple(unit.keywords)) is not False]
            if fitting:
                yield _play(play, fitting, army)
        except Exception as fault:
            yield _failed("any unit", play.name, play.effect, fault)


def _play(play: Play, fitting: list[Unit], army: Army) -> Reminder:
    phases, whose = plays.when(play)
    names = dict.fromkeys(one.name for one in fitting)
    who = "any unit" if len(fitting) == len(army.known) else ", ".join(names)
    does = fx.from_json([each for each in play.effects if each.get("type") not in _BESIDE])
    text = _of_core(army, play.name) or _short(does, play.effect)
    told = tuple(phase for phase in phases if phase != ANY)
    return Reminder(play.name, text, who, told, plays.cost(play), whose)


def _by_rule(army: Army) -> Iterator[Reminder]:
    """The Reactions that the rules give every army."""
    for told in plays.by_rule(army.roster.system):
        text = " ".join(line.text for line in told.lines)
        yield Reminder(told.name, text, "any unit", told.phases, told.more, told.whose)


def _of_core(army: Army, name: str) -> str | None:
    """What the glossary says of a core play, without its cost."""
    known = glossary.explained(army.roster.system, name, None, ("stratagem", "reaction"))
    told = _COST.sub("", known.text) if known else ""
    return told[:1].upper() + told[1:] or None


def _short(told: fx.Effects, own: str | None) -> str:
    """A rule in our words; where they would not be whole, in those of its document."""
    if told and not any(isinstance(each, fx.Unparsed) for each in told):
        return english.said(told)
    return " ".join(own.split()) if own else english.said(told) or NO_TEXT
