"""The library's file: opened, checked, brought up to date, and never touched where it is not ours."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from sqlite3 import Connection

from warbook.errors import InputError
from warbook.library.place import place

__all__ = ["CURRENT", "MIGRATIONS", "Connection", "reading", "writing"]

APPLICATION = 0x57415242
"""Stands in the file's header and says whose it is."""
MAGIC = b"SQLite format 3\x00"
SECONDS_TO_WAIT = 20.0
"""How long another process may take to write."""

CURRENT = """UPDATE kept SET current = newest FROM (
    SELECT id AS which, row_number() OVER (
        PARTITION BY kind, system, home, name_words, variant ORDER BY effective DESC, id DESC
    ) = 1 AS newest FROM kept) WHERE id = which AND current IS NOT newest"""
"""Marks the newest version of each thing."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE kept (
            id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, system TEXT NOT NULL,
            name TEXT NOT NULL, name_words TEXT NOT NULL, faction TEXT NOT NULL, faction_words TEXT NOT NULL,
            variant INTEGER NOT NULL, lineage TEXT NOT NULL, document TEXT NOT NULL, source TEXT, date TEXT,
            revision TEXT, effective TEXT NOT NULL, added TEXT NOT NULL, legends INTEGER NOT NULL,
            complete INTEGER NOT NULL, current INTEGER NOT NULL, keywords TEXT NOT NULL,
            keyword_words TEXT NOT NULL, digest BLOB NOT NULL)""",
        "CREATE TABLE body (id INTEGER PRIMARY KEY REFERENCES kept (id) ON DELETE CASCADE, data BLOB NOT NULL)",
        "CREATE INDEX kept_by_name ON kept (kind, name_words, system)",
        "CREATE INDEX kept_by_faction ON kept (kind, faction_words, system)",
    ),
    (
        "ALTER TABLE kept ADD COLUMN home TEXT NOT NULL DEFAULT ''",
        "UPDATE kept SET home = faction_words",
        "ALTER TABLE kept ADD COLUMN loyalty TEXT NOT NULL DEFAULT ''",
    ),
    (
        "ALTER TABLE kept ADD COLUMN since TEXT NOT NULL DEFAULT ''",
        "UPDATE kept SET since = effective",
    ),
    (
        "UPDATE kept SET effective = '', since = '' WHERE date IS NULL AND revision IS NULL",
        "UPDATE kept SET home = coalesce(source, document) WHERE kind = 'roster'",
        CURRENT,
    ),
    (
        """CREATE TABLE alias (
            system TEXT NOT NULL, words TEXT NOT NULL, name TEXT NOT NULL, name_words TEXT NOT NULL,
            PRIMARY KEY (system, words))""",
    ),
)
"""What makes each version of the tables from the one before; the first makes them from nothing."""


@contextmanager
def reading() -> Iterator[Connection | None]:
    """The library to read, all of one moment; ``None`` where there is none. Raises InputError."""
    path = place()
    if not _ours(path):
        yield None
        return
    with _told(path), closing(_connected(path)) as connection:
        if _version(connection) < len(MIGRATIONS):
            _migrated(connection)
        connection.execute("BEGIN")
        yield connection
        connection.execute("COMMIT")


@contextmanager
def writing() -> Iterator[Connection]:
    """The library to change: all that is done here is kept together, or nothing is. Raises InputError."""
    path = place()
    _ours(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise InputError(str(path.parent), "folder", f"expected a writable folder: {fault.strerror}") from None
    with _told(path), closing(_connected(path)) as connection:
        _migrated(connection)
        _sound(path, connection)
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as fault:
        if "locked" in str(fault):
            expected = "another process is writing to it: try again when it is done"
        else:
            expected = f"expected a library that can be opened: {fault}"
        raise InputError(str(path), "library", expected) from None
    except sqlite3.DatabaseError as fault:
        raise InputError(str(path), "library", _damaged(str(fault))) from None


def _damaged(fault: str) -> str:
    return f"the file is damaged ({fault}): move it away and add the documents again"


def _connected(path: Path) -> Connection:
    connection = sqlite3.connect(path, timeout=SECONDS_TO_WAIT, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA cache_spill = OFF")  # readers wait for the commit alone
    return connection


def _ours(path: Path) -> bool:
    """Whether there is a library; an empty file is one to come. Raises InputError for any other file."""
    try:
        head = _head(path)
        if head and not _marked(head) and path.with_name(f"{path.name}-journal").exists():
            head = _recovered(path)
    except FileNotFoundError:
        return False
    except OSError as fault:
        raise InputError(str(path), "library", f"expected a readable file: {fault.strerror}") from None
    if head and not _marked(head):
        raise InputError(
            str(path), "library", "expected a Warbook library, found another file; it is left as it is"
        )
    return bool(head)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def _marked(head: bytes) -> bool:
    return head.startswith(MAGIC) and head[68:72] == APPLICATION.to_bytes(4, "big")


def _recovered(path: Path) -> bytes:
    """The head after what a killed process left half-written was taken back."""
    with suppress(sqlite3.DatabaseError), closing(_connected(path)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return _head(path)


def _version(connection: Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        told = f"it was made by a newer Warbook (version {version} of the tables, known are {len(MIGRATIONS)})"
        raise InputError(str(place()), "library", told)
    return int(version)


def _migrated(connection: Connection) -> None:
    """Bring the tables up to date, all steps or none."""
    if _version(connection) == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    for step, statements in enumerate(MIGRATIONS[_version(connection) :], _version(connection) + 1):
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {step}")
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("COMMIT")


def _sound(path: Path, connection: Connection) -> None:
    (told,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if told != "ok":
        raise InputError(str(path), "library", _damaged(" ".join(told.split())))
