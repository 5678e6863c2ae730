"""How much of the rules text of documents is understood and acted on: by rule, by clause, and in all.

Equal texts of a kind count once, as do the sentences in them; every rule that is told differently is listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

import msgspec

from warbook import faults
from warbook.effects import english
from warbook.parsing.notes import NOTHING
from warbook.parsing.text import KINDS, Kind, Sentence, TextReading
from warbook.reading import by_hand
from warbook.reading.understanding import Passage, every_passage
from warbook.sheets.sheet import Collection

_COMBAT = re.compile(
    r"(?:hit|wound|damage) rolls?|saving throw|critical (?:hit|wound)|attacks and|armour penetration"
    r"|\b(?:strength|toughness|attacks|damage|wounds|save) characteristic|ballistic skill|weapon skill"
    r"|invulnerable save|feel no pain|\[[a-z0-9 +\-’']+\]|mortal wound|benefit of cover|stealth|fights first"
    r"|lone operative|\bthat attack\b|an attack (?:targets|is allocated)|half the damage",
    re.IGNORECASE,
)
"""A sentence that touches an attack's rolls, characteristics, allocation, damage or saves."""
_WORDS_ALIKE = 4
"""Clauses that begin with so many equal words are one sort of clause."""


class Clause(msgspec.Struct, frozen=True):
    """A sentence of a rule: whether every word of it went into effects, whether odds and battles act on them,
    whether it touches attacks; ``told`` are its effects in own words, ``rest`` is where understanding ended.
    A ``note`` has no rule in it: it is understood, and there is nothing to act on."""

    text: str
    understood: bool
    odds: bool
    battle: bool
    combat: bool
    told: str
    rest: str = ""
    note: bool = False

    @property
    def executed(self) -> bool:
        """Whether anything acts on it."""
        return self.odds or self.battle


class CoveredText(msgspec.Struct, frozen=True):
    """A text of a rule (a card has one for each of its lines); ``note`` is what stands for words that the
    document lost."""

    kind: Kind
    clauses: tuple[Clause, ...]
    note: str | None = None

    @property
    def understood(self) -> bool:
        return all(each.understood for each in self.clauses)


class CoveredRule(msgspec.Struct, frozen=True):
    """A rule of a document, ``source: name``, with its texts in the order of the document.

    ``by_name`` is where a program of its own acts (``odds``, ``battles``). ``by_hand``: effects that were typed
    by hand stand for its text; ``left_out`` is what they do not say."""

    source: str
    texts: tuple[CoveredText, ...]
    by_name: tuple[str, ...] = ()
    by_hand: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def understood(self) -> bool:
        return all(each.understood for each in self.texts)


class Figures(msgspec.Struct, frozen=True):
    """How many texts and sentences there are, and of how many what is true; *executed*: in odds or battles.
    ``notes`` are the sentences without a rule: they are among those understood, and nothing acts on them."""

    texts: int = 0
    texts_understood: int = 0
    sentences: int = 0
    sentences_understood: int = 0
    sentences_executed: int = 0
    sentences_in_odds: int = 0
    sentences_in_battles: int = 0
    combat_sentences: int = 0
    combat_understood: int = 0
    combat_executed: int = 0
    combat_in_odds: int = 0
    combat_in_battles: int = 0
    notes: int = 0
    combat_notes: int = 0


class NotUnderstood(msgspec.Struct, frozen=True):
    """A sentence that was not understood, whose it is, and from where on."""

    source: str
    text: str
    rest: str


class Common(msgspec.Struct, frozen=True):
    """A sort of clause that was not understood: the words that all of them begin with, how many there are, and
    the first of them in full."""

    clause: str
    count: int
    example: str


class Coverage(Figures, frozen=True, kw_only=True):
    """How much of the rules text of documents is understood; ``bespoke`` are the rules that are programs or
    typed by hand, ``common`` the sorts of clauses not understood, the commonest first."""

    by_kind: dict[str, Figures]
    bespoke: tuple[str, ...]
    not_understood: tuple[NotUnderstood, ...]
    common: tuple[Common, ...]
    rules: tuple[CoveredRule, ...]


def clauses(found: TextReading, kind: str | None = None) -> tuple[Clause, ...]:
    """The sentences of a text of a kind that was read, and who acts on each: a sentence that goes on with
    another may act only inside it. heresy3 acts on the special rules of weapons by their names, and on no
    sentences yet. A text that fails is not understood."""
    try:
        return _clauses(found, kind)
    except Exception as fault:
        why = faults.noted(fault)
        return tuple(_lost(each.text, why) for each in found.sentences)


def _lost(text: str, why: str) -> Clause:
    return Clause(text, False, False, False, bool(_COMBAT.search(text)), "", why)


def _clauses(found: TextReading, kind: str | None) -> tuple[Clause, ...]:
    odds, battle = _acting(found, kind)
    return tuple(_clause(each, odds, battle) for each in found.sentences)


def _clause(found: Sentence, odds: Callable[[object], bool], battle: Callable[[object], bool]) -> Clause:
    effect = found.reading.effect
    note = effect == NOTHING
    acts = found.understood and not note
    return Clause(
        found.text,
        found.understood,
        acts and odds(effect),
        acts and battle(effect),
        bool(_COMBAT.search(found.text)),
        english.said((effect,)) if found.understood else "",
        found.reading.rest,
        note,
    )


