"""Where moves go and end, setting up and reserves, transports, new units: effects derived by hand."""

import pytest

from parsing.reading import effect
from warbook.effects import At, Choose, Each, If, Instead, Limited, May, OnRoll, Then, Until
from warbook.effects.attack import Grant, Ignore, Modifier
from warbook.effects.instructions import Act, Add, Attach, Move, Permit, Select, SetUp
from warbook.effects.terms import (
    All,
    Compares,
    Contains,
    Did,
    Done,
    Duration,
    Event,
    Has,
    Limit,
    Measured,
    Not,
    Rolled,
    Sees,
    Selector,
    State,
    Window,
    Within,
)
from warbook.parsing.meaning.setup import starts_uncounted, starts_uncounted_with_all
from warbook.parsing.parse import read
from warbook.parsing.text import read_sentences

IT = Selector(ref="it")
THAT = Selector(ref="that")
THAT_ENEMY = Selector(ref="that", side="enemy")
THOSE = Selector(ref="those")
YOUR = Selector(ref="your")
THIS = Selector("model", ref="this")
RIDE = Selector("model", ref="this", keywords=("TRANSPORT",))
ENGAGED = "engagement range"


# --------------------------------------------------------------------- moves


def test_what_a_model_moves_through() -> None:
    low = Selector("terrain", count="all", where=(Compares(Measured("height in inches", IT), "<=", 3),))
    models = Selector("model", side="friendly", count="all", without=("ZORBLAX",))
    told = effect(
        'It can move through friendly models (excluding ZORBLAX models) and terrain features that are 3"'
        " or less in height."
    )
    assert told == Then((Permit("move through", THAT, to=models), Permit("move through", THAT, to=low)))


def test_as_far_as_was_rolled() -> None:
    told = effect("To do so, roll one D6: this unit can move a number of inches equal to that result.")
    assert told == If(Done(), Then((OnRoll(()), May(Move(Selector(ref="this"), "any", Measured("roll"))))))


@pytest.mark.parametrize(
    ("end", "where"),
    [
        ("closer to that enemy unit", Within(IT, "closer", THAT_ENEMY)),
        ("within range of that objective marker", Within(IT, "range", Selector("objective", ref="that"))),
    ],
)
def test_a_move_must_end_there(end: str, where: Within) -> None:
    assert effect(f"It must end that move {end}.") == Permit("end that move only", THAT, where=(where,))


def test_near_enemies_on_the_way_only() -> None:
    near = Within(IT, ENGAGED, Selector("model", side="enemy"))
    told = effect("They can move within Engagement Range of enemy models.")
    assert told == Permit("move", THOSE, where=(near,))
    told = effect("It cannot end that move within Engagement Range of them.")
    assert told == Permit("end that move", THAT, barred=True, where=(Within(IT, ENGAGED, THOSE),))


def test_no_roll_but_more_inches_instead() -> None:
    assert effect("Do not make an Advance roll for your unit.") == Permit(
        "make an Advance roll", YOUR, barred=True
    )
    more = Modifier("move", "add", 5, Selector("model", of=YOUR))
    told = effect(
        'Instead, until the end of the phase, add 5" to the Move characteristic of models in your unit.'
    )
    assert told == Until(Duration("phase"), Instead(more))


def test_heights_that_are_not_measured() -> None:
    told = effect(
        "Ignore any vertical distance when determining the total distance this model can be moved during"
        " that move."
    )
    assert told == Ignore(("vertical distance",), THIS)


def test_moves_that_rules_name() -> None:
    assert effect("This unit can make a Glass Tide move.") == May(Move(Selector(ref="this"), "glass tide"))


def test_who_shoots_out_of_turn_shoots_at_one() -> None:
    told = effect("Your unit can shoot, but must only target that enemy unit when doing so.")
    assert told == Then((May(Act(YOUR, "shoot")), Permit("target others", THAT, barred=True, to=THAT_ENEMY)))


# --------------------------------------------------------------------- setting up


