"""Reads a 40k datasheet page, as copied from the web, into a datasheet."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from warbook.importers.ledger import Ledger
from warbook.importers.losses import split_lost_starts, tell_losses
from warbook.importers.names import Names
from warbook.importers.repeats import without_repeats
from warbook.importers.weapons import each_once, full_rows, gather, read_row
from warbook.importers.wh40k10_abilities import once, read_abilities, read_special
from warbook.importers.wh40k10_glossary import Wh40kGlossary
from warbook.importers.wh40k10_indexes import read_detachment_index, read_enhancements, resolve_plays
from warbook.importers.wh40k10_leader import read_leader
from warbook.importers.wh40k10_models import read_models
from warbook.importers.wh40k10_options import OptionReader
from warbook.importers.wh40k10_revision import gather_evidence, judge
from warbook.importers.wh40k10_sections import Section, key_at, locate
from warbook.importers.wh40k10_transport import read_transport
from warbook.importers.wh40k10_unit import (
    read_composition,
    read_damaged,
    read_keywords,
    read_loadout,
    read_points,
)
from warbook.sheets.document import Piece
from warbook.sheets.sheet import (
    Ability,
    Datasheet,
    DetachmentRule,
    Option,
    Rule,
    Source,
    Weapon,
    WeaponProfile,
)

SYSTEM = "wh40k10"
_WEAPON_HEADS = {"RANGE": "range"}
_PARAMETER = re.compile(r"(?: \d*D?\d+(?:\+\d*)?\"?)+$")


class _Page:
    """A page while it is read: its ledger, its sections by what they hold, and its glossary."""

    def __init__(self, page: Sequence[Piece]) -> None:
        pieces, copies = without_repeats(page, lambda parts, place: key_at(parts, place) is not None)
        self.ledger = Ledger(pieces, copies)
        self.sections, start = locate(pieces)
        self.glossary = Wh40kGlossary(self.ledger, start, {s.start: s.end for s in self.sections})
        self.glossary.read()
        self.rules = self.glossary.rules()
        self.by_name = {rule.name.casefold(): rule for rule in reversed(self.rules)}
        self.detachments = self.glossary.detachments()

    def of(self, *keys: str) -> list[Section]:
        return [section for section in self.sections if section.key in keys]

    def inside(self, *keys: str) -> list[int]:
        """The places inside sections of these kinds, without their headings, which are claimed."""
        out: list[int] = []
        for section in self.of(*keys):
            self.ledger.claim(section.start, section.key)
            out.extend(range(section.start + 1, section.end))
        return out


def read_sheet(pieces: Sequence[Piece], faction: str, name: str, path: str) -> Datasheet:
    """The datasheet of a page whose first piece is its title."""
    page = _Page(split_lost_starts(pieces))
    page.ledger.claim(0, "title")
    sheet = Datasheet(name, faction, SYSTEM, source=Source(path), weapons=_weapons(page))
    sheet = _with_keywords(sheet, page)
    sheet = _with_unit(sheet, page)
    sheet = _with_abilities(sheet, page)
    sheet = _with_glossary(sheet, page)
    tell_losses(page.ledger, sheet)
    return _finish(sheet, page.ledger)


def _weapons(page: _Page) -> tuple[Weapon, ...]:
    out: list[Weapon] = []
    for section in page.of("ranged", "melee"):
        places = [p for p in range(section.start, section.end) if page.ledger.pieces[p].kind == "row"]
        page.ledger.claim(places[0], "weapons")
        heads = [
            _WEAPON_HEADS.get(head.upper(), head.upper()) for head in page.ledger.pieces[places[0]].cells[1:]
        ]
        rows = [read_row(page.ledger.pieces[place], place) for place in places[1:]]
        full = full_rows(page.ledger, rows, len(heads), "weapons")
        if not heads or not full:
            page.ledger.lose("table", f"{section.key} weapons", places[0])
        profiles = [
            WeaponProfile(row.name, dict(zip(heads, row.values, strict=False)), row.abilities) for row in full
        ]
        out.extend(gather("ranged" if section.key == "ranged" else "melee", profiles))
    return tuple(each_once(out))


def _with_keywords(sheet: Datasheet, page: _Page) -> Datasheet:
    common: dict[str, None] = {}
    for section in page.of("keywords"):
        common.update(dict.fromkeys(read_keywords(page.ledger, section.start, section.end)[1]))
    factions: dict[str, None] = {}
    for section in page.of("faction keywords"):
        factions.update(dict.fromkeys(read_keywords(page.ledger, section.start, section.end)[1]))
    for key, found in (("keywords", common), ("faction keywords", factions)):
        if not found:
            page.ledger.lose("keyword", key, next((section.start for section in page.of(key)), None))
    return msgspec.structs.replace(sheet, keywords=tuple(common), faction_keywords=tuple(factions))


def _with_unit(sheet: Datasheet, page: _Page) -> Datasheet:
    ledger = page.ledger
    weapons = Names(weapon.name for weapon in sheet.weapons)
    places = page.inside("composition")
    composition = read_composition(ledger, places)
    options = OptionReader(composition, weapons).read(ledger, page.inside("options"))
    _tell_empty_options(page, options)
    loadout = read_loadout(ledger, places, composition, weapons)
    points = read_points(ledger, places)
    for name, found in (("unit composition", composition), ("points", points)):
        if not found:
            ledger.lose("table", name)
    sheet = msgspec.structs.replace(
        sheet, composition=composition, options=options, loadout=loadout, points=points
    )
    head = [p for section in page.of("preamble", "save") for p in range(section.start, section.end)]
    by_model = [read_keywords(ledger, section.start, section.end) for section in page.of("keywords")]
    models = read_models(ledger, head, sheet, by_model)
    return msgspec.structs.replace(sheet, models=models)


def _tell_empty_options(page: _Page, options: Sequence[Option]) -> None:
    """A section of options that gave none, and does not say that there are none, is told."""
    for section in page.of("options"):
        said = [
            piece.text.strip(" .*-").casefold() for piece in page.ledger.pieces[section.start : section.end]
        ]
        if not options and "none" not in said:
            page.ledger.doubt(section.start, "no wargear option was understood")


def _with_abilities(sheet: Datasheet, page: _Page) -> Datasheet:
    ledger = page.ledger
    abilities = read_abilities(ledger, page.inside("abilities"), "datasheet")
    abilities += read_abilities(ledger, page.inside("wargear abilities"), "wargear")
    loose = [p for s in page.of("ranged", "melee") for p in range(s.start, s.end)]
    abilities += read_abilities(ledger, [p for p in loose if ledger.pieces[p].kind != "row"], "wargear")
    for section in page.of("special"):
        abilities += read_special(ledger, section.start, section.end)
    names = (sheet.faction, *sheet.faction_keywords)
    damaged = [read_damaged(ledger, section.start, section.end) for section in page.of("damaged")]
    transports = [read_transport(ledger, section.start, section.end, names) for section in page.of("transport")]
    return msgspec.structs.replace(
        sheet,
        abilities=tuple(_explained(ledger, ability, page.by_name) for ability in once(abilities)),
        damaged=next(filter(None, damaged), None),
        transport=next(filter(None, transports), None),
        leads=_units(page, "leader"),
        led_by=_units(page, "led by"),
    )


def _units(page: _Page, key: str) -> tuple[str, ...]:
    found = [unit for s in page.of(key) for unit in read_leader(page.ledger, s.start, s.end)]
    return tuple(dict.fromkeys(found))


def _explained(ledger: Ledger, ability: Ability, rules: dict[str, Rule]) -> Ability:
    """A core or faction ability with the text that the page's glossary gives it."""
    if ability.text is not None:
        return ability
    rule = rules.get(ability.name.casefold()) or rules.get(_PARAMETER.sub("", ability.name).casefold())
    if rule is None and ability.group == "faction":
        ledger.lose("rule", f"faction ability {ability.name}")
    return msgspec.structs.replace(ability, text=rule.text, lines=rule.lines) if rule else ability


