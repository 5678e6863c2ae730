"""What a typed list leaves open is settled by the sheets that are known, and said."""

import json

import msgspec
import pytest

from library.shelves import home, keep, keep_faction, unit
from test_muster import warbook
from warbook import systems
from warbook.errors import InputError
from warbook.importers.rosters import parse
from warbook.library.games import of_its_game
from warbook.muster.mustering import mustered
from warbook.probability.fielded import fielded
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Detachment, Enhancement, Equipped, Faction, Item, Model, Points
from warbook.systems.wh40k10.enlisting import enlist

__all__ = ["home"]

STATLINE = {"M": '6"', "T": "4", "Sv": "3+", "W": "1", "Ld": "7+", "OC": "1"}


def squad(name, least, most, faction="Gravel Court"):
    """A sheet of so many models, ten points each."""
    return msgspec.structs.replace(
        unit(name, faction),
        models=(Model(name, least, most, 32, STATLINE),),
        loadout=(Equipped(name, (Item("Root claws"),)),),
        points=(Points(least, 10 * least), Points(most, 10 * most)),
    )


@pytest.fixture
def court(home):
    """A library of two courts that share the Sledge."""
    keep(
        unit("Moss Crawler", points=70),
        unit("Odo Karst", points=85, keywords=("CHARACTER", "EPIC HERO")),
        squad("Gravel Wardens", 10, 20),
        squad("Pit Boyz", 5, 10),
        unit("War Sledge", points=90, keywords=("VEHICLE", "GRAVEL COURT")),
        unit("War Sledge", "Tar Fiends", points=95, keywords=("VEHICLE", "LEGION OF TAR")),
        unit("Tar Spawn", "Tar Fiends", points=60),
        unit("Bell", "Bell North", points=40),
        unit("Bell", "Bell South", points=40),
    )


def checked(text, **matches):
    made = mustered(parse(text), systems.find("wh40k10"), None, matches)
    return made, [(line.unit.name, line.unit.count, line.priced.points) for line in made.lines]


def units(text):
    return checked(text)[1]


CRAWLER, WARDENS = ("Moss Crawler", 1, 70), ("Gravel Wardens", 10, 100)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2x Moss Crawler (70)", [CRAWLER] * 2),
        ("2x Moss Crawler (140 pts)", [CRAWLER] * 2),
        ("2 Moss Crawlers", [CRAWLER] * 2),
        ("Moss Crawler 2", [CRAWLER] * 2),
        ("Moss Crawler x3", [CRAWLER] * 3),
        ("3x Gravel Wardens", [WARDENS] * 3),
        ("2x 10 Gravel Wardens", [WARDENS] * 2),
        ("2 x squad of 10 Gravel Wardens", [WARDENS] * 2),
        ("12x Gravel Wardens", [("Gravel Wardens", 12, 200)]),
        ("Gravel Wardens 20", [("Gravel Wardens", 20, 200)]),
        ("Gravel wardns 20", [("Gravel Wardens", 20, 200)]),
        ("Gravel Wardens 11 models", [("Gravel Wardens", 11, 200)]),
        ("pit boys 10", [("Pit Boyz", 10, 100)]),
    ],
)
def test_a_number_counts_units_where_the_sheet_has_no_unit_of_that_size(court, line, expected):
    assert units(f"Quarry\n\n{line}\nOdo Karst\n") == [*expected, ("Odo Karst", 1, 85)]


def test_a_bare_number_below_the_least_size_is_a_wrong_size(court):
    made, found = checked("Quarry\n\n3 Gravel Wardens\nOdo Karst\n")
    assert len(found) == 2
    assert any("expected from 10 to 20 models, got 3" in each.message for each in made.problems)


