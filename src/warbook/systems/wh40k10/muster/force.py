"""One faction, one detachment, a Warlord, and how many of each datasheet (K-ARM-02, K-ARM-03)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from warbook.names import keyword, same, words
from warbook.rules.army import Army, ArmyNote, ArmyProblem, Told, Unit, is_meant, plural

MOST_OF_A_SHEET = 3
MOST_OF_BATTLELINE = 6
COMMON = frozenset(("BATTLELINE", "DEDICATED TRANSPORT"))
"""Keywords that allow six units of a datasheet."""
ALLIANCES = frozenset(("IMPERIUM", "CHAOS", "AELDARI"))
"""Keywords that several factions share, of which some may stand in each other's armies."""


def faction(army: Army) -> Iterator[Told]:
    """Units without the faction keyword of the army (K-ARM-02). Allies are told, not judged: what may ally
    with whom is each faction's own rule."""
    army_keyword = common_keyword(army)
    for unit in army.known:
        assert unit.sheet
        if army_keyword is None or army_keyword in _own(unit) or _is_named(army, unit):
            continue
        if unit.entry.allied or _is_ally(army, unit):
            yield ArmyNote(
                unit.place, f"{unit.name} is an ally: whether it may be one is not judged", judged=False
            )
        elif not unit.sheet.faction_keywords:
            yield ArmyNote(unit.place, f"{unit.name}: its datasheet tells no faction keyword")
        else:
            own = " and ".join(unit.sheet.faction_keywords)
            yield ArmyProblem(
                "K-ARM-02 faction", unit.place, f"{unit.name} is {own}, the army is {army_keyword}"
            )


def parts(army: Army) -> Iterator[Told]:
    """Units of several parts of the army's faction that exclude each other, as Chapters do (K-ARM-02): units
    whose datasheets have, beside the army's faction keyword, keywords of different parts."""
    common = common_keyword(army)
    own = [
        (unit, _own(unit) - {common}) for unit in army.known if common in _own(unit) and not unit.entry.allied
    ]
    parted = [(unit, words) for unit, words in own if words]
    for place, (unit, keywords) in enumerate(parted):
        rival = next(((other, theirs) for other, theirs in parted[:place] if not keywords & theirs), None)
        if rival is not None:
            text = f"{unit.name} is {_listed(keywords)}, {rival[0].name} is {_listed(rival[1])}"
            yield ArmyProblem("K-ARM-02 faction", unit.place, f"{text}: an army has one of them")


def _listed(keywords: frozenset[str]) -> str:
    return " and ".join(sorted(keywords))


def _is_named(army: Army, unit: Unit) -> bool:
    """Whether a unit is of the faction that the list names, or of the one that this is a part of."""
    known = (army.faction.name, army.faction.parent) if army.faction else ()
    named = [name for name in (army.roster.faction, army.roster.parent, *known) if name]
    own = (unit.sheet.faction, *unit.sheet.faction_keywords) if unit.sheet else ()
    return any(same(name, each) for name in named for each in own)


def _own(unit: Unit) -> frozenset[str]:
    return frozenset(keyword(word) for word in unit.sheet.faction_keywords) if unit.sheet else frozenset()


def common_keyword(army: Army) -> str | None:
    """The faction keyword of most units; of several, the one that the list names, or else the first."""
    counts = Counter(word for unit in army.known if not unit.entry.allied for word in sorted(_own(unit)))
    named = " ".join(words(army.roster.faction or ""))
    ranked = sorted(counts, key=lambda word: (-counts[word], " ".join(words(word)) not in named, word))
    return ranked[0] if ranked else None


def _is_ally(army: Army, unit: Unit) -> bool:
    """Whether a unit may be an ally: of a faction that the army's names; where no document tells any, of one
    that shares the army's alliance."""
    allies = army.faction.allies if army.faction else ()
    if allies:
        return unit.sheet is not None and any(same(unit.sheet.faction, ally) for ally in allies)
    common = common_keyword(army)
    own = [each for each in army.known if common in _own(each)]
    shared = unit.keywords & ALLIANCES
    return bool(own) and any(all(word in each.keywords for each in own) for word in shared)


