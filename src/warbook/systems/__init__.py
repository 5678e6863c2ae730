"""The games, found by name and revision."""

from __future__ import annotations

from warbook.rules.system import System
from warbook.systems import wh40k10

REVISED: dict[str, dict[str, System]] = {"wh40k10": wh40k10.REVISED}


def find(name: str, revision: str | None = None) -> System:
    """A system under a revision, by default its newest. Raises ``LookupError`` naming what there is."""
    revisions = REVISED.get(name)
    if revisions is None:
        raise LookupError(f"system: {name!r} is not supported; there is {', '.join(REVISED)}")
    if revision is None:
        return list(revisions.values())[-1]
    if revision not in revisions:
        raise LookupError(f"revision: {name} has {', '.join(revisions)}, not {revision!r}")
    return revisions[revision]
