"""Moves for bots and random play into and inside a fight: charging, piling in, consolidating.

Each returns a legal move or ``None``, always the same one for the same table.
"""

from __future__ import annotations

import msgspec
import numpy as np

from warbook.board.gaps import CONTACT_MIL, gaps_by_row, gaps_mil, gaps_within
from warbook.board.ground import Ground
from warbook.board.integers import Bools, Ints, every, fan, some, squared, step
from warbook.board.judging import comes_closer, goals
from warbook.board.layout import Layout
from warbook.board.moves import Closer, Limits, Move
from warbook.board.packing import Packing
from warbook.board.spots import ROUND, around

_ENGAGING = 10**12
_NOT_ENGAGING = 2 * 10**12
_MATES = (0, 60, -60, 120, -120, 180)
_FEW, _ALL_ROUND = 12, (tuple(range(0, 360, 5)), tuple(range(0, 360, 15)))
"""So many pairs of a model and a foe are looked at more closely."""
_PARTS = (100, 75, 50, 25)
_ASIDE = (0, 25, -25)
_FOES, _MORE_FOES = 3, 6
_TRIES = 12
_LEADS = 4
_ROUNDING = 2
"""Places are rounded to whole mil: so much nearer is surely within."""
_STEPS = np.array((0, 500, -500, 1_000, -1_000, 2_000, -2_000), np.int64)
_NEAR_BY = np.stack(np.meshgrid(_STEPS, _STEPS), axis=-1).reshape(-1, 2)
"""Ways aside from a place, about half the width of a base and more."""


def charge(ground: Ground, layout: Layout, unit: int, targets: tuple[int, ...], limits: Limits) -> Move | None:
    """Bring a unit into engagement with all of its targets and no other enemy, as many models in contact as a
    greedy order gives: for each target the nearest model, then the others, the nearest first (K-CHG-03,
    K-CHG-04)."""
    models = layout.of_unit(unit)
    limits = msgspec.structs.replace(
        limits, must_engage=targets, may_engage=targets, closer=Closer.SOME, toward=targets
    )
    foes = layout.pick(np.flatnonzero(layout.alive & np.isin(layout.unit, targets)))
    if not len(models) or not set(targets).issubset(foes.unit.tolist()):
        return None
    fight = _Fight(ground, layout, models, limits, foes)
    if not fight.is_near(targets):
        return None
    return fight.charge(targets) or _Fight(ground, layout, models, limits, foes, around=True).charge(targets)


def pile_in(ground: Ground, layout: Layout, unit: int, limits: Limits) -> Move | None:
    """Bring the models that are not in contact closer to the enemy nearest to each, into contact where they
    can; the unit must end engaged. ``None`` when it cannot: then nobody piles in (K-FGT-03)."""
    models = layout.of_unit(unit)
    limits = msgspec.structs.replace(limits, engaged=True, may_engage=None, closer=Closer.NEAREST)
    foes = goals(ground, layout, int(layout.side[models[0]]), limits) if len(models) else layout.pick(models)
    reach = int(np.max(limits.distance_mil)) + limits.engagement_mil
    if not foes.size or gaps_mil(layout.pick(models), foes).min() > reach:
        return None
    fight = _Fight(ground, layout, models, limits, foes)
    if fight.gaps.min() > limits.engagement_mil and not fight.engages.any():
        return None
    fight.packing.placed = fight.gaps.min(axis=1) <= CONTACT_MIL
    return fight.send_all() or fight.creep()


def consolidate(
    ground: Ground, layout: Layout, unit: int, limits: Limits, objective_mil: int = 3_000
) -> Move | None:
    """Like :func:`pile_in`; when that cannot be, toward the nearest objective, to end within its range of
    ``objective_mil`` (K-FGT-06, K-OBJ-01). ``None`` when neither can."""
    found = pile_in(ground, layout, unit, limits)
    models = layout.of_unit(unit)
    if found is not None or not ground.objectives.size or not len(models):
        return found
    nearest = int(np.argmin(gaps_mil(layout.pick(models), ground.objectives).min(axis=0)))
    limits = msgspec.structs.replace(
        limits, closer=Closer.OBJECTIVE, objective=nearest, objective_mil=objective_mil
    )
    packing = Packing(ground, layout, models, limits)
    goal = ground.objectives.xy[nearest]
    index, places = _lines(packing, np.repeat(goal[None], len(models), axis=0))
    closer = comes_closer(ground, layout, packing.rows.pick(index), _standing(packing, index, places), limits)
    index, places = index[closer], places[closer]
    legal = packing.legal(index, places)
    for model in np.argsort(squared(packing.rows.xy - goal), kind="stable").tolist():
        own = places[legal & (index == model)]
        packing.place(model, own, squared(own - goal))
    return packing.move()


def _standing(packing: Packing, model: Ints, places: Ints) -> Layout:
    return packing.rows.pick(model)._replace(xy=places)


