"""A whole text of a rule: what each of its sentences was read as, and what they do together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Literal, get_args

import msgspec

from warbook import faults
from warbook.effects import Effect, Effects, Heading, Listing, Unparsed
from warbook.effects.attack import Grant
from warbook.parsing import (
    binding,
    cache,
    composing,
    listing,
    notes,
    references,
    retelling,
    scopes,
    such,
)
from warbook.parsing.reading import Reading
from warbook.parsing.sentences import sentences

Kind = Literal["when", "target", "effect", "restrictions", "ability", "enhancement", "detachment", "army"]
"""What a text may be: the lines of a play, or the rule of a unit, a bearer, a detachment, an army."""
KINDS: tuple[Kind, ...] = get_args(Kind)
_OF_PLAYS = ("when", "target", "effect", "restrictions")
_STARTS: dict[str | None, tuple[str, ...]] = {
    "when": ("when",),
    "target": ("target", "start"),
    None: ("start", "when", "target"),
}
_MOST_SENTENCES = 500
_MOST_CHARACTERS = 30_000
"""A longer text is no rule: the longest of all known documents have a tenth."""
_SYSTEM_STARTS = {"heresy3": ("heresy",)}
"""Systems whose sentences have one start, of whatever kind they are."""


class Sentence(msgspec.Struct, frozen=True):
    """One sentence of a text and its own reading."""

    text: str
    reading: Reading

    @property
    def understood(self) -> bool:
        return self.reading.understood


class TextReading(msgspec.Struct, frozen=True):
    """The sentences of a text of a system's rules, and its ``effects``: those of all sentences together, in
    their order."""

    sentences: tuple[Sentence, ...]
    effects: Effects
    system: str = "wh40k10"

    @property
    def understood(self) -> bool:
        """Whether every sentence was understood."""
        return all(sentence.understood for sentence in self.sentences)


def read(text: str, kind: Kind | None = None, system: str = "wh40k10") -> TextReading:
    """A text of a ``kind`` of a ``system``'s rules; without a kind, each sentence may be of any. Never
    raises."""
    return read_sentences(sentences(text), kind, system)


def read_sentences(told: Iterable[str], kind: Kind | None = None, system: str = "wh40k10") -> TextReading:
    """A text whose sentences are given. One that fails is not understood, whole."""
    texts = list(told)
    if len(texts) > _MOST_SENTENCES or sum(map(len, texts)) > _MOST_CHARACTERS:
        whole = f"a text of more than {_MOST_SENTENCES} sentences or {_MOST_CHARACTERS} characters"
        return _unread(texts, whole, system)
    try:
        return _read_sentences(texts, kind, system)
    except Exception as fault:
        return _unread(texts, faults.noted(fault), system)


def _unread(texts: Sequence[str], why: str, system: str) -> TextReading:
    """A text of which no sentence is understood."""
    lost = tuple(Sentence(text, Reading(Unparsed(text, why), why)) for text in texts)
    return TextReading(lost, tuple(each.reading.effect for each in lost), system)


def _read_sentences(texts: Sequence[str], kind: Kind | None, system: str) -> TextReading:
    starts = _SYSTEM_STARTS.get(system) or _STARTS.get(kind, ("start",))
    found: list[Sentence] = []
    noted = False
    passed = 0
    alone = kind is None and len(texts) == 1
    for place, text in enumerate(texts):
        passed = max(passed, place + notes.flavour(texts[place:]))
        if passed > place or _tells_nothing(text, noted):
            found.append(Sentence(text, Reading(notes.NOTHING)))
            continue
        whole = f"{text} {texts[place + 1]}" if notes.opens_title(text) and place + 1 < len(texts) else text
        reading = _bound(whole, _read(whole, starts, alone), found, kind)
        if len(texts) == 1 and isinstance(reading.effect, Heading):  # a name of nothing that is told
            reading = Reading(Unparsed(text, text), text)
        found.append(Sentence(text, reading))
        noted = noted or notes.opens_note(reading.effect)
        if notes.opens_example(reading.effect):
            passed = place + 1 + notes.example(texts[place + 1 :])
        elif whole != text and reading.understood:
            passed = place + 2
    found = [_parted(each, found[place + 1 :]) for place, each in enumerate(found)]
    effects = [each.reading.effect for each in found if each.reading.effect != notes.NOTHING]
    return TextReading(tuple(found), binding.bound(composed(effects)), system)


def _tells_nothing(text: str, noted: bool) -> bool:
    """Whether it only explains, reminds or names a book; ``noted`` where it stands in a designer's note."""
    plain = notes.gives_example(text) or notes.keeps_aside(text) or notes.ends_title(text)
    return plain or notes.is_blank(text) or (noted and notes.explains(text))


def _read(text: str, starts: tuple[str, ...], alone: bool) -> Reading:
    """The first reading that was understood; of a sentence that stands ``alone`` not as the entry of a list.
    Where none was, that of the sentence without what it says to follow from it."""
    readings = [cache.read(text, start) for start in starts]
    known = [each for each in readings if each.understood]
    closed = [each for each in known if not (alone and listing.opens_list(each.effect))]
    found = (closed or known or readings)[0]
    bare = notes.without_what_follows(text)
    if found.understood or bare == text:
        return found
    plain = _read(bare, starts, alone)
    return plain if plain.understood else found


