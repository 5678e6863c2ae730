"""Whether a unit may carry what it carries: can its models get there from the default loadout by the options?

The search is exact: options in any order, each once a model, within the limits of the unit (K-ARM-06). It is
bounded; where the bound is met, or the sheet's options were not all understood, the answer says that it
cannot judge instead of calling a loadout wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

import msgspec

from warbook.names import same
from warbook.sheets.kit import (
    Bound,
    Kit,
    Reached,
    Way,
    excluded,
    is_open,
    judged,
    key,
    kit,
    names,
    reach,
)
from warbook.sheets.loadout import Group, Squad
from warbook.sheets.sheet import Datasheet, Equipped, Option

_RESTRICTION = re.compile(r"\b(?:cannot|can only|may only|may not|must)\b", re.IGNORECASE)
MOST_BRANCHES = 20_000
"""Ways of sharing out options among the models of a unit that are tried before giving up."""


class Judged(msgspec.Struct, frozen=True):
    """What is wrong with a loadout, what could not be judged, and what of the default is not listed.

    ``unknown`` names what the sheet does not have at all: it may be of another date, or no wargear.
    ``cost`` is what the options taken add, in points; ``None`` where that is not known.
    """

    problems: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    unlisted: tuple[str, ...] = ()
    cost: int | None = 0


class _Part(msgspec.Struct, frozen=True):
    """Models of a unit that carry the same, and the ways in which one of them gets there."""

    group: Group
    ways: tuple[Way, ...]


def check(sheet: Datasheet, squad: Squad) -> Judged:
    """Judge what the models of a unit carry by their sheet's default loadout and options."""
    size = sum(group.count for group in squad)
    options = tuple(option for option in sheet.options if is_open(option, size))
    judging = _Judging(sheet, options)
    parts = [part for group in squad if (part := judging.part(group)) is not None]
    shared = _shared(options, parts, size)
    judging.problems += shared.problems
    judging.unsure += shared.unsure
    return judging.judged(shared.cost if len(parts) == len(squad) and not judging.unknown else None)


class _Judging:
    """What comes up while the groups of a unit are judged one after the other."""

    def __init__(self, sheet: Datasheet, options: tuple[Option, ...]) -> None:
        self.sheet, self.options = sheet, options
        self.known = _known(sheet)
        self.problems, self.unknown, self.unsure, self.unlisted = (list[str]() for _ in range(4))

    def part(self, group: Group) -> _Part | None:
        """The ways of a group to what it carries, without what the sheet does not have."""
        name = group.model.name
        default = default_of(self.sheet, name)
        if default is None:
            self.unsure.append(f"{name}: its default loadout is not known")
            return None
        strange = tuple(item for item in group.items if key(item.name) not in self.known)
        self.unknown += (item.name for item in strange if item.name not in self.unknown)
        carried = kit(item for item in group.items if item not in strange)
        try:
            found = reach(name, default, carried, self.options)
        except Bound:
            self.unsure.append(f"{name}: too many ways to combine its options")
            return None
        if not found.ways:
            self.problems.append(_impossible(group, carried, found, self.options))
            return None
        self.unlisted += (
            [f"{name}: not listed: {names(found.unlisted)}"] if found.unlisted and not strange else []
        )
        self.unsure += _unjudged(self.options, group, default, found)
        if carried != default:
            told = (f"{text[:80]!r} was not understood" for text in restrictions(self.sheet))
            self.unsure += (text for text in told if text not in self.unsure)
        return _Part(group, found.ways)

    def judged(self, cost: int | None) -> Judged:
        """The judgement, which calls nothing wrong where the sheet's options were not all understood."""
        if understood(self.sheet):
            told = tuple(self.problems), tuple(self.unknown), tuple(self.unsure)
        else:
            doubts = (
                f"{text}, by what was understood of its sheet" for text in (*self.problems, *self.unknown)
            )
            told = (), (), (*self.unsure, *doubts)
        return Judged(*told, tuple(self.unlisted), cost)


def _who(group: Group) -> str:
    return group.model.name if group.count == 1 else f"{group.count} {group.model.name}"


def understood(sheet: Datasheet | None) -> bool:
    """Whether all that the sheet offers was understood. A restriction that was not takes nothing from what is
    wrong by the rest."""
    if sheet is None:
        return False
    lost = any(missing.token == "loadout" for missing in sheet.missing)
    noted = any("option" in note.about.casefold() and not _restricts(note.text) for note in sheet.notes)
    doubted = any(
        "option" in each.message.casefold() and not _restricts(each.message) for each in sheet.problems
    )
    return not (lost or noted or doubted)


def restrictions(sheet: Datasheet) -> tuple[str, ...]:
    """Sentences that restrict the sheet's options and were not understood."""
    return tuple(n.text for n in sheet.notes if "option" in n.about.casefold() and _restricts(n.text))


def _restricts(text: str) -> bool:
    return _RESTRICTION.search(text) is not None


def default_of(sheet: Datasheet, model: str) -> Kit | None:
    """What a model of this name carries by default; ``None`` where the sheet does not say."""
    found: Equipped | None = next((e for e in sheet.loadout if same(e.model, model)), None)
    return None if found is None else kit(found.items)


