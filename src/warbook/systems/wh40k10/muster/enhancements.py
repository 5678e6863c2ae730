"""Enhancements: three at most, all different, one a unit, for CHARACTERs that are no EPIC HEROes (K-ARM-04)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from warbook.names import keyword, words
from warbook.rules.army import Army, ArmyNote, ArmyProblem, Told, Unit, enhancement, is_meant
from warbook.sheets.sheet import Enhancement

MOST_IN_ARMY = 3
_BEARER = re.compile(r"([^.]+?) (?:model|unit)s? only\.?", re.IGNORECASE)
_EITHER = re.compile(r",? or |, ", re.IGNORECASE)
_MARKS = re.compile(r"[*^<>]+")


def enhancements(army: Army) -> Iterator[Told]:
    """Everything about the Enhancements of the army."""
    taken = [(unit, name) for unit in army.units if unit.bears for name in unit.entry.enhancements]
    rule = "K-ARM-04 enhancements"
    if len(taken) > MOST_IN_ARMY:
        yield ArmyProblem(rule, taken[MOST_IN_ARMY][0].place, f"{len(taken)}, at most {MOST_IN_ARMY}")
    seen: set[tuple[str, ...]] = set()
    for unit, name in taken:
        if words(name) in seen:
            yield ArmyProblem(rule, unit.place, f"{unit.name}: {name} is in the army already")
        seen.add(words(name))
        yield from _bearer(army, unit, name)
    for unit in army.units:
        if unit.bears and len(unit.entry.enhancements) > 1:
            names = ", ".join(unit.entry.enhancements)
            yield ArmyProblem(rule, unit.place, f"{unit.name}: one for each unit, it has {names}")


def _bearer(army: Army, unit: Unit, name: str) -> Iterator[Told]:
    """Whether a unit may have an Enhancement, and the army's detachment gives it."""
    rule = "K-ARM-04 enhancements"
    if unit.sheet and "CHARACTER" not in unit.keywords:
        yield ArmyProblem(rule, unit.place, f"{unit.name} is no CHARACTER and has {name}")
    if "EPIC HERO" in unit.keywords:
        yield ArmyProblem(rule, unit.place, f"{unit.name} is an EPIC HERO and has {name}")
    known = enhancement(army, unit, name)
    if known is None:
        yield ArmyNote(unit.place, f"{unit.name}: the Enhancement {name} is not known")
        return
    home = _home(army, name) or known.detachment
    named = army.detachments
    if home and len(named) == 1 and not is_meant(home, named[0]):
        yield ArmyProblem(rule, unit.place, f"{unit.name}: {name} belongs to {home}, the army is a {named[0]}")
    if _BEARER.match(_plain(known.text)):
        yield from _restricted(unit, name, _plain(known.text))
    else:
        yield from _keyed(unit, name, known)


def _plain(text: str | None) -> str:
    return _MARKS.sub("", text or "").strip()


def _keyed(unit: Unit, name: str, known: Enhancement) -> Iterator[Told]:
    """The keywords of which the Enhancement asks one of its bearer, and those that it bars: without its text
    there is no telling whether several of them are asked for together."""
    lacks = known.keywords and not any(keyword(word) in unit.keywords for word in known.keywords)
    barred = [word for word in known.excluded if keyword(word) in unit.keywords]
    if unit.sheet and (lacks or barred):
        told = " and ".join([*([f"no {' or '.join(known.keywords)}"] if lacks else []), *barred])
        yield ArmyProblem(
            "K-ARM-04 enhancements", unit.place, f"{unit.name} is {told}, which {name} does not allow"
        )


def _home(army: Army, name: str) -> str | None:
    """The detachment that has an Enhancement of this name; the army's own first."""
    others = army.faction.detachments if army.faction else ()
    every = (army.detachment, *others) if army.detachment else others
    return next((d.name for d in every if any(is_meant(e.name, name) for e in d.enhancements)), None)


def _restricted(unit: Unit, name: str, text: str) -> Iterator[Told]:
    """The keywords that the Enhancement's own text asks of its bearer, where it says so in the usual form."""
    found = _BEARER.match(text)
    if unit.sheet is None or not found:
        return
    phrases = _EITHER.split(found.group(1))
    if not all(_is_keywords(phrase) for phrase in phrases):
        yield ArmyNote(unit.place, f"{unit.name}: who may have {name} is not judged", judged=False)
    elif not any(_spelt(keyword(phrase), unit.keywords | {keyword(unit.sheet.name)}) for phrase in phrases):
        yield ArmyProblem("K-ARM-04 enhancements", unit.place, f"{unit.name} is no {found.group(1)}: {name}")


def _is_keywords(phrase: str) -> bool:
    """Whether every word is written as keywords are: with a capital."""
    return all(word[:1].isupper() or not word[:1].isalpha() for word in phrase.split())


def _spelt(phrase: str, words: frozenset[str]) -> bool:
    """Whether a phrase is made of these keywords alone, one after the other."""
    starts = (word for word in sorted(words) if word and (phrase == word or phrase.startswith(f"{word} ")))
    return not phrase or any(_spelt(phrase[len(word) :].lstrip(), words) for word in starts)
