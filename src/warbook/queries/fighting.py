"""Whole battles as players ask for them: two armies, a mission, a table, two bots and a seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import TYPE_CHECKING

import msgspec

import warbook
from warbook.battle import Ask, Battle, Bot, Header, IllegalInput, Input, Summary, Tally, Watcher, begin, rolled
from warbook.battle import play as played
from warbook.battle.summary import Names
from warbook.bots import NAMES, label, pair
from warbook.dice import Roll
from warbook.errors import InputError
from warbook.rules.request import Place, Request

if TYPE_CHECKING:
    from warbook.sheets.roster import Roster

Bots = tuple[str | Bot, str | Bot]
"""Who decides for each side: bots, or their names."""
BOT = "greedy"
"""Who tries whether an army has room."""
PACKAGE = Path(warbook.__file__).parent


def arranged(
    named: tuple[str, str], rosters: tuple[Roster, Roster], revision: str | None, mission: str, battlefield: str
) -> Header:
    """What is to be fought. ``named`` tells the armies apart in errors. Raises InputError for armies of two
    games, or one that cannot be mustered."""
    from warbook import library, systems

    if rosters[0].system != rosters[1].system:
        told = f"one is of {rosters[0].system}, the other of {rosters[1].system}"
        raise InputError(" and ".join(named), "system", f"expected two armies of one game: {told}")
    largest_first = []
    for name, roster in zip(named, rosters, strict=True):
        newest = list(systems.REVISED.get(roster.system, ("",)))[-1]
        dated = newest if revision is None else revision
        try:  # each roster is mustered once by itself, so that a mistake names its file
            game = systems.game(roster.system, dated, mission, battlefield, (roster, roster))
        except InputError as fault:
            own = fault.path == roster.name or fault.place == roster.system
            empty = fault.place.startswith("units") and not library.exists()
            told = f"{fault.expected}; {library.EMPTY}" if empty else fault.expected
            raise InputError(name if own else fault.path, fault.place, told) from None
        largest_first.append(not _has_room(Battle(game)))
    first, second = largest_first
    return Header(roster.system, dated, game.mission, battlefield, rosters, (first, second))


def _has_room(battle: Battle) -> bool:
    """Whether an army finds room in either deployment zone in the order of its list. It is set up against
    itself: what the enemy is does not matter."""
    bots = pair((BOT, BOT))
    while (request := battle.request) is not None and not battle.state.clock[0]:
        if isinstance(request, Roll):
            battle.send(rolled(request, Random(0)))
        else:
            battle.send(bots[request.player].answer(battle, request))
    return not battle.game.not_deployed(battle.state)


def fought(header: Header, bots: Bots, seed: int, *watchers: Watcher) -> Battle:
    """A battle of these bots played to its end. Raises InputError where a bot of one's own fails."""
    return played_on(begin(header), bots, seed, *watchers)


def played_on(battle: Battle, bots: Bots, seed: int, *watchers: Watcher) -> Battle:
    """A battle that has begun, played to its end by these bots. Raises InputError as ``fought``; the battle
    then stands where it stopped."""

    def watch(battle: Battle, request: Request, answer: Input) -> None:
        for told in watchers:
            told(battle, request, answer)

    first, second = pair(bots, seed)
    names = tuple(map(label, bots))
    try:
        return played(battle, (_Guarded(first, names[0]), _Guarded(second, names[1])), Random(seed), watch)
    except IllegalInput as fault:
        request = battle.request
        if request is None or isinstance(request, Roll):
            raise
        raise InputError("bots", names[request.player], f"answered what does not fit: {fault}") from None


class _Guarded:
    """A bot whose mistakes are told in one line that names it. Those of Warbook's own are left as they are."""

    def __init__(self, bot: Bot, name: str) -> None:
        self.bot, self.name = bot, name

    def answer(self, battle: Battle, request: Ask | Place) -> Input:
        try:
            return self.bot.answer(battle, request)
        except (Exception, SystemExit) as fault:
            if self.name in NAMES:
                raise
            raise InputError("bots", self.name, mistake(fault)) from fault


def mistake(fault: BaseException) -> str:
    """An exception in one line: what it is, and the last line outside of Warbook that led to it, or its own."""
    frames = extract_tb(fault.__traceback__)
    own = [frame for frame in frames if not Path(frame.filename).is_relative_to(PACKAGE)]
    at = next(iter((own or frames)[::-1]), None)
    where = f" at {Path(at.filename).name}:{at.lineno}" if at is not None else ""
    return f"{type(fault).__name__} {fault}".rstrip() + where


class Briefed(msgspec.Struct, frozen=True):
    """What the summary says of the armies: what they were taken as, what is against a rule or not played;
    ``absent`` tells again who stays at home, which is to be known before the battle."""

    taken: tuple[str, ...]
    notes: tuple[str, ...]
    absent: tuple[str, ...] = ()


def briefed(header: Header) -> Briefed:
    """What is to be said of the armies before a battle."""
    from warbook import systems
    from warbook.muster.mustering import mustered
    from warbook.systems.wh40k10 import briefing
    from warbook.systems.wh40k10.army import Muster

    muster = Muster(header.armies, None, header.largest_first, header.revision)
    system = systems.find(header.system, header.revision)
    problems = [
        f"{side} {army.name}: {problem.message} ({problem.rule})"
        for side, army in zip("AB", header.armies, strict=True)
        for problem in mustered(army, system).problems
    ]
    order = "its largest models are set up first: in the order of the list some units find no room"
    crowded = (f"{side}: {order}" for side, largest in zip("AB", header.largest_first, strict=True) if largest)
    taken = (*briefing.told(muster), *briefing.taken(muster), *crowded)
    return Briefed(taken, (*problems, *briefing.unplayed(muster)), tuple(briefing.absent(muster)))


def told_of(summary: Summary, bots: Bots, seed: int, said: Briefed) -> Summary:
    """The summary with who decided, and what is to be said of the armies."""
    return msgspec.structs.replace(
        summary, bots=Names(*map(label, bots)), seed=seed, taken=said.taken, notes=said.notes
    )


def series(header: Header, names: tuple[str, str], seeds: Iterable[int]) -> Iterator[Summary]:
    """A battle for each seed. One that stops is told as far as it came, with its ``problem``: it does not cost
    the others. Raises InputError for bots that there are not, and armies that cannot begin."""
    said = briefed(header)
    for seed in seeds:
        pair(names, seed)
        tally, battle, problem = Tally(), begin(header), None
        try:
            played_on(battle, names, seed, tally.watch)
        except InputError as fault:
            problem = str(fault)
        except Exception as fault:
            problem = f"battle: {mistake(fault)}"
        summary = told_of(tally.summary(header, battle), names, seed, said)
        yield msgspec.structs.replace(summary, problem=problem)
