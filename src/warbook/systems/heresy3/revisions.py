"""The one revision of the rules so far, and the switches for rulings that they leave open."""

from __future__ import annotations

from warbook.dice import Value


class Rules(Value, frozen=True):
    """Open rulings that touch an attack or an army.

    ``discarded_deflagrate``: whether a wound that a Damage Mitigation Test discards still counts as
    unsaved for Deflagrate (section 15; the reading used says no). ``critical_penetrates``: whether a
    Critical Hit on a vehicle is a Penetrating Hit with one more Damage (section 16 point 5; the reading
    used says yes), or just a hit that is tested against armour. ``like_weapons_are_one``: whether two like
    weapons of a model are one of the X that Firing Protocols (X) let it fire, and no pair of pistols (section
    15; the reading used says that each is a weapon). ``all_primary_slots_prime``: whether all slots of the
    Primary Detachment are prime (section 20; the reading used is one Command and one Troops).
    """

    discarded_deflagrate: bool = False
    critical_penetrates: bool = True
    like_weapons_are_one: bool = False
    all_primary_slots_prime: bool = False


DATE = "2025"
RULES = Rules()
