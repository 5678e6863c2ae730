"""No page breaks what axe-core calls serious or critical, at desk and phone width, light and dark."""

import pytest

from web.addresses import PATHS, SCHEMES, WIDTHS

SETTLED = 500
"""Milliseconds until labels have moved and menus have opened."""


def grave(page):
    """What axe-core calls serious or critical on a page as it is now."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    told = [each for each in found if each["impact"] in ("serious", "critical")]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in told]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_accessible_and_fits_the_width(chromium, site, path, width, scheme):
    viewport = {"width": WIDTHS[width], "height": 900}
    window = chromium.new_context(base_url=site, viewport=viewport, color_scheme=scheme)
    try:
        page = window.new_page()
        page.goto(path)
        page.wait_for_selector("h1")
        assert not grave(page)
        fits = "width => document.documentElement.scrollWidth <= width"  # once what is being put there stands
        page.wait_for_function(fits, arg=WIDTHS[width], timeout=5_000)
    finally:
        window.close()


@pytest.fixture
def window(request, chromium, site):
    """A window of a colour scheme, without the motion of menus that open."""
    made = chromium.new_context(base_url=site, color_scheme=request.param, reduced_motion="reduce")
    yield made
    made.close()


@pytest.mark.parametrize("window", SCHEMES, indirect=True)
@pytest.mark.parametrize("path", ["/library", "/stratagems", "/army/Necrons/against/standard"])
def test_an_open_choice_is_accessible(window, path):
    page = window.new_page()
    page.goto(path)
    choices = page.get_by_role("combobox").filter(visible=True)
    choices.first.click()
    page.get_by_role("listbox").wait_for()
    page.wait_for_timeout(SETTLED)
    assert page.get_by_role("option").count() > 1
    assert not grave(page)


@pytest.mark.parametrize("window", SCHEMES, indirect=True)
@pytest.mark.parametrize("path", ["/library", "/odds", "/compare", "/army"])
def test_a_focused_field_is_accessible(window, path):
    page = window.new_page()
    page.goto(path)
    page.get_by_role("textbox").filter(visible=True).first.focus()
    page.wait_for_timeout(SETTLED)
    assert not grave(page)


@pytest.mark.parametrize("path", ["/library", "/compare", "/odds", "/army/Necrons"])
def test_what_is_typed_has_an_end(page, path):
    page.goto(path)
    typed = page.locator("textarea:not([readonly]), input:is([type=text], [type=search]):not([readonly])")
    typed.first.wait_for(state="attached")
    endless = [field for field in typed.all() if not field.get_attribute("maxlength")]
    assert not [field.evaluate("field => field.outerHTML") for field in endless]


LONG = "X" * 180
"""What somebody may have called a thing, without a place to break it."""


@pytest.mark.parametrize("path", [f"/library?game={LONG}&role={LONG}&weapon={LONG}", "/crib", "/library"])
def test_long_names_do_not_make_a_page_wider(page, path):
    page.set_viewport_size({"width": 320, "height": 800})
    page.goto(path)
    page.get_by_role("heading", level=1).wait_for()
    page.evaluate("long => document.querySelectorAll('.tile span').forEach((each) => each.append(long))", LONG)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
