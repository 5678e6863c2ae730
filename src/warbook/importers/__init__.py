"""Readers of documents, one a format: ``collect`` finds the format and gives all that is in a document.

A format is a module here with two functions: ``recognises(path)``, quick and without an error, and
``collect(path)``, which raises InputError where nothing can be read and tells everything else that is wrong
under ``problems``.
A folder is read by each format that recognises the folder itself, its other documents file by file, and so is
each folder in it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Protocol

from warbook import faults
from warbook.errors import InputError
from warbook.importers import files
from warbook.importers.records import checked
from warbook.sheets.sheet import Collection, Datasheet, Problem

__all__ = ["collect", "merged", "read", "recognised", "sources"]

FORMATS = ("wahapedia", "datacards", "battlescribe", "page")
"""Modules of this package, in the order in which they are asked."""

_TABLE = ".csv"
_DOCUMENTS = (".txt", ".html", ".htm", ".ros", ".rosz", ".json", _TABLE)
"""What beside a folder's whole is told where nothing reads it."""
MAX_FILES = 2_000
MAX_DEPTH = 8
"""So many folders deep is a folder read."""

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
    if os.path.isdir(name):
        return _folder(name, progress)
    found = _format(name)
    if found is not None:
        return _collected(found, name)
    files.refuse_archive(name)
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


def _formats(path: str) -> Iterator[Format]:
    modules = (import_module(f"warbook.importers.{name}") for name in FORMATS)
    return (module for module in modules if module.recognises(path))


def _format(path: str) -> Format | None:
    return next(_formats(path), None)


def sources(folder: str | os.PathLike[str]) -> list[str]:
    """What is read of a folder and of those in it: folders that a format knows as a whole, and the files that
    are not read with them, each before those in it. Hidden ones and links to folders are left out. Raises
    InputError for too many files."""
    name = os.fspath(folder)
    found: list[str] = []
    for path in _sources(name, MAX_DEPTH):
        found.append(path)
        if len(found) > MAX_FILES:
            raise InputError(name, "folder", f"expected at most {MAX_FILES} files, found more")
    return found


def _sources(folder: str, depth: int) -> Iterator[str]:
    try:
        with os.scandir(folder) as every:
            entries = sorted((one for one in every if not one.name.startswith(".")), key=lambda one: one.name)
    except OSError as fault:
        raise InputError(folder, "folder", f"expected a readable folder: {fault.strerror}") from None
    paths = [entry.path for entry in entries if os.path.isfile(entry.path)]
    if wholes := list(_formats(folder)):
        yield folder
        paths = list(_beside(paths, wholes))
    yield from paths
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if not depth:
                raise InputError(entry.path, "folder", f"expected at most {MAX_DEPTH} folders in each other")
            yield from _sources(entry.path, depth - 1)


def _beside(paths: list[str], wholes: list[Format]) -> Iterator[str]:
    """The documents that are not read with their folder; a table belongs to the tables that are."""
    found = {path: _format(path) for path in paths}
    tables = any(known in wholes and path.casefold().endswith(_TABLE) for path, known in found.items())
    for path, known in found.items():
        if path.casefold().endswith(_TABLE) and tables:
            continue
        if known not in wholes if known else path.casefold().endswith(_DOCUMENTS):
            yield path


def _folder(path: str, progress: Progress | None) -> Collection:
    """Everything in a folder; a part of it that cannot be read is a problem, not the end."""
    paths = sources(path)
    if paths == [path]:
        whole = _whole(path)
        if not whole.sheets and not whole.factions and whole.problems:
            raise InputError(path, "folder", _nothing(paths, whole.problems))
        return whole
    parts = []
    for done, name in enumerate(paths, 1):
        parts.append(_part(name))
        if progress:
            progress(done, len(paths))
    whole = merged(parts)
    if not whole.sheets and not whole.factions:
        raise InputError(path, "folder", _nothing(paths, whole.problems))
    return whole


def _nothing(paths: list[str], problems: tuple[Problem, ...]) -> str:
    """That nothing was found, and of what could have been something why it is nothing."""
    told = f"expected documents of a known format, found none in {len(paths)} files"
    if paths and os.path.isdir(paths[0]):
        told = "expected documents of a known format, found none that can be read"
    why = (problem for problem in problems if recognised(problem.path or ""))
    reason = next(why, None)
    return f"{told}: {os.path.basename(reason.path or '')}: {reason.message}" if reason else told


def _part(path: str) -> Collection:
    try:
        return _whole(path) if os.path.isdir(path) else collect(path)
    except InputError as fault:
        return Collection(problems=(Problem(0, fault.expected, place=fault.place, path=fault.path),))


def _whole(folder: str) -> Collection:
    """What each format that knows the folder as a whole reads of it. Raises InputError."""
    return merged([_collected(known, folder) for known in _formats(folder)])


def _collected(known: Format, path: str) -> Collection:
    """What a format reads. Raises InputError, also where Warbook fails at the document."""
    try:
        return checked(known.collect(path))
    except InputError:
        raise
    except Exception as fault:
        raise InputError(path, "document", faults.noted(fault)) from fault
