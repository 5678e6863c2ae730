"""After a deed of this phase, one of two that does something, who was attached when, re-rolls."""

import pytest

from parsing.reading import effect
from warbook.effects import At, Choose, Each, Effect, If, Limited, May, Then, Until
from warbook.effects.attack import Grant, Modifier, Reroll
from warbook.effects.instructions import Attach, Gain, Named, Permit, PlayCost, Return, Select
from warbook.effects.terms import (
    All,
    Did,
    Done,
    Duration,
    Event,
    Has,
    Limit,
    Not,
    Selector,
    State,
    Window,
    Within,
)

IT = Selector(ref="it")
THAT = Selector(ref="that")
YOUR = Selector(ref="your")
ENEMY = Selector(side="enemy")
THIS_UNIT = Selector(ref="this")
THIS = Selector("model", ref="this")
QUELL = Selector(ref="that", keywords=("QUELL",))
LEADER = (Has(IT, "ability", ("leader",)),)
BY_BLADES = "as the result of a melee attack"
AT_US = "your unit is one of the targets of that charge"
CHOSEN = "one of the following effects to apply"
ONLY_NEAR = "only within Engagement Range of"
NEARER = "closer to the closest enemy model"
CLOSE = "as close as possible to"
STANDING = "set up or end any type of move"
OTHERWISE = "by other means"
LATE = "arrive on the battlefield from Reserves"
STEP = "the Declare Battle Formations step"


def test_after_a_deed_of_this_phase() -> None:
    told = effect("After your unit has shot this phase, select one enemy unit.")
    after = Event("shoots", by=YOUR, edge="after")
    assert told == Until(Duration("phase"), Each(after, Select(ENEMY)))


def test_one_of_two_does_it() -> None:
    gains = Gain("cp", 1)
    moves = tuple(Event("moves", by=who, edge="end") for who in (THIS, ENEMY))
    assert effect("Each time this model or an enemy unit ends a move, you gain 1CP.") == Then(
        tuple(Each(event, gains) for event in moves)
    )


def test_two_classes_before_one_noun_are_one_subject() -> None:
    told = effect("Each time a ZORBLAX or QUELL unit ends a move, you gain 1CP.")
    assert told == Each(Event("moves", by=Selector(keywords=("ZORBLAX", "QUELL")), edge="end"), Gain("cp", 1))


def test_the_first_unit_destroyed_by_a_melee_attack() -> None:
    told = effect(f"The first time this unit destroys an enemy unit {BY_BLADES}, you gain 1CP.")
    assert told == Each(Event("destroyed", by=THIS_UNIT, to=ENEMY, attacks="melee", first=True), Gain("cp", 1))


def test_a_charge_and_one_of_its_targets() -> None:
    told = effect(f"Each time an enemy unit declares a charge and {AT_US}, subtract 2 from the Charge roll.")
    assert told == Each(Event("charge declared", by=ENEMY, to=YOUR), Modifier("charge roll", "subtract", 2))


def test_who_was_attached_as_the_battle_was_made_ready() -> None:
    told = effect(f"If a QUELL from your army is attached to this unit during {STEP}, that model is glazed.")
    quell = Selector(side="friendly", keywords=("QUELL",))
    assert told == If(
        Did(Event("attached", by=quell, to=THIS_UNIT), "declare battle formations"),
        Grant("state", ("glazed",), Selector("model", ref="that")),
    )
    led = effect(f"If this unit has a Leader unit attached to it during {STEP}, that Leader unit is glazed.")
    assert led == If(
        Did(Event("attached", by=Selector(where=LEADER), to=THIS_UNIT), "declare battle formations"),
        Grant("state", ("glazed",), Selector(ref="that", where=LEADER)),
    )


def test_becomes_a_leader() -> None:
    assert effect("The bearer now attaches to that unit as its Leader.") == Attach(
        Selector("model", ref="bearer"), THAT, must=True
    )


def test_shocked_by_another_rule() -> None:
    told = effect(f"If that enemy unit is also Battle-shocked {OTHERWISE}, subtract 2 from that test.")
    who = Selector(ref="that", side="enemy")
    assert told == If(State(who, "battle-shocked by other means"), Modifier("roll", "subtract", 2))


@pytest.mark.parametrize(
    ("rolled", "reroll"),
    [
        ("the dice to determine how far your unit can move", Reroll("roll")),
        ("the D6 to determine the distance of its Surge move", Reroll("roll")),
        ("the dice to determine the number of attacks made", Reroll("attack roll")),
    ],
)
def test_rolls_that_say_how_far_or_how_many(rolled: str, reroll: Effect) -> None:
    assert effect(f"You can re-roll {rolled}.") == reroll


