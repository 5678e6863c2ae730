"""How datasheets of this game become attacks and targets."""

from __future__ import annotations

import re
from typing import Any

from warbook.errors import InputError
from warbook.rules.acting import Acted, Facing, Known
from warbook.rules.assumed import Situated
from warbook.rules.engagement import ModelSpec, ModifierSpec, Situation, WeaponSpec
from warbook.rules.pick import (
    Arm,
    Arms,
    Bearer,
    CorePlay,
    Initiatives,
    Phase,
    Sheets,
    Statline,
    Step,
    sheet_of,
)
from warbook.sheets.loadout import Group
from warbook.sheets.sheet import Ability, Datasheet, Model, Weapon, WeaponProfile
from warbook.systems.wh40k10 import abilities
from warbook.systems.wh40k10.compile import number
from warbook.systems.wh40k10.situation import BIG_GUNS

_FEEL_NO_PAIN = re.compile(r"feel no pain (\d\+)", re.IGNORECASE)
_INCHES = re.compile(r"(\d+)")

NO_EFFECT_ON_ATTACKS = (
    "deadly demise", "deep strike", "feel no pain", "fights first", "firing deck", "hover", "infiltrators",
    "leader", "lone operative", "scouts", "stealth", "super-heavy walker", "support",
)  # fmt: skip
"""Core abilities that the figures either contain or that do not touch an attack that is made."""


def weapon_spec(
    _sheet: Datasheet, weapon: Weapon, profile: WeaponProfile, count: int, bearer: Model
) -> WeaponSpec:
    """A line of attacks. Raises InputError for a characteristic that no weapon has."""
    printed = {head.upper(): text for head, text in profile.characteristics.items()}
    reach = _INCHES.search(printed.get("RANGE", ""))
    name = weapon.name if same_name(weapon, profile) else f"{weapon.name} ({profile.name})"
    return WeaponSpec(
        name=name,
        kind=weapon.kind,
        attacks=printed.get("A", ""),
        skill=printed.get("BS", printed.get("WS", "-")),
        strength=_number(name, "S", printed.get("S", "")),
        ap=printed.get("AP", "0").replace("−", "-").replace("–", "-"),
        damage=printed.get("D", ""),
        count=count,
        range_in=float(reach[1]) if reach and weapon.kind == "ranged" else None,
        abilities=profile.abilities,
        bearer=bearer.name,
    )


def same_name(weapon: Weapon, profile: WeaponProfile) -> bool:
    return len(weapon.profiles) == 1 or weapon.name == profile.name


def model_spec(sheet: Datasheet, group: Group, leader: bool, wounds_lost: int) -> ModelSpec:
    """Models as a target. Raises InputError where the statline is missing."""
    printed, name = group.model.characteristics, group.model.name
    if not printed.get("T") or not printed.get("W"):
        raise InputError(
            sheet.source.path if sheet.source else sheet.name, name, "expected a statline (T, Sv, W)"
        )
    core = [ability.name for ability in sheet.abilities if ability.group == "core"]
    ignoring = next((found[1] for text in core if (found := _FEEL_NO_PAIN.fullmatch(text))), None)
    return ModelSpec(
        name=name,
        count=group.count,
        toughness=_number(name, "T", printed["T"]),
        save=printed.get("Sv", "-"),
        wounds=_number(name, "W", printed["W"]),
        invulnerable=min(filter(None, (printed.get("Inv"), *_wargear_saves(sheet, group))), default=None),
        feel_no_pain=ignoring,
        leader=leader,
        wounds_lost=wounds_lost,
        stealth=any(text.casefold() == "stealth" for text in core),
    )


def _wargear_saves(sheet: Datasheet, group: Group) -> list[str]:
    """Invulnerable saves that wargear gives its bearer, where the sheet says so as a typed effect."""
    carried = [a for a in sheet.abilities if a.group == "wargear" and group.carries(a.name)]
    effects = (effect for ability in carried for effect in ability.effects)
    return [f"{effect['needs']}+" for effect in effects if _saves_bearer(effect)]


def _saves_bearer(effect: dict[str, Any]) -> bool:
    """Whether a typed effect is an invulnerable save of its bearer, always and against everything."""
    bearer = (effect.get("to") or {}).get("ref") == "bearer"
    kind = (effect.get("type"), effect.get("what"))
    return bearer and kind == ("save", "invulnerable") and not effect.get("against")


def _number(name: str, head: str, printed: str) -> int:
    found = number(printed)
    if found is None:
        raise InputError(name, head, f"expected a number, got {printed!r}")
    return found


def together(bearer: Bearer) -> list[list[Arms]]:
    """Which weapons one model uses at once, each place with its alternatives; of a weapon all that it carries.

    Fighting: one melee weapon, and every one with Extra Attacks (K-FGT-05, K-W-06). Shooting: all ranged
    weapons, but a model that is no MONSTER or VEHICLE shoots either its Pistols or the others (K-W-15).
    """
    return [[((weapon, bearer.number(weapon)),) for weapon in place] for place in _places(bearer)]


