"""Who rides in which TRANSPORT, and whether there are seats (K-TRN-01)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warbook.dice import Value
from warbook.names import keyword
from warbook.rules.army import Army, ArmyNote, ArmyProblem, Told, Unit
from warbook.sheets.loadout import Group
from warbook.sheets.sheet import Transport

RULE = "K-TRN-01 transport"


class _Rider(Value, frozen=True):
    """Models of one unit that are alike to a transport."""

    unit: Unit
    count: int
    keywords: frozenset[str]


def transports(army: Army) -> Iterator[Told]:
    """Every transport with the units that the list puts into it."""
    aboard: dict[int, list[Unit]] = {}
    for unit in army.units:
        place = _embarked(army, unit)
        if place is not None:
            aboard.setdefault(place, []).append(unit)
    for place, units in aboard.items():
        yield from _loaded(army.of_entry(place), units)
    for unit in army.known if aboard else ():
        if "DEDICATED TRANSPORT" in unit.keywords and unit.place not in aboard:
            text = f"{unit.name} carries nobody: it counts as destroyed in the first battle round (K-TRN-14)"
            yield ArmyNote(unit.place, text)


def _embarked(army: Army, unit: Unit) -> int | None:
    """The entry that a unit rides in; who joins a unit rides with it."""
    if unit.entry.embarked is not None or unit.entry.joins is None:
        return unit.entry.embarked
    joined = army.of_entry(unit.entry.joins)
    return joined.entry.embarked if joined else None


def _loaded(carrier: Unit | None, units: list[Unit]) -> Iterator[Told]:
    if carrier is None or carrier.sheet is None:
        yield ArmyNote(units[0].place, "whether there are seats in its transport is not known")
        return
    seats = carrier.sheet.transport
    if seats is None:
        names = ", ".join(unit.name for unit in units)
        yield ArmyProblem(RULE, carrier.place, f"{carrier.name} is no transport and carries {names}")
        return
    told = [text for unit in units for text in _unsquadded(unit)]
    riders = [rider for unit in units for rider in _riders(unit)]
    unsure = seats.unread or told
    for place, text in _faults(seats, carrier.name, riders):
        yield ArmyNote(place, f"{text}, as far as is known") if unsure else ArmyProblem(RULE, place, text)


def _unsquadded(unit: Unit) -> Iterator[str]:
    if not unit.squad:
        yield f"{unit.name}: its models are not known"


def _riders(unit: Unit) -> Iterator[_Rider]:
    for group in unit.squad:
        yield _Rider(unit, group.count, unit.keywords | _own(group))


def _own(group: Group) -> frozenset[str]:
    return frozenset(keyword(word) for word in group.model.keywords)


def _faults(seats: Transport, name: str, riders: Iterable[_Rider]) -> Iterator[tuple[int, str]]:
    """Models that have no seat: those that may not ride at all, and those for whom it is too small."""
    rooms = [extra.capacity for extra in seats.extras]
    taken, last = 0, 0
    for rider in riders:
        if _may_ride(seats, rider.keywords):
            taken, last = taken + rider.count * places(seats, rider.keywords), rider.unit.place
        elif _in_extras(seats, rooms, rider):
            yield rider.unit.place, f"{rider.unit.name} may not ride in {name}"
    spare = sum(rooms) if _extra_for_all(seats) else 0
    if taken > seats.capacity + spare:
        yield last, f"{name} has {seats.capacity} places, its passengers take {taken}"


def _may_ride(seats: Transport, has: frozenset[str]) -> bool:
    """Whether models with these keywords may take ordinary places."""
    if any(keyword(word) in has for word in seats.excluded):
        return False
    ways = (
        [seats.keywords, *seats.alternatives]
        if seats.keywords or not seats.alternatives
        else seats.alternatives
    )
    return any(all(keyword(word) in has for word in way) for way in ways)


def places(seats: Transport, has: frozenset[str]) -> int:
    """How many places a model with these keywords takes up: the most that one of them asks for."""
    return max((weight.places for weight in seats.weights if keyword(weight.keyword) in has), default=1)


def _in_extras(seats: Transport, rooms: list[int], rider: _Rider) -> int:
    """Seats models in places of their own; how many are left without."""
    left = rider.count
    for place, extra in enumerate(seats.extras):
        if all(keyword(word) in rider.keywords for word in extra.keywords):
            seated = min(rooms[place], left)
            rooms[place] -= seated
            left -= seated
    return left


def _extra_for_all(seats: Transport) -> bool:
    """Whether some extra places are open to those who may take ordinary ones."""
    return any(set(map(keyword, extra.keywords)) <= set(map(keyword, seats.keywords)) for extra in seats.extras)
