"""Parts that army and detachment rules share: how often, when what holds, what is gained, what is barred."""

from parsing.reading import effect
from warbook.effects import (
    Act,
    At,
    Choose,
    Considered,
    Each,
    Gain,
    Grant,
    Heading,
    Heal,
    If,
    Limited,
    May,
    Modifier,
    Named,
    OnRoll,
    Permit,
    Result,
    Return,
    SetUp,
    Then,
    Until,
)
from warbook.effects import Test as TakesTest
from warbook.effects.terms import (
    Active,
    Any,
    Controls,
    Did,
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
from warbook.parsing.text import read_sentences

IT = Selector(ref="it")
THAT = Selector(ref="that")
ZORBS = Selector(side="friendly", count="all", keywords=("ZORB",))
ZORB = Selector(side="friendly", keywords=("ZORB",))


def test_more_often_than_once() -> None:
    told = effect(
        "Each ZORB unit from your army can perform up to three Glass Rites per turn, instead of just one."
    )
    assert told == Limited(Limit("turn", 3, each="unit"), May(Named("Glass Rite", ZORBS)))


def test_what_was_chosen_is_in_force_for_them() -> None:
    assert effect("ZORB units from your army have the selected Rite ability.") == Grant(
        "ability", ("the selected Rite",), ZORB
    )
    told = effect(
        "Once activated, each Rite of Glass applies to ZORB units from your army until the end of the turn."
    )
    assert told == Until(Duration("turn"), Grant("state", ("the selected Rite of Glass",), ZORB))


def test_if_something_holds_at_a_time() -> None:
    told = effect(
        "If, at the end of any of your Command phases, you control one objective marker, you gain 1CP."
    )
    controls = Controls("you", Selector("objective"))
    assert told == At((Window("command", whose="your", edge="end"),), If(controls, Gain("cp", 1)))


def test_in_the_phase_of_each_player() -> None:
    told = effect("In each player's Command phase, this model regains 1 lost wound.")
    assert told == At((Window("command"),), Heal(1, Selector("model", ref="this")))


def test_one_token_is_gained() -> None:
    assert effect("That enemy unit gains a Salt token.") == Gain("Salt", 1, Selector(ref="that", side="enemy"))


def test_one_of_two_that_are_no_alike() -> None:
    told = effect("If that unit is either a ZORB unit or below its Starting Strength, you gain 1CP.")
    either = Any((Has(THAT, "keyword", ("ZORB",)), State(THAT, "below starting strength")))
    assert told == If(either, Gain("cp", 1))


def test_a_value_in_place_of_another() -> None:
    told = effect("Change the Objective Control characteristic of this model to 3, instead of 0.")
    assert told == Modifier("objective control", "set", 3, Selector("model", ref="this"))
    dice = effect("Take that test on 4D6 instead of 2D6.")
    assert dice == Modifier("roll", "set", "4D6")


def test_who_can_fly_and_lead() -> None:
    assert effect("This model can FLY.") == Grant("keyword", ("FLY",), Selector("model", ref="this"))
    told = effect("This model loses the Salt Drums rule and can be your WARLORD.")
    lost = Grant("ability", ("Salt Drums",), Selector("model", ref="this"), lost=True)
    assert told == Then((lost, Permit("be your WARLORD", THAT)))


def test_no_moves_of_a_kind_while_something_holds() -> None:
    told = effect("A ZORB unit cannot make a Surge move while it is Battle-shocked.")
    shocked = Selector(keywords=("ZORB",), where=(State(IT, "battle-shocked"),))
    assert told == Permit("make surge moves", shocked, barred=True)


def test_a_charge_that_includes_somebody() -> None:
    told = effect(
        "Each time a ZORB unit declares a charge that includes that unit as one of the targets, you gain 1CP."
    )
    event = Event("charge declared", by=Selector(keywords=("ZORB",)), to=THAT)
    assert told == Each(event, Gain("cp", 1))


def test_set_up_by_their_own_ability() -> None:
    told = effect("Set those units up using their Deep Strike ability.")
    arrives = Did(Event("arrives", by=IT, name="Deep Strike"))
    assert told == SetUp(Selector(ref="those"), where=(arrives,))


def test_who_counts_as_destroyed_at_the_end() -> None:
    told = effect("Any ZORB units that are Battle-shocked at the end of the battle count as destroyed.")
    who = Selector(count="any", keywords=("ZORB",), where=(State(IT, "battle-shocked"),))
    assert told == At((Window("battle", edge="end"),), Considered(State(who, "destroyed")))


def test_a_reach_of_one_and_of_the_army() -> None:
    told = effect("That ZORB unit is said to be within Glass Range of this model and of your army.")
    assert told == Grant("state", ("within glass range",), Selector(ref="that", keywords=("ZORB",)))


def test_what_is_said_of_all_is_of_the_ones_before_it() -> None:
    told = effect('Roll one D6 for each enemy unit more than 7" from all ZORB models that are Battle-shocked.')
    shocked = Selector("model", count="all", keywords=("ZORB",), where=(State(IT, "battle-shocked"),))
    far = Not(Within(IT, 7, shocked))
    assert told == OnRoll((), each=Selector(side="enemy", count="all", where=(far,)))


def test_an_option_that_has_a_better_one_in_its_place() -> None:
    reading = read_sentences(
        [
            "Each time a ZORB unit regenerates, do one of the following:",
            "That unit regains 1 lost wound",
            "One destroyed model is returned to that unit",
            "If it is a GLASS unit, up to 2 destroyed models are returned instead",
        ],
        "detachment",
    )
    one = Return(Selector("model"), THAT)
    more = Return(Selector("model", count=2, up_to=True), THAT)
    better = If(Has(THAT, "keyword", ("GLASS",)), more, one)
    event = Event("regenerate", by=Selector(keywords=("ZORB",)))
    assert reading.effects == (Each(event, Choose((Heal(1, THAT), better))),)


def test_what_follows_the_options_is_none_of_them() -> None:
    reading = read_sentences(
        [
            "Select one of the Glass Rites below",
            "Add 1 to the Toughness characteristic of this model",
            "This model can fight",
            "Restrictions",
            "No ZORB models from your army can be your WARLORD",
        ],
        "detachment",
    )
    tougher = Modifier("toughness", "add", 1, Selector("model", ref="this"))
    fights = May(Act(Selector("model", ref="this"), "fight"))
    barred = Permit("be your WARLORD", Selector("model", side="friendly", keywords=("ZORB",)), barred=True)
    assert reading.effects == (Choose((tougher, fights), name="Glass Rites"), Heading("Restrictions"), barred)


def test_units_of_one_chapter() -> None:
    told = effect(
        "Your army can include SALT units, but it cannot include ZORB units drawn from any other Chapter."
    )
    others = Selector(keywords=("ZORB",), where=(Active("drawn from another Chapter", IT),))
    assert told == Then(
        (Permit("be included", Selector(keywords=("SALT",))), Permit("be included", others, barred=True))
    )


def test_while_a_detachment_is_chosen() -> None:
    told = effect("If you select this Detachment, ZORB units from your army have the BATTLELINE keyword.")
    chosen = Active("this Detachment", Selector("army", side="friendly"))
    assert told == If(chosen, Grant("keyword", ("BATTLELINE",), ZORB))


def test_better_overwatch() -> None:
    told = effect("An unmodified Hit roll of 4+ is required to score a hit, instead of an unmodified 6.")
    assert told == Result("hit roll", "succeeds", 4)


def test_all_targets_of_a_charge() -> None:
    told = effect("Each target of that charge must take a Hazardous test.")
    assert told == TakesTest(Selector(ref="target", count="all"), "hazardous")


def test_a_marker_is_in_a_state_for_the_army() -> None:
    told = effect("That objective marker is Secured by your army.")
    assert told == Grant("state", ("Secured",), Selector("objective", ref="that"))


def test_each_of_these_abilities_once() -> None:
    told = effect("You can only select each of these abilities once per battle.")
    these = Selector("ability", ref="those", count="all")
    assert told == Limited(Limit("battle", each="option"), Permit("be used", these))
