"""What each weapon does, in the order in which they are resolved."""

import pytest
from hypothesis import HealthCheck, given, settings

from oracle import engagements
from warbook.probability import decode
from warbook.probability.answer import Answer, odds
from wh40k import LAUNCH, engagement, exactly, flamer, giant, leader, model, modifier, target, units, weapon


def told(document):
    found = odds(decode(document), by_weapon=True)
    assert isinstance(found, Answer)
    return found


def lines(document):
    return {line.name: line for line in told(document).by_weapon}


def figures(line):
    return [line.attacks, line.hits, line.wounds, line.unsaved, line.damage, line.destroyed, line.wasted]


def test_the_funnel_of_two_weapons_is_that_of_their_rolls():
    """2 attacks hit on 3+, wound on 4+, are saved on 4+; then one that always hits and wounds on 2+ does 3."""
    unit = target(count=5, save="4+")
    fire = flamer(name="fire", attacks="1", ap=-6, damage="3")
    found = lines(engagement([weapon(name="gun", attacks="2"), fire], unit))
    assert figures(found["gun"]) == exactly([2, 4 / 3, 2 / 3, 1 / 3, 1 / 3, 1 / 3, 0])
    assert figures(found["fire"]) == exactly([1, 1, 5 / 6, 5 / 6, 5 / 6, 5 / 6, 5 / 3])


def test_a_later_weapon_does_only_what_is_left_to_do():
    """The first kills the only model with 5/6; the second wounds in 5/6 too, but finds it in 1/6."""
    found = lines(engagement([flamer(name="first"), flamer(name="second")], target()))
    assert found["second"].unsaved == exactly(5 / 6)
    assert found["second"].damage == exactly(5 / 36)


def test_wounds_that_one_weapon_alone_keeps_until_the_end_are_its_own():
    """A critical wound (1/6 of 2/3) is kept and does 2 without a save; others (1/3 of 2/3) are saved on 4+."""
    unit = giant(save="4+")
    cleaver = weapon("devastating wounds", name="cleaver", damage="2")
    found = lines(engagement([cleaver, weapon(name="gun")], unit, revision=LAUNCH))
    assert set(found) == {"cleaver", "gun"}
    assert found["cleaver"].damage == exactly(2 * (1 / 9 + 2 / 9 / 2))
    assert found["gun"].damage == exactly(1 / 6)


def test_wounds_that_several_weapons_keep_until_the_end_have_a_line_of_their_own():
    unit = giant(save="4+")
    kept = [weapon("devastating wounds", name=name, damage=damage) for name, damage in (("a", "2"), ("b", "3"))]
    found = lines(engagement(kept, unit, revision=LAUNCH))
    assert found["a"].damage == exactly(2 / 9)
    assert found["b"].damage == exactly(3 / 9)
    assert found[None].damage == exactly((2 + 3) / 9)
    assert found[None].attacks == 0


def test_several_units_in_turn_have_their_lines_in_order():
    found = told(units([[flamer(name="first")], [flamer(name="second")]], target(count=2))).by_weapon
    assert [line.name for line in found] == ["first", "second"]
    assert [line.destroyed for line in found] == exactly([5 / 6, 5 / 6])


def test_wounds_that_pick_the_leader_meet_the_leaders_save():
    unit = target(model(count=3, save="-"), leader(save="4+"))
    found = lines(engagement(flamer("precision", name="rifle"), unit))
    assert found["rifle"].unsaved == exactly(5 / 6 / 2)


def test_a_single_reroll_counts_where_it_is_spent():
    """One attack that hits on 3+, re-rolled once: 2/3 + 1/3 · 2/3."""
    found = lines(engagement(weapon(name="gun"), giant(), modifier("command reroll", roll="hit")))
    assert found["gun"].hits == exactly(8 / 9)


def test_lines_are_told_only_where_they_are_asked_for():
    assert not isinstance(odds(decode(engagement(weapon(), target()))).by_weapon, list)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(engagements.engagements(limit=4_000))
def test_the_lines_add_up_to_the_answer(document):
    found = odds(decode(document), by_weapon=True)
    if not isinstance(found, Answer) or not found.exact:
        return
    sums = [
        sum(getattr(line, name) for line in found.by_weapon)
        for name in ("attacks", "damage", "destroyed", "wasted")
    ]
    means = [found.attacks, found.damage, found.models_destroyed, found.wasted]
    assert sums == pytest.approx([each.mean for each in means], abs=1e-9)
