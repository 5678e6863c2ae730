"""Whole lists: every unit of one side against every unit of the other."""

import json
import subprocess
import sys

import pytest

from library.shelves import home, keep, unit  # noqa: F401
from pages import MOSS_CRAWLER
from warbook import data, systems
from warbook.errors import InputError
from warbook.probability import fielded, matrix
from warbook.probability.matchup import Setting
from warbook.queries import Question, Side, ask
from warbook.queries.saying import said
from warbook.rules.engagement import Situation
from warbook.sheets.roster import Entry, Listed, Roster
from warbook.sheets.sheet import Equipped, Item, Model, Note, Weapon, WeaponProfile

pytestmark = pytest.mark.usefixtures("home")

FIGHT = Setting("fight", Situation())
CRAWLER_AT_CRAWLER = 4 * (2 / 3) * (1 / 3) * (1 / 2)
"""Four attacks that hit on 3+, wound (6 against 8) on 5+ and leave a save of 4+, for one damage each."""


def worked(*entries: Entry, targets=None, setting=FIGHT):
    found = fielded.fielded(Roster("mine", entries))
    other = found if targets is None else fielded.fielded(Roster("theirs", targets))
    return matrix.matrix(systems.find("wh40k10", None), found, other, setting)


def test_each_unit_attacks_each_unit():
    keep(unit(), unit("Reed Piper", points=90))
    made = worked(Entry("Moss Crawler"), Entry("Reed Piper"))
    assert [(cell.row, cell.column) for cell in made.cells] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for cell in made.cells:
        assert cell.damage_mean == pytest.approx(CRAWLER_AT_CRAWLER, abs=1e-12)
        assert cell.share == pytest.approx(CRAWLER_AT_CRAWLER / 10, abs=1e-12)
        assert (cell.p_destroyed, cell.phase, cell.exact) == (0.0, "fight", True)


def test_like_units_are_worked_out_once_and_keep_their_places():
    keep(unit(), unit("Reed Piper"))
    made = worked(Entry("Moss Crawler"), Entry("Reed Piper"), Entry("Moss Crawler"))
    assert [(side.name, side.places) for side in made.attackers] == [
        ("Moss Crawler", (0, 2)),
        ("Reed Piper", (1,)),
    ]
    assert len(made.cells) == 4


def test_points_are_those_of_the_list_or_else_of_the_sheet():
    keep(unit(points=130), unit("Reed Piper", points=90))
    made = worked(Entry("Moss Crawler", points=135), Entry("Reed Piper"))
    assert [side.points for side in made.attackers] == [135, 90]


def test_a_unit_that_is_not_known_is_told_with_the_closest_and_the_rest_is_worked_out():
    keep(unit(), unit("Reed Piper"))
    made = worked(Entry("Moss Crawler"), Entry("Read Ripper", line=7))
    assert len(made.cells) == 1
    assert [(left.name, left.line, left.candidates) for left in made.left_out] == [
        ("Read Ripper", 7, ("Reed Piper",)),
        ("Read Ripper", 7, ("Reed Piper",)),
    ]


def test_a_unit_without_a_statline_is_left_out_and_told():
    keep(unit(), unit("Reed Piper", models=()))
    made = worked(Entry("Moss Crawler"), targets=(Entry("Reed Piper"), Entry("Moss Crawler")))
    assert [(left.name, "statline" in left.why) for left in made.left_out] == [("Reed Piper", True)]
    assert len(made.cells) == 1


def test_where_no_unit_is_known_that_is_bad_input():
    with pytest.raises(InputError, match="Moss Crawler: no sheet of this name is known"):
        worked(Entry("Moss Crawler"))


def test_the_models_and_weapons_of_the_list_attack():
    entries = (Listed("Immortal", 5, (Item("gauss blaster", 5), Item("close combat weapon", 5))),)
    made = worked(Entry("Immortals", listed=entries), targets=(Entry("Lychguard"),))
    assert made.attackers[0].models == 5
    assert made.problems == ()


def test_an_entry_that_joins_another_attacks_and_suffers_with_it():
    made = worked(
        Entry("Overlord", joins=1, points=85),
        Entry("Necron Warriors", models=10, points=90),
        Entry("Overlord", points=85),
    )
    assert [(side.name, side.points) for side in made.attackers] == [
        ("10 × Necron Warriors with Overlord", 175),
        ("Overlord", 85),
    ]


