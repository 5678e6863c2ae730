"""Rules make things happen in battles: on their occasions, by dice and by their players' choice."""

import pytest

from battle.hosts import fought, row, sheet
from battle.table import asked, cp, dice, left, options, pick, shocked, vp
from battle.test_cards import answer
from warbook import effects as fx
from warbook.systems.wh40k10.effects.scene import NotModelled
from warbook.systems.wh40k10.ruled import performing

EDGE, HELD, MUST, MOVES = "at the start or end", "an objective marker", "must take", "Movement phase"
SHOOTS = "Shooting phase"
OWN, THEIRS = "Command phase", "your opponent's Command phase"
CHIEF = "At the start of your Command phase, you gain 1CP."
ONCE = (
    f"Once per battle, at the start of your {OWN}, this model can use this ability. If it does, you gain 1CP."
)
STICKY = (
    f"At the end of your {OWN}, if this unit is within range of {HELD} you control, that objective"
    f" marker remains under your control until your opponent controls it {EDGE} of any turn."
)
FAR = (1, sheet("Slabs"), row(28, 40))


def opened(*units, step="command", side=0, **keys):
    """A battle that begins with a phase."""
    return fought((2, side, step), *units, **keys)


def test_a_rule_gives_points_at_the_start_of_a_phase():
    battle = opened((0, sheet("Kiln", CHIEF, models=1), [(28, 20)]), FAR)
    assert cp(battle) == [2, 1]


def test_a_rule_of_ones_own_phase_waits_for_it():
    battle = opened((0, sheet("Kiln", CHIEF, models=1), [(28, 20)]), FAR, side=1)
    assert cp(battle) == [1, 1]


def test_a_wounded_model_is_healed_by_dice():
    text = f"At the start of your {OWN}, this model regains up to D3 lost wounds."
    kiln = sheet("Kiln", text, models=1, stats={"W": "9"})
    battle = opened((0, kiln, [(28, 20)]), FAR, step="command")
    assert asked(battle) != "rule: Rite of Glass"
    hurt = fought((1, 1, "remaining combats"), (0, kiln, [(28, 20)]), FAR, hurt={0: 4})
    while asked(hurt) != "rule: Rite of Glass":
        answer(hurt)
    assert left(dice(hurt, 2), 0) == [7]


SPARKS = (
    f'At the end of your {MOVES}, select one enemy unit within 6" of this model. '
    "Roll one D6: on a 4+, that unit suffers 3 mortal wounds."
)


@pytest.mark.parametrize(("face", "wounds"), [(3, 10), (4, 7)])
def test_dice_decide_about_mortal_wounds(face, wounds):
    battle = opened(
        (0, sheet("Kiln", SPARKS, models=1), [(28, 20)]), (1, sheet("Slabs"), row(28, 24)), step="movement"
    )
    while asked(battle) != "rule: Rite of Glass":
        answer(battle)
    assert sum(left(dice(battle, face), 1)) == wounds


def test_nobody_near_nobody_is_hurt():
    battle = opened((0, sheet("Kiln", SPARKS, models=1), [(28, 20)]), FAR, step="movement")
    while battle.game.steps[battle.state.clock[2]] == "movement":
        assert asked(battle) != "rule: Rite of Glass"
        answer(battle)


def test_the_player_picks_among_several():
    battle = opened(
        (0, sheet("Kiln", SPARKS, models=1), [(28, 20)]),
        (1, sheet("Slabs"), row(28, 24)),
        (1, sheet("Bricks"), row(28, 17)),
        step="movement",
    )
    while not asked(battle).startswith("unit: "):
        answer(battle)
    assert options(battle) == ["Slabs", "Bricks"]
    assert sum(left(dice(pick(battle, "Bricks"), 6), 2)) == 7


DREAD = (
    f'At the start of {THEIRS}, each enemy unit within 6" of this model {MUST} a Battle-shock test, '
    f"{'subtracting 1'} from that test."
)


@pytest.mark.parametrize(("faces", "fails"), [((3, 4), True), ((4, 4), False)])
def test_tests_are_forced_and_modified(faces, fails):
    battle = opened((0, sheet("Slabs"), row(28, 24)), (1, sheet("Kiln", DREAD, models=1), [(28, 20)]))
    pick(battle)
    assert asked(battle) == "battle-shock"
    assert shocked(dice(battle, faces), 0) is fails


