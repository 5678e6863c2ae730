"""The rules of Vargard Obyron's page that touch attacks, against figures worked out by hand.

Immortals (T5, 3+, 1 wound) shoot gauss blasters: 2 attacks, 3+, S5, AP -1, D1, LETHAL HITS, 24"; their own rule
re-rolls wounds of 1. Obyron (T5, 2+, 5 wounds) fights with a warscythe: 4 attacks, 2+, S8, AP -3, D2,
DEVASTATING WOUNDS. The Land Raider has T12, 2+, 16 wounds, a Rhino T9, 3+, 10 wounds.
"""

from fractions import Fraction as F

import pytest

from odds.seed_pages import LAND_RAIDER, OBYRON, means, odds, only_where_the_pages_are
from warbook.errors import InputError

pytestmark = only_where_the_pages_are
FIGHT = ("--phase", "fight")
SHOTS = 10
AGAIN = F(7, 6)
"""What a re-roll of 1s makes of a chance."""
WOUND = F(1, 6) * AGAIN
"""A gauss blaster on T12: 6+, ones again."""


def close(*values):
    return pytest.approx([float(value) for value in values], abs=1e-9)


def shot(*more, led=True):
    """Hits and wounds of five Immortals that shoot the Land Raider."""
    leader = ("--leader", OBYRON) if led else ()
    return means("Immortals", LAND_RAIDER, *leader, *more)[:2]


def hits_and_wounds(hit, critical=F(1, 6)):
    return close(SHOTS * hit, SHOTS * (critical + (hit - critical) * WOUND))


def test_command_protocols_while_led():
    assert shot("--with", "Command Protocols") == hits_and_wounds(F(5, 6))
    with pytest.raises(InputError, match="changes nothing"):
        shot("--with", "Command Protocols", led=False)


def test_enslaved_artifice_is_critical_on_fives():
    assert shot("--with", "Enslaved Artifice") == hits_and_wounds(F(4, 6), F(2, 6))


def test_enslaved_artifice_is_not_for_titans():
    with pytest.raises(InputError, match="not TITANIC"):
        odds("Monolith", LAND_RAIDER, "--with", "Enslaved Artifice")


def test_conquering_tyrant_within_half_range():
    tyrant = ("--with", "Protocol of the Conquering Tyrant", "--half-range")
    assert shot(*tyrant, led=False) == hits_and_wounds(F(4, 6) * F(7, 6), F(1, 6) * F(7, 6))


def test_conquering_tyrant_led_keeps_the_range_and_rerolls_all():
    tyrant = ("--with", "Protocol of the Conquering Tyrant")
    again = 1 + F(2, 6)
    assert shot(*tyrant, "--half-range") == hits_and_wounds(F(4, 6) * again, F(1, 6) * again)
    with pytest.raises(InputError, match="half range"):
        shot(*tyrant)


def test_sudden_storm_changes_no_figure_of_those_who_did_not_advance():
    assert shot("--with", "Protocol of the Sudden Storm") == hits_and_wounds(F(4, 6))


def scythe(wound, critical=F(1, 6), save=F(0)):
    """Hits, wounds and damage of the warscythe on a unit that outlives it."""
    hits = 4 * F(5, 6)
    return close(hits, hits * wound, hits * 2 * (critical + (wound - critical) * (1 - save)))


def test_hungry_void_adds_strength():
    """S9 wounds a Rhino on 4+; its 3+ save is gone at AP -3 but for a 6."""
    fight = (OBYRON, "Chaos Rhino", *FIGHT)
    assert means(*fight) == scythe(F(2, 6), save=F(1, 6))
    assert means(*fight, "--with", "Protocol of the Hungry Void") == scythe(F(3, 6), save=F(1, 6))


def test_hungry_void_led_improves_ap_too():
    """At AP -4 a Rhino has no save. The Immortals' rule re-rolls wounds of 1 of their leader too."""
    led = ("Immortals", "Chaos Rhino", *FIGHT, "--leader", OBYRON, "--weapon", "Warscythe")
    assert means(*led, "--with", "Protocol of the Hungry Void") == scythe(F(3, 6) * AGAIN, F(1, 6) * AGAIN)


def test_go_to_ground_gives_a_last_save_and_cover():
    """AP -1 on 2+ in cover: 2+ again."""
    found = means("Immortals", OBYRON, "--with", "Go to Ground", "--weapon", "Gauss blaster", "--models", "5")
    hits = SHOTS * F(4, 6)
    wounds = SHOTS * (F(1, 6) + F(3, 6) * F(3, 6) * F(7, 6))
    assert found[:2] == close(hits, wounds)


def test_the_vargards_duty_beside_his_lord():
    """A model with Feel No Pain 4+ loses half of its wounds, where Nemesor Zahndrekh is in the unit."""
    alone = (LAND_RAIDER, OBYRON, *FIGHT)
    wounds = 3 * F(4, 6)
    plain = means(*alone)
    assert plain[1] == pytest.approx(float(wounds))
    together = means(*alone, "--holding", "NEMESOR ZAHNDREKH")
    assert together[2] == pytest.approx(plain[2] / 2, abs=1e-3)


def test_worthy_foes_stands_in_for_the_rule_that_the_page_lost():
    """Lychguard add 1 to wound the unit that was picked: S8 on T12 from 5+ to 4+."""
    found = means("Lychguard", LAND_RAIDER, *FIGHT, "--with", "Worthy Foes")
    hits = 10 * F(4, 6)
    assert found[:2] == close(hits, hits * F(3, 6))
