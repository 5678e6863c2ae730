"""What a volley must roll, worked out from the printed numbers: attacks, Hit rolls, Wound rolls and saves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from warbook.battle.umpire.wh40k10.measure import SLACK, gap
from warbook.battle.umpire.wh40k10.scene import ALONE, BIG, Scene
from warbook.rules.state import State

if TYPE_CHECKING:
    from warbook.battle.umpire.wh40k10.book import Volley

NEVER = 99
"""What a characteristic that is none (``-``) needs: a Save of 7+ is one, which cover makes 6+."""


class Attacks(NamedTuple):
    """One weapon's attacks: how many (mean and most), what its Hit roll needs (0: it hits by itself), what
    its Wound roll needs, and the weapon."""

    mean: float
    most: int
    hit: int
    wound: int
    arm: Any
    bearer: int


class Expected(NamedTuple):
    """What all weapons of a volley must do; ``unclear`` where a distance or a sight line is too close to
    call, or rules of sheets act."""

    attacks: list[Attacks]
    unclear: bool


class Shot(NamedTuple):
    bearer: int
    arm: Any
    half: bool
    clear: bool


def expected(scene: Scene, volley: Volley, state: State) -> Expected:
    """What a volley must roll in this state, just before its first roll."""
    shots = list(_fists(scene, volley, state) if volley.kind == "fight" else _shots(scene, volley, state))
    made = [_attacks(scene, volley, state, shot) for shot in shots]
    clear = all(shot.clear for shot in shots) and not _hangs(scene, volley)
    ruled = scene.ruled(state, volley.unit, volley.target, volley.kind == "fight")
    return Expected(made, volley.doubt or ruled or not clear)


def _hangs(scene: Scene, volley: Volley) -> bool:
    """Whether it hangs on a hair's breadth that the unit that shoots, or its target, is engaged (K-SHT-06)."""
    units = (volley.unit, volley.target) if volley.kind == "shoot" else ()
    return any(scene.maybe_engaged(volley.seen, u) != scene.surely_engaged(volley.seen, u) for u in units)


def has(arm: Any, ability: str) -> str | None:
    """The text of a weapon's ability of that name, ``None`` where it lacks it."""
    return next((text for text in arm.spec.abilities if text.casefold().startswith(ability)), None)


def _fists(scene: Scene, volley: Volley, state: State) -> list[Shot]:
    """The blows planned, of models that are still there."""
    alive = [strike for strike in volley.strikes if scene.there(state, strike.bearer)]
    return [Shot(bearer, arm, False, clear) for bearer, arm, clear in alive]


def _shots(scene: Scene, volley: Volley, state: State) -> list[Shot]:
    """All weapons declared that have a model of the target in range and in sight (K-SHT-03)."""
    found: list[Shot] = []
    near, big = bool(scene.engaged(volley.seen, volley.unit)), not BIG.isdisjoint(volley.unit.keywords)
    pistols = None if big or near else volley.pistols
    for model in volley.unit.models:
        if not scene.there(state, model.index):
            continue
        arms = [arm for arm in usable(volley.armed(scene, model), near, big) if _declared(volley, arm)]
        if pistols is not None and _has_both(scene, volley, model):
            arms = [arm for arm in arms if (has(arm, "pistol") is not None) is pistols]
        if arms:
            reach, clear = _from(scene, volley.seen, model.index, volley.target)
            for arm in arms:
                if (model.index, arm.spec.name) in volley.spent | volley.elsewhere:
                    continue
                found += _shot(model.index, arm, reach, clear)
    return found


def _declared(volley: Volley, arm: Any) -> bool:
    named = arm.spec.name in volley.weapons
    return named and not (volley.advanced and has(arm, "assault") is None)


def usable(arms: list[Any], engaged: bool, big: bool) -> list[Any]:
    """When engaged the Pistols, of what is no MONSTER or VEHICLE (K-W-15)."""
    return [arm for arm in arms if big or not engaged or has(arm, "pistol")]


