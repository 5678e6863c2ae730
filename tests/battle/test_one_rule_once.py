"""A rule of the army is one rule, whoever prints it, and an Aura of one name acts once (K-VOC-13)."""

import pytest

from battle.hosts import fought, row, rule, sheet
from battle.table import asked, pick
from battle.test_cards import answer
from battle.test_rules_in_force import needed, until_roll
from battle.test_rules_in_force import shot as led

EACH = "each time a model in that unit makes an attack"
BETTER = "improve the Ballistic Skill characteristic of that attack by 1"
NEAR = f'While a friendly GLAZIERS unit is within 6" of this model, {EACH}, {BETTER}.'


def shot(*rules):
    """What the Glaziers (BS 4+) need to hit with a Lamp nearby for each of these rules."""
    lamps = [
        (0, sheet(f"Lamp {place}", one, models=1), [(28 + 2 * place, 17)]) for place, one in enumerate(rules)
    ]
    battle = fought(
        (1, 0, "shooting"), (0, sheet("Glaziers"), row(28, 20)), *lamps, (1, sheet("Slabs"), row(28, 30))
    )
    while asked(battle) != "unit to shoot":
        answer(battle)
    pick(battle, "Glaziers")
    while not asked(battle).startswith("target: Sling"):
        answer(battle)
    return needed(until_roll(pick(battle, "Slabs"), "hit"))


@pytest.mark.parametrize(
    ("rules", "needs"),
    [
        ((), 4),
        ((rule(NEAR, "Glow (Aura)"),), 3),
        ((rule(NEAR, "Glow (Aura)"), rule(NEAR, "Glow (Aura)")), 3),
        ((rule(NEAR, "Glow (Aura)"), rule(NEAR, "Gleam (Aura)")), 2),
        ((rule(NEAR, "Court's Oath", "faction"), rule(NEAR, "Court's Oath", "faction")), 3),
        ((rule(NEAR, "Kiln Drill"), rule(NEAR, "Kiln Drill")), 2),  # two abilities of two datasheets
    ],
)
def test_what_is_one_rule_acts_once(rules, needs):
    assert shot(*rules) == needs


OWN = f"Each time this unit makes an attack, {BETTER}."


@pytest.mark.parametrize(
    ("body", "leader", "needs"),
    [
        (rule(OWN, "Court's Oath", "faction"), None, 3),
        (rule(OWN, "Court's Oath", "faction"), rule(OWN, "Court's Oath", "faction"), 3),
        (rule(OWN, "Kiln Drill"), rule(OWN, "Kiln Drill"), 2),  # two abilities of two datasheets
        (rule(NEAR, "Glow (Aura)"), rule(NEAR, "Glow (Aura)"), 3),
    ],
)
def test_body_and_leader_have_one_rule_of_the_army(body, leader, needs):
    foreman = sheet("Foreman", *((leader,) if leader else ()), models=1, leads=("Glaziers",))
    assert needed(led((sheet("Glaziers", body), foreman))) == needs
