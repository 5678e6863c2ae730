"""JSON documents of a known shape, read strictly: a mistake is told with its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from warbook.errors import InputError

T = TypeVar("T")

_UNKNOWN = re.compile(r"unknown field `([^`]*)`")
_STEP = re.compile(r"[^.\[\]]+")

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
_NO_CHOICE = "Invalid enum value"
_FORMS = (
    (re.compile(r"Object contains unknown field `(.*)`"), r"there is no field \1 here"),
    (re.compile(r"Object missing required field `(.*)`"), r"expected the field \1, which is missing"),
    (re.compile(_NO_CHOICE + r" (.*)"), r"there is no \1 to choose here"),
)
"""What msgspec says of an object's fields and of choices, and what is said here."""

MAX_FILE_BYTES = 20_000_000


def read(path: Path, kind: type[T]) -> T:
    """The document in a file. Raises InputError: which file, where in it, what was expected."""
    try:
        if path.exists() and not path.is_file():
            raise InputError(str(path), "path", "expected a regular file")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputError(str(path), "file", f"expected at most {MAX_FILE_BYTES} bytes")
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        raise InputError(str(path), "path", "expected a file, found nothing") from None
    except OSError as fault:
        raise InputError(str(path), "path", f"expected a readable file: {fault.strerror}") from None
    except msgspec.ValidationError as fault:
        raise refused(str(path), fault, kind) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise InputError(str(path), "document", f"expected JSON: {unreadable(fault)}") from None


def unreadable(fault: Exception) -> str:
    """Why bytes are no JSON, or no value of what was expected.

    >>> unreadable(msgspec.DecodeError("JSON is malformed: invalid character (byte 7)"))
    'byte 7 does not fit'
    """
    if isinstance(fault, UnicodeDecodeError):
        return f"byte {fault.start} is no text in UTF-8"
    if isinstance(fault, RecursionError):
        return "it is nested too deep"
    if not isinstance(fault, msgspec.MsgspecError):
        return str(fault)
    message, _, place = str(fault).partition(" - at ")
    if byte := re.search(r"\(byte (\d+)\)", message):
        return f"byte {byte[1]} does not fit"
    if not isinstance(fault, msgspec.ValidationError):
        return "it ends too early" if "truncated" in message else "some bytes do not fit"
    place = place.strip("`$.")
    return f"{place}: {in_words(message)}" if place else in_words(message)


def refused(name: str, fault: msgspec.ValidationError, kind: Any) -> InputError:
    """What is wrong in a document of a kind: where, what was expected, and which key an unknown one is like."""
    message, _, place = str(fault).partition(" - at `$")
    place = place.strip("`.")
    unknown = _UNKNOWN.search(message)
    if unknown is not None:
        from difflib import get_close_matches  # only a mistake pays for it

        known = _keys(kind, place)
        close = get_close_matches(unknown[1], known, n=1, cutoff=0.5)
        meant = f"; closest: `{close[0]}`" if close else ""
        told = f"{in_words(message)}: expected one of {', '.join(known)}{meant}"
        return InputError(name, place or "document", told)
    told = in_words(message)
    if _NO_CHOICE in message and (choices := _choices(kind, place)):
        told += f": expected one of {', '.join(choices)}"
    return InputError(name, place or "document", told)


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


def _keys(kind: Any, place: str) -> list[str]:
    """The keys of the object at a place in a document of a kind."""
    from msgspec import inspect  # only a mistake pays for it

    structs = [one for one in _types(kind, place) if isinstance(one, inspect.StructType)]
    return [field.encode_name for one in structs for field in one.fields]


def _choices(kind: Any, place: str) -> list[str]:
    """The values to choose from at a place in a document of a kind."""
    from msgspec import inspect

    found: list[Any] = []
    for one in _types(kind, place):
        if isinstance(one, inspect.LiteralType):
            found += one.values
        elif isinstance(one, inspect.EnumType):
            found += [each.value for each in one.cls]
    return [str(each) for each in dict.fromkeys(found)]


def _types(kind: Any, place: str) -> list[Any]:
    """What may stand at a place in a document of a kind."""
    from msgspec import inspect

    told: list[Any] = [inspect.type_info(kind)]
    for step in _STEP.findall(place):
        told = [each for one in told for each in _inside(one, step)]
    return _alternatives(told)


def _alternatives(told: list[Any]) -> list[Any]:
    return [each for one in told for each in getattr(one, "types", (one,))]


def _inside(one: Any, step: str) -> list[Any]:
    """What stands under a step from a value: a key, or an item."""
    from msgspec import inspect

    found: list[Any] = []
    for each in _alternatives([one]):
        if isinstance(each, inspect.StructType):
            found += [field.type for field in each.fields if field.encode_name == step]
        elif isinstance(each, inspect.DictType):
            found.append(each.value_type)
        elif isinstance(each, inspect.VarTupleType | inspect.ListType):
            found.append(each.item_type)
    return found
