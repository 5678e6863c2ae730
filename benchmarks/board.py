"""The geometry of a battle against shapely asked in plain Python (``python -m benchmarks.board``).

Both sides answer the same questions about the same two armies of sixty; the last table plays the geometry of
whole battles: moves, sight of every unit to every enemy unit, charges, piling in and consolidating over five
rounds.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np
import shapely

from benchmarks.table import render
from benchmarks.timing import Timing, repeat
from warbook.board.bases import Round
from warbook.board.formation import deploy, fall_back, translate
from warbook.board.gaps import gaps_within, unit_gap_mil
from warbook.board.ground import Ground, ground
from warbook.board.layout import Layout
from warbook.board.melee import charge, consolidate, pile_in
from warbook.board.moves import Limits, Move
from warbook.board.terrain import Ruin, battlefield
from warbook.board.visibility import SightCache, sight

PLAIN = Limits(distance_mil=6_000, through_walls=True)
FLEEING = Limits(distance_mil=6_000, through_walls=True, through_enemies=True, through_engagement=True)
THREE = Limits(distance_mil=3_000, through_walls=True)
UNITS = 12


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    ask = argparse.ArgumentParser(prog="python -m benchmarks.board", description=__doc__)
    ask.add_argument("--field", default="three-ridges")
    ask.add_argument("--repeats", type=int, default=20)
    ask.add_argument("--battles", type=int, default=3)
    args = ask.parse_args(arguments)
    table = ground(battlefield(args.field))
    layout = forward(table, deployed(table))
    print(questions(table, layout, args.repeats))
    print()
    print(battles(table, args.battles))


def deployed(table: Ground) -> Layout:
    """Six units of ten on each side, set up in their zones."""
    unit = np.arange(UNITS * 10) // 10
    layout = Layout.of(np.zeros((len(unit), 2)), [Round(32)], unit=unit, side=unit // 6)
    layout = layout._replace(alive=np.zeros(len(unit), np.bool_))
    for number in range(UNITS):
        models = np.flatnonzero(unit == number)
        zone = table.zones[number // 6]
        along = int(np.argmax(zone.max(axis=0) - zone.min(axis=0)))
        near = ((zone.max(axis=0) + zone.min(axis=0)) // 2).tolist()
        near[along] = int(zone[:, along].max()) * (2 * (number % 6) + 1) // 12
        move = deploy(table, layout, models, zone, Limits(), (near[0], near[1]))
        if move is not None:
            alive = layout.alive.copy()
            alive[models] = True
            layout = move.applied(layout)._replace(alive=alive)
    return layout


def forward(table: Ground, layout: Layout) -> Layout:
    """Both armies a move closer to the middle."""
    for unit in range(UNITS):
        move = translate(table, layout, unit, PLAIN, (table.width // 2, table.depth // 2))
        layout = layout if move is None else move.applied(layout)
    return layout


def questions(table: Ground, layout: Layout, repeats: int) -> str:
    """One table: each question answered by Warbook and by shapely."""
    ours, theirs = layout.pick(layout.side == 0), layout.pick(layout.side == 1)
    units = [layout.pick(layout.of_unit(unit)) for unit in range(UNITS)]
    pairs = [(units[i], units[6 + (i + k) % 6]) for i in range(6) for k in range(3)]
    cases: list[tuple[str, Callable[[int], object], Callable[[int], object]]] = [
        (
            "60 x 60 models within 12 inches",
            lambda _: gaps_within(ours, theirs, 12_000),
            lambda _: slow_within(ours, theirs, 12_000),
        ),
        (
            "10 models see 10, visible and fully",
            lambda turn: sight(table, *pairs[turn % len(pairs)]),
            lambda turn: slow_sight(table, *pairs[turn % len(pairs)]),
        ),
    ]
    rows = []
    for name, fast, slow in cases:
        mine, reference = repeat(fast, 5 * repeats), repeat(slow, max(3, repeats // 5))
        rows.append(row(name, mine, reference))
    return render(("question", "warbook ms", "shapely ms", "shapely / warbook"), rows)


def row(name: str, mine: Timing, reference: Timing) -> tuple[str, ...]:
    """Medians and their ratio."""
    ratio = reference.median_ms / mine.median_ms
    return name, f"{mine.median_ms:.3f}", f"{reference.median_ms:.1f}", f"{ratio:.0f}"


def slow_within(a: Layout, b: Layout, reach_mil: int) -> list[list[bool]]:
    """The same matrix by shapely's distance between points, pair by pair."""
    discs = [
        [(shapely.Point(p), r) for p, r in zip(m.xy.tolist(), m.outer.tolist(), strict=True)] for m in (a, b)
    ]
    return [[p.distance(q) - r - s <= reach_mil for q, s in discs[1]] for p, r in discs[0]]


def slow_sight(table: Ground, a: Layout, b: Layout) -> list[list[tuple[bool, bool]]]:
    """The same lines, one at a time, against prepared polygons; a line stops as soon as one is found to be
    clear. (Shapely counts touching as meeting.)"""
    shapes = [shapely.Polygon(footprint) for footprint in table.footprints.tolist()]
    shapely.prepare(shapes)
    solid = [isinstance(piece, Ruin) for piece in table.pieces]
    within = table.wholly_within(a), table.wholly_within(b)
    eyes, marks = a.samples().tolist(), b.samples().tolist()
    found = []
    for i, eye in enumerate(eyes):
        free = [
            [solid[p] and (within[0][i, p] or within[1][j, p]) for p in range(len(shapes))]
            for j in range(b.size)
        ]
        found.append([slow_pair(shapes, solid, free[j], eye, mark) for j, mark in enumerate(marks)])
    return found


