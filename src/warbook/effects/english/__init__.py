"""Effects in words of our own: short and whole, never the sentence they were read from.

``said`` is one line, ``tree`` the same as lines below each other, deeper where one scopes another.
"""

from __future__ import annotations

from collections.abc import Iterable

from warbook.effects import Effect
from warbook.effects.english.combined import Branch, branch, phrase
from warbook.effects.english.spoken import with_its_phase, with_sorts

__all__ = ["Branch", "phrase", "said", "tree"]


def said(effects: Iterable[Effect]) -> str:
    """Effects in one line, one sentence each."""
    return " ".join(f"{_capital(phrase(_spoken(effect)))}." for effect in effects)


def tree(effects: Iterable[Effect]) -> tuple[Branch, ...]:
    """Effects as lines with what they scope beneath them."""
    return tuple(branch(_spoken(effect)) for effect in effects)


def _spoken(effect: Effect) -> Effect:
    return with_its_phase(with_sorts(effect))  # type: ignore[no-any-return]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
