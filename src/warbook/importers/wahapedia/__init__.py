"""Reads a Wahapedia export: a folder of tables that refer to each other by ids."""

from __future__ import annotations

import os

from warbook.errors import InputError
from warbook.importers import files
from warbook.importers.dates import date_in, date_of_folder
from warbook.importers.parts import Parts
from warbook.importers.wahapedia.cards import Cards
from warbook.importers.wahapedia.factions import factions_of
from warbook.importers.wahapedia.tables import Row, Tables, found
from warbook.importers.wh40k10_edition import of_editions, of_links, refuse
from warbook.importers.wh40k10_export import sheet_of
from warbook.sheets.sheet import Collection, Datasheet, Source


def recognises(path: str) -> bool:
    """Whether a path is the folder of an export, or its table of datasheets."""
    if not path.casefold().endswith(".csv") and not os.path.isdir(path):
        return False
    table = found(_folder(path)).get("datasheets")
    if table is None or (not os.path.isdir(path) and os.path.abspath(path) != os.path.abspath(table)):
        return False
    head = files.head(table, 400).decode("utf-8-sig", "ignore").split("\n")[0].split("|")
    return "id" in head and "name" in head and len(head) > 3


def collect(path: str) -> Collection:
    """All datasheets and factions of an export. Raises InputError where its datasheets cannot be read."""
    folder = _folder(path)
    tables = Tables(folder)
    refuse(path, "datasheets", _other_edition(tables))
    if not tables.rows("datasheets"):
        told = next((fault.message for fault in tables.problems), "expected rows")
        raise InputError(path, "datasheets", told)
    source = Source(folder, _date(tables))
    cards, parts = Cards(tables, source), Parts(folder)
    sheets = [parts.read(f"datasheet {row['id']}", _sheet, cards, row) for row in cards.rows()]
    cards.tell_lost()
    factions = factions_of(tables, source)
    return Collection(tuple(filter(None, sheets)), factions, (*tables.problems, *parts.problems))


def _sheet(cards: Cards, row: Row) -> Datasheet:
    return sheet_of(cards.card(row))


def _other_edition(tables: Tables) -> str | None:
    """The game and edition that an export is of, where it is not ours: by the addresses and the editions in
    it, or by statlines of the form that they had before."""
    links = (row.get("link", "") for name in ("factions", "datasheets") for row in tables.rows(name))
    editions = (row.get("edition", "") for row in tables.rows("source"))
    heads = next(iter(tables.rows("datasheets_models")), {})
    older = "WS" in heads and "BS" in heads and "OC" not in heads
    return of_links(links) or of_editions(editions) or ("an edition before it" if older else None)


def _folder(path: str) -> str:
    return path if os.path.isdir(path) else os.path.dirname(path) or "."


def _date(tables: Tables) -> str | None:
    """The day of the export's last update, or what the folder's name tells."""
    stamps = (cell for row in tables.rows("last_update") for cell in row.values())
    return next(filter(None, map(date_in, stamps)), None) or date_of_folder(tables.folder)
