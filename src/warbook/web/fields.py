"""The fields of a link or of a request: each is said once, and what does not fit is told in words."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from warbook.errors import InputError

KINDS = {
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "array": "a list",
    "object": "an object with fields",
    "null": "nothing",
}
_KIND = re.compile(r"`([a-z |]+)`")
_FORMS = (
    (re.compile(r"Object contains unknown field `(.*)`"), r"there is no field \1 here"),
    (re.compile(r"Object missing required field `(.*)`"), r"expected the field \1, which is missing"),
    (re.compile(r"Invalid enum value (.*)"), r"there is no \1 to choose here"),
)
"""What msgspec says of an object's fields and of choices, and what a page says."""


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


def in_words(message: str) -> str:
    """What msgspec says of a value, without the words of its types.

    >>> in_words("Expected `int | null`, got `str`")
    'expected a whole number or nothing, found a text'
    >>> in_words("Object contains unknown field `x`")
    'there is no field x here'
    """
    for form, told in _FORMS:
        if found := form.fullmatch(message):
            return found.expand(told)
    plain = _KIND.sub(lambda kinds: " or ".join(KINDS.get(k, k) for k in kinds[1].split(" | ")), message)
    plain = plain.replace("Expected", "expected").replace(", got", ", found")
    return plain.replace(">=", "from").replace("<=", "up to")
