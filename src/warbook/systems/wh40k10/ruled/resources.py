"""What players have of things that rules count by a name of their own: pledges, pact points, and so on."""

from __future__ import annotations

from warbook.rules.state import State

KNOWN = ("pledge", "pact points")
"""What is counted: things that some rule that battles act on looks at."""

START = "battle has"
DESTROYED = "enemy units destroyed this battle round"


def count(state: State, side: int, what: str) -> int:
    """How much a side has; what its units destroyed is counted too."""
    if what == DESTROYED:
        return sum(text.startswith(f"battle round felled {side} ") for text in state.used)
    start = f"{START} {side} {what}: "
    return next((int(text.removeprefix(start)) for text in state.used if text.startswith(start)), 0)


def change(state: State, side: int, what: str, by: int) -> None:
    """A side gains so much, or loses it; never below none."""
    now = count(state, side, what)
    start = f"{START} {side} {what}: "
    kept = frozenset(text for text in state.used if not text.startswith(start))
    state.used = kept | {f"{start}{max(0, now + by)}"}


def felled(state: State, side: int, unit: int, part: str = "") -> None:
    """A unit of the other side was destroyed, or a part of an Attached one."""
    state.used |= {f"battle round felled {side} {unit} {part}".rstrip()}
