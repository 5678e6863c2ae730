"""Cards that set units up, put them into Reserves, or bring something later, as bundled packs hold them."""

import pytest

from battle.hosts import detachment, fought, play, row, sheet
from battle.table import asked, cp, dice, go, left, options, pick, place, until
from battle.test_reserves import STRIKE, fault
from battle.test_scenarios_of_armies import KILLS, chosen
from warbook.systems.wh40k10.waiting import DEEP, held, hold

CHILD, COURT = ("INFANTRY", "EMPEROR'S CHILDREN"), ("INFANTRY", "NECRONS")
FAR = (1, sheet("Far", models=1), [(50, 40)])


def battle_of(clock, *units, points=(2, 2), known=None, side=0):
    return fought(clock, *units, cp=points, known=known, detached=(side,))


# ------------------------------------------------------------------ on two units: SC-21


def slaughter(*flags):
    """A LEGIONS OF EXCESS unit X has just destroyed an enemy; Y stands by, six inches from another one."""
    blade = sheet("X", models=1, words=("INFANTRY", "LEGIONS OF EXCESS"), stick={**KILLS, "WS": "2+", "D": "2"})
    battle = battle_of(
        (2, 0, "fights first"),
        (0, blade, [(20, 20)], "charged"),
        (0, sheet("Y", models=1, words=CHILD), [(25, 20)], *flags),
        (1, sheet("Lone", models=1), [(20, 21.8)]),
        (1, sheet("Mark", models=1), [(32.26, 20)]),
        points=(1, 0),
        known=chosen("Carnival of Excess"),
    )
    until(battle, "play: unit destroyed")
    assert "Ecstatic Slaughter: Y" in options(battle)
    return pick(battle, "Ecstatic Slaughter: Y")


@pytest.mark.parametrize(("flags", "fights"), [((), True), (("fought",), False)])
def test_sc_21_who_charges_in_the_fight_phase_may_fight_once(flags, fights):
    battle = slaughter(*flags)
    assert asked(battle) == "charge"  # who pays for it has chosen it
    go(dice(until(battle, "charge"), (3, 3)))
    table, (_, y, _, mark) = battle.game.table, battle.game.muster.units
    assert table.engaged(battle.state, y) == (mark,)
    until(battle, "consolidate")
    battle.send(())
    fighters = []
    while battle.state.clock[1] == 0:
        if asked(battle) == "pile in":
            fighters.append(battle.request.unit)
        until(battle, asked(battle))
        answer(battle)
    assert (1 in fighters) is fights


def answer(battle):
    """Pass, stay, and roll ones."""
    if hasattr(battle.request, "options"):
        battle.send(battle.request.options.index(None) if None in battle.request.options else 0)
    elif hasattr(battle.request, "chance"):
        faces = []
        battle.request.chance.judge(lambda _sides: faces.append(1) or 1)
        battle.send(tuple(faces))
    else:
        battle.send(())


def on(battle, what):
    """Go on with ones until something is asked."""
    for _ in range(200):
        if asked(battle) == what:
            return battle
        answer(battle)
    raise AssertionError(what)


# ------------------------------------------------------------------ into Reserves


def raiders(y):
    battle = battle_of(  # somebody else's card is passed
        (2, 1, "remaining combats"),
        (0, sheet("Band", models=2, words=CHILD), [(20, y), (22, y)]),
        (0, sheet("Other", models=1), [(40, 22)]),
        FAR,
        known=chosen("Mercurial Host"),
        points=(2, 0),
    )
    while asked(battle) == "play: phase goes on":
        pick(battle)
    return battle


@pytest.mark.parametrize(("y", "offered"), [(8.3, True), (8.4, False)])
def test_who_is_wholly_within_nine_inches_of_an_edge_may_leave(y, offered):
    """Bases of 32 mm reach 0.63 inches beyond their middle."""
    assert (asked(raiders(y)) == "play: phase ends") is offered


def test_who_left_arrives_in_his_next_movement_phase():
    battle = pick(raiders(8), "Cruel Raiders: Band")
    band = battle.game.muster.units[0]
    assert held(battle.state, band) is not None
    assert not battle.game.table.standing(battle.state, band)
    pick(on(battle, "unit to arrive"), "Band")
    assert (battle.state.clock[:2], battle.request.site.edge_mil) == ((3, 0), 6_000)
    assert battle.game.table.standing(go(battle, (20_000, 3_000)).state, band)


# ------------------------------------------------------------------ off the table and back


