"""The site in a browser, for journeys; ``visiting`` is for behaviour without one."""

from shutil import which

import pytest

from web.serving import FLAGS, served

pytest.importorskip("nicegui", reason="the extra web is not installed")

CHROMIUM = which("chromium") or which("chromium-browser")


@pytest.fixture(scope="session")
def site():
    """The address of a site with an empty library."""
    with served() as address:
        yield address


@pytest.fixture(scope="session")
def chromium():
    """A real browser."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium, site):
    """A fresh browser window that fails the test where a page asks anybody but the site."""
    window = chromium.new_context(base_url=site)
    page = window.new_page()
    page.set_default_timeout(15_000)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    yield page
    window.close()
    own = (site, site.replace("http", "ws", 1), "data:", "blob:")
    assert not [url for url in asked if not url.startswith(own)]
