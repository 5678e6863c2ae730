"""The JSON API gives what the commands print, and tells what is wrong with what was asked."""

import json
import time

import msgspec
import pytest

from warbook.probability import answer
from warbook.sheets import roster
from warbook.views.roster import app as as_app
from warbook.web.api import answers
from web.visiting import visit

RIFLES = {"name": "rifle", "kind": "ranged", "count": 2, "attacks": "1", "skill": "3+", "strength": 4, "ap": -1,
          "damage": "1"}  # fmt: skip
GUARD = {"name": "guard", "count": 2, "toughness": 4, "save": "4+", "wounds": 1}
ENGAGEMENT = {"id": "x", "attacker": {"weapons": [RIFLES]}, "target": {"models": [GUARD]}}
DESTROYED = (2 / 3 * 1 / 2 * 2 / 3) ** 2
"""Both shots hit on 3+, wound on 4+ and are saved on 5+ after AP -1."""


def got(text):
    return json.loads(text)


@visit
async def test_units_are_found_by_words_and_lead_to_their_sheets(visitor):
    told = (await visitor.http_client.get("/api/units?text=lychg&system=wh40k10")).json()
    assert [unit["name"] for unit in told["units"]] == ["Lychguard"]
    sheet = (await visitor.http_client.get(told["units"][0]["api"])).json()
    assert sheet["models"][0]["characteristics"]["T"] == "5"


@visit
async def test_units_come_in_portions(visitor):
    whole = (await visitor.http_client.get("/api/units?most=500")).json()
    part = (await visitor.http_client.get("/api/units?start=1&most=2")).json()
    assert part["found"] == whole["found"] > 50
    assert part["units"] == whole["units"][1:3]


@visit
async def test_only_the_beginning_of_a_long_search_counts(visitor):
    whole = (await visitor.http_client.get("/api/units?text=" + "lychguard" + "+" * 191 + "zorb")).json()
    assert [unit["name"] for unit in whole["units"]] == ["Lychguard"]
    begun = time.monotonic()
    await visitor.http_client.get("/api/units?text=" + "a+" * 15_000)
    await visitor.http_client.get("/api/units?faction=" + "a+" * 15_000)
    assert time.monotonic() - begun < 2


@visit
async def test_odds_by_link_are_those_of_the_same_question_sent(visitor):
    link = "/api/odds?attacker=Tormentors&attacker.models=10&target=Immortals&cover=1"
    sent = {
        "attacker": {"name": "Tormentors", "models": 10},
        "target": "Immortals",
        "situation": {"cover": True},
    }
    asked, posted = await visitor.http_client.get(link), await visitor.http_client.post("/api/odds", json=sent)
    assert asked.json() == posted.json()
    assert asked.json()["attacker"] == "10 × Tormentors"
    assert asked.json()["engagement"]["situation"]["cover"] is True


@visit
async def test_an_engagement_is_answered_alone_and_in_a_list(visitor):
    alone = (await visitor.http_client.post("/api/odds", json=ENGAGEMENT)).json()
    assert alone["p_destroyed"] == pytest.approx(DESTROYED, abs=1e-12)
    listed = (await visitor.http_client.post("/api/odds", json=[ENGAGEMENT, {"id": "y", "nonsense": 1}])).json()
    assert listed[0] == alone
    assert listed[1]["problems"]


@pytest.mark.parametrize("named", [ENGAGEMENT, {**ENGAGEMENT, "attacker": {"mortal": [{"dice": 3}]}}])
def test_what_tells_its_weapons_is_no_question_of_names(named):
    assert got(answers.odds(named)) == got(msgspec.json.encode(answer(named)))


@visit
async def test_a_pasted_list_is_read_and_checked(visitor):
    text = as_app(roster.find("Necrons"))
    told = (await visitor.http_client.post("/api/lists/check", content=text)).json()
    assert told["points"] == sum(unit["points"] for unit in told["units"])
    assert not told["problems"]


