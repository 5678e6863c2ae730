"""The battlefield as a document: its size, objectives, deployment zones and terrain; JSON both ways, in inches.

Footprints and zones are convex. The origin is one corner of the table; x runs along the width, y along the
depth.
"""

from __future__ import annotations

from importlib import resources

import msgspec

from warbook.board.integers import mil
from warbook.dice import Value
from warbook.errors import InputError
from warbook.json_file import in_words, unreadable

Point = tuple[float, float]
Footprint = tuple[Point, ...]
MAX_EDGE_IN = 24
MAX_PIECES = 62


class Ruin(Value, frozen=True, tag="ruin", forbid_unknown_fields=True):
    """Nobody sees through it; models wholly within see out, and all are seen inside it (K-COV table of
    terrain).

    Models that may pass walls move through it; others cannot cross ``walls``, or the footprint at all when no
    walls are listed. ``floors_in`` are the heights of upper floors.
    """

    name: str
    footprint: Footprint
    walls: tuple[tuple[Point, Point], ...] = ()
    floors_in: tuple[float, ...] = ()


class Obstacle(Value, frozen=True, tag="obstacle", forbid_unknown_fields=True):
    """A barricade or a wall that is moved over, not stood on; what is behind it is seen, but not fully."""

    name: str
    footprint: Footprint
    height_in: float = 2.0


class Woods(Value, frozen=True, tag="woods", forbid_unknown_fields=True):
    """What is inside or behind is seen, but never fully; movement is free."""

    name: str
    footprint: Footprint


Piece = Ruin | Obstacle | Woods


class Objective(Value, frozen=True, forbid_unknown_fields=True):
    """An objective marker, a disc (K-OBJ-01)."""

    x_in: float
    y_in: float
    diameter_mm: float = 40


class Battlefield(Value, frozen=True, forbid_unknown_fields=True):
    """A table with all that stands on it before the armies. ``zones`` are deployment zones, one for each
    player."""

    name: str
    width_in: float
    depth_in: float
    terrain: tuple[Piece, ...] = ()
    objectives: tuple[Objective, ...] = ()
    zones: tuple[Footprint, ...] = ()

    def __post_init__(self) -> None:
        if not (0 < self.width_in <= 90 and 0 < self.depth_in <= 90):
            raise ValueError("a table measures at most 90 inches each way")
        if len(self.terrain) > MAX_PIECES:
            raise ValueError(f"at most {MAX_PIECES} pieces of terrain")
        for piece in self.terrain:
            _check(piece.name, piece.footprint, MAX_EDGE_IN)
        for zone in self.zones:
            _check("a zone", zone, 90)

    def to_json(self) -> str:
        """The document that :meth:`from_json` reads."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()

    @classmethod
    def from_json(cls, text: str | bytes, path: str = "battlefield") -> Battlefield:
        """Read a battlefield. Raises :class:`InputError` with the place of what is wrong."""
        try:
            return msgspec.json.decode(text, type=cls)
        except msgspec.ValidationError as error:
            message, _, place = str(error).partition(" - at `$")
            raise InputError(path, place.strip("`.") or "document", in_words(message)) from None
        except msgspec.DecodeError as error:
            raise InputError(path, "document", f"expected JSON: {unreadable(error)}") from None


def _check(name: str, footprint: Footprint, max_edge_in: float) -> None:
    points = [(mil(x), mil(y)) for x, y in footprint]
    pairs = list(zip(points, points[1:] + points[:1], strict=True))
    turns = [
        (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
        for (a, b), (c, d) in zip(pairs, pairs[1:] + pairs[:1], strict=True)
    ]
    if len(points) < 3 or not (all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)):
        raise ValueError(f"{name}: the footprint must be convex, with three corners or more, none on a line")
    longest = max((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in pairs)
    if longest > mil(max_edge_in) ** 2:
        raise ValueError(f"{name}: an edge is longer than {max_edge_in:g} inches")


def bundled() -> tuple[str, ...]:
    """Names of the battlefields that come with Warbook."""
    folder = resources.files("warbook") / "data" / "terrain"
    return tuple(sorted(f.name.removesuffix(".json") for f in folder.iterdir() if f.name.endswith(".json")))


def battlefield(name: str) -> Battlefield:
    """A bundled battlefield. Raises :class:`InputError` for a name that is not among them."""
    if name not in bundled():
        raise InputError("battlefields", name, f"expected one of {', '.join(bundled())}")
    file = resources.files("warbook") / "data" / "terrain" / f"{name}.json"
    return Battlefield.from_json(file.read_bytes(), name)
