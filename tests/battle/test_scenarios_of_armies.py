"""Worked scenarios of detachments, by the effects that the bundled packs hold."""

import msgspec
import pytest

from battle.hosts import fought, sheet
from battle.table import asked, cp, dice, go, left, options, pick, shocked, until
from warbook import data
from warbook.systems.wh40k10.ruled import resources

KILLS = {"A": "1", "BS": "2+", "AP": "-9", "D": "9", "S": "9"}


def chosen(name, of="Emperor's Children"):
    """A bundled detachment of a faction, by the name that hosts' lists choose."""
    faction = data.faction(of, "wh40k10")
    found = next(one for one in faction.detachments if one.name == name)
    return msgspec.structs.replace(found, name="Slow Column")


def child(name, **keys):
    return sheet(name, models=1, words=("INFANTRY", "EMPEROR'S CHILDREN"), sling=KILLS, **keys)


def pledged():
    """Three shooters of A and four targets of B, a pledge of 2 made as round 2 starts."""
    battle = fought(
        (2, 0, "command"),
        (0, child("Chief", stats={"W": "5"}), [(8, 8)]),
        *((0, child(f"Aim {n}"), [(20 + 6 * n, 12)]) for n in range(3)),
        *((1, sheet(f"Mark {n}", models=1), [(20 + 6 * n, 24)]) for n in range(4)),
        cp=(1, 0),
        known=chosen("Coterie of the Conceited"),
        detached=(0,),
        warlords=(0,),
    )
    assert asked(battle) == "number: Pledges to the Dark Prince"
    return pick(battle, "2")


def kill(battle, number):
    """One unit shoots another off the table."""
    until(battle, "unit to shoot")
    pick(battle, f"Aim {number}")
    while asked(battle) not in ("play: unit destroyed", "unit to shoot", "pile in", "unit to move"):
        if asked(battle) == "target: Sling":
            pick(battle, f"Mark {number}")
        elif hasattr(battle.request, "chance"):
            top, faces = 1 if asked(battle) == "save" else 6, []
            battle.request.chance.judge(lambda sides, faces=faces, top=top: faces.append(min(top, sides)) or 1)
            battle.send(tuple(faces))
        else:
            pick(battle)
    return battle


@pytest.mark.parametrize(("third", "pact", "wounds"), [(True, 3, 5), (False, 0, 2)])
def test_sc_17_a_pledge_raised_must_be_met(third, pact, wounds):
    battle = kill(pledged(), 0)
    pick(battle)
    battle = pick(kill(battle, 1), "Unbound Arrogance: Aim 1")
    assert resources.count(battle.state, 0, "pledge") == 3
    assert cp(battle) == [1, 1]
    if third:
        kill(battle, 2)
    while battle.state.clock[0] == 2 and asked(battle) != "rule: Pledges to the Dark Prince":
        answer(battle)
    if not third:
        dice(battle, 3)
    assert (resources.count(battle.state, 0, "pact points"), left(battle, 0)) == (pact, [wounds])


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


def charged_and_killed(*others):
    """A unit of A charges a lone model of B and destroys it; it is about to be B's turn."""
    killer = sheet("Blade", models=1, words=("INFANTRY", "EMPEROR'S CHILDREN"), stick={**KILLS, "WS": "2+"})
    battle = fought(
        (2, 0, "charge"),
        (0, killer, [(20, 20)]),
        (1, sheet("Lone", models=1), [(20, 24)]),
        *others,
        cp=(0, 0),
        known=chosen("Peerless Bladesmen"),
        detached=(0,),
    )
    pick(until(battle, "unit to charge"), "Blade")
    pick(until(battle, "target of the charge"), "Lone")
    return go(dice(pick(battle), (2, 3)))


@pytest.mark.parametrize("number", [2, 3])
def test_sc_16_those_below_half_strength_test_once_and_with_less(number):
    """6 - 1 is less than the 6+ needed; a unit at half its strength passes with the same dice."""
    broken = (1, sheet("Broken", models=5, stats={"Ld": "6+"}), [(24 + 2 * n, 18) for n in range(number)])
    battle = charged_and_killed(broken)
    until(battle, "play: phase starts")
    assert options(battle) == ["-", "Terrifying Spectacle: Blade"]
    pick(battle, "Terrifying Spectacle: Blade")
    dice(until(battle, "battle-shock"), (2, 4))
    assert shocked(battle, 2) is (number == 2)
    assert cp(battle)[0] == 0
    assert asked(until(battle, "unit to move")) == "unit to move"
    assert shocked(battle, 2) is (number == 2)  # sixes were rolled since, had it tested again


def test_the_previous_turn_is_not_this_one():
    """Who charged and destroyed nobody is not offered the card."""
    battle = charged_and_killed((1, sheet("Broken", models=5), [(24, 18)]))
    while battle.state.clock[1] == 0:
        answer(battle)  # ones: nobody is destroyed
    assert asked(battle) != "play: phase starts"
