"""A battle told moment by moment: what was decided, what the dice came to, and the table after it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from warbook.board.scene import Scene
from warbook.sheets.roster import Roster
from warbook.web.battle.asked import Fight

if TYPE_CHECKING:
    from warbook.battle import Battle, Input, Request

HEADING = "━━"
ENDED = "The end"
_ATTACK = re.compile(r" {6}(?! )(?P<unit>.+?) → (?P<target>.+?): (?P<weapon>.+), \d+ attacks?\b.*")
RESULT = " " * 6
"""What a line of dice and losses begins with."""


class Moment(msgspec.Struct, frozen=True):
    """A decision with what it led to: its turn and phase, the log's lines, and the place of its scene."""

    turn: str
    phase: str
    lines: tuple[str, ...]
    scene: int


class Watched(msgspec.Struct, frozen=True):
    """A whole battle: its moments, the scenes of the table, its summary in lines and its record as JSON;
    ``absent`` tells which units of the lists stay at home."""

    moments: tuple[Moment, ...]
    scenes: tuple[Scene, ...]
    summary: tuple[str, ...]
    record: bytes
    absent: tuple[str, ...] = ()

    def scene(self, at: int) -> Scene:
        """The table at a moment."""
        return self.scenes[self.moments[at].scene]

    def turns(self) -> tuple[int, ...]:
        """The moments at which turns begin."""
        return self._changes(lambda moment: moment.turn)

    def phases(self) -> tuple[int, ...]:
        """The moments at which phases begin."""
        return self._changes(lambda moment: moment.turn + moment.phase)

    def _changes(self, of: Callable[[Moment], str]) -> tuple[int, ...]:
        pairs = enumerate(pairwise(self.moments), start=1)
        return (0, *(place for place, (before, after) in pairs if of(before) != of(after)))


def watched(fight: Fight, armies: tuple[Roster, Roster]) -> Watched:
    """Fight it, in a worker. Raises InputError for armies that cannot fight."""
    from warbook.battle import Tally, recorded
    from warbook.queries.fighting import arranged, briefed, fought, told_of
    from warbook.views.summary import lines

    header = arranged((fight.a, fight.b), armies, None, fight.mission, fight.table)
    names, tally, watch = (fight.bot_a, fight.bot_b), Tally(), _Watch()
    battle = fought(header, names, fight.seed, tally.watch, watch)
    watch.end(battle)
    said = briefed(header)
    summary = told_of(tally.summary(header, battle), names, fight.seed, said)
    record = msgspec.json.encode(recorded(header, battle))
    return Watched(tuple(watch.moments), tuple(watch.scenes), tuple(lines(summary)), record, said.absent)


class _Watch:
    """Gathers moments from the log as it is written."""

    def __init__(self) -> None:
        from warbook.views.log import Log

        self.moments: list[Moment] = []
        self.scenes: list[Scene] = []
        self._log = Log(self._write)
        self._lines: list[str] = []
        self._place = ("", "")
        self._decided = False
        self._battle: Battle | None = None

    def __call__(self, battle: Battle, request: Request, answer: Input) -> None:
        self._battle = battle
        self._log.watch(battle, request, answer)

    def end(self, battle: Battle) -> None:
        """What is still to be told, and how it ended."""
        self._battle = battle
        self._log.end(battle)
        self._close()

    def _write(self, told: str) -> None:
        """A line of the log: a decision begins a moment, and so does another phase."""
        line, place = told.strip("\n"), (self._log.turn, self._log.phase)
        if line == place[1] or (line.startswith(HEADING) and ENDED not in line):
            return
        decides = line.startswith("  ") and not line.startswith(RESULT)
        attacks = _attack(line)
        if attacks is not None:
            decides = not self._declares(*attacks)
        if (decides and self._decided) or (self._lines and place != self._place):
            self._close()
        self._place = place
        self._lines.append(line.strip(f" {HEADING[0]}") if line.startswith(HEADING) else line)
        self._decided = self._decided or decides

    def _declares(self, unit: str, target: str, weapon: str) -> bool:
        """Whether the decision of this moment is that of an attack; other attacks are moments of their own."""
        first = self._lines[0].strip() if self._lines else ""
        named = (f"{weapon} at {target}", f"fights {target}", f"{target}: {weapon},")
        return first.startswith(unit) and any(each in first for each in named)

    def _close(self) -> None:
        """End a moment: the table as it left it, under its own phase."""
        if not self._lines or self._battle is None:
            return
        over = (self._log.turn, self._log.phase) != self._place
        state = self._log.left if over and self._log.left is not None else self._battle.state
        scene = self._battle.game.scene(state)
        scene = msgspec.structs.replace(scene, moment=" · ".join(filter(None, self._place)))
        if not self.scenes or self.scenes[-1] != scene:
            self.scenes.append(scene)
        self.moments.append(Moment(*self._place, tuple(self._lines), len(self.scenes) - 1))
        self._lines, self._decided = [], False


def _attack(line: str) -> tuple[str, str, str] | None:
    """The unit, the target and the weapon of an attack whose dice follow.

    >>> _attack("      A Moles → B Glass Men: Zorb rifle, 4 attacks (2 × 2)")
    ('A Moles', 'B Glass Men', 'Zorb rifle')
    """
    found = _ATTACK.fullmatch(line)
    return (found["unit"], found["target"], found["weapon"]) if found else None
