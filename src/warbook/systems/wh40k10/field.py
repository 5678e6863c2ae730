"""The battlefield with both armies on it: what rules ask about distance, sight and cover."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from warbook.board.bases import MM_PER_INCH, Base, Hull, Oval, Round, base_table
from warbook.board.blame import Case, blame
from warbook.board.coherency import stragglers
from warbook.board.contact import missed_contact
from warbook.board.formation import deploy, pack
from warbook.board.gaps import CONTACT_MIL, gaps_mil, gaps_within
from warbook.board.ground import ground
from warbook.board.integers import Bools, Ints, some
from warbook.board.judging import judge, judge_set_up
from warbook.board.layout import Layout
from warbook.board.melee import pile_in
from warbook.board.moves import Closer, Fault, Limits, Move
from warbook.board.passage import passes
from warbook.board.terrain import Battlefield, Obstacle
from warbook.board.visibility import SightCache
from warbook.rules.request import Place
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Muster, Unit
from warbook.systems.wh40k10.decisions import Placement
from warbook.systems.wh40k10.glance import ENGAGED_MIL, LEVEL_MIL, MARKER_MIL, Glance, Glances
from warbook.systems.wh40k10.sites import is_closest, misplaced

if TYPE_CHECKING:
    from warbook.systems.wh40k10.table import Table

Answer = tuple[tuple[int, ...], ...]
"""A placement: for each model that moves, its index and its way-points."""

CONSOLIDATE_MIL = 3 * MIL_PER_INCH
BARRICADE_MIL = 3 * MIL_PER_INCH
MOST_POINTS = 12
"""Way-points of one model in one move."""
FLOWN = (
    Placement.NORMAL, Placement.ADVANCED, Placement.FELL_BACK, Placement.CHARGE, Placement.GRANTED,
)  # fmt: skip
"""Moves in which models that FLY pass over others."""
SET_UP = (Placement.DEPLOY, Placement.RETURNED, Placement.ARRIVE, Placement.SET_UP)
"""Placements that set models up where they stand: how they came there is not judged."""
FARTHEST_MIL = 100 * MIL_PER_INCH
"""Beyond every table: no way-point lies there, nor below 0."""


class Field:
    """One battlefield and the bases of one muster (K-POS-03, K-OBJ-01, K-COV-01)."""

    def __init__(self, battlefield: Battlefield, muster: Muster) -> None:
        self.battlefield, self.ground = battlefield, ground(battlefield)
        bases = [
            base(model.base_mm, "VEHICLE" in unit.keywords) for unit in muster.units for model in unit.models
        ]
        self._table = base_table(tuple(dict.fromkeys(bases)))
        self._base = np.array([self._table.bases.index(one) for one in bases], np.int64)
        self._unit = np.array([unit.index for unit in muster.units for _ in unit.models], np.int64)
        self._side = np.array([unit.side for unit in muster.units for _ in unit.models], np.int64)
        self._flat = np.zeros(len(bases), np.int64)
        self._members = tuple(unit.members for unit in muster.units)
        self._sight = SightCache(self.ground)
        self._glances = Glances()
        self._packed: tuple[object, Move | None] = (None, None)
        self._judged: tuple[object, tuple[str, ...]] = (None, ())
        self._keywords = [
            frozenset(unit.kinds[model.kind].sheet.keywords) for unit in muster.units for model in unit.models
        ]
        pieces = self.ground.pieces
        self._areas = np.array([n for n, one in enumerate(pieces) if not isinstance(one, Obstacle)], np.int64)
        self._barricades = np.array([n for n, one in enumerate(pieces) if isinstance(one, Obstacle)], np.int64)
        self.markers = len(battlefield.objectives)

    def layout(self, state: State) -> Layout:
        """All models as the board looks at them."""
        return self.glance(state).layout

    def glance(self, state: State) -> Glance:
        """What follows from where the living stand."""
        return self._glances.find(state.at, state.left, self._look)

    def _look(self, at: Ints, alive: Bools) -> Glance:
        flat = self._flat
        models = Layout(at, flat, flat, self._base, self._unit, self._side, alive, self._table)
        return Glance(models, self._members, self.ground.objectives)

    def models(self, state: State, unit: Unit) -> tuple[Ints, Layout]:
        """A unit's living models: their indexes and their layout."""
        return self.glance(state).models(unit.index)

    def within(self, state: State, unit: Unit, other: Unit, mil: int) -> bool:
        return self.glance(state).near(unit.index, mil)[other.index]

    def engaged(self, state: State, unit: Unit) -> list[bool]:
        """Which units have a model within 1" and 5" up or down of it (K-POS-03)."""
        return self.glance(state).near(unit.index, ENGAGED_MIL, LEVEL_MIL)

    def gap_mil(self, state: State, unit: Unit, other: Unit) -> int:
        """The distance between the nearest models of two units."""
        return int(self.glance(state).gaps(unit.index, other.index).min())

    def models_within(self, state: State, unit: Unit, other: Unit, mil: int) -> frozenset[int]:
        """A unit's living models within that distance of another unit."""
        glance = self.glance(state)
        near = some(glance.gaps(unit.index, other.index) <= mil, 1)
        return frozenset(glance.models(unit.index)[0][near].tolist())

    def fighters(self, state: State, unit: Unit, target: Unit) -> frozenset[int]:
        """Models engaged with a target, or in base contact with a unit-mate that is in contact with it
        (K-FGT-04)."""
        living, here = self.models(state, unit)
        _, there = self.models(state, target)
        near = some(gaps_within(here, there, ENGAGED_MIL, LEVEL_MIL), 1)
        touching = some(gaps_within(here, there, CONTACT_MIL), 1)
        behind = some(gaps_within(here, here.pick(touching), CONTACT_MIL), 1)
        return frozenset(living[near | behind].tolist())

    def near_model(self, state: State, index: int, unit: Unit, inches: int) -> bool:
        """Whether a unit is so near to where a model stands or stood (K-CLR-02)."""
        _, there = self.models(state, unit)
        here = self.layout(state).pick(np.array([index]))
        return bool(gaps_within(here, there, inches * MIL_PER_INCH).any())

    def near_marker(self, state: State, marker: int, unit: Unit) -> tuple[int, ...]:
        """Models of a unit in range of an objective marker (K-OBJ-01)."""
        return self.glance(state).at_marker(unit.index, marker)

    def sight(self, state: State, unit: Unit, target: Unit) -> dict[int, int]:
        """For each model that sees the target, how far it is to the nearest model seen, in mil (K-SHT-03)."""
        glance, pair = self.glance(state), (unit.index, target.index)
        found = glance.sights.get(pair)
        if found is None:
            found = glance.sights[pair] = self._seen(glance, *pair)
        return found

    def seeing(self, state: State, unit: Unit, target: Unit, models: Collection[int]) -> frozenset[int]:
        """The models of a unit that see any of these models of a target."""
        (living, here), (those, there) = self.models(state, unit), self.models(state, target)
        meant = np.isin(those, list(models))
        visible = self._sight.sight(here, there).visible[:, meant].any(axis=1)
        return frozenset(living[visible].tolist())

    def _seen(self, glance: Glance, unit: int, target: int) -> dict[int, int]:
        (living, here), (_, there) = glance.models(unit), glance.models(target)
        visible = self._sight.sight(here, there).visible
        away = np.where(visible, glance.gaps(unit, target), np.iinfo(np.int64).max).min(axis=1).tolist()
        seeing = some(visible, 1).tolist()
        return {model: mil for model, mil, sees in zip(living.tolist(), away, seeing, strict=True) if sees}

    def sees(self, state: State, unit: Unit, target: Unit) -> bool:
        return bool(self.sight(state, unit, target))

    def covered(self, state: State, unit: Unit, target: Unit) -> frozenset[int]:
        """Target models with the Benefit of Cover from terrain: wholly within a ruin or a wood, or not fully
        visible because of it to every model of the unit that shoots; behind a barricade INFANTRY wholly within
        3" of it (K-COV-01, section 15)."""
        (_, here), (living, there) = self.models(state, unit), self.models(state, target)
        seen = self._sight.sight(here, there)
        covered = seen.hidden_because_of(sum(1 << piece for piece in self._areas.tolist()))
        covered |= self.ground.within_pieces(there, self._areas).any(axis=1)
        walks = np.array(["INFANTRY" in self._keywords[model] for model in living.tolist()], np.bool_)
        for piece in self._barricades.tolist() if walks.any() else ():
            hidden = seen.hidden_because_of(1 << piece) & walks
            if hidden.any():
                covered |= hidden & self.ground.wholly_within_of(there, piece, BARRICADE_MIL)
        return frozenset(living[covered].tolist())

    def stragglers(self, state: State, unit: Unit) -> list[int]:
        """Models out of Unit Coherency, to be removed (K-POS-06); of equals no leader."""
        living, here = self.models(state, unit)
        models = [unit.models[index - unit.members.start] for index in living.tolist()]
        order = sorted(range(len(models)), key=lambda place: not models[place].leader)
        return [int(living[order[index]]) for index in stragglers(here.pick(np.array(order)))]

    def _all(self, living: list[int], *words: str) -> bool:
        """Whether every one of these models has one of these keywords (K-VOC-04)."""
        return all(not self._keywords[model].isdisjoint(words) for model in living)

    def limits(
        self, state: State, place: Place, unit: Unit, units: tuple[Unit, ...], models: Sequence[int] = ()
    ) -> Limits:
        """What a placement of that kind may and must do (rules sections 6.1, 12.1, 12.2), for these models of
        the unit, or for all. A unit flies, or walks through walls, where all of its models do."""
        living = self.models(state, unit)[0].tolist()
        flies, walls = self._all(living, "FLY"), self._all(living, "INFANTRY", "BEASTS", "BEAST")
        big = not unit.keywords.isdisjoint(("MONSTER", "VEHICLE"))
        friends = [u for u in units if u.side == unit.side and u is not unit]
        solid = (
            tuple(u.index for u in friends if not u.keywords.isdisjoint(("MONSTER", "VEHICLE"))) if big else ()
        )
        reach = dict(zip(living, place.reaches, strict=False))
        plain = Limits(
            distance_mil=tuple(reach[m] for m in models or living) if reach else place.reach_mil,
            flies=flies and place.kind in FLOWN,
            through_walls=walls,
            through_enemies=place.kind == Placement.FELL_BACK,
            through_engagement=place.kind == Placement.FELL_BACK,
            past=place.past,
            solid=() if flies else solid,
            off_objectives=True,
        )
        if place.kind == Placement.CHARGE:
            return msgspec.structs.replace(
                plain,
                may_engage=place.targets,
                must_engage=place.targets,
                closer=Closer.SOME,
                toward=place.targets,
            )
        if place.kind == Placement.PILE_IN:
            return msgspec.structs.replace(plain, may_engage=None, engaged=True, closer=Closer.NEAREST)
        if place.kind == Placement.CONSOLIDATE:
            return self._consolidating(state, plain, unit, bool(place.targets))
        if place.kind == Placement.RETURNED:
            return msgspec.structs.replace(plain, may_engage=place.targets)
        if place.site is not None:
            return msgspec.structs.replace(plain, engagement_mil=place.site.apart_mil)
        return plain

    def _consolidating(self, state: State, plain: Limits, unit: Unit, near: bool) -> Limits:
        """Toward the enemy where the unit can end engaged, else toward the nearest objective (K-FGT-06). That
        it can is told by a move that does. ``near``: what is farther than usual is for the first alone."""
        layout = self.on_table(state)
        fighting = msgspec.structs.replace(plain, may_engage=None, engaged=True, closer=Closer.NEAREST)
        if not self.markers or self.piled_in(state, unit, fighting) is not None:
            return fighting
        here = layout.pick(layout.of_unit(unit.index))
        nearest = int(np.argmin(gaps_mil(here, self.ground.objectives).min(axis=0)))
        reach = min(CONSOLIDATE_MIL, place) if near and isinstance(place := plain.distance_mil, int) else None
        return msgspec.structs.replace(
            plain,
            distance_mil=plain.distance_mil if reach is None else reach,
            closer=Closer.OBJECTIVE,
            objective=nearest,
            objective_mil=MARKER_MIL,
        )

    def piled_in(self, state: State, unit: Unit, limits: Limits) -> Move | None:
        """A move of a unit further into a fight, ``None`` when there is none."""
        known, key = self.glance(state).piles, (unit.index, limits.distance_mil)
        if key not in known:
            known[key] = pile_in(self.ground, self.on_table(state), unit.index, limits)
        return known[key]

    def set_up(
        self, state: State, place: Place, units: tuple[Unit, ...], near: tuple[int, int] | None = None
    ) -> Move | None:
        """A unit set up in its deployment zone: in rows near to a point where these fit, else wherever there is
        room; ``None`` where there is none (K-POS-07)."""
        unit = units[place.unit]
        models = np.arange(unit.members.start, unit.members.stop)
        limits = msgspec.structs.replace(self.limits(state, place, unit, units), through_walls=True)
        case = self.ground, self.on_table(state), models, self.ground.zones[unit.side], limits
        rows = deploy(*case, near=near) if near is not None else None
        if rows is not None:
            return rows
        key = (state.at.tobytes(), state.units.tobytes(), unit.index)
        if key != self._packed[0]:
            self._packed = key, deploy(*case) or pack(*case)
        return self._packed[1]

    def faults(self, table: Table, state: State, place: Place, answer: Answer) -> tuple[str, ...]:
        """What is wrong with a placement, by name; empty when it is legal. The last judgement is kept: whoever
        proposes a placement has it judged before the battle does."""
        key = (state.at.tobytes(), state.left.tobytes(), state.units.tobytes(), place, answer)
        if key != self._judged[0]:
            self._judged = key, self._faults(table, state, place, answer)
        return self._judged[1]

    def _faults(self, table: Table, state: State, place: Place, answer: Answer) -> tuple[str, ...]:
        unit = table.units[place.unit]
        if not answer:
            unplaced = place.optional or (
                place.kind == Placement.DEPLOY and self.set_up(state, place, table.units) is None
            )
            return () if unplaced else ("NOT_PLACED: it must be placed, got an empty answer",)
        wrong = malformed(answer, list(place.models) or table.living(state, unit).tolist(), place)
        if wrong is not None:
            return (f"MALFORMED: {wrong}",)
        case = self._case(state, place, unit, table.units, answer)
        fault = judge_set_up(*case) if place.kind in SET_UP else judge(*case[:4])
        if place.site is not None:
            fault |= misplaced(self.ground, case.layout, case.move, place.site)
            if not fault and not is_closest(table, state, case.move, case.limits, place.site):
                fault = Fault.NOT_CLOSER
        if place.kind == Placement.FELL_BACK and self._left_engaged(state, case.move, unit):
            fault |= Fault.IN_ENGAGEMENT
        if not fault and case.limits.closer in (Closer.SOME, Closer.NEAREST) and missed_contact(*case[:4]):
            fault = Fault.NOT_IN_CONTACT
        return blame(case, fault, lambda model: named(table, model)) if fault else ()

    def _case(self, state: State, place: Place, unit: Unit, units: tuple[Unit, ...], answer: Answer) -> Case:
        """A placement as the board judges it."""
        move = self.move(state, answer)
        limits = self.limits(state, place, unit, units, move.models.tolist())
        zone = None
        if place.kind in SET_UP:
            limits = msgspec.structs.replace(limits, through_walls=True)
        if place.kind == Placement.DEPLOY:
            zone = self.ground.zones[unit.side]
        return Case(self.ground, self.on_table(state), move, limits, zone)

    def _left_engaged(self, state: State, move: Move, unit: Unit) -> bool:
        """Whether a model that stays behind is still engaged: the whole unit must come away (K-MOV-04)."""
        after = move.applied(self.on_table(state))
        enemies = np.flatnonzero((after.side != unit.side) & after.alive)
        mine = after.pick(after.of_unit(unit.index))
        return bool(gaps_within(mine, after.pick(enemies), ENGAGED_MIL, LEVEL_MIL).any())

    def on_table(self, state: State) -> Layout:
        """The layout without units that are not yet on the battlefield."""
        layout = self.layout(state)
        there = state.units[:, 0].astype(bool)[self._unit]
        return layout._replace(alive=layout.alive & there)

    def move(self, state: State, answer: tuple[tuple[int, ...], ...]) -> Move:
        """A placement as the board's move: for each model its way-points."""
        models = np.array([entry[0] for entry in answer], np.int64)
        longest = max(len(entry) for entry in answer) // 2
        points = [[*entry[1:], *(entry[-2:] * (longest - len(entry) // 2))] for entry in answer]
        path = np.array(points, np.int64).reshape(len(answer), longest, 2)
        return Move(
            models, np.concatenate((state.at[models][:, None], path), axis=1), *(self._flat[models],) * 2
        )

    def crossing(self, state: State, unit: Unit, answer: tuple[tuple[int, ...], ...]) -> int:
        """How many models cross an enemy model on their way; none that FLY (K-MOV-05)."""
        move, layout = self.move(state, answer), self.layout(state)
        enemies = layout.pick(np.flatnonzero((self._side != unit.side) & layout.alive & (layout.xy[:, 0] >= 0)))
        crossed = np.zeros(len(move.models), np.bool_)
        rows = layout.pick(move.models)
        for leg in range(move.path.shape[1] - 1):
            here = rows._replace(xy=move.path[:, leg])
            crossed |= some(passes(here, move.path[:, leg + 1], enemies, 0, strict=True), 1)
        above = [not self._keywords[model].isdisjoint(("FLY", "TITANIC")) for model in move.models.tolist()]
        return int((crossed & ~np.array(above, np.bool_)).sum())


def malformed(answer: Answer, living: list[int], place: Place) -> str | None:
    """What keeps way-points from being a placement of these models; ``None`` where it is one: each model is of
    the unit, lives, and stands there once, and all of them do where the unit is set up."""
    seen: set[int] = set()
    for entry in answer:
        if entry[0] not in living:
            return f"model {entry[0]} is none of the unit's living models ({_listed(living)})"
        if entry[0] in seen:
            return f"model {entry[0]} stands twice in the answer"
        if any(not 0 <= n < FARTHEST_MIL for n in entry[1:]):
            return f"model {entry[0]}: expected points from 0 to {FARTHEST_MIL} thousandths of an inch"
        if len(entry) // 2 > (1 if place.kind in SET_UP else MOST_POINTS):
            return f"model {entry[0]}: too many way-points"
        seen.add(entry[0])
    if place.kind in SET_UP and len(seen) < len(living):
        return f"all models are set up together; missing: {_listed(sorted(set(living) - seen))}"
    return None


def _listed(models: list[int]) -> str:
    """Models by number, rows of them in short."""
    if len(models) > 2 and models[-1] - models[0] == len(models) - 1:
        return f"{models[0]} to {models[-1]}"
    return ", ".join(map(str, models))


def named(table: Table, model: int) -> str:
    """A model for a person: its number in answers, what it is, and its unit's side."""
    unit = next(unit for unit in table.units if unit.members.start <= model < unit.members.stop)
    return f"model {model} ({'AB'[unit.side]} {table.muster.models[model].name})"


def base(base_mm: int | str, hull: bool) -> Base:
    """A base from its printed size: a diameter, an oval, or a hull's footprint."""
    if isinstance(base_mm, int):
        return Round(base_mm)
    length, width = (float(part) for part in base_mm.split("x"))
    return Hull(length / MM_PER_INCH, width / MM_PER_INCH) if hull else Oval(length, width)
