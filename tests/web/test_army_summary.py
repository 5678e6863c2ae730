"""What a list comes to, what may be changed of its units, and what new data changed for them."""

from tempfile import TemporaryDirectory

import pytest

from library.shelves import home, keep, unit  # noqa: F401
from warbook.errors import InputError
from warbook.importers.rosters import parse
from warbook.muster.mustering import mustered
from warbook.sheets.roster import Entry, Roster
from warbook.systems import find
from warbook.web import workers
from warbook.web.army import choices, drafts, judged, lists, saving, summary, tasks
from warbook.web.army.asked import UNPINNED
from warbook.web.army.telling import gathered, verdict
from web.visiting import visit

PATROL = Roster(
    "Patrol",
    (
        Entry("Necron Warriors", models=10, embarked=3),
        Entry("Overlord", joins=2),
        Entry("Immortals"),
        Entry("Ghost Ark"),
        Entry("Nobody's Unit"),
    ),
)


def test_a_list_in_figures():
    told = summary.of(PATROL)
    # 10 Warriors (W1, OC2), Overlord (W6, OC1), 5 Immortals (W1, OC2), Ghost Ark (W14, OC3)
    assert (told.wounds.known, told.objective_control.known) == (10 + 6 + 5 + 14, 20 + 1 + 10 + 3)
    assert (told.wounds.value, told.wounds.lack, told.models) == (None, "1 of 5 missing", 17)
    # the Immortals with their Overlord, the Ark with the Warriors in it, and the unit that nobody knows
    assert (told.units, told.drops) == (5, 3)


def test_the_other_game_has_no_objective_control():
    told = summary.of(Roster("Legion", (Entry("Rhino"),), system="heresy3"))
    assert (told.units, told.objective_control) == (1, None)


def test_rules_for_once_are_gathered():
    army = Roster("Host", (Entry("Lord Exultant"), Entry("Lord Exultant"), Entry("Infractors")))
    (rule,) = gathered(summary.once(army))
    assert (rule.rule, rule.limit, rule.units) == ("Euphoric Strikes", "once a battle", ("Lord Exultant",))


def test_a_leader_may_join_those_of_its_sheet_and_ride_in_a_transport():
    told = choices.of(PATROL, 1)
    assert [other.place for other in told.joins] == [0, 2]
    assert [other.name for other in told.rides] == ["Ghost Ark"]
    (kind,) = told.kinds
    assert (kind.row.count, kind.least, kind.most) == (1, 1, 1)


def test_a_unit_of_the_other_game_may_stand_where_there_is_a_slot_for_it():
    army = Roster("Legion", (Entry("Rhino"), Entry("Praetor", detachment="My Own")), system="heresy3")
    told = choices.of(army, 0)
    # a Transport: four slots of the Primary (H-ARM-02), four of an Armoured Fist (H-ARM-05)
    assert told.stations[:3] == ("My Own", "Crusade Primary", "Armoured Fist")
    assert "Shock Assault" not in told.stations
    assert choices.of(PATROL, 0).stations == ()


def test_nothing_can_be_changed_of_a_unit_that_nobody_knows():
    assert choices.of(PATROL, 4) is None


@pytest.mark.usefixtures("home")
def test_what_new_data_changed_for_the_units_of_a_list():
    keep(unit(points=130, date="2025-01-01"), unit("Root Sledge", points=50, date="2025-01-01"))
    keep(unit(points=145, date="2025-07-01"), unit("Root Sledge", points=50, date="2025-07-01"))
    army = Roster("Court", (Entry("Moss Crawler"), Entry("Root Sledge")))
    (told,) = summary.changed(army)
    assert (told.unit, told.old, told.new) == ("Moss Crawler", "2025-01-01", "2025-07-01")
    assert [(one.old, one.new) for one in told.differences] == [("130", "145")]


