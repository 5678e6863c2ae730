"""A unit as a player finds it when it is freshly taken: what is in it, what could be, and how often.

The tree holds every entry that is not hidden in a plain army. ``number`` is how many of it are selected for one
of what it stands in: the least that is allowed, with the defaults of groups. An entry with number 0 is an
option, and what stands inside it is counted as if it were taken once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from warbook.importers.battlescribe.changes import Change, changes, flag_after, number_after, text_after
from warbook.importers.battlescribe.conditions import Query
from warbook.importers.battlescribe.entries import CHILDREN, GROUP, Entries, Entry
from warbook.importers.battlescribe.nodes import Node, number

ANY = "any"
TYPES = frozenset(("unit", "model", "upgrade", "unit-group", "mount", "crew"))
_ARMY = frozenset(("force", "roster", "primary-category", "primary-catalogue"))


class Army(msgspec.Struct, frozen=True):
    """The plain army that a unit is looked at in: one force of one catalogue.

    ``forces`` are the ids that the force answers to (its kind, its catalogue, its game system); ``selected``
    counts by id what stands in it besides the unit; ``cost_types`` are the ids of the costs there are.
    """

    catalogue: str
    forces: frozenset[str]
    selected: Mapping[str, float] = {}
    cost_types: frozenset[str] = frozenset()


class Tally(msgspec.Struct):
    """What one selection holds: directly, at any depth, and what it costs with all that it holds."""

    direct: dict[str, float]
    deep: dict[str, float]
    costs: dict[str, float]


State = dict[str, Tally]
"""Tallies by the path of the selection."""

_EMPTY = Tally({}, {}, {})


class Standing:
    """Answers the queries of one selection's modifiers and constraints."""

    __slots__ = ("army", "selection", "state")

    def __init__(self, army: Army, state: State, selection: Selection) -> None:
        self.army = army
        self.state = state
        self.selection = selection

    def amount(self, query: Query) -> float:
        """How much of a query's field its scope holds."""
        if query.field == "forces":
            return float(query.child == ANY or query.child in self.army.forces)
        holder = self.scope(query.scope)
        if holder is None:
            return 0
        found = self._found(query, holder)
        if query.percent:
            total = self._found(msgspec.structs.replace(query, child=ANY), holder)
            return 100 * found / total if total else 0
        return found

    def _found(self, query: Query, holder: Selection | Army) -> float:
        if isinstance(holder, Army):
            return self._in_army(query)
        tally = self.state.get(holder.path, _EMPTY)
        if query.field != "selections":
            return tally.costs.get(query.field, 0)
        return (tally.deep if query.deep else tally.direct).get(query.child, 0)

    def _in_army(self, query: Query) -> float:
        root = self.selection.root
        tally = self.state.get(root.path, _EMPTY)
        if query.field != "selections":
            return tally.costs.get(query.field, 0)
        found = self.army.selected.get(query.child, 0) + (query.child in root.identities)
        return found + (tally.deep.get(query.child, 0) if query.deep else 0)

    def scope(self, name: str) -> Selection | Army | None:
        """The selection that a scope means from here, or the army; None where there is none."""
        here = self.selection
        if name == "self":
            return here
        if name == "parent":
            return here.parent_selection or self.army
        if name in _ARMY:
            return self.army
        if name in ("root-entry", "ancestor"):
            return here.root
        types = ("model", "unit") if name == "model-or-unit" else (name,)
        if name in TYPES or name == "model-or-unit":
            return next((near for near in here.line() if near.type in types), here.root)
        found = next((near for near in here.line() if name in near.identities), None)
        return found or (self.army if name in self.army.forces else None)

    def instance(self, query: Query) -> bool:
        """Whether what a query's scope means is a ``child``: that entry, of that type or category."""
        if query.scope == "ancestor":
            above = (near.identities for near in self.selection.above())
            return any(query.child in identities for identities in above) or query.child in self.army.forces
        if query.scope == "primary-catalogue":
            return query.child == self.army.catalogue
        if query.scope == "primary-category":
            return query.child == self.selection.root.primary
        holder = self.scope(query.scope)
        if isinstance(holder, Army):
            return query.scope != "roster" and query.child in holder.forces
        return holder is not None and query.child in holder.identities

    def before(self, query: Query) -> bool:
        """Whether the selection stands before another; in a plain army nothing does."""
        return False


