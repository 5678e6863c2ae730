"""What happens in a battle, as rules name it: the engine's events by what they are called in effects."""

from __future__ import annotations

from warbook.effects import terms
from warbook.rules.state import State

STEP_PHASES = ("command", "command", "movement", "shooting", "charge", "fight", "fight", "end of turn")
"""The phase that each step of a turn is of."""

PHASES = ("command", "movement", "shooting", "charge", "fight")

GOES_ON = "phase goes on"
"""Before each choice of a unit to move, shoot, charge or fight: what is used at any time of a phase can be."""

STARTS, ENDS, TURN_STARTS, TURN_ENDS = "phase starts", "phase ends", "turn starts", "turn ends"

SHOCK_STEP = "battle-shock step"
"""The Battle-shock step of a Command phase begins."""

USED = "play used"
"""A play was paid for, on a unit."""

ROUND_STARTS, ROUND_ENDS = "battle round starts", "battle round ends"

REMAINED = "remained stationary"
"""A unit was not moved in its Movement phase."""

OUT_OF_TURN = "battle acted out of turn"
"""What is remembered once a rule let a unit shoot, fight or charge out of turn."""

MODEL_DESTROYED = "model destroyed"

ARRIVING = "unit arrives"
"""A unit in Reserves is about to be set up."""

ALLOCATED = "attack allocated"
"""A first wound of some attacks, or of mortal wounds, is allocated to a model of the unit."""

DONE_TO = ("targets selected", "blows aimed", "unit destroyed", ALLOCATED, USED)
"""Events in which one unit does something to another: the unit in question is the other."""

SUFFERED = (
    "unit destroyed",
    MODEL_DESTROYED,
    "selected to move",
    "selected to shoot",
    "selected to charge",
    "selected to fight",
)
"""Events in which the unit in question is the one to whom it happens."""

NAMES: dict[tuple[str, str], tuple[str, ...]] = {
    ("selects targets", ""): ("targets selected", "blows aimed"),
    ("shoots", ""): ("shot",),
    ("fights", ""): ("unit fought",),
    ("resolves attacks", ""): ("shot", "unit fought"),
    ("selected", "move"): ("selected to move",),
    ("selected", "shoot"): ("selected to shoot",),
    ("selected", "charge"): ("selected to charge",),
    ("selected", "fight"): ("selected to fight",),
    ("declares a charge", ""): ("charge announced",),
    ("destroyed", ""): ("unit destroyed",),
    ("moves", "begins"): ("move begins", "fight move begins"),
    ("moves", ""): ("moved",),
    ("remains stationary", ""): (REMAINED,),
    ("attack or mortal wound allocated", ""): (ALLOCATED,),
    ("shoots or fights", ""): ("shot", "unit fought"),
}
"""The engine's events by what an event of effects is called, and what is done there."""

DURING = {
    "movement": "selected to move", "shooting": "selected to shoot",
    "charge": "selected to charge", "fight": "selected to fight",
}  # fmt: skip
"""When a play at any time of a phase may be used on the unit that is selected, besides."""

MOVES = ("normal", "advance", "fall back", "charge", "pile-in", "consolidation")


def phase_of(state: State) -> str:
    """The phase that it is."""
    return STEP_PHASES[state.clock[2]]


def names(window: terms.Window) -> tuple[str, ...]:
    """The events at which a window opens; none where battles have no such event."""
    if window.before is not None:
        return ()
    if window.step is not None:
        plain = window.event is None and window.phase == "command" and window.edge != "end"
        return (SHOCK_STEP,) if plain and window.step == "battle-shock" else ()
    if window.event is not None:
        return _of_event(window.event) if window.phase in ("any", "turn", *PHASES) else ()
    if window.phase == "turn":
        return {"start": (TURN_STARTS,), "end": (TURN_ENDS,)}.get(window.edge, ())
    if window.phase == "battle round":
        return {"start": (ROUND_STARTS,), "end": (ROUND_ENDS,)}.get(window.edge, ())
    if window.phase not in ("any", *PHASES):
        return ()
    if window.edge != "during":
        return (STARTS,) if window.edge == "start" else (ENDS,)
    if window.phase == "command":
        return (STARTS,)
    own = window.phase in DURING and (window.whose == "your" or window.phase == "fight")
    arriving = (ARRIVING,) if own and window.phase == "movement" else ()
    return (GOES_ON, DURING[window.phase], *arriving) if own else (GOES_ON,)


def _of_event(event: terms.Event) -> tuple[str, ...]:
    """The engine's events that one of effects may be."""
    if event.what == "uses" and event.name == "stratagem" and event.to is not None and event.by is None:
        return (USED,) if not event.first else ()
    if event.first or event.name or event.roll or event.weapon is not None or (event.by or event.to) is None:
        return ()
    if event.what == "moves":
        begins = "begins" if event.edge in ("before", "start") else ""
        known = event.edge != "either" and set(event.moves) <= set(MOVES)
        return NAMES["moves", begins] if known else ()
    if event.what == "selected":
        return tuple(name for act in event.acts for name in NAMES.get(("selected", act), ()))
    if event.what == "destroyed":
        return _of_death(event)
    return NAMES.get((event.what, ""), ()) if event.edge in ("at", "after", "end") else ()


def _of_death(event: terms.Event) -> tuple[str, ...]:
    """The events of a unit, or of a model of some kind, that is destroyed."""
    to = event.to
    if to is None or to.ref or event.edge not in ("at", "after", "end"):
        return ()
    if to.kind == "model":
        plain = to.side is not None and to.of is None and not to.where
        return (MODEL_DESTROYED,) if plain else ()
    return NAMES["destroyed", ""] if to.kind == "unit" else ()
