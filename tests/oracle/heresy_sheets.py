"""Two sheets of the Horus Heresy as the engagement that they mean, read plainly from their values.

Written from the rules' facts (``H-...``) for the tests only. It takes the sheets' default loadout and size;
of what a model may choose it makes every choice there is, and the one with most mean damage is the answer.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

Json = dict[str, Any]

ATTACKING = (
    "Precision", "Shred", "Critical Hit", "Poisoned", "Breaching", "Rending", "Hatred", "Impact", "Armourbane",
    "Armour-breaker", "Heavy",
)  # fmt: skip
"""Rules that a model hands to its attacks, in this twin."""


def rules_of(sheet: Any, model: Any) -> list[str]:
    """The rules of one model: a note may say that only models of another name have one."""
    found = []
    for ability in sheet.abilities:
        owners = [note.text for note in sheet.notes if note.about == ability.name]
        if not owners or model.name in owners:
            found.append(ability.name)
    return found


def best(rules: list[str], name: str, pick: Any) -> int | None:
    numbers = [int(m[1]) for rule in rules if (m := re.fullmatch(rf"{name} \((\d+)\+?\)", rule))]
    return pick(numbers) if numbers else None


def handed(rules: list[str], profile: Any) -> list[str]:
    """What a bearer's rules give to an attack with this profile."""
    given = []
    for rule in rules:
        name, _, value = rule.partition(" (")
        if name not in ATTACKING:
            continue
        if name == "Impact":
            letters = [one.strip() for one in value.rstrip(")").split(",")]
            letters = [x for x in letters if not own_number(profile, x)]
            rule = f"Impact ({', '.join(letters)})"
            if not letters:
                continue
        given.append(rule)
    return given


def own_number(profile: Any, letter: str) -> bool:
    text = profile.characteristics.get(letter + "M", "")
    return text.isdigit() and not (letter == "I" and text == "1")


def combined(printed: str, base: int, letter: str) -> str:
    """H-CHR-06."""
    if printed == letter:
        return str(base)
    if printed[0] in "+-":
        return str(max(0, base + int(printed)))
    return str(base * int(printed[1:])) if printed[0] in "x×" else printed


def line(sheet: Any, model: Any, weapon: Any, number: int) -> Json:
    (profile,) = weapon.profiles
    own, printed = model.characteristics, profile.characteristics
    ranged = weapon.kind == "ranged"
    made: Json = {
        "name": weapon.name,
        "kind": weapon.kind,
        "count": number,
        "skill": int(own["BS" if ranged else "WS"]),
        "ap": printed["AP"],
        "damage": printed["D"],
        "abilities": list(dict.fromkeys([*profile.abilities, *handed(rules_of(sheet, model), profile)])),
        "attacks": printed["FP"] if ranged else combined(printed["AM"], int(own["A"]), "A"),
        "strength": int(printed["RS"] if ranged else combined(printed["SM"], int(own["S"]), "S")),
    }
    if ranged:
        made["range_in"] = 0 if printed["R"] == "-" else int(printed["R"])
    return made


def carried(sheet: Any, model: Any, kind: str) -> list[Any]:
    """Each weapon of a model, like ones several times."""
    items = next(one.items for one in sheet.loadout if one.model == model.name)
    guns = {weapon.name: weapon for weapon in sheet.weapons if weapon.kind == kind}
    return [guns[item.name] for item in items if item.name in guns for _ in range(item.count)]


def uses(sheet: Any, model: Any, phase: str, one_of_like: bool = False) -> list[list[Any]]:
    """Every set of weapons that one model may use at once (section 6 step 3, H-FGT-01)."""
    if phase == "fight":
        return [[weapon] for weapon in carried(sheet, model, "melee")]
    guns = carried(sheet, model, "ranged")
    if one_of_like:
        guns = [gun for n, gun in enumerate(guns) if gun not in guns[:n]]
    if {word.upper() for word in sheet.keywords} & {"WALKER", "VEHICLE"}:
        return [guns]
    most = best(rules_of(sheet, model), "Firing Protocols", max) or 1
    pairs = [
        list(two) for two in combinations(guns, 2) if all("Pistol" in g.profiles[0].abilities for g in two)
    ]
    return [list(some) for n in range(1, most + 1) for some in combinations(guns, n)] + pairs


def target(sheet: Any) -> Json:
    models = []
    for model in sheet.models:
        own, rules = model.characteristics, rules_of(sheet, model)
        made = {
            "name": model.name, "count": model.count_min, "toughness": int(own["T"]), "save": own["SAV"],
            "wounds": int(own["W"]), "invulnerable": own["INV"], "weapon_skill": int(own["WS"]),
            "eternal_warrior": best(rules, "Eternal Warrior", max),
        }  # fmt: skip
        for key, name in (("feel_no_pain", "Feel No Pain"), ("shrouded", "Shrouded")):
            least = best(rules, name, min)
            made[key] = f"{least}+" if least else None
        models.append(made)
    return {"models": models, "keywords": list(sheet.keywords)}


def engagements(sheet: Any, other: Any, phase: str, here: Json, one_of_like: bool = False) -> list[list[Json]]:
    """For each kind of the attacker's models the engagements of all that it may choose."""
    found = []
    for model in sheet.models:
        lines = [
            [line(sheet, model, gun, model.count_min * number) for gun, number in counted(some)]
            for some in uses(sheet, model, phase, one_of_like)
        ]
        found.append(
            [
                {
                    "system": "heresy3",
                    "attacker": {"weapons": some, "keywords": list(sheet.keywords)},
                    "target": target(other),
                    "situation": here,
                    "modifiers": [],
                }
                for some in lines
            ]
        )
    return found


def counted(weapons: list[Any]) -> list[tuple[Any, int]]:
    return [(gun, weapons.count(gun)) for n, gun in enumerate(weapons) if gun not in weapons[:n]]
