"""Readings that are kept: a sentence that was read once is not read again while the grammar is the same.

They are kept in memory and, by the normal form of the sentence and its kind, in one file of the cache folder
(``keeping``). The grammar itself is made when the first sentence comes that is not kept. Of two processes that
write at once one may lose what it learnt, never what was kept.
"""

from __future__ import annotations

import atexit
from pathlib import Path

import msgspec

from warbook.parsing import keeping
from warbook.parsing.reading import Reading
from warbook.parsing.tokens import normal

MOST = 200_000
"""So many readings are kept, the newest."""

_Kept = dict[str, msgspec.Raw]


def place() -> Path:
    """The file of this grammar's readings, whether it is there or not."""
    return keeping.place("readings")


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
        keeping.write(self.path, msgspec.msgpack.encode(newest))
        self._kept, self._learnt = newest, {}


def _load(path: Path) -> _Kept:
    told = keeping.load(path)
    try:
        return msgspec.msgpack.decode(told, type=_Kept) if told is not None else {}
    except msgspec.DecodeError:
        return {}


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
        from warbook.parsing import parse  # the grammar takes a while to make

        found = parse.read(sentence, kind)
        kept.learn(key, found)
    return found
