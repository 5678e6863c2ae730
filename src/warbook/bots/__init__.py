"""Whoever decides without a person: bots by name, each deterministic by its seed, and bots of your own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from warbook.battle import Bot
from warbook.errors import InputError

NAMES = ("greedy", "random")


def bot(name: str | Bot, seed: int = 0) -> Bot:
    """A bot by name, or your own by ``module:Class``; a class that takes an argument gets the seed. What is a
    bot already is given back. Raises InputError that tells which there are, or why yours cannot be had."""
    if not isinstance(name, str) and callable(getattr(name, "answer", None)):
        return name
    if name == "greedy":
        from warbook.bots.greedy import GreedyBot  # it brings the odds along

        return GreedyBot()
    if name == "random":
        from warbook.bots.random_bot import RandomBot

        return RandomBot(seed)
    if isinstance(name, str) and ":" in name:
        return _own(name, seed)
    raise InputError("bots", f"{name!r:.60}", f"expected one of {', '.join(NAMES)}, or module:Class")


def _own(name: str, seed: int) -> Bot:
    module, _, attribute = name.partition(":")
    try:
        made: Callable[..., Any] = getattr(import_module(module), attribute)
    except (Exception, SystemExit) as fault:
        told = f"expected a module and a class in it: {type(fault).__name__}: {fault}"
        raise InputError("bots", repr(name), told) from fault
    if not callable(made):
        raise InputError("bots", repr(name), f"expected a class, got {made!r:.60}")
    found: Bot = _built(name, made, seed)
    if not callable(getattr(found, "answer", None)):
        raise InputError("bots", repr(name), "expected a bot: it has answer(battle, request)")
    return found


def _built(name: str, made: Callable[..., Any], seed: int) -> Any:
    from inspect import signature

    try:
        takes = bool(signature(made).parameters)
    except (TypeError, ValueError):
        takes = False
    try:
        return made(seed) if takes else made()
    except (Exception, SystemExit) as fault:
        told = f"expected a class to be made of a seed, or of nothing: {type(fault).__name__}: {fault}"
        raise InputError("bots", repr(name), told) from fault


def label(bot: str | Bot) -> str:
    """What a bot is called: as it was named, else by its class."""
    return bot if isinstance(bot, str) else type(bot).__name__


def pair(names: Sequence[str | Bot], seed: int = 0) -> tuple[Bot, Bot]:
    """A bot for each side, of seeds that differ from each other and from the dice's. Raises InputError."""
    if isinstance(names, str) or len(names) != 2:
        raise InputError("bots", f"{names!r:.60}", "expected two names, one for each side")
    return bot(names[0], 2 * seed + 1_000_003), bot(names[1], 2 * seed + 1_000_004)
