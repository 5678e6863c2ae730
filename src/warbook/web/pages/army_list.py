"""One list, checked."""

from __future__ import annotations

from nicegui import ui

from warbook import systems
from warbook.errors import InputError
from warbook.rules.muster import plural
from warbook.views.army import ArmyAnswer
from warbook.web import frame, workers
from warbook.web.army import lists, tasks
from warbook.web.army.asked import Wish, against
from warbook.web.rendering import render, show


def register() -> None:
    """Put the page at its address."""
    ui.page("/army/{ref:path}")(army)


async def army(ref: str) -> None:
    """A list's page."""
    ui.add_head_html(render("army_head.html"))
    try:
        roster = lists.find(ref)
        told = await workers.work(tasks.checked, roster)
    except InputError as fault:
        with frame.frame("Army", "/army"):
            frame.refuse(fault)
        return
    with frame.frame(roster.name, "/army"):
        _checked(told)
        show("army_against.html", standard=against(ref, tasks.STANDARD, Wish()))
        show("army_units.html", army=told)


def _checked(told: ArmyAnswer) -> None:
    title = systems.find(told.system).title
    show("army_checked.html", army=told, title=title, clear=clear(told))


def clear(told: ArmyAnswer) -> str:
    """What it means that nothing is against the rules."""
    unknown = sum(unit.sheet is None for unit in told.units)
    if not unknown:
        return "Nothing found."
    if unknown == len(told.units):
        return "No unit is known, so nothing could be judged."
    return (
        f"Nothing found in the others; {plural(unknown, 'unit')} of {len(told.units)} not known and not judged."
    )
