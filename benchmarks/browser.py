"""Pages and changes in a real browser (``python -m benchmarks.web --browser``).

A load takes until what the page is for stands there; a change from the event that a finger or a key causes to
the first frame that shows what it changes. Each is the median of several, each in a fresh page. The reference
is a static file of the same site. Needs Playwright and Chromium.
"""

from __future__ import annotations

import time
from shutil import which
from statistics import median
from typing import Any

import msgspec

from benchmarks.table import render

ODDS = "/odds?attacker=Tormentors&target=Immortals"
LOADS = {
    "static file (reference)": ("/static/warbook.css", "body"),
    "first page": ("/", "h1"),
    "library": ("/library", ".content a"),
    "odds page": (ODDS, "#odds h2"),
    "datasheet": ("/sheet/wh40k10/Necrons/Lychguard", "h1"),
    "list": ("/army/Necrons", ".unit .gear"),
    "heat map, the first pairs": ("/army/Necrons/against/standard", "[data-pair]"),
}
"""By name, an address and what must be in sight."""


class Change(msgspec.Struct, frozen=True):
    """Something that a visitor does: where, what is pressed before, on what, a value to put there (without one
    it is pressed), and what it changes."""

    path: str
    before: str
    control: str
    value: str
    shows: str


CHANGES = {
    "odds: a part unfolded": Change(ODDS, "", "summary:has-text('Other modifiers')", "", ".odds-switches"),
    "odds: a switch": Change(
        ODDS,
        "summary:has-text('Other modifiers')",
        ".odds-switches [role=checkbox]:has-text('-1 to hit')",
        "",
        "#odds",
    ),
    "search: a letter": Change("/library", "", ".finder input", "l", ".count"),
    "list: models of a unit": Change("/army/Necrons", ".unit .q-btn", ".panel input", "10", ".unit .gear"),
}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
SETTLED = 1000
"""Milliseconds until a page has done what comes after its load."""
DONE = """(control, [value, shows]) => new Promise((resolve, reject) => {
  const seen = () => document.querySelector(shows)?.textContent, first = seen();
  let began = 0;
  new MutationObserver((_, watch) => {
    if (seen() === first) return;
    watch.disconnect();
    requestAnimationFrame(now => resolve(Math.max(now, performance.now()) - began));
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
  setTimeout(() => reject(new Error(`nothing changed: ${shows}`)), 30000);
  began = performance.now();
  if (!value) return control.click();
  control.value = value;
  for (const name of ['input', 'change']) control.dispatchEvent(new Event(name, {bubbles: true}));
})"""


def measure(base: str, times: int) -> str:
    """A table of loads and changes, in milliseconds."""
    from playwright.sync_api import sync_playwright

    chromium = which("chromium") or which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        rows = [_row("load", name, [_loaded(browser, base, *what) for _ in range(times + 1)])
                for name, what in LOADS.items()]  # fmt: skip
        rows += [_row("change", name, [_changed(browser, base, change) for _ in range(times + 1)])
                 for name, change in CHANGES.items()]  # fmt: skip
        browser.close()
    return render(("what", "in a browser", "median ms", "least", "most"), rows)


def _row(kind: str, name: str, took: list[float]) -> tuple[str, ...]:
    """The first is left out: what the site reads once, and the browser's own start."""
    took = took[1:]
    return (kind, name, f"{median(took):.0f}", f"{min(took):.0f}", f"{max(took):.0f}")


def _loaded(browser: Any, base: str, path: str, there: str) -> float:
    page = browser.new_page()
    began = time.perf_counter()
    page.goto(base + path)
    page.wait_for_selector(there)
    took = time.perf_counter() - began
    page.close()
    return 1e3 * took


def _changed(browser: Any, base: str, change: Change) -> float:
    page = browser.new_page()
    page.goto(base + change.path)
    page.wait_for_selector("h1")
    page.wait_for_timeout(SETTLED)
    if change.before:
        page.locator(change.before).first.click()
    control = page.locator(change.control).first
    control.wait_for()
    page.wait_for_timeout(SETTLED / 4)
    took: float = control.evaluate(DONE, [change.value, change.shows])
    page.close()
    return took
