"""A faction's detachments, put together from its rules, Stratagems and Enhancements."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warbook.importers.names import key
from warbook.sheets.sheet import Detachment, DetachmentRule, Enhancement, Play

CORE = "Core"
"""The name under which stands what belongs to every faction."""


class Parts:
    """Gathers what an export lists one by one, under the detachment that it names.

    ``doubts`` are Enhancements that name no detachment, though the faction has several.
    """

    def __init__(self, detachments: Iterable[str] = ()) -> None:
        self._by_key: dict[str, Detachment] = {}
        self._plays: list[Play] = []
        self.doubts: list[str] = []
        for name in detachments:
            self._of(name)

    def _of(self, name: str) -> Detachment:
        return self._by_key.setdefault(key(name), Detachment(name))

    def name(self, detachment: str, kind: str | None = None) -> None:
        """Says that there is a detachment, and of which kind of game it is."""
        found = self._of(detachment)
        if kind and not found.kind:
            self._by_key[key(detachment)] = msgspec.structs.replace(found, kind=kind)

    def rule(self, rule: DetachmentRule) -> None:
        found = self._of(self._or_only(rule.detachment))
        self._by_key[key(found.name)] = msgspec.structs.replace(found, rules=(*found.rules, rule))

    def play(self, play: Play, detachment: str | None = None) -> None:
        """Adds a Stratagem to the detachment that is its source; one without belongs to all."""
        named = play.source if detachment is None else detachment
        if not named or (detachment is None and key(named) not in self._by_key):
            self._plays.append(play)
            return
        found = self._of(named)
        self._by_key[key(named)] = msgspec.structs.replace(found, plays=(*found.plays, play))

    def enhancement(self, enhancement: Enhancement) -> None:
        named = self._or_only(enhancement.detachment)
        if not named:
            self.doubts.append(enhancement.name)
        found = self._of(named)
        enhancement = msgspec.structs.replace(enhancement, detachment=named or None)
        self._by_key[key(named)] = msgspec.structs.replace(
            found, enhancements=(*found.enhancements, enhancement)
        )

    def _or_only(self, named: str | None) -> str:
        """The detachment named, or the only one that there is."""
        if named or len(self._by_key) != 1:
            return named or ""
        return next(iter(self._by_key.values())).name

    def detachments(self) -> tuple[Detachment, ...]:
        return tuple(self._by_key.values())

    def plays(self) -> tuple[Play, ...]:
        return tuple(self._plays)
