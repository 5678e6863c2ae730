"""Headings, what colons announce, and who may carry a rule."""

from __future__ import annotations

import re
from typing import Any

from warbook.effects import At, Choose, Combinator, Effect, Heading, Leaf, OnRoll, Then
from warbook.effects.attack import Grant
from warbook.effects.instructions import BySize, Gain, Listing, Restrict
from warbook.effects.terms import Measured, Selector
from warbook.parsing.chart import Rejected
from warbook.parsing.composing import joined
from warbook.parsing.meaning.clauses import Trailing, all_clauses, then
from warbook.parsing.meaning.parts import Part, keywords, with_parts
from warbook.parsing.meaning.scoping import sentence
from warbook.parsing.scopes import peeled, row, walk, wrapped

_VERBS = frozenset(
    (
        "is",
        "are",
        "can",
        "cannot",
        "may",
        "must",
        "makes",
        "gains",
        "suffers",
        "your",
        "that",
        "it",
        "while",
        "if",
        "select",
    )
)
"""No printed name of a choice has these in small letters or begins with them."""
_NO_HEADINGS = ("characteristic", "ability", "abilities", "roll", "has", "have", "equipped", "model", "models")


def heading(name: str) -> Heading:
    """A short name. Raises Rejected for what reads as a sentence."""
    words = name.lower().split()
    sentence = _VERBS & {*name.split(), words[0]} or any(word in _NO_HEADINGS for word in words)
    if len(words) > 8 or sentence:
        raise Rejected
    return Heading(name)


def heading_marked(*names: str) -> Heading:
    """A name before a colon, which may have commas in it. Raises Rejected for what reads as a sentence."""
    told = ", ".join(names)
    if len(told.split()) > 10 or _VERBS & {*told.split(), told.split()[0].lower()}:
        raise Rejected
    return Heading(told)


def heading_aura(name: str) -> Heading:
    return Heading(f"{name} (Aura)")


def heading_numbered(number: str, name: str) -> Heading:
    """The result of a roll that a name goes with."""
    return Heading(f"{number} - {name}")


def heading_keywords_aura(keywords: Part) -> Heading:
    return Heading(f"{heading_keywords(keywords).name} (Aura)")


def announced(effect: Effect) -> Effect:
    """What stands before a colon. Raises Rejected where it speaks of no list, roll or choice that follows:
    the list would say when or for whom."""
    if any(map(_announces, walk(effect))):
        return effect
    scopes, body = peeled(effect)
    if not _names_state(row(body)[-1:]):
        raise Rejected
    return wrapped(scopes, then(body, Listing(())))


def _names_state(last: tuple[Effect, ...]) -> bool:
    """Whether a rule gives somebody a name there: what follows is what that means."""
    return any(isinstance(each, Grant) and each.what == "state" for each in last)


def _announces(value: Any) -> bool:
    match value:
        case Choose(options=()) | OnRoll(outcomes=()) | BySize():
            return True
        case Grant(names=("that",) | ("selected",)):
            return True
        case Grant(names=(name, *_)) | Selector(name=str(name)):
            return name.startswith(("the following", "the relevant"))
    return False


def opened(*scopes: Any) -> Effect:
    """Scopes of the sentences that follow: of an empty list until the text is composed."""
    return sentence(*scopes, Listing(()))


def opened_further(*told: Any) -> Effect:
    """What the sentences that follow are joined to, within its scopes."""
    scopes = told[: next(at for at, each in enumerate(told) if _is_clause(each))]
    done = all_clauses(told[len(scopes) :])
    earlier = done.effects if isinstance(done, Then) else (done,)
    return sentence(*scopes, Then((*earlier, Listing(()))))


def opened_second(first: Effect, *told: Any) -> Effect:
    """A sentence that ends in a list, after one that it goes on with."""
    done = [first]
    joined(done, opened_further(*told))
    return then(*done)


def gained_then(*told: Any) -> Effect:
    """What is gained at the times that the list tells."""
    *scopes, name = told
    amounts = [each for each in scopes if isinstance(each, int | str)]
    scopes = [each for each in scopes if not isinstance(each, int | str)]
    return sentence(*scopes, At((), Gain(name, amounts[0] if amounts else Measured("as follows"))))


def time_entry(*scopes: Any) -> Effect:
    """A time in a list of times."""
    return sentence(*scopes, Listing(()))


def _is_clause(told: Any) -> bool:
    return isinstance(told, Trailing | Leaf | Combinator)


def heading_keywords(keywords: Part) -> Heading:
    return Heading(" or ".join(dict(keywords.fields)["keywords"]))


def called(*words: str) -> str:
    """A name that is a call, as it is printed."""
    return re.sub(r" (?=[,!])", "", " ".join(words))


def heading_called(name: str) -> Heading:
    return Heading(name)


def bearer_only(*told: Any) -> Restrict:
    """Who may carry a rule; a unit where the words are of units."""
    unit = any(each in ("unit", "units") for each in told)
    return Restrict(with_parts(Selector("unit" if unit else "model"), told))


def keyword_mixed(*words: str) -> Part:
    """A keyword of which only a part is printed in capitals."""
    return keywords(" ".join(words).upper())
