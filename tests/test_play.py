"""Whole battles from the command line: what it prints, keeps and draws, and what it says to bad input."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from random import Random

import msgspec
import pytest

from test_cli import warbook
from warbook.battle import Battle, Header, IllegalInput, Tally, begin, load, play, recorded, replay, save
from warbook.bots import pair
from warbook.queries.fighting import arranged, briefed
from warbook.sheets import roster
from warbook.sheets.roster import Entry
from warbook.views.board import svg
from warbook.views.drawing import text_width
from warbook.views.labels import Kept, Label, placed
from warbook.views.log import Log
from warbook.views.signs import DARK

KEYS = {
    "system", "revision", "mission", "rounds", "winner", "score", "units_left", "decisions", "dice",
    "state_hash", "seconds",
}  # fmt: skip
ARMIES = ("Emperor's Children", "Necrons")
SVG = "{http://www.w3.org/2000/svg}"
SMALL = {"name": "Blades", "units": [{"sheet": "Flawless Blades", "models": 3}]}
OTHER = {"name": "Shard", "units": [{"sheet": "Immortals", "models": 5}]}


@pytest.fixture
def army(tmp_path):
    def written(document, name="army.json"):
        path = tmp_path / name
        path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
        return path

    return written


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A small battle between two rosters, with its record, its log and its answer."""
    folder = tmp_path_factory.mktemp("battle")
    paths = [folder / "blades.json", folder / "shard.json"]
    for path, document in zip(paths, (SMALL, OTHER), strict=True):
        path.write_text(json.dumps(document), "utf-8")
    record, picture = folder / "battle.json", folder / "table.svg"
    done = warbook("play", *paths, "--seed", 3, "--record", record, "--picture", picture, "--json")
    assert done.returncode == 0, done.stderr
    return record, picture, json.loads(done.stdout)


def header(*names):
    return Header("wh40k10", "2025-06", "Only War", "small-yard", tuple(roster.find(name) for name in names))


def small(name="Blades"):
    made = (msgspec.convert({**SMALL, "name": name}, roster.Roster), msgspec.convert(OTHER, roster.Roster))
    return begin(Header("wh40k10", "2025-06", "Only War", "small-yard", made))