def test_an_entry_that_joins_what_it_cannot_lead_stands_for_itself():
    made = worked(Entry("Overlord", joins=1), Entry("Monolith"))
    assert [side.name for side in made.attackers] == ["Overlord", "Monolith"]
    assert any("stands for itself" in said(each) for each in made.assumed)


MAY = Note("Leader", "It joins even if one other Leader is already attached.")


def led_by(*notes):
    keep(
        unit(), *(unit(name, points=60, leads=("Moss Crawler",), notes=notes) for name in ("Piper", "Drummer"))
    )
    return (Entry("Moss Crawler"), Entry("Piper", joins=0), Entry("Drummer", joins=0))


def test_two_leaders_join_where_a_sheet_allows_it_and_are_what_a_question_of_both_is():
    """Three that deal the same, at a Crawler of ten wounds."""
    made = worked(*led_by(MAY), targets=(Entry("Moss Crawler"),))
    (cell,), (side,) = made.cells, made.attackers
    assert (side.name, side.points) == ("Moss Crawler with Piper with Drummer", 130 + 60 + 60)
    question = Question(
        Side("Moss Crawler", leader="Piper", second_leader="Drummer"), Side("Moss Crawler"), "fight"
    )
    reply = ask(question)
    assert cell.damage_mean == pytest.approx(reply.told.damage.mean, abs=1e-12)
    assert cell.damage_mean == pytest.approx(3 * CRAWLER_AT_CRAWLER, abs=1e-3)
    assert reply.made.points[0] == side.points


@pytest.mark.parametrize("notes", [(Note("Leader", "It can lead Moss Crawlers."),)])
def test_a_second_leader_whom_no_sheet_allows_stands_for_himself(notes):
    made = worked(*led_by(*notes))
    assert [side.name for side in made.attackers] == ["Moss Crawler with Piper", "Drummer"]


def test_a_third_leader_stands_for_himself():
    rows = led_by(MAY)
    keep(unit("Fifer", leads=("Moss Crawler",), notes=(MAY,)), document="/shelf/more.json")
    made = worked(*rows, Entry("Fifer", joins=0))
    assert [side.name for side in made.attackers] == ["Moss Crawler with Piper with Drummer", "Fifer"]


def test_a_unit_without_weapons_for_the_phase_does_nothing():
    made = worked(Entry("Maulerfiend"), targets=(Entry("Lychguard"),), setting=Setting("shooting"))
    assert made.cells[0].damage_mean == 0.0
    assert made.best == ()


def test_the_best_target_is_the_one_of_most_points_destroyed():
    piper = Model("Piper", 1, 1, 32, {"M": '6"', "T": "8", "Sv": "3+", "W": "1", "Ld": "7+", "OC": "1"})
    keep(
        unit(), unit("Dear Piper", points=300, models=(piper,)), unit("Cheap Piper", points=30, models=(piper,))
    )
    made = worked(Entry("Moss Crawler"), targets=(Entry("Cheap Piper"), Entry("Dear Piper")))
    assert [(best.row, best.column, best.by) for best in made.best] == [(0, 1, "points destroyed")]


def test_more_pairs_than_are_worked_out_at_once_are_refused(monkeypatch):
    monkeypatch.setattr(matrix, "MOST_PAIRS", 3)
    with pytest.raises(InputError, match="expected at most 3"):
        worked(Entry("Overlord"), Entry("Immortals"))


@pytest.mark.parametrize("system", data.systems())
def test_every_bundled_unit_is_worked_out_against_every_standard_target(system):
    entries = tuple(Entry(name) for name in data.names(system))
    made = matrix.matrix(
        systems.find(system, None),
        fielded.fielded(Roster("all", entries, system)),
        fielded.targets(system),
        Setting(),
    )
    assert made.left_out == ()
    done = {(cell.row, cell.column) for cell in made.cells}
    missing = {
        side.sheet
        for row, side in enumerate(made.attackers)
        for column in range(len(made.targets))
        if (row, column) not in done
    }
    assert len(missing) <= 1
    assert all(any(name in problem for problem in made.problems) for name in missing)


