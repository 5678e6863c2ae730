"""A list's odds against another's units, or against standard targets, as a heat map."""

from __future__ import annotations

import re

from fastapi import Request
from nicegui import ui
from nicegui.events import GenericEventArguments

from warbook.errors import InputError, naming
from warbook.probability.matrix import Matrix
from warbook.views.bars import percent
from warbook.web import frame, workers
from warbook.web.army import asked, heat, lists, tasks
from warbook.web.army.asked import Pins, Wish
from warbook.web.army.grid import FIGURES, csv, grid
from warbook.web.army.pairs import absent, best, notes, threats, weights
from warbook.web.fields import single
from warbook.web.library import shelf
from warbook.web.pages import army_list
from warbook.web.rendering import render

POLL = 0.25
SAID = {
    "working": "Working it out",
    "done": "All pairs are worked out",
    "stopped": "Stopped",
    "failed": "It cannot be worked out",
}
"""What a screen reader says; the count of pairs would never let it rest."""
EITHER = "either"
PHASES = {EITHER: "whichever does more", "shooting": "shooting", "fight": "the fight"}
PICKED = "(event) => { const cell = event.target.closest('[data-pair]'); if (cell) emit(cell.dataset.pair); }"
_PLACE = re.compile(r"(\d{1,3})-(\d{1,3})")
SITUATION = {
    "cover": "Target in cover",
    "half_range": "Half range",
    "stationary": "Stood still",
    "charged": "Charged",
}


def register() -> None:
    """Put the page at its address."""
    ui.page("/army/{ref:path}/against/{other:path}", response_timeout=shelf.PATIENCE)(against)


async def against(request: Request, ref: str, other: str) -> None:
    """The page of two sides."""
    ui.add_head_html(render("army_head.html"))
    try:
        wish = asked.read(single(request.query_params.multi_items()))
        own, theirs = lists.find(ref, wish.system), _side(other, wish.system)
    except InputError as fault:
        whole = f"{ref}/against/{other}"
        if lists.is_there(whole):  # a list whose name looks like two
            await army_list.army(request, whole)
            return
        with frame.frame("Heat map", "/army"):
            frame.refuse(fault)
        return
    name = "standard targets" if isinstance(theirs, str) else theirs.name
    with frame.frame(f"{own.name} against {name}", "/army"):
        _Page((ref, other), (own, theirs), wish).show()


def _side(ref: str, system: str | None) -> tasks.Side:
    return ref if ref == tasks.STANDARD else lists.find(ref, system)


