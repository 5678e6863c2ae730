"""Modifiers of characteristics and rolls, what they are set to, what of them is ignored."""

from __future__ import annotations

import pytest

from parsing.reading import effect
from warbook.effects import Choose, Each, If, Instead, Limited, May, Then, Until
from warbook.effects.attack import Grant, Ignore, Modifier, Reroll
from warbook.effects.instructions import Permit
from warbook.effects.terms import (
    Active,
    Compares,
    Counted,
    Did,
    Duration,
    Event,
    Has,
    Limit,
    Not,
    Selector,
    State,
    Within,
)
from warbook.parsing.parse import read

IT = Selector(ref="it")
BEARER = Selector("model", ref="bearer")
THIS = Selector("model", ref="this")
THAT_ATTACK = Selector("attack", ref="that")
TARGET = Selector(ref="target")
HIT, HARM = Modifier("hit roll", "add", 3), Modifier("damage roll", "add", 3)


def melee(of: Selector) -> Selector:
    return Selector("weapon", of=of, attacks="melee")


def test_several_characteristics_of_a_bearers_weapons() -> None:
    of = melee(BEARER)
    assert effect("Add 4 to the Attacks and Range characteristics of the bearer's melee weapons") == Then(
        (Modifier("attacks", "add", 4, of), Modifier("range", "add", 4, of))
    )


def test_characteristics_of_two_clauses_are_of_one_owner() -> None:
    of = Selector("weapon", of=BEARER)
    assert effect(
        "Add 4 to the Attacks characteristic and add 3 to the Range characteristic of the bearer's weapons"
    ) == Then((Modifier("attacks", "add", 4, of), Modifier("range", "add", 3, of)))


def test_characteristics_that_somebody_has() -> None:
    assert effect("Subtract 2 from the bearer's Toughness characteristic") == Modifier(
        "toughness", "subtract", 2, BEARER
    )


@pytest.mark.parametrize(
    ("words", "op", "value"),
    [
        ("halve the Strength characteristic of that attack", "divide", 2),
        ("double the Strength characteristic of that attack", "multiply", 2),
        ("worsen the Strength characteristic of that attack by 3", "worsen", 3),
        ("change the Strength characteristic of that attack to 9", "set", 9),
    ],
)
def test_every_way_to_change_a_characteristic(words: str, op: str, value: int) -> None:
    assert effect(words) == Modifier("strength", op, value, THAT_ATTACK)  # type: ignore[arg-type]


def test_reducing_armour_penetration_worsens_it() -> None:
    """It is a figure below zero: reduced by 1, -2 becomes -1."""
    assert effect("Reduce the Armour Penetration characteristic of that attack by 1") == Modifier(
        "armour penetration", "worsen", 1, THAT_ATTACK
    )


def test_what_is_counted_is_an_amount() -> None:
    near = Selector(
        "model", side="friendly", keywords=("ZORBLAX",), where=(Within(IT, 4, THIS),), count=1, other=True
    )
    read_as = effect(
        "Add 2 to the Attacks characteristic of this model's glass flail for each other friendly ZORBLAX model "
        'within 4" of this model (to a maximum of +8)'
    )
    assert isinstance(read_as, Modifier)
    assert isinstance(read_as.value, Counted)
    assert (read_as.what, read_as.op, read_as.of) == (
        "attacks",
        "add",
        Selector("weapon", of=THIS, name="glass flail"),
    )
    assert (read_as.value.times, read_as.value.per, read_as.value.most) == (2, 1, 8)
    assert (read_as.value.each.keywords, read_as.value.each.where) == (near.keywords, near.where)


def test_of_every_so_many() -> None:
    read_as = effect(
        "Add 1 to the Damage characteristic of that attack for every 3 models in that unit (rounding down)"
    )
    assert isinstance(read_as, Modifier)
    assert read_as.value == Counted(Selector("model", of=Selector(ref="that")), times=1, per=3)


def test_rolls_of_somebody() -> None:
    bearers = Selector(of=BEARER)
    assert effect("Add 2 to Advance and Charge rolls made for the bearer's unit") == Then(
        (Modifier("advance roll", "add", 2, bearers), Modifier("charge roll", "add", 2, bearers))
    )


def test_as_well_and_conditions_behind_clauses() -> None:
    below = Selector(ref="your")
    assert effect(
        "Add 3 to the Hit roll if your unit is attached, and add 3 to the Damage roll as well "
        "if your unit is Battle-shocked"
    ) == Then((If(State(below, "attached"), HIT), If(State(below, "battle-shocked"), HARM)))


def test_a_condition_that_may_belong_to_two_clauses_is_not_understood() -> None:
    assert not read(
        "Add 3 to the Hit roll and add 3 to the Damage roll if your unit is Battle-shocked"
    ).understood


def test_instead_is_around_all_clauses_before_it() -> None:
    assert effect("If your unit is attached, add 3 to the Hit roll and add 3 to the Damage roll instead") == If(
        State(Selector(ref="your"), "attached"), Instead(Then((HIT, HARM)))
    )


def test_a_second_trigger_stands_beside_the_first() -> None:
    first = Event("attacks", by=BEARER, attacks="ranged")
    second = Event("targets", to=BEARER)
    worse = Modifier("wound roll", "subtract", 3)
    assert effect(
        "Until the end of the battle, each time the bearer makes a ranged attack, add 3 to the Hit roll, "
        "and each time an attack targets the bearer, subtract 3 from the Wound roll"
    ) == Until(Duration("battle"), Then((Each(first, HIT), Each(second, worse))))


