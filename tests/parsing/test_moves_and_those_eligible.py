"""Who may fight from where, moves through what is high, what is barred in a phase to come."""

import pytest

from parsing.reading import effect
from warbook.effects import Each, If, Move, OnRoll, Outcome, Targets, Then, Until
from warbook.effects.attack import Grant
from warbook.effects.instructions import Permit, Select
from warbook.effects.terms import (
    All,
    Any,
    Compares,
    Did,
    Done,
    Duration,
    Event,
    Measured,
    Selector,
    State,
    Within,
)
from warbook.parsing.parse import read
from warbook.parsing.text import composed, read_sentences

IT = Selector(ref="it")
THAT = Selector(ref="that")
THIS = Selector(ref="this")
THOSE = Selector("model", ref="those")
NEXT = Duration("movement", whose="opponent", next=True)
TO_FIGHT = "enemy models are eligible to fight"
ONE = "one of those enemy units"
ENEMIES = Selector("model", side="enemy", count="any")


def near(unit: Selector) -> Selector:
    return Selector("model", count="any", of=unit, where=(Within(IT, 2, ENEMIES),))


@pytest.mark.parametrize("told", ["this unit", "it"])
def test_who_may_fight_from_further_off(told: str) -> None:
    found = effect(
        f"When determining which models in {told} are eligible to fight, any models in this unit that are"
        ' within 2" of one or more enemy models are eligible to fight.'
    )
    assert found == Permit("fight", near(THIS))


def test_whom_they_may_attack_from_there() -> None:
    sentences = (
        'Each time this unit is selected to fight, any models in this unit that are within 2" of one or more'
        f" {TO_FIGHT}",
        f'When resolving those attacks, such models can target {ONE} that is within 2" of them and within'
        " Engagement Range of their unit",
    )
    places = All((Within(IT, 2, THOSE), Within(IT, "engagement range", Selector(of=THOSE))))
    whom = Selector(ref="those", side="enemy", where=(places,))
    then = Until(Duration("attacks"), Permit("target", THOSE, to=whom))
    found = composed([each.reading.effect for each in read_sentences(sentences).sentences])
    event = Event("selected", to=THIS, acts=("fight",))
    assert found == (Each(event, Then((Permit("fight", near(THIS)), then))),)


def test_through_what_is_high_at_a_risk() -> None:
    found = effect(
        'It can also move through terrain features that are more than 3" in height, but if it does, after this'
        " unit has moved, roll one D6: on a 2, that unit is Battle-shocked."
    )
    high = Compares(Measured("height in inches", IT), ">", 3)
    shocked = Outcome(2, Grant("state", ("battle-shocked",), THAT), 2)
    risk = Each(Event("moves", by=THIS, edge="after"), OnRoll((shocked,)))
    passed = Permit("move through", THAT, to=Selector("terrain", count="all", where=(high,)))
    assert found == Then((passed, If(Done(), risk)))


def test_barred_in_a_phase_to_come() -> None:
    barred = effect("That unit cannot Advance in your opponent's next Movement phase.")
    assert barred == Until(NEXT, Permit("advance", THAT, barred=True))
    still = effect("It must Remain Stationary in your opponent's next Movement phase.")
    assert still == Until(NEXT, Move(THAT, "remain stationary", must=True))
    assert not read("That unit suffers 1 mortal wound in your opponent's next Movement phase.").understood


def test_what_a_model_moved_over() -> None:
    found = effect("Select one enemy unit that model moved over this turn.")
    over = Did(Event("moves", by=Selector("model", ref="that"), to=IT), "turn")
    assert found == Select(Selector(side="enemy", where=(over,)))


def test_what_was_issued_goes_on() -> None:
    found = effect("Pledges issued to this unit do not cease to affect it if this unit becomes Battle-shocked.")
    shocked = State(THIS, "battle-shocked")
    assert found == Permit("cease to be affected by Pledges", THIS, barred=True, where=(shocked,))
    other = "Pledges issued to this unit do not cease to affect it if that enemy unit becomes Battle-shocked."
    assert not read(other).understood


def test_where_one_was_at_a_time_that_is_not_told() -> None:
    assert not read('If that unit was within 6" of this unit, it suffers 1 mortal wound.').understood
    assert not read('If that unit was not within 6" of this unit, it suffers 1 mortal wound.').understood
    assert read('If that unit is within 6" of this unit, it suffers 1 mortal wound.').understood


def test_arriving_by_one_of_two_abilities() -> None:
    found = read("One ZORB unit that is arriving using the Glass Door or Deep Strike ability.", "target").effect
    ways = (Did(Event("arrives", by=IT, name=name)) for name in ("Glass Door", "Deep Strike"))
    assert found == Targets((Selector(keywords=("ZORB",), where=(Any(tuple(ways)),)),))
