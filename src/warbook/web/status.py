"""The HTTP status that tells what sort of fault it is, for pages and programs alike."""

from __future__ import annotations

from http import HTTPStatus

from warbook.data import UnknownName
from warbook.errors import InputError, OwnFault
from warbook.web.faults import NotHere, WrongType
from warbook.web.workers import Busy, Ended, Slow

_STATUSES: tuple[tuple[type[InputError], HTTPStatus], ...] = (
    (UnknownName, HTTPStatus.NOT_FOUND),
    (NotHere, HTTPStatus.NOT_FOUND),
    (WrongType, HTTPStatus.UNSUPPORTED_MEDIA_TYPE),
    (Busy, HTTPStatus.TOO_MANY_REQUESTS),
    (Slow, HTTPStatus.GATEWAY_TIMEOUT),
    (Ended, HTTPStatus.SERVICE_UNAVAILABLE),
    (OwnFault, HTTPStatus.INTERNAL_SERVER_ERROR),
)


def status_of(fault: InputError) -> HTTPStatus:
    """The status of a fault; what was asked is wrong, where nothing else is."""
    return next((status for kind, status in _STATUSES if isinstance(fault, kind)), HTTPStatus.BAD_REQUEST)
