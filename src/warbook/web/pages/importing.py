"""Import: documents into the library, how far they are, and what was and was not understood of them."""

from __future__ import annotations

from http import HTTPStatus

import msgspec
from nicegui import app, ui
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from warbook.errors import InputError
from warbook.importers import MAX_FILES
from warbook.views.library import of_file
from warbook.web import frame as frames
from warbook.web import workers
from warbook.web.frame import Place, frame
from warbook.web.guard import fault_response
from warbook.web.importing import jobs
from warbook.web.importing.jobs import Job
from warbook.web.importing.receiving import Sent
from warbook.web.importing.telling import told
from warbook.web.rendering import render, show
from warbook.web.status import status_of

PATH = "/import"
EVERY_S = 0.4
"""How often the page looks how far an import is."""
RECENT = 5


def register() -> None:
    """Put the pages at their addresses."""
    ui.page(PATH)(choose)
    ui.page(PATH + "/{key}")(report)
    app.add_route(PATH, receive, ["POST"], include_in_schema=False)
    frames.NAVIGATION.append(Place("Import", PATH))


def choose() -> None:
    """The page to choose documents on."""
    workers.start(workers.IMPORTS)
    ui.add_head_html(render("import_head.html"))
    with frame("Import", PATH):
        show("import.html", recent=jobs.recent(RECENT))


def report(key: str) -> None:
    """How far an import is, and then its report."""
    ui.add_head_html(render("import_head.html"))
    with frame("Import", PATH):
        job = jobs.find(key)
        status = show("import_status.html", **_status(job))
        status.props('aria-live="polite" role="status"')
        told_here = ui.html("", sanitize=False)
        if job.outcome is None:
            timer = ui.timer(EVERY_S, lambda: _look(job, status, told_here, timer))
        else:
            told_here.content = _report(job)


def _look(job: Job, status: ui.html, told_here: ui.html, timer: ui.timer) -> None:
    """Show how far it is now."""
    status.content = render("import_status.html", **_status(job))
    if job.outcome is not None:
        timer.deactivate()
        told_here.content = _report(job)


def _status(job: Job) -> dict[str, object]:
    report = job.outcome and job.outcome.report
    unread = sum(map(of_file, report.problems)) if report else 0
    return {"job": job, "progress": job.progress, "unread": unread}


def _report(job: Job) -> str:
    outcome = job.outcome
    if outcome is None or outcome.report is None:
        return render("import_nothing.html", names=job.names)
    return render("import_report.html", told=told(outcome.report, str(jobs.documents())))


async def receive(request: Request) -> Response:
    """Take what a browser sends, and lead to the import's page; a program is told its address."""
    wants_json = "application/json" in request.headers.get("accept", "")
    try:
        job = await _received(request)
    except InputError as fault:
        if wants_json:
            return fault_response(status_of(fault), fault.path, fault.place, fault.expected)
        return HTMLResponse(
            render("refused.html", place=fault.place, expected=fault.expected), status_of(fault)
        )
    address = f"{PATH}/{job.key}"
    if wants_json:
        return Response(msgspec.json.encode({"import": address}), media_type="application/json")
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


async def _received(request: Request) -> Job:
    """The import of what is sent. Raises InputError."""
    try:
        async with request.form(max_files=MAX_FILES, max_fields=MAX_FILES) as form:
            uploads = [each for each in form.getlist("files") if isinstance(each, UploadFile) and each.filename]
            return await jobs.begin([Sent(each.filename or "", each.file) for each in uploads])
    except MultiPartException as fault:
        raise InputError("import", "files", f"expected files of a form: {fault.message}") from None
