"""What of the rules in one's own documents is understood, and what to do about the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from warbook import systems
from warbook.errors import InputError, naming
from warbook.library.place import stamp
from warbook.systems import REVISED
from warbook.web import covering, workers
from warbook.web.covering import Covered, Document
from warbook.web.frame import frame, refuse
from warbook.web.rendering import render, show
from warbook.web.worked import Worked

PATH = "/understanding"
SECONDS = 600.0
"""How long reading the texts of a document may take, the first time."""
_kept: Worked[tuple[Document, bytes], Covered] = Worked(8)
_HELP = {"mark": covering.mark, "parts": covering.parts, "share": covering.share, "name_of": covering.name_of}


def register() -> None:
    """Put the page at its address; links from the library and from imports lead to it."""
    ui.page(PATH)(understanding)


def understanding(request: Request) -> None:
    """The documents, one of them, a unit of one, or a text that was typed."""
    query = request.query_params
    ui.add_head_html(render("understanding_head.html"))
    with frame("What is understood", PATH):
        if key := query.get("document"):
            document = covering.document(key)
            _later(lambda: _covered(document, query.get("of", "")), f"Reading the rules of {document.title} …")
            return
        show("understanding_lead.html")
        _typing(query.get("text", "")[: covering.LONGEST], query.get("system", "wh40k10"))
        _documents()


def _documents() -> None:
    show("understanding_documents.html", documents=covering.documents(), titles=_titles(), link=link)


def _titles() -> dict[str, str]:
    """What the games are called, shortly."""
    return {name: systems.find(name).title.partition(", 10")[0].partition(":")[0] for name in REVISED}


def _typing(text: str, system: str) -> None:
    """The form for a text of one's own, and what is understood of it."""
    if system not in REVISED:
        raise InputError("understanding", "system", f"expected one of {', '.join(REVISED)}")
    show("understanding_text.html", text=text, system=system, titles=_titles(), longest=covering.LONGEST)
    if text.strip():
        _later(lambda: _explained(text, system), "Reading it …")


def _later(work: Callable[[], Awaitable[str]], waiting: str) -> None:
    """Show what takes long when it is there."""
    place = show("understanding_waiting.html", waiting=waiting)
    place.props('aria-live="polite"')

    async def begin() -> None:
        try:
            with naming("what is understood"):
                place.content = await work()
        except InputError as fault:
            place.content = ""
            with place:
                refuse(fault)

    ui.timer(0.05, begin, once=True)


async def _explained(text: str, system: str) -> str:
    clauses = await workers.work(covering.explained, text, system)
    return render("understanding_explained.html", clauses=clauses, **_HELP)


async def _covered(document: Document, of: str) -> str:
    told = await _told(document)
    shared = {"document": document, "told": told, "link": link, **_HELP}
    if of:
        return render("understanding_bearer.html", bearer=told.bearer(of), **shared)
    return render("understanding_document.html", **shared)


async def _told(document: Document) -> Covered:
    """The coverage of a document, read once while the library stays as it is."""
    key = (document, await asyncio.to_thread(stamp))
    work = workers.work_in
    return await _kept.of(key, lambda: work(workers.READING, SECONDS, covering.covered, document))


def link(document: Document, of: str = "") -> str:
    """The address of a document's page, or of one unit in it."""
    return f"{PATH}?{urlencode({'document': document.key, **({'of': of} if of else {})})}"