@visit
async def test_a_text_is_explained_by_link_and_sent(visitor):
    text = "Each time this model makes an attack, add 1 to the Hit roll."
    asked = (await visitor.http_client.get("/api/explain", params={"text": text})).json()
    sent = (await visitor.http_client.post("/api/explain", content=text)).json()
    assert asked == sent
    assert asked["understood"]


@visit
async def test_a_roll_is_told(visitor):
    told = (await visitor.http_client.get("/api/roll?text=charge%209")).json()
    assert told["p_success"] == pytest.approx(10 / 36)


NONSENSE = [
    ("/api/odds?attacker=Tormentors", 400, "question"),
    ("/api/odds?attacker=Tormentors&target=Immortals&attacker.models=many", 400, "attacker.models"),
    ("/api/odds?attacker=Xyzzy%20Plugh&target=Immortals", 404, "'Xyzzy Plugh'"),
    ("/api/sheet/wh40k10/Xyzzy%20Plugh", 404, "'Xyzzy Plugh'"),
    ("/api/units?most=9999", 400, "most"),
    ("/api/units?most=" + "0" * 11 + "1" + "9" * 5_000, 400, "most"),
    ("/api/units?nonsense=1", 400, "nonsense"),
    (
        "/api/odds?attacker=Tormentors&target=Immortals&attacker.models=3&attacker.models.x=1",
        400,
        "attacker.models.x",
    ),
    ("/api/explain?text=" + "x" * 4_001, 400, "text"),
    ("/api/roll?text=charge" + "%209" * 300, 400, "text"),
    ("/api/roll", 400, "text"),
    ("/api/roll?text=charge%20many", 400, "'charge many'"),
    ("/api/roll?text=charge%209&system=chess", 400, "system"),
    ("/api/explain?text=.&system=chess", 400, "system chess"),
    ("/api/nothing", 404, "/api/nothing"),
]


@visit
async def test_what_makes_no_sense_is_told(visitor):
    for asked, status, place in NONSENSE:
        answer = await visitor.http_client.get(asked)
        assert answer.status_code == status, asked
        assert place in answer.json()["error"]["place"]
        assert answer.json()["error"]["expected"]


SENT = [
    ("/api/odds", b"{"),
    ("/api/odds", b"\xff"),
    ("/api/odds", b"[" * 100_000),
    *(("/api/odds", b'{"a":' * depth + b"1" + b"}" * depth) for depth in (51, 500, 5_000)),
    *(("/api/odds", b"[" * depth + b"]" * depth) for depth in (51, 500)),
    ("/api/odds", b'{"attacker": {"name": "Tormentors", "nonsense": 1}, "target": {"name": "Immortals"}}'),
    ("/api/odds", b'{"attacker": "Tormentors", "target": 5}'),
    ("/api/lists/check", b""),
    ("/api/lists/check", b"PK\x03\x04 no archive"),
    ("/api/lists/check", b"<!DOCTYPE x [<!ENTITY a 'b'>]><roster>&a;</roster>"),
    ("/api/explain", b"  "),
    ("/api/explain", b"x " * 900_000),
]


@visit
async def test_what_is_sent_and_makes_no_sense_is_told(visitor):
    for path, body in SENT:
        answer = await visitor.http_client.post(path, content=body)
        assert answer.status_code == 400, body[:80]
        assert "/tmp" not in answer.text
        assert answer.json()["error"]["expected"]


@visit
async def test_the_description_names_every_address_and_every_reference_leads_somewhere(visitor):
    told = (await visitor.http_client.get("/api/openapi.json")).json()
    assert {"/api/units", "/api/odds", "/api/lists/check", "/api/explain", "/api/roll"} <= set(told["paths"])
    schemas = told["components"]["schemas"]
    names = [part.partition('"')[0] for part in json.dumps(told).split("#/components/schemas/")[1:]]
    assert names
    assert set(names) <= set(schemas)


@visit
async def test_the_page_of_the_api_tells_each_address_with_an_example(visitor):
    await visitor.open("/api/docs")
    await visitor.should_see("/api/lists/check")
    await visitor.should_see("attacker=Tormentors")
