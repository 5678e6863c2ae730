"""Hypothesis: small random engagements of the Heresy, as the contract's JSON."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

Json = dict[str, Any]
Draw = st.DrawFn

PRINTED = ("Breaching", "Rending", "Shred", "Critical Hit", "Precision", "Poisoned")
RANGED = (
    'Blast (5")', "Template", "Barrage (1)", "Deflagrate (5)", "Deflagrate (3)", "Heavy (RS)", "Heavy (FP)",
    "Heavy (AP)", "Ordnance (D)", "Ordnance (RS)", "Ordnance (FP)", "Overload (1)", "Pinning (1)", "Pistol",
    "Armourbane", "Melta (6)", "Detonation",
)  # fmt: skip
MELEE = (
    "Deflagrate (4)", "Impact (SM)", "Impact (A)", "Impact (D)", "Reaping Blow (1)", "Hatred (Infantry)",
    "Armourbane", "Armour-breaker (5+)", "Detonation",
)  # fmt: skip
FLAGS = ("snap_shots", "overwatch", "stationary", "charged", "indirect_unseen")
KEYWORDS = ("INFANTRY", "WALKER", "AUTOMATA", "FLYER", "SUPER-HEAVY")


def sometimes(draw: Draw, one_in: int = 3) -> bool:
    return draw(st.integers(1, one_in)) == one_in


def maybe(draw: Draw, spec: Json, key: str, values: Any, one_in: int = 3) -> None:
    """Put ``key`` into ``spec`` now and then."""
    if sometimes(draw, one_in):
        spec[key] = draw(st.sampled_from(values))


def modifiers(draw: Draw, defender: bool) -> list[Json]:
    which, step = st.sampled_from(("ones", "failed")), st.sampled_from((-2, -1, 1, 2))
    made = [
        {"what": "save", "value": draw(step)},
        {"what": "ap", "value": draw(step)},
        {"what": "reroll saves", "which": draw(which)},
        {"what": "feel no pain", "value": draw(st.integers(4, 6))},
        {"what": "shrouded", "value": draw(st.integers(4, 6))},
        {"what": "eternal warrior", "value": draw(st.integers(1, 2))},
        {"what": "damage", **draw(st.sampled_from(DAMAGE))},
    ]
    if not defender:
        made += [
            {"what": what, "value": draw(step)} for what in ("hit", "wound", "strength", "skill", "toughness")
        ]
        made += [{"what": "attacks", "value": 1}, {"what": "critical hit", "value": draw(st.integers(3, 6))}]
        made += [{"what": "reroll hits", "which": draw(st.sampled_from(("ones", "failed", "non-critical")))}]
        made += [{"what": "reroll wounds", "which": draw(which)}]
    return draw(st.lists(st.sampled_from(made), max_size=2, unique_by=lambda spec: spec["what"]))


DAMAGE = (
    {"op": "halve"}, {"op": "double"}, {"op": "add", "value": 1}, {"op": "subtract", "value": 1},
    {"op": "set", "value": 1}, {"op": "set", "value": 0}, {"op": "divide", "value": 3},
    {"op": "multiply", "value": 2},
)  # fmt: skip


def weapon(draw: Draw, number: int, kind: str) -> Json:
    special = [f"{name} ({draw(st.integers(2, 6))}+)" for name in PRINTED if sometimes(draw, 4)]
    special += draw(st.lists(st.sampled_from(RANGED if kind == "ranged" else MELEE), max_size=2, unique=True))
    skills = (0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, "F", "automatic")
    spec: Json = {
        "name": f"weapon {number}",
        "kind": kind,
        "count": draw(st.integers(1, 2)),
        "attacks": draw(st.sampled_from((1, "1", "2", "D3"))),
        "skill": draw(st.sampled_from(skills if kind == "ranged" else skills[:-2])),
        "strength": draw(st.integers(0, 10)),
        "ap": draw(st.sampled_from(("-", 2, 3, 4, "5", 6))),
        "damage": draw(st.sampled_from((0, 1, 1, "1", 2, 3, "D3"))),
        "abilities": draw(st.permutations(special)),
        "modifiers": modifiers(draw, defender=False) if sometimes(draw) else [],
    }
    maybe(draw, spec, "range_in", (12, 24))
    return spec


def model(draw: Draw, name: str, count: int) -> Json:
    wounds = draw(st.integers(1, 3))
    spec: Json = {
        "name": name,
        "count": count,
        "toughness": draw(st.integers(0, 8)),
        "save": draw(st.sampled_from(("-", "2+", "3+", "4+", "5+", "6+"))),
        "wounds": wounds,
        "weapon_skill": draw(st.integers(0, 10)),
    }
    for key in ("invulnerable", "cover", "feel_no_pain", "shrouded"):
        maybe(draw, spec, key, ("4+", "5+", "6+", "-"), 4)
    maybe(draw, spec, "eternal_warrior", (1, 2), 4)
    maybe(draw, spec, "leader", (True,), 4)
    if wounds > 1:
        maybe(draw, spec, "wounds_lost", range(1, wounds))
    if sometimes(draw, 4):
        spec["modifiers"] = modifiers(draw, defender=True)
    return spec


def vehicle(draw: Draw) -> Json:
    spec: Json = {
        "name": "tank",
        "count": 1,
        "toughness": 0,
        "save": "-",
        "wounds": draw(st.integers(1, 5)),
        "armour": draw(st.sampled_from((0, 8, 9, 10, 12))),
    }
    maybe(draw, spec, "armour_rear", (0, 7, 10), 2)
    for key in ("invulnerable", "cover", "feel_no_pain", "shrouded"):
        maybe(draw, spec, key, ("4+", "5+"), 4)
    return spec


def situation(draw: Draw, models: int) -> Json:
    found: Json = {flag: True for flag in FLAGS if sometimes(draw, 4)}
    maybe(draw, found, "range_in", (5.5, 12.0, 12.5, 24))
    for key in ("under_marker", "under_marker_scattered"):
        if sometimes(draw, 2):
            found[key] = draw(st.integers(0, models))
    return found


@st.composite
def engagements(draw: Draw) -> Json:
    """An engagement that the oracle can afford."""
    kind = draw(st.sampled_from(("ranged", "ranged", "melee")))
    if sometimes(draw, 5):
        models = [vehicle(draw)]
    else:
        counts = draw(st.sampled_from(((1,), (2,), (3,), (1, 1), (2, 1), (1, 1, 1))))
        models = [model(draw, f"model {n}", count) for n, count in enumerate(counts)]
    units = [
        {
            "weapons": [weapon(draw, n, kind) for n in range(draw(st.sampled_from((1, 1, 2))))],
            "keywords": ["Stable"] if sometimes(draw, 6) else [],
        }
        for _ in range(draw(st.sampled_from((1, 1, 1, 2))))
    ]
    keywords = draw(st.lists(st.sampled_from(KEYWORDS), max_size=2, unique=True))
    result: Json = {
        "id": "random",
        "system": "heresy3",
        "target": {"models": models, "keywords": keywords},
        "situation": situation(draw, sum(one["count"] for one in models)),
        "modifiers": modifiers(draw, defender=False) if sometimes(draw) else [],
    }
    return {**result, "attackers": units} if len(units) > 1 else {**result, "attacker": units[0]}
