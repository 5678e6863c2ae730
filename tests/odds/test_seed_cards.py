"""The cards of the Chaos Land Raider's page that touch attacks, against figures worked out by hand.

The Land Raider (T12, 2+, 16 wounds) fights with armoured tracks: 6 attacks, 4+, S8, AP 0, D1. Immortals
(T5, 3+, 1 wound) shoot gauss blasters: 2 attacks, 3+, S5, AP -1, D1, LETHAL HITS, and fight with 2 attacks, 3+,
S4, AP 0, D1; their own rule re-rolls wounds of 1. Vargard Obyron fights with a warscythe: 4 attacks, 2+, S8,
AP -3, D2, DEVASTATING WOUNDS.
"""

from fractions import Fraction as F

import pytest

from odds.seed_pages import LAND_RAIDER, OBYRON, means, odds, only_where_the_pages_are
from warbook.errors import InputError

pytestmark = only_where_the_pages_are
FIGHT = ("--phase", "fight")
NEVER_DEAD = (LAND_RAIDER, LAND_RAIDER, *FIGHT)
"""Six attacks on sixteen wounds: no damage is wasted."""

SHOTS, BLOWS = 10, 10
"""Of five Immortals, shooting and fighting."""
AGAIN = F(7, 6)
"""What a re-roll of 1s makes of a chance."""


def close(*values):
    return pytest.approx([float(value) for value in values], abs=1e-9)


def named(name):
    return "--with", name


def shot_at(hit, extra=()):
    """Hits and wounds of Immortals that shoot the Land Raider: sixes wound at once, the others on 6+."""
    wound = F(1, 6) * AGAIN
    wounds = SHOTS * (F(1, 6) + (hit - F(1, 6)) * wound)
    return close(SHOTS * hit, wounds), means("Immortals", LAND_RAIDER, *extra)[:2]


@pytest.mark.parametrize(("lost", "hits"), [(10, 6 * F(3, 6)), (11, 6 * F(2, 6)), (15, 6 * F(2, 6))])
def test_damaged_from_five_wounds_down(lost, hits):
    assert means(LAND_RAIDER, "Immortals", *FIGHT, "--wounds-lost", str(lost))[0] == pytest.approx(float(hits))


def test_martial_perfection_rerolls_hits():
    hits = 6 * F(3, 4)
    expected = close(hits, hits * F(2, 6), hits * F(2, 6) * F(1, 6))
    assert means(*NEVER_DEAD, *named("Martial Perfection")) == expected


def test_violent_excess_adds_a_hit_for_a_six():
    hits = 6 * (F(3, 6) + F(1, 6))
    assert means(*NEVER_DEAD, *named("Violent Excess")) == close(hits, hits * F(2, 6), hits * F(2, 36))


@pytest.mark.parametrize("card", ["Uncanny Reactions", "Capricious Reactions"])
def test_reactions_to_shooting(card):
    expected, found = shot_at(F(3, 6), named(card))
    assert found == expected


def test_reactions_are_of_the_other_player():
    with pytest.raises(InputError, match="opponent's shooting phase"):
        odds(LAND_RAIDER, "Immortals", *named("Uncanny Reactions"))


def test_deft_parry_in_the_fight():
    hits = BLOWS * F(3, 6)
    wounds = hits * F(1, 6) * AGAIN
    found = means("Immortals", LAND_RAIDER, *FIGHT, *named("Deft Parry"))
    assert found == close(hits, wounds, wounds * F(1, 6))
    with pytest.raises(InputError, match="fight phase"):
        odds("Immortals", LAND_RAIDER, *named("Deft Parry"))


def test_onto_the_next_is_the_bundled_card_unless_the_printed_one_is_asked_for():
    with pytest.raises(InputError, match="printed with the words of DEFT PARRY"):
        odds("Immortals", LAND_RAIDER, *FIGHT, *named("Onto the Next"))
    told = odds("Immortals", LAND_RAIDER, *FIGHT, *named("Onto the Next: as printed"))
    assert told["hits"]["mean"] == pytest.approx(BLOWS * 3 / 6)


SCYTHE = 4 * F(5, 6)
"""Hits of the warscythe; each wounds the Land Raider on 5+, and a 6 is critical: no save."""


def scythe(saved, ignored=F(0), ignored_critical=F(0)):
    """Damage of the warscythe on the Land Raider."""
    return SCYTHE * 2 * (F(1, 6) * (1 - saved) * (1 - ignored) + F(1, 6) * (1 - ignored_critical))


def test_armour_of_abhorrence_worsens_ap():
    fight = (OBYRON, LAND_RAIDER, *FIGHT)
    assert means(*fight)[2] == pytest.approx(float(scythe(F(2, 6))))
    assert means(*fight, *named("Armour of Abhorrence"))[2] == pytest.approx(float(scythe(F(3, 6))))


def test_armour_of_abhorrence_leaves_ap_0():
    assert means(*NEVER_DEAD, *named("Armour of Abhorrence")) == close(3, 1, F(1, 6))


