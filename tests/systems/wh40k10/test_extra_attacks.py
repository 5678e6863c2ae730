"""Extra Attacks (K-W-06, section 19 row 19)."""

from fractions import Fraction as F

from wh40k import blade, every_revision, exactly, modifier, odds, target


@every_revision
def test_it_attacks_beside_another_melee_weapon(revision):
    told = odds([blade(attacks=3), blade("extra attacks", attacks=2)], target(), revision=revision)
    assert told.attacks == exactly(3 + 2)
    assert told.hits == exactly(5 * F(2, 3))


@every_revision
def test_a_rule_for_all_weapons_does_not_change_its_number_of_attacks(revision):
    both = [blade(attacks=3), blade("extra attacks", attacks=2)]
    assert odds(both, target(), modifier("attacks", 1), revision=revision).attacks == exactly(4 + 2)


def test_a_rule_that_names_the_weapon_does():
    named = blade("extra attacks", attacks=2, modifiers=[modifier("attacks", 1)])
    assert odds([blade(attacks=3), named], target(), revision="2025-06").attacks == exactly(3 + 3)


def test_other_modifiers_act_on_it():
    told = odds(blade("extra attacks", attacks=2), target(), modifier("hit", 1))
    assert told.hits == exactly(2 * F(5, 6))
