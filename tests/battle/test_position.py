"""A position is a text: what is written is read back, and a test of a rule begins in three lines."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battle.wild import WildBot
from warbook.battle import Header, begin, rolled
from warbook.battle.position import placed, position, set_up
from warbook.dice import Roll
from warbook.errors import InputError
from warbook.sheets import roster

HEAD = "wh40k10 2025-06 | Only War | crossways"
CLOCK = "round 2, A, movement | CP 1 2 | VP 0 3"
BLADES = "A Flawless Blades: 30,20 32,20/1 34,20"
IMMORTALS = "B Immortals: 30,30 31.6,30 33.2,30 34.8,30 dead"


def written(*lines):
    return "\n".join(lines)


def after(seed, inputs):
    armies = (roster.find("Emperor's Children"), roster.find("Necrons"))
    battle = begin(Header("wh40k10", "2023-12", "Only War", "small-yard", armies))
    random, bots = Random(seed), (WildBot(seed), WildBot(seed + 1))
    for _ in range(inputs):
        if battle.request is None:
            break
        request = battle.request
        player = getattr(request, "player", 0)
        battle.send(
            rolled(request, random) if isinstance(request, Roll) else bots[player].answer(battle, request)
        )
    return battle


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 999), inputs=st.integers(0, 700))
def test_what_is_written_is_read_back(seed, inputs):
    battle = after(seed, inputs)
    text = position(battle.game, battle.state)
    game, state = placed(text)
    assert state.digest() == battle.state.digest()
    assert position(game, state) == text


def test_a_position_says_where_everything_stands():
    game, state = placed(
        written(HEAD, CLOCK, BLADES + " | advanced, shocked", IMMORTALS, "used: battle 0 Insane Bravery")
    )
    assert state.clock == (2, 0, 2, 0)
    assert state.sides.tolist() == [[1, 0], [2, 3]]
    assert state.at[1].tolist() == [32_000, 20_000]
    assert state.left.tolist() == [3, 2, 3, 1, 1, 1, 1, 0]
    assert game.table.shocked(state, game.muster.units[0])
    assert not game.table.shocked(state, game.muster.units[1])
    assert state.used == {"battle 0 Insane Bravery"}


def test_a_unit_without_places_is_not_on_the_table():
    game, state = placed(written(HEAD, CLOCK, BLADES, "B Immortals: - - - - -"))
    assert game.table.standing(state, game.muster.units[0])
    assert not game.table.standing(state, game.muster.units[1])


def test_a_position_names_leaders_and_wargear():
    text = written(
        HEAD,
        CLOCK,
        "A Tormentors with Lord Exultant [plasma gun]: 10,10 12,10 14,10 16,10 18,10 20,10",
        IMMORTALS,
    )
    game, state = placed(text)
    unit = game.muster.units[0]
    assert [model.leader for model in unit.models] == [False] * 5 + [True]
    assert any("Plasma gun" in arm.spec.name for model in unit.models for arm in model.shooting)
    assert "Tormentors with Lord Exultant [plasma gun]:" in position(game, state)


def test_a_battle_goes_on_from_a_position():
    battle = set_up(written(HEAD, CLOCK, BLADES, IMMORTALS))
    assert battle.request.what == "unit to move"
    assert [getattr(unit, "name", None) for unit in battle.request.options] == [None, "Flawless Blades"]


@pytest.mark.parametrize(
    ("said", "step"), [("fight", 5), ("fight phase", 5), ("shooting phase", 3), ("command", 0)]
)
def test_a_step_goes_by_its_phase_too(said, step):
    _, state = placed(written(HEAD, CLOCK.replace("movement", said), BLADES, IMMORTALS))
    assert state.clock == (2, 0, step, 0)


def test_a_battle_after_its_last_round_is_a_position():
    battle = set_up(written(HEAD, "round 6, A, command | CP 0 0 | VP 1 3", BLADES, IMMORTALS))
    assert battle.outcome().winner == 1


def test_a_position_can_be_played_by_another_revision():
    assert set_up(written(HEAD, CLOCK, BLADES, IMMORTALS), "2023-06").game.system.revision == "2023-06"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((), "line 1: expected the game"),
        ((HEAD,), "line 1: expected the game"),
        (("wh40k10 | Only War | crossways", CLOCK), "line 1: expected SYSTEM REVISION"),
        ((HEAD, "round two, A, movement", BLADES, IMMORTALS), "line 2: expected round N, A or B"),
        ((HEAD, "round 2, A, tea", BLADES, IMMORTALS), "line 2: expected round N, A or B"),
        (
            (HEAD, "round 2, A, movement | XP 1 2", BLADES, IMMORTALS),
            "line 2: expected two numbers of CP or VP",
        ),
        ((HEAD, "round 2, A, movement | CP 1", BLADES, IMMORTALS), "line 2: expected two numbers of CP or VP"),
        ((HEAD, "round 2, A, movement |", BLADES, IMMORTALS), "line 2: expected two numbers of CP or VP"),
        ((HEAD, "round 2, A, movement | CP 1 2", BLADES, IMMORTALS), "line 2: expected | VP with a number"),
        ((HEAD, CLOCK + " | VP 1 1", BLADES, IMMORTALS), "line 2: expected VP once"),
        (
            (HEAD, CLOCK.replace("round 2", "round 9"), BLADES, IMMORTALS),
            "line 2: expected round 1 to 5, got 9",
        ),
        (
            (HEAD, CLOCK.replace("round 2", "round 0"), BLADES, IMMORTALS),
            "line 2: expected round 0 for deployment",
        ),
        (
            (HEAD, CLOCK, BLADES.replace("34,20", "99,25"), IMMORTALS),
            "line 3: model 3: expected to stand wholly on",
        ),
        ((HEAD, CLOCK, BLADES.replace("34,20", "59.9,20"), IMMORTALS), "line 3: model 3: .* table of 60 by 44"),
        (
            (HEAD, CLOCK, BLADES.replace("34,20", "32.4,20"), IMMORTALS),
            "model 3: expected not to stand on model 2",
        ),
        ((HEAD, CLOCK, BLADES, IMMORTALS.replace("30,30", "30,20.4")), "line 4: model 1: .* model 1 of line 3"),
        ((HEAD, CLOCK, BLADES.replace("20/1", "20/5"), IMMORTALS), "line 3: .*at most 3 wounds lost, got 5"),
        ((HEAD, CLOCK, "C Immortals: 1,1"), "line 3: expected A or B"),
        ((HEAD, CLOCK, "A Immortals 1,1"), "line 3: expected A or B"),
        ((HEAD, CLOCK, "A Flawless Blades: 1,1 2;2 3,3", IMMORTALS), "line 3: expected x,y in inches"),
        ((HEAD, CLOCK, BLADES + " | asleep", IMMORTALS), "line 3: expected one of stationary"),
        ((HEAD, CLOCK, "A Flawless Blades: 1,1", IMMORTALS), "line 3: .*expected from 3 to 6 models"),
        ((HEAD, CLOCK, "A Blade of Grass: 1,1", IMMORTALS), "line 3: .*no sheet of this name is known"),
        ((HEAD, CLOCK, "A Infractors with Grass: 1,1", IMMORTALS), "line 3: 'Grass': expected the name of"),
        ((HEAD, CLOCK, BLADES, "B Immortals [spoon]: 1,1 3,1 5,1 7,1 9,1"), "line 4: .*spoon"),
        ((HEAD, CLOCK, BLADES), "line 3: expected a line for a unit of B"),
        (
            (HEAD, "round 2, A, movement | CP 1 99999999999999999999 | VP 0 0", BLADES, IMMORTALS),
            "line 2: expected two",
        ),
        ((HEAD, CLOCK, BLADES.replace("30,20", "-0.001,-0.001"), IMMORTALS), "line 3: model 1: .*on the table"),
        ((HEAD.replace("2025-06", "1999-01"), CLOCK, BLADES, IMMORTALS), "1999-01"),
        ((HEAD.replace("crossways", "moon"), CLOCK, BLADES, IMMORTALS), "moon"),
        ((HEAD.replace("Only War", "Peace"), CLOCK, BLADES, IMMORTALS), "Peace"),
    ],
)
def test_a_bad_position_is_refused_with_its_line(lines, told):
    with pytest.raises(InputError, match=told):
        set_up(written(*lines))
