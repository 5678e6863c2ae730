"""Every fault of a move by hand, exact where a limit is just kept and just broken."""

import numpy as np
import pytest

from board.tables import barricade, empty, model, ruin, with_pieces
from warbook.board.bases import Hull, Oval, Round
from warbook.board.coherency import Coherency
from warbook.board.judging import judge, judge_set_up, lengths_mil
from warbook.board.layout import Layout
from warbook.board.moves import Closer, Fault, Limits, Move
from warbook.board.terrain import Objective

R = 630
FREE = Limits(distance_mil=6_000)
OPEN = empty()


def side_by_side(*, enemy=None, friend=None, z=0, base=None):
    """One model at (10, 10) inches, perhaps an enemy (unit 1) and a friend (unit 2)."""
    spots, unit, side = [(10_000, 10_000)], [0], [0]
    for spot, number, whose in ((enemy, 1, 1), (friend, 2, 0)):
        if spot is not None:
            spots, unit, side = [*spots, spot], [*unit, number], [*side, whose]
    bases = [base or Round(32)] + [Round(32)] * (len(spots) - 1)
    return Layout.of(spots, bases, unit=unit, side=side, z=z)


def go(layout, *points, table=OPEN, limits=FREE, z=0, facing=0):
    """Move model 0 along these points."""
    path = np.array([[layout.xy[0].tolist(), *points]], np.int64)
    move = Move(np.array([0]), path, np.array([z]), np.array([facing]))
    return judge(table, layout, move, limits)


def test_six_inches_are_not_too_far_and_a_mil_more_is():
    one = side_by_side()
    assert go(one, (16_000, 10_000)) == Fault(0)
    assert go(one, (16_001, 10_000)) == Fault.TOO_FAR
    assert go(one, (10_000 + 3600, 10_000 + 4800)) == Fault(0)
    assert go(one, (10_000 + 3600, 10_000 + 4801)) == Fault.TOO_FAR


def test_the_straight_lines_of_a_path_add_up():
    one = side_by_side()
    assert go(one, (13_000, 10_000), (13_000, 13_000)) == Fault(0)
    assert go(one, (13_000, 10_000), (13_000, 13_001)) == Fault.TOO_FAR


def test_each_model_may_have_its_own_distance():
    two = Layout.of([(10_000, 10_000), (10_000, 12_000)], [Round(32)])
    move = Move.straight(two, np.array([0, 1]), np.array([[15_000, 10_000], [14_000, 12_000]]))
    assert judge(OPEN, two, move, Limits(distance_mil=(5_000, 4_000))) == Fault(0)
    assert judge(OPEN, two, move, Limits(distance_mil=(4_999, 4_000))) == Fault.TOO_FAR


def test_turning_costs_the_pivot_value_once():
    limits = Limits(distance_mil=6_000, pivot_mil=2_000)
    tank = side_by_side(base=Hull(4, 3))
    assert go(tank, (14_000, 10_000), limits=limits, facing=90) == Fault(0)
    assert go(tank, (14_001, 10_000), limits=limits, facing=90) == Fault.TOO_FAR
    assert go(tank, (16_000, 10_000), limits=limits, facing=360) == Fault(0)


def test_the_edge_of_the_table():
    one = side_by_side()
    assert go(one, (R, 10_000), limits=Limits(distance_mil=20_000)) == Fault(0)
    assert go(one, (R - 1, 10_000), limits=Limits(distance_mil=20_000)) == Fault.OFF_TABLE


def test_models_move_through_friends_and_do_not_end_on_them():
    two = side_by_side(friend=(13_000, 10_000))
    assert go(two, (13_000 + 2 * R, 10_000)) == Fault(0)
    assert go(two, (13_000 + 2 * R - 1, 10_000)) == Fault.ON_MODEL
    solid = Limits(distance_mil=6_000, solid=(2,))
    assert go(two, (13_000 + 2 * R, 10_000), limits=solid) == Fault.THROUGH_MODEL
    beside = side_by_side(friend=(13_000, 10_000 + 2 * R))
    assert go(beside, (16_000, 10_000), limits=solid) == Fault(0)


def test_engagement_range_is_one_inch_exactly():
    two = side_by_side(enemy=(16_000, 10_000))
    free = 16_000 - 2 * R - 1001
    assert go(two, (free, 10_000)) == Fault(0)
    assert go(two, (free + 1, 10_000)) == Fault.IN_ENGAGEMENT | Fault.THROUGH_ENGAGEMENT


def test_a_path_may_not_cut_through_engagement_range():
    two = side_by_side(enemy=(13_000, 10_000 + 2 * R + 1000))
    assert go(two, (16_000, 10_000)) == Fault.THROUGH_ENGAGEMENT
    two = side_by_side(enemy=(13_000, 10_000 + 2 * R + 1001))
    assert go(two, (16_000, 10_000)) == Fault(0)


