"""Lists that nobody has saved yet, kept beside the library under names that their content gives.

A draft never changes: an edited list is another draft. So its link means the same for good, two windows do not
disturb each other, and the browser's back button takes an edit back.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path

import msgspec

from warbook import writing
from warbook.errors import InputError
from warbook.library import place
from warbook.sheets.roster import Roster
from warbook.web.faults import NotHere

MOST = 400
"""Drafts that are kept; the ones that were not opened for longest go first."""
_NAME = re.compile(r"draft-[0-9a-f]{20}")


def keep(roster: Roster) -> str:
    """Keep a list; its name. Raises InputError where nothing can be written."""
    data = msgspec.json.encode(roster)
    name = f"draft-{blake2b(data, digest_size=10).hexdigest()}"
    try:
        folder().mkdir(parents=True, exist_ok=True)
        writing.replace(_path(name), data)
        _prune()
    except OSError as fault:
        raise InputError(str(folder()), "drafts", f"cannot be written: {fault.strerror}") from None
    return name


def is_draft(name: str) -> bool:
    """Whether a name is one that drafts have."""
    return _NAME.fullmatch(name) is not None


def is_there(name: str) -> bool:
    """Whether it is a draft that is kept."""
    return is_draft(name) and _path(name).exists()


def read(name: str) -> Roster:
    """The list of a draft. Raises InputError where it is gone."""
    try:
        data = _path(name).read_bytes()
        _path(name).touch()
        return msgspec.json.decode(data, type=Roster)
    except (OSError, msgspec.MsgspecError):
        told = "it is not kept here any more: paste the list again, and save it to keep it for good"
        raise NotHere("army", name, told) from None


def folder() -> Path:
    """Where drafts are."""
    return place().parent / "drafts"


def _path(name: str) -> Path:
    return folder() / f"{name}.json"


def _prune() -> None:
    kept = sorted(folder().glob("draft-*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[MOST:]:
        path.unlink(missing_ok=True)
