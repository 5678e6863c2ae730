"""Leaves that harm: mortal wounds, rolled for or not, besides attacks or on some of them; and what touches no
attack that is made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from warbook import effects as fx
from warbook.dice import Dice
from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.rules.engagement import ModifierSpec, MortalRow, MortalSpec
from warbook.systems.wh40k10.effects.holds import holds, matches
from warbook.systems.wh40k10.effects.modifying import many, number
from warbook.systems.wh40k10.effects.scene import Barred, NotModelled, condition_text, other
from warbook.systems.wh40k10.effects.spoken import fitting, reasoned, sheet_of
from warbook.systems.wh40k10.effects.walk import Change, Walk
from warbook.systems.wh40k10.effects.walking import attempt, on_walk

FACES = re.compile(r"D([36])")

Side = Literal["attacker", "target"]
Table = dict[Side, list[MortalRow]]


@on_walk.register(fx.Heading)
@on_walk.register(fx.Use)
@on_walk.register(fx.Restrict)
@on_walk.register(fx.Heal)
@on_walk.register(fx.Return)
@on_walk.register(fx.Test)
@on_walk.register(fx.Gain)
@on_walk.register(fx.Move)
@on_walk.register(fx.Act)
@on_walk.register(fx.SetUp)
@on_walk.register(fx.Keep)
@on_walk.register(fx.Attach)
@on_walk.register(fx.PlayCost)
@on_walk.register(fx.BySize)
def _(_effect: object, _walk: Walk) -> None:
    """Names of parts, who may carry a rule, and what happens besides these attacks change no figure of them."""


@on_walk.register
def _(effect: fx.Considered, walk: Walk) -> None:
    """What is taken to have moved so, to hold somebody, or is meant for other rules, changes no attack. Raises
    NotModelled for else."""
    if not effect.purposes and not isinstance(effect.holds, terms.Did | terms.Contains):
        raise NotModelled(f"what is taken to hold: {condition_text(effect.holds)}")


@on_walk.register
def _(effect: fx.Permit, walk: Walk) -> None:
    """Units that may not be attacked. Raises Barred where this target is one of them."""
    role = walk.speaker.whom(effect.who) or walk.speaker.role
    if effect.what == "be targeted by ranged attacks" and effect.barred and role == "target":
        _hidden(effect, walk)
        return
    if not effect.barred or effect.what not in TARGETING or role != "attacker":
        return
    if walk.speaker.role == "attacker" and effect.to is None:
        return
    same_unit = effect.to is None or matches(effect.to, walk.scene, walk.speaker, "target") is not False
    if same_unit != (effect.what == "target others") and not walk.scene.survey:
        raise Barred("this target may not be attacked")
    walk.acted.add(id(effect))


TARGETING = ("target", "target others")


def _hidden(effect: fx.Permit, walk: Walk) -> None:
    """A unit that is shot from nearby only, as a Lone Operative is. Raises NotModelled for other limits."""
    match effect.where:
        case (terms.Not(of=terms.Within(who=who, inches=int(inches))),) if walk.speaker.whom(who) == "attacker":
            change = Change("situation", "lone operative", value=inches, spec=reasoned(walk))
            walk.change(effect, change)
        case _:
            raise NotModelled("a unit that cannot be shot")


@on_walk.register
def _(effect: fx.MortalWounds, walk: Walk) -> None:
    """Mortal wounds that no die decides, or that an attack inflicts in addition."""
    role = _suffers(effect.on, walk)
    if role is None:
        return
    if walk.on is not None:
        if role != "target":
            raise NotModelled(f"mortal wounds of the {role} on a {walk.on}")
        spec = ModifierSpec("mortal wounds", value=_amount(effect, walk), op="add", reason=walk.name)
        walk.change(
            effect, Change("attack", spec.what, fits=fitting(walk), sheet=sheet_of(walk, None), spec=spec)
        )
        return
    _suffered(effect, walk, MortalSpec(each=_amount(effect, walk), on=role, most=effect.most))


def _suffered(effect: fx.MortalWounds, walk: Walk, spec: MortalSpec) -> None:
    """Notes mortal wounds of a side, before these attacks or after them. Raises NotModelled inside of them."""
    if walk.each_attack or walk.scene.facts is not None:
        raise NotModelled("mortal wounds for each attack, or in a battle")
    if fitting(walk) is not True and not walk.scene.survey:
        raise NotModelled("mortal wounds for some weapons only")
    told = msgspec.structs.replace(spec, name=walk.name, when="after" if walk.late else "before")
    walk.change(effect, Change("mortal", "mortal wounds", mortal=told))


def _suffers(on: Selector, walk: Walk) -> Side | None:
    """Which unit of the engagement suffers. Raises NotModelled where it is one model of several."""
    role = walk.speaker.whom(on)
    if role is None:
        role = other(walk.speaker.role) if on.side == "enemy" else walk.speaker.role
    if role not in ("attacker", "target") or matches(on, walk.scene, walk.speaker, role) is False:
        return None
    if on.kind == "model" and walk.scene.force(role).size != 1 and not _own(on, walk):
        raise NotModelled("mortal wounds on one model of several")
    return role


def _own(on: Selector, walk: Walk) -> bool:
    """Whether it is the model that has the rule, alone in its unit as far as is known."""
    return on.ref in ("this", "bearer") and walk.scene.survey


def _amount(effect: fx.MortalWounds, walk: Walk) -> int | str:
    if isinstance(effect.amount, str):
        return str(Dice.parse(effect.amount))
    return number(effect.amount, walk)


@on_walk.register
def _(effect: fx.OnRoll, walk: Walk) -> None:
    """Dice for mortal wounds; those of each side are told apart. Where the dice decide anything else of these
    attacks, the player says what they show."""
    if not effect.outcomes:
        return
    if any(_decides(outcome.then, walk) for outcome in effect.outcomes):
        _said(effect, walk)
        return
    sides = FACES.fullmatch(effect.dice)
    if sides is None:
        raise NotModelled(f"a roll of {effect.dice}")
    leaves: list[tuple[fx.MortalWounds, Side]] = []
    table: Table = {}
    for outcome in effect.outcomes:
        for leaf in _harm(outcome.then):
            role = _suffers(leaf.on, walk)
            if role is not None:
                row = MortalRow(outcome.least, _amount(leaf, walk), outcome.most)
                table.setdefault(role, []).append(row)
                leaves.append((leaf, role))
    _rolled(effect, walk, table, leaves)


def _rolled(effect: fx.OnRoll, walk: Walk, table: Table, leaves: list[tuple[fx.MortalWounds, Side]]) -> None:
    if not leaves:
        return
    dice, plus = _dice(effect, walk), sum(_plus(each, walk) for each in effect.plus)
    for role, rows in table.items():
        mine = [leaf for leaf, whose in leaves if whose == role]
        most = next((leaf.most for leaf in mine if leaf.most is not None), None)
        spec = MortalSpec(
            dice=dice,
            sides=3 if effect.dice == "D3" else 6,
            table=tuple(rows),
            modifier=plus,
            total=effect.total,
            most=most,
            on=role,
        )
        _suffered(mine[0], walk, spec)
        walk.acted.update(id(leaf) for leaf in mine)


def _said(effect: fx.OnRoll, walk: Walk) -> None:
    """The results that the player says the dice show."""
    for outcome in effect.outcomes:
        if walk.scene.assumed(condition_text(terms.Rolled(outcome.least, outcome.most))):
            attempt(outcome.then, walk)


def _decides(effect: fx.Effect, walk: Walk) -> bool:
    """Whether a result changes these attacks besides mortal wounds. Raises NotModelled."""
    if isinstance(effect, fx.MortalWounds):
        return False
    if isinstance(effect, fx.Then):
        return any(_decides(each, walk) for each in effect.effects)
    apart = walk.apart()
    attempt(effect, apart)
    return bool(apart.stated) or any(change.of != "mortal" for change in apart.changes)


def _harm(effect: fx.Effect) -> Iterator[fx.MortalWounds]:
    """The mortal wounds of a result."""
    if isinstance(effect, fx.MortalWounds):
        yield effect
    elif isinstance(effect, fx.Then):
        for each in effect.effects:
            yield from _harm(each)


def _dice(effect: fx.OnRoll, walk: Walk) -> int | str:
    """How many dice: a number, dice, or one for each model. Raises NotModelled."""
    each = 1 if effect.each is None else _each(effect.each, walk)
    if isinstance(effect.count, str):
        if each != 1:
            raise NotModelled("dice for each of several")
        return str(Dice.parse(effect.count))
    return number(effect.count, walk) * each


def _each(each: Selector, walk: Walk) -> int:
    """A die for each model, or for each unit, of which the target is one."""
    if each.kind != "unit":
        near = [where for where in each.where if isinstance(where, terms.Within)]
        if walk.scene.phase == "fight" and len(near) == len(each.where):
            each = msgspec.structs.replace(each, where=())
        return many(each, walk)
    walk.speaker = walk.speaker.saying(other(walk.speaker.role) if each.side == "enemy" else walk.speaker.that)
    return 1


def _plus(effect: fx.Effect, walk: Walk) -> int:
    """What is added to the roll here."""
    if isinstance(effect, fx.If) and effect.otherwise is None:
        answer = holds(effect.condition, walk.scene, walk.speaker)
        return _plus(effect.then, walk) if answer is True else 0
    if isinstance(effect, fx.Modifier) and effect.what == "roll" and effect.op in ("add", "subtract"):
        amount = number(effect.value, walk)
        return amount if effect.op == "add" else -amount
    raise NotModelled("how a roll is changed")
