"""Effects in words of our own: short and whole, never the sentence they were read from.

``said`` is one line, ``tree`` the same as lines below each other, deeper where one scopes another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from warbook import faults
from warbook.effects import Effect
from warbook.effects.english.combined import Branch, branch, phrase
from warbook.effects.english.spoken import with_its_phase, with_sorts

T = TypeVar("T")

__all__ = ["Branch", "phrase", "said", "tree"]


def said(effects: Iterable[Effect]) -> str:
    """Effects in one line, one sentence each."""
    return " ".join(f"{_capital(_worded(phrase, effect, str))}." for effect in effects)


def tree(effects: Iterable[Effect]) -> tuple[Branch, ...]:
    """Effects as lines with what they scope beneath them."""
    return tuple(_worded(branch, effect, _failed) for effect in effects)


def _worded(words: Callable[[Effect], T], effect: Effect, failed: Callable[[str], T]) -> T:
    """An effect in words; one that has none costs no other."""
    try:
        return words(_spoken(effect))
    except Exception as fault:
        return failed(faults.noted(fault))


def _failed(why: str) -> Branch:
    return Branch(why, understood=False)


def _spoken(effect: Effect) -> Effect:
    return with_its_phase(with_sorts(effect))  # type: ignore[no-any-return]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
