"""What each model of a unit carries: the sheet's default, changed by its wargear options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

import msgspec

from warbook.errors import InputError
from warbook.names import key as spelling
from warbook.names import same, words
from warbook.sheets.kit import excluded, is_open, judged, key
from warbook.sheets.sheet import Datasheet, Item, Model, Option

_WANTED = re.compile(r"(?:(\d{1,4})\s*[x×]?\s+)?(\S.*)")


MOST_NAMED = 3
"""Models of one unit that are called by their names at most."""


class Group(msgspec.Struct, frozen=True):
    """``count`` models of one kind that carry the same."""

    model: Model
    count: int
    items: tuple[Item, ...]

    def carries(self, name: str) -> bool:
        return any(same(item.name, name) for item in self.items)


Squad = tuple[Group, ...]


def squad(sheet: Datasheet, models: int | None = None, wanted: Sequence[str] = ()) -> Squad:
    """A unit of ``models`` models (default: the sheet's smallest) with its default loadout, changed by the
    options that give the ``wanted`` items: ``"gauss reaper"`` for as many models as may take it,
    ``"5 gauss reaper"`` for five. Raises InputError for a size or an item that the sheet does not allow."""
    taken = [_Taken(model, count, _default(sheet, model)) for model, count in _sizes(sheet, models)]
    for place, text in enumerate(wanted):
        if text.strip()[:1].isdecimal() or text not in wanted[:place]:
            taken = _with(sheet, taken, text)
    return tuple(Group(each.model, each.count, each.items) for each in taken if each.count)


class _Taken(msgspec.Struct, frozen=True):
    """A group while it is made: ``uses`` are the options, by their place on the sheet, that its models took."""

    model: Model
    count: int
    items: tuple[Item, ...]
    uses: tuple[int, ...] = ()

    def carries(self, name: str) -> bool:
        return any(same(item.name, name) for item in self.items)


def called(sheet: Datasheet, models: Squad) -> str:
    """A unit with its size: ``"10 × Necron Warriors"``, or by its models' names where each is somebody of their
    own and the sheet is named after one of them."""
    size = sum(group.count for group in models)
    names = list(dict.fromkeys(group.model.name for group in models))
    named = any(set(words(name)) <= set(words(sheet.name)) for name in names)
    if size == len(names) > 1 and named and size <= MOST_NAMED:
        return f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{size} × {sheet.name}" if size > 1 else sheet.name


def cost(sheet: Datasheet, models: int) -> int | None:
    """Points of a unit of so many models at the newest date, ``None`` where the sheet does not say."""
    newest = max((row.date or "" for row in sheet.points), default="")
    rows = [row for row in sheet.points if (row.date or "") == newest and row.models >= models]
    return min(rows, key=lambda row: row.models).points if rows else None


def limits(sheet: Datasheet) -> tuple[int, int]:
    """How few models and how many a unit has (K-VOC-01)."""
    return sum(m.count_min for m in sheet.models), sum(m.count_max for m in sheet.models)


def _sizes(sheet: Datasheet, models: int | None) -> list[tuple[Model, int]]:
    least, most = limits(sheet)
    size = max(least, 1) if models is None else models
    if not least <= size <= most or size < 1:
        raise InputError(sheet.name, "models", f"expected {_span(max(least, 1), most)}, got {size}")
    spare, sizes = size - least, []
    for model in sheet.models:
        more = min(spare, model.count_max - model.count_min)
        sizes.append((model, model.count_min + more))
        spare -= more
    return sizes


def _span(least: int, most: int) -> str:
    """How many models there may be, in words."""
    if least < most:
        return f"from {least} to {most} models"
    return "1 model" if most == 1 else f"{most} models"


def _default(sheet: Datasheet, model: Model) -> tuple[Item, ...]:
    for equipped in sheet.loadout:
        if same(equipped.model, model.name):
            return equipped.items
    return tuple(
        Item(weapon.name) for weapon in sheet.weapons if not sheet.loadout and not weapon.reaction_only
    )


def _with(sheet: Datasheet, groups: list[_Taken], text: str) -> list[_Taken]:
    """The groups after the option that gives what ``text`` names."""
    parsed = _WANTED.fullmatch(text.strip())
    number, name = (parsed[1], parsed[2]) if parsed else (None, text)
    name = meant(sheet, name)
    offers = [(n, *offer) for n, option in enumerate(sheet.options) if (offer := _offer(option, name, number))]
    if number == "0":
        raise InputError(sheet.name, "loadout", f"expected one or more {name}, got 0")
    if all(group.carries(name) for group in groups if _default_carries(sheet, group, name)) and any(
        group.carries(name) for group in groups
    ):
        return groups
    if not offers:
        raise InputError(sheet.name, "loadout", _expected(sheet, groups, name))
    size = sum(group.count for group in groups)
    offers = [each for each in offers if is_open(sheet.options[each[0]], size)]
    left, taken, before = int(number) if number else None, 0, groups
    for place, choice, each in offers:
        wanted = sum(group.count for group in groups) if left is None else max(0, left - taken)
        groups, changed = _replaced(sheet, place, groups, choice, wanted, None if number else name)
        taken += each * changed
    if not taken or (left is not None and taken < left):
        told = f"at most {taken} of these models may take {name}"
        items = (item for group in before if group.uses for item in group.items)
        if rival := excluded(name, items, sheet.options):
            told = f"expected {rival} or {name}, not both{f' ({told})' if taken else ''}"
        raise InputError(sheet.name, "loadout", told)
    return groups


def meant(sheet: Datasheet, name: str) -> str:
    """The wargear of a sheet that a player names: of that very name, in another number, or the only one with
    these words in a row in its name. The name itself where there is none, or several."""
    equipped = [item.name for each in sheet.loadout for item in each.items]
    offered = [item.name for option in sheet.options for choice in option.choices for item in choice]
    known = list(dict.fromkeys((*equipped, *offered, *(weapon.name for weapon in sheet.weapons))))
    wanted = spelling(name)
    if not wanted or any(same(each, name) for each in known):
        return name
    alike = [each for each in known if spelling(each) == wanted]
    having = alike or [each for each in known if f" {wanted} " in f" {spelling(each)} "]
    return having[0] if len({spelling(each) for each in having}) == 1 else name


def _offer(option: Option, name: str, number: str | None) -> tuple[tuple[Item, ...], int] | None:
    """Which of an option's choices gives the item to a model, and how many it counts for: the one with most of
    it, or, where a number is asked for, the one that alone has so many, else the one with fewest."""
    giving = {choice: sum(item.count for item in choice if same(item.name, name)) for choice in option.choices}
    counts = {choice: count for choice, count in giving.items() if count}
    if not counts:
        return None
    if number is None:
        return max(counts, key=lambda choice: counts[choice]), 1
    whole = [choice for choice, count in counts.items() if count == int(number) and option.limit == 1]
    return (whole[0], int(number)) if whole else (min(counts, key=lambda choice: counts[choice]), 1)


def _default_carries(sheet: Datasheet, group: _Taken, name: str) -> bool:
    """Whether a model of this kind could carry an item: by default, or by an option."""
    offered = any(
        same(item.name, name)
        for option in sheet.options
        if option.model is None or same(option.model, group.model.name)
        for choice in option.choices
        for item in choice
    )
    return offered or any(same(item.name, name) for item in _default(sheet, group.model))


def _expected(sheet: Datasheet, groups: Iterable[_Taken], name: str) -> str:
    offered = [item.name for option in sheet.options for choice in option.choices for item in choice]
    carried = [item.name for group in groups for item in group.items]
    known = list(dict.fromkeys(carried + offered))
    close = get_close_matches(name.casefold(), [item.casefold() for item in known], n=1)
    meant = f"; closest: {close[0]}" if close else ""
    return f"no {name!r} here{meant}; there is {', '.join(known) or 'no wargear'}"


def _allowed(sheet: Datasheet, place: int, groups: Sequence[_Taken]) -> int:
    """How many more models may take an option (K-ARM-06)."""
    option = sheet.options[place]
    if option.limit is None:
        return sum(group.count for group in groups)
    size = sum(group.count for group in groups)
    takers = sum(group.count for group in groups if place in group.uses)
    return max(0, option.limit * (size // option.per_models if option.per_models else 1) - takers)


def _replaced(
    sheet: Datasheet,
    place: int,
    groups: Sequence[_Taken],
    choice: tuple[Item, ...],
    wanted: int,
    once: str | None = None,
) -> tuple[list[_Taken], int]:
    """Give ``choice`` to as many models as ``wanted`` that may take the option: they give up what it replaces,
    or took it before and have a pick of it left. Models that carry what they take ``once`` take no more."""
    option, changed, taken = sheet.options[place], list[_Taken](), 0
    allowed = _allowed(sheet, place, groups)
    for group in groups:
        again = place in group.uses
        given = _given_up(option, group) if not again else ()
        kept = tuple(i for i in group.items if not any(same(i.name, gone.name) for gone in given or ()))
        after = _Taken(group.model, 0, (*kept, *choice), (*group.uses, place))
        number = min(group.count, wanted - taken, group.count if again else allowed)
        ready = once is not None and group.carries(once)
        if ready or given is None or not _fits(option, group, choice, place) or not _holds(sheet, after):
            number = 0
        changed += (_counted(group, group.count - number), _counted(after, number))
        taken, allowed = taken + number, allowed - (0 if again else number)
    return [group for group in changed if group.count], taken


def _counted(group: _Taken, count: int) -> _Taken:
    return msgspec.structs.replace(group, count=count)


def _fits(option: Option, group: _Taken, choice: tuple[Item, ...], place: int) -> bool:
    """Whether an option is of these models, and leaves them a pick for this choice."""
    used = group.uses.count(place)
    twice = used and not option.duplicates and all(group.carries(item.name) for item in choice)
    named = option.model is None or same(option.model, group.model.name)
    return named and used < option.picks and not twice


def _holds(sheet: Datasheet, group: _Taken) -> bool:
    """Whether models still are what each option that they took asks of them, but for what it changed."""
    for option in (sheet.options[place] for place in group.uses):
        own = {key(item.name) for choice in option.choices for item in choice}
        has = {key(item.name) for item in group.items}
        needs = judged(option, sheet.options, _default(sheet, group.model))
        needs -= {key(item.name) for item in option.replaces}
        if not needs <= has or {key(name) for name in option.without} & (has - own):
            return False
    return True


def _given_up(option: Option, group: _Taken) -> tuple[Item, ...] | None:
    """What models of a group give up for an option; ``None`` where they have not got it."""
    carried = tuple(item for item in option.replaces if group.carries(item.name))
    if option.replaces_one_of and option.replaces:
        return carried[:1] or None
    return carried if len(carried) == len(option.replaces) else None
