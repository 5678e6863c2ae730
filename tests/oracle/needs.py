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
    body: tuple[Model, ...] = ()

    def against(self, weapon: Weapon) -> int:
        """The Toughness that a weapon meets: the highest of the bodyguard's after modifiers."""
        return max((toughness(model, weapon) for model in self.body), default=0)


def toughness(model: Model, weapon: Weapon) -> int:
    return max(1, figure(model.toughness, weapon.modifiers + model.modifiers, "toughness"))


WORSE_IS_MORE = {"ap", "skill", "save characteristic"}
FOR_ATTACKER = {
    "hit": 1, "wound": 1, "strength": 1, "attacks": 1, "damage": 1, "save characteristic": 1,
    "ap": -1, "skill": -1, "save": -1, "toughness": -1, "cover": -1,
}  # fmt: skip


def growth(modifier: dict, base: float | Fraction) -> float | Fraction:
    """By how much one modifier alone makes a figure larger."""
    op, value = modifier.get("op") or "add", modifier.get("value")
    if op in {"improve", "worsen"}:
        more = (op == "improve") != (modifier["what"] in WORSE_IS_MORE)
        return value if more else -value
    return {
        "add": lambda: value,
        "subtract": lambda: -value,
        "set": lambda: value - base,
        "halve": lambda: -base / 2,
        "divide": lambda: base / value - base,
        "double": lambda: base,
        "multiply": lambda: base * (value - 1),
    }[op]()


def noticed(modifiers: tuple[dict, ...], what: str, base: float | Fraction) -> list[dict]:
    """The modifiers of a figure without those that somebody ignores (K-MOD-09, K-CLR-14)."""
    own = [
        m
        for m in modifiers
        if m["what"] == what and m.get("op") not in {"fails to", "succeeds from", "automatic"}
    ]
    for who in [m.get("by") or "attacker" for m in modifiers if m["what"] == "ignore" and m["of"] == what]:
        side = {"attacker": 1, "target": -1, "both": 0}[who]
        own = [m for m in own if side and side * FOR_ATTACKER[what] * growth(m, base) >= 0]
    return own


def figure(base: int, modifiers: tuple[dict, ...], what: str) -> int:
    """A characteristic after its modifiers: set, divide, multiply, add, subtract, round up (K-MOD-01)."""
    own = noticed(modifiers, what, base)
    best = max if FOR_ATTACKER[what] > 0 else min
    value = Fraction(best((m["value"] for m in own if m.get("op") == "set"), default=base))
    for modifier in own:
        if modifier.get("op") in {"halve", "divide"}:
            value /= modifier.get("value") or 2
    for modifier in own:
        if modifier.get("op") in {"double", "multiply"}:
            value *= modifier.get("value") or 2
    for modifier in own:
        if (modifier.get("op") or "add") in {"add", "subtract", "improve", "worsen"}:
            value += growth(modifier, base)
    return ceil(value)


def forced(modifiers: tuple[dict, ...], what: str, face: int) -> int | None:
    """What a rule makes of an unmodified face, whatever modifies it; an attacker's rule goes first."""
    own = [m for m in modifiers if m["what"] == what]
    if any(m.get("op") == "succeeds from" and face >= m["value"] for m in own):
        return SUCCESS
    return FAIL if any(m.get("op") == "fails to" and face <= m["value"] for m in own) else None


def may_not(modifiers: tuple[dict, ...], what: str) -> bool:
    return any(m["what"] == "bar" and m["of"] == what for m in modifiers)


def kinds(weapon: Weapon) -> set[str]:
    return {"ranged" if weapon.ranged else "melee"} | ({"psychic"} & weapon.abilities)


def granted(modifiers: tuple[dict, ...], what: str, against: set[str]) -> list[int]:
    """Values of a save that rules give against such wounds."""
    own = [m for m in modifiers if m["what"] == what]
    return [m["value"] for m in own if not m.get("against") or against & set(m["against"])]


def again(modifiers: tuple[dict, ...], what: str) -> list[str | list[int]]:
    """The permissions to re-roll something."""
    if may_not(modifiers, what):
        return []
    return [m.get("which") or m["faces"] for m in modifiers if m["what"] == what]


