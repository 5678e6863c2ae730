"""What rules changed, put on weapons and models in the rulebook's order (K-MOD-01 to K-MOD-08)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from warbook.rules.engagement import ModelSpec, ModifierSpec, WeaponSpec
from warbook.systems.wh40k10 import abilities
from warbook.systems.wh40k10.compile import number
from warbook.systems.wh40k10.effects.acting import Change
from warbook.systems.wh40k10.effects.spoken import spelt

Changes = Sequence[Change]
NEVER_BETTER = 2
SKILLS = {"ballistic skill": "ranged", "weapon skill": "melee"}


def armed(weapon: WeaponSpec, sheet: str, changes: Changes) -> WeaponSpec:
    """A weapon's attacks with all that acts on them."""
    acting = [c for c in changes if c.of == "attack" and c.sheet in (None, sheet) and _fits(c, weapon)]
    gained = tuple(str(c.value) for c in acting if c.what == "ability")
    more = [name for name in gained if name.casefold() not in {a.casefold() for a in weapon.abilities}]
    changed = msgspec.structs.replace(weapon, abilities=(*weapon.abilities, *dict.fromkeys(more)))
    changed = _ranged(changed, [c for c in acting if c.what == "range"])
    plain = [
        c.spec for c in acting if c.spec is not None and c.what not in ("ability", "range", *CHARACTERISTICS)
    ]
    specs = [*plain, *_characteristics(changed, [c for c in acting if c.what in CHARACTERISTICS])]
    return msgspec.structs.replace(changed, modifiers=(*weapon.modifiers, *specs))


def _ranged(weapon: WeaponSpec, changes: Changes) -> WeaponSpec:
    """A weapon with its Range changed: set, divided, multiplied, then added to (K-MOD-01)."""
    if weapon.range_in is None or not changes:
        return weapon
    order = ("set", "divide", "multiply", "add", "improve", "subtract", "worsen")
    reach: float = weapon.range_in
    for change in sorted(changes, key=lambda each: order.index(each.op)):
        reach = _changed(reach, change.op, int(change.value))
    return msgspec.structs.replace(weapon, range_in=reach)


def _changed(now: float, op: str, value: int) -> float:
    match op:
        case "set":
            return value
        case "divide":
            return now / value
        case "multiply":
            return now * value
        case "add" | "improve":
            return now + value
    return max(0, now - value)


def outdoes(other: Change, change: Change, weapon: WeaponSpec) -> bool:
    """Whether beside another change one that does not add up with such changes nothing."""
    if other.of != change.of or other.what != change.what or not _fits(other, weapon):
        return False
    return change.alone == "any" or (change.alone == "good") == _is_good(other)


def _is_good(change: Change) -> bool:
    if change.spec is not None and change.spec.value is not None and not isinstance(change.spec.value, str):
        return change.spec.value > 0
    return change.op in ("add", "improve", "multiply")


def _fits(change: Change, weapon: WeaponSpec) -> bool:
    return change.fits if isinstance(change.fits, bool) else change.fits(weapon)


CHARACTERISTICS = ("strength", "armour penetration", "attacks", "damage", *SKILLS)


def _characteristics(weapon: WeaponSpec, changes: Changes) -> Iterable[ModifierSpec]:
    for what in CHARACTERISTICS:
        mine = [change for change in changes if change.what == what]
        if mine and (what not in SKILLS or SKILLS[what] == weapon.kind):
            yield from _one(weapon, what, mine)


def _one(weapon: WeaponSpec, what: str, changes: Changes) -> Iterable[ModifierSpec]:
    """The modifiers of one characteristic, each with its rule's name."""
    for change in changes:
        if what == "attacks" and abilities.read(weapon.abilities).extra_attacks and not change.by_name:
            continue
        reason, on = (change.spec.reason, change.spec.on) if change.spec else (None, None)
        spec = spelt(what, change.op, change.value)
        yield msgspec.structs.replace(spec, reason=reason, on=on)


def standing(model: ModelSpec, sheet: str, changes: Changes) -> ModelSpec:
    """A target's model with all that rules give it."""
    for change in changes:
        named = change.names is None or model.name in change.names
        if change.of == "model" and change.sheet in (None, sheet) and named:
            model = _standing(model, change)
    return model


STATES = {"cover": "in_cover", "stealth": "stealth"}


def _standing(model: ModelSpec, change: Change) -> ModelSpec:
    if change.what == "modifier":
        assert change.spec is not None
        return msgspec.structs.replace(model, modifiers=(*model.modifiers, change.spec))
    if change.what in STATES:
        return msgspec.structs.replace(model, **{STATES[change.what]: True})
    field = change.what.replace(" ", "_")
    if change.what in ("invulnerable", "feel no pain"):
        best = min(filter(None, (getattr(model, field), str(change.value))))
        return msgspec.structs.replace(model, **{field: best})
    if change.what == "save":
        return msgspec.structs.replace(model, save=_save(model.save, change))
    if not hasattr(model, field):
        return model
    now = int(getattr(model, field))
    then = -(-_changed(now, change.op, int(change.value)) // 1)
    return msgspec.structs.replace(model, **{field: max(1, int(then))})


def _save(printed: str, change: Change) -> str:
    value, now = int(change.value), number(printed)
    if change.op == "set":
        return f"{value}+"
    if now is None:
        return printed
    better = change.op in ("add", "improve")
    return f"{max(NEVER_BETTER, now - value if better else now + value)}+"
