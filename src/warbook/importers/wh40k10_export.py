"""The datasheet that an export's card gives.

Every sentence of a card goes through the readers that copied pages go through; what they do not understand is
kept as a note and told as a problem at its field.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from warbook.importers.ledger import Ledger
from warbook.importers.markup import lines, plain
from warbook.importers.names import Names, key
from warbook.importers.shields import bearer_save, is_everyone, read_shield, save_against
from warbook.importers.statline import Statline, read_base
from warbook.importers.wh40k10_card import Card, Stats, Told
from warbook.importers.wh40k10_given_up import settled
from warbook.importers.wh40k10_misspelt import corrected
from warbook.importers.wh40k10_models import match_models
from warbook.importers.wh40k10_options import OptionReader
from warbook.importers.wh40k10_profiles import as_weapons, printed, read_save
from warbook.importers.wh40k10_revision import revision_at
from warbook.importers.wh40k10_transport import read_transport
from warbook.importers.wh40k10_unit import read_composition, read_damaged, read_loadout, read_points
from warbook.names import keyword
from warbook.sheets.document import Piece, normalise
from warbook.sheets.sheet import (
    Ability,
    Composition,
    Damaged,
    Datasheet,
    Model,
    Option,
    Points,
    Transport,
)

SYSTEM = "wh40k10"
T = TypeVar("T")
_EQUIPPED = re.compile(r"(?<=[.;])\s*(?=[A-Z0-9][^.:;\n]{1,90}? (?:[Ii]s|[Aa]re) (?:\w+ )?equipped with ?:)")
_WIDE = re.compile(r" {2,9}(?=[A-Z*])|(?<=[\w.)])\** (?=\* ?[A-Z])")
_AFTER = re.compile(r"(?<=[a-z)])\.\s+(?=[A-Z])")
_HULL = re.compile(r"\s*(?:use model|hull)\b", re.IGNORECASE)
_SPAN = re.compile(r"(\d{1,4})(?::? ?[-–] ?(\d{1,4}))?")
_COST = re.compile(r"\d{1,4}")


def sheet_of(card: Card) -> Datasheet:
    """The datasheet of a card, with what it lacks and what of it was not understood."""
    told = Told(card)
    words = tuple(dict.fromkeys(keyword(word) for _, word in card.keywords if word.strip()))
    sheet = Datasheet(
        card.name, card.faction, SYSTEM, revision_at(card.source.date), card.source,
        id=card.id, role=card.role, legends=card.legends, keywords=words,
        faction_keywords=tuple(dict.fromkeys(keyword(word) for word in card.faction_keywords if word.strip())),
        abilities=tuple(_once((*map(_with_save, card.abilities), *_saves_against(card)))),
        leads=_each(card.leads), led_by=_each(card.led_by), enhancements=tuple(card.enhancements),
    )  # fmt: skip
    sheet = _with_unit(_with_weapons(sheet, told), told)
    sheet = msgspec.structs.replace(sheet, damaged=_damaged(told), transport=_transport(sheet, told))
    _tell_lost(sheet, told)
    return msgspec.structs.replace(
        sheet,
        complete=_is_complete(sheet, told),
        missing=tuple(told.missing),
        notes=tuple(told.notes),
        problems=tuple(told.problems),
    )


def _each(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(Names(shown for name in names if (shown := normalise(name).strip())))


def _once(abilities: Iterable[Ability]) -> Iterable[Ability]:
    return {(one.name, one.group, one.text): one for one in abilities}.values()


def _with_save(ability: Ability) -> Ability:
    """A shield that does nothing but give its bearer an invulnerable save says so as a typed effect."""
    found = read_shield(ability.text or "") if ability.group == "wargear" else None
    everyone = found is not None and found.who and is_everyone(found.who)
    effects = bearer_save(found.value) if found and everyone and not (found.against or found.excluded) else ()
    return msgspec.structs.replace(ability, effects=effects)


def _saves_against(card: Card) -> Iterable[Ability]:
    """The save against ranged or melee attacks alone, where the card prints it for all its models."""
    found = {read_save(stat.save, stat.save_note, Names()).against for stat in card.stats}
    return [save_against(*each) for each in found if each and len(found) == 1]


def _with_weapons(sheet: Datasheet, told: Told) -> Datasheet:
    doubts: list[str] = []
    lost: list[str] = []
    weapons = as_weapons(told.card.weapons, doubts, lost)
    for message in doubts:
        told.doubt("weapons", message)
    for where in lost:
        told.lose("table", where)
    return msgspec.structs.replace(sheet, weapons=weapons)


def _with_unit(sheet: Datasheet, told: Told) -> Datasheet:
    card = told.card
    names = Names((*(weapon.name for weapon in sheet.weapons), *_wargear(sheet)))
    ledger = Ledger(_unit_lines(card))
    places = range(len(ledger.pieces))
    composition = read_composition(ledger, places)
    loadout = read_loadout(ledger, places, composition, names)
    told.take(ledger, "unit")
    options = _options(told, composition, names)
    sheet = msgspec.structs.replace(
        sheet, composition=composition, points=_points(told), options=options, loadout=loadout
    )
    sheet, meant = corrected(sheet)
    for name, weapon in meant.items():
        told.doubt("loadout", f"{name!r} taken for {weapon}")
    sheet = _in_their_names(msgspec.structs.replace(sheet, models=_models(sheet, told)), card.stats)
    return _settled(sheet, told)


def _settled(sheet: Datasheet, told: Told) -> Datasheet:
    """The sheet without the options that give up what its models do not carry; what they say is kept."""
    found = settled(sheet)
    for name, meant in found.meant.items():
        told.doubt("options", f"{name!r} taken for {meant}")
    for option, name in found.lost:
        told.note("options", option.text or name)
        told.doubt("options", f"wargear option not understood: its models have no {name[:60]}")
    return found.sheet


def _unit_lines(card: Card) -> list[Piece]:
    """Composition and loadout as one section, as a page has them; either may hold lines of the other."""
    carried = _EQUIPPED.sub("\n", _AFTER.sub(".\n", plain(card.loadout)))
    return lines("\n".join([*map(plain, card.composition), carried]))


def _wargear(sheet: Datasheet) -> list[str]:
    return [ability.name for ability in sheet.abilities if ability.group == "wargear"]


def _read(told: Told, field: str, pieces: Sequence[Piece], read: Callable[[Ledger, Sequence[int]], T]) -> T:
    ledger = Ledger(pieces)
    found = read(ledger, range(len(pieces)))
    told.take(ledger, field)
    return found


def _options(told: Told, members: Sequence[Composition], weapons: Names) -> tuple[Option, ...]:
    pieces = lines("\n".join(_option_lines(text) for text in told.card.options))
    found = _read(told, "options", pieces, OptionReader(members, weapons).read)
    return tuple(msgspec.structs.replace(option, lines=None) for option in found)


def _option_lines(text: str) -> str:
    """An option's lines; a list in it belongs to the sentence before it, colon or not."""
    first, _, rest = plain(_WIDE.sub("\n", text)).partition("\n- ")
    return (
        f"{first.rstrip(': ')}:\n- {rest}"
        if rest and "\n" not in first
        else "\n- ".join([first, rest] if rest else [first])
    )


