"""What a sentence was read as."""

from __future__ import annotations

import msgspec

from warbook.effects import Effect, Unparsed


class Reading(msgspec.Struct, frozen=True):
    """What a sentence was read as; ``rest`` is the part that was not understood, ``""`` when all was."""

    effect: Effect
    rest: str = ""

    @property
    def understood(self) -> bool:
        """Whether every word went into the effect."""
        return not isinstance(self.effect, Unparsed)
