"""A datasheet at the table. Expected values are read from the rules and the bundled facts by hand."""

import msgspec
import pytest

from warbook import effects as fx
from warbook.effects.terms import Selector, Window
from warbook.sheets.sheet import (
    Ability,
    Datasheet,
    Equipped,
    Item,
    Model,
    Note,
    Play,
    Points,
    Rule,
    Weapon,
    WeaponProfile,
)
from warbook.web.library import datasheet, plays, units
from warbook.web.library.words import Vocabulary
from web.visiting import refused, visit

NAME = "Zorb <script>alert(1)</script>"
PROFILE = WeaponProfile(
    "Ray", {"range": '12"', "A": "1", "BS": "3+", "S": "4", "AP": "0", "D": "1"}, ("hazardous", "<b>")
)
HOSTILE = Datasheet(
    NAME, "Glass & Sons", "wh40k10",
    models=(Model(NAME, 1, 1, 40, {"M": '6"', "T": "4"}), Model("Bare", 1, 1, None, {})),
    weapons=(Weapon("Ray </td>", "ranged", (PROFILE,)),),
    abilities=(Ability("<i>Haze</i>", "datasheet", "<img src=x onerror=alert(1)>\n\n\nIt dims."),),
    keywords=("INFANTRY", "<KEY>"), faction_keywords=("GLASS",), rules=(Rule("Hazardous", "Own <words>."),),
    points=(Points(1, 50, "2025-01-01"), Points(2, 95, "2025-01-01")), leads=("Nobody & Co",),
)  # fmt: skip


def shown(sheet, read=False):
    return datasheet._shown(sheet, (), (), read)


def page(sheet):
    from warbook.web.rendering import render

    company = units.Company((units.Link("Nobody & Co"),), (), (), ())
    told = shown(sheet)
    return render(
        "sheet.html",
        sheet=told,
        company=company,
        faction="/f",
        odds="/o",
        beside="/b",
        having=units.having,
        vocabulary=Vocabulary("wh40k10", None, prefix="text"),
    )


def test_nothing_of_a_document_becomes_markup():
    html = page(HOSTILE)
    for tag in ("<script", "<img", "<i>", "<KEY>", "<b>", "Ray </td>", "<words>"):
        assert tag not in html
    assert "&lt;script&gt;" in html
    assert "Own &lt;words&gt;." in html


def test_a_unit_without_weapons_points_or_profile_is_shown():
    html = page(Datasheet("Bare", "Glass", "heresy3"))
    assert "has no profile" in html
    assert "tells no points" in html


def test_what_a_document_says_besides_is_shown_and_its_weapons_abilities_are_explained():
    notes = (Note("weapon ability Dimming", "It dims twice."), Note("options", "No <ray> may go."))
    weapon = Weapon("Ray", "ranged", (msgspec.structs.replace(PROFILE, abilities=("dimming",)),))
    told = shown(msgspec.structs.replace(HOSTILE, weapons=(weapon,), notes=notes))
    assert [(each.name, each.own[0].text) for each in told.besides] == [("Options", "No <ray> may go.")]
    assert "It dims twice." in [each.own for each in told.about]
    assert "No &lt;ray&gt; may go." in page(msgspec.structs.replace(HOSTILE, notes=notes))


@pytest.mark.parametrize(
    ("models", "told"),
    [(("Digger", "Overseer"), "Every model: spade"), (("Overseer",), "Overseer: spade")],
)
def test_only_what_every_model_carries_is_told_of_every_model(models, told):
    loadout = tuple(Equipped(name, (Item("spade"),)) for name in models)
    unit = (Model("Digger", 4, 9, None, {}), Model("Overseer", 1, 1, None, {}))
    assert shown(Datasheet("Diggers", "Glass", "wh40k10", models=unit, loadout=loadout)).loadout == (told,)


def test_words_are_explained_once_and_the_document_s_own_words_stand_first():
    vocabulary = Vocabulary("wh40k10", "2023-06", HOSTILE.rules)
    first, again = vocabulary.word("hazardous"), vocabulary.word("Hazardous")
    assert first.id == again.id
    (about,) = vocabulary.about.values()
    assert about.own == "Own <words>."
    assert "destroyed" in about.text
    assert [since.revision for since in about.history] == ["2023-06", "2024-06"]
    assert vocabulary.word("zorbing").id == ""


@pytest.mark.parametrize(
    ("system", "text", "marked"),
    [("wh40k10", "It has [LETHAL HITS], [LETHAL HITS] and Feel No Pain 5+.",
      ["[LETHAL HITS]", "Feel No Pain 5+"]),
     ("wh40k10", "Its leader may advance by stealth.", []),
     ("wh40k10", "A Battle-shocked unit takes D3 mortal wounds.", ["Battle-shocked", "mortal wounds"]),
     ("wh40k10", "[zorb] <b>", []), ("heresy3", "It gains Eternal Warrior (2).", ["Eternal Warrior (2)"])],
)  # fmt: skip
def test_the_rule_words_of_a_text_are_marked_once(system, text, marked):
    parts = Vocabulary(system, None).parts(text)
    assert "".join(part.printed for part in parts) == text
    assert [part.printed for part in parts if part.id] == marked


