"""Starts the site: on this machine alone, unless it is told to serve the table."""

from __future__ import annotations

import webbrowser
from threading import Thread

from nicegui import app, client, ui
from starlette.middleware.gzip import GZipMiddleware

from warbook import faults
from warbook.library import lookup
from warbook.web import address, api, astray, once, pages, workers
from warbook.web import service as services
from warbook.web.guard import Guard, Rules
from warbook.web.headers import SecurityHeaders, marking
from warbook.web.heads import Requests
from warbook.web.library import shelf
from warbook.web.limits import Limits
from warbook.web.rendering import STATIC
from warbook.web.service import Service

YEAR = 31_536_000
"""How long a browser keeps a file; its address changes with its content."""
QUICK = 4
"""How hard pages are compressed: beyond it takes much longer and saves little."""
MOST_IN_A_MESSAGE = 4_000_000
"""Bytes of one message of a page."""
SECONDS_AWAY = 10.0
"""How long a page is kept that lost its connection, as a phone's whose screen went dark."""
SECONDS_TO_END = 3
"""How long answers that are being made may take, once the site is told to end."""


def build() -> None:
    """Put everything in its place; ``serve`` then serves it."""
    app.add_static_files("/static", STATIC, max_cache_age=YEAR)
    api.register()
    pages.register()
    astray.register()


def protect(rules: Rules) -> None:
    """Put the site behind its rules, limits and headers."""
    app.add_middleware(Guard, rules=rules)
    app.add_middleware(Limits)
    app.add_middleware(SecurityHeaders)
    marking(client.templates.env)


def serve(service: Service) -> None:
    """Serve until interrupted."""
    faults.listen()
    lookup.by_name_only()
    services.start(service)
    once.quicken()
    _look()
    build()
    protect(Rules(address.names(service.host), service.token))
    app.on_startup(lambda: workers.start())
    app.on_startup(_warm)
    app.on_shutdown(workers.stop)
    if service.opened:
        app.on_startup(lambda: Thread(target=webbrowser.open, args=(service.link,), daemon=True).start())
    ui.run(
        host=service.host,
        port=service.port,
        title="Warbook",
        language="en-GB",
        reload=False,
        show=False,
        dark=None,
        tailwind=False,
        show_welcome_message=False,
        ws_max_size=MOST_IN_A_MESSAGE,
        reconnect_timeout=SECONDS_AWAY,
        server_header=False,
        http=Requests,
        timeout_graceful_shutdown=SECONDS_TO_END,
        gzip_middleware_factory=lambda app: GZipMiddleware(app, compresslevel=QUICK),
    )


def _look() -> None:
    """The colours of controls and their theme, which is the page's: its head tells it before anything is
    drawn."""
    app.colors(primary="#1f5673", dark="#14181d", dark_page="#14181d")
    app.config.vue_config_script += "\nsetDark(document.documentElement.dataset.theme === 'dark');\n"


async def _warm() -> None:
    """Load what the first visitor would wait for."""
    await shelf.warm()
    once.settle()
