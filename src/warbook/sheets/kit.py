"""The ways in which one model gets from its default loadout to what it carries, by the options of its sheet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

import msgspec

from warbook.names import same, words
from warbook.sheets.sheet import Item, Option

_SORT = re.compile(r"\s*\((?:aura|psychic)(?:, (?:aura|psychic))?\)\s*$", re.IGNORECASE)
MOST_STATES = 5_000
"""Loadouts that are tried for one model before giving up."""
MOST_PICKS = 400
MOST_WAYS = 100
"""Ways of one model that differ in what they take of a unit's options."""

Kit = tuple[Item, ...]
"""What one model carries: each thing once, with its number, in the order of names."""
_State = tuple[tuple[str, int], ...]


class Bound(Exception):
    """There are more ways than are tried."""


class Way(msgspec.Struct, frozen=True):
    """One way: the options used, by their place, and what they add in points (``None``: not known)."""

    uses: frozenset[int]
    cost: int | None


class Reached(msgspec.Struct, frozen=True):
    """The ways to a loadout, or to one that has it and more: ``unlisted`` is what it has more.

    Without a way, ``excess`` is what is carried too much, measured from the nearest loadout that there is.
    """

    ways: tuple[Way, ...] = ()
    unlisted: Kit = ()
    excess: Kit = ()


class _Use(msgspec.Struct, frozen=True):
    """One taking of an option: what comes, what goes, and its price."""

    place: int
    gained: _State
    lost: _State
    lost_all: bool
    cost: int | None


class _Step(msgspec.Struct, frozen=True):
    """A loadout on the way, with the options used so far and what each is worth."""

    has: _State
    uses: tuple[int, ...] = ()
    given: tuple[tuple[int, _State], ...] = ()
    cost: int | None = 0


def key(name: str) -> str:
    """A name as loadouts compare it, without the sort of ability that may stand behind it.

    >>> key("Old Lamps (Aura)")
    'old lamp'
    """
    return " ".join(words(_SORT.sub("", name)))


def kit(items: Iterable[Item]) -> Kit:
    """Items with like names together."""
    counts, shown = Counter[str](), dict[str, str]()
    for item in items:
        counts[key(item.name)] += item.count
        shown.setdefault(key(item.name), item.name)
    return tuple(Item(shown[name], count) for name, count in sorted(counts.items()) if count > 0)


def names(items: Iterable[Item]) -> str:
    """Items as a person reads them: "2 Shovel, Lamp"."""
    return ", ".join(item.name if item.count == 1 else f"{item.count} {item.name}" for item in items)


def is_open(option: Option, size: int) -> bool:
    """Whether a unit of this size may use the option; the option's own words say in which direction."""
    if option.unit_size is None or size == option.unit_size:
        return True
    words = (option.text or "").casefold()
    if f"{option.unit_size} or fewer" in words or f"{option.unit_size} models or fewer" in words:
        return size < option.unit_size
    return "or more" in words and size > option.unit_size


def excluded(name: str, carried: Iterable[Item], options: Sequence[Option]) -> str | None:
    """What of these things shuts out another: another choice of the option that gives it, what an option gives
    for the same thing, or what may not be carried with it (K-ARM-06).

    >>> lamp = Option(None, ((Item("Lamp"),), (Item("Torch"),)))
    >>> excluded("lamp", [Item("Rope"), Item("Torch")], [lamp])
    'Torch'
    """
    giving = [option for option in options if _gives(option, name)]
    barred = {key(text) for option in giving for text in option.without}
    rivals = [option for option in options for one in giving if option is one or _share(option, one)]
    for item in carried:
        shut = key(item.name) in barred or any(_gives(option, item.name) for option in rivals)
        if shut and not same(item.name, name):
            return item.name
    return None


def _gives(option: Option, name: str) -> bool:
    return any(same(item.name, name) for choice in option.choices for item in choice)


def _share(one: Option, other: Option) -> bool:
    """Whether two options replace the same thing."""
    return any(same(lost.name, gone.name) for lost in one.replaces for gone in other.replaces)


def reach(model: str, default: Kit, wanted: Kit, options: Sequence[Option]) -> Reached:
    """All ways for a model of this name from its default to what it carries. Raises Bound."""
    target = _state(wanted)
    if _state(default) == target:
        return Reached((Way(frozenset(), 0),))
    takings = _takings(model, default, target, options)
    asked = {n: judged(option, options, default) for n, option in enumerate(options)}
    steps = _Search(_state(default), target, takings, options, asked).steps()
    exact = [step for step in steps if step.has == target]
    if exact:
        return Reached(_best(exact, options))
    wider = [step for step in steps if not _minus(target, step.has)]
    if wider:
        least = min(_size(_minus(step.has, target)) for step in wider)
        nearest = [step for step in wider if _size(_minus(step.has, target)) == least]
        return Reached(_best(nearest, options), _shown(_minus(nearest[0].has, target), (default,), options))
    missed = min((_minus(target, step.has) for step in steps), key=_size)
    return Reached(excess=_shown(missed, (default, wanted), options))


