"""Sentences of heresy3: checks, Reactions, Psychic Powers, special rules by name (H-DIC-04, H-PSY-01)."""

from __future__ import annotations

import pytest

from warbook import effects as fx
from warbook.effects.terms import (
    Contains,
    Did,
    Done,
    Duration,
    Event,
    Has,
    Limit,
    Not,
    Sees,
    Selector,
    State,
    Window,
    Within,
)
from warbook.parsing import special_rules
from warbook.parsing.parse import read
from warbook.parsing.text import read as read_text

HOLDER = Selector("model", ref="this")
UNIT = Selector(of=HOLDER)
IT = Selector(ref="it")
TARGET = Selector(ref="target")
ALL_TARGET = Selector("model", count="all", of=TARGET)
FOCUS = Selector("model", name="Focus")
THAT = Selector(ref="that")
ANY_OF_UNIT = Selector("model", count="any", of=UNIT)
MOVED = Event(
    "moves",
    by=Selector(side="enemy"),
    edge="after",
    where=(Within(THAT, 9, ANY_OF_UNIT), Sees(ANY_OF_UNIT, THAT)),
)


def modifier(what, op, value, of):
    return fx.Modifier(what, op, value, of)


CASES = {
    "All Models in the Target Unit gain the Iron Hide (6+) Special Rule": fx.Grant(
        "ability", ("Iron Hide (6+)",), ALL_TARGET
    ),
    "This Model gains the Glass Oath Trait and the Heavy Sub-Type": fx.Grant(
        "keyword", ("Glass Oath", "Heavy"), HOLDER
    ),
    "All Models in the Target Unit gain the Routed Status": fx.Grant("state", ("Routed",), ALL_TARGET),
    "This Model gains a bonus of +2 to its Strength and Initiative Characteristics": fx.Then(
        (modifier("strength", "add", 2, HOLDER), modifier("initiative", "add", 2, HOLDER))
    ),
    "All Models in that Unit suffer a penalty of -1 to their Cool Characteristic": modifier(
        "cool", "subtract", 1, Selector("model", count="all", of=THAT)
    ),
    "A Model with this Special Rule gains a +2 modifier to Focus Rolls made for it": modifier(
        "focus roll", "add", 2, HOLDER
    ),
    "This Model has a 5+ Invulnerable Save": fx.Save("invulnerable", 5, HOLDER),
    "If the Resistance Check is failed, the Target Unit may not rush": fx.If(
        Done("failed"), fx.Permit("rush", TARGET, barred=True)
    ),
    "In the Effects Sub-Phase of the End Phase, the Controlling Player can make a Cool Check for this Model": (
        fx.At((Window("end", step="effects"),), fx.May(fx.Test(HOLDER, "cool")))
    ),
    "During the Start Phase of their Turn as the Active Player, it gains the Zeal Special Rule": fx.At(
        (Window("start", "your"),), fx.Grant("ability", ("Zeal",), Selector("model", ref="that"))
    ),
    "Once per Battle, the Controlling Player can make the Hold Fast Advanced Reaction": fx.Limited(
        Limit("battle"), fx.May(fx.Use("Hold Fast"))
    ),
    "Until the end of this Assault Phase, it gains the Zeal Special Rule": fx.Until(
        Duration("assault"), fx.Grant("ability", ("Zeal",), Selector("model", ref="that"))
    ),
    "Once the Focus has been decided, make a Manifestation Check": fx.Each(
        Event("uses", edge="after"), fx.Test(FOCUS, "manifestation")
    ),
    "The Reactive Player may declare a Hold Fast Reaction in Step 2 of the Move Sub-Phase, if an enemy Unit "
    'ends a move within 9" and Line of Sight of any Model in this Unit': fx.When(
        (Window("movement", "opponent", step="move 2", event=MOVED),)
    ),
    "The Reactive Player must spend 2 Points of their Reaction Allotment to declare a Hold Fast Reaction": (
        fx.PlayCost(play=("Hold Fast",), set=2, currency="reaction points")
    ),
    "The Hold Fast Advanced Reaction has no cost": fx.PlayCost(
        play=("Hold Fast",), set=0, currency="reaction points"
    ),
    "The Target Unit must be the Unit whose Move triggered the Reaction": fx.Targets(
        (Selector(where=(Did(Event("moves", by=IT)),)),)
    ),
    "The Focus of the Power must be a Model with the Seer Trait under the Active Player's control": fx.Restrict(
        Selector("model", side="friendly", where=(Has(IT, "keyword", ("Seer",)),))
    ),
    "A Unit composed entirely of Models with the Seer Trait gains the Zeal Special Rule": fx.Grant(
        "ability",
        ("Zeal",),
        Selector(where=(Not(Contains(IT, Selector("model", where=(Not(Has(IT, "keyword", ("Seer",))),)))),)),
    ),
    "Before making a Reserves Test for a Unit in Reserves, they can modify the result "
    "of that Reserves Test by +1": fx.Each(
        Event("test", by=Selector(where=(State(IT, "in reserves"),)), edge="before", roll="reserves"),
        fx.May(fx.Modifier("reserves test", "add", 1)),
    ),
}