def _with_glossary(sheet: Datasheet, page: _Page) -> Datasheet:
    plays = resolve_plays(page.ledger, page.of("stratagems"), page.glossary.plays)
    detachments = read_detachment_index(page.ledger, page.of("detachments"), page.detachments)
    _tell_missing_detachments(page.ledger, [play.source for play in plays], detachments)
    evidence = gather_evidence(page.rules, plays)
    return msgspec.structs.replace(
        sheet,
        revision=judge(evidence),
        evidence=evidence,
        plays=plays,
        detachment_rules=detachments,
        enhancements=read_enhancements(page.ledger, page.of("enhancements"), page.by_name),
        rules=tuple(page.rules),
        indexes=tuple(page.glossary.indexes),
        army_list=tuple(page.glossary.army_list),
        choice_lists=tuple(page.glossary.lists),
    )


def _tell_missing_detachments(ledger: Ledger, sources: Sequence[str], rules: Sequence[DetachmentRule]) -> None:
    known = {rule.detachment for rule in rules if rule.text}
    for source in dict.fromkeys(sources):
        if source and source.casefold() != "core" and source not in known:
            ledger.lose("rule", f"detachment rule of {source}")


def _finish(sheet: Datasheet, ledger: Ledger) -> Datasheet:
    incomplete = any(entry.token in ("statline", "loadout") for entry in ledger.missing)
    return msgspec.structs.replace(
        sheet,
        complete=not incomplete and bool(sheet.models),
        missing=ledger.missing,
        notes=ledger.notes,
        problems=ledger.all_problems(),
        passages=ledger.passages(),
    )
