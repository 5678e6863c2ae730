"""What a request to the API says, read strictly: a parameter that there is not is an error."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request

from warbook.errors import InputError
from warbook.json_file import unreadable
from warbook.web.faults import WrongType
from warbook.web.fields import misfit, single

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
    _refuse_others(request, (JSON, *PLAIN), "a JSON document")
    try:
        decoded = msgspec.json.decode(await request.body())
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise InputError("body", "document", f"expected a JSON document: {unreadable(fault)}") from None
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


async def file(request: Request) -> bytes:
    """The text or file that was sent, of any form but that of a web form. Raises InputError."""
    if media_type(request) == MULTIPART:
        raise WrongType("body", MULTIPART, "expected the text or the file itself")
    body = await request.body()
    if not body.strip():
        raise InputError("body", "text", "expected a text, found nothing")
    return body


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text of rules as it is sent, and what may stand beside it in the address, too."""

    text: str
    kind: str = ""
    system: str = ""


async def passage(request: Request) -> Passage:
    """The text of rules that was sent: as it is, or as JSON or a web form with these fields. Raises
    InputError."""
    _refuse_others(request, (JSON, *PLAIN), "a text, or a JSON document")
    if media_type(request) == JSON:
        sent = await document(request)
        return _passage(sent if isinstance(sent, dict) else {"text": sent})
    body = (await file(request)).decode("utf-8", "replace")
    fields = dict(parse_qsl(body)) if media_type(request) == FORM else {}
    return _passage(fields) if "text" in fields else Passage(body)


def _passage(fields: Any) -> Passage:
    try:
        return msgspec.convert(fields, Passage)
    except msgspec.ValidationError as fault:
        raise misfit(fault, "body", "text") from None


JSON, FORM, MULTIPART = "application/json", "application/x-www-form-urlencoded", "multipart/form-data"
PLAIN = ("", "text/plain", "text/markdown", "application/octet-stream", FORM)
"""What a text may come as; the last is what programs say who are not asked."""


def media_type(request: Request) -> str:
    """The media type of what was sent, without its parameters; any kind of JSON is JSON."""
    told = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    return JSON if told.endswith("+json") else told


def _refuse_others(request: Request, known: tuple[str, ...], expected: str) -> None:
    """Raises WrongType for what is sent as anything else."""
    told = media_type(request)
    if told not in known:
        raise WrongType("body", told[:80], f"expected {expected}: {', '.join(filter(None, known))}")
