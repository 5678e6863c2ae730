"""Attacks like those spoken of, conditions that a comma sets apart, how far attackers are, limits of armies."""

import pytest

from parsing.reading import effect
from warbook.effects import Each, Effects, If, Limited, Reroll, Then
from warbook.effects.attack import Grant, Modifier, Save
from warbook.effects.terms import All, Did, Event, Has, Limit, Not, Selector, State, Within
from warbook.effects.terms import Any as AnyOf
from warbook.parsing.parse import read
from warbook.parsing.text import read_sentences

THIS = Selector(ref="this")
TARGET = Selector(ref="target")
ZORB = Selector(keywords=("ZORB",))
ATTACK = Selector("attack", ref="that")
HIT = Modifier("hit roll", "add", 1)
WOUND = Modifier("wound roll", "add", 1)
CHARGED = Did(Event("moves", by=THIS, moves=("charge",)), "turn")
SHOCKED = State(TARGET, "battle-shocked")


def effects(*told: str) -> Effects:
    found = read_sentences(told, "ability")
    assert found.understood
    return found.effects


def test_such_attacks_are_those_of_the_same_models() -> None:
    (told,) = effects(
        "Each time a ZORB model in this unit makes a melee attack, subtract 9 from the Hit roll.",
        "Each time such an attack targets a ZORB unit, you can re-roll the Wound roll.",
    )
    first, second = told.effects
    models = Selector("model", of=THIS, keywords=("ZORB",))
    assert first.event == Event("attacks", by=models, attacks="melee")
    assert second.event == Event("attacks", by=models, to=ZORB, attacks="melee")
    assert isinstance(second.then, Reroll)


def test_such_attacks_are_of_the_same_kind_when_allocated() -> None:
    (told,) = effects(
        "Each time a ranged psychic attack targets this unit, subtract 1 from the Hit roll.",
        "Each time such an attack is allocated to this model, subtract 1 from the Wound roll.",
    )
    second = told.effects[1].event
    assert (second.what, second.to, second.attacks) == ("allocated", Selector("model", ref="this"), "ranged")
    assert second.where == (Has(ATTACK, "ability", ("psychic",)),)


def test_such_attacks_of_one_sentence() -> None:
    (told,) = effects(
        "Each time a ZORB makes a melee attack, add 1 to the Hit roll, and each time such an attack targets "
        "a ZORB unit, add 1 to the Wound roll."
    )
    assert told.effects[1] == Each(Event("attacks", by=ZORB, to=ZORB, attacks="melee"), WOUND)


def test_if_such_an_attack_is_inside_the_attack() -> None:
    (told,) = effects(
        "Each time a ZORB makes a melee attack, add 1 to the Hit roll.",
        "If such an attack targets a ZORB unit, add 1 to the Wound roll.",
    )
    inside = If(Did(Event("targets", to=ZORB)), WOUND)
    assert told == Each(Event("attacks", by=ZORB, attacks="melee"), Then((HIT, inside)))


@pytest.mark.parametrize(
    "before",
    [
        "While this unit is Battle-shocked, add 1 to the Hit roll.",
        "Each time this unit is selected to shoot, add 1 to the Hit roll.",
        "Each time an attack targets a friendly GLASS unit, add 1 to the Hit roll.",
    ],
)
def test_such_attacks_where_none_were_told_that_they_may_be_like(before: str) -> None:
    such = "Each time such an attack targets a ZORB unit, add 1 to the Wound roll."
    assert [each.reading.understood for each in read_sentences([before, such], "ability").sentences] == [
        True,
        False,
    ]


def test_two_that_hold_together_or_another() -> None:
    told = effect("If this unit made a Charge move this turn and it is a melee attack, or if the target is "
                  "Battle-shocked, add 1 to the Hit roll.")  # fmt: skip
    assert told == If(AnyOf((All((CHARGED, State(ATTACK, "melee"))), SHOCKED)), HIT)


def test_one_or_two_that_hold_together_of_the_same_target() -> None:
    told = effect("If the target is a ZORB, or if it is a GLASS and this unit made a Charge move this turn, "
                  "subtract 9 from the Hit roll.")  # fmt: skip
    zorb, glass = (Has(TARGET, "keyword", (word,)) for word in ("ZORB", "GLASS"))
    assert told == If(AnyOf((zorb, All((glass, CHARGED)))), Modifier("hit roll", "subtract", 9))


@pytest.mark.parametrize("who", [Selector(ref="attacker"), Selector("model", ref="attacker")])
@pytest.mark.parametrize("word", ["if", "unless"])
def test_attackers_are_as_far_as_their_target(word: str, who: Selector) -> None:
    told = effect(f'{word.title()} the attacking {who.kind} is within 7", add 1 to the Hit roll.')
    near = Within(who, 7, TARGET)
    assert told == If(near if word == "if" else Not(near), HIT)


def test_once_for_a_whole_army() -> None:
    told = effect("Once per battle per army, this unit can shoot.")
    assert isinstance(told, Limited)
    assert told.limit == Limit("battle", each="army")


@pytest.mark.parametrize(
    "told",
    [
        "ZORB models have the Stealth ability, and a 5+ invulnerable save while this unit is Battle-shocked.",
        "Subtract 2 from the Hit roll, and the Wound roll if it is a melee attack.",
        "This model's maw has the [ANTI-ZORB 4+] and [LANCE] abilities, and [HEAVY] if it is Battle-shocked.",
        "Each time a ranged attack targets a ZORB, or a melee attack targets a GLASS while it is "
        "Battle-shocked, add 1 to the Hit roll.",
    ],
)
def test_a_condition_that_may_be_of_the_last_alone_is_not_understood(told: str) -> None:
    assert not read(told).understood


@pytest.mark.parametrize("pause", [",", ""])
def test_a_condition_set_apart_or_after_no_comma_is_of_both(pause: str) -> None:
    comma_and = ", and" if pause else " and"
    told = effect(
        f"ZORB models have the Stealth ability{comma_and} a 5+ invulnerable save{pause} "
        "if it is a melee attack."
    )
    models = Selector("model", keywords=("ZORB",))
    both = Then((Grant("ability", ("stealth",), models), Save("invulnerable", 5, models)))
    assert told == If(State(ATTACK, "melee"), both)
