"""What happens, as a clause: who does it, what is done, to whom; in the present or as something done."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from warbook.effects.english.agreeing import agreeing
from warbook.effects.english.nouns import listed, noun
from warbook.effects.terms import Condition, Did, Event, Has, Not, Selector, State


class _Verb(NamedTuple):
    """A verb for one, and its participle; each with what stands before its object."""

    does: str
    done: str


_VERBS = {
    "targets": _Verb("targets", "targeted"),
    "hit": _Verb("hits", "hit"),
    "wounded": _Verb("wounds", "wounded"),
    "shoots": _Verb("shoots", "shot"),
    "fights": _Verb("fights", "fought"),
    "shoots or fights": _Verb("shoots or fights", "shot or fought"),
    "resolves attacks": _Verb("resolves its attacks", "resolved its attacks"),
    "selects targets": _Verb("selects targets", "selected targets"),
    "declares a charge": _Verb("declares a charge", "declared a charge"),
    "charge declared": _Verb("declares a charge against", "declared a charge against"),
    "destroyed": _Verb("destroys", "destroyed"),
    "disembarks": _Verb("disembarks from", "disembarked from"),
    "embarks": _Verb("embarks within", "embarked within"),
    "arrives": _Verb("arrives", "arrived"),
    "remains stationary": _Verb("Remains Stationary", "Remained Stationary"),
    "uses": _Verb("uses", "used"),
    "completes": _Verb("completes", "completed"),
    "achieves": _Verb("achieves", "achieved"),
    "activates": _Verb("activates", "activated"),
    "attached": _Verb("is attached to", "been attached to"),
    "controls": _Verb("controls", "controlled"),
    "leads": _Verb("leads", "led"),
    "loses wounds": _Verb("takes wounds from", "taken wounds from"),
    "rolls": _Verb("makes", "made"),
    "fails": _Verb("fails", "failed"),
    "takes a test": _Verb("takes", "taken"),
    "fails a test": _Verb("fails", "failed"),
    "passes a test": _Verb("passes", "passed"),
    "starts battle": _Verb("starts the battle", "started the battle"),
}
_SUFFERED = {
    "targets": "targeted", "hit": "hit", "wounded": "wounded", "destroyed": "destroyed",
    "selected": "selected", "set up": "set up", "arrives": "set up", "placed into reserves": "put in reserves",
    "charge declared": "the target of a charge", "reduced": "reduced", "becomes": "made",
    "mortal wound allocated": "allocated a mortal wound", "save failed": "hit without saving",
    "attack or mortal wound allocated": "allocated an attack or a mortal wound",
    "targeted with a play": "targeted with a Stratagem", "allocated": "allocated an attack",
    "loses wounds": "wounded", "moves": "moved over", "uses": "targeted",
}  # fmt: skip
_TESTS = ("takes a test", "fails a test", "passes a test", "rolls", "fails")
_THAT_ATTACK = Selector("attack", ref="that")


def happens(told: Event) -> str:
    """It, in the present: "an enemy unit ends a Charge move"."""
    subject, does = _now(told)
    return f"{subject} {does}{_rest(told)}"


def is_done(told: Event) -> str:
    """The same as something done: "this unit has shot"."""
    subject, done = done_by(told)
    who = noun(subject) if subject is not None else "anyone"
    return f"{who} {agreeing(subject, done) if subject is not None else done}"


def done_by(told: Event) -> tuple[Selector | None, str]:
    """Of whom something done is said, and what: of *it* where it was done to it."""
    it = told.to is not None and told.to.ref == "it" and told.to.of is None
    if told.by is None or (it and told.what in _SUFFERED):
        by = f" by {noun(told.by)}" if told.by is not None else ""
        return told.to, f"has been {_suffered(told)}{by}{_while(told)}"
    return told.by, f"has {_deed(told, done=True)}{_while(told)}"


def _while(told: Event) -> str:
    """What else held of something done."""
    return _rest(told).replace(", if ", " while ")


def _now(told: Event) -> tuple[str, str]:
    if told.by is not None:
        return noun(told.by), agreeing(told.by, _deed(told, done=False))
    if told.what in ("targets", "allocated", "attacks"):
        attack = f"{'a ' + told.attacks if told.attacks else 'an'} attack"
        at = f" {noun(told.to)}" if told.to is not None else ""
        return attack, {"targets": f"targets{at}", "allocated": f"is allocated to{at}"}.get(
            told.what, f"is made{' against' + at if at else ''}"
        )
    whom = noun(told.to) if told.to is not None else "anyone"
    what = f"is {_suffered(told)}"
    return whom, agreeing(told.to, what) if told.to is not None else what


def _suffered(told: Event) -> str:
    if told.what == "moves" and told.moves == ("charge",):
        return "charged"
    if told.what == "uses" and told.name:
        return "targeted with"
    named = f' "{told.name}"' if told.what == "becomes" and told.name else ""
    return f"{_SUFFERED.get(told.what, told.what)}{named}"


def _deed(told: Event, done: bool) -> str:
    """The verb with its object."""
    match told.what:
        case "attacks":
            at = f"{_with(told)}{f' against {noun(told.to)}' if told.to is not None else ''}"
            kind = f"a {told.attacks} attack" if told.attacks else "an attack"
            return f"{'made' if done else 'makes'} {kind}{at}"
        case "moves":
            return f"{_move(told, done)}{f' over {noun(told.to)}' if told.to is not None else ''}"
        case "eligible":
            return _eligible(told, done)
        case "becomes" if told.to is not None and told.name:
            return f"{'caused' if done else 'causes'} {noun(told.to)} to become {told.name}"
        case "stands":
            return f"been {_there(told)}" if done else f"is {_there(told)}"
    if told.what in _TESTS:
        verb = _VERBS[told.what]
        return f"{verb.done if done else verb.does} {_rolls(told)}"
    verb = _VERBS.get(told.what, _Verb(told.what, _participle(told.what)))
    words = verb.done if done else verb.does
    if told.to is None:
        return words.removesuffix(" from").removesuffix(" within").removesuffix(" against")
    return f"{words} {noun(told.to)}"


def _participle(does: str) -> str:
    """What was done, of a regular verb: "opens a hatch" as "opened a hatch".

    >>> _participle("opens a hatch"), _participle("reduced")
    ('opened a hatch', 'reduced')
    """
    verb, _, rest = does.partition(" ")
    if not verb.endswith("s"):
        return does
    plain = verb.removesuffix("s")
    return f"{plain}{'d' if plain.endswith('e') else 'ed'} {rest}".rstrip()


def _rolls(told: Event) -> str:
    names = told.roll or listed(told.acts) or "roll"
    if names.endswith("s"):
        return f"a roll for its {names}"
    return f"{'an' if names[:1] in 'aeiou' else 'a'} {names}"


def _move(told: Event, done: bool) -> str:
    kinds = listed(kind if kind == "pile-in" else kind.title() for kind in told.moves)
    which = "that move" if told.moves == ("that",) else f"{_an(kinds)} {kinds} move" if kinds else "a move"
    verbs = {"end": ("ends", "ended"), "start": ("starts", "started"), "either": ("starts or ends", "moved")}
    verb = verbs.get(told.edge, ("makes", "made"))
    return f"{verb[1] if done else verb[0]} {which}"


def _an(word: str) -> str:
    return "an" if word[:1] in "AEIOU" else "a"


def _eligible(told: Event, done: bool) -> str:
    to = f" {noun(told.to)}" if told.to is not None else ""
    acts = listed(told.acts) or ("have as a target" if told.name == "target" else "act")
    joins = {"attach": " to", "embark": " within"}.get(acts, "") if to else ""
    return f"{'been' if done else 'is'} eligible to {acts}{joins}{to}"


def _there(told: Event) -> str:
    return " and ".join(_of_it(each) for each in told.where) or "there"


def _of_it(each: Condition) -> str:
    from warbook.effects.english.conditions import told_of  # conditions are about events

    return told_of(each)


# --------------------------------------------------------------------- with what, and what else holds


def _rest(told: Event) -> str:
    first = " for the first time" if told.first else ""
    own = [each for each in told.where if told.what == "attacks" and told.by is not None and _of_attack(each)]
    where = [each for each in told.where if told.what != "stands" and each not in own]
    return f"{_details(told)}{first}{''.join(_where(each, told) for each in where)}"


def _of_attack(each: Condition) -> bool:
    return isinstance(each, Has) and each.who == _THAT_ATTACK


def _with(told: Event) -> str:
    """What an attack is made with, before whom it is made against."""
    return "".join(_where(each, told) for each in told.where if _of_attack(each))


def _details(told: Event) -> str:
    own = told.what in ("targets", "allocated", "attacks") and (told.by is None or told.what == "attacks")
    by_name = told.name if told.what not in ("becomes", "eligible") else None
    parts = [
        f"with {told.attacks} attacks" if told.attacks and not own else "",
        f"with {noun(told.weapon)}" if told.weapon is not None else "",
        f"to {listed(told.acts)}" if told.acts and told.what not in ("eligible", *_TESTS) else "",
        _named(told.what, by_name) if by_name else "",
    ]
    return "".join(f" {part}" for part in parts if part)


_TIMES = {"start of phase": "at the start of the phase", "start of turn": "at the start of the turn"}


def _named(what: str, name: str) -> str:
    if what in ("set up", "arrives"):
        return "from reserves" if name == "reserves" else f'using "{name}"'
    if what == "uses" and name in ("stratagem", "this stratagem", "this"):
        return {"stratagem": "a Stratagem", "this stratagem": "this Stratagem", "this": "this ability"}[name]
    if name in _TIMES:
        return _TIMES[name]
    return f'"{name}"' if what in _VERBS else name


def _where(each: Condition, told: Event) -> str:
    """What else holds of an event; of its attacks, with what they are made."""
    match each:
        case Has(who, "weapon", names) if who == _THAT_ATTACK:
            return " with that weapon" if names == ("that",) else f" with {listed(names)}"
        case Has(who, _, names) if who == _THAT_ATTACK:
            return f" with [{listed(names).upper()}]"
        case Did(Event("attacks", by=Selector() as by, to=None, where=())):
            return f" by {noun(by)}"
        case State(who, state) if who == _THAT_ATTACK:
            return f" ({state})"
    return f", if {_holds(_of_doer(each, told.by or told.to))}"


def _of_doer(condition: Condition, doer: Selector | None) -> Condition:
    """A condition of the one that does something, which is *it* beside its own deed."""
    if doer is None or doer.ref is not None:
        return condition
    if isinstance(condition, Not):
        return Not(_of_doer(condition.of, doer))
    own = getattr(condition, "who", None) == doer
    return msgspec.structs.replace(condition, who=Selector(ref="it")) if own else condition


def _holds(each: Condition) -> str:
    from warbook.effects.english.conditions import clause  # conditions are about events

    return clause(each)
