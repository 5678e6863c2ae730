"""Instructions, one line each."""

from __future__ import annotations

from typing import Any

from warbook.effects.english.agreeing import agreeing, so_many
from warbook.effects.english.conditions import clause, told_of
from warbook.effects.english.nouns import amount, every, inches, is_each, listed, noun
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

_UNTIL = {
    "opponent outweighs": " until your opponent's level of control of it is greater at the end of a phase",
    "opponent controls": " until your opponent controls it",
}
_ACTS = {
    "shoot": "shoots", "fight": "fights", "charge": "declares a charge", "overwatch": "fires Overwatch",
    "heroic intervention": "makes a Heroic Intervention",
}  # fmt: skip


def _does(who: Selector, verb: str) -> str:
    """Who does something, the verb with one or many."""
    return f"{noun(who)} {agreeing(who, verb)}"


def _at_most(most: int | None) -> str:
    return "" if most is None else f", at most {most} altogether"


def happening(effect: Any) -> str:
    """An instruction in words; one of a kind not known here by the name of its kind."""
    match effect:
        case MortalWounds():
            return (
                f"{_does(effect.on, 'suffers')} {so_many(effect.amount, 'mortal wound')}{_at_most(effect.most)}"
            )
        case Heal():
            lost = "lost wound"
            much = f"all its {lost}s" if effect.amount == "all" else f"up to {so_many(effect.amount, lost)}"
            return f"{_does(effect.who, 'regains')} {much}{_at_most(effect.most)}"
        case Return():
            return _returned(effect)
        case Add():
            return f"add {noun(effect.what)}{f' to {noun(effect.to)}' if effect.to else ' to your army'}"
        case Destroy():
            silent = ", without what that triggers" if effect.untriggered else ""
            return f"{_does(effect.who, 'is')} destroyed{silent}"
        case Split():
            into = f"{effect.into} units" if effect.into is not None else "units"
            return f"{_does(effect.who, 'becomes')} {into} of {so_many(effect.models, 'model')}"
        case Select():
            return f"{'' if effect.by == 'you' else 'your opponent: '}pick {noun(effect.what)}"
        case Keep():
            until = _UNTIL[effect.until] if effect.until else ""
            return f"{_does(effect.what, 'stays')} under your control{until}"
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
            again = " again" if effect.again else ""
            does = f"{_does(effect.who, _ACTS[effect.what])}{again}{dead}"
            weapon = f" with {noun(effect.weapon)}" if effect.weapon is not None else ""
            return f"{does}{weapon}{_as_if(effect.as_if)}{_targets(effect.where)}"
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
    """Where something may be done, or if what: of *it* only the place is said."""
    places = [told for each in conditions if (told := told_of(each)) and _is_place(told)]
    others = [clause(each) for each in conditions if not _is_place(told_of(each))]
    there = f" {' and '.join(places)}" if places else ""
    return there + (f", if {' and '.join(others)}" if others else "")


def _is_place(told: str) -> bool:
    return told.startswith(("within ", "wholly within ", "inside ", "horizontally within ", "more than "))


def _who(who: Selector | None) -> str:
    return every(who) if who is not None else "it"


def _returned(told: Return) -> str:
    to = f" to {noun(told.to)}" if told.to is not None else ""
    return f"return {noun(told.models)}{to}{_with_wounds(told.wounds)}"


def _with_wounds(wounds: Any) -> str:
    if wounds is None:
        return ""
    return " with all its wounds" if wounds == "full" else f" with {so_many(wounds, 'wound')}"


def _test(told: Test) -> str:
    if told.outcome is not None:
        return f"the {told.what} test of {noun(told.who)} counts as {told.outcome}"
    article = "an" if told.what[:1] in "aeiou" else "a"
    what, _, how = told.what.partition(" as if ")
    takes = f"{every(told.who)} take" if is_each(told.who) else _does(told.who, "takes")
    return f"{takes} {article} {what} test{f' as if {how}' if how else ''}"


def _gain(told: Gain) -> str:
    who = {"you": "you", "opponent": "your opponent"}.get(told.who, "") if isinstance(told.who, str) else ""
    verb = f"{'lose' if told.lost else 'gain'}{'s' if told.who == 'opponent' else ''}"
    if not isinstance(told.who, str):
        who, verb = noun(told.who), agreeing(told.who, f"{verb}s")  # of a unit or a player
    what = told.what.upper() if told.what in ("cp", "vp") else told.what
    most = "up to " if told.up_to else ""
    much = f"{amount(told.amount)} {what}"
    if isinstance(told.amount, Measured):
        much = f"{what} equal to {amount(told.amount)}"
    return f"{who} {verb} {most}{much}"


def _by_size(told: BySize) -> str:
    what = told.what if isinstance(told.what, str) else noun(told.what)
    most = "at most " if told.up_to else ""
    if isinstance(told.what, str) and told.amount is not None and told.amount > 1:
        what = what if what.endswith("s") else f"{what}s"
    counted = f"points of {what}" if told.points else what
    much = f"{most}{told.amount} {counted}" if told.amount is not None else f"{most}so many {counted} by size"
    return f"{told.size}: {much}" if told.size else much


