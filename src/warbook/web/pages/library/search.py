"""Browse and search: every unit that is known, found as players call it."""

from __future__ import annotations

import msgspec
from fastapi import Request
from nicegui import ui

from warbook import library as own
from warbook import systems
from warbook.library.seeking import LONGEST, Catalogue, Hit, Search
from warbook.web import links
from warbook.web.frame import frame
from warbook.web.library import searching, shelf
from warbook.web.part import Fold, dressed
from warbook.web.rendering import render

PATH = "/library"
MOST = 60
"""Units that are shown at first, and that each "more" adds."""


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=shelf.PATIENCE)(library)


async def library(request: Request) -> None:
    """The page of a search."""
    ui.add_head_html(render("library_head.html"))
    with frame("Library", PATH):
        search = searching.read(request.query_params.multi_items())
        Finder(await shelf.catalogue(), search).show()


class Finder:
    """The controls of a search and what it finds."""

    def __init__(self, catalogue: Catalogue, search: Search) -> None:
        self.catalogue = catalogue
        self.search = search
        self.shown = MOST
        self.role: ui.select | None = None

    def show(self) -> None:
        """Put the controls and the results on the page."""
        with ui.element("search").classes("finder"):
            self._text("Search by name, keyword, weapon or ability", "text", "wide-field")
            self.system = self._pick("Game", "system", {"": "All games", **_titles(self.catalogue)})
            self.faction = self._pick("Faction", "faction", self._factions())
            more = Fold("More filters").classes("more")
        if _narrow(self.search):
            more.props("open")
            self._further(more)
        else:
            more.on("toggle", lambda: self._further(more), args=[])
        self.status = ui.label().props('role="status"').classes("count")
        self.results = ui.html(self._found(), sanitize=False)
        self.more = ui.button("Show more", on_click=self._more).props("outline no-caps")
        self._offer_more()

    def _further(self, more: Fold) -> None:
        """The filters that few use, made when they are asked for."""
        if self.role is not None:
            return
        with more, ui.element("div").classes("finder"):
            self.role = self._pick("Role", "role", self._roles())
            self._text("Has a weapon called", "weapon")
            self._text("Has an ability called", "ability")
            self._number("Points from", "least")
            self._number("Points up to", "most")
            ui.checkbox(
                "Leave out Legends",
                value=self.search.current,
                on_change=lambda event: self._set("current", bool(event.value)),
            )

    def _text(self, label: str, name: str, looks: str = "") -> None:
        field = ui.input(
            label,
            value=getattr(self.search, name),
            on_change=lambda event: self._set(name, (event.value or "")[:LONGEST]),
        )
        dressed(field, f"outlined debounce=150 clearable autocomplete=off maxlength={LONGEST}").classes(looks)

    def _number(self, label: str, name: str) -> None:
        field = ui.number(
            label,
            value=getattr(self.search, name),
            min=0,
            on_change=lambda event: self._set(name, None if event.value is None else int(event.value)),
        )
        dressed(field, "outlined debounce=300").classes("short")

    def _pick(self, label: str, name: str, options: dict[str, str]) -> ui.select:
        value = getattr(self.search, name)
        options = options if value in options else {**options, value: value}
        chosen = ui.select(
            options, label=label, value=value, on_change=lambda event: self._set(name, event.value or "")
        )
        return dressed(chosen, "outlined options-dense")

    def _set(self, name: str, value: str | int | bool | None) -> None:
        """Another search: its results, its address, and the choices that it leaves."""
        if getattr(self.search, name) == value:
            return
        self.search = msgspec.structs.replace(self.search, **{name: value})
        self.shown = MOST
        if name == "system":
            self._narrowed(self.faction, "faction", self._factions())
            if self.role is not None:
                self._narrowed(self.role, "role", self._roles())
        asked = searching.query(self.search)
        ui.navigate.history.replace(f"{PATH}?{asked}" if asked else PATH)
        self._renew()

    def _narrowed(self, chosen: ui.select, name: str, options: dict[str, str]) -> None:
        """The choices of a game; what is not among them is not looked for any more."""
        if getattr(self.search, name) not in options:
            self.search = msgspec.structs.replace(self.search, **{name: ""})
        chosen.set_options(options, value=getattr(self.search, name))

    def _more(self) -> None:
        self.shown += MOST
        self._renew()

    def _renew(self) -> None:
        self.results.content = self._found()
        self._offer_more()

    def _offer_more(self) -> None:
        self.more.set_visibility(self.count > self.shown)

    def _found(self) -> str:
        """What the search finds; without one, the factions to look through."""
        if self.search in (Search(), Search(system=self.search.system)):
            self.count = 0
            self.status.text = ""
            return render("library_browse.html", games=self._games(), own=own.exists())
        hits = self.catalogue.seek(self.search)
        self.count = len(hits)
        self.status.text = self._counted()
        close = self.catalogue.closest(self.search.text, self.search.system) if self._lost(hits) else ()
        return render(
            "library_found.html",
            hits=hits[: self.shown],
            search=self.search,
            close=[(name, _link(Search(name, self.search.system))) for name in close],
            titles={system: _short(title) for system, title in _titles(self.catalogue).items()},
            several=len({hit.unit.system for hit in hits}) > 1,
            without=_link(msgspec.structs.replace(self.search, keywords=())),
            sheet=links.sheet,
            own=own.exists(),
        )

    def _counted(self) -> str:
        shown = f", the first {self.shown} shown" if self.count > self.shown else ""
        marks = " and ".join(mark.upper() for mark in self.search.keywords)
        return f"{self.count} unit{'' if self.count == 1 else 's'}{f' with {marks}' if marks else ''}{shown}"

    def _lost(self, hits: list[Hit]) -> bool:
        return bool(not hits and self.search.text)

    def _games(self) -> list[dict[str, object]]:
        """Each game with its factions and how many units each has."""
        counts: dict[tuple[str, str], int] = {}
        for unit in self.catalogue.units:
            counts[unit.system, unit.faction] = counts.get((unit.system, unit.faction), 0) + 1
        titles = _titles(self.catalogue)
        return [
            {
                "system": system,
                "title": titles[system],
                "factions": [(name, links.faction(system, name), counts[system, name]) for name in names],
            }
            for system, names in self.catalogue.factions(self.search.system).items()
        ]

    def _factions(self) -> dict[str, str]:
        games = self.catalogue.factions(self.search.system).values()
        names = sorted({name for names in games for name in names}, key=str.casefold)
        return {"": "All factions", **{name: name for name in names}}

    def _roles(self) -> dict[str, str]:
        return {"": "All roles", **{name: name for name in self.catalogue.roles(self.search.system)}}


def _titles(catalogue: Catalogue) -> dict[str, str]:
    return {system: systems.find(system).title for system in catalogue.factions()}


def _short(title: str) -> str:
    """A game's title without its edition."""
    return title.partition(":")[0].partition(", ")[0]


def _narrow(search: Search) -> bool:
    """Whether a search uses any of the further filters."""
    further = (search.role, search.weapon, search.ability, search.least, search.most)
    return search.current or any(value not in ("", None) for value in further)


def _link(search: Search) -> str:
    return f"{PATH}?{searching.query(search)}"
