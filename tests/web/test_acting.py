"""In which phases a rule acts. Values are derived from the turn's own: attacks are made in the Shooting and the
Fight phase, objectives are counted in the Command phase."""

import pytest

from warbook import effects as fx
from warbook.effects.terms import Did, Done, Duration, During, Event, Selector, Window
from warbook.web.library import acting

IT, FOE = Selector(ref="this"), Selector(side="enemy")
HIT = fx.Modifier("hit roll", "add", 1)
BLADES = Selector("weapon", attacks="melee", of=IT)
BOTH = ("shooting", "fight")


def at(phase, then, edge="during"):
    return fx.At((Window(phase, edge=edge),), then)


def until(of, then):
    return fx.Until(Duration(of), then)


@pytest.mark.parametrize(
    ("effect", "phases"),
    [(at("command", HIT), ("command",)),
     (fx.Each(Event("attacks", by=IT, attacks="melee"), HIT), ("fight",)),
     (fx.Each(Event("attacks", by=IT), HIT), BOTH),
     (fx.Each(Event("moves", by=IT, moves=("charge",)), HIT), ("charge",)),
     (fx.Each(Event("moves", by=IT, moves=("advance", "charge")), HIT), ("movement", "charge")),
     (fx.Each(Event("selected", by=IT, acts=("fight",)), HIT), ("fight",)),
     (at("battle round", HIT, "start"), ("start",)), (at("turn", HIT, "end"), ("end",)),
     (at("deployment", HIT), ("before",)), (at("mustering", HIT), ("building",)),
     (at("any", HIT, "end"), ("any",))],
)  # fmt: skip
def test_a_rule_acts_when_it_says(effect, phases):
    assert acting.phases((effect,)) == phases


@pytest.mark.parametrize(
    ("effect", "phases"),
    [(HIT, BOTH), (fx.Modifier("attacks", "add", 1, BLADES), ("fight",)),
     (fx.Modifier("ballistic skill", "improve", 1), ("shooting",)),
     (fx.Modifier("move", "add", 2, IT), ("movement",)), (fx.Reroll("charge roll"), ("charge",)),
     (fx.Modifier("objective control", "add", 1, IT), ("command",)),
     (fx.Save("invulnerable", 4, IT), BOTH), (fx.Save("invulnerable", 4, IT, ("ranged",)), ("shooting",)),
     (fx.Grant("weapon ability", ("lethal hits",), BLADES), ("fight",)),
     (fx.Grant("ability", ("stealth",), IT), ("shooting",)),
     (fx.Grant("ability", ("infiltrators",), IT), ("before",)),
     (fx.Permit("shoot after advance", IT), ("shooting",)), (fx.Gain("cp", 1), ())],
)  # fmt: skip
def test_a_rule_without_a_time_acts_where_what_it_changes_matters(effect, phases):
    assert acting.phases((effect,)) == phases


def test_what_is_chosen_in_a_phase_and_lasts_longer_acts_in_later_phases_too():
    chosen = at("command", fx.Then((fx.Select(FOE), fx.Until(Duration("command", "start", next=True), HIT))))
    assert acting.phases((chosen,)) == ("command", *BOTH)


def test_what_lasts_for_the_phase_acts_in_it_alone():
    assert acting.phases((at("fight", until("phase", HIT), "start"),)) == ("fight",)


def test_the_next_sentence_goes_on_in_the_same_phase():
    used = at("fight", fx.May(fx.Use()), "start")
    assert acting.phases((used, until("phase", HIT))) == ("fight",)
    assert acting.phases((used, fx.If(Done(), until("phase", HIT)))) == ("fight",)
    assert acting.phases((used, fx.Save("invulnerable", 4, IT))) == BOTH


def test_what_happened_before_is_no_time():
    charged = Did(Event("moves", by=IT, moves=("charge",)), since="turn")
    assert acting.phases((fx.If(charged, fx.Modifier("strength", "add", 1, BLADES)),)) == ("fight",)


def test_a_time_among_the_conditions_is_one():
    assert acting.phases((fx.If(During(Window("shooting")), HIT),)) == ("shooting",)


@pytest.mark.parametrize(
    ("text", "phases"),
    [("In the Fight phase, the moles dig at their Hit roll.", {"fight"}),
     ("Moles that are selected to shoot may dig.", {"shooting"}),
     ("During the Declare Battle Formations step a mole may dig.", {"before"}),
     ("At the start of the battle round, moles dig.", {"start"}),
     ("The moles may re-roll each Wound roll.", {"shooting", "fight"}), ("Moles like worms.", set())],
)  # fmt: skip
def test_a_text_that_is_not_understood_acts_where_its_words_say(text, phases):
    assert acting.of_text(text) == phases


def test_the_other_game_has_one_phase_for_charges_and_fights():
    effect = fx.Each(Event("attacks", by=IT), HIT)
    assert acting.phases((effect,), "heresy3") == ("shooting", "assault")
