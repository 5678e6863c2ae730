"""Pages in the form of the real ones, made from a public export of all datasheets where this machine has it."""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape

import pytest

from importers.real_pages import DATA

EXPORT = DATA / "wahapedia" / "2025-07"
_BREAK = re.compile(r"</?(?:ul|ol|br|p|div|table|tr|td|h\d)[^>]*>")
_TAG = re.compile(r"<[^>]+>")
WEAPON_HEADS = {
    "Ranged": "RANGED WEAPONS | RANGE | A | BS | S | AP | D | |",
    "Melee": "MELEE WEAPONS | RANGE | A | WS | S | AP | D | |",
}


def plain(text):
    """Text without its marks, one line a paragraph or list entry."""
    text = _TAG.sub("", _BREAK.sub("\n", text.replace("<li>", "\n- ")))
    lines = (re.sub(r"[ \u00a0]+", " ", line).strip() for line in unescape(text).split("\n"))
    return "\n".join(line for line in lines if line)


def rows(name):
    """The records of a file of the export; the test is skipped where it is absent."""
    path = EXPORT / name
    if not path.is_file():
        pytest.skip("the export is not on this machine")
    head, *lines = path.read_text("utf-8-sig").splitlines()
    return [dict(zip(head.split("|"), line.split("|"), strict=False)) for line in lines]


class Export:
    """The export's files by datasheet."""

    def __init__(self):
        self.sheets = [row for row in rows("Datasheets.csv") if row["virtual"] != "true"]
        self.names = {row["id"]: row["name"] for row in rows("Datasheets.csv")}
        self.factions = {row["id"]: row["name"] for row in rows("Factions.csv")}
        self.common = {row["id"]: row["name"] for row in rows("Abilities.csv")}
        self.models = self.by("Datasheets_models.csv")
        self.weapons = self.by("Datasheets_wargear.csv")
        self.options = self.by("Datasheets_options.csv")
        self.abilities = self.by("Datasheets_abilities.csv")
        self.units = self.by("Datasheets_unit_composition.csv")
        self.costs = self.by("Datasheets_models_cost.csv")
        self.keywords = self.by("Datasheets_keywords.csv")
        self.leaders = self.by("Datasheets_leader.csv", "leader_id")

    def by(self, name, key="datasheet_id"):
        out = defaultdict(list)
        for row in rows(name):
            out[row[key]].append(row)
        return out

    def weapon_rows(self, sheet, kind):
        return [row for row in self.weapons[sheet["id"]] if row["type"] == kind]

    def own_abilities(self, sheet, *kinds):
        return [row for row in self.abilities[sheet["id"]] if row["type"] in kinds]

    def page(self, sheet):
        """The datasheet as a page."""
        parts = [self._head(sheet), *self._weapons(sheet), self._options(sheet), self._abilities(sheet)]
        return "\n".join([*filter(None, parts), *self._unit(sheet), *self._keywords(sheet)])

    def _head(self, sheet):
        lines = [f"{self.factions.get(sheet['faction_id'], 'Nobody')} – {sheet['name']}"]
        lines.append("| M | T | SV | W | LD | OC |")
        for row in self.models[sheet["id"]]:
            values = " | ".join(row[head] for head in ("M", "T", "Sv", "W", "Ld", "OC"))
            lines.append(f"| {row['name']} (⌀{row['base_size']}) | {values} |")
        return "\n".join(lines)

    def _weapons(self, sheet):
        for kind, head in WEAPON_HEADS.items():
            found = self.weapon_rows(sheet, kind)
            if found:
                yield head
            for row in found:
                listed = plain(row["description"])
                name = row["name"] + (f" [{listed}]" if listed else "")
                values = " | ".join(row[key] for key in ("range", "A", "BS_WS", "S", "AP", "D"))
                yield f"| {name} | |||||||\n| {name} | {values} | |"

    def _options(self, sheet):
        found = self.options[sheet["id"]]
        marks = {"•": "- "}
        lines = [marks.get(row["button"], f"{row['button']} ") + plain(row["description"]) for row in found]
        return "\n".join(["WARGEAR OPTIONS", *lines]) if found else ""

    def _abilities(self, sheet):
        lines = ["ABILITIES"]
        for kind in ("Core", "Faction"):
            found = self.own_abilities(sheet, kind)
            names = [f"{self.common.get(row['ability_id'], '')} {row['parameter']}".strip() for row in found]
            lines.extend([f"{kind.upper()}: {', '.join(names)}"] if any(names) else [])
        lines.append(
            "".join(f"{r['name']}: {plain(r['description'])}" for r in self.own_abilities(sheet, "Datasheet"))
        )
        gear = self.own_abilities(sheet, "Wargear")
        lines.extend(["WARGEAR ABILITIES"] if gear else [])
        lines.extend(f"{row['name']}: {plain(row['description'])}" for row in gear)
        return "\n".join(filter(None, lines))

    def _unit(self, sheet):
        yield "UNIT COMPOSITION"
        yield from (f"- {plain(row['description'])}" for row in self.units[sheet["id"]])
        yield plain(sheet["loadout"])
        yield from (f"| {row['description']} | {row['cost']} |" for row in self.costs[sheet["id"]])
        if sheet["damaged_w"]:
            yield f"DAMAGED: {sheet['damaged_w']} WOUNDS REMAINING\n{plain(sheet['damaged_description'])}"
        if sheet["transport"]:
            yield f"TRANSPORT\n{plain(sheet['transport'])}"
        if self.leaders[sheet["id"]]:
            yield "LEADER\nThis model can be attached to the following units:"
            yield from (
                f"- {self.names.get(row['attached_id'], '?').upper()}" for row in self.leaders[sheet["id"]]
            )

    def _keywords(self, sheet):
        for label, wanted in (("KEYWORDS", "false"), ("FACTION KEYWORDS", "true")):
            found = [row for row in self.keywords[sheet["id"]] if row["is_faction_keyword"] == wanted]
            yield f"{label}: {', '.join(row['keyword'].upper() for row in found if row['keyword'])}"
