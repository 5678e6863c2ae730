"""An Attached unit is of parts: each counts as a unit when it is destroyed, and what every model must have,
each of them must (K-LDR-02, K-LDR-03, K-LDR-05, K-FGT-02)."""

import pytest

from battle.hosts import fought, row, sheet
from battle.table import asked, cp, pick
from battle.test_cards import answer
from warbook.sheets.sheet import Ability

GAINS = "Each time an enemy {}unit is destroyed, you gain 1CP."
SURE = {"A": "1", "BS": "2+", "S": "12", "AP": "-6", "D": "2"}


def shot_at(text):
    """One Glazier destroys the only Slab, with a Foreman beside it: the points of its side."""
    battle = fought(
        (2, 0, "shooting"),
        (0, sheet("Glaziers", text, models=1, sling=SURE), [(28, 20)]),
        (1, (sheet("Slabs", models=1), sheet("Foreman", models=1, words=("CHARACTER",), leads=("Slabs",))),
         [(28, 30), (30, 30)]),
    )  # fmt: skip
    pick(battle, "Glaziers")
    while asked(battle) not in ("unit to charge", "unit to shoot") and battle.state.clock[1] == 0:
        if hasattr(battle.request, "chance"):
            faces = []
            face = 1 if asked(battle) == "save" else 5
            battle.request.chance.judge(lambda _s, faces=faces, face=face: faces.append(face) or face)
            battle.send(tuple(faces))
        elif asked(battle).startswith("target: "):
            battle.send(0)
        else:
            answer(battle)
    return battle


@pytest.mark.parametrize(("whom", "points"), [("", 1), ("SLABS ", 1), ("CHARACTER ", 0)])
def test_the_bodyguard_alone_is_a_unit_that_is_destroyed_but_no_character(whom, points):
    battle = shot_at(GAINS.format(whom))
    assert battle.state.left.tolist() == [2, 0, 2]
    assert cp(battle)[0] == points


def test_who_is_left_has_his_own_starting_strength():
    battle = shot_at("")
    assert not battle.game.table.below_start(battle.state, battle.game.muster.units[1])


def fights_first(body, leader, lost=()):
    mine = (sheet("Slabs", *body, models=2), sheet("Foreman", *leader, models=1, leads=("Slabs",)))
    battle = fought(
        (2, 0, "fights first"),
        (0, sheet("Glaziers"), row(28, 20), "charged"),
        (1, mine, [(28, 21.8), (29.6, 21.8), (31.2, 21.8)]),
        hurt={5 + place: 2 for place in lost},
    )
    return battle.game.table.fights_first(battle.state, battle.game.muster.units[1])


@pytest.mark.parametrize(
    ("body", "leader", "lost", "first"),
    [
        (True, False, (), False),
        (False, True, (), False),
        (True, True, (), True),
        (True, False, (2,), True),
        (False, True, (0, 1), True),
    ],
)
def test_every_model_that_is_left_must_have_fights_first(body, leader, lost, first):
    has = Ability("Fights First", "core")
    assert fights_first((has,) if body else (), (has,) if leader else (), lost) is first
