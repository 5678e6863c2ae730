"""When plays are used, what they are used on, and what bars them."""

from __future__ import annotations

import pytest

from parsing.reading import effect
from warbook.effects import Effect, If, Limited, OnRoll, Targets, Until, When
from warbook.effects.attack import Modifier
from warbook.effects.instructions import Permit
from warbook.effects.terms import (
    Any,
    Compares,
    Counted,
    Did,
    Duration,
    Event,
    Has,
    InRound,
    Limit,
    Not,
    Selector,
    State,
    Window,
    Within,
)

IT = Selector(ref="it")
ZORBLAX = Selector(side="friendly", keywords=("ZORBLAX",))
ENEMY = Selector(side="enemy")
USE = "use this stratagem"


def windows(line: str) -> tuple[Window, ...]:
    found = effect(line, "when")
    assert isinstance(found, When)
    return found.windows


def target(line: str) -> Selector:
    found = effect(line, "target")
    assert isinstance(found, Targets)
    assert not found.every
    (one,) = found.what
    return one


# --------------------------------------------------------------------- when


def test_two_deeds_of_one_subject_are_two_windows() -> None:
    found = windows("Your opponent's Charge phase, just after an enemy unit is set up or declares a charge")
    assert found == (
        Window("charge", "opponent", event=Event("set up", to=ENEMY, edge="after")),
        Window("charge", "opponent", event=Event("declares a charge", by=ENEMY, edge="after")),
    )


def test_two_moves_of_one_subject_are_one_event() -> None:
    (found,) = windows("Fight phase, when an enemy unit falls back or advances")
    assert found.event == Event("moves", by=ENEMY, moves=("fall back", "advance"))


def test_each_of_two_events_has_its_own_edge() -> None:
    found = windows("Fight phase, just after a QUUX unit is destroyed or when an enemy unit shoots")
    assert [window.event.edge for window in found if window.event] == ["after", "at"]


def test_what_must_hold_besides_belongs_to_the_event() -> None:
    (found,) = windows("Fight phase, just after a ZORBLAX unit fights, if that unit is Battle-shocked")
    that = State(Selector(ref="that"), "battle-shocked")
    fights = Event("fights", by=Selector(keywords=("ZORBLAX",)), edge="after", where=(that,))
    assert found.event == fights


def test_before_what_was_destroyed_is_removed() -> None:
    (found,) = windows("Any phase, just after a ZORBLAX unit is destroyed, before removing it from play")
    assert found.before == "removal"
    assert found.event == Event("destroyed", to=Selector(keywords=("ZORBLAX",)), edge="after")


def test_a_step_has_an_owner_and_a_phase() -> None:
    assert windows("Start of your opponent's Reinforcements step") == (
        Window("movement", "opponent", "start", "reinforcements"),
    )


def test_a_condition_of_a_window_without_an_event() -> None:
    none = Compares(Counted(Selector("marker", side="friendly", count="any", name="Glass")), "=", 0)
    assert effect("End of your turn, if you have no Glass markers on the battlefield", "when") == If(
        none, When((Window("turn", "your", "end"),))
    )


def test_letters_that_came_apart_and_pages_are_put_right() -> None:
    assert windows("Any phase, when an enemy unit fi ghts (see page 7)") == windows(
        "Any phase, when an enemy unit fights"
    )


# --------------------------------------------------------------------- targets


def test_targets_of_which_one_will_do_and_targets_that_are_all_needed() -> None:
    quux = Selector(side="friendly", keywords=("QUUX",))
    one, other = "One ZORBLAX unit from your army", "one QUUX unit from your army"
    assert effect(f"{one} or {other}", "target") == Targets((ZORBLAX, quux))
    assert effect(f"{one} and {other}", "target") == Targets((ZORBLAX, quux), every=True)


def test_a_relative_clause_is_of_the_noun_before_it() -> None:
    found = target('One ZORBLAX unit from your army within 4" of a friendly QUUX unit that is Battle-shocked')
    shaken = State(IT, "battle-shocked")
    near = Selector(side="friendly", keywords=("QUUX",), where=(shaken,))
    assert found.where == (Within(IT, 4, near),)


def test_a_time_after_two_deeds_is_that_of_both() -> None:
    found = target("One ZORBLAX unit from your army that Advanced or shot this turn")
    advanced = Did(Event("moves", by=IT, moves=("advance",)), "turn")
    assert found.where == (Any((advanced, Did(Event("shoots", by=IT), "turn"))),)


def test_what_did_something_is_left_out() -> None:
    found = target("One ZORBLAX unit from your army (excluding units that shot this phase)")
    assert found.where == (Not(Did(Event("shoots", by=IT), "phase")),)


def test_what_can_fly_is_left_out_by_its_keyword() -> None:
    assert target("One ZORBLAX unit from your army (excluding units that can FLY)").without == ("FLY",)


def test_a_state_before_a_noun_is_no_keyword() -> None:
    found = target('One friendly Battle-shocked ZORBLAX unit within 3" of your WARLORD model')
    assert found.keywords == ("ZORBLAX",)
    assert found.where[0] == State(IT, "battle-shocked")


# --------------------------------------------------------------------- restrictions


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "You cannot use this Stratagem during the second or third battle rounds",
            If(InRound((2, 3)), Permit(USE, barred=True)),
        ),
        (
            "Each model can only be selected for this Stratagem once per turn",
            Limited(Limit("turn", each="model"), Permit(USE)),
        ),
        (
            "You cannot use this Stratagem on the same unit more than once per battle round",
            Limited(Limit("battle round", each="unit"), Permit(USE)),
        ),
        (
            "You cannot target ZORBLAX units with this Stratagem",
            Permit(USE, to=Selector(keywords=("ZORBLAX",)), barred=True),
        ),
        (
            "Your unit cannot charge this turn",
            Until(Duration("turn"), Permit("charge", Selector(ref="your"), barred=True)),
        ),
        (
            'The targeted units must be within 5" of your WARLORD model',
            Permit(
                "use this stratagem only on",
                to=Selector(
                    ref="your",
                    where=(Within(IT, 5, Selector("model", ref="your", keywords=("WARLORD",))),),
                ),
            ),
        ),
    ],
)
def test_what_bars_a_play(sentence: str, expected: Effect) -> None:
    assert effect(sentence) == expected


# --------------------------------------------------------------------- rolls


def test_a_die_for_each_of_several() -> None:
    found = effect('Roll one D6 for each QUUX unit within 2" of this model')
    near = Within(IT, 2, Selector("model", ref="this"))
    assert found == OnRoll((), each=Selector(count="all", keywords=("QUUX",), where=(near,)))


def test_a_condition_after_a_change_to_a_roll_is_of_the_change() -> None:
    found = effect("Roll one D6, adding 3 to the result if your unit has the QUUX keyword")
    quux = Has(Selector(ref="your"), "keyword", ("QUUX",))
    assert found == OnRoll((), plus=(If(quux, Modifier("roll", "add", 3)),))
