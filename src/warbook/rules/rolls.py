"""Single rolls asked for in words: ``charge 9``, ``deadly demise D6 4 models W1``."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec

from warbook.chance import Distribution
from warbook.dice import Dice, Value

_DICE = re.compile(r"\d{0,2}d[36](?:\+\d{1,3})?", re.ASCII)
_NUMBER = re.compile(r"(\d{1,3})(?:\+|x)?", re.ASCII)
_KEYED = re.compile(r"([a-z]+)(\d{1,3})\+?", re.ASCII)
_MODIFIER = re.compile(r"[+-]\d{1,3}", re.ASCII)
_IGNORED = frozenset(("a", "an", "the", "of", "at", "on", "into", "against", "with", "needs"))
_COUNTED = {"model": "models", "weapon": "weapons", "hit": "hits"}
"""What may stand behind a number to say what it counts."""

REROLL = frozenset(("reroll", "re-roll"))
"""The word that asks for a re-roll, where a kind of roll has one."""


class Asked(Value, frozen=True):
    """What stood behind a roll's name: values under their names or letters (``{"distance": 9}``, ``{"w": 2}``),
    dice, the sum of modifiers, and any other words."""

    values: Mapping[str, int] = {}
    dice: Dice | None = None
    modifier: int = 0
    words: frozenset[str] = frozenset()

    @property
    def reroll(self) -> bool:
        return not self.words.isdisjoint(REROLL)


class Spread(msgspec.Struct, frozen=True):
    """A mean with its pmf over 0, 1, 2, …"""

    mean: float
    pmf: list[float]

    @classmethod
    def of(cls, distribution: Distribution) -> Spread:
        return cls(distribution.mean, distribution.pmf.tolist())


Figures = dict[str, float | Spread]


class RollKind(Value, frozen=True):
    """A roll that can be asked for: how to ask, what it means, its figures, and all that it takes.

    ``numbers`` names what plain numbers mean, in order; each may be given under its name or letter instead.
    ``letters`` are values that need theirs, ``words`` what may stand alone, ``dice`` the number that dice may
    stand for, and ``modified`` whether ``+1`` or ``-1`` means something. Anything else is refused.
    """

    usage: str
    meaning: str
    figures: Callable[[Asked], Figures]
    numbers: tuple[str, ...] = ()
    letters: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    dice: str | None = None
    modified: bool = False


def read(text: str, kinds: Mapping[str, RollKind]) -> tuple[str, Asked]:
    """The roll's name and what was asked of it. Raises ``ValueError`` with what was expected."""
    tokens = re.sub(r"(?<=\d)x(?=[a-z])", " ", text.casefold().replace("battleshock", "battle-shock")).split()
    for length in range(min(3, len(tokens)), 0, -1):
        name = " ".join(tokens[:length])
        if name in kinds:
            return name, _Reading(kinds[name], tokens[length:]).asked
    raise ValueError(f"expected one of {', '.join(kind.usage for kind in kinds.values())}")


class _Reading:
    """Takes one token after the other and refuses what the kind of roll has no use for."""

    def __init__(self, kind: RollKind, tokens: Sequence[str]) -> None:
        self.kind, self.plain = kind, list[str]()
        self.values, self.words = dict[str, int](), set[str]()
        self.dice: Dice | None = None
        self.modifier = 0
        counts = [*(_COUNTED.get(token, token) for token in tokens[1:]), ""]
        for token, behind in zip(tokens, counts, strict=False):
            self._take(token, behind if behind in _COUNTED.values() else "")
        open_places = [name for name in kind.numbers if name not in self.values]
        if self.dice is not None and kind.dice not in open_places:
            raise self._refusal(str(self.dice))
        open_places = [name for name in open_places if self.dice is None or name != kind.dice]
        for name, token in zip(open_places, self.plain, strict=False):
            self.values[name] = _number(token)
        if len(self.plain) > len(open_places):
            told = self.plain[len(open_places)]
            raise ValueError(f"{told!r} is one number too many; expected {kind.usage}")

    def _take(self, token: str, counted: str) -> None:
        if token in _IGNORED or _COUNTED.get(token, token) in self.values.keys() & _COUNTED.values():
            return
        keyed = _KEYED.fullmatch(token)
        if _DICE.fullmatch(token) and self.kind.dice and self.dice is None:
            self.dice = Dice.parse(token.upper())
        elif _NUMBER.fullmatch(token) and counted:
            self._put(counted, token, self.kind.numbers)
        elif _NUMBER.fullmatch(token):
            self.plain.append(token)
        elif _MODIFIER.fullmatch(token) and self.kind.modified:
            self.modifier += int(token)
        elif keyed:
            self._put(keyed[1], token, {*self.kind.numbers, *self.kind.letters})
        elif token in self.kind.words:
            self.words.add(token)
        else:
            raise self._refusal(token)

    def _put(self, name: str, token: str, known: Collection[str]) -> None:
        if name not in known or name in self.values:
            raise self._refusal(token)
        self.values[name] = _number(token)

    def _refusal(self, token: str) -> ValueError:
        return ValueError(f"{token!r} is not understood; expected {self.kind.usage}")

    @property
    def asked(self) -> Asked:
        return Asked(self.values, self.dice, self.modifier, frozenset(self.words))


def _number(token: str) -> int:
    return int("".join(char for char in token if char.isdigit()))


def needs(asked: Asked, name: str, usage: str) -> int:
    """A number asked, or a ``ValueError`` that says how to ask."""
    if name not in asked.values:
        raise ValueError(f"expected {usage}")
    return asked.values[name]
