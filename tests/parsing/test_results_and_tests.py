"""Results of dice with times and conditions of their own, tests and what they lead to, Deadly Demise."""

import pytest

from parsing.reading import effect
from warbook.effects import (
    Each,
    Effect,
    If,
    Instead,
    Limited,
    Modifier,
    OnRoll,
    Outcome,
    Then,
    Until,
    instructions,
)
from warbook.effects.attack import Grant, Result
from warbook.effects.instructions import Destroy, Heal, MortalWounds, Permit, Return, Select
from warbook.effects.terms import Done, Duration, Event, Has, Limit, Measured, Rolled, Selector
from warbook.parsing.parse import read
from warbook.parsing.text import composed

THAT = Selector(ref="that")
THAT_ENEMY = Selector(ref="that", side="enemy")
THIS = Selector("model", ref="this")
YOURS = Selector(ref="your")
PHASE = Duration("phase")


def test_a_result_may_last() -> None:
    dulled = Until(
        Duration("turn"),
        Each(Event("attacks", by=YOURS, attacks="melee"), Modifier("wound roll", "subtract", 1)),
    )
    told = effect(
        "Roll one D6: on a 2, your unit suffers 7 mortal wounds; on a 3+, until the end of the turn, "
        "each time your "
        "unit makes a melee attack, subtract 1 from the Wound roll."
    )
    assert told == OnRoll((Outcome(2, MortalWounds(7, YOURS), 2), Outcome(3, dulled)))


def test_what_follows_the_last_result_is_of_it() -> None:
    pinned = Until(Duration("turn"), Grant("state", ("pinned",), THAT))
    told = effect(
        "Roll one D6: on a 4+, that unit suffers 1 mortal wound and, until the end of the turn, it is pinned."
    )
    assert told == OnRoll((Outcome(4, Then((MortalWounds(1, THAT), pinned))),))


def test_two_things_done_on_a_result() -> None:
    told = effect("Roll one D3: on a 3, your unit is destroyed and this model suffers 2 mortal wounds.")
    both = Then((Destroy(YOURS), MortalWounds(2, THIS)))
    assert told == OnRoll((Outcome(3, both, 3),), dice="D3")


def test_a_result_of_one_die_is_not_that_of_several() -> None:
    assert not read("Roll seven D6: on a 4+, that unit suffers 1 mortal wound.").understood
    told = effect(
        "Roll seven D6: for each 4+, that unit suffers 1 mortal wound (to a maximum of 5 mortal wounds)."
    )
    assert told == OnRoll((Outcome(4, MortalWounds(1, THAT, 5)),), count=7)


def test_so_many_dice_at_most() -> None:
    done = Event("resolves attacks", by=YOURS, edge="after")
    roll = OnRoll((Outcome(3, MortalWounds(1, THAT), 3),), dice="D3")
    told = effect(
        "After your unit has finished making its attacks, roll one D3 (to a maximum of four D3 per "
        "turn): for each "
        "3, that unit suffers 1 mortal wound."
    )
    assert told == Each(done, Limited(Limit("turn", 4), roll))


def test_more_wounds_instead_where_something_holds() -> None:
    more = If(Has(THAT, "keyword", ("MONSTER",)), Instead(MortalWounds("3D6", YOURS)))
    told = effect(
        "Roll one D3: on a 3, your unit suffers 2D6 mortal wounds, or 3D6 mortal wounds instead if it "
        "is a MONSTER."
    )
    assert told == OnRoll((Outcome(3, Then((MortalWounds("2D6", YOURS), more)), 3),), dice="D3")


def test_results_in_a_sentence_of_their_own_belong_to_the_dice_before() -> None:
    picked = effect("Select one enemy unit and roll one D6.")
    results = effect(
        "On a 2-3, your unit suffers D6 mortal wounds; on a 4+, your unit suffers 7 mortal wounds."
    )
    some, more = Outcome(2, MortalWounds("D6", YOURS), 3), Outcome(4, MortalWounds(7, YOURS))
    assert composed([picked, results]) == (Then((Select(Selector(side="enemy")), OnRoll((some, more)))),)


