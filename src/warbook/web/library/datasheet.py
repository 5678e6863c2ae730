"""A datasheet as it is shown at the table: everything worked out, nothing left but to write it down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from warbook import data, systems
from warbook.errors import naming
from warbook.library import lookup
from warbook.library.index import Indexed, role
from warbook.library.kept import Known
from warbook.names import same
from warbook.reading import glossary
from warbook.sheets.sheet import (
    Ability,
    Datasheet,
    Faction,
    Model,
    Points,
    Rule,
    Weapon,
    WeaponProfile,
)
from warbook.views.sheet import option_told, transport_told
from warbook.web.library import plays
from warbook.web.library.plays import Group, Told
from warbook.web.library.words import ABILITY, WEAPON, About, Vocabulary, Word

MOST_ROWS = 6
"""Sizes of a unit whose points are told one by one."""
MOST_DATES = 4
GROUPS = {"core": "Core", "faction": "Faction", "datasheet": "Datasheet", "wargear": "Wargear"}


class Row(msgspec.Struct, frozen=True):
    """A line of a table: its name, what stands below it, its values, and its words."""

    name: str
    values: tuple[str, ...]
    below: str = ""
    words: tuple[Word, ...] = ()
    traits: tuple[str, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """Rows under the same heads."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]


class Costs(msgspec.Struct, frozen=True):
    """What each size costs at each date, newest first; ``None`` where it was not told."""

    dates: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]


class Shown(msgspec.Struct, frozen=True):
    """All that the page of a unit shows of its sheet; ``read`` is false while texts are still to be read."""

    name: str
    faction: str
    system: str
    game: str
    role: str
    revision: str
    legends: bool
    date: str
    source: str
    notes: tuple[str, ...]
    statlines: tuple[Table, ...]
    weapons: tuple[Table, ...]
    abilities: tuple[tuple[str, tuple[Told, ...]], ...]
    abilities_words: tuple[tuple[str, tuple[Word, ...]], ...]
    damaged: Told | None
    composition: tuple[str, ...]
    loadout: tuple[str, ...]
    options: tuple[str, ...]
    costs: Costs
    transport: str
    leader: tuple[str, ...]
    besides: tuple[Told, ...]
    about: tuple[About, ...]
    groups: tuple[Group, ...]
    keywords: tuple[str, ...]
    faction_keywords: tuple[str, ...]
    types: tuple[Word, ...]
    missing: tuple[str, ...]
    read: bool


def shown(unit: Indexed) -> Shown:
    """What is known of a unit at once: its texts are not read. Raises InputError for one that is gone."""
    found = _found(unit)
    return _shown(found.sheet, found.assumed, (), read=False)


def read(unit: Indexed) -> Shown:
    """The same with every text read, and with the plays that it may use: takes its time the first time. Raises
    InputError, OwnFault of the unit."""
    from warbook.reading import understanding  # the site's own process reads no text

    with naming(f"{unit.faction}: {unit.name}"):
        found = _found(unit)
        sheet = understanding.with_effects(found.sheet)
        return _shown(sheet, found.assumed, plays.applying(sheet), read=True)


def _found(unit: Indexed) -> lookup.Found:
    known = Known(unit.name, unit.faction, unit.system, None, unit.date, unit.key, unit.legends)
    return lookup.whole(known)


def _shown(sheet: Datasheet, assumed: Sequence[str], groups: tuple[Group, ...], read: bool) -> Shown:
    game = systems.find(sheet.system)
    vocabulary = Vocabulary(sheet.system, sheet.revision, (*sheet.rules, *_of_weapons(sheet)))
    army = (plays.faction if read else plays.known_faction)(sheet.faction, sheet.system)
    worded = _words(sheet, vocabulary)
    return Shown(
        name=sheet.name,
        faction=sheet.faction,
        system=sheet.system,
        game=game.title,
        role=role(sheet),
        revision=sheet.revision or game.revision,
        legends=sheet.legends,
        date=(sheet.source.date or "") if sheet.source else "",
        source=_file(sheet),
        notes=tuple(assumed),
        statlines=tuple(statlines(sheet)),
        weapons=tuple(weapon_tables(sheet, vocabulary)),
        abilities=tuple(_abilities(sheet, army, read, worded)),
        abilities_words=tuple(worded.items()),
        damaged=_damaged(sheet),
        composition=tuple(_composition(sheet)),
        loadout=tuple(_loadout(sheet)),
        options=tuple(each.text or _sentence(option_told(each)) for each in sheet.options),
        costs=_costs(sheet),
        transport=_transport(sheet),
        leader=tuple(note.text for note in sheet.notes if "lead" in note.about.casefold()),
        besides=tuple(_besides(sheet)),
        types=tuple(_types(sheet, vocabulary)),
        about=tuple(vocabulary.about.values()),
        groups=groups,
        keywords=sheet.keywords,
        faction_keywords=sheet.faction_keywords,
        missing=tuple(dict.fromkeys(each.token for each in sheet.missing)),
        read=read,
    )


