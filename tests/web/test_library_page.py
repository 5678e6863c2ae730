"""Browse and search."""

from web.visiting import visit


@visit
async def test_without_a_search_the_factions_of_both_games_are_there(visitor):
    await visitor.open("/library")
    await visitor.should_see("Necrons")
    await visitor.should_see("Legiones Astartes")


@visit
async def test_the_link_holds_the_search(visitor):
    await visitor.open("/library?text=obyron")
    await visitor.should_see("1 unit")
    await visitor.should_see("/sheet/wh40k10/Necrons/Vargard%20Obyron")


@visit
async def test_what_nothing_is_called_is_answered_with_a_guess(visitor):
    await visitor.open("/library?text=imortals")
    await visitor.should_see("Did you mean")
    await visitor.should_see("Immortals")


@visit
async def test_a_link_that_makes_no_sense_is_refused_in_words(visitor):
    await visitor.open("/library?most=many")
    await visitor.should_see("link: most")


@visit
async def test_what_is_typed_is_text(visitor):
    await visitor.open("/library?keyword=<b>bold</b>")
    await visitor.should_see("0 units with <B>BOLD")


def test_typing_narrows_what_is_shown_and_the_address_keeps_it(page):
    page.goto("/library")
    page.get_by_label("Search by name").fill("clr")
    page.get_by_text("1 unit", exact=True).wait_for()
    assert page.get_by_role("link", name="Chaos Land Raider").is_visible()
    page.wait_for_url("**/library?text=clr")
    page.reload()
    assert page.get_by_role("link", name="Chaos Land Raider").is_visible()


def test_further_filters_come_when_they_are_asked_for(page):
    page.goto("/library")
    page.get_by_label("Role").wait_for(state="detached")
    page.get_by_text("More filters").click()
    page.get_by_label("Has a weapon called").fill("zorb thrower")
    page.get_by_text("0 units").wait_for()
    page.reload()
    assert page.get_by_label("Has a weapon called").input_value() == "zorb thrower"
