"""Distances and attacks of which a sentence does not tell whose they are, and words for one or for several."""

import pytest

from warbook.effects import Each, If, Then
from warbook.effects.attack import Grant, Modifier, Save
from warbook.effects.instructions import MortalWounds
from warbook.effects.terms import All, Any, Did, Event, Has, Selector, State, Within
from warbook.parsing import text
from warbook.parsing.parse import read

from .reading import effect

THIS = Selector(ref="this")
THIS_MODEL = Selector("model", ref="this")
ATTACKER = Selector("model", ref="attacker")
ATTACK = Selector("attack", ref="that")


@pytest.mark.parametrize(
    "sentence",
    [
        'When an enemy unit within 6" ends a Normal move, this unit can make a Normal move of up to D6".',
        'While a friendly unit is within 6", add 1 to Charge rolls made for it.',
        'Each time an enemy unit within 9" is destroyed, this unit regains 1 lost wound.',
        'Each time an enemy unit within 5" makes an attack that targets this unit, add 1 to the Hit roll.',
        "Models in this unit have a 5+ invulnerable save against that attack.",
        'Each time this model destroys a unit, each unit within 4" of it must take a Battle-shock test.',
        "Until the end of the turn, this model has a 4+ invulnerable save against those attacks.",
    ],
)
def test_nobody_attacks(sentence: str) -> None:
    """A distance from the attacker, or a save against the attack, where nobody attacks or the attacker himself
    is so far away, is from nobody and against nothing; one from "it" may be from either of two."""
    assert not read(sentence).understood


def test_distance_from_that_unit() -> None:
    """The one that was destroyed, by its noun."""
    sentence = (
        'Each time this model destroys a unit, each unit within 4" of that unit must take a Battle-shock test.'
    )
    assert read(sentence).understood


def test_near_the_attacker() -> None:
    """Where somebody attacks, the distance is his."""
    near = Within(Selector(ref="it"), 5, ATTACKER)
    attack = Event("attacks", by=THIS_MODEL, to=Selector(side="enemy", where=(near,)))
    sentence = 'Each time this model targets an enemy unit within 5" with an attack, add 1 to the Hit roll.'
    assert effect(sentence) == Each(attack, Modifier("hit roll", "add", 1))


def test_save_against_that_attack() -> None:
    sentence = (
        "Each time an attack targets this unit, this unit has a 5+ invulnerable save against that attack."
    )
    assert effect(sentence) == Each(Event("targets", to=THIS), Save("invulnerable", 5, to=THIS))


def test_either_attack_of_one() -> None:
    """ "Or a melee attack that targets" says which melee attacks of the same model."""
    at_psyker = Did(Event("targets", to=Selector(keywords=("PSYKER",))))
    either = Any((State(ATTACK, "ranged"), All((State(ATTACK, "melee"), at_psyker))))
    sentence = (
        "Each time this model makes a ranged attack, or a melee attack that targets a PSYKER unit, "
        "add 1 to the Wound roll."
    )
    attack = Event("attacks", by=THIS_MODEL, where=(either,))
    assert effect(sentence) == Each(attack, Modifier("wound roll", "add", 1))


def test_attacks_of_two() -> None:
    """ "Or an attack targets" tells of attacks by anybody."""
    add = Modifier("hit roll", "add", 1)
    sentence = (
        "Each time this model makes a melee attack, or a melee attack targets this model, "
        "add 1 to the Hit roll."
    )
    assert effect(sentence) == Then(
        (
            Each(Event("attacks", by=THIS_MODEL, attacks="melee"), add),
            Each(Event("targets", to=THIS_MODEL, attacks="melee"), add),
        )
    )


@pytest.mark.parametrize(
    ("destroyed", "it"),
    [
        ("a model in this unit", Selector("model", ref="that")),
        ("this unit", Selector(ref="that")),
    ],
)
def test_who_destroyed_it(destroyed: str, it: Selector) -> None:
    """ "It" is the model where a model was destroyed."""
    told = text.read(f"Each time {destroyed} is destroyed, the unit that destroyed it suffers 2 mortal wounds.")
    (each,) = told.effects
    assert isinstance(each, Each)
    assert isinstance(each.then, MortalWounds)
    assert each.then.on.where == (Did(Event("destroyed", by=Selector(ref="it"), to=it)),)


def test_weapons_of_a_named_model() -> None:
    found = effect("This unit's Herald's melee weapons have the [LANCE] ability.")
    herald = Selector("model", name="Herald", of=THIS)
    assert found == Grant("weapon ability", ("lance",), Selector("weapon", of=herald, attacks="melee"))


def test_other_than_whom() -> None:
    """All other models are other than a model spoken of."""
    others = "All other models in this unit have a 5+ invulnerable save."
    save = Save("invulnerable", 5, to=Selector("model", of=THIS, count="all", other=True))
    assert not text.read(others, "ability").understood
    assert text.read(f"This model has the Stealth ability. {others}", "ability").effects == (
        Grant("ability", ("stealth",), THIS_MODEL),
        save,
    )


def test_any_other() -> None:
    """One of the others is enough."""
    near = Within(THIS, 6, Selector(side="friendly", count="any", other=True))
    found = effect('While this unit is within 6" of any other friendly units, add 1 to the Hit roll.')
    assert found == If(near, Modifier("hit roll", "add", 1))


def test_two_abilities_in_one_pair_of_brackets() -> None:
    found = effect("This unit's melee weapons have the [LANCE AND LETHAL HITS] ability.")
    assert found == Grant(
        "weapon ability", ("lance", "lethal hits"), Selector("weapon", of=THIS, attacks="melee")
    )


def test_models_of_the_same_unit() -> None:
    """Models with other wargear are of the unit told before."""
    told = text.read(
        "Models equipped with a shield in this unit have a 4+ invulnerable save, and "
        "models equipped with a banner have an Objective Control characteristic of 3."
    )
    banner = Selector("model", of=THIS, where=(Has(Selector(ref="it"), "weapon", ("banner",)),))
    (row,) = told.effects
    assert isinstance(row, Then)
    assert row.effects[1] == Modifier("objective control", "set", 3, banner)


@pytest.mark.parametrize("kind", [None, "ability"])
def test_a_name_alone_tells_nothing(kind: text.Kind | None) -> None:
    assert not text.read("ZZZ", kind).understood
