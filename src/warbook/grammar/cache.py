"""Readings that are kept: a sentence that was read once is not read again while the grammar is the same.

They are kept in memory and, by the normal form of the sentence and its kind, in one file of the platform's
cache folder (or of WARBOOK_HOME) whose name is a fingerprint of the grammar. The grammar itself is compiled
when the first sentence comes that is not kept. A file that cannot be read counts as empty; of two processes
that write at once one may lose what it learnt, never what was kept.
"""

from __future__ import annotations

import atexit
import hashlib
import os
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile

import msgspec

from warbook.grammar.reading import Reading
from warbook.grammar.tokens import normal

HOME = "WARBOOK_HOME"
MOST = 200_000
"""So many readings are kept, the newest."""
_HERE = Path(__file__).parent
_SOURCES = (_HERE, _HERE / "meaning", _HERE.parent / "effects")

_Kept = dict[str, msgspec.Raw]


@cache
def fingerprint() -> str:
    """Changes whenever the grammar or the effects do."""
    told = hashlib.sha256()
    for folder in _SOURCES:
        for file in sorted(folder.iterdir()):
            if file.suffix in (".lark", ".py"):
                told.update(file.read_bytes())
    return told.hexdigest()[:16]


def place() -> Path:
    """The file of this grammar's readings, whether it is there or not."""
    named = os.environ.get(HOME)
    if named:
        folder = Path(named).expanduser()
    else:
        import platformdirs  # only without a folder of one's own

        folder = Path(platformdirs.user_cache_dir("warbook", appauthor=False))
    return folder / f"readings-{fingerprint()}.msgpack"


class Readings:
    """The readings of one file, and those learnt since it was read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._kept = _load(path)
        self._known: dict[str, Reading] = {}
        self._learnt: _Kept = {}

    def find(self, key: str) -> Reading | None:
        """What is kept under a key; what cannot be understood of it is not there."""
        if key not in self._known and key in self._kept:
            try:
                self._known[key] = msgspec.msgpack.decode(self._kept[key], type=Reading)
            except (msgspec.DecodeError, RecursionError):
                del self._kept[key]
        return self._known.get(key)

    def learn(self, key: str, reading: Reading) -> None:
        self._known[key] = reading
        self._learnt[key] = msgspec.Raw(msgspec.msgpack.encode(reading))

    def save(self) -> None:
        """Write what was learnt beside what is kept. A folder that cannot be written to is no fault."""
        if not self._learnt:
            return
        whole = {**_load(self.path), **self._learnt}
        newest = dict(list(whole.items())[-MOST:])
        try:
            _write(self.path, newest)
        except OSError:
            return
        self._kept, self._learnt = newest, {}


def _load(path: Path) -> _Kept:
    try:
        return msgspec.msgpack.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError):
        return {}


def _write(path: Path, whole: _Kept) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix="readings", delete=False) as file:
        written = Path(file.name)
        try:
            file.write(msgspec.msgpack.encode(whole))
            file.close()
            written.replace(path)
        except BaseException:
            written.unlink(missing_ok=True)
            raise
    for old in path.parent.glob("readings-*.msgpack"):
        if old != path:
            old.unlink(missing_ok=True)


_opened: dict[Path, Readings] = {}


def readings() -> Readings:
    """The readings of this grammar; they are saved when the process ends."""
    path = place()
    if path not in _opened:
        _opened[path] = Readings(path)
        atexit.register(_opened[path].save)
    return _opened[path]


def read(sentence: str, kind: str = "start") -> Reading:
    """As ``parse.read``, of what was read before where it was."""
    kept, key = readings(), f"{kind}|{normal(sentence)}"
    found = kept.find(key)
    if found is None:
        from warbook.grammar import parse  # compiling the grammar takes a second

        found = parse.read(sentence, kind)
        kept.learn(key, found)
    return found