def tallied(root: Selection) -> State:
    """The state of a unit with the numbers that its selections have now."""
    state: State = {}
    _tally(root, state)
    return state


def _tally(selection: Selection, state: State) -> Tally:
    tally = Tally({}, {}, dict(selection.own_costs))
    for child in selection.children:
        inner = _tally(child, state)
        if child.is_group:
            _add(tally.direct, inner.direct, 1)
            _add(tally.deep, inner.deep, 1)
            _add(tally.costs, inner.costs, 1)
        elif child.number:
            once = dict.fromkeys(child.identities, 1.0)
            _add(tally.direct, once, child.number)
            _add(tally.deep, once, child.number)
            _add(tally.deep, inner.deep, child.number)
            _add(tally.costs, inner.costs, child.number)
    state[selection.path] = tally
    return tally


def _add(sums: dict[str, float], more: Mapping[str, float], times: float) -> None:
    for key, value in more.items():
        sums[key] = sums.get(key, 0) + value * times


def numbers(root: Selection) -> Iterator[float]:
    """The numbers of all selections, to tell whether a unit still changes."""
    yield root.number
    for child in root.children:
        yield from numbers(child)


MAX_SELECTIONS = 20_000
"""A unit that offers more is cut there, and told."""

MAX_LEVELS = 60
MAX_ROUNDS = 6
UNLIMITED = 10_000.0

_NEAR = frozenset((*TYPES, "parent", "model-or-unit", "root-entry"))
Applied = list[tuple[Change, float]]
Taken = Callable[[Entry], bool]


