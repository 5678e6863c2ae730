"""Stratagems and Reactions: when each is used, what it does, and which of a faction's a unit may use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from warbook import data, faults
from warbook import effects as fx
from warbook.effects import english
from warbook.effects.english import Branch
from warbook.effects.terms import Selector, Term, Window
from warbook.library import lookup
from warbook.library.place import stamp
from warbook.names import same, words
from warbook.reading import glossary
from warbook.sheets.leading import consists, keyword_words
from warbook.sheets.sheet import (
    Datasheet,
    Detachment,
    DetachmentRule,
    Enhancement,
    Faction,
    Play,
    Rule,
)

PHASES = ("start", "command", "movement", "shooting", "charge", "fight", "assault", "end", "any")
"""Phases in the order of a turn; those of both games."""
CORE = "Core"
_BLANK = re.compile(r"\n\s*\n+")
LINES = ("when", "target", "effect", "restrictions")


class Line(msgspec.Struct, frozen=True):
    """A line of one's own document: what it is, and its words."""

    what: str
    text: str


class Told(msgspec.Struct, frozen=True):
    """A rule as it is shown: the document's own words, then Warbook's, a line for each branch; ``read`` is
    false while its text has not been read yet, ``unread`` counts sentences that were not understood
    and stand in ``own``. ``more`` is what stands behind its name: cost, points."""

    name: str
    own: tuple[Line, ...] = ()
    lines: tuple[Any, ...] = ()
    more: str = ""
    kind: str = ""
    phases: tuple[str, ...] = ()
    whose: str = ""
    read: bool = True
    unread: int = 0


class Group(msgspec.Struct, frozen=True):
    """A detachment, or what belongs to every army: its rules, plays and Enhancements."""

    title: str
    rules: tuple[Told, ...] = ()
    plays: tuple[Told, ...] = ()
    enhancements: tuple[Told, ...] = ()
    kind: str = ""

    @property
    def useful(self) -> bool:
        """Whether anything of it can be used, or is known to act."""
        return bool(self.plays or self.enhancements or any(rule.lines for rule in self.rules))


def told_rule(rule: Rule | DetachmentRule | Enhancement, more: str = "") -> Told:
    """A rule with its effects in our words."""
    own = lines(("", rule.text))
    understood, unread = shown(rule.effects, bool(own))
    return Told(rule.name, own, understood, more, unread=unread)


def told_play(play: Play) -> Told:
    """A play with its effects in our words."""
    own = lines(*((name.title(), getattr(play, name)) for name in LINES))
    understood, unread = shown(play.effects or play.used, bool(own))
    phases, whose = when(play)
    return Told(play.name, own, understood, cost(play), play.category, phases, whose, unread=unread)


def cost(play: Play) -> str:
    """What a play costs, one of several in the singular."""
    unit = play.currency.removesuffix("s") if play.cost == 1 else play.currency
    return f"{play.cost} {unit}"


def lines(*told: tuple[str, str | None]) -> tuple[Line, ...]:
    """The document's own words, without empty lines between them."""
    return tuple(Line(what, _BLANK.sub("\n", text.strip())) for what, text in told if text and text.strip())


def line(text: str) -> Branch:
    """A line of our own."""
    return Branch(text)


def shown(effects: Iterable[dict[str, Any]], with_own: bool) -> tuple[tuple[Branch, ...], int]:
    """Effects as lines below each other, and how many sentences were not understood: where the document's own
    words stand beside them, those are only counted. Effects that cannot be told cost no other rule."""
    try:
        return _shown(effects, with_own)
    except Exception as fault:
        return (Branch(faults.noted(fault), understood=False),), 1


def _shown(effects: Iterable[dict[str, Any]], with_own: bool) -> tuple[tuple[Branch, ...], int]:
    every = english.tree(fx.from_json(list(effects)))
    understood = tuple(_trimmed(each) for each in every if each.understood)
    return (understood, len(every) - len(understood)) if with_own else (every, 0)


def _trimmed(branch: Branch) -> Branch:
    """A branch that does not repeat the words which stand beside it."""
    if not branch.understood:
        return Branch("what is not understood yet", understood=False)
    return branch._replace(beneath=tuple(map(_trimmed, branch.beneath)))


def used(play: Play) -> fx.Effects:
    """A play's effects, or as many of them as tell when and on what it is used."""
    return fx.from_json(list(play.effects or play.used))


