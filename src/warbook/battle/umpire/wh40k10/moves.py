"""What the umpire says of moves: how far, where to, past whom (rules sections 4, 6, 12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

from warbook.battle.umpire.verdict import Case
from warbook.battle.umpire.wh40k10.book import Book, Page, passed
from warbook.battle.umpire.wh40k10.measure import SLACK, Disc, from_line, gap, grown, holds
from warbook.battle.umpire.wh40k10.scene import ENGAGED, INCH
from warbook.dice import Roll
from warbook.rules.request import Ask, Place
from warbook.rules.state import State
from warbook.systems.wh40k10.decisions import Decision

END_OF_TURN = 7
PLAIN = ("normal", "advanced", "fell_back")
WORDS = {"advanced": "advance", "fell_back": "fall back"}
"""What rules call these kinds of move."""
FREE = ("normal", "advanced")
SET_UP = ("deploy", "returned", "arrive", "set up")
FIGHT_MOVES = {"pile in": "pile-in", "consolidate": "consolidation"}
"""What rules call the moves of the Fight phase."""
FIGHT_MOVE_IN = 3


class Placing(NamedTuple):
    """A placement that moved something."""

    page: Page
    place: Place
    unit: Any

    @property
    def number(self) -> int:
        return self.page.moment.number

    @property
    def after(self) -> State:
        """How the table looks when the move is made, and nothing else yet."""
        state = self.page.moment.before.copy()
        for model, end in self.ends.items():
            state.at[model] = end
        for model in self.place.models:
            state.left[model] = max(1, state.left[model])
        return state

    @property
    def ends(self) -> dict[int, tuple[int, int]]:
        return {entry[0]: entry[-2:] for entry in self.page.moment.answer}

    def case(self, held: bool, seen: str = "") -> Case:
        return Case(self.number, held, f"{self.place.kind} of {self.unit.name}: {seen}")


def placings(book: Book, *kinds: str) -> Iterator[Placing]:
    for page in book.pages:
        place = page.moment.request
        if isinstance(place, Place) and place.kind in kinds and page.moment.answer:
            yield Placing(page, place, book.scene.units[place.unit])


def moved_discs(book: Book, made: Placing) -> list[Disc]:
    """Where the models that moved, and live, stand afterwards."""
    state = made.after
    return [book.scene.disc(state, model) for model in made.ends if state.left[model] > 0]


def length(made: Placing, model: int) -> float:
    """How far a model went along its way-points."""
    entry = next(entry for entry in made.page.moment.answer if entry[0] == model)
    x, y = made.page.moment.before.at[model].tolist()
    points = [(x, y), *zip(entry[1::2], entry[2::2], strict=True)]
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))


def rolled_before(book: Book, number: int, what: str) -> int | None:
    """The total of the last roll of that name before an input, not further back than the last placement."""
    for page in reversed(book.pages[:number]):
        request = page.moment.request
        if isinstance(request, Place):
            return None
        if isinstance(request, Roll) and request.what == what:
            return int(sum(page.moment.answer))
    return None


def distance(book: Book) -> Iterator[Case]:
    """No model goes further than its Move, and its D6 when it Advances (K-MOV-02, K-MOV-03, K-MOV-04)."""
    for made in placings(book, *PLAIN):
        more = rolled_before(book, made.number, "advance") if made.place.kind == "advanced" else 0
        for model in made.ends:
            before = made.page.moment.before
            plus = book.scene.plus(before, made.unit, "advance roll") if more else 0
            limit = book.scene.reach(before, model) + INCH * max(1 if more else 0, (more or 0) + plus)
            went = length(made, model)
            yield made.case(
                more is not None and went <= limit + SLACK, f"model {model} went {went:.0f} of {limit}"
            )


def short_moves(book: Book) -> Iterator[Case]:
    """Pile-in and Consolidation: 3 inches (K-FGT-03, K-FGT-06), or as far as a rule of the unit lets it."""
    for made in placings(book, "pile in", "consolidate"):
        limit = INCH * _fight_move(book, made)
        for model in made.ends:
            went = length(made, model)
            yield made.case(went <= limit + SLACK, f"model {model} went {went:.0f} of {limit}")


def _fight_move(book: Book, made: Placing) -> int:
    """The inches of it: those beyond three may need an end in Engagement Range."""
    before = made.page.moment.before
    inches, ends_engaged = book.scene.fight_reach(before, made.unit, FIGHT_MOVES[made.place.kind])
    return inches if not ends_engaged or book.scene.maybe_engaged(made.after, made.unit) else FIGHT_MOVE_IN


def on_the_table(book: Book) -> Iterator[Case]:
    """No base ends beyond the edge."""
    scene = book.scene
    for made in placings(book, *PLAIN, *SET_UP, "charge", "pile in", "consolidate"):
        for disc in moved_discs(book, made):
            radius = disc.shape.radius - SLACK
            whole = all(
                radius <= x <= scene.width - radius and radius <= y <= scene.depth - radius
                for x, y in disc.corners
            )
            yield made.case(whole, f"a base at {disc.x:.0f},{disc.y:.0f}")


def not_on_models(book: Book) -> Iterator[Case]:
    """No base ends on another one."""
    scene = book.scene
    for made in placings(book, *PLAIN, *SET_UP, "charge", "pile in", "consolidate"):
        state = made.after
        alive = [m.index for m in scene.models if scene.there(state, m.index)]
        for model in made.ends:
            here = scene.disc(state, model)
            clash = [n for n in alive if n != model and gap(here, scene.disc(state, n)) < -SLACK]
            yield made.case(not clash or state.left[model] == 0, f"model {model} on {clash}")


def past_enemies(book: Book) -> Iterator[Case]:
    """Normal moves and Advances keep out of Engagement Range all the way; other moves but Fall Back go over no
    enemy (K-MOV-02, K-MOV-03, K-PTH-03)."""
    for made in placings(book, *FREE, "charge", "pile in", "consolidate"):
        above = made.place.kind in (*FREE, "charge")
        state, scene = made.page.moment.before, book.scene
        reach = ENGAGED if made.place.kind in FREE else 0
        past = scene.past(state, made.unit, WORDS.get(made.place.kind, made.place.kind))
        enemies = [enemy for enemy in scene.army(state, 1 - made.unit.side) if enemy.index not in past]
        foes = [d for enemy in enemies for d in scene.discs(state, enemy)]
        for entry in made.page.moment.answer:
            if above and scene.owns(entry[0], "FLY"):
                continue
            points = [tuple(state.at[entry[0]].tolist()), *zip(entry[1::2], entry[2::2], strict=True)]
            inner = scene.shapes[entry[0]].inner
            clear = all(
                from_line((foe.x, foe.y), a, b) - inner - foe.shape.inner > reach - SLACK
                for foe in foes
                for a, b in pairwise(points)
            )
            yield made.case(clear, f"model {entry[0]} went past an enemy")


def past_friends(book: Book) -> Iterator[Case]:
    """MONSTERS and VEHICLES go through no friendly MONSTER or VEHICLE (K-PTH-03)."""
    scene = book.scene
    for made in placings(book, *PLAIN, "charge", "pile in", "consolidate"):
        state = made.page.moment.before
        solid = scene.solid_friends(state, made.unit)
        for entry in made.page.moment.answer if solid else ():
            if scene.owns(entry[0], "FLY"):
                continue
            points = [tuple(state.at[entry[0]].tolist()), *zip(entry[1::2], entry[2::2], strict=True)]
            inner = scene.shapes[entry[0]].inner
            clear = all(
                from_line((d.x, d.y), a, b) - inner - d.shape.inner > -SLACK
                for d in solid
                for a, b in pairwise(points)
            )
            yield made.case(clear, f"model {entry[0]} went through a friend")


def out_of_engagement(book: Book) -> Iterator[Case]:
    """No set-up, Normal move, Advance or Fall Back ends in Engagement Range (K-POS-04)."""
    for made in placings(book, *PLAIN, "deploy", "arrive", "set up"):
        clear = not book.scene.surely_engaged(made.after, made.unit)
        yield made.case(clear, "ends in Engagement Range")


def coherent_moves(book: Book) -> Iterator[Case]:
    """Every move and set-up ends in Unit Coherency (K-POS-05); models lost to Desperate Escape may break it."""
    for made in placings(book, "normal", "advanced", *SET_UP, "charge", "pile in", "consolidate"):
        yield made.case(book.scene.coherent(made.after, made.unit), "not coherent")


def coherent_turns(book: Book) -> Iterator[Case]:
    """At the end of a turn every unit is one coherent group (K-POS-06)."""
    for page in book.pages:
        if passed(page.moment, END_OF_TURN):
            for unit in book.scene.units:
                held = book.scene.coherent(page.moment.after, unit)
                yield Case(page.moment.number, held, f"{unit.name} is not coherent")


def removals(book: Book) -> Iterator[Case]:
    """At the end of a turn only models of units that are not coherent are removed, each by its own player
    (K-POS-06)."""
    for page in book.pages:
        ask = page.moment.request
        if isinstance(ask, Ask) and ask.what == Decision.OUT_OF_COHERENCY:
            unit, state = book.scene.units[ask.about or 0], page.moment.before
            held = not book.scene.surely_coherent(state, unit) and page.step == END_OF_TURN
            own = ask.options[page.moment.answer] in book.scene.living(state, unit) and unit.side == ask.player
            yield Case(page.moment.number, held and own, f"a model of {unit.name} is removed")


def deployment(book: Book) -> Iterator[Case]:
    """Units are set up wholly within their zone."""
    for made in placings(book, "deploy"):
        zone = grown(book.scene.zones[made.unit.side], SLACK)
        whole = all(holds(zone, disc) for disc in moved_discs(book, made))
        yield made.case(whole and len(made.ends) == len(made.unit.models), "not wholly in its zone")


def kinds_of_move(book: Book) -> Iterator[Case]:
    """Each own unit is selected once a turn; engaged units Fall Back or stay, others do anything else
    (K-MOV-01)."""
    for page in book.pages:
        ask, moment = page.moment.request, page.moment
        if not isinstance(ask, Ask) or ask.what not in (Decision.UNIT_TO_MOVE, Decision.KIND_OF_MOVE):
            continue
        picked = ask.options[moment.answer]
        if ask.what == Decision.UNIT_TO_MOVE:
            if picked is not None:
                once = picked.index not in page.moved and picked.side == page.active
                yield Case(moment.number, once and page.phase == "movement", f"{picked.name} is selected again")
            continue
        unit, falls = book.scene.units[ask.about or 0], int(picked) == 4
        if int(picked) > 1:
            wrong = (
                not book.scene.maybe_engaged(moment.before, unit)
                if falls
                else book.scene.surely_engaged(moment.before, unit)
            )
            yield Case(moment.number, not wrong, f"{unit.name} may not make that move")


def escapes(book: Book) -> Iterator[Case]:
    """Desperate Escape: a D6 for each model that crosses an enemy, or for all of a Battle-shocked unit; a
    model is lost for each 1 or 2 (K-MOV-05)."""
    for made in placings(book, "fell_back"):
        state, number = made.page.moment.before, made.number
        if number + 1 == len(book.pages):
            continue
        living = len(book.scene.living(state, made.unit))
        least, most = _crossing(book, made)
        if made.unit.index in made.page.shocked:
            least = most = living
        if book.scene.escapes(state, made.unit):
            least = most = 0
        dice = _escape_dice(book, number + 1)
        right = least <= len(dice) <= most
        if dice:
            turn = [p for p in book.pages[number + 1 :] if p.phase == "movement" and p.turn == made.page.turn]
            after = next((p.moment.before for p in turn if not _is_escape(p.moment.request)), None)
            failed = sum(face <= 2 for face in dice) - _escaped_again(book, number + 2)
            lost = living - len(book.scene.living(after, made.unit)) if after is not None else failed
            right = right and lost == min(failed, living)
        yield made.case(right, f"{len(dice)} dice for {least} to {most} models that cross")


def _is_escape(request: object) -> bool:
    """Whether it is part of a Desperate Escape: its test, a model that it costs, or the test made again."""
    if isinstance(request, Roll):
        return request.what == "desperate escape"
    return isinstance(request, Ask) and (request.what == Decision.MODEL_LOST or _is_reroll(request))


def _is_reroll(request: object) -> bool:
    """Whether a player is asked for a Command Re-roll."""
    return isinstance(request, Ask) and (request.what, request.subject) == (Decision.PLAY, "rolled")


def _escaped_again(book: Book, number: int) -> int:
    """1 where a Command Re-roll made good for a model that was lost."""
    again = [page.moment for page in book.pages[number : number + 2]]
    asked = len(again) > 1 and _is_reroll(again[0].request)
    rolled = asked and isinstance(again[1].request, Roll) and again[1].request.what == "desperate escape"
    return int(bool(rolled) and again[1].answer[0] > 2)


def _escape_dice(book: Book, number: int) -> tuple[int, ...]:
    if number >= len(book.pages):
        return ()
    moment = book.pages[number].moment
    found = isinstance(moment.request, Roll) and moment.request.what == "desperate escape"
    return moment.answer if found else ()


def _crossing(book: Book, made: Placing) -> tuple[int, int]:
    """How many models surely, and at most, cross an enemy on their way."""
    state, scene, counts = made.page.moment.before, book.scene, [0, 0]
    foes = [d for enemy in scene.army(state, 1 - made.unit.side) for d in scene.discs(state, enemy)]
    for entry in made.page.moment.answer:
        if scene.owns(entry[0], "FLY", "TITANIC"):
            continue
        points = [tuple(state.at[entry[0]].tolist()), *zip(entry[1::2], entry[2::2], strict=True)]
        own = scene.shapes[entry[0]]
        legs = [(foe, a, b) for foe in foes for a, b in pairwise(points)]
        inner = any(from_line((f.x, f.y), a, b) < own.inner + f.shape.inner - SLACK for f, a, b in legs)
        outer = any(from_line((f.x, f.y), a, b) < _outer(own) + _outer(f.shape) + SLACK for f, a, b in legs)
        counts = [counts[0] + inner, counts[1] + outer]
    return counts[0], counts[1]


def _outer(one: Any) -> float:
    return max(hypot(x, y) for x, y in one.corners) + float(one.radius)
