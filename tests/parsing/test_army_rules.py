"""Army, detachment and bearer rules: each sentence with the effects derived by hand."""

import pytest

from parsing.reading import effect
from warbook.effects import (
    At,
    Choose,
    Each,
    Effect,
    Effects,
    ForEach,
    Heading,
    If,
    Limited,
    May,
    OnRoll,
    Outcome,
    Restrict,
    Select,
    Then,
    Until,
)
from warbook.effects.attack import Grant, Modifier
from warbook.effects.instructions import Attach, BySize, Gain, Listing, Named, Permit
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
    Limit,
    Measured,
    Not,
    Selector,
    Window,
    Within,
)
from warbook.parsing.parse import read
from warbook.parsing.text import read_sentences

IT = Selector(ref="it")
THAT = Selector(ref="that")
THIS = Selector(ref="this")
THOSE = Selector(ref="those")
BEARER = Selector("model", ref="bearer")
ARMY = Selector("army", side="friendly")


# --------------------------------------------------------------------- mustering and deploying


def test_attachment_before_the_battle() -> None:
    told = effect("In the Declare Battle Formations step, that model can be attached to a ZORBLAX unit.")
    assert told == At(
        (Window("declare battle formations"),),
        Attach(Selector("model", ref="that"), Selector(keywords=("ZORBLAX",))),
    )


def test_units_of_another_faction_are_included() -> None:
    told = effect("If your Army Faction is ZORBLAX, you can include GLIMMER units in your army, even though"
                  " they do not have the ZORBLAX Faction keyword.")  # fmt: skip
    glimmer = Selector(side="friendly", keywords=("GLIMMER",))
    other = Not(Has(IT, "keyword", ("ZORBLAX",)))
    assert told == If(Has(ARMY, "keyword", ("ZORBLAX",)), Permit("be included", glimmer, where=(other,)))


def test_who_leads_the_army() -> None:
    assert effect("That model must be your WARLORD.") == Grant(
        "keyword", ("WARLORD",), Selector("model", ref="that")
    )
    assert effect("This model cannot be your WARLORD.") == Permit(
        "be your WARLORD", Selector("model", ref="this"), barred=True
    )


def test_who_may_carry_a_rule() -> None:
    deep = (Has(IT, "ability", ("Deep Strike",)),)
    told = effect("ZORBLAX model with the Deep Strike ability only.")
    assert told == Restrict(Selector("model", keywords=("ZORBLAX",), where=deep))
    assert effect("ZORBLAX units only.") == Restrict(Selector(keywords=("ZORBLAX",)))
    assert effect("Zorblax model only.") == Restrict(Selector("model", keywords=("ZORBLAX",)))


# --------------------------------------------------------------------- tokens and points


@pytest.mark.parametrize(
    ("sentence", "gain"),
    [
        ("You gain 2 Glass tokens.", Gain("Glass", 2)),
        ("You receive one additional Glass token.", Gain("Glass", 1)),
        ("You gain an additional D3 Glass dice.", Gain("Glass", "D3")),
        ("Your opponent gains one Glass token.", Gain("Glass", 1, "opponent")),
        ("That unit gains one Glass token.", Gain("Glass", 1, THAT)),
        ("You can discard up to 3 Glass dice.", May(Gain("Glass", 3, lost=True, up_to=True))),
        ("You can spend 1 Glass point.", May(Gain("Glass", 1, lost=True))),
        ("You can expend one or more Glass tokens.", May(Gain("Glass", Measured("any number"), lost=True))),
        ("Your opponent loses 1CP if they have any.", Gain("cp", 1, "opponent", lost=True)),
    ],
)
def test_tokens_of_a_pool(sentence: str, gain: Effect) -> None:
    assert effect(sentence) == gain


def test_whether_a_pool_has_any() -> None:
    told = effect("If your opponent has one or more Glass tokens, you gain one Glass token.")
    assert told == If(Has(Selector("player", side="enemy"), "token", ("Glass",)), Gain("Glass", 1))


# --------------------------------------------------------------------- named states, areas, rules


def test_a_target_that_a_rule_names() -> None:
    told = effect("Until the start of your next Command phase, that unit is your Oath of Glass target.")
    lasting = Duration("command", "start", "your", next=True)
    assert told == Until(lasting, Grant("state", ("Oath of Glass",), THAT))


