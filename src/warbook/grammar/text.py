"""A whole text of a rule: what each of its sentences was read as, and what they do together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import msgspec

from warbook.effects import Effect, Effects, Heading, Unparsed
from warbook.grammar import cache, composing, notes
from warbook.grammar.reading import Reading
from warbook.grammar.sentences import sentences

Kind = Literal["when", "target", "effect", "restrictions", "ability", "enhancement", "detachment", "army"]
"""What a text may be: the lines of a play, or the rule of a unit, a bearer, a detachment, an army."""
KINDS: tuple[Kind, ...] = get_args(Kind)
_OF_PLAYS = ("when", "target", "effect", "restrictions")
_STARTS: dict[str | None, tuple[str, ...]] = {
    "when": ("when",),
    "target": ("target", "start"),
    None: ("start", "when", "target"),
}
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
    """A text whose sentences are given."""
    starts = _SYSTEM_STARTS.get(system) or _STARTS.get(kind, ("start",))
    found: list[Sentence] = []
    noted = False
    for text in told:
        explained = noted and notes.explains(text)
        reading = Reading(notes.NOTHING) if explained else _bound(text, _read(text, starts), found, kind)
        found.append(Sentence(text, reading))
        noted = noted or notes.opens_note(reading.effect)
    effects = [each.reading.effect for each in found if each.reading.effect != notes.NOTHING]
    return TextReading(tuple(found), composed(effects), system)


def _read(text: str, starts: tuple[str, ...]) -> Reading:
    readings = [cache.read(text, start) for start in starts]
    return next((each for each in readings if each.understood), readings[0])


def _bound(text: str, reading: Reading, before: Sequence[Sentence], kind: Kind | None) -> Reading:
    """The reading, or that it was not understood: it goes on with something that is not there."""
    if not reading.understood or kind in _OF_PLAYS or kind is None:
        return reading
    earlier = [each.reading.effect for each in before if not isinstance(each.reading.effect, Heading)]
    deed_known = bool(earlier) or not composing.asks_of_deed(reading.effect)
    noun_known = composing.introduces(earlier) or not composing.free_nouns(reading.effect)
    if deed_known and noun_known:
        return reading
    return Reading(Unparsed(text, text), text)


def composed(effects: Sequence[Effect]) -> Effects:
    """The effects of sentences that follow each other, as those of one text."""
    done: list[Effect] = []
    for place, effect in enumerate(effects):
        following = effects[place + 1 :]
        if composing.opens_choice(effect) and following:
            composing.joined(done, composing.with_options(effect, _options(following)))
            return tuple(done)
        composing.joined(done, effect)
    return tuple(done)


def _options(effects: Sequence[Effect]) -> Effects:
    """Options: what stands under each heading, or, where there is none, each sentence."""
    groups: list[list[Effect]] = []
    headed = isinstance(effects[0], Heading)
    for effect in effects:
        if isinstance(effect, Heading) or not headed or not groups:
            groups.append([])
        groups[-1].append(effect)
    return tuple(composing.in_row(*composed(group)) for group in groups)