@pytest.mark.parametrize(
    "line", ["3 Gravel Wardens", "Gravel Wardens - 25 models", "25 Gravel Wardens: root claws"]
)
def test_a_size_outside_the_limits_stays_as_the_list_has_it(court, line):
    """Wardens have 10 to 20 models at ten points each; the figures are of as many as the list has."""
    count = int("".join(filter(str.isdigit, line)))
    text = f"Quarry\n\n{line}\nOdo Karst\n"
    made, found = checked(text)
    assert found[0][:2] == ("Gravel Wardens", count)
    broken = [each.message for each in made.problems if each.rule.startswith("K-VOC-01")]
    assert broken == [f"Gravel Wardens: expected from 10 to 20 models, got {count}"]
    side = fielded(parse(text))
    assert side.units[0].title == f"{count} × Gravel Wardens"
    assert f"Gravel Wardens: expected from 10 to 20 models, got {count}" in side.problems


def test_a_number_that_is_a_price_and_no_size_is_the_price(court):
    """Ten Wardens cost 100; nobody has so many in a unit. Twelve is a size."""
    keep(squad("Mud Runts", 4, 8))
    made, found = checked("Quarry\n\nMud Runts 40\nOdo Karst\n")
    assert found[0] == ("Mud Runts", 4, 40)
    assert "line 3: Mud Runts: 40 are its points" in [note.message for note in made.notes]
    assert checked("Quarry\n\nMud Runts 30\nOdo Karst\n")[1][0][1] == 30
    assert checked("Quarry\n\nMud Runts 8\nOdo Karst\n")[1][0] == ("Mud Runts", 8, 80)


def test_a_number_of_times_below_the_least_size_counts_units(court):
    assert units("Quarry\n\nGravel Wardens x2 100\nOdo Karst\n")[:2] == [("Gravel Wardens", 10, 100)] * 2


def test_what_a_unit_has_stands_behind_a_dash(court):
    host = Detachment("Quarry Host", enhancements=(Enhancement("Old Map", 20),))
    keep_faction(Faction("Gravel Court", "wh40k10", detachments=(host,)))
    keep(unit("Kiln Chief", points=85, keywords=("CHARACTER",)))
    for line, points in (("Kiln Chief - Old Map - 105", 105), ("Kiln Chief - Old Map", 105)):
        made, found = checked(f"Gravel Court - Quarry Host\n{line} \nMoss Crawler\n")
        assert found == [("Kiln Chief", 1, points), CRAWLER]
        assert made.lines[0].unit.entry.enhancements == ("Old Map",)
        assert (made.army.roster.faction, made.army.roster.detachments) == ("Gravel Court", ("Quarry Host",))
    made, _ = checked("Gravel Court\nQuarry Host\nMoss Crawler - Root claws - Warlord\nOdo Karst\n")
    entry = made.lines[0].unit.entry
    assert (entry.loadout, entry.enhancements, entry.warlord) == (("Root claws",), (), True)


def test_points_stand_ahead_of_what_a_unit_carries(court):
    made, found = checked(
        "Quarry\n\nGravel Wardens (10 models) 190: 2 root claws, warlord\nOdo Karst 85, Root claws\n"
    )
    assert found == [("Gravel Wardens", 10, 190), ("Odo Karst", 1, 85)]
    assert made.lines[0].unit.entry.loadout == ("2 root claws",)
    assert made.lines[0].unit.entry.warlord


@pytest.mark.parametrize("line", ["2000", "2000 pts", "(2,000 points)"])
def test_points_alone_on_a_line_are_the_limit(court, line):
    made, found = checked(f"Gravel Court\n{line}\nMoss Crawler\nOdo Karst\n")
    assert (made.army.roster.points_limit, made.army.roster.points) == (2000, None)
    assert len(found) == 2
    assert checked(f"Gravel Court\nMoss Crawler\nOdo Karst\n{line}\n")[0].army.roster.points == 2000


def test_a_line_behind_a_plus_goes_with_the_unit_above(court):
    keep(unit("Kiln Chief", points=85, keywords=("CHARACTER",)))
    made, found = checked("Gravel Court\nKiln Chief\n+ 10 Gravel Wardens\nOdo Karst\n+ Root claws\n")
    assert [name for name, *_ in found] == ["Kiln Chief", "Gravel Wardens", "Odo Karst"]
    assert made.lines[0].unit.entry.joins == 1
    assert made.lines[2].unit.entry.joins is None
    assert made.lines[2].unit.entry.loadout == ("Root claws",)
    plain = checked("Gravel Court\n+ Kiln Chief\n+ 10 Gravel Wardens\n+ Moss Crawler\n")[0]
    assert [line.unit.entry.joins for line in plain.lines] == [None] * 3


