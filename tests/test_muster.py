"""A list becomes an army: names find sheets, one unknown unit voids nothing, and the command tells it all."""

import json
import subprocess
import sys

import pytest

from library.shelves import home, unit
from warbook import systems
from warbook.errors import InputError
from warbook.importers.rosters import parse
from warbook.library import adding, lookup
from warbook.muster.mustering import mustered
from warbook.sheets.loadout import squad
from warbook.sheets.roster import Entry, Listed, Roster
from warbook.sheets.sheet import Faction, Item

__all__ = ["home"]


def warbook(*words):
    command = [sys.executable, "-m", "warbook", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60)


PATROL = """Moss patrol (395 points)

Necrons
Incursion (1000 points)

CHARACTERS

Overlord (85 points)
  • Warlord
  • 1x Overlord's blade
  • 1x Tachyon arrow

BATTLELINE

Necron Wariors (200 points)
  • 20x Necron Warrior
     ◦ 20x Close combat weapon
     ◦ 12x Gauss flayer
     ◦ 8x Gauss reaper

OTHER DATASHEETS

Moss Crawler (110 points)
  • 1x Pebble sling
"""


def army(*entries, system="wh40k10", matches=None, **changes):
    made = Roster("An army", tuple(entries), system, **changes)
    return mustered(made, systems.find(system), None, matches)


def against(made):
    return [(problem.rule.split()[0], problem.unit) for problem in made.problems]


def test_a_name_with_a_slip_is_found_and_told():
    (line,) = army(Entry("Necron Wariors")).lines
    assert line.unit.name == "Necron Warriors"
    assert line.assumed


def test_an_unknown_unit_is_told_with_the_names_that_come_closest():
    made = army(Entry("Royal Wardens of the Moss", points=50), Entry("Overlord", warlord=True))
    assert made.lines[0].unit.sheet is None
    assert any("no sheet of this name" in note.message for note in made.notes)
    assert made.points == 50 + 85
    assert against(made) == []


def test_its_line_can_be_matched_by_hand():
    made = army(Entry("The Boss"), matches={"the boss": "Overlord"})
    assert made.lines[0].unit.name == "Overlord"
    assert "by hand" in made.lines[0].assumed


def test_a_match_must_mean_a_line_and_a_sheet():
    with pytest.raises(InputError, match="name as the list has it"):
        army(Entry("Overlord"), matches={"Somebody": "Overlord"})
    with pytest.raises(InputError, match="known sheet"):
        army(Entry("The Boss"), matches={"The Boss": "Nobody at All"})


def test_what_models_carry_between_them_is_shared_out_lawfully():
    rows = (
        Listed("Obsessionist", 1, (Item("Bolt pistol"), Item("Power sword"))),
        Listed(
            "Tormentor",
            9,
            (
                Item("Boltgun", 5),
                Item("Close combat weapon", 9),
                Item("Meltagun", 2),
                Item("Plasma gun", 2),
                Item("Icon of Excess"),
            ),
        ),
    )
    made = army(Entry("Tormentors", listed=rows), Entry("Lord Exultant", warlord=True))
    assert against(made) == []
    three = (
        rows[0],
        Listed("Tormentor", 9, (Item("Boltgun", 6), Item("Close combat weapon", 9), Item("Meltagun", 3))),
    )
    made = army(Entry("Tormentors", listed=three), Entry("Lord Exultant", warlord=True))
    assert against(made) == [("K-ARM-06", 0)]


def test_an_option_asked_for_that_there_is_not():
    made = army(Entry("Tormentors", models=5, loadout=("3 meltagun",)), Entry("Lord Exultant"))
    assert against(made) == [("K-ARM-06", 0)]


def test_a_leader_without_an_entry_of_its_own_is_a_unit_too():
    made = army(Entry("Necron Warriors", leader="Overlord", warlord=True))
    assert [line.unit.name for line in made.lines] == ["Necron Warriors", "Overlord"]
    assert made.points == 90 + 85
    assert against(made) == []
    assert against(army(Entry("Lychguard", leader="Royal Warden"))) == [("K-LDR-01", 0)]


def test_keywords_that_the_list_grants():
    granted = Entry("Monolith", warlord=True, notes=("Moss Host Keywords: Character",))
    assert against(army(granted)) == []
    assert ("K-ARM-02", 0) in against(army(Entry("Monolith", warlord=True)))


def test_a_choice_called_after_the_detachment_grants_its_keyword():
    crawler = Entry("Monolith", warlord=True, notes=("Moss Host Character",))
    assert against(army(crawler, detachments=("Moss Host",))) == []
    assert ("K-ARM-02", 0) in against(army(crawler, detachments=("Gravel Host",)))
    text = (
        "Moss (300 points)\n\nChaos Knights\nMoss Host\nStrike Force (2000 points)\n\nOTHER DATASHEETS\n\n"
        "Monolith (300 points)\n  • Warlord\n  • 1x Moss Host Character\n  • 1x Death ray\n"
    )
    assert parse(text).units[0].notes == ("Moss Host Character",)


