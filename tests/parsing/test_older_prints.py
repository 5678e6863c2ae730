"""Words as older documents print them: keywords with a capital letter, names of units, a called rule."""

from __future__ import annotations

import pytest

from warbook import effects as fx
from warbook.effects import english
from warbook.effects.terms import Did, Event, Has, Leads, Selector
from warbook.parsing.parse import read
from warbook.parsing.text import read as read_text

THAT = Selector(ref="that")


@pytest.mark.parametrize(
    ("sentence", "condition"),
    [
        ("If that unit is Infantry, add 1 to the Hit roll", Has(THAT, "keyword", ("INFANTRY",))),
        (
            "If that unit is Titanic or Walker, add 1 to the Hit roll",
            Has(THAT, "keyword", ("TITANIC", "WALKER")),
        ),
        (
            "If you have called a Glooom! this battle round, add 1 to the Hit roll",
            Did(Event("uses", by=Selector("player", side="friendly"), name="Glooom"), "battle round"),
        ),
    ],
)
def test_conditions(sentence, condition):
    assert read(sentence).effect == fx.If(condition, fx.Modifier("hit roll", "add", 1))


def test_a_word_with_a_capital_letter_is_no_keyword_where_the_core_rules_have_none():
    assert not read("If that unit is Wobbly, add 1 to the Hit roll").understood


def test_a_rule_that_is_called():
    found = read("When you call a Glooom!, add 1 to the Hit roll").effect
    assert found == fx.Each(
        Event("uses", by=Selector("player", side="friendly"), name="Glooom"), fx.Modifier("hit roll", "add", 1)
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "You cannot target Zorb the Great with this Stratagem",
        "You cannot select Zorb the Great as the target of this Stratagem",
    ],
)
def test_a_unit_that_is_barred_by_its_name(sentence):
    barred = fx.Permit("use this stratagem", barred=True, to=Selector(name="Zorb the Great"))
    assert read(sentence).effect == barred


def test_every_one_of_several_named_models():
    found = read("One Zorbarch, one Quuxus and one Glim from your army", "target").effect
    zorbarch, quuxus = Selector(keywords=("ZORBARCH",)), Selector(keywords=("QUUXUS",))
    assert found == fx.Targets((zorbarch, quuxus, Selector(side="friendly", keywords=("GLIM",))), every=True)


def test_so_many_or_more():
    found = read("Two or more ZORB units from your army", "target").effect
    assert found == fx.Targets((Selector(side="friendly", count=2, or_more=True, keywords=("ZORB",)),))
    assert "2 or more friendly ZORB units" in english.said((found,))


def test_keywords_with_capital_letters_that_end_in_one_of_the_core_rules():
    found = read("One Zorb Guild Infantry or Zorb Guild Mounted unit from your army", "target").effect
    keywords = ("ZORB GUILD INFANTRY", "ZORB GUILD MOUNTED")
    assert found == fx.Targets((Selector(side="friendly", keywords=keywords),))


def test_your_unit_of_a_class_is_the_one_that_the_play_is_used_on():
    unit = Selector(ref="your", keywords=("INFANTRY",))
    assert read("Your Infantry unit has the Stealth ability").effect == fx.Grant("ability", ("stealth",), unit)


def test_keywords_that_are_had_and_who_is_that_one():
    bearer = Selector("model", ref="bearer")
    assert read("The bearer has the Smoke keyword").effect == fx.Grant("keyword", ("SMOKE",), bearer)
    that = Selector("model", ref="that", keywords=("PSYKER",))
    assert read("That Psyker suffers 2 mortal wounds").effect == fx.MortalWounds(2, that)


def test_a_leader_by_its_name():
    led = Leads(Selector("model", name="Zorb Thurga"), Selector())
    found = read("While Zorb Thurga is leading a unit, add 1 to the Hit roll").effect
    assert found == fx.If(led, fx.Modifier("hit roll", "add", 1))


def test_who_may_be_attached_elsewhere_is_attached_here_instead_of_there():
    text = (
        "Zorb Thurga can be attached to this unit. "
        "If a friendly Glim model can be attached to a Zorb Squad, it can be attached to this unit instead."
    )
    this = Selector(ref="this")
    may = Event(
        "eligible",
        by=Selector("model", side="friendly", keywords=("GLIM",)),
        to=Selector(keywords=("ZORB SQUAD",)),
        acts=("attach",),
    )
    assert read_text(text, "ability").effects == (
        fx.Attach(Selector("model", name="Zorb Thurga"), this),
        fx.If(Did(may), fx.Instead(fx.Attach(THAT, this))),
    )


def test_a_keyword_of_several_words_is_no_state_whatever_it_ends_in():
    found = read("One Zorb Guild Unbounded unit from your army", "target").effect
    assert found == fx.Targets((Selector(side="friendly", keywords=("ZORB GUILD UNBOUNDED",)),))
