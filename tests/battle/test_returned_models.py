"""What is destroyed or wounded comes back where a rule says so."""

import pytest

from battle.hosts import detachment, fought, play, row, sheet
from battle.table import asked, dice, go, left, pick, until

MEND = play(
    "Mend",
    "Fight phase, just after a GLAZIERS unit from your army destroys an enemy unit.",
    "That unit.",
    'Select one friendly MASONS unit within 6" of your unit. One model in that MASONS unit regains up to 2 '
    "lost wounds or, if it is a SLABS unit, return up to D3 destroyed models to it instead.",
)
SURE = {"A": "1", "WS": "2+", "S": "9", "AP": "-9", "D": "9"}


def mending(name, count=3, hurt=None):
    """Glaziers have just destroyed a lone enemy; a unit of MASONS of that name stands by."""
    battle = fought(
        (2, 0, "fights first"),
        (0, sheet("Glaziers", models=1, stick=SURE), [(20, 20)], "charged"),
        (0, sheet(name, words=("INFANTRY", "MASONS"), stats={"W": "4"}), row(18, 16, count)),
        (1, sheet("Lone", models=1), [(20, 21.8)]),
        (1, sheet("Far", models=1), [(20, 40)]),
        cp=(1, 0),
        known=detachment(plays=(MEND,)),
        detached=(0,),
        hurt=hurt,
    )
    return pick(until(battle, "play: unit destroyed"), "Mend: Glaziers")


@pytest.mark.parametrize(("rolled", "back"), [(1, 1), (2, 2), (3, 2)])
def test_as_many_return_as_the_die_says_and_are_there(rolled, back):
    battle = dice(mending("Slabs"), rolled)
    for _ in range(back):
        assert (asked(battle), battle.request.unit) == ("returned", 1)
        go(battle)
    assert left(battle, 1) == [4] * (3 + back) + [0] * (2 - back)
    assert asked(battle) != "returned"


def test_a_player_may_let_fewer_return():
    battle = dice(mending("Slabs"), 3)
    battle.send(())
    assert (left(battle, 1), asked(battle)) == ([4, 4, 4, 0, 0], "consolidate")


def test_others_regain_wounds():
    battle = mending("Chips", count=5, hurt={3: 3})
    assert left(battle, 1) == [4, 4, 3, 4, 4]
