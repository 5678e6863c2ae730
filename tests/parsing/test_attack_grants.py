"""Re-rolls, criticals, and abilities, saves and cover that are given."""

from __future__ import annotations

import msgspec
import pytest

from parsing.reading import effect
from warbook.effects import Choose, Each, Effect, If, Instead, Then, Until
from warbook.effects.attack import Critical, Grant, Modifier, Reroll, Result, Save
from warbook.effects.terms import Did, Duration, Event, Has, Not, Selector, State
from warbook.parsing.parse import read

IT = Selector(ref="it")
BEARER = Selector("model", ref="bearer")
THIS = Selector("model", ref="this")
YOUR = Selector(ref="your")
YOURS = Selector("model", of=YOUR)
RANGED = Selector("weapon", of=YOURS, attacks="ranged")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("You can re-roll the Hit roll", Reroll("hit roll")),
        ("You can reroll the Hit roll", Reroll("hit roll")),
        ("Re-roll a Damage roll of 1", Reroll("damage roll", "ones")),
        ("You can re-roll Charge rolls made for your unit", Reroll("charge roll", of=YOUR)),
        (
            "You can re-roll the Charge roll, the Advance roll and the Hit roll",
            Then((Reroll("charge roll"), Reroll("advance roll"), Reroll("hit roll"))),
        ),
        (
            "You can re-roll one Hit roll or one Wound roll made for this model",
            Choose((Reroll("hit roll", count=1, of=THIS), Reroll("wound roll", count=1, of=THIS))),
        ),
        (
            "You can re-roll one Hit roll, one Advance roll and one Damage roll made for this model",
            Then(
                (
                    Reroll("hit roll", count=1, of=THIS),
                    Reroll("advance roll", count=1, of=THIS),
                    Reroll("damage roll", count=1, of=THIS),
                )
            ),
        ),
    ],
)
def test_rerolls(words: str, expected: Effect) -> None:
    assert effect(words) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("An unmodified Wound roll of 4+ scores a Critical Wound", Critical("wound", 4)),
        ("A successful unmodified Hit roll of 5+ scores a Critical Hit", Critical("hit", 5, successful=True)),
        ("A Critical Hit is scored on an unmodified Hit roll of 4+", Critical("hit", 4)),
        ("Each successful Hit roll scores a Critical Hit", Critical("hit", 2, successful=True)),
        (
            "Any unmodified Wound roll of 1-3 fails, irrespective of any modifiers",
            Result("wound roll", "fails", 1, 3),
        ),
        ("Any unmodified Hit roll of 6 is required to score a hit", Result("hit roll", "fails", 1, 5)),
        (
            "Hits are scored on unmodified Hit rolls of 3+ when resolving that Stratagem",
            Until(Duration("play"), Result("hit roll", "succeeds", 3)),
        ),
    ],
)
def test_criticals_and_results(words: str, expected: Effect) -> None:
    assert effect(words) == expected


def test_a_critical_instead_of_only_on_a_six() -> None:
    assert effect(
        "Each time the bearer shoots, a Critical Hit is scored on an unmodified Hit roll of 4+, instead of "
        "only a 6"
    ) == Each(Event("shoots", by=BEARER), Critical("hit", 4))


def test_a_critical_hit_comes_of_a_hit_roll() -> None:
    assert not read("An unmodified Wound roll of 5+ scores a Critical Hit").understood


@pytest.mark.parametrize(
    ("what", "given"),
    [
        ("the Stealth ability", Grant("ability", ("stealth",))),
        ("the Lone Operative and Stealth abilities", Grant("ability", ("lone operative", "stealth"))),
        ('the Infiltrators and Scouts 8" abilities', Grant("ability", ("infiltrators", 'scouts 8"'))),
        ("the Benefit of Cover", Grant("state", ("benefit of cover",))),
        ("a 5+ invulnerable save against ranged attacks", Save("invulnerable", 5, against=("ranged",))),
        (
            "the Feel No Pain 4+ ability against melee attacks and mortal wounds",
            Save("feel no pain", 4, against=("melee", "mortal")),
        ),
    ],
)
def test_what_a_bearer_has(what: str, given: Grant | Save) -> None:
    assert effect(f"The bearer has {what}") == msgspec.structs.replace(given, to=BEARER)


def test_several_things_at_once() -> None:
    assert effect(
        "The bearer has a Save characteristic of 2+, a 4+ invulnerable save and the Stealth ability"
    ) == Then(
        (
            Modifier("save", "set", 2, BEARER),
            Save("invulnerable", 4, BEARER),
            Grant("ability", ("stealth",), BEARER),
        )
    )


