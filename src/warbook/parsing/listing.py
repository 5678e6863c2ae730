"""Choices and lists in texts: options under their headings, what a colon announces, entries of lists.

A sentence that announces gives an open effect, a choice of nothing or a list of nothing; what follows it is put
in when its text is composed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec

from warbook.effects import At, Choose, Effect, Heading, Then
from warbook.effects.attack import Grant
from warbook.effects.instructions import BySize, Listing, Permit
from warbook.effects.terms import Done, Event, Has, Selector, Term
from warbook.parsing.composing import OF_ATTACKS, in_deed, joined, owned, put
from warbook.parsing.scopes import SCOPES, in_row, peeled, row, walk, wrapped

# --------------------------------------------------------------------- choices


def opens_choice(effect: Effect) -> bool:
    """Whether it announces options that follow it: a choice of none yet."""
    return any(isinstance(each, Choose) and not each.options for each in walk(effect))


def with_options(effect: Effect, options: tuple[Effect, ...]) -> Effect:
    """The announced choice with its options."""
    if isinstance(effect, Choose) and not effect.options:
        return msgspec.structs.replace(effect, options=options)
    changes: dict[str, Any] = {}
    for field in effect.__struct_fields__:
        value = getattr(effect, field)
        if isinstance(value, tuple):
            changes[field] = tuple(_optioned(each, options) for each in value)
        else:
            changes[field] = _optioned(value, options)
    return msgspec.structs.replace(effect, **changes)


def _optioned(value: Any, options: tuple[Effect, ...]) -> Any:
    return with_options(value, options) if isinstance(value, Term) else value  # type: ignore[arg-type]


def about_choice(effect: Effect) -> bool:
    """Whether it says how a choice is used: how often, whether at all, who has what was chosen."""
    for each in walk(effect):
        match each:
            case Done() | BySize() | Permit(what="be used"):
                return True
            case Grant(what="state", to=Selector()) if not asks_what_attacks(effect):
                return True
            case Grant(names=("that",)):
                return True
            case Grant(names=(name, *_)) if name.startswith(("the relevant", "the selected", "selected")):
                return True
    return False


def asks_what_attacks(effect: Effect) -> bool:
    """Whether it is about attacks, which no sentence about a choice is."""
    return any(isinstance(each, Event) and each.what in OF_ATTACKS for each in walk(effect))


def joined_to_choice(done: list[Effect], effect: Effect) -> None:
    """Who has what was chosen is told inside the time of the choice."""
    grants = any(isinstance(each, Grant) and each.what == "state" for each in walk(effect))
    before = done[-1] if done else None
    if grants and before is not None and opens_choice(before) and isinstance(before, SCOPES):
        done[-1] = put(before, in_deed(before), effect)
    else:
        joined(done, effect)


def gives_several(effect: Effect) -> bool:
    """Whether it gives the abilities of what was chosen."""
    return any(isinstance(each, Grant) and each.names == ("the relevant",) for each in walk(effect))


def lists_choice(effect: Effect, text: str) -> bool:
    """Whether it gives what was chosen, and the options follow it."""
    given = (each.names for each in walk(effect) if isinstance(each, Grant))
    return text.rstrip(" *").endswith(":") and any(names in (("that",), ("selected",)) for names in given)


def choice_has_name(effect: Effect) -> bool:
    """Whether a rule has a name for the options that it announces."""
    return any(isinstance(each, Choose) and each.name is not None for each in walk(effect))


# --------------------------------------------------------------------- lists


def opens_list(effect: Effect) -> bool:
    """Whether it scopes, or is followed by, the sentences that come next."""
    _, body = peeled(effect)
    last = row(body)[-1:]
    return last == (Listing(()),) or bool(last and peeled(last[0])[0] and opens_list(last[0]))


def has_scopes(effect: Effect) -> bool:
    return bool(peeled(effect)[0])


def with_list(effect: Effect, entries: tuple[Effect, ...]) -> Effect:
    """The sentences that came next in their place; abilities that tell no owner have the one before them."""
    scopes, body = peeled(effect)
    *head, last = row(body)
    if last != Listing(()):
        return wrapped(scopes, in_row(*head, with_list(last, entries)))
    whole = (owned(each, Then(tuple(head))) for each in entries)
    return wrapped(scopes, in_row(*head, *whole))


def waits_for_times(effect: Effect) -> bool:
    """Whether it happens at the times of a list that follows."""
    return any(isinstance(each, At) and not each.windows for each in walk(effect))


def at_times(effect: Effect, entries: Sequence[Effect]) -> Effect:
    """An effect at each of the times that a list told."""
    scopes, done = peeled(effect)
    place = next(at for at, each in enumerate(scopes) if isinstance(each, At) and not each.windows)
    what = wrapped(scopes[place + 1 :], done)
    told = (wrapped(peeled(each)[0], what) for each in entries)
    return wrapped(scopes[:place], in_row(*told))


def with_entries(before: Effect, listing: Listing) -> Effect:
    """Entries of a list: of the one before them, or as the first ones of it."""
    scopes, body = peeled(before)
    earlier = row(body)
    last = earlier[-1] if earlier else None
    if isinstance(last, Listing):
        earlier, listing = earlier[:-1], Listing(last.of + listing.of)
    return wrapped(scopes, in_row(*earlier, listing))


_FOLLOWING = "the following "


def with_units(effect: Effect, rest: list[Effect]) -> Effect:
    """The units that the sentence calls the following, by the names after it, which are no headings then."""
    if not any(isinstance(each, Selector) and _follows(each) for each in walk(effect)):
        return effect
    names: list[str] = []
    while rest and isinstance(heading := rest[0], Heading):
        names.append(heading.name)
        del rest[0]
    return _with_names(effect, tuple(names)) if names else effect


def _follows(noun: Selector) -> bool:
    return noun.kind == "unit" and noun.name == "the following"


def _with_names(value: Any, names: tuple[str, ...]) -> Any:
    if isinstance(value, Selector) and _follows(value):
        return msgspec.structs.replace(value, count=1, name=None, keywords=tuple(map(str.upper, names)))
    if isinstance(value, Term):
        changed = {field: _with_names(getattr(value, field), names) for field in value.__struct_fields__}
        return msgspec.structs.replace(value, **changed)
    return value


def tells_what_follows(effect: Effect, rest: Sequence[Effect]) -> bool:
    """Whether it only announces which areas are so: the sentences after it say of each that it is."""
    match effect:
        case Grant("state", names, Selector(kind="area", name="the following")):
            return any(isinstance(each, Grant) and each.names == names for told in rest for each in walk(told))
    return False


def with_headings(effect: Effect, rest: Sequence[Effect]) -> Effect:
    """The abilities that the sentence calls the following by their headings after it, up to the next sentence
    that gives others."""
    if not _gives_following(effect):
        return effect
    own = takewhile(lambda each: not _gives_following(each), rest)
    names = tuple(each.name for each in own if isinstance(each, Heading))
    return _named(effect, names) if names else effect


def gives_sentences(effect: Effect, rest: Sequence[Effect]) -> bool:
    """Whether those with this ability have the abilities that the sentences after it tell, without headings."""
    body = peeled(effect)[1]
    if not (isinstance(body, Grant) and _following(body) and body.to is not None):
        return False
    own = any(isinstance(each, Has) and each.names == ("this",) for each in body.to.where)
    return own and bool(rest) and not any(isinstance(each, Heading) for each in rest)


def with_sentences(effect: Effect, entries: Sequence[Effect]) -> Effect:
    """What the rule gives in the place of its being given: each entry says whom it is for."""
    return wrapped(peeled(effect)[0], in_row(*entries))


def _gives_following(effect: Effect) -> bool:
    return any(isinstance(each, Grant) and _following(each) for each in walk(effect))


def _following(grant: Grant) -> bool:
    return grant.what == "ability" and grant.names[0].startswith(_FOLLOWING)


def _named(value: Any, names: tuple[str, ...]) -> Any:
    if isinstance(value, Grant) and _following(value):
        one = value.names[0] == f"{_FOLLOWING}ability"
        return msgspec.structs.replace(value, names=names[:1] if one else names)
    if isinstance(value, tuple):
        return tuple(_named(each, names) for each in value)
    if isinstance(value, Term):
        changed = {field: _named(getattr(value, field), names) for field in value.__struct_fields__}
        return msgspec.structs.replace(value, **changed)
    return value
