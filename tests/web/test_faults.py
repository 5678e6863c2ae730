"""Something that Warbook fails on is told by its name at every door, costs nothing else, and is never a zero.

The sheets, of units that nobody has, break Warbook on purpose: a rule of the Amber Golem raises when it is
read, every attack of the Glass Golem raises, and one of the Quicksilver Golem ends its process.
"""

import json
import subprocess
import sys
from html import unescape
from urllib.parse import quote

import pytest

from warbook.library import adding
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import (
    Ability,
    Datasheet,
    Equipped,
    Item,
    Model,
    Points,
    Source,
    Weapon,
    WeaponProfile,
)
from warbook.web import lately, workers
from web.visiting import visit

BROKEN = """
import os, sys

def breaking(name, attribute, breaks):
    module = __import__(name, fromlist=["x"])
    whole = getattr(module, attribute)
    def broken(*args, **kwargs):
        breaks(*args)
        return whole(*args, **kwargs)
    setattr(module, attribute, broken)

def reading(sentence, *_):
    if "frobnicate" in sentence:
        raise ZeroDivisionError("the zorb is split")

def making(_self, _system, sheets, *_):
    names = [sheet.name for sheet in sheets]
    if "Glass Golem" in names:
        raise ZeroDivisionError("the glass is split")
    if "Quicksilver Golem" in names:
        os._exit(3)

if os.environ.get("BREAKING"):
    import warbook.parsing.cache, warbook.probability.matchup
    breaking("warbook.parsing.cache", "read", reading)
    whole = warbook.probability.matchup.Making.__init__
    def made(self, *args):
        making(self, *args)
        whole(self, *args)
    warbook.probability.matchup.Making.__init__ = made
"""
FACTION, RULE = "Golem Kin", "Zorb Song"
SPLIT, GLASS = "the zorb is split", "the glass is split"
READY = "Each time this model makes an attack, add 1 to the Hit roll."


def golem(name, *texts):
    statline = {"M": '6"', "T": "4", "Sv": "4+", "W": "2", "Ld": "7+", "OC": "1"}
    rifle = {"Range": '24"', "A": "2", "BS": "4+", "S": "4", "AP": "0", "D": "1"}
    return Datasheet(
        name=name,
        faction=FACTION,
        system="wh40k10",
        models=(Model(name, 1, 1, 32, statline),),
        weapons=(Weapon("zorb rifle", "ranged", (WeaponProfile("zorb rifle", rifle),)),),
        loadout=(Equipped(name, (Item("zorb rifle"),)),),
        abilities=tuple(Ability(label, "datasheet", text=text) for label, text in texts),
        points=(Points(1, 50),),
        keywords=("INFANTRY",),
        faction_keywords=(FACTION.upper(),),
        source=Source("/docs/golems.txt", "2025-06-01"),
    )


SHEETS = (
    golem("Amber Golem", (RULE, "Each time this model makes an attack, frobnicate it."), ("Aim", READY)),
    golem("Clay Golem"),
    golem("Glass Golem"),
    golem("Quicksilver Golem"),
)


LISTS = tuple(
    Roster(name, tuple(map(Entry, units)), system="wh40k10", faction=FACTION)
    for name, units in (("Whole", ("Amber Golem", "Clay Golem")), ("Split", ("Glass Golem", "Clay Golem")))
)


