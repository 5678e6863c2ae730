"""A pair of a heat map as a question for the odds page."""

from __future__ import annotations

from collections import Counter

import msgspec

from warbook.errors import InputError
from warbook.probability.fielded import Unit
from warbook.queries import Question, Side
from warbook.rules.engagement import Situation
from warbook.rules.pick import Phase
from warbook.sheets.leading import MOST_LEADERS
from warbook.sheets.loadout import Squad, squad
from warbook.sheets.sheet import Datasheet

MODEL = "model: "


class Asked(msgspec.Struct, frozen=True):
    """The question, and whether it has just what the units carry."""

    question: Question
    exact: bool


def question(attacker: Unit, target: Unit, phase: Phase, situation: Situation, revision: str | None) -> Asked:
    """What the odds page would be asked: sizes, leaders, and wargear as far as options give it."""
    (own, own_exact), (other, other_exact) = _side(attacker), _side(target)
    return Asked(Question(own, other, phase, situation, revision=revision), own_exact and other_exact)


def _side(unit: Unit) -> tuple[Side, bool]:
    size = sum(group.count for group in unit.squad)
    loadout = _loadout(unit.sheet, unit.squad, size)
    leaders = [f"{each.sheet.name} ({each.sheet.faction})" for each in unit.leaders]
    theirs = [_loadout(each.sheet, each.squad, None) for each in unit.leaders]
    first, second = [*leaders, None, None][:MOST_LEADERS]
    own, other = [*theirs, [], []][:MOST_LEADERS]
    side = Side(
        f"{unit.sheet.name} ({unit.sheet.faction})",
        size,
        loadout or [],
        first,
        system=unit.sheet.system,
        dated=unit.sheet.source.date if unit.sheet.source else None,
        detachment=unit.detachment,
        leader_loadout=own or [],
        second_leader=second,
        second_leader_loadout=other or [],
    )
    return side, loadout is not None and None not in theirs


def _loadout(sheet: Datasheet, models: Squad, size: int | None) -> list[str] | None:
    """The options that give a unit what it carries; ``None`` where no such do."""
    try:
        plain, wanted = _carried(squad(sheet, size)), _carried(models)
        asked = [f"{count} {name}" for name, count in wanted.items() if _is_extra(name, count, plain)]
        return asked if _carried(squad(sheet, size, asked)) == wanted else None
    except InputError:
        return None


def _is_extra(name: str, count: int, plain: Counter[str]) -> bool:
    return not name.startswith(MODEL) and count > plain[name]


def _carried(models: Squad) -> Counter[str]:
    """All that models carry between them; the models count too, by their names."""
    counts = Counter[str]()
    for group in models:
        counts[MODEL + group.model.name] += group.count
        for item in group.items:
            counts[item.name.casefold()] += item.count * group.count
    return counts