def _lines(packing: Packing, goals: Ints) -> tuple[Ints, Ints]:
    """Parts of the way of each model to its goal, straight and a little aside: which model, and where to."""
    parts = np.array(_PARTS, np.int64) * packing.distance[:, None] // 100
    ways = fan(goals - packing.rows.xy, _ASIDE)[:, :, None]
    places = packing.rows.xy[:, None, None] + step(ways, np.repeat(parts[:, None], len(_ASIDE), axis=1))
    return np.repeat(np.arange(len(goals)), len(_ASIDE) * len(_PARTS)), places.reshape(-1, 2)


class _Fight:
    """A unit on its way to its foes. All places that its models might take are judged at once; then the
    models take the best of them in turn. More places are tried, and ways ``around`` what bars the straight one,
    where it is told so."""

    def __init__(
        self,
        ground: Ground,
        layout: Layout,
        models: Ints,
        limits: Limits,
        foes: Layout,
        around: bool = False,
    ) -> None:
        self.packing = packing = Packing(ground, layout, models, limits, foes if around else None)
        self.foes = foes
        self.around = around
        self.gaps = gaps_mil(packing.rows, foes)
        order = np.argsort(self.gaps, axis=1, kind="stable")
        self.nearest: Ints = order[:, 0]
        index, places = self._candidates(order)
        self.model, self.places, self.scores, self.engages = self._judged(index, places)

    def _candidates(self, order: Ints) -> tuple[Ints, Ints]:
        """Places for each model that is not in contact: around the nearest foes of all and of each unit, in
        contact and in engagement range, and on the line to the nearest foe."""
        units = [np.flatnonzero(self.foes.unit == unit) for unit in np.unique(self.foes.unit)]
        closest = [columns[self.gaps[:, columns].argmin(axis=1)] for columns in units]
        most = _MORE_FOES if self.around else _FOES
        chosen = np.concatenate((order[:, :most], np.stack(closest, axis=1)), axis=1)
        model = np.repeat(np.arange(len(order)), chosen.shape[1])
        pairs = np.unique(model * self.foes.size + chosen.ravel())
        model, foe = pairs // self.foes.size, pairs % self.foes.size
        reach = self.packing.limits.engagement_mil
        free = self.gaps.min(axis=1) > CONTACT_MIL
        close = free[model] & (self.gaps[model, foe] <= self.packing.distance[model] + reach)
        model, foe = model[close], foe[close]
        found = [
            around(self.packing.rows, model, self.foes, foe, 0, ROUND),
            around(self.packing.rows, model, self.foes, foe, reach - _ROUNDING, ROUND[:5]),
            *(
                around(self.packing.rows, model, self.foes, foe, gap, _ALL_ROUND[len(model) > _FEW])
                for gap in ((0, reach // 3, 2 * reach // 3, reach - _ROUNDING) if self.around else ())
            ),
            _lines(self.packing, self.foes.xy[self.nearest]),
        ]
        index = np.concatenate([index for index, _ in found])
        places = np.concatenate([places for _, places in found])
        return index[free[index]], places[free[index]]

    def _judged(self, index: Ints, places: Ints) -> tuple[Ints, Ints, Ints, Bools]:
        """The legal ones of these places: their models, the places, scores, and which foes are engaged there.
        Contact comes first, then engagement, the shortest way to it; else as near as possible."""
        packing, foes, limits = self.packing, self.foes, self.packing.limits
        kept = np.flatnonzero(self._closer(index, places))
        kept = kept[packing.legal(index[kept], places[kept])]
        index, places = index[kept], places.take(kept, 0)
        trials = _standing(packing, index, places)
        touching = some(gaps_within(trials, foes, CONTACT_MIL), 1)
        engaged = gaps_within(trials, foes, limits.engagement_mil, limits.engagement_vertical_mil)
        gone = squared(places - packing.rows.xy.take(index, 0))
        left = squared(places - foes.xy.take(self.nearest[index], 0))
        scores = np.where(touching, gone, np.where(some(engaged, 1), _ENGAGING + gone, _NOT_ENGAGING + left))
        return index, places, scores, engaged

    def _closer(self, index: Ints, places: Ints) -> Bools:
        """Which places are closer to the foe that counts: any, or the one nearest to the model."""
        packing, near = self.packing, self.foes.pick(self.nearest[index])
        trials = _standing(packing, index, places)
        if packing.limits.closer is Closer.SOME:
            was_there = packing.rows.pick(index)
            return comes_closer(packing.ground, packing.layout, was_there, trials, packing.limits)
        if packing.rows.table.all_round:
            was = squared(packing.rows.xy.take(index, 0) - near.xy)
            return np.asarray(squared(places - near.xy) < was)
        return np.asarray(gaps_by_row(trials, near) < self.gaps[index, self.nearest[index]])

    def is_near(self, targets: tuple[int, ...]) -> bool:
        """Is some model near enough to each of these units, if nothing stands in its way?"""
        reach = self.packing.distance + self.packing.limits.engagement_mil
        close = some(self.gaps <= reach[:, None], 0)
        return set(targets).issubset(self.foes.unit[close].tolist())

    def charge(self, targets: tuple[int, ...]) -> Move | None:
        """Bring the unit into engagement with each of these units."""
        if not self.reaches(targets):
            return None
        self.send_nearest(targets)
        return self.send_all() or self.creep(targets) or self.rush() or self.follow()

    def reaches(self, targets: tuple[int, ...]) -> bool:
        """Does some model reach each of these units?"""
        return set(targets).issubset(self.foes.unit[some(self.engages, 0)].tolist())

    def send_nearest(self, targets: tuple[int, ...]) -> None:
        """Bring the nearest model that is free into engagement with each unit, the farthest unit first."""
        columns = {target: self.foes.unit == target for target in targets}
        for target in sorted(targets, key=lambda t: int(-self.gaps[:, columns[t]].min())):
            gaps = self.gaps[:, columns[target]].min(axis=1)
            model = int(np.argmin(np.where(self.packing.placed, np.iinfo(np.int64).max, gaps)))
            own = (self.model == model) & some(self.engages[:, columns[target]], 1)
            if not self.packing.placed[model]:
                self.packing.place(model, self.places[own], self.scores[own], linked=False)

    def send_all(self) -> Move | None:
        """Bring the others, the nearest first; the move when it is legal."""
        for model in np.argsort(self.gaps.min(axis=1), kind="stable").tolist():
            if not self.packing.placed[model]:
                self._send(model)
        return self.packing.move()

    def rush(self) -> Move | None:
        """All in formation, so that the nearest model gets to one of its places: for a unit that comes apart
        otherwise."""
        packing, model = self.packing, int(self.gaps.min(axis=1).argmin())
        own = np.flatnonzero((self.model == model) & some(self.engages, 1))
        ways = self.places[own[np.argsort(self.scores[own], kind="stable")]] - packing.rows.xy[model]
        index = np.tile(np.arange(len(packing.models)), len(ways))
        ends = packing.rows.xy + ways[:, None]
        legal = packing.legal(index, ends.reshape(-1, 2)).reshape(len(ways), len(packing.models))
        for way in np.flatnonzero(every(legal, 1)).tolist()[:_TRIES]:
            packing.xy = ends[way]
            if (found := packing.move()) is not None:
                return found
        return None

    def follow(self) -> Move | None:
        """After the nearest model, which goes to one of its places, the others each near to where the same way
        would take it."""
        packing, leading = self.packing, int(self.gaps.min(axis=1).argmin())
        own = np.flatnonzero((self.model == leading) & some(self.engages, 1))
        number = len(packing.models)
        for place in self.places[own[np.argsort(self.scores[own], kind="stable")]][:_LEADS]:
            ideal = packing.rows.xy + (place - packing.rows.xy[leading])
            index = np.repeat(np.arange(number), len(_NEAR_BY))
            places = (ideal[:, None] + _NEAR_BY).reshape(-1, 2)
            legal = packing.legal(index, places) & self._closer(index, places)
            packing.xy, packing.placed = packing.rows.xy.copy(), np.zeros(number, np.bool_)
            packing.place(leading, place[None], np.zeros(1, np.int64), linked=False)
            for model in np.argsort(self.gaps.min(axis=1), kind="stable").tolist():
                if model != leading:
                    spots = places[legal & (index == model)]
                    packing.place(model, spots, squared(spots - ideal[model]))
            if (found := packing.move()) is not None:
                return found
        return None

    def creep(self, targets: tuple[int, ...] = ()) -> Move | None:
        """After the nearest to each target, one model after the other, each only where the unit stays
        coherent, the others as they stand."""
        packing = self.packing
        packing.xy, packing.placed = packing.rows.xy.copy(), np.zeros(len(packing.models), np.bool_)
        self.send_nearest(targets)
        for model in np.argsort(self.gaps.min(axis=1), kind="stable").tolist():
            if self.gaps[model].min() > CONTACT_MIL and not packing.placed[model]:
                own = self.model == model
                packing.place_coherently(model, self.places[own], self.scores[own])
        return packing.move()

    def _send(self, model: int) -> None:
        own = self.model == model
        places, scores = self.places[own], self.scores[own]
        if not len(scores) or scores.min() >= _NOT_ENGAGING:
            beside, ranks = self._beside(model)
            places, scores = np.concatenate((places, beside)), np.concatenate((scores, ranks))
        self.packing.place(model, places, scores)

    def _beside(self, model: int) -> tuple[Ints, Ints]:
        """Places beside the mates placed last, for a model that reaches no foe."""
        packing = self.packing
        mates = np.flatnonzero(packing.placed)[-3:]
        standing = packing.rows._replace(xy=packing.xy)
        index, places = around(packing.rows, np.full(len(mates), model), standing, mates, 0, _MATES)
        kept = np.flatnonzero(self._closer(index, places))
        kept = kept[packing.legal(index[kept], places[kept])]
        return places[kept], _NOT_ENGAGING + squared(places[kept] - self.foes.xy[self.nearest[model]])
