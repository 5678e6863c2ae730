"""Stratagems of an army are offered in their windows, on their targets, and act as long as they say."""

import pytest

from battle.hosts import detachment, fought, play, row, sheet
from battle.table import asked, cp, options, pick
from battle.test_rules_in_force import ADD, EACH, TAKE, needed, until_roll
from warbook.battle.position import position
from warbook.parsing.text import read
from warbook.systems.wh40k10.ruled.executing import executes_in_battle

OWN = "One GLAZIERS unit from your army that"
PHASE, THEIRS = "Until the end of the phase", "Your opponent's Shooting phase"
SHADE = play(
    "Shade",
    f"{THEIRS}, just after an enemy unit has selected its targets.",
    f"{OWN} was selected as the target of one or more of those attacks.",
    f"{PHASE}, each time an attack targets your unit, {TAKE}",
)
HEAT = play(
    "Heat",
    "Your Shooting phase or the Fight phase.",
    f"{OWN} has not been selected to shoot or fight this phase.",
    f"{PHASE}, {EACH.format('your')}, {ADD}",
)


def skirmish(card, *more, clock=(2, 0, "shooting"), points=(2, 2), mine="Glaziers", theirs="Slabs", **keys):
    """A unit of A against one of B, ten inches apart; both sides have the card."""
    units = [(0, sheet(mine), row(28, 20)), (1, sheet(theirs), row(28, 30)), *more]
    return fought(clock, *units, cp=points, known=detachment(plays=(card,)), detached=(0, 1), **keys)


def selected(battle, name):
    """Pass what may be used at any time of the phase, and select a unit."""
    while asked(battle) == "play: phase goes on":
        pick(battle)
    return pick(battle, name)


def until_asked(battle, what):
    """Answer with the first option until this is asked."""
    for _ in range(40):
        if asked(battle) == what:
            return battle
        battle.send(0)
    raise AssertionError(what)


def answer(battle):
    """Pass, stay, and roll ones."""
    request = battle.request
    if hasattr(request, "options"):
        battle.send(request.options.index(None) if None in request.options else 0)
    elif hasattr(request, "chance"):
        faces = []
        request.chance.judge(lambda _sides: faces.append(1) or 1)
        battle.send(tuple(faces))
    else:
        battle.send(())


def step(battle):
    """The name of the step that it is."""
    return battle.game.steps[battle.state.clock[2]]


def test_a_card_is_offered_when_its_unit_is_selected():
    battle = selected(skirmish(HEAT), "Glaziers")
    assert options(battle) == ["-", "Heat: Glaziers"]
    battle = until_roll(pick(battle, "Heat: Glaziers"), "hit")
    assert cp(battle) == [1, 2]
    assert needed(battle) == 3


def test_a_card_that_is_not_used_changes_nothing():
    battle = until_roll(pick(selected(skirmish(HEAT), "Glaziers")), "hit")
    assert (cp(battle), needed(battle)) == ([2, 2], 4)


def test_nobody_is_asked_without_the_points_or_the_unit():
    assert asked(selected(skirmish(HEAT, points=(0, 2)), "Glaziers")) != "play: selected to shoot"
    assert asked(selected(skirmish(HEAT, mine="Masons"), "Masons")) != "play: selected to shoot"


def test_a_card_answers_the_choice_of_targets():
    battle = selected(skirmish(SHADE, mine="Slabs", theirs="Glaziers"), "Slabs")
    battle = until_asked(battle, "play: targets selected")
    assert battle.request.player == 1
    battle = until_roll(pick(battle, "Shade: Glaziers"), "hit")
    assert (cp(battle), needed(battle)) == ([2, 1], 5)


def test_a_card_of_a_whole_phase_is_offered_before_any_unit_is_selected():
    battle = skirmish(HEAT)
    assert (asked(battle), options(battle)) == ("play: phase goes on", ["-", "Heat: Glaziers"])
    assert needed(until_roll(selected(pick(battle, "Heat: Glaziers"), "Glaziers"), "hit")) == 3


def test_what_acted_is_remembered_and_told():
    battle = selected(skirmish(HEAT), "Glaziers")
    assert battle.game.acted(battle.state) == ()
    battle = until_roll(pick(battle, "Heat: Glaziers"), "hit")
    assert battle.game.acted(battle.state) == ("A Glaziers: Heat (2 times)",)  # played, and on the attacks
    assert battle.copy().state.acted == battle.state.acted


