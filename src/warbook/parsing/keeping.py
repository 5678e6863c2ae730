"""Files of the platform's cache folder (or of WARBOOK_HOME) whose names carry a fingerprint of the grammar.

They hold plain data under a checksum, nothing that could run: a file that is broken, or of another grammar,
counts as none, and a folder that cannot be written to is no fault.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

from warbook import writing

HOME = "WARBOOK_HOME"
MOST_FILES = 3
"""So many files of a sort are kept, the newest: different versions of Warbook take turns without rebuilding."""
_HERE = Path(__file__).parent
_SOURCES = (_HERE, _HERE / "meaning", _HERE.parent / "effects")
_SUFFIX = ".msgpack"
_SEAL = hashlib.sha256


@cache
def fingerprint() -> str:
    """Changes whenever the grammar or the effects do."""
    told = hashlib.sha256()
    for folder in _SOURCES:
        for file in sorted(folder.iterdir()):
            if file.suffix in (".lark", ".py"):
                told.update(file.read_bytes())
    return told.hexdigest()[:16]


def place(sort: str, more: str = "") -> Path:
    """The file of a sort for this grammar, whether it is there or not; ``more`` is what else it depends on."""
    named = os.environ.get(HOME)
    if named:
        folder = Path(named).expanduser()
    else:
        import platformdirs  # only without a folder of one's own

        folder = Path(platformdirs.user_cache_dir("warbook", appauthor=False))
    return folder / f"{sort}-{fingerprint()}{more}{_SUFFIX}"


def load(path: Path) -> bytes | None:
    """What was written there; ``None`` where nothing is, or not what was written."""
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    size = _SEAL().digest_size
    return whole[size:] if _SEAL(whole[size:]).digest() == whole[:size] else None


def write(path: Path, told: bytes) -> None:
    """Write it at once or not at all, and remove the oldest files of its sort."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        writing.replace(path, _SEAL(told).digest() + told)
        _clear(path)
    except OSError:
        return


def _clear(path: Path) -> None:
    sort = path.name.partition("-")[0]
    others = [each for each in path.parent.glob(f"{sort}-*{_SUFFIX}") if each != path]
    others.sort(key=lambda each: (each.stat().st_mtime, each.name), reverse=True)
    for old in others[MOST_FILES - 1 :]:
        old.unlink(missing_ok=True)
