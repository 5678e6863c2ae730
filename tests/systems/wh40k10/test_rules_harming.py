"""Rules that inflict mortal wounds, besides these attacks or on some of them."""

from fractions import Fraction

import pytest

from rites import (
    BELL,
    GLAZIER,
    HIT,
    PLAIN,
    THAT,
    THIS,
    THROUGH,
    UNIT,
    WOUND,
    assumed,
    attacking,
    deals,
    dice,
    faced,
    more,
    on_enemy,
    play,
    sheet,
)
from warbook.effects import Duration, Each, Event, If, OnRoll, Outcome, Until
from warbook.effects.instructions import MortalWounds
from warbook.effects.terms import Did, Measured, Selector, State, Within
from warbook.errors import InputError

HALF = Fraction(1, 2)
STRUCK = HIT * WOUND * HALF
"""One attack with the stick."""

IT = Selector(ref="it")
ENGAGED = Within(IT, "engagement range", UNIT)
CHARGES = Event("moves", by=UNIT, edge="end", moves=("charge",))
CRITICAL = State(Selector("attack", ref="that"), "critical wound")


def test_a_table_of_one_die():
    rule = play("Falling Bell", on_enemy(dice((2, 3, 1), (4, 5, "D3"), (6, 6, "D3+3"))))
    table = Fraction(2, 6) * 1 + Fraction(2, 6) * 2 + Fraction(1, 6) * 5
    deals(PLAIN + table, sheet("Glazier", rule), BELL, "Falling Bell")


def test_six_dice_each_for_itself():
    rule = play("Hail", on_enemy(dice((4, None, 1), count=6)))
    deals(PLAIN + 3, sheet("Glazier", rule), BELL, "Hail")


def test_a_charge_rolls_a_die_for_each_model():
    for_each = dice((4, None, 1), each=Selector("model", count="all", of=UNIT))
    unit = sheet("Glaziers", Each(CHARGES, on_enemy(for_each, where=(ENGAGED,))), models=3)
    deals(3 * STRUCK + 3 * HALF, unit, phase="fight", charged=True)
    deals(3 * STRUCK, unit, phase="fight")
    deals(3 * PLAIN, unit)


def test_a_die_for_each_wound_that_a_model_has_left():
    """It has 20 wounds; each die inflicts one on 4+."""
    left = Measured("wounds remaining", THIS)
    rule = play("Shards", on_enemy(dice((4, None, 1), count=left)))
    deals(PLAIN + 10, sheet("Glazier", rule), sheet("Bell", models=2), "Shards")
    with pytest.raises(InputError, match="not acted on"):
        faced(sheet("Glaziers", rule, models=2), BELL, "Shards")


def test_what_is_selected_must_be_such_a_unit():
    rule = play("Chime Breaker", on_enemy(dice((4, None, 2)), keywords=("CHIME",)))
    deals(PLAIN + 1, sheet("Glazier", rule), BELL, "Chime Breaker")
    with pytest.raises(InputError, match="changes nothing"):
        deals(PLAIN, sheet("Glazier", rule), sheet("Bell"), "Chime Breaker")


def test_the_roll_is_better_where_its_condition_holds():
    charged = Did(Event("moves", by=THIS, moves=("charge",)), "turn")
    roll = dice((4, 5, 1), (6, None, 3), plus=(If(charged, more("roll", 2)),))
    rule = Each(Event("selected", to=THIS, acts=("fight",)), on_enemy(roll, where=(ENGAGED,)))
    glazier = sheet("Glazier", rule)
    deals(STRUCK + Fraction(2, 6) + Fraction(1, 6) * 3, glazier, phase="fight")
    deals(STRUCK + Fraction(2, 6) + Fraction(3, 6) * 3, glazier, phase="fight", charged=True)


def test_critical_wounds_inflict_mortal_wounds_in_addition():
    rule = attacking(If(CRITICAL, MortalWounds(1, Selector(ref="target"))))
    deals(PLAIN + HIT * Fraction(1, 6), sheet("Glazier", rule))


def test_armour_penetration_of_critical_wounds():
    rule = attacking(If(CRITICAL, more("armour penetration", op="improve")))
    plain, critical = Fraction(2, 6) * THROUGH, Fraction(1, 6) * Fraction(5, 6)
    deals(HIT * (plain + critical), sheet("Glazier", rule))


def test_mortal_wounds_of_the_attacker_itself_are_its_own():
    burst = OnRoll((Outcome(1, MortalWounds(3, Selector(ref="your")), 1),))
    match = faced(sheet("Glazier", play("Burst Glass", burst)), BELL, "Burst Glass")
    assert match.engagement.attacker is not None
    assert [spec.on for spec in match.engagement.attacker.mortal] == ["attacker"]
    deals(PLAIN, sheet("Glazier", play("Burst Glass", burst)), BELL, "Burst Glass")


def test_after_shooting_only_what_was_hit_suffers():
    hit = Did(Event("hit", by=Selector(ref="attacker"), to=IT))
    after = Each(Event("shoots", by=UNIT, edge="after"), on_enemy(dice((4, None, 2)), where=(hit,)))
    match = deals(PLAIN, sheet("Glazier", after))
    assert any("--holding" in each or "--with" in each for each in assumed(match))
    deals(PLAIN + 1, sheet("Glazier", after), BELL, "Rite of Glass")


def test_a_result_that_changes_attacks_is_told_by_the_player():
    stronger = more("strength", 1, Selector("weapon", of=Selector(ref="your")))
    rule = play("Hot Glass", OnRoll((Outcome(4, Until(Duration("phase"), stronger)),)))
    deals(HIT * Fraction(2, 3) * THROUGH, sheet("Glazier", rule), BELL, "Hot Glass", holding=("4",))


def test_one_model_of_several_does_not_suffer_for_its_unit():
    one = Selector("model", keywords=("CHIME",), of=THAT)
    rule = play("Needle", on_enemy(MortalWounds(2, one)))
    deals(PLAIN + 2, sheet("Glazier", rule), BELL, "Needle")
    with pytest.raises(InputError, match="one model of several"):
        deals(PLAIN, sheet("Glazier", rule), sheet("Bells", models=2, words=("CHIME",)), "Needle")
    assert GLAZIER.plays == ()
