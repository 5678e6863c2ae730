"""The addresses of the API: what each takes, what it gives, and who answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec
from starlette.requests import Request

from warbook.library import seeking
from warbook.library.seeking import Search
from warbook.probability.answer import Answer
from warbook.queries import Question
from warbook.rules.engagement import Engagement
from warbook.sheets.sheet import Datasheet
from warbook.views.army import ArmyAnswer
from warbook.views.effects import TextAnswer
from warbook.web import covering, links
from warbook.web.api import answers, asked, finding
from warbook.web.workers import work

GAME = "wh40k10"


class Parameter(msgspec.Struct, frozen=True):
    """A value in the query or, with ``within``, in the path."""

    name: str
    meaning: str
    required: bool = False
    within: Literal["query", "path"] = "query"


class Body(msgspec.Struct, frozen=True):
    """What is sent: a document of one of these types; a text where there is none, or with ``text`` too."""

    meaning: str
    types: tuple[Any, ...] = ()
    example: Any = None
    text: bool = False


class Endpoint(msgspec.Struct, frozen=True):
    """One way to ask: ``answer`` gives JSON, or a value that has one; ``gives`` is the answer's type,
    ``query`` a working query as an example."""

    method: Literal["GET", "POST"]
    path: str
    meaning: str
    answer: Callable[[Request], Awaitable[Any]]
    gives: Any = None
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    query: str = ""


SYSTEM = Parameter("system", "the game: wh40k10 or heresy3")
REVISION = Parameter("revision", "of the rules, as 2025-06; the newest if not told")


async def _units(request: Request) -> finding.UnitsAnswer:
    given = asked.parameters(request, ("text", "system", "faction", "start", "most"))
    start = asked.number(given, "start", 0, 0, 1_000_000)
    most = asked.number(given, "most", 50, 1, finding.MOST)
    wanted = Search(given.get("text", ""), given.get("system", ""), given.get("faction", ""))
    return await finding.units(wanted, start, most)


async def _sheet(request: Request) -> bytes:
    asked.parameters(request, ())
    place = request.path_params
    return await work(answers.sheet, place["system"], place["name"], place.get("faction"))


async def _odds(request: Request) -> bytes:
    return await work(answers.asked, links.read(request.url.query))


async def _odds_of(request: Request) -> bytes:
    asked.parameters(request, ())
    return await work(answers.odds, await asked.document(request))


async def _list(request: Request) -> bytes:
    given = asked.parameters(request, ("system", "revision", "size"))
    body = await asked.file(request)
    return await work(answers.listed, body, given.get("system"), given.get("revision"), given.get("size"))


async def _explain(request: Request) -> bytes:
    given = asked.parameters(request, ("text", "kind", "system"))
    text = asked.limited(asked.required(given, "text"), covering.LONGEST)
    return await work(answers.explained, text, given.get("kind"), given.get("system", GAME))


async def _explain_text(request: Request) -> bytes:
    given = asked.parameters(request, ("kind", "system"))
    sent = await asked.passage(request)
    text = asked.limited(sent.text, covering.LONGEST)
    kind, system = sent.kind or given.get("kind"), sent.system or given.get("system", GAME)
    return await work(answers.explained, text, kind, system)


async def _roll(request: Request) -> bytes:
    given = asked.parameters(request, ("text", "system", "revision"))
    text = asked.limited(asked.required(given, "text"), seeking.LONGEST)
    return await work(answers.rolled, text, given.get("system"), given.get("revision"))


_KIND = Parameter("kind", "of text: when, target, effect, restrictions, ability, …")
_PLACE = (
    Parameter("system", "the game", True, "path"),
    Parameter("faction", "the faction's name", True, "path"),
    Parameter("name", "the unit's name", True, "path"),
)
_QUESTION = {"attacker": {"name": "Tormentors", "models": 10}, "target": {"name": "Immortals"}}

ENDPOINTS = (
    Endpoint(
        "GET",
        "/api/units",
        "Units that are known by name.",
        _units,
        finding.UnitsAnswer,
        (
            Parameter("text", "parts of a name, its first letters, a faction, keywords; "
                      f"the first {seeking.LONGEST} letters count"),
            SYSTEM,
            Parameter("faction", "only of this faction"),
            Parameter("start", "leave out so many"),
            Parameter("most", f"at most so many: 50, up to {finding.MOST}"),
        ),
        query="text=lychguard",
    ),
    Endpoint("GET", "/api/sheet/{system}/{faction}/{name}", "A datasheet, with the effects of its rules.",
             _sheet, Datasheet, _PLACE),
    Endpoint("GET", "/api/sheet/{system}/{name}", "The same of a unit that only one faction has.", _sheet,
             Datasheet, (_PLACE[0], _PLACE[2])),
    Endpoint(
        "GET",
        "/api/odds",
        "The odds of one unit's attacks on another, by their names; every field of a question is a parameter,"
        " as in the links of the odds page.",
        _odds,
        Answer,
        (
            Parameter("attacker", "the unit that attacks", True),
            Parameter("target", "the unit that is attacked", True),
            Parameter("attacker.models", "so many models; likewise target.models"),
            Parameter("attacker.loadout", "wargear taken; may stand several times"),
            Parameter("phase", "shooting or fight"),
            Parameter("with", "a rule in use; may stand several times"),
            Parameter("cover", "1: the target has the benefit of cover; likewise every situation"),
            REVISION,
        ),
        query="attacker=Tormentors&attacker.models=10&target=Immortals",
    ),
    Endpoint("POST", "/api/odds", "The odds of a question by names, of an engagement, or of a list of them.",
             _odds_of, Answer,
             body=Body("A question, an engagement, or a list of engagements.",
                       (Question, Engagement, list[Engagement]), _QUESTION)),
    Endpoint("POST", "/api/lists/check", "An army list in any form, read and checked.", _list, ArmyAnswer,
             (SYSTEM, REVISION, Parameter("size", "battle size or points that it must fit")),
             Body("The list, as an app writes it or as a file holds it.")),
    Endpoint("GET", "/api/explain", "A text of rules as typed effects, in own words.", _explain, TextAnswer,
             (Parameter("text", "the text", True), _KIND, SYSTEM),
             query="text=Add%201%20to%20the%20Hit%20roll."),
    Endpoint("POST", "/api/explain", f"The same of a text of at most {covering.LONGEST:,} characters.",
             _explain_text, TextAnswer, (_KIND, SYSTEM),
             Body("The text as it is, or as JSON with kind and system.", (asked.Passage,),
                  {"text": "Add 1 to the Hit roll.", "kind": "ability"}, text=True)),
    Endpoint("GET", "/api/roll", "The odds of a single roll: charge 9, hazardous 5, deadly demise D6.", _roll,
             None, (Parameter("text", "the roll in words", True), SYSTEM, REVISION), query="text=charge%209"),
)  # fmt: skip
