"""Where labels stand in a picture: near what they name, off each other, and off models where there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SIZE = 12.0
HEIGHT = 18.0
LETTER = 0.57
"""The width of a letter in parts of its height: a little more than most, so that text stays inside."""

STEPS = (4.0, 14.0, 26.0, 40.0, 60.0, 85.0, 120.0)
COST_OF_LABEL, COST_OF_COVER, COST_OF_STEP = 50.0, 1.0, 3.0


class Label(NamedTuple):
    """A text that names what stands in a box; ``box`` is where the text itself stands once placed."""

    text: str
    side: int
    around: Box
    box: Box = (0.0, 0.0, 0.0, 0.0)
    size: float = SIZE


def placed(labels: Sequence[Label], kept: Sequence[Box], frame: Box) -> list[Label]:
    """The labels where each covers least: other labels above all, then what is to be ``kept`` in sight; and the
    nearer the better."""
    done: list[Label] = []
    for label in labels:
        boxes = [label.box for label in done]
        box = min(_places(label, frame), key=lambda pair: (_cost(pair, boxes, kept), pair))[1]
        done.append(label._replace(box=box))
    return done


def _places(label: Label, frame: Box) -> Iterator[tuple[float, Box]]:
    """Above, below and beside, nearer ones first, each with its distance."""
    left, top, right, bottom = label.around
    width = len(label.text) * label.size * LETTER + 10
    centre, middle = (left + right) / 2, (top + bottom) / 2
    for step in STEPS:
        for x, y in (
            (centre - width / 2, top - step - HEIGHT),
            (centre - width / 2, bottom + step),
            (left, top - step - HEIGHT),
            (left, bottom + step),
            (right + step, middle - HEIGHT / 2),
            (left - step - width, middle - HEIGHT / 2),
        ):
            yield step, _inside((x, y, x + width, y + HEIGHT), frame)


def _inside(box: Box, frame: Box) -> Box:
    """Moved so that it stands within the frame."""
    left = max(frame[0] + 2, min(box[0], frame[2] - 2 - (box[2] - box[0])))
    top = max(frame[1] + 2, min(box[1], frame[3] - 2 - (box[3] - box[1])))
    return left, top, left + box[2] - box[0], top + box[3] - box[1]


def _cost(place: tuple[float, Box], labels: Sequence[Box], kept: Sequence[Box]) -> float:
    step, box = place
    over = COST_OF_LABEL * sum(_shared(box, other) for other in labels)
    return over + COST_OF_COVER * sum(_shared(box, other) for other in kept) + COST_OF_STEP * step


def _shared(a: Box, b: Box) -> float:
    """The area that two boxes share."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * high if wide > 0 and high > 0 else 0.0
