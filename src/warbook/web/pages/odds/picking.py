"""A picker: find a unit, or type a profile; change one's mind later."""

from __future__ import annotations

import msgspec
from nicegui import ui

from warbook.asking import Side, Typed
from warbook.rules.pick import Arm
from warbook.web.pages.odds.asked import Asked, SideName
from warbook.web.pages.odds.fitting import Fitting
from warbook.web.pages.odds.profile import Profile
from warbook.web.pages.odds.seeking import Seeker
from warbook.web.part import Part

TITLES = {"attacker": "Attacker", "target": "Target"}
TARGET = Typed(toughness=4, save="3+", wounds=2)
ATTACKER = msgspec.structs.replace(TARGET, arms=(Arm("weapon", "ranged", "2", "3+", 4, "-1", "1"),))


class Picker:
    """One side of the question."""

    def __init__(self, asked: Asked, name: SideName) -> None:
        self.asked, self.name = asked, name
        self.shown: tuple[str, bool] | None = None
        with Part(TITLES[name], name).classes("card odds-side"):
            self.box = ui.element("div")
        asked.changed.append(self.redraw)
        self.fitting: Fitting | Profile | None = None

    async def redraw(self) -> None:
        """Show the unit that is picked now, or the search for one."""
        side = self.asked.side(self.name)
        if self.shown != (side.name, side.typed is not None):
            self.shown = (side.name, side.typed is not None)
            self.box.clear()
            with self.box:
                self._draw(side)
        if self.fitting:
            await self.fitting.update()

    def _draw(self, side: Side) -> None:
        if not side.name:
            self.fitting = None
            Seeker(f"{TITLES[self.name]}: type a name", self._game, self._take)
            ui.button("Type a profile instead", on_click=self._type).props("flat no-caps")
        elif side.typed is not None:
            self.fitting = Profile(self.asked, self.name)
        else:
            self.fitting = Fitting(self.asked, self.name)

    async def _take(self, side: Side) -> None:
        await self.asked.change(**{self.name: side})

    async def _type(self) -> None:
        typed = ATTACKER if self.name == "attacker" else TARGET
        side = Side(f"Typed {self.name}", models=5, system=self._game() or None, typed=typed)
        await self.asked.change(**{self.name: side})

    def _game(self) -> str:
        """The game of the other unit, for both must be of one."""
        other: SideName = "target" if self.name == "attacker" else "attacker"
        return self.asked.side(other).system or ""
