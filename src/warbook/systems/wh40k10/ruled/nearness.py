"""What the position says of distances: who is within so much of whom or what.

Models stand on the table: all distances are horizontal."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.effects.scene import Scene
from warbook.systems.wh40k10.effects.speaker import Answer, Speaker
from warbook.systems.wh40k10.ruled.facts import Position, markers, tells, unknown


@tells.register
def _(condition: terms.Within, here: Position, scene: Scene, speaker: Speaker) -> Answer:
    if condition.inches == "half range":
        return lambda weapon: bool(weapon.half_range)
    who = _who(condition.who, here, scene, speaker)
    if is_of_edge(condition):
        return any(_at_edge(here, unit, condition) for unit in who)
    if condition.wholly and condition.of.kind not in ("unit", "model"):
        raise unknown(condition)
    if condition.of.kind == "objective":
        if condition.inches != "range":
            raise unknown(condition)
        return any(
            _at_marker(here, unit, condition.who, m, speaker)
            for unit in who
            for m in markers(condition.of, here)
        )
    if condition.of.kind not in ("unit", "model"):
        raise unknown(condition)
    near = _wholly(condition) if condition.wholly else _near(condition)
    of = here.units(condition.of, scene, speaker)
    return any(near(here, one, other, condition, speaker) for one in who for other in of)


def is_of_edge(condition: terms.Within) -> bool:
    """Whether it is asked who is wholly near an edge of the table."""
    near = condition.wholly and isinstance(condition.inches, int)
    return near and condition.of.kind == "area" and condition.of.name == EDGE and not condition.of.where


EDGE = "battlefield edge"


def _at_edge(here: Position, unit: Unit, condition: terms.Within) -> bool:
    """Every base wholly within so much of some edge, by the circles around bases."""
    assert isinstance(condition.inches, int)
    _, bases = here.table.ground.models(here.state, unit)
    size = np.array([here.table.ground.ground.width, here.table.ground.ground.depth])
    away = np.minimum(bases.xy, size - bases.xy).min(axis=1) + bases.outer
    return bool((away <= condition.inches * MIL_PER_INCH).all())


def _who(who: Selector, here: Position, scene: Scene, speaker: Speaker) -> list[Unit]:
    """Who is to be near: the unit looked at, where the rule is on units nearby, else whom it means."""
    nearby = getattr(speaker, "nearby", None)
    if who.ref is None and nearby is not None and who.of is None:
        unit = here.cast[nearby]
        wanted = None if who.side is None else here.side if who.side == "friendly" else 1 - here.side
        fitting = wanted in (None, unit.side) and here.fits(unit, who, scene, speaker)
        return [unit] if fitting and not (who.other and unit is here.cast.get(speaker.role)) else []
    return here.units(who, scene, speaker)


Near = Callable[[Position, Unit, Unit, terms.Within, Speaker], bool]


def _near(condition: terms.Within) -> Near:
    """How nearness is judged. Raises NotModelled."""
    if condition.inches == "engagement range":
        return lambda here, one, other, _c, _s: other in here.table.engaged(here.state, one)
    if not isinstance(condition.inches, int):
        raise unknown(condition)
    mil = condition.inches * MIL_PER_INCH
    return lambda here, one, other, c, speaker: _gap(here, one, other, c, speaker) <= mil


def _wholly(condition: terms.Within) -> Near:
    """Every model, with its whole base, so near to any model of the other (K-VOC-08)."""
    if not isinstance(condition.inches, int):
        raise unknown(condition)
    mil = condition.inches * MIL_PER_INCH

    def near(here: Position, one: Unit, other: Unit, meant: terms.Within, speaker: Speaker) -> bool:
        rows, columns = here.models(meant.who, one, speaker), here.models(meant.of, other, speaker)
        if one is other or not rows or not columns:
            return one is other and len(rows) == 1
        _, bases = here.table.ground.models(here.state, one)
        if (bases.table.inner[bases.base] != bases.outer).any():
            raise unknown(condition)
        gaps = here.table.ground.glance(here.state).gaps(one.index, other.index)
        reaches = gaps[np.ix_(rows, columns)].min(axis=1) + 2 * bases.outer[rows]
        return bool((reaches <= mil).all())

    return near


def _gap(here: Position, one: Unit, other: Unit, condition: terms.Within, speaker: Speaker) -> int:
    """The least distance between the models that are meant; a unit is near to itself."""
    rows, columns = here.models(condition.who, one, speaker), here.models(condition.of, other, speaker)
    if not rows or not columns:
        return int(np.iinfo(np.int64).max)
    if one is other:
        return 0
    gaps = here.table.ground.glance(here.state).gaps(one.index, other.index)
    return int(gaps[np.ix_(rows, columns)].min())


def _at_marker(here: Position, unit: Unit, who: Selector, marker: int, speaker: Speaker) -> bool:
    """Whether any of the models meant is in range of a marker."""
    living = here.table.living(here.state, unit)
    meant = set(living[here.models(who, unit, speaker)].tolist())
    return not meant.isdisjoint(here.table.ground.near_marker(here.state, marker, unit))
