"""A document read part by part: one that fails is a problem of the document and costs no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from warbook import faults
from warbook.errors import InputError
from warbook.sheets.sheet import Problem

P = ParamSpec("P")
T = TypeVar("T")


class Parts:
    """The parts of one document; ``problems`` are those that could not be read."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.problems: list[Problem] = []

    def read(self, place: str, reader: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
        """What a reader gives of the part at a place; ``None`` where it fails."""
        try:
            return reader(*given, **named)
        except InputError as fault:
            self.problems.append(Problem(0, fault.expected, place=f"{place}: {fault.place}", path=self.path))
        except Exception as fault:
            self.problems.append(Problem(0, faults.noted(fault), place=place, path=self.path))
        return None
