"""The fixed workloads, and variants of an engagement that no cache of answers has seen."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

Engagement = dict[str, Any]
"""One engagement as the JSON contract spells it."""

FOLDER = Path(__file__).parent / "workloads"
STEPS = 3
"""Counts that an entry takes in turn: as given, one more, two more."""


def load() -> dict[str, list[Engagement]]:
    """The workloads by name: (a), (b), (b5) and (b-joint) hold one engagement, (c) holds 360."""
    single = json.loads((FOLDER / "workload-ab.json").read_text("utf-8"))
    many = json.loads((FOLDER / "workload-c.json").read_text("utf-8"))
    return {engagement["id"]: [engagement] for engagement in single} | {"c": many}


def spread(engagements: list[Engagement], size: int) -> list[Engagement]:
    """``size`` of the engagements: of (c), each attacker in turn against another target."""
    if len(engagements) <= size:
        return engagements
    stride = len(engagements) // size
    return [engagements[i * stride + 7 * i % stride] for i in range(size)]


def variant(engagement: Engagement, turn: int) -> Engagement:
    """The engagement with up to two more weapons or models in each entry; turn 0 changes nothing.

    The turn counts in base three over the entries, so the first nine turns of any engagement all differ,
    while the amount of work stays about the same.
    """
    changed = copy.deepcopy(engagement)
    for entry in [*changed["attacker"]["weapons"], *changed["target"]["models"]]:
        turn, extra = divmod(turn, STEPS)
        entry["count"] += extra
    return changed
