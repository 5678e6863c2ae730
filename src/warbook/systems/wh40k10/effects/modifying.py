"""Leaves that change rolls and characteristics by an amount."""

from __future__ import annotations

from warbook import effects as fx
from warbook.effects.terms import Selector
from warbook.rules.engagement import ModifierSpec
from warbook.systems.wh40k10.effects.holds import Answer
from warbook.systems.wh40k10.effects.scene import NotModelled
from warbook.systems.wh40k10.effects.spoken import fitting, reasoned, sheet_of, speaks_of, weapons_of
from warbook.systems.wh40k10.effects.walking import Change, Walk, on_walk

ROLLS = {"hit roll": "hit", "wound roll": "wound"}
SAVES = ("save roll", "armour save roll")
OF_ATTACK = ("attacks", "strength", "armour penetration", "damage", "ballistic skill", "weapon skill", "range")
OF_MODEL = ("toughness", "save", "wounds")
OPS = {"add": "add", "improve": "add", "subtract": "subtract", "worsen": "subtract", "set": "set"}


@on_walk.register
def _(effect: fx.Modifier, walk: Walk) -> None:
    if effect.what in ROLLS and effect.op in ("add", "subtract"):
        _roll(effect, walk, ROLLS[effect.what])
    elif effect.what in SAVES and effect.op in ("add", "subtract"):
        _save_roll(effect, walk)
    elif effect.what == "damage roll":
        _of_attack(effect, walk, "damage")
    elif effect.what in OF_ATTACK:
        _of_attack(effect, walk, effect.what)
    elif effect.what in OF_MODEL:
        _of_model(effect, walk)
    elif effect.what in ("move", "leadership", "objective control"):
        raise NotModelled(f"{effect.what} in figures of attacks")
    else:
        raise NotModelled(f"{effect.op} {effect.what}")


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise NotModelled("an amount that is rolled or counted")
    return value


def _signed(effect: fx.Modifier) -> int:
    amount = _number(effect.value)
    return -amount if effect.op in ("subtract", "worsen") else amount


def _roll(effect: fx.Modifier, walk: Walk, what: str) -> None:
    if not walk.attack and not speaks_of(effect.of, walk, "attacker", effect):
        return
    spec = ModifierSpec(what, value=_signed(effect), reason=walk.name)
    walk.change(effect, Change("attack", what, fits=fitting(walk), sheet=sheet_of(walk, effect.of), spec=spec))


def _save_roll(effect: fx.Modifier, walk: Walk) -> None:
    if not walk.attack and not speaks_of(effect.of, walk, "target", effect):
        return
    spec = ModifierSpec("save", value=_signed(effect), reason=walk.name)
    walk.change(effect, Change("attack", "save", fits=fitting(walk), spec=spec))


def _of_attack(effect: fx.Modifier, walk: Walk, what: str) -> None:
    """A characteristic of weapons or of the attack spoken of."""
    answers: list[Answer] = []
    of = effect.of
    if of is None or of.kind == "attack" or (of.kind == "weapon" and of.ref in ("that", "those")):
        if not walk.attack and not walk.scene.survey and (of is None or walk.speaker.role != "attacker"):
            return
    elif not weapons_of(of, walk, answers):
        return
    if what == "range":
        raise NotModelled("Range in figures of attacks")
    op = OPS.get(effect.op, effect.op)
    value = _number(effect.value)
    walk.change(
        effect,
        Change(
            "attack",
            what,
            op,
            value,
            fitting(walk, *answers),
            sheet_of(walk, of),
            ModifierSpec(what, reason=walk.name),
        ),
    )


def _of_model(effect: fx.Modifier, walk: Walk) -> None:
    """A characteristic of the models attacked."""
    if effect.of is not None and effect.of.kind not in ("unit", "model"):
        raise NotModelled(f"{effect.what} of a {effect.of.kind}")
    if not speaks_of(effect.of or Selector(ref="this"), walk, "target", effect):
        return
    op = OPS.get(effect.op, effect.op)
    value = _number(effect.value)
    walk.change(
        effect,
        Change("model", effect.what, op, value, fitting(walk), sheet_of(walk, effect.of), reasoned(walk)),
    )
