"""Weapons picked, shot with alone or not used, a second one that is picked, Chapters, those that did so."""

import pytest

from parsing.reading import effect
from warbook.effects import (
    Act,
    Choose,
    Considered,
    Each,
    ForEach,
    Grant,
    If,
    May,
    Permit,
    Select,
    Then,
    Until,
)
from warbook.effects.terms import (
    Active,
    Contains,
    Did,
    Done,
    Duration,
    Event,
    Has,
    Not,
    Selector,
    Within,
)
from warbook.parsing.parse import read
from warbook.parsing.text import read_sentences

IT = Selector(ref="it")
THAT = Selector(ref="that")
THIS = Selector("model", ref="this")


def test_weapons_that_are_picked_for_a_time() -> None:
    reading = read_sentences(
        [
            "Each time this model fights, select up to three different Glass Rites weapons",
            "Until the end of the turn, this model is equipped with those weapons",
        ],
        "ability",
    )
    picked = Select(Selector("weapon", name="Glass Rites", count=3, up_to=True))
    has = Until(Duration("turn"), Grant("weapon", ("those",), THIS))
    assert reading.effects == (Each(Event("fights", by=THIS), Then((picked, has))),)


def test_no_others_of_that_name() -> None:
    told = effect(
        "This model cannot make attacks with any other Zorb weapon you did not select in this way this turn."
    )
    unpicked = Not(Did(Event("selected", to=IT), "turn"))
    others = Selector("weapon", count="any", name="Zorb", where=(unpicked,))
    assert told == Permit("attack with", THIS, barred=True, to=others)


def test_one_weapon_alone_is_shot_with() -> None:
    told = effect("This model can shoot with its glass weapon (its glass horn, glass bell or salt drum).")
    which = Has(IT, "weapon", ("glass horn", "glass bell", "salt drum"))
    assert told == May(Act(THIS, "shoot", weapon=Selector("weapon", name="glass", where=(which,))))


def test_a_weapon_that_attacks_each_of_them() -> None:
    told = effect(
        "This model's salt drum will target and resolve attacks against each enemy ZORB unit that is an"
        " eligible"
        " target for this model."
    )
    eligible = Did(Event("eligible", by=THIS, to=IT, name="target"))
    zorbs = Selector(side="enemy", count="all", keywords=("ZORB",), where=(eligible,))
    drum = Selector("weapon", name="salt drum", of=THIS)
    at = Did(Event("targets", to=THAT))
    assert told == ForEach(zorbs, Act(THIS, "shoot", where=(at,), weapon=drum))
    assert not read("Its salt drum will target and resolve attacks against one enemy unit.").understood


def test_the_second_that_is_picked_has_a_part_until_another_has() -> None:
    reading = read_sentences(
        [
            "After you have selected your Glass Rite target, select a second enemy unit",
            "If your Glass Rite target is destroyed, that second enemy unit becomes your Glass Rite target"
            " until"
            " you select a new one",
        ],
        "ability",
    )
    first = Selector(where=(Active("Glass Rite", IT),))
    second = Selector(ref="that", side="enemy", other=True)
    named = Event("selected", by=Selector("player", side="friendly"), to=first, edge="after")
    instead = Until(Duration("choice"), Grant("state", ("Glass Rite",), second))
    gone = If(Did(Event("destroyed", to=first)), instead)
    assert reading.effects == (Each(named, Then((Select(Selector(side="enemy", other=True)), gone))),)


def test_a_model_of_a_chapter_and_none_of_its_heroes_beside_it() -> None:
    assert effect("This model is from the Salt Drums Chapter, a successor of the Glass Horns.") == Grant(
        "keyword", ("SALT DRUMS",), THIS
    )
    told = effect(
        "For all rules purposes, it is treated as a GLASS model, but cannot be included in an army that"
        " contains any other ZORB models."
    )
    beside = Contains(
        Selector("army", side="friendly"), Selector("model", count="any", keywords=("ZORB",), other=True)
    )
    barred = If(beside, Permit("be included", THAT, barred=True))
    assert told == Then((Considered(Has(THAT, "keyword", ("GLASS",))), barred))


def test_for_each_that_did_so_and_whom_it_may_not_pick() -> None:
    told = effect(
        'For each one that does, select one friendly ZORB model within 7" of it (you cannot select a ZORB'
        " model that"
        " is already being affected by a Glassman ability)."
    )
    near = Within(IT, 7, THAT)
    picked = Selector("model", side="friendly", keywords=("ZORB",), where=(near, Not(Active("Glassman", IT))))
    assert told == ForEach(Selector(ref="those", where=(Done(),)), Select(picked))


def test_those_that_may_not_be_picked_by_what_they_are() -> None:
    told = effect(
        "You can select one friendly ZORB unit (you cannot select a SALT unit or a unit that can FLY)."
    )
    barred = (Not(Has(IT, "keyword", ("SALT",))), Not(Has(IT, "keyword", ("FLY",))))
    assert told == Select(Selector(side="friendly", keywords=("ZORB",), where=barred))


def test_some_of_a_sort_have_an_ability() -> None:
    told = effect("Some ZORB models have a Glassman ability, tagged with the word 'Glassman'.")
    assert told == Grant("ability", ("Glassman",), Selector("model", count="any", keywords=("ZORB",)))
    assert not read("Some ZORB models have a Glassman ability, tagged with the word 'Salt'.").understood


@pytest.mark.parametrize("words", ["abilities", "effects"])
def test_a_choice_for_weapons_for_a_time(words: str) -> None:
    reading = read_sentences(
        [
            f"Select one of the following {words} to apply to melee weapons equipped by this unit until"
            " the end of the turn:",
            "[LANCE]",
            "[PRECISION]",
        ],
        "ability",
    )
    options = (Grant("weapon ability", ("lance",)), Grant("weapon ability", ("precision",)))
    weapons = Selector("weapon", of=Selector(ref="this"), attacks="melee")
    assert reading.effects == (Until(Duration("turn"), Choose(options, to=weapons)),)


def test_in_either_case_is_not_of_the_last_option_alone() -> None:
    assert read("In either case, this unit cannot charge.").understood
    assert not read("In either case, if it does, this unit cannot charge.").understood
