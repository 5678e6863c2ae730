"""A pair of a heat map as a question for the odds page."""

from __future__ import annotations

from collections import Counter

import msgspec

from warbook.asking import Question, Side
from warbook.errors import InputError
from warbook.loadout import Squad, squad
from warbook.odds.fielded import Unit
from warbook.rules.engagement import Situation
from warbook.rules.pick import Phase
from warbook.sheet import Datasheet

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
    leader = f"{unit.leader.name} ({unit.leader.faction})" if unit.leader else None
    his = _loadout(unit.leader, unit.leader_squad or (), None) if unit.leader else []
    side = Side(
        f"{unit.sheet.name} ({unit.sheet.faction})",
        size,
        loadout or [],
        leader,
        system=unit.sheet.system,
        dated=unit.sheet.source.date if unit.sheet.source else None,
        detachment=unit.detachment,
        leader_loadout=his or [],
    )
    return side, loadout is not None and his is not None


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