def test_off_and_on_again() -> None:
    far = Not(Within(IT, 7, Selector("model", side="enemy", count="all"), horizontally=True))
    assert effect("Remove your unit from the battlefield.") == SetUp(YOUR, "reserves", removed=True)
    told = effect('Set it up again anywhere that is more than 7" horizontally away from all enemy models.')
    assert told == SetUp(THAT, where=(far,))


def test_off_into_reserves_is_one_deed() -> None:
    told = effect("You can remove it from the battlefield and place it into Reserves.")
    assert told == May(SetUp(THAT, "reserves", removed=True))


def test_back_where_it_died_with_some_wounds() -> None:
    there = Within(IT, 0, Selector("area", where=(Did(Event("destroyed", to=IT)),)))
    told = effect(
        "On a 5+, set it back up as close as possible to where it was destroyed, with 2 wounds remaining."
    )
    assert told == If(Rolled(5), SetUp(THAT, where=(there,), wounds=2))


def test_in_the_next_phase_of_its_owner() -> None:
    told = effect('In your next Movement phase, set it up wholly within 4" of this model.')
    window = Window("movement", "your", next=True)
    assert told == At((window,), SetUp(THAT, where=(Within(IT, 4, THIS, wholly=True),)))


def test_arriving_by_an_ability() -> None:
    told = effect(
        "They will arrive back on the battlefield in your next Movement phase using the Glass Gate ability."
    )
    how = Did(Event("arrives", by=IT, name="Glass Gate"))
    assert told == SetUp(THOSE, where=(how,), when=(Window("movement", "your", next=True),))


def test_however_many_there_are() -> None:
    rest = "regardless of how many units are already in Strategic Reserves"
    told = effect(f"You can set it up in Strategic Reserves, {rest}.")
    placed = SetUp(THAT, "strategic reserves")
    assert told == Then((May(placed), Permit("exceed the limit of strategic reserves", THAT)))
    told = effect("When doing so, it can be placed into Reserves.")
    assert told == If(Done(), May(SetUp(THAT, "reserves")))


def test_redeploying() -> None:
    picked = Select(Selector(side="friendly", count=4, up_to=True, keywords=("ZORBLAX",)))
    told = effect(
        "After both players have deployed, select up to four friendly ZORBLAX units and redeploy them."
    )
    assert told == At((Window("deployment", edge="end"),), Then((picked, SetUp(THOSE, removed=True))))


def test_what_an_army_includes() -> None:
    told = effect("If your army includes one or more GOLEM models, redeploy this unit.")
    golems = Selector("model", count="any", keywords=("GOLEM",))
    includes = Contains(Selector("army", side="friendly"), golems)
    assert told == If(includes, SetUp(Selector(ref="this"), removed=True))


def test_where_enemies_may_not_come() -> None:
    coming = Selector(side="enemy", where=(Did(Event("set up", to=IT, name="reserves")),))
    told = effect('Enemy units that are set up from Reserves cannot be set up within 10" of this model.')
    assert told == Permit("be set up", coming, barred=True, where=(Within(IT, 10, THIS),))


def test_new_models_and_units() -> None:
    assert effect("Add two GLASS MITE models to this unit.") == Add(
        Selector("model", count=2, keywords=("GLASS MITE",)), Selector(ref="this")
    )
    made = Contains(IT, Selector("model"), 1, 1)
    new = Selector(keywords=("GLASS MITE",), where=(made,))
    assert effect("Add one new GLASS MITE unit containing one model to your army.") == Add(new)


# --------------------------------------------------------------------- transports


def test_embarking_and_disembarking() -> None:
    assert effect("It can embark within this TRANSPORT.") == Attach(THAT, RIDE, "embark")
    within = Selector(where=(Within(IT, "area", RIDE),))
    assert effect("One unit embarked within this TRANSPORT can disembark.") == Attach(within, RIDE, "disembark")


