"""Two things of which one is done, units that split, one in another's place, dice for those near a target."""

import pytest

from parsing.reading import effect
from warbook.effects import At, Choose, Effect, If, Instead, May, Modifier, OnRoll, Outcome, Then, Use
from warbook.effects.instructions import (
    Attach,
    Destroy,
    Gain,
    Heal,
    MortalWounds,
    Return,
    Select,
    SetUp,
    Split,
)
from warbook.effects.terms import (
    Active,
    Compares,
    Contains,
    Counted,
    Did,
    Event,
    Measured,
    Selector,
    Window,
    Within,
)
from warbook.parsing.parse import read
from warbook.parsing.text import composed, read_sentences

IT = Selector(ref="it")
THAT = Selector(ref="that")
ENEMY = Selector(side="enemy")
THAT_ENEMY = Selector(ref="that", side="enemy")
THIS = Selector("model", ref="this")
DEAD = Selector("model", ref="that")
STEP = "Declare Battle Formations"
SILENT = "any rules that are triggered"
WHOLE = "all of its wounds remaining"
FIELD = "the battlefield"
PLACE = Within(IT, 0, Selector("area", where=(Did(Event("destroyed", to=DEAD)),)))


def text(*sentences: str) -> tuple[Effect, ...]:
    found = read_sentences(sentences)
    assert found.understood
    return composed([each.reading.effect for each in found.sentences])


def test_one_thing_or_another_instead() -> None:
    told = effect(
        "That unit regains up to D6 lost wounds, or you can return 2 destroyed models with a Wounds"
        " characteristic of 3 to that unit, with their full wounds remaining, instead."
    )
    three = Compares(Measured("wounds", IT), "=", 3)
    models = Selector("model", count=2, where=(three,))
    assert told == Choose((Heal("D6", THAT), Return(models, THAT, "full")))


def test_what_is_no_offer_is_not_chosen() -> None:
    assert not read("That unit regains 1 lost wound, or that unit is destroyed instead.").understood


def test_up_to_so_many_of_a_pool_instead() -> None:
    told = effect(
        "That unit gains 1 Glass token, or up to 3 Glass tokens instead if that ZORB unit contained your"
        " WARLORD when it was targeted by those attacks."
    )
    zorb = Selector(ref="that", keywords=("ZORB",))
    leader = Contains(zorb, Selector("model", ref="your", keywords=("WARLORD",)))
    hit = Event("targets", by=Selector(ref="attacker"), to=zorb, where=(leader,))
    more = Instead(Gain("Glass", 3, THAT, up_to=True))
    assert told == Then((Gain("Glass", 1, THAT), If(Did(hit), more)))
    assert not read("That unit gains 1 Glass token, or up to 3 Tin tokens instead if it is a ZORB.").understood


@pytest.mark.parametrize(
    ("words", "split"),
    [
        ("This unit can be split into three units, each containing two models.", (2, 3)),
        ("This unit is split into separate units, each containing 1 model.", (1, None)),
    ],
)
def test_a_unit_in_parts(words: str, split: tuple[int, int | None]) -> None:
    parts = Split(Selector(ref="this"), *split)
    assert effect(words) == (May(parts) if "can" in words else parts)


def test_before_units_are_set_up() -> None:
    told = effect(f"At the start of the {STEP} step, before any units have been set up, select one enemy unit.")
    window = Window("declare battle formations", edge="start", before="units are set up")
    assert told == At((window,), Select(ENEMY))


def test_destroyed_without_what_that_triggers_and_another_in_its_place() -> None:
    told = effect(
        f"That model is destroyed (ignoring {SILENT} when a unit is destroyed) and the bearer is put in its"
        f" place, with {WHOLE} (if that model was leading a unit, the bearer attaches to that unit as its"
        " Leader)."
    )
    bearer = Selector("model", ref="bearer")
    put = SetUp(bearer, where=(PLACE,), removed=True, wounds="full")
    led = Attach(bearer, Selector(ref="led", of=DEAD), must=True)
    leading = Did(Event("leads", by=DEAD), "destroyed")
    assert told == Then((Destroy(DEAD, untriggered=True), put, If(leading, led)))


def test_off_and_on_where_one_was_destroyed() -> None:
    told = effect(
        f"This model is removed from {FIELD} and set up again as close as possible to where that model was."
    )
    assert told == SetUp(THIS, where=(PLACE,), removed=True)


@pytest.mark.parametrize("other", ["every other enemy", "one D6 for each other enemy"])
def test_dice_for_a_target_and_those_near_it(other: str) -> None:
    told = effect(
        f'Roll one D6 for the target unit and {other} unit within 4" of that unit: on a 3+, the unit being'
        " rolled for suffers 1 mortal wound."
    )
    near = Selector(side="enemy", count="all", where=(Within(IT, 4, Selector(ref="target")),))
    assert told == OnRoll((Outcome(3, MortalWounds(1, THAT)),), each=near)


def test_attacks_that_target_one_unit() -> None:
    told = effect("If every attack targets the same unit, add 1 to the Hit roll.")
    assert told.condition == Compares(Counted(Selector(ref="target", count="all")), "=", 1)


def test_more_of_the_dice_rolled_before() -> None:
    told = text(
        "Select one enemy unit and roll one D6 for each ZORB model in this unit: for each 5+, that enemy unit"
        " suffers 1 mortal wound",
        "If that enemy unit is your Quarry, roll two additional D6",
    )
    wound = Outcome(5, MortalWounds(1, THAT_ENEMY))
    more = If(Active("quarry", THAT_ENEMY), Modifier("dice", "add", 2))
    dice = OnRoll(
        (wound,), each=Selector("model", count="all", keywords=("ZORB",), of=Selector(ref="this")), plus=(more,)
    )
    assert told == (Then((Select(ENEMY), dice)),)


def test_one_of_several_abilities_by_name() -> None:
    told = effect("Select the Glass Eye, Tin Ear or Wax Tongue ability.")
    assert told == Choose((Use("Glass Eye"), Use("Tin Ear"), Use("Wax Tongue")))


def test_an_alternative_in_a_note_gives_nothing() -> None:
    sentence = "That unit suffers 1 mortal wound"
    noted = (sentence, "Designer's Note:", "This means that it is hurt", "Alternatively, it is fine")
    assert text(*noted)[0] == text(sentence)[0]
    assert not read_sentences((sentence, "Alternatively, it is fine")).understood


def test_a_letter_that_the_print_left_out() -> None:
    right = "Add 1 to the Strength characteristic of that attack."
    assert read(right.replace("Strength", "Stength")).effect == read(right).effect
