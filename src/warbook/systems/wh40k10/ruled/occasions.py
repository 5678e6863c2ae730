"""The occasions at which rules make something happen, and the plays of armies: when, on what, how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warbook import effects as fx
from warbook.dice import Value
from warbook.effects import terms
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.ruled import times
from warbook.systems.wh40k10.ruled.standing import LASTING, given_states, named_states

SPANS = ("phase", "turn", "battle round", "battle")


class Occasion(Value, frozen=True):
    """``then`` happens in one of the windows where the conditions hold: at most so often, and only if its
    player wants it where it is ``optional``."""

    windows: tuple[terms.Window, ...]
    then: fx.Effect
    conditions: tuple[terms.Condition, ...] = ()
    limit: terms.Limit | None = None
    optional: bool = False

    def __hash__(self) -> int:
        return id(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The engine's events at which it may come: at any time of a phase is before a choice of units."""
        found = ((w, name) for w in self.windows for name in times.names(w))
        return tuple(dict.fromkeys(name for w, name in found if w.event or not name.startswith("selected to")))


ONCE_A_PHASE = terms.Limit("phase", each="unit")
"""How often a rule comes that has any time of a phase for its occasion."""


def occasion(effect: fx.Effect) -> Occasion | None:
    """A sentence as an occasion, ``None`` where it is none."""
    match effect:
        case fx.At():
            inner = _deed(effect.then) if _phases(effect.windows) else None
            inner = inner or occasion(effect.then)
            return _at(effect) if inner is None else _scoped(inner, effect.windows)
        case fx.Each() if effect.event.what not in LASTING:
            return Occasion((terms.Window("any", event=effect.event),), effect.then)
        case fx.Limited():
            found = occasion(effect.then)
            return found and msgspec.structs.replace(found, limit=effect.limit, optional=True)
        case fx.May():
            found = occasion(effect.then)
            return found and msgspec.structs.replace(found, optional=True)
        case fx.If() if effect.otherwise is None:
            found = occasion(effect.then)
            return found and msgspec.structs.replace(found, conditions=(effect.condition, *found.conditions))
    return None


def _at(effect: fx.At) -> Occasion:
    """What happens in windows; how often, and that it is its player's choice, may be told inside."""
    then, limit, optional = effect.then, None, False
    while isinstance(then, fx.May | fx.Limited):
        optional = True
        limit = then.limit if isinstance(then, fx.Limited) else limit
        then = then.then
    if limit is None and _phases(effect.windows):
        limit = ONCE_A_PHASE
    return Occasion(effect.windows, then, limit=limit, optional=optional)


def _phases(windows: Sequence[terms.Window]) -> bool:
    """Whether windows are whole phases, at any time of which something may happen."""
    return all(window.event is None and window.edge == "during" for window in windows)


def _deed(effect: fx.Effect) -> Occasion | None:
    """ "In a phase, if somebody does something": it happens as he does it."""
    did = effect.condition if isinstance(effect, fx.If) else None
    if not isinstance(effect, fx.If) or not isinstance(did, terms.Did) or did.since is not None:
        return None
    if effect.otherwise is not None or did.event.what in (*LASTING, "destroyed"):
        return None
    return Occasion((terms.Window("any", event=did.event),), effect.then)


def _scoped(inner: Occasion, windows: Sequence[terms.Window]) -> Occasion | None:
    """An event within phases: it is a window of each."""
    events = [window.event for window in inner.windows]
    if not _phases(windows) or None in events:
        return None
    made = tuple(msgspec.structs.replace(window, event=event) for window in windows for event in events)
    return msgspec.structs.replace(inner, windows=made)


def is_offered(found: Occasion) -> bool:
    """Whether battles have all the events of an occasion, can tell its conditions, and do what follows."""
    from warbook.systems.wh40k10.ruled.answerable import answerable
    from warbook.systems.wh40k10.ruled.carrying import can

    limited = found.limit is None or (found.limit.per in SPANS and found.limit.times == 1)
    asked = all(map(answerable, found.conditions)) and all(map(window_offered, found.windows))
    return limited and asked and can(found.then)


def window_offered(window: terms.Window) -> bool:
    """Whether battles have an event for a window, and can tell whether it is the one."""
    from warbook.systems.wh40k10.ruled.answerable import answerable, selectable

    event = window.event
    if not times.names(window) or event is None:
        return bool(times.names(window))
    parties = [who for who in (event.by, event.to) if who is not None]
    return all(map(selectable, parties)) and all(map(answerable, event.where))


class Card(Value, frozen=True):
    """A play of an army: its rule and cost, when it may be used and on which units (on ``every`` one of two
    together), and within what it may be used once besides the phase; once a battle on ``each``."""

    rule: PrintedRule
    cost: int
    windows: tuple[terms.Window, ...]
    targets: tuple[terms.Selector, ...]
    span: str = "phase"
    every: bool = False
    each: bool = False

    def __hash__(self) -> int:
        return id(self)

    @property
    def names(self) -> tuple[str, ...]:
        """The engine's events at which it may be used."""
        return tuple(dict.fromkeys(name for window in self.windows for name in times.names(window)))

    @property
    def of_reserves(self) -> bool:
        """Whether it may be used on units that are not on the table (K-RES-09)."""
        return any(_speaks_of_reserves(each) for who in self.targets for each in who.where)


