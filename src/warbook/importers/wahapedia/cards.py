"""The datasheets of a Wahapedia export as cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from warbook.importers.markup import plain, prose
from warbook.importers.wahapedia.rules import read_rule
from warbook.importers.wahapedia.tables import Row, Tables
from warbook.importers.wh40k10_abilities import Group
from warbook.importers.wh40k10_card import Card, Stats
from warbook.importers.wh40k10_profiles import SKILL, Kind, Line
from warbook.sheets.document import normalise
from warbook.sheets.sheet import Ability, Enhancement, Source

_LEGENDS = re.compile(r"\blegends\b", re.IGNORECASE)
_STATS = ("M", "T", "Sv", "W", "Ld", "OC")
_WHOSE = re.compile(r"\s+(?:models? )?only$|\s+models?$", re.IGNORECASE)
_GROUPS: dict[str, Group] = {"core": "core", "faction": "faction", "wargear": "wargear"}
"""Kinds of abilities that stand in a group of their own."""
_EVERY = ("", "all", "all models", "all model")
_REMARKS = ("designer's note", "designers note", "note", "")
"""Names under which stands no ability but a remark about the model."""


class Cards:
    """Joins the tables of an export to one card a datasheet."""

    def __init__(self, tables: Tables, source: Source) -> None:
        self.tables = tables
        self.source = source
        self.sheets = {row["id"]: row for row in tables.rows("datasheets") if row.get("id")}
        self.factions = {row["id"]: row for row in tables.rows("factions") if "id" in row}
        self.sources = {row["id"]: row for row in tables.rows("source") if "id" in row}
        self.enhancements = {row["id"]: row for row in tables.rows("enhancements") if "id" in row}
        self.rules = {
            key: rule
            for row in reversed(tables.rows("abilities"))
            for rule in [read_rule(row)]
            for key in (row.get("id", ""), (row.get("id", ""), row.get("faction_id", "")))
        }
        self.own = {
            name: tables.by(f"datasheets_{name}", "datasheet_id", self.sheets)
            for name in ("models", "wargear", "abilities", "options", "unit_composition", "models_cost",
                         "keywords", "enhancements")
        }  # fmt: skip
        self.leads = tables.by("datasheets_leader", "leader_id", self.sheets)
        self.led_by = tables.by("datasheets_leader", "attached_id", self.sheets)
        self.lost: dict[str, dict[str, int]] = {"abilities": {}, "enhancements": {}}
        self._tell_doubles()

    def _tell_doubles(self) -> None:
        rows = self.tables.rows("datasheets")
        without = len(rows) - len(self.sheets)
        if without:
            self.tables.tell("datasheets", f"{without} rows without an id of their own")
        unknown = sorted({row.get("faction_id", "") for row in self.sheets.values()} - self.factions.keys())
        if unknown and self.factions:
            self.tables.tell("datasheets", f"factions that the export does not have: {', '.join(unknown[:9])}")

    def rows(self) -> Iterator[Row]:
        """The row of each datasheet that has a name, in the table's order."""
        for row in self.sheets.values():
            if row.get("name"):
                yield row
            else:
                self.tables.tell("datasheets", f"expected a name for the datasheet {row['id']}")

    def _rows(self, name: str, row: Row) -> list[Row]:
        return self.own[name].get(row["id"], [])

    def card(self, row: Row) -> Card:
        """The card of a datasheet's row."""
        keywords = self._rows("keywords", row)
        return Card(
            name=normalise(row["name"]).strip(),
            faction=self._faction(row),
            source=self.source,
            id=row["id"],
            role=row.get("role") or None,
            legends=_LEGENDS.search(self.sources.get(row.get("source_id", ""), {}).get("name", "")) is not None,
            stats=[_stats(model) for model in self._rows("models", row)],
            weapons=[_weapon(weapon) for weapon in self._rows("wargear", row)],
            options=[_option(option) for option in self._rows("options", row)],
            loadout=row.get("loadout", ""),
            composition=[line.get("description", "") for line in self._rows("unit_composition", row)],
            points=[
                (cost.get("description", ""), cost.get("cost", "")) for cost in self._rows("models_cost", row)
            ],
            transport=row.get("transport", ""),
            damaged_range=row.get("damaged_w", ""),
            damaged=row.get("damaged_description", ""),
            abilities=list(self._abilities(row)),
            leads=self._units(self.leads, row, "attached_id"),
            led_by=self._units(self.led_by, row, "leader_id"),
            keywords=[(_whose(word), word.get("keyword", "")) for word in keywords if not _is_faction(word)],
            faction_keywords=[word.get("keyword", "") for word in keywords if _is_faction(word)],
            enhancements=list(self._enhancements(row)),
            notes=list(self._notes(row)),
        )

    def _faction(self, row: Row) -> str:
        code = row.get("faction_id", "")
        return normalise(self.factions.get(code, {}).get("name", "") or code).strip()

    def _units(self, rows: dict[str, list[Row]], row: Row, column: str) -> list[str]:
        found = (self.sheets.get(pair.get(column, ""), {}) for pair in rows.get(row["id"], ()))
        return [unit["name"] for unit in found if unit.get("name")]

    def _abilities(self, row: Row) -> Iterator[Ability]:
        for own in self._rows("abilities", row):
            kind = own.get("type", "").casefold()
            name, text = self._named(own, row)
            if kind.startswith("wargear profile") or (name.casefold() in _REMARKS and text):
                continue
            if name:
                yield Ability(name, _GROUPS.get(kind, "datasheet"), text or None)
            elif not text:
                self._lost("abilities", own.get("ability_id", ""))

    def _lost(self, name: str, code: str) -> None:
        """Remembers a reference to something that the export does not have."""
        self.lost[name][code] = self.lost[name].get(code, 0) + 1

    def tell_lost(self) -> None:
        """Tells what the cards name and the export does not have."""
        for name, codes in self.lost.items():
            if codes:
                shown = ", ".join(list(codes)[:5])
                self.tables.tell(
                    f"datasheets_{name}",
                    f"{sum(codes.values())} rows name {name} that the export lacks: {shown}",
                )

    def _named(self, own: Row, row: Row) -> tuple[str, str]:
        """An ability's name with its parameter, and its text, which may stand in the table of shared rules."""
        code = own.get("ability_id", "")
        shared = self.rules.get((code, row.get("faction_id", ""))) or self.rules.get(code)
        name = own.get("name") or (shared.name if code and shared else "")
        text = prose(own.get("description", "")) or (shared.text if code and shared else None)
        return prose(f"{name} {own.get('parameter', '')}").strip(), text or ""

    def _notes(self, row: Row) -> Iterator[tuple[str, str]]:
        for own in self._rows("abilities", row):
            name, text = self._named(own, row)
            if own.get("type", "").casefold().startswith("wargear profile"):
                yield f"weapon ability {name}", text
            elif name.casefold() in _REMARKS:
                yield "abilities", text
            elif whose := _whose(own):
                yield f"ability {name}", f"of {whose} only"
        for weapon in self._rows("wargear", row):
            if weapon.get("dice"):
                yield f"profile {weapon.get('name', '')}", f"on a roll of {weapon['dice'].strip()}"
        yield "leader", prose(row.get("leader_head", ""))
        yield "leader", prose(row.get("leader_footer", ""))
        if row.get("virtual", "").casefold() == "true":
            yield "datasheet", "no unit of an army list"

    def _enhancements(self, row: Row) -> Iterator[Enhancement]:
        for pair in self._rows("enhancements", row):
            found = self.enhancements.get(pair.get("enhancement_id", ""))
            if found:
                yield enhancement(found, False)
            else:
                self._lost("enhancements", pair.get("enhancement_id", ""))


