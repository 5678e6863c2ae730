"""Dice that decide, harm, healing, tests, moves: each sentence with the effects derived by hand."""

import pytest

from parsing.reading import effect
from warbook.effects import (
    Each,
    If,
    Instead,
    May,
    Modifier,
    OnRoll,
    Outcome,
    Then,
    Use,
    from_json,
    instructions,
    to_json,
)
from warbook.effects.attack import Grant
from warbook.effects.instructions import Gain, Heal, Keep, MortalWounds, Move, Permit, PlayCost, Select
from warbook.effects.terms import (
    Active,
    Did,
    During,
    Event,
    Has,
    Not,
    Rolled,
    Sees,
    Selector,
    State,
    Window,
    Within,
)
from warbook.effects.terms import Any as AnyOf
from warbook.parsing.parse import read

THAT = Selector(ref="that")
THAT_ENEMY = Selector(ref="that", side="enemy")
THIS = Selector("model", ref="this")


def test_one_die_that_needs_a_result() -> None:
    hurt = MortalWounds("D3", THAT)
    assert effect("Roll one D6: on a 3+, that unit suffers D3 mortal wounds.") == OnRoll((Outcome(3, hurt),))


def test_each_result_of_a_die_has_its_own_harm() -> None:
    yours = Selector(ref="your")
    some, more = MortalWounds("D3", yours), MortalWounds(4, yours)
    told = effect(
        "Roll one D6: on a 2-5, your unit suffers D3 mortal wounds; on a 6, your unit suffers 4 mortal wounds."
    )
    assert told == OnRoll((Outcome(2, some, 5), Outcome(6, more, 6)))


def test_dice_that_may_be_left() -> None:
    hurt = MortalWounds(7, Selector(ref="this"))
    assert effect("You can roll one D6: on a 3, this unit suffers 7 mortal wounds.") == May(
        OnRoll((Outcome(3, hurt, 3),))
    )


def test_visible_is_to_whom_it_is_near() -> None:
    yours = Selector(ref="your")
    near = (Within(Selector(ref="it"), 7, yours), Sees(yours, Selector(ref="it")))
    told = effect('Select one visible enemy unit within 7" of your unit.')
    assert told == Select(Selector(side="enemy", where=near))
    assert not read("Select one visible enemy unit.").understood


def test_those_are_not_that_one() -> None:
    told = effect("Models in those ZORBLAX units have the Stealth ability.")
    those = Selector(ref="those", keywords=("ZORBLAX",))
    assert told == Grant("ability", ("stealth",), Selector("model", of=those))


def test_the_first_time_in_a_phase_is_the_first_of_that_phase() -> None:
    during = During(Window("fight"))
    event = Event("destroyed", by=THIS, to=Selector(side="enemy"), first=True, where=(during,))
    told = effect("The first time this model destroys an enemy unit in the Fight phase, you gain 1CP.")
    assert told == Each(event, Gain("cp", 1))


def test_equal_effects_have_equal_json() -> None:
    """A default that was read from the text is left out like one that was not."""
    told = effect("Until the end of the phase, roll one D6: on a 2+, you gain 1CP.")
    assert to_json((told,)) == to_json(from_json(to_json((told,))))
    assert "dice" not in str(to_json((told,)))
    assert "edge" not in str(to_json((told,)))


def test_a_trigger_behind_the_dice() -> None:
    event, hurt = Event("moves", by=THAT, edge="end"), MortalWounds("D3", THAT)
    told = effect("Roll one D6 each time that unit ends a move: on a 3+, that unit suffers D3 mortal wounds.")
    assert told == Each(event, OnRoll((Outcome(3, hurt),)))


def test_who_is_picked_has_a_part() -> None:
    told = effect("Select one enemy unit to be this model's prey.")
    assert told == Then((Select(Selector(side="enemy")), Grant("state", ("prey",), THAT)))
    gone = Event("destroyed", to=Selector(where=(Active("prey", Selector(ref="it")),)))
    assert effect("Each time this model's prey is destroyed, gain 3CP.") == Each(gone, Gain("cp", 3))


def test_more_harm_to_the_same() -> None:
    told = effect("That enemy unit suffers 1 mortal wound, or 7 mortal wounds instead if it is a ZORBLAX unit.")
    more = If(Has(THAT, "keyword", ("ZORBLAX",)), Instead(MortalWounds(7, THAT_ENEMY)))
    assert told == Then((MortalWounds(1, THAT_ENEMY), more))


def test_a_test_that_anybody_takes() -> None:
    event = Event("takes a test", by=Selector(ref="your"), roll="battle-shock test or leadership test")
    told = effect("When a Battle-shock or Leadership test is taken for your unit, add 3 to that test.")
    assert told == Each(event, Modifier("roll", "add", 3))


@pytest.mark.parametrize(
    ("words", "cost"),
    [
        ("It only costs 3CP to use, even if the CP cost is higher", PlayCost(play=("that",), set=3)),
        (
            "The CP cost your opponent must pay to use that Stratagem is increased by 3CP",
            PlayCost(Selector("player", side="enemy"), ("that",), change=3),
        ),
    ],
)
def test_what_a_play_costs_whom(words: str, cost: PlayCost) -> None:
    assert effect(words) == cost


