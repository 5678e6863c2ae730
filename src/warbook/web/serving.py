"""Starts the site: on this machine alone, unless it is told to serve the table."""

from __future__ import annotations

from pathlib import Path

from nicegui import app, ui

from warbook.web import pages, workers

STATIC = Path(__file__).parent / "static"
DAY = 86_400


def build() -> None:
    """Put everything in its place; ``ui.run`` then serves it."""
    app.add_static_files("/static", STATIC, max_cache_age=DAY)
    pages.register()


def serve(host: str, port: int) -> None:
    """Serve until interrupted."""
    build()
    app.on_startup(workers.start)
    app.on_shutdown(workers.stop)
    ui.run(
        host=host,
        port=port,
        title="Warbook",
        language="en-GB",
        reload=False,
        show=False,
        dark=None,
        tailwind=False,
        show_welcome_message=False,
    )
