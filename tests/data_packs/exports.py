"""The facts of the packs as two public exports tell them, in one comparable form."""

import json
import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

from warbook.sheets.sheet import Datasheet, Item

DATA = Path(os.environ.get("WARBOOK_DATA", Path(__file__).parents[3] / "shared/data"))
CODES = {"Emperor's Children": "EC", "Necrons": "NEC"}
FILES = {"Emperor's Children": "emperors_children.json", "Necrons": "necrons.json"}
RENAMED = {"emperor's children terminator squad": "chaos terminators"}
Facts = dict[str, Any]


def differences(export: str, sheets: tuple[Datasheet, ...]) -> list[tuple[str, str, Any, Any]]:
    """Sheet, fact, what the pack says, what the export says: where they differ."""
    told = {sheet.name: _told(export, sheet) for sheet in sheets}
    return [
        (sheet.name, fact, facts[fact], theirs[fact])
        for sheet in sheets
        if (theirs := told[sheet.name]) is not None
        for facts in [_facts(sheet, export)]
        for fact in theirs
        if facts[fact] != theirs[fact]
    ]


def _told(export: str, sheet: Datasheet) -> Facts | None:
    if export.startswith("wahapedia"):
        return _wahapedia(DATA / export, sheet)
    file = DATA / export / FILES[sheet.faction]
    return _gdc(json.loads(file.read_text("utf-8")), sheet) if file.is_file() else None


def _fold(text: str) -> str:
    plain = re.sub(r"<[^>]+>", " ", unescape(text)).replace("’", "'")
    return " ".join(re.sub("[‑–]", "-", plain).split()).casefold()


def _facts(sheet: Datasheet, export: str) -> Facts:
    damaged = (sheet.damaged.low, sheet.damaged.high) if sheet.damaged else None
    return {
        "statline": {tuple(model.characteristics.get(head, "") for head in STATS) for model in sheet.models},
        "base": {_base(model.base_mm) for model in sheet.models},
        "weapons": set(_profiles(sheet)),
        "loadout": sorted(_printed(item) for equipped in sheet.loadout for item in equipped.items),
        "abilities": {_fold(ability.name) for ability in sheet.abilities},
        "keywords": {_fold(keyword) for keyword in sheet.keywords},
        "leads": {_fold(name) for name in sheet.leads},
        "composition": sorted(_lines(sheet)),
        "points": _points_at(sheet, export.split("/")[1]),
        "damaged": damaged,
        "transport": sheet.transport.capacity if sheet.transport else None,
    }


STATS = ("M", "T", "Sv", "Inv", "W", "Ld", "OC")


def _base(base: int | str | None) -> str:
    return "" if base is None else f"{base}mm"


def _profiles(sheet: Datasheet) -> Iterator[tuple[Any, ...]]:
    for weapon in sheet.weapons:
        for profile in weapon.profiles:
            name = weapon.name if profile.name == weapon.name else f"{weapon.name} - {profile.name}"
            folded = frozenset(map(_fold, profile.abilities))
            yield (_fold(name), weapon.kind, *profile.characteristics.values(), folded)


def _printed(item: Item) -> str:
    # "2 gauss flayer arrays" may stand for a weapon in the singular
    return _fold(item.name if item.count == 1 else f"{item.count} {item.name.removesuffix('s')}s")


def _lines(sheet: Datasheet) -> Iterator[str]:
    for line in sheet.composition:
        counts = "-".join(map(str, sorted({line.count_min, line.count_max})))
        yield _fold(" ".join([counts, line.name, *(f"- {keyword}" for keyword in line.keywords)]))


def _points_at(sheet: Datasheet, date: str) -> dict[int, int]:
    """A sheet whose points did not change has rows of the later date only."""
    dated = [row for row in sheet.points if (row.date or "").startswith(date)]
    return {row.models: row.points for row in dated or sheet.points}


def _span(text: str) -> tuple[int, int] | None:
    found = re.match(r"(\d+)-(\d+)", _fold(text))
    return (int(found[1]), int(found[2])) if found else None


def _capacity(text: str | None) -> int | None:
    found = re.search(r"capacity of (\d+)", _fold(text or ""))
    return int(found[1]) if found else None


def _loadout(text: str) -> list[str]:
    parts = re.findall(r"equipped with:([^.]*)\.", _fold(text))
    return sorted(item.strip() for part in parts for item in part.split(";"))


def _for_each_model(listed: list[str], sheet: Datasheet) -> list[str]:
    """A line about every model is printed once, however many kinds of model there are."""
    return sorted(listed * (len(sheet.models) if len(sheet.loadout) > 1 and len(listed) == 2 else 1))


def _gdc(document: Facts, sheet: Datasheet) -> Facts | None:
    cards = [card for card in document["datasheets"] if _fold(card["name"]) == _fold(sheet.name)]
    return _card(cards[0], sheet) if cards else None


