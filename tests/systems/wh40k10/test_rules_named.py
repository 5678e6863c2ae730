"""What a rule names and explains itself: states, abilities that units gain, who may carry it."""

from fractions import Fraction

import msgspec
import pytest

from rites import (
    BELL,
    ENEMY,
    GLAZIER,
    PLAIN,
    THAT,
    THIS,
    UNIT,
    ability,
    assumed,
    attacking,
    deals,
    faced,
    more,
    play,
    sheet,
)
from warbook import effects
from warbook.effects import (
    At,
    Choose,
    Duration,
    Each,
    Event,
    ForEach,
    Heading,
    If,
    May,
    OnRoll,
    Outcome,
    Restrict,
    Select,
    Then,
    Until,
    Window,
    to_json,
)
from warbook.effects.attack import Grant, Reroll
from warbook.effects.instructions import MortalWounds, Named
from warbook.effects.terms import Active, Compares, Counted, Did, Done, Has, Not, Selector, State, Within
from warbook.errors import InputError
from warbook.sheets.sheet import Enhancement
from warbook.systems.wh40k10.effects import executes

BETTER, WORSE = PLAIN * Fraction(4, 3), PLAIN * Fraction(2, 3)
"""Hits or wounds on 3+, and hits on 5+."""

IT = Selector(ref="it")
SMITHS = Selector(side="friendly", keywords=("SMITH",))
SHOT = Event("shoots", by=THIS, edge="after")
MUFFLED = Until(Duration("turn", "start", "your", True), Grant("state", ("muffled",), THAT))
LESS = Each(Event("attacks", by=Selector("model", of=THAT)), more("hit roll", 1, op="subtract"))
WHILE_MUFFLED = If(Active("muffled", Selector()), LESS)
MUFFLES = (At((Window("shooting", "your"),), Each(SHOT, Then((Select(ENEMY), MUFFLED)))), WHILE_MUFFLED)


def marks(name="marked"):
    return Then((Select(ENEMY), Until(Duration("turn"), Grant("state", (name,), THAT))))


AT_MARKED = attacking(more("wound roll"), to=Selector(where=(Active("marked", IT),)))


def test_a_state_that_was_given_before_acts_on_who_has_it():
    rule = ability(*MUFFLES)
    deals(WORSE, GLAZIER, sheet("Bell", rule), "Rite of Glass")
    deals(PLAIN, sheet("Glazier", rule))
    with pytest.raises(InputError, match="changes nothing"):
        faced(sheet("Glazier", rule), BELL, "Rite of Glass")


def test_a_state_that_the_player_tells_is_the_enemys():
    """Not of the unit that has the rule, although it is the one that attacks."""
    rule = ability(*MUFFLES)
    deals(WORSE, GLAZIER, sheet("Bell", rule), holding=("muffled",))
    with pytest.raises(InputError, match="--holding"):
        faced(sheet("Glazier", ability(WHILE_MUFFLED)), BELL, holding=("loud",))


def test_a_state_that_dice_give_is_not_rolled_for():
    rolled = OnRoll((Outcome(4, Until(Duration("turn"), Grant("state", ("marked",), THAT))),))
    unit = sheet("Glazier", play("Chalk", Then((Select(ENEMY), rolled)), AT_MARKED))
    with pytest.raises(InputError, match="taken as not so"):
        faced(unit, BELL, "Chalk")
    deals(BETTER, unit, BELL, "Chalk", holding=("4+",))


def test_a_state_of_an_option_is_given_where_it_is_picked():
    options = Choose((Then((Heading("Chalk"), marks())), Then((Heading("Ink"), marks("washed")))))
    unit = sheet("Glazier", play("Fork", options, AT_MARKED))
    deals(BETTER, unit, BELL, "Fork: Chalk")
    with pytest.raises(InputError, match="taken as not so"):
        faced(unit, BELL, "Fork: Ink")


def test_attacks_on_a_unit_with_a_state():
    rule = play("Chalk", marks(), AT_MARKED)
    deals(BETTER, sheet("Glazier", rule), BELL, "Chalk")
    other = play("Chalk", marks("washed"), AT_MARKED)
    with pytest.raises(InputError, match="taken as not so"):
        faced(sheet("Glazier", other), BELL, "Chalk")


