"""Questions as players put them, one value for the command line, the pages and the API, and their answers."""

from __future__ import annotations

from warbook.queries.question import Question, Reply, ask
from warbook.queries.sides import Profile, Side, system_of

__all__ = ["Profile", "Question", "Reply", "Side", "ask", "system_of"]
