"""What the rules of the units on the table make of an attack: its weapons, its target, its situation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from warbook import effects as fx
from warbook.dice import Value
from warbook.names import key
from warbook.rules.engagement import ModelSpec, Situation, WeaponSpec
from warbook.rules.pick import Phase
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Arm, Kind, Trooper, Unit
from warbook.systems.wh40k10.effects.acting import Change, Walk, act
from warbook.systems.wh40k10.effects.applying import armed, outdoes, standing
from warbook.systems.wh40k10.effects.scene import NotModelled, Role, Scene
from warbook.systems.wh40k10.ruled.facts import Position
from warbook.systems.wh40k10.ruled.lasting import InForce
from warbook.systems.wh40k10.ruled.occasions import occasion
from warbook.systems.wh40k10.ruled.rulebook import Held, concerning, spreads
from warbook.systems.wh40k10.ruled.standing import stands
from warbook.systems.wh40k10.ruled.voice import Cast, Voice, force, has_it
from warbook.systems.wh40k10.table import Table

Acts = tuple[Held, tuple[Change, ...]]


GIVEN = ("cover", "stealth")
"""What rules may add to the situation of an attack; who may be attacked at all is settled before."""


class Influence(Value, frozen=True):
    """The rules that change an attack, with what they change."""

    acts: tuple[Acts, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.acts)

    def weapon(self, unit: Unit, model: Trooper, arm: Arm) -> WeaponSpec:
        """A model's weapon with all that acts on its attacks."""
        kind, spec = unit.kinds[model.kind], arm.spec
        for held, made in self.acts:
            mine = [c for c in _carried(held, made, kind) if not self._outdone(c, arm.spec)]
            spec = armed(spec, kind.sheet.name, mine)
        return spec

    def _outdone(self, change: Change, weapon: WeaponSpec) -> bool:
        """Whether a change that does not add up with others stands beside another one."""
        others = (each for _, made in self.acts for each in made if each is not change)
        return change.alone is not None and any(outdoes(each, change, weapon) for each in others)

    def model(self, kind: Kind, spec: ModelSpec) -> ModelSpec:
        """Models of the target with all that acts on them."""
        for held, made in self.acts:
            spec = standing(spec, kind.sheet.name, _carried(held, made, kind))
        return spec

    def situation(self, here: Situation) -> Situation:
        """What rules add to what the attack looks at: cover and Stealth."""
        changes = (change for _, made in self.acts for change in made if change.of == "situation")
        given = {change.what: True for change in changes if change.what in GIVEN}
        return msgspec.structs.replace(here, **given) if given else here


NOTHING = Influence()


def _carried(held: Held, made: Sequence[Change], kind: Kind) -> list[Change]:
    """What wargear gives its bearer is only for those who carry it."""
    carrier = held.rule.carrier
    return [c for c in made if carrier is None or c.sheet is None or kind.group.carries(carrier)]


About = tuple[Held, Role, int | None]
"""A rule, the part that its side plays, and the unit that it speaks of."""


def influence(table: Table, state: State, unit: Unit, target: Unit, phase: Phase, here: Situation) -> Influence:
    """What acts on the attacks of a unit on a target now. A rule of which the position does not answer a
    condition acts not at all, and that is told."""
    about: list[About] = [(held, role, None) for held, role in table.rules.about_attacks(unit, target, phase)]
    about += _in_force(state.effects, unit, target, phase)
    return of_rules(table, state, unit, target, phase, here, about)


def arms(table: Table, state: State, unit: Unit, target: Unit, phase: Phase) -> list[About]:
    """The rules that may give the weapons of a unit abilities or Range against a target now."""
    rules = table.rules.about_attacks(unit, target, phase)
    about: list[About] = [(held, role, None) for held, role in rules if held.arms]
    given = [one for one in state.effects if one.held.arms]
    return about + _in_force(given, unit, target, phase) if given else about