def _places(bearer: Bearer) -> list[list[Weapon]]:
    weapons = bearer.weapons
    if bearer.phase == "fight":
        melee = [weapon for weapon in weapons if weapon.kind == "melee"]
        extra = [weapon for weapon in melee if _has(weapon, "extra_attacks")]
        normal = [weapon for weapon in melee if weapon not in extra]
        return ([normal] if normal else []) + [[weapon] for weapon in extra]
    ranged = [weapon for weapon in weapons if weapon.kind == "ranged" and not weapon.reaction_only]
    if BIG_GUNS.isdisjoint(bearer.sheet.keywords):
        pistols = [weapon for weapon in ranged if _has(weapon, "pistol")]
        others = [weapon for weapon in ranged if weapon not in pistols]
        ranged = pistols if bearer.engaged or not others else others
    return [[weapon] for weapon in ranged]


def _has(weapon: Weapon, ability: str) -> bool:
    return any(getattr(abilities.read(profile.abilities), ability) for profile in weapon.profiles)


def ignored(sheet: Datasheet) -> tuple[str, ...]:
    """Abilities of a sheet that the figures leave out."""
    names = [ability.name for ability in sheet.abilities if not (_contained(ability) or ability.effects)]
    return tuple(f"{sheet.name}: {name}" for name in dict.fromkeys(names))


def _contained(ability: Ability) -> bool:
    return ability.group == "core" and ability.name.casefold().startswith(NO_EFFECT_ON_ATTACKS)


def wounded(sheet: Datasheet, wounds_left: int) -> tuple[ModifierSpec, ...]:
    """The modifier of the damaged bracket, where the model has so few wounds left."""
    bracket = sheet.damaged
    if bracket is None or bracket.hit is None or not bracket.low <= wounds_left <= bracket.high:
        return ()
    return (
        ModifierSpec("hit", value=bracket.hit, reason=f"damaged: {bracket.low}-{bracket.high} wounds left"),
    )


def taken(here: Situation, phase: Phase) -> tuple[Situated, ...]:
    """How the situation is, told by the question or taken so."""
    if phase == "fight":
        charged = "attacker charged" if here.charged else "attacker did not charge"
        return (Situated(charged, ("charged",), here.charged),)
    measured = here.range_in is not None or here.half_range
    away = f'{here.range_in:g}" away' if here.range_in is not None else "within half range"
    covered = here.cover or here.indirect_unseen
    moved = "attacker advanced" if here.advanced else "attacker stationary" if here.stationary else ""
    return (
        Situated(away if measured else "in range but beyond half range", ("range_in", "half_range"), measured),
        Situated("target in cover" if covered else "target in the open", ("cover",), covered),
        Situated(moved or "attacker moved", ("stationary", "advanced"), bool(moved)),
    )


def steps(phase: int, _initiatives: Initiatives) -> tuple[Step, ...]:
    """The charge gives Fights First in its turn; afterwards the player whose turn it is not picks first, and
    turns alternate (K-CHG-05, K-FGT-02)."""
    charger_first = phase == 1 or phase % 2 == 0
    return (((0, None),), ((1, None),)) if charger_first else (((1, None),), ((0, None),))


PLAYS = {
    "fire overwatch": CorePlay(situation={"overwatch": True}, phase="shooting"),
    "smokescreen": CorePlay(
        situation={"cover": True, "stealth": True}, phase="shooting", target_keyword="SMOKE"
    ),
    "go to ground": CorePlay(
        situation={"cover": True}, invulnerable="6+", phase="shooting", target_keyword="INFANTRY"
    ),
    "epic challenge": CorePlay(melee_abilities=("precision",), phase="fight", attacker_keyword="CHARACTER"),
    **{
        f"command re-roll {roll}": CorePlay(modifiers=(ModifierSpec("command reroll", roll=roll),))
        for roll in ("hit", "wound", "save", "damage", "attacks")
    },
}
"""Core Stratagems that act on an attack (rules section 14)."""


def offered(facing: Facing) -> tuple[Known, ...]:
    """Every rule that a player may say is used. Raises InputError."""
    from warbook.systems.wh40k10.effects import offering

    return offering.offered(facing)


def acting(facing: Facing) -> Acted:
    """What the units' own rules make of the engagement. Raises InputError."""
    from warbook.systems.wh40k10.effects.facing import acted  # rules are read only where units face each other

    return acted(facing)


ASKS: dict[Phase, tuple[str, ...]] = {
    "shooting": (
        "range_in", "half_range", "cover", "stealth", "stationary", "advanced", "overwatch", "indirect_unseen",
        "attacker_engaged", "target_engaged_with_friends",
    ),
    "fight": ("charged",),
}  # fmt: skip
"""What of a situation acts on attacks in each phase."""


def typed(line: Statline) -> Datasheet:
    """A sheet of what a player typed."""
    printed = {"T": str(line.toughness), "Sv": line.save, "W": str(line.wounds)}
    printed |= {"Inv": line.invulnerable} if line.invulnerable else {}
    core = (Ability(f"Feel No Pain {line.feel_no_pain}", "core"),) if line.feel_no_pain else ()
    return sheet_of(line, "wh40k10", printed, core, _armed)


def _armed(arm: Arm) -> dict[str, str]:
    skill = "BS" if arm.kind == "ranged" else "WS"
    return {"A": arm.attacks, skill: arm.skill, "S": str(arm.strength), "AP": arm.ap, "D": arm.damage}


SHEETS = Sheets(
    weapon_spec,
    model_spec,
    together,
    ignored,
    wounded,
    taken,
    steps,
    PLAYS,
    acting=acting,
    offered=offered,
    asks=ASKS,
    typed=typed,
)
