"""The answer: what is destroyed and how surely, why, and what was assumed."""

from __future__ import annotations

from nicegui import ui

from warbook.errors import InputError
from warbook.views.bars import percent
from warbook.web.odds import words
from warbook.web.odds.shown import Shown
from warbook.web.pages.odds.asked import Asked, Told
from warbook.web.rendering import render

TO_ODDS = "(e) => { e.preventDefault(); document.getElementById('odds').scrollIntoView(); }"
"""Goes to the answer without a step that the browser's Back would undo."""
EXAMPLES = (("Chaos Land Raider", "Necron Warriors"), ("Flawless Blades", "Lychguard"))


class Results:
    """What is told of the question."""

    def __init__(self, asked: Asked) -> None:
        with ui.element("section").classes("odds-results").props('id="odds" aria-label="Odds"'):
            first = render("odds_waiting.html") if asked.ready else _told(None)
            self.answer = ui.html(first, sanitize=False)
            self.files = ui.html("", sanitize=False)
        self.asked = asked
        asked.answered.insert(0, self.tell)  # the answer comes before all that depends on it

    def tell(self, told: Told) -> None:
        """Show an answer, why there is none, or what to do to get one."""
        self.answer.content = _told(told)
        query = self.asked.query if isinstance(told, Shown) else ""
        self.files.content = render("odds_files.html", query=query)


class Glance:
    """The answer in a line: said to those who listen, and in sight on a phone while the question is changed."""

    def __init__(self, asked: Asked) -> None:
        self.said = ui.html("", sanitize=False).props('role="status"').classes("odds-said")
        self.line = ui.html("", sanitize=False).classes("odds-glance-box")
        self.line.on("click", js_handler=TO_ODDS)
        asked.answered.append(self.tell)

    def tell(self, told: Told) -> None:
        """Show the main figures of an answer."""
        found = told if isinstance(told, Shown) else None
        self.said.content = render("odds_said.html", told=found, percent=percent)
        self.line.content = render("odds_glance.html", told=found, percent=percent)


def _told(told: Told) -> str:
    if told is None:
        return render("odds_empty.html", examples=EXAMPLES)
    if isinstance(told, InputError):
        return render("fault.html", fault=words.told(told))
    several = len({line.unit for line in told.funnel}) > 1
    return render("odds_answer.html", told=told, percent=percent, several=several, policies=words.POLICIES)