def test_a_condition_between_clauses_stays_within_their_trigger() -> None:
    assert effect(
        "Each time the bearer makes an attack, add 3 to the Hit roll and, if that attack targets a ZORBLAX "
        "unit, add 3 to the Damage roll as well"
    ) == Each(
        Event("attacks", by=BEARER),
        Then((HIT, If(Did(Event("targets", to=Selector(keywords=("ZORBLAX",)))), HARM))),
    )


def test_an_aside_in_place_of_what_stands_before_it() -> None:
    lance = Has(THAT_ATTACK, "ability", ("lance",))
    assert effect(
        "Re-roll a Damage roll of 2 (if that attack is made with a Lance weapon, you can re-roll the Damage "
        "roll instead)"
    ) == Then((Reroll("damage roll", "faces", (2,)), If(lance, Instead(Reroll("damage roll")))))


@pytest.mark.parametrize(
    ("which", "to"),
    [
        ("a unit that can FLY", Selector(where=(Has(IT, "keyword", ("FLY",)),))),
        ("a unit that cannot FLY", Selector(where=(Not(Has(IT, "keyword", ("FLY",))),))),
        ('a unit within 9"', Selector(where=(Within(IT, 9, Selector("model", ref="attacker")),))),
        (
            "a unit within half range",
            Selector(where=(Within(IT, "half range", Selector("model", ref="attacker")),)),
        ),
        ("the closest eligible target", Selector(where=(State(IT, "closest eligible target"),))),
        ("a MONSTER or VEHICLE unit", Selector(keywords=("MONSTER", "VEHICLE"))),
        ("an enemy unit (excluding MONSTERS)", Selector(side="enemy", without=("MONSTER",))),
        ("a Glazed unit", Selector(where=(Active("Glazed", IT),))),
        ("its quarry", Selector(where=(Active("quarry", IT),))),
        ("a unit with one or more Shard tokens", Selector(where=(Has(IT, "token", ("Shard",)),))),
    ],
)
def test_whom_an_attack_targets(which: str, to: Selector) -> None:
    assert effect(f"Each time this model makes an attack that targets {which}, add 3 to the Hit roll") == Each(
        Event("attacks", by=THIS, to=to), HIT
    )


@pytest.mark.parametrize(
    ("which", "condition"),
    [
        ("with its glass lance", Has(THAT_ATTACK, "weapon", ("glass lance",))),
        ("with a Torrent weapon", Has(THAT_ATTACK, "ability", ("torrent",))),
        ("with a Melta or Blast weapon", Has(THAT_ATTACK, "ability", ("melta", "blast"))),
        (
            "in a turn in which it charged",
            Did(Event("moves", by=Selector(ref="attacker"), moves=("charge",)), "turn"),
        ),
    ],
)
def test_how_an_attack_is_made(which: str, condition: object) -> None:
    assert effect(f"Each time this model makes an attack {which}, add 3 to the Hit roll") == Each(
        Event("attacks", by=THIS, where=(condition,)),  # type: ignore[arg-type]
        HIT,
    )


def test_a_psychic_attack_is_a_sort_of_attack() -> None:
    assert effect("Each time this model makes a Psychic Attack, add 3 to the Damage roll") == Each(
        Event("attacks", by=THIS, where=(Has(THAT_ATTACK, "ability", ("psychic",)),)), HARM
    )


def test_where_the_attacker_stands() -> None:
    near = Within(Selector("model", ref="attacker"), 7, TARGET)
    assert effect('If the attacking model is within 7", subtract 3 from the Hit roll') == If(
        near, Modifier("hit roll", "subtract", 3)
    )


def test_wounds_remaining_are_a_most() -> None:
    read_as = effect("While this model has 1-7 wounds remaining, subtract 1 from the Hit roll")
    assert isinstance(read_as, If)
    assert isinstance(read_as.condition, Compares)
    assert (read_as.condition.how, read_as.condition.right) == ("<=", 7)


def test_a_result_that_is_changed_is_the_players_choice() -> None:
    options = (Modifier("charge roll", "set", 5, BEARER), Modifier("save roll", "set", 5, BEARER))
    assert effect(
        "Once per battle, you can change the result of one Charge roll or one saving throw made for the "
        "bearer to an unmodified 5"
    ) == Limited(Limit("battle"), May(Choose(options)))


def test_who_ignores_what() -> None:
    assert effect("The bearer can ignore any or all modifiers to its characteristics") == Ignore(
        ("characteristics",), BEARER
    )


def test_what_is_ignored_and_what_is_not() -> None:
    assert effect(
        "You can ignore any or all modifiers to any roll or test made for the bearer (excluding modifiers to "
        "saving throws)"
    ) == Ignore(("rolls", "tests"), BEARER, except_=("save roll",))


def test_ignored_in_a_list_with_semicolons() -> None:
    assert effect(
        "You can ignore any or all modifiers to the following: the Damage roll; that attack's Range "
        "characteristic"
    ) == Ignore(("damage roll", "range"))


def test_who_may_be_targeted() -> None:
    far = Not(Within(Selector("model", ref="attacker"), 4, TARGET))
    assert effect(
        'The bearer cannot be targeted by melee attacks unless the attacking model is within 4"'
    ) == Permit("be targeted by melee attacks", BEARER, barred=True, where=(far,))


def test_abilities_of_attacks_that_are_made() -> None:
    assert effect("All melee attacks made by that model have the [PRECISION] ability") == Each(
        Event("attacks", by=Selector("model", ref="that"), attacks="melee"),
        Grant("weapon ability", ("precision",), THAT_ATTACK),
    )
