"""Keeps account of a page: which pieces were read as what, and what nobody could read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warbook.sheets.document import Piece, normalise, runs
from warbook.sheets.sheet import Datasheet, Lines, Missing, Note, Passage, Problem


class Ledger:
    """The pieces of one page, what each turned out to be, and what is missing or not understood.

    Readers claim a piece when they have put it into the sheet; what nobody claims becomes a problem.
    ``copies`` are pieces that stand on the page a second time and that no reader sees.
    """

    def __init__(self, pieces: Sequence[Piece], copies: Sequence[Piece] = ()) -> None:
        self.pieces = pieces
        self._copies = copies
        self.claims: list[str | None] = [None] * len(pieces)
        self._missing: dict[Missing, None] = {}
        self._problems: dict[Problem, None] = {}
        self._notes: dict[tuple[str, str], Note] = {}

    def claim(self, places: int | Iterable[int], what: str) -> None:
        """Says that the pieces at ``places`` stand in the sheet as ``what``; the first claim stays."""
        for place in (places,) if isinstance(places, int) else places:
            if self.claims[place] is None:
                self.claims[place] = what

    def lines(self, first: int, last: int) -> Lines:
        """The line numbers of the pieces from ``first`` to ``last``, both included."""
        return self.pieces[first].line, self.pieces[last].line

    def lose(self, token: str, where: str, place: int | None = None) -> None:
        """Records that the page should hold something there and does not."""
        line = None if place is None else self.pieces[place].line
        self._missing.setdefault(Missing(token, where, line))

    @property
    def missing(self) -> tuple[Missing, ...]:
        """What the page should hold and does not, in the page's order; what has no place comes first."""
        return tuple(sorted(self._missing, key=lambda entry: entry.line or 0))

    @property
    def notes(self) -> tuple[Note, ...]:
        """The remarks kept so far, each once."""
        return tuple(self._notes.values())

    def doubt(self, place: int, message: str) -> None:
        """Records a place that was not understood."""
        self._problems.setdefault(Problem(self.pieces[place].line, message))

    def assume(self, message: str) -> None:
        """Records what was assumed where the page says nothing, at no place of its own."""
        self._problems.setdefault(Problem(0, message))

    def note(self, about: str, place: int, text: str | None = None) -> None:
        """Keeps a piece, or a part of its text, as it stands, as a remark about something."""
        piece = self.pieces[place]
        said = piece.text if text is None else text
        self.claim(place, f"{about} note")
        self._notes.setdefault((about, said), Note(about, said, (piece.line, piece.line)))

    def passages(self) -> tuple[Passage, ...]:
        """The claimed pieces as runs of lines, in the page's order."""
        by_claim: dict[str, list[int]] = {"repeated": [piece.line for piece in self._copies]}
        for piece, what in zip(self.pieces, self.claims, strict=True):
            if what is not None:
                by_claim.setdefault(what, []).append(piece.line)
        found = [Passage(what, span) for what, lines in by_claim.items() for span in runs(lines)]
        return tuple(sorted(found, key=lambda passage: passage.lines))

    def all_problems(self) -> tuple[Problem, ...]:
        """What was doubted, and every run of pieces that nobody claimed."""
        out = list(self._problems)
        left = [piece for piece, what in zip(self.pieces, self.claims, strict=True) if what is None]
        shown = {piece.line: piece.text for piece in reversed(left)}
        for first, last in runs([piece.line for piece in left]):
            out.append(
                Problem(first, f"not understood: {_short(shown[first])}", last if last > first else None)
            )
        return tuple(sorted(out, key=lambda problem: problem.line))


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def unaccounted(text: str, sheet: Datasheet) -> list[int]:
    """The numbers of lines with something on them that neither a passage nor a problem of the sheet covers."""
    covered: set[int] = set()
    for first, last in _spans(sheet):
        covered.update(range(first, last + 1))
    lines = normalise(text).split("\n")
    return [number for number, line in enumerate(lines, 1) if line.strip() and number not in covered]


def _spans(sheet: Datasheet) -> Iterable[Lines]:
    yield from (passage.lines for passage in sheet.passages)
    yield from ((problem.line, problem.last or problem.line) for problem in sheet.problems)
