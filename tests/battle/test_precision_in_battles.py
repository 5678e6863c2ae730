"""Precision picks a CHARACTER whom the attacking model sees (K-W-16)."""

import pytest

from battle.hosts import fought, row, sheet
from battle.table import asked, pick
from battle.test_cards import answer

SURE = {"A": "2", "BS": "2+", "S": "12", "AP": "-6", "D": "1"}
TEXT = "Ranged weapons equipped by models in this unit have the [PRECISION] ability."


@pytest.mark.parametrize(("leader", "hurt"), [((18.2, 16.4), False), ((8.4, 16.4), True)])
def test_who_is_behind_a_ruin_is_not_picked_out(leader, hurt):
    """The Foreman stands beside his Slabs, behind the ruin or in the open."""
    slabs = (sheet("Slabs", models=5, stats={"W": "9"}), sheet("Foreman", models=1, leads=("Slabs",)))
    battle = fought(
        (2, 0, "shooting"),
        (0, sheet("Glaziers", TEXT, models=1, sling=SURE), [(12, 3)]),
        (1, slabs, [*row(10, 16.4), leader]),
    )
    pick(battle, "Glaziers")
    while asked(battle) != "unit to charge" and battle.state.clock[1] == 0:
        if hasattr(battle.request, "chance"):
            faces = []
            battle.request.chance.judge(lambda _s, faces=faces: faces.append(5) or 5)
            battle.send(tuple(faces))
        elif asked(battle).startswith("target of"):
            battle.send(0)
        else:
            answer(battle)
    left = battle.state.left.tolist()
    assert (left[6] < 2, min(left[1:6]) < 9) == (hurt, not hurt)
