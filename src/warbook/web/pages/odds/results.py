"""The answer: what is destroyed and how surely, why, and what was assumed."""

from __future__ import annotations

from nicegui import ui

from warbook.errors import InputError
from warbook.web.odds.bars import percent
from warbook.web.odds.shown import Shown
from warbook.web.pages.odds.asked import Asked
from warbook.web.rendering import render, show

EXAMPLES = (("Chaos Land Raider", "Necron Warriors"), ("Flawless Blades", "Lychguard"))


class Results:
    """What is told of the question."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        with ui.element("section").classes("odds-results").props('aria-label="Odds"'):
            self.answer = show("odds_waiting.html" if asked.ready else "odds_empty.html", examples=EXAMPLES)
            self.answer.props('aria-live="polite"')
        asked.answered.append(self.tell)
        asked.refused.append(self.refuse)

    def tell(self, told: Shown | None) -> None:
        """Show an answer, or what to do to get one."""
        if told is None:
            self.answer.content = render("odds_empty.html", examples=EXAMPLES)
        else:
            self.answer.content = render("odds_answer.html", told=told, percent=percent)

    def refuse(self, fault: InputError) -> None:
        """Say why there is no answer."""
        self.answer.content = render("fault.html", fault=fault)
