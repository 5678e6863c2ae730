"""The set-up move before a charge makes its distance less (H-CHG-03)."""

from __future__ import annotations

from fractions import Fraction as F

import msgspec
import pytest

from warbook.queries import Question, Side, ask
from warbook.queries.saying import said
from warbook.systems.heresy3.sheets import setup_move
from wardens import melee, sheet


def runner(move: str, initiative: str, *types: str):
    plain = sheet(melee("axe"))
    (model,) = plain.models
    changed = msgspec.structs.replace(
        model, characteristics={**model.characteristics, "M": move, "I": initiative}, keywords=types
    )
    return msgspec.structs.replace(plain, models=(changed,))


@pytest.mark.parametrize(
    ("move", "initiative", "types", "inches"),
    [
        ("4", "2", (), 1), ("4", "3", (), 2), ("7", "3", (), 3), ("7", "4", (), 3), ("8", "4", (), 4),
        ("8", "6", (), 5), ("14", "6", (), 6), ("7", "4", ("Heavy",), 2), ("-", "4", (), 0),
    ],
)  # fmt: skip
def test_its_length_is_by_movement_and_initiative(move, initiative, types, inches):
    unit = runner(move, initiative, *types)
    assert setup_move(unit, unit.models[0]) == inches


@pytest.mark.parametrize(("distance", "chance"), [(5, 1), (8, 1 - F(4, 36)), (11, F(11, 36)), (12, 0)])
def test_a_charge_is_rolled_for_what_it_leaves(distance, chance):
    """Movement 8 and Initiative 6 make 5 inches; the higher of two dice covers the rest, or none is left."""
    reply = ask(Question(Side("Angron"), Side("Castellax Battle Maniple"), charge=distance))
    assert reply.reach is not None
    assert reply.reach.p_reach == pytest.approx(float(chance))
    assert any(said(each).startswith('charge: after a set-up move of 5"') for each in reply.assumed)


def test_the_other_game_has_none():
    reply = ask(Question(Side("Flawless Blades"), Side("Lychguard"), charge=9))
    assert reply.reach is not None
    assert reply.reach.p_reach == pytest.approx(10 / 36)
    assert not any("set-up" in said(each) for each in reply.assumed)
