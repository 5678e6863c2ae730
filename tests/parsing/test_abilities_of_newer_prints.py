"""What abilities and Enhancements of newer prints say: how often, how far, by whom destroyed, which Orders."""

import pytest

from warbook import effects as fx
from warbook.effects import At, Choose, Each, Effect, If, Limited, May, OnRoll, Then, Until, Use
from warbook.effects.attack import Grant, Ignore, Modifier
from warbook.effects.instructions import Attach, Destroy, Gain, Named, Permit, PlayCost, Select
from warbook.effects.terms import (
    Compares,
    Counted,
    Did,
    Duration,
    Event,
    Has,
    Limit,
    Not,
    Selector,
    State,
    Window,
    Within,
)
from warbook.parsing.parse import read

IT = Selector(ref="it")
THAT = Selector(ref="that")
YOUR = Selector(ref="your")
ENEMY = Selector(side="enemy")
THIS_UNIT = Selector(ref="this")
THIS = Selector("model", ref="this")
GAIN = Gain("cp", 1)
PLAYER = Selector("player", side="friendly")
BY_ABILITY = "as the result of an ability"
MODIFIERS = "any or all modifiers"
FIRED = "made one or more attacks that targeted"
WHILE = "while resolving those attacks"
EARLY = "Before this model makes a Normal move"
NEAR = "if the attacking model is within"
QUELL = Selector(keywords=("QUELL",))


def effect(sentence: str, kind: str = "start") -> Effect:
    reading = read(sentence, kind)
    assert reading.understood, reading.rest
    return reading.effect


def test_so_often_instead_of_once() -> None:
    told = effect("That unit can perform up to three Songs of Glass per phase, instead of just one.")
    assert told == Limited(Limit("phase", 3, each="unit"), May(Named("Song of Glass", THAT)))


def test_once_for_each_thing_that_it_has() -> None:
    told = effect("Once per battle, for each glass squig this unit has, you gain 1CP.")
    assert told == Limited(Limit("battle", each="glass squig"), GAIN)


def test_how_far_a_range_with_a_name_reaches() -> None:
    reach = Selector("ability", name="Glass Range", of=THIS)
    assert effect('Add 4" to the Glass Range of this model.') == Modifier("range", "add", 4, reach)
    own = Modifier("range", "set", 11, Selector("ability", ref="this"))
    assert effect('Increase the range of this Aura ability to 11".') == own


def test_a_characteristic_is_so_much() -> None:
    told = effect("The Objective Control characteristic of models in this unit is 3.")
    assert told == Modifier("objective control", "set", 3, Selector("model", of=THIS_UNIT))


def test_does_one_thing_and_not_another() -> None:
    told = effect(
        "Each time this unit makes a Glass Pact and does not fail the resulting Leadership test, you gain 1CP."
    )
    failed = Not(Did(Event("fails a test", by=THIS_UNIT, roll="leadership test")))
    pact = Event("uses", by=THIS_UNIT, to=Selector("ability", name="Glass Pact"), where=(failed,))
    assert told == Each(pact, GAIN)


def test_the_opponent_gains_by_an_ability_and_this_rule_is_used() -> None:
    told = effect(f"Each time your opponent gains a CP {BY_ABILITY}, you also gain 1CP.")
    assert told == Each(Event("gains", by=Selector("player", side="enemy"), name="CP by an ability"), GAIN)
    told = effect("Each time you use this ability, one model in that unit is destroyed.")
    assert told == Each(Event("uses", by=PLAYER, name="this"), Destroy(Selector("model", of=THAT)))


def test_before_a_move() -> None:
    told = effect("Before making that Charge move, you gain 1CP.")
    assert told == Each(Event("moves", by=THAT, edge="before", moves=("that",)), GAIN)
    told = effect("Before resolving your unit's Glass Demise ability, you gain 1CP.")
    assert told == Each(Event("uses", by=YOUR, edge="before", name="Glass Demise"), GAIN)


def test_orders_of_a_model_of_the_unit_and_how_far_away() -> None:
    told = effect("This unit's QUELL can issue 2 Orders to ZORBLAX units.")
    model = Selector("model", keywords=("QUELL",), of=THIS_UNIT)
    assert told == May(Named("Order", model, Selector(keywords=("ZORBLAX",)), 2))
    told = effect('It can issue that Order to an eligible unit up to 13" away.')
    assert told == Modifier("range", "set", 13, Selector("ability", name="Order", of=THAT))
    away = Not(State(IT, "on the battlefield"))
    told = effect("This model can issue Orders even though it is not on the battlefield.")
    assert told == Permit("issue Orders", THIS, where=(away,))


def test_modifiers_of_one_told_by_name_and_as_it() -> None:
    told = effect(
        f"You can ignore {MODIFIERS} to this unit's Move characteristic and to Charge rolls made for it."
    )
    assert told == Ignore(("move", "charge roll"), THIS_UNIT)


def test_joins_and_what_if_it_cannot() -> None:
    assert effect("This model must join one QUELL unit.") == Attach(THIS, QUELL, "join", must=True)
    told = effect("If it is not possible to join this model to a QUELL, you gain 1CP.")
    assert told == If(Not(Did(Event("eligible", by=THIS, to=QUELL, acts=("join",)))), GAIN)


def test_the_unit_that_it_leads_is_destroyed() -> None:
    told = effect("When this model's Bodyguard unit is destroyed, you gain 1CP.")
    assert told == Each(Event("destroyed", to=Selector(ref="led", of=THIS)), GAIN)


