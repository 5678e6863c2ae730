"""The slower questions around an answer, each worked out when it is opened, and again while it is open."""

from __future__ import annotations

import msgspec
from nicegui import ui

from warbook.errors import InputError, naming
from warbook.probability.compare import Needed, Worth
from warbook.queries import Question, ask
from warbook.queries.saying import words
from warbook.queries.turns import fought, whole_turn
from warbook.views.bars import percent
from warbook.web import workers
from warbook.web.odds.shown import Shown
from warbook.web.odds.words import told as told_of
from warbook.web.pages.odds.asked import Asked, Told
from warbook.web.pages.odds.controls import Change, Folded, number, select
from warbook.web.part import Part
from warbook.web.rendering import render

CHANCES = {"0.5": "half the time", "0.667": "two times in three", "0.8": "four times in five", "0.9": "90%"}


class Extra:
    """One question more: its title, its controls, its answer."""

    def __init__(self, asked: Asked, title: str) -> None:
        self.asked = asked
        self.fold = Folded(title, self._fill, shown=self.work)
        self.fold.details.classes("odds-extra")
        asked.answered.append(self._answered)

    def _fill(self) -> None:
        self.controls()
        self.box = ui.html("", sanitize=False).props('aria-live="polite"').classes("odds-wide")

    def controls(self) -> None:
        """What may be set of the question."""

    async def answer(self, question: Question) -> str:
        """The answer as HTML. Raises InputError."""
        raise NotImplementedError

    async def work(self) -> None:
        """Answer it for what is asked now."""
        if not self.fold.opened or not self.asked.ready:
            return
        question = self.asked.question
        try:
            with naming("the question"):
                told = await self.answer(question)
        except InputError as fault:
            told = render("fault.html", fault=told_of(fault))
        if question == self.asked.question:
            self.box.content = told

    def _answered(self, told: Told) -> None:
        if self.fold.opened and isinstance(told, Shown):
            self.asked.later(self.work())


class Gains(Extra):
    """What each modifier would add."""

    async def answer(self, question: Question) -> str:
        rows = await workers.work(gains, question)
        return render("odds_worth.html", rows=rows)


class Models(Extra):
    """How many models a chance needs."""

    chance = "0.8"

    def controls(self) -> None:
        select("Destroy it", CHANCES, self.chance, self._picked)

    async def answer(self, question: Question) -> str:
        told = await workers.work(models_needed, question, float(self.chance))
        return render("odds_needed.html", told=told, percent=percent, bars=told.by_models)

    async def _picked(self, change: Change) -> None:
        self.chance = change.value
        await self.work()


class Strikes(Extra):
    """A duel: both strike."""

    phases = 2

    def controls(self) -> None:
        number("Fight phases", self.phases, 1, 10, self._picked)

    async def answer(self, question: Question) -> str:
        told = await workers.work(fought, question, self.phases)
        return render("odds_duel.html", told=told, percent=percent, taken=words)

    async def _picked(self, change: Change) -> None:
        self.phases = int(change.value or 1)
        await self.work()


class WholeTurn(Extra):
    """Shooting, charge and fight."""

    distance = 7

    def controls(self) -> None:
        number("Charge of so many inches", self.distance, 1, 24, self._picked)

    async def answer(self, question: Question) -> str:
        told = await workers.work(whole_turn, question, self.distance)
        return render("odds_turn.html", told=told, percent=percent)

    async def _picked(self, change: Change) -> None:
        self.distance = int(change.value or 1)
        await self.work()


def gains(question: Question) -> tuple[Worth, ...]:
    """What each modifier is worth. Raises InputError."""
    return ask(msgspec.structs.replace(question, worth=True, needed=None)).worth or ()


def models_needed(question: Question, chance: float) -> Needed:
    """How many models the chance needs. Raises InputError."""
    told = ask(msgspec.structs.replace(question, needed=chance, worth=False)).needed
    if told is None:
        raise InputError("odds", "needed", "expected a chance")
    return told


def extras(asked: Asked) -> None:
    """Put all of them on the page."""
    with Part("More questions", "more").classes("card odds-extras") as card:
        Gains(asked, "What would each modifier be worth?")
        Models(asked, "How many models does it take?")
        WholeTurn(asked, "A whole turn: shoot, charge, fight")
        Strikes(asked, "And if they strike back?")
        luck(asked)
    card.set_visibility(False)

    def shown(told: Told) -> None:
        card.set_visibility(told is not None)

    asked.answered.append(shown)


def luck(asked: Asked) -> None:
    """How unlucky was that?"""

    async def dealt(change: Change) -> None:
        await asked.change(dealt=None if change.value is None else int(change.value))

    async def destroyed(change: Change) -> None:
        await asked.change(destroyed=None if change.value is None else int(change.value))

    def fill() -> None:
        number("Damage that was dealt", asked.question.dealt, 0, 5000, dealt).props("clearable")
        number("Models that were destroyed", asked.question.destroyed, 0, 500, destroyed).props("clearable")
        ui.label("The answer stands with the odds.").classes("dim")

    opened = asked.question.dealt is not None or asked.question.destroyed is not None
    Folded("How unlucky was that?", fill, opened)
