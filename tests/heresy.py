"""Small engagements of heresy3 in a line or two, and their odds with figures under short names.

Unless a test says otherwise a ``gun`` makes one attack: BS 4 (3+ to hit, 2/3), Strength 4, AP 2, Damage
1. A ``sure`` gun hits without a test, at Strength 10 (2+ to wound, 5/6). A target is one model of
Toughness 4 without a save, with Weapon Skill 4 and one wound; a ``giant`` has so many wounds that none
are wasted.
"""

from __future__ import annotations

from warbook.probability import answer
from wh40k import Told, exactly

__all__ = [
    "answer",
    "blade",
    "engagement",
    "exactly",
    "giant",
    "gun",
    "model",
    "modifier",
    "odds",
    "sure",
    "tank",
    "target",
]


def gun(*abilities, **changes):
    return {
        "name": "gun",
        "kind": "ranged",
        "attacks": "1",
        "skill": 4,
        "strength": 4,
        "ap": 2,
        "damage": "1",
        "abilities": list(abilities),
        **changes,
    }


def sure(*abilities, **changes):
    return gun(*abilities, **{"skill": "automatic", "strength": 10, **changes})


def blade(*abilities, **changes):
    return gun(*abilities, **{"name": "blade", "kind": "melee", **changes})


def model(name="trooper", **changes):
    return {"name": name, "count": 1, "toughness": 4, "save": "-", "wounds": 1, "weapon_skill": 4, **changes}


def target(*models, keywords=("INFANTRY",), **changes):
    """A unit of these models, or of one kind with these changes."""
    return {"keywords": list(keywords), "models": list(models) or [model(**changes)]}


def giant(**changes):
    return target(**{"wounds": 200, **changes})


def tank(armour=12, hull_points=100, keywords=("VEHICLE",), **changes):
    hull = {"name": "tank", "count": 1, "toughness": 0, "save": "-", "wounds": hull_points, "armour": armour}
    return {"keywords": list(keywords), "models": [{**hull, **changes}]}


def modifier(what, value=None, **keys):
    return {"what": what, **({} if value is None else {"value": value}), **keys}


def engagement(weapons, unit, *modifiers, models=(), **situation):
    """One unit with these weapons against ``unit``; ``models`` are the attacker's."""
    owned = [weapons] if isinstance(weapons, dict) else list(weapons)
    attacker = {"weapons": owned, "models": list(models)}
    return {
        "system": "heresy3",
        "attacker": attacker,
        "target": unit,
        "situation": situation,
        "modifiers": list(modifiers),
    }


def odds(weapons, unit, *modifiers, **keys):
    """The odds of an engagement that must have exact figures."""
    found = answer(engagement(weapons, unit, *modifiers, **keys))
    assert not found["problems"]
    assert found["exact"]
    return Told(found)


def problems(weapons, unit, *modifiers, **keys):
    return answer(engagement(weapons, unit, *modifiers, **keys))["problems"]