def _acting(found: TextReading, kind: str | None) -> tuple[Callable[[object], bool], Callable[[object], bool]]:
    if found.system != "wh40k10":
        return (lambda _effect: False, lambda _effect: False)
    from warbook.systems.wh40k10.effects import Executed
    from warbook.systems.wh40k10.ruled.executing import ExecutedInBattle

    figures = Executed(found.effects)
    return figures.__contains__, ExecutedInBattle(found.effects, done=kind == "effect").__contains__  # type: ignore[return-value]


def covered(collection: Collection, step: Callable[[str], object] = lambda _source: None) -> Coverage:
    """The coverage of what documents hold; ``step`` is told of every rule that was looked at."""
    rules = tuple(_rules(every_passage(collection), step))
    told = list(_once(rules))
    texts = [text for _, text in told]
    lost = tuple(
        NotUnderstood(source, each.text, each.rest)
        for source, text in told
        for each in text.clauses
        if not each.understood
    )
    return Coverage(
        **msgspec.structs.asdict(_figures(texts)),
        by_kind={kind: _figures([each for each in texts if each.kind == kind]) for kind in KINDS},
        bespoke=_bespoke(
            {sheet.system for sheet in collection.sheets} | {one.system for one in collection.factions}
        ),
        not_understood=lost,
        common=_common([_ended(each) for each in lost]),
        rules=rules,
    )


def _rules(passages: Iterable[Passage], step: Callable[[str], object]) -> Iterator[CoveredRule]:
    """The passages as rules, each that is told the same way once."""
    grouped: dict[str, dict[tuple[str, str], Passage]] = {}
    for passage in passages:
        grouped.setdefault(passage.source, {}).setdefault((passage.kind, passage.text), passage)
    known: dict[tuple[str, tuple[tuple[str, str], ...]], None] = {}
    for source, group in grouped.items():
        key = (source.rpartition(": ")[2], tuple(group))
        if key in known:
            continue
        known[key] = None
        rule = _rule_or_lost(source, list(group.values()))
        if rule.texts:
            yield rule
        step(source)


def _rule_or_lost(source: str, group: list[Passage]) -> CoveredRule:
    """A rule; one that fails is not understood, and costs no other."""
    try:
        return _rule(source, group)
    except Exception as fault:
        why = faults.noted(fault)
        return CoveredRule(source, tuple(CoveredText(p.kind, (_lost(p.text, why),), p.note) for p in group))


def _rule(source: str, group: list[Passage]) -> CoveredRule:
    whose, _, name = source.rpartition(": ")
    read = [each.read() for each in group]
    texts = tuple(
        CoveredText(each.kind, clauses(found, each.kind), each.note)
        for each, found in zip(group, read, strict=True)
        if found.sentences
    )
    typed = next(filter(None, (by_hand.standing_for(name, found) for found in read)), None)
    left_out = typed.left_out if typed is not None else ()
    return CoveredRule(source, texts, _by_name(whose, name, group[0].system), typed is not None, left_out)


def _by_name(whose: str, name: str, system: str) -> tuple[str, ...]:
    if system != "wh40k10":
        return ()
    from warbook.systems.wh40k10.by_name import acting

    return acting(whose, name)


def _once(rules: Iterable[CoveredRule]) -> Iterator[tuple[str, CoveredText]]:
    """Every text of a kind once, with the first that has it."""
    known: set[tuple[str, tuple[str, ...]]] = set()
    for rule in rules:
        for text in rule.texts:
            key = (text.kind, tuple(each.text for each in text.clauses))
            if key not in known:
                known.add(key)
                yield rule.source, text


def _figures(texts: Sequence[CoveredText]) -> Figures:
    every = [each for text in texts for each in text.clauses]
    combat = [each for each in every if each.combat]
    notes = (sum(each.note for each in some) for some in (every, combat))
    return Figures(
        len(texts), sum(each.understood for each in texts), *_counts(every), *_counts(combat), *notes
    )


def _counts(every: Sequence[Clause]) -> tuple[int, int, int, int, int]:
    """So many sentences, understood, acted on, in odds, in battles."""
    return (
        len(every),
        sum(each.understood for each in every),
        sum(each.executed for each in every),
        sum(each.odds for each in every),
        sum(each.battle for each in every),
    )


def _ended(lost: NotUnderstood) -> str:
    """Where understanding ended: words enough to tell what they are."""
    short = len(lost.rest.split()) < _WORDS_ALIKE
    return " ".join(lost.text.split()[-_WORDS_ALIKE:]) if short else lost.rest


def _common(rests: Sequence[str]) -> tuple[Common, ...]:
    sorts: dict[tuple[str, ...], list[str]] = {}
    for rest in rests:
        sorts.setdefault(tuple(rest.split()[:_WORDS_ALIKE]), []).append(rest)
    ranked = sorted(sorts.values(), key=len, reverse=True)
    return tuple(Common(_beginning(every), len(every), every[0]) for every in ranked)


def _beginning(every: Sequence[str]) -> str:
    """The words that all begin with."""
    rows = [each.split() for each in every]
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*rows, strict=False))
    return " ".join(words[0] for words in alike)


def _bespoke(systems: set[str]) -> tuple[str, ...]:
    """The rules of systems that are programs or typed by hand, by name."""
    from warbook.systems.wh40k10 import effects

    told = {each.name for system in systems for each in by_hand.rules(system)}
    return tuple(sorted(told.union(effects.BESPOKE if "wh40k10" in systems else ())))