def test_a_roll_for_each_is_told_once() -> None:
    told = composed([effect("Roll one D6."), effect("On a 6, that unit suffers 1 mortal wound.")])
    assert told == (OnRoll((Outcome(6, MortalWounds(1, THAT), 6),)),)


def test_a_test_and_what_it_leads_to() -> None:
    failed = If(Done("failed"), MortalWounds(7, THIS))
    shared = Then((instructions.Test(YOURS, "leadership"), failed))
    assert (
        effect(
            "Your unit must take a Leadership test: if that test is failed, this model suffers 7 mortal wounds."
        )
        == shared
    )
    assert (
        effect("Your unit must take a Leadership test: if failed, this model suffers 7 mortal wounds.")
        == shared
    )


def test_passed_and_failed_stand_beside_each_other() -> None:
    passed = If(Done("passed"), MortalWounds(1, THIS))
    failed = If(Done("failed"), MortalWounds(4, THIS))
    told = effect(
        "Your unit must take a Battle-shock test; if that test is passed, this model suffers 1 mortal "
        "wound; if that "
        "test is failed, this model suffers 4 mortal wounds."
    )
    assert told == Then((instructions.Test(YOURS, "battle-shock"), passed, failed))


def test_what_a_test_leads_to_stands_with_it_under_a_condition() -> None:
    told = effect(
        "If it does, it must take a Leadership test; if that test is failed, it suffers 2 mortal wounds."
    )
    assert told == If(
        Done(), Then((instructions.Test(THAT, "leadership"), If(Done("failed"), MortalWounds(2, THAT))))
    )


@pytest.mark.parametrize("which", ["that", "this", "the"])
def test_a_test_before_what_it_is_for_takes_effect(which: str) -> None:
    told = effect(f"Your unit must take a Leadership test before any effects of {which} Oath are resolved.")
    assert told == instructions.Test(YOURS, "leadership")


def test_suffers_and_must_take_a_test() -> None:
    told = effect("On a 5+, that unit suffers 2 mortal wounds and must take a Battle-shock test.")
    assert told == If(Rolled(5), Then((MortalWounds(2, THAT), instructions.Test(THAT, "battle-shock"))))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            'Units within 6" suffer mortal wounds on a 3+.',
            Result("deadly demise roll", "succeeds", 3),
        ),
        ("Mortal wounds are automatically inflicted.", Result("deadly demise roll", "succeeds", 1)),
        (
            "Do not roll to determine whether mortal wounds are inflicted by this unit's Deadly Demise "
            "ability.",
            Permit("roll for deadly demise", Selector(ref="this"), barred=True),
        ),
    ],
)
def test_deadly_demise(sentence: str, expected: Effect) -> None:
    assert effect(sentence) == expected


def test_as_many_wounds_back_as_were_lost() -> None:
    told = effect("Your unit suffers D6 mortal wounds and that model regains up to that many lost wounds.")
    assert isinstance(told, Then)
    assert told.effects[1].amount == Measured("that many")


NO_NEED = "do not need to take any other"


def test_who_was_tested_is_tested_no_more():
    found = effect(f"Enemy units affected by this Stratagem {NO_NEED} Leadership tests in that turn.")
    enemies = Selector(ref="those", side="enemy")
    assert found == Permit("take another leadership test in the turn", enemies, barred=True)


def test_a_unit_is_healed_or_gets_models_back():
    heals = "regains up to 2 lost wounds"
    told = f"This unit {heals} or, if it is a SLABS unit, return up to D3 destroyed models to it instead."
    found = effect(told)
    assert (found.then, found.otherwise) == (
        Return(Selector("model", count="D3", up_to=True), THAT),
        Heal(2, Selector(ref="this")),
    )


def test_nobody_does_it_twice():
    assert effect("Your unit cannot charge again this turn.") == Permit("charge again", YOURS, barred=True)
