"""What the position says of what units did: this turn, this phase, with the attacks just made."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from warbook.effects import terms
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.effects.scene import NotModelled, Scene
from warbook.systems.wh40k10.effects.speaker import Answer, Speaker
from warbook.systems.wh40k10.flags import Flag, Move
from warbook.systems.wh40k10.ruled import hits, memory
from warbook.systems.wh40k10.ruled.facts import Position, tells, unknown
from warbook.systems.wh40k10.ruled.times import STEP_PHASES
from warbook.systems.wh40k10.waiting import came_by, has_arrived


@tells.register
def _(condition: terms.Did, here: Position, scene: Scene, speaker: Speaker) -> Answer | None:
    event = condition.event
    if event.what == "targets" and condition.since is None:
        return _targets(event, here, scene, speaker)
    if event.what == "stands":
        return _stood(condition, here, speaker)
    if is_of_losses(condition) and event.to is not None:
        lost = f"{hits.FELLED} {here.unit('attacker').index} {here.unit(speaker.whom(event.to.of)).index}"
        return lost in here.state.used
    if (last := last_of(condition)) is not None:
        return memory.was_last(here.state, last, here.unit(speaker.whom(event.by)))
    if event.what == "destroyed":
        return _has_destroyed(condition, here, speaker)
    if event.what == "hit":
        return _hit(condition, here, scene, speaker)
    if is_memory(condition):
        return _remembers(condition, here, scene, speaker)
    done = [DEEDS.get(each) for each in named(event)]
    who = event.by or event.to
    if event.name is not None and event.what == "arrives" and who is not None:
        unit = here.unit(speaker.whom(who))
        return has_arrived(here.state, unit) and came_by(here.state, unit, event.name)
    told = event.edge in ("at", "after") and condition.since in SINCE
    if None in done or who is None or event.where or not told:
        raise unknown(condition)
    unit = here.unit(speaker.whom(who))
    return any(each(here, unit, condition.since) for each in done if each is not None)


def named(event: terms.Event) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What was done, by the name that it has here; each of several kinds of move apart."""
    if len(event.moves) > 1:
        return tuple((event.what, (move,)) for move in event.moves)
    return ((event.what, event.moves or event.acts),)


MEMORIES = {
    ("engaged", "start of the turn"): memory.ENGAGED,
    ("targets", "phase"): memory.AIMED,
    ("charge declared", "phase"): memory.DECLARED,
}
"""What is remembered of two units, by what it is called and since when."""


def is_memory(condition: terms.Did) -> bool:
    """Whether it is asked what one unit did to another, in a form that is remembered."""
    event = condition.event
    plain = event.by is not None and event.to is not None and not event.where and event.weapon is None
    return plain and (event.what, condition.since) in MEMORIES


def _remembers(condition: terms.Did, here: Position, scene: Scene, speaker: Speaker) -> bool:
    by, to = condition.event.by, condition.event.to
    assert by is not None
    assert to is not None
    what = MEMORIES[condition.event.what, str(condition.since)]
    who, whom = here.units(by, scene, speaker), here.units(to, scene, speaker)
    return any(memory.did(here.state, what, one, other) for one in who for other in whom)


def _has_destroyed(condition: terms.Did, here: Position, speaker: Speaker) -> bool:
    """Whether a unit destroyed any enemy unit this phase."""
    if not is_of_any_enemy(condition):
        raise unknown(condition)
    return f"{memory.DESTROYED} {here.unit(speaker.whom(condition.event.by)).index}" in here.state.used


def is_of_any_enemy(condition: terms.Did) -> bool:
    """Whether it is asked if somebody destroyed any enemy unit at all in this phase."""
    event, to = condition.event, condition.event.to
    plain = to is not None and to.kind == "unit" and not (to.keywords or to.without or to.where or to.ref)
    return plain and condition.since == "phase" and event.by is not None and not event.where


def is_of_losses(condition: terms.Did) -> bool:
    """Whether it is asked if the attacks just made destroyed a model of a unit."""
    event, to = condition.event, condition.event.to
    plain = event.by is not None and event.by.ref == "attacker" and condition.since is None and not event.where
    return plain and event.what == "destroyed" and to is not None and to.kind == "model" and to.of is not None


def is_of_spot(condition: terms.Did) -> bool:
    """Whether it is asked who stood near a unit as that was destroyed."""
    event = condition.event
    near = event.where[0] if len(event.where) == 1 else None
    told = isinstance(near, terms.Within) and isinstance(near.inches, int) and not near.wholly
    return event.what == "stands" and condition.since == "destroyed" and event.by is not None and told


