"""The umpire's books: what each unit did in each turn, and which attacks each roll belongs to.

They are kept from the requests and answers alone, beside the flags that the battle keeps in its state.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from warbook.battle.umpire.tale import Moment, Tale
from warbook.battle.umpire.wh40k10.expected import expected, has
from warbook.battle.umpire.wh40k10.melee import Melee, Strike, plan
from warbook.battle.umpire.wh40k10.scene import Scene
from warbook.battle.umpire.wh40k10.shock import failed
from warbook.dice import Pool, Roll
from warbook.rules.request import Ask, Place
from warbook.rules.state import State
from warbook.systems.wh40k10.decisions import Decision, Rerolled, Shooting

STEPS = (
    "command",
    "battle-shock",
    "movement",
    "shooting",
    "charge",
    "fights first",
    "remaining",
    "end of turn",
)
PHASE = ("command", "command", "movement", "shooting", "charge", "fight", "fight", "fight")
BATTLE_SHOCK = 1
ATTACK_ROLLS = frozenset(
    ("attacks", "hit", "sustained hits", "wound", "save", "damage", "melta", "feel no pain")
)


class Volley(msgspec.Struct):
    """A unit's attacks on one target: ``weapons`` are the names declared, of shots;
    ``seen`` the state when they were declared; ``rolls`` the moments of its rolls, re-rolled ones left out;
    ``end`` its last moment; ``spent`` the One Shot weapons that had shot before, ``elsewhere`` the weapons that
    were aimed at others, ``pistols`` the choice between Pistols and the rest, ``strikes`` the blows of a
    fight, ``fished`` the rolls of which all but criticals are re-rolled."""

    kind: str
    unit: Any
    target: Any
    weapons: list[str]
    seen: State
    advanced: bool
    stationary: bool
    charged: bool
    effects: frozenset[str]
    spent: frozenset[tuple[int, str]]
    rolls: list[Moment] = []
    closed: bool = False
    end: Moment | None = None
    strikes: list[Strike] = []
    elsewhere: frozenset[tuple[int, str]] = frozenset()
    doubt: bool = False
    pistols: bool | None = None
    fished: frozenset[str] = frozenset()
    due: Any = None
    """What it must roll (:func:`~warbook.battle.umpire.wh40k10.expected.expected`)."""

    @property
    def after(self) -> State:
        """The state when the last of it was settled."""
        assert self.end is not None
        return self.end.after

    def armed(self, scene: Scene, model: Any) -> list[Any]:
        """A model's weapons as they were when the attacks were declared."""
        return scene.armed(self.seen, self.unit, self.target, model, self.kind)

    @property
    def attacks(self) -> list[Moment]:
        return [moment for moment in self.rolls if moment.request.what == "attacks"]  # type: ignore[union-attr]


class Page(NamedTuple):
    """The books as they stand before a moment. ``moved`` tells how units moved this turn; ``charged`` holds
    those that made a Charge move, ``intervened`` those of them without the bonus."""

    moment: Moment
    turn: int
    active: int
    step: int
    moved: dict[int, str]
    tried: frozenset[int]
    charged: frozenset[int]
    intervened: frozenset[int]
    shot: frozenset[int]
    fought: frozenset[int]
    shocked: frozenset[int]
    by_play: Any
    """The play that brought a unit into action."""

    @property
    def phase(self) -> str:
        return PHASE[self.step]

    def brought(self, unit: Any) -> bool:
        """Whether a play brought this unit into action."""
        return self.by_play is not None and self.by_play.unit is unit


