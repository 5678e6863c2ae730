"""Which model takes a wound (section 9 steps 3 and 5): the order listed, the wounded first."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, flamer, model, odds, target

WOUND, FAIL = F(5, 6), F(1, 6)


@every_revision
def test_models_take_wounds_in_the_order_listed(revision):
    told = odds(flamer(count=2), target(model("first"), model("second")), revision=revision)
    assert told.killed["first"] == exactly(1 - FAIL**2)
    assert told.killed["second"] == exactly(WOUND**2)


@every_revision
def test_a_model_takes_wounds_until_it_is_destroyed(revision):
    told = odds(flamer(count=3), target(count=2, wounds=2), revision=revision)
    assert told.destroyed_pmf == exactly([FAIL**3 + 3 * WOUND * FAIL**2, 1 - FAIL**3 - 3 * WOUND * FAIL**2])


def test_damage_beyond_a_models_wounds_is_lost():
    told = odds(flamer(damage="3", count=2), target(count=3))
    assert told.damage_pmf == exactly([FAIL**2, 2 * WOUND * FAIL, WOUND**2])


def test_two_points_on_models_with_three_wounds_take_two_attacks_each():
    told = odds(flamer(damage="2", count=3), target(count=2, wounds=3))
    one, two, three = 3 * WOUND * FAIL**2, 3 * WOUND**2 * FAIL, WOUND**3
    assert told.damage == exactly(one * 2 + two * 3 + three * 5)
    assert told.destroyed_pmf == exactly([FAIL**3 + one, two + three])


def test_a_wounded_model_comes_first():
    told = odds(flamer(), target(model("whole", wounds=3), model("hurt", wounds=3, wounds_lost=2)))
    assert told.lost == {"whole": 0, "hurt": exactly(WOUND)}
    assert told.killed["hurt"] == exactly(WOUND)


def test_wounds_lost_belong_to_one_model_of_its_kind():
    told = odds(flamer(count=3), target(count=2, wounds=2, wounds_lost=1))
    assert told.damage_pmf == exactly([FAIL**3, 3 * WOUND * FAIL**2, 3 * WOUND**2 * FAIL, WOUND**3])
    assert told.p_destroyed == exactly(WOUND**3)


def test_damage_counts_only_the_wounds_that_were_left():
    told = odds(flamer(damage="3"), target(wounds=3, wounds_lost=1))
    assert told.damage == exactly(WOUND * 2)
    assert told.wasted == exactly(WOUND * 1)


def test_each_model_makes_its_own_save():
    told = odds(flamer(count=2), target(model("armoured", save="2+"), model("open")))
    first = WOUND * F(1, 6)
    assert told.damage == exactly(first + first * WOUND + (1 - first) * first)


def test_models_of_different_wounds():
    told = odds(flamer(damage="2", count=2), target(model("big", wounds=3), model("small")))
    assert told.damage == exactly(2 * WOUND * FAIL * 2 + WOUND**2 * 3)
    assert told.all_killed == {"big": exactly(WOUND**2), "small": 0}


def test_weapons_attack_in_the_order_listed():
    light, heavy, unit = flamer(damage="1"), flamer(damage="3"), target(count=2, wounds=3)
    one = WOUND * FAIL * (1 + 3)
    assert odds([light, heavy], unit).damage == exactly(one + WOUND**2 * 3)
    assert odds([heavy, light], unit).damage == exactly(one + WOUND**2 * 4)


def test_attacks_left_over_vanish():
    told = odds(flamer(count=5), target())
    assert told.damage == exactly(1 - FAIL**5)
    assert told.wasted == 0


def test_an_entry_without_models_is_skipped():
    told = odds(flamer(), target(model("none", count=0), model("one")))
    assert told.killed == {"none": 0, "one": exactly(WOUND)}


def test_attacks_hits_and_wounds_ignore_that_the_target_dies():
    told = odds(flamer(count=30), target())
    assert (told.attacks, told.hits, told.wounds) == (exactly(30), exactly(30), exactly(30 * WOUND))
