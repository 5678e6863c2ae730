"""Rules that change rolls and characteristics by an amount, on the attacks that they speak of alone."""

from fractions import Fraction

from rites import (
    BELL,
    GLAZIER,
    GUNS,
    HIT,
    PLAIN,
    STICKS,
    THAT,
    THIS,
    THROUGH,
    UNIT,
    WOUND,
    assumed,
    attacked,
    attacking,
    deals,
    faced,
    mean,
    more,
    play,
    sheet,
)
from warbook.effects import Each, Event, If, Limit, Limited, Modifier, Then
from warbook.effects.terms import Counted, Leads, Selector

BETTER = Fraction(2, 3)
RIFLE = Selector("weapon", name="Glass rifles", of=THIS)


def test_strength_is_set_not_added():
    glazier = sheet("Glazier", more("strength", 8, RIFLE, "set"), rifle={"S": "3"})
    deals(HIT * Fraction(5, 6) * THROUGH, glazier)


def test_of_what_is_set_and_what_is_added_the_set_comes_first():
    """Strength is set to 4, then 4 is added: 8 wounds Toughness 4 on 2+."""
    glazier = sheet(
        "Glazier", Then((more("strength", 4, GUNS), more("strength", 4, GUNS, "set"))), rifle={"S": "1"}
    )
    deals(HIT * Fraction(5, 6) * THROUGH, glazier)


def test_a_skill_is_set_to_what_is_printed():
    deals(Fraction(5, 6) * WOUND * THROUGH, sheet("Glazier", more("ballistic skill", 2, GUNS, "set")))


def test_armour_penetration_is_improved_for_ranged_attacks_alone():
    glazier = sheet("Glazier", attacking(more("armour penetration", op="improve"), attacks="ranged"))
    deals(HIT * WOUND * Fraction(5, 6), glazier)
    deals(HIT * WOUND * Fraction(1, 2), glazier, phase="fight")


HALVED = Each(Event("allocated", to=THIS), more("damage", 2, Selector("attack", ref="that"), "divide"))


def test_damage_is_halved_for_the_one_attacked():
    deals(2 * PLAIN, sheet("Glazier", rifle={"D": "4"}), sheet("Bell", HALVED))


def test_what_is_allocated_to_a_leader_spares_him_alone():
    leader, gunner = sheet("Warder", HALVED, leads=("Bells",)), sheet("Glazier", rifle={"D": "4"})
    deals(4 * PLAIN, gunner, sheet("Bells", models=2), target_leader=leader)
    picking = sheet("Glazier", rifle={"D": "4"}, abilities=("precision",))
    deals(2 * PLAIN, picking, sheet("Bells", models=2), target_leader=leader)


def test_what_is_allocated_to_models_of_the_unit_spares_the_leader_too():
    whole = Each(
        Event("allocated", to=Selector("model", of=UNIT)),
        more("damage", 2, Selector("attack", ref="that"), "divide"),
    )
    gunner = sheet("Glazier", rifle={"D": "4"})
    deals(2 * PLAIN, gunner, sheet("Bells", models=2), target_leader=sheet("Warder", whole, leads=("Bells",)))


def test_damage_grows_by_dice():
    """D3 are 2 on the mean."""
    deals(PLAIN * 3, sheet("Glazier", more("damage", "D3", GUNS)))


def test_attacks_grow_with_the_models_of_the_unit():
    for_each = Counted(Selector("model", of=THAT), per=2)
    rule = If(Leads(THIS, Selector()), more("attacks", for_each, RIFLE))
    leader = sheet("Warder", rule, leads=("Glaziers",))
    deals((3 + 1 + 2) * PLAIN, sheet("Glaziers", models=3), leader=leader)


def test_a_longer_range_reaches():
    deals(PLAIN, sheet("Glazier", more("range", 6, GUNS)), range_in=28)
    deals(0, GLAZIER, range_in=28)


def test_what_changes_no_figure_does_not_keep_the_rest_from_acting():
    rule = Then((attacking(more("hit roll")), more("move", 2, THIS), more("objective control", 1, THIS)))
    deals(BETTER * WOUND * THROUGH, sheet("Glazier", rule))


def test_a_characteristic_that_two_share_is_of_the_same_weapons():
    rule = Then((more("attacks"), more("damage", 1, STICKS)))
    deals(2 * 2 * HIT * WOUND * Fraction(1, 2), sheet("Glazier", rule), phase="fight")
    deals(PLAIN, sheet("Glazier", rule))


def test_a_weapon_is_meant_by_its_whole_name():
    deals(PLAIN, sheet("Glazier", more("strength", 8, Selector("weapon", name="Glass", of=THIS), "set")))


def test_models_of_some_name_are_meant_alone():
    """The leader's rifle alone gets better: (4 shots at 1/2, one at 2/3)."""
    of = Selector("model", name="Warder", of=UNIT)
    rule = Each(Event("attacks", by=of), more("hit roll"))
    led = sheet("Glaziers", rule, models=4)
    expected = (4 * HIT + BETTER) * WOUND * THROUGH
    deals(expected, led, leader=sheet("Warder", leads=("Glaziers",)))


def test_the_first_failed_save_alone_loses_its_damage():
    """Of two shots 1/6 each: the first wound that goes through is lost; 2·1/6 - (1 - (5/6)²) are left."""
    no_damage = more("damage", 0, Selector("attack", ref="that"), "set")
    fails = Each(Event("fails", by=UNIT, roll="save roll", first=True), no_damage)
    twice = sheet("Glazier", rifle={"A": "2"})
    left = 2 * PLAIN - (1 - (1 - PLAIN) ** 2)
    deals(left, twice, sheet("Bell", play("Slow Glass", fails)), "Slow Glass")
    once = sheet("Bell", Limited(Limit("turn"), fails))
    deals(2 * PLAIN, twice, once)
    deals(left, twice, once, "Rite of Glass")


def test_a_save_is_better_by_the_rule_of_the_one_attacked():
    deals(HIT * WOUND * Fraction(1, 2), GLAZIER, sheet("Bell", more("save", 1, THIS, "improve")))


def test_toughness_is_of_the_models_attacked():
    deals(HIT * Fraction(1, 3) * THROUGH, GLAZIER, sheet("Bell", more("toughness", 1, THIS)))
    deals(PLAIN, sheet("Glazier", more("toughness", 1, THIS)))


def test_a_bound_that_is_not_kept_lets_nothing_act():
    capped = Then((attacking(more("hit roll")), attacking(Modifier("strength", "add", 1, most=4))))
    match = faced(sheet("Glazier", capped))
    assert mean(match) == mean(faced())
    assert any("Rite of Glass" in told for told in match.not_modelled)


def test_rules_that_act_are_told():
    match = faced(sheet("Glazier", attacking(more("hit roll"))), BELL)
    assert "Glazier: Rite of Glass acts" in assumed(match)


def test_the_one_attacked_takes_from_the_hit_roll():
    deals(
        Fraction(1, 3) * WOUND * THROUGH, GLAZIER, sheet("Bell", attacked(more("hit roll", 1, op="subtract")))
    )