def test_an_objective_marker_that_a_rule_names() -> None:
    told = effect("That objective marker is your Gilded objective marker.")
    assert told == Grant("state", ("Gilded",), Selector("objective", ref="that"))


def test_areas_that_an_army_rule_names() -> None:
    zone = Selector("area", side="friendly", name="deployment zone")
    told = effect("Your deployment zone is always within your army's Veil of Glass.")
    assert told == Grant("state", ("within Veil of Glass",), zone)


def test_control_of_half_of_the_markers_of_an_area() -> None:
    land = Selector("area", name="Glade of Glass")
    where = (Within(IT, "area", land),)
    yours = Counted(Selector("objective", side="friendly", count="all", where=where), 2)
    every = Counted(Selector("objective", count="all", where=where))
    told = effect(
        "You gain 1CP if you control at least half of the objective markers within the Glade of Glass."
    )
    assert told == If(Compares(yours, ">=", every), Gain("cp", 1))


def test_a_rule_that_a_unit_performs() -> None:
    assert effect("That unit can make a Glass Pact.") == May(Named("Glass Pact", THAT))


def test_a_play_that_enemies_cannot_use() -> None:
    told = effect("That unit cannot use the Fire Overwatch Stratagem to shoot at this unit.")
    assert told == Permit("use Fire Overwatch", THAT, barred=True, to=Selector(ref="this"))


def test_a_state_of_the_army() -> None:
    told = effect("While this unit is your army's Gilded Few, you gain 1CP.")
    assert told == If(Active("Gilded Few", Selector(ref="this")), Gain("cp", 1))


def test_a_feat_is_completed() -> None:
    done = Grant("state", ("completed",), Selector("ability", ref="this", name="deed"))
    told = effect("This deed is completed if that unit has shot this phase.")
    assert told == If(Did(Event("shoots", by=THAT), "phase"), done)


# --------------------------------------------------------------------- choices and how often


def test_options_that_follow() -> None:
    told = effect("In your Command phase, select one of the Glass Doctrines listed below.")
    assert told == At((Window("command", whose="your"),), Choose((), name="Glass Doctrines"))
    assert effect("Select up to two of the following Hymns.") == Choose((), 2, True, "Hymns")


def test_a_choice_that_is_in_force() -> None:
    told = effect("That Glass Doctrine is active and its effects apply to all ZORBLAX units from your army.")
    all_of = Selector(side="friendly", count="all", keywords=("ZORBLAX",))
    assert told == Grant("state", ("Glass Doctrine",), all_of)


def test_each_option_only_so_often() -> None:
    told = effect("Each Glass Doctrine can only be selected once per battle.")
    each = Selector("ability", count="all", name="Glass Doctrine")
    assert told == Limited(Limit("battle", each="option"), Permit("be used", each))


def test_what_the_battle_size_sets() -> None:
    head = effect(
        "The maximum number of models you can select in this way depends on your battle size, as follows."
    )
    assert head == BySize("models that may be selected", up_to=True)
    assert effect("Strike Force: 2 units.") == BySize("unit", "Strike Force", 2)
    assert effect("Up to 250 pts.") == BySize("points", amount=250, points=True, up_to=True)


# --------------------------------------------------------------------- sentences


def test_what_is_done_for_each() -> None:
    told = effect("For each friendly ZORBLAX unit, you gain 1CP.")
    assert told == ForEach(Selector(side="friendly", count="all", keywords=("ZORBLAX",)), Gain("cp", 1))


def test_rounds_as_a_condition() -> None:
    told = effect("From the second battle round onwards, subtract 1 from the Wound roll.")
    assert told == If(InRound((2,), onwards=True), Modifier("wound roll", "subtract", 1))


# --------------------------------------------------------------------- lists and whole texts


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("Veil of Glass (Aura):", "Veil of Glass (Aura)"),
        ("3 - Crystal Sinews:", "3 - Crystal Sinews"),
        ("Break the Pane, Mind the Shards:", "Break the Pane, Mind the Shards"),
    ],
)
def test_headings(sentence: str, name: str) -> None:
    assert effect(sentence) == Heading(name)