def test_a_line_that_is_no_unit_but_wargear_belongs_to_the_one_above(court):
    made, found = checked("Gravel Court\nOdo Karst\nroot claws\nMoss Crawler\n")
    assert [name for name, *_ in found] == ["Odo Karst", "Moss Crawler"]
    assert made.lines[0].unit.entry.loadout == ("Root claws",)
    assert "line 3: Root claws: taken for what Odo Karst has" in [note.message for note in made.notes]


def test_a_beginning_of_a_units_name_is_taken_within_the_faction_and_told(court):
    made, found = checked("Gravel Court\nMoss\n10 Wardens\nKarst\n")
    assert found == [CRAWLER, WARDENS, ("Odo Karst", 1, 85)]
    assert made.lines[0].assumed == "'Moss': taken for Moss Crawler"


@pytest.mark.parametrize("place", [2, 4])
def test_a_second_detachment_anywhere_is_one_too_many(court, place):
    keep_faction(Faction("Gravel Court", "wh40k10", detachments=(Detachment("Quarry Host"),)))
    keep_faction(Faction("Tar Fiends", "wh40k10", detachments=(Detachment("Tar Pit"),)))
    lines = ["Gravel Court", "Quarry Host", "Odo Karst", "Moss Crawler"]
    lines.insert(place, "Tar Pit")
    made, found = checked("\n".join(lines))
    assert len(found) == 2
    assert made.army.roster.detachments == ("Quarry Host", "Tar Pit")
    assert any("expected one detachment" in each.message for each in made.problems)


def test_the_units_under_a_detachment_of_the_second_game_stand_in_it(court):
    keep(unit("Elder", "Moss Legion", system="heresy3"), unit("Diggers", "Moss Legion", system="heresy3"))
    roster = of_its_game(parse("Moss Legion - Second Lodge\nCrusade Primary Detachment\nElder\nDiggers\n"))
    made = mustered(roster, systems.find("heresy3"))
    roster = made.army.roster
    assert (roster.parent, roster.faction) == ("Moss Legion", "Second Lodge")
    assert {unit.entry.detachment for unit in made.army.units} == {"Crusade Primary Detachment"}
    assert len(made.lines) == 2


def test_digits_of_other_scripts_are_numbers(court):
    assert units("Gravel Court\n٢٠ Gravel Wardens - ٢٠٠ pts\nMoss Crawler x٢\n") == [
        ("Gravel Wardens", 20, 200),
        CRAWLER,
        CRAWLER,
    ]


def test_what_a_number_was_read_as_is_said(court):
    made, _ = checked("Quarry\n\n2x Moss Crawler\n12x Gravel Wardens\nOdo Karst\n")
    notes = [note.message for note in made.notes]
    assert "2x Moss Crawler: read as 2 units, for one has 1 model" in notes
    assert "12x Gravel Wardens: read as 12 models in one unit" in notes


def test_only_one_of_several_from_a_line_is_the_warlord(court):
    made, _ = checked("Quarry\n\n2x Moss Crawler, warlord, enhancement Lamp of Tar\nOdo Karst\n")
    assert [(line.unit.entry.warlord, len(line.unit.entry.enhancements)) for line in made.lines[:2]] == [
        (True, 1),
        (False, 0),
    ]


def test_who_joins_whom_survives_the_units_that_are_put_between(court):
    made, _ = checked("Quarry\n\n2x Moss Crawler\nOdo Karst + 10 Gravel Wardens\n")
    assert [line.unit.name for line in made.lines] == ["Moss Crawler"] * 2 + ["Odo Karst", "Gravel Wardens"]
    assert made.lines[2].unit.entry.joins == 3


