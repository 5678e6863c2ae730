"""What an unmodified roll or a critical changes of its own attack (K-DIC-02, K-DIC-08, K-MW-02)."""

from fractions import Fraction as F

import pytest

from wh40k import LAUNCH, exactly, flamer, giant, leader, model, modifier, odds, target, weapon


def test_ap_improves_on_a_critical_wound():
    found = odds(weapon("torrent"), giant(save="4+"), modifier("ap", -2, on="critical wound"))
    assert found.wounds == exactly(F(3, 6))
    assert found.damage == exactly(F(2, 6) * F(3, 6) + F(1, 6) * F(5, 6))


def test_ap_improves_on_a_critical_hit_whatever_wounds():
    found = odds(weapon(strength=20), giant(save="4+"), modifier("ap", 3, op="improve", on="critical hit"))
    assert found.damage == exactly(F(5, 6) * (F(3, 6) * F(3, 6) + F(1, 6)))


def test_extra_hits_are_not_critical():
    change = modifier("ap", -3, on="critical hit")
    found = odds(weapon("sustained hits 2", strength=20), giant(save="4+"), change)
    assert found.hits == exactly(F(4, 6) + 2 * F(1, 6))
    assert found.damage == exactly(F(5, 6) * ((F(3, 6) + 2 * F(1, 6)) * F(3, 6) + F(1, 6)))


def test_an_unmodified_hit_of_5_or_more_does_more_damage():
    found = odds(weapon(strength=20), giant(), modifier("damage", 2, op="add", on="hit 5+"), modifier("hit", 1))
    assert found.damage == exactly(F(5, 6) * (F(3, 6) + F(2, 6) * 3))


def test_an_unmodified_result_that_fails_changes_nothing():
    found = odds(weapon(skill="6+", strength=20), giant(), modifier("damage", 9, op="add", on="hit 3+"))
    assert found.damage == exactly(F(1, 6) * F(5, 6) * 10)


def test_a_wound_without_a_roll_keeps_what_its_hit_brought():
    changes = (
        modifier("damage", 1, op="add", on="critical hit"),
        modifier("damage", 5, op="add", on="critical wound"),
    )
    found = odds(weapon("lethal hits", strength=4), giant(), *changes)
    assert found.damage == exactly(F(1, 6) * 2 + F(3, 6) * (F(2, 6) + F(1, 6) * 6))


def test_hit_and_wound_both_count():
    changes = modifier("damage", 1, op="add", on="hit 5+"), modifier("damage", 3, op="add", on="wound 5+")
    found = odds(weapon(), giant(), *changes)
    wounded = F(3, 6)
    assert found.damage == exactly(F(4, 6) * wounded + F(2, 6) * wounded + F(4, 6) * F(2, 6) * 3)


@pytest.mark.parametrize(
    ("of", "saved"), [("invulnerable save", F(1, 6)), ("save", 0), ("armour save", F(3, 6))]
)
def test_a_critical_wound_bars_saves(of, saved):
    change = modifier("bar", of=of, on="critical wound")
    found = odds(weapon("torrent"), giant(save="6+", invulnerable="4+"), change)
    assert found.damage == exactly(F(2, 6) * F(3, 6) + F(1, 6) * (1 - saved))


def test_damage_dice_are_added_on_a_critical():
    found = odds(weapon("torrent"), giant(), modifier("damage", "D3", op="add", on="critical wound"))
    assert found.damage == exactly(F(2, 6) + F(1, 6) * 3)


def test_a_single_model_of_the_target_changes_only_what_it_takes():
    tough = model("tough", wounds=40, modifiers=[modifier("damage", 1, op="set", on="critical wound")])
    first = odds(weapon("torrent", damage="3"), target(tough, model(wounds=40)))
    assert first.damage == exactly(F(2, 6) * 3 + F(1, 6))
    second = odds(weapon("torrent", damage="3"), target(model(wounds=40), tough))
    assert second.damage == exactly(F(3, 6) * 3)


def test_devastating_wounds_do_more_damage_too():
    change = modifier("damage", 1, op="add", on="critical wound")
    found = odds(weapon("torrent", "devastating wounds"), giant(save="2+"), change)
    assert found.damage == exactly(F(1, 6) * 2 + F(2, 6) * F(1, 6))


def test_mortal_wounds_in_addition_even_if_the_wound_is_saved():
    change = modifier("mortal wounds", "D3", on="critical wound")
    found = odds(weapon("torrent"), giant(save="2+"), change)
    assert found.wounds == exactly(F(3, 6))
    assert found.damage == exactly(F(3, 6) * F(1, 6) + F(1, 6) * 2)


def test_mortal_wounds_end_the_attack():
    change = modifier("mortal wounds", 2, on="critical hit", op="instead")
    found = odds(weapon(strength=20), giant(save="4+"), change)
    assert found.wounds == exactly(F(3, 6) * F(5, 6))
    assert found.damage == exactly(F(1, 6) * 2 + F(3, 6) * F(5, 6) * F(3, 6))


def test_mortal_wounds_in_addition_spill_over_and_meet_feel_no_pain():
    change = modifier("mortal wounds", 3, on="wound 2+", op="instead")
    found = odds(flamer(), target(count=3, wounds=1, save="2+", feel_no_pain_mortal="4+"), change)
    assert found.destroyed == exactly(F(5, 6) * F(3, 2))


def test_mortal_wounds_come_after_all_damage_of_the_unit():
    """The first weapon's mortal wound would leave the second, with Damage 3, only the healthy model."""
    first = flamer(modifiers=[modifier("mortal wounds", 1, on="wound 2+", op="instead")])
    found = odds([first, flamer(damage="3")], target(model(wounds=3), leader(wounds=1)))
    both, one = F(5, 6) ** 2, F(5, 6) * F(1, 6)
    assert found.p_destroyed == exactly(both)
    assert found.wasted == exactly(0)
    assert found.damage == exactly(both * 4 + one * 3 + one * 1)


def test_devastating_wounds_come_before_mortal_wounds_in_addition():
    """A launch critical does 2 damage that spills; the mortal wound comes last of all."""
    critical = flamer("devastating wounds", "anti-infantry 2+", damage="2")
    extra = modifier("mortal wounds", 1, on="critical wound")
    found = odds(critical, target(count=4), extra, revision=LAUNCH)
    assert found.damage == exactly(F(5, 6) * 3)


def test_rerolled_dice_are_sorted_by_what_they_show_then():
    change = modifier("ap", -6, on="critical hit")
    found = odds(weapon(strength=20), giant(save="2+"), change, modifier("reroll hits", which="ones"))
    critical = F(1, 6) + F(1, 36)
    plain = F(3, 6) + F(3, 36)
    assert found.damage == exactly(F(5, 6) * (plain * F(1, 6) + critical))


@pytest.mark.parametrize("on", ["hit", "critical", "hit 7+", "critical save", "wound 1+"])
def test_what_cannot_be_told_apart_is_refused(on):
    from warbook.probability import answer
    from wh40k import engagement

    assert answer(engagement(weapon(), giant(), modifier("ap", -1, on=on)))["problems"]
