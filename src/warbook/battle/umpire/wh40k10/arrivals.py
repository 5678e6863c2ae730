"""What the umpire says of units that arrive from Reserves (K-RES-01 to K-RES-05)."""

from __future__ import annotations

from collections.abc import Iterator

from warbook import effects as fx
from warbook.battle.umpire.verdict import Case
from warbook.battle.umpire.wh40k10.book import Book
from warbook.battle.umpire.wh40k10.measure import SLACK, Disc, apart
from warbook.battle.umpire.wh40k10.moves import Placing, placings
from warbook.battle.umpire.wh40k10.scene import INCH

APART, EDGE = 9 * INCH, 6 * INCH
FIRST_ROUND = 2


def away(book: Book) -> Iterator[Case]:
    """More than nine inches from every enemy, where no rule says otherwise (K-RES-03, K-RES-05)."""
    for made in placings(book, "arrive") if not book.scene.does(fx.SetUp) else ():
        enemies = book.scene.army(made.after, 1 - made.unit.side)
        far = min((book.scene.apart(made.after, made.unit, enemy) for enemy in enemies), default=APART + 1)
        yield made.case(far > APART - SLACK, f"{far:.0f} from an enemy")


def at_an_edge(book: Book) -> Iterator[Case]:
    """Without Deep Strike: from round 2, wholly within six inches of one edge, and in that round off the zone
    of the enemy (K-RES-05)."""
    for made in placings(book, "arrive") if not book.scene.does(fx.SetUp) else ():
        if not _strikes(made):
            round_ = made.page.moment.before.clock[0]
            discs = [book.scene.disc(made.after, model) for model in made.ends]
            barred = round_ == FIRST_ROUND and any(_is_in(book, disc, 1 - made.unit.side) for disc in discs)
            held = round_ >= FIRST_ROUND and _on_one_edge(book, discs) and not barred
            yield made.case(held, f"in round {round_}")


def _strikes(made: Placing) -> bool:
    sheets = [kind.sheet for kind in made.unit.kinds]
    return all(any(a.name.casefold() == "deep strike" for a in sheet.abilities) for sheet in sheets)


def _is_in(book: Book, disc: Disc, side: int) -> bool:
    return bool(apart(book.scene.zones[side], disc.corners) - disc.shape.radius < -SLACK)


def _on_one_edge(book: Book, discs: list[Disc]) -> bool:
    east, north, reach = book.scene.width, book.scene.depth, EDGE + SLACK
    corners = [(x, y, disc.shape.radius) for disc in discs for x, y in disc.corners]
    farthest = (
        max(x + r for x, _, r in corners),
        max(east - x + r for x, _, r in corners),
        max(y + r for _, y, r in corners),
        max(north - y + r for _, y, r in corners),
    )
    return bool(min(farthest) <= reach)