def test_a_path_over_an_enemy():
    two = side_by_side(enemy=(13_000, 10_000))
    through = Limits(distance_mil=6_000, through_engagement=True)
    assert go(two, (16_000, 10_000), limits=through) == Fault.THROUGH_MODEL
    assert go(two, (16_000, 10_000), limits=Limits(distance_mil=6_000, flies=True)) == Fault(0)
    over = Limits(distance_mil=6_000, through_engagement=True, through_enemies=True)
    assert go(two, (16_000, 10_000), limits=over) == Fault(0)


def test_height_takes_a_model_out_of_engagement():
    two = side_by_side(enemy=(13_000, 10_000), z=[0, 5001])
    assert go(two, (13_500, 10_000)) == Fault(0)
    two = side_by_side(enemy=(13_000, 10_000), z=[0, 5000])
    assert Fault.IN_ENGAGEMENT in go(two, (13_500, 10_000))


def test_walls_stop_those_who_may_not_pass():
    table = with_pieces(ruin(12, 8, 4))
    one = side_by_side()
    long = Limits(distance_mil=9_000)
    assert go(one, (18_000, 10_000), table=table, limits=long) == Fault.THROUGH_WALL
    assert go(
        one, (18_000, 10_000), table=table, limits=Limits(distance_mil=9_000, through_walls=True)
    ) == Fault(0)
    assert go(one, (12_000 - R, 10_000), table=table) == Fault(0)
    assert go(one, (12_001 - R, 10_000), table=table) == Fault.THROUGH_WALL


def test_with_walls_listed_the_rest_of_a_ruin_is_open():
    table = with_pieces(ruin(12, 8, 6, walls=(((17, 8.5), (17, 13.5)),)))
    one = side_by_side()
    assert go(one, (15_000, 10_000), table=table) == Fault(0)
    astride = go(one, (16_800, 10_000), table=table, limits=Limits(distance_mil=9_000, through_walls=True))
    assert astride == Fault.ON_TERRAIN


def test_an_obstacle_is_crossed_and_not_stood_on():
    table = with_pieces(barricade(12, 9.5))
    one, limits = side_by_side(), Limits(distance_mil=20_000)
    assert go(one, (17_000, 10_000), table=table, limits=limits) == Fault(0)
    assert go(one, (14_000, 10_000), table=table, limits=limits) == Fault.ON_TERRAIN
    assert go(one, (12_000 - R, 10_000), table=table, limits=limits) == Fault(0)


def test_a_tall_obstacle_is_climbed():
    table = with_pieces(barricade(12, 9.5, height_in=3))
    one, limits = side_by_side(), Limits(distance_mil=7_000 + 6_000)
    assert go(one, (17_000, 10_000), table=table, limits=limits) == Fault(0)
    assert go(one, (17_001, 10_000), table=table, limits=limits) == Fault.TOO_FAR
    assert go(one, (17_001, 10_000), table=table, limits=Limits(distance_mil=7_001, flies=True)) == Fault(0)


def test_climbing_to_a_floor_counts_and_flying_goes_straight():
    table = with_pieces(ruin(12, 8, 6, floors_in=(4,)))
    one = side_by_side()
    walks = Limits(distance_mil=7_000, through_walls=True)
    assert go(one, (13_000, 10_000), table=table, limits=walks, z=4000) == Fault(0)
    assert go(one, (13_001, 10_000), table=table, limits=walks, z=4000) == Fault.TOO_FAR
    assert go(
        one, (13_000, 10_000), table=table, limits=Limits(distance_mil=5_000, flies=True), z=4000
    ) == Fault(0)
    assert go(one, (13_000, 10_000), table=table, limits=walks, z=3000) == Fault.NO_FLOOR


def test_a_move_must_end_coherent():
    two = Layout.of([(10_000, 10_000), (12_000, 10_000)], [Round(32)])
    back = 12_000 - 2 * R - 2000
    assert go(two, (back, 10_000)) == Fault(0)
    assert go(two, (back - 1, 10_000)) == Fault.NOT_COHERENT
    assert go(two, (back - 1, 10_000), limits=Limits(distance_mil=6_000, coherency=Coherency(3_000))) == Fault(
        0
    )


def test_a_charge_must_engage_all_its_targets_and_nobody_else():
    spots = [(10_000, 10_000), (16_000, 10_000), (16_000, 14_000)]
    three = Layout.of(spots, [Round(32)], unit=[0, 1, 2], side=[0, 1, 1])
    one = Limits(distance_mil=9_000, must_engage=(1,), may_engage=(1,))
    assert go(three, (16_000 - 2 * R, 10_000), limits=one) == Fault(0)
    assert go(three, (16_000 - 2 * R - 1001, 10_000), limits=one) == Fault.NOT_ENGAGED
    both = Limits(distance_mil=9_000, must_engage=(1, 2), may_engage=(1, 2))
    assert go(three, (16_000 - 2 * R, 10_000), limits=both) == Fault.NOT_ENGAGED
    assert go(three, (16_000, 12_000), limits=both) == Fault(0)
    assert go(three, (16_000, 12_000), limits=one) == Fault.IN_ENGAGEMENT | Fault.THROUGH_ENGAGEMENT


