"""Questions kept beside the one that is asked: loadouts, targets, rules compared in one table."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

from nicegui import ui

from warbook.errors import InputError
from warbook.queries import Question
from warbook.views.bars import percent
from warbook.web import links, workers
from warbook.web.odds.compared import compared
from warbook.web.odds.shown import Shown
from warbook.web.odds.words import told as told_of
from warbook.web.pages.odds.asked import Asked, Told
from warbook.web.part import Part
from warbook.web.rendering import render

KEY = "beside"
MOST = 12


def parted(query: str) -> tuple[str, tuple[Question, ...]]:
    """The query of the question itself, and the questions kept beside it. Raises InputError."""
    pairs = parse_qsl(query, keep_blank_values=True)
    kept = [value for key, value in pairs if key == KEY][:MOST]
    own = urlencode([(key, value) for key, value in pairs if key != KEY])
    return own, tuple(map(links.read, kept))


class Beside:
    """The table of what is kept, with what is asked now as its last row."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        with Part("Side by side", "beside").classes("card odds-beside") as card:
            self.table = ui.html("", sanitize=False).props('aria-live="polite"')
            with ui.element("div").classes("odds-buttons"):
                ui.button("Keep this to compare", on_click=self._keep).props("outline no-caps")
                self.clear = ui.button("Forget what is kept", on_click=self._forget).props("flat no-caps")
        self.card = card
        card.set_visibility(False)
        asked.answered.append(self.tell)

    def tell(self, told: Told) -> None:
        """Show the rows for a new answer."""
        self.card.set_visibility(isinstance(told, Shown) or bool(self.asked.kept))
        self.asked.later(self._rows())

    async def _rows(self) -> None:
        kept = self.asked.kept
        self.clear.set_visibility(bool(kept))
        if not kept:
            self.table.content = render("odds_beside.html", rows=(), percent=percent)
            return
        now = self.asked.pinned
        asked = [*kept, *([now] if self.asked.ready and now not in kept else [])]
        try:
            rows = await workers.work(compared, asked)
        except InputError as fault:
            self.table.content = render("fault.html", fault=told_of(fault))
            return
        if kept == self.asked.kept:
            self.table.content = render("odds_beside.html", rows=rows, percent=percent)

    async def _keep(self) -> None:
        if self.asked.pinned not in self.asked.kept and len(self.asked.kept) < MOST:
            self.asked.kept = (*self.asked.kept, self.asked.pinned)
        self.asked.relink()
        await self._rows()

    async def _forget(self) -> None:
        self.asked.kept = ()
        self.asked.relink()
        await self._rows()