class Selection:
    """One entry in a unit. ``least`` and ``most`` bound ``number`` within what it stands in.

    ``primary`` is the category that it is listed under; ``slots`` are those that it was only moved to.
    """

    __slots__ = (
        "_applied", "_standing", "categories", "children", "entry", "identities", "incoming", "least", "most",
        "number", "own_costs", "parent", "path", "primary", "slots", "type",
    )  # fmt: skip

    def __init__(self, entry: Entry, parent: Selection | None, army: Army, state: State) -> None:
        self.entry = entry
        self.parent = parent
        self.type = entry.type
        self.path: str = f"{parent.path}/{entry.nodes[0].id}" if parent else entry.nodes[0].id
        self.number = 1.0 if parent is None else 0.0
        self.least, self.most = 0.0, UNLIMITED
        self.children: list[Selection] = []
        self.incoming: list[tuple[Change, float]] = []
        self._standing = Standing(army, state, self)
        self._applied: dict[str, Applied] = {}
        self.primary = ""
        self.categories: dict[str, str] = {}
        self.slots: set[str] = set()
        group_ids = parent.identities - {GROUP} if parent and parent.is_group else frozenset()
        own = (*entry.ids, self.type, ANY)
        self.identities: frozenset[str] = group_ids | frozenset(own if self.type != GROUP else entry.ids)
        self._sort_into_categories()
        self.own_costs: dict[str, float] = {}

    @property
    def name(self) -> str:
        return text_after(self.entry.name, self.applied("name"))

    @property
    def is_group(self) -> bool:
        return self.type == GROUP

    @property
    def hidden(self) -> bool:
        return flag_after(self.entry.hidden, self.applied("hidden"))

    @property
    def root(self) -> Selection:
        here = self
        while here.parent is not None:
            here = here.parent
        return here

    @property
    def parent_selection(self) -> Selection | None:
        """What the entry is selected in: the nearest above it that is no group."""
        return next(self.above(), None)

    @property
    def standing(self) -> Standing:
        return self._standing

    def line(self) -> Iterator[Selection]:
        """The selection itself and all that it stands in, inmost first, groups too."""
        here: Selection | None = self
        while here is not None:
            yield here
            here = here.parent

    def above(self) -> Iterator[Selection]:
        """All that it stands in, inmost first, without groups."""
        return (near for near in self.line() if near is not self and not near.is_group)

    def below(self) -> Iterator[Selection]:
        """All that stands in it, in order, groups too."""
        for child in self.children:
            yield child
            yield from child.below()

    def inside(self) -> Iterator[Selection]:
        """What can be selected directly in it: entries, also those in groups."""
        for child in self.children:
            if child.is_group:
                yield from child.inside()
            else:
                yield child

    @property
    def total(self) -> float:
        """How many are selected in the whole unit."""
        total = 1.0
        for near in self.line():
            total *= 1 if near.is_group else near.number
        return total

    def applied(self, field: str) -> Applied:
        """The modifiers of a field that apply here, with how many times each."""
        if field not in self._applied:
            own = ((change, change.times(self._standing)) for change in own_changes(self.entry, field))
            pushed = [
                pair for pair in self.incoming if pair[0].field == field and ".profiles" not in pair[0].affects
            ]
            self._applied[field] = [pair for pair in own if pair[1]] + pushed
        return self._applied[field]

    def restate(self, state: State) -> None:
        """Looks at its costs and those of all that is in it again, in another state."""
        if any(kind in _by_field(self.entry) for kind in self.own_costs):
            self._standing.state = state
            self._applied.clear()
            self.own_costs = self._costs()
        for child in self.children:
            child.restate(state)

    def receive(self, change: Change, times: float) -> None:
        """Takes in a modifier that another selection pushes to this one."""
        self.incoming.append((change, times))
        self._applied.pop(change.field, None)

    def _sort_into_categories(self) -> None:
        for link in self.entry.each("categoryLinks"):
            if link.flag("hidden") or not link.get("targetId"):
                continue
            self.categories[link.get("targetId")] = link.name
            if link.flag("primary"):
                self.primary = link.get("targetId")
        self.identities |= frozenset(self.categories)
        self.change_categories(self.applied("category"))

    def change_categories(self, applied: Applied) -> None:
        """Adds and removes categories as modifiers say."""
        for change, _ in applied:
            if change.type == "set-primary" and change.value not in self.categories:
                self.slots.add(change.value)
            if change.type in ("add", "set-primary"):
                self.categories.setdefault(change.value, "")
            elif change.type == "remove":
                self.categories.pop(change.value, None)
            if change.type == "set-primary":
                self.primary = change.value
            elif change.type in ("unset-primary", "remove") and self.primary == change.value:
                self.primary = ""
        if applied:
            self.identities = self.identities | frozenset(self.categories)

    def _costs(self) -> dict[str, float]:
        """What one of it costs by type, without what is in it; a link's cost stands for its target's."""
        base = {cost.get("typeId"): number(cost.get("value")) for cost in self.entry.each("costs")}
        fields = _by_field(self.entry)
        return {
            kind: number_after(value, self.applied(kind)) if kind in fields else value
            for kind, value in (base | dict.fromkeys(self._added_costs(base), 0.0)).items()
        }

    def _added_costs(self, base: dict[str, float]) -> list[str]:
        known = self._standing.army.cost_types
        return [field for field in _by_field(self.entry) if field in known and field not in base]

    def look(self, state: State) -> None:
        """Looks at a state of the unit: what applies in it, how many are allowed, what one costs."""
        self._standing.state = state
        self._applied.clear()
        self.bound()
        self.own_costs = self._costs()

    def bound(self) -> None:
        """Finds the least and the most of it that are allowed."""
        self.least, self.most = 0.0, UNLIMITED
        for node in self.entry.each("constraints"):
            if not self._counts_here(node):
                continue
            value = number_after(number(node.get("value")), self.applied(node.id))
            if node.get("type") == "min":
                self.least = max(self.least, value)
            elif value >= 0:
                self.most = min(self.most, value)
        self.least = min(self.least, UNLIMITED)

    def _counts_here(self, node: Node) -> bool:
        if node.get("field", "selections") != "selections" or node.flag("percentValue"):
            return False
        scope = node.get("scope", "parent")
        if scope == "self":
            return self.is_group
        return scope in _NEAR or any(scope in near.entry.ids for near in self.line() if near is not self)

    def __repr__(self) -> str:
        return f"<{self.number:g} {self.name} ({self.type})>"


def own_changes(entry: Entry, field: str) -> tuple[Change, ...]:
    """The modifiers of an entry's own field: those of its target, then those of its links."""
    return _by_field(entry).get(field, ())


def _by_field(entry: Entry) -> dict[str, tuple[Change, ...]]:
    found: dict[str, tuple[Change, ...]] | None = entry.cache.get("changes")
    if found is None:
        found = {}
        for node in reversed(entry.nodes):
            for change in changes(node):
                if not change.affects and change.scope in ("", "self"):
                    found[change.field] = (*found.get(change.field, ()), change)
        entry.cache["changes"] = found
    return found


