"""Which leaves stand on a unit itself, by sort: nothing of them is about attacks."""

from __future__ import annotations

from collections.abc import Sequence

from warbook import effects as fx
from warbook.systems.wh40k10.effects import leaves

Key = tuple[str, str]
"""A sort of leaf: what it is, and of what."""

CHARACTERISTICS = ("move", "objective control")
ROLLS = ("advance roll", "charge roll", "battle-shock test", "leadership test")
REROLLS = ("advance roll", "charge roll", "battle-shock test", "leadership test")
PERMITS = ("shoot after advance", "shoot after fall back", "charge after advance", "charge after fall back")
BARS = ("charge", "shoot")
ABILITIES = ("fights first", "lone operative")


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
        case fx.Permit() if leaf.who is not None and leaf.to is None and not leaf.where:
            known = BARS if leaf.barred else PERMITS
            return ("bar" if leaf.barred else "permit", leaf.what) if leaf.what in known else None
        case fx.Grant() if leaf.what == "ability" and leaf.to is not None and len(leaf.names) == 1:
            plain = not leaf.lost and leaf.against is None and leaf.names[0] in ABILITIES
            return ("ability", leaf.names[0]) if plain else None
    return None


def _modifies(leaf: fx.Modifier) -> bool:
    """Whether battles can modify what a leaf modifies, by a number."""
    if not isinstance(leaf.value, int) or leaf.least is not None or leaf.most is not None:
        return False
    if leaf.what == "leadership":
        return leaf.op in ("improve", "worsen", "set")
    return leaf.what in CHARACTERISTICS or (leaf.what in ROLLS and leaf.op in ("add", "subtract"))


def keys_of(effects: Sequence[fx.Effect]) -> frozenset[Key]:
    """The sorts of leaves in effects that stand on units."""
    found = (key_of(leaf) for effect in effects for leaf in leaves(effect))
    return frozenset(key for key in found if key is not None)
