"""The rules in play: what the units may use, what is taken to hold, what a detachment adds, other modifiers."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from warbook import systems
from warbook.asking.joined import known
from warbook.errors import InputError
from warbook.rules.assumed import Picked
from warbook.web.odds.shown import Shown
from warbook.web.pages.odds.asked import SIDES, Asked, Told
from warbook.web.pages.odds.controls import Change, Folded, select
from warbook.web.pages.odds.tried import Core, Detachments
from warbook.web.part import Part


class Rules:
    """What is in play; the switches are drawn anew with each answer that offers others."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.drawn: object = None
        self.system = ""
        self.modifiers: ui.element | None = None
        with Part("Rules in play", "rules").classes("card odds-side") as card:
            self.box = ui.element("div").classes("odds-rules")
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
            self.system = found.system
            self._modifiers()
        used, holding = self.asked.question.plays, self.asked.question.holding
        offers = (found.usable, found.conditions, found.choices) if found else ((), (), ())
        if self.drawn != (used, holding, offers):
            self.drawn = (used, holding, offers)
            self.box.clear()
            with self.box:
                self._draw(*offers)

    def _fill(self) -> None:
        self.modifiers = ui.element("div").classes("odds-wide odds-switches")
        self._modifiers()

    def _modifiers(self) -> None:
        """Those that the game knows."""
        if self.modifiers is None or not self.system:
            return
        self.modifiers.clear()
        with self.modifiers:
            for each in known(systems.find(self.system)):
                on = each in self.asked.question.modifiers
                ui.checkbox(each, value=on, on_change=partial(self._switch, "modifiers", each))

    def _draw(self, usable: tuple[str, ...], conditions: tuple[str, ...], choices: tuple[Picked, ...]) -> None:
        question = self.asked.question
        for name in (*question.plays, *(each for each in usable if each not in question.plays)):
            on = name in question.plays
            ui.checkbox(f"Use {name}", value=on, on_change=partial(self._switch, "plays", name))
        for choice in choices:
            options = {
                "": f"{choice.option} (best here)",
                **{each: each for each in (choice.option, *choice.others)},
            }
            select(choice.rule, options, "", partial(self._chosen, choice.rule))
        for words in (*question.holding, *(each for each in conditions if each not in question.holding)):
            on = words in question.holding
            ui.checkbox(f"It holds: {words}", value=on, on_change=partial(self._switch, "holding", words))
        if not (question.plays or usable or choices or question.holding or conditions):
            ui.label("These sheets have nothing that you would have to switch on.").classes("dim")

    async def _switch(self, field: str, name: str, change: Change) -> None:
        kept = tuple(each for each in getattr(self.asked.question, field) if each != name)
        await self.asked.change(**{field: (*kept, name) if change.value else kept})

    async def _chosen(self, rule: str, change: Change) -> None:
        if change.value:
            await self.asked.change(plays=(*self.asked.question.plays, f"{rule}: {change.value}"))