def refused(*words):
    done = warbook(*words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_the_answer_has_the_keys_of_the_contract(kept):
    told = kept[2]
    assert set(told) >= KEYS
    assert told["system"] == "wh40k10"
    assert told["winner"] in {"A", "B", "draw"}
    assert set(told["score"]) == set(told["units_left"]) == {"A", "B"}
    assert len(told["score_by_round"]) == told["rounds"]
    assert told["seed"] == 3
    assert told["armies"] == {"A": "Blades", "B": "Shard"}


def test_the_same_seed_gives_the_same_battle_and_another_seed_another(kept):
    again = play(small(), pair(("greedy", "greedy"), 3), Random(3))
    assert again.state.digest() == kept[2]["state_hash"]
    other = play(small(), pair(("greedy", "greedy"), 4), Random(4))
    assert other.state.digest() != kept[2]["state_hash"]


def test_a_replay_gives_the_same_answer_and_says_that_it_is_verified(kept):
    done = warbook("replay", kept[0], "--json")
    told = json.loads(done.stdout)
    assert done.stderr == ""
    assert told["verified"] is True
    same = KEYS - {"seconds"}
    assert {key: told[key] for key in same} == {key: kept[2][key] for key in same}


def test_a_replay_stops_where_it_is_told_to(kept):
    told = json.loads(warbook("replay", kept[0], "--at", 5, "--json").stdout)
    assert told["inputs"] == 5
    assert told["winner"] is None
    assert told["verified"] is None


def test_a_record_outlives_a_round_trip_through_python(tmp_path):
    armies = (msgspec.convert(SMALL, roster.Roster), msgspec.convert(OTHER, roster.Roster))
    made = Header("wh40k10", "2025-06", "Only War", "crossways", armies)
    battle = begin(made)
    play(battle, pair(("random", "greedy"), 1), Random(1))
    save(recorded(made, battle), tmp_path / "b.json")
    found = load(tmp_path / "b.json")
    assert replay(found).history == battle.history


def test_many_games_are_a_list_with_seeds_that_count_up():
    done = warbook("play", *ARMIES, "--games", 2, "--seed", 5, "--bots", "random", "--json")
    told = json.loads(done.stdout)
    assert [one["seed"] for one in told] == [5, 6]
    assert [one["bots"] for one in told] == [{"A": "random", "B": "random"}] * 2


def test_many_games_are_a_table_of_wins_and_scores():
    done = warbook("play", *ARMIES, "--games", 2, "--bots", "random,greedy", "--battlefield", "crossways")
    assert "mean score" in done.stdout
    assert "seeds 0 to 1" in done.stdout
    assert "by default: seed, mission, revision" in done.stdout


def test_the_log_tells_the_battle_in_order(army):
    done = warbook("play", army(SMALL, "a.json"), army(OTHER, "b.json"), "--seed", 3, "--log")
    lines = done.stdout.splitlines()
    wanted = ["━━ Deployment ━━", "━━ Round 1 · A Blades ━━", "Movement phase", "━━ Round 1 · B Shard ━━"]
    places = [lines.index(line) for line in wanted]
    assert places == sorted(places)
    assert sum(line.startswith("Score A") for line in lines) >= 3
    assert any(line.strip().startswith("hit ") for line in lines)
    assert any("wound" in line and "loses" in line for line in lines)
    assert "Taken by default: battlefield, mission, bots, revision" in lines


def test_the_log_says_what_was_lost_as_the_state_has_it():
    battle, lines = begin(header(*ARMIES)), []
    log = Log(lines.append)
    play(battle, pair(("greedy", "greedy"), 2), Random(2), log.watch)
    log.end(battle)
    lost = [
        int(n)
        for line in lines
        for n in re.findall(r"loses (\d+) wound|\((\d+) wounds?\);", line)
        for n in n
        if n
    ]
    back = [int(n) for line in lines for n in re.findall(r"regains (\d+) wound", line)]
    whole = sum(model.wounds for model in battle.game.muster.models)
    assert whole - sum(lost) + sum(back) == int(battle.state.left.clip(0).sum())


def test_the_tally_counts_decisions_and_dice():
    battle, tally = small(), Tally()
    play(battle, pair(("greedy", "greedy"), 2), Random(2), tally.watch)
    faces = [answer for answer in battle.history if isinstance(answer, tuple)]
    assert tally.inputs == len(battle.history)
    assert tally.dice == sum(len(rolled) for rolled in faces if all(isinstance(n, int) for n in rolled))


def test_a_copy_of_a_battle_is_told_apart_from_it():
    battle = small()
    other = battle.copy()
    assert isinstance(other, Battle)
    assert other.state.digest() == battle.state.digest()
    assert svg(other.game, other.state) == svg(battle.game, battle.state)


def drawn(path_or_text):
    text = path_or_text if isinstance(path_or_text, str) else path_or_text.read_text("utf-8")
    return ElementTree.fromstring(text)


def test_the_picture_is_well_formed_and_names_every_unit_once(kept):
    tree = drawn(kept[1])
    texts = [element.text or "" for element in tree.iter(f"{SVG}text")]
    assert tree.tag == f"{SVG}svg"
    for unit in ("Flawless Blades", "Immortals"):
        assert sum(unit in text for text in texts) <= 1
    assert any(text.startswith("The end: ") and "round" in text for text in texts)


def test_the_picture_shows_models_at_their_size():
    battle = play(small(), pair(("greedy", "greedy"), 0), Random(0))
    start = small()
    bots = pair(("greedy", "greedy"), 0)
    while start.state.clock[0] == 0:
        start.send(bots[start.request.player].answer(start, start.request))
    tree = drawn(svg(start.game, start.state))
    groups = {group.get("id"): group for group in tree.iter(f"{SVG}g")}
    assert set(groups) == {"A1", "B1"}
    base_mm = start.game.muster.models[0].base_mm
    radii = [float(circle.get("r")) for circle in groups["A1"].iter(f"{SVG}circle")]
    assert radii == pytest.approx([base_mm / 25.4 / 2 * 20] * 3, abs=0.02)
    assert svg(battle.game, battle.state) == svg(battle.game, battle.state)


def test_the_picture_refers_to_nothing_outside(kept):
    text = kept[1].read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "http" not in text
    assert "href" not in text
    assert "<script" not in text
    assert "url(" not in text


def test_hostile_names_are_escaped():
    name = "<script>alert('1')</script> & \"Sons\""
    battle = small(name)
    text = svg(battle.game, battle.state)
    assert "<script" not in text
    assert any(name in (element.text or "") for element in drawn(text).iter(f"{SVG}text"))


def test_labels_keep_off_each_other():
    labels = [Label(f"Unit {n}", 0, (100, 100, 140, 120)) for n in range(4)]
    boxes = [label.box for label in placed(labels, [], (0, 0, 800, 600))]
    for n, a in enumerate(boxes):
        for b in boxes[n + 1 :]:
            assert min(a[2], b[2]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[1], b[1])


def test_labels_leave_in_sight_what_is_kept_where_there_is_room():
    label = Label("Unit", 0, (300, 300, 340, 320))
    kept = [Kept((250, 270, 400, 299)), Kept((250, 321, 400, 350))]
    (found,) = placed([label], kept, (0, 0, 800, 600))
    for box in (one.box for one in kept):
        assert min(found.box[2], box[2]) <= max(found.box[0], box[0]) or min(found.box[3], box[3]) <= max(
            found.box[1], box[1]
        )


def test_a_line_leads_from_a_label_to_the_nearest_of_what_it_names():
    parts = ((100, 100, 120, 120), (300, 100, 320, 120))
    away = Label("Unit", 0, (100, 100, 320, 120), box=(360, 101, 420, 119), parts=parts)
    assert away.line == ((360, 110), (320, 110))
    assert away._replace(box=(322, 101, 380, 119)).line is None


def test_a_title_and_a_moment_fit_the_paper_whatever_the_names():
    long = "The Ninth Expedition of Wanderers and Mercenaries beyond the Ember Moons of Old"
    battle = small(long)
    scene = battle.game.scene(battle.state)
    texts = list(drawn(svg(battle.game, battle.state)).iter(f"{SVG}text"))
    width = float(drawn(svg(battle.game, battle.state)).get("width"))
    title = next(element for element in texts if element.get("font-weight") == "bold")
    assert "…" in title.text
    assert title.text.endswith("Shard (B)")
    for element in texts:
        size, bold = float(element.get("font-size")), 1.13 if element.get("font-weight") else 1
        if element.get("text-anchor") is None:
            assert float(element.get("x")) + bold * text_width(element.text, size) <= width
    assert long in scene.armies


def test_the_legend_explains_every_sign_on_the_table():
    battle = small()
    texts = [element.text for element in drawn(svg(battle.game, battle.state)).iter(f"{SVG}text")]
    for words in (
        "deployment zone",
        "leader",
        "wounds left",
        "fell here (A, B)",
        "objective",
        "held by nobody",
    ):
        assert words in texts
    assert "ruin, with its walls" in texts
    assert "barricade or other obstacle" in texts


def test_the_fallen_have_their_side_s_colour():
    battle = play(begin(header(*ARMIES)), pair(("greedy", "greedy"), 0), Random(0))
    gone = [0, 0]
    for unit in battle.game.muster.units:
        gone[unit.side] += int((battle.state.left[unit.members] == 0).sum())
    strokes = [path.get("stroke") for path in drawn(svg(battle.game, battle.state)).iter(f"{SVG}path")]
    crosses = [strokes.count(colour) for colour in DARK]
    assert min(gone) > 0
    assert crosses == [number + 1 for number in gone]


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ("{", "document: expected JSON"),
        ({"name": "x", "units": []}, "an army has 1 to 200 units"),
        (
            {"name": "x", "units": [{"sheet": "Immortals", "size": 5}]},
            "units[0]: there is no field size here",
        ),
        ({"name": "x", "units": [{"sheet": "Moss Crawlers"}]}, "units[0]: packs: 'Moss Crawlers'"),
        ({"name": "x", "units": [{"sheet": "Immortals"}, {"sheet": "Immortals", "models": 99}]}, "units[1]:"),
        ({"name": "x", "units": [{"sheet": "Immortals", "loadout": ["lance"]}]}, "loadout: no 'lance' here"),
        (
            {"name": "x", "units": [{"sheet": "Immortals", "leader": "Lord Exultant"}]},
            "does not lead Immortals",
        ),
        ({"name": "a\x1b[31m", "units": [{"sheet": "Immortals"}]}, "printable characters"),
        ({"name": "x", "system": "heresy3", "units": [{"sheet": "Immortals"}]}, "wh40k10"),
        ("[" * 100_000, "document: expected an object"),
    ],
)
def test_a_bad_roster_names_its_file_and_place(army, document, told):
    path = army(document)
    line = refused("play", path, "Necrons")
    assert told in line
    assert str(path) in line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "Moss", "Necrons"), "expected a bundled army"),
        (("play", *ARMIES, "--bots", "grady"), "expected one of greedy, random"),
        (("play", *ARMIES, "--bots", "greedy,greedy,greedy"), "two with a comma"),
        (("play", *ARMIES, "--mission", "Tea"), "expected one of Only War"),
        (("play", *ARMIES, "--battlefield", "moon"), "small-yard"),
        (("play", *ARMIES, "--revision", "1987"), "2025-06"),
        (("play", *ARMIES, "--games", "0"), "--games"),
        (("play", *ARMIES, "--games", "2", "--log"), "expected 1 with --log"),
        (("play", *ARMIES, "--games", "2", "--record", "x.json"), "expected 1 with --record"),
        (("play", *ARMIES, "--log", "--json"), "expected one of the two"),
        (("play",), "expected two armies"),
        (("play", "Necrons"), "expected two armies"),
        (("play", "emperors childen", "Necrons"), "or the path of a roster; closest: Emperor's Children"),
        (("play", *ARMIES, "--mission="), "expected one of Only War"),
        (("play", *ARMIES, "--battlefield="), "small-yard"),
        (("play", *ARMIES, "--bots="), "expected one of greedy, random"),
        (("play", *ARMIES, "--bots", "greedy,nobody_here:Bot"), "No module named 'nobody_here'"),
        (("play", *ARMIES, "--picture", "table.png"), "expected a path that ends in .svg"),
        (("replay", "no-such.json", "--picture", "table.png"), "expected a path that ends in .svg"),
        (("replay", "no-such.json"), "expected a file, found nothing"),
        (("play", *ARMIES, "--record", "no/such/folder.json"), "no/such/folder.json: path"),
        (("play", *ARMIES, "--picture", "no/such/folder.svg"), "expected a file to write"),
        (("play", "no-such.json", "Necrons"), "no-such.json: path"),
        (("replay", "no-such.json"), "no-such.json: path"),
    ],
)
def test_bad_words_are_refused_in_one_line(words, told):
    assert told in refused(*words)


