"""The first page: what there is, and what to do with it."""

from __future__ import annotations

import msgspec
from nicegui import ui

from warbook import library
from warbook.library import lookup
from warbook.queries import Question, Side
from warbook.web import links
from warbook.web.frame import frame
from warbook.web.rendering import show

PAIRS = (("Chaos Land Raider", "Necron Warriors"), ("Flawless Blades", "Lychguard"))
"""Examples of bundled units."""


class Pair(msgspec.Struct, frozen=True):
    """A question that is one tap away."""

    attacker: str
    target: str

    @property
    def query(self) -> str:
        """The question as a link has it."""
        return links.query(Question(Side(self.attacker), Side(self.target)))


def register() -> None:
    """Put the page at its address."""
    ui.page("/")(home)


def home() -> None:
    """The first page."""
    pairs = [Pair(*pair) for pair in PAIRS]
    with frame("What kills that, and how surely?", "/"):
        show("home.html", units=len(lookup.known()), own=library.exists(), pairs=pairs)
