"""Core Stratagems in a battle: a table from events to plays (rules section 14).

Whenever an event happens, each player who has a play for it, can pay for it and may use it, is asked;
passing is an answer like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from warbook.dice import Roll, Value
from warbook.names import same
from warbook.rules.request import Activation, Ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Trooper, Unit
from warbook.systems.wh40k10.decisions import Decision
from warbook.systems.wh40k10.ruled.bearing import reroller
from warbook.systems.wh40k10.ruled.occasions import Card
from warbook.systems.wh40k10.ruled.times import GOES_ON, USED
from warbook.systems.wh40k10.table import Column, Flag, Table


class Event(Value, frozen=True):
    """What just happened: its name, whose doing it was, the unit in question, and what it rolled. ``by`` is
    who did it to that unit, ``kind`` what sort of move it was, ``model`` the one that it happened to, ``part``
    the part of an Attached unit that was destroyed, by its sheet."""

    name: str
    player: int
    unit: Unit | None = None
    rolled: Roll | None = None
    outcome: Any = None
    by: Unit | None = None
    kind: str = ""
    model: Trooper | None = None
    part: str | None = None


class Play(Value, frozen=True):
    """A Stratagem: when it may be used, on which units, at which cost, and how often.

    ``event`` is the window's name; ``opponent`` whether it is used in answer to the other player's doing.
    ``targets`` gives the player's units that may be its target. ``span`` says within what it may be used once:
    a phase for every Stratagem, a turn or the battle for some (K-STR-01). ``card`` is what an army's own play
    is read from."""

    name: str
    cost: Callable[[Table], int]
    event: str
    opponent: bool
    targets: Callable[[Table, State, Event, int], Iterator[Unit]]
    span: str = "phase"
    card: Card | None = None


class Used(Value, frozen=True):
    """A play in use, on a unit, or on several together."""

    play: Play
    unit: Unit
    also: tuple[Unit, ...] = ()


def window(table: Table, state: State, event: Event) -> Activation[tuple[Used, ...]]:
    """Rules that make something happen at an event do so; then both players, the active one first, are asked
    for plays in answer to it, until they pass (K-SEQ-06). Plays of armies act here, and one that cannot is not
    paid; the core plays are given back."""
    used: list[Used] = []
    answered = not table.rules.silent and (bool(state.effects) or table.rules.answers(event.name))
    if not answered and event.name not in BY_EVENT:
        return ()
    if answered:
        yield from _triggered(table, state, event)
    active = state.clock[1]
    for player in (active, 1 - active):
        while (picked := (yield from _picked(table, state, event, player))) is not None:
            _pay(table, state, player, picked)
            if not table.rules.silent:
                yield from _triggered(table, state, Event(USED, player, picked.unit))
            if picked.play.card is None:
                used.append(picked)
            elif not (yield from _played(table, state, event, picked.play.card, picked)):
                state.sides[player, Column.CP] += picked.play.cost(table)
    return tuple(used)


def goes_on(table: Table, state: State) -> Activation[None]:
    """A moment of a phase in which nothing goes on: what may be used at any time of it can be."""
    yield from window(table, state, Event(GOES_ON, state.clock[1]))


def _triggered(table: Table, state: State, event: Event) -> Activation[None]:
    from warbook.systems.wh40k10.ruled.answering import triggered  # what rules do asks for plays again

    yield from triggered(table, state, event)


def _played(table: Table, state: State, event: Event, card: Card, used: Used) -> Activation[bool]:
    from warbook.systems.wh40k10.ruled.answering import played

    return (yield from played(table, state, event, card, used.unit, used.also))


def _picked(table: Table, state: State, event: Event, player: int) -> Activation[Used | None]:
    options = (None, *_options(table, state, event, player))
    if len(options) == 1:
        return None
    about = event.unit.index if event.unit else None
    picked: int = yield Ask(player, Decision.PLAY, options, about, event.rolled, event.outcome, event.name)
    return options[picked]


def _options(table: Table, state: State, event: Event, player: int) -> Iterator[Used]:
    for play in BY_EVENT.get(event.name, ()):
        if play.opponent == (player == event.player):
            continue
        if table.cp(state, player) < play.cost(table) or _spent(state, player, play):
            continue
        for unit in play.targets(table, state, event, player):
            if not table.shocked(state, unit):
                yield Used(play, unit)
    if not table.rules.silent and table.rules.cards_at(player, event.name):
        yield from _of_cards(table, state, event, player)


def _of_cards(table: Table, state: State, event: Event, player: int) -> Iterator[Used]:
    """The plays of a side's army for an event; core plays that its documents print are here already."""
    from warbook.systems.wh40k10.ruled.answering import usable

    for card, unit, also in usable(table, state, event, player):
        if any(same(card.rule.name, core.name) for core in PLAYS) or _is_newer(table, card):
            continue
        play = _carded(card, event.name)
        spent = _spent(state, player, play) or (card.each and _on_it(player, play, unit) in state.used)
        if table.cp(state, player) < card.cost or spent:
            continue
        if not any(table.shocked(state, each) for each in (unit, *also)):
            yield Used(play, unit, also)


