"""What a system hands to the odds and to the battle: attacks as chance programs, and where wounds go.

Nothing here names a game. A :class:`Volley` is one line of like weapons aimed at one unit; its ``attack``
program counts wounds by kind, and each :class:`WoundKind` has a program that says what one such wound does
to the model that takes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from warbook.dice import Program, Value


class Tally(Value, frozen=True):
    """Result of one attack: hits scored, wounds by kind, and whether the spare re-roll is still there."""

    hits: int
    wounds: tuple[int, ...]
    spare: bool = False


class Suffered(Value, frozen=True):
    """Result of one wound: damage left after saves and mitigation, whether the spare re-roll is left, and how
    many attacks of the volley's ``follow`` it causes."""

    damage: int
    spare: bool = False
    more: int = 0


class WoundKind(Value, frozen=True):
    """How wounds of one kind resolve.

    ``suffer(profile, defence, spare)`` is the chance program of one wound on a model with that defence.
    ``deferred`` kinds wait until the whole unit has attacked; ``precise`` sends the wound to the leaders
    first. Where ``point`` is given and ``spills(defence)`` holds for the model that takes the wound, its
    damage is inflicted point by point, ``point`` settling each for the model that then stands in front, and
    what one model does not need goes on to the next. ``late`` ones wait until after the other deferred wounds.
    Wounds that are not ``scored`` are none that attacks score.
    """

    name: str
    suffer: Callable[[Any, Any, bool], Program[Suffered]]
    deferred: bool = False
    precise: bool = False
    point: Callable[[Any, Any, bool], Program[Suffered]] | None = None
    spills: Callable[[Any], bool] = lambda _defence: True
    late: bool = False
    scored: bool = True


class Counted(Value, frozen=True):
    """Result of settling how many attacks one weapon makes."""

    attacks: int
    spare: bool = False


class Volley(Value, frozen=True):
    """``number`` weapons of one profile: each counts its attacks, then makes them one by one.

    ``profile`` is the system's compiled profile, ``defences`` has one entry for each kind of target model.
    The spare re-roll (Command Re-roll) is one for the whole engagement: each program is told whether it is
    still there and says whether it is left; ``spare`` is whether this volley may use it. ``in_turn`` resolves
    all wounds of an attack before the next attack, where the kinds of wounds would otherwise be resolved one
    after the other.

    Wounds may cause more attacks, as many as they say: those of ``follow``, whose wounds are all of one
    kind and pick no leaders, and whose own ``number`` and ``count`` mean nothing. They are made as soon as
    all wounds of a kind are resolved. Only kinds that are neither deferred nor resolved in turn cause any.

    ``declared`` is the mean attacks of one weapon where what is counted are hits that it scored at once.
    """

    weapon: str
    number: int
    profile: Any
    defences: tuple[Any, ...]
    count: Callable[[Any, bool], Program[Counted]]
    attack: Callable[[Any, bool], Program[Tally]]
    kinds: tuple[WoundKind, ...]
    spare: bool = False
    in_turn: bool = False
    follow: Volley | None = None
    declared: float | None = None


class Rank(Value, frozen=True):
    """``count`` like models, one behind the other, each with ``left`` of its wounds; ``entry`` is their index
    among the unit's kinds of models."""

    entry: int
    count: int
    left: int


class Formation(Value, frozen=True):
    """The order in which a unit's models take wounds: the front, then the leaders. ``entries`` names the
    unit's kinds of models."""

    front: tuple[Rank, ...]
    leaders: tuple[Rank, ...] = ()
    entries: tuple[str, ...] = ()

    @property
    def alive(self) -> tuple[int, ...]:
        """How many models of each entry there are."""
        counts = [0] * len(self.entries)
        for rank in (*self.front, *self.leaders):
            counts[rank.entry] += rank.count
        return tuple(counts)


class Assault(Value, frozen=True):
    """All volleys of one unit against a target in a given state, with what could not be modelled."""

    volleys: tuple[Volley, ...]
    reasons: tuple[str, ...] = ()
    not_modelled: tuple[str, ...] = ()