def of_rules(
    table: Table,
    state: State,
    unit: Unit,
    target: Unit,
    phase: Phase,
    here: Situation,
    about: Sequence[About],
) -> Influence:
    """What these rules make of the attacks of a unit on a target now."""
    if not about:
        return NOTHING
    scene = Scene(force(state, unit), force(state, target), phase, here)
    made = (
        (held, _changes(table, state, held, role, that, scene, (unit, target))) for held, role, that in about
    )
    return Influence(tuple(_once([(held, changes) for held, changes in made if changes])))


def _once(made: Sequence[Acts]) -> Iterator[Acts]:
    """What rules change, a rule of the army and an Aura of one name once, however many units or sheets of a
    player have it (K-VOC-13)."""
    acting: dict[tuple[str, int], list[Change]] = {}
    for held, changes in made:
        if not (held.rule.of_army or held.rule.aura):
            yield held, changes
            continue
        before = acting.setdefault((key(held.rule.name), held.side), [])
        new = tuple(change for change in changes if not any(_alike(change, other) for other in before))
        before += new
        if new:
            yield held, new


def _alike(one: Change, other: Change) -> bool:
    """Whether two rules of one name change the same; their tests of weapons are made anew each time."""
    return msgspec.structs.replace(one, fits=True) == msgspec.structs.replace(other, fits=True)


def _in_force(effects: Iterable[InForce], unit: Unit, target: Unit, phase: Phase) -> list[About]:
    """The rules in force for a time that may change the attacks, each with the unit that it speaks of."""
    found: list[About] = []
    for one in effects:
        roles = dict.fromkeys(concerning(one.held, unit, target, phase))
        if not roles and one.that in (unit.index, target.index) and one.held.attacks:
            roles = {"elsewhere": None}
        found += [(one.held, role, one.that) for role in roles]
    return found


def _changes(
    table: Table, state: State, held: Held, role: Role, that: int | None, scene: Scene, pair: tuple[Unit, Unit]
) -> tuple[Change, ...]:
    own = None if held.unit is None else table.units[held.unit]
    if own is not None and held.sheet and not has_it(state, held.rule.sheet, own):
        return ()
    cast = _cast(table, role, own, that, pair)
    seen = msgspec.structs.replace(scene, facts=Position(table, state, cast, held.side))
    try:
        spoken, lasting = _spoken_of(cast, that), that is not None
        voice = Voice(role, held.sheet, spoken, held.side, cast, lasting=lasting)
        return tuple(_walked(held, voice, seen))
    except NotModelled as beyond:
        table.rules.tell(held.rule, beyond)
        return ()


def _cast(
    table: Table, role: Role, own: Unit | None, that: int | None, pair: tuple[Unit, Unit]
) -> dict[Role, Unit]:
    """Who plays which part: the two units, who has the rule where it is neither, and of whom it speaks."""
    cast: dict[Role, Unit] = {"attacker": pair[0], "target": pair[1]}
    if role == "elsewhere" and own is not None:
        cast["elsewhere"] = own
    if that is not None:
        cast["that"] = table.units[that]
    return cast


def _spoken_of(cast: Cast, that: int | None) -> Role | None:
    """The part of the unit that a rule speaks of."""
    return next((role for role, unit in cast.items() if unit.index == that), None)


def _walked(held: Held, voice: Voice, scene: Scene) -> list[Change]:
    """What a rule changes: what spreads is asked for both units, as one of those nearby."""
    if not held.spreads:
        return _acted(held, held.rule.effects, scene, voice)
    made: list[Change] = []
    for effect in held.rule.effects:
        if not spreads(effect):
            made += _acted(held, (effect,), scene, voice)
            continue
        for nearby in ("attacker", "target"):
            made += _acted(held, (effect,), scene, voice.beside(nearby))
    return made


def _acted(held: Held, effects: fx.Effects, scene: Scene, voice: Voice) -> list[Change]:
    """What sentences that stand change; those that wait for an occasion change nothing by themselves."""
    walk = Walk(scene, voice, held.rule.name, False)
    act([effect for effect in effects if _by_itself(effect)], walk)
    return walk.changes


@lru_cache(maxsize=2048)
def _by_itself(effect: fx.Effect) -> bool:
    """Whether an effect waits for no occasion."""
    return occasion(effect) is None or stands(effect)
