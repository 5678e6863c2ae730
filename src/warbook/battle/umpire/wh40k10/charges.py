"""What the umpire says of charges, pile-ins and Consolidations (rules section 12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from warbook.battle.umpire.verdict import Case
from warbook.battle.umpire.wh40k10.book import Book
from warbook.battle.umpire.wh40k10.measure import SLACK, gap
from warbook.battle.umpire.wh40k10.moves import Placing, length, placings, rolled_before
from warbook.battle.umpire.wh40k10.scene import INCH
from warbook.dice import Roll
from warbook.rules.request import Ask, Place
from warbook.rules.state import State
from warbook.systems.wh40k10.decisions import Decision

WITHIN_IN = 12


def eligible(book: Book) -> Iterator[Case]:
    """A unit that charges did not Advance or Fall Back, is not engaged, has not tried, and has an enemy within
    12 inches (K-CHG-01)."""
    for page in book.pages:
        ask, state = page.moment.request, page.moment.before
        if not isinstance(ask, Ask) or ask.what != "unit to charge" or ask.options[page.moment.answer] is None:
            continue
        unit = ask.options[page.moment.answer]
        what = {"advanced": "charge after advance", "fell back": "charge after fall back"}
        moved = what.get(page.moved.get(unit.index, ""))
        barred = (moved and not book.scene.may(state, unit, moved)) or unit.index in page.tried
        near = any(
            book.scene.apart(state, unit, e) <= WITHIN_IN * INCH + SLACK
            for e in book.scene.army(state, 1 - unit.side)
        )
        held = near and not barred and not book.scene.surely_engaged(state, unit) and unit.side == page.active
        yield Case(page.moment.number, held and page.phase == "charge", f"{unit.name} may not charge")


DECLARING = ((Decision.UNIT_TO_CHARGE, ""), (Decision.CHARGE_TARGET, ""), (Decision.PLAY, "charge ended"))
"""Decisions, with their subject, after which a charge is declared."""


def targets(book: Book) -> Iterator[Case]:
    """Targets are enemies within 12 inches when they are declared, before anything answers; of Heroic
    Intervention only the unit that charged (K-CHG-02)."""
    declared = None
    for page in book.pages:
        place = page.moment.request
        if declared is None or (isinstance(place, Ask) and (place.what, place.subject) in DECLARING):
            declared = page.moment.before
        if isinstance(place, Place) and place.kind == "charge":
            unit = book.scene.units[place.unit]
            for target in (book.scene.units[t] for t in place.targets):
                near = book.scene.apart(declared, unit, target) <= WITHIN_IN * INCH + SLACK
                charged = not page.brought(unit) or target.index in page.charged
                held = near and charged and target.side != unit.side
                yield Case(page.moment.number, held, f"{unit.name} charges {target.name}")


def distances(book: Book) -> Iterator[Case]:
    """No model goes further than the 2D6 rolled; the unit ends engaged with every target and with nobody else
    (K-CHG-03)."""
    scene = book.scene
    for made in placings(book, "charge"):
        rolled = rolled_before(book, made.number, "charge")
        state = made.after
        met = {enemy.index for enemy in scene.engaged(state, made.unit, SLACK)}
        sure = {enemy.index for enemy in scene.engaged(state, made.unit, -SLACK)}
        before = {enemy.index for enemy in scene.engaged(made.page.moment.before, made.unit, SLACK)}
        wanted = set(made.place.targets)
        plus = scene.plus(made.page.moment.before, made.unit, "charge roll")
        far = [m for m in made.ends if rolled is None or length(made, m) > INCH * (rolled + plus) + SLACK]
        yield made.case(not far, f"models {far} went beyond {rolled}")
        yield made.case(wanted <= met and sure <= wanted | before, f"engaged with {met}, not {wanted}")


def closer(book: Book) -> Iterator[Case]:
    """Each model that makes a Charge move ends closer to a target (K-CHG-04)."""
    for made in placings(book, "charge"):
        before, after = made.page.moment.before, made.after
        foes = [disc for t in made.place.targets for disc in book.scene.discs(before, book.scene.units[t])]
        for model in made.ends:
            was, now = book.scene.disc(before, model), book.scene.disc(after, model)
            held = any(gap(now, foe) < gap(was, foe) + SLACK for foe in foes)
            yield made.case(held, f"model {model} comes no closer")


def piled_in(book: Book) -> Iterator[Case]:
    """Each model that piles in ends closer to the enemy nearest to it; the unit ends engaged (K-FGT-03)."""
    for made in placings(book, "pile in"):
        yield from _closer_to_nearest(book, made)
        engaged = book.scene.maybe_engaged(made.after, made.unit)
        yield made.case(engaged, "does not end engaged")


def consolidated(book: Book) -> Iterator[Case]:
    """A Consolidation ends engaged, each mover closer to its nearest enemy, or else in range of the nearest
    objective (K-FGT-06)."""
    for made in placings(book, "consolidate"):
        if book.scene.maybe_engaged(made.after, made.unit):
            yield from _closer_to_nearest(book, made)
            continue
        discs = book.scene.discs(made.after, made.unit)
        held = any(gap(disc, marker) <= 3 * INCH + SLACK for disc in discs for marker in book.scene.markers)
        yield made.case(held, "ends neither engaged nor at an objective")


def _closer_to_nearest(book: Book, made: Placing) -> Iterator[Case]:
    scene, before, after = book.scene, made.page.moment.before, made.after
    foes = [disc for enemy in scene.army(before, 1 - made.unit.side) for disc in scene.discs(before, enemy)]
    for model in made.ends:
        was, now = scene.disc(before, model), scene.disc(after, model)
        least = min(gap(was, foe) for foe in foes)
        nearest = [foe for foe in foes if gap(was, foe) <= least + SLACK]
        held = any(gap(now, foe) < gap(was, foe) + SLACK for foe in nearest)
        yield made.case(held, f"model {model} comes no closer to its nearest enemy")


def in_combat(book: Book) -> Iterator[Case]:
    """Only units that are engaged or charged pile in, and each fights once a phase (K-FGT-01)."""
    for page in book.pages:
        place = page.moment.request
        if isinstance(place, Place) and place.kind == "pile in":
            unit, state = book.scene.units[place.unit], _selected(book, page)
            may = unit.index in page.charged or book.scene.maybe_engaged(state, unit)
            held = may and unit.index not in page.fought and page.phase == "fight"
            yield Case(page.moment.number, held, f"{unit.name} may not fight")


def _selected(book: Book, page: Any) -> State:
    """The state when a unit that piles in was selected: what rules then did may have destroyed its enemies."""
    number = page.moment.number
    while number and _is_of_rule(book.pages[number - 1].moment.request):
        number -= 1
    state: State = book.pages[number].moment.before
    return state


def _is_of_rule(request: object) -> bool:
    if isinstance(request, Roll):
        return request.what.startswith("rule: ")
    return isinstance(request, Ask) and request.what in (
        Decision.USE,
        Decision.UNIT,
        Decision.MODEL,
        Decision.NUMBER,
    )


def order(book: Book) -> Iterator[Case]:
    """Fights First, then the rest; the player whose turn it is not picks first, then they alternate, and who
    has nobody left lets the other go on. Counter-Offensive puts a unit in between (K-FGT-02, K-FGT-08)."""
    step, due = (-1, -1), 0
    for page in book.pages:
        place = page.moment.request
        if not isinstance(place, Place) or place.kind != "pile in":
            continue
        if (page.turn, page.step) != step:
            step, due = (page.turn, page.step), 1 - page.active
        unit, first = book.scene.units[place.unit], page.step == 5
        if page.brought(unit):
            yield Case(page.moment.number, True, "")
            due = 1 - unit.side
            continue
        others = book.scene.army(page.moment.before, due)
        waiting = any(_may_fight(book, page, other, first) for other in others)
        held = (unit.side == due or not waiting) and (not first or _fights_first(book, page, unit))
        yield Case(page.moment.number, held, f"{unit.name} is not next")
        due = 1 - unit.side


def _fights_first(book: Book, page: Any, unit: Any) -> bool:
    bonus = unit.index in page.charged and unit.index not in page.intervened
    bonus = bonus or book.scene.given(page.moment.before, unit, "fights first")
    living = {model.kind for model in unit.models if book.scene.there(page.moment.before, model.index)}
    return bonus or all(
        any(ability.name.casefold() == "fights first" for ability in unit.kinds[kind].sheet.abilities)
        for kind in living
    )


def _may_fight(book: Book, page: Any, unit: Any, first: bool) -> bool:
    if unit.index in page.fought or (first and not _fights_first(book, page, unit)):
        return False
    return unit.index in page.charged or book.scene.surely_engaged(page.moment.before, unit)


def nobody_left(book: Book) -> Iterator[Case]:
    """The Fight phase ends when no unit is left that must fight (K-FGT-01)."""
    for page, after in pairwise(book.pages):
        if page.phase == "fight" and (after.turn != page.turn):
            fought = set(page.fought)
            place = page.moment.request
            if isinstance(place, Place):
                fought.add(place.unit)
            left = [
                unit
                for unit in book.scene.units
                if unit.index not in fought and book.scene.surely_engaged(page.moment.after, unit)
            ]
            yield Case(page.moment.number, not left, f"{[u.name for u in left]} did not fight")
