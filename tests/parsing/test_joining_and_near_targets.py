"""Units that join others for the battle, the end of it, transports like another's, those near a target."""

import pytest

from parsing.reading import effect
from warbook.effects import Attach, Considered, Destroy, If, PlayCost, Then, Until
from warbook.effects import Test as TakesTest
from warbook.effects.instructions import Permit
from warbook.effects.terms import (
    All,
    Any,
    Contains,
    Did,
    Duration,
    During,
    Event,
    Has,
    Leads,
    Not,
    Selector,
    State,
    Window,
    Within,
)

BODYGUARD = "its Bodyguard unit"
IT = Selector(ref="it")
THAT = Selector(ref="that")
THIS = Selector("model", ref="this")
TARGET = Selector(ref="target")


def test_joining_one_that_is_led() -> None:
    told = effect("This model can join one other friendly unit that is being led by a ZORB.")
    led = Leads(Selector("model", keywords=("ZORB",)), IT)
    assert told == Attach(THIS, Selector(side="friendly", where=(led,), other=True), "join")


def test_no_more_than_one_joins() -> None:
    told = effect(
        "This unit can join that unit (a GLASS unit cannot have more than one ZORB model joined to it)."
    )
    barred = Permit(
        "have more than one join",
        Selector(keywords=("GLASS",)),
        barred=True,
        to=Selector("model", keywords=("ZORB",)),
    )
    assert told == Then((Attach(Selector(ref="this"), THAT, "join"), barred))


@pytest.mark.parametrize("words", ["then counts as part of", "counts as being part of"])
def test_a_part_of_it_with_its_strength(words: str) -> None:
    told = effect(f"Until the end of the battle, this model {words} that ZORB, and its Starting Strength is"
                  " increased accordingly.")  # fmt: skip
    part = Contains(Selector(ref="that", keywords=("ZORB",)), THIS)
    assert told == Until(Duration("battle"), Considered(part))


def test_as_the_battle_ends() -> None:
    told = effect("If the battle ends and that unit is not on the battlefield, it is destroyed.")
    gone = (During(Window("battle", edge="end")), Not(State(THAT, "on the battlefield")))
    assert told == If(All(gone), Destroy(THAT))


def test_transports_that_hold_the_unit_it_leads() -> None:
    told = effect(f"This model can embark within any TRANSPORT that {BODYGUARD} can embark within.")
    fits = Did(Event("eligible", by=Selector(ref="led"), to=IT, acts=("embark",)))
    holds = Selector(count="any", keywords=("TRANSPORT",), where=(fits,))
    assert told == Attach(THIS, holds, "embark")


def test_those_of_a_class_near_a_target_and_the_target() -> None:
    told = effect(
        'The target unit and every other enemy ZORB unit within 4" of that unit must take a Battle-shock test.'
    )
    either = Any((Has(IT, "keyword", ("ZORB",)), Did(Event("targets", to=IT))))
    near = Selector(side="enemy", count="all", where=(Within(IT, 4, TARGET), either))
    assert told == TakesTest(near, "battle-shock")


def test_hit_with_a_weapon_of_one_model() -> None:
    told = effect("Select one enemy unit that was hit by those attacks made with this model's glass harp.")
    made = (
        Did(Event("attacks", by=THIS)),
        Has(Selector("attack", ref="that"), "weapon", ("glass harp",)),
    )
    assert told.what.where == (Did(Event("hit", by=Selector(ref="attacker"), to=IT, where=made)),)


@pytest.mark.parametrize("again", ["", ", even if that Stratagem has already targeted another unit this phase"])
def test_for_nought(again: str) -> None:
    told = effect(f"You can target that unit with the Glass Harp Stratagem for OCP{again}.")
    assert told == PlayCost(THAT, ("Glass Harp",), set=0, again=bool(again))


def test_no_warlord() -> None:
    told = effect("This model cannot be selected to be your WARLORD.")
    assert told == Permit("be your WARLORD", THIS, barred=True)


@pytest.mark.parametrize("when", ["Each time", "When", "After"])
def test_what_has_happened_is_over(when: str) -> None:
    told = effect(f"{when} this unit has shot, it can make a Normal move.")
    assert told.event == Event("shoots", by=Selector(ref="this"), edge="after")
