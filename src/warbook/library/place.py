"""Where the library is, and whether there is one."""

from __future__ import annotations

import os
from pathlib import Path

HOME = "WARBOOK_HOME"
"""The environment variable that moves the folder."""
FILE = "library.sqlite"


def place() -> Path:
    """The library's file, whether it is there or not."""
    named = os.environ.get(HOME)
    if named:
        return Path(named).expanduser() / FILE
    import platformdirs  # only without a folder of one's own

    return Path(platformdirs.user_data_dir("warbook", appauthor=False)) / FILE


def exists() -> bool:
    """Whether anything was ever kept."""
    try:
        return place().stat().st_size > 0
    except OSError:
        return False


def stamp() -> bytes:
    """Changes whenever the library does; empty where there is none."""
    try:
        with place().open("rb") as file:
            head = file.read(100)
            return head + os.fstat(file.fileno()).st_mtime_ns.to_bytes(8, "big") if head else b""
    except OSError:
        return b""