def test_the_detachments_of_the_packs_are_known(home):
    lord = Entry("Overlord", warlord=True)
    known = army(lord, faction="Necrons", detachments=("Awakened Dynasty",))
    assert not any("not known" in note.message for note in known.notes)
    foreign = army(lord, faction="Necrons", detachments=("Coterie of the Conceited",))
    assert ("K-ARM-02", None) in against(foreign)


@pytest.mark.parametrize(
    ("line", "models", "points", "warlord"),
    [
        ("Canoptek Scarab Swarms x3 40", 3, 40, False),
        ("Overlord w/ Staff of light (Warlord) - 105", 1, 105, True),
        ("Overlord with staff of light [WARLORD], 105 pts", 1, 105, True),
        ("Overlord (WL) 105", 1, 105, True),
    ],
)
def test_typed_lines_tell_models_points_and_the_warlord(home, line, models, points, warlord):
    made = mustered(parse(f"Necrons\n\n{line}\nImmortals\n"), systems.find("wh40k10")).lines[0]
    assert (made.unit.count, made.unit.entry.points, made.unit.entry.warlord) == (models, points, warlord)
    assert made.unit.faults == ()


def test_a_word_that_one_wargear_alone_has_is_taken_for_it_and_told(home):
    made = mustered(parse("Necrons\n\n10 Immortals, tesla\nOverlord\n"), systems.find("wh40k10"))
    unit = made.lines[0].unit
    assert {item.name for group in unit.squad for item in group.items} == {
        "Tesla carbine",
        "Close combat weapon",
    }
    assert unit.assumed == ("'tesla': taken for Tesla carbine",)


def flat(sheet, groups):
    """A unit as an app's text has it once its indents are lost."""
    rows = [
        f"A list (90 points)\n\nNecrons\nIncursion (1000 points)\n\nOTHER DATASHEETS\n\n{sheet} (90 points)"
    ]
    for group in groups:
        rows.append(f"• {group.count}x {group.model.name}")
        rows += [f"• {item.count * group.count}x {item.name}" for item in group.items]
    return "\n".join(rows)


def test_models_and_wargear_without_indents_are_told_apart_by_the_sheet():
    """Every bundled unit of several kinds of models, with what it has by default, comes back as it was."""
    tried = 0
    for known in lookup.known("wh40k10"):
        sheet = lookup.load(known)
        groups = squad(sheet)
        if len({group.model.name for group in groups}) < 2:
            continue
        made = mustered(parse(flat(sheet.name, groups)), systems.find("wh40k10")).lines[0].unit
        assert carried(made.squad) == carried(groups), sheet.name
        tried += 1
    assert tried >= 4


def carried(groups):
    return sorted((g.model.name, g.count, sorted((i.name, i.count) for i in g.items)) for g in groups)


def test_a_ghost_ark_carries_warriors_and_one_character():
    ark = Entry("Ghost Ark")
    ten, lord = Entry("Necron Warriors", models=10, embarked=0), Entry("Overlord", embarked=0)
    assert against(army(ark, ten, lord)) == []
    assert against(army(ark, ten, lord, lord)) == [("K-TRN-01", 3)]
    assert against(army(ark, Entry("Immortals", embarked=0), lord)) == [("K-TRN-01", 1)]


def test_a_land_raider_carries_terminators_at_two_places_each():
    raider, lord = Entry("Chaos Land Raider"), Entry("Lord Exultant")
    five = Entry("Chaos Terminators", embarked=0)
    assert against(army(raider, five, lord)) == []
    assert against(army(raider, five, Entry("Infractors", models=5, embarked=0), lord)) == [("K-TRN-01", 2)]


def test_both_games_judge():
    host = army(
        Entry("Praetor", detachment="Crusade Primary Detachment"),
        Entry("Lotara Sarrin", detachment="Crusade Primary Detachment"),
        Entry("Lotara Sarrin", detachment="Crusade Primary Detachment"),
        system="heresy3",
        detachments=("Crusade Primary Detachment",),
        points_limit=3000,
    )
    assert against(host) == [("H-ARM-07", 2)]
    assert host.points == 120 + 85 + 85


def test_a_size_of_the_other_game():
    made = Roster("Host", (Entry("Praetor"),), "heresy3")
    with pytest.raises(InputError, match="points"):
        mustered(made, systems.find("heresy3"), "Strike Force")


def test_a_verdict_is_the_same_every_time():
    entries = (Entry("Tormentors", models=10), Entry("Necron Warriors"), Entry("Nobody"), Entry("Overlord"))
    assert army(*entries).verdict == army(*entries).verdict


