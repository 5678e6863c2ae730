"""Reads a Horus Heresy datasheet page, as copied from the web, into a datasheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from warbook.importers.heresy3_glossary import SECTIONS, HeresyGlossary
from warbook.importers.heresy3_headings import LISTS, ROLE, list_at, with_headings, with_marks
from warbook.importers.heresy3_options import read_options
from warbook.importers.heresy3_weapons import is_weapon_row
from warbook.importers.ledger import Ledger
from warbook.importers.losses import tell_losses
from warbook.importers.names import Names, key
from warbook.importers.repeats import without_repeats
from warbook.importers.statline import Statline, read_table
from warbook.sheets.document import Piece, split_outside
from warbook.sheets.sheet import (
    Ability,
    Composition,
    Datasheet,
    Equipped,
    Evidence,
    Item,
    Model,
    Points,
    Rule,
    Source,
)

SYSTEM = "heresy3"
REVISION = "2025"
HEADS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "LD", "CL", "WP", "IN", "SAV", "INV")
_VEHICLE_HEADS = frozenset(
    (
        "M", "BS", "FRONT", "SIDE", "REAR", "FRONT ARMOUR", "SIDE ARMOUR", "REAR ARMOUR", "HP",
        "TRANSPORT CAPACITY",
    )
)  # fmt: skip
_POINTS = re.compile(r"(.+?)[ –—-]*\b(\d{1,4}) Points?\b(?: per \w+)?\.?", re.IGNORECASE)
_COMPOSITION = re.compile(r"UNIT COMPOSITION:?\s*(.*)", re.IGNORECASE | re.DOTALL)
_MEMBER = re.compile(r"(\d{1,4})(?:[-–](\d{1,4}))? (.+)")
_TYPE = re.compile(r"(?:(.+): )?([A-Z][\w ]*?)(?: \((.+)\))?\.?")
_NEW_HEADS = frozenset(("CL", "WP", "IN", "RS", "IM", "AM", "SM"))
_PARAMETER = re.compile(r" \([^()]*\)$")


class _Page:
    """A page while it is read: the list sections at its head, and the glossary after them."""

    def __init__(self, page: Sequence[Piece]) -> None:
        once, copies = without_repeats(page, _opens)
        pieces = with_headings(with_marks(once))
        self.ledger = Ledger(pieces, copies)
        self.lists: dict[str, list[int]] = {}
        self.head: list[int] = []
        self.glossary = HeresyGlossary(self.ledger, self._read_head(pieces))
        self.glossary.read()

    def _read_head(self, pieces: Sequence[Piece]) -> int:
        """Sorts the head's pieces under their headings; gives where text takes over."""
        key, place = "", 1
        while place < len(pieces):
            text = pieces[place].text
            if text.rstrip(":") in LISTS and self._is_list(pieces, place):
                key = LISTS[text.rstrip(":")]
                self.ledger.claim(place, key)
                self.lists.setdefault(key, [])
            elif (
                text in SECTIONS
                or is_weapon_row(pieces[place])
                or ROLE.match(text)
                or (key and pieces[place].kind != "bullet" and not _is_head(pieces[place], key))
            ):
                return place
            elif key:
                self.lists[key].append(place)
            else:
                self.head.append(place)
            place += 1
        return place

    def _is_list(self, pieces: Sequence[Piece], place: int) -> bool:
        return place + 1 < len(pieces) and (
            pieces[place + 1].kind == "bullet" or pieces[place + 1].text.rstrip(":") in LISTS
        )

    def names(self, key: str) -> list[str]:
        """The bullets of a list section, which are claimed, each once."""
        places = self.lists.get(key, [])
        self.ledger.claim(places, key)
        return list(dict.fromkeys(self.ledger.pieces[place].text.rstrip(".") for place in places))


def _opens(pieces: Sequence[Piece], place: int) -> bool:
    """Whether a list or the composition starts there."""
    return _COMPOSITION.match(pieces[place].text) is not None or list_at(pieces, place) is not None


def _is_head(piece: Piece, key: str) -> bool:
    """Whether a piece between the lists still belongs to the head."""
    return (
        piece.kind == "row"
        or _COMPOSITION.match(piece.text) is not None
        or (key in ("options", "composition") and piece.kind == "text")
    )


