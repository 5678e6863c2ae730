"""Reads what was received, and keeps it: runs in a worker, which is killed where it does not end."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from warbook.errors import InputError
from warbook.library import adding
from warbook.library.adding import Read, Report, Thing
from warbook.sheets.sheet import Problem, Source
from warbook.web.importing.unpacking import unpack

PROGRESS = "progress"
"""The file beside the received ones that tells how far reading is."""
FILES = "files"


def imported(folder: str, documents: str) -> Report:
    """Read what is in a job's folder, keep it in the library, and put the files among the documents. Raises
    InputError, and keeps nothing, where nothing can be read."""
    received = Path(folder, FILES)
    tell = _Telling(Path(folder, PROGRESS))
    try:
        unpack(received)
        read = adding.read(_whole(received), tell)
        report = adding.keep([moved(read, str(received), documents)])
    except InputError as fault:
        path, expected = (text.replace(f"{received}{os.sep}", "") for text in (fault.path, fault.expected))
        raise InputError("import" if path == str(received) else path, fault.place, expected) from None
    homeless = _place(received, Path(documents))
    return msgspec.structs.replace(report, problems=(*report.problems, *homeless))


def _whole(received: Path) -> Path:
    """The file where there is but one, else the folder."""
    entries = list(received.iterdir())
    return entries[0] if len(entries) == 1 else received


class _Telling:
    """Writes how many files are read, and of how many."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, done: int, total: int) -> None:
        self.path.write_text(f"{done} {total}", "ascii")


def moved(read: Read, source: str, target: str) -> Read:
    """What was read, as if it had been read from where its files will be."""

    def place(path: str) -> str:
        inside = path == source or path.startswith(source + os.sep)
        return target + path[len(source) :] if inside else path

    return Read(
        place(read.document),
        tuple(_moved(thing, place(thing.source.path)) if thing.source else thing for thing in read.things),
        tuple(_told(each, place(each.path)) if each.path else each for each in read.problems),
    )


def _moved(thing: Thing, path: str) -> Thing:
    date = thing.source.date if thing.source else None
    return msgspec.structs.replace(thing, source=Source(path, date))


def _told(problem: Problem, path: str) -> Problem:
    return msgspec.structs.replace(problem, path=path)


def _place(received: Path, documents: Path) -> list[Problem]:
    """Put the files among the documents, in the place of older ones of their names; where that cannot be, it is
    told."""
    homeless = []
    for file in sorted(each for each in received.rglob("*") if each.is_file()):
        target = documents / file.relative_to(received)
        if target.is_dir() or any(above.is_file() for above in target.parents):
            homeless.append(Problem(0, _HOMELESS, place="the file itself", path=str(target)))
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(file, target)
    return homeless


_HOMELESS = (
    "it is not kept, only what was read of it: a folder is where it would be, or a file where its folder would"
    " be; under another name it is kept too"
)
