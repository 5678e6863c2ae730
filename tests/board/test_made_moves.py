"""Moves made for bots: always legal, always the same, and found where there clearly is one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.tables import BASES, empty, ruin, with_pieces
from warbook.board.bases import Hull, Oval, Round
from warbook.board.formation import deploy, fall_back, translate
from warbook.board.gaps import CONTACT_MIL, gaps_within
from warbook.board.ground import ground
from warbook.board.judging import judge, judge_set_up
from warbook.board.layout import Layout
from warbook.board.melee import charge, consolidate, pile_in
from warbook.board.moves import Closer, Fault, Limits, Move
from warbook.board.terrain import Objective, battlefield, bundled

R = 630
OPEN = empty()


def block(x, y, models=10, columns=5, pitch=1500):
    return [(x + pitch * (i % columns), y + pitch * (i // columns)) for i in range(models)]


def armies(*units, bases=None):
    """Units as (side, spots)."""
    spots = [spot for _, where in units for spot in where]
    unit = [number for number, (_, where) in enumerate(units) for _ in where]
    side = [whose for whose, where in units for _ in where]
    return Layout.of(spots, bases or [Round(32)], unit=unit, side=side)


def contacts(layout, unit, other):
    a, b = layout.pick(layout.of_unit(unit)), layout.pick(layout.of_unit(other))
    return int(gaps_within(a, b, CONTACT_MIL).any(axis=1).sum())


def test_a_unit_goes_the_whole_way_in_formation():
    one = armies((0, block(10_000, 10_000)))
    move = translate(OPEN, one, 0, Limits(distance_mil=6_000), (13_000, 40_000))
    assert (move.ends - one.xy[move.models] == (0, 6_000)).all()


def test_a_unit_stops_where_it_was_sent():
    one = armies((0, [(10_000, 10_000)]))
    move = translate(OPEN, one, 0, Limits(distance_mil=6_000), (12_000, 10_000))
    assert move.ends.tolist() == [[12_000, 10_000]]


def test_a_unit_stops_short_of_an_enemy():
    two = armies((0, block(10_000, 10_000)), (1, block(10_000, 17_000)))
    move = translate(OPEN, two, 0, Limits(distance_mil=6_000), (13_000, 17_000))
    assert move is not None
    assert judge(OPEN, two, move, Limits(distance_mil=6_000)) == Fault(0)


def test_away_is_the_other_way():
    one = armies((0, [(20_000, 20_000)]))
    move = translate(OPEN, one, 0, Limits(distance_mil=6_000), (20_000, 30_000), away=True)
    assert move.ends.tolist() == [[20_000, 14_000]]


def test_a_unit_slides_past_a_wall():
    table = with_pieces(ruin(20, 20, 4))
    one = armies((0, [(22_000, 18_000)]))
    move = translate(table, one, 0, Limits(distance_mil=6_000), (22_000, 40_000))
    assert move is not None
    assert (move.ends[0] != one.xy[0]).any()


def test_a_unit_boxed_in_does_not_move():
    ring = [(20_000 + int(2600 * np.cos(a)), 20_000 + int(2600 * np.sin(a))) for a in np.arange(0, 6.28, 0.5)]
    two = armies((0, [(20_000, 20_000)]), (1, ring))
    assert translate(OPEN, two, 0, Limits(distance_mil=6_000), (40_000, 20_000)) is None


def test_a_charge_over_exactly_the_distance_needed():
    """A gap of six and a half inches takes five and a half."""
    two = armies((0, [(10_000, 10_000)]), (1, [(10_000 + 2 * R + 6_500, 10_000)]))
    assert charge(OPEN, two, 0, (1,), Limits(distance_mil=5_499)) is None
    move = charge(OPEN, two, 0, (1,), Limits(distance_mil=5_500))
    assert move.ends.tolist() == [[15_500, 10_000]]


def test_a_charge_ends_in_contact_where_it_can():
    two = armies((0, block(10_000, 10_000)), (1, block(10_000, 18_000)))
    move = charge(OPEN, two, 0, (1,), Limits(distance_mil=9_000))
    assert contacts(move.applied(two), 0, 1) >= 5


def test_a_charge_reaches_all_its_targets_or_none():
    """Gaps of five and nine inches: a seven reaches the first and not the second, so nobody moves."""
    start = 10_000
    three = armies(
        (0, [(start, 20_000), (start, 21_500)]),
        (1, [(start + 2 * R + 5_000, 20_000)]),
        (1, [(start, 20_000 - 2 * R - 9_000)]),
    )
    limits = Limits(distance_mil=7_000)
    assert charge(OPEN, three, 0, (1,), limits) is not None
    assert charge(OPEN, three, 0, (1, 2), limits) is None


def test_a_charge_engages_two_units_side_by_side():
    three = armies((0, block(10_000, 10_000)), (1, block(8_000, 18_000, 5)), (1, block(17_000, 18_000, 5)))
    limits = Limits(distance_mil=10_000)
    move = charge(OPEN, three, 0, (1, 2), limits)
    after = move.applied(three)
    for target in (1, 2):
        assert gaps_within(after.pick(after.of_unit(0)), after.pick(after.of_unit(target)), 1000).any()


def test_a_charge_engages_units_on_two_sides():
    three = armies((0, block(10_000, 10_000, 6, 6)), (1, [(7_000, 10_000)]), (1, [(20_500, 10_000)]))
    move = charge(OPEN, three, 0, (1, 2), Limits(distance_mil=8_000))
    after = move.applied(three)
    for target in (1, 2):
        assert contacts(after, 0, target) >= 1


def test_a_charge_does_not_touch_a_bystander():
    three = armies((0, block(10_000, 10_000)), (1, block(10_000, 18_000, 5)), (1, block(10_000, 20_500, 5)))
    move = charge(OPEN, three, 0, (1,), Limits(distance_mil=9_000))
    after = move.applied(three)
    assert not gaps_within(after.pick(after.of_unit(0)), after.pick(after.of_unit(2)), 1000).any()


def walled(y_from, y_to):
    """A wall across the way along y = 22 inches."""
    return with_pieces(ruin(18, 20, 4, walls=(((20, y_from), (20, y_to)),)))


def test_a_charge_goes_around_the_end_of_a_wall():
    """A wall from (20, 20) to (20, 24) stands between (18, 22) and a foe at (25, 22). By (20, 19.3) it is 3.4
    inches, and 5.7 more to the foe, of which bases take 1.3 and Engagement Range 1: some 6.8 (K-PTH-02)."""
    ground, two = walled(20, 24), armies((0, [(18_000, 22_000)]), (1, [(25_000, 22_000)]))
    limits = Limits(distance_mil=8_000)
    move = charge(ground, two, 0, (1,), limits)
    assert move is not None
    assert move.path.shape[1] == 3
    limits = Limits(distance_mil=8_000, may_engage=(1,), must_engage=(1,), closer=Closer.SOME, toward=(1,))
    assert judge(ground, two, move, limits) == Fault(0)


def test_a_charge_that_is_too_short_for_the_way_around_stays():
    """The straight way is 4.7 inches, the one around the wall some 6.8."""
    two = armies((0, [(18_000, 22_000)]), (1, [(25_000, 22_000)]))
    assert charge(walled(20, 24), two, 0, (1,), Limits(distance_mil=6_000)) is None


def test_a_charge_goes_around_an_enemy_that_it_does_not_charge():
    """A bystander stands halfway, its Engagement Range across the straight way."""
    three = armies((0, [(10_000, 22_000)]), (1, [(20_000, 22_000)]), (1, [(15_000, 22_000)]))
    move = charge(OPEN, three, 0, (1,), Limits(distance_mil=11_000))
    assert move is not None
    limits = Limits(distance_mil=11_000, may_engage=(1,), must_engage=(1,), closer=Closer.SOME, toward=(1,))
    assert judge(OPEN, three, move, limits) == Fault(0)


def test_a_charge_finds_the_one_gap_beside_a_foe():
    """Friends stand around the foe but on its far side: contact and engagement are free there alone."""
    ring = [
        (22_000 + round(1_500 * np.cos(a)), 22_000 + round(1_500 * np.sin(a))) for a in np.arange(1, 5.2, 0.85)
    ]
    table = armies((0, [(16_000, 22_000)]), (1, [(22_000, 22_000)]), (0, ring))
    move = charge(OPEN, table, 0, (1,), Limits(distance_mil=9_000))
    assert move is not None
    assert contacts(move.applied(table), 0, 1) == 1


def test_hulls_and_ovals_charge_into_contact():
    two = armies((0, [(10_000, 10_000)]), (1, [(20_000, 12_000)]), bases=[Oval(105, 70), Hull(7, 4)])
    move = charge(OPEN, two, 0, (1,), Limits(distance_mil=9_000))
    assert contacts(move.applied(two), 0, 1) == 1


def test_piling_in_brings_more_models_into_contact():
    two = armies((0, block(10_000, 10_000)), (1, block(10_000, 10_000 + 1500 + 2 * R + 900)))
    limits = Limits(distance_mil=3_000)
    before = contacts(two, 0, 1)
    move = pile_in(OPEN, two, 0, limits)
    assert contacts(move.applied(two), 0, 1) >= max(4, before)


def test_nobody_piles_in_who_cannot_engage():
    two = armies((0, block(10_000, 10_000)), (1, block(10_000, 20_000)))
    assert pile_in(OPEN, two, 0, Limits(distance_mil=3_000)) is None


def test_without_an_enemy_near_a_unit_consolidates_to_an_objective():
    table = empty(objectives=(Objective(12, 20), Objective(40, 40)))
    two = armies((0, block(10_000, 13_000)), (1, block(30_000, 38_000)))
    move = consolidate(table, two, 0, Limits(distance_mil=3_000))
    after = move.applied(two)
    assert gaps_within(after.pick(after.of_unit(0)), table.objectives.pick(np.array([0])), 3_000).any()


def test_too_far_from_everything_nobody_consolidates():
    table = empty(objectives=(Objective(40, 40),))
    two = armies((0, block(10_000, 10_000)), (1, block(10_000, 25_000)))
    assert consolidate(table, two, 0, Limits(distance_mil=3_000)) is None


def test_falling_back_leaves_engagement():
    two = armies((0, block(10_000, 10_000)), (1, block(10_000, 13_000)))
    limits = Limits(distance_mil=6_000, through_enemies=True, through_engagement=True)
    move = fall_back(OPEN, two, 0, limits)
    after = move.applied(two)
    assert not gaps_within(after.pick(after.of_unit(0)), after.pick(after.of_unit(1)), 1000).any()


def test_a_unit_without_models_makes_no_move():
    two = armies((0, [(10_000, 10_000)]), (1, [(20_000, 20_000)]))
    gone = two._replace(alive=np.array([False, True]))
    limits = Limits(distance_mil=6_000)
    assert translate(OPEN, gone, 0, limits, (0, 0)) is None
    assert fall_back(OPEN, gone, 0, limits) is None
    assert charge(OPEN, gone, 0, (1,), limits) is None
    assert pile_in(OPEN, gone, 0, limits) is None
    assert consolidate(OPEN, gone, 0, limits) is None
    assert charge(OPEN, gone, 1, (0,), limits) is None


@pytest.mark.parametrize("name", bundled())
@pytest.mark.parametrize("mixed", [False, True])
def test_two_armies_of_sixty_find_room_in_their_zones(name, mixed):
    table = ground(battlefield(name))
    units = 4 if name == "small-yard" else 6
    whole = 20 * units
    bases = [BASES[4] if mixed and i % 10 == 0 else Round(32) for i in range(whole)]
    layout = Layout.of(
        np.zeros((whole, 2)), bases, unit=np.arange(whole) // 10, side=np.arange(whole) // (10 * units)
    )
    layout = layout._replace(alive=np.zeros(whole, np.bool_))
    for unit in range(2 * units):
        models = np.arange(unit * 10, unit * 10 + 10)
        zone = table.zones[unit // units]
        move = deploy(table, layout, models, zone, Limits())
        assert judge_set_up(table, layout, move, Limits(), zone) == Fault(0)
        alive = layout.alive.copy()
        alive[models] = True
        layout = move.applied(layout)._replace(alive=alive)


def random_battle(seed, mixed):
    """Four units on each side, set up by chance all over a bundled table."""
    rng = np.random.default_rng(seed)
    table = ground(battlefield(bundled()[seed % len(bundled())]))
    sizes = rng.integers(1, 11, 8)
    bases = [BASES[int(rng.integers(8))] if mixed else Round(32) for _ in range(8)]
    n = int(sizes.sum())
    unit = np.repeat(np.arange(8), sizes)
    layout = Layout.of(np.zeros((n, 2)), [bases[u] for u in unit], unit=unit, side=unit // 4)
    layout = layout._replace(alive=np.zeros(n, np.bool_))
    zone = np.array([[0, 0], [table.width, 0], [table.width, table.depth], [0, table.depth]])
    for u in range(8):
        models = np.flatnonzero(unit == u)
        near = (int(rng.integers(10_000, 30_000)), int(rng.integers(8_000, 22_000)))
        move = deploy(table, layout, models, zone, Limits(), near)
        if move is not None:
            alive = layout.alive.copy()
            alive[models] = True
            layout = move.applied(layout)._replace(alive=alive)
    return table, layout, rng


def same(one, other):
    return (one is None and other is None) or all((a == b).all() for a, b in zip(one, other, strict=True))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_every_move_made_is_legal_and_the_same_again(seed, mixed):
    table, layout, rng = random_battle(seed, mixed)
    plain = Limits(distance_mil=6_000, through_walls=bool(seed % 2), pivot_mil=0)
    fleeing = Limits(distance_mil=6_000, through_walls=True, through_enemies=True, through_engagement=True)
    three = Limits(distance_mil=3_000, through_walls=True)
    twelve = Limits(distance_mil=int(rng.integers(2, 13)) * 1000, through_walls=True)
    for unit in range(8):
        target = int((unit + 4) % 8)
        toward = tuple(rng.integers(0, 30_000, 2).tolist())
        made = [
            (plain, lambda u=unit, p=toward: translate(table, layout, u, plain, p)),
            (fleeing, lambda u=unit: fall_back(table, layout, u, fleeing)),
            (
                Limits(
                    distance_mil=twelve.distance_mil,
                    through_walls=True,
                    may_engage=(target,),
                    must_engage=(target,),
                    closer=Closer.SOME,
                    toward=(target,),
                ),
                lambda u=unit, t=target: charge(table, layout, u, (t,), twelve),
            ),
            (
                Limits(
                    distance_mil=3_000, through_walls=True, may_engage=None, engaged=True, closer=Closer.NEAREST
                ),
                lambda u=unit: pile_in(table, layout, u, three),
            ),
            (None, lambda u=unit: consolidate(table, layout, u, three)),
        ]
        for limits, make in made:
            move = make()
            assert same(move, make())
            if move is not None and limits is not None:
                assert judge(table, layout, move, limits) == Fault(0)
            if move is not None:
                assert isinstance(move, Move)