def read_sheet(pieces: Sequence[Piece], faction: str, name: str, path: str) -> Datasheet:
    """The datasheet of a page whose first piece is its title."""
    page = _Page(pieces)
    ledger = page.ledger
    ledger.claim(0, "title")
    statlines = _statlines(page)
    composition = _composition(page, statlines, name)
    sheet = Datasheet(name, faction, SYSTEM, source=Source(path), composition=composition)
    sheet = msgspec.structs.replace(
        sheet,
        points=_points(page, composition, name),
        models=_models(ledger, composition, statlines),
        weapons=tuple(page.glossary.weapons),
        plays=tuple(page.glossary.plays),
        role=page.glossary.role,
    )
    sheet = _with_types(sheet, page)
    sheet = _with_rules(sheet, page)
    sheet = _with_wargear(sheet, page)
    _keep_head(page)
    tell_losses(ledger, sheet)
    return _finish(sheet, page)


def _statlines(page: _Page) -> list[Statline]:
    rows = [place for place in page.head if page.ledger.pieces[place].kind == "row"]
    rows += [p for places in page.lists.values() for p in places if page.ledger.pieces[p].kind == "row"]
    return read_table(page.ledger, rows, _heads(page.ledger.pieces[place].cells for place in rows))


def _heads(rows: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """The heads that a statline has on this page: of a vehicle those that its table prints."""
    widest = max(
        ([cell for cell in row if cell.upper() in _VEHICLE_HEADS] for row in rows), key=len, default=[]
    )
    is_vehicle = any(cell.upper() == "HP" for cell in widest)
    return tuple(widest) if is_vehicle else HEADS


def _composition(page: _Page, statlines: Sequence[Statline], name: str) -> tuple[Composition, ...]:
    """Who is in the unit; a name in capitals is written as the statline has it."""
    known = Names([*(line.name for line in statlines), name])
    places = [p for p in page.head if _COMPOSITION.match(page.ledger.pieces[p].text)]
    places += page.lists.get("composition", [])
    out: dict[Composition, None] = {}
    for place in places:
        text = page.ledger.pieces[place].text
        found = _COMPOSITION.match(text)
        members = _members(found.group(1) if found else text, known)
        if members or found:
            page.ledger.claim(place, "composition")
            out.update(dict.fromkeys(members))
        else:
            page.ledger.note("composition", place)
    if not out:
        page.ledger.lose("table", "unit composition")
    return tuple(out)


def _members(text: str, known: Names) -> list[Composition]:
    out = []
    for part in re.split(r", (?=\d)| and (?=\d)|; ", text.strip(" .")):
        found = _MEMBER.fullmatch(part.strip(" ."))
        if not found:
            return []
        low = int(found.group(1))
        printed = found.group(3)
        name = known.known(printed)
        out.append(Composition(name.title() if name.isupper() else name, low, int(found.group(2) or low)))
    return out


def _points(page: _Page, composition: Sequence[Composition], name: str) -> tuple[Points, ...]:
    """What the unit costs: a bullet, a row or a title with points, before the statline."""
    models = sum(member.count_min for member in composition)
    out: dict[Points, None] = {}
    for place in page.head:
        piece = page.ledger.pieces[place]
        if page.ledger.claims[place] == "statline":
            break
        found = _POINTS.fullmatch(" ".join(piece.cells) if piece.kind == "row" else piece.text)
        named = found is not None and key(found.group(1)) == key(name)
        if found and (named or piece.kind != "text") and page.ledger.claims[place] is None:
            page.ledger.claim(place, "points")
            out.setdefault(Points(models, int(found.group(2))))
    if not out:
        page.ledger.lose("table", "points")
    return tuple(out)


def _models(
    ledger: Ledger, composition: Sequence[Composition], statlines: Sequence[Statline]
) -> tuple[Model, ...]:
    out = []
    by_name = {key(line.name): line for line in reversed(statlines)}
    only = statlines[0] if len(statlines) == 1 else None
    for member in composition or [Composition(line.name, 0, 0) for line in statlines]:
        line = by_name.get(key(member.name), only)
        if line is None or line.partial:
            ledger.lose("statline", member.name)
        if line is None or line.base_mm is None:
            ledger.lose("base", member.name)
        characteristics = line.characteristics if line else {}
        base = line.base_mm if line else None
        out.append(Model(member.name, member.count_min, member.count_max, base, characteristics))
    return tuple(out)


def _with_types(sheet: Datasheet, page: _Page) -> Datasheet:
    types: list[str] = []
    sub_types: list[str] = []
    for text in page.names("type"):
        if found := _TYPE.fullmatch(text):
            types.append(found.group(2))
            sub_types.extend(split_outside(found.group(3) or ""))
    traits = page.names("traits")
    for head, names in (("type", types), ("traits", traits)):
        if not names:
            page.ledger.lose("keyword", head)
    keywords = tuple(dict.fromkeys((*types, *sub_types, *traits)))
    return msgspec.structs.replace(
        sheet,
        types=tuple(dict.fromkeys(types)),
        sub_types=tuple(dict.fromkeys(sub_types)),
        traits=tuple(traits),
        keywords=keywords,
    )


def _with_rules(sheet: Datasheet, page: _Page) -> Datasheet:
    rules = page.glossary.rules()
    by_name = {_plain(rule.name): rule for rule in reversed(rules)}
    by_name.update({rule.name.casefold(): rule for rule in reversed(rules)})
    names = [name for name in page.names("special rules") if name not in ("-", "–", "None")]
    abilities = [_ability(page.ledger, name, by_name) for name in names]
    own = {ability.name.casefold() for ability in abilities}
    gear = [item for item in page.glossary.wargear if item.text and item.name.casefold() not in own]
    return msgspec.structs.replace(
        sheet,
        rules=tuple(rules),
        abilities=(*abilities, *gear),
        indexes=tuple(page.glossary.indexes),
        army_list=tuple(page.glossary.army_list),
        choice_lists=tuple(page.glossary.lists),
    )


def _plain(name: str) -> str:
    return _PARAMETER.sub("", name).casefold()


def _ability(ledger: Ledger, name: str, rules: dict[str, Rule]) -> Ability:
    """A special rule of the unit with the page's text; "Rule (5)" is explained as "Rule (X)"."""
    rule = rules.get(name.casefold()) or rules.get(_plain(name))
    if rule is None:
        ledger.lose("rule", f"special rule {name}")
        return Ability(name, "datasheet")
    return Ability(name, "datasheet", rule.text, rule.lines)


def _with_wargear(sheet: Datasheet, page: _Page) -> Datasheet:
    weapons = Names(weapon.name for weapon in sheet.weapons if not weapon.reaction_only)
    names = [name for name in page.names("wargear") if name not in ("-", "–", "None")]
    items = tuple(Item(weapons.known(name)) for name in names)
    described = Names(item.name for item in page.glossary.wargear)
    for item in items:
        if not weapons.find(item.name) and not described.find(item.name):
            page.ledger.lose("rule", f"wargear {item.name}")
    if not items:
        page.ledger.lose("loadout", sheet.name)
    loadout = tuple(Equipped(model.name, items) for model in sheet.models) if items else ()
    models = Names(model.name for model in sheet.models)
    options = read_options(page.ledger, page.lists.get("options", []), models, weapons)
    return msgspec.structs.replace(sheet, loadout=loadout, options=options)


def _keep_head(page: _Page) -> None:
    """What stands at the head besides: the subtitle and the flavour."""
    for place in page.head:
        piece = page.ledger.pieces[place]
        if page.ledger.claims[place] is None and piece.kind != "row":
            page.ledger.note("subtitle" if piece.kind == "heading" else "flavour", place)


def _finish(sheet: Datasheet, page: _Page) -> Datasheet:
    ledger = page.ledger
    heads = {
        cell: piece.line for piece in reversed(ledger.pieces) for cell in piece.cells if cell in _NEW_HEADS
    }
    evidence = tuple(
        Evidence(f"characteristic {head}", (REVISION,), line) for head, line in sorted(heads.items())
    )
    incomplete = any(entry.token in ("statline", "loadout") for entry in ledger.missing)
    incomplete = _weapons_unread(ledger) or incomplete
    return msgspec.structs.replace(
        sheet,
        revision=REVISION if evidence else None,
        evidence=evidence,
        complete=not incomplete and bool(sheet.models),
        missing=ledger.missing,
        notes=ledger.notes,
        problems=ledger.all_problems(),
        passages=ledger.passages(),
    )


def _weapons_unread(ledger: Ledger) -> bool:
    """Whether weapon tables stand on the page that no reader of weapons took, or that lost a profile."""
    unread = [
        place
        for place, piece in enumerate(ledger.pieces)
        if is_weapon_row(piece) and ledger.claims[place] != "weapons"
    ]
    for place in unread:
        ledger.lose("table", f"a weapon table not read: {ledger.pieces[place].text[:40]}", place)
    return bool(unread) or any(entry.token == "table" and "profile" in entry.where for entry in ledger.missing)
