"""What the umpire says of points, plays, Battle-shock, wounds and the score (rules sections 5, 14, 16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warbook import effects as fx
from warbook.battle.umpire.verdict import Case
from warbook.battle.umpire.wh40k10.book import PHASE, STEPS, Book, Page, passed, turn_of
from warbook.battle.umpire.wh40k10.measure import SLACK
from warbook.battle.umpire.wh40k10.shock import BRAVERY_BEFORE, failed, halved
from warbook.dice import Roll
from warbook.rules.request import Ask, Place
from warbook.systems.wh40k10.decisions import Decision

COSTS = {
    "Command Re-roll": 1, "Insane Bravery": 1, "Counter-Offensive": 2, "Fire Overwatch": 1, "Go to Ground": 1,
    "Smokescreen": 1, "Heroic Intervention": 1,
}  # fmt: skip
OLD_INTERVENTION = ("2023-06", "2023-12")
COMMAND, BATTLE_SHOCK = 0, 1
LAST_ROUND = 5
MOST_SCORED = 3


def plays(book: Book) -> Iterator[tuple[Page, Ask, Any]]:
    for page in book.pages:
        ask = page.moment.request
        if isinstance(ask, Ask) and ask.what == Decision.PLAY:
            picked = ask.options[page.moment.answer]
            if picked is not None:
                yield page, ask, picked


def cost(book: Book, name: str) -> int:
    if name == "Heroic Intervention" and book.scene.revision in OLD_INTERVENTION:
        return 2
    return COSTS[name]


def command_points(book: Book) -> Iterator[Case]:
    """Both players gain a point in each Command phase, and pay what they use; nothing else (K-CMD-01,
    K-STR-01)."""
    asked = book.scene.answers("turn starts", "phase starts")  # points come before what is asked there
    for page in book.pages if not (asked or book.scene.does(fx.Gain, fx.PlayCost)) else ():
        moment = page.moment
        gained = passed(moment, COMMAND)
        for side in (0, 1):
            paid = 0 if _given_back(page, side) else _paid(book, page, side)
            change = int(moment.after.sides[side, 0] - moment.before.sides[side, 0])
            if gained or paid or change:
                seen = f"side {side}: {change}, expected {gained - paid}"
                yield Case(moment.number, change == gained - paid, seen)


def _given_back(page: Page, side: int) -> bool:
    """Whether a card that was used did nothing, so that its points come back: it brought nobody in, and nothing
    else on the table is otherwise than before."""
    ask, before, after = page.moment.request, page.moment.before, page.moment.ended
    if not (isinstance(ask, Ask) and ask.player == side and ask.what == Decision.PLAY):
        return False
    picked = ask.options[page.moment.answer]
    if picked is None or not picked.play.card or (before.sides[side] != after.sides[side]).any():
        return False
    same_table = (before.at == after.at).all() and (before.left == after.left).all()
    return bool(same_table and (before.units == after.units).all() and before.effects == after.effects)


def _paid(book: Book, page: Page, side: int) -> int:
    ask = page.moment.request
    if isinstance(ask, Ask) and ask.player == side and ask.what == Decision.PLAY:
        picked = ask.options[page.moment.answer]
        if picked is None:
            return 0
        return int(picked.play.card.cost) if picked.play.card else cost(book, picked.play.name)
    return 0


def never_in_debt(book: Book) -> Iterator[Case]:
    """Nobody has fewer than no points."""
    for page in book.pages:
        if isinstance(page.moment.request, Ask):
            yield Case(page.moment.number, bool((page.moment.after.sides >= 0).all()), "fewer than 0 points")


def once(book: Book) -> Iterator[Case]:
    """A Stratagem once a phase and player, Fire Overwatch once a turn, Insane Bravery once a battle from
    2023-12 (K-STR-01, section 19 row 8)."""
    used: set[tuple[Any, ...]] = set()
    for page, ask, picked in plays(book):
        name = picked.play.name
        span: tuple[Any, ...] = (page.turn, page.phase)
        if name == "Fire Overwatch":
            span = (page.turn,)
        elif name == "Insane Bravery" and book.scene.revision != "2023-06":
            span = ()
        key = (ask.player, name, *span)
        yield Case(page.moment.number, key not in used, f"{name} again")
        used.add(key)


def own_units(book: Book) -> Iterator[Case]:
    """A Stratagem is used on an own unit that is not Battle-shocked (K-CMD-04, K-STR-01)."""
    for page, ask, picked in plays(book):
        held = picked.unit.side == ask.player and picked.unit.index not in page.shocked
        yield Case(page.moment.number, held, f"{picked.play.name} on {picked.unit.name}")


_WINDOWS = {
    "Counter-Offensive": ("fight",), "Fire Overwatch": ("movement", "charge"), "Go to Ground": ("shooting",),
    "Smokescreen": ("shooting",), "Heroic Intervention": ("charge",), "Insane Bravery": ("command",),
}  # fmt: skip
_IN_ANSWER = frozenset(("Fire Overwatch", "Go to Ground", "Smokescreen", "Heroic Intervention"))


def windows(book: Book) -> Iterator[Case]:
    """Each Stratagem in its phase and on the right side of the table (section 14); Insane Bravery also where a
    rule, or coming back (K-RES-08), asks for a test."""
    for page, ask, picked in plays(book):
        name = picked.play.name
        forced = name == "Insane Bravery" and (book.scene.does(fx.Test) or _came(book, page, picked.unit))
        held = forced or name not in _WINDOWS or page.phase in _WINDOWS[name]
        held &= name not in _IN_ANSWER or ask.player != page.active
        held &= name != "Go to Ground" or "INFANTRY" in picked.unit.keywords
        held &= name != "Smokescreen" or "SMOKE" in picked.unit.keywords
        yield Case(page.moment.number, held, f"{name} in the {page.phase} phase")


def _came(book: Book, page: Page, unit: Any) -> bool:
    """Whether the last placement before was of this unit, which had been off the table."""
    before = (one.moment for one in reversed(book.pages[: page.moment.number]))
    place = next((moment for moment in before if isinstance(moment.request, Place) and moment.answer), None)
    if place is None or place.request.unit != unit.index:
        return False
    return bool((place.before.at[[model.index for model in unit.models], 0] < 0).all())


def interventions(book: Book) -> Iterator[Case]:
    """Heroic Intervention: within 6 inches of the unit that charged, not engaged, no VEHICLE but a WALKER."""
    for page, ask, picked in plays(book):
        if picked.play.name == "Heroic Intervention":
            unit, enemy = picked.unit, book.scene.units[ask.about or 0]
            near = book.scene.apart(page.moment.before, unit, enemy) <= 6004
            walks = "VEHICLE" not in unit.keywords or "WALKER" in unit.keywords
            held = near and walks and not book.scene.surely_engaged(page.moment.before, unit)
            yield Case(page.moment.number, held and enemy.index in page.charged, f"{unit.name}")


def counter_offensives(book: Book) -> Iterator[Case]:
    """Counter-Offensive: an engaged unit that has not fought, just after an enemy fought."""
    for page, ask, picked in plays(book):
        if picked.play.name == "Counter-Offensive":
            unit, fought = picked.unit, book.scene.units[ask.about or 0]
            held = unit.index not in page.fought and fought.index in page.fought and fought.side != unit.side
            engaged = book.scene.maybe_engaged(page.moment.before, unit)
            yield Case(page.moment.number, held and engaged, f"{unit.name}")


def shock_tests(book: Book) -> Iterator[Case]:
    """In each Battle-shock step exactly the own units Below Half-strength test (K-CMD-03)."""
    tested, started = 0, False
    due: list[Any] = []
    for page in book.pages if not book.scene.does(fx.Test, fx.Reroll) else ():
        moment = page.moment
        if page.step == BATTLE_SHOCK:
            if not started:
                due, tested, started = halved(book.scene, moment.before, page.active), 0, True
            tested += _tests(book, moment)
        done = passed(moment, BATTLE_SHOCK)
        if done and page.step == BATTLE_SHOCK:
            yield Case(moment.number, tested == len(due), f"{tested} tests for {len(due)} units")
            done, started = done - 1, False
        if done and not moment.over:
            left = halved(book.scene, moment.after, moment.after.clock[1])
            yield Case(moment.number, not left, f"{[u.name for u in left]} did not test")


def _tests(book: Book, moment: Any) -> int:
    """1 for a test, or for Insane Bravery in its place; models may return in that step, too."""
    request = moment.request
    if isinstance(request, Roll):
        return int(request.what == "battle-shock")
    before = isinstance(request, Ask) and request.subject == BRAVERY_BEFORE
    return int(before and request.options[moment.answer] is not None)


def shock_results(book: Book) -> Iterator[Case]:
    """2D6 of the best Leadership passes; who fails is Battle-shocked, nobody else is (K-CMD-03)."""
    flag = book.tale.game.words["shocked"][0]
    for page in book.pages if not book.scene.does(fx.Test, fx.Reroll) else ():
        moment = page.moment
        if page.step == BATTLE_SHOCK and passed(moment, BATTLE_SHOCK):
            wanted = failed(book.scene, book.step_moments(page), page.active)
            own = (unit.index for unit in book.scene.units if unit.side == page.active)
            told = {unit for unit in own if moment.after.units[unit, flag]}
            yield Case(moment.number, told == wanted, f"shocked are {told}, not {wanted}")


def score(book: Book) -> Iterator[Case]:
    """From round 2, at the end of the own Command phase: a point a marker controlled, at most three
    (K-OBJ-06)."""
    shocked_flag = book.tale.game.words["shocked"][0]
    for page in book.pages:
        moment, least, most = page.moment, [0, 0], [0, 0]
        turns = range(max(0, turn_of(moment.before)), turn_of(moment.after) + 1)
        before, after = (turn_of(s) * len(STEPS) + s.clock[2] for s in (moment.before, moment.after))
        scoring = [t for t in turns if before <= t * len(STEPS) + BATTLE_SHOCK < after and not _cut(moment, t)]
        shocked = frozenset(u.index for u in book.scene.units if moment.after.units[u.index, shocked_flag])
        for turn in scoring:
            if turn // 2 + 1 >= 2:
                for wanted, slack in ((least, -SLACK), (most, SLACK)):
                    held = book.scene.controlled(moment.after, turn % 2, shocked, slack)
                    wanted[turn % 2] += min(MOST_SCORED, held)
        change = (moment.after.sides[:, 1] - moment.before.sides[:, 1]).tolist()
        if scoring or any(change):
            fits = all(low <= told <= high for low, told, high in zip(least, change, most, strict=True))
            yield Case(moment.number, fits, f"scored {change}, not {least} to {most}")


def _cut(moment: Any, turn: int) -> bool:
    """A battle that ended before that step."""
    return bool(moment.over and turn >= 2 * LAST_ROUND)


def rounds(book: Book) -> Iterator[Case]:
    """The battle ends after round 5 or when an army is gone, and not before (K-OBJ-06)."""
    for page in book.pages:
        state, moment = page.moment.before, page.moment
        if moment.before.clock[0]:
            yield Case(moment.number, state.clock[0] <= LAST_ROUND, f"round {state.clock[0]}")
        if moment.over:
            gone = not all(book.scene.army(moment.after, side) for side in (0, 1))
            yield Case(moment.number, gone or moment.after.clock[0] > LAST_ROUND, "the battle ends too early")


def wounds(book: Book) -> Iterator[Case]:
    """Wounds are only lost, never below none, but where a rule heals; the destroyed return by a placement of
    themselves alone (K-VOC-06)."""
    for page in book.pages:
        before, after = page.moment.before.left, page.moment.after.left
        if (before != after).any():
            healed = book.scene.does(fx.Heal, fx.Return, fx.SetUp) or (
                page.step <= BATTLE_SHOCK and book.scene.does(fx.Named)
            )
            held = bool((healed or (after <= before).all()) and (after >= 0).all())
            back = set(((before <= 0) & (after > 0)).nonzero()[0].tolist())
            yield Case(
                page.moment.number, held and back <= _set_up(page), "wounds regained, or fewer than none"
            )


def _set_up(page: Page) -> set[int]:
    """The destroyed models that a placement sets back up."""
    place = page.moment.request
    return set(place.models) if isinstance(place, Place) and page.moment.answer else set()


def still(book: Book) -> Iterator[Case]:
    """Nobody moves but by a placement of the own unit."""
    for page in book.pages:
        moment = page.moment
        gone = moment.after.at[:, 0] < 0  # put into Reserves
        moved = ((moment.before.at != moment.after.at).any(axis=1) & ~gone).nonzero()[0].tolist()
        allowed: set[int] = set()
        if isinstance(moment.request, Place) and moment.request.kind != "fell_back":
            allowed = {entry[0] for entry in moment.answer}
        elif moved:
            allowed = _falling(book, moment.number)
        if moved:
            yield Case(moment.number, set(moved) <= allowed, f"models {moved} moved")


def _falling(book: Book, number: int) -> set[int]:
    """Models of the Fall Back that is under way: they go when its tests are done."""
    for page in reversed(book.pages[: number + 1]):
        place = page.moment.request
        if isinstance(place, Place):
            return {entry[0] for entry in page.moment.answer} if place.kind == "fell_back" else set()
    return set()


def phases(book: Book) -> Iterator[Case]:
    """Each step follows the one before; none is gone back to."""
    place = -len(STEPS)
    for page in book.pages:
        now = page.turn * len(STEPS) + page.step
        yield Case(page.moment.number, now >= place, f"{PHASE[page.step]} after a later phase")
        place = now


def players(book: Book) -> Iterator[Case]:
    """Decisions are asked of whose unit it is, moves of the player whose turn it is."""
    for page in book.pages:
        request = page.moment.request
        if isinstance(request, Place):
            unit = book.scene.units[request.unit]
            own = unit.side == request.player
            turn = request.kind not in ("normal", "advanced", "fell_back") or unit.side == page.active
            yield Case(page.moment.number, own and turn, f"{request.kind} of {unit.name}")
