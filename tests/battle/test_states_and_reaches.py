"""Rules put units in states of their own, change tests each time, and let fights reach farther."""

import pytest

from battle.hosts import fought, row, sheet
from battle.table import until
from battle.test_cards import answer
from warbook.battle.umpire import judge_from
from warbook.systems.wh40k10.ruled import bearing

FAR = (1, sheet("Slabs"), row(28, 40))
THIS = "this model"
OWN, NEXT, EACH = "your Command phase", "your next Command phase", "each time"
DIMMED = (
    f'At the start of {OWN}, select one enemy unit within 12" of {THIS}. Until the start of {NEXT}, that unit'
    " is dimmed. While a unit is dimmed, subtract 2 from Charge rolls made for it."
)


def test_a_state_of_its_own_name_is_given_and_asked_for():
    battle = fought(
        (2, 0, "command"), (0, sheet("Kiln", DIMMED, models=1), [(28, 20)]), (1, sheet("Slabs"), row(28, 30))
    )
    assert len(battle.state.effects) == 1
    while battle.state.clock[:2] == (2, 0):
        answer(battle)
    until(battle, "unit to charge")
    battle.send(1)
    until(battle, "charge")
    assert battle.request.least == 10  # 7.74 inches to go, and 2 less


TESTED = (
    f'While an enemy unit is within 6" of this model, {EACH} that unit takes a Battle-shock test,'
    f" {'subtract 1'} from that test."
)


@pytest.mark.parametrize(("y", "least"), [(24, 8), (30, 7)])
def test_each_test_of_a_unit_nearby_is_modified(y, least):
    battle = fought(
        (2, 0, "command"), (0, sheet("Slabs"), row(28, y, 2)), (1, sheet("Kiln", TESTED, models=1), [(28, 20)])
    )
    until(battle, "battle-shock")
    assert battle.request.least == least


FAR_MOVE = 'up to 6" instead of up to 3"'
LONG = f"Each time a model in this unit makes a Consolidation move, it can move {FAR_MOVE}."


@pytest.mark.parametrize(("rules", "reach"), [((), 3000), ((LONG,), 6000)])
def test_a_consolidation_may_reach_farther(rules, reach):
    battle = fought(
        (2, 0, "fights first"),
        (0, sheet("Glaziers", *rules), row(28, 20), "charged"),
        (1, sheet("Slabs"), row(28, 22)),
    )
    while getattr(battle.request, "kind", None) != "consolidate":
        answer(battle)
    assert battle.request.reach_mil == reach


@pytest.mark.parametrize("known", [True, False])
def test_the_umpire_knows_how_far_a_consolidation_reaches(known, monkeypatch):
    start = fought(
        (2, 0, "fights first"),
        (0, sheet("Glaziers", LONG, models=1), [(28, 20)], "charged"),
        (1, sheet("Slabs", models=1), [(28, 26)]),
    )
    battle, inputs = start.copy(), []
    battle.send = lambda given, send=battle.send: (inputs.append(given), send(given))
    while getattr(battle.request, "kind", None) != "consolidate":
        answer(battle)
    battle.send(battle.game.proposed(battle.state, battle.request, None))
    assert battle.state.at[0][1] > 23_000  # more than three inches nearer
    if not known:
        monkeypatch.setattr(bearing, "reach", lambda *_: (3, False))
    broken = {verdict.rule for verdict in judge_from(start, inputs).broken}
    assert ("K-FGT-03-distance" in broken) == (not known)
