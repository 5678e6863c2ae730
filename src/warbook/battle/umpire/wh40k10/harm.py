"""What the umpire says of dice that nobody chose: their kind, Deadly Demise, Pistols beside other guns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warbook.battle.umpire.verdict import Case
from warbook.battle.umpire.wh40k10.book import Book, Page
from warbook.battle.umpire.wh40k10.expected import has
from warbook.battle.umpire.wh40k10.measure import SLACK, gap
from warbook.battle.umpire.wh40k10.rolls import needs
from warbook.battle.umpire.wh40k10.scene import BIG, INCH
from warbook.dice import Dice, Roll
from warbook.rules.request import Ask, Place
from warbook.systems.wh40k10.decisions import Decision

DICE = {
    "advance": Dice(1, 6), "charge": Dice(2, 6), "battle-shock": Dice(2, 6), "deadly demise": Dice(1, 6),
}  # fmt: skip
TESTS = {"desperate escape": 3, "hazardous": 2}
REMOVED, LOST = Decision.OUT_OF_COHERENCY, Decision.MODEL_LOST
DEMISE_IN = 6


def kinds(book: Book) -> Iterator[Case]:
    """An Advance is a D6, a charge and a Battle-shock test 2D6, Deadly Demise a D6; a Desperate Escape needs a
    3, Hazardous a 2."""
    for page in book.pages:
        request = page.moment.request
        if isinstance(request, Roll) and request.what in DICE:
            held = request.chance == DICE[request.what]
            yield Case(page.moment.number, held, f"{request.what}: {request.chance}")
        elif isinstance(request, Roll) and request.what in TESTS:
            needed = needs(page.moment)
            yield Case(page.moment.number, needed == TESTS[request.what], f"{request.what} needs {needed}")


def demises(book: Book) -> Iterator[Case]:
    """Each model with Deadly Demise that is destroyed rolls for it at once, but for one removed out of
    coherency (K-MW-05, K-POS-06)."""
    waiting = 0
    for page in book.pages:
        request = page.moment.request
        if isinstance(request, Roll) and request.what == "deadly demise":
            waiting -= 1
            yield Case(page.moment.number, waiting >= 0, "no model was destroyed")
        elif waiting > 0 and isinstance(request, Ask | Place) and getattr(request, "what", "") != LOST:
            yield Case(page.moment.number, False, f"{waiting} times Deadly Demise is not rolled")
            waiting = 0
        waiting = max(0, waiting) + len(_exploding(book, page))


def _exploding(book: Book, page: Page) -> list[int]:
    """Models with Deadly Demise that a moment destroyed."""
    before, after, request = page.moment.before.left, page.moment.after.left, page.moment.request
    if isinstance(request, Ask) and request.what == REMOVED:
        return []
    lost = ((before > 0) & (after == 0)).nonzero()[0].tolist()
    return [index for index in lost if book.scene.models[index].demise]


def blasts(book: Book) -> Iterator[Case]:
    """A 6 wounds every unit within 6 inches, anything else nobody (K-MW-05). Judged where one model is
    destroyed at a time."""
    dead: list[int] = []
    for place, page in enumerate(book.pages):
        request = page.moment.request
        if isinstance(request, Roll) and request.what == "deadly demise" and len(dead) == 1:
            made, six = _wounds(book, place + 1), page.moment.answer == (6,)
            least, most = (_reached(book, page, dead[0], slack) for slack in (-SLACK, SLACK))
            held = least <= made <= most if six else made == 0
            yield Case(page.moment.number, held, f"{made} units hurt by a {page.moment.answer}")
        dead = _exploding(book, page) or dead


def _wounds(book: Book, place: int) -> int:
    """How many units are wounded in the rolls from there on."""
    count = 0
    for page in book.pages[place:]:
        request = page.moment.request
        if not isinstance(request, Roll) or request.what not in ("deadly demise wounds", "feel no pain"):
            break
        count += request.what == "deadly demise wounds"
    return count


def _reached(book: Book, page: Page, dead: int, slack: float) -> int:
    state, scene = page.moment.before, book.scene
    here = scene.disc(state, dead)
    units = [unit for unit in scene.units if scene.living(state, unit)]
    return sum(
        min(gap(here, disc) for disc in scene.discs(state, u)) <= DEMISE_IN * INCH + slack for u in units
    )


def pistols(book: Book) -> Iterator[Case]:
    """No model that is no MONSTER or VEHICLE shoots with Pistols and with other weapons at once (K-W-15)."""
    used: dict[tuple[Any, ...], set[bool]] = {}
    for volley in book.volleys:
        if volley.kind == "fight" or not BIG.isdisjoint(volley.unit.keywords) or volley.due.unclear:
            continue
        for attack in volley.due.attacks:
            found = used.setdefault((volley.kind, *volley.seen.clock[:3], attack.bearer), set())
            found.add(has(attack.arm, "pistol") is None)
            yield Case(volley.rolls[0].number, len(found) == 1, f"model {attack.bearer} of {volley.unit.name}")
