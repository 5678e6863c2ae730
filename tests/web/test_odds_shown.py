"""What the page makes of what the engine tells."""

import pytest

from warbook.errors import InputError
from warbook.queries import Profile, Question, Side
from warbook.rules.pick import Arm
from warbook.web.odds.shown import answered

BRUTE = Side("Brute", typed=Profile(arms=(Arm("fire", "ranged", "1", "3+", 8, "0", "1", ("torrent",)),)))
MARK = Side("Mark", models=2, typed=Profile())


def test_an_answer_has_its_distributions_means_and_what_each_weapon_does():
    told = answered(Question(BRUTE, MARK, "shooting"))
    assert (told.attacker, told.target, told.models) == ("Brute", "2 × Mark", 2)
    models, damage = told.charts
    assert (models.what, models.mean) == ("models destroyed", pytest.approx(5 / 6))
    assert [(row.low, row.exactly) for row in damage.rows] == [
        (0, pytest.approx(1 / 6)), (1, pytest.approx(5 / 6)),
    ]  # fmt: skip
    assert [(line.name, line.wounds) for line in told.funnel] == [("fire", pytest.approx(5 / 6))]


def test_the_median_is_told_with_its_own_chance():
    """Two shots of 5/6 at two models: none 1/36, one 10/36, both 25/36, which is the median."""
    twice = Side("Brute", typed=Profile(arms=(Arm("fire", "ranged", "2", "3+", 8, "0", "1", ("torrent",)),)))
    (models, _) = answered(Question(twice, MARK, "shooting")).charts
    assert (models.low, models.middle, models.high) == (1, 2, 2)
    assert models.chances == pytest.approx((11 / 36, 25 / 36, 25 / 36))


def test_conditions_that_were_taken_not_to_hold_can_be_switched():
    question = Question(Side("Infractors"), Side("Noise Marines"), "fight")
    assert "the target is within range of an objective marker" in answered(question).conditions


def test_rules_that_a_player_has_to_use_can_be_switched():
    assert "Daemonic Poisons" in answered(Question(Side("Lychguard"), Side("Fulgrim"), "fight")).usable


def test_luck_and_charges_stand_with_the_answer():
    told = answered(Question(BRUTE, MARK, "shooting", dealt=0))
    assert told.luck[0].p_exactly == pytest.approx(1 / 6)
    axe = Side("Brute", typed=Profile(arms=(Arm("axe", "melee", "1", "3+", 8, "0", "1"),)))
    told = answered(Question(axe, MARK, charge=7))
    assert told.reach is not None
    assert told.reach.p_reach == pytest.approx(21 / 36)


@pytest.mark.parametrize(
    "side",
    [
        Side("x", typed=Profile(toughness=-1)),
        Side("x", typed=Profile(wounds=0)),
        Side("x", typed=Profile(save="much")),
        Side("x", models=0, typed=Profile()),
        Side("x", models=10**9, typed=Profile()),
        Side("Lychguard/../../etc/passwd"),
        Side("x", system="chess", typed=Profile()),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(side):
    with pytest.raises(InputError, match=r"expected|not supported"):
        answered(Question(BRUTE, side, "shooting"))
