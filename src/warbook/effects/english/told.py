"""Instructions, one line each."""

from __future__ import annotations

from typing import Any

from warbook.effects.english.conditions import clause
from warbook.effects.english.nouns import amount, inches, listed, noun
from warbook.effects.english.times import limit, windows
from warbook.effects.instructions import (
    Act,
    Add,
    Attach,
    BySize,
    Considered,
    Destroy,
    Gain,
    Heal,
    Keep,
    Listing,
    MortalWounds,
    Move,
    Named,
    Permit,
    PlayCost,
    Return,
    Select,
    SetUp,
    Split,
    Test,
)
from warbook.effects.terms import Condition, Measured, Selector, Window


def _at_most(most: int | None) -> str:
    return "" if most is None else f", at most {most} altogether"


def happening(effect: Any) -> str:
    """An instruction in words; one of a kind not known here by the name of its kind."""
    match effect:
        case MortalWounds():
            return f"{noun(effect.on)}: {amount(effect.amount)} mortal wound(s){_at_most(effect.most)}"
        case Heal():
            much = "all its" if effect.amount == "all" else f"up to {amount(effect.amount)}"
            return f"{noun(effect.who)} regains {much} lost wound(s){_at_most(effect.most)}"
        case Return():
            return _returned(effect)
        case Add():
            return f"add {noun(effect.what)}{f' to {noun(effect.to)}' if effect.to else ' to your army'}"
        case Destroy():
            silent = ", without what that triggers" if effect.untriggered else ""
            return f"{noun(effect.who)} is destroyed{silent}"
        case Split():
            into = f"{effect.into} units" if effect.into is not None else "units"
            return f"{noun(effect.who)} becomes {into} of {effect.models} model(s)"
        case Select():
            return f"{'' if effect.by == 'you' else 'your opponent: '}pick {noun(effect.what)}"
        case Keep():
            return f"{noun(effect.what)} stays under your control until your opponent's is greater"
        case Test():
            return _test(effect)
        case Gain():
            return _gain(effect)
    return _moved(effect)


def _moved(effect: Any) -> str:
    match effect:
        case Move():
            return _move(effect)
        case Act():
            dead = " after it is destroyed" if effect.after_death else ""
            return f"{noun(effect.who)}: {effect.what} now{dead}{_as_if(effect.as_if)}{_where(effect.where)}"
        case SetUp():
            return _set_up(effect)
        case Attach():
            link = {"attach": " to", "embark": " in", "disembark": " from", "join": ""}[effect.how]
            verb = "must" if effect.must else "may"
            return f"{noun(effect.who)} {verb} {effect.how}{link} {noun(effect.to)}"
        case Permit():
            return _permit(effect)
        case PlayCost():
            return _cost(effect)
        case BySize():
            return _by_size(effect)
        case Considered():
            return _considered(effect)
        case Listing(of):
            return f"these: {listed((noun(each) for each in of), 'and')}"
        case Named():
            return _named(effect)
    return str(effect)


def _where(conditions: tuple[Condition, ...]) -> str:
    return f", where {' and '.join(clause(each) for each in conditions)}" if conditions else ""


def _who(who: Selector | None) -> str:
    return noun(who) if who is not None else "it"


def _returned(told: Return) -> str:
    to = f" to {noun(told.to)}" if told.to is not None else ""
    wounds = f" with {amount(told.wounds)} wound(s)" if told.wounds is not None else ""
    return f"return {noun(told.models)}{to}{wounds}"


def _test(told: Test) -> str:
    if told.outcome is not None:
        return f"{noun(told.who)}: {told.what} test counts as {told.outcome}"
    article = "an" if told.what[:1] in "aeiou" else "a"
    return f"{noun(told.who)} takes {article} {told.what} test"


def _gain(told: Gain) -> str:
    who = {"you": "you", "opponent": "your opponent"}.get(told.who, "") if isinstance(told.who, str) else ""
    verb = "lose" if told.lost else "gain"
    what = told.what.upper() if told.what in ("cp", "vp") else told.what
    most = "up to " if told.up_to else ""
    much = f"{amount(told.amount)} {what}"
    if isinstance(told.amount, Measured):
        much = f"{what} equal to {amount(told.amount)}"
    return f"{who or _who(told.who)} {verb} {most}{much}"  # type: ignore[arg-type]


def _by_size(told: BySize) -> str:
    what = told.what if isinstance(told.what, str) else noun(told.what)
    most = "at most " if told.up_to else ""
    counted = f"points of {what}" if told.points else what
    much = f"{most}{told.amount} {counted}" if told.amount is not None else f"{most}so many {counted} by size"
    return f"{told.size}: {much}" if told.size else much


def _considered(told: Considered) -> str:
    purposes = listed(("this rule" if each == "this" else each for each in told.purposes), "and")
    return f"as if {clause(told.holds)}{f' (for {purposes})' if purposes else ''}"


def _move(told: Move) -> str:
    far = f" of up to {inches(told.inches)}" if told.inches is not None else ""
    instead = f" instead of {inches(told.instead_of)}" if told.instead_of is not None else ""
    which = "that move" if told.kind == "that" else f"a {told.kind} move"
    does = "must make" if told.must else "makes"
    return f"{noun(told.who)} {does} {which}{far}{instead}{_as_if(told.as_if)}{_where(told.where)}"


def _as_if(time: Window | None) -> str:
    return f", as if {windows((time,))}" if time is not None else ""


def _set_up(told: SetUp) -> str:
    removed = "is taken off and " if told.removed else ""
    place = "on the battlefield" if told.to == "battlefield" else f"in {told.to.title()}"
    when = f", {windows(told.when)}" if told.when else ""
    wounds = f" with {amount(told.wounds)} wound(s)" if told.wounds is not None else ""
    return f"{noun(told.who)} {removed}is set up {place}{wounds}{when}{_where(told.where)}"


def _permit(told: Permit) -> str:
    to = f" {noun(told.to)}" if told.to is not None else ""
    return f"{_who(told.who)} {'cannot' if told.barred else 'may'} {told.what}{to}{_where(told.where)}"


def _cost(told: PlayCost) -> str:
    play = f'"{listed(told.play)}"' if told.play else "a Stratagem"
    unit = "CP" if told.currency == "cp" else f" {told.currency}"
    cost = f"{told.set}{unit}" if told.set is not None else f"{told.change:+d}{unit}"
    on = f" on {noun(told.who)}" if told.who is not None else ""
    again = ", even if used already" if told.again else ""
    often = f", {limit(told.limit)}" if told.limit is not None else ""
    return f"{play}{on}: cost {cost}{again}{often}"


def _named(told: Named) -> str:
    much = f"{amount(told.amount)} " if told.amount is not None else ""
    who = f" by {noun(told.who)}" if told.who is not None else ""
    on = f" on {noun(told.on)}" if told.on is not None else ""
    return f'use {much}"{told.name}"{who}{on}'
