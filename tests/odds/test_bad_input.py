"""What no figure can be given for: every fault is told in a line, soon, and nothing is ever raised."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from warbook.probability import answer
from wh40k import engagement, flamer, giant, leader, model, modifier, target, weapon

checked = settings(
    derandomize=True, deadline=None, database=None, max_examples=200, suppress_health_check=list(HealthCheck)
)


def answered(document):
    """The answer to a document, which must be JSON."""
    found = answer(document)
    json.dumps(found, allow_nan=False)
    return found


def refused(document, *words):
    """The problems of a document that has no figures; each is one line, one of them holds all words."""
    found = answered(document)
    assert set(found) == {"id", "problems"}
    assert found["problems"]
    assert all(text and "\n" not in text and len(text) < 600 for text in found["problems"])
    assert any(all(word in text for word in words) for text in found["problems"]), found["problems"]


def usual(**changes):
    return {**engagement(weapon(), target(model(wounds=3))), "id": "x", **changes}


def armed(*abilities, **changes):
    return engagement(weapon(*abilities, **changes), target())


def aimed(**changes):
    return engagement(weapon(), target(model(**changes)))


def under(*modifiers):
    return engagement(weapon(), target(), *modifiers)


def test_the_usual_engagement_has_figures():
    assert answered(usual())["problems"] == []


# shape


@pytest.mark.parametrize(
    "document", [None, 3, "x", [], {}, True, [usual()], {"target": None}, {"attacker": {}}]
)
def test_what_is_no_engagement_is_refused(document):
    refused(document)


@pytest.mark.parametrize(
    "path",
    [
        (),
        ("attacker",),
        ("attacker", "weapons", 0),
        ("target",),
        ("target", "models", 0),
        ("situation",),
        ("modifiers", 0),
    ],
)
def test_an_unknown_key_is_refused_with_its_place(path):
    document = usual(modifiers=[modifier("hit", 1)])
    place = document
    for step in path:
        place = place[step]
    place["colour"] = "red"
    refused(document, "colour")


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"attacker": 3}, "attacker"),
        ({"attacker": {"weapons": 3}}, "weapons"),
        ({"attacker": {"weapons": [3]}}, "weapons[0]"),
        ({"attacker": {}}, "weapons"),
        ({"target": {}}, "models"),
        ({"target": {"models": {}}}, "models"),
        ({"situation": {"cover": "yes"}}, "cover"),
        ({"situation": []}, "situation"),
        ({"modifiers": {}}, "modifiers"),
        ({"modifiers": ["hit"]}, "modifiers[0]"),
        ({"id": 3}, "id"),
        ({"system": 3}, "system"),
        ({"situation": {"range_in": "far"}}, "range_in"),
    ],
)
def test_a_wrong_type_is_refused_with_its_place(changes, word):
    refused(usual(**changes), word)


@pytest.mark.parametrize("key", ["name", "kind", "attacks", "strength", "damage"])
def test_a_missing_key_of_a_weapon_is_refused(key):
    gun = weapon()
    del gun[key]
    refused(engagement(gun, target()), key)


@pytest.mark.parametrize("key", ["name", "count", "toughness", "save", "wounds"])
def test_a_missing_key_of_a_model_is_refused(key):
    body = model()
    del body[key]
    refused(engagement(weapon(), target(body)), key)


def test_the_id_is_told_with_the_problems():
    assert answer({**armed("very sharp"), "id": "mine"})["id"] == "mine"
    assert answer({"id": "mine", "nonsense": 1})["id"] == "mine"


def test_the_document_is_not_changed():
    document = usual(modifiers=[modifier("nonsense", 1)])
    before = copy.deepcopy(document)
    answer(document)
    assert document == before


# systems and revisions


@pytest.mark.parametrize("system", ["warhammer", "", "WH40K10", "wh40k11"])
def test_an_unknown_system_is_refused(system):
    refused(usual(system=system), "system", "wh40k10")


@pytest.mark.parametrize("revision", ["2022-01", "", "2025", "launch"])
def test_an_unknown_revision_is_refused(revision):
    refused(usual(revision=revision), "revision", "2025-06")


# empty lists


def test_no_weapons_are_refused():
    refused(engagement([], target()), "weapons")


def test_no_models_are_refused():
    refused(engagement(weapon(), {"models": []}), "models")
    refused(aimed(count=0), "models")


def test_no_attackers_are_refused():
    document = usual(attackers=[])
    del document["attacker"]
    refused(document, "attacker")


def test_both_an_attacker_and_attackers_are_refused():
    refused(usual(attackers=[{"weapons": [weapon()]}]), "attacker")


def test_weapons_without_any_of_them_make_no_attacks():
    found = answered(armed(count=0))
    assert found["problems"] == []
    assert found["damage"]["pmf"] == [1.0]


# weapons


NAMELESS = [
    "very sharp",
    "lethal",
    "devastating",
    "",
    "[]",
    "anti 4+",
    "anti-infantry",
    "lethal hits 2",
    "blast 3",
]
WORTHLESS = ["melta", "rapid fire", "sustained hits", "sustained hits x", "rapid fire -1", "melta 1.5"]


@pytest.mark.parametrize("text", [*NAMELESS, *WORTHLESS, "anti-infantry 1+", "anti-infantry 7+"])
def test_an_unknown_ability_is_refused(text):
    refused(armed(text), "abilities")


def test_all_unknown_abilities_are_named():
    found = answer(armed("very sharp", "blast", "quite loud"))
    assert sum("very sharp" in text or "quite loud" in text for text in found["problems"]) == 2


@pytest.mark.parametrize("key", ["attacks", "damage"])
@pytest.mark.parametrize(
    "text", ["D7", "D6+", "2D8+1", "x", "", "-1", -3, "D6-7", "D20", "1.5", "D6D6", "101D6"]
)
def test_what_is_no_dice_of_this_game_is_refused(key, text):
    refused(armed(**{key: text}), key)


@pytest.mark.parametrize("text", ["rapid fire D4", "melta D8", "sustained hits D7"])
def test_abilities_roll_only_dice_of_this_game(text):
    refused(armed(text), "abilities")


@pytest.mark.parametrize("skill", [None, "-", "N/A", "1+", "0+", "8+", "x", "", 1, 9, "3++x"])
def test_a_weapon_needs_a_skill(skill):
    refused(armed(skill=skill), "skill")


@pytest.mark.parametrize("ap", [1, "+1", "x", "", "-x", "1.5", -101])
def test_armour_penetration_is_none_or_negative(ap):
    refused(armed(ap=ap), "ap")


@pytest.mark.parametrize(
    "changes",
    [{"kind": "magic"}, {"strength": "D6"}, {"strength": -4}, {"strength": 1.5}, {"traits": ["Heavy"]}],
)
def test_other_characteristics_are_checked(changes):
    refused(armed(**changes), next(iter(changes)))


@pytest.mark.parametrize("count", [-1, 10_001, 10**9, 1.5, "2"])
def test_a_count_of_weapons_is_checked(count):
    refused(armed(count=count), "count")


def test_a_bearer_must_be_one_of_the_attackers():
    refused(armed("hazardous", bearer="nobody"), "bearer", "nobody")


# models


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("save", "1+"),
        ("save", "8+"),
        ("save", "x"),
        ("save", 3),
        ("invulnerable", "1+"),
        ("invulnerable", "7+"),
        ("invulnerable", 4),
        ("feel_no_pain", "1+"),
        ("feel_no_pain", "x"),
        ("feel_no_pain_mortal", "7+"),
        ("toughness", 0),
        ("toughness", -4),
        ("toughness", "4"),
        ("wounds", 0),
        ("wounds", -1),
        ("wounds", "D6"),
        ("wounds", 10**9),
        ("count", -1),
        ("count", 10**9),
        ("count", 1.5),
        ("wounds_lost", 1),
        ("wounds_lost", -1),
        ("wounds_lost", 10**9),
        ("leader", "yes"),
        ("weapon_skill", 4),
        ("cover", "5+"),
        ("shrouded", "5+"),
        ("eternal_warrior", 1),
    ],
)
def test_a_characteristic_of_a_model_is_checked(key, value):
    refused(aimed(**{key: value}), key)


def test_wounds_lost_need_a_model_to_have_lost_them():
    refused(
        engagement(weapon(), target(model(), model("none", count=0, wounds=3, wounds_lost=1))), "wounds_lost"
    )


def test_attackers_are_checked_like_targets():
    refused(engagement(weapon(), target(), models=[model(save="9+")]), "attacker", "save")


def test_modifiers_of_attacks_do_not_belong_to_attacking_models():
    refused(engagement(weapon(), target(), models=[model(modifiers=[modifier("hit", 1)])]), "modifiers")


# modifiers


@pytest.mark.parametrize(
    "spec",
    [
        {"what": "luck", "value": 1},
        {"what": "Hit", "value": 1},
        {"what": ""},
        {"what": "hit"},
        {"what": "hit", "value": 1.5},
        {"what": "hit", "value": "1"},
        {"what": "hit", "value": 1, "op": "add"},
        {"what": "hit", "which": "ones"},
        {"what": "damage"},
        {"what": "damage", "op": "halve", "value": 2},
        {"what": "damage", "op": "set"},
        {"what": "damage", "op": "set", "value": -1},
        {"what": "damage", "op": "divide", "value": 0},
        {"what": "damage", "op": "multiply", "value": 0},
        {"what": "damage", "op": "root", "value": 2},
        {"what": "damage", "value": 1},
        {"what": "reroll hits"},
        {"what": "reroll hits", "which": "twos"},
        {"what": "reroll hits", "value": 1},
        {"what": "reroll damage"},
        {"what": "reroll damage", "below": 3},
        {"what": "critical hit"},
        {"what": "critical hit", "value": 1},
        {"what": "critical wound", "value": 7},
        {"what": "command reroll"},
        {"what": "command reroll", "roll": "charge"},
        {"value": 1},
    ],
)
def test_a_bad_modifier_is_refused_wherever_it_stands(spec):
    refused(under(spec))
    refused(armed(modifiers=[spec]))
    refused(aimed(modifiers=[spec]))


def test_two_command_rerolls_are_refused():
    both = (modifier("command reroll", roll=roll) for roll in ("hit", "wound"))
    refused(under(*both), "Command Re-roll")


# enormous numbers


@pytest.mark.parametrize("number", [10**7, 10**9, 10**30])
@pytest.mark.parametrize(
    "make",
    [
        lambda n: armed(attacks=n),
        lambda n: armed(attacks=str(n)),
        lambda n: armed(attacks=f"{n}D6"),
        lambda n: armed(attacks=f"D{n}"),
        lambda n: armed(attacks=f"D6+{n}"),
        lambda n: armed(damage=n),
        lambda n: armed(damage=f"D6+{n}"),
        lambda n: armed(strength=n),
        lambda n: armed(ap=-n),
        lambda n: armed(count=n),
        lambda n: armed(f"sustained hits {n}"),
        lambda n: armed(f"rapid fire {n}"),
        lambda n: armed(f"melta {n}"),
        lambda n: armed(f"anti-infantry {n}+"),
        lambda n: armed(skill=n),
        lambda n: armed(skill=f"{n}+"),
        lambda n: aimed(wounds=n),
        lambda n: aimed(toughness=n),
        lambda n: aimed(count=n),
        lambda n: aimed(save=f"{n}+"),
        lambda n: under(modifier("hit", n)),
        lambda n: under(modifier("attacks", n)),
        lambda n: under(modifier("skill", -n)),
        lambda n: under(modifier("damage", n, op="add")),
        lambda n: under(modifier("damage", n, op="multiply")),
        lambda n: under(modifier("damage", n, op="set")),
        lambda n: under(modifier("critical hit", n)),
    ],
)
def test_an_enormous_number_is_refused(make, number):
    refused(make(number))


def test_a_target_beyond_the_stated_limit_is_refused():
    refused(aimed(count=10_000, wounds=1_000), "limit")


@pytest.mark.parametrize(
    "document",
    [
        armed("sustained hits 100"),
        armed(damage=1_000),
        under(*[modifier("damage", op="double")] * 40),
        under(*[modifier("damage", 100, op="multiply")] * 200),
        under(*[modifier("damage", 100, op="add")] * 50),
        engagement(weapon("melta 500"), target(), half_range=True),
        armed(attacks="100D6", count=10_000),
        engagement(weapon(attacks=10**6), target(), modifier("command reroll", roll="hit")),
        engagement(weapon(attacks=5_000), target(), modifier("command reroll", roll="wound")),
    ],
)
def test_a_limit_is_stated(document):
    refused(document, "limit")


def figures(document):
    """Exact figures or, with the bound that was exceeded as its first reason, sampled ones."""
    found = answered(document)
    assert found["problems"] == []
    assert sum(found["damage"]["pmf"]) == pytest.approx(1)
    if not found["exact"]:
        assert "sampled" in found["reasons"][0]
        assert found["standard_error"] >= 0
    return found


@pytest.mark.parametrize(
    "document",
    [
        armed(attacks=10**6),
        engagement(flamer(attacks=10**6), target(count=10, wounds=2)),
        armed("sustained hits D3", "lethal hits", "devastating wounds", attacks=100_000),
        armed(count=10_000, attacks="D6"),
        engagement(
            weapon("precision", "devastating wounds", attacks=10**6), target(model(count=9), leader(wounds=5))
        ),
        engagement(flamer(damage="D6", count=50), target(count=100, wounds=10)),
        engagement(flamer("precision", attacks=50), target(model(count=1_000, wounds=3), leader(wounds=9))),
        engagement(flamer(attacks=50), giant(wounds=1_000, count=5)),
        engagement(flamer(damage="40D6", count=9), target(count=5, wounds=30, feel_no_pain="5+")),
        engagement([flamer(name=f"gun {n}") for n in range(200)], target(count=20, wounds=3)),
        engagement(
            flamer(attacks=50), target(*[model(f"model {n}", save=f"{2 + n % 5}+") for n in range(200)])
        ),
        under(*[modifier("hit", 1)] * 2_000),
        under(*[modifier("damage", 100, op="divide")] * 50),
        engagement(weapon("sustained hits D6", attacks=20), giant(), modifier("command reroll", roll="wound")),
        engagement(weapon(attacks="D6", count=1_000), giant(), modifier("command reroll", roll="attacks")),
    ],
)
def test_much_is_counted_or_sampled_in_time(document):
    figures(document)


def test_mortal_wounds_that_spill_far_are_counted_or_sampled_in_time():
    gun = flamer("devastating wounds", damage="40D6", count=20)
    figures(engagement(gun, target(count=20, wounds=30, feel_no_pain="5+"), revision="2023-06"))


def test_a_hazardous_horde_has_figures_without_those_that_are_out_of_bounds():
    horde = [model(count=10_000, wounds=3)]
    found = figures(engagement(weapon("hazardous", count=10_000), target(), models=horde))
    assert found["self_damage"] is None
    assert any("self-damage" in text for text in found["not_modelled"])


def test_sampled_figures_are_near_the_truth():
    guns = [flamer("precision", count=40), flamer(count=40)]
    found = figures(engagement(guns, target(model(count=500, wounds=4), leader(wounds=9))))
    assert not found["exact"]
    assert abs(found["damage"]["mean"] - 80 * 5 / 6) <= 5 * found["standard_error"]


# anything at all

words = st.sampled_from(
    ["hit", "attacks", "D6", "3+", "-", "", "wh40k10", "lethal hits", "leader", "models", "x"]
)
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**12), 10**12), st.floats(), words, st.text(max_size=5)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=6
)


@checked
@given(st.data())
def test_a_document_with_anything_put_anywhere_is_answered(data):
    """Replaces one value of a usual engagement by whatever there is."""
    document = usual(modifiers=[modifier("hit", 1), modifier("damage", 1, op="subtract")])
    place = document
    while True:
        steps = list(place) if isinstance(place, dict) else range(len(place))
        step = data.draw(st.sampled_from(sorted(steps)))
        inner = place[step]
        if not (isinstance(inner, dict | list) and inner and data.draw(st.booleans())):
            break
        place = inner
    place[step] = data.draw(values)
    assert "problems" in answer(document)
