"""What of a unit may be picked: its sizes, what its models may carry, its weapons, the dates of its data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from warbook.errors import InputError
from warbook.library import lookup
from warbook.muster.fitting import fit
from warbook.names import same, whole_number
from warbook.queries.sides import Side, leader_of, sheet_of, system_of
from warbook.rules.acting import nothing
from warbook.sheets.leading import MOST_LEADERS, may_share
from warbook.sheets.loadout import Squad, cost, squad
from warbook.sheets.roster import Entry
from warbook.sheets.sheet import Datasheet


class Choice(msgspec.Struct, frozen=True):
    """A piece of wargear: how many of it the unit has, has by default, and may have."""

    name: str
    taken: int
    default: int
    most: int


class Armed(msgspec.Struct, frozen=True):
    """A weapon that the unit carries, and its profiles where it has several."""

    name: str
    kind: str
    profiles: tuple[str, ...] = ()


class Offered(msgspec.Struct, frozen=True):
    """A unit and what of it may be picked. ``wounds`` are those of its first model, ``dates`` those of the data
    that there are of it, ``problem`` why it cannot be as it was asked for; ``led`` and ``led_too`` are the
    wargear of its leaders, ``weapons`` are those of all; ``ruled`` says whether rules of units act in its
    game."""

    name: str
    faction: str
    system: str
    size: int
    least: int
    most: int
    points: int | None
    wounds: int
    choices: tuple[Choice, ...]
    weapons: tuple[Armed, ...]
    date: str | None
    dates: tuple[str, ...]
    legends: bool
    problem: str | None = None
    led: tuple[Choice, ...] = ()
    ruled: bool = False
    led_too: tuple[Choice, ...] = ()


def offered(side: Side) -> Offered:
    """What may be picked of a unit. Raises InputError for a name that there is not."""
    sheet = sheet_of(side).sheet
    try:
        return _offered(sheet, side, squad(sheet, side.models, side.loadout))
    except InputError as fault:
        told = _offered(sheet, msgspec.structs.replace(side, models=None, loadout=[]), squad(sheet))
        return msgspec.structs.replace(told, problem=f"{fault.place}: {fault.expected}")


def as_said(side: Side, said: Entry) -> Side:
    """A unit with the size and the wargear that a line of a list says. Raises InputError."""
    models = sum(group.count for group in fit(said, sheet_of(side).sheet).squad)
    return msgspec.structs.replace(side, models=models or None, loadout=list(said.loadout))


def _offered(sheet: Datasheet, side: Side, models: Squad) -> Offered:
    size = sum(group.count for group in models)
    leaders = [_leading(name, sheet, taken) for name, taken in side.leaders]
    first, second = [*(choices for choices, _ in leaders), (), ()][:MOST_LEADERS]
    return Offered(
        name=sheet.name,
        faction=sheet.faction,
        system=sheet.system,
        size=size,
        least=max(1, sum(model.count_min for model in sheet.models)),
        most=sum(model.count_max for model in sheet.models),
        points=cost(sheet, size),
        wounds=_wounds(sheet),
        choices=tuple(_choices(sheet, side.loadout, models, size)),
        weapons=_once((*_armed(sheet, models), *(weapon for _, armed in leaders for weapon in armed))),
        date=sheet.source.date if sheet.source else None,
        dates=lookup.dates(sheet),
        legends=sheet.legends,
        ruled=system_of(sheet.system, None).sheets.acting is not nothing,
        led=first,
        led_too=second,
    )


def _leading(name: str, led: Datasheet, taken: Sequence[str]) -> tuple[tuple[Choice, ...], tuple[Armed, ...]]:
    """What a leader may take, and his weapons; by default where he cannot have what he takes."""
    leader = leader_of(name, led).sheet
    try:
        models = squad(leader, None, taken)
    except InputError:
        models = squad(leader)
    return tuple(_choices(leader, taken, models, None)), tuple(_armed(leader, models))


def seconds(side: Side, names: Sequence[str]) -> tuple[str, ...]:
    """Who of these may lead a unit beside its leader, as far as is known. Raises InputError for a name that
    there is not."""
    if not side.leader:
        return ()
    sheet = sheet_of(side).sheet
    size = sum(group.count for group in squad(sheet, side.models))
    first = leader_of(side.leader, sheet).sheet
    others = ((name, leader_of(name, sheet).sheet) for name in names)
    return tuple(name for name, other in others if _may(first, other, sheet, size))


def _may(first: Datasheet, other: Datasheet, sheet: Datasheet, size: int) -> bool:
    """Whether two may lead a unit together; of one sheet only where that is known."""
    may = may_share(first, other, sheet, size)
    return may is True or (may is None and not same(first.name, other.name))


def _once(weapons: Iterable[Armed]) -> tuple[Armed, ...]:
    """Each weapon by its name."""
    return tuple({weapon.name: weapon for weapon in weapons}.values())


def _wounds(sheet: Datasheet) -> int:
    """The wounds of the unit's first model; 1 where they are not known."""
    told = [model.characteristics.get("W") or model.characteristics.get("HP") or "" for model in sheet.models]
    number = whole_number(told[0]) if told else None
    return 1 if number is None else number


def _choices(sheet: Datasheet, loadout: Sequence[str], models: Squad, size: int | None) -> Iterable[Choice]:
    """The wargear that options give, each once, in the order of the sheet."""
    default = squad(sheet, size)
    names = (item.name for option in sheet.options for choice in option.choices for item in choice)
    for name in dict.fromkeys(names):
        others = [text for text in loadout if not same(item_of(text), name)]
        most = max(_most(sheet, size, others, name), carried(models, name))
        yield Choice(name, carried(models, name), carried(default, name), most)


def _most(sheet: Datasheet, size: int | None, others: Sequence[str], name: str) -> int:
    """How many of it the unit may have, with what else it takes."""
    try:
        return carried(squad(sheet, size, (*others, name)), name)
    except InputError:
        return 0


def carried(models: Squad, name: str) -> int:
    """How many of a piece of wargear the models carry between them."""
    return sum(g.count * item.count for g in models for item in g.items if same(item.name, name))


def item_of(text: str) -> str:
    """The name in an entry of a loadout: ``"5 gauss reaper"``."""
    number, _, name = text.strip().partition(" ")
    return name.strip() if number.isdecimal() and name.strip() else text.strip()


def loadout(before: Sequence[str], choices: Sequence[Choice], name: str, number: int) -> list[str]:
    """A loadout with so many of a piece of wargear; as many as by default is not said."""
    kept = [text for text in before if not same(item_of(text), name)]
    default = next((choice.default for choice in choices if choice.name == name), 0)
    return kept if number == default else [*kept, f"{number} {name}"]


def _armed(sheet: Datasheet, models: Squad) -> Iterable[Armed]:
    for weapon in sheet.weapons:
        if not weapon.reaction_only and any(group.carries(weapon.name) for group in models):
            profiles = tuple(profile.name for profile in weapon.profiles)
            yield Armed(weapon.name, weapon.kind, profiles if len(profiles) > 1 else ())