def shot(card_of, *own, known, points=(2, 0)):
    """A lone enemy shoots at the first of these units."""
    battle = battle_of(
        (2, 1, "shooting"),
        *own,
        (1, sheet("Gun", models=1, sling={**KILLS, "D": "2", "range": '48"'}), [(28, 34)]),
        known=known,
        points=points,
    )
    pick(until(battle, "unit to shoot"), "Gun")
    if asked(battle) == "target: Sling":
        pick(battle, card_of)
    return battle


def recalled(face):
    """A lone enemy shoots at one of three; a model of the other unit stands far off."""
    battle = shot(
        "Court",
        (0, sheet("Court", models=3, words=COURT), row(28, 20, 3)),
        (0, sheet("Ark", models=1, words=("NECRONS", "MONOLITH", "VEHICLE")), [(10, 12)]),
        known=chosen("Hypercrypt Legion", "Necrons"),
    )
    return dice(until(battle, "hit"), face)


def test_a_unit_that_lost_models_is_set_up_beside_another():
    battle = recalled(6)
    pick(until(battle, "play: shot"), "Hyperphasic Recall: Court")
    assert (asked(battle), battle.request.site.near_mil) == ("set up", 6_000)
    assert "OUT_OF_ZONE" in fault(battle, (1, 17, 12), (2, 19, 12))
    go(battle, (28_000, 20_000))
    near = ((battle.state.at[1:3] - [10_000, 12_000]) ** 2).sum(axis=1) ** 0.5
    assert (near < 6_000 + 4_000).all()


def test_a_unit_that_lost_nobody_is_not_offered():
    battle = recalled(1)
    while battle.state.clock[2] == battle.game.steps.index("shooting"):
        assert asked(battle) != "play: shot"
        answer(battle)


# ------------------------------------------------------------------ set up again as the phase ends


def revenant(points=(1, 0), other=True):
    lord = sheet("Lord", models=1, words=(*COURT, "CHARACTER"), stats={"W": "5"})
    gun = {**KILLS, "D": "5", "range": '48"'}
    return battle_of(
        (2, 1, "shooting"),
        (0, lord, [(28, 20)]),
        *([(0, sheet("Other", models=1), [(5, 5)])] if other else []),
        (1, sheet("Gun", models=1, sling=gun), [(28, 34)]),
        known=chosen("Awakened Dynasty", "Necrons"),
        points=points,
    )


def killed(battle):
    pick(until(battle, "unit to shoot"), "Gun")
    if asked(battle) == "target: Sling":
        pick(battle, "Lord")
    return until(battle, "play: model destroyed")


def test_a_destroyed_model_is_set_up_again_as_the_phase_ends():
    """With half of five wounds, rounded up, where it fell."""
    battle = killed(revenant())
    pick(battle, "Protocol of the Eternal Revenant: Lord")
    assert left(battle, 0) == [0]
    until(battle, "set up")
    assert (battle.request.models, battle.request.site.spot) == ((0,), (28_000, 20_000))
    assert "NOT_CLOSER" in fault(battle, (0, 30, 20))
    go(battle)
    assert (left(battle, 0), battle.state.at[0].tolist()) == ([3], [28_000, 20_000])
    assert asked(battle) != "set up"


def test_the_last_model_of_an_army_is_set_up_again_before_the_battle_is_over():
    battle = killed(revenant(other=False))
    pick(battle, "Protocol of the Eternal Revenant: Lord")
    go(until(battle, "set up"))
    assert battle.state.left[0] == 3
    assert battle.outcome() is None


def test_who_does_not_come_back_loses_his_army_the_battle():
    battle = killed(revenant(other=False))
    pick(battle)
    assert battle.outcome().winner == 1


def test_who_finds_no_place_to_come_back_loses_his_army_the_battle():
    battle = until(pick(killed(revenant(other=False)), "Protocol of the Eternal Revenant: Lord"), "set up")
    battle.send(())
    assert battle.outcome().winner == 1


def test_it_is_used_once_a_battle_on_each_model():
    battle = killed(revenant((2, 0)))
    go(until(pick(battle, "Protocol of the Eternal Revenant: Lord"), "set up"))
    assert "battle 0 Protocol of the Eternal Revenant on 0" in battle.state.used


# ------------------------------------------------------------------ shooting back


