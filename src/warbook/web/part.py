"""Parts of pages that cost less than usual: part and heading are one element, a new control is sent whole."""

from __future__ import annotations

from typing import Any, TypeVar

from nicegui import ui

E = TypeVar("E", bound=ui.element)


class Part(ui.element, component="static/part.js"):
    """A section that its heading names, which what is put into it follows."""

    tag_, head = "section", "h2"

    def __init__(self, title: str, name: str = "") -> None:
        super().__init__()
        told = {"tag": self.tag_, "head": self.head, "title": title}
        named = {"head-id": f"{name}-heading", "aria-labelledby": f"{name}-heading"} if name else {}
        self._props.update(told | named)

    def _displayed_contents(self, *, only_visible: bool) -> list[Any]:
        return [self._props["title"]]


class Fold(Part):
    """A part that is folded away until its heading is touched."""

    tag_, head = "details", "summary"


def dressed(field: E, props: str) -> E:
    """A new control with these props, of which nobody need be told one by one: it is sent as a whole."""
    with field.props.suspend_updates():
        field.props(props)
    return field
