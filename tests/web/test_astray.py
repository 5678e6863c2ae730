"""Where there is no page, or none can be made: told in words, with ways to go on."""

import tempfile
from pathlib import Path

import pytest

from warbook.library.place import FILE
from web.test_access import grave
from web.visiting import visit

PAGES = (
    "/sheet/wh40k10/Necrons/Lychguard",
    "/faction/wh40k10/Necrons",
    "/stratagems",
    "/compare",
    "/library",
    "/army",
    "/army/Necrons",
    "/crib?list=Necrons",
)


@pytest.mark.parametrize("path", ["/nope", "/rules", "/%3Cscript%3Ealert(1)%3C/script%3E", "/" + "x" * 5000])
def test_an_address_without_a_page_leads_to_those_that_there_are(page, path):
    assert page.goto(path).status == 404
    assert page.get_by_role("heading", level=1, name="No page is here").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not grave(page)
    page.get_by_role("main").get_by_role("link", name="Library").click()
    page.get_by_role("heading", level=1, name="Library").wait_for()


@visit
async def test_a_page_that_fails_says_so_in_the_sites_frame(visitor):
    from nicegui import ui

    def broken():
        raise ZeroDivisionError("a mistake")

    ui.page("/broken")(broken)
    answer = await visitor.http_client.get("/broken")
    assert answer.status_code == 500
    assert "This page could not be made" in answer.text
    assert "a mistake" not in answer.text


@visit
async def test_a_library_that_cannot_be_read_is_told_on_every_page(visitor):
    with tempfile.TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARBOOK_HOME", home)
        Path(home, FILE).write_bytes(b"\xff no library")
        for path in PAGES:
            answer = await visitor.http_client.get(path)
            assert (path, answer.status_code) == (path, 200)
            assert FILE in answer.text
