"""Rules by name, charges at somebody, amounts in place of others: each with the effects derived by hand."""

import pytest

from parsing.reading import effect
from warbook.effects import Choose, Each, If, Instead, May, Then, Use
from warbook.effects.attack import Grant, Modifier, Reroll
from warbook.effects.instructions import Heal, Keep, Move, Named, Permit, SetUp
from warbook.effects.terms import All as Every
from warbook.effects.terms import (
    Contains,
    Controls,
    During,
    Event,
    Has,
    Selector,
    Window,
)

IT = Selector(ref="it")
THAT = Selector(ref="that")
YOUR = Selector(ref="your")
THIS = Selector("model", ref="this")
ARMY = Selector("army", side="friendly")
MARKER = Selector("objective", ref="that")


def test_one_of_several_rules() -> None:
    assert effect("Select the Glass Tide, Rite of Sand or Long Song.") == Choose(
        (Use("Glass Tide"), Use("Rite of Sand"), Use("Long Song"))
    )


def test_in_force_in_place_of_the_armys() -> None:
    told = effect(
        "That Glass Song is active for your unit instead of any other Glass Song that is active for your army."
    )
    others = Grant("state", ("other Glass Song",), YOUR, lost=True)
    assert told == Then((Grant("state", ("Glass Song",), YOUR), others))


@pytest.mark.parametrize("deed", ["use its glass hound", "summon a glass hound", "perform a glass hound"])
def test_what_somebody_has_or_does_by_its_own_words(deed: str) -> None:
    assert effect(f"This model can {deed}.") == Use("glass hound", THIS)


def test_orders() -> None:
    to = Selector(keywords=("ZORBLAX",))
    told = effect("This model can issue up to 4 Orders to ZORBLAX units.")
    assert told == May(Named("Order", THIS, to, 4))


def test_a_charge_at_somebody() -> None:
    event = Event("charge declared", by=Selector(ref="this"), to=Selector(keywords=("GOLEM",)))
    told = effect(
        "Each time this unit declares a charge that targets a GOLEM unit, you can re-roll the Charge roll."
    )
    assert told == Each(event, Reroll("charge roll"))


def test_all_attacks_at_one() -> None:
    told = effect("It must select your unit as the target of its attacks.")
    assert told == Permit("target others", THAT, barred=True, to=YOUR)


def test_another_amount_for_some() -> None:
    told = effect('Your unit can make a Normal move of up to D3", or up to 4" instead if it is a GOLEM unit.')
    golem = Has(THAT, "keyword", ("GOLEM",))
    move, farther = May(Move(YOUR, "normal", "D3")), May(Move(YOUR, "normal", 4))
    assert told == Then((move, If(golem, Instead(farther))))
    told = effect(
        "This model regains up to D3 lost wounds, or up to 5 lost wounds instead if it is a GOLEM unit."
    )
    assert told == Then((Heal("D3", THIS), If(golem, Instead(Heal(5, THIS)))))


def test_in_reserves_from_the_start() -> None:
    told = effect("This model must start the battle in Reserves.")
    waits = SetUp(THIS, "reserves", when=(Window("declare battle formations"),))
    assert told == waits
    told = effect("It must start the game in Reserves and can be set up in your first or third Movement phase.")
    comes = May(SetUp(THAT, when=(Window("movement", "your", rounds=(1, 3)),)))
    assert told == Then((SetUp(THAT, "reserves", when=waits.when), comes))


def test_markers_controlled_at_the_end_of_a_phase() -> None:
    then = During(Window("shooting", "your", edge="end"))
    told = effect(
        "If you control an objective marker at the end of your Shooting phase, it remains under your control."
    )
    held = Every((Controls("you", Selector("objective")), then))
    assert told == If(held, Keep(MARKER))


def test_what_an_army_includes() -> None:
    told = effect("If you include this model in your army, add 1 to its Toughness characteristic.")
    more = Modifier("toughness", "add", 1, Selector("model", ref="that"))
    assert told == If(Contains(ARMY, THIS), more)


def test_keywords_that_are_not_printed_in_capitals() -> None:
    assert effect("The bearer has the Glassborn keyword.") == Grant(
        "keyword", ("GLASSBORN",), Selector("model", ref="bearer")
    )
