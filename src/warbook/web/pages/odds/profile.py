"""The controls of a unit that is typed by hand: its statline, and its weapons where it attacks."""

from __future__ import annotations

from functools import partial

import msgspec
from nicegui import ui

from warbook.queries import Profile, Side
from warbook.rules.pick import Arm
from warbook.web.pages.odds.asked import Asked, Seat
from warbook.web.pages.odds.controls import Change, Changed, Folded, number, select

STATS = (
    ("toughness", "Toughness", 30),
    ("save", "Save", None),
    ("wounds", "Wounds", 100),
    ("invulnerable", "Invulnerable save", None),
    ("feel_no_pain", "Feel No Pain", None),
)
"""Fields of a statline with their labels; a number has a most."""
ARMS = (
    ("name", "Weapon's name", None),
    ("attacks", "Attacks", None),
    ("skill", "Skill", None),
    ("strength", "Strength", 40),
    ("ap", "AP", None),
    ("damage", "Damage", None),
)
KINDS = {"ranged": "ranged", "melee": "melee"}
MOST_MODELS = 200
MOST_LETTERS = 20
MOST_ARMS = 10


class ProfileForm:
    """A typed unit of one side. The weapons are drawn anew when there are more or fewer."""

    def __init__(self, asked: Asked, seat: Seat) -> None:
        self.asked, self.seat = asked, seat
        with ui.element("div").classes("odds-picked") as self.head:
            ui.label("A profile typed by hand").classes("odds-name")
        with ui.element("div").classes("odds-fitting"):
            number("Models", self.side.models or 1, 1, MOST_MODELS, self._models)
            for field, label, most in STATS:
                self._field(label, getattr(self.typed, field), most, partial(self._set, field))
            words = ui.input("Keywords", value=", ".join(self.typed.keywords), on_change=self._keywords)
            words.props("dense outlined debounce=400 maxlength=200")
        self.box = ui.element("div")
        self._arms()

    @property
    def side(self) -> Side:
        return self.asked.side(self.seat)

    @property
    def typed(self) -> Profile:
        return self.side.typed or Profile()

    async def update(self) -> None:
        """Nothing to bring up to date: what is typed stands in the fields."""

    def _field(self, label: str, value: str | int | None, most: int | None, changed: Changed) -> None:
        if most is not None:
            number(label, int(value or 0), 1, most, changed)
        else:
            field = ui.input(label, value=str(value or ""), on_change=changed)
            field.props(f"dense outlined debounce=250 maxlength={MOST_LETTERS}")

    def _arms(self) -> None:
        self.box.clear()
        with self.box:
            for place, arm in enumerate(self.typed.arms):
                Folded(f"Weapon {place + 1}", partial(self._arm, place, arm), opened=True)
            if self.seat != "target" and len(self.typed.arms) < MOST_ARMS:
                told = "Another weapon" if self.typed.arms else "Add a weapon"
                ui.button(told, on_click=self._more).props("flat no-caps")

    def _arm(self, place: int, arm: Arm) -> None:
        select("Kind", KINDS, arm.kind, partial(self._armed, place, "kind"))
        for field, label, most in ARMS:
            self._field(label, getattr(arm, field), most, partial(self._armed, place, field))
        text = ", ".join(arm.abilities)
        field_ = ui.input("Abilities", value=text, on_change=partial(self._armed, place, "abilities"))
        field_.props("dense outlined debounce=400 maxlength=200")
        if len(self.typed.arms) > 1:
            ui.button("Remove", on_click=partial(self._fewer, place)).props("flat no-caps")

    async def _models(self, change: Change) -> None:
        if change.value is not None:
            await self.asked.change_side(self.seat, models=int(change.value))

    async def _set(self, field: str, change: Change) -> None:
        value = change.value
        if isinstance(value, float | int):
            value = int(value)
        elif field == "save":
            value = value or "-"
        await self._put(**{field: value or None} if value or field != "toughness" else {})

    async def _keywords(self, change: Change) -> None:
        await self._put(keywords=_listed(str(change.value or "").upper()))

    async def _put(self, **fields: object) -> None:
        fields = {name: value for name, value in fields.items() if value is not None or name in _OPEN}
        await self.asked.change_side(self.seat, typed=msgspec.structs.replace(self.typed, **fields))

    async def _armed(self, place: int, field: str, change: Change) -> None:
        value = change.value
        if field == "abilities":
            value = _listed(str(value or ""))
        elif isinstance(value, float | int):
            value = int(value)
        if value in (None, ""):
            return
        arms = list(self.typed.arms)
        arms[place] = msgspec.structs.replace(arms[place], **{field: value})
        await self._put(arms=tuple(arms))

    async def _more(self) -> None:
        arms = self.typed.arms
        name = next(
            f"weapon {n}" for n in range(1, MOST_ARMS + 2) if f"weapon {n}" not in {a.name for a in arms}
        )
        last = arms[-1] if arms else Arm(skill="3+")
        await self._put(arms=(*arms, msgspec.structs.replace(last, name=name)))
        self._arms()

    async def _fewer(self, place: int) -> None:
        await self._put(arms=tuple(arm for at, arm in enumerate(self.typed.arms) if at != place))
        self._arms()


_OPEN = ("invulnerable", "feel_no_pain")
"""What a unit need not have."""


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
