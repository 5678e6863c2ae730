"""The library: all units, factions, Stratagems and rules, to be found, read and set side by side."""

from __future__ import annotations

from warbook.web import frame
from warbook.web.frame import Place
from warbook.web.pages.library import compare, crib, faction, rules, search, sheet, stratagems

PAGES = (search, sheet, faction, stratagems, rules, compare, crib)


def register() -> None:
    """Put the pages at their addresses; the navigation leads to the first."""
    for page in PAGES:
        page.register()
    frame.NAVIGATION.append(Place("Library", search.PATH))
