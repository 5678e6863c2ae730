"""Chances of single D6 rolls by listing their faces: what the simulation and icepool are fed with."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

FACES = range(1, 7)
DICE = re.compile(r"(?:(\d*)D(\d+))?\+?(\d+)?", re.IGNORECASE)
POLICIES: dict[str, Callable[[int, bool, bool], bool]] = {
    "ones": lambda face, passed, critical: face == 1,
    "failed": lambda face, passed, critical: not passed,
    "non-critical": lambda face, passed, critical: not critical,
}


@dataclass(frozen=True)
class Dice:
    """``number`` dice with ``sides`` faces, plus ``plus``; a constant has no dice."""

    number: int
    sides: int
    plus: int

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read ``"2"``, ``"D6"``, ``"2D6"`` or ``"D6+1"``."""
        match = DICE.fullmatch(text.replace(" ", ""))
        if not text or match is None:
            raise ValueError(f"not a number or a roll: {text!r}")
        number, sides, plus = match.groups()
        return cls(int(number or 1) if sides else 0, int(sides or 1), int(plus or 0))

    @property
    def highest(self) -> int:
        """The largest result."""
        return self.number * self.sides + self.plus


NOTHING = Dice(0, 1, 0)


@dataclass(frozen=True)
class Check:
    """Chances that a die passes at all, and that it passes as a critical."""

    passed: Fraction
    critical: Fraction

    @property
    def critical_share(self) -> Fraction:
        """Chance that a pass is a critical one."""
        return self.critical / self.passed if self.passed else Fraction(0)


def check(needed: int, critical: int = 6, reroll: str | None = None) -> Check:
    """A hit or wound roll: ones fail, criticals pass, one re-roll where the policy asks for it."""
    passed = [face != 1 and (face >= needed or face >= critical) for face in FACES]
    crits = [face != 1 and face >= critical for face in FACES]
    again = [
        reroll is not None and POLICIES[reroll](face, p, c)
        for face, p, c in zip(FACES, passed, crits, strict=True)
    ]
    return Check(_with_reroll(passed, again), _with_reroll(crits, again))


def _with_reroll(good: list[bool], again: list[bool]) -> Fraction:
    kept = sum(g and not a for g, a in zip(good, again, strict=True))
    return Fraction(kept, 6) + Fraction(sum(again), 6) * Fraction(sum(good), 6)


def wound_needed(strength: int, toughness: int) -> int:
    """The face that wounds, from Strength against Toughness."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def threshold(text: str | None) -> int:
    """``"3+"`` as 3; nothing, or ``"-"``, as 7, which no die reaches."""
    return 7 if text in {None, "-"} else int(str(text).rstrip("+"))


def reached(needed: int) -> Fraction:
    """Chance of a plain roll of ``needed`` or more."""
    return Fraction(max(0, 7 - max(needed, 1)), 6)


def unsaved(save: int, ap: int, invulnerable: int) -> Fraction:
    """Chance that the better of armour (worsened by AP) and invulnerable save fails; ones always do."""
    return 1 - reached(max(2, min(save - ap, invulnerable)))
