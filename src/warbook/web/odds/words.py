"""What players call the parts of a situation."""

from __future__ import annotations

from collections.abc import Mapping

from warbook.asking.saying import doing_more, said, taking
from warbook.errors import InputError
from warbook.rules.assumed import (
    Allocated,
    Assumption,
    NotHeld,
    OfLater,
    OtherPhase,
    Picked,
    Profiled,
    Unasked,
    Unused,
)
from warbook.rules.engagement import Situation

PHASES = {"shooting": "Shooting", "fight": "Fight"}
MOVES = frozenset({"stationary", "advanced"})
"""What the attacker may have done instead of moving."""
MOVED = {"moved": "moved", "stationary": "stayed where it was", "advanced": "moved and ran"}

SWITCHES: Mapping[str, str] = {
    "half_range": "Within half range",
    "cover": "Target in cover",
    "stealth": "Target has Stealth",
    "stationary": "Attacker stayed where it was",
    "advanced": "Attacker ran",
    "overwatch": "Overwatch",
    "snap_shots": "Snap Shots",
    "indirect_unseen": "Target out of sight",
    "attacker_engaged": "Attacker is engaged",
    "target_engaged_with_friends": "Target is engaged with friends",
    "charged": "Attacker charged",
}
NUMBERS: Mapping[str, tuple[str, int]] = {
    "range_in": ("Distance in inches", 240),
    "under_marker": ("Models under the marker", 100),
    "under_marker_scattered": ("… after a scatter", 100),
}
"""Labels, and the most that makes sense."""

POLICIES = (
    "A model that has lost wounds takes the next one, then the most numerous kind of models, then the cheaper.",
    "Leaders come last, but Precision always picks the leader.",
    "Weapons resolve in the order shown; what waits until the unit is done comes after all of them.",
    "Re-rolls take what failed; modifiers under Rules in play re-roll what is no critical too.",
    "Damage and numbers of attacks are re-rolled below their mean.",
    "A single re-roll is spent on the first failure that it could turn.",
    "Of several weapons or profiles of which a model uses one, it is the one that does most here.",
)
"""What the figures take for granted, whatever is asked."""


def moved(here: Situation) -> str:
    """What the attacker did."""
    return "advanced" if here.advanced else "stationary" if here.stationary else "moved"


def gain(damage: float, p_destroyed: float) -> str:
    """What something adds, in words.

    >>> gain(1.25, 0.0312)
    'damage +1.25, chance to destroy +3.1 %'
    """
    return f"damage {damage:+.2f}, chance to destroy {100 * p_destroyed:+.1f} %"


def taken(each: Assumption) -> str:
    """What was assumed, for a reader who has controls and no options of a command.

    >>> taken(Profiled("Boss", "ray", "most damage here", ("axe",)))
    'Boss: ray (most damage here), not axe'
    """
    match each:
        case Unused(sheet, rule):
            return f"{sheet}: {rule} not used"
        case NotHeld(rule, conditions):
            return f"{rule}: taken not to hold: {'; '.join(conditions)}"
        case Unasked(words):
            return f"no rule of these units asks for this: {words}"
        case Picked(rule, option, others) if others:
            return f"{rule}: {option} (best here), not {', '.join(others)}"
        case OfLater(what):
            return taken(what)
        case Profiled(model, profile, why, others):
            return f"{model}: {profile} ({why}), not {', '.join(others)}"
        case Allocated():
            return taking(each)
        case OtherPhase():
            return doing_more(each)
    return said(each)


PLACES = {
    "--with": "Rules in play",
    "--holding": "Rules in play",
    "--range": "On the table",
    "--charge": "On the table",
    "--charge-reroll": "On the table",
}
"""Parts of the page for options of the command line that faults name."""


def told(fault: InputError) -> InputError:
    """A fault by the part of the page that it is of."""
    return type(fault)(PLACES.get(fault.path, fault.path), fault.place, fault.expected)
