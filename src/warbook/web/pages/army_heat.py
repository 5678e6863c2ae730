"""A list's odds against another's units, or against standard targets, as a heat map."""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from warbook.errors import InputError
from warbook.web import frame
from warbook.web.army import asked, heat, lists, tasks
from warbook.web.army.asked import Wish
from warbook.web.army.grid import FIGURES, grid
from warbook.web.army.pairs import best, notes, threats
from warbook.web.rendering import render

POLL = 0.25
PHASES = {None: "whichever does more", "shooting": "shooting", "fight": "the fight"}
SITUATION = {
    "cover": "Target in cover",
    "half_range": "Half range",
    "stationary": "Stood still",
    "charged": "Charged",
}


def register() -> None:
    """Put the page at its address."""
    ui.page("/army/{ref:path}/against/{other:path}")(against)


async def against(request: Request, ref: str, other: str) -> None:
    """The page of two sides."""
    ui.add_head_html(render("army_head.html"))
    try:
        wish = asked.read(request.query_params)
        own, theirs = lists.find(ref), _side(other)
    except InputError as fault:
        with frame.frame("Heat map", "/army"):
            frame.refuse(fault)
        return
    name = "standard targets" if isinstance(theirs, str) else theirs.name
    with frame.frame(f"{own.name} against {name}", "/army"):
        _Page((ref, other), (own, theirs), wish).show()


def _side(ref: str) -> tasks.Side:
    return ref if ref == tasks.STANDARD else lists.find(ref)


class _Page:
    """One visitor's view of a heat map."""

    def __init__(self, refs: tuple[str, str], sides: tuple[tasks.Side, tasks.Side], wish: Wish) -> None:
        self.refs, self.sides, self.wish = refs, sides, wish
        self.shown: tuple[object, ...] = ()

    def show(self) -> None:
        """Put everything on the page and start working."""
        self.controls()
        with ui.element("div").classes("progress").props('aria-live="polite"'):
            self.told = ui.html("", sanitize=False)
            self.stop = ui.button("Stop", on_click=lambda: self.map.stop()).props("outline no-caps")
            self.resume = ui.button("Go on", on_click=lambda: self.map.go()).props("outline no-caps")
        self.table = ui.html("", sanitize=False)
        self.pairs = ui.html("", sanitize=False)
        self.timer = ui.timer(POLL, self.refresh)
        self.begin()

    def controls(self) -> None:
        """What a visitor may change."""
        points = not any(isinstance(side, str) for side in self.sides)
        names = {name: FIGURES[name].title for name in FIGURES if points or name != "points"}
        with ui.element("div").classes("fields"):
            self.figure = ui.select(
                names, value=self.wish.figure or next(iter(names)), label="Figure", on_change=self.change
            )
            self.phase = ui.select(PHASES, value=self.wish.phase, label="Phase", on_change=self.change)
            self.boxes = {
                name: ui.checkbox(label, value=getattr(self.wish, name), on_change=self.change)
                for name, label in SITUATION.items()
            }

    def change(self) -> None:
        """Another figure or situation."""
        boxes = {name: box.value for name, box in self.boxes.items()}
        changed = {"figure": self.figure.value, "phase": self.phase.value, **boxes}
        self.wish = asked.read({**asked.parameters(self.wish), **changed})
        ui.navigate.history.replace(asked.against(*self.refs, self.wish))
        self.begin()

    def begin(self) -> None:
        """Ask for the map of the present wish."""
        sides = self.sides if self.wish.attack == "own" else self.sides[::-1]
        self.map = heat.of(heat.Asked(*sides, self.wish.phase, self.wish.situation, self.wish.revision))
        self.map.go()
        self.refresh()

    def refresh(self) -> None:
        """Show how far it is, if that has changed."""
        map_, now = self.map.look(), (id(self.map), self.map.changes, self.wish)
        if now == self.shown:
            return
        self.shown = now
        working = map_.state == "working"
        self.told.content = render("army_progress.html", map=map_)
        self.stop.set_visibility(working)
        self.resume.set_visibility(map_.state == "stopped")
        if map_.matrix is None:
            return
        told = grid(map_.matrix, self.wish.figure, working)
        self.table.content = render("army_heat.html", grid=told)
        if not working:
            found = {"best": best(map_.matrix), "threats": threats(map_.matrix), "notes": notes(map_.matrix)}
            self.pairs.content = render("army_best.html", **found)
