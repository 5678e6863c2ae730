"""What is said before a battle of what it does not play."""

from unittest.mock import patch

import pytest

from battle.hosts import detachment, fought, play, row, sheet
from warbook.library import lookup
from warbook.sheets.sheet import Ability, Faction
from warbook.systems.wh40k10.briefing import unplayed

TEXT = "Models in this unit have the Stealth ability."
CARD = play("Grit", "Your Shooting phase.", "One unit from your army.", TEXT)


def said(*abilities, known=None, detached=(0,)):
    made = sheet("Glazier", *abilities)
    battle = fought(
        (1, 0, "movement"),
        (0, made, row(20, 10)),
        (1, sheet("Foe"), row(20, 30)),
        known=known,
        detached=detached,
    )
    faction = Faction("Gravel Court", "wh40k10", detachments=(known,) if known else ())
    with patch.object(lookup, "faction", return_value=faction):
        return list(unplayed(battle.game.muster))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ('Scouts 6"', "it makes no move before the first turn"),
        ("Infiltrators", "it is set up in its deployment zone"),
        ("Firing Deck 2", "nobody embarks, so nobody shoots from it"),
    ],
)
def test_core_abilities_that_battles_do_not_play_are_named(name, told):
    assert f"A Glazier: {name}: not played: {told}" in said(Ability(name, "core"), detached=())


@pytest.mark.parametrize("name", ["Deadly Demise D3", "Deep Strike", "Stealth", "Feel No Pain 5+", "Leader"])
def test_core_abilities_that_battles_play_are_not(name):
    assert said(Ability(name, "core"), detached=()) == []


def test_a_core_ability_that_nobody_knows_is_named():
    assert "A Glazier: Gravelwalker: not played" in said(Ability("Gravelwalker", "core"), detached=())


def test_an_ability_of_which_there_is_only_the_name_is_named():
    told = "A Glazier: Rite of Sand: not played: no document here tells what it does"
    assert told in said(Ability("Rite of Sand", "datasheet"), detached=())


def test_a_detachment_without_stratagems_is_named():
    assert said(known=detachment(TEXT)) == ["A Slow Column: not played: no document here tells its Stratagems"]
    assert said(known=detachment(TEXT, plays=(CARD,))) == []


def test_a_detachment_that_no_document_has_is_named():
    assert said() == ["A Slow Column: not played: no document here tells its rule and Stratagems"]


def named(**more):
    battle = fought(
        (1, 0, "movement"), (0, sheet("Glazier", **more), row(20, 10)), (1, sheet("Foe"), row(20, 30))
    )
    return list(unplayed(battle.game.muster))


def test_a_weapon_that_could_shoot_out_of_sight_is_named():
    told = "A Glazier: Sling: Indirect Fire is not played: its weapons shoot at what the model sees"
    assert named(slung=("INDIRECT FIRE",)) == [told]
    assert named(slung=("BLAST",)) == []


def test_a_rule_that_lets_weapons_shoot_out_of_sight_is_named():
    text = "Ranged weapons equipped by models in this unit have the [{}] ability."
    told = "A Glazier: Rite of Glass: Indirect Fire is not played: its weapons shoot at what the model sees"
    assert told in said(text.format("INDIRECT FIRE"), detached=())
    assert said(text.format("BLAST"), detached=()) == []