def ignoring(weapon: Weapon, model: Model, mortal: bool) -> tuple[Faces, frozenset[int]]:
    """The best Feel No Pain that helps (K-ATK-04)."""
    own = weapon.modifiers + model.modifiers
    kind = kinds(weapon) | ({"mortal"} if mortal else set())
    printed = model.feel_no_pain_mortal if mortal else model.feel_no_pain
    needs = 7 if may_not(own, "feel no pain") else min([printed, *granted(own, "feel no pain", kind)])
    faces = tuple(SUCCESS if face >= needs else FAIL for face in range(1, 7))
    return faces, reroll_faces(faces, again(own, "reroll feel no pain")) if needs < 7 else frozenset()


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
    save_rerolls: tuple[frozenset[int], ...]
    ignores: tuple[tuple[Faces, frozenset[int]], ...]
    """Feel No Pain of each model against this weapon, with its re-rolls."""

    mortal_ignores: tuple[tuple[Faces, frozenset[int]], ...]

    def has(self, ability: str) -> bool:
        return ability in self.weapon.abilities


def select(fight: Fight, wounds: tuple[int, ...]) -> Selection:
    """The target as the attacker finds it: K-ATK-01, K-W-03, K-SHT-08."""
    alive = [model for model, left in zip(fight.models, wounds, strict=True) if left > 0]
    bodyguard = [model for model in alive if not model.leader] or alive
    return Selection(
        toughness=0,
        body=tuple(bodyguard),
        models=len(alive),
        stealth=fight.stealth or (bool(alive) and all(model.stealth for model in alive)),
    )


