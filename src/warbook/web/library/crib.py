"""A crib of a list, to be printed: its units in short, and what to remember in each phase."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from warbook import effects as fx
from warbook import glossary, systems
from warbook.effects import english
from warbook.effects.terms import Event, Term, Window
from warbook.muster import mustered
from warbook.names import same, words
from warbook.roster import Roster
from warbook.rules.muster import Army, Unit, is_meant
from warbook.sheet import Ability, Datasheet, Detachment, Faction, Play
from warbook.web.library import datasheet, plays
from warbook.web.library.datasheet import Table
from warbook.web.library.plays import PHASES
from warbook.web.library.words import ABILITY, Vocabulary

BEFORE, ANY = "before", "any"
SEVERAL = 3
_COST = re.compile(r"^\d CP[,.] ")
ORDER = (BEFORE, *PHASES)


class Card(msgspec.Struct, frozen=True):
    """A unit in short: who stands in it, its profiles, and the weapons that it carries."""

    name: str
    models: str
    points: int | None
    statlines: tuple[Table, ...]
    weapons: tuple[Table, ...]
    enhancements: tuple[str, ...]
    goes_with: str


class Reminder(msgspec.Struct, frozen=True):
    """What somebody may do or has to remember: ``who`` are the units, ``cost`` is what a play costs."""

    name: str
    text: str
    who: str
    cost: str = ""
    whose: str = ""


class Phase(msgspec.Struct, frozen=True):
    """What matters in a phase: rules that act by themselves, and plays."""

    name: str
    rules: tuple[Reminder, ...]
    plays: tuple[Reminder, ...]


class Crib(msgspec.Struct, frozen=True):
    """All of a list's crib."""

    name: str
    game: str
    points: int
    detachments: tuple[str, ...]
    cards: tuple[Card, ...]
    phases: tuple[Phase, ...]
    unknown: tuple[str, ...]


def made(roster: Roster) -> Crib:
    """The crib of a list, every text read. Raises InputError for a game that has no army rules here."""
    judged = mustered(roster, systems.find(roster.system))
    army = judged.army
    prices = {id(line.unit): line.priced.points for line in judged.lines}
    return Crib(
        roster.name,
        judged.system.title,
        judged.points,
        army.detachments,
        tuple(_card(army, unit, prices.get(id(unit))) for unit in army.known),
        tuple(_phases(army)),
        tuple(unit.name for unit in army.units if unit.sheet is None),
    )


# ----------------------------------------------------------------------------------------------- units


def _card(army: Army, unit: Unit, points: int | None) -> Card:
    sheet = unit.sheet
    assert sheet is not None
    carried = [item.name for group in unit.squad for item in group.items]
    vocabulary = Vocabulary(sheet.system, sheet.revision)
    weapons = [weapon for weapon in sheet.weapons if any(_is(weapon.name, name) for name in carried)]
    own = msgspec.structs.replace(sheet, weapons=tuple(weapons) or sheet.weapons)
    return Card(
        sheet.name,
        ", ".join(_models(unit)),
        points,
        tuple(datasheet.statlines(own)),
        tuple(datasheet.weapon_tables(own, vocabulary)),
        unit.entry.enhancements if unit.bears else (),
        _goes_with(army, unit),
    )


def _is(weapon: str, item: str) -> bool:
    """Whether a weapon is an item that is carried, which may name one of its profiles or more of them."""
    return same(weapon, item) or set(words(weapon)) <= set(words(item))


def _models(unit: Unit) -> Iterator[str]:
    counts: dict[str, int] = {}
    for group in unit.squad:
        counts[group.model.name] = counts.get(group.model.name, 0) + group.count
    return (f"{count} {name}" for name, count in counts.items())


def _goes_with(army: Army, unit: Unit) -> str:
    """Whom a unit leads and what it rides in."""
    joined = army.of_entry(unit.place if unit.attached else _place(unit.entry.joins))
    rides = army.of_entry(_place(unit.entry.embarked))
    told = [
        f"leads {joined.name}" if joined and joined is not unit else "",
        f"rides in {rides.name}" if rides else "",
    ]
    return ", ".join(filter(None, told))