def test_only_near_units_of_a_class() -> None:
    told = effect(f"While an enemy unit is {ONLY_NEAR} one or more QUELL units, add 1 to that roll.")
    quell, others = Selector(count="any", keywords=("QUELL",)), Selector(count="any", without=("QUELL",))
    near = Within(ENEMY, "engagement range", quell)
    assert told == If(All((near, Not(Within(THAT, "engagement range", others)))), Modifier("roll", "add", 1))


def test_heals_from_where_it_stands() -> None:
    whom = Selector(side="friendly", keywords=("QUELL",), where=(Within(IT, 5, THIS),))
    for near in ('within 5"', 'within 5" of it'):
        assert effect(f"This model can heal one friendly QUELL unit {near}.") == May(Named("heal", THIS, whom))


def test_choices_for_weapons_for_a_time() -> None:
    told = effect(
        f"Select {CHOSEN} to melee weapons equipped by models in that QUELL unit until the end of the turn:"
    )
    blades = Selector("weapon", of=Selector("model", of=QUELL), attacks="melee")
    assert told == Until(Duration("turn"), Choose((), to=blades))


def test_models_by_their_printed_name_return() -> None:
    told = effect("Return up to D3 destroyed Zorblax Tenders to this unit.")
    assert told == Return(Selector("model", count="D3", up_to=True, name="Zorblax Tenders"), THIS_UNIT)


def test_dice_that_show_a_value() -> None:
    assert effect("You gain 2 Glass dice showing a value of 5.") == Gain("Glass of value 5", 2)


def test_plays_for_nothing() -> None:
    assert effect("You can use the Rite of Glass Stratagem for 0CP.") == PlayCost(
        play=("Rite of Glass",), set=0
    )
    both = effect(
        "You can target this unit with the Rite of Glass Stratagem or the Old Song Stratagem for 0CP."
    )
    assert both == PlayCost(THIS_UNIT, ("Rite of Glass", "Old Song"), set=0)


def test_arriving_units_kept_away() -> None:
    told = effect(f'Enemy units that {LATE} cannot be set up within 7" of this model.')
    arriving = Selector(side="enemy", where=(Did(Event("arrives", by=IT, name="reserves")),))
    assert told == Permit("be set up", arriving, barred=True, where=(Within(IT, 7, THIS),))


def test_embarked_as_the_battle_starts() -> None:
    told = effect("If this unit starts the battle embarked within a TRANSPORT, this unit is glazed.")
    aboard = (State(THIS_UNIT, "embarked"), Within(THIS_UNIT, "area", Selector(keywords=("TRANSPORT",))))
    assert told == If(
        Did(Event("starts battle", by=THIS_UNIT, where=aboard)), Grant("state", ("glazed",), THIS_UNIT)
    )


def test_flies_and_moves_so_far() -> None:
    bearer = Selector("model", ref="bearer")
    assert effect('The bearer can FLY and has a Move characteristic of 11".') == Then(
        (Grant("keyword", ("FLY",), bearer), Modifier("move", "set", 11, bearer))
    )


def test_a_move_that_ends_near_although_not_nearer() -> None:
    told = effect(
        f"It does not need to end that move {NEARER}, provided it ends it {CLOSE} the closest enemy unit."
    )
    closest = (State(IT, "closest"),)
    there = Within(THAT, "as close as possible", Selector(side="enemy", where=closest))
    nearer = Within(IT, "closer", Selector("model", side="enemy", where=closest))
    assert told == If(
        Did(Event("moves", by=THAT, edge="end", moves=("that",), where=(there,))),
        Permit("end that move", THAT, where=(Not(nearer),)),
    )


def test_more_on_a_psychic_test() -> None:
    told = effect("Each time that model Channels the Warp, add 2 to the Psychic test result.")
    model = Selector("model", ref="that")
    assert told == Each(Event("uses", by=model, name="Channel the Warp"), Modifier("psychic test", "add", 2))


def test_after_a_rule_was_performed_and_if_so() -> None:
    told = effect("Twice per battle, after this unit has performed a Glass Song, you gain 1CP.")
    sung = Event("performs", by=THIS_UNIT, edge="after", name="Glass Song")
    assert told == Limited(Limit("battle", 2), Each(sung, Gain("cp", 1)))
    barred = Until(Duration("turn"), Permit("charge", THIS_UNIT, barred=True))
    assert effect("If it does so, this unit is not eligible to declare a charge this turn.") == If(
        Done(), barred
    )


def test_stands_on_a_part_of_terrain() -> None:
    roof = Selector("area", name="flat glass sections", of=THIS)
    stands = Permit("stand on", Selector("model", side="friendly", keywords=("QUELL",)), to=roof)
    told = effect(f"Friendly QUELL models can be {STANDING} on top of the flat glass sections of this model.")
    assert told == stands


def test_chosen_at_the_start() -> None:
    told = effect("At the start of the battle round, you can choose one of the following:")
    assert told == At((Window("battle round", edge="start"),), Choose(()))
