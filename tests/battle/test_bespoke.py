"""Rules that are programs: Reanimation Protocols."""

import pytest

from battle.hosts import fought, row, rule, sheet
from battle.table import asked, dice, go, left, pick, until
from warbook.battle.umpire import judge_from
from warbook.systems.wh40k10 import effects
from warbook.systems.wh40k10.ruled.bespoke import BESPOKE, PROGRAMS

RISE = rule("", "Reanimation Protocols", "faction")
FAR = (1, sheet("Slabs"), row(28, 40))


def rising(*units, hurt, words=()):
    """The end of a Command phase with units that rise again."""
    battle = fought(
        (2, 0, "command"),
        *((0, one, row(20 + 12 * n, 20, 6), *words) for n, one in enumerate(units)),
        FAR,
        hurt=hurt,
    )
    return until(battle, "rule: Reanimation Protocols")


def test_each_program_is_counted():
    assert tuple(PROGRAMS) == tuple(BESPOKE) == effects.BESPOKE


def test_a_wounded_model_heals_before_others_return():
    battle = rising(sheet("Bones", RISE, models=3), hurt={0: 1, 1: 2, 2: 2})
    battle = dice(battle, 1)
    assert left(battle, 0) == [2, 0, 0]


def test_what_is_left_of_the_roll_brings_models_back():
    battle = dice(rising(sheet("Bones", RISE, models=3), hurt={0: 1, 1: 2, 2: 2}), 3)
    assert asked(battle) == "returned"
    spot = battle.game.proposed(battle.state, battle.request, None)
    assert len(spot) == 1
    battle.send(spot)
    assert left(battle, 0) == [2, 2, 0]


def test_models_return_in_coherency_and_not_engaged():
    battle = dice(rising(sheet("Bones", RISE, models=3), hurt={1: 2, 2: 2}), 1)
    (model,) = battle.request.models
    faults = battle.game.faults
    assert faults(battle.state, battle.request, ((model, 21_400, 20_000),)) == ()
    far = faults(battle.state, battle.request, ((model, 26_000, 20_000),))
    near = faults(battle.state, battle.request, ((model, 28_000, 38_500),))
    assert any("NOT_COHERENT" in told for told in far)
    assert any("IN_ENGAGEMENT" in told for told in near)


def test_a_leader_does_not_return_nor_anybody_when_only_he_is_left():
    body, chief = sheet("Bones", RISE, models=2), sheet("Chief", RISE, models=1, words=("CHARACTER",))
    battle = fought((2, 0, "command"), (0, (body, chief), row(20, 20, 3)), FAR, hurt={2: 2})
    while battle.game.steps[battle.state.clock[2]] in ("command", "battle-shock"):
        assert asked(battle) != "returned"
        pick(battle) if hasattr(battle.request, "options") else dice(battle, 3)
    assert left(battle, 0) == [2, 2, 0]


@pytest.mark.parametrize("side", [0, 1])
def test_only_those_rise_whose_turn_it_is(side):
    battle = fought((2, side, "command"), (0, sheet("Bones", RISE, models=3), row(20, 20, 3)), FAR, hurt={1: 2})
    assert (asked(battle) == "rule: Reanimation Protocols") is (side == 0)


def test_the_umpire_tells_a_return_from_a_battle_shock_test():
    start = fought((2, 0, "command"), (0, sheet("Bones", RISE, models=3), row(20, 20, 3)), FAR, hurt={2: 2})
    battle = dice(until(start.copy(), "rule: Reanimation Protocols"), 1)
    assert asked(battle) == "returned"
    assert left(go(battle), 0) == [2, 2, 1]
    assert not judge_from(start, battle.history).broken