def test_units_without_room_wait_in_reserves_and_that_is_said(army):
    # 7" by 44" hold 308 square inches at most: 8 units of 20 models on 32 mm take 326 in boxes
    crowd = msgspec.convert(
        {"name": "Crowd", "units": [{"sheet": "Necron Warriors", "models": 20}] * 14}, roster.Roster
    )
    battle = begin(Header("wh40k10", "2025-06", "Only War", "small-yard", (crowd, roster.find("Necrons"))))
    bots, log = pair(("greedy", "greedy")), []
    watch = Log(log.append).watch
    while not battle.state.clock[0]:
        battle.send(bots[battle.request.player].answer(battle, battle.request), watch)
    outside = battle.game.not_deployed(battle.state)
    assert 0 < len(outside) < 14
    assert outside[-1] == (
        "A Necron Warriors 14: finds no room in its deployment zone and waits in Strategic Reserves"
    )
    assert f"  {outside[-1]}" in log
    assert len(battle.game.table.held(battle.state, 0)) == len(outside)


def test_a_unit_that_has_room_must_be_set_up():
    battle = small()
    with pytest.raises(IllegalInput, match="NOT_PLACED"):
        battle.send(())


def test_a_list_in_whose_order_units_find_no_room_sets_up_its_largest_first():
    # ten single models spread along the zone leave no gap for hulls in a 44" by 7" zone; these fit first
    units = tuple(Entry("Overlord") for _ in range(12)) + tuple(Entry("Chaos Land Raider") for _ in range(5))
    crowd = roster.Roster("Hulls", units)
    made = arranged(("a", "b"), (crowd, roster.find("Necrons")), None, "Only War", "small-yard")
    assert made.largest_first == (True, False)
    assert begin(made).game.unit_names()[0].startswith("Chaos Land Raider")
    assert any("largest models are set up first" in line for line in briefed(made).taken)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda record: record["inputs"].__setitem__(0, 7), "inputs[0]"),
        (lambda record: record["inputs"].__setitem__(2, None), "inputs[2]"),
        (lambda record: record["inputs"].__setitem__(2, [[0, "x", 1]]), "inputs[2]"),
        (lambda record: record["inputs"].__setitem__(2, [3, 4]), "inputs[2]"),
        (lambda record: record["inputs"].__setitem__(2, [[0, 10**30, 1]]), "inputs[2]"),
        (lambda record: record["inputs"].append(0), "the battle is over"),
        (lambda record: record["inputs"].pop(), "state_hash"),
        (lambda record: record.__setitem__("state_hash", "00"), "state_hash"),
        (lambda record: record.__setitem__("extra", 1), "no field extra"),
        (lambda record: record["header"].pop("mission"), "the field mission, which is missing"),
        (lambda record: record["header"].__setitem__("system", "heresy3"), "expected wh40k10"),
        (lambda record: record["header"].__setitem__("battlefield", "../moon"), "small-yard"),
    ],
)
def test_a_changed_record_is_refused_where_it_is_wrong(kept, tmp_path, change, told):
    record = json.loads(kept[0].read_text("utf-8"))
    change(record)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(record), "utf-8")
    line = refused("replay", path)
    assert told in line
    assert str(path) in line


