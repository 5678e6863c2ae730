"""Where labels stand in a picture: near what they name, off each other, and off whatever is worth seeing where
there is room. A line leads from each to what it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from warbook.views.drawing import text_width

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

Point = tuple[float, float]

SIZE = 12.0
HEIGHT = 18.0
PADDING = 5.0
STEPS = (4.0, 12.0, 22.0, 34.0, 50.0, 70.0, 95.0, 125.0, 160.0)
COST_OF_LABEL, COST_OF_STEP, COST_OF_CROSSING = 50.0, 2.5, 8.0
SAMPLES = 24
"""Points of a line at which is looked what it crosses."""

SHORTEST_LINE = 5.0


class Kept(NamedTuple):
    """Something to be kept in sight; ``weight`` is how bad it is to cover a pixel of it."""

    box: Box
    weight: float = 1.0


class Label(NamedTuple):
    """A text that names what stands in ``around``; ``parts`` are the single things in it, for the line to one
    of them. ``box`` is where the text itself stands once placed."""

    text: str
    side: int
    around: Box
    box: Box = (0.0, 0.0, 0.0, 0.0)
    size: float = SIZE
    parts: tuple[Box, ...] = ()

    @property
    def line(self) -> tuple[Point, Point] | None:
        """From the label's edge to the nearest of what it names; ``None`` where it stands beside that."""
        ends = (_between(self.box, part) for part in self.parts or (self.around,))
        start, end = min(ends, key=_length)
        return (start, end) if _length((start, end)) > SHORTEST_LINE else None


def placed(labels: Sequence[Label], kept: Sequence[Kept], frame: Box) -> list[Label]:
    """The labels where each covers least: other labels above all, then what is to be ``kept`` in sight; and the
    nearer the better."""
    done: list[Label] = []
    for label in labels:
        rest = [*kept, *(thing for one in done for thing in _standing(one))]
        done.append(label._replace(box=_best(label, rest, frame)))
    return done


def _standing(label: Label) -> Iterator[Kept]:
    """A placed label and its line, which later labels are to leave in sight."""
    yield Kept(label.box, COST_OF_LABEL)
    if label.line is not None:
        for x, y in np.linspace(label.line[0], label.line[1], SAMPLES // 3).tolist():
            yield Kept((x - 3, y - 3, x + 3, y + 3), 5.0)


def _best(label: Label, kept: Sequence[Kept], frame: Box) -> Box:
    """The place that costs least: by what the label covers, by its distance, and by what its line crosses."""
    boxes = np.array([one.box for one in kept], float).reshape(-1, 4)
    weights = np.array([one.weight for one in kept], float)
    others = boxes[[one.box not in label.parts for one in kept]]
    costs = (
        (COST_OF_STEP * step + float(_shared(box, boxes) @ weights), box) for step, box in _places(label, frame)
    )
    best, found = float("inf"), (0.0, 0.0, 0.0, 0.0)
    for cost, box in sorted(costs):
        if cost >= best:
            break
        cost += _crossed(label._replace(box=box).line, others)
        if cost < best:
            best, found = cost, box
    return found


def _crossed(line: tuple[Point, Point] | None, boxes: NDArray[np.float64]) -> float:
    """What it costs that a line crosses other things, by how much of it does."""
    if line is None:
        return 0.0
    at = np.linspace(line[0], line[1], SAMPLES)[:, None]
    inside = np.all((at >= boxes[:, :2]) & (at <= boxes[:, 2:]), axis=2).any(axis=1)
    return COST_OF_CROSSING * _length(line) * float(inside.mean())


def _places(label: Label, frame: Box) -> Iterator[tuple[float, Box]]:
    """All around, nearer ones first, each with its distance."""
    left, top, right, bottom = label.around
    wide = text_width(label.text, label.size) + 2 * PADDING
    centre, middle = (left + right) / 2 - wide / 2, (top + bottom) / 2 - HEIGHT / 2
    for step in STEPS:
        above, below, before, after = top - step - HEIGHT, bottom + step, left - step - wide, right + step
        columns = (centre, left, right - wide)
        places = [(x, y) for y in (above, below) for x in columns]
        places += [(x, y) for x in (after, before) for y in (middle, top, bottom - HEIGHT, above, below)]
        for x, y in places:
            box = _inside((x, y, x + wide, y + HEIGHT), frame)
            yield step + abs(box[0] - x) + abs(box[1] - y), box


def _inside(box: Box, frame: Box) -> Box:
    """Moved so that it stands within the frame."""
    left = max(frame[0] + 2, min(box[0], frame[2] - 2 - (box[2] - box[0])))
    top = max(frame[1] + 2, min(box[1], frame[3] - 2 - (box[3] - box[1])))
    return left, top, left + box[2] - box[0], top + box[3] - box[1]


def _shared(box: Box, others: NDArray[np.float64]) -> NDArray[np.float64]:
    """The area that a box shares with each of others."""
    wide = np.minimum(box[2], others[:, 2]) - np.maximum(box[0], others[:, 0])
    high = np.minimum(box[3], others[:, 3]) - np.maximum(box[1], others[:, 1])
    return np.asarray(wide.clip(0) * high.clip(0))


def _between(label: Box, part: Box) -> tuple[Point, Point]:
    """The shortest line from a label's edge to the rim of a disc in a square box, or to the edge of another."""
    x, y = (part[0] + part[2]) / 2, (part[1] + part[3]) / 2
    start = max(label[0], min(x, label[2])), max(label[1], min(y, label[3]))
    wide, high = part[2] - part[0], part[3] - part[1]
    if abs(wide - high) > 1:
        return start, (max(part[0], min(start[0], part[2])), max(part[1], min(start[1], part[3])))
    length = _length((start, (x, y)))
    rest = max(0.0, 1 - wide / 2 / length) if length else 0.0
    return start, (start[0] + (x - start[0]) * rest, start[1] + (y - start[1]) * rest)


def _length(line: tuple[Point, Point]) -> float:
    return float(np.hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]))
