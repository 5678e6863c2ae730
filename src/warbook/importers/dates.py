"""Dates as documents and folders tell them, as ISO."""

from __future__ import annotations

import os
import re

_DATE = re.compile(r"(?<!\d)(20\d\d)[-_.](0[1-9]|1[0-2])(?:[-_.](0[1-9]|[12]\d|3[01]))?(?!\d)")
_DAY_FIRST = re.compile(r"(?<!\d)(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.(20\d\d)(?!\d)")


def date_in(text: str) -> str | None:
    """The date that a text begins with or holds; a month where it has no day.

    >>> date_in("2025-07-22T13:01:18.781Z"), date_in("09.07.2025 0:00:00"), date_in("2024-03"), date_in("x")
    ('2025-07-22', '2025-07-09', '2024-03', None)
    """
    if found := _DAY_FIRST.search(text):
        day, month, year = found.groups()
        return f"{year}-{int(month):02d}-{int(day):02d}"
    found = _DATE.search(text)
    return "-".join(part for part in found.groups() if part) if found else None


def date_of_folder(path: str) -> str | None:
    """The date that a folder's own name tells."""
    return date_in(os.path.basename(os.path.abspath(path)))
