"""What each weapon of an engagement did, in the order in which they were resolved."""

from __future__ import annotations

from collections import Counter

import msgspec
import numpy as np

from warbook.chance import Floats
from warbook.probability.state import Target
from warbook.rules.volley import Volley

Key = tuple[int, str, int]
"""The strike, the weapon, and which of the strike's lines of that name."""

LEFT = ""
"""In the place of a weapon: wounds of several weapons that were kept until the unit was done."""


class Harm(msgspec.Struct, frozen=True):
    """Mean damage, models destroyed and damage wasted."""

    damage: float = 0.0
    destroyed: float = 0.0
    wasted: float = 0.0

    def __add__(self, other: Harm) -> Harm:
        return Harm(self.damage + other.damage, self.destroyed + other.destroyed, self.wasted + other.wasted)

    def __sub__(self, other: Harm) -> Harm:
        return Harm(self.damage - other.damage, self.destroyed - other.destroyed, self.wasted - other.wasted)


class Steps:
    """Notes the harm of each weapon while an engagement is run; a later unit meets its target in many states,
    whose harm adds up. ``strike`` is the place of what strikes now. Wounds that one weapon alone defers are
    its own."""

    def __init__(self) -> None:
        self.harm: dict[Key, Harm] = {}
        self.strike = 0
        self._before = Harm()
        self._lines: Counter[str] = Counter()
        self._deferring: list[Key] = []

    def begin(self, target: Target) -> None:
        """A unit starts."""
        self._before, self._deferring = harm(target), []
        self._lines.clear()

    def took(self, volley: Volley, target: Target, deferred: bool) -> None:
        """A weapon is done but for what it ``deferred``."""
        key = (self.strike, volley.weapon, self._lines[volley.weapon])
        self._lines[volley.weapon] += 1
        self._note(key, target)
        if deferred:
            self._deferring.append(key)

    def end(self, target: Target) -> None:
        """The unit is done."""
        if self._deferring:
            alone = len(self._deferring) == 1
            self._note(self._deferring[0] if alone else (self.strike, LEFT, 0), target)

    def _note(self, key: Key, target: Target) -> None:
        now = harm(target)
        self.harm[key] = self.harm.get(key, Harm()) + (now - self._before)
        self._before = now


def harm(target: Target) -> Harm:
    """What the target has suffered so far."""
    *states, wasted = target.standing
    at: Floats = np.asarray(states)
    chain = target.chain
    return Harm(float(at @ chain.damage_index), float(at @ chain.destroyed_index), float(wasted))
