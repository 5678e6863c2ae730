"""What counts as holding though it may not, and what for."""

import pytest

from parsing.reading import effect
from warbook.effects import Considered, If, Then, Until
from warbook.effects.instructions import Permit
from warbook.effects.terms import (
    Compares,
    Contains,
    Did,
    Done,
    Duration,
    Event,
    Has,
    Measured,
    Not,
    Selector,
    State,
    Within,
)
from warbook.parsing.parse import read

THAT = Selector(ref="that")
THOSE = Selector(ref="those")
THIS = Selector("model", ref="this")


def test_a_place_for_rules_by_name() -> None:
    told = effect(
        'Your ZORB unit is considered to be within 9" of this model for the purposes of the Glass Eye'
        " and Tin Ear abilities."
    )
    yours = Selector(ref="your", keywords=("ZORB",))
    assert told == Considered(Within(yours, 9, THIS), ("Glass Eye", "Tin Ear"))


def test_a_place_that_is_not_counted() -> None:
    told = effect(
        "Enemy units are not considered to be within Engagement Range of this model for the purposes of"
        " selecting targets of ranged weapons."
    )
    near = Within(Selector(side="enemy"), "engagement range", THIS)
    assert told == Considered(Not(near), ("targets of ranged weapons",))


def test_half_the_range_of_a_weapon() -> None:
    told = effect("That target is considered to be within half range of that weapon.")
    assert told == Considered(Within(Selector(ref="target"), "half range", Selector("weapon", ref="those")))


def test_the_range_of_all_auras_of_somebody() -> None:
    told = effect("That unit is treated as being within range of any Aura abilities your ZORB unit has.")
    auras = Selector("ability", name="Aura", count="all", of=Selector(ref="your", keywords=("ZORB",)))
    assert told == Considered(Within(THAT, "range", auras))


def test_how_many_models_it_has() -> None:
    told = effect("That unit counts as containing 5 or more models for the purposes of your Detachment rule.")
    assert told == Considered(Contains(THAT, Selector("model"), 5), ("your detachment rule",))


def test_a_state_while_something_holds() -> None:
    told = effect(
        "For the purpose of this rule, if a unit has a Starting Strength of 3, it is considered to be"
        ' below its Starting Strength while it is within 6" of this model.'
    )
    strength = Compares(Measured("starting strength", Selector()), "=", 3)
    below = Considered(State(THAT, "below starting strength"), ("this",))
    assert told == If(strength, If(Within(THAT, 6, THIS), below))


def test_a_move_made_by_those_that_did_what_was_offered() -> None:
    told = effect(
        "Units that do so count as having made an Advance move, and cannot declare a charge that turn,"
        " but can otherwise act normally."
    )
    moved = Considered(Did(Event("moves", by=THOSE, moves=("advance",))))
    barred = Until(Duration("turn"), Permit("charge", THOSE, barred=True))
    assert told == If(Done(), Then((moved, barred)))


def test_a_keyword() -> None:
    assert effect("For all rules purposes, it is treated as a GLASS TITAN model.") == Considered(
        Has(THAT, "keyword", ("GLASS TITAN",))
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "For the purposes of this Stratagem, that unit suffers 1 mortal wound.",
        'That unit is considered to be within 6" of this model for the purposes of the Eye and Ear ability.',
    ],
)
def test_purposes_of_nothing_and_two_names_in_one(sentence: str) -> None:
    assert not read(sentence).understood


def test_a_word_parted_at_the_end_of_a_line() -> None:
    assert read("That unit must take a Battle- shock test.") == read("That unit must take a Battle-shock test.")
