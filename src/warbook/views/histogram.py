"""Distributions drawn as bars: SVG that a page, a notebook or a file takes as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warbook.views.bars import Bar, bars, percent
from warbook.views.drawing import FONT, shortened, tag, text
from warbook.views.signs import FILLS

WIDTH, ROW, LABELS, FIGURES, MARGIN = 480, 20, 60, 70, 12
TITLE_SIZE, SIZE = 15.0, 12.0
COLUMN = WIDTH - 2 * MARGIN - LABELS - FIGURES


def histogram(title: str, pmf: Sequence[float]) -> str:
    """The chance of each count as a row with a bar, under a title; counts next to impossible are left out at
    both ends, and large ones taken together."""
    rows = bars(pmf)
    height = 2 * MARGIN + ROW * (len(rows) + 1)
    body = [text(shortened(title, TITLE_SIZE, WIDTH - 2 * MARGIN), MARGIN, MARGIN + SIZE, TITLE_SIZE)]
    for place, bar in enumerate(rows, start=1):
        body += _row(bar, MARGIN + ROW * place)
    return tag(
        "svg",
        "".join(body),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        font_family=FONT,
        fill="currentColor",
        role="img",
    )


def _row(bar: Bar, top: int) -> Iterator[str]:
    line = top + ROW / 2 + SIZE / 3
    left = MARGIN + LABELS
    long = COLUMN * bar.width / 100
    yield text(bar.label, left - 8, line, SIZE, "end")
    yield tag("rect", x=left, y=top + 3, width=float(long), height=ROW - 6, fill=FILLS[1])
    yield text(percent(bar.exactly), left + long + 6, line, SIZE)
