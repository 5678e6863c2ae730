"""To which of the target's models damage goes first."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from warbook.web.odds.shown import Shown
from warbook.web.pages.odds.asked import Asked, Told
from warbook.web.pages.odds.controls import Folded, focus


class Order:
    """The kinds of models in the order of the last answer, each with a button that puts it first."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.names: tuple[str, ...] = ()
        self.list: ui.element | None = None
        self.part = ui.element("div").classes("odds-wide")
        with self.part:
            Folded("Who takes damage first", self._fill, bool(asked.question.target.order))
        self.part.set_visibility(False)

    def tell(self, told: Told) -> None:
        """Show the order of an answer; one kind alone has none."""
        if isinstance(told, Shown) and told.order != self.names:
            self.names = told.order
            self.part.set_visibility(len(self.names) > 1)
            self._draw()

    def _fill(self) -> None:
        self.list = ui.element("ol").classes("odds-order odds-short odds-wide")
        self._draw()

    def _draw(self) -> None:
        if self.list is not None:
            self.list.clear()
            with self.list:
                for name in self.names:
                    self._kind(name)

    def _kind(self, name: str) -> None:
        with ui.element("li"):
            ui.label(name)
            if name != self.names[0]:
                first = ui.button("First", on_click=partial(self._first, name)).props("flat no-caps")
                first.props(f'aria-label="{name} first"')

    async def _first(self, name: str) -> None:
        others = [each for each in self.names if each != name]
        await self.asked.change_side("target", order=[name, *others])
        focus(self.list)
