"""What attacks hit: remembered while a unit's attacks are made and answered, where some rule asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.effects import terms
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Arm, Unit
from warbook.systems.wh40k10.effects.holds import called, carries

HIT, FELLED, LAST = "phase hit", "phase felled", "phase last of"


def note(state: State, by: Unit, target: Unit, weapon: str) -> None:
    """Attacks of a unit with a weapon hit a target."""
    state.used |= {f"{HIT} {by.index} {target.index} {weapon}"}


def note_fallen(state: State, by: Unit | None, target: Unit, model: int) -> None:
    """Models of a unit were destroyed, this one as the last, by the attacks of another."""
    kept = frozenset(text for text in state.used if not text.startswith(f"{LAST} {target.index} "))
    state.used = kept | {f"{LAST} {target.index} {model}"}
    if by is not None:
        state.used |= {f"{FELLED} {by.index} {target.index}"}


def last_of(state: State, unit: Unit) -> int | None:
    """The model of a unit that was destroyed last this phase."""
    start = f"{LAST} {unit.index} "
    return next((int(text.removeprefix(start)) for text in state.used if text.startswith(start)), None)


def forget(state: State, by: Unit) -> None:
    """A unit makes new attacks: those before are no longer spoken of."""
    if state.used:
        made = f"{HIT} {by.index} ", f"{FELLED} {by.index} "
        state.used = frozenset(text for text in state.used if not text.startswith(made))


def hit(state: State, by: Unit, target: Unit, where: Sequence[terms.Condition]) -> bool:
    """Whether attacks of a unit hit a target, with a weapon of which this holds."""
    start = f"{HIT} {by.index} {target.index} "
    names = {text.removeprefix(start) for text in state.used if text.startswith(start)}
    arms = [arm for model in by.models for arm in (*model.shooting, *model.fighting) if arm.spec.name in names]
    return any(all(_is(arm, each) for each in where) for arm in arms)


def _is(arm: Arm, condition: terms.Condition) -> bool:
    if not isinstance(condition, terms.Has):
        return False
    known = called if condition.what == "weapon" else carries
    return any(known(arm.spec, name) for name in condition.names)


def is_known(condition: terms.Did) -> bool:
    """Whether what was hit is asked in a form that is remembered."""
    event = condition.event
    plain = condition.since is None and event.edge == "at" and event.to is not None
    return plain and event.weapon is None and all(map(_tells, event.where))


def _tells(condition: terms.Condition) -> bool:
    if not isinstance(condition, terms.Has) or condition.who.kind != "attack":
        return False
    return condition.what in ("weapon", "ability") and "that" not in condition.names