def test_entries_of_a_list() -> None:
    assert effect("ZORBLAX units.") == Listing((Selector(keywords=("ZORBLAX",)),))
    both = (Selector(keywords=("ZORBLAX",)), Selector(keywords=("GLIMMER",)))
    assert effect("ZORBLAX; GLIMMER") == Listing(both)


def test_what_a_colon_announces() -> None:
    assert effect("Until the end of the phase:") == Until(Duration("phase"), Listing(()))
    assert not read("You gain 1CP:").understood


def told(*sentences: str) -> Effects:
    """A whole text of an army."""
    found = read_sentences(sentences, "army")
    assert found.understood, [each.text for each in found.sentences if not each.understood]
    return found.effects


def test_sentences_after_a_colon_are_within_its_scope() -> None:
    better = Modifier("hit roll", "add", 1)
    gain = Gain("cp", 1)
    found = told("Until the end of the phase:", "You gain 1CP", "Add 1 to the Hit roll")
    assert found == (Until(Duration("phase"), Then((gain, better))),)


def test_abilities_by_the_headings_after_them() -> None:
    found = told("ZORBLAX units from your army have the following ability:", "Glass Heart:", "You gain 1CP")
    some = Selector(side="friendly", keywords=("ZORBLAX",))
    assert found == (Grant("ability", ("Glass Heart",), some), Heading("Glass Heart"), Gain("cp", 1))


CHOICE = (
    "In your Command phase, select one of the Glass Hymns listed below",
    "Until the end of the turn, that Glass Hymn is active and its effects apply to all ZORBLAX units",
    "You can only select each Glass Hymn once per battle",
)


@pytest.mark.parametrize("headed", [True, False])
def test_a_choice_how_it_is_used_and_its_options(headed: bool) -> None:
    first, second = (("High:",), ("Low:",)) if headed else ((), ())
    options = (*first, "You gain 1CP", *second, "Add 1 to the Hit roll")
    names = [(Heading("High"),), (Heading("Low"),)] if headed else [(), ()]
    done = [(*names[0], Gain("cp", 1)), (*names[1], Modifier("hit roll", "add", 1))]
    choice = Choose(tuple(Then(each) if len(each) > 1 else each[0] for each in done), name="Glass Hymns")
    every = Selector(count="all", keywords=("ZORBLAX",))
    active = Until(Duration("turn"), Grant("state", ("Glass Hymn",), every))
    hymn = Selector("ability", count="all", name="Glass Hymn")
    often = Limited(Limit("battle", each="option"), Permit("be used", hymn))
    window = (Window("command", whose="your"),)
    assert told(*CHOICE, *options) == (At(window, Then((choice, active))), often)


# --------------------------------------------------------------------- rules that are performed, carriers


def test_a_rule_performed_as_an_event() -> None:
    found = effect("Each time that unit performs the Glass Leap, you gain 1CP.")
    assert found == Each(Event("performs", by=THAT, name="Glass Leap"), Gain("cp", 1))


def test_a_bearer_or_what_carries_it() -> None:
    carrier = Selector(keywords=("TRANSPORT",), where=(Within(THAT, "area", IT),))
    enemy = Selector(side="enemy")
    near = Any((Within(THAT, 7, enemy), Within(carrier, 7, enemy)))
    found = effect(
        'If that unit (or a TRANSPORT it is embarked within) is within 7" of an enemy unit, you gain 1CP.'
    )
    assert found == If(near, Gain("cp", 1))


def test_dice_when_the_phase_ends() -> None:
    found = effect("Roll one D6 at the end of the phase: on a 5+, you gain 1CP.")
    assert found == At((Window("any", edge="end"),), OnRoll((Outcome(5, Gain("cp", 1)),)))


def test_two_choices_in_force() -> None:
    found = effect("The Glass Hymn and the Iron Hymn are both active for that unit.")
    assert found == Grant("state", ("Glass Hymn", "Iron Hymn"), THAT)


def test_one_more_use_of_a_named_rule() -> None:
    assert effect("The bearer can issue one additional Glass Order.") == May(
        Named("additional Glass Order", BEARER)
    )


def test_a_weapon_by_its_name() -> None:
    assert effect("Select one glass cannon equipped by the bearer.") == Select(
        Selector("weapon", name="glass cannon", of=BEARER)
    )


# --------------------------------------------------------------------- named abilities, pools


