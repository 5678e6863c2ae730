"""``warbook web``: the pages."""

from __future__ import annotations

from typing import Annotated

import typer

from warbook.errors import InputError

LOOPBACK = "127.0.0.1"


def web(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = LOOPBACK,
    port: Annotated[int, typer.Option(min=1, max=65_535, help="The port to listen on.")] = 8080,
) -> None:
    """Open the pages in a browser: a library, the odds, the army."""
    try:
        from warbook.web.serving import serve
    except ModuleNotFoundError as missing:
        told = f"expected {missing.name}, which the extra brings: pip install 'warbook[web]'"
        raise InputError("warbook web", "installation", told) from None
    print(f"Warbook is at http://{host}:{port} (stop with Ctrl+C)", flush=True)
    serve(host, port)