def _has_both(scene: Scene, volley: Volley, model: Any) -> bool:
    """Whether a model could shoot with Pistols as well as with other weapons, at whomever (K-W-15)."""
    kinds = set()
    enemies = scene.army(volley.seen, 1 - volley.unit.side) if volley.kind == "shoot" else [volley.target]
    for enemy in enemies:
        arms = scene.armed(volley.seen, volley.unit, enemy, model)
        if len({has(arm, "pistol") is None for arm in arms}) < 2:
            continue
        reach, _ = _from(scene, volley.seen, model.index, enemy)
        for arm in arms:
            spent = (model.index, arm.spec.name) in volley.spent
            barred = volley.advanced and has(arm, "assault") is None
            if reach <= arm.reach_mil and not spent and not barred:
                kinds.add(has(arm, "pistol") is None)
    return len(kinds) > 1


def _reach(scene: Scene, state: State, model: int, foes: list[int]) -> tuple[float, bool]:
    """To the nearest model of the target that is seen, and whether no sight line to a nearer one is in
    doubt."""
    here = scene.disc(state, model)
    for away, foe in sorted((gap(here, scene.disc(state, foe)), foe) for foe in foes):
        seen = scene.sees(state, model, foe)
        if seen or seen is None:
            return away, seen is not None
    return float("inf"), True


def _from(scene: Scene, state: State, model: int, target: Any) -> tuple[float, bool]:
    """How far a model has to shoot at a target, and whether that is sure; a Lone Operative is out of reach of
    each model that is not within 12 inches (K-SHT-07)."""
    foes = scene.living(state, target)
    away, clear = _reach(scene, state, model, foes)
    if not foes or not scene.alone(state, target):
        return away, clear
    apart = min(gap(scene.disc(state, model), scene.disc(state, foe)) for foe in foes)
    return away if apart <= ALONE + SLACK else float("inf"), clear and abs(apart - ALONE) > SLACK


def _shot(bearer: int, arm: Any, away: float, clear: bool) -> list[Shot]:
    doubt = abs(away - arm.reach_mil) <= SLACK or abs(2 * away - arm.reach_mil) <= 2 * SLACK
    if away > arm.reach_mil + SLACK:
        return [] if clear else [Shot(bearer, arm, False, False)]
    return [Shot(bearer, arm, 2 * away <= arm.reach_mil, clear and not doubt)]


def _attacks(scene: Scene, volley: Volley, state: State, shot: Shot) -> Attacks:
    spec = shot.arm.spec
    mean, most = dice(str(spec.attacks))
    if shot.half and (rapid := has(shot.arm, "rapid fire")):
        more = dice(rapid.split()[-1])
        mean, most = mean + more[0], most + more[1]
    if has(shot.arm, "blast"):
        more_models = len(scene.living(state, volley.target)) // 5
        mean, most = mean + more_models, most + more_models
    hit, wound = _hit(scene, volley, state, shot.arm), _wound(scene, volley, state, shot.arm)
    return Attacks(mean, most, hit, wound, shot.arm, shot.bearer)


def _hit(scene: Scene, volley: Volley, state: State, arm: Any) -> int:
    if has(arm, "torrent"):
        return 0
    if volley.kind == "overwatch":
        return 6
    skill, modifier = digits(arm.spec.skill), _damaged(volley.unit, state)
    if volley.kind == "shoot":
        modifier += bool(has(arm, "heavy") and volley.stationary)
        stealth = "Smokescreen" in volley.effects or _all_have(scene, volley.target, state, "stealth")
        modifier -= stealth + (not has(arm, "pistol") and _big_guns(scene, volley, volley.seen))
    return within(skill - max(-1, min(1, modifier)))


def _damaged(unit: Any, state: State) -> int:
    """What the damaged bracket of a unit of one model does to its Hit rolls."""
    bracket = unit.kinds[0].sheet.damaged
    if len(unit.models) > 1 or bracket is None:
        return 0
    hurt = bracket.low <= int(state.left[unit.models[0].index]) <= bracket.high
    return int(bracket.hit or 0) if hurt else 0