def test_near_whom_a_roll_is_better() -> None:
    told = effect(
        'Each time this unit fights, roll one D6, adding 2 if there are one or more QUELL units within 4".'
    )
    near = Selector(count="any", keywords=("QUELL",), where=(Within(IT, 4, THAT),))
    better = If(Compares(Counted(near), ">=", 1), Modifier("roll", "add", 2))
    assert told == Each(Event("fights", by=THIS_UNIT), OnRoll(outcomes=(), plus=(better,)))


def test_dice_for_markers_that_somebody_is_near() -> None:
    told = effect("Roll one D6 for each objective marker that has one or more QUELL units within range of it.")
    near = Within(Selector(count="any", keywords=("QUELL",)), "range", IT)
    assert told == OnRoll(outcomes=(), each=Selector("objective", count="all", where=(near,)))


def test_a_play_that_had_no_target_yet() -> None:
    told = effect(
        "You can select this unit as the target of the Rite of Glass Stratagem for 0CP, provided it has not"
        " already been the target of that Stratagem this turn."
    )
    used = Did(Event("targeted with a play", to=THAT, acts=("that",)), "turn")
    assert told == If(Not(used), PlayCost(THIS_UNIT, ("Rite of Glass",), set=0))


def test_who_fired_overwatch_and_who_opened_a_gate() -> None:
    fired = Did(Event("shoots", by=IT, name="overwatch"), "phase")
    told = effect("Select one unit that has not fired Overwatch this phase.")
    assert told == Select(Selector(where=(Not(fired),)))
    told = effect("Each time an enemy unit opens a Gate, you gain 1CP.")
    assert told == Each(Event("opens", by=ENEMY, name="Gate"), GAIN)
    assert effect("Enemy units cannot fire Overwatch at this unit.") == Permit(
        "fire overwatch", ENEMY, barred=True, to=THIS_UNIT
    )


def test_who_was_destroyed_by_whose_attacks() -> None:
    told = effect("If one or more QUELL units were destroyed this turn by this model's attacks, you gain 1CP.")
    quells = Selector(count="any", keywords=("QUELL",))
    assert told == If(Did(Event("destroyed", by=THIS, to=quells), "turn"), GAIN)
    told = effect("If a QUELL unit is destroyed as a result of this ability, you gain 1CP.")
    assert told == If(Did(Event("destroyed", to=QUELL, name="this")), GAIN)


def test_what_is_yet_to_come_is_no_condition_of_now() -> None:
    assert not read("If a QUELL unit is destroyed by your unit's attacks this phase, you gain 1CP.").understood


def test_after_attacks_of_a_sort() -> None:
    told = effect("After this model has resolved its ranged attacks, you gain 1CP.")
    assert told == Each(Event("resolves attacks", by=THIS, attacks="ranged", edge="after"), GAIN)
    told = effect("After this model has made its attacks, you gain 1CP.")
    assert told == Each(Event("resolves attacks", by=THIS, edge="after"), GAIN)


def test_who_made_attacks_on_us() -> None:
    told = effect(f"Select one enemy unit that {FIRED} your unit this turn.")
    made = Did(Event("attacks", by=IT, to=YOUR), "turn")
    assert told == Select(Selector(side="enemy", where=(made,)))


def test_which_of_two_was_picked() -> None:
    told = effect("If you select a QUELL unit, that unit is then no longer Battle-shocked.")
    assert told == If(Did(Event("selected", to=QUELL)), Grant("state", ("battle-shocked",), THAT, lost=True))


def test_what_a_chosen_keyword_brings() -> None:
    told = effect("QUELL - This model is additionally equipped with: glass gaze")
    assert told == If(Has(THIS, "keyword", ("QUELL",)), Grant("weapon", ("glass gaze",), THIS))


def test_tests_that_are_passed_without_a_roll() -> None:
    told = effect("Desperate Escape tests taken for this unit are automatically passed.")
    assert told == fx.Test(THIS_UNIT, "desperate escape", "passed")


def test_active_while_attacks_are_resolved() -> None:
    told = effect(f"Select one of the following abilities to be active {WHILE}:")
    assert told == Until(Duration("attacks"), Choose(()))


def test_times_of_either_player_and_of_mustering() -> None:
    assert effect("In each player's Command phase, you gain 1CP.") == At((Window("command"),), GAIN)
    told = effect("When you select this model to include in your army, select one of the keywords below.")
    assert told == At((Window("mustering"),), Choose(()))


def test_a_play_of_once() -> None:
    once = Limited(Limit("battle"), Permit("use this stratagem"))
    assert effect("You can only use this Stratagem once.") == once


@pytest.mark.parametrize("word", ["shards", "glass"])
def test_states_with_something(word: str) -> None:
    assert effect(f"That unit is glazed with {word}.") == Grant("state", (f"glazed with {word}",), THAT)


def test_before_it_moves_it_may() -> None:
    told = effect(f"{EARLY}, it can use this ability.")
    assert told == Each(Event("moves", by=THIS, edge="before", moves=("normal",)), Use(who=THAT))


def test_those_near_none_but_with_a_condition_of_the_move() -> None:
    told = effect('This unit can move an additional 2" as long as it can end that move within 5" of that unit.')
    assert isinstance(told, If)
    assert told.condition == Did(
        Event("moves", by=THAT, edge="end", moves=("that",), where=(Within(THAT, 5, THAT),))
    )


def test_targets_that_only_near_attackers_have() -> None:
    told = effect(f'That unit can only be targeted by a ranged attack {NEAR} 14".')
    far = Not(Within(Selector("model", ref="attacker"), 14, Selector(ref="target")))
    assert told == Permit("be targeted by ranged attacks", THAT, barred=True, where=(far,))


def test_several_things_in_a_row_are_no_events_without_or() -> None:
    told = effect("Each time you use this ability, this unit is destroyed.")
    assert told == Each(Event("uses", by=PLAYER, name="this"), Destroy(THIS_UNIT))
    assert not isinstance(told, Then)
