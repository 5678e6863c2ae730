"""What NiceGUI works out anew for every element and every page, worked out once or in a quicker way.

What it gives is the same; ``python -m benchmarks.web`` tells what it costs. Where a newer NiceGUI has none of
this, nothing is changed.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import lru_cache
from types import FunctionType, MethodType, SimpleNamespace
from typing import Any

from nicegui import client, helpers, json
from nicegui.classes import Classes
from nicegui.props import Props
from nicegui.style import Style

NEW_OBJECTS, YOUNG, OLD = 50_000, 10, 10
"""So many new objects before Python looks for those that only hold each other: a page has some thousands."""


def quicken() -> None:
    """Put the quicker ways in place."""
    if hasattr(helpers, "expects_arguments"):
        vars(helpers)["expects_arguments"] = expecting(helpers.expects_arguments)
    if hasattr(client, "json") and hasattr(client, "templates"):
        vars(client)["json"] = SimpleNamespace(**(vars(json) | {"dumps": _dumps}))
        client.templates.env.auto_reload = False
    for kind in (Props, Classes, Style):
        if hasattr(kind, "_handle_change") and hasattr(kind, "_update"):
            kind._handle_change = _told  # type: ignore[assignment]


def _told(changed: Any) -> None:
    """Tell an element that its props, classes or style have changed: nobody else listens to these, so there is
    no event to make and no list of listeners to gather, some 250 times a page."""
    changed._update()


def settle() -> None:
    """What stands now stays: Python need not look through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, YOUNG, OLD)


def expecting(asked: Callable[[Callable[..., Any]], bool]) -> Callable[[Callable[..., Any]], bool]:
    """Whether a function expects arguments, as ``asked`` tells it; of a method it is asked once a class, where
    each element has several and asking takes longer than all else of it."""

    @lru_cache(maxsize=4096)
    def of_method(function: FunctionType) -> bool:
        return asked(MethodType(function, object()))

    def quick(function: Callable[..., Any]) -> bool:
        inner = getattr(function, "__func__", None)
        return of_method(inner) if isinstance(inner, FunctionType) else asked(function)

    return quick


class Escaped(str):
    """A text in which few letters of many are replaced, as a page's elements are: one letter after the other,
    which takes a sixth of the time."""

    __slots__ = ()

    def translate(self, table: Any, /) -> str:
        """The same as of any text, where no replacement brings in a letter that is replaced after it."""
        told = str(self)
        for letter, instead in table.items():
            told = told.replace(chr(letter), instead)
        return told


def _dumps(value: Any, **options: Any) -> Escaped:
    """JSON as a page's elements are written into it."""
    return Escaped(json.dumps(value, **options))
