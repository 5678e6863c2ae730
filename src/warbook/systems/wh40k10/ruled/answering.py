"""What rules of sheets and plays of armies do when something happens in a battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from warbook.effects.terms import Selector, Term
from warbook.rules.request import Activation, Ask
from warbook.rules.state import State
from warbook.sheet import Datasheet
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.effects.scene import NotModelled, spells
from warbook.systems.wh40k10.ruled.carrying import Doing, perform
from warbook.systems.wh40k10.ruled.foreseeing import foreseen
from warbook.systems.wh40k10.ruled.moment import Moment, opens
from warbook.systems.wh40k10.ruled.occasions import Card, Occasion
from warbook.systems.wh40k10.ruled.rulebook import Held
from warbook.systems.wh40k10.ruled.voice import has_it, words
from warbook.systems.wh40k10.table import Table

if TYPE_CHECKING:
    from warbook.systems.wh40k10.plays import Event

SELECTED = "selected to"


def triggered(table: Table, state: State, event: Event) -> Activation[None]:
    """What rules of units and armies do at an event, those of the active player first (K-SEQ-01)."""
    active = state.clock[1]
    every = table.rules.at(event.name)
    for held, found in sorted(every, key=lambda pair: pair[0].side != active):
        seen = _seen(table, state, held, found, event)
        if seen is not None and (yield from _wanted(state, held, found)):
            yield from perform((found.then,), Doing(table, state, held.rule, seen))


def _seen(table: Table, state: State, held: Held, found: Occasion, event: Event) -> Moment | None:
    """What a rule sees of an event where this is its occasion."""
    unit = None if held.unit is None else table.units[held.unit]
    if unit is not None and not (table.standing(state, unit) and has_it(state, held.rule.sheet, unit)):
        return None
    if found.limit is not None and _spent(held, found) in state.used:
        return None
    try:
        seen = opens(found.windows, event, table, state, Moment(held.side, unit, held.sheet))
        if seen is None or not seen.holds(table, state, *found.conditions):
            return None
        foreseen((found.then,), table, state, seen)
        return seen
    except NotModelled as beyond:
        table.rules.tell(held.rule, beyond)
        return None


def _spent(held: Held, found: Occasion) -> str:
    """What is remembered of a rule that may be used so often."""
    assert found.limit is not None
    whose = "" if found.limit.each == "army" else f" {held.unit}"
    return f"{found.limit.per} rule {held.side}{whose} {held.rule.name}"


def _wanted(state: State, held: Held, found: Occasion) -> Activation[bool]:
    """Whether a rule is used: its player is asked where it is his choice."""
    if found.optional:
        picked: int = yield Ask(held.side, f"use: {held.rule.name}", (None, held.rule), held.unit)
        if not picked:
            return False
    if found.limit is not None:
        state.used |= {_spent(held, found)}
    return True


def usable(table: Table, state: State, event: Event, player: int) -> Iterator[tuple[Card, Unit]]:
    """The plays that a player may use at an event, each with a unit that it may be used on."""
    for card in table.rules.cards_at(player, event.name):
        for unit in table.army(state, player):
            if not event.name.startswith(SELECTED) or unit is event.unit:
                try:
                    if on(card, unit, table, state, event) is not None:
                        yield card, unit
                except NotModelled as beyond:
                    table.rules.tell(card.rule, beyond)


def on(card: Card, unit: Unit, table: Table, state: State, event: Event) -> Moment | None:
    """What a play used on a unit sees of an event; ``None`` where it cannot be used on it now. Raises
    NotModelled."""
    seen = opens(card.windows, event, table, state, Moment(unit.side, None, ""))
    if seen is None:
        return None
    concerned = {each.index for each in (seen.attacker, seen.target, seen.that) if each is not None}
    for who in card.targets:
        own = who.of is not None and who.of.ref == "your"
        who = msgspec.structs.replace(who, of=None) if own else who
        spoken = own or who.ref in ("that", "those")
        if spoken and unit.index not in concerned:
            continue
        if seen.means(table, state, msgspec.structs.replace(who, ref=None), unit):
            used = msgspec.structs.replace(seen, unit=unit)
            foreseen(card.rule.effects, table, state, used)
            return used
    return None


def played(table: Table, state: State, event: Event, card: Card, unit: Unit) -> Activation[bool]:
    """A play that was paid for acts; whether it did."""
    seen = on(card, unit, table, state, event)
    if seen is None:
        return False
    rule = _of_model(card, unit, state)
    return (yield from perform(rule.effects, Doing(table, state, rule, seen)))


def _of_model(card: Card, unit: Unit, state: State) -> PrintedRule:
    """The rule of a play as used: one that is used on a model is that model's own."""
    models = [who for who in card.targets if who.kind == "model"]
    living = [unit.kinds[model.kind] for model in unit.models if state.left[model.index] > 0]
    meant = (kind.sheet for who in models for kind in living if _fits(who, kind.sheet))
    sheet = next(meant, None)
    if sheet is None:
        return card.rule
    return msgspec.structs.replace(card.rule, effects=tuple(map(_own, card.rule.effects)), sheet=sheet.name)


def _fits(who: Selector, sheet: Datasheet) -> bool:
    known = words(sheet)
    return not who.keywords or any(spells(run, known) for run in who.keywords)


def _own(told: Any) -> Any:
    """Effects that speak of the model that a play is used on, as of the bearer of a rule."""
    if isinstance(told, tuple):
        return tuple(map(_own, told))
    if not isinstance(told, Term):
        return told
    made = {name: _own(getattr(told, name)) for name in told.__struct_fields__}
    if isinstance(told, Selector) and told.kind == "model" and told.ref in ("that", "your"):
        made["ref"] = "bearer"
    return msgspec.structs.replace(told, **made)
