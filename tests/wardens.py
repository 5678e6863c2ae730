"""An invented unit of the second game with weapons in a line each, and what it comes to against another."""

from __future__ import annotations

from warbook.probability.matchup import Setting, matchup
from warbook.rules.engagement import Situation
from warbook.rules.pick import Pick
from warbook.sheets.sheet import Ability, Datasheet, Equipped, Item, Model, Weapon, WeaponProfile
from warbook.systems import find

SYSTEM = find("heresy3")
WARDEN = {
    "M": "7",
    "WS": "4",
    "BS": "4",
    "S": "4",
    "T": "4",
    "W": "2",
    "I": "4",
    "A": "2",
    "SAV": "3+",
    "INV": "-",
}


def ranged(name, *abilities, **changes):
    printed = {"R": "24", "FP": "2", "RS": "4", "AP": "5", "D": "1", **changes}
    return Weapon(name, "ranged", (WeaponProfile(name, printed, abilities),))


def melee(name, *abilities, **changes):
    printed = {"IM": "I", "AM": "A", "SM": "S", "AP": "3", "D": "1", **changes}
    return Weapon(name, "melee", (WeaponProfile(name, printed, abilities),))


def sheet(*weapons, rules=(), keywords=("Infantry",), count=1, **changes):
    models = (Model("Warden", count, count, characteristics={**WARDEN, **changes}),)
    loadout = (Equipped("Warden", tuple(Item(weapon.name) for weapon in weapons)),)
    return Datasheet(
        "Wardens",
        "Tests",
        "heresy3",
        models=models,
        weapons=weapons,
        loadout=loadout,
        abilities=tuple(Ability(name, "datasheet") for name in rules),
        keywords=keywords,
    )


def made(attacker, target=None, phase=None, **situation):
    setting = Setting(phase, Situation(**situation))
    return matchup(SYSTEM, (attacker, target or sheet(melee("club"))), (Pick(), Pick()), setting)


def weapons_of(match):
    return {weapon.name: weapon for weapon in match.engagement.attacker.weapons}
