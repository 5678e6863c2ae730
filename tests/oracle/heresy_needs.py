"""What the dice of a Heresy attack need and do: hits, wounds, saves and damage, read from an engagement's JSON.

Written from the rules' facts (``H-...``) for the tests only; it shares nothing with the package.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

Json = dict[str, Any]
NONE = 99


class Kind(NamedTuple):
    """The marks of one wound, in the order in which a player would notice them."""

    critical: bool = False
    rending: bool = False
    precise: bool = False
    breaching: bool = False
    shred: bool = False
    glancing: bool = False


def rule(weapon: Json, name: str) -> int:
    """The X of a special rule, 0 where the weapon lacks it, 1 where it has no X."""
    best = 0
    for text in weapon.get("abilities", []):
        found = re.fullmatch(rf"{name}\s*(?:\((\d+)?.*\))?", text, re.IGNORECASE)
        best = max(best, int(found[1] or 1)) if found else best
    return best


def named(weapon: Json, name: str) -> list[str]:
    """What stands in the brackets of a special rule."""
    found = [re.fullmatch(rf"{name} \((.*)\)", text, re.IGNORECASE) for text in weapon.get("abilities", [])]
    return [part.strip().upper() for one in found if one for part in one[1].split(",")]


def total(specs: list[Json], what: str) -> int:
    return sum(spec["value"] for spec in specs if spec["what"] == what)


def forbidden(weapon: Json, here: Json, specs: list[Json], ranged: bool, vehicle: bool) -> bool:
    """H-CHR-05, H-SHT-01, H-POS-01, H-BLS-04; Detonation."""
    if isinstance(weapon["skill"], int) and weapon["skill"] + total(specs, "skill") <= 0:
        return True
    if rule(weapon, "Detonation") and not vehicle:
        return True
    if not ranged:
        return bool(here.get("overwatch"))
    away = here.get("range_in", 0)
    reach = weapon.get("range_in", 1000)
    unseen = here.get("indirect_unseen") and not rule(weapon, "Barrage")
    return any((here.get("advanced"), here.get("attacker_engaged"), here.get("target_engaged_with_friends"),
                unseen, -(-away // 1) > reach))  # fmt: skip


def bonus(facts: Json, letter: str, factor: int = 1) -> int:
    """What Heavy and Impact add to a characteristic, or with a factor what Ordnance multiplies it by."""
    here, weapon = facts["here"], facts["weapon"]
    names = {"S": {"S", "RS", "SM"}, "FP": {"FP", "A", "AM"}, "D": {"D"}, "AP": {"AP"}}[letter]
    still = facts["ranged"] and (here.get("stationary") or here.get("overwatch"))
    if factor > 1:
        return factor if still and names & set(named(weapon, "Ordnance")) else 1
    heavy = still and names & set(named(weapon, "Heavy"))
    impact = not facts["ranged"] and here.get("charged") and names & set(named(weapon, "Impact"))
    return int(bool(heavy)) + int(bool(impact))


def outcomes(text: str) -> list[tuple[int, float]]:
    """A dice expression's values."""
    found = re.fullmatch(r"(?:(\d*)D(\d+))?(?:\+?(\d+))?", text)
    assert found, text
    values = Counter({int(found[3] or 0): 1.0})
    for _ in range(int(found[1] or 1) if found[2] else 0):
        sides = int(found[2])
        values = Counter(
            {
                n + f: sum(values[n + f - g] / sides for g in range(1, sides + 1))
                for n in values
                for f in range(1, sides + 1)
            }
        )
    return list(values.items())


def most_common(facts: Json, key: str) -> int:
    """The majority's value, the highest of those tied."""
    votes: Counter = Counter()
    for entry, number in facts["alive"].items():
        votes[facts["target"][entry].get(key) or 0] += number
    return max(votes, key=lambda value: (votes[value], value))


def hit_faces(facts: Json) -> tuple[list[tuple[str, Kind]], set[int]]:
    """Result and marks of each natural face: six alike where no die is rolled."""
    weapon, here = facts["weapon"], facts["here"]
    unseen = here.get("indirect_unseen") and rule(weapon, "Barrage") and rule(weapon, "Blast")
    template = facts["ranged"] and (rule(weapon, "Template") or rule(weapon, "Hellstorm"))
    if template or weapon["skill"] == "automatic":
        return [("hit", Kind())] * 6, set()
    if weapon["skill"] == "F" or (facts["ranged"] and unseen):
        return [("miss", Kind())] * 6, set()
    skill = max(0, weapon["skill"] + total(facts["specs"], "skill"))
    needs, critical = hit_table(facts, skill)
    if needs == "A":
        return [("hit", hit_marks(facts, 6, 2))] * 6, set()
    if needs == "F":
        return [("miss", Kind())] * 6, set()
    faces = []
    for face in range(1, 7):
        modified = min(6, max(1, face + total(facts["specs"], "hit")))
        hits = face > 1 and modified >= needs
        faces.append(("hit", hit_marks(facts, face, critical)) if hits else ("miss", Kind()))
    return faces, rerolled(facts, "reroll hits", [f[0] == "hit" for f in faces], [f[1].critical for f in faces])


