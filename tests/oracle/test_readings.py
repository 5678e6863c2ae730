"""Single readings of the rules, each with figures derived by hand.

Unless a test says otherwise a weapon hits by itself (torrent), wounds on 2+ (5/6) and leaves no save.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from oracle import brute

WOUND = F(5, 6)


def weapon(*abilities, **keys):
    return {
        "name": "gun",
        "kind": "ranged",
        "attacks": "1",
        "skill": "3+",
        "strength": 20,
        "ap": -6,
        "damage": "1",
        "abilities": list(abilities),
        **keys,
    }


def model(name="model", wounds=1, **keys):
    return {"name": name, "count": 1, "toughness": 4, "save": "6+", "wounds": wounds, **keys}


def odds(weapons, models, revision="2025-06", modifiers=(), attacker=None, **situation):
    return brute(
        {
            "system": "wh40k10",
            "revision": revision,
            "attacker": {"weapons": weapons, **(attacker or {})},
            "target": {"keywords": ["INFANTRY"], "models": models},
            "situation": situation,
            "modifiers": list(modifiers),
        },
        fractions=True,
    )


CRITICAL = ("torrent", "devastating wounds", "anti-infantry 2+")


@pytest.mark.parametrize(
    ("revision", "damage", "wasted"),
    [("2023-06", 2, 1), ("2023-12", 1, 2), ("2024-06", 1, 2), ("2025-06", 1, 2)],
)
def test_devastating_spills_at_launch_only(revision, damage, wasted):
    found = odds([weapon(*CRITICAL, damage="3")], [model(count=2)], revision)
    assert found["damage"]["mean"] == WOUND * damage
    assert found["wasted"]["mean"] == WOUND * wasted


def test_spilled_points_past_the_last_model_are_wasted_after_feel_no_pain():
    found = odds([weapon(*CRITICAL, damage="3")], [model(feel_no_pain="5+")], "2023-06")
    assert found["damage"]["mean"] == WOUND * F(26, 27)
    assert found["wasted"]["mean"] == WOUND * (2 - F(26, 27))


@pytest.mark.parametrize("revision", ["2023-06", "2023-12", "2024-06", "2025-06"])
def test_precision_moves_devastating_wounds_except_at_launch(revision):
    unit = [model("leader", 3, leader=True), model("bodyguard", 3)]
    leader, bodyguard = odds([weapon(*CRITICAL, "precision")], unit, revision)["models"]
    hurt = bodyguard if revision == "2023-06" else leader
    assert hurt["wounds_lost_mean"] == WOUND
    assert leader["wounds_lost_mean"] + bodyguard["wounds_lost_mean"] == WOUND


def test_launch_mortal_wounds_have_the_damage_modifiers_of_the_bodyguard():
    tough = {"what": "damage", "op": "subtract", "value": 2}
    unit = [model("leader", 9, leader=True, modifiers=[tough]), model("bodyguard", 9)]
    found = odds([weapon(*CRITICAL, "precision", damage="3")], unit, "2023-06")
    assert found["damage"]["mean"] == WOUND * 3


def test_lethal_hits_leave_nothing_to_devastate():
    shooter = weapon("lethal hits", "devastating wounds", skill="6+", ap=0)
    found = odds([shooter], [model(save="2+")])
    assert found["damage"]["mean"] == F(1, 6) * F(1, 6)


def test_wounded_leader_still_comes_last():
    leader, hurt = model("leader", 3, leader=True, wounds_lost=2), model("hurt", 3, wounds_lost=1)
    unit = [leader, model("first", 1), hurt]
    found = {m["name"]: m["wounds_lost_mean"] for m in odds([weapon("torrent")], unit)["models"]}
    assert found == {"leader": 0, "first": 0, "hurt": WOUND}


def two_units(first, second, models):
    return brute(
        {
            "attackers": [{"weapons": [first]}, {"weapons": [second]}],
            "target": {"keywords": [], "models": models},
        },
        fractions=True,
    )


def test_each_unit_meets_the_toughness_that_it_finds():
    unit = [model("leader", 1, leader=True), model("bodyguard", 1, toughness=8)]
    found = two_units(weapon("torrent"), weapon("torrent", strength=4), unit)
    assert found["damage"]["mean"] == WOUND + WOUND * F(1, 2) + F(1, 6) * F(1, 6)
    assert found["wounds"]["mean"] == WOUND + F(1, 6)


def test_each_unit_counts_the_models_for_blast():
    found = two_units(weapon("torrent"), weapon("torrent", "blast"), [model(count=5)])
    assert found["attacks"]["mean"] == 3
    assert found["damage"]["mean"] == WOUND + WOUND * WOUND + F(1, 6) * 2 * WOUND


def test_command_reroll_of_a_hit():
    again = {"what": "command reroll", "roll": "hit"}
    found = odds([weapon(skill="4+", attacks=4)], [model(wounds=9)], modifiers=[again])
    assert found["hits"]["mean"] == F(79, 32)


def test_command_reroll_of_a_save():
    again = {"what": "command reroll", "roll": "save"}
    found = odds([weapon("torrent", count=2, ap=0)], [model(count=2, save="4+")], modifiers=[again])
    one, two = F(1, 4), F(1, 2) * F(1, 4) + F(1, 2) * (F(1, 2) + F(1, 2))
    assert found["damage"]["mean"] == 2 * WOUND * F(1, 6) * one + WOUND**2 * two


@pytest.mark.parametrize(
    ("modifier", "rolls"), [({"roll": "damage", "what": "command reroll"}, 1), ({"what": "reroll damage"}, 2)]
)
def test_reroll_of_damage_below_the_mean(modifier, rolls):
    gun = weapon("torrent", count=2, damage="D6", strength=4)
    found = odds([gun], [model(wounds=20)], modifiers=[modifier])
    plain, once, half = F(7, 2), F(17, 4), F(1, 2)
    second = once if rolls == 2 else half * plain + half * once
    first_only, both = once, once + second
    assert found["damage"]["mean"] == 2 * F(1, 4) * first_only + F(1, 4) * both


def test_command_reroll_of_the_number_of_attacks():
    again = {"what": "command reroll", "roll": "attacks"}
    assert odds([weapon(attacks="D6")], [model()], modifiers=[again])["attacks"]["mean"] == F(17, 4)


@pytest.mark.parametrize(
    ("more", "damage"), [([], 0), ([{"op": "subtract", "value": 1}], 0), ([{"op": "add", "value": 2}], 2)]
)
def test_damage_set_to_nothing(more, damage):
    changes = [{"what": "damage", **m} for m in [{"op": "set", "value": 0}, *more]]
    found = odds([weapon("torrent", damage="3")], [model(wounds=9)], modifiers=changes)
    assert found["damage"]["mean"] == WOUND * damage


@pytest.mark.parametrize(("distance", "hits"), [(18, F(4, 6) + F(3, 6)), (12, F(4, 6) + F(1, 6))])
def test_conversion_beyond_twelve(distance, hits):
    found = odds([weapon("conversion", "sustained hits 1")], [model()], range_in=distance)
    assert found["hits"]["mean"] == hits


def test_stealth_needs_every_model():
    shy, plain = model(stealth=True), model("other")
    assert odds([weapon()], [shy, model("too", abilities=["Stealth"])])["hits"]["mean"] == F(1, 2)
    assert odds([weapon()], [shy, plain])["hits"]["mean"] == F(2, 3)
    assert odds([weapon(kind="melee")], [shy])["hits"]["mean"] == F(2, 3)


def test_overwatch_does_not_touch_torrent():
    assert odds([weapon("torrent")], [model()], overwatch=True)["hits"]["mean"] == 1
    assert odds([weapon()], [model()], overwatch=True)["hits"]["mean"] == F(1, 6)


def test_rerolls_add_up_to_the_union_of_their_faces():
    both = [{"what": "reroll wounds", "which": "ones"}, {"what": "reroll wounds", "which": "non-critical"}]
    found = odds([weapon("torrent", "twin-linked", strength=4)], [model(wounds=9)], modifiers=both)
    assert found["wounds"]["mean"] == F(1, 6) + F(5, 6) * F(1, 2)


def test_worsened_to_nothing_leaves_no_cover_for_three_plus():
    worse = {"what": "ap", "value": 1}
    found = odds([weapon("torrent", ap=-1)], [model(save="3+")], modifiers=[worse], cover=True)
    assert found["damage"]["mean"] == WOUND * F(1, 3)


def test_big_guns_shoot_worse_at_close_quarters():
    guns = {"keywords": ["VEHICLE"]}
    engaged = {"attacker": guns, "attacker_engaged": True}
    assert odds([weapon()], [model()], **engaged)["hits"]["mean"] == F(1, 2)
    assert odds([weapon("pistol")], [model()], **engaged)["hits"]["mean"] == F(2, 3)


@pytest.mark.parametrize(("revision", "killed"), [("2023-12", F(5, 6)), ("2025-06", F(243512684, 387420489))])
def test_hazardous_bearers(revision, killed):
    bearers = {"models": [model(wounds=2, count=5, feel_no_pain="5+")]}
    found = odds([weapon("hazardous", count=5)], [model()], revision, attacker=bearers)["self_damage"]
    assert found["models_destroyed"]["mean"] == killed
    if revision == "2025-06":
        assert found["mean"] == F(1606481965, 1162261467)


@pytest.mark.parametrize(("revision", "damage"), [("2023-06", 3), ("2024-06", 2)])
def test_hazardous_character_passes_mortal_wounds_on_before_2024(revision, damage):
    unit = {"models": [model("trooper", 2), model("captain", 2, leader=True)]}
    found = odds([weapon("hazardous", bearer="captain")], [model()], revision, attacker=unit)
    assert found["self_damage"]["mean"] == F(damage, 6)


def test_wounded_bearer_suffers_first():
    unit = {"models": [model("trooper", 3), model("captain", 3, leader=True, wounds_lost=1)]}
    found = odds([weapon("hazardous")], [model()], attacker=unit)
    assert found["self_damage"]["mean"] == F(2, 6)


def test_points_wasted_on_a_model_are_counted_after_feel_no_pain():
    found = odds([weapon("torrent", damage="3")], [model(feel_no_pain="4+"), model("other", 9)])
    assert found["wasted"]["mean"] == WOUND * (F(3, 2) - F(7, 8))


def test_unknown_words_are_refused():
    with pytest.raises(ValueError, match="unknown weapon ability"):
        odds([weapon("very sharp")], [model()])
