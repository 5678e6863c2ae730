"""What every die of an attack needs: the modifiers and weapon abilities of the rules, face by face."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from oracle.reading import Dice, Fight, Model, Unit, Weapon

FAIL, SUCCESS, CRITICAL = 0, 1, 2
Faces = tuple[int, ...]
"""What each face of a die means: ``faces[0]`` is the face that shows 1."""


@dataclass(frozen=True)
class Selection:
    """What is fixed when a unit selects its target (K-ATK-01, K-ATK-02)."""

    toughness: int
    models: int
    stealth: bool


@dataclass(frozen=True)
class Line:
    """One weapon of a unit against a selected target, ready to be thrown."""

    number: int
    weapon: Weapon
    extra_attacks: int
    hit: Faces
    hit_rerolls: frozenset[int]
    wound: Faces
    wound_rerolls: frozenset[int]
    damage_reroll: bool
    saves: tuple[Faces, ...]

    def has(self, ability: str) -> bool:
        return ability in self.weapon.abilities


def select(fight: Fight, wounds: tuple[int, ...]) -> Selection:
    """The target as the attacker finds it: K-ATK-01, K-W-03, K-SHT-08."""
    alive = [model for model, left in zip(fight.models, wounds, strict=True) if left > 0]
    bodyguard = [model for model in alive if not model.leader] or alive
    return Selection(
        toughness=max((model.toughness for model in bodyguard), default=0),
        models=len(alive),
        stealth=fight.stealth or (bool(alive) and all(model.stealth for model in alive)),
    )


def line(fight: Fight, unit: Unit, number: int, selection: Selection) -> Line:
    """Compile one weapon."""
    weapon = unit.weapons[number]
    hit = hit_faces(fight, unit, weapon, selection)
    wound = wound_faces(fight, weapon, selection)
    twin = ["failed"] if "twin-linked" in weapon.abilities else []
    return Line(
        number=number,
        weapon=weapon,
        extra_attacks=selection.models // 5 if "blast" in weapon.abilities else 0,
        hit=hit,
        hit_rerolls=reroll_faces(hit, [m["which"] for m in weapon.modifiers if m["what"] == "reroll hits"]),
        wound=wound,
        wound_rerolls=reroll_faces(
            wound, twin + [m["which"] for m in weapon.modifiers if m["what"] == "reroll wounds"]
        ),
        damage_reroll=any(m["what"] == "reroll damage" for m in weapon.modifiers),
        saves=tuple(save_faces(fight, weapon, model) for model in fight.models),
    )


def total(modifiers: tuple[dict, ...], what: str) -> int:
    return sum(modifier["value"] for modifier in modifiers if modifier["what"] == what)


def lowest(modifiers: tuple[dict, ...], what: str) -> int:
    """The unmodified face from which a roll is critical: 6 unless a modifier says lower."""
    return min([6, *(modifier["value"] for modifier in modifiers if modifier["what"] == what)])


def clamped(net: int) -> int:
    """K-MOD-06 for Hit and Wound rolls."""
    return max(-1, min(1, net))


def unseen(fight: Fight, weapon: Weapon) -> bool:
    """Whether the weapon fires indirectly at what it cannot see (K-W-10)."""
    return bool(fight.situation.get("indirect_unseen")) and "indirect fire" in weapon.abilities


def hit_modifier(fight: Fight, unit: Unit, weapon: Weapon, selection: Selection) -> int:
    """K-W-08, K-W-10, K-SHT-06, K-SHT-08 and the given modifiers, summed and then capped."""
    net, big = total(weapon.modifiers, "hit"), {"MONSTER", "VEHICLE"}
    if weapon.ranged:
        net += "heavy" in weapon.abilities and bool(fight.situation.get("stationary"))
        net -= selection.stealth
        net -= unseen(fight, weapon)
        if "pistol" not in weapon.abilities:
            engaged = fight.situation.get("attacker_engaged") and unit.keywords & big
            locked = fight.situation.get("target_engaged_with_friends") and fight.keywords & big
            net -= bool(engaged or locked)
    return clamped(net)


def hit_faces(fight: Fight, unit: Unit, weapon: Weapon, selection: Selection) -> Faces:
    """Step 1 of section 9; K-W-04, K-W-10, K-W-20, K-WI-03. A torrent weapon never looks at this."""
    critical = lowest(weapon.modifiers, "critical hit")
    net = hit_modifier(fight, unit, weapon, selection)
    far = "conversion" in weapon.abilities and (fight.situation.get("range_in") or 0) > 12
    floor = 3 if unseen(fight, weapon) and fight.revision >= "2024-06" else 1
    faces = []
    for face in range(1, 7):
        if fight.situation.get("overwatch"):
            result = CRITICAL if face == 6 else FAIL
        elif face <= floor:
            result = FAIL
        elif face >= critical:
            result = CRITICAL
        elif face + net >= weapon.skill:
            result = CRITICAL if far and face >= 4 else SUCCESS
        else:
            result = FAIL
        faces.append(result)
    return tuple(faces)


def wound_needs(strength: int, toughness: int) -> int:
    """The table of section 9."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def wound_faces(fight: Fight, weapon: Weapon, selection: Selection) -> Faces:
    """Step 2 of section 9; K-W-01 (against the unit's keywords, K-VOC-05) and K-W-11."""
    anti = [value for keyword, value in weapon.anti if keyword in fight.keywords]
    critical = min([lowest(weapon.modifiers, "critical wound"), *anti])
    lance = "lance" in weapon.abilities and bool(fight.situation.get("charged"))
    net = clamped(total(weapon.modifiers, "wound") + lance)
    needs = wound_needs(weapon.strength, selection.toughness)
    faces = []
    for face in range(1, 7):
        if face == 1:
            faces.append(FAIL)
        elif face >= critical:
            faces.append(CRITICAL)
        else:
            faces.append(SUCCESS if face + net >= needs else FAIL)
    return tuple(faces)


