"""The engagement as plain values: dice expressions, weapons, models in order of allocation."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

REVISIONS = ("2023-06", "2023-12", "2024-06", "2025-06")
PLAIN_ABILITIES = {
    "assault", "blast", "conversion", "devastating wounds", "extra attacks", "hazardous", "heavy",
    "ignores cover", "indirect fire", "lance", "lethal hits", "one shot", "pistol", "precision", "psychic",
    "torrent", "twin-linked",
}  # fmt: skip
ROLL_MODIFIERS = {
    "hit", "wound", "save", "ap", "damage", "reroll hits", "reroll wounds", "reroll damage", "critical hit",
    "critical wound", "strength", "attacks", "skill", "toughness", "save characteristic", "reroll saves",
    "reroll feel no pain", "reroll attacks", "ignore", "bar", "invulnerable", "feel no pain",
}  # fmt: skip
MODEL_MODIFIERS = {"save", "ap", "damage", "toughness", "save characteristic", "invulnerable", "feel no pain"}
"""What can depend on the model that an attack is allocated to: nothing before allocation does."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Dice:
    """``number`` dice with ``sides`` sides, summed, and a constant (K-DIC-01, K-MOD-05)."""

    number: int
    sides: int
    plus: int

    @property
    def random(self) -> bool:
        return self.number > 0

    @property
    def mean(self) -> float:
        return self.number * (self.sides + 1) / 2 + self.plus

    @property
    def highest(self) -> int:
        return self.number * self.sides + self.plus


@dataclass(frozen=True)
class Weapon:
    """One line of attacks, with the engagement's and its own modifiers together."""

    name: str
    ranged: bool
    count: int
    attacks: Dice
    skill: int
    strength: int
    ap: int
    damage: Dice
    abilities: frozenset[str]
    sustained: Dice
    rapid_fire: Dice
    melta: int
    anti: tuple[tuple[str, int], ...]
    modifiers: tuple[Json, ...] = field(hash=False)
    bearer: str | None = None


@dataclass(frozen=True)
class Model:
    """One model; ``left`` is what it has at the start; a roll that is not there is 7."""

    entry: int
    name: str
    toughness: int
    save: int
    invulnerable: int
    wounds: int
    left: int
    feel_no_pain: int
    feel_no_pain_mortal: int
    leader: bool
    stealth: bool
    modifiers: tuple[Json, ...] = field(hash=False)


@dataclass(frozen=True)
class Unit:
    """An attacking unit; ``models`` matter to Hazardous."""

    keywords: frozenset[str]
    weapons: tuple[Weapon, ...]
    models: tuple[Model, ...]


@dataclass(frozen=True)
class Fight:
    """A whole engagement. ``models`` stand in the order in which attacks are allocated to them."""

    revision: str
    units: tuple[Unit, ...]
    models: tuple[Model, ...]
    entries: tuple[str, ...]
    keywords: frozenset[str]
    stealth: bool
    situation: Json
    command: str | None

    @property
    def start(self) -> tuple[int, ...]:
        """Wounds left of every model at the start."""
        return tuple(model.left for model in self.models)


def dice(text: int | str) -> Dice:
    """``3``, ``"D6"``, ``"2D3+1"``."""
    found = re.fullmatch(r"(?:(\d*)D(\d+))?(?:(?:^|\+)(\d+))?", str(text).strip().upper())
    if not found or not found.group():
        raise ValueError(f"not a dice expression: {text!r}")
    number, sides, plus = found.groups()
    return Dice(int(number or 1) if sides else 0, int(sides or 1), int(plus or 0))


@cache
def outcomes(roll: Dice) -> tuple[tuple[int, int], ...]:
    """Every total with the number of ways to throw it."""
    faces = product(range(1, roll.sides + 1), repeat=roll.number)
    return tuple(sorted(Counter(sum(throw) + roll.plus for throw in faces).items()))


def needed(text: int | str | None) -> int:
    """``"3+"`` needs 3; nothing, ``"-"`` and ``"N/A"`` need 7, which no die shows."""
    if text is None or str(text).strip().upper() in {"-", "N/A", ""}:
        return 7
    return int(str(text).strip().removesuffix("+"))


def checked(modifiers: list[Json], allowed: set[str]) -> tuple[Json, ...]:
    """The modifiers, all of which must be known here."""
    for modifier in modifiers:
        if modifier["what"] not in allowed:
            raise ValueError(f"modifier {modifier['what']!r} is not known here")
    return tuple(modifiers)