def hit_table(facts: Json, skill: int) -> tuple[Any, int]:
    """Sections 6.1 and 9.3, cell by cell."""
    if not facts["ranged"]:
        other = max(1, 1 if facts["vehicle"] else most_common(facts, "weapon_skill"))
        if not skill:
            return "F", NONE
        if skill >= 2 * other:
            return 2, NONE
        if other >= 2 * skill:
            return 6, NONE
        return (3 if skill > other else 4 if skill == other else 5), NONE
    skill = min(skill, 10)
    if facts["here"].get("snap_shots"):
        return ["F", "F", 6, 6, 5, 5, 4, 4, 3, 3, 2][skill], NONE
    return ([7, 6, 5, 4, 3, 2, 2, 2, 2, 2, "A"][skill], [NONE] * 6 + [6, 5, 4, 3, 2])[0], (
        [NONE] * 6 + [6, 5, 4, 3, 2]
    )[skill]


def hit_marks(facts: Json, face: int, critical: int) -> Kind:
    """Critical Hit, Rending and Precision read the natural die."""
    weapon = facts["weapon"]
    given = [rule(weapon, "Critical Hit") or NONE]
    given += [spec["value"] for spec in facts["specs"] if spec["what"] == "critical hit"]
    crit = face >= min(critical, *given)
    rend = face >= (rule(weapon, "Rending") or NONE) and not facts["vehicle"] and not crit
    lost = (facts["ranged"] and facts["here"].get("snap_shots")) or any(
        rule(weapon, name) for name in ("Blast", "Barrage", "Template", "Hellstorm", "Reaping Blow")
    )
    return Kind(crit, rend, not lost and face >= (rule(weapon, "Precision") or NONE))


def rerolled(facts: Json, what: str, passed: list[bool], critical: list[bool]) -> set[int]:
    faces = set()
    for which in {spec["which"] for spec in facts["specs"] if spec["what"] == what}:
        if which == "ones":
            faces |= {1}
        else:
            kept = critical if which == "non-critical" else passed
            faces |= {face for face in range(1, 7) if not kept[face - 1]}
    return faces


def hits_of(facts: Json) -> dict[str, int]:
    """Hits of a success and of a failure (H-BLS-01, H-BLS-08)."""
    weapon, here, living = facts["weapon"], facts["here"], sum(facts["alive"].values())
    if not facts["ranged"]:
        return {"hit": 1, "miss": 0}
    if rule(weapon, "Template") or rule(weapon, "Hellstorm"):
        return {"hit": min(living, here.get("under_marker", 1)), "miss": 0}
    if rule(weapon, "Blast"):
        return {
            "hit": min(living, here.get("under_marker", 1)),
            "miss": min(living, here.get("under_marker_scattered", 0)),
        }
    return {"hit": 1, "miss": 0}


def marked(facts: Json, face: int) -> Kind:
    """A wound's marks by its natural die; none for what is inflicted on armour."""
    if facts["vehicle"]:
        return Kind()
    weapon = facts["weapon"]
    return Kind(
        breaching=face >= (rule(weapon, "Breaching") or NONE), shred=face >= (rule(weapon, "Shred") or NONE)
    )


def wound_faces(facts: Json, strength: int) -> tuple[list[Kind | None], set[int]]:
    """What each natural face does: ``None`` for nothing."""
    strength = max(0, strength + total(facts["specs"], "strength"))
    if facts["vehicle"]:
        return [penetration(facts, face, strength) for face in range(1, 7)], set()
    tough = max(0, most_common(facts, "toughness") + total(facts["specs"], "toughness"))
    if not strength:
        return [None] * 6, set()
    if not tough:
        return [marked(facts, 6)] * 6, set()
    needs = {-3: 6, -2: 6, -1: 5, 0: 4, 1: 3}.get(strength - tough, 2 if strength > tough else NONE)
    hated = not facts["ranged"] and facts["keywords"] & set(named(facts["weapon"], "Hatred"))
    change = total(facts["specs"], "wound") + bool(hated)
    poison = rule(facts["weapon"], "Poisoned") or NONE
    if poison < NONE and facts["keywords"] & {"WALKER", "AUTOMATA"}:
        poison = 6
    faces: list[Kind | None] = []
    for face in range(1, 7):
        passed = needs < NONE and min(6, max(1, face + change)) >= needs
        faces.append(marked(facts, face) if face > 1 and (passed or face >= poison) else None)
    return faces, rerolled(facts, "reroll wounds", [face is not None for face in faces], [False] * 6)