@pytest.mark.parametrize(
    "text",
    [
        "Gravel Court: 10 Gravel Wardens, Moss Crawler, Odo Karst",
        "Gravel Court\n10 Gravel Wardens, Moss Crawler, Odo Karst",
        "10 Gravel Wardens, Moss Crawler, Odo Karst",
        "10 Gravel Wardens, moss crawlers, Odo Karst\n",
    ],
)
def test_units_between_commas_are_units(court, text):
    assert units(text) == [WARDENS, CRAWLER, ("Odo Karst", 1, 85)]


def test_wargear_between_commas_stays_wargear(court):
    roster = parse("Quarry\n\nMoss Crawler, root claws, banner\nOdo Karst\n")
    made = mustered(roster, systems.find("wh40k10"))
    assert made.lines[0].unit.entry.loadout == ("root claws", "banner")
    assert len(made.lines) == 2


@pytest.mark.parametrize(
    ("line", "name", "models", "said"),
    [
        ("Pit Boyz with Long Hooks", "Pit Boyz with Long Hooks", 5, ()),
        ("Pit Boyz w/ long hooks, root claws", "Pit Boyz with Long Hooks", 5, ("root claws",)),
        ("8 Pit Boyz with Long Hooks with root claws", "Pit Boyz with Long Hooks", 8, ("root claws",)),
        ("Pit Boyz with Long Hooks (8)", "Pit Boyz with Long Hooks", 8, ()),
        ("Pit Boyz with Long Hooks x8 (80 pts)", "Pit Boyz with Long Hooks", 8, ()),
        ("Gravel Wardens with Picks and Lamps", "Gravel Wardens with Picks and Lamps", 10, ()),
        ("Pit Boyz with root claws", "Pit Boyz", 5, ("root claws",)),
        ("Gravel Wardens with Picks", "Gravel Wardens", 10, ("Picks",)),
    ],
)
def test_a_name_may_have_a_with_of_its_own(court, line, name, models, said):
    keep(squad("Pit Boyz with Long Hooks", 5, 10), squad("Gravel Wardens with Picks and Lamps", 10, 20))
    made, ((read, count, _),) = checked(f"Faction: Gravel Court\n\n{line}")
    assert (read, count) == (name, models)
    assert made.lines[0].unit.entry.loadout == said


@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_first_line_that_is_a_faction_is_the_armys(court, between):
    made, found = checked(f"Tar Fiends{between}War Sledge\nTar Spawn\n")
    assert found == [("War Sledge", 1, 95), ("Tar Spawn", 1, 60)]
    assert made.army.roster.faction == "Tar Fiends"


def test_a_first_line_that_is_like_no_unit_is_the_lists_name(court):
    made, found = checked("Zyx\n\nMoss Crawler\n")
    assert (made.army.roster.name, found) == ("Zyx", [CRAWLER])
    assert units("Moss Crowlr\n\nOdo Karst\n")[0] == ("Moss Crowlr", 0, None)


def test_a_list_of_a_faction_alone_is_refused(court):
    with pytest.raises(InputError, match="expected units, found only Gravel Court"):
        checked("Gravel Court\n")


def test_other_units_decide_between_the_factions_of_a_name(court):
    made, found = checked("Quarry\n\nWar Sledge\nTar Spawn\n")
    assert found == [("War Sledge", 1, 95), ("Tar Spawn", 1, 60)]
    assert made.lines[0].assumed == "'War Sledge': that of Tar Fiends, as other units of the list are"


def test_the_lists_faction_decides_by_keyword_too(court):
    assert units("Faction: Chaos - Legion of Tar\nWar Sledge\n") == [("War Sledge", 1, 95)]


def test_of_factions_that_nothing_tells_apart_one_is_to_be_picked(court):
    made, found = checked("Quarry\n\nWar Sledge\nNobody\n")
    assert found[0] == ("War Sledge", 0, None)
    told = "War Sledge: several factions have it, pick one: War Sledge (Gravel Court), War Sledge (Tar Fiends)"
    assert told in [note.message for note in made.notes]


