"""The controls of a picked unit: size, leader, wargear, weapons used, wounds lost, the date of its data."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from warbook.asking import Side
from warbook.errors import InputError
from warbook.web import lately, links
from warbook.web.library import shelf
from warbook.web.odds import sides, units
from warbook.web.odds.sides import Choice, Offered
from warbook.web.pages.odds.asked import Asked, SideName
from warbook.web.pages.odds.controls import Change, Folded, number, select
from warbook.web.rendering import render


class Fitting:
    """The picked unit of a side. Controls that stay are brought up to date in their places, so that nobody's
    typing is interrupted."""

    def __init__(self, asked: Asked, name: SideName) -> None:
        self.asked, self.name = asked, name
        self.offered: Offered | None = None
        self.leaders: tuple[str, ...] = ()
        with ui.element("div").classes("odds-picked"):
            self.heading = ui.html(render("odds_unit.html", side=self.side, told=None), sanitize=False)
            again = ui.button("Change", on_click=self._again).props("flat no-caps")
            again.props(f'aria-label="Change the {name}"')
        self.problem = ui.html("", sanitize=False).props('role="status"')
        self.box = ui.element("div").classes("odds-fitting")
        self.counts: dict[str, ui.number] = {}
        self.weapons = ui.element("div")

    @property
    def side(self) -> Side:
        return self.asked.side(self.name)

    async def update(self) -> None:
        """Show what may be picked of the unit as it is now."""
        side = self.side
        try:
            offered = await lately.work(sides.offered, side)
            if offered and self.offered is None:
                self.leaders = units.leaders(offered, await shelf.catalogue())
        except InputError:
            offered = None  # the answer tells it
        if side != self.side:
            return
        before, self.offered = self.offered, offered
        self.heading.content = render("odds_unit.html", side=side, told=offered, sheet=links.sheet)
        self.problem.content = render("odds_problem.html", told=offered)
        if offered is not None:
            self._show(before, offered)

    def _show(self, before: Offered | None, offered: Offered) -> None:
        if before is None:
            with self.box:
                self._controls(offered)
        self._counted(offered)
        if before is None or before.weapons != offered.weapons:
            self.weapons.clear()
            with self.weapons:
                self._weapons(offered)

    def _counted(self, offered: Offered) -> None:
        """Bring the numbers of wargear up to date."""
        for choice in offered.choices:
            if choice.name in self.counts:
                field = self.counts[choice.name]
                field.props(f'max={choice.most} suffix="of {choice.most}"')
                field.set_value(choice.taken)

    def _controls(self, offered: Offered) -> None:
        if offered.least < offered.most:
            told = f"Models ({offered.least} to {offered.most})"
            field = number(told, offered.size, offered.least, offered.most, self._sized)
            self.counts[""] = field
        self._leaders()
        if offered.wounds > 1:
            number("Wounds lost", self.side.wounds_lost, 0, offered.wounds - 1, self._wounded)
        self._dates(offered)
        if wanted := [choice for choice in offered.choices if choice.most]:
            changed = any(choice.taken != choice.default for choice in wanted)
            Folded(f"Wargear options ({len(wanted)})", partial(self._wargear, offered, wanted), changed)

    def _wargear(self, first: Offered, wanted: list[Choice]) -> None:
        """A number for each, as they are when they are shown."""
        now = self.offered or first
        taken = {choice.name: choice.taken for choice in now.choices}
        for choice in wanted:
            took = partial(self._took, choice.name)
            field = number(choice.name, taken.get(choice.name, choice.taken), 0, choice.most, took)
            self.counts[choice.name] = field
        self._counted(now)

    def _leaders(self) -> None:
        names = list(self.leaders)
        if self.side.leader and self.side.leader not in names:
            names.append(self.side.leader)
        if names:
            options = {"": "nobody", **{name: name for name in names}}
            self._select("Led by", options, self.side.leader or "", "leader")

    def _dates(self, offered: Offered) -> None:
        if len(offered.dates) > 1:
            options = {date: date for date in offered.dates}
            value = offered.date if offered.date in options else offered.dates[0]
            self._select("Data of", options, str(value), "dated")

    def _select(self, label: str, options: dict[str, str], value: str, field: str) -> None:
        async def picked(change: Change) -> None:
            await self.asked.change_side(self.name, **{field: change.value or None})

        select(label, options, value, picked)

    def _weapons(self, offered: Offered) -> None:
        """Which weapons attack, and with which of their profiles."""
        phase = getattr(self.asked.told, "phase", None) or self.asked.question.phase
        wanted = [each for each in offered.weapons if phase is None or each.kind == _KINDS[phase]]
        if self.name == "target" or not wanted or (len(wanted) < 2 and not wanted[0].profiles):
            return
        Folded("Weapons used", partial(self._arms, wanted), bool(self.side.weapons or self.side.profiles))

    def _arms(self, wanted: list[sides.Armed]) -> None:
        for weapon in wanted:
            on = not self.side.weapons or weapon.name in self.side.weapons
            ui.checkbox(weapon.name, value=on, on_change=partial(self._used, weapon.name))
            if weapon.profiles:
                self._profiles(weapon)

    def _profiles(self, weapon: sides.Armed) -> None:
        named = {f"{weapon.name} ({profile})": profile for profile in weapon.profiles}
        value = next((each for each in self.side.profiles if each in named), "")
        options = {"": "the one that does most here", **named}

        async def picked(change: Change) -> None:
            kept = [each for each in self.side.profiles if each not in named]
            await self.asked.change_side(self.name, profiles=[*kept, *([change.value] if change.value else [])])

        select(f"{weapon.name}: profile", options, value, picked)

    async def _again(self) -> None:
        await self.asked.change(**{self.name: Side("")})

    async def _sized(self, change: Change) -> None:
        if change.value is not None and self.offered is not None:
            size = int(change.value)
            smallest = size == self.offered.least and self.side.models is None
            await self.asked.change_side(self.name, models=None if smallest else size)

    async def _wounded(self, change: Change) -> None:
        await self.asked.change_side(self.name, wounds_lost=int(change.value or 0))

    async def _took(self, name: str, change: Change) -> None:
        if change.value is None or self.offered is None:
            return
        if next((c.taken for c in self.offered.choices if c.name == name), None) != int(change.value):
            taken = sides.loadout(self.side, self.offered.choices, name, int(change.value))
            await self.asked.change_side(self.name, loadout=taken)

    async def _used(self, name: str, change: Change) -> None:
        if self.offered is None:
            return
        everything = [weapon.name for weapon in self.offered.weapons]
        used = self.side.weapons or everything
        kept = [each for each in everything if (each in used if each != name else change.value)]
        await self.asked.change_side(self.name, weapons=[] if kept == everything else kept)


_KINDS = {"shooting": "ranged", "fight": "melee"}