def weapon(spec: Json, shared: list[Json]) -> Weapon:
    """A weapon with its abilities taken apart."""
    plain, values, anti = set(), {}, []
    for ability in (text.strip().lower() for text in spec.get("abilities", [])):
        if found := re.fullmatch(r"anti-(.+) (\d)\+", ability):
            anti.append((found[1].upper(), int(found[2])))
        elif found := re.fullmatch(r"(sustained hits|rapid fire|melta) (\S+)", ability):
            values[found[1]] = dice(found[2])
        elif ability in PLAIN_ABILITIES:
            plain.add(ability)
        else:
            raise ValueError(f"unknown weapon ability {ability!r}")
    skill = needed(spec.get("skill"))
    if skill > 6 and "torrent" not in plain:
        raise ValueError(f"{spec['name']}: no skill")
    ap = str(spec.get("ap", 0)).strip()
    nothing = Dice(0, 1, 0)
    return Weapon(
        name=spec["name"],
        ranged=spec["kind"] == "ranged",
        count=spec.get("count", 1),
        attacks=dice(spec["attacks"]),
        skill=skill,
        strength=spec["strength"],
        ap=0 if ap == "-" else int(ap),
        damage=dice(spec["damage"]),
        abilities=frozenset(plain),
        sustained=values.get("sustained hits", nothing),
        rapid_fire=values.get("rapid fire", nothing),
        melta=values.get("melta", nothing).plus,
        anti=tuple(anti),
        modifiers=checked([*shared, *spec.get("modifiers", [])], ROLL_MODIFIERS),
        bearer=spec.get("bearer"),
    )


def models(specs: list[Json]) -> tuple[Model, ...]:
    """The models in order of allocation: wounded first, then as listed; leaders after all others.

    K-LDR-04 and step 3 of section 9. A model that has been chosen stays first until it is destroyed, so the
    order never changes.
    """
    found = []
    for entry, spec in enumerate(specs):
        ordinary = needed(spec.get("feel_no_pain"))
        for number in range(spec.get("count", 1)):
            found.append(Model(
                entry=entry, name=spec["name"], toughness=spec["toughness"], save=needed(spec["save"]),
                invulnerable=needed(spec.get("invulnerable")), wounds=spec["wounds"],
                left=spec["wounds"] - (spec.get("wounds_lost", 0) if number == 0 else 0),
                feel_no_pain=ordinary,
                feel_no_pain_mortal=min(ordinary, needed(spec.get("feel_no_pain_mortal"))),
                leader=spec.get("leader", False),
                stealth=spec.get("stealth", False) or has_stealth(spec),
                modifiers=checked(spec.get("modifiers", []), MODEL_MODIFIERS),
            ))  # fmt: skip
    return tuple(sorted(found, key=lambda model: (model.leader, model.left == model.wounds)))


def unit(spec: Json, shared: list[Json]) -> Unit:
    """An attacking unit; the engagement's modifiers reach every weapon of it."""
    weapons = tuple(weapon(own, shared) for own in spec["weapons"])
    return Unit(keywords(spec), weapons, models(spec.get("models", [])))


def has_stealth(spec: Json) -> bool:
    return "stealth" in (ability.strip().lower() for ability in spec.get("abilities", []))


def keywords(spec: Json) -> frozenset[str]:
    return frozenset(keyword.strip().upper() for keyword in spec.get("keywords", []))


def read(engagement: Json) -> Fight:
    """Read an engagement of ``wh40k10``."""
    if engagement.get("system", "wh40k10") != "wh40k10":
        raise ValueError("only wh40k10 is read here")
    revision = engagement.get("revision") or REVISIONS[-1]
    if revision not in REVISIONS:
        raise ValueError(f"unknown revision {revision!r}")
    specs = [engagement["attacker"]] if engagement.get("attacker") else engagement["attackers"]
    commands = [m["roll"] for m in engagement.get("modifiers", []) if m["what"] == "command reroll"]
    if len(commands) > 1:
        raise ValueError("more than one command re-roll")
    shared = [m for m in engagement.get("modifiers", []) if m["what"] != "command reroll"]
    target, situation = engagement["target"], engagement.get("situation", {})
    return Fight(
        revision=revision,
        units=tuple(unit(spec, shared) for spec in specs),
        models=models(target["models"]),
        entries=tuple(spec["name"] for spec in target["models"]),
        keywords=keywords(target),
        stealth=bool(situation.get("stealth") or target.get("stealth") or has_stealth(target)),
        situation=situation,
        command=commands[0] if commands else None,
    )