@pytest.mark.parametrize("sentence", CASES)
def test_a_sentence_means(sentence):
    found = read(sentence, "heresy")
    assert found.understood, found.rest
    assert found.effect == CASES[sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "All Models in the Target Unit gain the Iron Hide (6+) Special Rule on a whim",
        "The Controlling Player may hum a tune for this Model",
        "In the Move Sub-Phase of the End Phase, it gains the Zeal Special Rule",
        "In the Rout Phase, it gains the Zeal Special Rule",
    ],
)
def test_what_is_not_of_the_rules_is_not_understood(sentence):
    assert not read(sentence, "heresy").understood


def test_options_of_a_check_are_what_follows_it():
    found = read_text(
        "They may make a Cool Check for this Model. If that Check is successful, they can select one of the "
        "following options:\n"
        "- Dig: This Model gains the Zeal Special Rule.\n- Run: This Model gains the Sloth Special Rule.",
        "ability",
        "heresy3",
    )
    assert found.understood
    check, passed = found.effects
    assert check == fx.May(fx.Test(HOLDER, "cool"))
    assert passed.condition == Done("passed")
    assert [option.effects[0] for option in passed.then.options] == [fx.Heading("Dig"), fx.Heading("Run")]


def test_a_letter_that_a_scan_took_for_another():
    sentence = "The Reactive Player may deciare a Hold Fast Reaction in the Charge Sub-Phase"
    assert read(sentence, "heresy").effect == fx.When((Window("assault", "opponent", step="charge"),))


@pytest.mark.parametrize(
    "printed", ["Feel No Pain (5+)", "Bulky (3)", "Deep Strike", "Hatred (Malefic, Psyker)"]
)
def test_special_rules_of_the_core_rules_are_their_names(printed):
    assert special_rules.known(printed)
    assert special_rules.granted(printed) == fx.Grant("ability", (printed,), HOLDER)


@pytest.mark.parametrize(
    "printed", ["Feel No Pain", "Bulky (many)", "Deep Strike (4)", "Glass Oath", "Shred (7+)"]
)
def test_other_names_are_none_of_them(printed):
    assert not special_rules.known(printed)


@pytest.mark.parametrize(
    "words", ["Strokes dealt in the next Gathering Phase", "Strokes of the next Gathering", "Attacks"]
)
def test_capitals_alone_make_no_models_name(words):
    assert not read_text(f"{words} gain the Zeal Special Rule.", "ability", "heresy3").understood


def test_a_models_name_may_have_small_words_of_names():
    found = read_text("Odo of the Moss gains the Zeal Special Rule.", "ability", "heresy3")
    assert found.understood
