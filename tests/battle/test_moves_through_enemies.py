"""Rules that let models go through enemy models (K-PTH-03, K-MOV-05)."""

import pytest

from battle.hosts import fought, sheet
from battle.table import asked, cp, dice, left, pick, place, until
from battle.test_reserves import fault
from battle.test_scenarios_of_armies import chosen
from warbook.battle.umpire import judge_from

GHOSTS = (
    "Each time a model in this unit makes a Normal or Advance move, it can move through enemy models "
    "(excluding MONSTER models)."
)


def passing(*words):
    """A unit of A that goes through others, a wall of enemies in front of it, nobody engaged."""
    wall = [(18.4 + 1.6 * n, 24) for n in range(5)]
    battle = fought(
        (2, 0, "movement"),
        (0, sheet("Ghosts", GHOSTS, models=1, stats={"M": '8"'}), [(21.6, 20.5)]),
        (1, sheet("Wall", words=words), wall),
    )
    pick(until(battle, "unit to move"), "Ghosts")
    return pick(until(battle, "kind of move"), "normal")


def test_a_model_goes_through_enemies_and_ends_beyond():
    """The wall is at 24: 28 is 4 inches behind, more than an inch from any base of 0.63 inches."""
    start = passing("INFANTRY")
    battle = place(start.copy(), (0, 21.6, 28))
    assert battle.state.at[0].tolist() == [21_600, 28_000]
    assert judge_from(start, battle.history[len(start.history) :]).broken == ()


def test_it_may_not_end_in_engagement_range():
    assert "IN_ENGAGEMENT" in fault(passing("INFANTRY"), (0, 21.6, 26.1))


def test_those_left_out_stand_in_the_way():
    assert "THROUGH_MODEL" in fault(passing("MONSTER"), (0, 21.6, 28))


# ------------------------------------------------------------------ SC-22


def breakthrough(*flags):
    """A tank of A engaged with infantry of B; a point to spend."""
    tank = sheet("Tank", models=1, words=("VEHICLE", "TRANSPORT", "EMPEROR'S CHILDREN"), stats={"M": '10"'})
    return fought(
        (2, 0, "movement"),
        (0, tank, [(21.6, 23)], *flags),
        (1, sheet("Wall"), [(18.4 + 1.6 * n, 24.9) for n in range(5)]),
        cp=(1, 0),
        known=chosen("Rapid Evisceration"),
        detached=(0,),
    )


def fall_back(battle):
    while asked(battle) != "unit to move":
        pick(battle)
    pick(battle, "Tank")
    if asked(battle) == "play: selected to move":
        pick(battle)
    return pick(until(battle, "kind of move"), "fell_back")


def test_sc_22_b_the_play_passes_the_escape():
    start = breakthrough()
    assert asked(start) == "play: phase goes on"
    battle = fall_back(pick(start.copy(), "Dynamic Breakthrough: Tank"))
    assert cp(battle) == [0, 0]
    place(battle, (0, 21.6, 30))
    assert battle.state.at[0].tolist() == [21_600, 30_000]  # no die was rolled
    assert judge_from(start, battle.history[len(start.history) :]).broken == ()


def test_without_the_play_the_escape_is_rolled():
    battle = breakthrough()
    assert asked(place(fall_back(battle), (0, 21.6, 30))) == "desperate escape"


@pytest.mark.parametrize(("face", "lost"), [(3, 0), (2, 2)])
def test_sc_22_a_c_who_is_shocked_is_refused_the_play_and_tested(face, lost):
    battle = breakthrough("shocked")
    assert asked(battle) == "unit to move"
    dice(place(fall_back(battle), (0, 21.6, 18)), face)
    assert left(battle, 0) == [2 - lost]