def test_an_effect_ends_with_the_phase():
    battle = pick(selected(skirmish(HEAT), "Glaziers"), "Heat: Glaziers")
    assert len(battle.state.effects) == 1
    while step(battle) == "shooting":
        answer(battle)
    assert battle.state.effects == ()


@pytest.mark.parametrize(
    ("ends", "turn_after"), [("end of the turn", 0), ("start of your next Command phase", 1)]
)
def test_an_effect_may_outlast_the_phase(ends, turn_after):
    card = play("Oath", HEAT.when, HEAT.target, f"Until the {ends}, {EACH.format('your')}, {ADD}")
    battle = pick(selected(skirmish(card), "Glaziers"), "Oath: Glaziers")
    while step(battle) == "shooting":
        answer(battle)
    assert len(battle.state.effects) == 1
    while battle.state.clock[:2] == (2, 0):
        answer(battle)
    assert len(battle.state.effects) == turn_after
    while battle.state.clock[:2] != (3, 0):
        answer(battle)
    answer(battle)
    assert battle.state.effects == ()


def test_a_copy_and_a_replay_have_the_same_hash():
    battle = pick(selected(skirmish(HEAT), "Glaziers"), "Heat: Glaziers")
    assert battle.copy().state.digest() == battle.state.digest()
    other = pick(selected(skirmish(HEAT), "Glaziers"), "Heat: Glaziers")
    assert other.state.digest() == battle.state.digest()
    assert pick(selected(skirmish(HEAT), "Glaziers")).state.digest() != battle.state.digest()


def test_a_card_beyond_battles_is_told():
    battle = skirmish(play("Zorb", HEAT.when, HEAT.target, "Your unit zorbs."))
    assert "Slow Column: Zorb" in battle.game.table.rules.told
    assert asked(pick(battle, "Glaziers")) != "play: selected to shoot"


@pytest.mark.parametrize(
    ("kind", "text", "executed"),
    [
        ("when", "Fight phase.", True),
        ("when", SHADE.when, True),
        ("when", "Your Movement phase, just after a friendly GLAZIERS unit disembarks.", False),
        ("target", SHADE.target, True),
        ("target", "Two GLAZIERS units from your army.", False),
        ("effect", SHADE.effect, True),
        ("effect", "Your unit can embark within a friendly BARGE.", False),
        ("ability", "At the start of your Command phase, you gain 1CP.", True),
        ("ability", "You gain 1CP.", False),
    ],
)
def test_what_battles_act_on_is_asked_of_them(kind, text, executed):
    (effect,) = read(text, kind).effects
    assert executes_in_battle(effect, done=kind == "effect") is executed


def test_what_is_in_force_is_in_the_text_of_a_position():
    battle = pick(selected(skirmish(HEAT), "Glaziers"), "Heat: Glaziers")
    told = position(battle.game, battle.state)
    (line,) = (line for line in told.splitlines() if line.startswith("in force:"))
    again = battle.game.in_force(line.removeprefix("in force:").strip())
    assert str(again) == str(battle.state.effects[0])
    with pytest.raises(ValueError, match="no such unit"):
        battle.game.in_force(line.removeprefix("in force:").replace('"unit":0', '"unit":77').strip())


MEND = play(
    "Mend",
    "Your Shooting phase, when a GLAZIERS unit from your army is selected to shoot.",
    "That GLAZIERS unit.",
    "One model in your unit regains up to 1 lost wounds.",
)
CALL = play(
    "Call",
    MEND.when,
    MEND.target,
    f'Select one friendly CART unit within 6" of your unit. {PHASE}, {EACH.format("that")}, {ADD}',
)


@pytest.mark.parametrize(("hurt", "offered"), [({}, False), ({0: 1}, True)])
def test_a_card_that_heals_is_offered_where_somebody_is_hurt(hurt, offered):
    battle = selected(skirmish(MEND, hurt=hurt), "Glaziers")
    assert (asked(battle) == "play: selected to shoot") is offered


@pytest.mark.parametrize(("x", "offered"), [(24, True), (5, False)])
def test_a_card_that_selects_is_offered_where_there_is_one_to_select(x, offered):
    battle = selected(skirmish(CALL, (0, sheet("Cart", models=1), [(x, 20)])), "Glaziers")
    assert (asked(battle) == "play: selected to shoot") is offered


def test_the_player_whose_models_are_saved_is_asked_for_the_save():
    battle = until_roll(selected(skirmish(HEAT), "Glaziers"), "save")
    assert (battle.request.player, battle.request.unit, battle.request.target) == (1, 0, 1)
