"""Switches that stay in their places while others come and go, so that the keyboard stays where it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial

from nicegui import ui

from warbook.web.pages.odds.controls import Change

Switched = Callable[[str, bool], Awaitable[None]]


class Switches:
    """One switch a name; ``switched`` is told which is turned on or off, and ``label`` is what stands by it."""

    def __init__(self, label: str, switched: Switched) -> None:
        self.label, self.switched = label, switched
        self.box = ui.element("div").classes("odds-wide")
        self.boxes: dict[str, ui.checkbox] = {}
        self.on: Collection[str] = ()

    def show(self, names: Sequence[str], on: Collection[str]) -> None:
        """Offer these, of which some are on."""
        self.on = on
        for name in [each for each in self.boxes if each not in names]:
            self.boxes.pop(name).delete()
        with self.box:
            for name in names:
                if name not in self.boxes:
                    turned = partial(self._turned, name)
                    self.boxes[name] = ui.checkbox(self.label.format(name), value=name in on, on_change=turned)
        for name, box in self.boxes.items():
            box.set_value(name in on)

    async def _turned(self, name: str, change: Change) -> None:
        if bool(change.value) != (name in self.on):
            await self.switched(name, bool(change.value))
