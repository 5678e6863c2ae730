"""Units in Reserves arrive where and when they may (K-RES-01 to K-RES-07)."""

import msgspec
import pytest

from battle.hosts import fought, rule, sheet
from battle.table import asked, go, left, options, pick, place, until
from warbook.battle import IllegalInput
from warbook.battle.position import position
from warbook.battle.umpire import judge_from
from warbook.systems.wh40k10 import reserves
from warbook.systems.wh40k10.waiting import DEEP, hold

STRIKE = rule("", "Deep Strike", "core")


def waiting(*rules, clock=(2, 0, "movement"), how="", revision="2025-06"):
    """A unit of A waits; one of each side stands in the middle of the table."""
    battle = fought(
        clock,
        (0, sheet("Late", *rules, models=3), []),
        (0, sheet("Here", models=1), [(20, 12)]),
        (1, sheet("Foe", models=1), [(20, 30)]),
        revision=revision,
    )
    late = battle.game.muster.units[0]
    state = battle.state.copy()
    state.left[late.members] = 2
    hold(state, late, how)
    return type(battle)(battle.game, state)


def arriving(*rules, **keys):
    """The unit that waits has been picked to arrive."""
    return pick(until(waiting(*rules, **keys), "unit to arrive"), "Late")


def fault(battle, *moves):
    with pytest.raises(IllegalInput) as told:
        place(battle, *moves)
    return str(told.value)


def test_nobody_arrives_before_the_second_round():
    battle = until(waiting(clock=(1, 0, "movement")), "unit to shoot")
    assert battle.state.clock[0] == 1
    assert asked(until(battle, "unit to arrive")) == "unit to arrive"
    assert battle.state.clock[:2] == (2, 0)


@pytest.mark.parametrize("y", [1.0, 5.3])
def test_strategic_reserves_arrive_wholly_within_six_inches_of_an_edge(y):
    """A base of 32 mm is 1.26 inches wide: its middle is at most 5.37 inches from the edge."""
    battle = place(arriving(), (0, 10, y), (1, 12, y), (2, 14, y))
    assert asked(battle) == "unit to shoot"
    state, late = battle.state, battle.game.muster.units[0]
    assert battle.game.table.standing(state, late)
    assert battle.game.table.flag(state, late, battle.game.words["moved"][0]) == battle.game.words["moved"][1]


def test_farther_from_the_edge_is_refused():
    assert "OUT_OF_ZONE" in fault(arriving(), (0, 10, 5.3), (1, 12, 5.4), (2, 14, 5.3))


def test_nine_inches_from_an_enemy_are_too_near():
    """The enemy's middle is at 20, 30: bases of 0.63 inches each, so 9.0 between them at 10.26 away."""
    assert "IN_ENGAGEMENT" in fault(arriving(STRIKE, how=DEEP), (0, 30.259, 30), (1, 32, 30), (2, 34, 30))
    assert asked(place(arriving(STRIKE, how=DEEP), (0, 30.3, 30), (1, 32, 30), (2, 34, 30))) == "unit to shoot"


def test_the_zone_of_the_enemy_is_barred_in_the_second_round_alone():
    zone = arriving().game.ground.ground.zones[1]
    x, y = (zone.min(axis=0) + zone.max(axis=0)).tolist()
    far = 58 if x > 60_000 else 2
    moves = [(n, far, y / 2000 + 2 * n) for n in range(3)]
    assert "OUT_OF_ZONE" in fault(arriving(), *moves)
    assert asked(place(arriving(clock=(3, 0, "movement")), *moves)) == "unit to shoot"


@pytest.mark.parametrize(("revision", "free"), [("2023-12", False), ("2024-06", True)])
def test_deep_strike_from_strategic_reserves_depends_on_the_revision(revision, free):
    battle = arriving(STRIKE, revision=revision)
    assert (battle.request.site.edge_mil == 0) is free


def test_deep_strike_may_come_in_the_first_round():
    battle = waiting(STRIKE, how=DEEP, clock=(1, 0, "movement"))
    assert options(until(battle, "unit to arrive")) == ["-", "Late"]


def test_what_is_proposed_is_legal_and_near():
    battle = go(arriving(), (20_000, 20_000))
    assert (battle.state.at[:3] >= 0).all()


def test_who_stays_away_is_destroyed_as_the_battle_ends():
    battle = waiting(clock=(5, 1, "movement"))
    while battle.request is not None:
        until(battle, asked(battle))
        battle.send(battle.request.options.index(None) if hasattr(battle.request, "options") else ())
    assert left(battle, 0) == [0, 0, 0]
    assert battle.state.clock[0] == 6


def test_an_army_that_waits_is_not_gone():
    battle = waiting(clock=(2, 1, "movement"))
    state = battle.state.copy()
    state.left[3] = 0
    assert not battle.game.table.over(state)
    assert battle.game.table.army(state, 0) == ()


def test_fire_overwatch_answers_an_arrival():
    battle = waiting(STRIKE, how=DEEP)
    state = battle.state.copy()
    state.sides[1, 0] = 1
    battle = type(battle)(battle.game, state)
    pick(until(battle, "unit to arrive"), "Late")
    place(battle, (0, 30.3, 30), (1, 32, 30), (2, 34, 30))
    assert options(battle) == ["-", "Fire Overwatch: Foe"]


@pytest.mark.parametrize(
    ("note", "how"), [("Strategic Reserves", ""), ("Strategic Reserves, Deep Strike", DEEP)]
)
def test_a_list_says_who_starts_in_reserves(note, how):
    battle = waiting(STRIKE)
    muster = battle.game.muster
    muster.entries = (msgspec.structs.replace(muster.entries[0], notes=(note,)), *muster.entries[1:])
    battle = type(battle)(battle.game, battle.game.start())
    assert battle.request.unit == 2  # the other side's first
    assert [text for text in battle.state.used if "reserves" in text] == [f"battle in reserves 0: {how}"]


@pytest.mark.parametrize("back", [0, 1])
def test_a_player_may_hold_back_who_has_deep_strike(back):
    battle = waiting(STRIKE)
    battle = type(battle)(battle.game, battle.game.start())
    assert asked(battle) == "hold back to Deep Strike"
    battle.send(back)
    assert (asked(battle), battle.request.unit) == ("deploy", 2 if back else 0)


def test_a_position_tells_who_waits():
    battle = waiting(how=DEEP)
    assert "used: battle in reserves 0: deep strike" in position(battle.game, battle.state)


def judged(*moves, **keys):
    """The rules that the umpire finds broken in an arrival."""
    start = waiting(**keys)
    battle = place(pick(until(start.copy(), "unit to arrive"), "Late"), *moves)
    return {verdict.rule for verdict in judge_from(start, battle.history).broken}


def test_the_umpire_accepts_an_arrival():
    assert judged((0, 10, 5.3), (1, 12, 5.3), (2, 14, 5.3)) == set()


def test_the_umpire_notices_who_arrives_too_near(monkeypatch):
    monkeypatch.setattr(reserves, "APART_MIL", 8_000)
    monkeypatch.setattr(reserves, "EDGE_MIL", 60_000)
    assert judged((0, 29.5, 30), (1, 31.5, 30), (2, 33.5, 30)) == {"K-RES-05", "K-RES-05-edge"}


def test_the_umpire_notices_who_arrives_far_from_the_edge(monkeypatch):
    monkeypatch.setattr(reserves, "EDGE_MIL", 7_000)
    assert judged((0, 10, 5.3), (1, 12, 5.6), (2, 14, 5.3)) == {"K-RES-05-edge"}
