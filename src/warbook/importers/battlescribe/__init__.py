"""Catalogues of list builders: BattleScribe's XML, zipped or not, and New Recruit's JSON of the same model.

A catalogue alone is resolved with the files beside it. ``library`` reads files and finds what links aim at,
``entries`` merges links with their targets, ``selections`` takes a unit into a plain army under its
constraints, modifiers and conditions, ``infos`` gives its profiles and rules; none of these knows a game.
A game is one row in ``systems.SYSTEMS``: a module whose ``collected(reading, roots)`` makes datasheets of it.
"""

from __future__ import annotations

import os

from warbook import faults
from warbook.errors import InputError
from warbook.importers.battlescribe import library as files
from warbook.importers.battlescribe.entries import Entries, Entry
from warbook.importers.battlescribe.library import Document, Library
from warbook.importers.battlescribe.reading import Reading
from warbook.importers.battlescribe.systems import system_of
from warbook.sheets.sheet import Collection

__all__ = ["collect", "recognises"]


def recognises(path: str) -> bool:
    """Whether a file is a catalogue or a game system, or a folder holds one."""
    if not os.path.isdir(path):
        return files.is_catalogue(path)
    try:
        with os.scandir(path) as entries:
            return any(files.is_catalogue(entry.path) for entry in entries)
    except OSError:
        return False


def collect(path: str) -> Collection:
    """All datasheets of a catalogue, or of all catalogues in a folder.

    A catalogue alone gives what it imports from others too; in a folder each unit is given by the catalogue
    that it stands in. Raises InputError for documents of no known game; a link that leads nowhere, a file that
    is linked and absent, and a file of the folder that cannot be read are problems of the collection.
    """
    if os.path.isdir(path):
        library = files.of_folder(path)
        documents = list(library.documents.values())
        return _collected(library, documents, False)
    library, document = files.of_file(path)
    return _collected(library, [document], True)


def _collected(library: Library, documents: list[Document], imports: bool) -> Collection:
    entries = Entries(library)
    parts: list[Collection] = []
    refused: list[InputError] = []
    for document in documents:
        try:
            parts.append(_of_document(library, document, entries, imports))
        except InputError as fault:
            library.tell(fault.path, fault.place, fault.expected)
            refused.append(fault)
        except Exception as fault:
            refused.append(InputError(document.path, document.root.place, faults.noted(fault)))
            library.tell(document.path, document.root.place, refused[-1].expected)
    if refused and not parts:
        raise refused[0]
    return Collection(
        tuple(sheet for part in parts for sheet in part.sheets),
        tuple(faction for part in parts for faction in part.factions),
        (*(problem for part in parts for problem in part.problems), *library.problems),
    )


def _of_document(library: Library, document: Document, entries: Entries, imports: bool) -> Collection:
    mapping = system_of(library, document)
    for near in library.closure(document) if imports else (document,):
        library.check(near)
    reading = Reading(library, document, entries)
    roots: list[tuple[Entry, Document]] = [(entry, document) for entry in reading.roots()]
    if imports:
        roots.extend(reading.imported())
    return mapping.collected(reading, roots)
