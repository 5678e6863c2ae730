"""Readers of documents, one a format: ``collect`` finds the format and gives all that is in a document.

A format is a module here with two functions: ``recognises(path)``, quick and without an error, and
``collect(path)``, which raises InputError where nothing can be read and tells everything else that is wrong
under ``problems``.
A folder is read by the format that recognises the folder itself, or else file by file.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Protocol

from warbook.errors import InputError
from warbook.importers import files
from warbook.sheet import Collection, Datasheet, Problem

__all__ = ["collect", "merged", "read", "recognised"]

FORMATS = ("wahapedia", "datacards", "battlescribe", "page")
"""Modules of this package, in the order in which they are asked."""

MAX_FILES = 2_000

Progress = Callable[[int, int], None]
"""Told how many files have been read, and of how many."""


class Format(Protocol):
    """What the module of a format offers."""

    def recognises(self, path: str) -> bool: ...
    def collect(self, path: str) -> Collection: ...


def read(path: str | os.PathLike[str]) -> list[Datasheet]:
    """The datasheets of a document or a folder. Raises InputError for anything that cannot be read."""
    return list(collect(path).sheets)


def collect(path: str | os.PathLike[str], progress: Progress | None = None) -> Collection:
    """Everything in a document or a folder. Raises InputError where there is nothing to read."""
    name = os.fspath(path)
    found = _format(name)
    if found is not None:
        return found.collect(name)
    if os.path.isdir(name):
        return _folder(name, progress)
    files.text(name)
    raise InputError(name, "line 1", 'expected a page titled "Faction – Unit" with the sections of a datasheet')


def recognised(path: str | os.PathLike[str]) -> bool:
    """Whether a format knows a document, or a folder as a whole, for its own."""
    return _format(os.fspath(path)) is not None


def merged(parts: list[Collection]) -> Collection:
    """Several collections as one, in their order."""
    return Collection(
        tuple(sheet for part in parts for sheet in part.sheets),
        tuple(faction for part in parts for faction in part.factions),
        tuple(problem for part in parts for problem in part.problems),
    )


def _format(path: str) -> Format | None:
    modules = (import_module(f"warbook.importers.{name}") for name in FORMATS)
    return next((module for module in modules if module.recognises(path)), None)


def _folder(path: str, progress: Progress | None) -> Collection:
    """Every file of a folder; one that cannot be read is a problem, not the end."""
    names = sorted(
        entry.name for entry in os.scandir(path) if entry.is_file() and not entry.name.startswith(".")
    )
    if len(names) > MAX_FILES:
        raise InputError(path, "folder", f"expected at most {MAX_FILES} files, found {len(names)}")
    parts = []
    for done, name in enumerate(names, 1):
        parts.append(_file(os.path.join(path, name)))
        if progress:
            progress(done, len(names))
    found = merged(parts)
    if not found.sheets and not found.factions:
        raise InputError(path, "folder", "expected documents of a known format, found none")
    return found


def _file(path: str) -> Collection:
    try:
        return collect(path)
    except InputError as fault:
        return Collection(problems=(Problem(0, fault.expected, place=fault.place, path=fault.path),))
