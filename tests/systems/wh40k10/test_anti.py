"""Anti-X (K-W-01)."""

from fractions import Fraction as F

import pytest

from warbook.probability import answer
from wh40k import every_revision, exactly, giant, modifier, odds, target, weapon


@every_revision
def test_a_roll_that_reaches_its_value_wounds_what_has_the_keyword(revision):
    told = odds(
        weapon("anti-vehicle 4+", attacks=12), target(toughness=12, keywords=["VEHICLE"]), revision=revision
    )
    assert told.wounds == exactly(12 * F(2, 3) * F(1, 2))


def test_it_does_nothing_to_what_lacks_the_keyword():
    told = odds(weapon("anti-vehicle 4+", attacks=12), target(toughness=12))
    assert told.wounds == exactly(12 * F(2, 3) * F(1, 6))


def test_the_case_of_a_keyword_does_not_matter():
    told = odds(weapon("Anti-Vehicle 4+", attacks=12), target(toughness=12, keywords=["Vehicle"]))
    assert told.wounds == exactly(12 * F(2, 3) * F(1, 2))


def test_it_looks_at_the_unmodified_roll():
    told = odds(weapon("anti-infantry 4+", attacks=12), target(toughness=12), modifier("wound", -1))
    assert told.wounds == exactly(12 * F(2, 3) * F(1, 2))


@pytest.mark.parametrize(
    ("keywords", "chance"), [(["INFANTRY", "FLY"], F(5, 6)), (["INFANTRY"], F(1, 2)), ([], F(1, 6))]
)
def test_the_best_of_those_that_match_counts(keywords, chance):
    gun = weapon("anti-infantry 4+", "anti-fly 2+", attacks=12)
    assert odds(gun, target(toughness=8, keywords=keywords)).wounds == exactly(12 * F(2, 3) * chance)


def test_it_never_makes_a_wound_roll_worse():
    told = odds(weapon("anti-infantry 5+", attacks=12, strength=8), target())
    assert told.wounds == exactly(12 * F(2, 3) * F(5, 6))


def test_an_unmodified_one_fails_even_at_two_and_more():
    told = odds(weapon("anti-infantry 2+", attacks=12), target(toughness=20))
    assert told.wounds == exactly(12 * F(2, 3) * F(5, 6))


def test_printed_twice_it_acts_once():
    told = odds(weapon("anti-infantry 4+", "anti-infantry 4+", attacks=12), target(toughness=8))
    assert told.wounds == exactly(12 * F(2, 3) * F(1, 2))


@every_revision
def test_its_wounds_are_critical(revision):
    gun = weapon("anti-infantry 4+", "devastating wounds", attacks=12, strength=8)
    told = odds(gun, giant(save="2+"), revision=revision)
    critical, plain = F(1, 2), F(1, 3)
    assert told.damage == exactly(12 * F(2, 3) * (critical + plain * F(1, 6)))


def test_the_keyword_of_the_unit_counts_whoever_takes_the_wound():
    told = odds(weapon("anti-character 4+", attacks=12), giant(toughness=8, keywords=["INFANTRY", "CHARACTER"]))
    assert told.damage == exactly(12 * F(2, 3) * F(1, 2))


def test_a_keyword_may_have_several_words():
    told = odds(
        weapon("anti-adeptus astartes 3+", attacks=12), target(toughness=8, keywords=["ADEPTUS ASTARTES"])
    )
    assert told.wounds == exactly(12 * F(2, 3) * F(2, 3))


@pytest.mark.parametrize(
    ("printed", "keywords", "acts"),
    [
        ("anti-non-vehicle 4+", ["INFANTRY"], True),
        ("anti-non-vehicle 4+", ["INFANTRY", "VEHICLE"], False),
        ("Anti-Non Vehicle 4+", ["BEAST"], True),
        ("anti-monster and vehicle 4+", ["VEHICLE"], True),
        ("anti-monster, vehicle 4+", ["MONSTER"], True),
        ("anti-monster/vehicle 4+", ["INFANTRY"], False),
        ("anti-monster 4+", ["MONSTERS"], True),
        ("anti-moss folk infantry 4+", ["INFANTRY", "MOSS FOLK"], True),
        ("anti-moss folk infantry 4+", ["INFANTRY"], False),
    ],
)
def test_whom_it_is_against(printed, keywords, acts):
    """Strength 4 against Toughness 8 wounds on 6; a critical on 4+ makes that 1/2 (12 × 2/3 × 1/2 = 4)."""
    told = odds(weapon(printed, attacks=12), giant(toughness=8, keywords=keywords))
    assert told.wounds == exactly(4 if acts else F(4, 3))
    assert any("critical on 4+ (Anti-" in reason for reason in told.reasons) == acts


@pytest.mark.parametrize(
    "printed",
    [
        "anti-non-vehicle and non-monster 4+",
        "anti-monster 4+ and anti-vehicle 4+",
        "anti- 4+",
        "anti-vehicle 7+",
    ],
)
def test_what_may_mean_two_things_is_refused(printed):
    told = answer({"attacker": {"weapons": [weapon(printed)]}, "target": target()})
    assert printed in told["problems"][0]
