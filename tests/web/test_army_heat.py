"""Heat maps: what is written in a cell, how dark it is, what a map comes to, and how it is worked out."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from warbook import systems
from warbook.errors import InputError
from warbook.library import lookup
from warbook.probability import fielded, matrix
from warbook.probability.matchup import Setting
from warbook.probability.matrix import Best, Cell, Matrix, Row, Side
from warbook.queries import ask
from warbook.rules.engagement import Situation
from warbook.rules.pick import Pick
from warbook.sheets import roster
from warbook.sheets.roster import Entry, Roster
from warbook.web import workers
from warbook.web.army import heat, tasks
from warbook.web.army.grid import csv, figures, grid
from warbook.web.army.pairs import best, standard_profiles, threats, weights
from warbook.web.army.question import question


def cell(row, column, share, *, phase="shooting", points=None, chance=0.0, damage=0.0):
    """A pair; the attacker costs 100 points."""
    rate = None if points is None else points / 100
    return Cell("", "", 100, 50, damage, 0.0, chance, points, rate, row, column, phase, True, share)


def side(name, points=None, places=(0,)):
    return Side(name, name, "Moles", 1, points, places)


def made(*cells, attackers=("Digger", "Sapper"), targets=("Beetle", "Worm"), points=None):
    best = (Best(0, 1, "share of the target"),) if cells else ()
    sides = (tuple(side(name, points) for name in names) for names in (attackers, targets))
    return Matrix("wh40k10", "2025-06", *sides, cells, best, (), (), (), ())


@pytest.mark.parametrize(
    ("share", "text", "shade"),
    [
        (0.0, "0%", 0),
        (0.001, "<1%", 0),
        (0.05, "5%", 1),
        (0.41, "41%", 3),
        (0.999, ">99%", 5),
        (1.0, "100%", 5),
    ],
)
def test_a_share_is_written_and_shaded(share, text, shade):
    field = grid(made(cell(0, 0, share)), "share", False).lines[0].fields[0]
    assert (field.text, field.shade) == (text, shade)


def test_points_are_told_only_where_both_sides_have_some():
    assert "points" not in figures(made())
    assert next(iter(figures(made(points=100)))) == "points"
    assert grid(made(cell(0, 0, 0.5)), "points", False).shown.title == "Share of its wounds"


def test_what_is_not_there_is_told_apart_from_what_is_nothing():
    lines = grid(made(cell(0, 0, 0.0)), "share", False).lines
    assert [field.text for field in lines[0].fields] == ["0%", "?"]
    assert grid(made(cell(0, 0, 0.0)), "share", True).lines[1].fields[0].text == "…"


def test_the_fight_is_marked_where_others_shoot():
    both = grid(made(cell(0, 0, 0.5), cell(0, 1, 0.5, phase="fight")), "share", False)
    assert (both.mixed, [field.fight for field in both.lines[0].fields]) == (True, [False, True])
    assert "Digger at Worm: 50% in the fight" in both.lines[0].fields[1].words


def test_the_largest_share_of_a_target_is_its_threat():
    shares = {(0, 0): 0.2, (1, 0): 0.3, (0, 1): 0.4, (1, 1): 0.0}
    told = made(*(cell(*place, share, damage=4 * share) for place, share in shares.items()))
    assert [(one.name, one.other) for one in threats(told)] == [("Beetle", "Sapper"), ("Worm", "Digger")]
    assert [(one.name, one.other) for one in best(told)] == [("Digger", "Worm")]


def test_a_list_weighs_what_all_its_units_do():
    told = made(
        cell(
            0,
            0,
            0.25,
            damage=2.0,
        ),
        cell(1, 0, 0.5, damage=4.0),
    )
    twice = (side("Digger", places=(0, 2)), told.attackers[1])
    told = Matrix(told.system, told.revision, twice, *(getattr(told, f) for f in told.__struct_fields__[3:]))
    first, second = weights(told)
    assert (first.damage, first.enough) == ("8.0", "1.0")
    assert (second.damage, second.enough, second.lack) == ("–", "–", "3 of 3 missing")


def test_standard_targets_tell_their_profiles():
    assert standard_profiles("wh40k10")["Terminator armour"] == "T5 Sv2+ Inv4+ W3"
    assert standard_profiles("heresy3")["Tank"] == "Front13 HP6"


ASKED = heat.Asked(Roster("Diggers", (Entry("Digger"), Entry("Sapper"))), "standard")
COLUMNS = 20


def run_apart(work):
    """Run it where a browser of other tests has no loop."""
    with ThreadPoolExecutor(1) as apart:
        apart.submit(lambda: asyncio.run(work())).result()


TOO_LONG = InputError("warbook", "time", "it took too long")


class Workers:
    """Workers that give every pair but the ones that they cannot do."""

    def __init__(self, monkeypatch, faulty=(), fault=TOO_LONG):
        self.done, self.faulty, self.fault = [], faulty, fault
        monkeypatch.setattr(workers, "work", self.opened)
        monkeypatch.setattr(workers, "work_within", self.row)

    async def opened(self, *_):
        return tasks.Opened(made(targets=tuple(f"Worm {column}" for column in range(COLUMNS))), None)

    async def row(self, _seconds, _function, _own, _other, _revision, _dated, _setting, place, columns):
        await asyncio.sleep(0)
        if any((place, column) in self.faulty for column in columns):
            raise self.fault
        self.done += [(place, column) for column in columns]
        return Row(tuple(cell(place, column, 0.5) for column in columns), (), (), ())


@pytest.mark.parametrize("fault", [TOO_LONG, ZeroDivisionError("it took too long")])
def test_one_pair_that_cannot_be_worked_out_costs_no_other(monkeypatch, fault):
    Workers(monkeypatch, faulty=[(1, 3)], fault=fault)
    made = heat.HeatMap(ASKED)

    async def run():
        made.go()
        await made.finished()

    run_apart(run)
    assert (made.state, made.done, made.pairs) == ("done", 2 * COLUMNS, 2 * COLUMNS)
    assert len(made.matrix.cells) == 2 * COLUMNS - 1
    (problem,) = made.matrix.problems
    assert problem.startswith("Sapper at Worm 3: ")
    assert "it took too long" in problem


def test_what_is_stopped_goes_on_where_it_was(monkeypatch):
    there = Workers(monkeypatch)
    made = heat.HeatMap(ASKED)

    async def run():
        made.go()
        while not there.done:
            await asyncio.sleep(0)
        made.stop()
        await made.finished()
        assert 0 < made.done < made.pairs
        made.go()
        await made.finished()

    run_apart(run)
    assert made.state == "done"
    assert sorted(there.done) == [(row, column) for row in range(2) for column in range(COLUMNS)]


def test_nobody_looking_stops_the_work(monkeypatch):
    Workers(monkeypatch)
    monkeypatch.setattr(heat, "FORGOTTEN_AFTER", -1.0)
    made = heat.HeatMap(ASKED)

    async def run():
        made.go()
        await made.finished()

    run_apart(run)
    assert made.state == "stopped"


def test_the_same_question_is_worked_out_once():
    assert heat.of(ASKED) is heat.of(heat.Asked(ASKED.attackers, "standard"))
    assert heat.of(ASKED) is not heat.of(heat.Asked(ASKED.attackers, "standard", "fight"))


def test_a_pair_is_asked_on_the_odds_page_with_what_it_carries():
    own, other = (fielded.fielded(roster.find(name)) for name in ("Emperor's Children", "Necrons"))
    row = next(place for place, unit in enumerate(own.units) if unit.sheet.name == "Tormentors")
    situation = Situation(cover=True)
    pair = matrix.pair(systems.find("wh40k10"), own, other, Setting("shooting", situation), row, 1)
    asked = question(own.units[row], other.units[1], "shooting", situation, None)
    assert asked.exact
    assert {text.split(" ", 1)[1] for text in asked.question.attacker.loadout} == {"plasma gun", "meltagun"}
    assert ask(asked.question).told.damage.mean == pytest.approx(pair.told.damage.mean, abs=1e-12)


LED = (
    Entry("Necron Warriors", models=10),
    Entry("Overlord", loadout=("voidscythe",), joins=0),
)


def test_a_leaders_wargear_goes_with_him_to_the_odds_page():
    own, other = fielded.fielded(Roster("Host", LED)), fielded.targets("wh40k10")
    pair = matrix.pair(systems.find("wh40k10"), own, other, Setting("fight"), 0, 0)
    asked = question(own.units[0], other.units[0], "fight", Situation(), None)
    assert asked.exact
    assert asked.question.attacker.leader_loadout == ["1 voidscythe"]
    target = fielded.fielded(Roster("Foes", (Entry("Immortals"),))).units[0]
    asked = question(own.units[0], target, "fight", Situation(), None).question
    plain = msgspec.structs.replace(asked.attacker, leader_loadout=[])
    assert ask(asked).told.damage.mean != ask(msgspec.structs.replace(asked, attacker=plain)).told.damage.mean
    assert pair.cell.attacker.endswith("Overlord")


def test_both_leaders_go_with_a_unit_to_the_odds_page():
    rows = (Entry("Necron Warriors", models=10), Entry("Technomancer", joins=0), *LED[1:])
    own, other = fielded.fielded(Roster("Host", rows)), fielded.targets("wh40k10")
    pair = matrix.pair(systems.find("wh40k10"), own, other, Setting("fight"), 0, 0)
    asked = question(own.units[0], own.units[0], "fight", Situation(), None)
    assert asked.exact
    side = asked.question.attacker
    assert (side.leader, side.second_leader) == ("Technomancer (Necrons)", "Overlord (Necrons)")
    assert (side.leader_loadout, side.second_leader_loadout) == ([], ["1 voidscythe"])
    assert ask(asked.question).made.attacker == pair.cell.attacker
    twin = matrix.pair(systems.find("wh40k10"), own, own, Setting("fight"), 0, 0)
    assert ask(asked.question).told.damage.mean == pytest.approx(twin.told.damage.mean, abs=1e-12)


def test_a_led_unit_costs_what_its_leader_does_besides():
    # 10 Necron Warriors cost 90 points, an Overlord 85
    assert fielded.fielded(Roster("Host", LED)).units[0].points == 175
    sheet, leader = (lookup.find(name).sheet for name in ("Necron Warriors", "Overlord"))
    (unit,) = fielded.single(sheet, Pick(leader=leader)).units
    assert (unit.points, unit.leaders[0].points) == (175, 85)


def test_the_rule_of_a_lists_detachment_acts():
    def hits(*detachments):
        own = fielded.fielded(Roster("Host", LED, faction="Necrons", detachments=detachments))
        setting = Setting("shooting")
        return matrix.pair(
            systems.find("wh40k10"), own, fielded.targets("wh40k10"), setting, 0, 0
        ).told.hits.mean

    # Command Protocols: a led unit hits better by 1, each of 10 shots on 3+ and not on 4+
    assert hits("Awakened Dynasty") - hits() == pytest.approx(10 / 6)
    assert hits("A Dynasty of Moles") == hits()


def test_a_saved_table_holds_no_formula():
    told = made(cell(0, 0, 0.5), cell(0, 1, 0.25), attackers=("=HYPERLINK(1)",), targets=("Beetle, blue", "@x"))
    assert csv(grid(told, "share", False)).splitlines() == [
        'Share of its wounds,"Beetle, blue",\'@x',
        "'=HYPERLINK(1),50%,25%",
    ]
