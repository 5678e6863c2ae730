"""A battle as a pure function of its inputs: it asks, whoever drives it answers.

A battle never calls a bot, a person, a clock or a random generator. Its state at the start of the running
activation is kept with the inputs since; a copy takes only these and replays them when it is first driven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Protocol

import msgspec

from warbook.board.scene import Scene
from warbook.dice import Roll
from warbook.rules.request import Activation, Ask, Place, Request
from warbook.rules.state import State
from warbook.systems.wh40k10.force import Force

Input = int | tuple[Any, ...]
"""An option's index, a placement, or the faces of a roll."""

SIDES = "AB"


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: ``winner`` is 0, 1, or ``None`` for a draw. A side that is wiped out has lost,
    whatever the ``score``: ``winner=0, score=(0, 3)`` is a battle in which B scored more and had nothing left.
    ``rounds`` counts the rounds begun."""

    winner: int | None
    score: tuple[int, int]
    rounds: int


class Game(Protocol):
    """What a system provides to a battle: its start, its steps, and how to judge a placement."""

    def start(self) -> State: ...

    def step(self, state: State) -> Activation[None] | None:
        """The next activation for the state's clock, or ``None`` when the battle is over."""
        ...

    def faults(self, state: State, place: Place, answer: tuple[Any, ...]) -> tuple[str, ...]:
        """What is wrong with a placement; empty when it is legal."""
        ...

    def proposed(
        self, state: State, place: Place, toward: tuple[int, int] | None
    ) -> tuple[tuple[int, ...], ...]:
        """A legal answer to a placement, toward a point; empty when there is none."""
        ...

    def unit_names(self) -> tuple[str, ...]:
        """What the units are called, by index."""
        ...

    @property
    def size_mil(self) -> tuple[int, int]:
        """Width and depth of the table."""
        ...

    def result(self, state: State) -> tuple[int | None, tuple[int, int], int]:
        """Winner (``None``: a draw), score, and rounds played."""
        ...

    def headings(self, state: State) -> tuple[str, str]:
        """Where the battle stands, in words: round and turn, and the phase."""
        ...

    def standing(self, state: State) -> str:
        """The score in words."""
        ...

    def decision(self, state: State, asked: Ask | Place, answer: Any) -> str:
        """A decision in words; empty where there is nothing to tell."""
        ...

    def changes(self, before: State, after: State) -> tuple[str, ...]:
        """What units lost between two states, in words."""
        ...

    def acted(self, state: State) -> tuple[str, ...]:
        """The rules of sheets and armies that acted so far, a line each."""
        ...

    def unanswered(self) -> tuple[str, ...]:
        """Rules that could not act at some moment, with what was not known, a line each."""
        ...

    def forces(self) -> tuple[Force, Force]:
        """Both armies with all that documents tell of them."""
        ...

    def not_deployed(self, state: State) -> tuple[str, ...]:
        """Units that could not be set up before the battle, and what became of them, a line each."""
        ...

    def scored(self, before: State, after: State) -> tuple[str, ...]:
        """Points gained between two states, in words."""
        ...

    def scene(self, state: State) -> Scene:
        """What there is to draw: the table with all that stands on it."""
        ...

    def survivors(self, state: State) -> tuple[tuple[tuple[str, int, int], ...], ...]:
        """For each side, its units that have models left, with how many of how many."""
        ...


class IllegalInput(ValueError):
    """An answer that does not fit the request: what was asked and what is wrong."""


