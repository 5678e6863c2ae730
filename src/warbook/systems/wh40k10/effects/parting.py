"""Parts of a rule that stand by themselves: sentences that say nothing of each other.

A rule of which the figures cannot act on everything acts by such parts alone. What a part says has to be the
same whatever the others say, so sentences are taken together wherever one might change, replace, limit or go
on with another. Of a sentence that was not understood only its words tell that: it stands apart where it opens
with an occasion or a condition of its own and has no word that may speak of the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from warbook import effects as fx
from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.parsing.references import asks_of_deed, free_nouns
from warbook.parsing.scopes import peeled, row, walk
from warbook.systems.wh40k10.effects.choosing import SELECTED
from warbook.systems.wh40k10.effects.defining import given_names

OPENS = re.compile(
    r"(?:in addition, )?(?:once per (?:turn|phase|battle|battle round)\b"
    r"|(?:at|after|before) the (?:start|end) of"
    r"|in (?:your|your opponent[’']s|either player[’']s|the) |during |each time |when mustering|just after "
    r"|while (?:this|the bearer|an? |one or more )|if you control |after (?:this|the|your|an? )"
    r"|if one or more (?:enemy |friendly )?(?:models|units) (?:are|is|were|was) destroyed)",
    re.IGNORECASE,
)
"""How a sentence begins that has an occasion, or a condition, of its own."""

SPEAKS_OF_THE_REST = re.compile(
    r"\b(?:instead|otherwise|alternatively|following|below|above|listed|shown|stated|described|either|neither"
    r"|which|selected|chosen|choose|choice|(?:this|these|that|those|such) (?:ability|abilities|rules?"
    r"|stratagem|enhancement|effects?|way|bonus(?:es)?|modifiers?|roll|attack|weapons?)|same|bonus(?:es)?"
    r"|modif\w*|do(?:es)? not|appl(?:y|ies)|only|except|however|as well|additional|already|cumulative"
    r"|cannot (?:be )?(?:used?|chosen|selected (?:for|as)|benefit|have)|duplicated?|maximum|minimum|replaced?"
    r"|ignor\w+|lose|longer|treat(?:ed)?|considered|regardless|even|unless otherwise|inflicted by|benefits?)\b",
    re.IGNORECASE,
)
"""Words that may say something of the other sentences: what they give, when, in place of what."""

HARMLESS = re.compile(r"\b(?:one or more )?of those attacks\b|\bbenefit of cover\b", re.IGNORECASE)
"""Words among these that name a thing."""

OCCASIONS = (fx.At, fx.Each)
LASTS_BY_ITSELF = ("attack", "attacks", "play")
DEEDS = (fx.Select, fx.Use, fx.Test, fx.Named, fx.Choose, fx.OnRoll)


def separable(effects: Sequence[fx.Effect]) -> list[fx.Effects]:
    """The parts of a rule, in order; one where none can be told apart."""
    places = list(range(len(effects)))
    for first, second in _linked(effects):
        one, two = sorted((places[first], places[second]))
        places = [one if each == two else each for each in places]
    return [
        tuple(e for e, at in zip(effects, places, strict=True) if at == place)
        for place in dict.fromkeys(places)
    ]


def _linked(effects: Sequence[fx.Effect]) -> Iterator[tuple[int, int]]:
    """Pairs of sentences of which one may say something of the other."""
    for place, effect in enumerate(effects):
        for earlier, before in enumerate(effects[:place]):
            named = _asked(effect) & _given(before) or _asked(before) & _given(effect)
            whole = _of_everything(effect) or _of_everything(before)
            if named or whole or _leads_on(before, effects[earlier + 1 : place + 1]):
                yield earlier, place
        if place and _goes_on(effect):
            yield place - 1, place


def _of_everything(effect: fx.Effect) -> bool:
    """Whether it may say something of the whole rule: how often, or by whom, it is used, or what nobody
    understood."""
    if isinstance(peeled(effect)[1], fx.Use):
        return True
    return any(isinstance(each, fx.Unparsed) and not stands_apart(each.text) for each in walk(effect))


@lru_cache(maxsize=4096)  # asked of the same rules again for every condition that is tried
def has_unread(effects: fx.Effects) -> bool:
    """Whether any sentence was not understood."""
    return any(isinstance(each, fx.Unparsed) for effect in effects for each in walk(effect))


def stands_apart(text: str) -> bool:
    """Whether a sentence that was not understood says nothing of the others, as far as its words tell."""
    words = HARMLESS.sub(" ", text.strip(" *"))
    if words.rstrip().endswith(":"):
        return False
    return bool(OPENS.match(words)) and not SPEAKS_OF_THE_REST.search(words)


def _leads_on(effect: fx.Effect, between: Sequence[fx.Effect]) -> bool:
    """Whether a sentence after it may depend on it without a word of it: on what was done, or on who has the
    ability that it is a part of. ``between`` are those up to that sentence."""
    if isinstance(effect, fx.Unparsed):
        return False
    done = [each for part in row(peeled(effect)[1]) for each in _deeds(part)]
    if any(isinstance(each, DEEDS) for each in done):
        return True
    return bool(given_names(effect)) and not any(map(given_names, between))


def _deeds(effect: fx.Effect) -> Iterator[fx.Effect]:
    yield effect
    if isinstance(effect, fx.May):
        yield from _deeds(effect.then)


def _goes_on(effect: fx.Effect) -> bool:
    """Whether it goes on with the sentence before it."""
    if isinstance(effect, fx.Unparsed | fx.Heading | fx.Restrict):
        return False
    scopes, body = peeled(effect)
    if isinstance(body, fx.Instead | fx.Alone) or asks_of_deed(effect) or free_nouns(effect):
        return True
    if any(isinstance(each, fx.Instead | fx.Alone) for each in row(body)) or _ownerless(effect):
        return True
    return _lasts(scopes) or any(_asks_of_choice(each) for each in walk(effect))


def _lasts(scopes: Sequence[fx.Effect]) -> bool:
    """Whether it lasts from a time that another sentence tells."""
    for scope in scopes:
        if isinstance(scope, OCCASIONS):
            return False
        if isinstance(scope, fx.Until) and scope.duration.of not in LASTS_BY_ITSELF:
            return True
        if isinstance(scope, fx.If) and isinstance(scope.condition, terms.Did | terms.Rolled):
            return True
    return False


def _ownerless(effect: fx.Effect) -> bool:
    """Whether it gives something to nobody that it names."""
    return any(isinstance(each, fx.Grant) and each.to is None for each in row(peeled(effect)[1]))


def _asks_of_choice(value: object) -> bool:
    """Whether it has what was selected before, or asks for an ability that was spoken of."""
    names = value.names if isinstance(value, fx.Grant | terms.Has) else ()
    if isinstance(value, terms.Has) and value.what == "weapon":
        return False
    return names in (*SELECTED, ("those",)) or (
        isinstance(value, Selector) and value.name in ("that", "selected")
    )


def _given(effect: fx.Effect) -> frozenset[str]:
    """The names of states, choices and parts that it gives."""
    names: list[str] = []
    for each in walk(effect):
        if isinstance(each, fx.Grant) and each.what == "state":
            names += each.names
        elif isinstance(each, fx.Choose | fx.Named | fx.Heading) and each.name:
            names.append(each.name)
        elif isinstance(each, fx.Gain):
            names.append(each.what)
    return frozenset(name.casefold() for name in names)


def _asked(effect: fx.Effect) -> frozenset[str]:
    """The names of states and choices that it asks for."""
    names: list[str] = []
    for each in walk(effect):
        if isinstance(each, terms.Active):
            names.append(each.name)
        elif isinstance(each, terms.Has) and each.what == "token":
            names += each.names
        elif isinstance(each, terms.State):
            names.append(each.state)
    return frozenset(name.casefold() for name in names)
