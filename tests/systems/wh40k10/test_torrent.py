"""Torrent (K-W-20, K-DIC-08)."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, giant, modifier, odds, target, weapon


@every_revision
def test_every_attack_hits(revision):
    told = odds(weapon("torrent", attacks="D6", count=2, skill="N/A"), target(), revision=revision)
    assert told.hits == exactly(2 * F(7, 2))


def test_it_needs_no_skill():
    assert odds(weapon("torrent", attacks=12, skill=None), target()).hits == exactly(12)


def test_penalties_to_hit_do_not_touch_it():
    told = odds(weapon("torrent", attacks=12), target(stealth=True), modifier("hit", -1))
    assert told.hits == exactly(12)


def test_wound_rolls_and_saves_are_made():
    told = odds(weapon("torrent", attacks=12), giant(save="4+"))
    assert told.damage == exactly(12 * F(1, 2) * F(1, 2))
