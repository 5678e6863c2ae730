"""The battles that were watched lately, so that a reload or another visitor does not fight them again."""

from __future__ import annotations

from collections import OrderedDict

from warbook.library.place import stamp
from warbook.web import workers
from warbook.web.army import lists
from warbook.web.battle.asked import Fight
from warbook.web.battle.watching import Watched, watched

SECONDS = 120.0
"""How long fighting may take."""
MOST = 20
_kept: OrderedDict[tuple[Fight, bytes], Watched] = OrderedDict()


async def of(fight: Fight) -> Watched:
    """The battle, fought in a worker where it was not lately. Raises InputError."""
    key = (fight, stamp())
    if key not in _kept:
        armies = (lists.find(fight.a), lists.find(fight.b))
        _kept[key] = await workers.work_in(workers.BATTLES, SECONDS, watched, fight, armies)
    _kept.move_to_end(key)
    while len(_kept) > MOST:
        _kept.popitem(last=False)
    return _kept[key]