def test_disembarking_although_it_moved() -> None:
    moved = Did(Event("moves", by=RIDE, moves=("fall back",)))
    told = effect("Units can disembark from this TRANSPORT after it has Fallen Back.")
    assert told == Permit("disembark", Selector(), to=RIDE, where=(moved,))


def test_room_in_a_transport() -> None:
    wide = Selector("model", count="all", keywords=("GOLEM",))
    assert effect("Each GOLEM model takes up the space of 5 models.") == Modifier(
        "transport space", "set", 5, wide
    )


# --------------------------------------------------------------------- states


def test_a_state_that_a_rule_names() -> None:
    told = effect("Until the start of your next turn, that enemy unit is begloomed.")
    lasting = Duration("turn", "start", "your", next=True)
    assert told == Until(lasting, Grant("state", ("begloomed",), THAT_ENEMY))


@pytest.mark.parametrize("done", ["revealed", "discarded", "sideways"])
def test_words_that_are_no_state(done: str) -> None:
    assert not read(f"That enemy unit is {done}.").understood


def test_two_cases_stand_beside_each_other() -> None:
    one, other = (
        If(Has(THAT, "keyword", (name,)), Act(THAT, "fight", after_death=True)) for name in ("GOLEM", "MITE")
    )
    told = effect(
        "If it was a GOLEM, add two GOLEM models to this unit, and if it was a MITE, add one MITE model"
        " to this unit."
    )
    assert isinstance(told, Then)
    assert [each.condition for each in told.effects if isinstance(each, If)] == [one.condition, other.condition]


def test_each_time_it_does_the_same() -> None:
    told = effect("Each time your unit Falls Back, do not make an Advance roll.")
    event = Event("moves", by=YOUR, moves=("fall back",))
    assert told == Each(event, Permit("make an Advance roll", THAT, barred=True))


# --------------------------------------------------------------------- what is barred, and how far


def test_a_move_that_is_barred_and_limited() -> None:
    who = Selector("model")
    told = effect(
        "A model cannot make a Glass Tide move while it is Battle-shocked, and can only make one Glass"
        " Tide move per turn."
    )
    barred = If(State(THAT, "battle-shocked"), Permit("make glass tide moves", who, barred=True))
    limited = Limited(Limit("turn", each="model"), Permit("make glass tide moves", who))
    assert told == Then((barred, limited))


def test_no_escape_tests_but_for_those_that_go_through() -> None:
    enemies = Selector("model", side="enemy", count="any")
    over = Did(Event("moves", by=IT, to=enemies, moves=("fall back",)))
    told = effect("It does not need to take Hazardous tests due to Falling Back while Battle-shocked.")
    assert told == Permit("take hazardous tests", THAT, barred=True, where=(State(IT, "battle-shocked"),))
    but = ", except for those that will move over enemy models"
    told = effect(f"They do not need to take Hazardous tests due to Falling Back while Battle-shocked{but}.")
    where = (State(IT, "battle-shocked"), Not(over))
    assert told == Permit("take hazardous tests", THOSE, barred=True, where=where)


def test_markers_somebody_is_near() -> None:
    near = Within(Selector(ref="your"), "range", IT)
    told = effect("Select one objective marker that your unit is within range of.")
    assert told == Select(Selector("objective", where=(near,)))


def test_abilities_listed_elsewhere() -> None:
    assert effect("Select one Glass Tide ability.") == Select(Selector("ability", name="Glass Tide"))


def test_two_kinds_of_test_are_one_event() -> None:
    told = effect("Each time your unit takes a Hazardous or Leadership test, subtract 2 from that test.")
    event = Event("takes a test", by=YOUR, roll="hazardous test or leadership test")
    assert told == Each(event, Modifier("roll", "subtract", 2))