def enhancement(row: Row, with_text: bool = True) -> Enhancement:
    """An Enhancement of the table, with or without what it does."""
    cost = row.get("cost", "").strip().lstrip("+")
    return Enhancement(
        normalise(row.get("name", "")), int(cost) if cost.isdecimal() and len(cost) < 5 else None,
        normalise(row.get("detachment", "")) or None,
        (prose(row.get("description", "")) or None) if with_text else None,
    )  # fmt: skip


def _is_faction(word: Row) -> bool:
    return word.get("is_faction_keyword", "").casefold() == "true"


def _whose(word: Row) -> str | None:
    """The model that a keyword or an ability belongs to, None for all of them."""
    name = _WHOSE.sub("", normalise(word.get("model", "")).strip())
    return None if name.casefold() in _EVERY else name


def _stats(row: Row) -> Stats:
    note = plain(row.get("inv_sv_descr", ""))
    save = row.get("inv_sv", "").strip(" -")
    values = {head: row.get(head, "") for head in _STATS}
    return Stats(
        normalise(row.get("name", "")).strip(), values, save, note, row.get("base_size", ""),
        plain(row.get("base_size_descr", "")),
    )  # fmt: skip


def _weapon(row: Row) -> Line:
    kind: Kind = "melee" if row.get("type", "").casefold() == "melee" else "ranged"
    heads = {"range": "range", "A": "A", SKILL[kind]: "BS_WS", "S": "S", "AP": "AP", "D": "D"}
    line = row.get("line", "")
    return Line(
        plain(row.get("name", "")), kind, {head: row.get(column, "") for head, column in heads.items()},
        [plain(row.get("description", ""))], int(line) if line.isdecimal() and len(line) < 9 else None,
    )  # fmt: skip


def _option(row: Row) -> str:
    """An option; one with another mark than a bullet is a footnote."""
    text = row.get("description", "").strip()
    footnote = row.get("button", "").strip() == "*" and not text.startswith("*")
    return f"* {text}" if footnote else text