def test_a_state_of_an_objective_marker_changes_nothing():
    cursed = Grant("state", ("cursed",), Selector("objective", side="friendly"))
    deals(BETTER, sheet("Glazier", ability(cursed, attacking(more("hit roll")))))


def test_units_gain_an_ability_that_the_rule_explains():
    gives = Grant("ability", ("Low Hum",), Selector(side="friendly", keywords=("SMITH",)))
    rule = ability(gives, Heading("Low Hum"), attacking(more("hit roll")))
    deals(BETTER, sheet("Glazier", rule, words=("SMITH",)))
    deals(PLAIN, sheet("Glazier", rule))


def test_two_such_abilities_are_each_for_its_own_units():
    gives = [Grant("ability", (name,), Selector(side="friendly", keywords=(word,)))
             for name, word in (("Low Hum", "CARTER"), ("High Hum", "SMITH"))]  # fmt: skip
    low, high = attacking(more("hit roll")), attacking(more("strength", 1))
    rule = ability(gives[0], Heading("Low Hum"), low, gives[1], Heading("High Hum"), high)
    deals(PLAIN * Fraction(4, 3), sheet("Glazier", rule, words=("SMITH",)))
    deals(PLAIN * Fraction(16, 9), sheet("Glazier", rule, words=("SMITH", "CARTER")))


def test_who_may_carry_it():
    rule = ability(Restrict(Selector("model", keywords=("SMITH",))), attacking(more("hit roll")))
    deals(BETTER, sheet("Glazier", rule, words=("SMITH",)))
    deals(PLAIN, sheet("Glazier", rule))
    with pytest.raises(InputError, match="SMITH"):
        faced(sheet("Glazier", rule), BELL, "Rite of Glass")


def test_an_enhancement_is_its_leaders():
    gift = Enhancement("Chalk Ring", 10, effects=tuple(to_json((attacking(more("hit roll")),))))
    master = sheet("Master", words=("CHARACTER",), leads=("Glazier",))
    led, master = (msgspec.structs.replace(one, enhancements=(gift,)) for one in (GLAZIER, master))
    deals(PLAIN + BETTER, led, BELL, "Chalk Ring", leader=master)
    deals(BETTER, master, BELL, "Chalk Ring")
    with pytest.raises(InputError, match="CHARACTER"):
        faced(led, BELL, "Chalk Ring")


def test_no_epic_hero_has_an_enhancement():
    gift = Enhancement("Chalk Ring", 10, effects=tuple(to_json((attacking(more("hit roll")),))))
    hero = sheet("Master", words=("CHARACTER", "EPIC HERO"))
    with pytest.raises(InputError, match="EPIC HERO"):
        faced(msgspec.structs.replace(hero, enhancements=(gift,)), BELL, "Chalk Ring")


def test_an_enhancement_is_for_those_who_have_its_keywords():
    gift = Enhancement(
        "Chalk Ring", keywords=("SMITH",), effects=tuple(to_json((attacking(more("hit roll")),)))
    )
    deals(
        BETTER,
        msgspec.structs.replace(sheet("Glazier", words=("SMITH", "CHARACTER")), enhancements=(gift,)),
        BELL,
        gift.name,
    )
    with pytest.raises(InputError, match="SMITH"):
        faced(msgspec.structs.replace(GLAZIER, enhancements=(gift,)), BELL, gift.name)


def test_weapons_with_an_ability_are_looked_at_one_by_one():
    loud = Selector("weapon", of=THIS, where=(Has(IT, "ability", ("loud",)),))
    stronger = more("strength", 1, loud)
    deals(PLAIN, sheet("Glazier", stronger))
    torrent = msgspec.structs.replace(loud, where=(Has(IT, "ability", ("torrent",)),))
    plain = sheet("Glazier", abilities=("Torrent",))
    deals(2 * PLAIN, plain)
    deals(2 * BETTER, sheet("Glazier", more("strength", 1, torrent), abilities=("Torrent",)))
    quiet = msgspec.structs.replace(loud, where=(Not(Has(IT, "ability", ("torrent",))),))
    deals(BETTER, sheet("Glazier", more("strength", 1, quiet)))


def test_a_unit_with_this_ability():
    mine = Selector("model", where=(Has(IT, "ability", ("this",)),))
    deals(BETTER, sheet("Glazier", Each(Event("attacks", by=mine), more("hit roll"))))