def test_a_charge_ends_closer_to_some_target():
    two = side_by_side(enemy=(14_000, 10_000))
    limits = Limits(distance_mil=9_000, may_engage=None, closer=Closer.SOME, toward=(1,))
    assert go(two, (10_001, 10_000), limits=limits) == Fault(0)
    assert go(two, (9_999, 10_000), limits=limits) == Fault.NOT_CLOSER
    assert go(two, (14_000, 14_000), limits=limits) == Fault.NOT_CLOSER
    assert go(two, (10_000, 10_000), limits=limits) == Fault(0)


def test_piling_in_brings_closer_to_the_nearest():
    spots = [(10_000, 10_000), (10_000, 12_500), (14_000, 10_000)]
    three = Layout.of(spots, [Round(32)], unit=[0, 1, 2], side=[0, 1, 1])
    nearest = Limits(distance_mil=3_000, may_engage=None, closer=Closer.NEAREST)
    some = Limits(distance_mil=3_000, may_engage=None, closer=Closer.SOME)
    assert go(three, (12_000, 10_000), limits=nearest) == Fault.NOT_CLOSER
    assert go(three, (12_000, 10_000), limits=some) == Fault(0)


def test_toward_an_objective_and_into_its_range():
    table = empty(objectives=(Objective(20, 10),))
    one, marker = side_by_side(), 787
    limits = Limits(distance_mil=9_000, closer=Closer.OBJECTIVE, objective=0, objective_mil=3_000)
    edge = 20_000 - marker - 3000 - R
    assert go(one, (edge, 10_000), table=table, limits=limits) == Fault(0)
    assert go(one, (edge - 1, 10_000), table=table, limits=limits) == Fault.OUT_OF_RANGE
    assert Fault.NOT_CLOSER in go(one, (9_000, 10_000), table=table, limits=limits)


def test_objectives_can_be_kept_free():
    table = empty(objectives=(Objective(15, 10),))
    one = side_by_side()
    assert go(one, (15_000, 10_000), table=table) == Fault(0)
    assert go(one, (15_000, 10_000), table=table, limits=Limits(distance_mil=6_000, off_objectives=True)) == (
        Fault.ON_OBJECTIVE
    )


def test_models_that_move_together_may_not_end_on_each_other():
    two = Layout.of([(10_000, 10_000), (12_000, 10_000)], [Round(32)])
    move = Move.straight(two, np.array([0, 1]), np.array([[12_000, 12_000], [12_000, 12_000 + 2 * R - 1]]))
    assert judge(OPEN, two, move, FREE) == Fault.ON_MODEL


def test_a_long_hull_sweeps_what_its_middle_misses():
    tank = side_by_side(enemy=(14_000, 10_000 + 1500 + R + 1001), base=Hull(4, 3))
    limits = Limits(distance_mil=8_000)
    assert go(tank, (18_000, 10_000), limits=limits) == Fault(0)
    tank = side_by_side(enemy=(14_000, 10_000 + 1500 + R + 1000), base=Hull(4, 3))
    assert go(tank, (18_000, 10_000), limits=limits) == Fault.THROUGH_ENGAGEMENT
    bike = side_by_side(enemy=(14_000, 10_000 + 689 + R + 1000), base=Oval(60, 35))
    assert go(bike, (18_000, 10_000), limits=limits) == Fault.THROUGH_ENGAGEMENT


def test_setting_up_keeps_more_than_nine_inches_away():
    two = side_by_side(enemy=(30_000, 10_000))
    two = two._replace(alive=np.array([False, True]))
    limits = Limits(engagement_mil=9_000)
    edge = 30_000 - 2 * R - 9_000

    def arrive(x):
        move = Move.straight(two, np.array([0]), np.array([[x, 10_000]]))
        return judge_set_up(OPEN, two, move, limits)

    assert arrive(edge - 1) == Fault(0)
    assert arrive(edge) == Fault.IN_ENGAGEMENT
    assert two.alive.tolist() == [False, True]


def test_setting_up_wholly_within_a_zone():
    one = side_by_side()
    zone = np.array([[0, 0], [44_000, 0], [44_000, 6_000], [0, 6_000]])

    def arrive(y):
        return judge_set_up(OPEN, one, Move.straight(one, np.array([0]), np.array([[10_000, y]])), FREE, zone)

    assert arrive(6_000 - R) == Fault(0)
    assert arrive(6_001 - R) == Fault.OUT_OF_ZONE


def test_faults_name_themselves():
    assert (Fault.TOO_FAR | Fault.ON_MODEL).name == "TOO_FAR|ON_MODEL"
    assert not Fault(0)


@pytest.mark.parametrize("flies", [False, True])
def test_lengths_round_up(flies):
    one = model(0, 0)
    move = Move.straight(one, np.array([0]), np.array([[1, 1]]))
    assert lengths_mil(OPEN, one, move, Limits(flies=flies)).tolist() == [2]
