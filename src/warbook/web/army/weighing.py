"""A list's weight against the standard targets, on its own page: worked out when it is asked for."""

from __future__ import annotations

from nicegui import ui

from warbook.sheets.roster import Roster
from warbook.web.army import heat, tasks
from warbook.web.army.asked import Pins
from warbook.web.army.pairs import absent, weights
from warbook.web.rendering import render

POLL = 0.3


class Weighing:
    """The table, or the button that fills it."""

    def __init__(self) -> None:
        self.map: heat.HeatMap | None = None
        with ui.element("section").props('aria-labelledby="weighing"'):
            ui.html('<h2 id="weighing">Damage by toughness</h2>', sanitize=False)
            self.told = ui.html("", sanitize=False).props('aria-live="polite"')
            self.button = ui.button("Work it out", on_click=self.go).props("outline no-caps")
            self.timer = ui.timer(POLL, self.refresh, active=False)

    def turn_to(self, roster: Roster, pins: Pins) -> None:
        """Take another list; what is known of it is shown at once."""
        self.map = heat.of(heat.Asked(roster, tasks.STANDARD, revision=pins.revision, dated=pins.dated))
        self.timer.active = False
        self.told.content = ""
        self.refresh()

    def go(self) -> None:
        """Begin."""
        if self.map is not None:
            self.map.again()
            self.map.go()
            self.timer.active = True
            self.refresh()

    def refresh(self) -> None:
        """Show how far it is."""
        if self.map is None:
            return
        begun, made = self.map.changes > 0, self.map.look().matrix
        over = self.map.state != "working"
        self.button.set_visibility(not begun or self.map.state in ("stopped", "failed") or self.map.failed > 0)
        if begun and over:
            self.timer.active = False
        if made and self.map.state == "done":
            self.told.content = render(
                "army_weights.html", weights=weights(made, made.system), absent=absent(made)
            )
        elif begun:
            self.told.content = render("army_progress.html", map=self.map)
