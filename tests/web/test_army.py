"""Lists on the pages: pasted, checked, and set against what they may meet."""

import asyncio
import re

from nicegui import ui

from warbook.sheets.roster import Entry, Roster
from warbook.web.army import drafts, lists, saving
from web.visiting import refused, visit

PATROL = "Necron Warriors x20\nOverlord\nImmortals"


async def pasted(visitor, text, **more):
    told = await visitor.http_client.post("/army/new", data={"text": text, **more})
    return told.headers["location"]


async def sees(visitor, text):
    """Workers may take a while on a busy machine."""
    await visitor.should_see(text, retries=200)


@visit
async def test_a_typed_list_is_read_and_checked(visitor):
    await visitor.open(await pasted(visitor, PATROL))
    await sees(visitor, "355 of 1000 points")
    await sees(visitor, "20 Gauss flayer")


@visit
async def test_nothing_pasted_is_told(visitor):
    await visitor.open(await pasted(visitor, " \n"))
    await sees(visitor, "nothing was pasted")


@visit
async def test_a_text_without_end_is_told(visitor):
    await visitor.open(await pasted(visitor, "x" * 10_000_000))
    await sees(visitor, "too long to be an army list")


@visit
async def test_a_form_that_is_not_the_sites_own_is_told(visitor):
    for path in ("/army/new", "/army/against"):
        for body, kind in (
            ("&".join(f"f{number}=1" for number in range(9)), "application/x-www-form-urlencoded"),
            ("--x", "multipart/form-data"),
        ):
            told = await visitor.http_client.post(path, content=body, headers={"content-type": kind})
            assert told.status_code == 303
            await visitor.open(told.headers["location"])
            await sees(visitor, "own form sends")


@visit
async def test_a_list_that_is_not_there_is_told(visitor):
    assert "there is no list of this name" in await refused(visitor, "/army/Nobody's List")


@visit
async def test_what_a_list_says_is_no_markup(visitor):
    await visitor.open(await pasted(visitor, "<img src=x onerror=alert(1)> x5\nImmortals"))
    await sees(visitor, "&lt;img src=x")
    await visitor.should_not_see("<img src=x")


@visit
async def test_an_unknown_unit_is_matched_by_hand(visitor):
    await visitor.open(await pasted(visitor, "Necron Wariorz of Stone x10\nOverlord"))
    await sees(visitor, "No sheet of this name is known")
    visitor.find("Necron Warriors").click()
    await sees(visitor, "/sheet/wh40k10/Necrons/Necron%20Warriors")
    await sees(visitor, "10 Gauss flayer")
    await sees(visitor, "written “Necron Wariorz of Stone”")


@visit
async def test_a_list_of_the_other_game_is_told(visitor):
    await visitor.open(await pasted(visitor, "Necron Warriors", system="heresy3"))
    await sees(visitor, "No unit is known, so nothing could be judged")


@visit
async def test_a_list_that_tells_no_game_is_of_the_one_that_knows_its_units(visitor):
    await visitor.open(await pasted(visitor, "Praetor\nTactical Squad\nRampager Squad"))
    await sees(visitor, "Horus Heresy")
    await sees(visitor, "units exist there")


@visit
async def test_a_list_of_no_game_is_told(visitor):
    text = '{"name": "X", "system": "chess", "units": [{"sheet": "Rook"}]}'
    await visitor.open(await pasted(visitor, text))
    await sees(visitor, "this is a list of chess, which Warbook does not know")


@visit
async def test_a_broken_file_is_told(visitor):
    files = {"file": ("list.rosz", b"PK\x03\x04 nothing")}
    told = await visitor.http_client.post("/army/new", files=files)
    await visitor.open(told.headers["location"])
    await sees(visitor, "list.rosz")


def test_from_a_pasted_list_to_its_heat_map(page):
    page.set_default_timeout(45_000)
    page.goto("/army")
    page.get_by_label("Paste it, or type it").fill(PATROL)
    page.get_by_role("button", name="Check the list").click()
    page.get_by_role("link", name="Against standard targets").click()
    page.get_by_text(re.compile("pairs worked out")).wait_for()
    row = page.get_by_role("row", name=re.compile("Immortals"))
    # 10 attacks: 1/6 critical (Lethal Hits), 1/2 hits that wound on 3+ with ones again (7/9), saved on a 6
    part = (1 / 6 + 1 / 2 * 7 / 9) * 5 / 6
    assert row.get_by_role("cell").nth(0).inner_text().split() == [f"{part:.0%}"]


def test_a_list_is_changed_and_the_back_button_takes_it_back(page):
    page.goto("/army/Necrons")
    unit = page.locator(".unit").filter(has_text="Immortals")
    unit.get_by_role("button", name="Change").click()
    models = unit.get_by_label("Models")
    models.fill("5")
    models.press("Enter")
    unit.get_by_text("5 × Immortals").wait_for()
    assert unit.get_by_text("5 Gauss blaster").is_visible()
    assert "70 points" in unit.inner_text()
    page.go_back()
    page.locator(".unit").get_by_text("10 × Immortals").wait_for()


