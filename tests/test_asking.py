"""Questions about units that are typed, joined, modified, or fight a whole turn."""

import msgspec
import pytest

from warbook.errors import InputError
from warbook.queries import Profile, Question, Side, ask
from warbook.queries.question import known
from warbook.queries.saying import said
from warbook.queries.turns import fought, whole_turn
from warbook.rules.assumed import Noted
from warbook.rules.engagement import Situation
from warbook.rules.pick import Arm
from warbook.systems import find

FIRE = Arm("fire", "ranged", "1", "3+", 8, "0", "1", ("torrent",))
AXE = Arm("axe", "melee", "1", "3+", 8, "0", "1")
BRUTE = Side("Brute", typed=Profile(arms=(FIRE, AXE)))
AXES = Arm("axes", "melee", "3", "3+", 8, "0", "1")
MARK = Side("Mark", typed=Profile())
SEVENS = 21 / 36
"""The chance of 7 or more with two dice."""


def test_a_typed_unit_is_asked_like_any_other():
    """1 attack that always hits and wounds Toughness 4 on 2+, against one wound without a save."""
    told = ask(Question(BRUTE, MARK, "shooting"))
    assert told.told.p_destroyed == pytest.approx(5 / 6)
    assert told.made.target == "Mark"


def test_saves_and_feel_no_pain_of_a_typed_unit_count():
    tough = Side("Tough", typed=Profile(save="4+", invulnerable="3+", feel_no_pain="5+", wounds=1))
    assert ask(Question(BRUTE, tough, "shooting")).told.p_destroyed == pytest.approx(5 / 6 * 1 / 3 * 2 / 3)


def test_a_typed_unit_belongs_to_the_game_of_the_other():
    """BS 4 hits on 3+, Strength 4 wounds Toughness 4 on 4+; 1 in 3 is not saved, of which 2 in 3 are felt."""
    line = Side("Mark", models=5, system="heresy3", typed=Profile(save="3+", feel_no_pain="5+"))
    gun = Side("Gunner", system="heresy3", typed=Profile(arms=(Arm("gun", "ranged", "1", "4", 4, "-", "1"),)))
    told = ask(Question(gun, line)).told
    assert told.damage.mean == pytest.approx(2 / 3 * 1 / 2 * 1 / 3 * 2 / 3)


def test_units_that_attack_after_the_first_meet_what_is_left():
    two = Side("Mark", models=2, typed=Profile())
    told = ask(Question(BRUTE, two, "shooting", then=(msgspec.structs.replace(BRUTE, name="Other"),)))
    assert told.told.p_destroyed == pytest.approx(25 / 36)
    assert told.made.attacker == "Brute, then Other"
    assert [line.unit for line in told.told.by_weapon] == ["Brute", "Other"]


def test_the_phase_that_is_taken_tells_what_the_other_does_more():
    """The fire does 5/6; three attacks of the axe that hit on 3+ do 3 × 2/3 × 5/6, on as many wounds."""
    both = Side("Both", typed=Profile(arms=(FIRE, AXES)))
    many = Side("Mark", models=3, typed=Profile())
    (told,) = (text for text in map(said, ask(Question(both, many)).assumed) if "does more" in text)
    assert told.startswith("phase: shooting; the fight does more: 1.67 damage on average, not 0.83 (--phase ")


@pytest.mark.parametrize("asked", [{"phase": "shooting"}, {"situation": Situation(half_range=True)}])
def test_nothing_is_told_of_a_phase_where_shooting_was_asked_for(asked):
    both = Side("Both", typed=Profile(arms=(FIRE, AXES)))
    assert not any("does more" in said(each) for each in ask(Question(both, MARK, **asked)).assumed)


@pytest.mark.parametrize("name", ["reroll wounds: non-critical", "Re-roll wounds that are no criticals"])
def test_a_modifier_by_name_fishes_for_criticals_with_what_lets_any_die_be_rolled_again(name):
    """Strength 4 wounds Toughness 2 on 2+: 6s after fishing are 1/6 + 5/6 × 1/6, which allow no save; other
    wounds meet a 2+ save. Twin-linked alone re-rolls the 1s (K-CLR-18)."""
    gun = Arm("gun", "ranged", "1", "2+", 4, "0", "1", ("torrent", "twin-linked", "devastating wounds"))
    mark = Side("Mark", typed=Profile(toughness=2, save="2+"))
    plain, fishing = (
        ask(Question(Side("Gun", typed=Profile(arms=(gun,))), mark, "shooting", plays=plays)).told.damage.mean
        for plays in ((), (name,))
    )
    critical, all_wounds = 1 / 6 + 5 / 6 * 1 / 6, 1 / 6 + 5 / 6 * 5 / 6
    assert fishing == pytest.approx(critical + (all_wounds - critical) / 6)
    critical = 1 / 6 + 1 / 6 * 1 / 6
    assert plain == pytest.approx(critical + (5 / 6 + 1 / 6 * 5 / 6 - critical) / 6)


