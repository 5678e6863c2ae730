"""Texts of several sentences: what they do together."""

import pytest

from warbook.effects import (
    At,
    Choose,
    Each,
    Heading,
    If,
    Instead,
    Listing,
    May,
    OnRoll,
    Outcome,
    Then,
    Until,
    Use,
    instructions,
)
from warbook.effects.attack import Grant, Modifier, Reroll
from warbook.effects.instructions import Act, Select
from warbook.effects.terms import Active, Did, Done, Duration, Event, Rolled, Selector, State, Window, Within
from warbook.parsing.retelling import STAYS
from warbook.parsing.text import composed, read_sentences

MODEL = Selector("model", of=Selector(ref="this"))
ATTACK = Event("attacks", by=MODEL)
ONES, ANY = Reroll("hit roll", "ones"), Reroll("hit roll")
TARGET_SHOCKED = State(Selector(ref="target"), "battle-shocked")
HIT, WOUND = Modifier("hit roll", "add", 1), Modifier("wound roll", "add", 1)
PICK = Select(Selector(side="enemy"))


def test_instead_stands_in_place_of_what_it_improves_under_its_conditions():
    found = composed([Each(ATTACK, ONES), If(TARGET_SHOCKED, Instead(ANY))])
    assert found == (Each(ATTACK, If(TARGET_SHOCKED, ANY, ONES)),)


def test_instead_picks_the_effect_of_its_own_kind():
    found = composed([Each(ATTACK, Then((ONES, WOUND))), If(TARGET_SHOCKED, Instead(ANY))])
    assert found == (Each(ATTACK, Then((If(TARGET_SHOCKED, ANY, ONES), WOUND))),)


def test_instead_whose_place_is_not_clear_is_kept_as_it_is():
    other = Instead(Select(Selector()))
    found = composed([Each(ATTACK, Then((HIT, WOUND))), If(TARGET_SHOCKED, other)])
    assert found == (Each(ATTACK, Then((HIT, WOUND, If(TARGET_SHOCKED, other)))),)


def test_as_well_belongs_inside_the_attack_before():
    found = composed([Each(ATTACK, HIT), If(TARGET_SHOCKED, WOUND)])
    assert found == (Each(ATTACK, Then((HIT, If(TARGET_SHOCKED, WOUND)))),)


def test_that_unit_is_the_one_picked_at_that_time():
    window, phase = (Window("fight", edge="start"),), Duration("phase")
    lasting = Until(phase, Each(Event("attacks", by=MODEL, to=Selector(ref="that")), HIT))
    assert composed([At(window, PICK), lasting]) == (At(window, Then((PICK, lasting))),)


def test_a_unit_that_attacks_is_not_the_one_that_it_attacks():
    shot = Event("shoots", by=MODEL, edge="after")
    theirs = Each(Event("attacks", by=Selector(side="friendly"), to=Selector(ref="that", side="enemy")), HIT)
    lasting = Until(Duration("phase"), theirs)
    assert composed([Each(shot, PICK), lasting]) == (Each(shot, Then((PICK, lasting))),)


def test_two_triggers_of_one_noun_stand_beside_each_other():
    one = Each(Event("attacks", by=Selector("model", of=Selector(ref="that"))), HIT)
    other = Each(Event("attacks", by=Selector(side="friendly"), to=Selector(ref="that")), WOUND)
    assert composed([one, other]) == (one, other)


def test_those_are_more_than_the_one_picked_under_a_condition():
    """The unit spoken of from the start is one of them, whether or not the condition holds."""
    condition = State(Selector(ref="that"), "attached")
    lasting = Until(
        Duration("phase"), Each(Event("attacks", by=Selector("model", of=Selector(ref="those"))), HIT)
    )
    picked = If(condition, Select(Selector(side="friendly")))
    assert composed([picked, lasting]) == (picked, lasting)