def test_once_a_battle_is_once():
    battle = opened((0, sheet("Kiln", ONCE, models=1), [(28, 20)]), FAR)
    assert asked(battle) == "use: Rite of Glass"
    battle.send(1)
    assert cp(battle) == [2, 1]
    while battle.state.clock[0] < 4:
        assert asked(battle) != "use: Rite of Glass"
        answer(battle)


def test_what_is_not_used_stays():
    battle = opened((0, sheet("Kiln", ONCE, models=1), [(28, 20)]), FAR)
    battle.send(0)
    while battle.state.clock[0] < 3 or asked(battle) != "use: Rite of Glass":
        answer(battle)
    assert cp(battle)[0] >= 2


def test_a_marker_stays_under_control_of_those_who_left_it():
    battle = opened((0, sheet("Kiln", models=1), [(30, 22)]), FAR)
    spot = battle.game.table.ground.ground.objectives.xy[0] / 1000
    battle = opened((0, sheet("Kiln", STICKY, models=1), [tuple(spot)]), FAR)
    while battle.game.steps[battle.state.clock[2]] in ("command", "battle-shock"):
        answer(battle)
    (kept,) = battle.state.effects
    assert (kept.that, vp(battle)[0]) == (0, 1)


def test_a_unit_that_destroyed_another_moves_on():
    text = 'Each time this unit destroys an enemy unit, it can make a Normal move of up to 3".'
    battle = opened(
        (0, sheet("Kiln", text, models=1, sling={"A": "9", "AP": "-9", "D": "9", "BS": "2+"}), [(28, 20)]),
        (1, sheet("Slabs", models=1), [(28, 30)]),
        FAR,
        step="shooting",
    )
    pick(battle, "Kiln")
    while not (asked(battle) or "").startswith("use: "):
        if hasattr(battle.request, "chance"):
            faces = []
            battle.request.chance.judge(lambda _s, faces=faces: faces.append(6) or 6)
            battle.send(tuple(faces))
        else:
            battle.send(0)
    battle.send(1)
    assert (battle.request.kind, battle.request.reach_mil) == ("granted move", 3000)


LOADED = (
    f"In your {MOVES}, if this model Remains Stationary, until the end of the turn,"
    f" slings {'equipped by'} this model have the [DEVASTATING WOUNDS] ability."
)


@pytest.mark.parametrize("moves", [False, True])
def test_what_follows_from_remaining_stationary_lasts_the_turn(moves):
    kiln = sheet("Kiln", LOADED, models=1)
    battle = opened((0, kiln, [(28, 20)]), (1, sheet("Slabs"), row(28, 36)), step="movement")
    if moves:
        pick(battle, "Kiln").send(1)
        battle.send(((0, 28_000, 20_500),))
    while battle.game.steps[battle.state.clock[2]] == "movement":
        answer(battle)
    assert [one.held.rule.name for one in battle.state.effects] == ([] if moves else ["Rite of Glass"])


def test_what_happens_at_any_time_of_a_phase_happens_once():
    text = f'In your {SHOOTS}, select one enemy unit within 12" of this model. It suffers 1 mortal wound.'
    battle = opened(
        (0, sheet("Kiln", text, models=1), [(28, 20)]),
        (0, sheet("Masons"), row(20, 18)),
        (1, sheet("Slabs"), row(28, 28)),
        step="shooting",
    )
    assert sum(left(battle, 2)) == 9
    while battle.game.steps[battle.state.clock[2]] == "shooting":
        assert asked(battle) != "rule: Rite of Glass"
        answer(battle)


BOTH = "At the start of your Command phase, you gain 1CP. If you do, this model regains 1 lost wound."


@pytest.mark.parametrize(("known", "points"), [(True, [2, 1]), (False, [1, 1])])
def test_a_rule_that_comes_upon_the_unknown_leaves_nothing_behind(monkeypatch, known, points):
    def unknown(_effect, _doing):
        raise NotModelled("what nobody knows")
        yield

    whole = performing.carry_out
    if not known:
        monkeypatch.setattr(
            performing,
            "carry_out",
            lambda one, doing: (unknown if isinstance(one, fx.Heal) else whole)(one, doing),
        )
    assert cp(opened((0, sheet("Kiln", BOTH, models=1), [(28, 20)]), FAR)) == points
