"""A list's crib: what matters in each phase. Values are read from the bundled facts and the rules by hand."""

import pytest

from warbook.sheets.roster import Entry, Roster, find
from warbook.web.library import crib, reminding
from warbook.web.library.reminding import Reminder
from warbook.web.pages.library import crib as page_of


@pytest.fixture(scope="module")
def necrons():
    return crib.made(find("Necrons"))


def names(told, phase, what="rules"):
    return {each.name for part in told.phases if part.name == phase for each in getattr(part, what)}


def test_each_phase_has_its_rules(necrons):
    assert "Leader" in names(necrons, "before")
    assert "Reanimation Protocols" in names(necrons, "command")
    assert "Implacable Eradication" in names(necrons, "shooting")


def test_plays_stand_in_their_phase_with_whom_they_may_be_used_on(necrons):
    assert "Counter-Offensive" in names(necrons, "fight", "plays")
    assert "Smokescreen" not in names(necrons, "shooting", "plays")  # nothing has SMOKE
    (challenge,) = (each for part in necrons.phases for each in part.plays if each.name == "Epic Challenge")
    assert challenge.who == "Overlord"  # the only CHARACTER
    assert challenge.cost == "1 CP"


@pytest.mark.parametrize(
    ("text", "phases", "under"),
    [("re-roll a die of Deep Digging", (), ("command",)), ("moles sing", (), ("any",)),
     ("re-roll a die of Deep Digging", ("fight",), ("fight",)),
     ("dig", ("movement", "fight"), ("movement", "fight")),
     ("dig", ("movement", "shooting", "charge", "fight"), ("any",)),
     ("dig", ("start", "movement", "shooting", "fight"), ("start",))],
)  # fmt: skip
def test_a_rule_stands_under_its_phases_or_with_the_one_that_it_names(text, phases, under):
    told = reminding.placed(Reminder("Mole Song", text, "Moles", phases), {"Deep Digging": ("command",)})
    assert told.phases == under


def test_rules_of_the_army_come_before_those_of_its_units(necrons):
    (command,) = (part for part in necrons.phases if part.name == "command")
    assert command.rules[0].who == "army"


def test_a_text_that_one_sheet_lacks_is_that_of_the_rule_of_its_name():
    sung, lost = Reminder("Song", "moles sing", "army"), Reminder("Song", reminding.NO_TEXT, "army")
    assert reminding._gathered([lost, sung, sung]) == [sung]
    assert reminding._gathered([lost]) == [lost]


def test_a_rule_of_two_phases_is_told_in_full_once():
    song = Reminder("Song", "moles sing", "army", ("movement", "fight"))
    phases = tuple(crib.Phase(name, (song,), ()) for name in song.phases)
    shown = page_of._look(crib.Crib("Moles", "Moss Wars", 9, (), (), phases, ()))
    assert shown.count("moles sing") == 1
    assert "As told under Movement phase." in shown


@pytest.mark.parametrize(("loadout", "there"), [((), False), (("hyperphase sword",), True)])
def test_wargear_reminds_only_where_it_is_carried(loadout, there):
    # the sword comes with a dispersion shield
    told = crib.made(Roster("Guard", (Entry("Lychguard", loadout=loadout),)))
    assert ("Dispersion Shield" in names(told, "fight")) == there


def test_a_card_has_the_weapons_that_the_unit_carries(necrons):
    cards = {card.name: card for card in necrons.cards}
    weapons = [row.name for table in cards["Necron Warriors"].weapons for row in table.rows]
    assert weapons == ["Gauss flayer", "Close combat weapon"]
    assert cards["Overlord"].goes_with == "leads Necron Warriors"


def test_a_unit_without_a_sheet_is_told():
    told = crib.made(Roster("Mine", (Entry("Zorb"), Entry("Immortals"))))
    assert told.unknown == ("Zorb",)
    assert [card.name for card in told.cards] == ["Immortals"]


def test_a_list_of_the_other_game_has_a_crib():
    told = crib.made(Roster("Mine", (Entry("Praetor"), Entry("Tactical Squad")), system="heresy3"))
    assert [card.name for card in told.cards] == ["Praetor", "Tactical Squad"]
    assert told.phases


def test_a_crib_on_the_page_and_on_paper(page):
    page.goto("/crib?list=Necrons")
    page.get_by_role("heading", name="Fight phase").wait_for()
    assert page.get_by_text("Counter-Offensive").is_visible()
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="Print").is_visible()
    assert page.get_by_text("Counter-Offensive").is_visible()


def test_from_an_army_to_its_crib(page):
    page.goto("/army/Necrons")
    page.get_by_role("link", name="Print a crib").click()
    page.get_by_role("heading", name="Crib: Necrons").wait_for()
