"""A battle to watch."""

import re

import msgspec
import pytest

from warbook.battle import Record, replay
from warbook.errors import InputError
from warbook.sheets import roster
from warbook.sheets.roster import Entry, Listed, Roster
from warbook.sheets.sheet import Item, Source
from warbook.views.log import Log
from warbook.views.offers import offers
from warbook.web.battle import asked, places
from warbook.web.battle.asked import Fight
from warbook.web.battle.watching import watched
from warbook.web.pages.battle import BOTS, after, before
from web.visiting import visit

FIGHT = Fight("Necrons", "Emperor's Children", table="crossways", bot_a="random", bot_b="random", seed=3)


@pytest.fixture(scope="module")
def told():
    return watched(FIGHT, (roster.find("Necrons"), roster.find("Emperor's Children")))


def test_every_line_of_the_log_is_told_in_its_turn_and_phase(told):
    lines = []
    log = Log(lines.append)
    record = msgspec.json.decode(told.record, type=Record)
    log.end(replay(record, log.watch))
    headed, turn = [], ""
    for line in "\n".join(lines).split("\n"):
        if found := re.fullmatch(r"━━ (.*) ━━", line):
            turn = turn if found[1].startswith("The end") else found[1]
            headed += [(turn, found[1])] if found[1].startswith("The end") else []
        elif line.startswith((" ", "Score")):
            headed.append((turn, line))
    assert [(moment.turn, line) for moment in told.moments for line in moment.lines] == headed


def test_the_last_table_is_the_end_of_the_record(told):
    battle = replay(msgspec.json.decode(told.record, type=Record))
    end = msgspec.structs.replace(battle.game.scene(battle.state), moment="")
    assert msgspec.structs.replace(told.scene(len(told.moments) - 1), moment="") == end
    score = battle.outcome().score
    assert any(f"{score[0]} : {score[1]}" in line for line in told.summary)


def test_picture_and_caption_name_the_same_moment(told):
    for at, moment in enumerate(told.moments):
        assert told.scene(at).moment == " · ".join(filter(None, (moment.turn, moment.phase)))


def test_dice_of_an_attack_stand_with_that_attack():
    """A weapon's dice stand below the decision that declared it, the fight of its unit, or its own line."""
    fight = msgspec.structs.replace(FIGHT, bot_a="greedy", bot_b="greedy", seed=1)
    told = watched(fight, (roster.find("Necrons"), roster.find("Emperor's Children")))
    attacks = 0
    for moment in told.moments:
        for line in moment.lines:
            if found := re.fullmatch(r" {6}(?! )(.+?) → (.+?): (.+), \d+ attacks?\b.*", line):
                unit, target, weapon = found.groups()
                first, attacks = moment.lines[0].strip(), attacks + 1
                assert first.startswith(unit)
                assert weapon in first or f"fights {target}" in first
    assert attacks > 10


def test_who_stays_at_home_is_told_before_the_battle():
    """A list that a builder exported names a unit of which no sheet is known."""
    crawler = Entry("Moss Crawler", listed=(Listed("Moss Crawler", 1, (Item("Claws"),)),))
    necrons = Entry("Necron Warriors", listed=(Listed("Necron Warrior", 10, (Item("Gauss flayer", 10),)),))
    exported = Roster("Exported", (crawler, necrons), faction="Necrons", source=Source("list.txt"))
    told = watched(FIGHT, (exported, roster.find("Emperor's Children")))
    assert [line.startswith("A Moss Crawler stays at home: ") for line in told.absent] == [True]


def test_turns_and_phases_begin_where_their_names_change(told):
    turns, phases = told.turns(), told.phases()
    assert turns[0] == 0
    assert set(turns) <= set(phases)
    assert [told.moments[at].turn for at in turns][:3] == [
        "Deployment", "Round 1 · A Necrons", "Round 1 · B Emperor's Children"
    ]  # fmt: skip
    assert after(turns, 0) == turns[1]
    assert before(turns, turns[1]) == 0
    assert after(turns, len(told.moments) - 1) == len(told.moments) - 1


def test_the_table_in_words_tells_every_unit(told):
    first, last = told.scenes[0], told.scenes[-1]
    assert {each.side for each in places.standing(last)} == {"A", "B"}
    assert len(places.objectives(last)) == len(last.battlefield.objectives)
    standing = places.standing(first)
    assert all(each.models == each.of for each in standing)
    assert all(re.fullmatch(r"\d+\" from the left, \d+\" from below", each.where) for each in standing)


def test_a_link_holds_the_battle_and_the_moment():
    from urllib.parse import parse_qsl

    assert asked.read(dict(parse_qsl(FIGHT.query(12))), offers()) == (FIGHT, 12)
    assert asked.read({}, offers()) == (None, 0)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bot_a", "os:system"),
        ("mission", "Chess"),
        ("table", "../x"),
        ("seed", "-1"),
        ("seed", "9" * 40),
        ("at", "x"),
    ],
)
def test_a_link_that_makes_no_sense_is_refused(name, value):
    with pytest.raises(InputError) as fault:
        asked.read({"a": "Necrons", "b": "Necrons", name: value}, offers())
    assert fault.value.place == name


def test_every_bot_is_told_what_it_does():
    assert tuple(BOTS) == offers().bots


@visit
async def test_an_army_that_there_is_not_is_told(visitor):
    await visitor.open("/battle?a=Xyzzy&b=Necrons")
    await visitor.should_see("there is no list of this name", retries=50)
    answer = await visitor.http_client.get("/battle/record?a=Xyzzy&b=Necrons")
    assert answer.status_code == 404
    assert (await visitor.http_client.get("/battle/record")).status_code == 400


def test_a_battle_is_watched_step_by_step(page):
    page.goto("/battle")
    page.get_by_label("Army").first.select_option("Necrons")
    page.get_by_label("Army").last.select_option("Emperor's Children")
    for played in page.get_by_label("Played by").all():
        played.select_option("random")
    page.get_by_role("button", name="Watch it").click()
    page.get_by_text("· 1 of ").wait_for()
    page.get_by_role("button", name="Next turn").click()
    page.locator(".moment", has_text="Round 1 · A Necrons · Command phase").wait_for()
    page.get_by_role("button", name="Next phase").click()
    page.locator(".moment", has_text="Movement phase").wait_for()
    shown = page.locator(".moment .dim").inner_text().split()[1]
    page.wait_for_url(lambda url: url.endswith(f"at={int(shown) - 1}"))  # the address follows what is shown
    address = page.url
    page.get_by_role("button", name="Previous turn").click()
    page.locator(".moment", has_text="Command phase").wait_for()
    page.goto(address)
    page.locator(".moment", has_text="Movement phase").wait_for()
    assert page.locator("figure.board svg").count() == 1
    page.get_by_text("The table in words").click()
    assert page.get_by_role("row", name="Necron Warriors").is_visible()