class Battle:
    """One battle, from the game's start or from ``state``; see the module's docstring. ``request`` is ``None``
    when it is over."""

    def __init__(self, game: Game, state: State | None = None) -> None:
        self.game = game
        self.inputs: tuple[Input, ...] = ()
        self.passed: tuple[State, ...] = ()
        """The states at which activations began since the last answer, in order, not to be changed: what
        happens without anybody being asked lies between them."""
        self._base = game.start() if state is None else state.copy()
        self._since: list[Input] = []
        self._state: State | None = self._base.copy()
        self._running: Activation[None] | None = None
        self.request: Request | None = None
        self._next()

    def __repr__(self) -> str:
        asks = "over" if self.request is None else f"asks {self.request!r}"
        return f"<Battle after {len(self.history)} inputs: {asks}>"

    @property
    def state(self) -> State:
        """The state now; not to be changed from outside."""
        self._wake()
        assert self._state is not None
        return self._state

    def send(self, answer: Input | list[Any], watch: Watcher | None = None) -> Request | None:
        """Answer the request; gives the next one. Raises :class:`IllegalInput` and stays as it was.
        ``watch`` is told of an answer that fits, before it acts. Lists do for tuples, as JSON has them."""
        if self.request is None:
            raise IllegalInput("the battle is over: it asks for nothing more")
        self._wake()
        given: Input = frozen(answer)
        value = self._judged(self.request, given)
        if watch is not None:
            watch(self, self.request, given)
        self._since.append(given)
        self.passed = ()
        self._advance(value)
        return self.request

    def copy(self) -> Battle:
        """An independent battle at the same request."""
        made = Battle.__new__(Battle)
        made.game, made.inputs, made.request, made.passed = self.game, self.inputs, self.request, self.passed
        made._base, made._since = self._base, list(self._since)
        made._state = made._running = None
        return made

    def outcome(self) -> Outcome | None:
        """The outcome, ``None`` while the battle goes on."""
        return Outcome(*self.game.result(self.state)) if self.request is None else None

    @property
    def history(self) -> tuple[Input, ...]:
        """All inputs so far."""
        return (*self.inputs, *self._since)

    def _judged(self, request: Request, answer: Input) -> Any:
        if isinstance(request, Roll):
            return judged(request, answer)
        if isinstance(request, Ask):
            if type(answer) is not int or not 0 <= answer < len(request.options):
                raise IllegalInput(
                    f"{request.title}: expected 0 to {len(request.options) - 1}, got {shown(answer)}"
                )
            return answer
        wrong = _misshapen(answer)
        faults = (wrong,) if wrong else self.game.faults(self.state, request, answer)  # type: ignore[arg-type]
        if faults:
            unit = f"{SIDES[request.player]} {self.game.unit_names()[request.unit]}"
            raise IllegalInput(f"{request.kind} of {unit}: {'; '.join(faults)}")
        return answer

    def _advance(self, value: Any) -> None:
        assert self._running is not None
        try:
            self.request = self._running.send(value)
        except StopIteration:
            self._next()

    def _next(self) -> None:
        """Start activations until one asks for something or the battle is over."""
        assert self._state is not None
        while True:
            self.inputs, self._since = (*self.inputs, *self._since), []
            self._base = self._state.copy()
            self.passed += (self._base,)
            self._running = self.game.step(self._state)
            if self._running is None:
                self.request = None
                return
            try:
                self.request = next(self._running)
            except StopIteration:
                continue
            return

    def _wake(self) -> None:
        """Bring a copy to life: run its activation again with the inputs since it began."""
        if self._state is not None:
            return
        self._state = self._base.copy()
        self._running = self.game.step(self._state)
        if self._running is None:
            return
        request = next(self._running)
        for answer in self._since:
            request = self._running.send(self._revalued(request, answer))

    def _revalued(self, request: Request, answer: Input) -> Any:
        return judged(request, answer) if isinstance(request, Roll) else answer


Watcher = Callable[[Battle, Request, Input], None]
"""Told of each request with the answer that it gets, before the answer acts."""


def frozen(answer: Any) -> Any:
    """An answer with tuples for its lists: JSON knows no tuples."""
    if not isinstance(answer, list | tuple):
        return answer
    return tuple(tuple(part) if isinstance(part, list) else part for part in answer)


def _misshapen(answer: Any) -> str | None:
    """What keeps an answer from being a placement at all; ``None`` where it may be one."""
    expected = "MALFORMED: expected (model, x, y, …) in thousandths of an inch for each model that moves"
    if not isinstance(answer, tuple):
        return f"{expected}, got {shown(answer)}"
    for place, entry in enumerate(answer):
        if not isinstance(entry, tuple):
            return f"{expected}, got {shown(entry)} at place {place}"
        if not all(type(number) is int for number in entry):
            return f"MALFORMED: expected whole numbers at place {place}, got {shown(entry)}"
        if len(entry) < 3 or len(entry) % 2 == 0:
            return f"MALFORMED: expected a model and pairs of x and y at place {place}, got {shown(entry)}"
    return None


def judged(request: Roll, answer: Input) -> Any:
    """The outcome of a roll's faces. Raises :class:`IllegalInput` when they are not those of the dice."""
    if not isinstance(answer, tuple):
        raise IllegalInput(f"{request.what}: expected faces of dice, such as (3, 5), got {shown(answer)}")
    rest = list(answer)

    def face(sides: int) -> int:
        if not rest or type(rest[0]) is not int or not 1 <= rest[0] <= sides:
            got = repr(rest[0]) if rest else "no more faces"
            raise IllegalInput(f"{request.what}: expected a face from 1 to {sides}, got {got:.40}")
        return int(rest.pop(0))

    outcome = request.chance.judge(face)
    if rest:
        raise IllegalInput(f"{request.what}: {len(rest)} face{'s' if len(rest) > 1 else ''} too many")
    return outcome


def rolled(request: Roll, random: Random) -> tuple[int, ...]:
    """Faces for a roll."""
    faces: list[int] = []

    def face(sides: int) -> int:
        faces.append(random.randint(1, sides))
        return faces[-1]

    request.chance.judge(face)
    return tuple(faces)


def replay(game: Game, inputs: Iterable[Input]) -> Battle:
    """A battle brought to where its inputs lead."""
    battle = Battle(game)
    for answer in inputs:
        battle.send(answer)
    return battle


def shown(answer: object) -> str:
    """An answer in an error, cut short; a number of thousands of digits has no text."""
    try:
        return f"{answer!r:.60}"
    except ValueError:
        return f"a huge {type(answer).__name__}"