def _on_it(player: int, play: Play, unit: Unit) -> str:
    """What is remembered of a play that may be used once a battle on each unit."""
    return f"battle {player} {play.name} on {unit.index}"


def _is_newer(table: Table, card: Card) -> bool:
    """Tank Shock is another one in older rules (section 19 row 10)."""
    return same(card.rule.name, "Tank Shock") and not table.system.rules.tank_shock_by_toughness


def _carded(card: Card, event: str) -> Play:
    return Play(card.rule.name, _cost(card.cost), event, False, _that_unit, card.span, card)


def _spent(state: State, player: int, play: Play) -> bool:
    return any(
        f"{span} {player} {play.name}" in state.used for span in ("phase", "turn", "battle round", "battle")
    )


def _pay(table: Table, state: State, player: int, used: Used) -> None:
    state.sides[player, Column.CP] -= used.play.cost(table)
    state.used |= {f"{span} {player} {used.play.name}" for span in ("phase", used.play.span)}
    if used.play.card is not None and used.play.card.each:
        state.used |= {_on_it(player, used.play, used.unit)}


def again(table: Table, state: State, unit: Unit, what: str, made: Roll, outcome: Any) -> Activation[bool]:
    """Whether a unit's roll is made again because a rule allows it and its player wants it."""
    rule = reroller(table, state, unit, what)
    if rule is None:
        return False
    picked: int = yield Ask(unit.side, Decision.REROLL, (False, True), unit.index, made, outcome, rule)
    return bool(picked)


def forget(state: State, span: str) -> None:
    """Plays used within a span that has ended."""
    state.used = frozenset(text for text in state.used if not text.startswith(span))


def _that_unit(table: Table, state: State, event: Event, player: int) -> Iterator[Unit]:
    if event.unit is not None and event.unit.side == player:
        yield event.unit


def _with_keyword(keyword: str) -> Callable[[Table, State, Event, int], Iterator[Unit]]:
    def targets(table: Table, state: State, event: Event, player: int) -> Iterator[Unit]:
        if event.unit is not None and keyword in event.unit.keywords:
            yield event.unit

    return targets


def _next_fighter(table: Table, state: State, event: Event, player: int) -> Iterator[Unit]:
    """Engaged units that have not been selected to fight."""
    for unit in table.army(state, player):
        if not table.flag(state, unit, Flag.FOUGHT) and table.engaged(state, unit):
            yield unit


def _overwatch(table: Table, state: State, event: Event, player: int) -> Iterator[Unit]:
    """Units within 24" that could shoot at what they see, were it their phase; from 2023-12 none that is
    TITANIC (section 19 row 12; it bars the unit that shoots, not the one that moves)."""
    from warbook.systems.wh40k10.shooting import aims  # shooting asks for plays

    enemy, titans = event.unit, table.system.rules.overwatch_by_titans
    if enemy is None or not table.standing(state, enemy):
        return
    for unit in table.army(state, player):
        ready = (titans or "TITANIC" not in unit.keywords) and table.within(state, unit, enemy, 24)
        if ready and not table.engaged(state, unit) and aims(table, state, unit, enemy, in_phase=False):
            yield unit


def _intervening(table: Table, state: State, event: Event, player: int) -> Iterator[Unit]:
    """Units within 6" that could charge the enemy; a VEHICLE only if it is a WALKER."""
    enemy = event.unit
    for unit in table.army(state, player):
        walks = "VEHICLE" not in unit.keywords or "WALKER" in unit.keywords
        if enemy and walks and table.within(state, unit, enemy, 6) and not table.engaged(state, unit):
            yield unit


def _cost(points: int) -> Callable[[Table], int]:
    return lambda _table: points


PLAYS: tuple[Play, ...] = (
    Play("Command Re-roll", _cost(1), "rolled", False, _that_unit),
    Play("Insane Bravery", _cost(1), "before battle-shock", False, _that_unit, "battle"),
    Play("Insane Bravery", _cost(1), "failed battle-shock", False, _that_unit),
    Play("Counter-Offensive", _cost(2), "unit fought", True, _next_fighter),
    Play("Fire Overwatch", _cost(1), "move begins", True, _overwatch, "turn"),
    Play("Fire Overwatch", _cost(1), "move", True, _overwatch, "turn"),
    Play("Fire Overwatch", _cost(1), "charge declared", True, _overwatch, "turn"),
    Play("Fire Overwatch", _cost(1), "charge moved", True, _overwatch, "turn"),
    Play(
        "Heroic Intervention",
        lambda table: table.system.rules.intervention_cost,
        "charge ended",
        True,
        _intervening,
    ),
    Play("Go to Ground", _cost(1), "targets selected", True, _with_keyword("INFANTRY")),
    Play("Smokescreen", _cost(1), "targets selected", True, _with_keyword("SMOKE")),
)

BY_EVENT: Mapping[str, tuple[Play, ...]] = {
    event: tuple(play for play in PLAYS if play.event == event)
    for event in dict.fromkeys(play.event for play in PLAYS)
}