def reroll_faces(faces: Faces, permissions: list[str]) -> frozenset[int]:
    """The faces that are thrown again: the union over the permissions (K-DIC-02, K-DIC-04)."""
    again = set()
    for which in permissions:
        for face, result in enumerate(faces, 1):
            if (
                (which == "ones" and face == 1)
                or (which == "failed" and result == FAIL)
                or (which == "non-critical" and result != CRITICAL)
            ):
                again.add(face)
        if which not in {"ones", "failed", "non-critical"}:
            raise ValueError(f"unknown re-roll {which!r}")
    return frozenset(again)


def save_faces(fight: Fight, weapon: Weapon, model: Model) -> Faces:
    """Step 4 of section 9: armour or invulnerable, whichever is better; K-COV-01, K-MOD-04, K-MOD-06."""
    own = weapon.modifiers + model.modifiers
    ap = min(0, weapon.ap + total(own, "ap"))
    hidden = weapon.ranged and (bool(fight.situation.get("cover")) or unseen(fight, weapon))
    cover = hidden and "ignores cover" not in weapon.abilities and not (model.save <= 3 and ap == 0)
    net = min(1, ap + cover + total(own, "save"))
    armour = [model.save < 7 and face + net >= model.save for face in range(1, 7)]
    invulnerable = [face >= model.invulnerable for face in range(1, 7)]
    return tuple(
        SUCCESS if face > 1 and (armour[face - 1] or invulnerable[face - 1]) else FAIL for face in range(1, 7)
    )


def damage_points(fight: Fight, weapon: Weapon, model: Model, raw: int) -> int:
    """The damage after modifiers: set, divide, multiply, add, subtract, round up (K-MOD-01, K-MOD-04)."""
    own = [m for m in weapon.modifiers + model.modifiers if m["what"] == "damage"]
    sets = [m["value"] for m in own if m["op"] == "set"]
    value = Fraction(sets[-1] if sets else raw)
    for modifier in own:
        if modifier["op"] in {"halve", "divide"}:
            value /= modifier.get("value") or 2
    for modifier in own:
        if modifier["op"] in {"double", "multiply"}:
            value *= modifier.get("value") or 2
    added = sum(m["value"] for m in own if m["op"] == "add")
    if fight.situation.get("half_range"):
        added += weapon.melta
    if sets and sets[-1] == 0 and not added:
        return 0
    taken = sum(m["value"] for m in own if m["op"] == "subtract")
    return max(1, ceil(value + added - taken))


def below_mean(roll: Dice, value: int) -> bool:
    """The stated policy of a damage or number-of-attacks re-roll."""
    return value < roll.mean


def recipient(fight: Fight, wounds: tuple[int, ...] | list[int], precision: bool) -> int:
    """The model that an attack is allocated to: the first living one, or with precision the first living
    leader (K-W-16, K-LDR-04)."""
    alive = [index for index, left in enumerate(wounds) if left > 0]
    leaders = [index for index in alive if fight.models[index].leader]
    return leaders[0] if precision and leaders else alive[0]


@dataclass(frozen=True)
class Devastation:
    """What a critical wound of a Devastating Wounds weapon does (row 1 of section 19)."""

    mortal: bool
    spills: bool
    precision: bool


DEVASTATION = {
    "2023-06": Devastation(mortal=True, spills=True, precision=False),
    "2023-12": Devastation(mortal=False, spills=False, precision=True),
    "2024-06": Devastation(mortal=True, spills=False, precision=True),
    "2025-06": Devastation(mortal=True, spills=False, precision=True),
}
