"""One list: checked, changed, saved, and what it comes to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from fastapi import Request
from nicegui import ui

from warbook import systems
from warbook.errors import InputError
from warbook.sheets.roster import Roster
from warbook.web import frame, workers
from warbook.web.army import asked, choices, drafts, edits, judged, lists, saving, summary, tasks
from warbook.web.army.asked import Pins
from warbook.web.army.judged import Checked
from warbook.web.army.keeping import Keeping
from warbook.web.army.panel import Change
from warbook.web.army.row import Row
from warbook.web.army.telling import gathered, reading, verdict
from warbook.web.army.weighing import Weighing
from warbook.web.fields import single
from warbook.web.library import shelf
from warbook.web.rendering import render, show

MOST_TYPED = 40_000
"""Letters of units that are added at once; a long list has some 20,000."""


def register() -> None:
    """Put the page at its address."""
    ui.page("/army/{ref:path}", response_timeout=shelf.PATIENCE)(army)


async def army(request: Request, ref: str) -> None:
    """A list's page."""
    ui.add_head_html(render("army_head.html"))
    try:
        pins = asked.pins(single(request.query_params.multi_items()))
        found = lists.find(ref, pins.system)
        roster = edits.apart(found)
        made = await workers.work(judged.checked, roster, pins)
    except InputError as fault:
        with frame.frame("Army", "/army"):
            frame.refuse(fault)
        return
    with frame.frame(roster.name, "/army"):
        await _Page(ref, roster, pins, made, saving.seen(ref, found)).show()


class _Page:
    """One visitor's view of a list, which changes as it is edited. ``wanted`` is what its link pinned."""

    def __init__(self, ref: str, roster: Roster, wanted: Pins, made: Checked, seen: str | None) -> None:
        self.ref, self.roster, self.wanted, self.seen = ref, roster, wanted, seen
        self.take(made)
        self.rows: list[Row] = []
        self.one_by_one = asyncio.Lock()

    def take(self, made: Checked) -> None:
        """What the list now is."""
        self.told, self.pins, self.newer = made.told, made.pins, made.newer

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
                made = await workers.work(judged.checked, roster, self.wanted)
                ref = drafts.keep(roster)
            except InputError as fault:
                self.refuse(fault)
                return False
            if roster != self.roster:
                self.ref, self.roster = ref, roster
                self.take(made)
                ui.navigate.history.push(asked.at(ref, self.pins))
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
        by = {"newer": self.newer, "dated": self.pins.dated, "unpinned": lists.address(self.ref)}
        values = {**by, **verdict(self.told)}
        self.verdict.content = render("army_checked.html", army=self.told, title=title, **values)
        others = [*lists.own(), *lists.with_warbook()]
        others = [offer for offer in others if offer.system == self.told.system and offer.ref != self.ref]
        standard = asked.against(self.ref, tasks.STANDARD, asked.pinned(self.pins))
        said = {"standard": standard, "pins": asked.query(self.pins)}
        self.against.content = render("army_against.html", ref=self.ref, others=others, **said)
        if [row.unit.unit for row in self.rows] != [unit.unit for unit in self.told.units]:
            self.units.clear()
            with self.units:
                show("army_units.html", count=len(self.told.units))
                self.rows = [Row(self, unit) for unit in self.told.units]
        for row, unit in zip(self.rows, self.told.units, strict=True):
            row.update(unit)

    async def slow(self) -> None:
        """What takes longer: the choice of detachments, and what the list comes to. The address tells what it
        was judged by."""
        ui.navigate.history.replace(asked.at(self.ref, self.pins))
        with suppress(InputError):
            names = await workers.work(choices.detachments, self.roster)
            with self.keeping.army_wide:
                self.detachments(names)
        await self.sum_up()

    async def sum_up(self) -> None:
        """What the list comes to, part by part; a part that fails is told and costs no other."""
        roster, pins, said = self.roster, self.pins, reading(self.told)
        self.weighing.turn_to(roster, pins)
        figures = await _tried(summary.of, roster, pins)
        self.figures.content = (
            render("fault.html", fault=figures)
            if isinstance(figures, InputError)
            else render("army_summary.html", summary=figures)
        )
        self.more.content = render("army_more.html", **said, once=None, changed=None, faults=())
        once, changed = await _tried(summary.once, roster, pins), await _tried(summary.changed, roster, pins)
        faults = [each for each in (once, changed) if isinstance(each, InputError)]
        known = () if isinstance(once, InputError) else gathered(once)
        newer = () if isinstance(changed, InputError) else changed
        if roster is self.roster:
            self.more.content = render("army_more.html", **said, once=known, changed=newer, faults=faults)

    def detachments(self, names: tuple[str, ...]) -> None:
        """The choice of the army's detachment, where any are known; or that its units each have one."""
        if systems.find(self.roster.system).stations is not None:
            show("army_stations.html")
            return
        if not names:
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


T = TypeVar("T")


async def _tried(part: Callable[[Roster, Pins], T], roster: Roster, pins: Pins) -> T | InputError:
    """What a part of the list comes to, or why that is not known."""
    try:
        return await workers.work(part, roster, pins)
    except InputError as fault:
        return fault
