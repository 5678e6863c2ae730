"""Base contact: which models of a unit that charges or piles in could have ended in it and did not."""

from __future__ import annotations

import numpy as np

from warbook.board.gaps import CONTACT_MIL, gaps_mil, gaps_within, overlaps
from warbook.board.ground import Ground
from warbook.board.integers import Ints, fan, some, squared, step
from warbook.board.judging import comes_closer, goals, unit_faults
from warbook.board.layout import Layout
from warbook.board.moves import Fault, Limits, Move
from warbook.board.packing import Packing
from warbook.board.spots import ROUND, around

COMPASS = fan(np.array([1_000, 0], np.int64), tuple(range(0, 360, 15)))
"""Directions all round, for round bases."""


def into_contact(ground: Ground, layout: Layout, move: Move, limits: Limits) -> Move:
    """A legal move with every model brought into contact that could be."""
    for _ in range(len(move.models)):
        found = missed_contact(ground, layout, move, limits)
        if found is None:
            break
        row, place = found
        path = move.path.copy()
        path[row, 1:] = place
        move = move._replace(path=path)
    return move


def missed_contact(ground: Ground, layout: Layout, move: Move, limits: Limits) -> tuple[int, Ints] | None:
    """The first row of a legal move whose model ends in contact with no enemy, though it could have gone
    straight to such a place and all else were as legal, and that place; ``None`` when there is none (K-CHG-04,
    K-FGT-03, K-PTH-07)."""
    after, foes = move.applied(layout), goals(ground, layout, int(layout.side[move.models[0]]), limits)
    went = (move.ends != move.path[:, 0]).any(axis=1)
    short = np.flatnonzero(went & ~some(gaps_within(after.pick(move.models), foes, CONTACT_MIL), 1))
    packing = Packing(ground, layout, move.models, limits)
    row, places = _spots(packing, short, foes)
    if not len(row):
        return None
    trials = packing.rows.pick(row)._replace(xy=places)
    clash = overlaps(trials, after.pick(move.models))
    clash[np.arange(len(row)), row] = False
    free = ~some(clash, 1) & comes_closer(ground, layout, packing.rows.pick(row), trials, limits)
    row, places = row[free], places[free]
    legal = packing.legal(row, places)
    row, places = row[legal], places[legal]
    order = np.lexsort((squared(places - packing.rows.xy[row]), row))
    for spot in order.tolist():
        own = row[[spot]]
        trial = after.moved(move.models[own], places[[spot]], move.z[own], move.facing[own])
        if unit_faults(ground, layout, trial, move.models, limits) == Fault(0):
            return int(row[spot]), places[spot]
    return None


def _spots(packing: Packing, short: Ints, foes: Layout) -> tuple[Ints, Ints]:
    """Places in contact with the nearest foes, for models that could come so far: which row, and where."""
    rows = packing.rows.pick(short)
    if not len(short) or not foes.size:
        return short, np.zeros((0, 2), np.int64)
    row, foe = np.nonzero(gaps_mil(rows, foes) <= packing.distance[short][:, None])
    index, places = around(rows, row, foes, foe, 0, ROUND)
    round_ = rows.table.round[rows.base][row] & foes.table.round[foes.base][foe]
    row, foe = row[round_], foe[round_]
    room = rows.outer[row] + foes.outer[foe] + 2
    compass = foes.xy[foe][:, None] + step(COMPASS, np.repeat(room[:, None], len(COMPASS), axis=1))
    rows_ = np.concatenate((index, np.repeat(row, len(COMPASS))))
    return short[rows_], np.concatenate((places, compass.reshape(-1, 2)))
