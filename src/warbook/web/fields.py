"""The fields of a link or of a request: each is said once, and what does not fit is told in words."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warbook.errors import InputError
from warbook.json_file import in_words


def single(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The values by field. Raises InputError for a field that has two values."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if found.setdefault(name, value) != value:
            raise twice(name)
    return found


def twice(name: str) -> InputError:
    """The fault of a field that has two values."""
    return InputError("link", name[:80], "expected one value, found two")


def misfit(fault: msgspec.ValidationError, path: str, whole: str = "question") -> InputError:
    """What does not fit where, in words; ``whole`` is the place where the fault names none."""
    message, _, place = str(fault).partition(" - at ")
    return InputError(path, place.strip("`$.") or whole, in_words(message))