def anything(entry: Entry) -> bool:
    """Any entry may be taken where a group needs one and names none."""
    return True


class Taker:
    """Takes entries freshly into a plain army.

    ``taken`` says what may be selected where a group needs something and has no default; a model always may.
    ``chosen`` says of single entries, by their paths, that they are taken or left out.
    """

    def __init__(
        self,
        entries: Entries,
        army: Army,
        taken: Taken = anything,
        chosen: Mapping[str, bool] | None = None,
    ) -> None:
        self.entries = entries
        self.army = army
        self.taken = taken
        self.chosen = chosen or {}
        self._count = 0

    def take(self, entry: Entry) -> Selection:
        """The unit when it is freshly taken, looked at until its own numbers change no condition any more."""
        root = self._round(entry, {})
        for _ in range(MAX_ROUNDS):
            before = list(numbers(root))
            root = self._round(entry, tallied(root))
            if list(numbers(root)) == before:
                break
        return root

    def _round(self, entry: Entry, state: State) -> Selection:
        self._count = 0
        root = Selection(entry, None, self.army, state)
        root.look(state)
        self._expand(root, state, (entry.id,))
        return root

    def _expand(self, owner: Selection, state: State, line: tuple[str, ...]) -> None:
        for entry in self.entries.children(owner.entry):
            if self._cut(entry, line):
                continue
            child = Selection(entry, owner, self.army, state)
            if child.hidden or not self.chosen.get(child.path, True):
                continue
            child.look(state)
            owner.children.append(child)
            self._count += 1
            self._expand(child, state, (*line, entry.id))
        for child in owner.children:
            fill(child, self.taken)
            if self.chosen.get(child.path):
                child.number = max(child.number, 1.0)

    def _cut(self, entry: Entry, line: tuple[str, ...]) -> bool:
        """Whether to stop here: at an entry that stands inside itself, and where a unit grows beyond bounds."""
        if entry.id in line and any(entry.nodes[-1].children(group) for group in CHILDREN):
            self._tell(entry, "the link leads to what it stands in")
            return True
        if len(line) > MAX_LEVELS or self._count > MAX_SELECTIONS:
            self._tell(entry, f"expected at most {MAX_SELECTIONS} entries in {MAX_LEVELS} levels in a unit")
            return True
        return False

    def _tell(self, entry: Entry, message: str) -> None:
        self.entries.library.tell(entry.owners[0].path, entry.nodes[0].place, message)


def fill(child: Selection, taken: Taken) -> None:
    """Selects the least that is allowed of an entry; in a group, the default for what is still lacking."""
    if not child.is_group:
        child.number = max(child.least, _wanted(child))
        return
    lacking = child.least - held(child)
    for candidate in _candidates(child, taken) if lacking > 0 else ():
        more = min(lacking, room(candidate, child))
        candidate.number += more
        lacking -= more
        if lacking <= 0:
            return


def _wanted(child: Selection) -> float:
    """The amount that is selected at first where the document asks for more than the least."""
    asked = next(filter(None, (node.get("defaultAmount") for node in child.entry.nodes)), "0")
    return min(number(text_after(asked, child.applied("defaultAmount"))), child.most)


def _candidates(group: Selection, taken: Taken) -> list[Selection]:
    """What fills a group: its default first, then models and what else may be taken, what is free before what
    costs, in order."""
    default = group.entry.default.rpartition("::")[2]
    named = [choice for choice in group.inside() if default and default in choice.entry.ids]
    others = (choice for choice in group.inside() if choice not in named)
    fit = [choice for choice in others if choice.type == "model" or taken(choice.entry)]
    return named + sorted(fit, key=lambda choice: choice.type != "model" and sum(choice.own_costs.values()) > 0)


def held(group: Selection) -> float:
    """How many are selected in a group."""
    return sum(choice.number for choice in group.inside())


def room(choice: Selection, outermost: Selection | None = None) -> float:
    """How many more of an entry may be selected, by its own bound and those of the groups around it."""
    left = choice.most - choice.number
    for group in choice.line():
        if group is choice:
            continue
        if not group.is_group:
            break
        left = min(left, group.most - held(group))
        if group is outermost:
            break
    return max(left, 0.0)