def warbook(*words, status=0):
    done = subprocess.run([sys.executable, "-m", "warbook", "odds", *words], capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    assert not status or done.stderr.count("\n") == 1
    return done.stderr if status else done.stdout


def test_the_command_takes_bundled_armies_units_and_standard_targets():
    made = json.loads(warbook("Necrons", "Emperor's Children", "--phase", "fight", "--json"))
    assert {cell["phase"] for cell in made["cells"]} == {"fight"}
    assert len(made["cells"]) == len(made["attackers"]) * len(made["targets"])
    assert "10 × Light infantry" in warbook("Lychguard", "--targets", "standard")
    assert "mean damage" in warbook("Lychguard", "Necrons", "--figure", "damage")


def test_a_name_that_was_mended_is_told_beside_lists_too():
    assert "'Lichguard': taken for Lychguard" in warbook("Lichguard", "--targets", "standard")


def test_the_command_takes_a_list_as_a_file(tmp_path):
    path = tmp_path / "list.json"
    path.write_text(
        json.dumps({"name": "mine", "units": [{"sheet": "Lychguard"}, {"sheet": "Nobody"}]}), "utf-8"
    )
    shown = warbook(str(path), "Necrons")
    assert "Nobody: no sheet of this name is known" in shown


def test_a_page_is_still_a_unit(tmp_path):
    path = tmp_path / "moss.txt"
    path.write_text(MOSS_CRAWLER, "utf-8")
    assert json.loads(warbook(str(path), "Lychguard", "--json"))["attacker"] == "Moss Crawler"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("Necrons", "Lychguard", "--models", "5"), "--models"),
        (("Necrons", "Lychguard", "--worth"), "--worth"),
        (("Lychguard", "Lychguard", "--targets", "standard"), "--targets"),
        (("Lychguard", "Immortals", "--figure", "damage"), "expected whole lists"),
        (("Necrons", "--targets", "standard", "--figure", "points"), "standard targets have none"),
        (("Necrons",), "expected a target"),
        (("Necrons", "Angron"), "heresy3"),
        (("Necrons", "Angron", "--system", "heresy3"), "Necrons"),
        (("nothing.rosz", "Necrons"), "nothing.rosz"),
    ],
)
def test_what_makes_no_sense_with_lists_is_refused_in_one_line(words, told):
    assert told in warbook(*words, status=2)


def test_a_pair_of_a_list_is_what_the_pair_alone_is():
    made = worked(Entry("Chaos Land Raider"), targets=(Entry("Necron Warriors"),), setting=Setting())
    pair = json.loads(warbook("Chaos Land Raider", "Necron Warriors", "--json"))
    (cell,) = made.cells
    assert cell.damage_mean == pytest.approx(pair["damage"]["mean"], abs=1e-12)
    assert cell.p_destroyed == pytest.approx(pair["p_destroyed"], abs=1e-12)
    assert (cell.attacker, cell.phase) == (pair["attacker"], pair["phase"])


def shooter(name="Reed Piper", strength="6"):
    """A unit with a pistol beside its claws, which are worth more."""
    pistol = WeaponProfile(
        "Reed pistol", {"range": '12"', "A": "1", "BS": "3+", "S": strength, "AP": "0", "D": "1"}
    )
    crawler = unit(name)
    return unit(name, weapons=(*crawler.weapons, Weapon("Reed pistol", "ranged", (pistol,))),
                loadout=(Equipped(name, (Item("Root claws"), Item("Reed pistol"))),))  # fmt: skip


def test_a_unit_attacks_in_the_phase_in_which_it_does_more():
    keep(shooter(), unit())
    (cell,) = worked(Entry("Reed Piper"), targets=(Entry("Moss Crawler"),), setting=Setting()).cells
    assert (cell.phase, cell.damage_mean) == ("fight", pytest.approx(CRAWLER_AT_CRAWLER, abs=1e-12))
    near = Setting(None, Situation(half_range=True))
    (cell,) = worked(Entry("Reed Piper"), targets=(Entry("Moss Crawler"),), setting=near).cells
    assert cell.phase == "shooting"
    assert "fight" in shown(["odds", "--targets", "standard", "Reed Piper"])


def test_a_unit_of_named_models_is_called_by_their_names():
    pair = tuple(Model(name, 1, 1, 32, unit().models[0].characteristics) for name in ("Old Reed", "Small Bell"))
    keep(unit("Old Reed", models=pair), unit("Reeds", models=pair))
    made = worked(Entry("Old Reed"), Entry("Reeds"))
    assert [side.name for side in made.attackers] == ["Old Reed and Small Bell", "2 × Reeds"]


def shown(words):
    return subprocess.run([sys.executable, "-m", "warbook", *words], capture_output=True, text=True).stdout


def test_where_a_unit_is_not_known_and_there_is_no_library_that_is_said(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"name": "Mossy", "units": [{"sheet": "Lychguard"}, {"sheet": "Silt Rider"}]}', "utf-8")
    assert "warbook library add" in shown(["odds", str(path), "Lychguard"])
