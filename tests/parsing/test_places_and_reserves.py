"""Reserves, areas under control, abilities' ranges, and what is said of one that is new."""

import pytest

from parsing.reading import effect
from warbook.effects import At, Each, ForEach, If, May, Modifier, Then, Until, Use
from warbook.effects.attack import Grant
from warbook.effects.instructions import Attach, Considered, Keep, Permit, Select, SetUp
from warbook.effects.terms import (
    Active,
    Any,
    Controls,
    Did,
    Duration,
    Event,
    Has,
    Not,
    Selector,
    State,
    Window,
    Within,
)
from warbook.parsing.parse import read
from warbook.parsing.text import composed, read_sentences

IT = Selector(ref="it")
THAT = Selector(ref="that")
THOSE = Selector(ref="those")
THIS = Selector("model", ref="this")
MARKER = Selector("objective", ref="that")
ROUND = "the current battle round number"
EDGES = "the start or end of any turn"
LATTER = "if you select the latter"
FIELD = "on the battlefield"
LATER = "be set up as if one battle round later"


def test_what_was_destroyed_is_removed_in_any_case() -> None:
    told = effect("The first time this model is destroyed, remove it from play, then, this unit can fight.")
    assert isinstance(told, Each)
    assert told.event == Event("destroyed", to=THIS, first=True)
    assert not read("Each time this model fights, remove it from play, then roll one D6.").understood


def test_set_up_in_reserves() -> None:
    told = effect(
        "In the Declare Battle Formations step, you can set up ZORB units from your army in Reserves."
    )
    zorbs = Selector(side="friendly", keywords=("ZORB",))
    assert told == At((Window("declare battle formations"),), May(SetUp(zorbs, "reserves")))


def test_those_may_arrive_at_any_time() -> None:
    told = effect(f"During the battle, such units can be set up {FIELD} as if they were arriving from Strategic"
                  " Reserves.")  # fmt: skip
    arrive = SetUp(THOSE, where=(Did(Event("arrives", by=IT, name="strategic reserves")),))
    assert told == At((Window("battle"),), May(arrive))


@pytest.mark.parametrize(
    ("who", "meant"),
    [
        ("that unit", THAT),
        ("ZORB units from your army", Selector(side="friendly", keywords=("ZORB",))),
    ],
)
def test_a_round_later_for_somebody(who: str, meant: Selector) -> None:
    told = effect(
        f"For the purpose of setting up {who} {FIELD}, treat {ROUND} as being one higher than it actually is."
    )
    assert told == Permit(LATER, meant)


def test_points_that_do_not_count() -> None:
    told = effect("If this unit starts the battle in Reserves, its points value does not count towards the"
                  " points limit for units that are in Strategic Reserves.")  # fmt: skip
    this = Selector(ref="this")
    started = Did(Event("starts battle", by=this, where=(State(this, "in reserves"),)))
    assert told == If(started, Permit("count towards the limit of reserves", THAT, barred=True))


def test_the_latter_of_two_states() -> None:
    sentences = [
        f"Select one ZORB unit from your army that is either in Reserves or {FIELD} ({LATTER}, remove that unit"
        " from the battlefield)",
        'That unit is then set up on the battlefield wholly within 6" of this model',
    ]
    places = Any((State(IT, "in reserves"), State(IT, "on the battlefield")))
    pick = Select(Selector(side="friendly", keywords=("ZORB",), where=(places,)))
    off = If(State(THAT, "on the battlefield"), SetUp(THAT, "reserves", removed=True))
    on = SetUp(THAT, where=(Within(IT, 6, THIS, wholly=True),))
    found = composed([each.reading.effect for each in read_sentences(sentences).sentences])
    assert found == (Then((pick, off, on)),)


def test_for_each_of_those() -> None:
    told = effect('For each of those TRANSPORTS within 9" of this model, remove it from the battlefield.')
    near = Selector(ref="those", keywords=("TRANSPORT",), where=(Within(IT, 9, THIS),))
    assert told == ForEach(near, SetUp(THAT, "reserves", removed=True))


@pytest.mark.parametrize(
    ("words", "op", "value"),
    [
        ('add 3" to the range of its Glass Eye ability', "add", 3),
        ("double the range of its Glass Eye ability", "multiply", 2),
        ('the range of its Glass Eye ability is increased to 9"', "set", 9),
    ],
)
def test_the_range_of_an_ability(words: str, op: str, value: int) -> None:
    ability = Selector("ability", name="Glass Eye", of=Selector("model", ref="that"))
    assert effect(f"{words}.") == Modifier("range", op, value, ability)  # type: ignore[arg-type]
    assert not read(f"{words}.".replace("Glass", "Ear or Glass")).understood


def test_what_a_familiar_does_is_offered_once() -> None:
    assert effect("This model can use its glass imp.") == Use("glass imp", THIS)


def test_a_marker_with_a_name_stays_yours() -> None:
    told = effect("That objective marker is said to be Bedazzled and remains under your control until your"
                  f" opponent controls it at {EDGES}.")  # fmt: skip
    assert told == Then((Grant("state", ("Bedazzled",), MARKER), Keep(MARKER, "opponent controls")))


def test_the_later_of_several_things_is_of_the_same_one() -> None:
    told = effect("While an objective marker is Bedazzled and under your control, add 1 to the Hit roll.")
    assert isinstance(told, If)
    assert told.condition.of == (Active("Bedazzled", Selector("objective")), Controls("you", MARKER))
    kept = effect("If this unit is Battle-shocked and not attached, it suffers 1 mortal wound.")
    assert kept.condition.of[1] == Not(State(Selector(ref="this"), "attached"))


def test_a_marker_in_reach_that_is_yours_and_what_it_has() -> None:
    picked = effect("Select one objective marker this model is within range of and that you control.")
    near = Within(THIS, "range", IT)
    assert picked == Select(Selector("objective", side="friendly", where=(near,)))
    given = effect("Until you lose control of that objective marker, it has the Glass Eye ability as if it were"
                   " a ZORB model from your army.")  # fmt: skip
    grants = (Grant("ability", ("Glass Eye",), MARKER), Grant("keyword", ("ZORB",), MARKER))
    assert given == Until(Duration("control"), Then(grants))


def test_two_that_have_it() -> None:
    told = effect("Those units, and any ZORB units attached to them (excluding EPIC HEROES), have the Glass Eye"
                  " ability.")  # fmt: skip
    attached = Selector(
        count="any", keywords=("ZORB",), without=("EPIC HERO",), of=THOSE, where=(State(IT, "attached"),)
    )
    assert told == Then(tuple(Grant("ability", ("Glass Eye",), who) for who in (THOSE, attached)))


def test_picked_and_then_for_a_time() -> None:
    told = effect("Select one enemy unit: until the end of the turn, that unit is bedazzled.")
    dazzled = Until(Duration("turn"), Grant("state", ("bedazzled",), THAT))
    assert told == Then((Select(Selector(side="enemy")), dazzled))


def test_embarking_as_one_of_those_that_may() -> None:
    told = effect("This model can embark within a ZORB TRANSPORT model as if it were an INFANTRY model.")
    counts = Considered(Has(THIS, "keyword", ("INFANTRY",)), ("embarking",))
    assert told == Then((counts, Attach(THIS, Selector("model", keywords=("ZORB TRANSPORT",)), "embark")))
