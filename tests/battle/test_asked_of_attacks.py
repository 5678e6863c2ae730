"""Rules ask what attacks hit, from how far, and what tests came to."""

import pytest

from battle.hosts import detachment, fought, play, row, sheet
from battle.table import asked, cp, dice, pick, shocked, until
from battle.test_cards import HEAT, PHASE, answer, selected
from battle.test_rules_in_force import ADD, EACH, needed, until_roll

FAR = (1, sheet("Slabs"), row(28, 40))
HALF = play(
    "Near Rite",
    "Your Shooting phase.",
    "One GLAZIERS unit from your army.",
    f"{PHASE}, {EACH.format('your')} that targets a unit within half range, {ADD}",
)


@pytest.mark.parametrize(("away", "needs"), [(11, 3), (13.5, 4)])
def test_half_range_is_measured_from_each_model(away, needs):
    units = [(0, sheet("Glaziers", models=1), [(28, 20)]), (1, sheet("Slabs", models=1), [(28, 20 + away)])]
    battle = fought((2, 0, "shooting"), *units, cp=(2, 2), known=detachment(plays=(HALF,)), detached=(0, 1))
    battle = pick(battle, "Near Rite: Glaziers")
    assert needed(until_roll(selected(battle, "Glaziers"), "hit")) == needs


WITH, TURN, THIS = "a Stratagem", "opponent's Command phase", "this model"
HIT, OWN = "hit by", "Command phase"
MUST = "must take a Battle-shock test."
STUN = f"After this unit has shot, select one enemy unit {HIT} one or more of those attacks. That unit {MUST}"


@pytest.mark.parametrize(("face", "tested"), [(6, True), (1, False)])
def test_what_was_hit_is_remembered(face, tested):
    battle = fought(
        (2, 0, "shooting"), (0, sheet("Glaziers", STUN, models=1), [(28, 20)]), (1, sheet("Slabs"), row(28, 30))
    )
    pick(battle, "Glaziers")
    seen = []
    while battle.game.steps[battle.state.clock[2]] == "shooting":
        seen.append(asked(battle))
        if asked(battle) == "hit":
            faces = []
            battle.request.chance.judge(lambda _s, faces=faces: faces.append(face) or face)
            battle.send(tuple(faces))
        elif asked(battle) == "target: Sling":
            battle.send(0)
        else:
            answer(battle)
    assert ("battle-shock" in seen) is tested


BRAVE = f"At the start of your {OWN}, take a Leadership test for {THIS}. If that test is passed, you gain 1CP."


@pytest.mark.parametrize(("faces", "points"), [((3, 4), [2, 1]), ((3, 3), [1, 1])])
def test_a_leadership_test_decides(faces, points):
    battle = fought((2, 0, "command"), (0, sheet("Kiln", BRAVE, models=1), [(28, 20)]), FAR)
    assert asked(battle) == "leadership"
    assert cp(dice(battle, faces)) == points


def test_a_play_on_a_unit_is_an_event():
    text = f"Each time you target this unit with {WITH}, roll one D6: on a 4+, you gain 1CP."
    battle = fought(
        (2, 0, "shooting"),
        (0, sheet("Glaziers", text), row(28, 20)),
        (1, sheet("Slabs"), row(28, 30)),
        cp=(2, 2),
        known=detachment(plays=(HEAT,)),
        detached=(0, 1),
    )
    assert asked(pick(battle, "Heat: Glaziers")) == "rule: Rite of Glass"
    assert cp(dice(battle, 4)) == [2, 2]


STEP = f'In the Battle-shock step of your {TURN}, each enemy unit within 6" of this model {MUST}'


def test_a_unit_that_was_tested_in_the_step_is_not_tested_again():
    kiln = sheet("Kiln", STEP, models=1)
    battle = fought((2, 0, "command"), (0, sheet("Slabs"), row(28, 24, 2)), (1, kiln, [(28, 20)]))
    until(battle, "battle-shock")
    dice(battle, (6, 6))
    assert asked(battle) != "battle-shock"
    assert not shocked(battle, 0)