def test_what_is_done_in_place_of_an_advance_roll() -> None:
    told = read_sentences(
        [
            "If your unit Advances, do not make an Advance roll",
            'Instead, add 4" to the Move characteristic of your unit, or 7" instead if your unit is Mounted',
        ],
        "effect",
    )
    yours = Selector(ref="your")
    farther = If(Has(yours, "keyword", ("MOUNTED",)), Instead(Modifier("move", "add", 7, yours)))
    no_roll = Permit("make an Advance roll", Selector(ref="that"), barred=True)
    more = Modifier("move", "add", 4, yours)
    assert told.effects == (
        If(Did(Event("moves", by=yours, moves=("advance",))), Then((no_roll, more, farther))),
    )


def test_a_model_that_shoots_or_fights() -> None:
    both = Choose((Act(THIS, "shoot"), Act(THIS, "fight")))
    assert effect("This model can either shoot or fight.") == May(both)


def test_a_weapon_that_a_model_has_for_a_time() -> None:
    crew = Selector("model", name="Glazier", of=Selector(ref="that"))
    assert effect("Its Glazier model is equipped with the shard mortar weapon.") == Grant(
        "weapon", ("shard mortar",), crew
    )


def test_leaving_a_transport_that_was_set_up() -> None:
    within = Selector(count="any", where=(Within(IT, "area", RIDE),))
    told = effect("Any units embarked within this TRANSPORT must disembark after it has been set up.")
    leaves = Attach(within, RIDE, "disembark", must=True)
    assert told == Each(Event("set up", to=RIDE, edge="after"), leaves)


def test_it_is_not_clear_within_whom() -> None:
    told = "Each time an enemy unit ends a Normal move, units embarked within it can disembark."
    assert not read(told).understood


def test_the_warlord() -> None:
    told = effect("If this model is your WARLORD, redeploy this unit.")
    warlord = Has(THIS, "keyword", ("WARLORD",))
    assert told == If(warlord, SetUp(Selector(ref="this"), removed=True))


def test_new_units_by_titles() -> None:
    told = effect("Add a new Glass Mites unit to your army.")
    assert told == Add(Selector(keywords=("GLASS MITES",)))


def test_what_may_be_new_is_set_up_only_then() -> None:
    told = effect('You can add one new GLASS MITE unit to your army and set it up within 4" of this model.')
    new = Add(Selector(keywords=("GLASS MITE",)))
    assert told == May(Then((new, SetUp(THAT, where=(Within(IT, 4, THIS),)))))


def test_farther_than_such_a_move_goes() -> None:
    told = effect("Each time the bearer's unit Consolidates, models in that unit can move an additional 2\".")
    models = Selector("model", of=THAT)
    farther = Move(models, "that", Measured("distance of that move", plus=2))
    assert isinstance(told, Each)
    assert told.then == farther


def test_no_embarking_as_the_move_ends() -> None:
    ride = Selector(keywords=("TRANSPORT",))
    ended = Did(Event("moves", by=IT, edge="end", moves=("that",)))
    told = effect("It cannot embark within a TRANSPORT at the end of that move.")
    assert told == Permit("embark", THAT, barred=True, to=ride, where=(ended,))
    assert effect("It cannot embark within a TRANSPORT.") == Permit("embark", THAT, barred=True, to=ride)


def test_it_and_what_it_embarks_within_are_two() -> None:
    ride = Selector(ref="that", keywords=("TRANSPORT",))
    assert effect("It can embark within it.") == Attach(THAT, ride, "embark")


def test_several_things_said_of_one_are_all_of_it() -> None:
    told = effect('Select one unit that is Battle-shocked and is within 5" of and visible to your unit.')
    near, seen = Within(IT, 5, YOUR), Sees(YOUR, IT)
    assert told == Select(Selector(where=(All((State(IT, "battle-shocked"), near, seen)),)))


def test_neither_it_nor_who_is_within_it_counts() -> None:
    found = starts_uncounted_with_all(RIDE, "reserves")
    aboard = Selector(count="any", where=(Within(IT, "area", RIDE),))
    uncounted = Permit("count towards the limit of reserves", aboard, barred=True)
    assert isinstance(found, Then)
    assert found == Then((*starts_uncounted(RIDE, "reserves").effects, uncounted))  # type: ignore[union-attr]
