"""Battles of random armies before the umpire: ``python -m benchmarks.judged --battles 300``.

Armies are drawn from documents (``--data``; by default the datacards of 2025 in the folder that
``WARBOOK_DATA`` names), some 500 points of one faction with one of its detachments, leaders attached; every
other one begins with a unit whose models have a poor Save or several. Battles take the four revisions, the
three battlefields and the bots in turn. Whatever the umpire calls broken is printed with the battle's number:
``--only N`` fights it alone, ``--record FILE`` keeps it. A battle that cannot be mustered or deployed is
counted, not judged.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec

from warbook import data
from warbook.battle import Header, begin, play, recorded
from warbook.battle.battle import IllegalInput
from warbook.battle.umpire import judge
from warbook.bots import pair
from warbook.errors import InputError
from warbook.library import lookup
from warbook.library.adding import add
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Datasheet

SYSTEM = "wh40k10"
REVISIONS = ("2023-06", "2023-12", "2024-06", "2025-06")
TABLES = ("small-yard", "crossways", "three-ridges")
BOTS = (("greedy", "random"), ("random", "greedy"), ("greedy", "greedy"), ("random", "random"))
POINTS = 500
MOST_UNITS = 7
DATA = Path(os.environ.get("WARBOOK_DATA", "../shared/data")) / "gdc/2025-07"


def main(arguments: Sequence[str] | None = None) -> None:
    """Fight, judge and print; ends with 1 where a rule was broken or a battle failed."""
    args = _parse(arguments)
    with tempfile.TemporaryDirectory() as home:
        os.environ["WARBOOK_HOME"] = args.home or home
        if not (Path(os.environ["WARBOOK_HOME"]) / "library.sqlite").exists():
            add(args.data)
        numbers = [args.only] if args.only is not None else range(args.first, args.first + args.battles)
        alarms, exercised, fate = Counter[str](), Counter[str](), Counter[str]()
        for number in numbers:
            ended, broken, seen = judged(number, args.record)
            fate[ended] += 1
            alarms.update(rule for rule, _ in broken)
            exercised.update(seen)
            for rule, what in broken:
                print(f"battle {number}: {rule}: {what}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(fate.items())))
    print(f"{len(exercised)} rules exercised; {sum(alarms.values())} broken: {dict(alarms) or 'none'}")
    raise SystemExit(bool(alarms))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    ask = argparse.ArgumentParser(prog="python -m benchmarks.judged", description=__doc__)
    ask.add_argument("--battles", type=int, default=20)
    ask.add_argument("--first", type=int, default=0, help="the number of the first battle")
    ask.add_argument("--only", type=int, help="this battle alone")
    ask.add_argument("--data", nargs="+", default=[str(DATA)], help="documents that armies are drawn from")
    ask.add_argument("--home", help="keep the library in this folder for the next run")
    ask.add_argument("--record", help="keep the last battle's record in this file")
    return ask.parse_args(arguments)


Broken = tuple[str, str]


def judged(number: int, record_to: str | None = None) -> tuple[str, list[Broken], list[str]]:
    """One battle by its number: how it ended, what was broken, and which rules were exercised."""
    random = Random(number)
    header = Header(
        SYSTEM, REVISIONS[number % 4], "Only War", TABLES[number % 3], (army(random, "A"), army(random, "B"))
    )
    try:
        battle = begin(header)
    except InputError:
        return "not mustered", [], []
    try:
        play(battle, pair(BOTS[number // 4 % 4], number), random)
    except Exception as fault:  # a battle that fails is what this looks for
        if isinstance(fault, IllegalInput) and not battle.state.clock[0]:
            return "not deployed", [], []
        return "failed", [("failed", traceback.format_exc())], []
    record = recorded(header, battle)
    if record_to:
        Path(record_to).write_bytes(msgspec.json.encode(record))
    try:
        report = judge(record)
    except Exception:
        return "not judged", [("failed", traceback.format_exc())], []
    broken = [(verdict.rule, str(verdict.breaks)) for verdict in report.verdicts if verdict.says == "broken"]
    return "judged", broken, [verdict.rule for verdict in report.verdicts if verdict.says != "never exercised"]


def army(random: Random, name: str) -> Roster:
    """Some 500 points of a faction, with a detachment of it."""
    factions = sorted({unit.faction for unit in lookup.known(SYSTEM)})
    while True:
        faction = random.choice(factions)
        sheets = _sheets(faction)
        if len(sheets) >= 3 and (entries := _entries(random, faction, sheets)):
            known = (lookup.faction(faction, SYSTEM), data.faction(faction, SYSTEM))
            detachments = [each.name for one in known if one for each in one.detachments]
            chosen = (random.choice(detachments),) if detachments else ()
            return Roster(name, tuple(entries), faction=faction, detachments=chosen)


_SHEETS: dict[str, list[Datasheet]] = {}


def _sheets(faction: str) -> list[Datasheet]:
    """The sheets of a faction that can be fielded and cost points."""
    found = _SHEETS.get(faction)
    if found is None:
        units = (unit for unit in lookup.known(SYSTEM) if unit.faction == faction)
        every = [lookup.load(unit) for unit in units]
        found = _SHEETS[faction] = [s for s in every if s.models and s.points and s.loadout and _plays(s)]
    return found


def _plays(sheet: Datasheet) -> bool:
    """Whether battles set it up: not AIRCRAFT and FORTIFICATIONS, nor models without a statline."""
    words = {word.upper() for word in sheet.keywords}
    whole = all(model.characteristics.get("T") for model in sheet.models)
    return whole and words.isdisjoint(("AIRCRAFT", "FORTIFICATION")) and sheet.points[0].points <= POINTS


def _entries(random: Random, faction: str, sheets: Sequence[Datasheet]) -> list[Entry]:
    found: list[Entry] = []
    left = POINTS
    queue = random.sample(sheets, len(sheets))
    if random.random() < 1 / 2:
        queue.sort(key=lambda sheet: not _frail(sheet))
        queue[1:] = random.sample(queue[1:], len(queue) - 1)
    for sheet in queue:
        able = [each for each in sheet.points if each.points <= left]
        if not able or len(found) == MOST_UNITS:
            continue
        size = random.choice(able)
        leader = _leader(random, sheets, sheet, left - size.points)
        left -= size.points + (leader.points[0].points if leader else 0)
        found.append(Entry(sheet.name, models=size.models, leader=leader and leader.name, faction=faction))
    return found


def _leader(random: Random, sheets: Sequence[Datasheet], sheet: Datasheet, left: int) -> Datasheet | None:
    able = [each for each in sheets if sheet.name in each.leads and each.points[0].points <= left]
    return random.choice(able) if able and random.random() < 2 / 3 else None


def _frail(sheet: Datasheet) -> bool:
    """A Save of 6+ or worse, or several."""
    saves = {model.characteristics.get("Sv", "-") for model in sheet.models}
    return len(saves) > 1 or not saves.isdisjoint(("6+", "7+", "-"))


if __name__ == "__main__":
    main()