def test_everything_that_play_takes_by_name_is_listed():
    told = json.loads(warbook("play", "--list", "--json").stdout)
    assert [army["name"] for army in told["armies"]] == list(ARMIES)
    assert told["missions"] == ["Only War"]
    assert told["bots"] == ["greedy", "random"]
    assert "small-yard" in [field["name"] for field in told["battlefields"]]
    text = warbook("play", "--list").stdout
    for name in (*ARMIES, "Only War", "small-yard", "greedy", "2025-06"):
        assert name in text


def test_what_an_army_was_taken_as_and_what_is_wrong_with_it_is_told(army):
    mixed = {"name": "Mixed", "points_limit": 100, "units": [{"sheet": "Heldrake"}, {"sheet": "Doomsday Ark"}]}
    path = army({**mixed, "units": [*mixed["units"], {"sheet": "Immortals"}]})
    told = json.loads(warbook("play", "Necrons", path, "--bots", "random", "--json").stdout)
    assert "B Immortals: 5 models (the smallest size), default wargear" in told["taken"]
    assert "B Heldrake: default wargear" in told["taken"]
    assert not any("Doomsday Ark" in line for line in told["taken"])
    notes = "\n".join(told["notes"])
    assert "at most 100" in notes
    assert "B Heldrake: it is no Aircraft here" in notes
    assert "NECRONS" in notes
    text = warbook("play", "Necrons", path, "--bots", "random").stdout
    assert "Taken as: B Heldrake: default wargear" in text
    assert "Note: B Heldrake" in text


