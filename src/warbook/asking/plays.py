"""Which rules may be used in a question, and what each is worth: each is tried."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warbook import data, lookup
from warbook.asking.question import Question, Reply, ask
from warbook.asking.sides import Side, sheet_of, system_of
from warbook.errors import InputError
from warbook.names import same
from warbook.sheet import Detachment, Faction

MOST = 80
"""Rules that are tried at once."""


class Usable(msgspec.Struct, frozen=True):
    """A rule that a player may use: what it adds to the mean damage and to the chance to destroy the target, or
    why it cannot be used here. ``cost`` is in the game's own currency."""

    name: str
    kind: str
    cost: int | None = None
    damage: float = 0.0
    p_destroyed: float = 0.0
    fault: str | None = None


def detachments(side: Side) -> tuple[str, ...]:
    """The detachments that a unit's faction may have. Raises InputError."""
    sheet = sheet_of(side).sheet
    named = (each.name for faction in _factions(sheet.faction, sheet.system) for each in faction.detachments)
    return tuple(dict.fromkeys(named))


def core(question: Question) -> tuple[Usable, ...]:
    """The plays of every army. Raises InputError."""
    system = system_of(sheet_of(question.attacker).sheet.system, question.revision)
    return _tried(question, ((name.capitalize(), "core", None) for name in system.sheets.plays))


def of_detachment(question: Question, side: Side, name: str) -> tuple[Usable, ...]:
    """The Stratagems, Enhancements and rules of a detachment. Raises InputError."""
    sheet = sheet_of(side).sheet
    factions = _factions(sheet.faction, sheet.system)
    found = (each for faction in factions for each in faction.detachments if same(each.name, name))
    return _tried(question, (rule for each in found for rule in _rules(each)))


Rule = tuple[str, str, int | None]


def _rules(detachment: Detachment) -> Iterator[Rule]:
    yield from ((rule.name, "detachment rule", None) for rule in detachment.rules)
    yield from ((play.name, play.category or "play", play.cost) for play in detachment.plays)
    yield from ((each.name, "Enhancement", None) for each in detachment.enhancements)


def _factions(name: str, system: str) -> list[Faction]:
    known = (lookup.faction(name, system), data.faction(name, system))
    return [faction for faction in known if faction is not None]


def _tried(question: Question, rules: Iterator[Rule]) -> tuple[Usable, ...]:
    """Each rule once, used beside what is used already."""
    found: dict[str, Usable] = {}
    before = ask(question)
    for name, kind, cost in rules:
        if name not in found and len(found) < MOST:
            found[name] = _one(question, before, Usable(name, kind, cost))
    return tuple(found.values())


def _one(question: Question, before: Reply, rule: Usable) -> Usable:
    others = tuple(name for name in question.plays if not same(name.partition(":")[0], rule.name))
    try:
        base = before if others == question.plays else ask(msgspec.structs.replace(question, plays=others))
        used = ask(msgspec.structs.replace(question, plays=(*others, rule.name)))
    except InputError as fault:
        return msgspec.structs.replace(rule, fault=fault.expected)
    damage = used.told.damage.mean - base.told.damage.mean
    chance = used.told.p_destroyed - base.told.p_destroyed
    return msgspec.structs.replace(rule, damage=damage, p_destroyed=chance)
