"""What is used as a wound is allocated covers that wound, and what was rolled before stays (K-CLR-17)."""

import pytest

from battle.hosts import detachment, fought, play, row, sheet
from battle.table import asked, cp, dice, left, pick, until
from battle.test_cards import PHASE

ALLOCATED = "a mortal wound or attack is allocated"
IGNORES = "Feel No Pain {}+ ability"
BALM = play(
    "Balm",
    f"Any phase, just after {ALLOCATED} to a model in a GLAZIERS unit from your army.",
    "That unit.",
    f"{PHASE}, your unit has the {IGNORES.format(5)}, and the {IGNORES.format(3)} against mortal wounds.",
)
PRICK = 'At the start of your Shooting phase, each enemy unit within 12" of this unit suffers 2 mortal wounds.'


def shot_at(**sling):
    """A lone Slab shoots twice at Glaziers, whose side has a point and the card."""
    battle = fought(
        (2, 0, "shooting"),
        (0, sheet("Slabs", models=1, sling=sling), [(28, 20)]),
        (1, sheet("Glaziers", words=("SWARM",)), row(28, 30)),
        cp=(0, 1),
        known=detachment(plays=(BALM,)),
        detached=(1,),
    )
    pick(until(battle, "unit to shoot"), "Slabs")
    pick(until(battle, "target: Sling"), "Glaziers")
    return until(battle, "hit")


def test_it_is_asked_between_wound_and_save():
    battle = dice(shot_at(), 5, 5)
    assert asked(battle) == "play: attack allocated"
    pick(battle, "Balm: Glaziers")
    assert (asked(battle), cp(battle)) == ("save", [0, 0])
    dice(battle, 1, ())
    assert asked(battle) == "feel no pain"


@pytest.mark.parametrize(("face", "lost"), [(4, 1), (5, 0)])
def test_it_covers_the_wound_that_it_answers(face, lost):
    battle = pick(dice(shot_at(A="1"), 5, 5), "Balm: Glaziers")
    dice(battle, 1, (), face)
    assert sum(left(battle, 1)) == 10 - lost


def test_it_is_asked_once_and_what_was_rolled_before_stays():
    """The first shot misses; the second one hits, is answered, and is not rolled again."""
    battle = dice(shot_at(), 1, 5, 5)
    pick(battle, "Balm: Glaziers")
    dice(battle, 1, (), 5)
    assert sum(left(battle, 1)) == 10
    assert asked(battle) not in ("hit", "wound", "save", "play: attack allocated")


def test_passing_leaves_the_attacks_as_they_are():
    battle = pick(dice(shot_at(), 5, 5))
    dice(battle, 1)
    dice(pick(battle), (), 5, 5)
    assert asked(battle) == "save"  # of the second shot: it is asked once
    assert sum(left(dice(battle, 6), 1)) == 9


def test_wounds_that_need_no_roll_are_answered_too():
    battle = dice(shot_at(A="1", AP="-9"), 5, 5)
    assert asked(battle) == "play: attack allocated"
    dice(pick(battle, "Balm: Glaziers"), (), 5)
    assert sum(left(battle, 1)) == 10


def test_no_wound_is_no_occasion():
    battle = dice(shot_at(A="1"), 5, 1)
    assert asked(battle) != "play: attack allocated"
    assert cp(battle) == [0, 1]


@pytest.mark.parametrize(("faces", "lost"), [((2, 3), 1), ((3, 3), 0)])
def test_mortal_wounds_are_answered_by_what_is_against_them(faces, lost):
    battle = fought(
        (2, 0, "shooting"),
        (0, sheet("Slabs", PRICK, models=1), [(28, 20)]),
        (1, sheet("Glaziers", words=("SWARM",)), row(28, 30)),
        cp=(0, 1),
        known=detachment(plays=(BALM,)),
        detached=(1,),
    )
    assert asked(battle) == "play: attack allocated"
    dice(pick(battle, "Balm: Glaziers"), *faces)
    assert sum(left(battle, 1)) == 10 - lost


def two_weapons(*slung, hurt=None):
    """A Slab with a sling of one shot, and a second weapon of two."""
    battle = fought(
        (2, 0, "shooting"),
        (0, sheet("Slabs", models=1, sling={"A": "1"}, slung=slung, spare=("ignores cover",)), [(28, 20)]),
        (1, sheet("Glaziers", words=("SWARM",)), row(28, 30)),
        cp=(0, 1),
        known=detachment(plays=(BALM,)),
        detached=(1,),
        hurt=hurt,
    )
    pick(until(battle, "unit to shoot"), "Slabs")
    pick(until(battle, "target: Sling"), "Glaziers")
    pick(until(battle, "target: Spare"), "Glaziers")
    return until(battle, "hit")


def unsaved(battle):
    """A save fails, and is not rolled again."""
    assert asked(battle) == "save"
    dice(battle, 1)
    return dice(pick(battle) if asked(battle) == "play: rolled" else battle, ())


def test_it_is_asked_again_for_the_attacks_of_the_next_weapon():
    """The sling's wound is not saved, nor answered; of the other weapon both are ignored."""
    battle = unsaved(pick(dice(two_weapons(), 5, 5)))
    dice(battle, (), 5, 5)
    assert asked(battle) == "play: attack allocated"
    assert sum(left(battle, 1)) == 9  # what the first weapon did is done
    unsaved(pick(battle, "Balm: Glaziers"))
    dice(battle, 5)
    dice(unsaved(dice(battle, 5, 5)), 5)
    assert (sum(left(battle, 1)), cp(battle)) == (9, [0, 0])


def test_whoever_used_it_is_not_asked_again_and_keeps_what_it_gives():
    battle = unsaved(pick(dice(two_weapons(), 5, 5), "Balm: Glaziers"))
    dice(battle, 4, (), 5, 5)
    assert asked(unsaved(battle)) == "feel no pain"


def test_it_is_asked_for_wounds_that_were_put_off():
    """A critical wound of the sling waits for the other weapon, of which one shot wounds (K-W-05)."""
    battle = dice(two_weapons("devastating wounds"), 5, 6)
    unsaved(pick(dice(battle, (), 5, 5)))
    dice(battle, 1)
    assert asked(battle) == "play: attack allocated"
    assert sum(left(battle, 1)) == 9
    dice(pick(battle, "Balm: Glaziers"), (), 3)
    assert sum(left(battle, 1)) == 9


def test_who_was_destroyed_before_the_answer_stays_so():
    """The sling destroys a Glazier; the second weapon's wound is on the next one, and is ignored."""
    battle = unsaved(pick(dice(two_weapons(hurt={1: 1}), 5, 5)))
    dice(battle, (), 5, 5)
    assert left(battle, 1) == [0, 2, 2, 2, 2]
    dice(unsaved(pick(battle, "Balm: Glaziers")), 5, 1)
    assert left(battle, 1) == [0, 2, 2, 2, 2]