def test_what_was_selected_lasts_from_where_it_was_selected():
    selected = Event("selected", to=MODEL, acts=("shoot",))
    lances = Choose((Grant("weapon ability", ("lance",)), Grant("weapon ability", ("blast",))))
    lasting = Until(Duration("attacks"), Grant("ability", ("selected",), Selector("weapon", of=MODEL)))
    assert composed([Each(selected, lances), lasting]) == (Each(selected, Then((lances, lasting))),)


def test_what_stays_for_a_roll_fights_for_that_roll_alone():
    stays, fights = STAYS, Act(Selector("model", ref="that"), "fight", after_death=True)
    destroyed = Event("destroyed", to=MODEL)
    roll = OnRoll((Outcome(5, stays),))
    assert composed([Each(destroyed, roll), fights]) == (
        Each(destroyed, OnRoll((Outcome(5, Then((stays, fights))),))),
    )


def test_a_test_and_an_attack_in_one_sentence_are_both_gone_on_with():
    shaken = instructions.Test(Selector(ref="that", side="enemy"), "battle-shock")
    theirs = Event("attacks", by=Selector("model", of=Selector(ref="that", side="enemy")))
    more = If(Done("failed"), WOUND)
    assert composed([Then((shaken, Until(Duration("phase"), Each(theirs, HIT)))), more]) == (
        Then((shaken, Until(Duration("phase"), Each(theirs, Then((HIT, more)))))),
    )


def test_more_of_a_characteristic_is_of_the_same_models():
    move, more = Modifier("move", "add", 2, MODEL), Modifier("move", "add", 3)
    found = composed([move, If(TARGET_SHOCKED, Instead(more))])
    assert found == (If(TARGET_SHOCKED, Modifier("move", "add", 3, MODEL), move),)


def test_a_change_to_the_test_before_stands_before_it():
    shaken = instructions.Test(Selector(side="enemy"), "battle-shock")
    worse = Modifier("roll", "subtract", 2)
    more = If(Done(), If(State(Selector(ref="your"), "attached"), worse))
    window = (Window("fight", edge="start"),)
    assert composed([At(window, shaken), more]) == (
        At(window, Then((If(State(Selector(ref="your"), "attached"), worse), shaken))),
    )


def test_what_a_test_decides_is_not_in_place_of_the_test():
    shaken = instructions.Test(Selector(ref="that"), "leadership")
    other = If(Done("failed"), Instead(Modifier("move", "subtract", 3)))
    moved = Event("moves", by=Selector(side="enemy"))
    assert composed([Each(moved, shaken), other]) == (Each(moved, Then((shaken, other))),)


def test_a_result_is_no_option_of_its_own():
    roll, result = OnRoll(()), If(Rolled(5), HIT)
    found = composed([Choose(()), HIT, Each(ATTACK, roll), result])
    assert found == (Choose((HIT, Each(ATTACK, OnRoll((Outcome(5, HIT),))))),)


def test_a_test_of_its_own_is_no_deed_of_the_sentence_before():
    taken = Event("takes a test", by=Selector(side="enemy"), roll="battle-shock test")
    own = Each(taken, If(Done("failed"), HIT))
    picked = At((Window("command"),), PICK)
    assert composed([picked, own]) == (picked, own)


def test_what_is_done_each_time_for_a_while_is_asked_for_inside():
    may, moved = May(instructions.Move(Selector(ref="that"))), Event("moves", by=MODEL)
    more = If(Done(), HIT)
    found = composed([Until(Duration("phase"), Each(moved, may)), more])
    assert found == (Until(Duration("phase"), Each(moved, Then((may, more)))),)


def test_listed_keywords_are_options_and_no_more_follows_them():
    listed = Listing((Selector(keywords=("ZORBLAX",)), Selector(keywords=("QUUX",))))
    options = (Grant("keyword", ("ZORBLAX",)), Grant("keyword", ("QUUX",)))
    assert composed([Choose(()), listed, Each(ATTACK, HIT)]) == (Choose(options), Each(ATTACK, HIT))
    assert composed([Choose(()), Then((listed, Each(ATTACK, HIT)))]) == (Choose(options), Each(ATTACK, HIT))


