"""The battles that were watched lately, so that a reload or another visitor does not fight them again."""

from __future__ import annotations

from warbook.library.place import stamp
from warbook.web import workers
from warbook.web.army import lists
from warbook.web.battle.asked import Fight
from warbook.web.battle.watching import Watched, watched
from warbook.web.worked import Worked

SECONDS = 120.0
"""How long fighting may take."""
_kept: Worked[tuple[Fight, bytes], Watched] = Worked(20)


async def of(fight: Fight) -> Watched:
    """The battle, fought in a worker where it was not lately. Raises InputError."""
    armies = (lists.find(fight.a), lists.find(fight.b))
    return await _kept.of(
        (fight, stamp()), lambda: workers.work_in(workers.BATTLES, SECONDS, watched, fight, armies)
    )