def _card(card: Facts, sheet: Datasheet) -> Facts:
    rules = card["abilities"]
    statline = ("m", "t", "sv", None, "w", "ld", "oc")
    saves = rules["invul"]["value"]
    named = [*rules["other"], *rules["wargear"], *rules.get("special", []), *_nested(rules.get("primarch"))]
    led = map(_fold, (card.get("leads") or {}).get("units", []))
    return {
        "statline": {tuple(stat[head] if head else saves for head in statline) for stat in card["stats"]},
        "weapons": set(_gdc_profiles(card)),
        "loadout": _for_each_model(_loadout(card["loadout"]), sheet),
        "abilities": set(map(_fold, [*rules["core"], *rules["faction"], *(rule["name"] for rule in named)])),
        "keywords": {_fold(keyword) for keyword in card["keywords"]},
        "leads": {RENAMED.get(name, name) for name in led},
        "composition": sorted(map(_fold, card["composition"])),
        "points": {int(row["models"]): int(row["cost"]) for row in card["points"]},
        "damaged": _span(rules["damaged"]["range"]),
        "transport": _capacity(card.get("transport")),
    }


def _nested(groups: Any) -> list[Facts]:
    return [ability for group in groups or [] for ability in group["abilities"]]


def _gdc_profiles(card: Facts) -> Iterator[tuple[Any, ...]]:
    heads = ("range", "attacks", "skill", "strength", "ap", "damage")
    for kind in ("ranged", "melee"):
        for profile in (profile for weapon in card[f"{kind}Weapons"] for profile in weapon["profiles"]):
            name = _fold(profile["name"]).removesuffix(f" - {kind}")
            yield (name, kind, *(profile[head] for head in heads), frozenset(map(_fold, profile["keywords"])))


def _wahapedia(folder: Path, sheet: Datasheet) -> Facts:
    army = (row for row in _table(folder / "Datasheets.csv") if row["faction_id"] == CODES[sheet.faction])
    return _record(folder, next(row for row in army if _fold(row["name"]) == _fold(sheet.name)), sheet)


_TABLES: dict[Path, list[dict[str, str]]] = {}


def _table(path: Path) -> list[dict[str, str]]:
    if path not in _TABLES:
        head, *lines = path.read_text("utf-8-sig").splitlines()
        _TABLES[path] = [dict(zip(head.split("|"), line.split("|"), strict=False)) for line in lines]
    return _TABLES[path]


def _record(folder: Path, record: dict[str, str], sheet: Datasheet) -> Facts:
    def own(name: str) -> list[dict[str, str]]:
        rows = _table(folder / f"Datasheets_{name}.csv")
        return [row for row in rows if row["datasheet_id"] == record["id"]]

    models = own("models")
    keywords = (row["keyword"] for row in own("keywords") if row["is_faction_keyword"] == "false")
    return {
        "statline": {_wahapedia_stats(model) for model in models},
        "base": {_wahapedia_base(model["base_size"]) for model in models},
        "weapons": {_wahapedia_profile(row) for row in own("wargear")},
        "loadout": _for_each_model(_loadout(record["loadout"]), sheet),
        "abilities": set(_wahapedia_abilities(folder, own("abilities"))),
        "keywords": set(map(_fold, keywords)),
        "leads": set(_wahapedia_leads(folder, record["id"])),
        "composition": sorted(_fold(row["description"]) for row in own("unit_composition")),
        "points": {int(row["description"].split()[0]): int(row["cost"]) for row in own("models_cost")},
        "damaged": _span(record["damaged_w"]),
        "transport": _capacity(record["transport"]),
    }


def _wahapedia_stats(model: dict[str, str]) -> tuple[str, ...]:
    save = "" if model["inv_sv"] == "-" else f"{model['inv_sv']}+"
    return (model["M"], model["T"], model["Sv"], save, model["W"], model["Ld"], model["OC"])


def _wahapedia_base(text: str) -> str:
    found = re.match(r"(\d+)(?: x (\d+))?mm", text)
    return "" if not found else "x".join(filter(None, found.groups())) + "mm"


def _wahapedia_profile(row: dict[str, str]) -> tuple[Any, ...]:
    reach, skill = row["range"].strip(), row["BS_WS"].strip()
    figures = (
        reach if reach == "Melee" else f'{reach}"',
        row["A"].strip(),
        skill if skill == "N/A" else f"{skill}+",
        *(row[head].strip() for head in ("S", "AP", "D")),
    )
    listed = (_fold(text) for text in _fold(row["description"]).split(","))
    return (_fold(row["name"]), row["type"].lower(), *figures, frozenset(filter(None, listed)))


def _wahapedia_abilities(folder: Path, rows: list[dict[str, str]]) -> Iterator[str]:
    shared = {row["id"]: row["name"] for row in _table(folder / "Abilities.csv")}
    for row in rows:
        if row["type"] != "Wargear profile":  # a weapon's own ability, told with the weapon
            yield _fold(f"{shared.get(row['ability_id']) or row['name']} {row['parameter']}")


def _wahapedia_leads(folder: Path, leader: str) -> Iterator[str]:
    leaders = _table(folder / "Datasheets_leader.csv")
    led = {row["attached_id"] for row in leaders if row["leader_id"] == leader}
    return (_fold(row["name"]) for row in _table(folder / "Datasheets.csv") if row["id"] in led)
