"""What rules of sheets and plays of armies do when something happens in a battle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from warbook import effects as fx
from warbook.effects.terms import Selector, Term
from warbook.rules.request import Activation, Ask
from warbook.rules.state import State
from warbook.sheets.sheet import Datasheet
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.decisions import Decision
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.effects.scene import NotModelled, spells
from warbook.systems.wh40k10.reserves import site
from warbook.systems.wh40k10.ruled.carrying import Doing, perform
from warbook.systems.wh40k10.ruled.foreseeing import foreseen
from warbook.systems.wh40k10.ruled.lasting import InForce, came
from warbook.systems.wh40k10.ruled.moment import Moment, opens
from warbook.systems.wh40k10.ruled.occasions import Card, Occasion, is_offered, occasions
from warbook.systems.wh40k10.ruled.rulebook import Held
from warbook.systems.wh40k10.ruled.times import ARRIVING
from warbook.systems.wh40k10.ruled.voice import has_it, words
from warbook.systems.wh40k10.table import Table
from warbook.systems.wh40k10.waiting import held as in_reserves

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
    for one in state.effects:
        yield from _in_force(table, state, one, event)


def _in_force(table: Table, state: State, one: InForce, event: Event) -> Activation[None]:
    """What a rule in force for a time does at an event; what waited for one occasion is over then."""
    for found in _occasions(one.held):
        if event.name not in found.names or one not in state.effects:
            continue
        seen = _seen(table, state, one.held, found, event, one)
        if seen is not None and (yield from _wanted(state, one.held, found)):
            came(state, one)
            yield from perform((found.then,), Doing(table, state, one.held.rule, seen))


@lru_cache(maxsize=512)
def _occasions(held: Held) -> tuple[Occasion, ...]:
    return tuple(each for each in occasions(held.rule.effects) if is_offered(each))


def _seen(
    table: Table, state: State, held: Held, found: Occasion, event: Event, one: InForce | None = None
) -> Moment | None:
    """What a rule sees of an event where this is its occasion; ``one`` in force for a time needs nobody who has
    it."""
    unit = None if held.unit is None else table.units[held.unit]
    there = unit is None or one is not None or table.standing(state, unit)
    if not there or (unit is not None and one is None and not has_it(state, held.rule.sheet, unit)):
        return None
    if found.limit is not None and _spent(held, found) in state.used:
        return None
    try:
        about = None if one is None or one.that is None else table.units[one.that]
        seen = opens(found.windows, event, table, state, Moment(held.side, unit, held.sheet, that=about))
        if seen is None or not seen.holds(table, state, *found.conditions):
            return None
        return seen if foreseen((found.then,), table, state, seen) else None
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
        picked: int = yield Ask(held.side, Decision.USE, (None, held.rule), held.unit, subject=held.rule.name)
        if not picked:
            return False
    if found.limit is not None:
        state.used |= {_spent(held, found)}
    return True


Also = tuple[Unit, ...]
"""Units that a play is used on besides the first."""


def usable(table: Table, state: State, event: Event, player: int) -> Iterator[tuple[Card, Unit, Also]]:
    """The plays that a player may use at an event, each with a unit that it may be used on, and others where it
    takes several."""
    for card in table.rules.cards_at(player, event.name):
        try:
            seen = _opened(card, player, table, state, event)
            if seen is not None:
                yield from _able(card, seen, table, state, event)
        except NotModelled as beyond:
            table.rules.tell(card.rule, beyond)


def _opened(card: Card, player: int, table: Table, state: State, event: Event) -> Moment | None:
    """What a play sees of an event, whatever it is used on; ``None`` where it cannot be used now."""
    return opens(card.windows, event, table, state, Moment(player, None, ""))


def _able(
    card: Card, seen: Moment, table: Table, state: State, event: Event
) -> Iterator[tuple[Card, Unit, Also]]:
    for unit, also in _sets(card, table, state, event, seen.side):
        try:
            if _on(card, unit, table, state, seen, also) is not None:
                yield card, unit, also
        except NotModelled as beyond:
            table.rules.tell(card.rule, beyond)


def _sets(card: Card, table: Table, state: State, event: Event, player: int) -> Iterator[tuple[Unit, Also]]:
    """The units that a play might be used on: one that was just destroyed, and those in Reserves, too."""
    own = list(table.army(state, player))
    if card.of_reserves:
        own += table.held(state, player)
    if event.unit is not None and event.unit.side == player and event.unit not in own:
        own.append(event.unit)
    picked = event.name.startswith(SELECTED) or event.name == ARRIVING
    for unit in own:
        if picked and unit is not event.unit:
            continue
        for also in [(other,) for other in own if other is not unit] if card.every else [()]:
            yield unit, also


def _on(card: Card, unit: Unit, table: Table, state: State, seen: Moment, also: Also = ()) -> Moment | None:
    """What a play used on a unit sees of an event; ``None`` where it cannot be used on it now, or would act on
    nobody. Raises NotModelled."""
    if card.every:
        spoken = card.targets[0].ref in ("that", "those")
        pairs = zip(card.targets, (*also, unit) if spoken else (unit, *also), strict=True)
        meant = all(_is_target(who, each, seen, table, state) for who, each in pairs)
    else:
        meant = any(_is_target(who, unit, seen, table, state) for who in card.targets)
    if not meant:
        return None
    that = seen.that or (unit if card.of_reserves else None)  # nobody else is there to be spoken of
    if card.of_reserves and in_reserves(state, unit) is not None and site(table, state, unit) is None:
        return None  # it cannot come before its time (K-RES-05)
    used = msgspec.structs.replace(seen, unit=unit, also=also, that=that)
    return used if foreseen(card.rule.effects, table, state, used) else None


def _is_target(who: Selector, unit: Unit, seen: Moment, table: Table, state: State) -> bool:
    concerned = {each.index for each in (seen.attacker, seen.target, seen.that) if each is not None}
    own = who.of is not None and who.of.ref == "your"
    who = msgspec.structs.replace(who, of=None) if own else who
    spoken = own or who.ref in ("that", "those")
    if spoken and unit.index not in concerned:
        return False
    return seen.means(table, state, msgspec.structs.replace(who, ref=None), unit)


def played(
    table: Table, state: State, event: Event, card: Card, unit: Unit, also: Also = ()
) -> Activation[bool]:
    """A play that was paid for acts; whether it did. One on a unit in Reserves does where that came in, or
    something is in force since."""
    opened = _opened(card, unit.side, table, state, event)
    seen = opened and _on(card, unit, table, state, opened, also)
    if seen is None:
        return False
    rule, acted, in_force = _of_model(card, unit, state), state.acted, state.effects
    done = yield from perform(_chosen(rule.effects), Doing(table, state, rule, seen))
    if card.of_reserves and in_reserves(state, unit) is not None and state.effects == in_force:
        state.acted = acted
        return False
    return done


def _chosen(effects: fx.Effects) -> fx.Effects:
    """The effects of a play without the choice that they begin with: who uses it has made that."""
    match effects:
        case (fx.May(then=then), *rest):
            return (then, *rest)
        case (fx.Then(effects=inner) as row, *rest):
            return (msgspec.structs.replace(row, effects=_chosen(inner)), *rest)
    return effects


def _of_model(card: Card, unit: Unit, state: State) -> PrintedRule:
    """The rule of a play as used: one that is used on a model is that model's own."""
    models = [who for who in card.targets if who.kind == "model"] if not card.every else []
    living = [unit.kinds[model.kind] for model in unit.models if state.left[model.index] > 0]
    gone = [unit.kinds[model.kind] for model in unit.models if state.left[model.index] <= 0]
    dies = any(each.event is not None and each.event.what == "destroyed" for each in card.windows)
    able = (*gone, *living) if dies else living
    meant = (kind.sheet for who in models for kind in able if _fits(who, kind.sheet))
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
