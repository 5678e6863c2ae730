"""A bot that does anything legal."""

from __future__ import annotations

from random import Random

from warbook.battle import Battle
from warbook.battle.battle import Input
from warbook.rules.request import Ask, Place


class RandomBot:
    """Picks among options evenly and moves in any direction; deterministic by its seed."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)

    def answer(self, battle: Battle, request: Ask | Place) -> Input:
        if isinstance(request, Ask):
            return self.random.randrange(len(request.options))
        width, depth = battle.game.size_mil
        point = (self.random.randrange(width), self.random.randrange(depth))
        return battle.game.proposed(battle.state, request, point)