class _Page:
    """One visitor's view of a heat map."""

    def __init__(self, refs: tuple[str, str], sides: tuple[tasks.Side, tasks.Side], wish: Wish) -> None:
        self.refs, self.sides, self.wish = refs, sides, wish
        self.shown: tuple[object, ...] = ()
        self.pinned = False
        self.standard = any(isinstance(side, str) for side in sides)

    def show(self) -> None:
        """Put everything on the page and start working."""
        names = [side if isinstance(side, str) else side.name for side in self.sides]
        self.who = ui.html("", sanitize=False)
        self.names = [(name, asked.at(ref, self.pins)) for name, ref in zip(names, self.refs, strict=True)]
        self.controls()
        with ui.element("div").classes("progress"):
            self.told = ui.html("", sanitize=False)
            self.status = ui.html("", sanitize=False).props('role="status"').classes("for-readers")
            self.stop = ui.button("Stop", on_click=lambda: self.map.stop()).props("outline no-caps")
            self.resume = ui.button("Go on", on_click=self.go_on).props("outline no-caps")
            self.retry = ui.button("Try again", on_click=self.try_again).props("outline no-caps")
        self.table = ui.html("", sanitize=False)
        self.table.on("click", self.look, js_handler=PICKED)
        with ui.element("div").classes("fields"):
            ui.button("Save as CSV", on_click=self.save).props("flat no-caps")
        with ui.element("div").props('popover=auto id="pair"').classes("pair-sheet"):
            self.detail = ui.html("", sanitize=False).props('aria-live="polite"')
        self.pairs = ui.html("", sanitize=False)
        self.timer = ui.timer(POLL, self.refresh)
        self.begin()

    def controls(self) -> None:
        """What a visitor may change."""
        names = {name: shown.title for name, shown in FIGURES.items() if not self.standard or name != "points"}
        chosen = self.wish.figure if self.wish.figure in names else next(iter(names))
        with ui.element("div").classes("fields"):
            self.figure = ui.select(names, value=chosen, label="Figure", on_change=self.change)
            self.phase = ui.select(
                PHASES, value=self.wish.phase or EITHER, label="Phase", on_change=self.change
            )
            self.boxes = {
                name: ui.checkbox(label, value=getattr(self.wish, name), on_change=self.change)
                for name, label in SITUATION.items()
            }
            if not self.standard:
                ui.button("Swap sides", on_click=self.swap).props("outline no-caps")

    def swap(self) -> None:
        """Let the others attack."""
        attack = "theirs" if self.wish.attack == "own" else "own"
        self.take({"attack": attack})

    def change(self) -> None:
        """Another figure or situation."""
        boxes = {name: box.value for name, box in self.boxes.items()}
        phase = None if self.phase.value == EITHER else self.phase.value
        self.take({"figure": self.figure.value, "phase": phase, **boxes})

    def take(self, changed: dict[str, object]) -> None:
        """Show what is wished now, under its own address."""
        self.wish = asked.read({**asked.parameters(self.wish), **changed})
        self.address()
        self.begin()

    def address(self) -> None:
        """Put what is shown into the address, with what it was worked out by."""
        made = self.map.matrix
        found = {"system": made.system, "revision": made.revision, "dated": self.map.date} if made else {}
        told = asked.read({**found, **asked.parameters(self.wish)})
        ui.navigate.history.replace(asked.against(*self.refs, told))

    @property
    def pins(self) -> Pins:
        """What the link pins."""
        return Pins(self.wish.system, self.wish.revision, self.wish.dated)

    def begin(self) -> None:
        """Ask for the map of the present wish."""
        own = self.wish.attack == "own"
        sides = self.sides if own else self.sides[::-1]
        wish = self.wish
        self.map = heat.of(heat.Asked(*sides, wish.phase, wish.situation, wish.revision, wish.dated))
        self.map.go()
        self.timer.active = True
        self.who.content = render("army_who.html", sides=self.names if own else self.names[::-1])
        self.detail.content = ""
        self.refresh()

    def refresh(self) -> None:
        """Show how far it is, if that has changed."""
        map_, now = self.map.look(), (id(self.map), self.map.changes, self.wish)
        if now == self.shown:
            return
        self.shown = now
        working = map_.state == "working"
        if map_.matrix and not self.pinned:
            self.pinned = True
            self.address()
        self.told.content = render("army_progress.html", map=map_)
        lacks = f"{map_.failed} of {map_.pairs} pairs have no figures"
        said = lacks if map_.failed and not working else SAID[map_.state]
        if self.status.content != said:
            self.status.content = said
        self.timer.active = working
        self.stop.set_visibility(working)
        self.resume.set_visibility(map_.state == "stopped")
        self.retry.set_visibility(map_.state == "failed" or (map_.state == "done" and map_.failed > 0))
        made = map_.matrix
        self.table.content = (
            render("army_heat.html", grid=grid(made, self.wish.figure, working)) if made else ""
        )
        self.pairs.content = render("army_best.html", **self.found(made)) if made and not working else ""

    def go_on(self) -> None:
        """Go on after a stop."""
        self.map.go()
        self.timer.active = True

    def try_again(self) -> None:
        """Try once more what failed: the pairs without figures, or the whole map."""
        if self.map.state == "failed":
            self.begin()
            return
        self.map.again()
        self.timer.active = True

    def save(self) -> None:
        """The figures as a file for a table program."""
        if self.map.matrix is not None:
            content = csv(grid(self.map.matrix, self.wish.figure, False)).encode("utf-8-sig")
            ui.download(content, "heat-map.csv", "text/csv")

    def found(self, made: Matrix) -> dict[str, object]:
        """What the map comes to."""
        whole = weights(made, made.system if self.standard else None)
        own = self.wish.attack == "own"
        return {
            "own": own,
            "best": best(made),
            "threats": threats(made),
            "notes": notes(made),
            "weights": whole,
            "absent": absent(made),
        }

    async def look(self, event: GenericEventArguments) -> None:
        """Tell everything about the pair of a cell."""
        place = _PLACE.fullmatch(str(event.args))
        made, of = self.map.matrix, self.map.asked
        if place is None or made is None:
            return
        row, column = int(place[1]), int(place[2])
        if row >= len(made.attackers) or column >= len(made.targets):
            return
        self.detail.content = '<p class="dim">Working it out …</p>'
        ui.run_javascript(f"openPair('{place[0]}', false)")
        told = (of.attackers, of.targets, of.revision, of.dated, of.setting, row, column)
        try:
            with naming("the pair"):
                found = await workers.work(tasks.pair, *told)
                values = {"told": found.shown, "query": found.query, "exact": found.exact}
                self.detail.content = render("army_pair.html", **values, percent=percent)
        except InputError as fault:
            self.detail.content = render("fault.html", fault=fault)
        ui.run_javascript(f"openPair('{place[0]}', true)")