@visit
async def test_a_saved_list_is_among_ones_own(visitor):
    await visitor.open(await pasted(visitor, PATROL))
    visitor.find("Save to your library").click()
    for _ in range(100):
        if lists.own():
            break
        await asyncio.sleep(0.1)
    await visitor.open("/army")
    await sees(visitor, "/army/Army")


@visit
async def test_the_page_asks_before_it_replaces_a_list(visitor):
    name = "Burrow that is there"
    saving.saved(Roster(name, (Entry("Immortals"),)), None)
    await visitor.open(lists.address(drafts.keep(Roster(name, (Entry("Overlord"),)))))
    visitor.find("Save to your library").click()
    await sees(visitor, f"You have a list called “{name}” already")
    visitor.find(f"Save as “{name} 2”").click()
    for _ in range(100):
        if lists.is_there(f"{name} 2"):
            break
        await asyncio.sleep(0.1)
    assert [lists.find(each).units[0].sheet for each in (name, f"{name} 2")] == ["Immortals", "Overlord"]


@visit
async def test_units_are_added_as_they_are_typed(visitor):
    await visitor.open(await pasted(visitor, PATROL))
    visitor.find("Add units, as you would type them").type("Lychguard\n5 Immortals")
    visitor.find(kind=ui.button, content="Add").click()
    await sees(visitor, "Units (5)")
    await sees(visitor, "/sheet/wh40k10/Necrons/Lychguard")


@visit
async def test_a_list_is_set_against_units_that_are_typed(visitor):
    own = (await pasted(visitor, PATROL)).rsplit("/", 1)[1]
    sent = {"own": own, "other": "Necrons", "text": "Flawless Blades"}
    told = await visitor.http_client.post("/army/against", data=sent)
    await visitor.open(told.headers["location"])
    await sees(visitor, "attacks")
    await sees(visitor, "Swap sides")


@visit
async def test_a_link_that_makes_no_sense_is_told(visitor):
    await visitor.open("/army/Necrons/against/standard?figure=beauty")
    await sees(visitor, "figure")
    await sees(visitor, "Heat map")


def test_a_change_that_cannot_be_is_taken_back(page):
    page.goto("/army/Necrons")
    unit = page.locator(".unit").filter(has_text="Immortals")
    unit.get_by_role("button", name="Change").click()
    models = unit.get_by_label("Models")
    models.fill("0")
    models.press("Enter")
    page.get_by_role("alert").filter(has_text="at least one model").first.wait_for()
    assert models.input_value() == "10"
    assert unit.get_by_text("10 Gauss blaster").is_visible()


def test_a_figure_tells_its_rolls_and_the_sides_are_swapped(page):
    page.set_default_timeout(45_000)
    page.goto("/army/Necrons/against/Emperor's Children?figure=chance&phase=shooting")
    page.get_by_text("pairs worked out").wait_for()
    page.get_by_role("button", name=re.compile("Immortals at 5 × Infractors: .*shooting")).click()
    page.get_by_text("10 × 2 attacks").wait_for()
    page.keyboard.press("Escape")
    page.get_by_text("10 × 2 attacks").wait_for(state="hidden")
    page.get_by_role("button", name="Swap sides").click()
    page.get_by_role("button", name=re.compile("Infractors at 10 × Immortals")).wait_for()
    assert "attack=theirs" in page.url


def test_a_tapped_figure_opens_at_the_foot_of_a_phone_and_beside_its_cell_on_a_desk(page):
    page.set_default_timeout(45_000)
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/army/Necrons/against/Emperor's Children?phase=shooting")
    page.get_by_text("pairs worked out").wait_for()
    sheet, cell = page.locator("#pair"), page.get_by_role("button", name=re.compile("Immortals at 5 × Infr"))
    for width, near in ((390, False), (1280, True)):
        page.set_viewport_size({"width": width, "height": 800})
        cell.click()
        sheet.get_by_text("unit destroyed").wait_for()
        box, tapped = sheet.bounding_box(), cell.bounding_box()
        foot = box["y"] + box["height"]
        assert box["x"] >= 0
        assert foot <= 800
        if near:
            gap = max(box["x"] - tapped["x"] - tapped["width"], tapped["x"] - box["x"] - box["width"], 0)
            below = max(box["y"] - tapped["y"] - tapped["height"], 0)
            assert max(gap, below) < 20
        else:
            assert (box["x"], foot) == (0, 800)
        sheet.get_by_role("button", name="Close").click()
        sheet.wait_for(state="hidden")


def test_the_address_of_a_list_tells_what_it_was_judged_by(page):
    page.goto("/army/Necrons")
    page.wait_for_url(re.compile(r"/army/Necrons\?system=wh40k10&revision=2025-06"))
    page.get_by_role("link", name="Against standard targets").click()
    page.wait_for_url(re.compile(r"standard\?system=wh40k10&revision=2025-06"))


@visit
async def test_a_unit_of_the_horus_heresy_stands_in_a_detachment_of_its_own(visitor):
    await visitor.open(await pasted(visitor, "Tactical Squad\nRhino", system="heresy3"))
    await sees(visitor, "each unit stands in one of them")