def _place(place: int | None) -> int:
    return -1 if place is None else place


# ---------------------------------------------------------------------------------------------- phases


def _phases(army: Army) -> Iterator[Phase]:
    rules: dict[str, dict[tuple[str, str], list[str]]] = {}
    for who, name, text, when in _rules(army):
        for phase in when:
            names = rules.setdefault(phase, {}).setdefault((name, text), [])
            if who not in names:
                names.append(who)
    own = list(_plays(army))
    there = {words(reminder.name) for reminder, _ in own}
    used = [*own, *(each for each in _by_rule(army) if words(each[0].name) not in there)]
    for phase in ORDER:
        reminders = [Reminder(*key, ", ".join(who)) for key, who in rules.get(phase, {}).items()]
        usable = tuple(reminder for reminder, when in used if phase in when)
        if reminders or usable:
            yield Phase(phase, tuple(reminders), usable)


_Rule = tuple[str, str, str, tuple[str, ...]]


def _rules(army: Army) -> Iterator[_Rule]:
    """Who has a rule, its name, what it does in short, and the phases in which it matters."""
    faction = _army_faction(army)
    for detachment in _chosen(army, faction):
        for rule in detachment.rules:
            yield "detachment", rule.name, _short(rule.effects, rule.text), phases_of(_effects(rule.effects))
    for unit in army.known:
        sheet = unit.sheet
        if sheet is not None:
            yield from _of_sheet(sheet, faction)
            yield from _enhanced(unit, sheet, army, faction)


def _army_faction(army: Army) -> Faction | None:
    """What is known of the army's faction, with what is bundled, every text read."""
    names = [army.faction.name if army.faction else "", army.roster.faction or ""]
    names += [unit.sheet.faction for unit in army.known if unit.sheet and not unit.entry.allied]
    found = (plays.faction(name, army.roster.system) for name in dict.fromkeys(filter(None, names)))
    return next(filter(None, found), None)


def _chosen(army: Army, faction: Faction | None) -> list[Detachment]:
    known = faction.detachments if faction else ()
    return [each for each in known if any(is_meant(each.name, name) for name in army.detachments)]


def _of_sheet(sheet: Datasheet, faction: Faction | None) -> Iterator[_Rule]:
    from warbook.understanding import with_effects  # read only where a crib is made

    for ability in with_effects(sheet).abilities:
        name, text, when = _ability(ability, sheet, faction)
        yield ("army" if ability.group == "faction" else sheet.name), name, text, when
    if sheet.damaged and sheet.damaged.hit is not None:
        worn = f"with {sheet.damaged.low} to {sheet.damaged.high} wounds left: {sheet.damaged.hit:+d} to hit"
        yield sheet.name, "Damaged", worn, ("shooting", "fight")


def _ability(ability: Ability, sheet: Datasheet, faction: Faction | None) -> tuple[str, str, tuple[str, ...]]:
    known = glossary.explained(sheet.system, ability.name, sheet.revision, ABILITY)
    if known and (ability.group == "core" or not ability.effects):
        return ability.name, known.text, known.phases or (ANY,)
    if not ability.effects and not ability.text and faction:
        rule = next((each for each in faction.rules if same(each.name, ability.name)), None)
        if rule:
            return ability.name, _short(rule.effects, rule.text), phases_of(_effects(rule.effects))
    return ability.name, _short(ability.effects, ability.text), phases_of(_effects(ability.effects))


def _enhanced(unit: Unit, sheet: Datasheet, army: Army, faction: Faction | None) -> Iterator[_Rule]:
    if not unit.bears:
        return
    known = [each for detachment in _chosen(army, faction) for each in detachment.enhancements]
    for name in unit.entry.enhancements:
        for each in known:
            if is_meant(each.name, name):
                yield sheet.name, each.name, _short(each.effects, each.text), phases_of(_effects(each.effects))