_WEAPONS = "weapon ability "
"""How notes begin that explain an ability of one of a sheet's own weapons."""


def _of_weapons(sheet: Datasheet) -> Iterator[Rule]:
    """The abilities of its own weapons that the sheet explains."""
    for note in sheet.notes:
        if note.about.startswith(_WEAPONS):
            yield Rule(note.about.removeprefix(_WEAPONS), note.text)


def _besides(sheet: Datasheet) -> Iterator[Told]:
    """Sentences of the document that stand nowhere else on the page, under what they belong to."""
    for note in sheet.notes:
        if not note.about.startswith(_WEAPONS) and "lead" not in note.about.casefold():
            yield Told(_sentence(note.about), plays.lines(("", note.text)))


def _file(sheet: Datasheet) -> str:
    return sheet.source.path.rpartition("/")[2] if sheet.source else ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------------------- profiles


def statlines(sheet: Datasheet) -> Iterator[Table]:
    """The models' profiles, those with the same heads together; models that do not differ in one row."""
    tables: dict[tuple[str, ...], dict[tuple[str, ...], list[Model]]] = {}
    for model in sheet.models:
        values = tuple(model.characteristics.values())
        tables.setdefault(tuple(model.characteristics), {}).setdefault((*values, _base(model)), []).append(
            model
        )
    for heads, rows in tables.items():
        if heads:
            yield Table("", heads, tuple(_model_row(models) for models in rows.values()))


def _model_row(models: Sequence[Model]) -> Row:
    names = list(dict.fromkeys(model.name for model in models))
    return Row(" · ".join(names), tuple(models[0].characteristics.values()), _base(models[0]))


def _base(model: Model) -> str:
    if model.base_mm is None:
        return ""
    return f"base {model.base_mm} mm"


def weapon_tables(sheet: Datasheet, vocabulary: Vocabulary) -> Iterator[Table]:
    kinds = (
        ("ranged", False, "Ranged weapons"),
        ("melee", False, "Melee weapons"),
        (None, True, "For its Reaction only"),
    )
    for kind, reaction, title in kinds:
        weapons = [
            weapon
            for weapon in sheet.weapons
            if weapon.reaction_only is reaction and kind in (weapon.kind, None)
        ]
        yield from _tables(title, weapons, vocabulary)


def _tables(title: str, weapons: Iterable[Weapon], vocabulary: Vocabulary) -> Iterator[Table]:
    tables: dict[tuple[str, ...], list[Row]] = {}
    for weapon in weapons:
        for profile in weapon.profiles:
            row = _weapon_row(weapon, profile, vocabulary)
            tables.setdefault(tuple(profile.characteristics), []).append(row)
    for heads, rows in tables.items():
        yield Table(title, heads, tuple(rows))


def _weapon_row(weapon: Weapon, profile: WeaponProfile, vocabulary: Vocabulary) -> Row:
    alone = len(weapon.profiles) == 1 or same(profile.name, weapon.name)
    words = tuple(vocabulary.word(text, WEAPON) for text in profile.abilities)
    below = "" if alone else profile.name
    return Row(weapon.name, tuple(profile.characteristics.values()), below, words, profile.traits)


# ------------------------------------------------------------------------------------------ abilities


def _words(sheet: Datasheet, vocabulary: Vocabulary) -> dict[str, tuple[Word, ...]]:
    """Abilities that the glossary explains, by their group: they need no more than their name."""
    found: dict[str, list[Word]] = {}
    for ability in sheet.abilities:
        if _is_word(sheet, ability):
            found.setdefault(GROUPS[ability.group], []).append(vocabulary.word(ability.name, ABILITY))
    return {group: tuple(words) for group, words in found.items()}


def _is_word(sheet: Datasheet, ability: Ability) -> bool:
    known = glossary.explained(sheet.system, ability.name, sheet.revision, ABILITY)
    return ability.group == "core" or (known is not None and sheet.system != "wh40k10")


def _abilities(
    sheet: Datasheet, army: Faction | None, read: bool, worded: dict[str, tuple[Word, ...]]
) -> Iterator[tuple[str, tuple[Told, ...]]]:
    """The other abilities, each with its document's words and with ours."""
    for group, title in GROUPS.items():
        own = [
            _ability(each, army, read)
            for each in sheet.abilities
            if each.group == group and not _is_word(sheet, each)
        ]
        if own or title in worded:
            yield title, tuple(own)


