"""A battle in words, a line for each decision and roll."""

from __future__ import annotations

from typing import Any

from warbook.battle import Battle
from warbook.battle.battle import Input, judged
from warbook.dice import Roll
from warbook.rules.request import Ask, Place, Request


def line(battle: Battle, request: Request, answer: Input) -> str:
    """What was asked and what came of it."""
    if isinstance(request, Roll):
        faces = " ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)
        return f"    {request.what}: {faces} → {_outcome(judged(request, answer))}"
    names = battle.game.unit_names()
    who = f"{'AB'[request.player]} "
    about = request.unit if isinstance(request, Place) else request.about
    what = f"{names[about]}: " if about is not None else ""
    if isinstance(request, Ask):
        assert isinstance(answer, int)
        return f"{who}{what}{request.what}: {_option(request.options[answer], names)}"
    assert isinstance(answer, tuple)
    return f"{who}{what}{request.kind}: {len(answer)} models" if answer else f"{who}{what}{request.kind}: stays"


def _outcome(outcome: Any) -> str:
    return str(getattr(outcome, "name", outcome)).lower().replace("_", " ")


def _option(option: Any, names: tuple[str, ...]) -> str:
    if option is None:
        return "none"
    play, unit = getattr(option, "play", None), getattr(option, "unit", option)
    name = getattr(unit, "name", str(unit))
    name = (
        str(getattr(option, "name", name)).lower()
        if isinstance(option, int) and hasattr(option, "name")
        else name
    )
    return f"{play.name} on {name}" if play is not None else str(name)