def test_an_ability_by_its_printed_name() -> None:
    assert effect("That unit has the Glass Heart ability.") == Grant("ability", ("Glass Heart",), THAT)
    assert effect("That unit has the Deep Strike ability.") == Grant("ability", ("deep strike",), THAT)


def test_rules_of_an_army_given_and_taken() -> None:
    assert effect("That unit gains the Glass Pacts army rule.") == Grant("ability", ("Glass Pacts",), THAT)
    told = effect("That unit loses the Glass Pacts rule.")
    assert told == Grant("ability", ("Glass Pacts",), THAT, lost=True)


def test_one_of_several_is_included() -> None:
    one = Permit("be included", Selector("model", keywords=("ZORBLAX",)))
    two = Permit("be included", Selector("model", count=2, up_to=True, keywords=("GLIMMER",)))
    told = effect("You can include either 1 ZORBLAX model or up to 2 GLIMMER models.")
    assert told == Choose((one, two))


def test_a_pool_by_the_size_of_the_battle() -> None:
    told = effect("You receive a number of Glass tokens based on the battle size, as shown below.")
    assert told == Gain("Glass", Measured("battle size"))


def test_spending_a_token_is_an_event() -> None:
    spends = Event("spends", by=Selector("player", side="friendly"), name="Glass")
    assert effect("Each time you spend a Glass token, you gain 1CP.") == Each(spends, Gain("cp", 1))


def test_what_a_name_before_a_colon_means() -> None:
    told = effect("Until the end of the turn, that unit is your Glass Quarry:")
    assert told == Until(Duration("turn"), Then((Grant("state", ("Glass Quarry",), THAT), Listing(()))))


# --------------------------------------------------------------------- lists of times, examples


def test_what_is_gained_at_each_time_of_a_list() -> None:
    found = told(
        "You gain 2 Glass dice:", "At the start of each battle round", "Each time a ZORBLAX unit is destroyed"
    )
    gain = Gain("Glass", 2)
    start = At((Window("battle round", edge="start"),), gain)
    assert found == (Then((start, Each(Event("destroyed", to=Selector(keywords=("ZORBLAX",))), gain))),)


def test_a_time_alone_is_no_sentence() -> None:
    alone = read_sentences(["You gain 1CP", "At the start of each battle round"], "army")
    assert [each.understood for each in alone.sentences] == [True, False]


def test_an_example_rules_nothing() -> None:
    found = told(
        "You gain 1CP", "*Example:", "Zorb the Bold does as he likes", "Nobody minds.*", "You gain 1CP"
    )
    assert found == (Gain("cp", 1), Heading("Example"), Gain("cp", 1))


def test_all_of_a_pool_is_lost() -> None:
    assert effect("All unspent Glass tokens are lost.") == Gain("Glass", Measured("all"), lost=True)


def test_each_time_that_was_done() -> None:
    assert effect("Each time you do, you gain 1CP.") == If(Done(), Gain("cp", 1))


def test_a_list_within_what_goes_on_with_a_sentence() -> None:
    found = told("In your Command phase, this unit can call a Glass Rite!. If it does, until the start of the"
                 " next turn, that unit is Gilded and:", "You gain 1CP")  # fmt: skip
    gilded = Until(
        Duration("turn", "start", next=True), Then((Grant("state", ("Gilded",), THAT), Gain("cp", 1)))
    )
    rite = May(Named("Glass Rite", THIS))
    assert found == (At((Window("command", whose="your"),), Then((rite, If(Done(), gilded)))),)


def test_a_rule_that_acts_by_its_name() -> None:
    lattice = Named("Glass Lattice", THAT)
    assert effect("That unit's Glass Lattice activates.") == lattice
    found = effect("That unit activates its Glass Lattice and reanimates D3 wounds.")
    assert found == Named("Glass Lattice", THAT, amount="D3")
    acts = Event("activates", by=THAT, name="Glass Lattice")
    assert effect("Each time that unit's Glass Lattice activates, you gain 1CP.") == Each(acts, Gain("cp", 1))


def test_a_prey_is_one_however_it_is_printed() -> None:
    assert effect("That enemy unit is your Prey.") == Grant(
        "state", ("prey",), Selector(ref="that", side="enemy")
    )
