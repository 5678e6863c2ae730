"""What a request to the API says, read strictly: a parameter that there is not is an error."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.requests import Request

from warbook.errors import InputError
from warbook.web.fields import single

DEEPEST = 50
"""Lists and objects within one another in a document; a question has some ten."""


def parameters(request: Request, names: Iterable[str]) -> dict[str, str]:
    """The parameters of the query, of these names. Raises InputError."""
    allowed = tuple(names)
    given = single(request.query_params.multi_items())
    for name in given:
        if name not in allowed:
            told = f"expected one of {', '.join(allowed)}" if allowed else "expected no parameter"
            raise InputError("query", name[:80], told)
    return {name: value for name, value in given.items() if value}


def required(given: dict[str, str], name: str) -> str:
    """A parameter that must be there. Raises InputError."""
    if name not in given:
        raise InputError("query", name, "expected a value")
    return given[name]


def number(given: dict[str, str], name: str, default: int, least: int, most: int) -> int:
    """A whole number. Raises InputError."""
    text = given.get(name, str(default))
    if not (text.isascii() and text.isdecimal() and len(text) <= 12 and least <= int(text) <= most):
        raise InputError("query", name, f"expected a number from {least} to {most}, got {text[:40]!r}")
    return int(text)


async def document(request: Request) -> Any:
    """The JSON document that was sent. Raises InputError."""
    try:
        decoded = msgspec.json.decode(await request.body())
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise InputError("body", "document", f"expected a JSON document: {fault}") from None
    _shallow(decoded)
    return decoded


def _shallow(decoded: Any) -> None:
    """Raises InputError for a document that nests deeper than any question does."""
    level = [decoded]
    for _ in range(DEEPEST):
        level = [part for each in level for part in _parts(each)]
        if not level:
            return
    told = f"expected at most {DEEPEST} lists and objects within one another"
    raise InputError("body", "document", told)


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def limited(text: str, most: int) -> str:
    """A text of at most so many characters. Raises InputError."""
    if len(text) > most:
        raise InputError("query", "text", f"expected at most {most:,} characters, got {len(text):,}")
    return text


async def text(request: Request) -> bytes:
    """The text that was sent. Raises InputError."""
    body = await request.body()
    if not body.strip():
        raise InputError("body", "text", "expected a text, found nothing")
    return body