def slow_pair(
    shapes: list[shapely.Polygon],
    solid: list[bool],
    free: list[bool],
    eyes: list[list[int]],
    marks: list[list[int]],
) -> tuple[bool, bool]:
    """Visible and fully visible."""
    ruins = [shape for shape, s, f in zip(shapes, solid, free, strict=True) if s and not f]
    others = [shape for shape, s in zip(shapes, solid, strict=True) if not s]
    visible, plain = False, 0
    for mark in marks:
        seen = False
        for eye in eyes:
            line = shapely.LineString([eye, mark])
            if not any(ruin.intersects(line) for ruin in ruins):
                visible = True
                if not any(other.intersects(line) for other in others):
                    seen = True
                    break
        plain += seen
    return visible, plain == len(marks)


@dataclass
class Stopwatch:
    """Milliseconds by kind of question."""

    ms: dict[str, list[float]] = field(default_factory=dict)

    def time(self, name: str, action: Callable[[], Move | None]) -> Move | None:
        start = perf_counter()
        found = action()
        self.ms.setdefault(name, []).append(1e3 * (perf_counter() - start))
        return found


def battles(table: Ground, count: int) -> str:
    """Whole battles of five rounds, timed by kind."""
    watch, whole = Stopwatch(), []
    for seed in range(count):
        before = sum(sum(each) for each in watch.ms.values())
        play(table, watch, np.random.default_rng(seed))
        whole.append(sum(sum(each) for each in watch.ms.values()) - before)
    rows = [
        (
            name,
            f"{len(each) / count:.0f}",
            f"{np.median(each):.2f}",
            f"{max(each):.2f}",
            f"{sum(each) / count:.0f}",
        )
        for name, each in watch.ms.items()
    ]
    rows.append(
        ("a whole battle", "1", f"{np.median(whole):.0f}", f"{max(whole):.0f}", f"{np.mean(whole):.0f}")
    )
    return render(("geometry of a battle", "times", "median ms", "worst ms", "ms a battle"), rows)


def play(table: Ground, watch: Stopwatch, rng: np.random.Generator) -> None:
    """Both sides advance on the nearest enemy, look at all, charge and fight; a fight costs each unit a
    third."""
    layout, sights = deployed(table), SightCache(table)
    for _ in range(5):
        for side in (0, 1):
            own = list(range(6 * side, 6 * side + 6))
            for unit in own:
                layout = march(table, layout, unit, watch)
            look(layout, own, sights, watch)
            for unit in own:
                layout = rush(table, layout, unit, watch, rng)
            for unit in range(UNITS):
                layout = brawl(table, layout, unit, watch, rng)


def enemies(layout: Layout, unit: int) -> Layout:
    return layout.pick(np.flatnonzero(layout.alive & (layout.side != unit // 6)))


def march(table: Ground, layout: Layout, unit: int, watch: Stopwatch) -> Layout:
    models, foes = layout.of_unit(unit), enemies(layout, unit)
    if not len(models) or not foes.size:
        return layout
    if gaps_within(layout.pick(models), foes, 1_000).any():
        move = watch.time("fall back", lambda: fall_back(table, layout, unit, FLEEING)) if unit % 2 else None
    else:
        middle = layout.xy[models].sum(axis=0) // len(models)
        x, y = foes.xy[((foes.xy - middle) ** 2).sum(axis=1).argmin()].tolist()
        move = watch.time("move a unit", lambda: translate(table, layout, unit, PLAIN, (x, y)))
    return layout if move is None else move.applied(layout)


def look(layout: Layout, own: list[int], sights: SightCache, watch: Stopwatch) -> None:
    for unit in own:
        for other in range(UNITS):
            models, foes = layout.of_unit(unit), layout.of_unit(other)
            if other not in own and len(models) and len(foes):
                one, two = layout.pick(models), layout.pick(foes)
                watch.time("a unit sees a unit", lambda a=one, b=two: sights.sight(a, b) and None)


def rush(table: Ground, layout: Layout, unit: int, watch: Stopwatch, rng: np.random.Generator) -> Layout:
    models = layout.of_unit(unit)
    others = [u for u in range(UNITS) if u // 6 != unit // 6 and len(layout.of_unit(u))]
    if not len(models) or not others:
        return layout
    gap, target = min((unit_gap_mil(layout.pick(models), layout.pick(layout.of_unit(u))), u) for u in others)
    if not 1_000 < gap <= 12_000:
        return layout
    limits = Limits(distance_mil=int(rng.integers(1, 7) + rng.integers(1, 7)) * 1000, through_walls=True)
    move = watch.time("charge", lambda: charge(table, layout, unit, (target,), limits))
    return layout if move is None else move.applied(layout)


def brawl(table: Ground, layout: Layout, unit: int, watch: Stopwatch, rng: np.random.Generator) -> Layout:
    models = layout.of_unit(unit)
    if not len(models) or not gaps_within(layout.pick(models), enemies(layout, unit), 1_000).any():
        return layout
    move = watch.time("pile in", lambda: pile_in(table, layout, unit, THREE))
    layout = layout if move is None else move.applied(layout)
    alive = layout.alive.copy()
    alive[models[-(1 + len(models) // 3) :]] = False
    layout = layout._replace(alive=alive)
    move = watch.time("consolidate", lambda: consolidate(table, layout, unit, THREE))
    return layout if move is None else move.applied(layout)


if __name__ == "__main__":
    main()
