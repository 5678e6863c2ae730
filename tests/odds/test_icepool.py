"""What icepool can express of an attack: counts of hits and wounds, and damage on one large model."""

import icepool
import pytest
from icepool import d3, d6

from wh40k import blade, every_revision, exactly, flamer, giant, leader, model, modifier, odds, target, weapon


def pmf(die):
    return [float(die.probability("==", n)) for n in range(die.max_outcome() + 1)]


def passed(least, die=d6):
    """1 if the die shows ``least`` or more."""
    return die.map(lambda face: int(face >= least))


@every_revision
@pytest.mark.parametrize(("skill", "wounds", "attacks"), [(3, 4, 10), (2, 3, 7), (6, 6, 8)])
def test_wounds_on_a_large_model(revision, skill, wounds, attacks):
    strength = {3: 5, 4: 4, 6: 2}[wounds]
    one = passed(skill).map({0: 0, 1: passed(wounds)})
    told = odds(weapon(skill=f"{skill}+", strength=strength, attacks=attacks), giant(), revision=revision)
    assert told.damage_pmf == exactly(pmf(attacks @ one))


@pytest.mark.parametrize(("text", "number"), [("D6", d6), ("2D6", 2 @ d6), ("D3+2", d3 + 2), ("3D3", 3 @ d3)])
def test_random_attacks(text, number):
    one = passed(3).map({0: 0, 1: passed(4)})
    told = odds(weapon(attacks=text, count=2), giant())
    assert told.damage_pmf == exactly(pmf(2 @ (number @ one)))


@pytest.mark.parametrize(
    ("text", "damage"), [("D6", d6), ("D6+1", d6 + 1), ("2D3", 2 @ d3), ("3", icepool.Die([3]))]
)
def test_random_damage_after_saves(text, damage):
    one = passed(3).map({0: 0, 1: passed(4).map({0: 0, 1: passed(5).map({1: 0, 0: damage})})})
    told = odds(weapon(attacks=6, damage=text), giant(save="4+"), modifier("ap", -1))
    assert told.damage_pmf == exactly(pmf(6 @ one))


def test_feel_no_pain_of_each_point():
    one = passed(2).map({0: 0, 1: d6.map(lambda points: points @ (1 - passed(5)))})
    assert odds(flamer(damage="D6", count=5), giant(feel_no_pain="5+")).damage_pmf == exactly(pmf(5 @ one))


@pytest.mark.parametrize(
    ("which", "hit"),
    [
        ("ones", d6.reroll([1], depth=1)),
        ("failed", d6.reroll(lambda face: face < 4, depth=1)),
        ("non-critical", d6.reroll(lambda face: face < 6, depth=1)),
    ],
)
def test_re_rolled_hits_with_more_hits_on_six(which, hit):
    hits = hit.map(lambda face: 3 if face == 6 else int(face >= 4))
    told = odds(
        weapon("sustained hits 2", attacks=5, skill="4+", strength=20),
        giant(),
        modifier("reroll hits", which=which),
    )
    assert told.damage_pmf == exactly(pmf(5 @ hits.map(lambda number: number @ passed(2))))


@pytest.mark.parametrize(
    ("which", "wound"),
    [
        ("ones", d6.reroll([1], depth=1)),
        ("failed", d6.reroll(lambda face: face < 5, depth=1)),
        ("non-critical", d6.reroll(lambda face: face < 6, depth=1)),
    ],
)
def test_re_rolled_wounds(which, wound):
    told = odds(flamer(attacks=9, strength=4), giant(toughness=5), modifier("reroll wounds", which=which))
    assert told.damage_pmf == exactly(pmf(9 @ passed(5, wound)))


def test_lethal_and_sustained_hits():
    wound = passed(5)
    hit = d6.map(lambda face: 1 + wound if face == 6 else wound if face >= 3 else 0)
    told = odds(weapon("lethal hits", "sustained hits 1", attacks=8), giant(toughness=5))
    assert told.damage_pmf == exactly(pmf(8 @ hit))


@every_revision
def test_devastating_wounds_on_a_large_model(revision):
    saved = passed(3).map({1: 0, 0: d3})
    one = passed(3).map({0: 0, 1: d6.map(lambda face: d3 if face == 6 else saved if face >= 4 else 0)})
    told = odds(weapon("devastating wounds", attacks=6, damage="D3"), giant(save="3+"), revision=revision)
    assert told.damage_pmf == exactly(pmf(6 @ one))


def test_damage_re_rolled_below_its_mean():
    damage = d6.reroll(lambda face: face < 4, depth=1)
    told = odds(flamer(damage="D6", count=4), giant(), modifier("reroll damage", below="mean"))
    assert told.damage_pmf == exactly(pmf(4 @ passed(2).map({0: 0, 1: damage})))


def test_halved_damage():
    told = odds(flamer(damage="D6+1", count=4), giant(), modifier("damage", op="halve"))
    assert told.damage_pmf == exactly(pmf(4 @ passed(2).map({0: 0, 1: (d6 + 2) // 2})))


def test_models_of_one_wound_die_up_to_the_last():
    dead = (12 @ passed(3).map({0: 0, 1: passed(4)})).map(lambda wounds: min(wounds, 5))
    told = odds(weapon(attacks=12), target(count=5))
    assert told.destroyed_pmf == exactly(pmf(dead))


def test_models_of_two_wounds_against_single_points():
    wounds = 9 @ passed(3).map({0: 0, 1: passed(4)})
    told = odds(weapon(attacks=9), target(model(count=3, wounds=2), leader(wounds=1)))
    assert told.destroyed_pmf == exactly(pmf(wounds.map(lambda lost: 4 if lost > 6 else lost // 2)))


def test_models_of_three_wounds_against_pairs_of_points():
    wounds = 9 @ passed(2)
    told = odds(flamer(damage="2", count=9), target(count=4, wounds=3))
    assert told.destroyed_pmf == exactly(pmf(wounds.map(lambda number: min(4, number // 2))))
    assert told.damage_pmf == exactly(
        pmf(wounds.map(lambda number: min(12, 3 * (number // 2) + 2 * (number % 2))))
    )


def test_two_weapons_are_independent():
    first = 5 @ passed(3).map({0: 0, 1: passed(4)})
    second = 3 @ passed(4).map({0: 0, 1: passed(2).map({0: 0, 1: d6})})
    guns = [blade(attacks=5), blade(attacks=3, skill="4+", strength=8, damage="D6")]
    assert odds(guns, giant()).damage_pmf == exactly(pmf(first + second))