def test_a_lawful_army_has_no_notes_but_of_rules_that_battles_lack():
    notes = json.loads(warbook("play", *ARMIES, "--bots", "random", "--json").stdout)["notes"]
    assert all(note.endswith("not acted on in battles") or ": not played: " in note for note in notes)


def test_an_army_that_is_wiped_out_has_lost_and_the_answer_says_so(army):
    lone = {"name": "Lone", "units": [{"sheet": "Lokhust Destroyers"}]}
    told = json.loads(warbook("play", army(lone), "Necrons", "--json").stdout)
    assert (told["winner"], told["decided_by"]) == ("B", "destruction")
    text = warbook("play", army(lone), "Necrons", "--log").stdout
    assert "A has no models left" in text
    assert "B Necrons win (nothing is left of A)" in text


def test_a_pipe_wraps_no_line(army):
    names = ("L" * 80, "M" * 80)
    paths = [army({**SMALL, "name": name}, f"{name[0]}.json") for name in names]
    lines = warbook("play", *paths, "--bots", "random").stdout.splitlines()
    assert any(all(name in line for name in names) for line in lines)


def test_the_umpire_judges_a_record_by_rule(kept):
    told = json.loads(warbook("replay", kept[0], "--judge", "--json").stdout)["umpire"]
    rulings = {ruling["rule"]: ruling for ruling in told}
    assert rulings["K-CMD-01"]["says"] == "held"
    assert rulings["K-CMD-01"]["title"] == "command points gained and paid"
    assert all(ruling["says"] != "broken" for ruling in told)
    text = warbook("replay", kept[0], "--judge").stdout
    assert "0 rules broken" in text
    assert "command points gained and paid" in text
    early = warbook("replay", kept[0], "--judge", "--at", "5").stdout
    assert "rules never exercised" in early


