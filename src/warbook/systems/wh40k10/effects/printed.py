"""The rules that sheets print, by name, as typed effects: abilities, plays, Enhancements, detachment rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal
from typing import Any as Json

import msgspec

from warbook import effects as fx
from warbook.dice import Value
from warbook.effects.terms import Selector
from warbook.errors import InputError
from warbook.json_file import unreadable
from warbook.names import keyword, same, words
from warbook.reading import by_hand
from warbook.reading.misprints import AS_PRINTED, misprint
from warbook.reading.stand_ins import rule_of, stand_in
from warbook.reading.stand_ins import told as told_lost
from warbook.sheets.loadout import Squad
from warbook.sheets.sheet import (
    Ability,
    Datasheet,
    Detachment,
    DetachmentRule,
    Enhancement,
    Faction,
    Play,
    Rule,
)

if TYPE_CHECKING:
    from warbook.parsing.text import TextReading

Kind = Literal["when", "target", "effect", "restrictions", "ability", "enhancement", "detachment", "army"]
_KINDS: dict[type, Kind] = {Enhancement: "enhancement", DetachmentRule: "detachment", Rule: "army"}

CALLED: dict[type, str] = {
    Ability: "ability",
    Enhancement: "Enhancement",
    DetachmentRule: "detachment rule",
    Rule: "army rule",
}

Named = Ability | DetachmentRule | Enhancement | Play | Rule


class PrintedRule(Value, frozen=True):
    """A rule by its name. ``when``, ``target`` and ``restrictions`` are those of a play (``printed`` leaves
    the last out: they change no figure); ``carrier`` is the wargear that gives it to those who carry it;
    of an ``enhancement`` ``of_character`` says that the sheet's models may carry it, as CHARACTERs that are no
    EPIC HEROes;
    ``of_army`` says that it is one rule of the whole army, whoever prints it; ``detachment`` is whose it is,
    ``kind`` what a player calls such a rule, ``cost`` what its use costs;
    ``notes`` are to be said where it acts, of words that were lost or misprinted."""

    name: str
    effects: fx.Effects
    sheet: str
    when: fx.Effects = ()
    target: fx.Effects = ()
    restrictions: fx.Effects = ()
    carrier: str | None = None
    enhancement: bool = False
    of_character: bool = False
    detachment: str | None = None
    notes: tuple[str, ...] = ()
    kind: str = "ability"
    cost: int | None = None
    of_army: bool = False

    @property
    def aura(self) -> bool:
        """Whether it is an Aura."""
        return "aura" in words(self.name)


def read_text(text: str, kind: Kind = "ability") -> fx.Effects:
    """A text's effects; sentences that are not understood stand among them."""
    return _read(text, kind).effects


@lru_cache(maxsize=4096)
def _read(text: str, kind: Kind) -> TextReading:
    from warbook.parsing import text as grammar  # texts are read only where a document holds them

    return grammar.read(text, kind)


def of_abilities(sheet: Datasheet, squad: Squad) -> Iterator[PrintedRule]:
    """What acts without being named: the sheet's own abilities, wargear only where it is carried."""
    for ability in sheet.abilities:
        wargear = ability.group == "wargear"
        if ability.group == "core" or (wargear and not any(g.carries(ability.name) for g in squad)):
            continue
        effects = _effects(ability, sheet)
        if effects:
            carrier = ability.name if wargear else None
            notes, of_army = _notes(ability, sheet), ability.group == "faction"
            yield PrintedRule(ability.name, effects, sheet.name, carrier=carrier, notes=notes, of_army=of_army)


def only_named(sheet: Datasheet, rules: Iterable[Rule]) -> Iterator[PrintedRule]:
    """The rules of a sheet's army that the sheet names without a text."""
    bare = [a.name for a in sheet.abilities if a.group == "faction" and not (a.text or a.effects)]
    for rule in rules:
        if any(same(rule.name, name) for name in bare):
            yield from _readings(rule, sheet)


def named(sheet: Datasheet) -> Iterator[PrintedRule]:
    """Every rule that a sheet's document prints, for a player who names one."""
    groups: Sequence[Iterable[Named]] = (
        sheet.abilities, sheet.plays, sheet.enhancements, sheet.detachment_rules, sheet.rules,
    )  # fmt: skip
    for group in groups:
        for one in group:
            yield from _readings(one, sheet)


def of_faction(faction: Faction, sheet: Datasheet) -> Iterator[PrintedRule]:
    """Every rule of a faction, as one of a sheet's; its texts are whole."""
    whole = msgspec.structs.replace(sheet, plays=(), missing=())
    for one in (*faction.plays, *faction.rules, *(o for d in faction.detachments for o in _detached(d))):
        yield from _readings(one, whole)


def _detached(detachment: Detachment) -> Iterable[Named]:
    return (*detachment.rules, *detachment.plays, *detachment.enhancements)


