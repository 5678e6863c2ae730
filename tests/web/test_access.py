"""No page breaks what axe-core calls serious or critical, at desk and phone width, light and dark."""

import pytest

from web.addresses import PATHS, SCHEMES, WIDTHS


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_accessible_and_fits_the_width(chromium, site, path, width, scheme):
    from axe_playwright_python.sync_playwright import Axe

    viewport = {"width": WIDTHS[width], "height": 900}
    window = chromium.new_context(base_url=site, viewport=viewport, color_scheme=scheme)
    try:
        page = window.new_page()
        page.goto(path)
        page.wait_for_selector("h1")
        found = Axe().run(page).response["violations"]
        grave = [each for each in found if each["impact"] in ("serious", "critical")]
        assert not grave, [(each["id"], [node["html"] for node in each["nodes"]]) for each in grave]
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[width]
    finally:
        window.close()
