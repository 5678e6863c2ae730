"""SVG as text: elements with escaped content, and the sheet that a table is drawn on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

SCALE = 20
"""Pixels an inch."""

MARGIN_LEFT, MARGIN_TOP, MARGIN_RIGHT, MARGIN_BOTTOM = 40, 66, 20, 112
TICK_IN = 6
FONT = "DejaVu Sans, Verdana, sans-serif"
TITLE_SIZE = 19.0
BOLD = 1.13
"""How much wider bold letters are."""

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clean(words: str) -> str:
    """Text that may stand in an XML document: escaped, and without what XML cannot hold."""
    return escape(NOT_XML.sub("\ufffd", words))


def number(value: float) -> str:
    """A number to a hundredth, written as short as it can be."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def tag(element: str, content: str | None = None, /, **attributes: object) -> str:
    """An element; names with an underscore stand for those with a hyphen. ``content`` is not escaped."""
    told = " ".join(f"{name.replace('_', '-')}={_attribute(value)}" for name, value in attributes.items())
    return f"<{element} {told}/>" if content is None else f"<{element} {told}>{content}</{element}>"


def _attribute(value: object) -> str:
    return quoteattr(NOT_XML.sub("\ufffd", number(value) if isinstance(value, float) else str(value)))


def text(words: str, x: float, y: float, size: float, anchor: str = "start", **style: object) -> str:
    """A line of text."""
    more = {} if anchor == "start" else {"text_anchor": anchor}
    return tag("text", clean(words), x=float(x), y=float(y), font_size=float(size), **more, **style)


NARROW, SPACE, LOWER, UPPER, WIDE = 0.34, 0.33, 0.61, 0.70, 0.92
NARROW_LETTERS = frozenset(".,:;'’!|iIjlftr()[]·")
WIDE_LETTERS = frozenset("mwMW@%&—…")


def text_width(words: str, size: float) -> float:
    """How wide a text is, about: letters of the first font named, which is wider than most."""
    return size * sum(map(_letter_width, words))


def _letter_width(letter: str) -> float:
    if letter == " ":
        return SPACE
    if letter in NARROW_LETTERS:
        return NARROW
    if letter in WIDE_LETTERS or ord(letter) > 0x2E7F:
        return WIDE
    return UPPER if letter.isupper() or letter.isdigit() else LOWER


def shortened(words: str, size: float, most: float) -> str:
    """A text cut so that it is at most so wide, with an ellipsis for what is missing."""
    if text_width(words, size) <= most:
        return words
    kept = words
    while kept and text_width(kept + "…", size) > most:
        kept = kept[:-1]
    return kept.rstrip() + "…"


class Paper:
    """A sheet around a table of so many inches, whose y grows upward."""

    def __init__(self, width_in: float, depth_in: float) -> None:
        self.width_in, self.depth_in = width_in, depth_in
        self.left = float(MARGIN_LEFT)
        self.width = MARGIN_LEFT + width_in * SCALE + MARGIN_RIGHT
        self.height = MARGIN_TOP + depth_in * SCALE + MARGIN_BOTTOM

    @property
    def room(self) -> float:
        """How wide a line of text may be."""
        return self.width - self.left - MARGIN_RIGHT

    def x(self, inches: float) -> float:
        return float(MARGIN_LEFT + inches * SCALE)

    def y(self, inches: float) -> float:
        return float(MARGIN_TOP + (self.depth_in - inches) * SCALE)

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        return self.x(point[0]), self.y(point[1])

    def below(self, pixels: float) -> float:
        """So far under the table."""
        return self.y(0) + pixels

    def frame(self) -> tuple[float, float, float, float]:
        """The table's edges: left, top, right, bottom."""
        return self.x(0), self.y(self.depth_in), self.x(self.width_in), self.y(0)

    def disc(self, x_in: float, y_in: float, radius: float = SCALE) -> tuple[float, float, float, float]:
        """The box around a disc."""
        return self.x(x_in) - radius, self.y(y_in) - radius, self.x(x_in) + radius, self.y(y_in) + radius

    def points(self, footprint: Sequence[tuple[float, float]]) -> str:
        return " ".join(f"{number(self.x(x))},{number(self.y(y))}" for x, y in footprint)

    def head(self, title: str, moment: str) -> Iterator[str]:
        """Two lines above the table."""
        yield text(title, self.left, 27, TITLE_SIZE, font_weight="bold")
        yield text(shortened(moment, 14, self.room), self.left, 50, 14, fill="#444444")

    def scales(self) -> Iterator[str]:
        """The table's edge, with inches along two sides."""
        left, top, right, bottom = self.frame()
        yield tag("rect", x=left, y=top, width=right - left, height=bottom - top, fill="none", stroke="#222222",
                  stroke_width=2)  # fmt: skip
        for inch in range(0, int(self.width_in) + 1, TICK_IN):
            x = self.x(inch)
            yield tag("line", x1=x, y1=bottom, x2=x, y2=bottom + 6, stroke="#222222")
            yield text(f'{inch}"', x, bottom + 18, 11, anchor="middle")
        for inch in range(0, int(self.depth_in) + 1, TICK_IN):
            y = self.y(inch)
            yield tag("line", x1=left - 6, y1=y, x2=left, y2=y, stroke="#222222")
            yield text(f'{inch}"', left - 9, y + 4, 11, anchor="end")

    def document(self, title: str, body: Iterable[str]) -> str:
        """The whole document."""
        size = {"width": float(self.width), "height": float(self.height)}
        box = f"0 0 {number(size['width'])} {number(size['height'])}"
        paper = tag("rect", **size, fill="#ffffff")
        inside = "\n".join((f"<title>{clean(title)}</title>", paper, *body))
        root = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, **size, "font_family": FONT}
        return tag("svg", f"\n{inside}\n", **root) + "\n"
