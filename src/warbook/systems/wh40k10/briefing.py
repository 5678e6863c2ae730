"""What is to be known of an army before it fights: what it was taken as, and what no battle plays right yet."""

from __future__ import annotations

from collections.abc import Iterator

from warbook import effects as fx
from warbook.rules.army import is_meant
from warbook.sheets.roster import Entry
from warbook.systems.wh40k10.army import Muster, Unit
from warbook.systems.wh40k10.effects import leaves
from warbook.systems.wh40k10.ruled.bespoke import BESPOKE
from warbook.systems.wh40k10.ruled.rulebook import Rulebook, detached
from warbook.systems.wh40k10.telling import labels

UNPLAYED = {
    "AIRCRAFT": "it is no Aircraft here: it starts on the table and moves like any other unit",
}
"""Keywords whose rules no battle plays, with what happens instead."""
CORE_PLAYED = (
    "deadly demise", "deep strike", "feel no pain", "fights first", "leader", "lone operative", "stealth",
)  # fmt: skip
"""Core abilities that battles play."""
CORE_UNPLAYED = {
    "firing deck": "nobody embarks, so nobody shoots from it",
    "hover": "it moves like any other unit",
    "infiltrators": "it is set up in its deployment zone",
    "scouts": "it makes no move before the first turn",
}
"""What happens instead of core abilities that battles do not play."""


def taken(muster: Muster) -> Iterator[str]:
    """Units whose size or wargear their list does not say, and what they were taken as."""
    for unit, entry, name in zip(muster.units, muster.entries, labels(muster), strict=True):
        assumed = list(_assumed(unit, entry))
        if assumed:
            yield f"{_who(unit, name)}: {', '.join(assumed)}"


def _assumed(unit: Unit, entry: Entry) -> Iterator[str]:
    """What there was a choice of and nobody chose."""
    if entry.listed:
        return
    sheet = next(kind.sheet for kind in unit.kinds if not kind.leader)
    sizes = sum(model.count_max - model.count_min for model in sheet.models)
    if entry.models is None and sizes:
        count = sum(not model.leader for model in unit.models)
        yield f"{'1 model' if count == 1 else f'{count} models'} (the smallest size)"
    if not entry.loadout and sheet.options:
        yield "default wargear"


def told(muster: Muster) -> Iterator[str]:
    """What exported lists were taken as: who stays at home, and what was assumed."""
    for side, lines in zip("AB", muster.told, strict=True):
        yield from (f"{side} {line}" for line in lines)


def absent(muster: Muster) -> Iterator[str]:
    """Who stays at home, for no sheet of it is known."""
    for side, lines in zip("AB", muster.absent, strict=True):
        yield from (f"{side} {line}" for line in lines)


def unplayed(muster: Muster) -> Iterator[str]:
    """Units of which something is not played as it is printed, and what happens instead."""
    names = labels(muster)
    for unit, entry in zip(muster.units, muster.entries, strict=True):
        who = _who(unit, names[unit.index])
        yield from (f"{who}: {told}" for word, told in UNPLAYED.items() if word in unit.keywords)
        if entry.embarked is not None:
            yield f"{who}: it starts on the table: nobody embarks yet"
    yield from _abilities(muster)
    yield from _indirect(muster)
    for side in (0, 1):
        yield from _detachments(muster, side)
    yield from not_acting(muster)


def _abilities(muster: Muster) -> Iterator[str]:
    """Core abilities that are not played, and others of which only the name is known, each once a sheet."""
    sheets = {(unit.side, kind.sheet.name): kind.sheet for unit in muster.units for kind in unit.kinds}
    for (side, _), sheet in sheets.items():
        faction = muster.faction(side)
        known = (*BESPOKE, *(rule.name for rule in (faction.rules if faction else ())))
        for ability in sheet.abilities:
            name = ability.name.casefold()
            if ability.group == "core":
                instead = next((told for word, told in CORE_UNPLAYED.items() if name.startswith(word)), "")
                why = "not played" + (f": {instead}" if instead else "")
                told = not name.startswith(CORE_PLAYED)
            else:
                why = "not played: no document here tells what it does"
                told = not (
                    ability.text or ability.effects or any(is_meant(ability.name, one) for one in known)
                )
            if told:
                yield f"{'AB'[side]} {sheet.name}: {ability.name}: {why}"


INDIRECT = "Indirect Fire is not played: its weapons shoot at what the model sees"


def _indirect(muster: Muster) -> Iterator[str]:
    """Weapons that could shoot at what is out of sight (K-W-10), each once a sheet, and rules that let them."""
    told: dict[str, None] = {}
    for unit in muster.units:
        for model in unit.models:
            named = f"{'AB'[unit.side]} {unit.kinds[model.kind].sheet.name}"
            weapons = (arm.weapon for arm in model.shooting if arm.abilities.indirect_fire)
            told |= dict.fromkeys(f"{named}: {weapon}: {INDIRECT}" for weapon in weapons)
    for held in Rulebook(muster).held:
        given = (leaf for effect in held.rule.effects for leaf in leaves(effect))
        if any(isinstance(leaf, fx.Grant) and "indirect fire" in leaf.names for leaf in given):
            told[f"{'AB'[held.side]} {held.rule.sheet}: {held.rule.name}: {INDIRECT}"] = None
    yield from told


def _detachments(muster: Muster, side: int) -> Iterator[str]:
    """What no document tells of the detachments that a side's list chose."""
    for name in muster.rosters[side].detachments:
        meant = [one for one in detached(muster.faction(side)) if is_meant(one.name, name)]
        known = {"rule": any(one.rules for one in meant), "Stratagems": any(one.plays for one in meant)}
        lacking = [word for word, there in known.items() if not there]
        if lacking:
            told = f"no document here tells its {' and '.join(lacking)}"
            yield f"{'AB'[side]} {name}: not played: {told}"


def not_acting(muster: Muster) -> Iterator[str]:
    """Rules that no battle acts on: not understood, or of a kind that battles do not do yet."""
    rules = Rulebook(muster)
    assert rules.held is not None  # they are told apart when they are first looked at
    yield from (f"{told}: not acted on in battles" for told in rules.told)


def _who(unit: Unit, name: str) -> str:
    return f"{'AB'[unit.side]} {name}"
