"""What is assumed of the special rules of two units that face each other, and what is left out of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from warbook.names import same
from warbook.rules.acting import Acted, Facing, Fielded, nothing
from warbook.rules.assumed import Assumption, Noted, Situated
from warbook.sheets.loadout import Group
from warbook.sheets.sheet import Datasheet
from warbook.systems.heresy3 import abilities, special_rules
from warbook.systems.heresy3.to_hit import SCATTERED, UNDER_MARKER

_BETWEEN = re.compile(r"([1-9]\d*)\"?\s*[-–−]\s*\d+\"?")

OPEN = {"[Allegiance]": ("Loyalist", "Traitor")}
"""Traits that a player fills in, and with what."""


def acting(facing: Facing) -> Acted:
    """What the engagement assumes. Raises InputError for a rule that is named: none is used by name."""
    told: list[Assumption] = [*map(Noted, (*_of_models(facing.attacker), *_of_models(facing.target)))]
    if facing.phase == "shooting":
        told += [*_protocols(facing), *_markers(facing), *_least_ranges(facing), *_armour(facing.target)]
    else:
        told += map(Noted, (*_initiatives(facing.attacker), *_open_traits(facing)))
    left_out = _left_out(facing.attacker) if facing.phase == "fight" else ()
    return msgspec.structs.replace(
        nothing(facing),
        assumed=tuple(dict.fromkeys(told)),
        not_modelled=tuple(dict.fromkeys(left_out)),
    )


def _groups(unit: Fielded) -> Iterator[tuple[Datasheet, Group]]:
    return ((sheet, group) for sheet, groups, _ in unit.parts for group in groups)


def _of_models(unit: Fielded) -> Iterator[str]:
    """Where a model has two variants of a rule: the better one acts."""
    for sheet, group in _groups(unit):
        for name, best in (("feel no pain", min), ("shrouded", min), ("eternal warrior", max)):
            found = special_rules.values(sheet, group.model, name)
            if len(found) > 1:
                others = ", ".join(f"({value})" for value in found if value != best(found))
                yield f"{group.model.name}: {name.title()} ({best(found)}), not {others}, which it has too"


def _protocols(facing: Facing) -> Iterator[Assumption]:
    """How many weapons Firing Protocols (X) let a model fire, and as how many like ones of them count."""
    one = facing.read is not None and facing.read.like_weapons_are_one
    for sheet, group in _groups(facing.attacker):
        for most in special_rules.values(sheet, group.model, special_rules.FIRING_PROTOCOLS):
            guns = [weapon.name for weapon in sheet.weapons if weapon.kind == "ranged"]
            alike = [
                item for item in group.items if item.count > 1 and any(same(item.name, gun) for gun in guns)
            ]
            yield Noted(f"{group.model.name}: fires up to {most} weapons (Firing Protocols)")
            for item in alike:
                weapons = "one weapon" if one else f"{item.count} weapons"
                words = f"{group.model.name}: its {item.count} {item.name} count as {weapons}"
                yield Situated(words, ("readings",))


def _markers(facing: Facing) -> Iterator[Situated]:
    """How many models stand under markers and templates, the same number for all weapons: which one is the best
    hangs on it."""
    here = facing.situation
    if here.under_marker is not None or not any(map(_places_marker, _groups(facing.attacker))):
        return
    scattered = SCATTERED if here.under_marker_scattered is None else here.under_marker_scattered
    under = f"{UNDER_MARKER} model under each marker or template, {scattered} after a scatter"
    yield Situated(under, ("under_marker", "under_marker_scattered"))


def _armour(unit: Fielded) -> Iterator[Noted]:
    """Which Armour Value shots meet, where a model has more than one."""
    for _, group in _groups(unit):
        printed = group.model.characteristics
        if {printed.get(side, printed.get("Front")) for side in ("Side", "Rear")} != {printed.get("Front")}:
            yield Noted(f"{group.model.name}: shots meet its Front armour, {printed['Front']}")


def _places_marker(unit: tuple[Datasheet, Group]) -> bool:
    sheet, group = unit
    carried = (weapon for weapon in sheet.weapons if weapon.kind == "ranged" and group.carries(weapon.name))
    read = (abilities.read(profile.abilities) for weapon in carried for profile in weapon.profiles)
    return any(special.blast or special.template for special in read)


def _initiatives(unit: Fielded) -> Iterator[str]:
    """Weapons whose Initiative is printed "1" for the letter (section 20)."""
    for sheet, group in _groups(unit):
        for weapon in (one for one in sheet.weapons if one.kind == "melee" and group.carries(one.name)):
            for profile in weapon.profiles:
                if profile.characteristics.get("IM", "").strip() == "1":
                    yield f"{weapon.name}: an Initiative printed 1 is the letter I"


def _open_traits(facing: Facing) -> Iterator[str]:
    """Hatred of what the target may be, where its sheet leaves that open."""
    for sheet, group in _groups(facing.attacker):
        for name in abilities.read(special_rules.of_bearer(sheet, group.model)).hatred:
            for other, _ in _groups(facing.target):
                yield from (
                    f"{other.name}: taken not to be {name.title()} ({trait} is open), so no Hatred"
                    for trait, filled in OPEN.items()
                    if trait in other.keywords and any(same(name, one) for one in filled)
                )


def least_range(printed: str) -> float | None:
    """The first of two ranges, such as 12-36: nearer than that the weapon does not shoot."""
    between = _BETWEEN.fullmatch(printed.strip())
    return float(between[1]) if between else None


def _least_ranges(facing: Facing) -> Iterator[Situated]:
    """Weapons with a least range, beyond which the target is taken to be where no distance is given."""
    if facing.situation.range_in is not None:
        return
    for sheet, group in _groups(facing.attacker):
        for weapon in (one for one in sheet.weapons if one.kind == "ranged" and group.carries(one.name)):
            for profile in weapon.profiles:
                if least := least_range(profile.characteristics.get("R", "")):
                    yield Situated(f'{weapon.name}: beyond its least range of {least:g}"', ("range_in",))


def _left_out(unit: Fielded) -> Iterator[str]:
    for sheet, group in _groups(unit):
        for name in special_rules.left_out(sheet, group.model):
            yield f"{group.model.name}: {name}"
