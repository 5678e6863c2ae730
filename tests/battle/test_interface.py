"""What a bot's author meets first: names to import, short requests, and mistakes told with what is wrong."""

import sys

import pytest

from battle.table import at, dice, pick, row
from warbook import battle as battles
from warbook.battle import Ask, Header, IllegalInput, begin, load, recorded, replay, save
from warbook.bots import bot, pair
from warbook.errors import InputError
from warbook.sheets import roster


def armies():
    return roster.find("Emperor's Children"), roster.find("Necrons")


def header(**changes):
    given = {"system": "wh40k10", "revision": "2025-06", "mission": "Only War", "battlefield": "crossways"}
    return Header(**{**given, "armies": armies(), **changes})


@pytest.fixture
def blades():
    """Three models in a row that may move 8 inches, with enemies 5 inches away."""
    units = (f"A Flawless Blades: {row(26, 20, 3)}", f"B Immortals: {row(26, 25, 5)}")
    return pick(pick(at("round 2, A, movement", *units), "Flawless Blades"), "normal")


def test_everything_that_a_battle_asks_for_has_a_name_here():
    assert {"Ask", "Place", "Roll", "Request"} <= set(battles.__all__)
    assert all(hasattr(battles, name) for name in battles.__all__)


def test_a_request_is_told_in_a_line():
    battle = begin(header())
    while not isinstance(battle.request, Ask):
        battle.send(battle.game.proposed(battle.state, battle.request, (30_000, 22_000)))
    told = repr(battle.request)
    assert told.startswith("Ask(player=0, 'unit to move', options=(None, <Unit Tormentors with Lord Exultant>")
    assert len(told) < 200


def test_a_battle_says_where_it_stands():
    battle = begin(header())
    assert repr(battle).startswith("<Battle after 0 inputs: asks ")


def test_a_record_is_read_by_a_plain_string_and_its_inputs_can_be_sent(tmp_path):
    battle = begin(header())
    while battle.state.clock[0] == 0:
        battle.send(battle.game.proposed(battle.state, battle.request, None))
    path = str(tmp_path / "b.json")
    save(recorded(header(), battle), path)
    again = begin(load(path).header)
    for answer in load(path).inputs:
        again.send(answer)
    assert again.history == battle.history == replay(load(path)).history


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"armies": ("Necrons", "Necrons")}, r"armies\[0\]: expected a Roster .*roster.find.* got 'Necrons'"),
        ({"armies": (roster.find("Necrons"),)}, "armies: expected two rosters in a tuple, got 1"),
        ({"armies": [1, 2]}, "armies: expected two rosters in a tuple"),
        ({"mission": 7}, "mission: expected a name, got 7"),
        ({"revision": None}, "revision: expected a name, got None"),
    ],
)
def test_a_header_of_other_things_is_refused(changes, told):
    with pytest.raises(InputError, match=told):
        header(**changes)


def test_a_revision_that_there_is_not_is_told_once():
    with pytest.raises(InputError) as fault:
        begin(header(revision="1999-01"))
    assert str(fault.value).count("revision") == 1


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("greedy",), "expected two names"),
        ("greedy", "expected two names"),
        (("greedy", "random", "random"), "expected two names"),
        (("greedy", 3), "expected one of greedy, random"),
        (("greedy", "no_such_module:Bot"), "No module named"),
        (("greedy", "json:Bot"), "has no attribute 'Bot'"),
        (("greedy", "json:dumps"), "answer"),
        (("greedy", "json:__doc__"), "expected a class"),
        (("greedy", "json:"), "AttributeError"),
        (("greedy", ":Bot"), "ValueError"),
        (("greedy", "..up:Bot"), "TypeError"),
    ],
)
def test_bots_that_there_are_not_are_refused(names, told):
    with pytest.raises(InputError, match=told):
        pair(names)


def test_a_bot_of_ones_own_gets_the_seed_if_it_takes_one(tmp_path, monkeypatch):
    text = "class Seeded:\n    def __init__(self, seed):\n        self.seed = seed\n    answer = print\n"
    (tmp_path / "my_seeded_bots.py").write_text(f"{text}class Plain:\n    answer = print\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert bot("my_seeded_bots:Seeded", 7).seed == 7
    assert callable(bot("my_seeded_bots:Plain", 7).answer)
    del sys.modules["my_seeded_bots"]


def refused(battle, answer):
    with pytest.raises(IllegalInput) as fault:
        battle.send(answer)
    return str(fault.value)


def test_a_refused_move_names_the_unit_and_its_side(blades):
    assert refused(blades, ((0, 26_000, 11_000),)).startswith("normal of A Flawless Blades: ")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (((0, 26_000, 11_000),), 'TOO_FAR: model 0 (A Flawless Blade) moves 9", 1" more than its 8"'),
        (((0, 26_000, 19_000), (2, 29_200, 11_250)), "TOO_FAR: model 2 (A Flawless Blade)"),
        (((0, 27_600, 20_000),), "ON_MODEL: model 0 (A Flawless Blade) overlaps model 1 (A Flawless Blade) by"),
        (((1, 27_600, 22_700),), "IN_ENGAGEMENT: model 1 (A Flawless Blade) ends"),
        (((2, 34_000, 20_000),), "NOT_COHERENT: model 2 (A Flawless Blade) is out of coherency"),
        (((5, 26_000, 19_000),), "MALFORMED: model 5 is none of the unit's living models (0 to 2)"),
        (((0, 26_000, 19_000), (0, 26_000, 19_500)), "MALFORMED: model 0 stands twice"),
        (((0, -1, 19_000),), "MALFORMED: model 0: expected points from 0"),
        (((0, 26_000),), "MALFORMED: expected a model and pairs of x and y at place 0, got (0, 26000)"),
        (((0, 26_000.5, 19_000),), "MALFORMED: expected whole numbers at place 0"),
        ((7,), "MALFORMED: expected (model, x, y, …)"),
        (7, "MALFORMED: expected (model, x, y, …)"),
    ],
)
def test_a_refused_move_says_which_model_and_by_how_much(blades, answer, told):
    assert told in refused(blades, answer)


def test_a_refused_deployment_says_who_is_missing_or_out_of_the_zone():
    battle = begin(header())
    assert "deploy of A Tormentors with Lord Exultant: NOT_PLACED" in refused(battle, ())
    assert "missing: 1 to 10" in refused(battle, ((0, 20_000, 3_000),))
    spread = tuple((n, 2_000 + 1_800 * n, 24_000) for n in range(11))
    assert "(A Tormentor) is not wholly within the deployment zone" in refused(battle, spread)


def test_a_charge_that_falls_short_says_by_how_much():
    units = (f"A Flawless Blades: {row(26, 16, 3)}", f"B Immortals: {row(26, 25, 5)}")
    battle = dice(pick(at("round 2, A, charge", *units), "Flawless Blades"), (6, 5))
    gap = 9 - (40 / 25.4 + 32 / 25.4) / 2
    told = refused(battle, ((0, 26_000, 17_000), (1, 27_600, 17_000), (2, 29_200, 17_000)))
    assert f'NOT_ENGAGED: ends {gap - 2:.3f}" short of Engagement Range of model' in told