def _plays(army: Army) -> Iterator[tuple[Reminder, tuple[str, ...]]]:
    """The plays that a unit of the army may be used on, with the phases in which they are."""
    faction = _army_faction(army)
    every: list[Play] = list(plays.core(army.roster.system))
    every += faction.plays if faction else ()
    every += [play for each in _chosen(army, faction) for play in each.plays]
    for play in {words(each.name): each for each in every}.values():
        effects = _effects(play.effects)
        fitting = [unit for unit in army.known if plays.fits(effects, tuple(unit.keywords)) is not False]
        if fitting:
            when, whose = plays.when(effects)
            names = dict.fromkeys(unit.name for unit in fitting)
            who = "any unit" if len(fitting) == len(army.known) else ", ".join(names)
            text = _of_core(army, play.name) or _short(_doing(play.effects), play.effect)
            yield Reminder(play.name, text, who, plays.cost(play), whose), when or (ANY,)


def _by_rule(army: Army) -> Iterator[tuple[Reminder, tuple[str, ...]]]:
    """The Reactions that the rules give every army."""
    for told in plays.by_rule(army.roster.system):
        text = " ".join(line.text for line in told.lines)
        yield Reminder(told.name, text, "any unit", told.more, told.whose), told.phases or (ANY,)


def _of_core(army: Army, name: str) -> str | None:
    """What the glossary says of a core play, without its cost."""
    known = glossary.explained(army.roster.system, name, None, ("stratagem", "reaction"))
    told = _COST.sub("", known.text) if known else ""
    return told[:1].upper() + told[1:] or None


def _doing(effects: Iterable[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
    """A play's effects without when and on what it is used, which stand beside it."""
    return tuple(each for each in effects if each.get("type") not in ("when", "targets"))


def _short(effects: Iterable[dict[str, Any]], own: str | None) -> str:
    """A rule in our words; where they would not be whole, in those of its document."""
    told = _effects(effects)
    if told and not any(isinstance(each, fx.Unparsed) for each in told):
        return english.said(told)
    return " ".join(own.split()) if own else english.said(told) or "its text is in no document of yours"


def _effects(effects: Iterable[dict[str, Any]]) -> fx.Effects:
    return fx.from_json(list(effects))


def phases_of(effects: fx.Effects) -> tuple[str, ...]:
    """The phases in which effects matter, in the order of a turn; at any time where they name none,
    or so many that it would stand everywhere."""
    found = set(_named(effects))
    phases = tuple(phase for phase in ORDER if phase in found)
    return phases if 0 < len(phases) < SEVERAL else (ANY,)


_EVENTS: dict[str, tuple[str, ...]] = {
    "shoots": ("shooting",), "fights": ("fight",), "declares a charge": ("charge",), "set up": ("movement",),
    "arrives": ("movement",), "disembarks": ("movement",), "embarks": ("movement",),
}  # fmt: skip
_ATTACKS = ("attacks", "targets", "selects targets", "allocated", "hit", "resolves attacks")


def _named(value: Any) -> Iterator[str]:
    """The phases that effects name, however deep."""
    if isinstance(value, Window):
        yield from (value.phase,) if value.phase in PHASES and value.phase != ANY else ()
    elif isinstance(value, Event):
        yield from _of_event(value)
    elif isinstance(value, fx.Permit):
        yield from (
            phase
            for verb, phase in (("shoot", "shooting"), ("charge", "charge"))
            if value.what.startswith(verb)
        )
    if isinstance(value, Term):
        for name in value.__struct_fields__:
            yield from _named(getattr(value, name))
    elif isinstance(value, tuple):
        for each in value:
            yield from _named(each)


def _of_event(event: Event) -> Iterator[str]:
    if event.what in _ATTACKS:
        yield from {"ranged": ("shooting",), "melee": ("fight",)}.get(
            event.attacks or "", ("shooting", "fight")
        )
    elif event.what == "moves":
        yield from ("charge",) if event.moves == ("charge",) else ("movement",)
    else:
        yield from _EVENTS.get(event.what, ())
