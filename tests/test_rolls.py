"""Single rolls: the worked cases, and values derived by hand."""

import json
from fractions import Fraction as F
from math import comb
from pathlib import Path

import pytest

from warbook import systems
from warbook.errors import InputError
from warbook.queries import rolling
from warbook.rules import rolls

CASES = {
    case["id"]: case for case in json.loads((Path(__file__).parent / "data" / "odds_other.json").read_text())
}
ASKED = {
    "m01-hazardous-w2-fnp": "hazardous 5 W2 FNP5+",
    "m02-hazardous-w2-fnp": "hazardous 5 W2 FNP5+",
    "m06-tank-shock": "tank shock T10",
    "m07-deadly-demise@2023": "deadly demise D6 4 models W1",
    "m07-deadly-demise@2025": "deadly demise D6 4xW1",
    "m09-charge-9@2023": "charge 9",
    "m09-charge-9@2025": "charge 9 re-roll",
    "m10-battle-shock-ld6@2023": "battle-shock 6+",
    "m10-battle-shock-ld6@2025": "Battleshock Ld6+",
    "m11-hh3-leadership-check": "check 12",
    "m12-hh3-leadership-7": "leadership 7",
    "m15-hh3-armour-penetration": "penetration 6 hits S8 D1 AV12 HP4",
    "m13-desperate-escape@2023": "desperate escape 10",
    "m13-desperate-escape@2025": "desperate escape 10 models",
}


def figures(text, revision=None, system="wh40k10"):
    game = systems.find(system, revision)
    kinds = game.rolls(game.rules)
    name, asked = rolls.read(text, kinds)
    return kinds[name].figures(asked)


def assert_told(expected, told):
    for key, figure in expected.items():
        if isinstance(figure, dict):
            assert told[key].mean == pytest.approx(figure["mean"], abs=1e-9)
            pmf = figure.get("pmf", [])
            assert told[key].pmf[: len(pmf)] == pytest.approx(pmf, abs=1e-9)
        else:
            assert told[key] == pytest.approx(figure, abs=1e-9)


@pytest.mark.parametrize("name", ASKED)
def test_worked_case(name):
    case = CASES[name]
    assert_told(case["expected"], figures(ASKED[name], case["revision"], case["system"]))


def test_a_charge_counts_its_modifier():
    assert figures("charge 9 +2")["p_success"] == pytest.approx(F(21, 36))


def test_an_advance_is_one_die():
    told = figures("advance 4")
    assert (told["p_success"], told["p_success_with_reroll"]) == pytest.approx((F(1, 2), F(3, 4)))


def test_a_battle_shock_test_has_no_command_reroll():
    assert "p_pass_with_reroll" not in figures("battle-shock 7+")
    assert figures("leadership 7+")["p_pass_with_reroll"] == pytest.approx(1 - F(15, 36) ** 2)


def test_tank_shock_rolled_strength_before_2024_and_two_more_where_it_beats_toughness():
    assert figures("tank shock S2 T4", "2023-12")["damage"].mean == pytest.approx(F(2, 3))
    assert figures("tank shock S2 T1", "2023-12")["damage"].mean == pytest.approx(F(4, 3))


def test_no_more_than_six_mortal_wounds_of_tank_shock():
    assert len(figures("tank shock T20")["mortal_wounds"].pmf) == 7


def test_a_character_suffers_where_others_are_destroyed():
    told = figures("hazardous 1 W4 character", "2023-12")
    assert told["models_destroyed"].mean == 0
    assert told["damage"].mean == pytest.approx(F(3, 6))


def test_mortal_wounds_spill_and_feel_no_pain_ignores_them():
    told = figures("grenade 2 models W2 FNP4+")
    chance = F(1, 4)
    exactly = [comb(6, k) * chance**k * (1 - chance) ** (6 - k) for k in range(7)]
    assert told["damage"].mean == pytest.approx(float(sum(min(k, 4) * p for k, p in enumerate(exactly))))
    assert told["p_destroyed"] == pytest.approx(float(sum(exactly[4:])))


@pytest.mark.parametrize("text", ["", "dance", "charge", "charge nine", "charge 9 W", "hazardous", "9 charge"])
def test_what_is_not_understood_is_told(text):
    with pytest.raises(ValueError, match="expected"):
        figures(text)


@pytest.mark.parametrize(
    ("text", "mean"), [("advance -3", F(9, 6)), ("advance 4 -7", 1), ("charge 9 -9", F(40, 36))]
)
def test_a_modified_die_is_never_below_one(text, mean):
    assert figures(text)["rolled"].mean == pytest.approx(float(mean))


@pytest.mark.parametrize(
    "text",
    ["grenade 4 models W0", "grenade W1 FNP0+", "grenade W1 FNP9+", "hazardous 1100", "hazardous \u0663"],
)
def test_absurd_values_are_told(text):
    with pytest.raises(ValueError, match="expected"):
        figures(text)


@pytest.mark.parametrize(
    ("text", "revision"),
    [
        ("charge 9 9 9", None),
        ("charge 9 models", None),
        ("charge 2D6", None),
        ("advance 4 5", None),
        ("battle-shock 6+ reroll", None),
        ("leadership 6 7", None),
        ("leadership Ld6 7", None),
        ("hazardous 5 2 W2", None),
        ("hazardous 5 T4", None),
        ("hazardous 5 +1", None),
        ("hazardous 5 W0", None),
        ("hazardous 5 FNP5+", None),
        ("deadly demise D6 3 4 models", None),
        ("deadly demise D6 D3", None),
        ("deadly demise D6 S4", None),
        ("desperate escape 10 W2", None),
        ("desperate escape 10 5", None),
        ("grenade 4 models 5", None),
        ("grenade 4 models +1", None),
        ("grenade reroll", None),
        ("tank shock S8 T7", "2025-06"),
        ("tank shock T10 9 8", "2025-06"),
        ("tank shock T8 6 models W1", "2023-06"),
        ("tank shock 8 T4 T5", "2023-06"),
    ],
)
def test_what_a_roll_has_no_use_for_is_refused(text, revision):
    with pytest.raises(ValueError, match="expected"):
        figures(text, revision)


def test_numbers_are_read_in_any_order_by_what_they_count():
    one, other = figures("deadly demise 4 models D6 W2"), figures("deadly demise D6 4 W2")
    assert one == other
    assert len(figures("tank shock W1 T10 2 models")["damage"].pmf) == 3
    assert len(figures("tank shock 10 2 W1")["damage"].pmf) == 3
    assert len(figures("tank shock 2 models T4 S8 W1", "2023-06")["damage"].pmf) == 3


def test_a_roll_that_only_one_game_knows_is_that_games():
    told = rolling.roll("cool 8")
    assert (told.system, told.assumed) == ("heresy3", (f"a roll of {told.title}",))
    assert rolling.roll("hazardous 5").system == "wh40k10"


def test_a_roll_that_two_games_know_tells_how_to_ask_the_other():
    told = rolling.roll("leadership 8")
    assert told.system == "wh40k10"
    assert told.assumed[1].endswith("knows this roll too: --system heresy3")
    assert rolling.roll("leadership 8", "heresy3").figures["p_pass"] == pytest.approx(26 / 36)
    assert told.document()["assumed"] == list(told.assumed)


def test_a_roll_that_no_game_knows_tells_what_there_is():
    with pytest.raises(InputError, match="expected one of"):
        rolling.roll("luck 3")
