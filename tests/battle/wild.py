"""A bot for tests that looks for trouble: it takes plays, walks at the enemy and charges, by its own dice."""

from __future__ import annotations

from random import Random

import numpy as np

from warbook.rules.request import Ask


class WildBot:
    """Does anything legal, more often what makes two armies meet; deterministic by its seed."""

    def __init__(self, seed=0, boldness=0.75):
        self.random, self.boldness = Random(seed), boldness

    def answer(self, battle, request):
        if isinstance(request, Ask):
            return self._pick(request)
        state, game = battle.state, battle.game
        answer = game.proposed(state, request, self._toward(game, state, request))
        if answer and request.kind in ("normal", "advanced", "fell_back") and self.random.random() < 0.2:
            return self._part(game, state, request, answer)
        return answer

    def _pick(self, request):
        picked = self.random.randrange(len(request.options))
        if request.options[picked] is None and self.random.random() < self.boldness:
            picked = self.random.randrange(len(request.options))
        return picked

    def _toward(self, game, state, request):
        width, depth = game.size_mil
        enemies = [m.index for u in game.muster.units if u.side != request.player for m in u.models]
        there = [n for n in enemies if state.left[n] > 0 and state.at[n, 0] >= 0]
        if there and self.random.random() < self.boldness:
            own = game.muster.units[request.unit].models[0].index
            away = ((state.at[there] - state.at[own]) ** 2).sum(axis=1)
            return tuple(int(n) for n in state.at[there[int(np.argmin(away))]])
        return self.random.randrange(width), self.random.randrange(depth)

    def _part(self, game, state, request, answer):
        """Some of the models only, where that is legal."""
        some = tuple(entry for entry in answer if self.random.random() < 0.7)
        return some if not game.faults(state, request, some) else answer