def when(play: Play) -> tuple[tuple[str, ...], str]:
    """The phases in which a play is used, in the order of the turn, and whose they are: yours, the opponent's,
    or empty for either's; by its text where that was not understood."""
    effects = used(play)
    return _when(effects) if any(isinstance(each, fx.When) for each in effects) else _named(play.when or "")


def _when(effects: fx.Effects) -> tuple[tuple[str, ...], str]:
    windows = [window for each in effects if isinstance(each, fx.When) for window in each.windows]
    phases = {_phase(window) for window in windows}
    whose = {window.whose for window in windows}
    ordered = sorted(phases, key=lambda name: (PHASES.index(name) if name in PHASES else len(PHASES), name))
    return tuple(ordered), (next(iter(whose)) or "") if len(whose) == 1 else ""


def _named(text: str) -> tuple[tuple[str, ...], str]:
    """The phases that a text names which has not been read yet, and whose they are."""
    plain = text.casefold()
    phases = tuple(name for name in PHASES if f"{name} phase" in plain)
    return phases, "opponent" if "opponent" in plain else "your" if "your" in plain else ""


def _phase(window: Window) -> str:
    return window.phase if window.phase in PHASES else "any"


def fits(effects: fx.Effects, marks: tuple[str, ...]) -> bool | None:
    """Whether a play may be used on a unit with these keywords, as far as its target tells by keywords;
    ``None`` where the target was not understood."""
    targets = [each for each in effects if isinstance(each, fx.Targets)]
    if not targets:
        return None
    own = keyword_words(marks)
    return any(_meets(selector, own) for each in targets for selector in each.what if selector.side != "enemy")


def concerns(effects: fx.Effects, marks: tuple[str, ...]) -> bool:
    """Whether a rule of a detachment says anything of a unit with these keywords: it names no keywords of
    friends, or some that the unit has."""
    own = keyword_words(marks)
    named = [each for each in _selectors(effects) if each.side == "friendly" and each.keywords]
    return not named or any(_meets(each, own) for each in named)


def _meets(selector: Selector, own: frozenset[tuple[str, ...]]) -> bool:
    if any(consists(words(text), own) for text in selector.without):
        return False
    return not selector.keywords or any(consists(words(text), own) for text in selector.keywords)


def _selectors(value: Any) -> Iterator[Selector]:
    """All selectors in effects, however deep."""
    if isinstance(value, Selector):
        yield value
    if isinstance(value, Term):
        for name in value.__struct_fields__:
            yield from _selectors(getattr(value, name))
    elif isinstance(value, tuple):
        for each in value:
            yield from _selectors(each)


# ------------------------------------------------------------------------------------------- factions


def known_faction(name: str, system: str) -> Faction | None:
    """What is known of a faction: from documents of one's own, and what is bundled besides."""
    own, bundled = lookup.faction(name, system), data.faction(name, system)
    return _completed(own, bundled) if own and bundled else own or bundled


def faction(name: str, system: str) -> Faction | None:
    """The same, every rule with its effects."""
    return _faction(name, system, stamp())


@lru_cache(maxsize=8)
def _faction(name: str, system: str, _stamp: bytes) -> Faction | None:
    found = known_faction(name, system)
    if found is None:
        return None
    from warbook.reading.understanding import with_faction_effects  # what is known at once needs no grammar

    return _known_rules(with_faction_effects(found), data.faction(found.name, system))


def _known_rules(own: Faction, bundled: Faction | None) -> Faction:
    """A faction whose rules have the bundled effects where their text was not understood."""
    known = {words(rule.name): rule.effects for rule in bundled.rules} if bundled else {}
    rules = tuple(
        msgspec.structs.replace(rule, effects=known[words(rule.name)])
        if known.get(words(rule.name)) and any(each.get("type") == "unparsed" for each in rule.effects)
        else rule
        for rule in own.rules
    )
    return msgspec.structs.replace(own, rules=rules)


def _completed(own: Faction, bundled: Faction) -> Faction:
    """A faction of one's own documents, rules and detachments that they lack from the pack."""
    rules = [each for each in bundled.rules if not _has(own.rules, each.name)]
    detachments = [each for each in bundled.detachments if not _has(own.detachments, each.name)]
    plays = [each for each in bundled.plays if not _has(own.plays, each.name)]
    return msgspec.structs.replace(
        own,
        rules=(*own.rules, *rules),
        detachments=(*own.detachments, *detachments),
        plays=(*own.plays, *plays),
    )