HOST = """<?xml version="1.0" encoding="UTF-8"?>
<roster id="r" name="Red host" gameSystemName="Horus Heresy" gameSystemRevision="1"
  xmlns="http://www.battlescribe.net/schema/rosterSchema">
 <costLimits><costLimit name="Point(s)" typeId="p" value="3000"/></costLimits>
 <forces><force id="f" name="Crusade Force Organization Chart" catalogueName="World Eaters">
  <forces>
   <force id="f1" name="Crusade Primary Detachment" catalogueName="World Eaters"><selections>
    {command}{line}
   </selections></force>
   <force id="f2" name="Auxiliary - Armoured Fist" catalogueName="World Eaters">
    <selections>{carts}</selections></force>
  </forces>
 </force></forces>
</roster>"""

UNIT = """<selection id="s" name="{name}" entryId="e" number="1" type="{kind}">
 <costs><cost name="Point(s)" typeId="p" value="{points}"/></costs>
 <categories><category id="c" entryId="c" name="{role}" primary="true"/></categories>{inner}</selection>"""

INNER = """<selections><selection id="m" name="{name}" entryId="e" number="{count}" type="model">
 <costs><cost name="Point(s)" typeId="p" value="0"/></costs></selection></selections>"""


def chosen(name, role, points, *models):
    inner = "".join(INNER.format(name=each, count=count) for each, count in models)
    return UNIT.format(name=name, role=role, points=points, inner=inner, kind="unit" if models else "model")


def test_a_builders_host_of_the_heresy(tmp_path):
    despoilers = chosen("Despoiler Squad", "Troops", 100, ("Despoiler Sergeant", 1), ("Despoiler Legionary", 9))
    line, rhino = [despoilers] * 4, chosen("Rhino", "Transport", 60)
    path = tmp_path / "host.ros"

    def told(line, carts):
        command = chosen("Praetor", "High Command", 120)
        path.write_text(HOST.format(command=command, line="".join(line), carts="".join(carts)), "utf-8")
        return json.loads(warbook("army", "check", path, "--json").stdout)

    lawful = told(line, [rhino] * 4)
    assert lawful["points"] == 120 + 4 * 100 + 4 * 60
    assert lawful["problems"] == []
    broken = told([*line, despoilers], [rhino] * 5)
    assert [(each["rule"], each["unit"]) for each in broken["problems"]] == [
        ("H-ARM-02 primary slots", 5),
        ("H-ARM-05 slots", 10),
    ]


@pytest.fixture
def patrol(tmp_path):
    path = tmp_path / "patrol.txt"
    path.write_text(PATROL, "utf-8")
    return path


def test_the_command_prints_one_document_and_a_list_that_breaks_rules_is_no_failure(patrol):
    done = warbook("army", "check", patrol, "--json", "--size", "300")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["points"], told["points_limit"], told["system"]) == (395, 300, "wh40k10")
    assert [unit["sheet"] for unit in told["units"]] == ["Overlord", "Necron Warriors", None]
    warriors = told["units"][1]
    assert warriors["count"] == 20
    assert {"name": "Gauss reaper", "count": 8} in warriors["wargear"]
    assert [problem["rule"] for problem in told["problems"]] == ["K-ARM-01 battle size"]


def test_the_command_tells_a_person(patrol):
    told = warbook("army", "check", patrol).stdout
    assert "395 of 1000 points" in told
    assert "Moss Crawler: no sheet of this name is known" in told


def test_the_command_takes_matches_by_hand(patrol):
    told = warbook("army", "check", patrol, "--match", "Moss Crawler=Monolith", "--json")
    assert json.loads(told.stdout)["units"][2]["sheet"] == "Monolith"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["no-such-list.txt"], "expected"),
        (["Nobody's Army"], "bundled army"),
        (["Necrons", "--match", "nonsense"], "name in the list=Sheet name"),
        (["Necrons", "--size", "Huge"], "Strike Force"),
        (["Necrons", "--size", "²"], "points"),
        (["Necrons", "--revision", "1999-01"], "2025-06"),
    ],
)
def test_bad_input_is_one_line_and_exit_two(words, expected):
    done = warbook("army", "check", *words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    assert expected in done.stderr


def test_a_file_that_is_no_list(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    done = warbook("army", "check", path)
    assert done.returncode == 2
    assert "picture.png" in done.stderr


def test_allies_may_be_told_by_the_documents_own_keys(home):
    court = Faction("Gravel Court", "wh40k10", allies=("RM",), id="GC")
    moot = Faction("Reed Moot", "wh40k10", id="RM")
    diggers = unit("Digger", "Gravel Court", faction_keywords=("GRAVEL COURT",))
    singer = unit("Reed Singer", "Reed Moot", faction_keywords=("REED MOOT",))
    adding.keep([adding.Read("/shelf/court.json", (court, moot, diggers, singer), ())])
    made = army(Entry("Digger"), Entry("Digger"), Entry("Reed Singer"), faction="Gravel Court")
    assert not [each for each in made.problems if "faction" in each.rule]
    assert any("Reed Singer is an ally" in note.message for note in made.notes)
