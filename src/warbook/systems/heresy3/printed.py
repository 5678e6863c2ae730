"""Characteristics as printed (H-CHR-01, H-CHR-04)."""

from __future__ import annotations

from warbook.names import whole_number

NONE = frozenset({"", "-", "–", "−", "none", "n/a"})
NO_AP = 7
"""An AP of "-": higher than every armour save, so that it bars none (H-SAV-01)."""

BREACHED_AP = 2
BEST = 2


def number(printed: str | int | None) -> int | None:
    """``"5+"`` and ``5`` as 5; ``None`` for ``"-"`` and whatever is no number."""
    if isinstance(printed, int):
        return printed
    digits = (printed or "").strip().rstrip("+")
    return whole_number(digits) if digits.isascii() else None


def nothing(printed: str | int | None) -> bool:
    """Whether a characteristic is printed as none."""
    return printed is None or (isinstance(printed, str) and printed.strip().lower() in NONE)


def armour_penetration(printed: str | int) -> int:
    """AP as a number; :data:`NO_AP` for ``"-"``."""
    found = number(printed)
    return NO_AP if found is None else found


def worsened(value: int, steps: int) -> int:
    """A save or AP so many steps worse (better, where negative): no better than 2, and worse than 6 it
    is none (H-CHR-04)."""
    return NO_AP if value == NO_AP and steps >= 0 else min(NO_AP, max(BEST, value + steps))


def told(value: int) -> str:
    """An AP as printed."""
    return "-" if value == NO_AP else str(value)
