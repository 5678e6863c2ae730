"""Leaves that change rolls and characteristics by an amount."""

from __future__ import annotations

from typing import Literal

import msgspec

from warbook import effects as fx
from warbook.dice import Dice
from warbook.effects.terms import Amount, Counted, Measured, Selector
from warbook.rules.engagement import ModifierSpec
from warbook.systems.wh40k10.effects.choosing import picked
from warbook.systems.wh40k10.effects.holds import every, matches
from warbook.systems.wh40k10.effects.scene import NotModelled, Role
from warbook.systems.wh40k10.effects.spoken import (
    fitting,
    models_of,
    of_attack,
    reasoned,
    sheet_of,
    speaks_of,
    spelt,
    weapons_of,
)
from warbook.systems.wh40k10.effects.walk import Change, Walk
from warbook.systems.wh40k10.effects.walking import on_walk
from warbook.systems.wh40k10.modifiers import of_defender

ROLLS = {"hit roll": "hit", "wound roll": "wound"}
SAVES = ("save roll", "armour save roll")
OF_ATTACK = ("attacks", "strength", "armour penetration", "damage", "ballistic skill", "weapon skill", "range")
OF_MODEL = ("toughness", "save", "wounds")
BESIDE = (
    "move", "leadership", "objective control", "charge roll", "advance roll", "battle-shock test", "cp cost",
    "leadership test", "desperate escape test", "hazardous test", "deadly demise roll", "transport space",
)  # fmt: skip
"""What changes no figure of attacks."""

LEAST = 1
"""Below this no characteristic goes anyhow."""


@on_walk.register
def _(effect: fx.Modifier, walk: Walk) -> None:
    if effect.what in BESIDE or (effect.what == "roll" and walk.tested and not walk.each_attack):
        return
    if (effect.least is not None and effect.least != LEAST) or effect.most is not None:
        raise NotModelled(f"a bound of {effect.what}")
    if effect.op == "set" and effect.value == SIX and effect.what in ("roll", *ROLLS, "save roll"):
        _to_six(effect, walk)
    elif effect.what in ROLLS and effect.op in ("add", "subtract"):
        _roll(effect, walk, ROLLS[effect.what])
    elif effect.what in SAVES and effect.op in ("add", "subtract"):
        _save_roll(effect, walk)
    elif effect.what == "damage roll" and effect.op in ("add", "subtract"):
        _of_attack(effect, walk, "damage")
    elif effect.what in OF_ATTACK:
        _of_attack(effect, walk, effect.what)
    elif effect.what in OF_MODEL:
        _of_model(effect, walk)
    else:
        raise NotModelled(f"{effect.op} {effect.what}")


SIX = 6


def _to_six(effect: fx.Modifier, walk: Walk) -> None:
    """One roll that is changed to an unmodified 6. Raises NotModelled where it is more than one."""
    if not walk.limited or walk.scene.facts is not None:
        raise NotModelled("rolls that are changed to 6")
    for roll in _rolls_changed(effect, walk):
        role: Role = "target" if roll == "save roll" else "attacker"
        answer = of_attack(effect.of, walk, role)
        if answer is False:
            continue
        spec = ModifierSpec("one six", roll=SPELT[roll], reason=walk.name)
        sheet = sheet_of(walk, effect.of) if role == "attacker" else None
        walk.change(effect, Change("attack", spec.what, fits=fitting(walk, answer), sheet=sheet, spec=spec))


SPELT: dict[str, Literal["hit", "wound", "save"]] = {
    "hit roll": "hit",
    "wound roll": "wound",
    "save roll": "save",
}


def _rolls_changed(effect: fx.Modifier, walk: Walk) -> tuple[str, ...]:
    """The roll that is meant, of those that were spoken of. Raises Undecided."""
    if effect.what != "roll":
        return (effect.what,)
    known = tuple(roll for roll in walk.rolls if roll in SPELT)
    if not known:
        raise NotModelled("a roll of nobody that is changed")
    return known if walk.scene.survey else picked(known, 1, walk.options)


@on_walk.register
def _(effect: fx.Alone, walk: Walk) -> None:
    """What the rule changed of this last does not add up with others."""
    if effect.what in BESIDE:
        return
    what = ROLLS.get(effect.what, effect.what)
    for place in range(len(walk.changes) - 1, -1, -1):
        if walk.changes[place].what == what:
            walk.changes[place] = msgspec.structs.replace(walk.changes[place], alone=effect.which)
            walk.acted.add(id(effect))
            return


def number(value: Amount, walk: Walk) -> int:
    """An amount that is known before any die. Raises NotModelled."""
    if isinstance(value, Counted):
        return _counted(value, walk)
    if isinstance(value, Measured):
        return _measured(value, walk)
    if not isinstance(value, int):
        raise NotModelled("an amount that is rolled or looked up")
    return value


def _measured(value: Measured, walk: Walk) -> int:
    """What is known of a unit of one model, and how many wounds it has lost. Raises NotModelled for else."""
    role = walk.speaker.whom(value.of)
    if walk.scene.survey and value.what in OF_ONE:
        return 1
    force = None if role is None else walk.scene.force(role)
    if force is None or force.size != 1 or value.what not in OF_ONE or not isinstance(value.plus, int):
        raise NotModelled("an amount that is rolled or looked up")
    model = force.models[0]
    left = model.wounds - force.wounds_lost
    known = {"wounds remaining": left, "wounds lost": force.wounds_lost, "toughness": model.toughness}
    return known[value.what] * value.times + value.plus


OF_ONE = ("wounds remaining", "wounds lost", "toughness")