def _points(told: Told) -> tuple[Points, ...]:
    rows = [(plain(what).replace("|", " "), cost.strip().lstrip("+")) for what, cost in told.card.points]
    pieces = [Piece("row", " | ".join(row), number, row) for number, row in enumerate(rows, 1)]
    found = _read(told, "points", pieces, read_points)
    for what, cost in rows:
        if not _COST.fullmatch(cost):
            told.doubt("points", f"{what[:40]!r}: expected a number of points, found {cost[:20]!r}")
    return tuple(msgspec.structs.replace(row, date=told.card.source.date) for row in found)


def _models(sheet: Datasheet, told: Told) -> tuple[Model, ...]:
    stats = told.card.stats
    names = Names([member.name for member in sheet.composition] or [stat.name for stat in stats])
    statlines = [_statline(stat, sheet.name, told) for stat in stats]
    named: dict[str, str] = {}
    for stat, line in zip(stats, statlines, strict=True):
        saves = read_save(stat.save, stat.save_note, names)
        if saves.doubt:
            told.doubt("statline", saves.doubt)
            told.note("invulnerable save", stat.save_note)
        if saves.value and saves.named is None:
            line.characteristics["Inv"] = saves.value
        named.update(dict.fromkeys(saves.named or (), saves.value or ""))
    whose = [(who, (keyword(word),)) for who, word in told.card.keywords if who and word.strip()]
    ledger = Ledger(())
    models = match_models(ledger, statlines, sheet, whose)
    _tell_lost_models(ledger, stats, told)
    return tuple(_protected(model, named.get(model.name)) for model in models)


def _statline(stat: Stats, unit: str, told: Told) -> Statline:
    doubts: list[str] = []
    values = printed(stat.values, stat.name or unit, doubts)
    for message in doubts:
        told.doubt("statline", message)
    told.note("base", stat.base_note)
    return Statline(stat.name or unit, values, read_base(stat.base), len(values) < len(stat.values))


