"""JSON documents of a known shape, read strictly: a mistake is told with its place."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from warbook.errors import InputError

T = TypeVar("T")

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
        message, _, place = str(fault).partition(" - at `$")
        raise InputError(str(path), place.strip("`.") or "document", message) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise InputError(str(path), "document", f"expected JSON: {fault}") from None
