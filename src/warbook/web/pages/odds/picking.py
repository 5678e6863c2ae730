"""A picker: find a unit, or type a profile; change one's mind later."""

from __future__ import annotations

import msgspec
from nicegui import ui

from warbook.queries import Profile, Side
from warbook.rules.pick import Arm
from warbook.web.pages.odds.asked import Asked, SideName, Told
from warbook.web.pages.odds.controls import focus
from warbook.web.pages.odds.fitting import Fitting
from warbook.web.pages.odds.order import Order
from warbook.web.pages.odds.profile import ProfileForm
from warbook.web.pages.odds.seeking import Seeker

TITLES = {"attacker": "Attacker", "target": "Target"}
TARGET = Profile(toughness=4, save="3+", wounds=2)
ATTACKER = msgspec.structs.replace(TARGET, arms=(Arm("weapon", "ranged", "2", "3+", 4, "-1", "1"),))


class Picker:
    """One side of the question."""

    def __init__(self, asked: Asked, name: SideName) -> None:
        self.asked, self.name = asked, name
        self.shown: tuple[str, bool] | None = None
        self.moving = False
        with ui.element("section").classes("card odds-side").props(f'aria-labelledby="{name}-heading"'):
            ui.html(f'<h2 id="{name}-heading">{TITLES[name]}</h2>', sanitize=False)
            self.box = ui.element("div")
        asked.changed.append(self.redraw)
        asked.answered.append(self.tell)
        self.fitting: Fitting | ProfileForm | None = None
        self.order: Order | None = None

    async def redraw(self) -> None:
        """Show the unit that is picked now, or the search for one."""
        side = self.asked.side(self.name)
        if self.shown != (side.name, side.typed is not None):
            self.shown = (side.name, side.typed is not None)
            self.box.clear()
            with self.box:
                first = self._draw(side)
            if self.moving:
                self.moving = False
                focus(first)
        if self.fitting:
            await self.fitting.update()

    def tell(self, told: Told) -> None:
        """Follow an answer: weapons of its phase, the order in which damage goes to models."""
        if isinstance(self.fitting, Fitting):
            self.fitting.weapons.update()
        if self.order:
            self.order.tell(told)

    def _draw(self, side: Side) -> ui.element:
        """What stands there now; the element that the keyboard goes on from."""
        self.fitting = self.order = None
        if not side.name:
            seeker = Seeker(f"{TITLES[self.name]}: type a name", self._game, self._take)
            ui.button("Type a profile instead", on_click=self._type).props("flat no-caps")
            return seeker.field
        self.fitting = (
            Fitting(self.asked, self.name) if side.typed is None else ProfileForm(self.asked, self.name)
        )
        with self.fitting.head:
            again = ui.button("Change", on_click=self._again).props("flat no-caps")
            again.props(f'aria-label="Change the {self.name}"')
        if self.name == "target" and side.typed is None:
            self.order = Order(self.asked)
            self.order.tell(self.asked.told)  # an answer that is known already comes first
        return again

    async def _again(self) -> None:
        await self._put(Side(""))

    async def _take(self, side: Side) -> None:
        await self._put(side)

    async def _type(self) -> None:
        typed = ATTACKER if self.name == "attacker" else TARGET
        await self._put(Side(f"Typed {self.name}", models=5, system=self._game() or None, typed=typed))

    async def _put(self, side: Side) -> None:
        """Pick another unit; the keyboard goes on at what takes the place of what it was on."""
        self.moving = True
        await self.asked.change(**{self.name: side})

    def _game(self) -> str:
        """The game of the other unit, for both must be of one."""
        other: SideName = "target" if self.name == "attacker" else "attacker"
        return self.asked.game(other)
