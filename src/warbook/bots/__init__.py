"""Whoever decides without a person: bots by name, each deterministic by its seed."""

from __future__ import annotations

from warbook.battle import Bot
from warbook.errors import InputError

NAMES = ("greedy", "random")


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by name. Raises InputError that tells which there are."""
    if name == "greedy":
        from warbook.bots.greedy import GreedyBot  # it brings the odds along

        return GreedyBot()
    if name == "random":
        from warbook.bots.random_bot import RandomBot

        return RandomBot(seed)
    raise InputError("bots", repr(name), f"expected one of {', '.join(NAMES)}")


def pair(names: tuple[str, str], seed: int = 0) -> tuple[Bot, Bot]:
    """A bot for each side, of seeds that differ from each other and from the dice's."""
    return bot(names[0], 2 * seed + 1_000_003), bot(names[1], 2 * seed + 1_000_004)
