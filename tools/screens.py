"""Pictures of every page, at desk and phone width, light and dark: ``python tools/screens.py [ADDRESS]``.

Writes PNG files to ``build/screens`` and prints how long each page took. Without an address a site of its own
is started. Needs the extra ``test`` and a Chromium.
"""

from __future__ import annotations

import re
import sys
import time
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from web.addresses import PATHS, SCHEMES, WIDTHS  # noqa: E402
from web.serving import FLAGS, served  # noqa: E402

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OUT = ROOT / "build" / "screens"
REST = 2500
"""Milliseconds without a change after which a page is taken to be whole."""
LONGEST = 60
"""Seconds that are waited for it."""


def picture(browser: Browser, address: str, path: str, width: str, scheme: str) -> float:
    """Write one page's picture; the seconds until it was there."""
    window = browser.new_context(
        base_url=address, viewport={"width": WIDTHS[width], "height": 900}, color_scheme=scheme
    )
    page = window.new_page()
    start = time.monotonic()
    page.goto(path)
    page.wait_for_selector("h1")
    took = time.monotonic() - start
    page.wait_for_load_state("networkidle")
    settled(page)
    name = re.sub(r"[^a-z0-9]+", "-", path.lower()).strip("-")[:60] or "home"
    page.screenshot(path=OUT / f"{name}.{width}.{scheme}.png", full_page=True)
    window.close()
    return took


def settled(page: Page) -> None:
    """Wait until what a page works out stands on it: until its text has not changed for a while."""
    before, end = "", time.monotonic() + LONGEST
    while time.monotonic() < end and (now := page.inner_text("body")) != before:
        before = now
        page.wait_for_timeout(REST)


def main() -> None:
    """Write all pictures."""
    from playwright.sync_api import sync_playwright

    OUT.mkdir(parents=True, exist_ok=True)
    site = nullcontext(sys.argv[1]) if len(sys.argv) > 1 else served()
    with site as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=FLAGS)
        for path, width, scheme in product(PATHS, WIDTHS, SCHEMES):
            print(
                f"{picture(browser, address, path, width, scheme):5.2f} s  {path} {width} {scheme}", flush=True
            )
        browser.close()


if __name__ == "__main__":
    main()
