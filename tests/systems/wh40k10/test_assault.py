"""Assault (K-W-02)."""

from fractions import Fraction as F

from wh40k import blade, every_revision, exactly, odds, target, weapon


@every_revision
def test_only_it_shoots_after_an_advance(revision):
    told = odds([weapon("assault", attacks=2), weapon(attacks=3)], target(), advanced=True, revision=revision)
    assert told.attacks == exactly(2)
    assert any("Assault" in reason for reason in told.reasons)


def test_an_advance_does_not_make_it_miss():
    assert odds(weapon("assault", attacks=12), target(), advanced=True).hits == exactly(12 * F(2, 3))


def test_it_changes_nothing_for_a_unit_that_did_not_advance():
    told = odds([weapon("assault", attacks=2), weapon(attacks=3)], target())
    assert told.attacks == exactly(5)


def test_an_advance_leaves_melee_weapons_alone():
    assert odds(blade(attacks=3), target(), advanced=True).attacks == exactly(3)
