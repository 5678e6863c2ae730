"""What a rule says of the one that was chosen is so of that one alone, and not of whoever else is there."""

import pytest

from battle.hosts import detachment, fought, row, rule, sheet
from battle.table import asked, pick
from battle.test_cards import answer
from battle.test_rules_in_force import ADD, EACH, TAKE, needed, until_roll

OWN, UNTIL = "your Command phase", "Until the start of your next Command phase"
ATTACKS = f"In {OWN}, select one enemy unit. {UNTIL}, each time a friendly GLAZIERS model makes an attack that"
SAVES = f"In {OWN}, select one enemy unit. {UNTIL}, each time an attack targets {{}} unit, {ADD}"
FRIEND = f"In {OWN}, select one friendly unit. {UNTIL}, each time a model in that unit makes an attack, {ADD}"


def chosen_then_shot(text, chosen, target, known=None):
    """A unit is chosen in A's Command phase; the Glaziers shoot at a target: what they need to hit."""
    body = sheet("Glaziers", rule(text)) if text else sheet("Glaziers")
    battle = fought(
        (2, 0, "command"),
        (0, body, row(28, 20)),
        (0, sheet("Kiln", models=1), [(20, 20)]),
        (1, sheet("Slabs"), row(28, 30)),
        (1, sheet("Bricks"), row(28, 34)),
        known=known,
        detached=(0,) if known else (),
    )
    while not asked(battle).startswith("unit: "):
        answer(battle)
    pick(battle, chosen)
    while asked(battle) != "unit to shoot":
        answer(battle)
    pick(battle, "Glaziers")
    while asked(battle) != "target: Sling":
        answer(battle)
    return needed(until_roll(pick(battle, target), "hit"))


@pytest.mark.parametrize(("chosen", "needs"), [("Slabs", 3), ("Bricks", 4)])
@pytest.mark.parametrize("whom", ["targets that unit", "targets that enemy unit"])
def test_attacks_at_the_chosen_enemy_alone_are_better(chosen, needs, whom):
    assert chosen_then_shot(f"{ATTACKS} {whom}, {ADD}", chosen, "Slabs") == needs


@pytest.mark.parametrize(("chosen", "needs"), [("Slabs", 3), ("Bricks", 4)])
def test_so_it_is_for_a_rule_of_the_detachment(chosen, needs):
    known = detachment(f"{ATTACKS} targets that unit, {ADD}")
    assert chosen_then_shot(None, chosen, "Slabs", known) == needs


@pytest.mark.parametrize(("chosen", "needs"), [("Slabs", 3), ("Bricks", 4)])
@pytest.mark.parametrize("whom", ["that", "that enemy"])
def test_so_it_is_where_only_the_target_is_told(chosen, needs, whom):
    assert chosen_then_shot(SAVES.format(whom), chosen, "Slabs") == needs


@pytest.mark.parametrize(("chosen", "needs"), [("Glaziers", 3), ("Kiln", 4)])
def test_a_chosen_friend_alone_attacks_better(chosen, needs):
    assert chosen_then_shot(FRIEND, chosen, "Slabs") == needs


def test_of_two_units_that_were_chosen_one_is_remembered_and_the_rule_acts_not_at_all():
    """Which friendly unit was meant is not known any more as the attack is made."""
    text = (
        f"In {OWN}, select one friendly unit, then select one enemy unit. {UNTIL}, each time a model in that "
        f"friendly unit makes an attack that targets that enemy unit, {ADD}"
    )
    battle = fought(
        (2, 0, "command"),
        (0, sheet("Glaziers", rule(text)), row(28, 20)),
        (1, sheet("Slabs"), row(28, 30)),
    )
    while asked(battle) != "unit to shoot":
        answer(battle)
    assert needed(until_roll(pick(battle, "Glaziers"), "hit")) == 4


LEADERSHIP = "Leadership characteristic of"
WORSE = f"worsen the {LEADERSHIP} models in that enemy unit by 1."


@pytest.mark.parametrize(("chosen", "needs"), [("Slabs", 7), ("Bricks", 6)])
def test_what_is_said_of_tests_of_the_chosen_enemy_is_of_that_one_alone(chosen, needs):
    """Leadership of the chosen enemy is worsened by one, that of the other is as it is printed."""
    text = f"In {OWN}, select one enemy unit. {UNTIL}, {WORSE}"
    battle = fought(
        (2, 0, "command"),
        (0, sheet("Glaziers", rule(text)), row(28, 20)),
        (1, sheet("Slabs", stats={"Ld": "6+"}), row(28, 30)),
        (1, sheet("Bricks"), row(28, 34)),
    )
    while not asked(battle).startswith("unit: "):
        answer(battle)
    pick(battle, chosen)
    table = battle.game.table
    assert table.leadership(battle.state, table.units[1]) == needs


NEAR = 'While a friendly GLAZIERS unit is within 6" of'
AURA = f"{NEAR} this model, {EACH.format('that')}, {ADD} Each time an attack targets this model, {TAKE}"


def test_what_protects_the_one_that_has_a_rule_protects_none_of_those_nearby():
    """The Kiln's second sentence is about attacks at itself: shots at the Slabs are as good as ever."""
    battle = fought(
        (2, 1, "shooting"),
        (0, sheet("Kiln", AURA, models=1), [(30, 17)]),
        (0, sheet("Slabs"), row(28, 20)),
        (1, sheet("Bricks"), row(28, 30)),
    )
    pick(battle, "Bricks")
    while asked(battle) != "target: Sling":
        answer(battle)
    assert needed(until_roll(pick(battle, "Slabs"), "hit")) == 4
