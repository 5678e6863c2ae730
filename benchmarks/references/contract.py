"""The part of the engagement contract that the references read; the rest is refused, never dropped."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from benchmarks.references import NotExpressible
from benchmarks.references.die_faces import NOTHING, Check, Dice, check, threshold, unsaved, wound_needed

ENGAGEMENT_KEYS = {"id", "system", "revision", "attacker", "target"}
WEAPON_KEYS = {
    "name", "kind", "count", "attacks", "skill", "strength", "ap", "damage", "abilities", "modifiers",
}  # fmt: skip
MODEL_KEYS = {
    "name", "count", "toughness", "save", "wounds", "invulnerable", "feel_no_pain", "feel_no_pain_mortal",
}  # fmt: skip
MORTAL_LAST = {"2024-06", "2025-06"}
"""Revisions whose Devastating Wounds come last, as mortal wounds that stop at the model."""


@dataclass(frozen=True)
class Weapons:
    """One line of weapons, with the chances of its dice against this target."""

    count: int
    attacks: Dice
    blast: int
    hit: Check
    sustained: Dice
    lethal: bool
    wound: Check
    devastating: bool
    unsaved: Fraction
    damage: Dice


@dataclass(frozen=True)
class Target:
    """Models that are all alike."""

    count: int
    wounds: int
    ignored: Fraction
    ignored_mortal: Fraction

    @property
    def total(self) -> int:
        """Wounds of the whole unit."""
        return self.count * self.wounds


def read(engagement: dict[str, Any]) -> tuple[list[Weapons], Target]:
    """The engagement's weapons and target, or NotExpressible."""
    _allow(engagement, ENGAGEMENT_KEYS, "engagement")
    models = engagement["target"]["models"]
    if engagement["system"] != "wh40k10" or len(models) != 1:
        raise NotExpressible("only wh40k10 engagements with models that are all alike")
    lines = [_weapons(line, engagement) for line in engagement["attacker"]["weapons"]]
    if engagement["revision"] not in MORTAL_LAST and any(line.devastating for line in lines):
        raise NotExpressible("Devastating Wounds of older revisions")
    return lines, _target(models[0])


def _allow(given: dict[str, Any], known: set[str], where: str) -> None:
    if unknown := set(given) - known:
        raise NotExpressible(f"{where}: {', '.join(sorted(unknown))}")


def _target(model: dict[str, Any]) -> Target:
    _allow(model, MODEL_KEYS, "model")
    plain, mortal = threshold(model.get("feel_no_pain")), threshold(model.get("feel_no_pain_mortal"))
    return Target(
        count=model["count"],
        wounds=model["wounds"],
        ignored=Fraction(7 - plain, 6),
        ignored_mortal=Fraction(7 - min(plain, mortal), 6),
    )


def _weapons(line: dict[str, Any], engagement: dict[str, Any]) -> Weapons:
    _allow(line, WEAPON_KEYS, "weapon")
    model, keywords = engagement["target"]["models"][0], engagement["target"]["keywords"]
    abilities = Abilities.read(line["abilities"], keywords)
    rerolls = _rerolls(line.get("modifiers", []))
    if abilities.twin_linked:
        rerolls.setdefault("wounds", "failed")
    return Weapons(
        count=line["count"],
        attacks=Dice.parse(line["attacks"]),
        blast=model["count"] // 5 if abilities.blast else 0,
        hit=_hit(line, abilities, rerolls),
        sustained=abilities.sustained,
        lethal=abilities.lethal,
        wound=check(
            wound_needed(line["strength"], model["toughness"]),
            abilities.critical_wound,
            rerolls.get("wounds"),
        ),
        devastating=abilities.devastating,
        unsaved=unsaved(threshold(model["save"]), line["ap"], threshold(model.get("invulnerable"))),
        damage=Dice.parse(line["damage"]),
    )


def _hit(line: dict[str, Any], abilities: Abilities, rerolls: dict[str, str]) -> Check:
    if abilities.torrent:
        return Check(Fraction(1), Fraction(0))
    return check(threshold(line["skill"]), reroll=rerolls.get("hits"))


def _rerolls(modifiers: list[dict[str, Any]]) -> dict[str, str]:
    rerolls = {}
    for modifier in modifiers:
        verb, _, roll = modifier["what"].partition(" ")
        if verb != "reroll" or roll not in {"hits", "wounds"} or roll in rerolls:
            raise NotExpressible(f"modifier: {modifier}")
        rerolls[roll] = modifier["which"]
    return rerolls


@dataclass
class Abilities:
    """What a weapon's abilities come to against one target."""

    blast: bool = False
    torrent: bool = False
    lethal: bool = False
    twin_linked: bool = False
    devastating: bool = False
    sustained: Dice = NOTHING
    critical_wound: int = 6

    @classmethod
    def read(cls, names: list[str], keywords: list[str]) -> Abilities:
        """Read the names; an unknown one is NotExpressible."""
        abilities = cls()
        for name in names:
            abilities.add(name.lower(), {keyword.lower() for keyword in keywords})
        return abilities

    def add(self, name: str, keywords: set[str]) -> None:
        """Take one more ability into account."""
        flags = {"blast": "blast", "torrent": "torrent", "lethal hits": "lethal"}
        flags |= {"twin-linked": "twin_linked", "devastating wounds": "devastating"}
        if name in flags:
            setattr(self, flags[name], True)
        elif name.startswith("sustained hits "):
            self.sustained = Dice.parse(name.removeprefix("sustained hits "))
        elif name.startswith("anti-"):
            keyword, _, face = name.removeprefix("anti-").rpartition(" ")
            if keyword in keywords:
                self.critical_wound = min(self.critical_wound, threshold(face))
        else:
            raise NotExpressible(f"weapon ability: {name}")
