"""A file of engagements, as the contract spells them, answered in one process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from warbook.cli.shown import console, print_json
from warbook.errors import InputError
from warbook.json_file import unreadable

MAX_FILE_BYTES = 20_000_000


def show(path: Path, as_json: bool) -> None:
    """Print the answers to a file of engagements. Raises InputError."""
    from warbook.probability import answer

    documents = _documents(path)
    several = documents if isinstance(documents, list) else [documents]
    answers = [answer(document) for document in several]
    if as_json:
        print_json(answers if isinstance(documents, list) else answers[0])
    else:
        from warbook.views import answers as view

        view.show(console(), answers)


def _documents(path: Path) -> list[Any] | dict[str, Any]:
    try:
        if path.exists() and not path.is_file():
            raise InputError(str(path), "path", "expected a regular file")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputError(str(path), "file", f"expected at most {MAX_FILE_BYTES} bytes")
        found = msgspec.json.decode(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except FileNotFoundError:
        raise InputError(str(path), "path", "expected a file, found nothing") from None
    except OSError as fault:
        raise InputError(str(path), "path", f"expected a readable file: {fault.strerror}") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise InputError(
            str(path), "file", f"expected a JSON list of engagements: {unreadable(fault)}"
        ) from None
    if not isinstance(found, list | dict):
        raise InputError(str(path), "file", "expected a JSON list of engagements")
    return found