def detachment(army: Army) -> Iterator[Told]:
    """Exactly one detachment, which the faction has (K-ARM-02)."""
    named = army.detachments
    if len(named) > 1:
        yield ArmyProblem(
            "K-ARM-02 detachment", None, f"expected one detachment, the list has {', '.join(named)}"
        )
    if not named:
        yield ArmyNote(None, "the list names no detachment")
    for name in named:
        known = army.faction.detachments if army.faction else ()
        if not known:
            yield ArmyNote(
                None, f"{name}: the detachments of {army.roster.faction or 'the faction'} are not known"
            )
        elif not any(is_meant(each.name, name) for each in known):
            has = ", ".join(each.name for each in known)
            own = army.faction.name if army.faction else "the faction"
            if home := dict(army.strays).get(name):
                text = f"{name} is a detachment of {home}; {own} has {has}"
                yield ArmyProblem("K-ARM-02 detachment", None, text)
            else:
                yield ArmyNote(None, f"{name}: no detachment of {own} known here ({has})")


def warlord(army: Army) -> Iterator[Told]:
    """One Warlord, who is a CHARACTER (K-ARM-02)."""
    rule = "K-ARM-02 warlord"
    marked = sorted({unit.place for unit in army.units if unit.entry.warlord})
    leaders = [unit for unit in army.known if "CHARACTER" in unit.keywords]
    if len(marked) > 1:
        yield ArmyProblem(rule, None, f"expected one Warlord, the list marks {len(marked)}")
    for place in marked:
        own = [unit for unit in army.known if unit.place == place]
        if own and not any(unit in leaders for unit in own):
            yield ArmyProblem(rule, place, f"{own[0].name} is the Warlord and no CHARACTER")
    if not leaders and len(army.known) == len(army.units):
        yield ArmyProblem(rule, None, "no CHARACTER who could be the Warlord")
    elif not marked:
        yield ArmyNote(None, "the list marks no Warlord")


def duplicates(army: Army) -> Iterator[Told]:
    """At most three units of a datasheet, six of BATTLELINE and DEDICATED TRANSPORT, one EPIC HERO
    (K-ARM-03). A detachment that makes a datasheet BATTLELINE counts where its rules are known."""
    by_sheet: dict[tuple[str, str], list[Unit]] = {}
    for unit in army.known:
        assert unit.sheet
        by_sheet.setdefault((" ".join(words(unit.sheet.name)), unit.sheet.faction), []).append(unit)
    for units in by_sheet.values():
        most = _most(army, units[0])
        if len(units) > most:
            what = "EPIC HERO" if most == 1 else "units of one datasheet"
            text = f"{plural(len(units), 'unit')} of {units[0].name}, at most {most} ({what})"
            yield ArmyProblem("K-ARM-03 duplicates", units[most].place, text)


def _most(army: Army, unit: Unit) -> int:
    if "EPIC HERO" in unit.keywords:
        return 1
    common = COMMON & unit.keywords or _made_battleline(army, unit)
    return MOST_OF_BATTLELINE if common else MOST_OF_A_SHEET


def _made_battleline(army: Army, unit: Unit) -> bool:
    """Whether a sentence of the detachment's rules speaks of BATTLELINE and of this datasheet."""
    texts = [rule.text or "" for rule in army.detachment.rules] if army.detachment else []
    name = " ".join(words(unit.name))
    sentences = (" ".join(words(part)) for text in texts for part in re.split(r"(?<=[.!:])\s|\n", text))
    return any("battleline" in sentence and name in sentence for sentence in sentences)


def legends(army: Army) -> Iterator[Told]:
    """Units that are no longer sold: whether they may be used is for the players or the event to say."""
    for unit in army.known:
        if unit.sheet and unit.sheet.legends:
            yield ArmyNote(unit.place, f"{unit.name} is Legends")
