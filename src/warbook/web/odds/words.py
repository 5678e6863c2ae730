"""What players call the parts of a situation."""

from __future__ import annotations

from collections.abc import Mapping

from warbook.errors import InputError
from warbook.queries.saying import said
from warbook.rules.assumed import Assumption
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


CONTROLS: Mapping[str, str] = {
    "attacker.models": "Attacker: Models",
    "target.models": "Target: Models",
    "attacker.loadout": "Attacker: Wargear options",
    "target.loadout": "Target: Wargear options",
    "attacker.leader_loadout": "Attacker: Its leader’s wargear",
    "target.leader_loadout": "Target: Its leader’s wargear",
    "attacker.second_leader_loadout": "Attacker: Its second leader’s wargear",
    "target.second_leader_loadout": "Target: Its second leader’s wargear",
    "attacker.leader": "Attacker: Led by",
    "target.leader": "Target: Led by",
    "attacker.profiles": "Weapons used",
    "attacker.near": "Auras of friends nearby",
    "target.near": "Auras of friends nearby",
    "target.order": "Who takes damage first",
    "with": "Rules in play",
    "holding": "Rules in play",
    "phase": "Phase",
    "revision": "Rules of",
    "stationary": "The attacker",
    "advanced": "The attacker",
}
"""What controls of the page are called, by the field of the question that each sets."""


def control(field: str) -> str | None:
    """The control for a field of a question, as the page calls it."""
    label = CONTROLS.get(field) or SWITCHES.get(field) or NUMBERS.get(field, (None,))[0]
    return label and f"“{label}”"


def taken(each: Assumption) -> str:
    """What was assumed, for a reader who has controls and no options of a command.

    >>> from warbook.rules.assumed import Sized
    >>> taken(Sized("Moles", 5, 10))
    'Moles: 5 models, the smallest of 5 to 10 (“Attacker: Models” says otherwise)'
    """
    return said(each, control)


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
