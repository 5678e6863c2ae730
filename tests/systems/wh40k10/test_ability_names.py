"""Abilities as they stand on sheets: case, brackets, hyphens; printed twice they act once (K-VOC-13)."""

from fractions import Fraction as F

import pytest

from wh40k import exactly, odds, target, weapon


@pytest.mark.parametrize(
    "text", ["lethal hits", "LETHAL HITS", "[LETHAL HITS]", " Lethal Hits ", "Lethal  Hits", "lethal-hits"]
)
def test_a_name_is_known_however_it_is_printed(text):
    told = odds(weapon(text, attacks=12), target(toughness=8))
    assert told.wounds == exactly(12 * (F(1, 6) + F(1, 2) * F(1, 6)))


@pytest.mark.parametrize("text", ["twin-linked", "Twin linked", "TWIN\u2011LINKED", "twin\u2010linked"])
def test_hyphens_do_not_matter(text):
    assert odds(weapon(text, attacks=12), target()).wounds == exactly(12 * F(2, 3) * F(3, 4))


@pytest.mark.parametrize(
    "text", ["anti-infantry 4+", "ANTI-INFANTRY 4+", "[Anti-Infantry 4+]", "anti\u2011infantry 4+"]
)
def test_anti_is_known_however_it_is_printed(text):
    assert odds(weapon(text, attacks=12), target(toughness=8)).wounds == exactly(12 * F(2, 3) * F(1, 2))


def test_an_ability_printed_twice_acts_once():
    gun = weapon("sustained hits 1", "sustained hits 1", attacks=12)
    assert odds(gun, target()).hits == exactly(12 * (F(2, 3) + F(1, 6)))


@pytest.mark.parametrize(
    "texts", [("sustained hits 1", "sustained hits D3"), ("sustained hits D3", "sustained hits 1")]
)
def test_of_one_ability_printed_twice_the_better_value_acts(texts):
    gun = weapon(*texts, attacks=12)
    assert odds(gun, target()).hits == exactly(12 * (F(2, 3) + F(1, 6) * 2))
