"""The wargear that a unit or its leader may take: a number for each piece."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from nicegui import ui

from warbook.web.odds.sides import Choice, loadout
from warbook.web.pages.odds.controls import Change, Folded, number


class Wargear:
    """The numbers, brought up to date in their places; ``put`` is told of another loadout."""

    def __init__(self, title: str, put: Callable[[list[str]], Awaitable[None]]) -> None:
        self.title, self.put = title, put
        self.box = ui.element("div").classes("odds-wide")
        self.fields: dict[str, ui.number] = {}
        self.choices: tuple[Choice, ...] = ()
        self.loadout: Sequence[str] = ()

    def show(self, choices: tuple[Choice, ...], loadout: Sequence[str]) -> None:
        """Offer these; they are drawn anew where they are other ones."""
        others = [choice.name for choice in choices] != [choice.name for choice in self.choices]
        self.choices, self.loadout = choices, loadout
        if others:
            self.box.clear()
            self.fields.clear()
            with self.box:
                self._fold([choice for choice in choices if choice.most])
        self._update()

    def _fold(self, wanted: list[Choice]) -> None:
        if wanted:
            changed = any(choice.taken != choice.default for choice in wanted)
            Folded(f"{self.title} ({len(wanted)})", partial(self._fill, wanted), changed)

    def _fill(self, wanted: list[Choice]) -> None:
        for choice in wanted:
            took = partial(self._took, choice.name)
            self.fields[choice.name] = number(choice.name, choice.taken, 0, choice.most, took)
        self._update()

    def _update(self) -> None:
        for choice in self.choices:
            if choice.name in self.fields:
                field = self.fields[choice.name]
                field.max = choice.most
                field.props(f'suffix="of {choice.most}"')
                field.set_value(choice.taken)

    async def _took(self, name: str, change: Change) -> None:
        """Take so many, or as many as there may be."""
        choice = next(choice for choice in self.choices if choice.name == name)
        number = choice.taken if change.value is None else max(0, min(int(change.value), choice.most))
        if number != choice.taken:
            await self.put(loadout(self.loadout, self.choices, name, number))