def test_what_nobody_has_any_more() -> None:
    assert effect("Your unit cannot have the Benefit of Cover") == Grant(
        "state", ("benefit of cover",), YOUR, lost=True
    )


def test_weapons_by_class_and_by_name() -> None:
    torrent = Selector("weapon", of=YOURS, where=(Has(IT, "ability", ("torrent",)),))
    plain = Selector("weapon", of=YOURS, attacks="ranged", where=(Not(Has(IT, "ability", ("blast",))),))
    given = Grant("weapon ability", ("lance",))
    for words, who in (
        ("Torrent weapons equipped by models in your unit", torrent),
        ("Ranged weapons equipped by models in your unit (excluding Blast weapons)", plain),
        ("Shard throwers equipped by models in your unit", Selector("weapon", of=YOURS, name="Shard throwers")),
    ):
        assert effect(f"{words} have the [LANCE] ability") == Grant("weapon ability", given.names, who)


def test_while_targeting_is_a_condition_of_the_attack() -> None:
    assert effect(
        "Ranged weapons equipped by models in your unit have the [LANCE] ability while targeting a ZORBLAX unit"
    ) == If(
        Did(Event("targets", to=Selector(keywords=("ZORBLAX",)))), Grant("weapon ability", ("lance",), RANGED)
    )


def test_abilities_without_an_owner_take_that_of_those_before() -> None:
    zorblax = Has(Selector(ref="that"), "keyword", ("ZORBLAX",))
    melee = Selector("weapon", of=BEARER, attacks="melee")
    one, other = Grant("weapon ability", ("lance",), melee), Grant("weapon ability", ("hazardous",), melee)
    assert effect(
        "Melee weapons equipped by the bearer have the [LANCE] ability, or the [HAZARDOUS] ability instead if "
        "it is a ZORBLAX unit"
    ) == Then((one, If(zorblax, Instead(other))))


def test_a_choice_of_abilities() -> None:
    options = (Grant("weapon ability", ("lance",)), Grant("weapon ability", ("hazardous",)))
    assert effect("Select either the [LANCE] or [HAZARDOUS] ability") == Choose(options)
    assert effect("[LANCE]") == options[0]


def test_on_a_critical_wound() -> None:
    attack = Selector("attack", ref="that")
    assert effect("On a Critical Wound, that attack has the [PRECISION] ability") == If(
        State(attack, "critical wound"), Grant("weapon ability", ("precision",), attack)
    )


@pytest.mark.parametrize(
    "words",
    [
        "The bearer has the Glass ability of old",
        "Add some to the Hit roll",
        "Re-roll a Hit roll of glass",
        "The bearer's weapons have the shiny ability",
    ],
)
def test_words_that_say_nothing_known_are_not_understood(words: str) -> None:
    assert not read(words).understood


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("This model has an invulnerable save of 6+", Save("invulnerable", 6, THIS)),
        ("This model has an Invulnerable Save of 6+.", Save("invulnerable", 6, THIS)),
        (
            "Models in this units have an invulnerable save characteristic of 5+.",
            Save("invulnerable", 5, Selector("model", of=Selector(ref="this"))),
        ),
        (
            "A Glass Piper has a 4+ Invulnerable save",
            Save("invulnerable", 4, Selector("model", name="Glass Piper")),
        ),
        ("An Ilk has an invulnerable save of 2+", Save("invulnerable", 2, Selector("model", name="Ilk"))),
        (
            "This model has a 5+ invulnerable save against ranged attacks only.",
            Save("invulnerable", 5, THIS, ("ranged",)),
        ),
        (
            "This model has an invulnerable save of 5+ against melee attacks only.",
            Save("invulnerable", 5, THIS, ("melee",)),
        ),
        (
            "Models in this unit (excluding the Glass Dog) have a 4+ invulnerable save.",
            Save("invulnerable", 4, Selector("model", of=Selector(ref="this"), without=("GLASS DOG",))),
        ),
    ],
)
def test_invulnerable_saves_in_every_form(words: str, expected: Effect) -> None:
    assert effect(words) == expected


@pytest.mark.parametrize("needs", ["0+", "1+", "7+", "12+"])
@pytest.mark.parametrize(
    "words", ["This model has a {} invulnerable save.", "Models in this unit have the Feel No Pain {} ability."]
)
def test_a_save_that_no_die_decides_is_not_understood(words: str, needs: str) -> None:
    assert not read(words.format(needs)).understood
    assert read(words.format("6+")).understood
