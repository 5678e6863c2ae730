"""Picking two at once, dice that differ by who rolls, what only announces, and what is so no longer."""

from parsing.reading import effect
from warbook.effects import (
    Each,
    Effects,
    If,
    Instead,
    May,
    Modifier,
    OnRoll,
    Outcome,
    Reroll,
    Then,
    Unparsed,
)
from warbook.effects.attack import Grant
from warbook.effects.instructions import Act, Attach, MortalWounds, Permit, Select, SetUp
from warbook.effects.terms import (
    Active,
    All,
    Controls,
    Did,
    Event,
    Has,
    Not,
    Selector,
    State,
    Window,
    Within,
)
from warbook.parsing.text import read
from warbook.rules.engagement import WeaponSpec
from warbook.systems.wh40k10.effects.holds import called

IT = Selector(ref="it")
THAT = Selector(ref="that")
THIS = Selector("model", ref="this")
YOUR = Selector(ref="your")


def ability(text: str) -> Effects:
    """The effects of a text of which every sentence was understood."""
    reading = read(text, "ability")
    assert reading.understood, [each.reading.rest for each in reading.sentences]
    return reading.effects


def test_who_embarks_has_no_choice() -> None:
    ride = Selector(ref="that", keywords=("TRANSPORT",))
    assert effect("Your unit embarks within that TRANSPORT.") == Attach(YOUR, ride, "embark", must=True)
    assert effect("Your unit can embark within that TRANSPORT.") == Attach(YOUR, ride, "embark")


def test_destroyed_models_are_no_destroyed_units() -> None:
    text = "This Stratagem cannot be used to return destroyed GRUBLING models to Attached units."
    dead, whole = State(IT, "destroyed"), Selector(where=(State(IT, "attached"),))
    models = Selector("model", keywords=("GRUBLING",), where=(dead,))
    assert effect(text) == Permit("be returned", models, barred=True, to=whole)


def test_two_picked_at_once() -> None:
    text = "Select one GRUBLING model in your unit and one enemy unit visible to this model."
    seen = effect("Select one enemy unit visible to this model.")
    assert effect(text) == Then((Select(Selector("model", keywords=("GRUBLING",), of=YOUR)), seen))


def test_two_keywords_of_those_picked_are_one_pick() -> None:
    told = effect("Select a number of MUDKIN and OAKLING units from your army.")
    assert told == Select(Selector(side="friendly", count="any", keywords=("MUDKIN", "OAKLING")))


def test_other_dice_for_others() -> None:
    text = (
        "Roll one D6 for each GRUBLING model in your unit, or roll three D6 if your unit has the OGREKIN "
        "keyword, or roll five D6 instead if your unit is a COLOSSUS unit: "
        "for each 5+, that enemy unit suffers 1 mortal wound."
    )
    harm = (Outcome(5, then=MortalWounds(1, Selector(ref="that", side="enemy"))),)
    models = Selector("model", count="all", keywords=("GRUBLING",), of=YOUR)
    plain, ogre, colossus = OnRoll(harm, each=models), OnRoll(harm, 3), OnRoll(harm, 5)
    last = If(Has(YOUR, "keyword", ("COLOSSUS",)), colossus, plain)
    assert effect(text) == If(Has(YOUR, "keyword", ("OGREKIN",)), ogre, last)


def test_dice_for_the_lost_where_some_are_left() -> None:
    text = "Each time a GRUBLING model in this unit is destroyed, if this unit is not destroyed, roll one D6."
    lost = Event("destroyed", to=Selector("model", keywords=("GRUBLING",), of=Selector(ref="this")))
    assert effect(text) == Each(lost, If(Not(State(Selector(ref="this"), "destroyed")), OnRoll(())))


def test_whatever_is_rolled_for_it() -> None:
    text = "Re-roll any rolls made for this model while it is performing a Slow Waltz."
    assert effect(text) == If(Active("Slow Waltz", THAT), Reroll("roll", of=THIS))


def test_movement_is_move() -> None:
    told = effect('Add 2" to the Movement characteristic of models in this unit.')
    assert told == Modifier("move", "add", 2, Selector("model", of=Selector(ref="this")))


def test_no_more_than_so_many_in_an_army() -> None:
    many = Selector("model", side="friendly", count=3, keywords=("MUDKING",), or_more=True)
    told = effect("You cannot include more than two MUDKING models in your army.")
    assert told == Permit("be included", many, barred=True)


