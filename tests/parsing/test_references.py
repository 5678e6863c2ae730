"""What a sentence takes from before it: whose it is, what was chosen, such and those, other times."""

import pytest

from parsing.reading import effect
from warbook.effects import Choose, Each, If, Limited, May, Modifier, Outcome, Then, Until
from warbook.effects.attack import Critical, Grant, Reroll, Save
from warbook.effects.instructions import Act, MortalWounds, Move, Permit, Select
from warbook.effects.terms import (
    Active,
    Any,
    Compares,
    Counted,
    Did,
    Done,
    Duration,
    Event,
    Has,
    InRound,
    Leads,
    Limit,
    Measured,
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
THIS = Selector("model", ref="this")
YOURS = Selector(ref="your")
ATTACK = Selector("attack", ref="that")
PHASE = Duration("phase")


@pytest.mark.parametrize("done", ["When it does", "When doing so", "If used", "If you do"])
def test_what_was_offered_before(done: str) -> None:
    assert effect(f"{done}, add 1 to the Hit roll.") == If(Done(), Modifier("hit roll", "add", 1))


def test_an_option_by_the_words_of_its_rule() -> None:
    assert effect("If you chose to charge up, add 1 to the Hit roll.").condition == Active("charge up")


def test_states_that_a_rule_coins() -> None:
    assert effect("That unit is bedazzled.") == Grant("state", ("bedazzled",), THAT)
    hurt = effect("Each bedazzled enemy unit suffers 1 mortal wound.")
    assert hurt.on == Selector(side="enemy", count="all", where=(Active("bedazzled", IT),))


def test_what_is_done_to_a_unit_is_no_state() -> None:
    assert not read("That unit is healed.").understood


def test_they_are_the_weapons_where_weapons_have_it() -> None:
    told = effect("Double the Range characteristic of those weapons and they have the [LANCE] ability.")
    weapons = Selector("weapon", ref="those")
    assert told == Then(
        (Modifier("range", "multiply", 2, weapons), Grant("weapon ability", ("lance",), weapons))
    )


def test_rerolls_while_attacks_are_resolved() -> None:
    damage, wound = Reroll("damage roll", count=1), Reroll("wound roll", count=1)
    both = effect("Re-roll one Damage roll and re-roll one Wound roll when resolving its attacks.")
    assert both == Until(Duration("attacks"), Then((damage, wound)))
    either = effect("Re-roll one Damage roll or re-roll one Wound roll when resolving its attacks.")
    assert either == Until(Duration("attacks"), Choose((damage, wound)))


def test_a_class_or_a_state() -> None:
    told = effect("If that attack targets a PSYKER or Battle-shocked unit, add 1 to the Hit roll.")
    either = Any((Has(IT, "keyword", ("PSYKER",)), State(IT, "battle-shocked")))
    assert told.condition == Did(Event("targets", to=Selector(where=(either,))))


def test_either_of_two_near_something() -> None:
    told = effect('If this unit and/or that unit are within 7" of this model, add 1 to the Hit roll.')
    near = [Within(who, 7, THIS) for who in (Selector(ref="this"), THAT)]
    assert told.condition == Any(tuple(near))


def test_a_limit_twice_and_for_each_token() -> None:
    halved = Modifier("damage", "divide", 2, ATTACK)
    given = Each(Event("allocated", to=YOURS, attacks="melee", edge="after"), halved)
    assert effect(
        "Twice per battle, after a melee attack has been allocated to your unit, halve the Damage "
        "characteristic of "
        "that attack."
    ) == Limited(Limit("battle", 2), given)
    each = effect("Once per battle for each Glass Eye token this unit has, add 1 to the Hit roll.")
    assert each == Limited(Limit("battle", each="Glass Eye token"), Modifier("hit roll", "add", 1))


def test_battle_rounds_as_scopes() -> None:
    hit = Modifier("hit roll", "add", 1)
    assert effect("During the second and third battle rounds, add 1 to the Hit roll.") == If(
        InRound((2, 3)), hit
    )
    assert effect("From the fourth battle round onwards, add 1 to the Hit roll.") == If(
        InRound((4,), True), hit
    )


def test_more_for_each() -> None:
    told = effect(
        "For each model embarked within this model, add 1 to the Attacks characteristic of its maw (to "
        "a maximum of +4)."
    )
    counted = Counted(Selector("model", count="all", where=(Within(IT, "area", THIS),)), most=4)
    assert told == Modifier(
        "attacks", "add", counted, Selector("weapon", name="maw", of=Selector("model", ref="that"))
    )


def test_weapons_of_several_names_are_each_for_themselves() -> None:
    told = effect(
        "Glass pistols, glass guns and iron saws equipped by models in your unit have the [LANCE] ability."
    )
    bearers = Selector("model", of=YOURS)
    names = ("Glass pistols", "glass guns", "iron saws")
    given = (Grant("weapon ability", ("lance",), Selector("weapon", name=name, of=bearers)) for name in names)
    assert told == Then(tuple(given))


def test_counted_weapons() -> None:
    told = effect("If this model is equipped with two melee weapons, add 1 to the Hit roll.")
    counted = Counted(Selector("weapon", count="all", of=THIS, attacks="melee"))
    assert told.condition == Compares(counted, "=", 2)


def test_what_attacks_destroy_and_score() -> None:
    maw = (Has(ATTACK, "weapon", ("maw",)),)
    lost = effect(
        "Each time an attack made with this model's maw destroys an enemy model, add 1 to the Hit roll."
    )
    assert lost.event == Event("destroyed", by=THIS, to=Selector("model", side="enemy"), where=maw)
    scored = effect(
        "Each time a melee attack made by this model scores a Critical Wound, add 1 to the Damage roll."
    )
    critical = (State(ATTACK, "critical wound"),)
    assert scored.event == Event("wounded", by=THIS, attacks="melee", where=critical)


def test_such_an_attack_is_one_spoken_of_before() -> None:
    alone = "Each time such an attack destroys an enemy model, add 1 to the Hit roll."
    assert not read_sentences([alone], "ability").understood


def test_attacks_that_may_be_made_all_the_same() -> None:
    told = effect(
        "Your unit can still be selected as the target of melee attacks, but each time such an attack is made, "
        "subtract 2 from the Wound roll."
    )
    changed = Each(Event("targets", to=YOURS, attacks="melee"), Modifier("wound roll", "subtract", 2))
    assert told == Then((Permit("be targeted by melee attacks", YOURS), changed))


def test_a_limit_of_targets_with_another_for_some() -> None:
    told = effect(
        'This model can only be selected as the target of a melee attack if that model is within 7", '
        "or, if this "
        'model has the Stealth ability, if that model is within 5".'
    )
    usual, strict = (
        Permit(
            "be targeted by melee attacks", THIS, barred=True,
            where=(Not(Within(Selector("model", ref="that"), inches, Selector("model", ref="attacker"))),),
        )
        for inches in (7, 5)
    )  # fmt: skip
    assert told == If(Has(THIS, "ability", ("Stealth",)), strict, usual)


def test_no_pain_that_is_better_against_some() -> None:
    told = effect(
        "This model has the Feel No Pain 5+ ability, which is improved to Feel No Pain 3+ against "
        "mortal wounds."
    )
    assert told == Then((Save("feel no pain", 5, THIS), Save("feel no pain", 3, THIS, ("mortal",))))


def test_as_if_it_were_another_time() -> None:
    shooting = Window("shooting", whose="opponent")
    told = effect("This model can shoot as if it were your opponent's Shooting phase.")
    assert told == May(Act(THIS, "shoot", as_if=shooting))


def test_a_longer_move_in_place_of_the_usual_one() -> None:
    told = effect('Each time this model Consolidates, it can move up to 5" instead of up to 3".')
    assert told.then == Move(THAT, "that", 5, instead_of=3)


def test_a_charge_at_somebody() -> None:
    told = effect('If it targets an enemy unit within 9" of this model, you can re-roll the Charge roll.')
    near = Selector(side="enemy", where=(Within(IT, 9, THIS),))
    assert told == If(Did(Event("charge declared", to=near)), Reroll("charge roll"))


def test_an_ability_under_a_condition_goes_to_the_owner_before() -> None:
    given = effect("Ranged weapons equipped by this model have the [HEAVY] ability.")
    more = effect("The [BLAST] ability if the Rite of Glass is active for your army.")
    weapons = Selector("weapon", of=THIS, attacks="ranged")
    heavy, blast = (Grant("weapon ability", (name,), weapons) for name in ("heavy", "blast"))
    assert composed([given, more]) == (Then((heavy, If(Active("Rite of Glass"), blast))),)


def test_a_stop_behind_a_number_parts_sentences() -> None:
    told = effect("The bearer has a Save characteristic of 2+. The bearer has the Stealth ability.")
    bearer = Selector("model", ref="bearer")
    assert told == Then((Modifier("save", "set", 2, bearer), Grant("ability", ("stealth",), bearer)))
    text = read_sentences(["This model has a Save characteristic of 2+"])
    assert text.understood


def test_conditions_of_a_clause_with_a_scope_before_it() -> None:
    told = effect(
        "Each time this model makes an attack, add 1 to the Hit roll, and when making such an attack, "
        "if your unit is "
        "Battle-shocked, a successful unmodified Hit roll of 4+ scores a Critical Hit."
    )
    critical = If(State(YOURS, "battle-shocked"), Critical("hit", 4, successful=True))
    assert told == Each(Event("attacks", by=THIS), Then((Modifier("hit roll", "add", 1), critical)))


def test_persons_and_weapons_by_names_of_their_own() -> None:
    told = effect("While Old Zorblax is leading a unit, add 1 to the Hit roll.")
    assert told.condition == Leads(Selector("model", name="Old Zorblax"), Selector())
    assert effect("Zorbfang has the [LANCE] ability.") == Grant(
        "weapon ability", ("lance",), Selector("weapon", of=Selector(ref="this"), name="Zorbfang")
    )
    assert effect("Infantry has the Stealth ability.").to == Selector(keywords=("INFANTRY",))


def test_classes_in_small_letters() -> None:
    assert effect("That Psyker suffers 1 mortal wound.").on == Selector(
        "model", ref="that", keywords=("PSYKER",)
    )
    assert effect("That Psyker's unit suffers 1 mortal wound.").on == Selector(
        of=Selector("model", ref="that", keywords=("PSYKER",))
    )


def test_your_unit_by_its_keywords_is_no_unit_that_a_rule_chose() -> None:
    assert effect("Your Glass Guard unit suffers 1 mortal wound.").on == Selector(
        ref="your", keywords=("GLASS GUARD",)
    )


def test_an_unmodified_roll_of_the_attack() -> None:
    told = effect("On an unmodified saving throw of 6, your unit suffers 1 mortal wound.")
    assert told.condition == Compares(Measured("unmodified save roll", ATTACK), "=", 6)


def test_what_attacks_of_a_time_destroyed() -> None:
    told = effect("If one or more attacks made by this unit this turn destroyed a unit, add 1 to the Hit roll.")
    assert told.condition == Did(Event("destroyed", by=Selector(ref="this"), to=Selector()), "turn")


def test_a_weapon_picked_for_what_it_then_has() -> None:
    told = effect("Select one ranged weapon equipped by this model to have the [HEAVY] ability.")
    given = Grant("weapon ability", ("heavy",), Selector("weapon", ref="that"))
    assert told == Then((Select(Selector("weapon", of=THIS, attacks="ranged")), given))


def test_a_distance_that_the_attacker_is_beyond() -> None:
    told = effect('If the attacking model is more than 17" away, subtract 1 from the Hit roll.')
    attacker = Selector("model", ref="attacker")
    assert told.condition == Not(Within(attacker, 17, Selector(ref="target")))


def test_one_ability_in_place_of_another() -> None:
    told = effect("This model's maw has the [LANCE] ability instead of [HEAVY].")
    maw = Selector("weapon", of=THIS, name="maw")
    lost = Grant("weapon ability", ("heavy",), maw, lost=True)
    assert told == Then((Grant("weapon ability", ("lance",), maw), lost))


def test_results_of_which_one_ends_before_what_follows() -> None:
    dice = effect("Roll one D6 for each enemy unit.")
    told = effect(
        "On a 5+, that unit is struck by spores; after resolving those attacks, each unit struck by "
        "spores suffers 2 mortal wounds."
    )
    struck = Selector(count="all", where=(Active("struck by spores", IT),))
    after = Each(Event("resolves attacks", by=Selector(ref="attacker"), edge="after"), MortalWounds(2, struck))
    first, *rest = composed([dice, told])
    assert first.outcomes == (Outcome(5, Grant("state", ("struck by spores",), THAT)),)
    assert rest == [after]