def _speaks_of_reserves(condition: terms.Condition) -> bool:
    match condition:
        case terms.All() | terms.Any():
            return any(map(_speaks_of_reserves, condition.of))
        case terms.State():
            return condition.state in ("in reserves", "in strategic reserves")
        case terms.Did():
            return condition.event.what == "arrives"
    return False


def card(rule: PrintedRule, cost: int) -> Card | None:
    """A play as battles offer it; ``None`` where any part of it is beyond them."""
    from warbook.systems.wh40k10.ruled.carrying import can

    rule = parted(as_it_dies(rule))
    windows = tuple(w for each in rule.when if isinstance(each, fx.When) for w in each.windows)
    targets = tuple(t for each in rule.target if isinstance(each, fx.Targets) for t in each.what)
    spans = [limit_of(each) for each in rule.restrictions]
    known = all(map(window_offered, windows)) and all(map(target_offered, rule.target)) and windows and targets
    plain = all(isinstance(each, fx.When) for each in rule.when) and None not in spans
    idle = not set(given_states(rule.effects)) <= set(named_states(rule.effects))
    if not known or not plain or idle or not rule.effects or not all(map(can, rule.effects)):
        return None
    every = any(isinstance(each, fx.Targets) and each.every and len(each.what) > 1 for each in rule.target)
    span = next((span for span in spans if span not in (None, "phase")), "phase")
    return Card(rule, cost, windows, targets, span, every, any(map(_is_of_each, rule.restrictions)))


def parted(rule: PrintedRule) -> PrintedRule:
    """A play with what limits its use among its restrictions, where its effects tell it, and what a restriction
    does to the unit among its effects."""
    from warbook.systems.wh40k10.ruled.carrying import can

    limits = tuple(each for each in rule.effects if limit_of(each) is not None)
    whole = tuple(each for each in rule.effects if limit_of(each) is None)
    done = tuple(each for each in rule.restrictions if limit_of(each) is None and can(each))
    kept = tuple(each for each in rule.restrictions if each not in done)
    return msgspec.structs.replace(rule, effects=(*whole, *done), restrictions=(*kept, *limits))


def as_it_dies(rule: PrintedRule) -> PrintedRule:
    """A play on what was just destroyed: it is used as that happens, whatever its WHEN."""
    targets = [who for each in rule.target if isinstance(each, fx.Targets) for who in each.what]
    if len(targets) != 1 or not any(map(_just_destroyed, targets[0].where)):
        return rule
    where = tuple(each for each in targets[0].where if not _just_destroyed(each))
    plain = msgspec.structs.replace(targets[0], where=())
    event = terms.Event("destroyed", to=plain, edge="after")
    when = tuple(_at_event(each, event) for each in rule.when)
    who = msgspec.structs.replace(targets[0], ref="that", where=where)
    return msgspec.structs.replace(rule, when=when, target=(fx.Targets((who,)),))


def _just_destroyed(condition: terms.Condition) -> bool:
    did = condition if isinstance(condition, terms.Did) and condition.since is None else None
    return did is not None and did.event.what == "destroyed" and did.event.by is None


def _at_event(effect: fx.Effect, event: terms.Event) -> fx.Effect:
    if not isinstance(effect, fx.When):
        return effect
    return fx.When(tuple(msgspec.structs.replace(w, event=w.event or event) for w in effect.windows))


def target_offered(effect: fx.Effect) -> bool:
    """Whether battles can tell on what a play is used: one unit of its player's army, or two together."""
    from warbook.systems.wh40k10.ruled.answerable import selectable

    if not isinstance(effect, fx.Targets) or (effect.every and len(effect.what) > MOST_TOGETHER):
        return False
    return all(selectable(who) and who.side != "enemy" and who.kind in ("unit", "model") for who in effect.what)


def limit_of(effect: fx.Effect) -> str | None:
    """Within what a play may be used once, by a restriction of this form; ``None`` for any other form."""
    if isinstance(effect, fx.Permit) and (effect.what, effect.barred) in RESPECTED:
        return "phase"
    if isinstance(effect, fx.Limited) and isinstance(effect.then, fx.Permit):
        limit, permit = effect.limit, effect.then
        plain = permit.what == "use this stratagem" and permit.to is None and not permit.where
        plain = plain and not permit.barred and limit.per in SPANS and limit.times == 1
        if plain and limit.each in (None, "army"):
            return limit.per
        return "phase" if plain and _is_of_each(effect) else None
    return None


MOST_TOGETHER = 2
RESPECTED = (("use this stratagem", False), ("arrive in an earlier battle round", True))
"""What plays say of themselves that battles keep to in any case."""


def _is_of_each(effect: fx.Effect) -> bool:
    """Whether it may be used once a battle on each model."""
    limit = effect.limit if isinstance(effect, fx.Limited) else None
    return limit is not None and limit.per == "battle" and limit.each in ("model", "unit")


def occasions(effects: Sequence[fx.Effect]) -> Iterator[Occasion]:
    """The occasions among a rule's sentences."""
    for effect in effects:
        found = occasion(effect)
        if found is not None and found.names:
            yield found