def test_an_ally_that_two_factions_have_is_that_of_its_own(court):
    """The Sledge has the keyword of the Court, which keeps it; with the Fiends it is a guest."""
    made, found = checked("Faction: Bell North\nBell\nWar Sledge\n")
    assert found[1] == ("War Sledge", 1, 90)
    assert made.lines[1].assumed == "'War Sledge': that of Gravel Court, a guest of Tar Fiends"


@pytest.mark.parametrize(
    "title", ["2000pts Gravel Court - Quarry Host", "Gravel Court, Quarry Host, 2000 points"]
)
def test_a_title_tells_points_faction_and_detachment(court, title):
    keep_faction(Faction("Gravel Court", "wh40k10", detachments=(Detachment("Quarry Host"),)))
    made, found = checked(f"{title}\nMoss Crawler - 70\nOdo Karst [warlord]\n")
    roster = made.army.roster
    assert (roster.points_limit, roster.points) == (2000, None)
    assert (roster.faction, roster.detachments) == ("Gravel Court", ("Quarry Host",))
    assert [name for name, *_ in found] == ["Moss Crawler", "Odo Karst"]
    assert roster.units[1].warlord


def test_an_enhancement_costs_its_points_in_the_check_and_in_the_odds(court):
    """Odo's 85 points and 20 for the map; a price that the list tells is that of all."""
    old_map = Enhancement("Old Map", 20)
    host = Detachment("Quarry Host", enhancements=(old_map,))
    keep_faction(Faction("Gravel Court", "wh40k10", detachments=(host,)))
    keep(unit("Kiln Chief", points=85, keywords=("CHARACTER",)))
    for line, points in (("Kiln Chief, Old Map", 105), ("Kiln Chief, Old Map - 110 pts", 110)):
        roster = parse(f"Gravel Court\nQuarry Host\n{line}\nMoss Crawler\n")
        assert checked(f"Gravel Court\nQuarry Host\n{line}\nMoss Crawler\n")[1][0][2] == points
        assert [one.points for one in fielded(roster).units] == [points, 70]


@pytest.mark.parametrize("place", [0, 1])
def test_a_detachment_alone_on_a_line_is_found_in_any_faction(court, place):
    keep_faction(Faction("Gravel Court", "wh40k10", detachments=(Detachment("Quarry Host"),)))
    keep_faction(Faction("Tar Fiends", "wh40k10", detachments=(Detachment("Tar Pit"),)))
    name = ("Quarry Host", "Tar Pit")[place]
    made, _ = checked(f"Gravel Court\n{name}\nOdo Karst\nMoss Crawler\n")
    assert made.army.roster.detachments == (name,)
    assert sum("is a detachment of Tar Fiends" in each.message for each in made.problems) == place


def test_of_sheets_that_say_the_same_any_is_taken_and_said(court):
    made, found = checked("Quarry\n\nBell\nNobody\n")
    assert found[0] == ("Bell", 1, 40)
    assert made.lines[0].assumed == "'Bell': that of Bell North, the same as of Bell South"


@pytest.mark.parametrize(
    "name", ["War Sledge (Tar Fiends)", "Tar Fiends – War Sledge", "War Sledge (Legion of Tar)"]
)
def test_a_match_by_hand_takes_the_names_that_are_offered(court, name):
    _, found = checked("Quarry\n\nWar Sledge\nNobody\n", **{"War Sledge": name})
    assert found[0] == ("War Sledge", 1, 95)


def test_odds_and_battle_field_the_units_that_the_check_knows(court):
    text = "Quarry\n\n2x Moss Crawler\nWar Sledge\nCrawler claws\nTar Spawn\nTar Spawn\nTar Spawn\n"
    _, found = checked(text)
    known = [name for name, count, _ in found if count]
    side = fielded(parse(text))
    assert sorted(place for each in side.units for place in each.places) == [0, 1, 2, 4, 5, 6]
    assert [party.parts[0][0].name for party in enlist(parse(text)).parties] == known
    assert [left.name for left in side.left_out] == ["Crawler claws"]


