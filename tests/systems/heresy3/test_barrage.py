"""Barrage (H-BLS-04)."""

from fractions import Fraction as F

from heresy import exactly, gun, odds, target

MORTAR = ("Barrage (2)", 'Blast (5")')


def test_out_of_sight_a_blast_scatters_without_a_test():
    told = odds(gun(*MORTAR), target(count=10), indirect_unseen=True, under_marker=5, under_marker_scattered=2)
    assert told.hits == exactly(2)


def test_in_sight_it_is_an_ordinary_blast():
    told = odds(gun(*MORTAR), target(count=10), under_marker=5, under_marker_scattered=2)
    assert told.hits == exactly(F(2, 3) * 5 + F(1, 3) * 2)


def test_without_blast_it_tests_to_hit():
    assert odds(gun("Barrage (1)"), target(), indirect_unseen=True).hits == exactly(F(2, 3))


def test_weapons_without_it_do_not_see_the_target():
    told = odds(gun(), target(), indirect_unseen=True)
    assert told.reasons == [
        "gun: makes no attacks: the target is out of sight and it has no Barrage (H-BLS-04)"
    ]


def test_the_bombardment_of_the_seed_page():
    """Four models under the marker after the scatter. AP 3 lets 2+ armour be tested; a 5 or 6 breaches
    it. Unsaved: 1/2 x 1/6 (armour) + 1/3 x 2/3 (invulnerable) = 11/36 a hit, each one model of two
    wounds."""
    guns = gun(*MORTAR, "Breaching (5+)", skill="F", strength=10, ap=3, damage="3")
    unit = target(count=5, wounds=2, save="2+", invulnerable="5+")
    told = odds(guns, unit, under_marker_scattered=4)
    p = F(11, 36)
    assert told.wounds == exactly(F(10, 3))
    assert told.destroyed_pmf == exactly([n * p**k * (1 - p) ** (4 - k) for k, n in enumerate((1, 4, 6, 4, 1))])
