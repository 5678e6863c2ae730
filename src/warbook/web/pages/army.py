"""All lists, and a new one: pasted, typed, chosen or dropped."""

from __future__ import annotations

from collections import OrderedDict
from urllib.parse import parse_qsl
from uuid import uuid4

import msgspec
from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import app, ui
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from warbook import data, systems
from warbook.errors import InputError
from warbook.sheets.roster import Roster
from warbook.web import frame, workers
from warbook.web.army import asked, drafts, lists, tasks
from warbook.web.rendering import render, show

MOST_BYTES = 2_000_000
"""Of a list; a long one has some 20,000."""
MOST_SENT = 50_000_000
"""Bytes that are read at all, to be refused in words."""
MOST_REFUSED = 30


class Refused(msgspec.Struct, frozen=True):
    """A list that could not be read, and why."""

    text: str
    fault: InputError


_refused: OrderedDict[str, Refused] = OrderedDict()


def register() -> None:
    """Put the page at its address."""
    ui.page("/army")(armies)
    app.post("/army/new")(new)
    app.post("/army/against")(against)
    frame.NAVIGATION.append(frame.Place("Armies", "/army"))


def armies(refused: str = "") -> None:
    """What lists there are."""
    ui.add_head_html(render("army_head.html"))
    with frame.frame("Armies", "/army"):
        games = {name: systems.find(name).title for name in data.systems()}
        show("army_new.html", refused=_refused.get(refused), games=games)
        empty = "None yet: check a list above and save it, or add your files to the library."
        show("army_lists.html", id="own", title="Your lists", offers=lists.own(), empty=empty)
        show("army_lists.html", id="examples", title="Examples", offers=lists.with_warbook(), empty="")


async def new(request: Request) -> RedirectResponse:
    """Read a list, keep it as a draft and show it."""
    text = ""
    try:
        form = await _form(request)
        text = str(form.get("text") or "")
        roster = await _read(text, str(form.get("system") or "") or None, form.get("file"))
        return RedirectResponse(lists.address(drafts.keep(roster)), 303)
    except InputError as fault:
        return RedirectResponse(f"/army?refused={_refuse(text, fault)}", 303)


async def against(request: Request) -> RedirectResponse:
    """Set a list against another, or against units that were typed."""
    text = ""
    try:
        form = await _form(request)
        own, other, text = (str(form.get(name) or "") for name in ("own", "other", "text"))
        pins = asked.pins(dict(parse_qsl(str(form.get("pins") or ""))))
        if text.strip():
            system = lists.find(own, pins.system).system
            other = drafts.keep(await workers.work(tasks.typed, text, system))
        return RedirectResponse(asked.against(own, other or tasks.STANDARD, asked.pinned(pins)), 303)
    except InputError as fault:
        return RedirectResponse(f"/army?refused={_refuse(text, fault)}", 303)


async def _form(request: Request) -> FormData:
    """What was sent. Raises InputError where it is too much."""
    too_long = InputError(
        "army", "list", f"it is too long to be an army list: at most {MOST_BYTES:,} characters"
    )
    if int(request.headers.get("content-length") or 0) > MOST_SENT:
        raise too_long
    try:
        return await request.form(max_files=1, max_fields=8, max_part_size=MOST_BYTES)
    except HTTPException as fault:
        if "exceeded" in fault.detail:
            raise too_long from None
        raise InputError("army", "form", f"expected what this site's own form sends: {fault.detail}") from None


async def _read(text: str, system: str | None, file: object) -> Roster:
    content = await file.read(MOST_BYTES + 1) if isinstance(file, UploadFile) and file.filename else b""
    if len(content) > MOST_BYTES:
        raise InputError("army", "file", f"it is too long to be an army list: at most {MOST_BYTES:,} bytes")
    if isinstance(file, UploadFile) and file.filename:
        return await workers.work(tasks.uploaded, content, file.filename, system)
    if not text.strip():
        told = "nothing was pasted: put a list into the field, one unit a line, or choose a file"
        raise InputError("army", "list", told)
    return await workers.work(tasks.typed, text, system)


def _refuse(text: str, fault: InputError) -> str:
    token = uuid4().hex
    _refused[token] = Refused(text[:20_000], fault)
    while len(_refused) > MOST_REFUSED:
        _refused.popitem(last=False)
    return token