def test_a_die_for_each_unit_speaks_of_that_unit():
    """It does not go on with the unit of the sentence before."""
    hurt = instructions.MortalWounds(1, Selector(ref="that", side="enemy"))
    dice = At((Window("command"),), OnRoll((Outcome(4, hurt),), each=Selector(side="enemy", count="all")))
    picked = At((Window("shooting"),), PICK)
    assert composed([picked, dice]) == (picked, dice)


def test_if_it_does_belongs_to_the_deed_before():
    window = (Window("shooting", whose="your"),)
    more = If(Done(), HIT)
    assert composed([At(window, PICK), more]) == (At(window, Then((PICK, more))),)


def test_what_stands_by_itself_stays_beside():
    other = Modifier("move", "add", 2, MODEL)
    assert composed([Each(ATTACK, HIT), other]) == (Each(ATTACK, HIT), other)


def test_headings_part_the_options_of_a_choice():
    found = composed([Choose(()), Heading("Rite of Glass"), HIT, Heading("Rite of Salt"), WOUND])
    glass, salt = Then((Heading("Rite of Glass"), HIT)), Then((Heading("Rite of Salt"), WOUND))
    assert found == (Choose((glass, salt)),)


@pytest.mark.parametrize("kind", ["ability", "enhancement"])
def test_a_deed_of_no_sentence_is_not_understood(kind):
    found = read_sentences(["If it does, add 1 to the Hit roll"], kind)
    assert not found.understood


def test_a_play_binds_what_its_effect_speaks_of():
    assert read_sentences(["That unit has the Stealth ability"], "effect").understood
    assert not read_sentences(["That unit has the Stealth ability"], "ability").understood


def test_each_sentence_keeps_its_own_reading():
    found = read_sentences(["Gibber the zorblax sideways", "Add 1 to the Hit roll"], "ability")
    assert [each.understood for each in found.sentences] == [False, True]
    assert found.sentences[0].reading.rest
    assert len(found.effects) == 2


@pytest.mark.parametrize(
    "note",
    [
        "This means that all zorblaxes shine",
        "Place a Glass token next to it, removing it once that is used",
        "While this unit shines, place a Glass token next to it as a reminder",
    ],
)
def test_a_note_that_explains_gives_nothing(note):
    found = read_sentences(["Add 1 to the Hit roll", "Designer's Note:", note], "ability")
    assert found.understood
    assert found.effects == (HIT, Heading("Designer's Note"))


def test_a_note_that_adds_to_its_rule_is_no_explanation():
    assert not read_sentences(["Designer's Note:", "All zorblaxes shine"], "ability").understood
    assert not read_sentences(["This means that all zorblaxes shine"], "ability").understood


def test_two_things_stand_in_place_of_two():
    better = Then((Modifier("hit roll", "add", 2), Modifier("wound roll", "add", 2)))
    found = composed([Then((HIT, WOUND)), If(TARGET_SHOCKED, Instead(better))])
    assert found == (If(TARGET_SHOCKED, better, Then((HIT, WOUND))),)


def test_what_stays_and_then_fights_does_so_when_it_is_destroyed():
    one = Selector("model", ref="that")
    stays, fights = STAYS, Act(one, "fight", after_death=True)
    destroyed = Event("destroyed", to=MODEL)
    assert composed([Each(destroyed, stays), fights]) == (Each(destroyed, Then((stays, fights))),)


def test_a_marker_that_was_picked_is_no_unit():
    window = (Window("fight", edge="start"),)
    near = Within(Selector(ref="it"), 4, Selector("objective", ref="that"))
    tested = instructions.Test(Selector(side="enemy", count="all", where=(near,)), "battle-shock")
    picked = Select(Selector("objective"))
    assert composed([At(window, picked), tested]) == (At(window, Then((picked, tested))),)