def _counted(value: Counted, walk: Walk) -> int:
    """So much for every few models of a unit of the engagement."""
    found = many(value.each, walk) // value.per * number(value.times, walk)
    return found if value.most is None else min(found, value.most)


def many(each: Selector, walk: Walk) -> int:
    """How many models a selector means. Raises NotModelled for what the engagement does not tell."""
    role = walk.speaker.whom(each)
    if each.kind != "model" or each.where or each.other or role is None:
        raise NotModelled(f"how many {each.kind}s there are")
    if walk.scene.survey:
        return 1
    names = models_of(each, walk, role)
    models = walk.scene.force(role).models
    if matches(each, walk.scene, walk.speaker, role) is False or not models:
        raise NotModelled("how many models there are")
    return sum(model.count for model in models if names is None or model.name in names)


def _signed(effect: fx.Modifier, walk: Walk) -> int:
    amount = number(effect.value, walk)
    return -amount if effect.op in ("subtract", "worsen") else amount


def _roll(effect: fx.Modifier, walk: Walk, what: str) -> None:
    answer = of_attack(effect.of, walk)
    if answer is False:
        return
    spec = ModifierSpec(what, value=_signed(effect, walk), reason=walk.name)
    sheet = sheet_of(walk, effect.of)
    walk.change(effect, Change("attack", what, fits=fitting(walk, answer), sheet=sheet, spec=spec))


def _save_roll(effect: fx.Modifier, walk: Walk) -> None:
    answer = of_attack(effect.of, walk, "target")
    if answer is False:
        return
    spec = ModifierSpec("save", value=_signed(effect, walk), reason=walk.name)
    if sheet_of(walk, effect.of) is None:
        walk.change(effect, Change("attack", "save", fits=fitting(walk, answer), spec=spec))
    else:
        of_one(effect, walk, spec, effect.of)


def of_one(effect: fx.Effect, walk: Walk, spec: ModifierSpec, of: Selector | None) -> None:
    """A modifier that some models of the target alone carry. Raises NotModelled where it waits for a weapon."""
    if fitting(walk) is not True and not walk.scene.survey:
        raise NotModelled(f"{spec.what} of one model against some weapons only")
    names = models_of(of, walk, "target")
    walk.change(effect, Change("model", "modifier", sheet=sheet_of(walk, of), spec=spec, names=names))


def _of_attack(effect: fx.Modifier, walk: Walk, what: str) -> None:
    """A characteristic of weapons or of the attack spoken of."""
    if walk.failed_save:
        _first_failed(effect, walk)
        return
    if walk.allocated and len(walk.scene.force("target").sheets) > 1:
        _of_allocated(effect, walk, what)
        return
    of = effect.of if effect.of is not None or walk.attack else walk.owner
    answer = weapons_of(of, walk)
    if answer is False:
        return
    value = _value(effect, walk, what)
    sheet = sheet_of(walk, of)
    fits, by_name = fitting(walk, answer), of is not None and of.name is not None
    made = Change("attack", what, effect.op, value, fits, sheet, reasoned(walk), by_name=by_name)
    walk.change(effect, made)


def _of_allocated(effect: fx.Modifier, walk: Walk, what: str) -> None:
    """A characteristic of attacks that are allocated to the rule's own model: the others of its unit are not
    spared. Raises NotModelled where it is none that a model changes for itself."""
    spec = spelt(what, effect.op, number(effect.value, walk))
    if not of_defender(spec):
        raise NotModelled(f"{what} of attacks allocated to one model")
    own = Selector(kind="model", ref="this")
    of_one(effect, walk, msgspec.structs.replace(spec, reason=walk.name), own)


def _value(effect: fx.Modifier, walk: Walk, what: str) -> int | str:
    """What it changes by; dice where the engagement has something to roll for them."""
    if isinstance(effect.value, str):
        if what not in ("attacks", "damage") or effect.op not in ("add", "set", "improve"):
            raise NotModelled(f"{effect.op} dice to {what}")
        return str(Dice.parse(effect.value))
    return number(effect.value, walk)


def _first_failed(effect: fx.Modifier, walk: Walk) -> None:
    """The first save that fails sets the Damage of its attack (K-MOD-04)."""
    if effect.what != "damage" or effect.op != "set" or walk.speaker.that != "target":
        raise NotModelled(f"{effect.op} {effect.what} on a failed save")
    if walk.scene.facts is not None:
        raise NotModelled("the first failed save in a battle")
    spec = ModifierSpec("first failed save", op="set", value=number(effect.value, walk), reason=walk.name)
    role: Role = "target"
    if not walk.own_attacks:
        walk.change(effect, Change("attack", spec.what, fits=fitting(walk), spec=spec))
        return
    alone = sum(model.count for model in walk.scene.force(role).models) == 1
    if not alone and not walk.scene.survey:
        raise NotModelled("a failed save of one model of several")
    walk.change(effect, Change("model", "modifier", sheet=walk.speaker.sheet, spec=spec))


def _of_model(effect: fx.Modifier, walk: Walk) -> None:
    """A characteristic of the models attacked."""
    of = effect.of or walk.owner or Selector(ref="this")
    if of.kind not in ("unit", "model"):
        raise NotModelled(f"{effect.what} of a {of.kind}")
    answer = speaks_of(of, walk, "target")
    if answer is False:
        return
    if every([fitting(walk), answer]) is not True and not walk.scene.survey:
        raise NotModelled(f"{effect.what} against some weapons only")
    value, names = number(effect.value, walk), models_of(of, walk, "target")
    sheet = sheet_of(walk, of)
    walk.change(
        effect, Change("model", effect.what, effect.op, value, True, sheet, reasoned(walk), names=names)
    )
