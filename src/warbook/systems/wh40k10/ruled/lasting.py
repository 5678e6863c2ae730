"""Rules in force for a time: what plays and abilities left behind, and when it ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

import msgspec

from warbook import effects as fx
from warbook.dice import Value
from warbook.effects.terms import Duration
from warbook.rules.state import State
from warbook.systems.wh40k10.effects import leaves
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.ruled.rulebook import Held, as_held
from warbook.systems.wh40k10.ruled.times import PHASES, phase_of

Span = Literal["attacks", "phase", "turn", "battle round"]
ONCE = "occasion"
"""A duration that ends when what waits for an occasion has come, and with the phase."""
AT_ONCE = ("attack", "attacks", "play")
"""Durations that end when the unit that attacks is done with it."""


class InForce(Value, frozen=True):
    """A rule in force: ``held.unit`` is the unit that it is on ("your unit", "this unit"), ``that`` the unit
    (by its index) that it speaks of besides, ``since`` the round and the side whose turn it was."""

    held: Held
    that: int | None
    until: Duration
    since: tuple[int, int]

    def __hash__(self) -> int:
        return id(self)

    def __str__(self) -> str:
        """What tells it apart, the same on every machine."""
        whose, on = "AB"[self.held.side], self.held.unit
        return f"{self.held.rule.name} {whose} {on} {self.that} {self.until!r} {self.since}"


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule in force as a position's text has it."""

    rule: str
    sheet: str
    side: int
    unit: int | None
    that: int | None
    until: Duration
    since: tuple[int, int]
    effects: fx.Effects


def written(one: InForce) -> str:
    """A rule in force as a line of text."""
    rule, held = one.held.rule, one.held
    made = Written(rule.name, rule.sheet, held.side, held.unit, one.that, one.until, one.since, rule.effects)
    return msgspec.json.encode(made).decode()


def read(text: str) -> InForce:
    """The rule of such a line. Raises msgspec.ValidationError or DecodeError, which say what is wrong."""
    told = msgspec.json.decode(text, type=Written)
    held = as_held(PrintedRule(told.rule, told.effects, told.sheet), told.side, told.unit)
    return InForce(held, told.that, told.until, told.since)


def put(state: State, held: Held, that: int | None, until: Duration) -> None:
    """Puts a rule in force from now on."""
    round_, side, *_ = state.clock
    state.effects += (InForce(held, that, until, (round_, side)),)


def keeper(state: State, marker: int) -> int | None:
    """The side that a rule keeps a marker under the control of."""
    kept = (
        one for one in state.effects if one.that == marker and isinstance(one.held.rule.effects[0], fx.Keep)
    )
    return next((one.held.side for one in kept), None) if state.effects else None


def lost(state: State, until: str, outweighed: Callable[[int], int | None]) -> None:
    """Ends what keeps markers ``until`` the opponent has more control of them, where he has."""
    if state.effects:
        state.effects = tuple(one for one in state.effects if not _lost(one, until, outweighed))


def _lost(one: InForce, until: str, outweighed: Callable[[int], int | None]) -> bool:
    keeps = one.held.rule.effects[0]
    if not isinstance(keeps, fx.Keep) or keeps.until != until or one.that is None:
        return False
    return outweighed(one.that) == 1 - one.held.side


def lasts(until: Duration) -> bool:
    """Whether battles know when a duration ends."""
    if until.whose == "their":
        return False
    return until.of in (*AT_ONCE, "phase", "turn", "battle round", "battle", *PHASES)


def ended(state: State, span: Span, edge: Literal["start", "end"] = "end") -> None:
    """Drops what ends at an edge of a span, which is that of the clock."""
    if state.effects:
        state.effects = tuple(one for one in state.effects if not _ends(one, state, span, edge))


def _ends(one: InForce, state: State, span: Span, edge: str) -> bool:
    until = one.until
    if until.of in AT_ONCE:
        return span == "attacks"
    if until.of == ONCE:
        return span == "phase"
    if until.edge != edge or not (until.of == span or (span == "phase" and until.of == phase_of(state))):
        return False
    whose = {"your": one.held.side, "opponent": 1 - one.held.side}.get(until.whose or "")
    begun = until.next and edge == "end" and one.since == state.clock[:2]
    return whose in (None, state.clock[1]) and not begun


def returning(state: State, side: int) -> bool:
    """Whether a destroyed model of a side is still to be set up again."""
    waiting = (one.held for one in state.effects if one.until.of == ONCE and one.held.side == side)
    return any(_revives(held) for held in waiting)


@lru_cache(maxsize=64)
def _revives(held: Held) -> bool:
    every = (leaf for effect in held.rule.effects for leaf in leaves(effect))
    return any(isinstance(leaf, fx.SetUp) and leaf.who.kind == "model" for leaf in every)


def came(state: State, one: InForce) -> None:
    """What waited for an occasion is over once that came."""
    if one.until.of == ONCE:
        state.effects = tuple(each for each in state.effects if each is not one)