def test_what_was_removed_comes_back_if_it_was():
    off = instructions.SetUp(Selector(ref="that"), "reserves", removed=True)
    back = At((Window("movement", "your", next=True),), instructions.SetUp(Selector(ref="that")))
    found = composed([Each(ATTACK, If(Done(), off)), back])
    assert found == (Each(ATTACK, If(Done(), Then((off, back)))),)


def test_what_stands_under_and_is_each_under_its_own_condition():
    told = [
        "Ranged weapons equipped by the bearer have the [LANCE] ability, and:",
        "The [BLAST] ability if the Glass Rite is active for your army",
        "Improve the Strength characteristic of those weapons by 2 if the bearer is Battle-shocked",
    ]
    guns = Selector("weapon", of=Selector("model", ref="bearer"), attacks="ranged")
    lance, blast = (Grant("weapon ability", (name,), guns) for name in ("lance", "blast"))
    stronger = Modifier("strength", "improve", 2, Selector("weapon", ref="those"))
    rites = (
        If(Active("Glass Rite"), blast),
        If(State(Selector("model", ref="bearer"), "battle-shocked"), stronger),
    )
    assert read_sentences(told, "enhancement").effects == (Then((lance, *rites)),)


def test_what_may_have_been_removed_comes_back_only_then():
    off = May(instructions.SetUp(Selector(ref="this"), "reserves", removed=True))
    back = At((Window("movement", "your", next=True),), instructions.SetUp(Selector(ref="that")))
    found = composed([At((Window("turn", edge="end"),), off), back])
    assert found == (At((Window("turn", edge="end"),), Then((off, If(Done(), back)))),)


def test_what_is_done_if_it_was_used_stands_where_it_was_used():
    start = (Window("battle", edge="start"),)
    used = Each(Event("selected", to=MODEL, acts=("fight",)), Use(who=Selector("model", ref="that")))
    found = composed([At(start, Then((PICK, used))), If(Done(), HIT)])
    assert found == (At(start, Then((PICK, Each(used.event, Then((used.then, If(Done(), HIT))))))),)


def test_options_of_several_abilities_need_headings():
    choice = "In your Command phase, select one of the Glass Hymns below"
    given = "All units from your army with the Glass Hymns ability gain the relevant abilities shown below"
    told = [choice, given, "Add 1 to the Hit roll", "Add 1 to the Wound roll"]
    assert not read_sentences(told, "army").understood
    assert read_sentences([*told[:2], "Hymn of Salt:", *told[2:]], "army").understood


def test_what_more_there_is_for_a_charge_stands_within_it():
    declared = Event("declares a charge", by=Selector(ref="your"))
    more = If(State(Selector(ref="target", count="any"), "battle-shocked"), Modifier("charge roll", "add", 1))
    again = Reroll("charge roll")
    assert composed([Each(declared, again), more]) == (Each(declared, Then((again, more))),)


def test_that_unit_is_the_one_picked_by_the_last_of_several_things():
    start = (Window("fight", edge="start"),)
    calm = Grant("state", ("battle-shocked",), Selector(ref="that"), lost=True)
    found = composed([Then((Modifier("move", "add", 2, MODEL), At(start, PICK))), calm])
    assert found == (Then((Modifier("move", "add", 2, MODEL), At(start, Then((PICK, calm))))),)


def test_what_a_leader_may_be_attached_to_instead_is_told_with_it():
    who = Selector("model", keywords=("QUUX",))
    may = Event("eligible", by=who, to=Selector(keywords=("ZORBLAX",)), acts=("attach",))
    here = instructions.Attach(Selector(ref="that"), Selector(ref="this"))
    other = If(Did(may), Instead(here))
    assert composed([here, other]) == (here, other)


def test_what_is_chosen_after_a_deed_is_chosen_if_it_was_done():
    used = Each(Event("selected", to=MODEL), Then((Use(), If(Done(), HIT))))
    choice = Until(Duration("phase"), Choose((HIT, WOUND)))
    assert composed([used, choice]) == (Each(used.event, Then((Use(), If(Done(), Then((HIT, choice)))))),)


