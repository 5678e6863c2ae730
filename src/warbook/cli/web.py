"""``warbook web``: the pages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.web.service import Service

LOOPBACK = "127.0.0.1"


def web(
    host: Annotated[
        str | None, typer.Option(help=f"The address to listen on (default: {LOOPBACK}; with --lan all).")
    ] = None,
    port: Annotated[int, typer.Option(min=1, max=65_535, help="The port to listen on.")] = 8080,
    lan: Annotated[
        bool, typer.Option("--lan", help="Serve the phones at the table too: prints a link and a code to scan.")
    ] = False,
    opened: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open the browser (default: on a terminal).")
    ] = None,
) -> None:
    """Open the pages in a browser: a library, the odds, the army."""
    try:
        from warbook.web import address, serving
        from warbook.web.service import Service
    except ModuleNotFoundError as missing:
        name = (missing.name or "a part").partition(".")[0]
        told = f"expected the extra 'web' ({name} is missing): pip install '.[web]' in a copy of Warbook"
        raise InputError("warbook web", "installation", told) from None
    listening = host or (address.EVERYWHERE if lan else LOOPBACK)
    address.check(listening, port)
    opens = sys.stdout.isatty() if opened is None else opened
    service = Service(listening, port, _token(lan, address.is_loopback(listening)), opens)
    _tell(service)
    try:
        serving.serve(service)
    except KeyboardInterrupt:
        print("Stopped.")


def _token(lan: bool, loopback: bool) -> str | None:
    """What visitors from other machines must bring; none can come where only this machine is served."""
    from secrets import token_urlsafe

    if lan and loopback:
        raise InputError(
            "warbook web", "--lan", "expected an address that others reach, or none: leave --host out"
        )
    return None if loopback else token_urlsafe(16)


def _tell(service: Service) -> None:
    print(f"Warbook is at {service.link} (stop with Ctrl+C)")
    if service.token is not None:
        if service.table is None:
            print("This machine is in no network: nobody else can reach it.")
        else:
            import segno

            print(f"For phones at the table: {service.table}")
            segno.make(service.table).terminal(compact=True)
    sys.stdout.flush()