def test_who_may_be_attached_where_others_may() -> None:
    squad = Selector(keywords=("ZORBLAX SQUAD",))
    may = Did(Event("eligible", by=Selector(keywords=("QUUX",)), to=squad, acts=("attach",)))
    told = effect("If a QUUX can be attached to a ZORBLAX SQUAD, it can be attached to this unit instead.")
    assert told == If(may, Instead(instructions.Attach(THAT, Selector(ref="this"))))


def test_who_uses_an_ability_when_something_happens_to_it() -> None:
    told = effect("One ZORBLAX model can use it when it is targeted with a Stratagem.")
    assert told == Each(
        Event("targeted with a play", to=Selector("model", keywords=("ZORBLAX",))), Use(who=THAT)
    )


def test_attackers_of_a_sort_from_near_alone() -> None:
    attacker, yours = Selector("model", ref="attacker"), Selector(ref="your")
    told = effect(
        'ZORBLAX models can only select your unit as the target of a melee attack if they are within 7".'
    )
    where = (Has(attacker, "keyword", ("ZORBLAX",)), Not(Within(attacker, 7, yours)))
    assert told == Permit("be targeted by melee attacks", yours, barred=True, where=where)


def test_the_last_model() -> None:
    last = Selector("model", of=Selector(ref="your"), where=(State(Selector(ref="it"), "last"),))
    told = effect("The last model in your unit suffers 1 mortal wound.")
    assert told == MortalWounds(1, last)
    gone = effect("Each time the last model in your unit is destroyed, you gain 2CP.")
    assert gone == Each(Event("destroyed", to=Selector(ref="your")), Gain("cp", 2))


def test_a_terrain_feature_is_a_place() -> None:
    wood = Selector("terrain", keywords=("GLASS WOOD",))
    assert effect("If this model is within one GLASS WOOD feature, you gain 2CP.") == If(
        Within(THIS, "area", wood), Gain("cp", 2)
    )


def test_what_was_hit_also_by_a_rule_of_that_name() -> None:
    quux = Selector("model", keywords=("QUUX",))
    hit, named = Event("hit", by=quux, to=THAT), Event("hit", by=quux, to=THAT, name="Glass Rite")
    told = effect(
        "If that unit was hit by one or more attacks made by a QUUX model (including the Glass Rite), you"
        " gain 2CP."
    )
    assert told == If(AnyOf((Did(hit), Did(named))), Gain("cp", 2))


def test_several_dice_each_for_itself() -> None:
    hurt = MortalWounds(1, THAT)
    assert effect("Roll seven D6: for each 5+, that unit suffers 1 mortal wound.") == OnRoll(
        (Outcome(5, hurt),), 7
    )


def test_a_result_that_a_later_sentence_looks_at() -> None:
    assert effect("On a 5+, that unit suffers 2 mortal wounds.") == If(Rolled(5), MortalWounds(2, THAT))


def test_at_most_so_many_mortal_wounds() -> None:
    told = effect("That enemy unit suffers D6 mortal wounds (to a maximum of 5).")
    assert told == MortalWounds("D6", THAT_ENEMY, 5)


def test_a_test_whose_roll_is_changed() -> None:
    worse = Modifier("roll", "subtract", 2)
    told = effect("Your unit must take a Leadership test, subtracting 2 from the result.")
    assert told == Then((worse, instructions.Test(Selector(ref="your"), "leadership")))


def test_healing() -> None:
    assert effect("This model regains up to D3 lost wounds.") == Heal("D3", THIS)


def test_points_of_an_army() -> None:
    assert effect("You gain 2CP.") == Gain("cp", 2)
    assert effect("You gain 3 Glass tokens.") == Gain("Glass", 3)


def test_a_move_out_of_turn() -> None:
    move = May(Move(Selector(ref="this"), "normal", 5))
    assert effect('This unit can make a Normal move of up to 5".') == move


def test_who_may_fight_after_it_advanced() -> None:
    told = effect("It is eligible to fight in a turn in which it Advanced.")
    assert told == Permit("fight after advance", THAT)


@pytest.mark.parametrize(
    ("until", "how"),
    [
        ("even if you have no models within range of it", None),
    ],
)
def test_a_marker_that_stays(until: str, how: str | None) -> None:
    told = effect(f"That objective marker remains under your control, {until}.")
    assert told == Keep(Selector("objective", ref="that"), how)  # type: ignore[arg-type]


def test_a_dearer_play() -> None:
    told = effect("Increase the CP cost of this usage of the Stratagem by 1CP.")
    assert told == PlayCost(play=("that",), change=1)


def test_what_comes_near_when_it_moves() -> None:
    near = Within(Selector(side="enemy"), 7, THIS)
    event = Event("moves", Selector(side="enemy"), edge="end", moves=("normal",), where=(near,))
    told = effect('Each time an enemy unit ends a Normal move within 7" of this model, it can shoot.')
    assert isinstance(told, Each)
    assert told.event == event


@pytest.mark.parametrize(
    ("words", "who"),
    [
        ("it can make", Selector("model", ref="this")),
        ("if this model's unit is Battle-shocked, it can make", Selector(of=THIS)),
        ("that enemy unit can make", THAT_ENEMY),
    ],
)
def test_who_moves_when_an_enemy_does(words: str, who: Selector) -> None:
    told = effect(f'When an enemy unit ends a Normal move within 7" of this model, {words} a Normal move.')
    assert isinstance(told, Each)
    then = told.then.then if isinstance(told.then, If) else told.then
    assert then == May(Move(who, "normal"))
