"""Ignores Cover (K-W-09)."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, flamer, giant, modifier, odds, weapon

WOUND = F(5, 6)


@every_revision
def test_the_target_has_no_benefit_of_cover(revision):
    told = odds(flamer("ignores cover"), giant(save="4+"), cover=True, revision=revision)
    assert told.damage == exactly(WOUND * F(1, 2))


def test_other_weapons_do_not_ignore_it():
    assert odds(flamer(), giant(save="4+"), cover=True).damage == exactly(WOUND * F(1, 3))


def test_other_bonuses_to_saves_stay():
    told = odds(flamer("ignores cover"), giant(save="4+"), modifier("save", 1), cover=True)
    assert told.damage == exactly(WOUND * F(1, 3))


def test_it_ignores_the_cover_from_indirect_fire():
    gun = weapon("ignores cover", "indirect fire", attacks=12, strength=20)
    told = odds(gun, giant(save="4+"), indirect_unseen=True)
    assert told.damage == exactly(12 * F(1, 2) * WOUND * F(1, 2))


def test_why_cover_does_not_help_is_told():
    """K-W-09, K-COV-01; nothing is said of it where there is no cover."""
    assert any("no cover: Ignores Cover" in why for why in reasons(flamer("ignores cover"), save="4+"))
    assert any("no cover: Sv 3+ or better against AP 0" in why for why in reasons(flamer(), save="3+"))
    for weapon_, save in ((flamer(), "4+"), (flamer(ap=-1), "3+")):
        assert not any("no cover" in why for why in reasons(weapon_, save=save))
    assert not any("no cover" in why for why in reasons(flamer("ignores cover"), save="4+", cover=False))


def reasons(gun, save, cover=True):
    return odds(gun, giant(save=save), cover=cover).reasons
