"""Questions as players put them, one value for the command line, the pages and the API, and their answers."""

from __future__ import annotations

from warbook.asking.question import Question, Reply, ask
from warbook.asking.sides import Side, Typed, system_of

__all__ = ["Question", "Reply", "Side", "Typed", "ask", "system_of"]
