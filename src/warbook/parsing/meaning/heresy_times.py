"""Times, events and conditions of the Horus Heresy."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import (
    Condition,
    Contains,
    Done,
    Duration,
    Event,
    Limit,
    Selector,
    State,
    Window,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.conditions import Scope, about
from warbook.parsing.meaning.heresy_nouns import REACTING, Named, held_traits
from warbook.parsing.meaning.parts import IT, THIS_MODEL

_PHASES = {
    "effects": "start", "reserves": "movement", "move": "movement", "rout": "movement", "attack": "shooting",
    "morale": "shooting", "charge": "assault", "challenge": "assault", "fight": "assault",
    "resolution": "assault", "statuses": "end", "victory": "end",
}  # fmt: skip
"""The phase of a sub-phase; *effects* is also one of the End phase (H-SEQ-01)."""


_PROCESSES = {"move": "movement", "shooting": "shooting", "charge": "assault", "challenge": "assault"}


def hh_during(windows: tuple[Window, ...]) -> tuple[Window, ...]:
    return windows


def hh_start(windows: tuple[Window, ...]) -> tuple[Window, ...]:
    return _edged(windows, "start")


def hh_end(windows: tuple[Window, ...]) -> tuple[Window, ...]:
    return _edged(windows, "end")


def _edged(windows: tuple[Window, ...], edge: Any) -> tuple[Window, ...]:
    return tuple(msgspec.structs.replace(each, edge=edge) for each in windows)


def hh_phase(*words: str) -> str:
    return words[0].lower()


def hh_phase_time(phase: str) -> tuple[Window, ...]:
    """Raises Rejected for a sub-phase called a phase."""
    if phase in _PHASES:
        raise Rejected
    return (Window(phase),)


def hh_own_phase(phase: str) -> tuple[Window, ...]:
    return (Window(phase, "your"),)


def hh_sub_phase(*phases: str) -> tuple[Window, ...]:
    """Raises Rejected for a phase called a sub-phase, or one of another phase than it says."""
    sub, *phase = phases
    whole = _PHASES.get(sub)
    if sub == "effects" and phase == ["end"]:
        whole = "end"
    if whole is None or phase not in ([], [whole]):
        raise Rejected
    return (Window(whole, step=sub),)


def hh_opposing_next(phase: str) -> tuple[Window, ...]:
    return (Window(phase, "opponent", next=True),)


def hh_step(number: int) -> int:
    return number


def hh_process(*words: str) -> str:
    return words[0].lower()


def hh_step_time(number: int, process: str) -> tuple[Window, ...]:
    return (Window(_PROCESSES[process], step=f"{process} {number}"),)


def hh_span(*words: str) -> str:
    return " ".join(words).lower()


def hh_once(span: str) -> Limit:
    return Limit(span)


def hh_once_only() -> Limit:
    """Once in the phase that is told after it."""
    return Limit("phase")


def hh_until(*told: Any) -> Duration:
    return next(each for each in told if isinstance(each, Duration))


def hh_all_battle() -> Duration:
    return Duration("battle")


def hh_span_period(span: str) -> Duration:
    return Duration(span)


def hh_phase_period(phase: str) -> Duration:
    return Duration(phase)


def hh_attack_period() -> Duration:
    return Duration("attacks")


def hh_sub_phase_period() -> Duration:
    return Duration("sub-phase")


def hh_before_test(roll: str, who: Selector) -> Event:
    return Event("test", by=who, edge="before", roll=roll)


def hh_allocated(who: Selector) -> Event:
    return Event("allocated", to=who, name="unsaved wound")


def hh_declared(name: str, _play: str) -> Event:
    return Event("uses", edge="after", name=name)


def hh_decided() -> Event:
    return Event("uses", edge="after")


def hh_selected() -> Event:
    return Event("uses")


def hh_shot() -> Event:
    return Event("resolves attacks", by=REACTING, edge="after")


def hh_about(who: Selector, *each: Condition) -> Scope:
    """What holds of one subject."""
    from warbook.parsing.meaning.conditions import condition_clause

    return condition_clause(*(about(one, who) for one in each))


def hh_in_primary() -> Condition:
    return State(IT, "in the primary detachment")


def hh_on_battlefield() -> Condition:
    return State(IT, "on the battlefield")


def hh_locked() -> Condition:
    return State(IT, "engaged")


def hh_in_challenge() -> Condition:
    return State(IT, "in a challenge")


def hh_has(names: tuple[Named, ...]) -> Condition:
    """Raises Rejected where several are had."""
    if len(names) != 1:
        raise Rejected
    return held_traits(names)[0]


def hh_succeeds() -> str:
    return "passed"


def hh_fails() -> str:
    return "failed"


def hh_check_was(*told: str) -> Condition:
    return Done(told[-1])


def hh_was_declared() -> Condition:
    return Done()


def hh_unit_holds() -> Condition:
    return Contains(Selector(), THIS_MODEL)
