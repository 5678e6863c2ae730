"""Imports and how far they are. A report is kept in a file, so that its page comes again after a restart."""

from __future__ import annotations

import asyncio
import re
import shutil
from errno import EACCES, EDQUOT, EMFILE, ENAMETOOLONG, ENFILE, ENOSPC, EPERM, EROFS
from pathlib import Path
from secrets import token_hex

import msgspec

from warbook import writing
from warbook.errors import InputError
from warbook.library.adding import Report
from warbook.library.place import place
from warbook.web.faults import NotHere
from warbook.web.importing.adding import FILES, PROGRESS, imported
from warbook.web.importing.receiving import Sent, put
from warbook.web.workers import IMPORTS, Busy, work_in

SECONDS = 300.0
"""How long reading may take."""
MOST_AT_ONCE = 8
MOST_REPORTS = 50
_ID = re.compile(r"[0-9a-f]{16}")


class Fault(msgspec.Struct, frozen=True):
    """Why nothing was added."""

    path: str
    place: str
    expected: str


class Outcome(msgspec.Struct, frozen=True):
    """What became of an import: its files' names, and a report, or a fault where nothing was added."""

    names: tuple[str, ...]
    report: Report | None = None
    fault: Fault | None = None


class Job:
    """One import on its way."""

    def __init__(self, key: str, names: tuple[str, ...]) -> None:
        self.key, self.names = key, names
        self.outcome: Outcome | None = None

    @property
    def progress(self) -> tuple[int, int] | None:
        """How many files are read, and of how many, where that is known."""
        try:
            done, total = (_folder(self.key) / PROGRESS).read_text("ascii").split()
            return int(done), int(total)
        except (OSError, ValueError):
            return None


_jobs: dict[str, Job] = {}
_tasks: set[asyncio.Task[None]] = set()


def home() -> Path:
    """Where the library and all that belongs to it is."""
    return place().parent


def documents() -> Path:
    """Where imported documents are kept."""
    return home() / "documents"


def _folder(key: str) -> Path:
    return home() / "incoming" / key


def _report(key: str) -> Path:
    return home() / "imports" / f"{key}.json"


async def begin(files: list[Sent]) -> Job:
    """Start an import of these files. Raises InputError where there is nothing to import, Busy for too many."""
    if len(_tasks) >= MOST_AT_ONCE:
        raise Busy("import", "files", "expected fewer imports at a time; wait for the others to end")
    key = token_hex(8)
    received = _folder(key) / FILES
    try:
        received.mkdir(parents=True)
        names = await asyncio.to_thread(put, files, received)
    except (InputError, OSError) as fault:
        shutil.rmtree(_folder(key), ignore_errors=True)
        raise fault if isinstance(fault, InputError) else _unkept(fault) from None
    job = _jobs[key] = Job(key, names)
    task = asyncio.create_task(_run(job))
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
    return job


def _unkept(fault: OSError) -> InputError:
    """What the system said, in words."""
    told = _EXPECTED.get(fault.errno or 0, f"expected files that can be kept there: {fault.strerror}")
    return InputError(str(home()), "folder", told)


_EXPECTED = {
    **dict.fromkeys((EACCES, EPERM, EROFS), "expected a folder that can be written"),
    **dict.fromkeys((ENOSPC, EDQUOT), "expected room for the files; the disk is full"),
    **dict.fromkeys((EMFILE, ENFILE), "expected fewer files at a time; too many are open"),
    ENAMETOOLONG: "expected shorter names of files and folders",
}


async def _run(job: Job) -> None:
    try:
        outcome = await _outcome(job)
        await asyncio.to_thread(_keep, job.key, outcome)
    except OSError as fault:
        outcome = _failed(job, _unkept(fault))
    finally:
        shutil.rmtree(_folder(job.key), ignore_errors=True)
    job.outcome = outcome
    _jobs.pop(job.key, None)


async def _outcome(job: Job) -> Outcome:
    """What becomes of it. Raises OSError."""
    try:
        report = await work_in(IMPORTS, SECONDS, imported, str(_folder(job.key)), str(documents()))
    except InputError as fault:
        return _failed(job, fault)
    return Outcome(job.names, report)


def _failed(job: Job, fault: InputError) -> Outcome:
    return Outcome(job.names, fault=Fault(fault.path, fault.place, fault.expected))


def _keep(key: str, outcome: Outcome) -> None:
    """Keep a report for its page, and let the oldest go."""
    path = _report(key)
    path.parent.mkdir(parents=True, exist_ok=True)
    writing.replace(path, msgspec.json.encode(outcome))
    others = sorted(path.parent.glob("*.json"), key=lambda each: each.stat().st_mtime, reverse=True)
    for old in others[MOST_REPORTS:]:
        old.unlink(missing_ok=True)


def find(key: str) -> Job:
    """An import on its way, or one that is done. Raises InputError where there is none."""
    if key in _jobs:
        return _jobs[key]
    try:
        if not _ID.fullmatch(key):
            raise FileNotFoundError
        outcome = msgspec.json.decode(_report(key).read_bytes(), type=Outcome)
    except (OSError, msgspec.DecodeError):
        raise NotHere("import", key[:40], "expected an import that was made; its report is not there") from None
    job = Job(key, outcome.names)
    job.outcome = outcome
    return job


def recent(most: int) -> list[Job]:
    """The newest imports whose reports are there, the newest first."""
    try:
        every = sorted(_report("*").parent.glob("*.json"), key=lambda each: each.stat().st_mtime, reverse=True)
    except OSError:
        return []
    found = []
    for path in every[:most]:
        try:
            found.append(find(path.stem))
        except InputError:
            continue
    return found
