"""Small invented armies, and what a game says against them."""

from __future__ import annotations

import msgspec

from warbook import systems
from warbook.muster.fitting import fit
from warbook.rules.army import Army, Unit, keywords
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Datasheet, Equipped, Item, Model, Points
from warbook.sheets.wargear import check


def sheet(name, *words, models=1, points=100, system="wh40k10", priced=None, **changes):
    """A sheet of Gravel Court: so many models, (least, most), or the models; each with a stick."""
    if isinstance(models, int):
        models = (models, models)
    kinds = (Model(name, *models),) if isinstance(models[0], int) else models
    least, most = (sum(getattr(kind, each) for kind in kinds) for each in ("count_min", "count_max"))
    made = {
        "name": name,
        "faction": "Gravel Court",
        "system": system,
        "models": kinds,
        "loadout": (Equipped(name, (Item("Stick"),)),),
        "points": priced
        or tuple(Points(size, points * size // least) for size in dict.fromkeys((least, most))),
        "keywords": words,
        "faction_keywords": ("GRAVEL COURT",),
    }
    return Datasheet(**{**made, **changes})


def army(*rows, faction_known=None, size=None, system="wh40k10", **changes):
    """An army of rows: a sheet, or a sheet with changes to its entry; an entry without a sheet is unknown."""
    units = []
    for place, row in enumerate(rows):
        made, entry = row if isinstance(row, tuple) else (row, {})
        name = made if isinstance(made, str) else made.name
        units += _units(
            place, Entry(name, **{k: v for k, v in entry.items() if k != "leads"}), made, entry.get("leads")
        )
    entries = tuple(next(u.entry for u in units if u.place == place) for place in range(len(rows)))
    roster = Roster("An army", entries, system, **changes)
    return Army(roster, tuple(units), faction_known, size)


def _units(place, entry, made, leader):
    parts = [(made, False), *([(leader, True)] if leader else [])]
    if leader:
        entry = msgspec.structs.replace(entry, leader=leader.name)
    for each, attached in parts:
        if isinstance(each, str):
            yield Unit(place, entry, None)
        else:
            fitted = fit(Entry(each.name) if attached else entry, each)
            squad, judged = fitted.squad, check(each, fitted.squad)
            yield Unit(place, entry, each, squad, attached, keywords(each), judged, sizes=fitted.sizes)


def verdict(made, **rules):
    """What the newest revision of the army's game says of it; ``rules`` are its switches."""
    system = systems.find(made.roster.system)
    return system.muster(system.revise(system.revision, **rules).rules, made)


def against(made, rule=None, **rules):
    """The messages of what is against the rules, of one rule or of all."""
    told = [each for each in verdict(made, **rules).told if hasattr(each, "rule")]
    return [each.message for each in told if rule is None or each.rule.startswith(rule)]


def noted(made, **rules):
    """The messages of the notes."""
    return [each.message for each in verdict(made, **rules).told if not hasattr(each, "rule")]
