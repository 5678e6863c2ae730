"""Engagements of every kind, drawn from a seeded generator: the same list on every machine.

All weapon abilities of the game, mixed units, leaders, several attackers, situations and modifiers, in
each of the four revisions.
"""

from __future__ import annotations

import random

from benchmarks.engagements import Engagement

REVISIONS = ("2023-06", "2023-12", "2024-06", "2025-06")
KEYWORDS = ("INFANTRY", "VEHICLE", "MONSTER", "MOUNTED", "SWARM")
ANY_WEAPON = (
    "lethal hits", "sustained hits 1", "sustained hits 2", "sustained hits D3", "devastating wounds",
    "twin-linked", "precision", "hazardous", "psychic",
    "anti-infantry 4+", "anti-vehicle 3+", "anti-monster 5+",
)  # fmt: skip
RANGED = (
    "blast", "torrent", "heavy", "assault", "pistol", "one shot", "ignores cover", "indirect fire",
    "rapid fire 1", "rapid fire D3", "melta 2", "conversion",
)  # fmt: skip
MELEE = ("lance", "extra attacks")
FLAGS = {
    "ranged": ("half_range", "cover", "overwatch", "stationary", "indirect_unseen"),
    "melee": ("charged",),
}
MODIFIERS = (
    {"what": "hit", "value": -1},
    {"what": "hit", "value": 1},
    {"what": "wound", "value": -1},
    {"what": "wound", "value": 1},
    {"what": "save", "value": 1},
    {"what": "ap", "value": 1},
    {"what": "damage", "op": "halve"},
    {"what": "damage", "op": "subtract", "value": 1},
    {"what": "reroll hits", "which": "ones"},
    {"what": "reroll hits", "which": "failed"},
    {"what": "reroll hits", "which": "non-critical"},
    {"what": "reroll wounds", "which": "ones"},
    {"what": "reroll wounds", "which": "failed"},
    {"what": "reroll wounds", "which": "non-critical"},
    {"what": "reroll damage", "below": "mean"},
    {"what": "critical hit", "value": 5},
    {"what": "critical wound", "value": 5},
)
SIZES = (1, 3, 5, 10, 20)
RANGE_IN = 18


def mixed(number: int, seed: int = 40_000) -> list[Engagement]:
    """``number`` engagements; the revisions take turns."""
    rng = random.Random(seed)
    return [_engagement(rng, index) for index in range(number)]


def _engagement(rng: random.Random, index: int) -> Engagement:
    kind = rng.choice(("ranged", "ranged", "melee"))
    units = [_attacker(rng, kind) for _ in range(rng.choice((1, 1, 1, 1, 2)))]
    attackers = {"attacker": units[0]} if len(units) == 1 else {"attackers": units}
    situation = {flag: True for flag in FLAGS[kind] if rng.random() < 0.2}
    return {
        "id": f"mixed-{index:04}",
        "system": "wh40k10",
        "revision": REVISIONS[index % len(REVISIONS)],
        **attackers,
        "target": _target(rng),
        "situation": {**situation, "range_in": RANGE_IN},
        "modifiers": _some(rng, MODIFIERS, (0, 0, 1, 2)),
    }


def _attacker(rng: random.Random, kind: str) -> Engagement:
    size = rng.choice((1, 5, 10))
    weapons = [_weapon(rng, kind, size, number) for number in range(rng.randint(1, 4))]
    model = {"name": "attacker", "count": size, "toughness": 4, "save": "3+", "wounds": 2}
    return {"keywords": ["INFANTRY"], "models": [model], "weapons": weapons}


def _weapon(rng: random.Random, kind: str, size: int, number: int) -> Engagement:
    own = RANGED if kind == "ranged" else MELEE
    weapon = {
        "name": f"weapon {number + 1}",
        "kind": kind,
        "count": rng.randint(1, size),
        "attacks": rng.choice(("1", "2", "3", "4", "D3", "D6", "D6+1", "2D6")),
        "skill": f"{rng.randint(2, 5)}+",
        "strength": rng.randint(3, 14),
        "ap": -rng.randint(0, 4),
        "damage": rng.choice(("1", "1", "2", "3", "D3", "D6", "D6+1", "D3+3")),
        "abilities": _abilities(rng, own),
    }
    if kind == "ranged":
        weapon["range_in"] = rng.choice((24, 36, 48))
    if rng.random() < 0.2:
        weapon["modifiers"] = [rng.choice(MODIFIERS)]
    return weapon


def _abilities(rng: random.Random, own: tuple[str, ...]) -> list[str]:
    """Up to four abilities, never the same one with two values."""
    drawn = _some(rng, (*ANY_WEAPON, *own), (0, 1, 1, 2, 3, 4))
    return list({_family(name): name for name in drawn}.values())


def _family(name: str) -> str:
    return name.rpartition(" ")[0] if name[-1].isdigit() else name


def _target(rng: random.Random) -> Engagement:
    toughness, wounds = rng.choice(((3, 1), (4, 1), (4, 2), (5, 3), (6, 4), (8, 6), (10, 12)))
    size = rng.choice(SIZES) if wounds < 6 else rng.randint(1, 3)
    bodies = [_model(rng, "body", size, toughness, wounds)]
    if rng.random() < 0.35:
        bodies.append(
            _model(rng, "other body", rng.choice((1, 2, 5)), toughness, max(1, wounds + rng.choice((-1, 1))))
        )
    leaders = [_leader(rng, number) for number in range(rng.choice((0, 0, 0, 1, 1, 2)))]
    return {"keywords": [rng.choice(KEYWORDS)], "models": [*bodies, *leaders]}


def _leader(rng: random.Random, number: int) -> Engagement:
    model = _model(rng, f"leader {number + 1}", 1, rng.randint(3, 6), rng.randint(3, 6))
    return {**model, "leader": True}


def _model(rng: random.Random, name: str, count: int, toughness: int, wounds: int) -> Engagement:
    model: Engagement = {
        "name": name,
        "count": count,
        "toughness": toughness,
        "save": f"{rng.randint(2, 6)}+",
        "wounds": wounds,
    }
    for key, share in (("invulnerable", 0.4), ("feel_no_pain", 0.25), ("feel_no_pain_mortal", 0.15)):
        if rng.random() < share:
            model[key] = f"{rng.randint(4, 6)}+"
    if wounds > 1 and rng.random() < 0.15:
        model["wounds_lost"] = rng.randint(1, wounds - 1)
    return model


def _some(rng: random.Random, choices: tuple, sizes: tuple[int, ...]) -> list:
    return rng.sample(choices, rng.choice(sizes))
