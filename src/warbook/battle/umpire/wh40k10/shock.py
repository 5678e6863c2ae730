"""Battle-shock by the umpire's own count: who must test, and who failed (rules section 5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warbook.battle.umpire.tale import Moment
from warbook.battle.umpire.wh40k10.scene import Scene
from warbook.dice import Roll
from warbook.rules.request import Ask
from warbook.rules.state import State

BRAVERY_BEFORE = "before battle-shock"
"""The event at which Insane Bravery is asked for."""


def halved(scene: Scene, state: State, side: int) -> list[Any]:
    """The units of a side that are Below Half-strength, in their order."""
    return [unit for unit in scene.army(state, side) if scene.half(state, unit)]


def failed(scene: Scene, moments: Sequence[Moment], side: int) -> set[int]:
    """Units that failed in the moments of one Battle-shock step (K-CMD-03); Insane Bravery passes a test."""
    if not moments:
        return set()
    waiting, shocked = halved(scene, moments[0].before, side), set[int]()
    tested: Any = None
    for moment in moments:
        rolled = isinstance(moment.request, Roll) and moment.request.what == "battle-shock"
        if rolled and waiting:
            tested = waiting.pop(0)
            if sum(moment.answer) < scene.leadership(moment.before, tested):
                shocked.add(tested.index)
        elif isinstance(moment.request, Ask) and moment.request.options[moment.answer] is not None:
            if moment.request.subject == BRAVERY_BEFORE:
                waiting.pop(0)
            elif tested is not None:
                shocked.discard(tested.index)
    return shocked
