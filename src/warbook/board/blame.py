"""Which models are to blame for the faults of a move, and by how much: for a person who made it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from warbook.board.coherency import stragglers
from warbook.board.contact import missed_contact
from warbook.board.convex import holds
from warbook.board.gaps import gaps_mil, overlaps
from warbook.board.ground import Ground
from warbook.board.integers import Ints
from warbook.board.judging import comes_closer, lengths_mil
from warbook.board.layout import Layout
from warbook.board.moves import Fault, Limits, Move
from warbook.board.passage import Passage

Name = Callable[[int], str]
"""What a model is called, by its place in the layout."""

PLACES = {
    Fault.OFF_TABLE: "is not wholly on the table",
    Fault.ON_TERRAIN: "ends on an obstacle or across a wall",
    Fault.NO_FLOOR: "ends where no floor is under its base",
    Fault.ON_OBJECTIVE: "ends on an objective marker",
    Fault.OUT_OF_ZONE: "is not wholly within the deployment zone",
    Fault.THROUGH_WALL: "goes through a wall",
    Fault.THROUGH_MODEL: "goes through a model",
    Fault.THROUGH_ENGAGEMENT: "passes through Engagement Range of an enemy",
    Fault.NOT_CLOSER: "does not end closer to what it must approach",
}
"""Faults of single models that have no measure."""


class Case(NamedTuple):
    """A move with all that it is judged by; ``zone`` is the outline in which models are set up."""

    ground: Ground
    layout: Layout
    move: Move
    limits: Limits
    zone: Ints | None = None


def blame(case: Case, fault: Fault, name: Name) -> tuple[str, ...]:
    """A text for each fault: its name, the models, and by how much they are wrong."""
    flags = _flags(case, fault)
    return tuple(f"{flag.name}: {_told(case, flag, flags, name)}" for flag in Fault if flag in fault)


def _flags(case: Case, fault: Fault) -> Ints:
    """The faults of each model of the move."""
    ground, layout, move, limits, zone = case
    passage, after = Passage(ground, layout, move.models, limits), move.applied(layout)
    ended = after.pick(move.models)
    found = passage.at(ended)
    if zone is None:
        rows = layout.pick(move.models)._replace(facing=move.facing)
        for start, end in zip(move.path.swapaxes(0, 1)[:-1], move.path.swapaxes(0, 1)[1:], strict=True):
            found |= passage.along(rows._replace(xy=start), end, move.z)
    else:
        found |= ~holds(zone, ended.outlines(), ended.radius) * Fault.OUT_OF_ZONE.value
    if Fault.NOT_CLOSER in fault:
        closer = comes_closer(ground, layout, layout.pick(move.models), ended, limits)
        found |= ~closer * Fault.NOT_CLOSER.value
    return found


def _told(case: Case, flag: Fault, flags: Ints, name: Name) -> str:
    if flag is Fault.TOO_FAR:
        return _and(_far(case, name))
    if flag is Fault.ON_MODEL:
        return _and(_overlapping(case, name))
    if flag is Fault.IN_ENGAGEMENT:
        return _and(_near(case, flags, name)) or "a model that stays behind is still in Engagement Range"
    if flag is Fault.NOT_COHERENT:
        return _and(f"{name(model)} is out of coherency" for model in _apart(case))
    if flag is Fault.NOT_ENGAGED:
        return _and(_missed(case, name))
    if flag is Fault.NOT_IN_CONTACT:
        row, (x, y) = missed_contact(*case[:4]) or (0, (0, 0))
        return f"{name(int(case.move.models[row]))} could end in base contact, at {int(x)}, {int(y)}"
    if flag is Fault.OUT_OF_RANGE:
        return "no model ends in range of the objective that it moves to"
    blamed = case.move.models[(flags & flag.value) != 0].tolist()
    return _and(f"{name(model)} {PLACES[flag]}" for model in blamed)


MOST_TOLD = 3


def _and(told: Iterator[str]) -> str:
    """The first few, and how many more there are."""
    parts = list(told)
    more = f", and {len(parts) - MOST_TOLD} more" if len(parts) > MOST_TOLD else ""
    return ", ".join(parts[:MOST_TOLD]) + more


def inches(mil: int) -> str:
    """Thousandths of an inch for a person."""
    return f"{mil / 1000:.3f}".rstrip("0").rstrip(".") + '"'


def _far(case: Case, name: Name) -> Iterator[str]:
    went = lengths_mil(case.ground, case.layout, case.move, case.limits)
    may = np.broadcast_to(np.asarray(case.limits.distance_mil), went.shape)
    for model, length, most in zip(case.move.models.tolist(), went.tolist(), may.tolist(), strict=True):
        if length > most:
            yield f"{name(model)} moves {inches(length)}, {inches(length - most)} more than its {inches(most)}"


def _standing(case: Case) -> Layout:
    alive = case.layout.alive.copy()
    alive[case.move.models] = True
    return case.move.applied(case.layout)._replace(alive=alive)


def _overlapping(case: Case, name: Name) -> Iterator[str]:
    after = _standing(case)
    living = np.flatnonzero(after.alive)
    for model in case.move.models.tolist():
        own = after.pick(np.array([model]))
        for other in living[overlaps(own, after.pick(living))[0]].tolist():
            if other != model:
                yield f"{name(model)} overlaps {name(other)}{_depth(own, after.pick(np.array([other])))}"


def _depth(a: Layout, b: Layout) -> str:
    """By how much two round bases overlap; other shapes have no plain measure."""
    if not (a.table.all_round and b.table.all_round):
        return ""
    apart = float(np.hypot(*(a.xy[0] - b.xy[0])))
    return f" by {inches(max(1, int(a.outer[0] + b.outer[0] - apart)))}"


def _near(case: Case, flags: Ints, name: Name) -> Iterator[str]:
    after = _standing(case)
    enemies = np.flatnonzero((after.side != after.side[case.move.models[0]]) & after.alive)
    for model in case.move.models[(flags & Fault.IN_ENGAGEMENT.value) != 0].tolist():
        gaps = gaps_mil(after.pick(np.array([model])), after.pick(enemies))[0]
        nearest = int(gaps.argmin())
        yield f"{name(model)} ends {inches(int(gaps[nearest]))} from {name(int(enemies[nearest]))}"


def _apart(case: Case) -> list[int]:
    after = _standing(case)
    members = after.of_unit(int(after.unit[case.move.models[0]]))
    return [int(members[place]) for place in stragglers(after.pick(members), case.limits.coherency)]


def _missed(case: Case, name: Name) -> Iterator[str]:
    """How far the unit ends from each target that it must engage, or from the nearest enemy."""
    after, limits = _standing(case), case.limits
    unit = after.pick(after.of_unit(int(after.unit[case.move.models[0]])))
    wanted = [after.of_unit(target) for target in limits.must_engage]
    if not wanted:
        wanted = [np.flatnonzero((after.side != unit.side[0]) & after.alive)]
    for models in wanted:
        gaps = gaps_mil(unit, after.pick(models))
        short = int(gaps.min()) - limits.engagement_mil
        if short > 0:
            nearest = int(models[int(gaps.min(axis=0).argmin())])
            yield f"ends {inches(short)} short of Engagement Range of {name(nearest)}"