class Book:
    """All pages of a tale, and its volleys."""

    def __init__(self, tale: Tale) -> None:
        self.tale, self.scene = tale, Scene(tale.game)
        self.pages: list[Page] = []
        self.volleys: list[Volley] = []
        self.unrolled: list[Volley] = []
        self._turn = -1
        self._moved: dict[int, str] = _words(tale, _MOVES)
        self._sets: dict[str, set[int]] = {name: _flagged(tale, name) for name in _FLAGS}
        self._queue: list[Volley] = []
        self._current: Volley | None = None
        self._play: Any = None
        self._effects: set[str] = set()
        self._again = False
        self._spent: frozenset[tuple[int, str]] = frozenset()
        self._melee: Melee | None = None
        self._pistols: bool | None = None
        self._fished: frozenset[str] = frozenset()
        first = True
        for moment in tale.moments:
            self._turn_over(moment, first)
            first = False
            self._write(moment)
        self._cut_off()

    def _cut_off(self) -> None:
        """A record may end amid a volley: there is no telling how many rolls it lacks."""
        last = self.tale.moments[-1] if self.tale.moments else None
        if self._current is not None and last is not None and not last.over and self._current.end is last:
            self.volleys.pop()

    def _turn_over(self, moment: Moment, first: bool) -> None:
        turn = turn_of(moment.before)
        if turn != self._turn:
            self._turn = turn
            if not first:
                for name in ("tried", "charged", "intervened", "shot", "fought"):
                    self._sets[name].clear()
                self._moved.clear()
                active = moment.before.clock[1]
                self._sets["shocked"] -= {u.index for u in self.scene.units if u.side == active}
        if self.pages and PHASE[moment.before.clock[2]] != self.pages[-1].phase:
            self._effects.clear()

    def _write(self, moment: Moment) -> None:
        sets = {name: frozenset(members) for name, members in self._sets.items()}
        clock = moment.before.clock
        page = Page(moment, self._turn, clock[1], clock[2], dict(self._moved), by_play=self._play, **sets)
        self.pages.append(page)
        request = moment.request
        if isinstance(request, Place):
            self._place(page, request)
        elif isinstance(request, Ask):
            self._ask(page, request)
        elif isinstance(request, Roll):
            self._roll(page, request)
        if page.step == BATTLE_SHOCK and passed(moment, BATTLE_SHOCK):
            self._sets["shocked"] |= failed(self.scene, self.step_moments(page), page.active)

    def step_moments(self, page: Page) -> list[Moment]:
        """The moments of a page's step up to it."""
        first = last = page.moment.number
        while first and self.pages[first - 1][1:4] == page[1:4]:
            first -= 1
        return [earlier.moment for earlier in self.pages[first : last + 1]]

    def _place(self, page: Page, place: Place) -> None:
        unit, went = self.scene.units[place.unit], bool(page.moment.answer)
        self._end(page)
        if place.kind == "fell_back":
            self._moved[unit.index] = "fell back" if went else "stationary"
        if place.kind in ("arrive", "set up") and went and self._moved.get(unit.index) not in FAR:
            self._moved[unit.index] = "normal"
        if place.kind == "charge" and went:
            self._sets["charged"].add(unit.index)
            if page.brought(unit):
                self._sets["intervened"].add(unit.index)
        if place.kind == "pile in":
            self._sets["fought"].add(unit.index)
            self._melee = Melee(unit, page.moment.after)
        if place.kind in ("consolidate", "charge"):
            self._play = None

    def _ask(self, page: Page, ask: Ask) -> None:
        picked = ask.options[page.moment.answer]
        if ask.what == Decision.UNIT_TO_MOVE and picked is not None:
            self._moved[picked.index] = "selected"
        elif ask.what == Decision.KIND_OF_MOVE and ask.about is not None:
            self._moved[ask.about] = _MOVES[int(picked)]
        elif ask.what == Decision.UNIT_TO_SHOOT:
            self._end(page)
            if picked is not None:
                self._sets["shot"].add(picked.index)
        elif ask.what == Decision.PISTOLS:
            self._pistols = picked == Shooting.PISTOLS
        elif ask.what == Decision.REROLLED_DICE:
            if picked == Rerolled.ALL_BUT_CRITICALS:
                self._fished |= {ask.subject}
        elif ask.what == Decision.TARGET and page.phase == "shooting":
            if picked is not None:
                self._declare(page, self.scene.units[ask.about or 0], picked, ask.subject)
        elif ask.what == Decision.TARGET and self._queue and self._queue[-1].kind == "overwatch":
            if picked is not None:
                self._queue[-1].weapons.append(ask.subject)
        elif self._melee is not None and ask.what == Decision.MELEE_WEAPON:
            self._melee.weapons.append(picked)
        elif self._melee is not None and ask.what == Decision.TARGET:
            self._melee.targets.append((ask.subject, picked))
        elif ask.what == Decision.UNIT_TO_CHARGE and picked is not None:
            self._sets["tried"].add(picked.index)
        elif ask.what == Decision.PLAY and picked is not None:
            self._used(page, ask, picked)

        if (
            (ask.what, ask.subject) == (Decision.PLAY, "rolled")
            and self._current is not None
            and not self._current.closed
        ):
            self._current.end = page.moment

    def _used(self, page: Page, ask: Ask, picked: Any) -> None:
        name = picked.play.name
        self._again = name == "Command Re-roll"
        if name in ("Heroic Intervention", "Counter-Offensive"):
            self._play = picked
        elif name in ("Smokescreen", "Go to Ground"):
            self._effects.add(f"{name} {picked.unit.index}")
        elif name == "Fire Overwatch" and ask.about is not None:
            self._end(page)
            target = self.scene.units[ask.about]
            self._queue.append(self._volley(page, "overwatch", picked.unit, target, [], page.moment.before))

    def _declare(self, page: Page, unit: Any, target: Any, weapon: str) -> None:
        """A weapon is aimed at one more target, but for those of its name that were aimed at others."""
        others = [volley for volley in self._queue if weapon in volley.weapons]
        made = next((v for v in self._queue if v.target is target and v.kind == "shoot"), None)
        if made is None:
            made = self._volley(page, "shoot", unit, target, [], page.moment.before)
            self._queue.append(made)
        for other in others:
            found = expected(self.scene, other, other.seen)
            taken = {(a.bearer, weapon) for a in found.attacks if a.arm.spec.name == weapon}
            made.elsewhere, made.doubt = made.elsewhere | taken, made.doubt or found.unclear
        made.weapons.append(weapon)

    def _fight(self, page: Page, melee: Melee) -> None:
        """The attacks of a fight, just before the first of them is rolled."""
        for target, strikes in plan(self.scene, melee):
            volley = self._volley(page, "fight", melee.unit, target, [], melee.state)
            volley.strikes = strikes
            self._queue.append(volley)

    def _volley(self, page: Page, kind: str, unit: Any, target: Any, weapons: list[str], seen: State) -> Volley:
        moved = self._moved.get(unit.index) if kind == "shoot" else None
        return Volley(
            kind, unit, target, weapons, seen,
            moved == "advanced" and not self.scene.may(seen, unit, "shoot after advance"),
            kind == "shoot" and moved in (None, "stationary"),
            unit.index in self._sets["charged"],
            frozenset(),
            self._spent,
        )  # fmt: skip

    def _end(self, page: Page) -> None:
        """Attacks that were declared and never rolled: their targets were gone, or they are missing."""
        if self._melee is not None:
            self._fight(page, self._melee)
        for volley in self._queue:
            self._make_due(volley, page.moment.before if volley.kind == "fight" else volley.seen)
            volley.end = page.moment
            self.unrolled.append(volley)
        self._queue.clear()
        self._current, self._melee, self._pistols = None, None, None
        self._fished = frozenset()

    def _make_due(self, volley: Volley, state: State) -> None:
        """What a volley must roll; the One Shot weapons in it are spent, rolled or not (K-W-14, K-SHT-09)."""
        volley.spent = self._spent
        if not volley.due:
            volley.pistols = self._pistols
        volley.due = expected(self.scene, volley, state)
        fired = {(a.bearer, a.arm.spec.name) for a in volley.due.attacks if has(a.arm, "one shot")}
        self._spent |= fired

    def _roll(self, page: Page, roll: Roll) -> None:
        again, self._again = self._again, False
        if again:
            self._rolled_again(page.moment, roll)
            return
        if roll.what == "battle-shock" or roll.what not in ATTACK_ROLLS:
            if self._current is not None:
                self._current.closed = True
            return
        if roll.what == "attacks":
            self._next_volley(page)
        if self._current is not None and not self._current.closed:
            self._current.rolls.append(page.moment)
            self._current.end = page.moment

    def _rolled_again(self, moment: Moment, roll: Roll) -> None:
        """A re-roll takes the place of its roll; of several dice it is one more, and the pool stays."""
        if self._current is not None and not self._current.closed:
            self._current.end = moment
            if not isinstance(roll.chance, Pool):
                self._current.rolls[-1] = moment

    def _goes_on(self, page: Page) -> bool:
        """Whether the running volley still has weapons to roll for."""
        current, roll = self._current, page.moment.request
        if current is None or current.closed or not isinstance(roll, Roll):
            return False
        return (roll.unit, roll.target) == (current.unit.index, current.target.index)

    def _next_volley(self, page: Page) -> None:
        """The first attacks of a volley: those before were at another target."""
        if self._goes_on(page):
            return
        melee, self._melee = self._melee, None
        if melee is not None:
            self._fight(page, melee)
        doubt = self._current is not None and self._current.due.unclear
        while self._queue:
            made = self._queue.pop(0)
            gone = not self.scene.living(page.moment.before, made.target)
            if gone or made.target.index != getattr(page.moment.request, "target", None):
                self._make_due(made, made.seen)
                continue
            given = (
                name
                for name in ("Smokescreen", "Go to Ground")
                if f"{name} {made.target.index}" in self._effects
            )
            made.effects = frozenset(given)
            self._make_due(made, page.moment.before)
            if made.due.attacks:
                made.due = made.due._replace(unclear=made.due.unclear or doubt)
                made.fished, self._fished = self._fished, frozenset()
                self._current = made
                self.volleys.append(made)
                return


