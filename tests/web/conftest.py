"""The site for tests: in this process for behaviour, in a browser for journeys."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from shutil import which

import pytest

pytest.importorskip("nicegui", reason="the extra web is not installed")

CHROMIUM = which("chromium") or which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SECONDS_TO_START = 60


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The address of a site of its own, with an empty library."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home = tmp_path_factory.mktemp("home")
    command = [sys.executable, "-m", "warbook", "web", "--port", str(port)]
    log = (home / "log").open("wb")
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    served = subprocess.Popen(
        command, env={**own, "WARBOOK_HOME": str(home)}, stdout=log, stderr=subprocess.STDOUT
    )
    address = f"http://127.0.0.1:{port}"
    try:
        _await(address, served, home / "log")
        yield address
    finally:
        served.terminate()
        served.wait(20)
        log.close()


def _await(address, served, log):
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until and served.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the site did not start: {log.read_text('utf-8')}")


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
    outside = [
        url for url in asked if not url.startswith((site, "data:", "blob:", site.replace("http", "ws", 1)))
    ]
    assert not outside
