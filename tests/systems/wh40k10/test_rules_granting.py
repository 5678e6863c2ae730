"""Rules that give abilities, states and saves."""

from fractions import Fraction

import msgspec
import pytest

from rites import (
    BELL,
    GLAZIER,
    GUNS,
    HIT,
    PLAIN,
    THAT,
    THIS,
    THROUGH,
    UNIT,
    WOUND,
    assumed,
    attacked,
    deals,
    dice,
    on_enemy,
    play,
    sheet,
)
from warbook.effects import Choose, Duration, Each, Event, Grant, Permit, Save, Until
from warbook.effects.terms import Did, Not, Selector, Within
from warbook.errors import InputError
from warbook.importers.shields import bearer_save
from warbook.sheets.sheet import Ability, Equipped, Item

HALF = Fraction(1, 2)
COVER = ("benefit of cover",)


def test_cover_is_given_against_ranged_attacks_alone():
    bell = sheet("Bell", attacked(Grant("state", COVER, UNIT), attacks="ranged"))
    deals(HIT * WOUND * HALF, GLAZIER, bell)
    deals(HIT * WOUND * HALF, GLAZIER, bell, phase="fight")
    deals(HIT * WOUND * HALF, GLAZIER, BELL, phase="fight")


def test_cover_that_is_lost_by_what_was_hit_before_does_not_help():
    """The rule comes after the unit's own shots: it acts where the player says that it was used before."""
    lost = Until(Duration("phase"), Grant("state", COVER, THAT, lost=True))
    hit = Did(Event("hit", by=Selector(ref="attacker"), to=Selector(ref="it")))
    glazier = sheet("Glazier", Each(Event("shoots", by=UNIT, edge="after"), on_enemy(lost, where=(hit,))))
    deals(HIT * WOUND * HALF, glazier, cover=True)
    deals(PLAIN, glazier, BELL, "Rite of Glass", cover=True)


def test_stealth_of_a_leader_alone_is_not_the_units():
    stealth = Grant("ability", ("stealth",), THIS)
    leader = sheet("Warder", stealth, leads=("Bells",))
    deals(PLAIN, GLAZIER, sheet("Bells", models=2), target_leader=leader)
    deals(Fraction(1, 3) * WOUND * THROUGH, GLAZIER, sheet("Bell", stealth))


def test_a_lone_operative_is_shot_from_nearby():
    bell = sheet("Bell", Grant("ability", ("lone operative",), THIS))
    near = deals(PLAIN, GLAZIER, bell)
    assert 'the attacker is within 12": Rite of Glass (--range says otherwise)' in assumed(near)
    deals(PLAIN, GLAZIER, bell, range_in=12)
    with pytest.raises(InputError, match="at most 12"):
        deals(PLAIN, GLAZIER, bell, range_in=13)


def test_a_unit_is_shot_from_as_near_as_its_rule_says():
    near = Within(Selector("model", ref="attacker"), 18, Selector(ref="target"))
    hidden = Permit("be targeted by ranged attacks", UNIT, barred=True, where=(Not(near),))
    with pytest.raises(InputError, match="at most 18"):
        deals(PLAIN, GLAZIER, sheet("Bell", hidden), range_in=20)
    deals(PLAIN, GLAZIER, sheet("Bell", hidden), range_in=17)


def test_a_save_against_some_attacks_helps_against_them_alone():
    bell = sheet("Bell", Save("invulnerable", 3, THIS, ("ranged",)))
    deals(HIT * WOUND * Fraction(1, 3), GLAZIER, bell)
    deals(HIT * WOUND * HALF, GLAZIER, bell, phase="fight")


def test_feel_no_pain_against_psychic_attacks():
    bell = sheet("Bell", Save("feel no pain", 4, THIS, ("psychic",)))
    deals(PLAIN, GLAZIER, bell)
    deals(PLAIN * HALF, sheet("Glazier", abilities=("psychic",)), bell)


def test_feel_no_pain_against_mortal_wounds_alone():
    bell = sheet("Bell", Save("feel no pain", 4, THIS, ("mortal",)))
    rule = play("Hot Ash", on_enemy(dice((2, None, 3))))
    deals(PLAIN + Fraction(5, 6) * 3 * HALF, sheet("Glazier", rule), bell, "Hot Ash")


def test_abilities_of_weapons_are_given_to_those_spoken_of():
    glazier = sheet("Glazier", Grant("weapon ability", ("sustained hits 1",), GUNS))
    deals((HIT + Fraction(1, 6)) * WOUND * THROUGH, glazier)


def test_the_ability_that_was_selected_is_given():
    songs = Choose(tuple(Grant("weapon ability", (name,)) for name in ("lethal hits", "sustained hits 2")))
    yours = Selector("weapon", of=Selector("model", of=Selector(ref="your")))
    glazier = sheet("Glazier", play("Two Songs", songs, Grant("ability", ("selected",), yours)))
    lethal = (Fraction(2, 6) * WOUND + Fraction(1, 6)) * THROUGH
    sustained = (HIT + Fraction(2, 6)) * WOUND * THROUGH
    deals(max(lethal, sustained), glazier, BELL, "Two Songs")
    deals(lethal, glazier, BELL, "Two Songs: lethal hits")
    with pytest.raises(InputError, match="expected one of: lethal hits; sustained hits 2"):
        deals(lethal, glazier, BELL, "Two Songs: lance")


def test_a_shield_saves_who_carries_it():
    """A shield as importers read it: 3+ against AP -1 on a Save of 4+."""
    shield = Ability("Slate shield", "wargear", effects=bearer_save("3+"))
    bare = sheet("Bell", shield)
    deals(PLAIN, GLAZIER, bare)
    items = (*bare.loadout[0].items, Item("Slate shield"))
    carrying = msgspec.structs.replace(bare, loadout=(Equipped("Bell", items),))
    deals(HIT * WOUND * Fraction(1, 3), GLAZIER, carrying)
