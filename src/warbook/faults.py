"""Faults of Warbook's own: a rule, sheet or file that raises what it should not costs no more than itself.

What goes on without it tells so in the line that ``noted`` gives; the traceback goes to the log ``warbook``,
which is silent unless somebody listens.
"""

from __future__ import annotations

import logging
from pathlib import Path

LOG = logging.getLogger("warbook")
LOG.addHandler(logging.NullHandler())

_HERE = Path(__file__).parent
_LONGEST = 120


def listen() -> None:
    """Let what is noted be read on the terminal."""
    if all(isinstance(each, logging.NullHandler) for each in LOG.handlers):
        LOG.addHandler(logging.StreamHandler())


def noted(fault: Exception) -> str:
    """Logs an unforeseen exception and describes it in one line, with the module and line that raised it."""
    LOG.error("%s", type(fault).__name__, exc_info=fault)
    message = " ".join(str(fault).split())[:_LONGEST]
    return f"a fault in Warbook itself: {type(fault).__name__} {message}{_place(fault)}".rstrip()


def _place(fault: Exception) -> str:
    """Where in Warbook it was raised."""
    place, step = "", fault.__traceback__
    while step is not None:
        path = Path(step.tb_frame.f_code.co_filename)
        if path.is_relative_to(_HERE):
            place = f" at {path.relative_to(_HERE).as_posix()}:{step.tb_lineno}"
        step = step.tb_next
    return place
