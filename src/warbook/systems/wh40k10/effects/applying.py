"""What rules changed, put on weapons and models in the rulebook's order (K-MOD-01 to K-MOD-08)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from warbook.dice import Dice
from warbook.rules.engagement import ModelSpec, ModifierSpec, WeaponSpec
from warbook.systems.wh40k10 import abilities
from warbook.systems.wh40k10.compile import number
from warbook.systems.wh40k10.effects.acting import Change
from warbook.systems.wh40k10.effects.scene import NotModelled

Changes = Sequence[Change]
NEVER_BETTER = 2
SKILLS = {"ballistic skill": "ranged", "weapon skill": "melee"}


def armed(weapon: WeaponSpec, sheet: str, changes: Changes) -> WeaponSpec:
    """A weapon's attacks with all that acts on them. Raises NotModelled."""
    acting = [c for c in changes if c.of == "attack" and c.sheet in (None, sheet) and _fits(c, weapon)]
    gained = tuple(str(c.value) for c in acting if c.what == "ability")
    more = [name for name in gained if name.casefold() not in {a.casefold() for a in weapon.abilities}]
    changed = msgspec.structs.replace(weapon, abilities=(*weapon.abilities, *dict.fromkeys(more)))
    plain = [c.spec for c in acting if c.spec is not None and c.what not in ("ability", *CHARACTERISTICS)]
    specs = [*plain, *_characteristics(changed, [c for c in acting if c.what in CHARACTERISTICS])]
    return msgspec.structs.replace(changed, modifiers=(*weapon.modifiers, *specs))


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
        value, reason = int(change.value), change.spec.reason if change.spec else None
        if what == "damage":
            op = {"divide": "divide", "multiply": "multiply", "set": "set"}.get(change.op, change.op)
            yield ModifierSpec("damage", op=op, value=value, reason=reason)  # type: ignore[arg-type]
        elif what == "attacks" and abilities.read(weapon.abilities).extra_attacks:
            continue
        elif change.op in ("add", "subtract"):
            yield ModifierSpec(*_added(what, value if change.op == "add" else -value), reason=reason)
        else:
            yield _scaled(weapon, what, change, reason)


def _added(what: str, better: int) -> tuple[str, int]:
    """A characteristic that gets so much better, as engagements spell it: worse AP and skill count up."""
    if what == "armour penetration":
        return "ap", -better
    if what in SKILLS:
        return "skill", -better
    return what, better


def _scaled(weapon: WeaponSpec, what: str, change: Change, reason: str | None) -> ModifierSpec:
    """Setting and multiplying, as the difference from what is printed."""
    printed = _printed(weapon, what)
    value = int(change.value)
    now = {"set": value, "multiply": printed * value, "divide": -(-printed // value)}[change.op]
    spelt, better = _added(what, now - printed)
    return ModifierSpec(spelt, value=-better if what in SKILLS else better, reason=reason)


def _printed(weapon: WeaponSpec, what: str) -> int:
    if what == "strength":
        return weapon.strength
    if what == "armour penetration":
        return -int(weapon.ap)
    text = weapon.attacks if what == "attacks" else weapon.skill
    dice = Dice.parse(text) if what == "attacks" and text is not None else None
    found = dice.bonus if dice is not None and not dice.number else number(text) if dice is None else None
    if found is None:
        raise NotModelled(f"setting {what} of {text}")
    return found


def standing(model: ModelSpec, sheet: str, changes: Changes) -> ModelSpec:
    """A target's model with all that rules give it."""
    for change in changes:
        if change.of == "model" and change.sheet in (None, sheet):
            model = _standing(model, change)
    return model


def _standing(model: ModelSpec, change: Change) -> ModelSpec:
    field = change.what.replace(" ", "_")
    if change.what in ("invulnerable", "feel no pain", "feel no pain mortal"):
        best = min(filter(None, (getattr(model, field), str(change.value))))
        return msgspec.structs.replace(model, **{field: best})
    if change.what == "save":
        return msgspec.structs.replace(model, save=_save(model.save, change))
    now = int(getattr(model, field))
    value = int(change.value)
    then = {"add": now + value, "subtract": now - value, "set": value, "multiply": now * value}[change.op]
    return msgspec.structs.replace(model, **{field: max(1, then)})


def _save(printed: str, change: Change) -> str:
    value, now = int(change.value), number(printed)
    if change.op == "set":
        return f"{value}+"
    if now is None:
        return printed
    return f"{max(NEVER_BETTER, now - value if change.op == 'add' else now + value)}+"
