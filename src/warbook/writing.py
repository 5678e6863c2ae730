"""Files that are written whole or not at all."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from warbook.errors import InputError


def write(path: str | Path, content: bytes) -> None:
    """Put a file in its place, whole or not at all: whoever reads it meanwhile, or when this process was ended
    in between, finds the old one or the new one. Raises InputError that names the path."""
    try:
        replace(Path(path), content)
    except OSError as fault:
        raise InputError(str(path), "file", f"expected a place that can be written: {fault.strerror}") from None


def replace(path: Path, content: bytes) -> None:
    """The same, raising OSError. A pipe or device is written to as it is, of a link what it leads to."""
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    beside = path.with_name(f".{path.name[:100]}.{token_hex(6)}")
    try:
        with beside.open("xb") as file:
            file.write(content)
        with suppress(FileNotFoundError):
            beside.chmod(path.stat().st_mode & 0o7777)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
