"""What the rules of the units on the table make of an attack: its weapons, its target, its situation."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook.dice import Value
from warbook.rules.engagement import ModelSpec, Situation, WeaponSpec
from warbook.rules.pick import Phase
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Arm, Kind, Trooper, Unit
from warbook.systems.wh40k10.effects.acting import Change, Walk, act
from warbook.systems.wh40k10.effects.applying import armed, standing
from warbook.systems.wh40k10.effects.scene import NotModelled, Role, Scene
from warbook.systems.wh40k10.ruled.facts import Position
from warbook.systems.wh40k10.ruled.rulebook import Held, spreads
from warbook.systems.wh40k10.ruled.voice import Cast, Voice, force
from warbook.systems.wh40k10.table import Table

Acts = tuple[Held, tuple[Change, ...]]


class Influence(Value, frozen=True):
    """The rules that change an attack, with what they change."""

    acts: tuple[Acts, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.acts)

    def weapon(self, unit: Unit, model: Trooper, arm: Arm) -> WeaponSpec:
        """A model's weapon with all that acts on its attacks."""
        kind, spec = unit.kinds[model.kind], arm.spec
        for held, made in self.acts:
            spec = armed(spec, kind.sheet.name, _carried(held, made, kind))
        return spec

    def model(self, kind: Kind, spec: ModelSpec) -> ModelSpec:
        """Models of the target with all that acts on them."""
        for held, made in self.acts:
            spec = standing(spec, kind.sheet.name, _carried(held, made, kind))
        return spec

    def situation(self, here: Situation) -> Situation:
        """What rules add to what the attack looks at: cover and Stealth."""
        given = {change.what: True for _, made in self.acts for change in made if change.of == "situation"}
        return msgspec.structs.replace(here, **given) if given else here


NOTHING = Influence()


def _carried(held: Held, made: Sequence[Change], kind: Kind) -> list[Change]:
    """What wargear gives its bearer is only for those who carry it."""
    carrier = held.rule.carrier
    return [c for c in made if carrier is None or c.sheet is None or kind.group.carries(carrier)]


def influence(table: Table, state: State, unit: Unit, target: Unit, phase: Phase, here: Situation) -> Influence:
    """What acts on the attacks of a unit on a target now. A rule of which the position does not answer a
    condition acts not at all, and that is told."""
    about = table.rules.about_attacks(unit, target, phase)
    if not about:
        return NOTHING
    scene = Scene(force(state, unit), force(state, target), phase, here)
    made = ((held, _changes(table, state, held, role, scene, unit, target)) for held, role in about)
    return Influence(tuple((held, changes) for held, changes in made if changes))


def _changes(
    table: Table, state: State, held: Held, role: Role, scene: Scene, unit: Unit, target: Unit
) -> tuple[Change, ...]:
    cast: dict[Role, Unit] = {"attacker": unit, "target": target}
    if role == "elsewhere" and held.unit is not None:
        cast["elsewhere"] = table.units[held.unit]
    if held.unit is not None and not _has_it(state, held, table.units[held.unit]):
        return ()
    seen = msgspec.structs.replace(scene, facts=Position(table, state, cast, held.side))
    try:
        return tuple(_walked(held, role, seen, cast))
    except NotModelled as beyond:
        table.rules.told[f"{held.rule.sheet}: {held.rule.name}: {beyond}"] = None
        return ()


def _has_it(state: State, held: Held, unit: Unit) -> bool:
    """Whether a model of the sheet that prints the rule is left."""
    return any(
        state.left[model.index] > 0 and unit.kinds[model.kind].sheet.name == held.rule.sheet
        for model in unit.models
    )


def _walked(held: Held, role: Role, scene: Scene, cast: Cast) -> list[Change]:
    """What a rule changes: what spreads is asked for both units, as one of those nearby."""
    voice = Voice(role, held.sheet, None, held.side, cast)
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


def _acted(held: Held, effects: Sequence[object], scene: Scene, voice: Voice) -> list[Change]:
    walk = Walk(scene, voice, held.rule.name, False)
    act(effects, walk)  # type: ignore[arg-type]
    return walk.changes