def printed(one: Named, sheet: Datasheet) -> PrintedRule:
    """A rule with its effects: typed ones where the document holds them, else those of its text; those of the
    bundled card where the printed one looks like a misprint."""
    return next(_readings(one, sheet))


def _readings(one: Named, sheet: Datasheet) -> Iterator[PrintedRule]:
    """A rule; of a misprinted card the bundled one, and the printed one under a name of its own."""
    if not isinstance(one, Play):
        worn, own = isinstance(one, Enhancement), set(map(keyword, sheet.keywords))
        able = "CHARACTER" in own and "EPIC HERO" not in own
        effects, notes = _effects(one, sheet), _notes(one, sheet)
        if not any(isinstance(each, fx.Restrict) for each in effects):
            effects = (*_bearers(one), *effects)
        whose = getattr(one, "detachment", None)
        yield PrintedRule(
            one.name,
            effects,
            sheet.name,
            enhancement=worn,
            of_character=able,
            detachment=whose,
            notes=notes,
            kind=CALLED[type(one)],
            of_army=isinstance(one, Rule) or getattr(one, "group", None) == "faction",
        )
        return
    typed = _decoded(one.effects, one.name, sheet) or _of_texts(rule_of(one, stand_in(sheet)))
    fault = misprint(one, sheet, typed) if not one.effects else None
    if fault is None:
        yield _play(one, one.name, typed, sheet, _notes(one, sheet))
        return
    bundled = _decoded(fault.bundled.effects, one.name, sheet)
    yield _play(one, one.name, bundled, sheet, (fault.told,))
    yield _play(one, f"{one.name} {AS_PRINTED}", typed, sheet, _notes(one, sheet))


def _bearers(one: Named) -> fx.Effects:
    """Who may carry an Enhancement, where its sheet tells that apart from its text."""
    if not isinstance(one, Enhancement) or not (one.keywords or one.excluded):
        return ()
    words = (" ".join(one.keywords),) if one.keywords else ()
    return (fx.Restrict(Selector("model", keywords=words, without=one.excluded)),)


def _play(card: Play, name: str, typed: fx.Effects, sheet: Datasheet, notes: tuple[str, ...]) -> PrintedRule:
    whole = tuple(each for each in typed if not isinstance(each, fx.When | fx.Targets))
    when = tuple(each for each in typed if isinstance(each, fx.When))
    target = tuple(each for each in typed if isinstance(each, fx.Targets))
    whose = None if card.source.casefold() == "core" else card.source
    called = card.category or "play"
    return PrintedRule(
        name, whole, sheet.name, when, target, detachment=whose, notes=notes, kind=called, cost=card.cost
    )


def _of_texts(play: Play) -> fx.Effects:
    """The effects of a card's lines. What bars it from being used changes no figure and is left out."""
    lines: Sequence[tuple[str | None, Kind]] = (
        (play.when, "when"), (play.target, "target"), (play.effect, "effect"),
    )  # fmt: skip
    return tuple(each for text, kind in lines if text for each in read_text(text, kind))


def _effects(one: Ability | DetachmentRule | Enhancement | Rule, sheet: Datasheet) -> fx.Effects:
    """Typed effects where the document holds them, else those of its text."""
    typed = getattr(one, "effects", ())
    if typed:
        return _decoded(typed, one.name, sheet)
    whole = one if isinstance(one, Rule) else rule_of(one, stand_in(sheet))
    if not whole.text:
        return ()
    found = _read(whole.text, _KINDS.get(type(one), "ability"))
    typed = by_hand.standing_for(one.name, found)
    return typed.effects if typed is not None else found.effects


def _notes(one: Named, sheet: Datasheet) -> tuple[str, ...]:
    """What stands in a rule's text for words that its page lost, and what was typed by hand."""
    word = stand_in(sheet)
    lost = word is not None and not isinstance(one, Rule) and rule_of(one, word) != one
    typed = _typed(one, sheet)
    told = (f"{one.name}: {told_lost(word)}",) if word and lost else ()
    return (*told, typed.told) if typed is not None else told


def _typed(one: Named, sheet: Datasheet) -> by_hand.TypedRule | None:
    """The rule typed by hand that a rule's effects are, where they leave anything out."""
    named = [each for each in by_hand.rules(sheet.system) if each.left_out and same(each.name, one.name)]
    if not named or isinstance(one, Play):
        return None
    effects = _effects(one, sheet)
    return next((each for each in named if each.effects == effects), None)


def _decoded(told: Sequence[dict[str, Json]], name: str, sheet: Datasheet) -> fx.Effects:
    try:
        return fx.from_json(told)
    except msgspec.ValidationError as fault:
        path = sheet.source.path if sheet.source else sheet.name
        raise InputError(path, f"{name}: effects", unreadable(fault)) from None
