"""Which of a unit's weapons attack, and with which of their profiles."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from warbook.errors import InputError
from warbook.queries import Side
from warbook.web.odds.sides import Armed
from warbook.web.pages.odds.asked import Asked, Seat
from warbook.web.pages.odds.controls import Change, Folded, select

KINDS = {"shooting": "ranged", "fight": "melee"}


class Weapons:
    """The weapons of the phase that is asked for; drawn anew where there are others."""

    def __init__(self, asked: Asked, seat: Seat) -> None:
        self.asked, self.seat = asked, seat
        self.carried: tuple[Armed, ...] = ()
        self.drawn: list[Armed] = []
        self.box = ui.element("div").classes("odds-wide")

    @property
    def side(self) -> Side:
        return self.asked.side(self.seat)

    def show(self, carried: tuple[Armed, ...]) -> None:
        """Offer these, as far as they are of the phase."""
        self.carried = carried
        self.update()

    def update(self) -> None:
        """Offer those of the phase of the last answer; while there is none nobody knows which."""
        told, phase = self.asked.told, self.asked.question.phase
        phase = getattr(told, "phase", None) or phase
        if self.seat == "target" or (phase is None and not isinstance(told, InputError)):
            return
        wanted = [each for each in self.carried if phase is None or each.kind == KINDS[phase]]
        if wanted != self.drawn:
            self.drawn = wanted
            self.box.clear()
            with self.box:
                self._draw(wanted)

    def _draw(self, wanted: list[Armed]) -> None:
        if len(wanted) > 1 or any(each.profiles for each in wanted):
            picked = bool(self.side.weapons or self.side.profiles)
            Folded("Weapons used", partial(self._fill, wanted), picked)

    def _fill(self, wanted: list[Armed]) -> None:
        for weapon in wanted:
            on = not self.side.weapons or weapon.name in self.side.weapons
            ui.checkbox(weapon.name, value=on, on_change=partial(self._used, weapon.name))
            if weapon.profiles:
                self._profiles(weapon)

    def _profiles(self, weapon: Armed) -> None:
        named = {f"{weapon.name} ({profile})": profile for profile in weapon.profiles}
        value = next((each for each in self.side.profiles if each in named), "")
        options = {"": "the one that does most here", **named}

        async def picked(change: Change) -> None:
            kept = [each for each in self.side.profiles if each not in named]
            await self.asked.change_side(self.seat, profiles=[*kept, *([change.value] if change.value else [])])

        select(f"{weapon.name}: profile", options, value, picked)

    async def _used(self, name: str, change: Change) -> None:
        everything = [weapon.name for weapon in self.carried]
        used = self.side.weapons or everything
        kept = [each for each in everything if (each in used if each != name else change.value)]
        await self.asked.change_side(self.seat, weapons=[] if kept == everything else kept)
