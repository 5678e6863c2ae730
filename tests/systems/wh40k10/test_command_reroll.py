"""Command Re-roll (K-CLR-15): one roll of the engagement, the first that failed or came below its mean."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, model, modifier, odds, odds_of_units, target, weapon

WOUND = F(5, 6)


def command(roll):
    return modifier("command reroll", roll=roll)


@every_revision
@pytest.mark.parametrize("attacks", [1, 2, 5])
def test_it_turns_one_failed_hit_roll(revision, attacks):
    told = odds(weapon(attacks=attacks), target(), command("hit"), revision=revision)
    assert told.hits == exactly(attacks * F(2, 3) + (1 - F(2, 3) ** attacks) * F(2, 3))


def test_it_turns_one_failed_wound_roll():
    told = odds(flamer(attacks=3, strength=4), target(), command("wound"))
    assert told.wounds == exactly(3 * F(1, 2) + (1 - F(1, 8)) * F(1, 2))


def test_the_distribution_with_it_is_exact():
    told = odds(flamer(attacks=2, strength=4), giant(), command("wound"))
    none = F(1, 2) * F(1, 2) * F(1, 2)
    both = F(1, 4) + F(1, 4) * F(1, 2) * 2
    assert told.damage_pmf == exactly([none, 1 - none - both, both])


def test_it_may_come_at_any_wound_roll_of_sustained_hits():
    gun = weapon("sustained hits 1", skill="6+")
    told = odds(gun, target(), command("wound"))
    assert told.wounds == exactly(F(1, 6) * (1 + (1 - F(1, 4)) * F(1, 2)))


def test_the_defender_may_turn_one_failed_save():
    told = odds(flamer(count=2), giant(save="4+"), command("save"))
    one, two = F(1, 2) * F(1, 2), 2 * F(1, 2) - F(3, 4) * F(1, 2)
    assert told.damage == exactly(2 * WOUND * F(1, 6) * one + WOUND**2 * two)


def test_it_is_not_spent_on_a_save_that_cannot_succeed():
    unit = target(model("open"), model("armoured", save="2+"))
    told = odds(flamer(attacks=2), unit, command("save"))
    assert told.killed["armoured"] == exactly(WOUND**2 * F(1, 6) * F(1, 6))


@every_revision
def test_it_turns_one_low_damage_roll(revision):
    told = odds(flamer(damage="D6", count=2), giant(), command("damage"), revision=revision)
    first, second = F(17, 4), F(1, 2) * F(17, 4) + F(1, 2) * F(7, 2)
    assert told.damage == exactly(2 * WOUND * F(1, 6) * first + WOUND**2 * (first + second))


def test_a_roll_at_its_mean_is_kept():
    told = odds(flamer(damage="D3"), giant(), command("damage"))
    low, kept = F(1, 3) * F(1, 3), F(1, 3) + F(1, 3) * F(1, 3)
    assert told.damage_pmf == exactly([1 - WOUND, WOUND * low, WOUND * kept, WOUND * kept])


def test_it_turns_one_low_number_of_attacks():
    told = odds(weapon(attacks="D6", count=2), target(), command("attacks"))
    assert told.attacks == exactly(F(17, 4) + F(1, 2) * F(17, 4) + F(1, 2) * F(7, 2))


def test_a_fixed_number_leaves_it_unused():
    assert odds(weapon(attacks=3), target(), command("attacks")).attacks == exactly(3)


def test_a_die_re_rolled_by_a_rule_is_not_rolled_a_third_time():
    told = odds(flamer("twin-linked", attacks=3, strength=4), target(), command("wound"))
    assert told.wounds == exactly(3 * F(3, 4))


def test_it_turns_a_failure_that_another_rule_may_not_re_roll():
    ones = modifier("reroll hits", which="ones")
    told = odds(weapon(), target(), ones, command("hit"))
    assert told.hits == exactly(F(2, 3) + F(1, 6) * F(2, 3) + F(1, 6) * F(2, 3))


def test_it_is_used_once_for_all_weapons():
    told = odds([weapon(), weapon(attacks=2)], target(), command("hit"))
    assert told.hits == exactly(3 * F(2, 3) + (1 - F(8, 27)) * F(2, 3))


def test_it_is_used_once_for_all_units():
    told = odds_of_units([[weapon()], [weapon()]], target(), command("hit"))
    assert told.hits == exactly(2 * F(2, 3) + (1 - F(4, 9)) * F(2, 3))


def test_it_is_kept_for_the_roll_that_it_is_meant_for():
    told = odds(weapon(attacks=12), target(), command("wound"))
    assert told.hits == exactly(12 * F(2, 3))