def _stood(condition: terms.Did, here: Position, speaker: Speaker) -> bool:
    """Distances are from the spot of the last model (K-CLR-02)."""
    near = condition.event.where[0] if is_of_spot(condition) else None
    if not isinstance(near, terms.Within) or not isinstance(near.inches, int):
        raise unknown(condition)
    unit, gone = here.unit(speaker.whom(condition.event.by)), here.unit("target")
    last = hits.last_of(here.state, gone)
    return last is not None and here.table.ground.near_model(here.state, last, unit, near.inches)


def last_of(condition: terms.Did) -> str | None:
    """What is remembered of the previous turn or Fight phase, where that is asked."""
    event, now = condition.event, msgspec.structs.replace(condition, since="phase")
    if condition.since == "previous turn":
        return memory.CHARGED if (event.what, event.moves) == ("moves", ("charge",)) else None
    return memory.VICTORS if condition.since == "previous fight" and is_of_any_enemy(now) else None


SINCE = (None, "phase", "turn")
"""Since when flags remember what a unit did."""


def _targets(event: terms.Event, here: Position, scene: Scene, speaker: Speaker) -> bool:
    """Whether the attack in question is at whom the event means."""
    target, to = here.cast.get("target"), event.to
    if target is None or to is None:
        raise NotModelled("an attack that is not told")
    if to.ref is not None:
        return here.unit(speaker.whom(to)) is target
    side = None if to.side is None else here.side if to.side == "friendly" else 1 - here.side
    return side in (None, target.side) and here.fits(target, to, scene, speaker)


def _hit(condition: terms.Did, here: Position, scene: Scene, speaker: Speaker) -> bool:
    """Whether the attacks just made hit whom the event means, with such a weapon."""
    event = condition.event
    if not hits.is_known(condition) or event.to is None:
        raise unknown(condition)
    by = here.unit(speaker.whom(event.by)) if event.by is not None else here.unit("attacker")
    targets = here.units(event.to, scene, speaker)
    return any(hits.hit(here.state, by, target, event.where) for target in targets)


Deed = Callable[[Position, Unit, str | None], bool]


def _flagged(flag: Flag, value: int, *phases: str) -> Deed:
    """A deed that a flag remembers for the turn; of this phase only where it is its phase."""

    def done(here: Position, unit: Unit, since: str | None) -> bool:
        known = here.table.flag(here.state, unit, flag) == value
        return known and (since != "phase" or STEP_PHASES[here.state.clock[2]] in phases)

    return done


def _never(_here: Position, _unit: Unit, _since: str | None) -> bool:
    """What nobody does in these battles: there are no transports."""
    return False


def _arrived(here: Position, unit: Unit, since: str | None) -> bool:
    """Whether a unit was set up this turn; of this phase only in that of Movement, or as it happens."""
    return has_arrived(here.state, unit) and (
        since != "phase" or STEP_PHASES[here.state.clock[2]] == "movement"
    )


def _selected_to_move(here: Position, unit: Unit, since: str | None) -> bool:
    chosen = here.table.flag(here.state, unit, Flag.MOVE) != Move.WAITING
    return chosen and (since != "phase" or STEP_PHASES[here.state.clock[2]] == "movement")


def _selected(here: Position, unit: Unit, since: str | None) -> bool:
    return any(DEEDS["selected", (act,)](here, unit, since) for act in ("shoot", "fight"))


DEEDS: dict[tuple[str, tuple[str, ...]], Deed] = {
    ("moves", ("charge",)): _flagged(Flag.CHARGED, 1, "charge"),
    ("moves", ("normal",)): _flagged(Flag.MOVE, Move.NORMAL, "movement"),
    ("moves", ("advance",)): _flagged(Flag.MOVE, Move.ADVANCED, "movement"),
    ("moves", ("fall back",)): _flagged(Flag.MOVE, Move.FELL_BACK, "movement"),
    ("remains stationary", ()): _flagged(Flag.MOVE, Move.STATIONARY, "movement"),
    ("selected", ("move",)): _selected_to_move,
    ("selected", ("shoot",)): _flagged(Flag.SHOT, 1, "shooting"),
    ("selected", ("fight",)): _flagged(Flag.FOUGHT, 1, "fight"),
    ("selected", ("shoot", "fight")): _selected,
    ("shoots", ()): _flagged(Flag.SHOT, 1, "shooting"),
    ("fights", ()): _flagged(Flag.FOUGHT, 1, "fight"),
    ("selected", ("charge",)): _flagged(Flag.ELIGIBLE, 1, "charge"),
    ("declares a charge", ()): _flagged(Flag.ELIGIBLE, 1, "charge"),
    ("disembarks", ()): _never,
    ("embarks", ()): _never,
    ("arrives", ()): _arrived,
    ("set up", ()): _arrived,
}
"""What units did, as their flags remember it."""
