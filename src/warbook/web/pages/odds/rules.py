"""The rules in play: what the units may use, what is taken to hold, what a detachment adds, other modifiers."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from warbook import systems
from warbook.errors import InputError
from warbook.queries.question import known
from warbook.rules.assumed import Picked
from warbook.web.odds.shown import Shown
from warbook.web.pages.odds.asked import SIDES, Asked, Told
from warbook.web.pages.odds.controls import Change, Folded, select
from warbook.web.pages.odds.switches import Switches
from warbook.web.pages.odds.tried import Core, Detachments
from warbook.web.part import Part


class Rules:
    """What is in play, as far as the units' sheets tell of it, then what detachments and all armies have."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.drawn: tuple[Picked, ...] = ()
        self.system = ""
        self.known: tuple[str, ...] = ()
        self.modifiers: Switches | None = None
        with Part("Rules in play", "rules").classes("card odds-side") as card:
            with ui.element("div").classes("odds-rules"):
                self.plays = Switches("Use {}", partial(self._switch, "plays"))
                self.choices = ui.element("div").classes("odds-wide")
                self.holding = Switches("It holds: {}", partial(self._switch, "holding"))
                told = "These sheets have nothing that you would have to switch on."
                self.nothing = ui.label(told).classes("dim")
            for name in SIDES:
                Detachments(asked, name)
            Core(asked)
            Folded("Other modifiers", self._fill, bool(asked.question.modifiers))
        self.card = card
        card.set_visibility(False)
        asked.answered.append(self.tell)

    def tell(self, told: Told) -> None:
        """Show the switches of an answer."""
        if isinstance(told, InputError) and not self.asked.question.plays and not self.asked.question.holding:
            return
        if told is None:
            return
        self.card.set_visibility(True)
        found = told if isinstance(told, Shown) else None
        if found and found.system != self.system:
            self.system, self.known = found.system, known(systems.find(found.system))
        self._modifiers()
        self._offer(*((found.usable, found.conditions, found.choices) if found else ((), (), ())))

    def _offer(self, usable: tuple[str, ...], conditions: tuple[str, ...], choices: tuple[Picked, ...]) -> None:
        """Show what is in use and what may be."""
        used, holding = self.asked.question.plays, self.asked.question.holding
        plays, holds = tuple(dict.fromkeys((*used, *usable))), tuple(dict.fromkeys((*holding, *conditions)))
        self.plays.show(plays, used)
        self.holding.show(holds, holding)
        self.nothing.set_visibility(not (plays or holds or choices))
        if choices != self.drawn:
            self.drawn = choices
            self.choices.clear()
            with self.choices:
                for choice in choices:
                    self._choice(choice)

    def _choice(self, choice: Picked) -> None:
        every = {each: each for each in (choice.option, *choice.others)}
        options = {"": f"{choice.option} (best here)", **every}
        select(choice.rule, options, "", partial(self._chosen, choice.rule))

    def _fill(self) -> None:
        self.modifiers = Switches("{}", partial(self._switch, "modifiers"))
        self.modifiers.box.classes("odds-switches")
        self._modifiers()

    def _modifiers(self) -> None:
        """Those that the game knows."""
        if self.modifiers is not None:
            self.modifiers.show(self.known, self.asked.question.modifiers)

    async def _switch(self, field: str, name: str, on: bool) -> None:
        kept = tuple(each for each in getattr(self.asked.question, field) if each != name)
        await self.asked.change(**{field: (*kept, name) if on else kept})

    async def _chosen(self, rule: str, change: Change) -> None:
        if change.value:
            await self.asked.change(plays=(*self.asked.question.plays, f"{rule}: {change.value}"))