def _considered(told: Considered) -> str:
    purposes = listed(("this rule" if each == "this" else each for each in told.purposes), "and")
    return f"as if {clause(told.holds)}{f' (for {purposes})' if purposes else ''}"


def _move(told: Move) -> str:
    far = f" of up to {inches(told.inches)}" if told.inches is not None else ""
    instead = f" instead of {inches(told.instead_of)}" if told.instead_of is not None else ""
    which = {"that": "that move", "any": "a move"}.get(told.kind, f"{_an(told.kind)} {told.kind.title()} move")
    does = "must make" if told.must else agreeing(told.who, "makes")
    if told.kind == "remain stationary":
        does, which = ("must" if told.must else "may"), "Remain Stationary"
    return f"{noun(told.who)} {does} {which}{far}{instead}{_as_if(told.as_if)}{_places(told.where)}"


def _an(word: str) -> str:
    return "an" if word[:1].lower() in "aeiou" else "a"


def _places(conditions: tuple[Condition, ...]) -> str:
    """Where something must end, of which *it* is said."""
    return f", {' and '.join(told_of(each) for each in conditions)}" if conditions else ""


def _targets(conditions: tuple[Condition, ...]) -> str:
    return (
        f", at targets {' and '.join(told_of(each, several=True) for each in conditions)}" if conditions else ""
    )


def _as_if(time: Window | None) -> str:
    return f", as if {windows((time,))}" if time is not None else ""


def _set_up(told: SetUp) -> str:
    removed = "taken off and " if told.removed else ""
    place = "on the battlefield" if told.to == "battlefield" else f"in {told.to.title()}"
    when = f", {windows(told.when)}" if told.when else ""
    is_set_up = f"{_does(told.who, 'is')} {removed}set up {place}{_with_wounds(told.wounds)}{when}"
    return f"{is_set_up}{_places(told.where)}"


def _permit(told: Permit) -> str:
    on = told.what.startswith("use ") and not told.what.endswith((" on", " only"))
    link = {"embark": " within", "disembark": " from"}.get(told.what, "") or (" on" if on else "")
    to = f"{link} {noun(told.to)}" if told.to is not None else ""
    who = "you" if told.who is None and told.what.startswith("use ") else _who(told.who)
    if told.barred and told.what in _OTHERS:
        return f"{who} can only {told.what.split()[0]}{to}"
    if told.what == "end that move only":
        return f"{who} must end that move{_places(told.where).removeprefix(',')}"
    if told.what.startswith("end that move"):
        places = _places(told.where).removeprefix(",")
        return f"{who} {'cannot' if told.barred else 'may'} {told.what}{to}{places}"
    if told.what == "stay until it has fought":
        return f"{who} stays in play until it has fought"
    if told.what == "charge bonus":
        return f"{who} {'gets no' if told.barred else 'gets the'} Charge bonus"
    if told.barred and told.what.startswith("be targeted"):
        return f"{who} cannot {told.what}{f' if {_all(told.where)}' if told.where else ''}"
    return f"{who} {'cannot' if told.barred else 'may'} {_deed(told.what)}{to}{_where(told.where)}"


_AFTER = {"advance": "it Advanced", "fall back": "it Fell Back"}


def _deed(what: str) -> str:
    """What is permitted, as one says it: "shoot in a turn in which it Advanced"."""
    verb, _, after = what.partition(" after ")
    told = f"{verb} in a turn in which {_AFTER[after]}" if after in _AFTER else what
    return told.replace("this stratagem", "this Stratagem")


_OTHERS = ("target others", "charge others", "fight others")
"""What one is held to, told as what else is barred."""


def _all(conditions: tuple[Condition, ...]) -> str:
    return " and ".join(clause(each) for each in conditions)


def _cost(told: PlayCost) -> str:
    named = f'"{listed(told.play)}"' if told.play else "a Stratagem"
    play = "that Stratagem" if told.play in (("that",), ("this",)) else named
    unit = "CP" if told.currency == "cp" else f" {told.currency}"
    change = f"{abs(told.change)}{unit} {'less' if told.change < 0 else 'more'}"
    cost = f"{told.set}{unit}" if told.set is not None else change
    on = f" on {noun(told.who)}" if told.who is not None else ""
    often = f", {limit(told.limit)}" if told.limit is not None else ""
    if told.set is None and not told.change and told.again:
        return f"{play} may be used{on} again{often}"
    again = ", even if it was used already" if told.again else ""
    return f"{play}{on} costs {cost}{again}{often}"


def _named(told: Named) -> str:
    much = f" ({amount(told.amount)})" if told.amount is not None else ""
    does = _does(told.who, "uses") if told.who is not None else "use"
    on = f" on {noun(told.on)}" if told.on is not None else ""
    return f'{does} "{told.name}"{much}{on}'