def test_who_stood_near_shoots_back_once_the_attacks_are_made():
    lord = sheet("Lord", models=1, words=(*COURT, "CHARACTER"), sling={"range": '48"'})
    battle = battle_of(
        (2, 1, "shooting"),
        (0, sheet("Court", models=1, words=COURT), [(28, 20)]),
        (0, lord, [(32, 20)]),
        (1, sheet("Gun", models=1, sling={**KILLS, "D": "2", "range": '48"'}), [(28, 34)]),
        (1, sheet("Bait", models=1), [(32, 30)]),
        known=chosen("Awakened Dynasty", "Necrons"),
        points=(2, 0),
    )
    pick(until(battle, "unit to shoot"), "Gun")
    if asked(battle) == "target: Sling":
        pick(battle, "Court")
    pick(until(battle, "play: unit destroyed"), "Protocol of the Vengeful Stars: Lord")
    assert asked(battle) == "use: Protocol of the Vengeful Stars"
    battle.send(1)
    assert (battle.request.player, options(battle)) == (0, ["Gun", "-"])


# ------------------------------------------------------------------ Deep Strike nearer; Rapid Ingress


def late(clock, known=None, **keys):
    battle = fought(
        clock,
        (0, sheet("Late", STRIKE, models=1, words=COURT), []),
        (0, sheet("Here", models=1), [(20, 12)]),
        (1, sheet("Foe", models=1), [(20, 30)]),
        cp=(1, 0),
        known=known,
        detached=(0,),
        **keys,
    )
    state = battle.state.copy()
    state.left[0] = 2
    hold(state, battle.game.muster.units[0], DEEP)
    return type(battle)(battle.game, state)


def test_a_card_lets_a_unit_arrive_nearer_but_not_charge():
    battle = late((2, 0, "movement"), chosen("Hypercrypt Legion", "Necrons"))
    pick(until(battle, "unit to arrive"), "Late")
    assert options(battle) == ["-", "Cosmic Precision: Late"]
    pick(battle, "Cosmic Precision: Late")
    if asked(battle).startswith("use: "):
        battle.send(1)
    assert battle.request.site.apart_mil == 6_000
    place(battle, (0, 27.4, 30))
    while battle.state.clock[2] < battle.game.steps.index("charge"):
        answer(battle)
    assert asked(battle) != "unit to charge" or "Late" not in options(battle)


TURN, TARGET = "Until the end of the turn", "One unit from your army"


def test_a_card_on_a_unit_in_reserves_costs_its_points_where_it_is_in_force_since():
    grit = play(
        "Grit",
        "Your Movement phase.",
        f"{TARGET} that arrived using the Deep Strike ability this turn.",
        f"{TURN}, models in your unit have the Stealth ability.",
    )
    battle = late((2, 0, "movement"), detachment(plays=(grit,)))
    pick(until(battle, "unit to arrive"), "Late")
    pick(battle, "Grit: Late")
    assert held(battle.state, battle.game.muster.units[0]) is not None
    assert cp(battle) == [0, 0]


def ingress(battle):
    """The card is used at the end of the enemy's Movement phase."""
    until(battle, "play: phase ends")
    assert options(battle) == ["-", "Rapid Ingress: Late"]
    return pick(battle, "Rapid Ingress: Late")


def test_rapid_ingress_comes_at_the_end_of_the_enemys_movement_phase():
    battle = ingress(late((2, 1, "movement")))
    assert (asked(battle), battle.request.site.edge_mil) == ("arrive", 0)
    place(battle, (0, 30.3, 30))
    assert cp(battle) == [0, 0]
    assert held(battle.state, battle.game.muster.units[0]) is None


def test_rapid_ingress_at_launch_is_no_deep_strike():
    battle = ingress(late((2, 1, "movement"), revision="2023-06"))
    assert battle.request.site.edge_mil == 6_000


def test_rapid_ingress_brings_nobody_before_his_time():
    battle = late((1, 1, "movement"))
    state = battle.state.copy()
    state.used = frozenset()
    hold(state, battle.game.muster.units[0], "")
    battle = type(battle)(battle.game, state)
    while battle.state.clock[:2] == (1, 1):
        assert asked(battle) != "play: phase ends"  # nobody from Strategic Reserves in round 1 (K-RES-05)
        answer(battle)


def test_who_finds_no_room_by_rapid_ingress_pays_nothing():
    battle = ingress(late((2, 1, "movement")))
    before = battle.state.acted
    battle.send(())
    assert cp(battle) == [1, 0]
    assert battle.state.acted == before
    assert asked(battle) != "play: phase ends"