def test_an_option_that_picks_goes_on_with_what_is_picked():
    lasting = Until(Duration("phase"), Each(Event("attacks", by=MODEL, to=Selector(ref="that")), HIT))
    found = composed([Choose(()), PICK, lasting, WOUND])
    assert found == (Choose((Then((PICK, lasting)), WOUND)),)


def test_abilities_under_headings_are_of_the_sentence_just_before_them():
    told = ["ZORBLAX units have the following abilities:", "Glass:", "Add 1 to the Hit roll",
            "QUUX units have the following abilities:", "Salt:", "Add 1 to the Wound roll"]  # fmt: skip
    given = [each.names for each in read_sentences(told, "army").effects if isinstance(each, Grant)]
    assert given == [("Glass",), ("Salt",)]


@pytest.mark.parametrize("named", ["that", "the selected"])
@pytest.mark.parametrize("mark", [":", ""])
def test_options_after_the_sentence_about_what_was_chosen(named, mark):
    told = ["Select one of the abilities below",
            f"While resolving those attacks, this model's weapons have {named} ability{mark}",
            "[LETHAL HITS]", "[HEAVY]"]  # fmt: skip
    grants = (Grant("weapon ability", ("lethal hits",)), Grant("weapon ability", ("heavy",)))
    choice, lasting = read_sentences(told, "ability").effects
    assert choice == Choose(grants)
    assert isinstance(lasting, Until)
    assert lasting.duration == Duration("attacks")


def test_a_colon_after_what_was_chosen_needs_a_choice_before_it():
    found = read_sentences(["This model has that ability:", "[LETHAL HITS]"], "ability")
    assert [each.understood for each in found.sentences] == [False, True]


@pytest.mark.parametrize("outcomes", [1, 2])
def test_what_a_roll_gives_instead_still_takes_the_roll(outcomes):
    one, more = instructions.MortalWounds(1, MODEL), instructions.MortalWounds(4, MODEL)
    other = Outcome(6, Grant("state", ("shaken",), MODEL))
    dice = OnRoll((Outcome(3, one, 5), other)[:outcomes])
    found = composed([dice, If(TARGET_SHOCKED, Instead(more))])
    better = Outcome(3, If(TARGET_SHOCKED, more, one), 5)
    assert found == (OnRoll((better, other)[:outcomes]),)


def test_an_ability_that_was_picked_is_had_from_when_it_is_picked():
    picked = Select(Selector("ability", name="Hymn of Glass"))
    given = Until(Duration("turn"), Grant("ability", ("that",), MODEL))
    window = (Window("command", edge="start"),)
    assert composed([At(window, picked), given]) == (At(window, Then((picked, given))),)


def test_what_follows_the_attacks_of_a_use_follows_only_those():
    used = Each(Event("selected", to=MODEL, acts=("shoot",)), Then((Use(), If(Done(), Each(ATTACK, HIT)))))
    after = Each(Event("resolves attacks", by=Selector(ref="attacker"), edge="after"), OnRoll(()))
    assert composed([used, after]) == (
        Each(used.event, Then((Use(), If(Done(), Then((Each(ATTACK, HIT), after)))))),
    )


def test_what_was_selected_is_given_only_when_it_was():
    fought = Event("fights", by=MODEL, edge="after")
    chosen, state = Choose((), name="Rot"), State(Selector(ref="it"), "battle-shocked")
    given = Until(Duration("battle"), Grant("ability", ("the selected Rot",), Selector(where=(state,))))
    assert composed([Each(fought, chosen), given]) == (Each(fought, Then((chosen, given))),)


def test_what_one_may_not_do_while_it_is_so_is_of_any_such_one():
    found = read_sentences(["A unit cannot make a Glass move while it is Battle-shocked"], "ability").effects
    shocked = State(Selector(ref="it"), "battle-shocked")
    assert found == (instructions.Permit("make glass moves", Selector(where=(shocked,)), barred=True),)
