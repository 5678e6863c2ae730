"""Battles of invented units with rules of their own, and answers in words."""

from __future__ import annotations

from unittest.mock import patch

from warbook.battle.battle import Battle
from warbook.board.terrain import battlefield
from warbook.library import lookup
from warbook.sheets.loadout import squad
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import (
    Ability,
    Datasheet,
    Detachment,
    DetachmentRule,
    Equipped,
    Faction,
    Item,
    Model,
    Play,
    Points,
    Weapon,
    WeaponProfile,
)
from warbook.systems import find
from warbook.systems.wh40k10 import army
from warbook.systems.wh40k10.army import Muster
from warbook.systems.wh40k10.enlisting import Enlisted, Party
from warbook.systems.wh40k10.field import Field
from warbook.systems.wh40k10.table import Column
from warbook.systems.wh40k10.turn import OnlyWar

STATS = {"M": '6"', "T": "4", "Sv": "4+", "W": "2", "Ld": "7+", "OC": "1"}
SLING = {"range": '24"', "A": "2", "BS": "4+", "S": "4", "AP": "0", "D": "1"}
STICK = {"range": "Melee", "A": "2", "WS": "4+", "S": "4", "AP": "0", "D": "1"}


def rule(text, name="Rite of Glass", group="datasheet"):
    """An ability of a sheet."""
    return Ability(name, group, text)


def sheet(
    name,
    *rules,
    models=5,
    words=("INFANTRY",),
    stats=(),
    sling=(),
    stick=(),
    leads=(),
    plays=(),
    slung=(),
    spare=(),
):
    """Glaziers of Gravel Court: with a sling and a stick each, and these rules (texts or abilities); ``slung``
    are the abilities of the sling, ``spare`` those of a second one, if any."""
    abilities = tuple(one if isinstance(one, Ability) else rule(one) for one in rules)
    weapons = (
        Weapon("Sling", "ranged", (WeaponProfile("Sling", {**SLING, **dict(sling)}, tuple(slung)),)),
        Weapon("Stick", "melee", (WeaponProfile("Stick", {**STICK, **dict(stick)}),)),
        *([Weapon("Spare", "ranged", (WeaponProfile("Spare", SLING, tuple(spare)),))] if spare else []),
    )
    return Datasheet(
        name,
        "Gravel Court",
        "wh40k10",
        models=(Model(name, models, models, 32, {**STATS, **dict(stats)}),),
        weapons=weapons,
        loadout=(Equipped(name, tuple(Item(each.name) for each in weapons)),),
        abilities=abilities,
        points=(Points(models, 100),),
        keywords=(*words, name.upper()),
        faction_keywords=("GRAVEL COURT",),
        leads=tuple(leads),
        plays=tuple(plays),
        complete=True,
    )


def play(name, when, target, effect, cost=1, restrictions=None, source="Slow Column"):
    """A Stratagem of the detachment Slow Column."""
    return Play(name, cost, "CP", source, "Battle Tactic", when, target, effect, restrictions)


def detachment(*rules, plays=(), enhancements=()):
    """The detachment Slow Column of Gravel Court."""
    made = tuple(DetachmentRule("Slow and Sure", "Slow Column", text) for text in rules)
    return Detachment("Slow Column", made, tuple(plays), tuple(enhancements))


def fought(
    clock,
    *units,
    cp=(0, 0),
    known=None,
    detached=(),
    revision="2025-06",
    enhancements=None,
    hurt=None,
    warlords=(),
):
    """A battle from ``units``: (side, sheet or (sheet, leader, …), places in inches, words of flags). ``clock``
    is (round, side, step); ``known`` the detachment of Gravel Court, ``detached`` the sides that chose it;
    ``hurt`` the wounds that models have lost, ``warlords`` the places of the units that these lead."""
    parties, places = _parties(units, enhancements or {}, warlords)
    faction = Faction("Gravel Court", "wh40k10", detachments=(known,) if known else ())
    chosen = [("Slow Column",) if side in detached else () for side in (0, 1)]
    rosters = tuple(
        Roster(name, tuple(p.entry for p in parties[side]), faction="Gravel Court", detachments=chosen[side])
        for side, name in enumerate("AB")
    )
    told = [Enlisted(tuple(parties[side])) for side in (0, 1)]
    with (
        patch.object(army, "enlist", side_effect=told),
        patch.object(lookup, "faction", return_value=faction),
    ):
        muster = Muster(rosters)
        game = OnlyWar(find("wh40k10", revision), muster, Field(battlefield("crossways"), muster))
        assert game.table.rules.held is not None
        assert len(game.table.rules.cards) == 2  # the faction is looked up while it is known
    state = game.start()
    _set_up(game, state, places)
    for model, lost in (hurt or {}).items():
        state.left[model] -= lost
    state.clock = (clock[0], clock[1], game.steps.index(clock[2]), 0)
    state.sides[:, Column.CP] = cp
    return Battle(game, state)


def _parties(units, enhancements, warlords):
    found, places = ([], []), ([], [])
    for place, (side, made, where, *flags) in enumerate(units):
        body, *leaders = made if isinstance(made, tuple) else (made,)
        leader = leaders[0] if leaders else None
        parts = [(body, squad(body), False), *((each, squad(each), True) for each in leaders)]
        count, named = sum(g.count for g in squad(body)), leader.name if leader else None
        entry = Entry(body.name, count, leader=named, warlord=place in warlords)
        given = tuple((name, leader or body) for name in enhancements.get(place, ()))
        found[side].append(Party(entry, place, tuple(parts), given))
        places[side].append((where, flags))
    return found, places


def _set_up(game, state, places):
    for unit, (where, flags) in zip(game.muster.units, [*places[0], *places[1]], strict=True):
        for model, (x, y) in zip(unit.models, where, strict=False):
            state.at[model.index] = (round(1000 * x), round(1000 * y))
        for model in unit.models[len(where) :]:
            state.left[model.index] = 0
        state.units[unit.index, 0] = bool(where)
        for word in flags:
            flag, value = game.words[word]
            state.units[unit.index, flag] = value


def row(x, y, count=5, apart=1.6):
    """Places in a row, in inches."""
    return [(x + apart * n, y) for n in range(count)]
