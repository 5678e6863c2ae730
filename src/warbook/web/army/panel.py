"""The controls of one unit of a list; each change is one edit of the list, judged at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from nicegui import ui

from warbook.sheets.roster import Entry, Listed, Roster
from warbook.views.army import ArmyAnswer
from warbook.web.army import edits
from warbook.web.army.asked import Pins
from warbook.web.army.choices import Choices, Kind, Other

Change = Callable[[Roster], Roster]
NOBODY = -1
"""The choice of no unit; a select has no room for nothing."""


class Changed(Protocol):
    """What holds the list that is changed, and what is told of it."""

    roster: Roster
    told: ArmyAnswer
    pins: Pins

    async def change(self, edit: Change) -> bool:
        """Put an edited list in the place of this one; whether it could be."""


class Panel:
    """The controls of the unit at a place."""

    def __init__(self, page: Changed, place: int, choices: Choices) -> None:
        self.page, self.place, self.choices = page, place, choices
        self.rows: list[Listed] = [kind.row for kind in choices.kinds]
        self.numbers: dict[tuple[int, str], ui.number] = {}
        with ui.element("div").classes("panel") as self.box:
            self.fill()

    @property
    def entry(self) -> Entry:
        """The unit as it now is."""
        return self.page.roster.units[self.place]

    def fill(self) -> None:
        """Put the controls into the panel."""
        self.box.clear()
        self.numbers.clear()
        with self.box:
            for at, kind in enumerate(self.choices.kinds):
                self.kind(at, kind)
            with ui.element("div").classes("fields"):
                self.places()
            with ui.element("div").classes("fields"):
                self.button("Another like it", lambda roster: edits.copied(roster, self.place))
                self.button("Take it out", lambda roster: edits.removed(roster, self.place))

    def kind(self, at: int, kind: Kind) -> None:
        """One kind of model: how many, and what they carry between them."""
        row = self.rows[at]
        with ui.element("fieldset").classes("kind"):
            with ui.element("legend"):
                ui.label(kind.row.name)
            self.number(at, "", "Models", row.count, max(kind.most, row.count))
            for item in row.items:
                self.number(at, item.name, item.name, item.count, 10 * edits.MOST_MODELS)
            others = [name for name in self.choices.wargear if all(name != item.name for item in row.items)]
            if row.count and others:
                ui.select(
                    others,
                    label="Give them",
                    on_change=lambda event: self.carry(at, event.value, self.rows[at].count),
                ).classes("give")

    def number(self, at: int, item: str, label: str, value: int, most: int) -> None:
        """A number of models or of things."""
        made = ui.number(label, value=value, min=0, max=most, step=1, format="%d")

        async def set_to() -> None:
            count = int(made.value or 0)
            await (self.carry(at, item, count) if item else self.resize(at, count))

        made.on("change", set_to)
        self.numbers[at, item] = made

    async def resize(self, at: int, count: int) -> None:
        """So many models of a kind."""
        row = edits.resized(self.rows[at], count, self.choices.kinds[at].plain)
        await self.put(at, row)

    async def carry(self, at: int, item: str, count: int) -> None:
        """So many of a thing."""
        await self.put(at, edits.carrying(self.rows[at], item, count))

    async def put(self, at: int, row: Listed) -> None:
        """A row of models in the place of what it was."""
        rows = [*self.rows[:at], row, *self.rows[at + 1 :]]
        before = [item.name for item in self.rows[at].items]
        if await self.page.change(lambda roster: edits.equipped(roster, self.place, rows)):
            self.rows = rows
        row = self.rows[at]
        if [item.name for item in row.items] != before:
            self.fill()
        for item, count in (("", row.count), *((item.name, item.count) for item in row.items)):
            self.numbers[at, item].value = count

    def places(self) -> None:
        """Whom it joins, what it rides in, and what it bears."""
        choices, entry = self.choices, self.entry
        if choices.joins:
            self.select("Joins", choices.joins, entry.joins, edits.joined)
        if choices.rides:
            self.select("Rides in", choices.rides, entry.embarked, edits.embarked)
        if choices.stations:
            self.station()
        if choices.enhancements or entry.enhancements:
            self.enhancement()

    def select(
        self,
        label: str,
        others: tuple[Other, ...],
        value: int | None,
        edit: Callable[[Roster, int, int | None], Roster],
    ) -> None:
        """A choice of another unit."""
        names = {NOBODY: "–", **{other.place: other.name for other in others}}
        known = value if value in names else NOBODY

        async def chosen(event: Any) -> None:
            meant = None if event.value == NOBODY else int(event.value)
            await self.page.change(lambda roster: edit(roster, self.place, meant))

        ui.select(names, value=known, label=label, on_change=chosen)

    def station(self) -> None:
        """The detachment that the unit stands in."""
        own = self.entry.detachment
        names = {"": "–", **{name: name for name in (*filter(None, [own]), *self.choices.stations)}}

        async def chosen(event: Any) -> None:
            name = event.value or None
            await self.page.change(lambda roster: edits.stationed(roster, self.place, name))

        ui.select(names, value=own or "", label="Detachment", on_change=chosen, with_input=True)

    def enhancement(self) -> None:
        """The unit's Enhancement, and whether it is the Warlord."""
        entry = self.entry
        names = {"": "–", **{name: name for name in (*entry.enhancements, *self.choices.enhancements)}}

        async def chosen(event: Any) -> None:
            await self.page.change(lambda roster: edits.enhanced(roster, self.place, event.value or None))

        async def marked(event: Any) -> None:
            await self.page.change(lambda roster: edits.warlord(roster, self.place if event.value else None))

        ui.select(names, value=next(iter(entry.enhancements), ""), label="Enhancement", on_change=chosen)
        ui.checkbox("Warlord", value=entry.warlord, on_change=marked)

    def button(self, label: str, edit: Change) -> None:
        """Something that is done at once."""

        def act() -> Awaitable[bool]:
            return self.page.change(edit)

        ui.button(label, on_click=act).props("outline no-caps")
