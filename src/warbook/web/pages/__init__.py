"""The pages, one module each; ``register`` puts them all at their addresses."""

from __future__ import annotations

from warbook.web import frame
from warbook.web.pages import (
    army,
    army_heat,
    army_list,
    battle,
    home,
    importing,
    library,
    odds,
    table,
    understanding,
)

PAGES = (home, library, odds, army, army_heat, army_list, battle, importing, understanding, table)


def register() -> None:
    """Put every page at its address, and into the navigation in this order."""
    frame.NAVIGATION.clear()
    for page in PAGES:
        page.register()
