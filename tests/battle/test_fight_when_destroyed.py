"""Models that are destroyed before they fought may fight then (K-ATK-06, K-CLR-05)."""

import pytest

from battle.hosts import fought, row, sheet
from battle.table import asked, dice, left, until

AFTER = "after the attacking unit has finished making its attacks"
KEEP = "remove that model from play"
LAST = (
    "Each time a model in this unit is destroyed, if it has not fought this phase, {}do not "
    f"{KEEP}. That destroyed model can fight {AFTER}, and is then removed from play."
)
SURE = {"A": "1", "WS": "2+", "S": "9", "AP": "-9"}
FRAIL = {"W": "1"}


def struck(*flags, roll="", models=2):
    """A Slab that charged strikes the first of two Glaziers dead, or the only one."""
    glaziers = sheet("Glaziers", LAST.format(roll), models=models, stick=SURE, stats=FRAIL)
    battle = fought(
        (2, 0, "fights first"),
        (0, sheet("Slab", models=1, stick=SURE, stats=FRAIL), [(20, 20)], "charged"),
        (1, glaziers, row(20, 21.8, models, apart=1.3), *flags),
        (1, sheet("Far", models=1), [(20, 40)]),
    )
    until(battle, "pile in")
    battle.send(())
    return dice(until(battle, "hit"), 6, 6, ())


def test_the_destroyed_strike_back_and_are_gone():
    """The Glazier strikes the Slab, which would not have been struck by him else."""
    battle = struck()
    pick_true(battle)
    battle.send(())  # no pile-in
    dice(until(battle, "hit"), 6, 6, ())
    assert left(battle, 1) == [0, 1]
    assert left(battle, 0) == [0]


def pick_true(battle):
    assert asked(battle) == "fight when destroyed"
    battle.send(0)


def test_only_those_who_were_destroyed_strike():
    """One blow each: the other Glazier's comes when his unit is selected."""
    battle = struck()
    pick_true(battle)
    battle.send(())
    dice(until(battle, "hit"), 1)
    assert left(battle, 1) == [0, 1]
    assert (asked(battle), battle.request.unit) == ("consolidate", 0)
    until(battle, "pile in")
    assert battle.request.unit == 1


def test_the_last_of_a_unit_strikes_too():
    battle = struck(models=1)
    pick_true(battle)
    battle.send(())
    dice(until(battle, "hit"), 6, 6, ())
    assert (left(battle, 0), left(battle, 1)) == ([0], [0])


def test_it_may_be_left_undone():
    battle = struck()
    battle.send(1)
    assert (asked(battle), left(battle, 1)) == ("consolidate", [0, 1])


def test_who_has_fought_does_not_fight_again():
    assert asked(struck("fought")) == "consolidate"


@pytest.mark.parametrize(("face", "then"), [(3, "consolidate"), (4, "fight when destroyed")])
def test_a_die_may_have_to_allow_it(face, then):
    battle = struck(roll="roll one D6: on a 4+, ")
    assert (asked(battle), hasattr(battle.request, "chance")) == ("fight when destroyed", True)
    assert asked(dice(battle, face)) == then


def test_a_copy_goes_on_alike():
    battle = struck()
    pick_true(battle)
    other = battle.copy()
    for each in (battle, other):
        each.send(())
        dice(until(each, "hit"), 6, 6, ())
    assert battle.state.digest() == other.state.digest()