@pytest.mark.usefixtures("home")
def test_two_kinds_of_source_are_no_news_of_each_other():
    keep(unit(points=130, date="2025-01-01", path="court.json"))
    keep(unit(points=145, date="2025-07-01", path="court.cat"))
    assert summary.changed(Roster("Court", (Entry("Moss Crawler"),))) == ()


def test_a_legal_list_is_called_so():
    told = judged.checked(Roster("Court", (Entry("Overlord"),), points_limit=1000), UNPINNED).told
    said = verdict(told)
    assert (said["legal"], said["clear"]) == (not told.problems, "Nothing is against the rules.")


@pytest.mark.usefixtures("home")
def test_lists_of_one_name_are_told_apart_and_found_again():
    keep(unit())
    own = Roster("Patrol", (Entry("Moss Crawler"),), faction="Gravel Court")
    assert lists.find(saving.saved(own, None)) == own
    from warbook.library import adding

    adding.keep(
        [adding.Read("/lists/other.txt", (Roster("Patrol", (Entry("Overlord"),), faction="Necrons"),), ())]
    )
    refs = {offer.ref for offer in lists.own()}
    assert refs == {"Patrol (Gravel Court)", "Patrol (Necrons)"}
    assert lists.find("Patrol (Gravel Court)") == own


@pytest.mark.usefixtures("home")
def test_a_draft_is_what_it_was_and_the_oldest_go(monkeypatch):
    monkeypatch.setattr(drafts, "MOST", 2)
    refs = [drafts.keep(Roster(name, (Entry("Overlord"),))) for name in ("A", "B", "C")]
    assert drafts.keep(drafts.read(refs[2])) == refs[2]
    assert len(list(drafts.folder().glob("*.json"))) == 2
    with pytest.raises(InputError):
        drafts.read("draft-" + "0" * 20)


@pytest.mark.parametrize("name", ["draft-../../etc", "draft-0", "Draft-" + "0" * 20])
def test_other_names_are_no_drafts(name):
    assert not drafts.is_draft(name)


@pytest.mark.parametrize(
    "text",
    [
        "Necrons\nAwakened Dynasty\nPoints limit: 2000\nOverlord (Warlord)\n2x Lychguard\nNobody at all\n",
        "Immortals with tesla\n2x Monolith, Overlord\n",
        "1000pts Necrons - Awakened Dynasty\nCanoptek Scarab Swarms x3 40\n",
    ],
)
def test_a_pasted_list_is_what_it_is_on_the_command_line(text):
    page, line = (mustered(each, find("wh40k10")) for each in (tasks.typed(text, None), parse(text)))
    for made in (page, line):
        assert any(each.unit.sheet for each in made.lines)
    units = [[(each.unit.name, each.unit.count, each.priced.points) for each in m.lines] for m in (page, line)]
    assert units[0] == units[1]
    assert page.problems == line.problems
    heads = [
        (m.army.roster.faction, m.army.roster.detachments, m.army.roster.points_limit) for m in (page, line)
    ]
    assert heads[0] == heads[1]


def test_the_path_in_a_list_is_never_followed():
    told = tasks.typed(
        '{"name": "X", "source": {"path": "/etc/passwd"}, "units": [{"sheet": "Overlord"}]}', None
    )
    assert told.source is None


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("name", ["A/against/B", "draft-00000000000000000000", "../x", "50%?#"])
def test_a_saved_list_is_found_whatever_it_is_called(name):
    ref = saving.saved(Roster(name, (Entry("Immortals"),)), None)
    assert lists.find(ref).name == name


@visit
async def test_a_list_whose_name_looks_like_two_is_opened(visitor):
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARBOOK_HOME", folder)
        saving.saved(Roster("A/against/B", (Entry("Immortals"),)), None)
        await visitor.open(lists.address("A/against/B"))
        await visitor.should_see("Save or change the list", retries=200)
        workers.stop()  # they would look for other tests' lists in this folder