def _unjudged(options: Sequence[Option], group: Group, default: Kit, found: Reached) -> Iterator[str]:
    """Conditions, other than wargear, of options that cannot have been left out."""
    for n, option in enumerate(options):
        strange = [name for name in option.requires if key(name) not in judged(option, options, default)]
        if strange and all(n in way.uses for way in found.ways):
            yield f"{group.model.name}: {_offer(option)} asks for {', '.join(strange)}"


def _impossible(group: Group, carried: Kit, found: Reached, options: Sequence[Option]) -> str:
    """What no option gives, besides that which shuts it out, or all the rest that the models carry."""
    rest = tuple(item for item in carried if item not in found.excess)
    rivals = [excluded(item.name, rest, options) for item in found.excess]
    rest = tuple(item for item in rest if item.name in rivals) or rest
    besides = f" besides {names(rest)}" if rest else ""
    return f"{_who(group)}: no option gives {names(found.excess)}{besides}"


def _known(sheet: Datasheet) -> set[str]:
    """Everything that a model of the sheet could carry."""
    carried = (item.name for equipped in sheet.loadout for item in equipped.items)
    offered = (item.name for option in sheet.options for choice in option.choices for item in choice)
    return {key(name) for name in (*carried, *offered)}


def _shared(options: Sequence[Option], parts: Sequence[_Part], size: int) -> Judged:
    """Whether the ways of all models together keep the limits of the options, and the least that it costs."""
    binding = [n for n, option in enumerate(options) if option.all_or_none]
    used = [n for n in binding if any(n in way.uses for part in parts for way in part.ways)]
    limits = {n: most_takers(option, size) for n, option in enumerate(options) if option.limit is not None}
    budget = [MOST_BRANCHES]
    costs: list[int | None] = []
    for taken in product((False, True), repeat=len(used)):
        whole = dict(zip(used, taken, strict=True))
        allowed = [_allowed(part, whole, options) for part in parts]
        costs += _costs(allowed, [part.group.count for part in parts], limits, budget)
    if costs:
        known = [cost for cost in costs if cost is not None]
        return Judged(cost=min(known, default=None))
    if budget[0] <= 0:
        return Judged(unsure=("too many ways to share out its options",), cost=None)
    return Judged(problems=tuple(_over(options, parts, limits)), cost=None)


def most_takers(option: Option, size: int) -> int:
    """How many models of a unit of this size may take an option that has a limit."""
    return (option.limit or 0) * (size // option.per_models if option.per_models else 1)


def _allowed(part: _Part, whole: dict[int, bool], options: Sequence[Option]) -> list[Way]:
    """The ways that keep to all or none: a model that still has what all give up would be the exception."""
    return [
        way
        for way in part.ways
        if all((n in way.uses) if taken else (n not in way.uses) for n, taken in whole.items()
               if not (taken and _is_free(part, options[n])))
    ]  # fmt: skip


def _is_free(part: _Part, option: Option) -> bool:
    """Whether an option that binds all models does not bind these."""
    if option.model is not None and not same(option.model, part.group.model.name):
        return True
    has = [part.group.carries(item.name) for item in option.replaces]
    return bool(has) and not (any(has) if option.replaces_one_of else all(has))


def _costs(
    allowed: Sequence[Sequence[Way]], counts: Sequence[int], limits: dict[int, int], budget: list[int]
) -> Iterator[int | None]:
    """What each way of giving every model one of its ways adds, keeping the limits."""
    budget[0] -= 1
    if budget[0] <= 0:
        return
    if not counts:
        yield 0
        return
    for left, cost in _spread(allowed[0], counts[0], limits, budget):
        for more in _costs(allowed[1:], counts[1:], left, budget):
            yield None if cost is None or more is None else cost + more
            return


def _spread(
    ways: Sequence[Way], count: int, limits: dict[int, int], budget: list[int]
) -> Iterator[tuple[dict[int, int], int | None]]:
    """The limits left, and the cost, after ``count`` models went these ways; as many as may go the first."""
    budget[0] -= 1
    if count == 0:
        yield limits, 0
    if count == 0 or not ways or budget[0] <= 0:
        return
    way = ways[0]
    most = min([count, *(limits[n] for n in way.uses if n in limits)])
    for number in range(most, -1, -1):
        left = {n: room - number * (n in way.uses) for n, room in limits.items()}
        for rest, cost in _spread(ways[1:], count - number, left, budget):
            yield (
                rest,
                None if cost is None or (way.cost is None and number) else cost + number * (way.cost or 0),
            )


def _over(options: Sequence[Option], parts: Sequence[_Part], limits: dict[int, int]) -> Iterator[str]:
    """Which limits are broken whatever way is taken; else only that the options cannot be shared out so."""
    told = False
    for n, room in limits.items():
        takers = sum(part.group.count for part in parts if all(n in way.uses for way in part.ways))
        if takers > room:
            told = True
            yield f"{room or 'none'} of its models may take {_offer(options[n])}, {takers} did"
    for option in options if not told else ():
        if option.all_or_none:
            told = True
            yield f"all of its models or none take {_offer(option)}"
    if not told:
        yield "its options cannot be shared out among its models like this"


def _offer(option: Option) -> str:
    return " or ".join(names(kit(choice)) for choice in option.choices[:4])
