"""``warbook.play``, ``begin`` and ``replay``: whole battles."""

from __future__ import annotations

import os

from warbook.battle import Battle, Header, Record, Summary, Tally, Watcher, load, recorded
from warbook.battle import replay as replayed
from warbook.door.armies import army_list
from warbook.queries.fighting import Bots, arranged, briefed, fought, played_on, told_of
from warbook.sheets.roster import Roster
from warbook.views.board import svg
from warbook.views.offers import BATTLEFIELD, MISSION, SEED

Army = str | os.PathLike[str] | Roster


class Played:
    """A battle that was played: its ``record``, its ``summary``, and the ``battle`` at its end."""

    def __init__(self, battle: Battle, record: Record, summary: Summary) -> None:
        self.battle, self.record, self.summary = battle, record, summary

    def svg(self) -> str:
        """The table at the end."""
        return svg(self.battle.game, self.battle.state)

    def _repr_html_(self) -> str:
        return self.svg()


def play(
    army: Army,
    other: Army,
    *,
    bots: Bots = ("greedy", "greedy"),
    seed: int = SEED,
    mission: str = MISSION,
    battlefield: str = BATTLEFIELD,
    revision: str | None = None,
    watch: Watcher | None = None,
) -> Played:
    """Plays a battle between two armies to its end; the same arguments give the same battle.

    ``bots`` are names (``"greedy"``, ``"random"``, ``"module:Class"``) or bots of your own, ``seed`` that of
    the dice and the bots. ``watch`` is called with the battle, each request and its answer before it acts.
    Raises InputError for armies, missions and bots that there are not, and where a bot fails.

    >>> play("Emperor's Children", "Necrons", bots=("random", "random"), seed=3).battle.outcome().rounds
    5
    """
    header = arrange(army, other, mission=mission, battlefield=battlefield, revision=revision)
    tally = Tally()
    battle = fought(header, bots, seed, tally.watch, *((watch,) if watch else ()))
    summary = told_of(tally.summary(header, battle), bots, seed, briefed(header))
    return Played(battle, recorded(header, battle), summary)


def finish(
    battle: Battle,
    bots: Bots = ("greedy", "greedy"),
    seed: int = SEED,
    watch: Watcher | None = None,
) -> Battle:
    """Plays a battle on to its end, from wherever it stands. Raises InputError as ``play``."""
    return played_on(battle, bots, seed, *((watch,) if watch else ()))


def arrange(
    army: Army,
    other: Army,
    *,
    mission: str = MISSION,
    battlefield: str = BATTLEFIELD,
    revision: str | None = None,
) -> Header:
    """What a battle between two armies is fought with: ``begin`` starts one from it. Raises InputError."""
    names = [each.name if isinstance(each, Roster) else os.fspath(each) for each in (army, other)]
    return arranged((names[0], names[1]), (army_list(army), army_list(other)), revision, mission, battlefield)


def replay(record: Record | str | os.PathLike[str], until: int | None = None) -> Battle:
    """The battle of a record, or of the file of one, at its end or after ``until`` inputs. Raises InputError
    where the end is not the recorded one, ``IllegalInput`` where an input does not fit."""
    return replayed(record if isinstance(record, Record) else load(os.fspath(record)), until=until)