def test_who_used_it_acts() -> None:
    user = Selector(where=(Did(Event("uses", by=IT, name="this")),))
    told = effect("The unit using this ability can fight as if it were the Fight phase.")
    assert told == May(Act(user, "fight", as_if=Window("fight")))


def test_near_a_marker_in_a_state() -> None:
    rusty = Selector("objective", side="friendly", where=(Active("Rusty", IT),))
    near = Within(Selector(ref="target"), "rustle range", rusty)
    text = "If the target is within Rustle Range of a Rusty objective marker you control, add 1 to Hit rolls."
    assert effect(text) == If(near, Modifier("hit roll", "add", 1))


def test_new_targets_for_attacks_whose_target_is_gone() -> None:
    (told,) = ability(
        "Each time a ranged attack targets this model's unit, you can remove this model's unit from the "
        'battlefield and set it back up again anywhere that is more than 7" away from all enemy '
        "models. If this model is not an eligible target, your opponent can select new targets for "
        "those attacks that have targeted this unit."
    )
    assert isinstance(told, Each)
    assert isinstance(told.then, Then)
    gone, again = told.then.effects
    unit = Selector(ref="this")
    attacks = Selector("attack", count="any", where=(Did(Event("targets", by=IT, to=unit)),))
    other = Permit("select new targets", Selector("player", side="enemy"), to=attacks)
    assert isinstance(gone, May)
    assert isinstance(gone.then, SetUp)
    assert gone.then.removed
    assert again == If(Not(State(THIS, "eligible target")), other)


def test_new_targets_for_the_attackers() -> None:
    all_of_them = Selector("attack", count="all", of=THAT)
    told = effect("Your opponent can then select new targets for that unit's attacks.")
    assert told == Permit("select new targets", Selector("player", side="enemy"), to=all_of_them)


def test_what_only_announces_areas_gives_none() -> None:
    zone = Selector("area", side="friendly", name="deployment zone")
    told = ability(
        "Certain areas of the battlefield are within your army's Mud Ring, as follows:\n"
        "■ Your deployment zone is always within your army's Mud Ring."
    )
    assert told == (Grant("state", ("within Mud Ring",), zone),)


def test_abilities_told_by_their_sentences_are_within_the_condition() -> None:
    (told,) = ability(
        "If your Army Faction is MUDKIN, each model from your army with this ability has the following Mud "
        "abilities:\n■ Each time this model makes an attack, add 1 to the Hit roll.\n"
        "■ Each time an attack targets this model, subtract 1 from the Wound roll."
    )
    army = Selector("army", side="friendly")
    hits = Each(Event("attacks", by=THIS), Modifier("hit roll", "add", 1))
    wounds = Each(Event("targets", to=THIS), Modifier("wound roll", "subtract", 1))
    assert told == If(Has(army, "keyword", ("MUDKIN",)), Then((hits, wounds)))


def test_a_weapon_whose_name_ends_in_weapons_is_meant_without_them() -> None:
    sweep = WeaponSpec("Rustforged weapons - sweep", "melee", 8, 6, 1, skill="3+")
    assert called(sweep, "rustforged")
    assert called(sweep, "Rustforged weapons")
    assert not called(sweep, "rust")


def test_a_marker_has_an_ability_as_one_of_a_class_would() -> None:
    marker = Selector("objective", ref="that")
    rusted = All((Active("Rusted", Selector("objective")), Controls("you", marker)))
    held = "While an objective marker is Rusted and under your control"
    song = f"{held}, that objective marker has the Slow Song ability"
    sung = Grant("ability", ("Slow Song",), marker)
    classed = Then((sung, Grant("keyword", ("MUDKIN",), marker)))
    assert effect(f"{song}.") == If(rusted, sung)
    assert effect(f"{song} as if it was a MUDKIN model.") == If(rusted, classed)


def test_a_bracket_that_says_what_follows_adds_nothing() -> None:
    song = "In your Command phase, this model gains the Slow Song ability"
    told = ability(f'{song} (so enemies within 7" of it are slow).')
    assert told == (effect(f"{song}."),)


def test_a_bracket_is_kept_of_what_is_not_understood() -> None:
    text = 'This zorb glibs (so enemies within 7" of it are slow)'
    (told,) = read(f"{text}.", "ability").effects
    assert isinstance(told, Unparsed)
    assert told.text == text


def test_a_result_that_is_treated_as_another() -> None:
    assert effect("Treat the result as an unmodified roll of 5 instead.") == Instead(Modifier("roll", "set", 5))
