"""Warbook's answers, or the reason why there are none yet."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.engagements import Engagement

Answer = Callable[[Engagement], dict[str, object]]


def load_answer() -> Answer | None:
    """``warbook.probability.answer``, or None where Warbook (or that part of it) cannot be imported."""
    try:
        from warbook.probability import answer
    except ImportError:
        return None
    return answer