def test_not_below_half_strength_is_assumed_and_told():
    below = State(IT, "below half-strength")
    unit = sheet("Glazier", attacking(more("wound roll"), to=Selector(where=(Not(below),))))
    match = deals(BETTER, unit)
    assert any("the target is below Half-strength" in each for each in assumed(match))
    deals(PLAIN, unit, holding=("target below half-strength",))


def test_a_better_form_under_a_condition_is_told_although_as_much_acts():
    target = Selector(ref="target")
    better = If(State(target, "below half-strength"), Reroll("wound roll"), Reroll("wound roll", "ones"))
    match = deals(PLAIN * Fraction(7, 6), sheet("Glazier", attacking(better)))
    assert any("below Half-strength" in each for each in assumed(match))
    deals(PLAIN * Fraction(3, 2), sheet("Glazier", attacking(better)), holding=("half-strength",))


def test_a_unit_is_at_its_starting_strength_unless_it_is_said():
    unit = sheet("Glazier", attacking(more("wound roll"), to=Selector(where=(State(IT, "full strength"),))))
    match = deals(BETTER, unit)
    assert any("below Starting Strength" in each for each in assumed(match))
    deals(PLAIN, unit, holding=("below starting strength",))


def test_how_many_units_are_near_is_asked_of_the_player():
    near = Counted(Selector(side="friendly", count="all", other=True, where=(Within(IT, 6, UNIT),)))
    unit = sheet("Glazier", attacking(If(Compares(near, "=", 0), more("hit roll"))))
    assert any("taken as not so" in each for each in assumed(deals(PLAIN, unit)))
    deals(BETTER, unit, holding=("other friendly unit",))


def test_a_rule_of_the_army_is_used_where_the_player_uses_it():
    selected = Event("selected", to=THIS, acts=("shoot",))
    better = Until(Duration("phase"), attacking(more("hit roll")))
    rule = ability(Each(selected, Then((May(Named("Dim Pact", UNIT)), If(Done(), better)))))
    deals(PLAIN, sheet("Glazier", rule))
    deals(BETTER, sheet("Glazier", rule), BELL, "Rite of Glass")


def test_what_was_done_in_a_phase_before_lasts_to_the_end_of_the_turn():
    stood = Did(Event("remains stationary", by=THIS))
    better = attacking(more("hit roll"))
    for duration, expected in (("turn", BETTER), ("phase", PLAIN)):
        unit = sheet("Glazier", At((Window("movement", "your"),), If(stood, Until(Duration(duration), better))))
        deals(expected, unit, stationary=True)
        deals(PLAIN, unit)
        deals(PLAIN, GLAZIER, msgspec.structs.replace(unit, name="Bell"), stationary=True)


def test_weapons_that_have_the_ability_already_get_another():
    """Of ranged weapons; the stick is none, whatever it has."""
    rifles = Selector("weapon", of=Selector("model", of=UNIT), attacks="ranged")
    again = If(Has(Selector("weapon", ref="those"), "ability", ("that",)), attacking(more("hit roll")))
    rule = ability(Grant("weapon ability", ("assault",), rifles), again)
    deals(PLAIN, sheet("Glazier", rule))
    deals(BETTER, sheet("Glazier", rule, abilities=("Assault",)))
    deals(PLAIN * Fraction(3, 4), sheet("Glazier", rule, abilities=("Assault",)), phase="fight")


def test_what_is_for_each_unit_is_for_the_one_here():
    each = ForEach(SMITHS, Each(Event("attacks", by=THAT), more("hit roll")))
    deals(BETTER, sheet("Glazier", each, words=("SMITH",)))
    deals(PLAIN, sheet("Glazier", each))


def test_what_changes_a_test_changes_no_attack():
    test = Then((more("roll", 2, op="subtract"), effects.Test(THAT, "battle-shock")))
    harm = If(Done("failed"), MortalWounds(3, THAT))
    rule = play("Knell", Then((Select(ENEMY), test, harm)))
    deals(PLAIN + 3, sheet("Glazier", rule), BELL, "Knell", holding=("failed",))


def test_states_that_are_asked_for_are_acted_on():
    assert executes(Then((marks(), AT_MARKED)))
    assert not executes(marks())
