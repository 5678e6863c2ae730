"""Lists of rules that may be used, each with what it is worth: core plays, and those of a detachment."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec
from nicegui import ui

from warbook.errors import InputError, naming
from warbook.names import same
from warbook.queries import Question, plays
from warbook.queries.plays import Usable
from warbook.web import lately, workers
from warbook.web.odds.shown import Shown
from warbook.web.odds.words import gain
from warbook.web.odds.words import told as told_of
from warbook.web.pages.odds.asked import Asked, SideName, Told
from warbook.web.pages.odds.controls import Change, Folded, select
from warbook.web.rendering import render

Find = Callable[[Question], Awaitable[Sequence[Usable]]]


class Tried:
    """A list of rules; once it is shown it follows the question, each rule in its place."""

    def __init__(self, asked: Asked, title: str, opened: bool = False) -> None:
        self.asked, self.title = asked, title
        self.find: Find | None = None
        self.rows: dict[str, tuple[ui.checkbox, ui.label]] = {}
        self.fold = Folded(title, self._fill, opened, self.update)

    @property
    def used(self) -> tuple[str, ...]:
        """The rules that are in use."""
        return self.asked.question.plays

    async def use(self, rules: tuple[str, ...]) -> None:
        """Put others in use."""
        await self.asked.change(plays=rules)

    def controls(self) -> None:
        """What leads to the list."""

    async def update(self) -> None:
        """Bring the controls up to date."""

    def _fill(self) -> None:
        self.controls()
        self.status = ui.html("", sanitize=False).props('role="status"').classes("dim odds-wide")
        self.box = ui.element("div").classes("odds-tried")
        self.useless = ui.html("", sanitize=False).classes("odds-wide")
        self.asked.answered.append(self._answered)
        self.asked.changed.append(self.update)

    async def show(self, find: Find | None) -> None:
        """Try the rules that are found so; none where there is nothing to find."""
        self.find = find
        self.box.clear()
        self.rows.clear()
        self.useless.content = ""
        self.status.content = "Trying each …" if find else ""
        await self._try()

    def _answered(self, told: Told) -> None:
        if self.find is not None and self.fold.opened and isinstance(told, Shown):
            self.asked.later(self._try())

    async def _try(self) -> None:
        find, question = self.find, self.asked.question
        if find is None:
            return
        try:
            with naming("the rules in play"):
                found = await find(question)
        except InputError as fault:
            self.status.content = render("fault.html", fault=told_of(fault))
            return
        if (find, question) == (self.find, self.asked.question):
            self._tell(found)

    def _tell(self, found: Sequence[Usable]) -> None:
        useful = [rule for rule in found if rule.fault is None and (rule.gains or self._uses(rule.name))]
        self.status.content = "" if useful else "No Stratagem of it changes these attacks."
        if [rule.name for rule in useful] != list(self.rows):
            self.box.clear()
            with self.box:
                self.rows = {rule.name: self._row(rule) for rule in useful}
        for rule in useful:
            box, label = self.rows[rule.name]
            label.set_text(gain(rule.damage, rule.p_destroyed))
            box.set_value(self._uses(rule.name))
        useless = [rule for rule in found if rule not in useful]
        self.useless.content = render("odds_unusable.html", found=useless)

    def _row(self, rule: Usable) -> tuple[ui.checkbox, ui.label]:
        cost = f" ({rule.cost} CP)" if rule.cost is not None else ""
        used = self._uses(rule.name)
        box = ui.checkbox(f"{rule.name}{cost}", value=used, on_change=partial(self._use, rule.name))
        with box:
            return box, ui.label("").classes("dim odds-gain")

    def _uses(self, name: str) -> bool:
        return any(_is(each, name) for each in self.used)

    async def _use(self, name: str, change: Change) -> None:
        if bool(change.value) != self._uses(name):
            kept = tuple(each for each in self.used if not _is(each, name))
            await self.use((*kept, name) if change.value else kept)


class Core(Tried):
    """The plays of every army."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked, "Core Stratagems")

    def controls(self) -> None:
        """All are tried together."""
        ui.button("Show what they are worth here", on_click=self._shown).props("flat no-caps")

    async def _shown(self) -> None:
        await self.show(self._found)

    async def _found(self, question: Question) -> Sequence[Usable]:
        return await workers.work(plays.core, question)


class Detachments(Tried):
    """The detachment of one side's army: its own rules act once it is chosen, its plays are tried."""

    def __init__(self, asked: Asked, name: SideName) -> None:
        self.name, self.unit = name, ""
        super().__init__(asked, f"The {name}'s detachment", bool(asked.side(name).detachment))

    def controls(self) -> None:
        """Which detachment: an army has one."""
        self.pick = select(self.title, {"": "none"}, "", self._picked)
        ui.label("An army has one. Its own rules act at once.").classes("dim odds-wide")
        self.asked.later(self.update())

    async def update(self) -> None:
        """Offer the detachments of the unit that is picked now."""
        side = self.asked.side(self.name)
        if side.name == self.unit:
            return
        self.unit = side.name
        try:
            names = await lately.work(plays.detachments, side) if side.name else ()
        except InputError:  # the answer tells it
            names = ()
        if side.name == self.unit:
            chosen = next((name for name in names if same(name, side.detachment or "")), "")
            self.pick.set_options({"": "none", **{name: name for name in names}}, value=chosen)
            await self.show(self._found if chosen else None)

    async def _picked(self, change: Change) -> None:
        """Choose another one; plays of the one before are no longer in use."""
        if (change.value or None) == self.asked.side(self.name).detachment:
            return
        used = self.asked.question.plays
        kept = tuple(each for each in used if not any(_is(each, name) for name in self.rows))
        if kept != used:
            ui.notify("Plays of the other detachment are no longer in use: an army has one.")
        side = msgspec.structs.replace(self.asked.side(self.name), detachment=change.value or None)
        await self.asked.change(**{self.name: side, "plays": kept})
        await self.show(self._found if change.value else None)

    async def _found(self, question: Question) -> Sequence[Usable]:
        return await workers.work(plays.of_detachment, question, self.name, self.pick.value)


class OfLater(Tried):
    """What a unit that attacks after the first may use itself."""

    def __init__(self, asked: Asked, place: int) -> None:
        self.place = place
        super().__init__(asked, "Rules that it uses", bool(asked.side(place).plays))

    @property
    def used(self) -> tuple[str, ...]:
        return tuple(self.asked.side(self.place).plays)

    async def use(self, rules: tuple[str, ...]) -> None:
        await self.asked.change_side(self.place, plays=list(rules))

    def controls(self) -> None:
        """All are tried together, once it is seen."""
        self.asked.later(self.show(self._found))

    async def _found(self, question: Question) -> Sequence[Usable]:
        return await workers.work(plays.of_later, question, self.place)


def _is(used: str, name: str) -> bool:
    """Whether what is used, perhaps with an option, is the rule of this name."""
    return same(used.partition(":")[0], name)
