"""Rules that stand on units themselves: moves, rolls, characteristics, and what units may do."""

import pytest

from battle.hosts import fought, row, rule, sheet
from battle.table import asked, dice, options, pick, shocked, until, vp
from battle.test_cards import answer
from battle.test_rules_in_force import until_roll

MODELS, MOVE = "models", "the Move characteristic of"
FAR = (1, sheet("Slabs"), row(28, 42))
NEAR = (1, sheet("Slabs"), row(28, 28))


def begun(step, mine, *others, flags=(), side=0, **keys):
    """A unit of A with these rules."""
    return fought((2, side, step), (0, mine, row(28, 20), *flags), *(others or (FAR,)), **keys)


def moved(text, **keys):
    battle = begun("movement", sheet("Glaziers", text), **keys)
    return pick(pick(battle, "Glaziers"), "normal").request.reach_mil


def test_models_move_further():
    assert moved("Each time this unit Zorbs, nothing.") == 6000
    assert moved('Add 2" to the Move characteristic of models in this unit.') == 8000
    assert moved('Subtract 1" from the Move characteristic of models in this unit.') == 5000


@pytest.mark.parametrize(("x", "reach"), [(28, 9000), (50, 6000)])
def test_a_friend_nearby_makes_them_faster(x, reach):
    text = f'While a friendly GLAZIERS unit is within 6" of this model, add 3" to {MOVE} {MODELS} in that unit.'
    chief = (0, sheet("Kiln", text, models=1), [(x, 16)])
    battle = begun("movement", sheet("Glaziers"), chief, FAR)
    assert pick(pick(battle, "Glaziers"), "normal").request.reach_mil == reach


def advanced(text, *faces):
    battle = pick(pick(begun("movement", sheet("Glaziers", text)), "Glaziers"), "advanced")
    return dice(battle, *faces)


def test_an_advance_is_rolled_again_where_its_player_wants():
    battle = advanced("You can re-roll Advance rolls made for this unit.", 1)
    assert asked(battle) == "re-roll: Rite of Glass"
    battle.send(1)
    assert dice(battle, 6).request.reach_mil == 12_000


def test_an_advance_is_modified():
    assert advanced("Add 2 to Advance rolls made for this unit.", 3).request.reach_mil == 11_000


def test_a_charge_is_modified():
    text = "Add 1 to Charge rolls made for this unit."
    battle = until(pick(begun("charge", sheet("Glaziers", text), NEAR), "Glaziers"), "charge")
    assert battle.request.least == 5  # 8" less a base of 32 mm and the last inch is 5.74": 6, and 1 is added
    assert dice(battle, (3, 3)).request.reach_mil == 7000


ELIGIBLE = "This unit is eligible to {} in a turn in which it {}."


@pytest.mark.parametrize(
    ("step", "flag", "deed", "did"),
    [
        ("shooting", "advanced", "shoot", "Advanced"),
        ("shooting", "fell back", "shoot", "Fell Back"),
        ("charge", "advanced", "declare a charge", "Advanced"),
        ("charge", "fell back", "declare a charge", "Fell Back"),
    ],
)
def test_units_may_do_what_they_could_not(step, flag, deed, did):
    able = begun(step, sheet("Glaziers", ELIGIBLE.format(deed, did)), NEAR, flags=(flag,))
    assert options(able) == ["-", "Glaziers"]
    plain = begun(step, sheet("Glaziers"), NEAR, flags=(flag,))
    assert not hasattr(plain.request, "options") or "Glaziers" not in options(plain)


def test_all_weapons_shoot_after_an_advance():
    battle = begun(
        "shooting", sheet("Glaziers", ELIGIBLE.format("shoot", "Advanced")), NEAR, flags=("advanced",)
    )
    assert asked(until_roll(pick(battle, "Glaziers"), "hit")) == "hit"


def test_who_has_fights_first_by_a_rule_fights_first():
    """The side whose turn it is not picks first among those that fight first (SC-07)."""
    theirs = sheet("Slabs", "Models in this unit have the Fights First ability.")
    battle = fought(
        (2, 0, "fights first"), (0, sheet("Glaziers"), row(28, 20), "charged"), (1, theirs, row(28, 22))
    )
    battle = until(battle, "melee weapon: Slabs") if asked(battle).startswith("unit") else battle
    assert battle.request.player == 1
    slow = fought(
        (2, 0, "fights first"), (0, sheet("Glaziers"), row(28, 20), "charged"), (1, sheet("Slabs"), row(28, 22))
    )
    assert slow.request.player == 0


def scored(text, flags=()):
    """Points of A, with one model of Objective Control 1 at a marker against one of 2."""
    x, y = begun("command", sheet("Glaziers")).game.table.ground.ground.objectives.xy[0] / 1000
    mine = sheet("Kiln", text, models=1) if text else sheet("Kiln", models=1)
    foe = sheet("Slabs", models=1, stats={"OC": "2"})
    units = (0, mine, [(x + 1, y)], *flags), (1, foe, [(x - 1, y)])
    battle = fought((2, 0, "command"), *units)
    while battle.game.steps[battle.state.clock[2]] in ("command", "battle-shock"):
        answer(battle)
    return vp(battle)[0]


def test_objective_control_is_counted_with_what_adds_to_it():
    assert scored("") == 0
    assert scored("Add 2 to the Objective Control characteristic of models in this unit.") == 1


HALF = row(28, 20, 2)


@pytest.mark.parametrize(("faces", "fails"), [((3, 3), False), ((3, 2), True)])
def test_leadership_is_improved(faces, fails):
    text = "Improve the Leadership characteristic of models in this unit by 1."
    battle = fought((2, 0, "battle-shock"), (0, sheet("Glaziers", text), HALF), FAR)
    assert battle.request.least == 6
    assert shocked(dice(battle, faces), 0) is fails


def test_lone_operatives_by_a_rule_are_not_shot_from_afar():
    text = "Models in this unit have the Lone Operative ability."
    battle = begun("shooting", sheet("Glaziers"), (1, sheet("Slabs", text), row(28, 34)))
    assert asked(battle) != "unit to shoot"
    assert asked(begun("shooting", sheet("Glaziers"), (1, sheet("Slabs"), row(28, 34)))) == "unit to shoot"


def test_what_a_leader_gives_his_unit():
    text = f'While this model is leading a unit, add 2" to {MOVE} {MODELS} in that unit.'
    led = (sheet("Glaziers"), sheet("Foreman", rule(text, "Whistle"), models=1, leads=("Glaziers",)))
    battle = fought((2, 0, "movement"), (0, led, row(28, 20, 6)), FAR)
    assert pick(pick(battle, "Glaziers with Foreman"), "normal").request.reach_mil == 8000
