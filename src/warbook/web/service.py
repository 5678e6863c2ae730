"""Where the site listens and whom it serves."""

from __future__ import annotations

import msgspec

from warbook.web import address


class Service(msgspec.Struct, frozen=True):
    """Where the site listens, and what visitors from other machines must bring (nobody may come without)."""

    host: str
    port: int
    token: str | None = None
    opened: bool = False

    @property
    def link(self) -> str:
        """What this machine's own browser opens."""
        return address.url("127.0.0.1" if self._everywhere else self.host, self.port)

    @property
    def table(self) -> str | None:
        """What the others at the table open; ``None`` where there is no network."""
        host = address.of_table() if self._everywhere else self.host
        return address.url(host, self.port, self.token) if host and self.token else None

    @property
    def _everywhere(self) -> bool:
        return self.host in (address.EVERYWHERE, "::")


_running: list[Service] = []


def start(service: Service) -> None:
    """Note what runs in this process."""
    _running[:] = [service]


def running() -> Service | None:
    """What runs in this process; ``None`` before it was started."""
    return _running[0] if _running else None