def _has(things: Iterable[Rule | Detachment | Play], name: str) -> bool:
    return any(same(each.name, name) for each in things)


def core(system: str) -> tuple[Play, ...]:
    """The plays of every army: those of one's own documents before those that are bundled."""
    return of_every_army(faction(CORE, system))


def of_every_army(core: Faction | None) -> tuple[Play, ...]:
    """The plays of the core rules, without those of missions and other sorts of game."""
    return tuple(play for play in core.plays if same(play.source, CORE)) if core else ()


def by_rule(system: str) -> tuple[Told, ...]:
    """The Reactions of every army by the rules of a game, where they stand on no card."""
    return tuple(
        Told(each.name, (), (line(each.text),), "1 reaction point", "", each.phases, "opponent")
        for each in glossary.entries(system)
        if each.kind == "reaction"
    )


def group(detachment: Detachment) -> Group:
    """A detachment as it is shown."""
    return Group(
        detachment.name,
        tuple(told_rule(each) for each in detachment.rules),
        tuple(told_play(each) for each in detachment.plays),
        tuple(told_rule(each, _points(each)) for each in detachment.enhancements),
        detachment.kind or "",
    )


def _points(enhancement: Enhancement) -> str:
    return f"{enhancement.points} pts" if enhancement.points is not None else ""


def applying(sheet: Datasheet) -> tuple[Group, ...]:
    """What a unit may use: core plays whose target it may be, and of each detachment of its faction the rules,
    plays and Enhancements that its keywords meet; with what its own page lists besides."""
    marks = (*sheet.keywords, *sheet.faction_keywords, *sheet.types, *sheet.sub_types, *sheet.traits)
    found = faction(sheet.faction, sheet.system)
    carded = {words(play.name) for play in found.plays} if found else set()
    by_rules = [told for told in by_rule(sheet.system) if words(told.name) not in carded]
    every = (*_usable(core(sheet.system), marks), *sorted(by_rules, key=_in_turn))
    groups = [Group("Every army", plays=every)]
    for detachment in found.detachments if found else ():
        groups.append(_narrowed(detachment, sheet, marks))
    if found and found.plays and found.name != CORE:
        groups.append(Group(found.name, plays=_usable(found.plays, marks)))
    shown = {words(play.name) for each in groups for play in each.plays}
    own = tuple(told_play(play) for play in sheet.plays if words(play.name) not in shown)
    return tuple(each for each in (*groups, Group("On its page", plays=own)) if each.useful)


def _usable(plays: Iterable[Play], marks: tuple[str, ...]) -> tuple[Told, ...]:
    found = []
    for play in plays:
        if fits(used(play), marks) is not False:
            found.append(told_play(play))
    return tuple(sorted(found, key=_in_turn))


def _in_turn(told: Told) -> tuple[int, str]:
    return (PHASES.index(told.phases[0]) if told.phases else len(PHASES)), told.name


def _narrowed(detachment: Detachment, sheet: Datasheet, marks: tuple[str, ...]) -> Group:
    rules = [each for each in detachment.rules if concerns(fx.from_json(list(each.effects)), marks)]
    enhancements = detachment.enhancements if _bears(sheet) else ()
    own = keyword_words(marks)
    allowed = [each for each in enhancements if _allowed(each, own)]
    return Group(
        detachment.name,
        tuple(told_rule(each) for each in rules),
        _usable(detachment.plays, marks),
        tuple(told_rule(each, _points(each)) for each in allowed),
        detachment.kind or "",
    )


def _bears(sheet: Datasheet) -> bool:
    """Whether a unit may have an Enhancement at all: a CHARACTER that is no EPIC HERO."""
    marks = {each.upper() for each in sheet.keywords}
    return "CHARACTER" in marks and "EPIC HERO" not in marks


def _allowed(enhancement: Enhancement, own: frozenset[tuple[str, ...]]) -> bool:
    if any(consists(words(text), own) for text in enhancement.excluded):
        return False
    if enhancement.keywords:
        return all(consists(words(text), own) for text in enhancement.keywords)
    only = [each for each in fx.from_json(list(enhancement.effects)) if isinstance(each, fx.Restrict)]
    named = [selector for each in only for selector in _selectors(each) if selector.keywords]
    return not named or any(_meets(each, own) for each in named)
