"""Re-rolls of chosen results, of Damage and of the number of attacks (K-DIC-02, K-DIC-03, K-DIC-04)."""

from fractions import Fraction as F

import pytest

from wh40k import exactly, flamer, giant, modifier, odds, weapon


@pytest.mark.parametrize(
    ("keys", "hits"),
    [
        ({"faces": [1, 2]}, F(4, 6) + F(2, 6) * F(4, 6)),
        ({"faces": [1]}, F(4, 6) + F(1, 6) * F(4, 6)),
        ({"faces": [2, 5]}, F(4, 6) + F(1, 6) * F(4, 6)),
        ({"which": "any"}, F(4, 6) + F(2, 6) * F(4, 6)),
    ],
)
def test_hits_on_3(keys, hits):
    assert odds(weapon(), giant(), modifier("reroll hits", **keys)).hits == exactly(hits)


@pytest.mark.parametrize(
    ("which", "lost"), [("ones", F(4, 6) - F(1, 6) * F(2, 6)), ("failed", F(4, 6) * F(4, 6))]
)
def test_feel_no_pain_of_5(which, lost):
    found = odds(flamer(), giant(feel_no_pain="5+"), modifier("reroll feel no pain", which=which))
    assert found.damage == exactly(F(5, 6) * lost)


def mean(sides, again, plus=0):
    """The mean of a die of which these faces are rolled again."""
    whole = F(sides + 1, 2)
    return sum(F(1, sides) * (whole if face in again else face) for face in range(1, sides + 1)) + plus


@pytest.mark.parametrize(
    ("dice", "keys", "expected"),
    [
        ("D6", {"which": "ones"}, mean(6, {1})),
        ("D6", {"faces": [1, 2, 5]}, mean(6, {1, 2})),
        ("D6", {"which": "any"}, mean(6, {1, 2, 3})),
        ("D6+2", {"which": "ones"}, mean(6, {1}, 2)),
        ("D3", {"which": "ones"}, mean(3, {1})),
        ("3", {"which": "any"}, 3),
        ("2D6", {"which": "ones"}, 7),
    ],
)
def test_damage(dice, keys, expected):
    found = odds(flamer(damage=dice), giant(), modifier("reroll damage", **keys))
    assert found.damage == exactly(F(5, 6) * expected)


@pytest.mark.parametrize(
    ("dice", "keys", "expected"),
    [
        ("D6", {"which": "any"}, mean(6, {1, 2, 3})),
        ("D3", {"which": "ones"}, mean(3, {1})),
        ("D6+1", {"faces": [1]}, mean(6, {1}, 1)),
    ],
)
def test_attacks(dice, keys, expected):
    found = odds(weapon(attacks=dice), giant(), modifier("reroll attacks", **keys))
    assert found.attacks == exactly(expected)


def test_one_reroll_is_that_of_command():
    one = odds(weapon(attacks=2), giant(), modifier("one reroll", roll="hit"))
    assert one.hits == exactly(2 * F(4, 6) + (1 - F(4, 6) ** 2) * F(4, 6))


def test_a_second_single_reroll_is_told_and_not_used():
    found = odds(weapon(), giant(), modifier("one reroll", roll="hit"), modifier("one reroll", roll="wound"))
    assert found.hits == exactly(F(4, 6) + F(2, 6) * F(4, 6))
    assert any("wound" in text for text in found.not_modelled)