def penetration(facts: Json, face: int, strength: int) -> Kind | None:
    """H-VEH-05 and H-VEH-06."""
    model = facts["target"][0]
    armour = model["armour"] if facts["ranged"] else model.get("armour_rear", model["armour"])
    if not armour or face + strength > armour:
        return Kind()
    if face + strength < armour:
        return None
    if rule(facts["weapon"], "Armourbane") or melted(facts):
        return Kind()
    return Kind(glancing=True) if facts["keywords"] & {"SUPER-HEAVY", "FLYER"} else None


def melted(facts: Json) -> bool:
    away = facts["here"].get("range_in")
    near = away is not None and -(-away // 1) <= rule(facts["weapon"], "Melta")
    return near and facts["vehicle"] and facts["ranged"]


def results(made: Any, kind: Kind, model: Json) -> list[tuple[int, int, float]]:
    """Damage, whether the wound is unsaved, chance."""
    if kind.glancing:
        return [(1, 0, 1.0)]
    facts, specs = made.facts, [*made.facts["specs"], *model.get("modifiers", [])]
    saved = save_chance(facts, specs, model, kind.breaching)
    mitigated = passes(mitigation(facts, specs, model))
    through = (1 - saved) * (1 - mitigated)
    found = [(0, 0, 1 - through)]
    breaker = rule(facts["weapon"], "Armour-breaker") if facts["vehicle"] else 0
    for more, p in [(1, passes(breaker)), (0, 1 - passes(breaker))]:
        for rolled, q in made.damage:
            extra = kind.critical + kind.shred + more
            found.append((damage_of(facts, specs, model, rolled, extra), 1, through * p * q))
    return found


def passes(least: int) -> float:
    return (7 - least) / 6 if least else 0.0


def value(printed: str | None) -> int:
    return int(printed.rstrip("+")) if printed and printed != "-" else 0


def save_chance(facts: Json, specs: list[Json], model: Json, breaching: bool) -> float:
    """H-SAV-01 to H-SAV-03."""
    ap = 2 if breaching else penetrates(facts, specs)
    armour = value(model["save"])
    if armour:
        armour = min(7, max(2, armour - total(specs, "save")))
    usable = [armour] if armour and armour < ap and armour < 7 and not facts["vehicle"] else []
    if facts["ranged"] and not facts["here"].get("overwatch"):
        usable.append(value(model.get("cover")))
    usable.append(value(model.get("invulnerable")))
    best = min((save for save in usable if save), default=0)
    again = {spec["which"] for spec in specs if spec["what"] == "reroll saves"}
    chance = passes(best)
    if "failed" in again:
        return chance + (1 - chance) * chance
    return chance + chance / 6 if "ones" in again else chance


def penetrates(facts: Json, specs: list[Json]) -> int:
    """AP as a number, 7 for none (H-CHR-04)."""
    weapon = facts["weapon"]
    ap = 7 if weapon["ap"] == "-" else int(weapon["ap"])
    if bonus(facts, "AP", 2) > 1:
        ap = 2
    better, worse = bonus(facts, "AP"), total(specs, "ap")
    ap = max(2, ap - better)
    return min(7, max(2, ap + worse))


def mitigation(facts: Json, specs: list[Json], model: Json) -> int:
    names = ["feel no pain"]
    if facts["ranged"] and not facts["here"].get("overwatch"):
        names.append("shrouded")
    found = [value(model.get(name.replace(" ", "_"))) for name in names]
    found += [spec["value"] for spec in specs if spec["what"] in names]
    return min((least for least in found if least), default=0)


def damage_of(facts: Json, specs: list[Json], model: Json, rolled: int, extra: int) -> int:
    """H-CHR-03, H-CHR-06, H-SAV-04."""
    if not rolled:
        return 0
    ops = [spec for spec in specs if spec["what"] == "damage"]
    up, down = bonus(facts, "D", 2) * (2 if melted(facts) else 1), 1
    plus = extra + bonus(facts, "D")
    fixed = [spec["value"] for spec in ops if spec["op"] == "set"]
    for spec in ops:
        up *= {"double": 2, "multiply": spec.get("value")}.get(spec["op"], 1)
        down *= {"halve": 2, "divide": spec.get("value")}.get(spec["op"], 1)
        plus += {"add": 1, "subtract": -1}.get(spec["op"], 0) * spec.get("value", 0)
    done = min(fixed) if fixed else max(0, rolled * up // down + plus)
    if facts["vehicle"] or not done:
        return done
    warrior = [spec["value"] for spec in specs if spec["what"] == "eternal warrior"]
    return max(1, done - max([model.get("eternal_warrior") or 0, *warrior]))