def test_many_sizes_that_cost_the_same_each_are_told_in_two_rows():
    sizes = tuple(Points(models, 10 * models) for models in range(10, 21))
    costs = shown(Datasheet("Squad", "Glass", "heresy3", points=sizes)).costs
    assert costs.rows == (("10 models", (100,)), ("20 models (each further one 10)", (200,)))


TARGETS = [
    (Selector(side="friendly", keywords=("GLASS INFANTRY",)), True),
    (Selector(side="friendly", keywords=("GLASS VEHICLE", "VEHICLE")), False),
    (Selector(side="friendly", keywords=("GLASS",), without=("INFANTRY",)), False),
    (Selector(side="friendly"), True),
    (Selector(side="enemy"), False),
]


@pytest.mark.parametrize(("target", "expected"), TARGETS)
def test_a_play_fits_where_keywords_meet_its_target(target, expected):
    assert plays.fits((fx.Targets((target,)),), ("INFANTRY", "GLASS")) is expected


def test_a_play_whose_target_is_not_understood_is_not_left_out():
    assert plays.fits((fx.Unparsed("Something."),), ("INFANTRY",)) is None


def test_a_play_is_told_under_its_phases_in_the_order_of_a_turn():
    when = fx.to_json((fx.When((Window("fight", "opponent"), Window("shooting", "opponent"))),))
    for told in ("effects", "used"):
        play = Play("Dig", 1, "CP", "Burrow", "Ploy", **{told: tuple(when)})
        assert plays.when(play) == (("shooting", "fight"), "opponent")


def test_what_applies_to_a_bundled_unit():
    from warbook import data

    groups = {group.title: group for group in plays.applying(data.find("Chaos Land Raider"))}
    core = {play.name.casefold() for play in groups["Every army"].plays}
    assert {"smokescreen", "tank shock"} <= core  # SMOKE, VEHICLE
    assert not {"go to ground", "epic challenge"} & core  # INFANTRY, CHARACTER
    assert not groups["Carnival of Excess"].enhancements  # no CHARACTER
    assert "Uncanny Reactions" in {play.name for play in groups["Carnival of Excess"].plays}  # SLAANESH


@visit
async def test_a_name_that_there_is_not_is_answered_with_what_comes_closest(visitor):
    told = await refused(visitor, "/sheet/wh40k10/Necrons/Imortals")
    assert "Did you mean" in told
    assert "Immortals" in told


def test_a_rule_word_explains_itself_by_keyboard_and_names_the_revisions(page):
    page.goto("/sheet/wh40k10/Emperor's Children/Tormentors", wait_until="networkidle")
    button = page.get_by_role("button", name="hazardous").first
    button.focus()
    page.keyboard.press("Enter")
    about = page.locator("[popover]:popover-open")
    assert "2024-06" in about.inner_text()
    assert "3 mortal wounds" in about.inner_text()
    page.keyboard.press("Escape")
    assert page.locator("[popover]:popover-open").count() == 0


def test_a_weapon_is_seen_whole_on_a_phone(page):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/sheet/wh40k10/Emperor's%20Children/Chaos%20Land%20Raider")
    page.get_by_role("table").first.wait_for()
    widths = (
        "[...document.querySelectorAll('table.weapons')].map(t => t.scrollWidth <= t.parentElement.clientWidth)"
    )
    seen = page.evaluate(widths)
    assert seen
    assert all(seen)


def test_from_a_sheet_to_all_units_of_a_keyword(page):
    page.goto("/sheet/wh40k10/Emperor's Children/Chaos Land Raider")
    assert page.get_by_text('36"').first.is_visible()  # the twin heavy bolter's range
    page.get_by_role("link", name="SMOKE", exact=True).click()
    page.wait_for_url("**/library?**")
    page.get_by_role("link", name="Chaos Rhino").wait_for()
    page.go_back()
    page.get_by_role("heading", name="Chaos Land Raider").wait_for()


def test_attachments_and_transports_both_ways(page):
    page.goto("/sheet/wh40k10/Emperor's Children/Flawless Blades")
    page.get_by_role("heading", name="Carried by").wait_for()
    assert page.get_by_role("link", name="Chaos Land Raider").is_visible()
    page.goto("/sheet/wh40k10/Necrons/Lychguard")
    page.get_by_role("heading", name="Led by").wait_for()
    assert page.get_by_role("link", name="Vargard Obyron").is_visible()
