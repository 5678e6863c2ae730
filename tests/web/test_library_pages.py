"""Factions, Stratagems by phase, rules, and sheets side by side. Values are read from the bundled facts."""

import pytest

from warbook import data, systems
from warbook.web.library import comparing, datasheet, factions, rulebook
from web.visiting import refused, visit


def sheet(name):
    return datasheet._shown(data.find(name), (), (), read=False)


def line(about, *names):
    return next(each for each in comparing.lines([sheet(name) for name in names]) if each.about == about)


def texts(cell):
    return [(item.text, item.shared) for item in cell]


def test_the_same_in_two_sheets_is_shared_and_the_rest_differs():
    tormentors, infractors = line("Abilities", "Tormentors", "Infractors").cells
    assert ("Infiltrators", False) in texts(tormentors)
    assert ('Scouts 6"', False) in texts(infractors)
    assert ("Thrill Seekers", True) in texts(tormentors)
    assert not line("T", "Tormentors", "Infractors").differs
    assert line("Ranged weapons", "Tormentors", "Infractors").differs


def test_one_sheet_alone_differs_from_nothing():
    assert not any(each.differs for each in comparing.lines([sheet("Immortals")]))
    assert comparing.lines([]) == ()


def test_sheets_of_two_games_stand_side_by_side():
    rows = {each.about: each.cells for each in comparing.lines([sheet("Immortals"), sheet("Praetor")])}
    assert rows["OC"][1] == ()
    assert rows["LD"][0] == ()


def test_plays_stand_under_each_of_their_phases():
    phases = {each.name: each.plays for each in factions.by_phase("wh40k10", "Necrons", "Obeisance Phalanx")}
    names = {phase: {used.told.name for used in used_in} for phase, used_in in phases.items()}
    assert list(names)[:6] == ["command", "movement", "shooting", "charge", "fight", "any"]
    assert "Enslaved Artifice" in names["shooting"] & names["fight"]
    assert "Your Time Is Nigh" in names["any"]
    assert "Counter-Offensive" in names["fight"]
    assert "Martial Perfection" not in names["fight"]  # of another faction


def test_before_the_texts_are_read_the_plays_are_there():
    at_once = factions.phases_at_once("wh40k10", "Necrons", "Awakened Dynasty")
    told = {used.told.name for phase in at_once for used in phase.plays}
    assert {"Protocol of the Undying Legions", "Counter-Offensive"} <= told


def test_the_reactions_of_every_army_come_from_the_rules():
    phases = {each.name: {used.told.name for used in each.plays} for each in factions.by_phase("heresy3")}
    assert "Return Fire" in phases["shooting"]
    assert {"Overwatch", "Evade"} <= phases["assault"]


def test_a_faction_that_nothing_is_known_of_has_nothing():
    assert factions.shown("Zorb", "heresy3").empty


@pytest.mark.parametrize("system", list(systems.REVISED))
def test_every_rule_of_the_glossary_is_told(system):
    parts = rulebook.shown(system, None)
    assert all(rule.text or rule.own for part in parts for rule in part.rules)
    assert len({rule.id for part in parts for rule in part.rules}) == sum(len(part.rules) for part in parts)


def test_the_rules_of_a_revision():
    def told(revision):
        return {rule.title: rule.text for part in rulebook.shown("wh40k10", revision) for rule in part.rules}

    assert told("2023-06")["Heroic Intervention"].startswith("2 CP")
    assert told("2025-06")["Heroic Intervention"].startswith("1 CP")


@visit
async def test_a_faction_shows_its_detachments_and_units(visitor):
    await visitor.open("/faction/wh40k10/Necrons")
    await visitor.should_see("Awakened Dynasty")
    await visitor.should_see("Lychguard")


NOWHERE = (
    ("/faction/zorb/Necrons", "expected a game"),
    ("/faction/wh40k10/Zorb", "no faction is called so"),
    ("/rules/zorb", "expected a game"),
    ("/rules/wh40k10?revision=1999", "expected a revision"),
    ("/compare?sheet=wh40k10/Necrons/Imortals", "closest: Immortals"),
    ("/stratagems?system=zorb", "expected a game: "),
)


@visit
async def test_a_link_that_leads_nowhere_says_so(visitor):
    for path, told in NOWHERE:
        assert told in await refused(visitor, path), path
    await visitor.open("/stratagems?faction=Zorb")
    await visitor.should_see("Zorb")


def test_sheets_are_set_side_by_side_by_typing(page):
    page.goto("/compare")
    page.get_by_label("Which unit?").fill("lychg")
    page.get_by_role("link", name="Lychguard").click()
    page.get_by_label("Set another unit beside").fill("immor")
    page.get_by_role("link", name="Immortals").click()
    page.get_by_role("columnheader", name="Immortals").wait_for()
    wounds = page.locator("tr", has=page.get_by_role("rowheader", name="W", exact=True))
    assert [text.strip() for text in wounds.locator("td").all_inner_texts()] == ["2", "1"]


def test_stratagems_of_a_faction_are_picked_and_the_link_keeps_them(page):
    page.goto("/stratagems?faction=Necrons&detachment=Awakened+Dynasty")
    fight = page.locator("#phase-fight")
    fight.get_by_text("Protocol of the Hungry Void").click()
    fight.get_by_text("Used in the Fight phase").locator("visible=true").first.wait_for()


def test_enter_sets_the_first_unit_beside(page):
    page.goto("/compare")
    field = page.get_by_label("Which unit?")
    field.fill("lychg")
    page.get_by_role("link", name="Lychguard").first.wait_for()
    field.press("Enter")
    page.wait_for_url(lambda url: "Lychguard" in url)
    page.get_by_label("Set another unit beside").wait_for()
