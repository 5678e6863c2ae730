"""Small engagements of wh40k10 in a line or two, and their odds with figures under short names.

Unless a test says otherwise a weapon makes one ranged attack: 3+ to hit (2/3), Strength 4, AP 0, Damage 1; a
``flamer`` hits by itself and wounds Toughness 4 on 2+ (5/6). A target is one model of Toughness 4 without a
save, with one wound; a ``giant`` has so many wounds that none are wasted.
"""

from __future__ import annotations

import pytest

from warbook.probability import answer

REVISIONS = ("2023-06", "2023-12", "2024-06", "2025-06")
LAUNCH, NEWEST = REVISIONS[0], REVISIONS[-1]
every_revision = pytest.mark.parametrize("revision", REVISIONS)


def exactly(expected):
    """Equal to a fraction, or to a list of them, but for rounding."""
    if isinstance(expected, list | tuple):
        return pytest.approx([float(value) for value in expected], rel=0, abs=1e-11)
    return pytest.approx(float(expected), rel=0, abs=1e-11)


def weapon(*abilities, **changes):
    return {
        "name": "gun",
        "kind": "ranged",
        "attacks": "1",
        "skill": "3+",
        "strength": 4,
        "damage": "1",
        "abilities": list(abilities),
        **changes,
    }


def flamer(*abilities, **changes):
    return weapon("torrent", *abilities, **{"strength": 20, **changes})


def blade(*abilities, **changes):
    return weapon(*abilities, **{"kind": "melee", **changes})


def model(name="trooper", **changes):
    return {"name": name, "count": 1, "toughness": 4, "save": "-", "wounds": 1, **changes}


def leader(name="leader", **changes):
    return model(name, leader=True, **changes)


def target(*models, keywords=("INFANTRY",), **changes):
    """A unit of these models, or of one kind with these changes."""
    return {"keywords": list(keywords), "models": list(models) or [model(**changes)]}


def giant(**changes):
    return target(**{"wounds": 200, **changes})


def modifier(what, value=None, **keys):
    return {"what": what, **({} if value is None else {"value": value}), **keys}


def engagement(weapons, unit, *modifiers, revision=NEWEST, keywords=(), models=(), **situation):
    """One unit with these weapons against ``unit``; ``keywords`` and ``models`` are the attacker's."""
    owned = [weapons] if isinstance(weapons, dict) else list(weapons)
    attacker = {"weapons": owned, "keywords": list(keywords), "models": list(models)}
    return {
        "system": "wh40k10",
        "revision": revision,
        "attacker": attacker,
        "target": unit,
        "situation": situation,
        "modifiers": list(modifiers),
    }


def units(attackers, unit, *modifiers, revision=NEWEST, **situation):
    """Several units, each a list of weapons, one after the other."""
    found = engagement([], unit, *modifiers, revision=revision, **situation)
    del found["attacker"]
    return {**found, "attackers": [{"weapons": owned} for owned in attackers]}


def odds(weapons, unit, *modifiers, **keys):
    return told(engagement(weapons, unit, *modifiers, **keys))


def odds_of_units(attackers, unit, *modifiers, **keys):
    return told(units(attackers, unit, *modifiers, **keys))


def told(document):
    """The odds of an engagement that must have exact figures."""
    found = answer(document)
    assert not found["problems"]
    assert found["exact"]
    return Told(found)


class Told:
    """An answer with its means as plain numbers."""

    def __init__(self, found):
        self.answer = found
        self.attacks, self.hits, self.wounds = (found[name]["mean"] for name in ("attacks", "hits", "wounds"))
        self.damage, self.damage_pmf = found["damage"]["mean"], found["damage"]["pmf"]
        self.wasted, self.p_destroyed = found["wasted"]["mean"], found["p_destroyed"]
        self.destroyed = found["models_destroyed"]["mean"]
        self.destroyed_pmf = found["models_destroyed"]["pmf"]
        self.lost = {entry["name"]: entry["wounds_lost_mean"] for entry in found["models"]}
        self.killed = {entry["name"]: entry["destroyed_mean"] for entry in found["models"]}
        self.all_killed = {entry["name"]: entry["p_all_destroyed"] for entry in found["models"]}
        self.reasons, self.not_modelled = found["reasons"], found["not_modelled"]
        self.self_damage = found["self_damage"]
