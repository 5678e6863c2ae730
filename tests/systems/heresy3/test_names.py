"""Special rules as printed, and what is refused."""

import pytest

from heresy import answer, blade, engagement, exactly, giant, gun, model, odds, problems, target
from warbook.systems.heresy3.abilities import names, read


@pytest.mark.parametrize("text", ["Breaching (5+)", "breaching (5)", "Breaching(5+)", "[BREACHING  ( 5+ )]"])
def test_spelling_does_not_matter(text):
    assert read((text,)).breaching == 5


def test_every_value_is_read():
    found = read(('Blast (7")', "Barrage (2)", "Deflagrate (5)", "Heavy (RS)", "Ordnance (D)", "Melta (8)"))
    assert (found.blast, found.barrage, found.deflagrate, found.melta) == ('7"', 2, 5, 8)
    assert (found.heavy, found.ordnance, found.unknown) == (("strength",), ("damage",), ())


@pytest.mark.parametrize(
    "text", ["Twin-linked", "Breaching", "Breaching (9+)", "Heavy", "Heavy (Luck)", "Armourbane (3)"]
)
def test_what_is_not_known_is_a_problem_that_names_what_is(text):
    (found,) = problems(gun(text), giant())
    assert repr(text) in found
    assert "breaching (X)" in found


@pytest.mark.parametrize("text", ["Pistol", "Limited (1)", "Duellist’s Edge (1)", "Skyfire"])
def test_some_change_no_attack(text):
    assert odds(gun(text), giant()).not_modelled == []


@pytest.mark.parametrize("text", ["Pinning (1)", "Stun (-)", "Shock (Pinned)", "Force (D)", "Phage (T)"])
def test_some_act_elsewhere_and_the_answer_says_so(text):
    assert odds(gun(text), giant()).not_modelled == [f"gun: {text}"]


def test_names_are_listed_once():
    assert len(set(names())) == len(names())


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"skill": "3+ or so"}, "skill"),
        ({"skill": 11}, "skill"),
        ({"ap": 1}, "ap"),
        ({"ap": -1}, "ap"),
        ({"attacks": "D8"}, "attacks"),
        ({"bearer": "nobody"}, "bearer"),
        ({"modifiers": [{"what": "command reroll", "roll": "hit"}]}, "modifiers"),
    ],
)
def test_a_wrong_weapon_is_named(changes, expected):
    (found,) = problems(gun(**changes), giant())
    assert found.startswith(f"attacker.weapons[gun].{expected}")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"save": "1+"}, ".save"),
        ({"cover": "7+"}, ".cover"),
        ({"stealth": True}, ": feel_no_pain_mortal and stealth"),
        ({"armour_rear": 10}, ".armour_rear"),
        ({"wounds_lost": 1}, ".wounds_lost"),
        ({"abilities": ["Shrouded (5+)"]}, ".abilities"),
        ({"modifiers": [{"what": "hit", "value": -1}]}, ".modifiers"),
    ],
)
def test_a_wrong_model_is_named(changes, expected):
    (found,) = problems(gun(), target(model(**changes)))
    assert found.startswith(f"target.models[trooper]{expected}")


def test_melee_needs_a_weapon_skill():
    unit = target(model(weapon_skill=None))
    assert problems(blade(), unit) == [
        "target.models[trooper].weapon_skill: expected a WS; melee attacks are made against it"
    ]
    assert not problems(gun(), unit)


@pytest.mark.parametrize("flag", ["cover", "half_range", "stealth"])
def test_situations_of_other_games_are_refused(flag):
    (found,) = problems(gun(), giant(), **{flag: True})
    assert found.startswith(f"situation.{flag}")


def test_the_other_game_refuses_armour():
    other = {
        **engagement(gun(ap=0, skill="3+"), target(model(armour=10, weapon_skill=None))),
        "system": "wh40k10",
    }
    assert "target.models[trooper]: armour and armour_rear belong to heresy3" in answer(other)["problems"]


def test_reasons_tell_every_number():
    told = odds(gun("Breaching (6+)", ap=4, skill=6), giant(save="3+", feel_no_pain="6+"))
    assert told.reasons == [
        "gun: 1 × 1 attacks",
        "gun: hits on 2+: BS 6; critical on an unmodified 6+",
        "gun: wounds on 4+: S4 against T4, AP 2 on an unmodified 6+: Breaching",
        "gun: damage 1",
        "gun: trooper saves on 3+ (armour) against AP 4; has no save against a breaching wound; "
        "discards on 6+ (Feel No Pain)",
    ]
    assert told.damage == exactly(told.damage)
