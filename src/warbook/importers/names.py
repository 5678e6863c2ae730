"""Names as a document prints them, found again where a sentence writes them in another way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warbook.names import key

__all__ = ["Names", "key"]


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
