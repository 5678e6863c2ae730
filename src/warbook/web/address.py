"""Where the site listens, and what visitors type to reach it."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlencode

from warbook.errors import InputError
from warbook.web.guard import PARAMETER, is_address

EVERYWHERE = "0.0.0.0"
NOWHERE = ("192.0.2.1", 9)
"""An address of the documentation; a datagram socket that is aimed at it sends nothing."""
NEXT_PORTS = 20
HIGHEST_PORT = 65_535


def check(host: str, port: int) -> None:
    """Raises InputError where this machine cannot listen there."""
    try:
        _try(host, port)
    except PermissionError:
        told = "expected a port that programs may listen on: from 1024 on"
        raise InputError("warbook web", f"port {port}", told) from None
    except (OSError, UnicodeError):
        raise _taken(host, port) from None


def _try(host: str, port: int) -> None:
    family, kind, number, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with socket.socket(family, kind, number) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.bind(place)
        one.listen(1)


def _is_free(host: str, port: int) -> bool:
    try:
        _try(host, port)
    except (OSError, UnicodeError):
        return False
    return True


def _taken(host: str, port: int) -> InputError:
    if not _is_free(host, 0):
        return InputError("warbook web", f"host {host}", "expected an address or a name of this machine")
    nearby = range(port + 1, min(port + NEXT_PORTS, HIGHEST_PORT) + 1)
    free = next((each for each in nearby if _is_free(host, each)), None)
    advice = f"; --port {free} is free" if free else "; --port picks another"
    return InputError("warbook web", f"port {port}", f"expected a free port, found one in use{advice}")


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the site there."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def of_table() -> str | None:
    """This machine's address in the network that it is in; ``None`` without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(NOWHERE)
            found = str(one.getsockname()[0])
        except OSError:
            return _first_adapter()
    return found if not is_loopback(found) else _first_adapter()


def _first_adapter() -> str | None:
    """The address of a network without a way out, as a hotspot of one's own."""
    import ifaddr

    every = (ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4)
    return next((str(each) for each in every if not is_loopback(str(each))), None)


def url(host: str, port: int, token: str | None = None) -> str:
    """What to type; with the token that lets in."""
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + (f"?{urlencode({PARAMETER: token})}" if token else "")


def names(host: str) -> frozenset[str]:
    """The names under which the site may be asked for, besides addresses."""
    own = socket.gethostname().casefold()
    return frozenset({"localhost", host.casefold(), own, f"{own.partition('.')[0]}.local"})
