"""Controls that the parts of the page share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import events, ui

from warbook.web.part import Fold, dressed

Change = events.ValueChangeEventArguments[Any]
Changed = Callable[[Change], Awaitable[None]]


class Folded:
    """A part of the page that is folded away until it is asked for. ``fill`` puts its content there when it is
    opened first, for most are never opened and a control costs time; ``shown`` is told of each opening."""

    def __init__(
        self,
        title: str,
        fill: Callable[[], object],
        opened: bool = False,
        shown: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.opened = False
        self._fill: Callable[[], object] | None = fill
        self._shown = shown
        self.details = Fold(title).classes("odds-folded")
        if opened:
            self.details.props("open")
            self._open()
        self.details.on("toggle", self._toggled, js_handler="(e) => emit(e.target.open)")

    def _open(self) -> None:
        self.opened = True
        fill, self._fill = self._fill, None
        if fill is not None:
            with self.details, ui.element("div"):
                fill()

    async def _toggled(self, event: events.GenericEventArguments) -> None:
        if not event.args:
            self.opened = False
            return
        self._open()
        if self._shown is not None:
            await self._shown()


def focus(element: ui.element | None) -> None:
    """Let the keyboard go on from here, where what it was on is no more."""
    if element is not None:
        element.client.run_javascript(f"getHtmlElement({element.id})?.focus()")


def number(label: str, value: float | None, least: int, most: int, changed: Changed) -> ui.number:
    """A field for a whole number."""
    field = ui.number(label, value=value, min=least, max=most, precision=0, on_change=changed)
    return dressed(field, "dense outlined debounce=250 inputmode=numeric")


def select(label: str, options: Mapping[str, str], value: str, changed: Changed) -> ui.select:
    """One of several."""
    field = ui.select(dict(options), label=label, value=value, on_change=changed)
    return dressed(field, "dense outlined options-dense")
