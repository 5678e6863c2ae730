"""Which leaves stand on a unit itself, by sort: nothing of them is about attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warbook import effects as fx
from warbook.dice import Value
from warbook.effects import terms
from warbook.systems.wh40k10.effects import parts

Key = tuple[str, str]
"""A sort of leaf: what it is, and of what."""

CHARACTERISTICS = ("move", "objective control")
ROLLS = ("advance roll", "charge roll", "battle-shock test", "leadership test")
REROLLS = ("advance roll", "charge roll", "battle-shock test", "leadership test")
PERMITS = ("shoot after advance", "shoot after fall back", "charge after advance", "charge after fall back")
BARS = ("charge", "shoot")
BARS_TO = ("target", "charge")
"""What rules may keep units from doing to certain others."""
ABILITIES = ("fights first", "lone operative")


IGNORES: Key = ("save", "feel no pain")
"""A Feel No Pain against mortal wounds, whatever inflicts them."""


def key_of(leaf: fx.Effect) -> Key | None:
    """The sort of a leaf that stands on a unit, ``None`` where battles have no use for it."""
    match leaf:
        case fx.Modifier() if leaf.of is not None and leaf.of.kind in ("unit", "model"):
            return ("modifier", leaf.what) if _modifies(leaf) else None
        case fx.Modifier() if leaf.of is not None and leaf.of.kind == "roll" and leaf.what in ROLLS:
            return None
        case fx.Reroll() if leaf.of is not None and leaf.what in REROLLS:
            plain = not leaf.barred and leaf.count is None and leaf.which == "any"
            return ("reroll", leaf.what) if plain else None
        case fx.Permit() if leaf.who is not None and leaf.barred and leaf.to is not None and not leaf.where:
            return ("bar to", leaf.what) if leaf.what in BARS_TO and leaf.to.kind == "unit" else None
        case fx.Permit() if leaf.who is not None and leaf.to is None and not leaf.where:
            known = BARS if leaf.barred else PERMITS
            return ("bar" if leaf.barred else "permit", leaf.what) if leaf.what in known else None
        case fx.Save() if leaf.what == "feel no pain" and leaf.to is not None:
            return IGNORES if not leaf.against or "mortal" in leaf.against else None
        case fx.Grant() if leaf.what == "ability" and leaf.to is not None and len(leaf.names) == 1:
            plain = not leaf.lost and leaf.against is None and leaf.names[0] in ABILITIES
            return ("ability", leaf.names[0]) if plain else None
    return state_of(leaf)


def _modifies(leaf: fx.Modifier) -> bool:
    """Whether battles can modify what a leaf modifies, by a number."""
    if not isinstance(leaf.value, int) or leaf.least is not None or leaf.most is not None:
        return False
    if leaf.what == "leadership":
        return leaf.op in ("improve", "worsen", "set")
    return leaf.what in CHARACTERISTICS or (leaf.what in ROLLS and leaf.op in ("add", "subtract"))


GAME_STATES = frozenset(
    ("battle-shocked", "benefit of cover", "stationary", "below half-strength", "below starting strength")
)
"""States that the game itself has: none that a rule brings up by its own name."""


def state_of(leaf: fx.Effect) -> Key | None:
    """A condition that a rule puts a unit in by a name of its own."""
    if not isinstance(leaf, fx.Grant) or leaf.what != "state" or leaf.to is None or len(leaf.names) != 1:
        return None
    plain = not leaf.lost and leaf.against is None and leaf.names[0] not in GAME_STATES
    return ("state", leaf.names[0]) if plain else None


def each_keys(effect: fx.Each) -> frozenset[Key]:
    """The sorts of what stands on a unit each time that it takes a test, piles in or consolidates."""
    event, then = effect.event, effect.then
    if last_blow(effect) is not None:
        return frozenset({LAST_BLOW})
    if through(effect) is not None:
        return frozenset({THROUGH})
    if event.by is None or event.where or event.first:
        return frozenset()
    if event.what == "takes a test" and event.roll is not None:
        rolls = event.roll.split(" or ")
        plain = isinstance(then, fx.Modifier) and then.what == "roll" and isinstance(then.value, int)
        known = plain and then.op in ("add", "subtract") and set(rolls) <= set(ROLLS)  # type: ignore[union-attr]
        return frozenset(("modifier", roll) for roll in rolls) if known else frozenset()
    if event.what == "moves" and len(event.moves) == 1 and event.moves[0] in FIGHT_MOVES:
        return frozenset({("reach", event.moves[0])}) if farther(effect) is not None else frozenset()
    return frozenset()


LAST_BLOW: Key = ("after death", "fight")


class LastBlow(Value, frozen=True):
    """Models that are destroyed in the Fight phase before they fought may fight then; where ``needs`` is told,
    on such a roll of a D6 for each."""

    needs: int | None = None


def last_blow(effect: fx.Each) -> LastBlow | None:
    """What a rule says of models that are destroyed, where it lets them fight first (K-ATK-06)."""
    event, to = effect.event, effect.event.to
    if event.what != "destroyed" or event.by or event.where or event.first or event.attacks == "ranged":
        return None
    own = to is not None and to.kind == "model" and (to.ref or (to.of.ref if to.of else None)) in OWN
    return _last_blow(effect.then) if own else None


OWN = ("this", "your", "bearer")

THROUGH: Key = ("permit", "move through")


class Through(Value, frozen=True):
    """Models may go through enemy models in moves of these kinds (in all, where none is told), but for those
    ``without``; ``passes`` says that they pass Desperate Escape tests in it."""

    moves: tuple[str, ...]
    without: tuple[str, ...]
    passes: bool = False


def through(effect: fx.Each) -> Through | None:
    """What a rule says of moves through enemy models."""
    event, by = effect.event, effect.event.by
    own = by is not None and by.kind == "model" and (by.ref or (by.of.ref if by.of else None)) in OWN
    parts = effect.then.effects if isinstance(effect.then, fx.Then) else (effect.then,)
    if not parts:  # a note
        return None
    first = parts[0]
    if event.what != "moves" or event.where or not own or not isinstance(first, fx.Permit) or first.barred:
        return None
    to = first.to
    enemies = first.what == "move through" and to is not None and to.kind == "model" and to.side == "enemy"
    if not enemies or to is None or to.keywords or to.where or not all(map(_goes_with, parts[1:])):
        return None
    return Through(event.moves, to.without, any(map(_passes, parts[1:])))


def _goes_with(effect: fx.Effect) -> bool:
    """What is so of every such move: through Engagement Range, not to end there, without tests."""
    match effect:
        case fx.If(condition=terms.Done(), otherwise=None):
            return _goes_with(effect.then)
        case fx.Then():
            return all(map(_goes_with, effect.effects))
        case fx.Permit(what="move" | "end that move", where=(terms.Within(inches="engagement range"),)):
            return True
    return _passes(effect)


def _passes(effect: fx.Effect) -> bool:
    match effect:
        case fx.If(condition=terms.Done(), otherwise=None):
            return _passes(effect.then)
        case fx.Then():
            return any(map(_passes, effect.effects))
    return isinstance(effect, fx.Test) and (effect.what, effect.outcome) == ("desperate escape", "passed")


def _last_blow(effect: fx.Effect) -> LastBlow | None:
    match effect:
        case fx.If(condition=terms.Not(of=terms.Did(event=event, since="phase")), otherwise=None):
            return _last_blow(effect.then) if event.what == "fights" else None
        case fx.May():
            return _last_blow(effect.then)
        case fx.OnRoll(outcomes=(only,), count=1, plus=(), each=None) if only.most is None:
            return None if _last_blow(only.then) is None else LastBlow(only.least)
        case fx.Then(effects=(fx.Permit(what="stay until it has fought"), act)):
            return _last_blow(act)
        case fx.Act(what="fight", after_death=True, weapon=None, where=()):
            return LastBlow()
    return None


FIGHT_MOVES = ("pile-in", "consolidation")
FIGHT_MOVE_IN = 3


def farther(effect: fx.Each) -> fx.Move | None:
    """The longer move in place of one of three inches; ``where`` it must end engaged, if it must."""
    then: fx.Effect = effect.then
    where: tuple[terms.Condition, ...] = ()
    if isinstance(then, fx.If) and then.otherwise is None and _ends_engaged(then.condition):
        where, then = (then.condition,), then.then
    if not isinstance(then, fx.Move) or not isinstance(then.inches, int) or then.instead_of != FIGHT_MOVE_IN:
        return None
    plain = not then.where and not then.must and then.as_if is None
    return msgspec.structs.replace(then, where=where) if plain else None


def _ends_engaged(condition: terms.Condition) -> bool:
    """ "Provided it ends that move within Engagement Range"."""
    event = condition.event if isinstance(condition, terms.Did) else None
    if event is None or event.what != "moves" or event.edge != "end" or len(event.where) != 1:
        return False
    (near,) = event.where
    return isinstance(near, terms.Within) and near.inches == "engagement range" and near.of.side == "enemy"


def keys_of(effects: Sequence[fx.Effect]) -> frozenset[Key]:
    """The sorts of leaves in effects that stand on units."""
    return frozenset(key for effect in effects for key in keys_in(effect))


_KNOWN: dict[int, tuple[fx.Effect, frozenset[Key]]] = {}
"""The sorts in effects that were looked at, by identity: hashing them would take as long as looking."""
MOST_KNOWN = 4096


def keys_in(effect: fx.Effect) -> frozenset[Key]:
    """The same of one effect."""
    known = _KNOWN.get(id(effect))
    if known is None or known[0] is not effect:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[id(effect)] = effect, frozenset(_keys(effect))
    return known[1]


def _keys(effect: fx.Effect) -> Iterator[Key]:
    if isinstance(effect, fx.Each):
        yield from sorted(each_keys(effect))
    inner = tuple(parts(effect))
    for part in inner:
        yield from _keys(part)
    key = None if inner else key_of(effect)
    if key is not None:
        yield key
