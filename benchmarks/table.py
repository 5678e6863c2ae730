"""Plain text tables."""

from __future__ import annotations

from collections.abc import Sequence


def render(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns padded to their widest cell; cells that start with a digit or a sign go right."""
    lines = [head, *rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    body = [_line(line, widths) for line in lines]
    return "\n".join([body[0], "  ".join("-" * width for width in widths), *body[1:]])


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(_pad(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _pad(cell: str, width: int) -> str:
    is_number = cell[:1].isdigit() or cell[:1] in {"-", "+"}
    return cell.rjust(width) if is_number else cell.ljust(width)
