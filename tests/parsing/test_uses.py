"""How often abilities may be used and on whom, and what plays cost."""

import pytest

from parsing.reading import effect
from warbook.effects import Choose, Each, If, Limited, Then, Use, instructions
from warbook.effects.attack import Grant, Modifier
from warbook.effects.instructions import Act, Permit, PlayCost, Select
from warbook.effects.terms import Did, Done, Event, Has, Limit, Selector, State, Within

IT = Selector(ref="it")
THIS = Selector("model", ref="this")
DEAD = Selector("model", ref="that")
WITH_THIS = Has(IT, "ability", ("this",))
THAT_ATTACK = Selector("attack", ref="that")


@pytest.mark.parametrize(
    ("sentence", "per", "what", "who"),
    [
        ("Each model can only be repaired once per phase.", "phase", "be repaired", Selector("model")),
        (
            "The same unit can only be affected by this ability once per battle.",
            "battle",
            "be affected by this ability",
            Selector(),
        ),
        (
            "A ZORBLAX unit cannot be selected for this ability more than once per battle round.",
            "battle round",
            "be selected for this ability",
            Selector(keywords=("ZORBLAX",)),
        ),
        (
            "Each model can only make one Glass Tide move per turn.",
            "turn",
            "make glass tide moves",
            Selector("model"),
        ),
    ],
)
def test_so_often_for_each(sentence: str, per: str, what: str, who: Selector) -> None:
    assert effect(sentence) == Limited(Limit(per, each=who.kind), Permit(what, who))


def test_one_of_many_may_use_it() -> None:
    who = Selector("model", side="friendly", where=(WITH_THIS,))
    event = Event("destroyed", to=who, edge="after")
    told = effect("One friendly model with this ability can use it just after it is destroyed.")
    assert told == Each(event, Use(who=Selector(ref="that")))


def test_a_play_for_nothing_although_it_was_used() -> None:
    told = effect(
        "You can target this model with the Tide of Glass or Second Wind Stratagem for 0CP, even if another"
        " unit has already been targeted with that Stratagem this turn."
    )
    assert told == PlayCost(THIS, ("Tide of Glass", "Second Wind"), set=0, again=True)


def test_acts_after_death() -> None:
    told = effect(
        "The destroyed model can fight or shoot after the attacking unit has finished making attacks."
    )
    assert told == Choose((Act(DEAD, "fight", after_death=True), Act(DEAD, "shoot", after_death=True)))


def test_one_hit_by_a_weapon() -> None:
    used = Has(THAT_ATTACK, "weapon", ("glass mortar",))
    event = Event("hit", by=Selector(ref="attacker"), to=IT, where=(used,))
    told = effect("Select one unit hit by any of those attacks made with its glass mortar.")
    assert told == Select(Selector(where=(Did(event),)))


def test_a_test_that_is_harder_for_some() -> None:
    harder = If(State(Selector(ref="that"), "below half-strength"), Modifier("roll", "subtract", 2))
    near = Selector(side="enemy", count="all", where=(Within(IT, 8, THIS),))
    told = effect(
        'Each enemy unit within 8" of this model must take a Leadership test, subtracting 2 from that'
        " test if that"
        " unit is Below Half-strength."
    )
    assert told == Then((harder, instructions.Test(near, "leadership")))


def test_all_models_test_whether_they_get_away() -> None:
    told = effect("Its models must take Hazardous tests as if their unit was Battle-shocked.")
    models = Selector("model", of=Selector(ref="that"))
    assert told == instructions.Test(models, "hazardous as if battle-shocked")


def test_a_unit_that_disembarks_after_its_transport_moved() -> None:
    ride = Selector("model", ref="this", keywords=("TRANSPORT",))
    moved = Did(Event("moves", by=ride, moves=("advance",)))
    told = effect(
        "Each time a unit disembarks from this TRANSPORT after it has Advanced, that unit gains the"
        " Stealth ability."
    )
    event = Event("disembarks", by=Selector(), to=ride, where=(moved,))
    assert told == Each(event, Grant("ability", ("stealth",), Selector(ref="that")))


def test_two_things_one_after_the_other_in_one_sentence() -> None:
    told = effect("If it does, select one enemy unit; that unit loses the Stealth ability.")
    lost = Grant("ability", ("stealth",), Selector(ref="that"), lost=True)
    assert told == If(Done(), Then((Select(Selector(side="enemy")), lost)))
