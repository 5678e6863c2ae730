"""Controls that the parts of the page share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from nicegui import events, ui

Change = events.ValueChangeEventArguments[Any]
Changed = Callable[[Change], Awaitable[None]]


@contextmanager
def folded(title: str, opened: bool = False) -> Iterator[None]:
    """A part of the page that is folded away until it is asked for."""
    with ui.element("details").classes("odds-folded").props("open" if opened else ""):
        with ui.element("summary"):
            ui.label(title)
        with ui.element("div"):
            yield


def number(label: str, value: float | None, least: int, most: int, changed: Changed) -> ui.number:
    """A field for a whole number."""
    field = ui.number(label, value=value, min=least, max=most, precision=0, on_change=changed)
    return field.props("dense outlined debounce=250 inputmode=numeric")


def select(label: str, options: Mapping[str, str], value: str, changed: Changed) -> ui.select:
    """One of several."""
    field = ui.select(dict(options), label=label, value=value, on_change=changed)
    return field.props("dense outlined options-dense")
