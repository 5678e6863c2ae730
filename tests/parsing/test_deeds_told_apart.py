"""Rolls about to be made, what an attack spoken of did, what the dead count as while they fight, deeds that an
army rule has a word for."""

from parsing.reading import effect
from warbook.effects import (
    Act,
    Considered,
    Each,
    Grant,
    If,
    Limited,
    May,
    Modifier,
    Named,
    Permit,
    Select,
    Targets,
    Then,
    Until,
    Use,
)
from warbook.effects.terms import (
    Any,
    Compares,
    Did,
    Duration,
    During,
    Event,
    Limit,
    Measured,
    Not,
    Rolled,
    Selector,
    State,
    Window,
    Within,
)
from warbook.parsing.parse import read

IT = Selector(ref="it")
THAT = Selector(ref="that")
THIS = Selector("model", ref="this")


def test_before_a_roll_is_made() -> None:
    told = effect("Before making a Charge roll for this unit, it can fire the glass horn.")
    coming = Event("rolls", by=Selector(ref="this"), edge="before", roll="charge roll")
    assert told == Each(coming, Use("glass horn", THAT))


def test_what_such_an_attack_destroys() -> None:
    told = effect("Each time such an attack destroys an enemy ZORB model, this model can shoot.")
    zorb = Selector("model", side="enemy", keywords=("ZORB",))
    event = Event("destroyed", by=Selector("attack", ref="that"), to=zorb)
    assert told == Each(event, May(Act(THIS, "shoot")))


def test_destroyed_by_that_attack() -> None:
    told = effect("If a model in your unit is destroyed as a result of that attack, your unit can fight.")
    yours = Selector("model", of=Selector(ref="your"))
    by_it = Did(Event("destroyed", by=Selector("attack", ref="that"), to=yours))
    assert told == If(by_it, May(Act(Selector(ref="your"), "fight")))


def test_as_if_it_had_a_wound_left() -> None:
    told = effect(
        "On a 3+, this model can fight after the attacking unit has finished making attacks (when it does so,"
        " it is assumed to have 2 wounds remaining), and is then removed from play."
    )
    wounds = Compares(Measured("wounds remaining", THIS), "=", 2)
    assert told == If(Rolled(3), Then((Act(THIS, "fight", after_death=True), Considered(wounds))))


def test_where_a_play_is_used_in_one_phase_more_must_hold() -> None:
    told = effect(
        "Select one ZORB unit (if this Stratagem is used in the Charge phase, that ZORB unit must be within"
        ' 7" of your unit).'
    )
    near = Within(IT, 7, Selector(ref="your"))
    asked = Any((Not(During(Window("charge"))), near))
    assert told == Select(Selector(keywords=("ZORB",), where=(asked,)))


def test_while_an_attack_is_resolved_is_inside_it() -> None:
    told = effect(
        "Until the end of the turn, each time your unit makes an attack, it cannot shoot,"
        " and when resolving that attack, add 1 to the Wound roll."
    )
    only = Permit("shoot", THAT, barred=True)
    better = Until(Duration("attack"), Modifier("wound roll", "add", 1))
    attacks = Event("attacks", by=Selector(ref="your"))
    assert told == Until(Duration("turn"), Each(attacks, Then((only, better))))


def test_an_ability_in_place_of_any_other_such() -> None:
    told = effect("The bearer has the Deadly Demise D6+2 ability, instead of any other Deadly Demise ability.")
    bearer = Selector("model", ref="bearer")
    given = Grant("ability", ("deadly demise d6+2",), bearer)
    assert told == Then((given, Grant("ability", ("other deadly demise",), bearer, lost=True)))


def test_who_has_just_brought_somebody_into_a_state() -> None:
    told = effect(
        "One ZORB unit from your army that has just shot, or just caused an enemy unit"
        " that was not Battle-shocked to become Battle-shocked",
        "target",
    )
    before = Not(State(IT, "battle-shocked"))
    shocked = Event("becomes", by=IT, to=Selector(side="enemy", where=(before,)), name="battle-shocked")
    either = Any((Did(Event("shoots", by=IT)), Did(shocked)))
    assert told == Targets((Selector(side="friendly", keywords=("ZORB",), where=(either,)),))


def test_a_charge_at_those_that_are_near() -> None:
    told = effect(
        'Each ZORB unit from your army that is within 5" of any enemy units can declare a charge against'
        " any of those units."
    )
    near = Within(IT, 5, Selector(side="enemy", count="any"))
    who = Selector(side="friendly", count="all", keywords=("ZORB",), where=(near,))
    at = Within(Selector(ref="target"), 5, IT)
    assert told == May(Act(who, "charge", where=(at,)))


def test_a_deed_that_an_army_rule_has_a_word_for() -> None:
    glass = Selector(side="friendly", keywords=("GLASS",))
    assert effect("This model can regenerate one friendly GLASS unit.") == May(Named("regenerate", THIS, glass))
    assert effect("You cannot resurrect more than one unit per phase.") == Limited(
        Limit("phase"), Permit("resurrect")
    )
    assert not read("It can resurrect that unit").understood  # which of the two is which?


def test_dice_in_place_of_others() -> None:
    told = effect("That unit's Glass Rites are activated, reanimating D6 wounds rather than D3 when doing so.")
    assert told == Named("Glass Rites", THAT, amount="D6")
