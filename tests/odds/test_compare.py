"""Questions around an engagement."""

from fractions import Fraction as F

import msgspec
import pytest

from warbook.probability import decode, odds
from warbook.probability.compare import luck, needed, reach, traded, worth
from warbook.rules.engagement import ModelSpec


def engagement(number=1):
    """Attacks that hit and wound on 4+, one damage, against a model with two wounds and no save."""
    blade = {"name": "blade", "kind": "melee", "count": number, "attacks": "1", "skill": "4+", "strength": 4,
             "ap": 0, "damage": "1"}  # fmt: skip
    guard = {"name": "guard", "count": 1, "toughness": 4, "save": "-", "wounds": 2}
    return decode({"attacker": {"weapons": [blade]}, "target": {"models": [guard]}})


def test_worth_is_the_difference_that_one_change_makes():
    rows = {row.change: row for row in worth(engagement(2), odds(engagement(2)))}
    assert rows["+1 to hit"].damage == pytest.approx(2 * F(1, 2) * (F(2, 3) - F(1, 2)))
    assert rows["re-roll failed wounds"].damage == pytest.approx(2 * F(1, 2) * (F(3, 4) - F(1, 2)))
    assert rows["+1 to hit"].p_destroyed == pytest.approx(F(1, 3) ** 2 - F(1, 4) ** 2)
    assert "AP improved by 1" not in rows
    assert list(rows) == [row.change for row in sorted(rows.values(), key=lambda row: -row.damage)]


def test_the_fewest_models_for_a_chance():
    told = needed(0.25, range(1, 20), engagement)
    assert told.models == 4
    assert told.by_models[4] == pytest.approx(1 - F(3, 4) ** 4 - 4 * F(1, 4) * F(3, 4) ** 3)
    assert told.by_models[3] < 0.25
    assert needed(0.9, range(1, 3), engagement).models is None


def test_luck_splits_what_could_have_come():
    told = luck(odds(engagement(2)), "damage", 1)
    expected = (F(9, 16), F(6, 16), F(1, 16))
    assert (told.p_worse, told.p_exactly, told.p_better) == pytest.approx(expected)
    assert luck(odds(engagement(2)), "damage", 7).p_worse == pytest.approx(1)


def test_reach_and_destroy_multiplies():
    told = reach(odds(engagement(2)), 9, False, 10 / 36)
    assert told.p_reach_and_destroy == pytest.approx(F(10, 36) * F(1, 16))


def test_points_destroyed_go_by_the_model():
    made = engagement(2)
    target = (msgspec.structs.replace(made.target.models[0], count=4),)
    told = traded(("a", "b"), (50, 120), target, odds(made))
    assert told.points_destroyed == pytest.approx(30 * F(1, 16))
    assert told.points_destroyed_per_point == pytest.approx(30 * F(1, 16) / 50)
    assert traded(("a", "b"), (None, None), target, odds(made)).points_destroyed is None


def test_a_leader_takes_his_own_points_with_him():
    made = engagement(2)
    led = (*made.target.models, ModelSpec("boss", 1, 4, "3+", 5, leader=True))
    made = msgspec.structs.replace(made, target=msgspec.structs.replace(made.target, models=led))
    figure = traded(("a", "b"), (50, 200), led, odds(made), leaders=[({"boss"}, 80)]).points_destroyed
    assert figure == pytest.approx(120 * F(1, 16))  # the guard's own points; nothing reaches the boss


def test_two_leaders_each_take_their_own_points_with_them():
    """Two attacks with 1/4 each fell the mate in 1/16; of 200 points his 30 go with him, the boss keeps 80."""
    made = engagement(2)
    (guard,) = made.target.models
    boss = ModelSpec("boss", 1, 4, "3+", 5, leader=True)
    both = (msgspec.structs.replace(guard, name="mate", leader=True), boss)
    made = msgspec.structs.replace(made, target=msgspec.structs.replace(made.target, models=both))
    shares = [(frozenset({"boss"}), 80), (frozenset({"mate"}), 30)]
    figure = traded(("a", "b"), (50, 110), both, odds(made), shares).points_destroyed
    assert figure == pytest.approx(30 * F(1, 16))
