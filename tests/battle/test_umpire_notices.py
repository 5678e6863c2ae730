"""The umpire judges by code of its own: put one rule of the engine out of order, and it says so."""

import pytest

from battle import hosts
from battle.skirmishes import infantry
from battle.test_battles import fought
from battle.wild import WildBot
from warbook.battle.position import set_up
from warbook.battle.umpire import judge_from
from warbook.dice import Dice
from warbook.systems.wh40k10 import movement
from warbook.systems.wh40k10.ruled.rulebook import Rulebook

WH40K10 = "warbook.systems.wh40k10"


def nothing(*_args):
    """An activation that does nothing."""
    yield from ()


def unchanged(_unit, aimed):
    """A choice that is not asked."""
    yield from ()
    return aimed


def with_a_d12(table, state, unit, what, chance, roll=movement.own_roll):
    return (yield from roll(table, state, unit, what, Dice(1, 12) if what == "advance" else chance))


def wrecks(field, revision):
    """Transports with a wound left each, shot at from near."""
    return f"""
        wh40k10 {revision} | Only War | {field}
        round 2, A, shooting | CP 0 0 | VP 0 0
        A Lokhust Destroyers: 28,20 31,20 34,20
        B Chaos Rhino: 26,30/9
        B Chaos Rhino: 36,30/9
        """


def alone(field, revision):
    """A Lone Operative within 12 inches of three models of five."""
    return f"""
        wh40k10 {revision} | Only War | {field}
        round 2, B, shooting | CP 0 0 | VP 0 0
        A Lucius the Eternal: 30,6.6
        B Immortals: 28,20 29.6,20 31.2,20 32.8,20 34.4,20
        """


def in_sight(table, state, unit, target):
    """Whoever sees a target, from however far."""
    return table.ground.sight(state, unit, target)


WRONG = (
    ("K-SHT-07", alone, {"shooting._in_sight": in_sight}),
    ("K-SHT-02", infantry, {"shooting.fire": nothing}),
    ("K-SHT-02", infantry, {"fighting.strikes": lambda *_args: {}}),
    ("K-DIC-01", infantry, {"movement.own_roll": with_a_d12}),
    ("K-MW-05", wrecks, {"wounding.demises": nothing}),
    (
        "K-CHG-04-contact",
        infantry,
        {
            "field.missed_contact": lambda *_case: None,
            "proposals.into_contact": lambda _ground, _layout, move, _limits: move,
        },
    ),
)


def broken(skirmish, seeds):
    """The rules that the umpire finds broken in some battles of a skirmish."""
    found = set()
    for seed in seeds:
        start = set_up(skirmish("crossways", "2025-06"))
        battle = fought(start.copy(), (WildBot(seed), WildBot(seed + 1)), seed, 10_000)
        found |= {verdict.rule for verdict in judge_from(start, battle.history).broken}
    return found


@pytest.mark.parametrize(("rule", "skirmish", "wrong"), WRONG)
def test_the_umpire_notices(rule, skirmish, wrong, monkeypatch):
    monkeypatch.setattr(Rulebook, "_all", lambda _self: iter(()))  # the core rules alone
    for place, program in wrong.items():
        monkeypatch.setattr(f"{WH40K10}.{place}", program)
    assert rule in broken(skirmish, range(16))


@pytest.mark.parametrize("skirmish", [wrecks, alone])
def test_what_is_played_right_is_judged_so(skirmish):
    assert broken(skirmish, range(8)) == set()


@pytest.mark.parametrize(("save", "needs"), [("7+", 6), ("6+", 5), ("-", None)])
def test_a_save_of_seven_is_one_that_cover_makes_a_six(save, needs):
    """Cover adds 1 to armour saves (K-COV-01); who has no Save has none in cover, either."""
    slabs = hosts.sheet("Slabs", words=("INFANTRY", "SMOKE"), stats={"Sv": save})
    start = hosts.fought(
        (2, 0, "shooting"),
        (0, hosts.sheet("Glaziers"), hosts.row(28, 20)),
        (1, slabs, hosts.row(28, 30)),
        cp=(1, 1),
    )
    battle, seen = start.copy(), set()
    while battle.request is not None and battle.state.clock[2] == start.state.clock[2]:
        request = battle.request
        if hasattr(request, "options"):
            battle.send(len(request.options) - 1 if request.options[0] is None else 0)
        elif hasattr(request, "chance"):
            test = getattr(request.chance, "test", request.chance)
            if request.what == "save":
                seen.add(next(face for face, each in enumerate(test.faces, 1) if each.passed))
            faces = []
            request.chance.judge(lambda _sides, faces=faces: faces.append(5) or 5)
            battle.send(tuple(faces))
        else:
            battle.send(())
    assert seen == ({needs} if needs else set())
    assert judge_from(start, battle.history).broken == ()