def line(fight: Fight, unit: Unit, number: int, selection: Selection) -> Line:
    """Compile one weapon."""
    weapon = unit.weapons[number]
    hit = hit_faces(fight, unit, weapon, selection)
    wound = wound_faces(fight, weapon, selection)
    barred = may_not(weapon.modifiers, "reroll wounds")
    twin = ["failed"] if "twin-linked" in weapon.abilities and not barred else []
    saves = tuple(save_faces(fight, weapon, model) for model in fight.models)
    return Line(
        number=number,
        weapon=weapon,
        extra_attacks=selection.models // 5 if "blast" in weapon.abilities else 0,
        hit=hit,
        hit_rerolls=reroll_faces(hit, again(weapon.modifiers, "reroll hits")),
        wound=wound,
        wound_rerolls=reroll_faces(wound, twin + again(weapon.modifiers, "reroll wounds")),
        damage_reroll=any(m["what"] == "reroll damage" for m in weapon.modifiers)
        and not may_not(weapon.modifiers, "reroll damage"),
        saves=saves,
        save_rerolls=tuple(
            reroll_faces(faces, again(weapon.modifiers + model.modifiers, "reroll saves"))
            for faces, model in zip(saves, fight.models, strict=True)
        ),
        ignores=tuple(ignoring(weapon, model, False) for model in fight.models),
        mortal_ignores=tuple(ignoring(weapon, model, True) for model in fight.models),
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
    big = {"MONSTER", "VEHICLE"}
    given = [m for m in weapon.modifiers if m["what"] == "hit" and not m.get("op")]
    if weapon.ranged:
        given += [{"what": "hit", "value": 1}] * (
            "heavy" in weapon.abilities and bool(fight.situation.get("stationary"))
        )
        minus = [selection.stealth, unseen(fight, weapon)]
        if "pistol" not in weapon.abilities:
            engaged = fight.situation.get("attacker_engaged") and unit.keywords & big
            locked = fight.situation.get("target_engaged_with_friends") and fight.keywords & big
            minus.append(bool(engaged or locked))
        given += [{"what": "hit", "value": -1} for reason in minus if reason]
    return clamped(heard(weapon.modifiers, "hit", given))


def heard(modifiers: tuple[dict, ...], what: str, given: list[dict]) -> int:
    """The sum of a roll's modifiers without those that somebody ignores."""
    ignoring = tuple(m for m in modifiers if m["what"] == "ignore")
    return sum(m["value"] for m in noticed((*given, *ignoring), what, 0))


def hit_faces(fight: Fight, unit: Unit, weapon: Weapon, selection: Selection) -> Faces:
    """Step 1 of section 9; K-W-04, K-W-10, K-W-20, K-WI-03. A torrent weapon never looks at this."""
    critical = lowest(weapon.modifiers, "critical hit")
    net = hit_modifier(fight, unit, weapon, selection)
    far = "conversion" in weapon.abilities and (fight.situation.get("range_in") or 0) > 12
    floor = 3 if unseen(fight, weapon) and fight.revision >= "2024-06" else 1
    skill = max(2, figure(weapon.skill, weapon.modifiers, "skill"))
    faces = []
    for face in range(1, 7):
        if forced(weapon.modifiers, "hit", face) == SUCCESS and face > 1:
            overwatch = fight.situation.get("overwatch")
            result = CRITICAL if face >= (6 if overwatch else critical) and face > floor else SUCCESS
            result = CRITICAL if far and face >= 4 and not overwatch else result
        elif forced(weapon.modifiers, "hit", face) == FAIL and not fight.situation.get("overwatch"):
            result = FAIL
        elif fight.situation.get("overwatch"):
            result = CRITICAL if face == 6 else FAIL
        elif face <= floor:
            result = FAIL
        elif face >= critical:
            result = CRITICAL
        elif face + net >= skill:
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
    given = [m for m in weapon.modifiers if m["what"] == "wound" and not m.get("op")]
    net = clamped(heard(weapon.modifiers, "wound", given + [{"what": "wound", "value": 1}] * lance))
    strength = max(1, figure(weapon.strength, weapon.modifiers, "strength"))
    needs = wound_needs(strength, selection.against(weapon))
    faces = []
    for face in range(1, 7):
        rule = forced(weapon.modifiers, "wound", face)
        if rule == SUCCESS and face > 1:
            failing = any(m.get("op") == "fails to" and m["value"] >= face for m in weapon.modifiers)
            faces.append(CRITICAL if face >= critical and not failing else SUCCESS)
        elif rule == FAIL or face == 1:
            faces.append(FAIL)
        elif face >= critical:
            faces.append(CRITICAL)
        else:
            faces.append(SUCCESS if face + net >= needs else FAIL)
    return tuple(faces)


def reroll_faces(faces: Faces, permissions: list[str | list[int]]) -> frozenset[int]:
    """The faces that are thrown again: the union over the permissions (K-DIC-02, K-DIC-04)."""
    again = set()
    for which in permissions:
        if isinstance(which, list):
            again |= {face for face in which if faces[face - 1] == FAIL}
            continue
        for face, result in enumerate(faces, 1):
            if (
                (which == "ones" and face == 1)
                or (which in {"failed", "any"} and result == FAIL)
                or (which == "non-critical" and result != CRITICAL)
            ):
                again.add(face)
        if which not in {"ones", "failed", "any", "non-critical"}:
            raise ValueError(f"unknown re-roll {which!r}")
    return frozenset(again)


def save_faces(fight: Fight, weapon: Weapon, model: Model) -> Faces:
    """Step 4 of section 9: armour or invulnerable, whichever is better; K-COV-01, K-MOD-04, K-MOD-06."""
    own = weapon.modifiers + model.modifiers
    ap = min(0, figure(weapon.ap, own, "ap"))
    sv = model.save
    sets = any(m.get("op") == "set" for m in noticed(own, "save characteristic", sv))
    if sv < 7 or sets:
        sv = max(2, figure(sv, own, "save characteristic"))
    if may_not(own, "armour save"):
        sv = 99
    hidden = weapon.ranged and (bool(fight.situation.get("cover")) or unseen(fight, weapon))
    seen = any(
        m["what"] == "ignore" and m["of"] == "cover" and m.get("by") != "target" for m in own
    ) or may_not(own, "cover")
    cover = hidden and not seen and "ignores cover" not in weapon.abilities and not (sv <= 3 and ap == 0)
    given = [m for m in own if m["what"] == "save" and not m.get("op")] + [{"what": "save", "value": 1}] * cover
    net = min(1, ap + heard(own, "save", given))
    invulnerable = min([model.invulnerable, *granted(own, "invulnerable", kinds(weapon))])
    if may_not(own, "invulnerable save"):
        invulnerable = 7
    faces = []
    for face in range(1, 7):
        rule = forced(own, "save", face)
        passed = face > 1 and (
            (sv < 99 and (model.save < 7 or sets) and face + net >= sv) or face >= invulnerable
        )
        if rule is not None and not (rule == SUCCESS and face == 1):
            passed = rule == SUCCESS
        faces.append(SUCCESS if passed and not may_not(own, "save") else FAIL)
    return tuple(faces)


def damage_points(fight: Fight, weapon: Weapon, model: Model, raw: int) -> int:
    """The damage after modifiers: set, divide, multiply, add, subtract, round up (K-MOD-01, K-MOD-04)."""
    own = noticed(weapon.modifiers + model.modifiers, "damage", weapon.damage.mean)
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


def attacks_made(weapon: Weapon, rolled: int, more: int) -> int:
    """The number of attacks after modifiers, with what Rapid Fire and Blast add."""
    own = tuple(noticed(weapon.modifiers, "attacks", weapon.attacks.mean))
    return max(min(1, weapon.attacks.highest), figure(rolled, own, "attacks") + more)


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
