"""Single rolls asked for in words: ``charge 9``, ``deadly demise D6 4 models W1``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from warbook.chance import Distribution
from warbook.dice import Dice, Value

_DICE = re.compile(r"\d{0,2}d[36](?:\+\d{1,3})?", re.ASCII)
_NUMBER = re.compile(r"(\d{1,3})(?:\+|x)?", re.ASCII)
_KEYED = re.compile(r"([a-z]+)(\d{1,3})\+?", re.ASCII)
_MODIFIER = re.compile(r"[+-]\d{1,3}", re.ASCII)
_IGNORED = frozenset(("a", "an", "the", "of", "at", "on", "into", "against", "with", "needs"))
_IGNORED |= frozenset(("models", "model", "weapons", "weapon", "hits", "hit"))
_REROLLED = frozenset(("reroll", "re-roll"))


class Asked(Value, frozen=True):
    """What stood behind a roll's name: plain numbers in order, values under their letters (``{"w": 2}``), dice,
    the sum of modifiers, and any other words."""

    numbers: tuple[int, ...] = ()
    values: Mapping[str, int] = {}
    dice: Dice | None = None
    modifier: int = 0
    words: frozenset[str] = frozenset()

    @property
    def reroll(self) -> bool:
        return bool(self.words & _REROLLED)


class Spread(msgspec.Struct, frozen=True):
    """A mean with its pmf over 0, 1, 2, …"""

    mean: float
    pmf: list[float]

    @classmethod
    def of(cls, distribution: Distribution) -> Spread:
        return cls(distribution.mean, distribution.pmf.tolist())


Figures = dict[str, float | Spread]


class RollKind(Value, frozen=True):
    """A roll that can be asked for: how to ask, what it means, which words it takes, and its figures."""

    usage: str
    meaning: str
    figures: Callable[[Asked], Figures]
    words: frozenset[str] = frozenset()


def read(text: str, kinds: Mapping[str, RollKind]) -> tuple[str, Asked]:
    """The roll's name and what was asked of it. Raises ``ValueError`` with what was expected."""
    tokens = re.sub(r"(?<=\d)x(?=[a-z])", " ", text.casefold().replace("battleshock", "battle-shock")).split()
    for length in range(min(3, len(tokens)), 0, -1):
        name = " ".join(tokens[:length])
        if name in kinds:
            return name, _asked(tokens[length:], kinds[name])
    raise ValueError(f"expected one of {', '.join(kind.usage for kind in kinds.values())}")


def _asked(tokens: list[str], kind: RollKind) -> Asked:
    numbers: list[int] = []
    values: dict[str, int] = {}
    dice, modifier, words = None, 0, set()
    for token in tokens:
        if token in _IGNORED:
            continue
        if _DICE.fullmatch(token):
            dice = Dice.parse(token.upper())
        elif plain := _NUMBER.fullmatch(token):
            numbers.append(int(plain[1]))
        elif _MODIFIER.fullmatch(token):
            modifier += int(token)
        elif keyed := _KEYED.fullmatch(token):
            values[keyed[1]] = int(keyed[2])
        elif token in kind.words | _REROLLED:
            words.add(token)
        else:
            raise ValueError(f"{token!r} is not understood; expected {kind.usage}")
    return Asked(tuple(numbers), values, dice, modifier, frozenset(words))


def needs(asked: Asked, count: int, usage: str) -> tuple[int, ...]:
    """The first numbers asked, or a ``ValueError`` that says how to ask."""
    if len(asked.numbers) < count:
        raise ValueError(f"expected {usage}")
    return asked.numbers
