"""One list: checked, changed, saved, and what it comes to."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from nicegui import ui

from warbook import data, systems
from warbook.errors import InputError
from warbook.roster import Roster
from warbook.views.army import ArmyAnswer
from warbook.web import frame, workers
from warbook.web.army import choices, drafts, edits, lists, saving, summary, tasks
from warbook.web.army.asked import Wish, against
from warbook.web.army.keeping import Keeping
from warbook.web.army.panel import Change
from warbook.web.army.row import Row
from warbook.web.army.telling import gathered, reading, verdict
from warbook.web.army.weighing import Weighing
from warbook.web.library import shelf
from warbook.web.rendering import render, show

MOST_TYPED = 40_000
"""Letters of units that are added at once; a long list has some 20,000."""


def register() -> None:
    """Put the page at its address."""
    ui.page("/army/{ref:path}", response_timeout=shelf.PATIENCE)(army)


async def army(ref: str) -> None:
    """A list's page."""
    ui.add_head_html(render("army_head.html"))
    try:
        found = lists.find(ref)
        roster = edits.apart(found)
        told = await workers.work(tasks.checked, roster)
    except InputError as fault:
        with frame.frame("Army", "/army"):
            frame.refuse(fault)
        return
    with frame.frame(roster.name, "/army"):
        await _Page(ref, roster, told, saving.seen(ref, found)).show()


class _Page:
    """One visitor's view of a list, which changes as it is edited."""

    def __init__(self, ref: str, roster: Roster, told: ArmyAnswer, seen: str | None) -> None:
        self.ref, self.roster, self.told, self.seen = ref, roster, told, seen
        self.rows: list[Row] = []
        self.one_by_one = asyncio.Lock()

    async def show(self) -> None:
        """Put everything on the page; what takes longer comes afterwards."""
        with ui.element("div").props('aria-live="polite"'):
            self.fault = ui.html("", sanitize=False)
            self.verdict = ui.html("", sanitize=False)
        self.against = ui.html("", sanitize=False)
        self.keeping = Keeping(self, self.seen)
        self.units = ui.element("div")
        self.adding()
        self.figures = ui.html("", sanitize=False)
        self.weighing = Weighing()
        self.more = ui.html("", sanitize=False)
        self.refresh()
        ui.timer(0.1, self.slow, once=True)

    def adding(self) -> None:
        """More units, as they are typed."""
        with ui.element("div").classes("fields card"):
            self.typed = ui.textarea("Add units, as you would type them").classes("long")
            self.typed.props(f"autogrow rows=1 maxlength={MOST_TYPED}")
            ui.button("Add", on_click=self.add).props("outline no-caps")

    async def change(self, edit: Change) -> bool:
        """Put an edited list in the place of this one, a draft at another address; whether it could be."""
        async with self.one_by_one:
            try:
                roster = edit(self.roster)
                told = await workers.work(tasks.checked, roster)
                ref = drafts.keep(roster)
            except InputError as fault:
                self.refuse(fault)
                return False
            if roster != self.roster:
                self.ref, self.roster, self.told = ref, roster, told
                ui.navigate.history.push(lists.address(ref))
                self.refresh()
        await self.sum_up()
        return True

    def refuse(self, fault: InputError) -> None:
        """Tell what cannot be done, where it is seen from any place of the page."""
        self.fault.content = render("fault.html", fault=fault)
        ui.notify(fault.expected, type="warning", position="bottom", timeout=6000)

    def refresh(self) -> None:
        """Show the list as it now is."""
        title = systems.find(self.told.system).title
        self.fault.content = ""
        self.verdict.content = render("army_checked.html", army=self.told, **verdict(self.told), title=title)
        others = [*lists.own(), *lists.with_warbook()]
        others = [offer for offer in others if offer.system == self.told.system and offer.ref != self.ref]
        standard = against(self.ref, tasks.STANDARD, Wish())
        self.against.content = render("army_against.html", ref=self.ref, standard=standard, others=others)
        if [row.unit.unit for row in self.rows] != [unit.unit for unit in self.told.units]:
            self.units.clear()
            with self.units:
                show("army_units.html", count=len(self.told.units))
                self.rows = [Row(self, unit) for unit in self.told.units]
        for row, unit in zip(self.rows, self.told.units, strict=True):
            row.update(unit)

    async def slow(self) -> None:
        """What takes longer: the choice of detachments, and what the list comes to."""
        with suppress(InputError):
            names = await workers.work(choices.detachments, self.roster)
            with self.keeping.army_wide:
                self.detachments(names)
        await self.sum_up()

    async def sum_up(self) -> None:
        """What the list comes to, part by part; what takes too long stays away."""
        roster, said = self.roster, reading(self.told)
        self.weighing.turn_to(roster)
        with suppress(InputError):
            self.figures.content = render("army_summary.html", summary=await workers.work(summary.of, roster))
            self.more.content = render("army_more.html", **said, once=None, changed=None)
            once = gathered(await workers.work(summary.once, roster))
            changed = await workers.work(summary.changed, roster)
            if roster is self.roster:
                self.more.content = render("army_more.html", **said, once=once, changed=changed)

    def detachments(self, names: tuple[str, ...]) -> None:
        """The choice of the army's detachment, where any are known."""
        if not names or self.roster.system != data.systems()[0]:
            return
        own = self.roster.detachments[:1]
        known = {"": "–", **{name: name for name in (*own, *names)}}

        async def chosen(event: object) -> None:
            name = select.value or None
            await self.change(lambda roster: edits.detached(roster, name))

        select = ui.select(known, value=next(iter(own), ""), label="Detachment", on_change=chosen)

    async def add(self) -> None:
        """Add what was typed."""
        text = str(self.typed.value or "")
        try:
            more = await workers.work(tasks.typed, text, self.roster.system)
        except InputError as fault:
            self.refuse(fault)
            return
        self.typed.value = ""
        await self.change(lambda roster: edits.added(roster, more.units))
