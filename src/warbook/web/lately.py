"""Answers of workers, kept for whoever asks the same again while the library stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

from warbook.library.place import stamp
from warbook.web import workers
from warbook.web.worked import Worked

P = ParamSpec("P")
T = TypeVar("T")

MOST = 400
"""Answers; one of the odds page is some 50 kB."""
_kept: Worked[tuple[bytes, Callable[..., Any], bytes], Any] = Worked(MOST)


async def work(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same as ``workers.work``, of a function whose answer depends on what it is given and on the library
    alone."""
    key = (stamp(), function, msgspec.msgpack.encode((args, kwargs)))
    return cast("T", await _kept.of(key, lambda: workers.work(function, *args, **kwargs)))
