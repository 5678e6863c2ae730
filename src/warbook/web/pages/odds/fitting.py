"""The controls of a picked unit: size, leader, wargear, weapons used, wounds lost, the date of its data."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from warbook.errors import InputError
from warbook.library.index import Indexed
from warbook.queries import Side
from warbook.web import lately, links
from warbook.web.library import shelf
from warbook.web.odds import sides, units
from warbook.web.odds.sides import Offered
from warbook.web.pages.odds.asked import Asked, Seat
from warbook.web.pages.odds.controls import Change, number, select
from warbook.web.pages.odds.near import Near
from warbook.web.pages.odds.wargear import Wargear
from warbook.web.pages.odds.weapons import Weapons
from warbook.web.rendering import render


class Fitting:
    """The picked unit of a seat. Controls that stay are brought up to date in their places, so that nobody's
    typing is interrupted."""

    def __init__(self, asked: Asked, seat: Seat) -> None:
        self.asked, self.seat = asked, seat
        self.known: Side | None = None
        self.offered: Offered | None = None
        self.leaders: tuple[str, ...] = ()
        self.seconds: tuple[str, ...] = ()
        self.second: ui.select | None = None
        with ui.element("div").classes("odds-picked") as self.head:
            self.heading = ui.html(render("odds_unit.html", side=self.side, told=None), sanitize=False)
        self.problem = ui.html("", sanitize=False).props('role="status"')
        self.others = ui.element("div").classes("odds-buttons")
        self.box = ui.element("div").classes("odds-fitting")
        self.others_led = ui.element("div").classes("odds-fitting")
        self.wargear = Wargear("Wargear options", partial(self._take, "loadout"))
        self.led = Wargear("Its leader's wargear", partial(self._take, "leader_loadout"))
        self.led_too = Wargear("Its second leader's wargear", partial(self._take, "second_leader_loadout"))
        self.weapons = Weapons(asked, seat)
        self.near = Near(asked, seat)

    @property
    def side(self) -> Side:
        return self.asked.side(self.seat)

    async def update(self) -> None:
        """Show what may be picked of the unit as it is now; nothing where it is as it was."""
        side = self.side
        if side == self.known:
            return
        near: tuple[Indexed, ...] = ()
        try:
            offered = await lately.work(sides.offered, side)
            if offered and self.offered is None:
                self.leaders = units.leaders(offered, await shelf.catalogue())
            beside = await self._beside(side)
        except InputError:
            offered, beside = None, ()  # the answer tells it
            near = units.near(side.name, side.system or "", await shelf.catalogue())
        if side != self.side:
            return
        self.known, before, self.offered = side, self.offered, offered
        self.heading.content = render("odds_unit.html", side=side, told=offered, sheet=links.sheet)
        self.problem.content = render("odds_problem.html", told=offered)
        self.others.clear()
        if offered is not None:
            self.asked.games[side.name] = offered.system
            self._show(before, offered, beside)
        with self.others:
            for unit in near:
                told = f"Take {unit.name} ({unit.faction})"
                ui.button(told, on_click=partial(self._instead, unit)).props("flat no-caps")

    async def _instead(self, unit: Indexed) -> None:
        """Take a unit whose name is near to one that nobody knows."""
        name = units.title(unit, await shelf.catalogue())
        await self.asked.change_side(self.seat, name=name, system=unit.system)

    async def _beside(self, side: Side) -> tuple[str, ...]:
        """Who may lead it beside its leader."""
        if not side.leader:
            return ()
        led = Side(side.name, side.models, leader=side.leader, system=side.system, dated=side.dated)
        names = await lately.work(sides.seconds, led, self.leaders) if self.leaders else ()
        return tuple(dict.fromkeys((*names, *filter(None, [side.second_leader]))))

    def _show(self, before: Offered | None, offered: Offered, beside: tuple[str, ...]) -> None:
        if before is None:
            with self.box:
                self._controls(offered)
        self.wargear.show(offered.choices, self.side.loadout)
        self._second(beside)
        self.led.show(offered.led, self.side.leader_loadout)
        self.led_too.show(offered.led_too, self.side.second_leader_loadout)
        self.weapons.show(offered.weapons)
        self.near.update(offered.ruled)

    def _controls(self, offered: Offered) -> None:
        if offered.least < offered.most:
            told = f"Models ({offered.least} to {offered.most})"
            number(told, offered.size, offered.least, offered.most, self._sized)
        self._leaders()
        if offered.wounds > 1:
            number("Wounds lost", self.side.wounds_lost, 0, offered.wounds - 1, self._wounded)
        self._dates(offered)

    def _leaders(self) -> None:
        names = list(self.leaders)
        if self.side.leader and self.side.leader not in names:
            names.append(self.side.leader)
        if names:
            options = {"": "nobody", **{name: name for name in names}}
            none_beside: dict[str, object] = {"second_leader": None, "second_leader_loadout": []}
            leader = self.side.leader or ""
            self._select("Led by", options, leader, "leader", leader_loadout=[], **none_beside)

    def _second(self, names: tuple[str, ...]) -> None:
        """Offer these as a second leader; the control stays where they are the same."""
        value = self.side.second_leader or ""
        if names != self.seconds:
            self.seconds, self.second = names, None
            self.others_led.clear()
            if names:
                options = {"": "nobody", **{name: name for name in names}}
                with self.others_led:
                    self.second = self._select(
                        "And by", options, value, "second_leader", second_leader_loadout=[]
                    )
        elif self.second is not None:
            self.second.set_value(value)

    def _dates(self, offered: Offered) -> None:
        if len(offered.dates) > 1:
            options = {date: date for date in offered.dates}
            value = offered.date if offered.date in options else offered.dates[0]
            self._select("Data of", options, str(value), "dated")

    def _select(
        self, label: str, options: dict[str, str], value: str, field: str, **besides: object
    ) -> ui.select:
        async def picked(change: Change) -> None:
            await self.asked.change_side(self.seat, **{field: change.value or None}, **besides)

        return select(label, options, value, picked)

    async def _sized(self, change: Change) -> None:
        if change.value is not None and self.offered is not None:
            size = int(change.value)
            smallest = size == self.offered.least and self.side.models is None
            await self.asked.change_side(self.seat, models=None if smallest else size)

    async def _wounded(self, change: Change) -> None:
        await self.asked.change_side(self.seat, wounds_lost=int(change.value or 0))

    async def _take(self, field: str, loadout: list[str]) -> None:
        await self.asked.change_side(self.seat, **{field: loadout})