def _big_guns(scene: Scene, volley: Volley, state: State) -> bool:
    """The shooter is engaged, or shoots at a MONSTER or VEHICLE engaged with its own army (K-SHT-06)."""
    return bool(scene.engaged(state, volley.unit) or scene.engaged(state, volley.target))


def _all_have(scene: Scene, unit: Any, state: State, name: str) -> bool:
    living = {m.kind for m in unit.models if scene.there(state, m.index)}
    return bool(living) and all(
        any(ability.name.casefold() == name for ability in unit.kinds[kind].sheet.abilities) for kind in living
    )


def _wound(scene: Scene, volley: Volley, state: State, arm: Any) -> int:
    strength, toughness = int(arm.spec.strength), toughness_of(scene, volley.target, state)
    least = 4 + (strength < toughness) - (strength > toughness)
    least = 2 if strength >= 2 * toughness else 6 if 2 * strength <= toughness else least
    least -= bool(has(arm, "lance") and volley.charged)
    for text in arm.spec.abilities:
        anti = re.fullmatch(r"anti[- ](.+?) ?(\d)\+", text.casefold())
        if anti and anti[1].upper() in volley.target.keywords:
            least = min(least, int(anti[2]))
    return within(least)


def toughness_of(scene: Scene, unit: Any, state: State) -> int:
    """The highest of the Bodyguard models, of Leaders where they are alone (K-ATK-01)."""
    living = [m for m in unit.models if scene.there(state, m.index)]
    counted = [m for m in living if not m.leader] or living
    return max(digits(unit.kinds[m.kind].group.model.characteristics["T"]) for m in counted)


def saves(scene: Scene, volley: Volley, state: State, arm: Any) -> set[int]:
    """What saves against a weapon may need: of any living model, with cover or without where that is not
    sure."""
    found: set[int] = set()
    for kind in {m.kind for m in volley.target.models if scene.there(state, m.index)}:
        printed = volley.target.kinds[kind].group.model.characteristics
        armour, ap = digits(printed["Sv"]), -abs(int(arm.spec.ap))
        shields = shields_of(volley.target.kinds[kind]) + ([6] if "Go to Ground" in volley.effects else [])
        covers: tuple[int, ...] = (0,) if volley.kind == "fight" else (1,) if volley.effects else (0, 1)
        for cover in covers:
            counts = cover and not has(arm, "ignores cover") and not (armour <= 3 and ap == 0)
            found.add(min([max(2, armour - min(1, ap + counts)), *shields]))
    return found


def shields_of(kind: Any) -> list[int]:
    """Invulnerable saves of a kind of models: printed, and of the wargear that it carries."""
    worn = [a for a in kind.sheet.abilities if a.group == "wargear" and kind.group.carries(a.name)]
    saves = [effect for a in worn for effect in a.effects if effect.get("what") == "invulnerable"]
    given = [effect["needs"] for effect in saves if (effect.get("to") or {}).get("ref") == "bearer"]
    printed = kind.group.model.characteristics.get("Inv")
    return [digits(text) for text in (*given, *([printed] if printed else []))]


def within(needed: int) -> int:
    """An unmodified 1 fails and an unmodified 6 passes."""
    return max(2, min(6, needed))


def digits(printed: Any) -> int:
    found = re.search(r"\d+", str(printed or ""))
    return int(found[0]) if found else NEVER


def dice(text: str) -> tuple[float, int]:
    """Mean and most of a dice expression."""
    found = re.fullmatch(r"(?:(\d*)D(\d))?\+?(\d*)", text.strip().upper())
    if found is None:
        return 0.0, 0
    number = int(found[1] or 1) if found[2] else 0
    sides, bonus = int(found[2] or 0), int(found[3] or 0)
    return number * (sides + 1) / 2 + bonus, number * sides + bonus