def loads(model: str, default: Kit, totals: Kit, options: Sequence[Option]) -> tuple[tuple[Kit, Way], ...]:
    """What single models of this name may carry, as far as it is of what several of them have in all, each
    with the options that lead there. Raises Bound."""
    target = _state(totals)
    takings = _takings(model, default, target, options)
    asked = {n: judged(option, options, default) for n, option in enumerate(options)}
    found: dict[tuple[_State, frozenset[int]], int | None] = {}
    for step in _Search(_state(default), target, takings, options, asked).steps():
        found.setdefault((step.has, frozenset(n for n in step.uses if _binds(options[n]))), step.cost)
    kits = (default, totals)
    return tuple((_shown(has, kits, options), Way(uses, cost)) for (has, uses), cost in found.items())


def _state(items: Kit) -> _State:
    return tuple((key(item.name), item.count) for item in items)


def _minus(one: _State, other: _State) -> _State:
    taken = dict(other)
    return tuple((name, count - taken.get(name, 0)) for name, count in one if count > taken.get(name, 0))


def _plus(one: _State, other: _State) -> _State:
    counts = Counter(dict(one))
    counts.update(dict(other))
    return tuple(sorted(counts.items()))


def _size(state: _State) -> int:
    return sum(count for _, count in state)


def _shown(state: _State, kits: Iterable[Kit], options: Sequence[Option]) -> Kit:
    """A state under the names that loadouts and options use."""
    offered = (item for option in options for choice in option.choices for item in choice)
    shown = {key(item.name): item.name for item in (*offered, *(item for each in kits for item in each))}
    return tuple(Item(shown.get(name, name), count) for name, count in state)


def _takings(model: str, default: Kit, target: _State, options: Sequence[Option]) -> list[_Use]:
    """The takings that can matter: those that give something wanted, now or to be given up for it."""
    mine = [(n, o) for n, o in enumerate(options) if o.model is None or same(o.model, model)]
    uses = [use for n, option in mine for use in _uses(n, option, dict(_state(default)))]
    wanted, kept = {name for name, _ in target}, list[_Use]()
    while True:
        new = [use for use in uses if use not in kept and any(name in wanted for name, _ in use.gained)]
        if not new:
            return kept
        kept += new
        wanted |= {name for use in new for name, _ in use.lost}
        wanted |= {key(name) for use in new for name in options[use.place].requires}


def judged(option: Option, options: Sequence[Option], default: Kit) -> set[str]:
    """What an option asks the model to carry; what no model can carry is no wargear, and not judged here."""
    offered = (item for each in options for choice in each.choices for item in choice)
    return {key(name) for name in option.requires} & {key(item.name) for item in (*default, *offered)}


def _uses(place: int, option: Option, carried: dict[str, int]) -> Iterator[_Use]:
    """Every taking of one option by one model: its picks, and what is given up for them.

    An option with several picks for one thing given up replaces one for each pick where the model has several
    ("each of its two guns"), else one for all. An option for one pick may mean all copies of what it replaces.
    """
    for number in range(1, option.picks + 1):
        for picked in _picks(option, number):
            gained = _state(kit(item for n in picked for item in option.choices[n]))
            cost = _cost(option, picked)
            for lost in _given_up(option):
                yield _Use(place, gained, lost, False, cost)
                several = len(lost) == 1 and carried.get(lost[0][0], 0) > lost[0][1]
                if several and option.picks == 1:
                    yield _Use(place, gained, lost, True, cost)
                if several and 1 < number <= carried[lost[0][0]]:
                    yield _Use(place, gained, ((lost[0][0], lost[0][1] * number),), False, cost)


def _picks(option: Option, number: int) -> Iterator[tuple[int, ...]]:
    chosen = combinations_with_replacement if option.duplicates else combinations
    for place, picked in enumerate(chosen(range(len(option.choices)), number)):
        if place >= MOST_PICKS:
            raise Bound
        yield picked


def _cost(option: Option, picked: Iterable[int]) -> int | None:
    if not option.costs:
        return 0
    costs = [option.costs[n] if n < len(option.costs) else None for n in picked]
    return None if None in costs else sum(cost or 0 for cost in costs)


def _given_up(option: Option) -> Iterator[_State]:
    if option.replaces_one_of:
        yield from (_state(kit((item,))) for item in option.replaces)
    else:
        yield _state(kit(option.replaces))


