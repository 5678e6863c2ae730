"""A battle to watch: bot against bot, moment by moment, with the table, the log and what it came to."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import Request
from nicegui import app, ui
from nicegui.events import KeyEventArguments
from starlette.responses import Response

from warbook.errors import InputError
from warbook.views.board import picture
from warbook.views.offers import SYSTEM, Offers, offers
from warbook.web import frame as frames
from warbook.web import workers
from warbook.web.army import lists
from warbook.web.battle import asked, keeping, places
from warbook.web.battle.asked import Fight
from warbook.web.battle.watching import Watched
from warbook.web.fields import single
from warbook.web.frame import Place, frame
from warbook.web.guard import fault_response
from warbook.web.rendering import render, show
from warbook.web.status import status_of

PATH = "/battle"
BOTS = {"greedy": "Greedy (best odds)", "random": "Random"}
SPEEDS = {2.5: "Slow", 1.2: "Normal", 0.5: "Fast"}
"""Seconds that each moment stays, while the battle plays by itself."""


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH)(battle)
    app.add_route(PATH + "/record", record, ["GET"], include_in_schema=False)
    frames.NAVIGATION.append(Place("Battle", PATH))


async def battle(request: Request) -> None:
    """The page: what to fight, and the battle."""
    workers.start(workers.BATTLES)
    ui.add_head_html(render("battle_head.html"))
    with frame("Watch a battle", PATH):
        there = offers()
        fight, at = asked.read(single(request.query_params.multi_items()), there)
        _choice(there, fight)
        if fight is not None:
            stage = _Stage(fight, at)
            ui.timer(0.05, stage.begin, once=True)


def _choice(there: Offers, fight: Fight | None) -> None:
    """The form that chooses what is fought."""
    every = [each for each in (*lists.own(), *lists.with_warbook()) if each.system == SYSTEM]
    refs = list(dict.fromkeys(each.ref for each in every))
    own = [each.ref for each in lists.with_warbook() if each.system == SYSTEM]
    shown = fight or Fight(own[0], own[1 % len(own)])
    tables = [
        (table.name, f"{table.name} ({table.width_in:g} × {table.depth_in:g} in)")
        for table in there.battlefields
    ]
    show(
        "battle_choose.html",
        lists=refs,
        missions=there.missions,
        tables=tables,
        bots=list(BOTS.items()),
        fight=shown,
        chosen=fight is not None,
    )


class _Stage:
    """One visitor's view of a battle."""

    def __init__(self, fight: Fight, at: int) -> None:
        self.fight, self.at = fight, at
        self.pictures: dict[int, str] = {}
        self.place = ui.element("div")
        with self.place:
            show("battle_waiting.html").props('role="status"')

    async def begin(self) -> None:
        """Fight it, then show it."""
        try:
            self.told = await keeping.of(self.fight)
        except InputError as fault:
            self.place.clear()
            with self.place:
                frames.refuse(fault)
            return
        self.place.clear()
        with self.place:
            self._put()
        self.go(self.at, keep=False)

    def _put(self) -> None:
        if self.told.absent:
            show("battle_absent.html", absent=self.told.absent)
        with ui.element("div").classes("watch"):
            with ui.element("section").classes("table").props('aria-label="The table"'):
                self.status = ui.html("", sanitize=False).props('aria-live="polite"')
                self.board = ui.html("", sanitize=False)
                self._controls()
            self.log = ui.html("", sanitize=False)
        with ui.element("details").classes("words"):
            with ui.element("summary"):
                ui.html("The table in words", sanitize=False, tag="span")
            self.words = ui.html("", sanitize=False)
        show("battle_end.html", told=self.told, fight=self.fight)
        ui.keyboard(self._key)

    def _controls(self) -> None:
        told = self.told
        self.slider = ui.slider(
            min=0, max=len(told.moments) - 1, step=1, on_change=lambda event: self._slid(int(event.value))
        ).props('aria-label="Moment of the battle"')
        with ui.element("div").classes("controls"):
            self._pair("turn", told.turns())
            self._pair("phase", told.phases())
            self._pair("step", range(len(told.moments)))
            self.play = ui.button("Play", on_click=self._toggle).props("no-caps")
            ui.select(SPEEDS, value=1.2, label="Speed", on_change=lambda event: self._speed(event.value)).props(
                "outlined dense"
            )
        self.timer = ui.timer(1.2, self._advance, active=False)

    def _pair(self, what: str, stops: Sequence[int]) -> None:
        """A button backwards and one forwards, over these moments."""
        with ui.element("div").classes("pair").props(f'role="group" aria-label="{what}"'):
            back = ui.button("◀", on_click=lambda: self.go(before(stops, self.at)))
            back.props(f'outline aria-label="Previous {what}"')
            ui.html(what.capitalize(), sanitize=False, tag="span")
            forth = ui.button("▶", on_click=lambda: self.go(after(stops, self.at)))
            forth.props(f'outline aria-label="Next {what}"')

    def go(self, at: int, keep: bool = True) -> None:
        """Show a moment."""
        self.at = max(0, min(at, len(self.told.moments) - 1))
        moment, scene = self.told.moments[self.at], self.told.scene(self.at)
        if moment.scene not in self.pictures:
            self.pictures[moment.scene] = picture(scene)
        self.status.content = render(
            "battle_status.html", at=self.at, told=self.told, scene=scene, moment=moment
        )
        self.board.content = render("battle_board.html", svg=self.pictures[moment.scene])
        rows = around(self.told, self.at)
        self.log.content = render("battle_log.html", rows=rows, at=self.at, fight=self.fight, moment=moment)
        self.words.content = render(
            "battle_words.html", standing=places.standing(scene), objectives=places.objectives(scene)
        )
        self.slider.value = self.at
        if keep:
            ui.navigate.history.replace(f"{PATH}?{self.fight.query(self.at)}")

    def _slid(self, at: int) -> None:
        if at != self.at:
            self.go(at)

    def _advance(self) -> None:
        if self.at + 1 >= len(self.told.moments):
            self._toggle()
        else:
            self.go(self.at + 1)

    def _toggle(self) -> None:
        """Play or pause; while it plays, the moments are not read out one by one."""
        self.timer.active = not self.timer.active
        self.play.text = "Pause" if self.timer.active else "Play"
        self.status.props(f'aria-live="{"off" if self.timer.active else "polite"}"')

    def _speed(self, seconds: float) -> None:
        self.timer.interval = seconds

    def _key(self, event: KeyEventArguments) -> None:
        """The arrow keys step, wherever nothing else takes them."""
        if event.action.keydown and event.key.arrow_right:
            self.go(self.at + 1)
        elif event.action.keydown and event.key.arrow_left:
            self.go(self.at - 1)


def before(stops: Sequence[int], at: int) -> int:
    """The last of some moments before this one, or the first of all."""
    return max((stop for stop in stops if stop < at), default=0)


def after(stops: Sequence[int], at: int) -> int:
    """The first of some moments after this one, or the same where there is none."""
    return min((stop for stop in stops if stop > at), default=at)


def around(told: Watched, at: int) -> list[tuple[int, tuple[str, ...]]]:
    """The moments of the phase that a moment is in, with their lines."""
    here = told.moments[at]
    return [
        (place, each.lines)
        for place, each in enumerate(told.moments)
        if (each.turn, each.phase) == (here.turn, here.phase)
    ]


async def record(request: Request) -> Response:
    """The record of a battle, for ``warbook replay``."""
    try:
        fight, _ = asked.read(single(request.query_params.multi_items()), offers())
        if fight is None:
            raise InputError("battle", "armies", "expected a and b, two army lists")
        told = await keeping.of(fight)
    except InputError as fault:
        return fault_response(status_of(fault), fault.path, fault.place, fault.expected)
    headers = {"Content-Disposition": 'attachment; filename="battle.json"'}
    return Response(told.record, media_type="application/json", headers=headers)