def _ability(ability: Ability, army: Faction | None, read: bool) -> Told:
    if not ability.text and not ability.effects and army is not None:
        rule = next((each for each in army.rules if same(each.name, ability.name)), None)
        if rule is not None:
            told = plays.told_rule(rule)
            return msgspec.structs.replace(told, read=read or bool(told.lines))
    own = plays.lines(("", ability.text))
    lines, unread = plays.shown(ability.effects, bool(own))
    return Told(ability.name, own, lines, read=read or bool(lines) or not own, unread=unread)


def _damaged(sheet: Datasheet) -> Told | None:
    worn = sheet.damaged
    if worn is None:
        return None
    lines = []
    if worn.hit is not None:
        lines.append(f"{worn.hit:+d} to hit")
    if worn.objective_control is not None:
        lines.append(f"{worn.objective_control:+d} OC")
    own = plays.lines(("", worn.text))
    return Told(f"Damaged: {worn.low}–{worn.high} wounds left", own, tuple(map(plays.line, lines)))


def _types(sheet: Datasheet, vocabulary: Vocabulary) -> Iterator[Word]:
    yield from (vocabulary.word(text, ("type", "sub-type")) for text in sheet.types)
    yield from (vocabulary.word(text, ("sub-type", "type")) for text in sheet.sub_types)


# ----------------------------------------------------------------------------------- the unit's make-up


def _composition(sheet: Datasheet) -> Iterator[str]:
    last = 0
    made = sheet.composition or sheet.models
    for each in made:
        several = each.count_max if each.count_min == each.count_max else f"{each.count_min}–{each.count_max}"
        other = getattr(each, "alternative", 0)
        yield f"{'or ' if other != last else ''}{several} × {each.name}"
        last = other


def _loadout(sheet: Datasheet) -> Iterator[str]:
    """What each model carries by default, those that carry the same in one line."""
    carried: dict[str, list[str]] = {}
    for one in sheet.loadout:
        items = ", ".join(item.name if item.count == 1 else f"{item.count} {item.name}" for item in one.items)
        carried.setdefault(items or "nothing", []).append(one.model)
    for items, models in carried.items():
        everybody = len(carried) == 1 and not {model.name for model in sheet.models} - set(models)
        who = "Every model" if everybody else " and ".join(models)
        yield f"{who}: {items}"


def _transport(sheet: Datasheet) -> str:
    if sheet.transport is None:
        return ""
    return sheet.transport.text or f"Carries {transport_told(sheet.transport)}"


def _costs(sheet: Datasheet) -> Costs:
    """Points by size, at the dates of all versions that are known, newest first."""
    told: dict[str, dict[str, int]] = {}
    for version in (sheet, *_versions(sheet)):
        for row in version.points:
            date = row.date or _date(version)
            told.setdefault(date, {}).setdefault(_size(row), row.points)
    dates = sorted(told, reverse=True)
    dates = [date for place, date in enumerate(dates) if place == 0 or told[date] != told[dates[place - 1]]]
    dates = dates[:MOST_DATES]
    sizes = list(dict.fromkeys(_size(row) for row in sorted(sheet.points, key=lambda row: row.models)))
    rows = [(size, tuple(told[date].get(size) for date in dates)) for size in sizes]
    return Costs(tuple(date or "undated" for date in dates), _shortened(sheet.points, rows))


def _shortened(
    points: Sequence[Points], rows: list[tuple[str, tuple[int | None, ...]]]
) -> tuple[tuple[str, tuple[int | None, ...]], ...]:
    """All rows, or the first and the last of many, where each model between them costs the same."""
    if len(rows) <= MOST_ROWS:
        return tuple(rows)
    ordered = sorted(points, key=lambda row: row.models)
    steps = {(b.points - a.points) / (b.models - a.models) for a, b in pairwise(ordered) if b.models > a.models}
    if len(steps) != 1 or any(row.note for row in points):
        return tuple(rows)
    each = next(iter(steps))
    last = rows[-1]
    return rows[0], (f"{last[0]} (each further one {each:g})", last[1])


def _size(row: Points) -> str:
    many = f"{row.models} model" + ("" if row.models == 1 else "s")
    return f"{many}, {row.note}" if row.note else many


def _date(sheet: Datasheet) -> str:
    return (sheet.source.date or "") if sheet.source else ""


def _versions(sheet: Datasheet) -> Iterator[Datasheet]:
    """Other versions of the same unit: those in the library, then the bundled one."""
    from warbook import library
    from warbook.library.naming import folded_faction

    if library.exists():
        from warbook.library import search

        wanted = search.Wanted(name=sheet.name, system=sheet.system, every_version=True)
        kept = [
            one for one in search.kept(wanted) if folded_faction(one.faction) == folded_faction(sheet.faction)
        ]
        yield from search.bodies([one.id for one in kept], Datasheet)
    yield from (
        each
        for each in data.pack(sheet.system)
        if same(each.name, sheet.name) and same(each.faction, sheet.faction)
    )