def test_a_bot_of_ones_own_plays_by_module_and_class(tmp_path):
    (tmp_path / "still_bots.py").write_text(
        "class Still:\n"
        "    def answer(self, battle, request):\n"
        "        if hasattr(request, 'options'):\n"
        "            return request.options.index(None) if None in request.options else 0\n"
        "        return battle.game.proposed(battle.state, request, None) if not request.optional else ()\n"
        "class Wrong:\n"
        "    def answer(self, battle, request):\n"
        "        return 'no'\n"
    )
    words = [sys.executable, "-m", "warbook", "play", *ARMIES, "--bots"]
    done = subprocess.run([*words, "still_bots:Still,random"], cwd=tmp_path, capture_output=True, text=True)
    assert "A Emperor's Children (still_bots:Still)" in done.stdout
    wrong = subprocess.run([*words, "random,still_bots:Wrong"], cwd=tmp_path, capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "bots: still_bots:Wrong: answered what does not fit: deploy of B" in wrong.stderr


def own_bot(tmp_path, monkeypatch, text):
    """A bot of one's own in the folder where the command is run."""
    (tmp_path / "mybots.py").write_text(f"from warbook.bots import bot\n\n{text}", "utf-8")
    monkeypatch.chdir(tmp_path)


CRASH = """class Crash:
    def answer(self, battle, request):
        return {}["x"]
"""
LATER = """class Later:
    def __init__(self, seed):
        self.even, self.bot = seed % 4 == 1_000_003 % 4, bot("random", seed)

    def answer(self, battle, request):
        if self.even:
            raise RuntimeError
        return self.bot.answer(battle, request)
"""


def test_a_bot_that_raises_is_one_line_with_its_name_and_place(army, tmp_path, monkeypatch):
    paths = army(SMALL, "a.json"), army(OTHER, "b.json")
    own_bot(tmp_path, monkeypatch, CRASH)
    assert refused("play", *paths, "--bots", "mybots:Crash,random") == (
        "bots: mybots:Crash: KeyError 'x' at mybots.py:5\n"
    )


def test_a_bot_that_leaves_the_process_is_one_line_too(army, tmp_path, monkeypatch):
    paths = army(SMALL, "a.json"), army(OTHER, "b.json")
    own_bot(tmp_path, monkeypatch, CRASH.replace('return {}["x"]', "raise SystemExit(7)"))
    assert refused("play", *paths, "--bots", "mybots:Crash,random") == (
        "bots: mybots:Crash: SystemExit 7 at mybots.py:5\n"
    )


def test_a_bot_that_cannot_be_built_is_one_line(army, tmp_path, monkeypatch):
    paths = army(SMALL, "a.json"), army(OTHER, "b.json")
    own_bot(tmp_path, monkeypatch, "class Bad:\n    def __init__(self):\n        raise KeyError('y')\n")
    assert "'mybots:Bad'" in refused("play", *paths, "--bots", "mybots:Bad")


def test_a_battle_that_stops_is_one_of_the_results(army, tmp_path, monkeypatch):
    # the bot of side A gets twice the seed and a constant: it fails at each second seed
    paths = army(SMALL, "a.json"), army(OTHER, "b.json")
    own_bot(tmp_path, monkeypatch, LATER)
    words = ("play", *paths, "--bots", "mybots:Later,random", "--games", 4, "--battlefield", "small-yard")
    done = warbook(*words, "--json")
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert [one["seed"] for one in told] == [0, 1, 2, 3]
    assert [one["problem"] is None for one in told] == [False, True, False, True]
    assert told[0]["problem"] == "bots: mybots:Later: RuntimeError at mybots.py:9"
    assert told[0]["winner"] is None
    told = warbook(*words).stdout
    assert "Not counted: seed 2, stopped in round 0: bots: mybots:Later: RuntimeError at mybots.py:9" in told
    assert "2 battles in" in told


def test_battles_that_all_stop_are_refused(army, tmp_path, monkeypatch):
    paths = army(SMALL, "a.json"), army(OTHER, "b.json")
    own_bot(tmp_path, monkeypatch, CRASH)
    told = refused("play", *paths, "--bots", "mybots:Crash,random", "--games", 3, "--json")
    assert "all 3 stopped; the first: bots: mybots:Crash: KeyError 'x'" in told
