"""What every game checks of an army in the same way: sizes, wargear and points. Each game names its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from warbook.names import same, words
from warbook.rules.army import Army, ArmyNote, ArmyProblem, Told, Unit, plural
from warbook.rules.prices import Price, Priced, priced
from warbook.sheets.loadout import Squad
from warbook.sheets.sheet import Composition, Datasheet, Model
from warbook.sheets.wargear import understood

LEAST_OF_OLD = 2
"""Units with other points that make a list one of another date; a single one may be a slip."""


def sizes(army: Army, rule: str) -> Iterator[Told]:
    """Units with fewer or more models than their sheets allow.

    A list that counts a unit's leader among the others breaks no rule: that is a note. So is all of it where
    the list is of another date than the sheets.
    """
    old = is_old(army)
    for unit in army.known:
        assert unit.sheet
        wrong = unit.sizes or _wrong_sizes(unit.sheet, unit.squad)
        told = [f"{unit.name}: {text}" for text in wrong]
        if (
            told
            and not unit.sizes
            and any(_counted_in(choice, unit.squad) for choice in _compositions(unit.sheet))
        ):
            yield from (ArmyNote(unit.place, f"{text}; its number of models is right") for text in told[:1])
        else:
            yield from (_against(rule, unit, text, old) for text in told)


def _against(rule: str, unit: Unit, text: str, doubted: bool) -> Told:
    """What is against a rule; only a note where the sheet may not be the one that the list was written by."""
    return ArmyNote(unit.place, text) if doubted else ArmyProblem(rule, unit.place, text)


def _counted_in(members: Sequence[Model | Composition], squad: Squad) -> bool:
    """Whether a composition fits once kinds of models that the list does not name at all are taken out of
    its largest kind."""
    counts = {m.name: sum(g.count for g in squad if same(g.model.name, m.name)) for m in members}
    unnamed = {m.name: m.count_min for m in members if not counts[m.name]}
    largest = max(counts, key=lambda name: counts[name], default="")
    counts |= unnamed | {largest: counts.get(largest, 0) - sum(unnamed.values())}
    fits = all(m.count_min <= counts[m.name] <= m.count_max for m in members)
    return fits and sum(counts.values()) == sum(group.count for group in squad)


def _wrong_sizes(sheet: Datasheet, squad: Squad) -> Iterator[str]:
    """What is wrong with the numbers of models, measured from the composition that comes closest."""
    choices = [_strays(choice, squad) for choice in _compositions(sheet)]
    if squad and choices and all(choices):
        yield from min(choices, key=len)


def _compositions(sheet: Datasheet) -> list[tuple[Model | Composition, ...]]:
    """The ways to make up the unit: its composition, where that speaks of its models, or else the models."""
    kinds = {" ".join(words(model.name)) for model in sheet.models}
    alternatives = dict.fromkeys(member.alternative for member in sheet.composition)
    choices = [tuple(m for m in sheet.composition if m.alternative == each) for each in alternatives]
    if choices and all(" ".join(words(member.name)) in kinds for member in sheet.composition):
        return list(choices)
    counted = all(model.count_max > 0 for model in sheet.models)
    return [sheet.models] if sheet.models and counted else []


def _strays(members: Sequence[Model | Composition], squad: Squad) -> list[str]:
    """Where a squad differs from a composition."""
    found = []
    for member in members:
        count = sum(group.count for group in squad if same(group.model.name, member.name))
        if not member.count_min <= count <= member.count_max:
            least, most = member.count_min, member.count_max
            found.append(f"{count} {member.name}, expected {least if least == most else f'{least} to {most}'}")
    others = [g for g in squad if g.count and not any(same(g.model.name, m.name) for m in members)]
    return [*found, *(f"{group.count} {group.model.name}, expected none" for group in others)]


def wargear(army: Army, rule: str, is_wargear: Callable[[str], bool] = lambda _name: True) -> Iterator[Told]:
    """Loadouts that no options of the sheets lead to, and wargear that the sheets do not have.

    The latter is a note where some of the list's points are those of another date, where the sheet was not
    understood, and for what is no wargear: lists have other choices among it. All of it is where the whole
    list is of another date.
    """
    dated, old = is_dated(army), is_old(army)
    for unit in army.known:
        doubted = bool(unit.entry.listed) and (dated or not understood(unit.sheet))
        for name in unit.judged.unknown:
            text = f"{unit.name}: {_unknown(unit, name)}"
            yield _against(rule, unit, text, old or doubted or not is_wargear(name))
        yield from (_against(rule, unit, f"{unit.name}: {text}", old) for text in unit.judged.problems)
        yield from _faults(unit, rule, old)
        unsure = (f"wargear not judged: {text}" for text in unit.judged.unsure)
        others = (*unit.assumed, *unit.judged.unlisted)
        yield from (ArmyNote(unit.place, f"{unit.name}: {text}") for text in others)
        yield from (ArmyNote(unit.place, f"{unit.name}: {text}", judged=False) for text in unsure)


def _unknown(unit: Unit, name: str) -> str:
    """That the sheet does not have a thing, with what may have been meant where that was told already."""
    told = (fault for fault in unit.faults if fault.startswith(f"{name}: "))
    return next(told, f"{name}: its datasheet has no such wargear")


def _faults(unit: Unit, rule: str, old: bool) -> Iterator[Told]:
    """What else of an entry its sheet does not know; where the entry asked for it, it did not get it."""
    for text in unit.faults:
        if not any(text.startswith(f"{name}: ") for name in unit.judged.unknown):
            yield _against(rule, unit, f"{unit.name}: {text}", old or bool(unit.entry.listed))


def is_dated(army: Army) -> bool:
    """Whether the list has other points than the sheets, so that it may be of another date."""
    return any(_differs(army))


def is_old(army: Army) -> bool:
    """Whether the list is of another date than the sheets: most of its units have other points there."""
    differing = _differs(army)
    return sum(differing) >= LEAST_OF_OLD and 2 * sum(differing) > len(differing)


def _differs(army: Army) -> list[bool]:
    """Of each unit of which list and sheet both tell points, whether they differ; of a size that the sheet has
    no price for, whether the sheet has this price at all."""
    both = [one for unit in army.known if (one := priced(army, unit)).listed is not None]
    return [
        one.by_sheet != one.listed if one.by_sheet is not None else one.listed not in _prices(one.unit)
        for one in both
        if one.by_sheet is not None or (one.unit.sizes and _prices(one.unit))
    ]


def _prices(unit: Unit) -> set[int]:
    return {row.points for row in unit.sheet.points} if unit.sheet else set()


def points(army: Army, rule: str, limit_rule: str, limit: int | None) -> Iterator[Told]:
    """Points against the sheets, the list's own total, and the limit.

    The list's own figures count. Where a sheet has others, they are of another date: a note, no illegality.
    """
    each = [priced(army, unit) for unit in army.units]
    if is_old(army):
        differing = _differs(army)
        told = f"{sum(differing)} of {plural(len(differing), 'unit')} have other points than their datasheets"
        yield ArmyNote(
            None,
            f"the list is of another date: {told}; sizes and wargear are not judged by these",
            judged=False,
        )
    for one in each:
        yield from _differences(one)
    yield from _totals(army, each, rule)
    spent = max(army.roster.points or 0, sum(one.points or 0 for one in each))
    if limit is not None and spent > limit:
        yield ArmyProblem(limit_rule, None, f"{spent} points, at most {limit} may be spent")
    elif limit is not None and (other := sum(_newest(one) for one in each)) > limit:
        yield ArmyNote(None, f"by the newest points of its datasheets it costs {other}, more than {limit}")


def _newest(one: Priced) -> int:
    return (one.points if one.by_sheet is None else one.by_sheet) or 0


def _differences(one: Priced) -> Iterator[Told]:
    """Where the list and the sheet say different things of one unit."""
    unit = one.unit
    if one.points is None and not unit.attached and unit.sheet is not None:
        yield ArmyNote(unit.place, f"{unit.name}: what it costs is not known")
    elif one.listed is None and one.extra is None and unit.sheet is not None:
        yield ArmyNote(
            unit.place, f"{unit.name}: {one.points} points without {', '.join(unit.entry.enhancements)}"
        )
    if (
        one.listed is None
        or one.by_sheet is None
        or one.listed == one.by_sheet
        or unit.entry.leader is not None
    ):
        return
    dated = next((price for price in one.prices if one.fits(price)), None)
    parts = one.parts
    made_of = f" ({', '.join(f'{points} {name}' for name, points in parts)})" if len(parts) > 1 else ""
    told = f"{one.by_sheet} points by its datasheet{_of(one.prices[0])}{made_of}, the list says {one.listed}"
    yield ArmyNote(unit.place, f"{unit.name}: {told}{f', as{_of(dated)}' if dated else ''}")


def _of(price: Price) -> str:
    return f" of {price.date}" if price.date else ""


def _totals(army: Army, each: list[Priced], rule: str) -> Iterator[Told]:
    """The list's own total against the sum of its units."""
    stated, spent = army.roster.points, sum(one.points or 0 for one in each)
    if stated is None or stated == spent:
        return
    text = f"the list says {stated} points in all, its units come to {spent}"
    if all(one.listed is not None for one in each):
        yield ArmyProblem(rule, None, text)
    else:
        open_ones = [one for one in each if one.listed is None]
        yield ArmyNote(None, f"{text}; it gives no points for {plural(len(open_ones), 'unit')}")