class _Search:
    """Every loadout that the takings lead to, in any order, as far as it is on the way to a target.

    A taking is on the way if it gives what is still short, or something that the model has not by default and
    that another taking gives up or asks for.
    """

    def __init__(
        self,
        start: _State,
        target: _State,
        takings: Sequence[_Use],
        options: Sequence[Option],
        asked: Mapping[int, set[str]],
    ) -> None:
        self.start, self.takings, self.options, self.asked = start, takings, options, asked
        self.target, own = dict(target), dict(start)
        used = {name for use in takings for name, _ in use.lost} | {
            n for use in takings for n in asked[use.place]
        }
        self.between = used - own.keys()
        self.often = [_often(option, own) for option in options]

    def steps(self) -> list[_Step]:
        """The loadouts, with how each was reached. Raises Bound."""
        steps = [_Step(self.start)]
        seen: set[tuple[_State, tuple[int, ...]]] = {(self.start, ())}
        for step in steps:
            for use in self._onward(step):
                if step.uses.count(use.place) >= self.often[use.place]:
                    continue
                after = _taken(step, use, self.options[use.place], self.asked[use.place])
                if after is not None and (after.has, after.uses) not in seen:
                    seen.add((after.has, after.uses))
                    steps.append(after)
            if len(steps) > MOST_STATES:
                raise Bound
        return [step for step in steps if _holds(step, self.options, self.asked)]

    def _onward(self, step: _Step) -> Iterator[_Use]:
        has = dict(step.has)
        short = {name for name, count in self.target.items() if has.get(name, 0) < count} | self.between
        return (use for use in self.takings if any(name in short for name, _ in use.gained))


def _often(option: Option, own: Mapping[str, int]) -> int:
    """How often one model may take an option: once, or for each of several like things that it has ("each of
    this model's two guns")."""
    if option.limit is not None or not option.replaces:
        return 1
    copies = [own.get(key(item.name), 0) // max(item.count, 1) for item in option.replaces]
    return max(1, sum(copies) if option.replaces_one_of else min(copies))


def _taken(step: _Step, use: _Use, option: Option, needs: set[str]) -> _Step | None:
    """The loadout after a taking, or ``None`` where the model may not take it."""
    has = dict(step.has)
    barred = [key(name) for name in option.without]
    if not all(has.get(name) for name in needs) or any(has.get(name) for name in barred):
        return None
    if any(has.get(name, 0) < count for name, count in use.lost):
        return None
    lost = tuple((name, has[name]) for name, _ in use.lost) if use.lost_all else use.lost
    cost = None if step.cost is None or use.cost is None else step.cost + use.cost
    return _Step(
        _plus(_minus(step.has, lost), use.gained),
        tuple(sorted((*step.uses, use.place))),
        (*step.given, (use.place, use.gained)),
        cost,
    )


def _holds(step: _Step, options: Sequence[Option], asked: Mapping[int, set[str]]) -> bool:
    """Whether what an option asks of the model is still so at the end, but for what it changed itself."""
    has = dict(step.has)
    for place, gained in step.given:
        own = {name for name, _ in gained}
        gave = {key(item.name) for item in options[place].replaces}
        needed = asked[place] - gave
        barred = {key(name) for name in options[place].without} - own
        if not all(has.get(name) for name in needed) or any(has.get(name) for name in barred):
            return False
    return True


def _binds(option: Option) -> bool:
    """Whether more than the model itself has to do with an option."""
    return option.limit is not None or option.all_or_none or bool(option.requires)


def _best(steps: Iterable[_Step], options: Sequence[Option]) -> tuple[Way, ...]:
    """The ways that matter to a unit, by the options that bind more than one model, each at its cheapest.

    A way that uses more of the limited options than another, and costs no less, is never needed.
    """
    ways: dict[frozenset[int], int | None] = {}
    for step in steps:
        uses = frozenset(n for n in step.uses if _binds(options[n]))
        before = ways.get(uses)
        if uses not in ways or before is None or (step.cost is not None and step.cost < before):
            ways[uses] = step.cost
    best = list[Way]()
    for uses, cost in sorted(ways.items(), key=lambda way: (len(way[0]), sorted(way[0]))):
        if not any(_is_needless(uses, cost, other, options) for other in best):
            best.append(Way(uses, cost))
    if len(best) > MOST_WAYS:
        raise Bound
    return tuple(best)


def _is_needless(uses: frozenset[int], cost: int | None, other: Way, options: Sequence[Option]) -> bool:
    """Whether another way does as well: what binds all models together has to be the same in both."""
    if not other.uses <= uses or any(options[n].all_or_none for n in uses - other.uses):
        return False
    return cost is None or (other.cost is not None and other.cost <= cost)
