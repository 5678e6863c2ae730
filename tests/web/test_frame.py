"""What all pages share."""

from warbook.library import lookup
from web.visiting import visit


@visit
async def test_the_first_page_tells_how_many_units_are_known(visitor):
    await visitor.open("/")
    await visitor.should_see(f"{len(lookup.known())} units are known")


def test_the_theme_is_kept(page):
    page.goto("/")
    before = page.evaluate("document.documentElement.dataset.theme")
    page.get_by_role("button", name="Switch between dark and light").click()
    after = page.evaluate("document.documentElement.dataset.theme")
    assert {before, after} == {"dark", "light"}
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == after


def test_the_keyboard_reaches_the_content_first(page):
    page.goto("/")
    page.wait_for_selector("h1")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
