"""Names that mean the same thing although one is written in capitals or in the plural."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_VES = re.compile(r"(?<=[^s])ves$")
_PLURAL = re.compile(r"(?<=..o)es$|(?<=..)s$")


def key(name: str) -> str:
    """What two names share that differ only in case or in being one or several."""
    return " ".join(_PLURAL.sub("", _VES.sub("f", word)) for word in name.casefold().split())


def same_thing(one: str, other: str) -> bool:
    """Whether two names differ only in case or in being one or several."""
    return key(one) == key(other)


class Names:
    """Names as a document prints them, each once, found again however a sentence writes them."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_key: dict[str, str] = {}
        for name in names:
            self._by_key.setdefault(key(name), name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key.values())

    def __len__(self) -> int:
        return len(self._by_key)

    def find(self, name: str) -> str | None:
        """The printed name that is meant, if there is one."""
        return self._by_key.get(key(name))

    def known(self, name: str) -> str:
        """The printed name that is meant, or the name itself, without the stars of a footnote."""
        plain = name.rstrip("* ")
        return self._by_key.get(key(plain), plain)