@pytest.fixture(scope="module")
def broken(tmp_path_factory):
    """A library of these sheets, and new processes that break on them."""
    folder = tmp_path_factory.mktemp("broken")
    (folder / "sitecustomize.py").write_text(BROKEN, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        patch.setenv("WARBOOK_HOME", str(folder / "home"))
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        adding.keep([adding.Read("/docs/golems.txt", (*SHEETS, *LISTS), ())])
        patch.setenv("BREAKING", "1")
        workers.stop()
        lately._kept._tasks.clear()
        yield folder
        workers.stop()


def address(attacker, target="Clay Golem"):
    return f"attacker={quote(attacker)}&target={quote(target)}"


async def answered(visitor, path, status):
    """The JSON that an address of the API gives with this status."""
    answer = await visitor.http_client.get(path)
    assert answer.status_code == status, answer.text[:300]
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


@pytest.mark.usefixtures("broken")
@visit
async def test_a_rule_that_fails_costs_that_rule_at_every_door(visitor):
    odds = await answered(visitor, f"/api/odds?{address('Amber Golem')}", 200)
    # 2 shots, 3+ with the other rule's +1 (2/3), wound on 4+ (1/2), unsaved on 3- (1/2)
    assert odds["damage"]["mean"] == pytest.approx(2 * 2 / 3 / 2 / 2)
    assert any(RULE in line for line in odds["not_modelled"])
    told = await answered(visitor, "/api/explain?text=frobnicate+it.", 200)
    assert (told["understood"], SPLIT in json.dumps(told)) == (False, True)
    sheet = await answered(visitor, f"/api/sheet/wh40k10/{quote(FACTION)}/Amber Golem", 200)
    assert SPLIT in json.dumps(sheet)
    await visitor.open(f"/sheet/wh40k10/{quote(FACTION)}/Amber Golem")
    await visitor.should_see(RULE, retries=200)
    await visitor.open("/crib?list=Whole")
    await visitor.should_see(RULE, retries=200)
    await visitor.open(f"/odds?{address('Amber Golem')}")
    await visitor.should_see(RULE, retries=200)
    await visitor.open("/understanding?text=frobnicate+it.")
    await visitor.should_see(SPLIT, retries=200)


@pytest.mark.usefixtures("broken")
@visit
async def test_a_unit_that_fails_is_named_with_a_way_to_try_again(visitor):
    fault = (await answered(visitor, f"/api/odds?{address('Glass Golem')}", 500))["error"]
    assert fault["place"] == "Glass Golem at Clay Golem"
    assert GLASS in fault["expected"]
    fault = (await answered(visitor, f"/api/odds?{address('Quicksilver Golem')}", 503))["error"]
    assert "ended before it was done" in fault["expected"]
    for name in ("Glass Golem", "Quicksilver Golem"):
        await visitor.open(f"/odds?{address(name)}")
        await visitor.should_see("Try again", retries=200)
    kept = quote(address("Glass Golem"))
    await visitor.open(f"/odds?{address('Clay Golem')}&beside={kept}")
    await visitor.should_see(GLASS, retries=200)
    assert (await visitor.http_client.get(f"/odds.csv?{address('Glass Golem')}")).status_code == 500


@pytest.mark.usefixtures("broken")
@visit
async def test_a_sum_without_all_its_parts_is_not_told(visitor):
    await visitor.open("/army/Split/against/Whole")
    await visitor.should_see("2 of 4 pairs could not be worked out", retries=300)
    await visitor.should_see("no sum: 1 of 2 missing")
    await visitor.should_see(GLASS)


@pytest.mark.usefixtures("broken")
@visit
async def test_what_a_list_comes_to_by_toughness_is_withheld_where_a_unit_fails(visitor):
    await visitor.open("/army/Split")
    await visitor.should_see("Only so often in a battle", retries=300)
    visitor.find("Work it out").click()
    await visitor.should_see("no sum: 1 of 2 missing", retries=300)


def command(*words):
    """What a command prints, in a process that breaks on the sheets."""
    run = subprocess.run(
        [sys.executable, "-m", "warbook", *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in run.stderr
    return run


@pytest.mark.usefixtures("broken")
def test_the_table_of_two_lists_tells_which_pairs_failed():
    run = command("odds", "Split", "Whole", "--json")
    made = json.loads(run.stdout)
    assert run.returncode == 0
    assert [(cell["row"], cell["column"]) for cell in made["cells"]] == [(1, 0), (1, 1)]
    assert [(each["row"], each["column"], each["attacker"]) for each in made["failures"]] == [
        (0, 0, "Glass Golem"), (0, 1, "Glass Golem")
    ]  # fmt: skip
    assert all(GLASS in each["why"] for each in made["failures"])
    text = command("odds", "Split", "Whole").stdout
    assert "2 of 4 pairs have no figures" in text
    assert not any(line.startswith("Glass Golem") and "0.0" in line for line in text.splitlines())


@pytest.mark.usefixtures("broken")
def test_a_table_of_which_nothing_is_known_is_a_fault_and_no_row_of_zeros():
    run = command("odds", "Glass Golem", "--targets", "standard", "--json")
    assert (run.returncode, run.stdout) == (2, "")
    assert "pairs could not be worked out" in run.stderr
    assert GLASS in run.stderr


@pytest.mark.usefixtures("broken")
def test_targets_side_by_side_are_told_without_the_one_that_fails():
    words = ("odds", "Clay Golem", "Amber Golem", "--versus", "Glass Golem")
    first, second = json.loads(command(*words, "--json").stdout)
    assert first["damage_mean"] == pytest.approx(2 / 2 / 2 / 2)  # 2 shots, 4+ each to hit, wound and not save
    assert (second["target"], "damage_mean" in second) == ("Glass Golem", False)
    assert GLASS in second["failed"]
    assert GLASS in unescape(command(*words).stdout.replace("\n", " "))