def _protected(model: Model, save: str | None) -> Model:
    if not save:
        return model
    return msgspec.structs.replace(model, characteristics={**model.characteristics, "Inv": save})


def _tell_lost_models(ledger: Ledger, stats: Sequence[Stats], told: Told) -> None:
    """What the models lack; one that stands on its hull lacks no base."""
    hulls = {key(stat.name) for stat in stats if _HULL.match(stat.base)}
    every = bool(stats) and all(_HULL.match(stat.base) for stat in stats)
    for problem in ledger.all_problems():
        told.doubt("statline", problem.message)
    for missing in ledger.missing:
        if missing.token != "base" or not (every or key(missing.where) in hulls):
            told.lose(missing.token, missing.where)


def _in_their_names(sheet: Datasheet, stats: Sequence[Stats]) -> Datasheet:
    """The sheet with each kind of model under its statline's name, which stands in the singular."""
    own = {key(stat.name): stat.name for stat in stats if not stat.name.isupper()}
    called = {model.name: own.get(key(model.name), model.name) for model in sheet.models}
    called.update(
        {line.name: called.get(line.name, own.get(key(line.name), line.name)) for line in sheet.composition}
    )
    return msgspec.structs.replace(
        sheet,
        models=tuple(msgspec.structs.replace(one, name=called[one.name]) for one in sheet.models),
        loadout=tuple(
            msgspec.structs.replace(one, model=called.get(one.model, one.model)) for one in sheet.loadout
        ),
        options=tuple(
            msgspec.structs.replace(one, model=called.get(one.model or "", one.model)) for one in sheet.options
        ),
    )


def _damaged(told: Told) -> Damaged | None:
    card = told.card
    said = " ".join(plain(card.damaged).split("\n"))
    span = _SPAN.search(plain(card.damaged_range)) or _SPAN.search(said)
    if not span:
        if said or card.damaged_range.strip():
            told.note("damaged", said or card.damaged_range)
            told.doubt("damaged", "expected wounds from … to …")
        return None
    heading = f"DAMAGED: {span.group(1)}-{span.group(2) or span.group(1)} WOUNDS REMAINING"
    ledger = Ledger([Piece("heading", heading, 1), *lines(said, 2)])
    found = read_damaged(ledger, 0, len(ledger.pieces))
    told.take(ledger, "damaged")
    if found and found.hit is None and found.text:
        told.doubt("damaged", f"not understood: {found.text[:60]}")
    return msgspec.structs.replace(found, lines=None) if found else None


def _transport(sheet: Datasheet, told: Told) -> Transport | None:
    text = plain(told.card.transport)
    if not text:
        return None
    ledger = Ledger([Piece("heading", "TRANSPORT", 1), *lines(text, 2)])
    found = read_transport(ledger, 0, len(ledger.pieces), (sheet.faction, *sheet.faction_keywords))
    told.take(ledger, "transport")
    if found is None:
        told.note("transport", text)
        return None
    for sentence in found.unread:
        told.doubt("transport", f"not understood: {sentence[:60]}")
    return msgspec.structs.replace(found, lines=None)


def _tell_lost(sheet: Datasheet, told: Told) -> None:
    """What every card has and this one has not."""
    fields = (("table", "unit composition", sheet.composition), ("table", "points", sheet.points),
              ("keyword", "keywords", sheet.keywords), ("keyword", "faction keywords", sheet.faction_keywords),
              ("statline", sheet.name, sheet.models))  # fmt: skip
    for token, where, found in fields:
        if not found:
            told.lose(token, where)
    if not sheet.leads and any(one.name == "Leader" and one.group == "core" for one in sheet.abilities):
        told.lose("attachments", "leader")
    for where in _without_profile(sheet):
        told.lose("table", where)


def _without_profile(sheet: Datasheet) -> list[str]:
    """What models carry and what the sheet tells nothing about; all of it where it has no weapon at all."""
    carried = dict.fromkeys(item.name for equipped in sheet.loadout for item in equipped.items)
    if carried and not sheet.weapons:
        return ["weapons"]
    known = Names((*(weapon.name for weapon in sheet.weapons), *(one.name for one in sheet.abilities)))
    return [f"{name}: its profile" for name in carried if not known.find(name)]


def _is_complete(sheet: Datasheet, told: Told) -> bool:
    lacks = {(missing.token, missing.where) for missing in told.missing}
    return (
        bool(sheet.models)
        and ("table", "weapons") not in lacks
        and not any(token in ("statline", "loadout") for token, _ in lacks)
    )
