"""Whose and which: attacks with its own weapons, its own targets, the models of a unit, such units."""

import pytest

from warbook.effects import Choose, Each, Effects, If, Modifier, Until, Use
from warbook.effects.attack import Grant, Save
from warbook.effects.instructions import Attach, Permit, Select
from warbook.effects.terms import (
    Active,
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
from warbook.parsing.text import read
from warbook.systems.wh40k10.effects.holds import means

IT = Selector(ref="it")
THAT = Selector(ref="that")
THIS = Selector("model", ref="this")
ATTACK = Selector("attack", ref="that")
MODELS = Selector("model", of=Selector(ref="this"))
ITS_MODELS = Selector("model", of=THAT)


def ability(text: str) -> Effects:
    """The effects of a text of which every sentence was understood."""
    reading = read(text, "ability")
    assert reading.understood, [each.reading.rest for each in reading.sentences]
    return reading.effects


def test_attacks_with_its_weapon_are_its_own() -> None:
    text = "After this model has fought, select one unit hit by one or more attacks made with its zorb gun."
    (told,) = ability(text)
    gun = Has(ATTACK, "weapon", ("zorb gun",))
    hit = Did(Event("hit", by=Selector("model", ref="that"), to=IT, where=(gun,)))
    assert told.then == Select(Selector(where=(hit,)))


def test_who_makes_them_is_who_is_said_to() -> None:
    (told,) = ability("Each time this model makes an attack with its zorb gun, add 1 to the Hit roll.")
    assert told.event == Event("attacks", by=THIS, where=(Has(ATTACK, "weapon", ("zorb gun",)),))


@pytest.mark.parametrize(("its", "whose"), [("their", Selector(ref="those")), ("its", THAT)])
def test_a_unit_that_is_somebodys_is_not_any_in_that_state(its: str, whose: Selector) -> None:
    (told,) = ability(f"Each time a model in this unit targets {its} Glimmered unit, add 1 to the Hit roll.")
    assert told.event.to == Selector(where=(Active("Glimmered", IT, whose),))


def test_a_quarry_is_that_of_the_rule() -> None:
    (told,) = ability("Each time this model makes an attack that targets its quarry, re-roll the Wound roll.")
    assert told.event.to == Selector(where=(Active("quarry", IT),))


def test_its_move_is_that_of_the_models_of_a_unit() -> None:
    (told,) = ability('While a unit is glimmered, subtract 2" from its Move characteristic.')
    assert told == If(Active("glimmered", Selector()), Modifier("move", "subtract", 2, ITS_MODELS))


def test_its_move_is_that_of_the_model_spoken_of() -> None:
    (told,) = ability('While a friendly ZORB model is glimmered, add 2" to its Move characteristic.')
    assert told.then == Modifier("move", "add", 2, Selector("model", ref="that"))


def test_its_weapons_are_those_of_the_models_of_a_unit() -> None:
    (told,) = ability("While a unit is glimmered, its ranged weapons have the [ASSAULT] ability.")
    assert told.then.to == Selector("weapon", of=ITS_MODELS, attacks="ranged")


def test_they_after_weapons_are_the_weapons() -> None:
    (told,) = ability("Ranged weapons in this unit have the [ASSAULT] ability, but they can only target ZORBS.")
    assert told.effects[1] == Permit(
        "target others", Selector("weapon", ref="those"), barred=True, to=Selector(keywords=("ZORBS",))
    )


def test_what_they_have_while_they_are_so() -> None:
    (told,) = ability(
        "Models in ZORB units from your army have a 5+ invulnerable save while they are not Battle-shocked."
    )
    assert told == Save("invulnerable", 5, _not("battle-shocked"))


def _not(state: str) -> Selector:
    zorbs = Selector(side="friendly", keywords=("ZORB",))
    return Selector("model", of=zorbs, where=(Not(State(IT, state)),))


def test_such_a_unit_is_any_that_the_rule_before_is_for() -> None:
    zorbs = Selector(side="friendly", keywords=("ZORB", "GLIM"))
    first, second = ability(
        "Add 1 to Charge rolls made for ZORB and GLIM units from your army. Each time such a unit is selected "
        "to fight, models in that unit have a 5+ invulnerable save until the end of the phase."
    )
    assert first == Modifier("charge roll", "add", 1, zorbs)
    assert second.event == Event("selected", to=zorbs, acts=("fight",))


def test_other_targets_of_the_same_attacks() -> None:
    (told,) = ability(
        "Each time this model makes an attack that targets a ZORB unit, halve the Damage roll. "
        "Each time this model makes an attack that targets a GLIM unit, double the Damage roll instead."
    )
    at = {name: Did(Event("targets", to=Selector(keywords=(name,)))) for name in ("ZORB", "GLIM")}
    one, two = (Modifier("damage roll", op, 2) for op in ("divide", "multiply"))
    assert told == Each(Event("attacks", by=THIS), If(at["GLIM"], two, If(at["ZORB"], one)))


def test_it_is_the_attack_that_had_what_is_replaced() -> None:
    (told,) = ability(
        "Each time this model makes an attack that targets a ZORB unit, that attack has the [LANCE] ability. "
        'If that attack targets a unit within 6", it has the [SUSTAINED HITS 1] ability instead.'
    )
    near = Selector(where=(Within(IT, 6, Selector("model", ref="attacker")),))
    better = Grant("weapon ability", ("sustained hits 1",), ATTACK)
    assert told.then == If(Did(Event("targets", to=near)), better, Grant("weapon ability", ("lance",), ATTACK))


def test_a_choice_for_the_battle_is_made_once_and_holds_on() -> None:
    marker = Selector("objective", ref="that")
    picked, standing = ability(
        "At the start of the battle, select one objective marker. While this model is within range of that "
        "objective marker, add 1 to its Objective Control characteristic."
    )
    assert picked.windows == (Window("battle", edge="start"),)
    assert standing.condition == Within(THIS, "range", marker)


def test_units_of_a_list_are_no_headings() -> None:
    told = ability("This model can be attached to the following units:\n■ ZORB SQUAD\n■ Glim Riders")
    assert told == (Attach(THIS, Selector(keywords=("ZORB SQUAD", "GLIM RIDERS"))),)


def test_what_was_chosen_before_may_be_chosen_again() -> None:
    reading = read(
        "That Glass Rite is active for your unit instead of any other Glass Rite, even if you have already "
        "selected that Glass Rite this battle.",
        "effect",
    )
    (told,) = reading.effects
    again = Permit("be selected again", Selector("ability", ref="that", name="Glass Rite"))
    assert told.effects[-1] == again


def test_one_of_several_abilities_by_which_it_is_set_up() -> None:
    (told,) = ability("Each time this unit is set up using the Deep Zorb or Glim Gate ability, it can shoot.")
    names = [each.event.name for each in told.effects]
    assert names == ["Deep Zorb", "Glim Gate"]


def test_a_keyword_may_be_printed_like_a_name() -> None:
    officer = Selector("model", name="Officer")
    assert means(officer, "Zorb Captain", ("INFANTRY", "OFFICER"))
    assert means(officer, "Officer", ())
    assert not means(officer, "Zorb Trooper", ("INFANTRY",))


def test_what_no_pronoun_changes_stays_the_very_effect_of_its_sentence() -> None:
    found = read("QUELL model only.\nAdd 1 to the Attacks characteristic of its weapons.", "enhancement")
    assert all(each.reading.effect is told for each, told in zip(found.sentences, found.effects, strict=True))


def play(text: str) -> Effects:
    """The effects of a play, of which every sentence was understood."""
    reading = read(text, "effect")
    assert reading.understood, [each.reading.rest for each in reading.sentences]
    return reading.effects


SAVED = "Until the end of the turn, models in your unit have a 5+ invulnerable save. "


def test_what_a_plays_unit_has_besides_lasts_as_long() -> None:
    (told,) = play(f"{SAVED}Each time your unit makes an attack, halve the Damage roll.")
    assert told.duration == Duration("turn")
    saved, attacking = told.then.effects
    assert isinstance(saved, Save)
    assert attacking.event == Event("attacks", by=Selector(ref="your"))


def test_what_happens_besides_happens_at_once() -> None:
    lasting, happening = play(f"{SAVED}In addition, if your unit is a ZORB unit, you gain 1CP.")
    assert isinstance(lasting, Until)
    assert happening.condition == Has(Selector(ref="your"), "keyword", ("ZORB",))


def test_what_holds_besides_what_is_replaced_is_not_for_each_attack() -> None:
    attacking, besides = play(
        "Until the end of the turn, each time your unit makes a melee attack, halve the Damage roll. If "
        "your unit is glimmered, double the Damage roll instead and, until the end of the turn, it is dazed."
    )
    glimmered = Active("glimmered", Selector(ref="your"))
    assert attacking.then.then == If(
        glimmered, *(Modifier("damage roll", op, 2) for op in ("multiply", "divide"))
    )
    assert besides == If(glimmered, Until(Duration("turn"), Grant("state", ("dazed",), THAT)))


def test_the_word_for_a_sort_is_no_part_of_the_last_name() -> None:
    chosen, _ = play(
        "Select the Glass Song, Zorb Chant or Rite of Glim Litany. Until the end of the turn, that Litany is "
        "active for your unit."
    )
    assert chosen == Choose((Use("Glass Song"), Use("Zorb Chant"), Use("Rite of Glim")))


def test_what_is_said_of_the_one_that_a_result_picked_is_for_that_result() -> None:
    (rolled,) = play(
        'Roll one D6: on a 2+, select one ZORB unit within 6" of your model. Until the end of the turn, it '
        "is glimmered."
    )
    (outcome,) = rolled.outcomes
    picked, lasting = outcome.then.effects
    assert isinstance(picked, Select)
    assert lasting == Until(Duration("turn"), Grant("state", ("glimmered",), THAT))


@pytest.mark.parametrize(
    "state", ["was Battle-shocked", "was in Reserves", "was below its Starting Strength", "was leading a unit"]
)
def test_what_was_so_is_not_read_as_what_is(state: str) -> None:
    assert not read(f"If your unit {state}, you gain 1CP.", "effect").understood
    assert read(f"If your unit {state.replace('was', 'is')}, you gain 1CP.", "effect").understood


def test_what_was_so_as_something_happened() -> None:
    (told,) = play("If your unit was destroyed while it was Battle-shocked, you gain 1CP.")
    shocked = State(Selector(ref="your"), "battle-shocked")
    assert told.condition == Did(Event("destroyed", to=Selector(ref="your"), where=(shocked,)))