FAR = ("advanced", "fell back")
"""Kinds of move that a unit keeps when it is set up again (K-RES-08)."""

_MOVES = ("waiting", "stationary", "normal", "advanced", "fell back")
_FLAGS = {
    "tried": "tried to charge", "charged": "charged", "intervened": "intervened", "shot": "shot",
    "fought": "fought", "shocked": "shocked",
}  # fmt: skip


def _flagged(tale: Tale, name: str) -> set[int]:
    """Units that a battle which starts from a position has flagged."""
    if not tale.moments:
        return set()
    words, units = tale.game.words, tale.moments[0].before.units
    found = {
        unit for unit in range(len(units)) if units[unit, words[_FLAGS[name]][0]] == words[_FLAGS[name]][1]
    }
    return found | _flagged(tale, "intervened") if name == "charged" else found


def _words(tale: Tale, moves: tuple[str, ...]) -> dict[int, str]:
    if not tale.moments:
        return {}
    column = tale.game.words["advanced"][0]
    kinds = tale.moments[0].before.units[:, column].tolist()
    return {unit: moves[kind] for unit, kind in enumerate(kinds) if kind}


def turn_of(state: State) -> int:
    """Which turn of the battle it is, from 0; -1 while the armies deploy."""
    round_, side, _, _ = state.clock
    return 2 * (round_ - 1) + side if round_ else -1


def passed(moment: Moment, step: int) -> int:
    """How often a step was gone through to its end with a moment's input."""
    before, after = (turn_of(s) * len(STEPS) + s.clock[2] for s in (moment.before, moment.after))
    first = turn_of(moment.before)
    turns = range(max(first, 0), turn_of(moment.after) + 1)
    return sum(before <= turn * len(STEPS) + step < after for turn in turns)
