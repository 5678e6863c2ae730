"""Leaders and the units that they join (K-LDR-01)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from warbook.leading import may_lead
from warbook.names import keyword
from warbook.rules.muster import Army, ArmyNote, ArmyProblem, Told, Unit, is_called, plural

RULE = "K-LDR-01 leaders"
MOST_LEADERS = 2
_SECOND = re.compile(
    r"\beven if (?P<whom>[^.]{1,200}?) (?:has|have|is|are) already (?:been )?attached", re.IGNORECASE
)
_ARTICLE = re.compile(r"^(?:(?:one|an?|any|another|other|more) )+", re.IGNORECASE)
_KIND = re.compile(r" (?:models?|units?)$", re.IGNORECASE)


def leaders(army: Army) -> Iterator[Told]:
    """Leaders joined to units that they may lead, and not more of them than may."""
    joined = dict[int, list[Unit]]()
    for unit in army.units:
        place = unit.place if unit.attached else unit.entry.joins
        if place is None:
            continue
        target = army.of_entry(place)
        if target is None or target is unit:
            yield ArmyNote(unit.place, f"{unit.name}: it joins entry {place}, which the list does not have")
            continue
        joined.setdefault(place, []).append(unit)
        yield from _leads(unit, target)
    for place, units in joined.items():
        yield from _several(army, place, units)


def _leads(leader: Unit, target: Unit) -> Iterator[Told]:
    if leader.sheet is None or target.sheet is None:
        yield ArmyNote(leader.place, f"{leader.name}: whether it leads {target.name} is not known")
        return
    may = may_lead(leader.sheet, target.sheet)
    may = may or any(is_called(name, target.sheet.name) for name in leader.sheet.leads)
    may = may or any(is_called(name, leader.sheet.name) for name in target.sheet.led_by)
    lost = any(missing.token == "attachments" for missing in (*leader.sheet.missing, *target.sheet.missing))
    if not may and lost:
        yield ArmyNote(leader.place, f"{leader.name}: its datasheet lost the units that it leads")
    elif not may:
        leads = ", ".join(leader.sheet.leads) or "no unit"
        yield ArmyProblem(RULE, leader.place, f"{leader.name} does not lead {target.name}; it leads {leads}")


def _several(army: Army, place: int, units: list[Unit]) -> Iterator[Told]:
    """One leader a unit, two where a datasheet allows it, never more."""
    target = army.of_entry(place)
    name = target.name if target else f"entry {place}"
    who = " and ".join(unit.name for unit in units)
    if len(units) > MOST_LEADERS:
        yield ArmyProblem(
            RULE, place, f"{name} has {plural(len(units), 'leader')}, at most {MOST_LEADERS}: {who}"
        )
    elif len(units) == MOST_LEADERS and not (_joins(units[0], units[1]) or _joins(units[1], units[0])):
        if any(_has_text(unit) for unit in units):
            yield ArmyProblem(RULE, place, f"{name} has two leaders, and no datasheet allows a second: {who}")
        else:
            yield ArmyNote(place, f"{name} has two leaders; whether a datasheet allows it is not known: {who}")


def _texts(unit: Unit) -> list[str]:
    """What the sheet says about leading."""
    if unit.sheet is None:
        return []
    abilities = (ability.text or "" for ability in unit.sheet.abilities)
    rules = (rule.text or "" for rule in unit.sheet.rules)
    return [*abilities, *rules, *(note.text for note in unit.sheet.notes)]


def _joins(one: Unit, other: Unit) -> bool:
    """Whether a leader's datasheet lets it join a unit that the other leads already."""
    for text in _texts(one):
        for found in _SECOND.finditer(" ".join(text.split())):
            whom = re.split(r", (?:or |and )?| or | and ", found["whom"])
            words = {keyword(_KIND.sub("", _ARTICLE.sub("", each))) for each in whom}
            if words & {*other.keywords, keyword(other.name), "LEADER"}:
                return True
    return False


def _has_text(unit: Unit) -> bool:
    """Whether the sheet has its rules in words, so that silence means that it allows no second leader."""
    return any(_texts(unit))