def test_a_list_of_warbooks_own_means_what_it_says(court):
    own = Roster("Own", (Entry("Moss Crawler", models=2),))
    assert len(mustered(own, systems.find("wh40k10")).lines) == 1


def test_the_command_takes_a_name_that_it_offers(court, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("Quarry\n\nWar Sledge\nNobody\n", "utf-8")
    done = warbook("army", "check", path, "--match", "War Sledge=War Sledge (Tar Fiends)", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["units"][0]["points"] == 95


def test_a_kept_list_is_of_the_game_in_which_its_units_exist(court, tmp_path):
    keep(unit("Elder", "Moss Legion", system="heresy3"), unit("Diggers", "Moss Legion", system="heresy3"))
    path = tmp_path / "lodge.txt"
    path.write_text("Moss Legion\nElder\nDiggers\n", "utf-8")
    assert warbook("library", "add", path).returncode == 0
    shown = json.loads(warbook("library", "list", "--kind", "roster", "--json").stdout)
    assert [one["system"] for one in shown] == ["heresy3"]


def test_the_summary_counts_what_is_not_known(court, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("Quarry\n\nMoss Crawler\nNobody\nNo one\n", "utf-8")
    told = warbook("army", "check", path).stdout
    assert told.startswith("Quarry  70 of 1000 points, without 2 units of unknown cost\n")
    assert "2 units of 3 not known and not judged" in told
    assert "nothing found in the others" in told


def test_a_list_without_a_fault_is_legal():
    told = warbook("army", "check", "Necrons").stdout
    assert "\nLegal\n  nothing is against the rules\n" in told
    assert "Against the rules" not in told


def test_a_kept_list_is_checked_and_exported_by_name(court, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("Quarry Guard\n\nMoss Crawler - 70 pts\nTar Spawn - 60 pts\n", "utf-8")
    assert warbook("library", "add", path).returncode == 0
    path.unlink()
    assert warbook("army", "check", "quarry guard").stdout.startswith("Quarry Guard  130 of")
    assert "Moss Crawler" in warbook("army", "export", "Quarry Guard").stdout


def test_a_typed_list_is_of_the_game_in_which_its_units_exist(court):
    keep(*(unit(name, "Moss Legion", system="heresy3") for name in ("Elder", "Diggers", "Moss Crawler")))
    typed = "Faction: Moss Legion\n\nElder\nDiggers\nMoss Crawler\n"
    made = of_its_game(parse(typed))
    assert made.system == "heresy3"
    assert made.notes == ("taken for a list of heresy3: 3 of its 3 units exist there",)
    assert of_its_game(parse("Odo Karst\nMoss Crawler\n")).system == "wh40k10"
    assert of_its_game(parse("Nobody\nNothing\n")).notes == ()


@pytest.mark.parametrize("points", [200, 100])
def test_points_of_several_units_of_told_size_are_of_all_or_of_each(court, points):
    """Ten Wardens cost 100 by their sheet: 200 for two is the price of both, 100 that of each."""
    assert units(f"Moss Crawler 70\n2x10 Gravel Wardens {points}") == [CRAWLER, WARDENS, WARDENS]


@pytest.mark.parametrize("label", ["E", "Enhancement", "Enh"])
def test_an_enhancement_with_its_label_behind_a_dash_is_that_alone(court, label):
    made, _ = checked(f"Odo Karst - {label}: Bell of Tar - 110\nMoss Crawler 70")
    karst = made.army.roster.units[0]
    assert (karst.sheet, karst.enhancements, karst.loadout, karst.points) == (
        "Odo Karst",
        ("Bell of Tar",),
        (),
        110,
    )


def test_a_list_of_which_something_is_not_judged_is_not_called_legal(tmp_path):
    """The list names no detachments, so nobody knows whether its units have a slot."""
    path = tmp_path / "list.txt"
    path.write_text("Legiones Astartes\n\nPraetor\n10 Tactical Squad\n", "utf-8")
    told = warbook("army", "check", path, "--system", "heresy3").stdout
    assert "\nJudged in part\n  nothing found in what was judged; see the notes\n" in told
    assert "Legal" not in told