def test_modifiers_act_by_their_names_and_are_told():
    told = ask(Question(BRUTE, MARK, "fight", modifiers=("-1 to hit",)))
    assert told.told.p_destroyed == pytest.approx(1 / 2 * 5 / 6)
    assert Noted("-1 to hit: added by hand") in told.assumed


def test_a_modifier_that_there_is_not_is_refused():
    with pytest.raises(InputError, match="expected one of"):
        ask(Question(BRUTE, MARK, modifiers=("+7 to everything",)))


def test_a_whole_turn_mixes_failed_charges_in():
    """Shots destroy it in 5/6; where the charge of 7 inches succeeds, blows in 2/3 · 5/6 of what is left."""
    told = whole_turn(Question(BRUTE, MARK), 7)
    together = 1 - (1 / 6) * (1 - 2 / 3 * 5 / 6)
    assert told.p_reach == pytest.approx(SEVENS)
    assert told.shooting == pytest.approx(5 / 6)
    assert told.fight == pytest.approx(together)
    assert told.p_destroyed == pytest.approx((1 - SEVENS) * 5 / 6 + SEVENS * together)
    assert told.damage.mean == pytest.approx(told.p_destroyed)
    assert told.left_out == ()


def test_a_duel_of_too_many_phases_is_refused():
    with pytest.raises(InputError, match="Fight phases"):
        fought(Question(BRUTE, BRUTE), 10**6)


def test_a_game_offers_the_modifiers_that_it_knows():
    newest = {name: known(find(name)) for name in ("wh40k10", "heresy3")}
    assert "critical hits on 5+" in newest["wh40k10"]
    assert "+1 to hit" in newest["heresy3"]
    assert "Command Re-roll of a hit" not in newest["heresy3"]


def test_what_a_duel_or_a_turn_leaves_out_is_told():
    question = Question(BRUTE, MARK, modifiers=("+1 to hit",), then=(BRUTE,))
    assert whole_turn(question, 7).left_out == ("without units that attack after the first",)
    told = fought(Question(BRUTE, BRUTE, modifiers=("+1 to hit",)), 1)
    assert "modifiers added by hand" in told.not_modelled


AXE = Side("Axe", typed=Profile(arms=(Arm("axe", "melee", "1", "3+", 8, "0", "1"),)))
TWO = Side("Two", models=2, typed=Profile())


def test_a_later_unit_uses_plays_of_its_own():
    """Each hits in 2/3 and wounds in 5/6; a hit that is re-rolled adds 1/3 · 2/3 · 5/6, to one of them only."""
    plain, more = 2 * (2 / 3) * (5 / 6), (1 / 3) * (2 / 3) * (5 / 6)
    again = msgspec.structs.replace(AXE, plays=["Command re-roll hit"])
    for question, expected in (
        (Question(AXE, TWO, "fight", then=(AXE,)), plain),
        (Question(AXE, TWO, "fight", then=(again,)), plain + more),
        (Question(AXE, TWO, "fight", plays=("Command re-roll hit",), then=(AXE,)), plain + more),
        (Question(AXE, TWO, "fight", modifiers=("AP improved by 1",), then=(AXE,)), plain),
    ):
        assert ask(question).told.damage.mean == pytest.approx(expected)


def test_a_leader_takes_wargear_of_his_own():
    led = Side("Infractors", leader="Lord Exultant", leader_loadout=["Screamer pistol"])
    made = ask(Question(led, Side("Lychguard"), "shooting")).made
    assert "Screamer pistol" in [weapon.name for unit in made.engagement.units for weapon in unit.weapons]
    with pytest.raises(InputError, match="Glass fist"):
        ask(Question(msgspec.structs.replace(led, leader_loadout=["Glass fist"]), TWO, "fight"))