def _bound(text: str, reading: Reading, before: Sequence[Sentence], kind: Kind | None) -> Reading:
    """The reading, or that it was not understood: it goes on with something that is not there."""
    if not reading.understood:
        return reading
    if references.other_than_nobody(reading.effect, [each.reading.effect for each in before]):
        return Reading(Unparsed(text, text), text)
    if listing.lists_choice(reading.effect, text) and not any(
        listing.opens_choice(e.reading.effect) for e in before
    ):
        return Reading(Unparsed(text, text), text)
    if _asks_of_unknown_attacks([*(each.reading.effect for each in before), reading.effect]):
        return Reading(Unparsed(text, text), text)
    if kind in _OF_PLAYS or kind is None:
        return reading
    earlier = [each.reading.effect for each in before if not isinstance(each.reading.effect, Heading)]
    if listing.opens_list(reading.effect) and not text.rstrip(" *").endswith(":"):
        timed = [each for each in earlier if not listing.opens_list(each)]
        if not (timed and listing.waits_for_times(timed[-1])):
            return Reading(Unparsed(text, text), text)
    deed_known = bool(earlier) or not references.asks_of_deed(reading.effect)
    free = references.free_nouns(reading.effect) or references.of_earlier_attack(reading.effect)
    noun_known = references.introduces(earlier) or not free
    if deed_known and noun_known:
        return reading
    return Reading(Unparsed(text, text), text)


def _asks_of_unknown_attacks(effects: Sequence[Effect]) -> bool:
    """Whether the last calls attacks such of which none was told that they may be like."""
    return such.asks_of_such(effects[-1]) and any(map(such.asks_of_such, composed(effects)))


def _parted(sentence: Sentence, following: Sequence[Sentence]) -> Sentence:
    """The sentence, or that it was not understood: each option has several abilities, and no headings after
    it tell where one ends."""
    headed = any(isinstance(each.reading.effect, Heading) for each in following)
    if headed or not following or not listing.gives_several(sentence.reading.effect):
        return sentence
    if "abilities" not in sentence.text:
        return sentence
    return Sentence(sentence.text, Reading(Unparsed(sentence.text, sentence.text), sentence.text))


def composed(effects: Sequence[Effect]) -> Effects:
    """The effects of sentences that follow each other, as those of one text."""
    done: list[Effect] = []
    rest = list(effects)
    while rest:
        effect = listing.with_headings(rest.pop(0), rest)
        effect = listing.with_units(effect, rest)
        if listing.tells_what_follows(effect, rest):
            continue
        if listing.gives_sentences(effect, rest):
            effect, rest = listing.with_sentences(effect, composed(rest)), []
        if listing.waits_for_times(effect):
            times = list(takewhile(listing.opens_list, rest))
            effect, rest = listing.at_times(effect, times), rest[len(times) :]
        elif listing.opens_list(effect):
            inside, rest = _to_heading(rest)
            entries = composed(inside) if listing.has_scopes(effect) else tuple(inside)
            effect = listing.with_list(effect, entries)
        if isinstance(effect, Listing) and done and not isinstance(done[-1], Unparsed | Heading):
            done[-1] = listing.with_entries(done[-1], effect)
        elif listing.opens_choice(effect) and rest:
            rest = _chosen(done, effect, rest)
        else:
            composing.joined(done, effect)
    return tuple(done)


def _to_heading(effects: list[Effect]) -> tuple[list[Effect], list[Effect]]:
    """Those before the first heading, and those from it on."""
    at = next((place for place, each in enumerate(effects) if isinstance(each, Heading)), len(effects))
    return effects[:at], effects[at:]


_OTHER_PARTS = ("restrictions", "keywords", "designer's note", "designer's notes")
"""Headings of what follows the options of a choice, and is none of them."""


def _to_other_part(effects: list[Effect]) -> tuple[list[Effect], list[Effect]]:
    """The options, and what stands from a heading on that is none of theirs."""
    headings = (at for at, each in enumerate(effects) if isinstance(each, Heading))
    ends = (at for at in headings if _plain_name(effects[at]) in _OTHER_PARTS)  # type: ignore[arg-type]
    place = next(ends, len(effects))
    return effects[:place], effects[place:]


def _plain_name(heading: Heading) -> str:
    return heading.name.lower().replace("’", "'")


def _chosen(done: list[Effect], effect: Effect, rest: list[Effect]) -> list[Effect]:
    """A choice with its options; what stands before their headings, or what says how the choice is used, goes
    on with it. Gives what is left: of a choice told by name the options may be told elsewhere."""
    listed, *more = scopes.row(rest[0])
    if isinstance(listed, Listing):
        composing.joined(done, listing.with_options(effect, _keywords(listed)))
        return [*more, *rest[1:]]
    rest, after = _to_other_part(rest)
    before, options = _to_heading(rest)
    if not options:
        about = next((at for at, each in enumerate(rest) if not listing.about_choice(each)), len(rest))
        before, options = rest[:about], rest[about:]
        if listing.choice_has_name(effect) and len(options) < 2:
            before, options = [], []
    composing.joined(done, effect)
    for each in before:
        listing.joined_to_choice(done, each)
    if not options:
        return [*rest[len(before) :], *after]
    place = next(at for at, each in enumerate(done) if listing.opens_choice(each))
    done[place] = listing.with_options(done[place], _options(options))
    return after


def _keywords(listed: Listing) -> Effects:
    """A list of keywords as options of which one is selected."""
    return tuple(Grant("keyword", each.keywords) for each in listed.of)


def _options(effects: Sequence[Effect]) -> Effects:
    """Options: what stands under each heading, or, where there is none, each sentence."""
    groups: list[list[Effect]] = []
    headed = isinstance(effects[0], Heading)
    for effect in effects:
        goes_on = retelling.asks_of_roll(effect) or references.asks_of_deed(effect)
        goes_on = goes_on or composing.is_instead(effect)
        goes_on = goes_on or (bool(groups) and references.of_picked(effect, groups[-1][-1]))
        if isinstance(effect, Heading) or not groups or not (headed or goes_on):
            groups.append([])
        groups[-1].append(effect)
    return tuple(scopes.in_row(*composed(group)) for group in groups)