def test_protection_of_the_dark_prince_ignores_wounds_and_mortal_wounds_apart():
    fight = (OBYRON, LAND_RAIDER, *FIGHT, *named("Protection of the Dark Prince"), "--revision")
    later = means(*fight, "2025-06")[2]
    assert later == pytest.approx(float(scythe(F(2, 6), F(1, 6), F(3, 6))))
    earlier = means(*fight, "2023-12")[2]  # a critical wound of DEVASTATING WOUNDS is no mortal wound yet
    assert earlier == pytest.approx(float(scythe(F(2, 6), F(1, 6), F(1, 6))))


def test_unshakeable_opponents_ignore_what_is_bad():
    damaged = (LAND_RAIDER, "Immortals", *FIGHT, "--wounds-lost", "11")
    assert means(*damaged, *named("Unshakeable Opponents"))[0] == pytest.approx(3.0)


def test_cruel_bladesman_improves_ap_of_those_who_charged():
    damage = 3 * F(2, 6) * F(2, 6)
    assert means(*NEVER_DEAD, "--charged", *named("Cruel Bladesman")) == close(3, 1, damage)
    with pytest.raises(InputError, match="Charge"):
        odds(*NEVER_DEAD, *named("Cruel Bladesman"))


def test_exquisite_swordsmanship_has_the_bundled_options():
    charged = (*NEVER_DEAD, "--charged", "--with")
    hits = 6 * F(4, 6)
    assert means(*charged, "Exquisite Swordsmanship: Sustained Hits 1") == close(
        hits, hits * F(2, 6), hits * F(2, 36)
    )
    wounds = 6 * (F(1, 6) + F(2, 6) * F(2, 6))
    told = odds(*charged, "Exquisite Swordsmanship: Lethal Hits")
    assert told["wounds"]["mean"] == pytest.approx(float(wounds))
    assert any("the bundled rule counts" in note for note in told["assumed"])
    with pytest.raises(InputError, match="Exquisite"):
        odds(*NEVER_DEAD, "--with", "Exquisite Swordsmanship: Lethal Hits")


@pytest.mark.parametrize(
    ("points", "hits", "wounds"),
    [
        (1, 3 * AGAIN, 3 * AGAIN * F(2, 6)),
        (3, 3, 3 * F(2, 6) * AGAIN),
        (5, 6 * F(4, 6), 1 + 3 * F(2, 6)),
        (7, 3, 1),
    ],
)
def test_pledges_reward_points_gained(points, hits, wounds):
    held = ("--holding", f"pact points is at least {points}")
    found = means(*NEVER_DEAD, *named("Pledges to the Dark Prince"), *held)
    assert found[:2] == close(hits, wounds)


def test_smokescreen_hides_and_covers():
    expected, found = shot_at(F(3, 6), named("Smokescreen"))
    assert found == expected
    covered = means("Immortals", LAND_RAIDER, *named("Smokescreen"))
    assert covered[2] == pytest.approx(covered[1] / 6)  # 2+, AP -1, and +1 from cover: 2+ again


def test_fire_overwatch_hits_on_sixes():
    wounds = SHOTS * F(1, 6)
    assert means("Immortals", LAND_RAIDER, *named("Fire Overwatch"))[:2] == close(wounds, wounds)


def test_the_factions_keyword_stands_for_lost_ones_and_is_told():
    told = odds(*NEVER_DEAD, *named("Martial Perfection"))
    assert "MARTIAL PERFECTION: EMPEROR'S CHILDREN stands for a keyword that the page lost" in told["assumed"]
    with pytest.raises(InputError, match="EMPEROR'S CHILDREN"):
        odds("Immortals", LAND_RAIDER, *FIGHT, *named("Martial Perfection"))


def test_mechanised_murder_of_those_who_disembarked():
    """The page lost the rule of Rapid Evisceration; the bundled one re-rolls hits and wounds of 1."""
    held = ("--holding", "disembarked")
    found = means(*NEVER_DEAD, *named("Mechanised Murder"), *held)
    hits, wound = 6 * F(3, 6) * AGAIN, F(2, 6) * AGAIN
    assert found == close(hits, hits * wound, hits * wound * F(1, 6))
    with pytest.raises(InputError, match="taken as not so"):
        odds(*NEVER_DEAD, *named("Mechanised Murder"))


def test_daemonic_empowerment_near_daemons():
    """The page lost the rule of Carnival of Excess; weapons without SUSTAINED HITS have it, others score
    Critical Hits on 5+."""
    daemons = ("--holding", "LEGIONS OF EXCESS")
    hits = 6 * F(4, 6)
    found = means(*NEVER_DEAD, *named("Daemonic Empowerment"), *daemons)
    assert found == close(hits, hits * F(2, 6), hits * F(2, 36))
    bolters = (LAND_RAIDER, LAND_RAIDER, "--weapon", "Twin heavy bolter")
    sustained = 3 * (F(4, 6) + F(2, 6))
    assert means(*bolters, *named("Daemonic Empowerment"), *daemons)[0] == pytest.approx(float(sustained))
