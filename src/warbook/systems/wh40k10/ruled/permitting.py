"""What rules let or forbid for the moment, as they are carried out."""

from __future__ import annotations

from collections.abc import Callable

from warbook import effects as fx
from warbook.systems.wh40k10.command import TESTED
from warbook.systems.wh40k10.ruled.performing import CAN, Carried, Doing, carry_out

Known = Callable[[fx.Permit], bool]

NO_OTHER = "take another battle-shock test in the phase"
BY_STRIKE = "be set up by Deep Strike"
AGAIN = "fight again"
OTHERS = "target others"

KNOWN: dict[str, Known] = {
    NO_OTHER: lambda permit: permit.barred and permit.who is not None and permit.who.ref == "those",
    BY_STRIKE: lambda permit: not permit.barred,  # whoever arrives looks for it
    AGAIN: lambda permit: permit.barred,  # nobody does in these battles
    OTHERS: lambda permit: permit.barred and permit.to is not None and permit.to.ref in ("that", "attacker"),
}
"""What is let or forbidden, with which of the sort is known."""

CAN[fx.Permit] = lambda effect: effect.what in KNOWN and KNOWN[effect.what](effect)


@carry_out.register
def _(effect: fx.Permit, doing: Doing) -> Carried:
    """Who was just tested takes no other test in this phase (K-CMD-05); the rest is looked for where it
    counts."""
    yield from ()
    if effect.what == NO_OTHER:
        doing.state.used |= {f"{TESTED} {unit.index}" for unit in doing.tested}
    return True
