"""Who and what is meant, and how many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeGuard

import msgspec

from warbook.effects.english.agreeing import many
from warbook.effects.terms import Amount, Condition, Counted, Measured, Selector, State

_PLURALS = {"army": "armies", "terrain": "terrain features", "ability": "abilities", "player": "players"}
_SINGULARS = {
    "play": "Stratagem", "terrain": "terrain feature", "objective": "objective marker",
}  # fmt: skip
_REFS = {
    "this": "this {}", "your": "your {}", "that": "that {}", "those": "those {}",
    "attacker": "the attacking {}",
    "target": "the target", "led": "the unit it leads", "bearer": "the bearer", "it": "it",
    "other": "the other {}",
}  # fmt: skip
_SIDES = {None: "", "friendly": "friendly ", "enemy": "enemy "}
_PLAYERS = {
    Selector("army", side="friendly"): "your army",
    Selector("army", side="enemy"): "your opponent's army",
    Selector("player", side="friendly"): "you",
    Selector("player", side="enemy"): "your opponent",
}


def listed(names: Iterable[str], last: str = "or") -> str:
    """Names in a row, a word before the last."""
    told = list(names)
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} {last} {told[-1]}" if told else ""


def amount(value: Amount | str) -> str:
    """A number, dice, or what it is counted or measured by."""
    match value:
        case Counted():
            times = "1" if value.times == 1 else str(value.times)
            most = f", at most {value.most}" if value.most is not None else ""
            per = f"{value.per} of " if value.per != 1 else ""
            return f"{times} for each {per}{noun(value.each, one=True)}{most}"
        case Measured("that many"):
            return "that many"
        case Measured():
            times = {1: "", 2: "twice "}.get(value.times, f"{value.times} times ")
            plus = f" plus {value.plus}" if value.plus else ""
            return f"{times}{_measured(value)}{plus}"
    return str(value)


def _measured(value: Measured) -> str:
    if value.of is None:
        return f"the {value.what}"
    if value.of == Selector("player", side=value.of.side) and value.of.side is not None:
        return f"your {value.what}" if value.of.side == "friendly" else f"your opponent's {value.what}"
    if value.of.ref == "it":
        return f"its {value.what}"
    return f"the {value.what} of {noun(value.of)}"


def inches(value: Amount) -> str:
    """A length: numbers and dice in inches."""
    plain = isinstance(value, int) or (isinstance(value, str) and value[-1:].isdigit())
    return f'{value}"' if plain else amount(value)


def noun(who: Selector, one: bool = False) -> str:
    """Who or what is meant; ``one``: a single one of them, without its number."""
    return f"{_head(who, one)}{_owner(who)}{_limits(who, not one and many(who))}"


def every(who: Selector) -> str:
    """Who or what has something: of a unit's models and their weapons all that fit, told without a number.

    >>> every(Selector("weapon", attacks="melee", of=Selector("model", of=Selector(ref="your"))))
    'melee weapons of models of your unit'
    """
    if not is_each(who):
        return noun(who)
    several = msgspec.structs.replace(who, count="all")
    owner = f" of {every(who.of)}" if who.of is not None else ""
    return f"{_head(several, False).removeprefix('all ')}{owner}{_limits(several, True)}"


def is_each(who: Selector) -> bool:
    """Whether any one of a unit's models, or of their weapons, is meant: what holds of one holds of all."""
    plain = who.ref is None and who.count == 1 and not who.up_to
    return plain and who.of is not None and who.name is None and who.kind in ("model", "weapon")


def _head(who: Selector, one: bool) -> str:
    core = f"{_adjectives(who)}{_class(who)}{_kind(who.kind, not one and many(who))}"
    if who in _PLAYERS:
        return _PLAYERS[who]
    if _is_own_unit(who):
        return f"{noun(who.of)}'s unit"  # type: ignore[arg-type]
    if who.kind == "area" and who.name and who.ref is None:
        plain = who.name if one or not many(who) else f"{who.name}s"
        return f"{_number(who, plain) if not one else ''}{plain}"
    if who.ref is not None:
        side = _SIDES[who.side] if _spoken(who) else ""
        ref = "that" if one and who.ref == "those" else who.ref
        called = f'"{who.name}" ' if who.name and _spoken(who) else ""
        told = _REFS[ref].format(f"{side}{called}{core}")
        if ref == "target" and who.count == "any":
            told = "the targets"
        return told if who.count == 1 or one else f"{_number(who)}of {told}"
    other = "other " if who.other else ""
    called = f'"{who.name}" ' if who.name else ""
    told = f"{other}{_SIDES[who.side]}{called}{core}"
    return f"{_number(who, told) if not one else ''}{told}"


def _is_own_unit(who: Selector) -> bool:
    """Whether it is the unit of a model that was spoken of: "the bearer's unit"."""
    return who == Selector("unit", of=who.of, where=who.where) and who.of is not None and _is_model(who.of)


def _is_model(who: Selector) -> bool:
    known = who.ref == "bearer" or (who.kind == "model" and who.ref in ("this", "that", "your"))
    return known and who.count == 1 and not who.where and who.of is None


def _spoken(who: Selector) -> bool:
    return who.ref in ("that", "those")


_BEFORE = {"attached": "Attached", "bodyguard": "Bodyguard", "battle-shocked": "Battle-shocked"}
"""States that stand before a noun."""


def _is_adjective(each: Condition) -> TypeGuard[State]:
    it = Selector(ref="it")
    return isinstance(each, State) and each.state in _BEFORE and each.by is None and each.who == it


def _adjectives(who: Selector) -> str:
    return "".join(f"{_BEFORE[each.state]} " for each in who.where if _is_adjective(each))


def _class(who: Selector) -> str:
    sort = f"{who.attacks} " if who.attacks else ""
    return f"{sort}{listed(who.keywords)} " if who.keywords else sort


def _kind(kind: str, many: bool) -> str:
    single = _SINGULARS.get(kind, kind)
    return _PLURALS.get(kind, f"{single}s") if many else single


def _number(who: Selector, told: str = "") -> str:
    most = "up to " if who.up_to else ""
    if who.count == 1:
        return f"{most}one " if who.up_to else ("one " if who.ref else _article(told))
    if who.count == "any":
        return "any " if who.ref else "one or more "
    least = "or more " if who.or_more else ""
    return f"{most}{amount(who.count)} {least}"


def _article(told: str) -> str:
    if told.startswith("other "):
        return "an"
    return "an " if told.lstrip('"')[:1].lower() in "aeio" else "a "


def _owner(who: Selector) -> str:
    if who.of is None or _is_own_unit(who):
        return ""
    return f" of {noun(who.of)}"


def _limits(who: Selector, several: bool) -> str:
    ref = who.ref is not None
    named = f' called "{who.name}"' if ref and who.name and not _spoken(who) else ""
    sided = f" ({who.side})" if ref and who.side and not _spoken(who) else ""
    but = f" (not {listed(who.without)})" if who.without else ""
    other = " (another)" if ref and who.other else ""
    return f"{named}{sided}{but}{other}{_where(who.where, several)}"


def _where(conditions: tuple[Condition, ...], several: bool) -> str:
    from warbook.effects.english.conditions import told_of  # conditions are about nouns

    told = [told_of(each, several) for each in conditions if not _is_adjective(each)]
    told.sort(key=lambda text: text.startswith(("that ", "where ")))  # "on the battlefield" before "that has …"
    return f" {' and '.join(told)}" if told else ""
