"""How datasheets of this game become attacks and targets."""

from __future__ import annotations

import re
from collections.abc import Iterator

from warbook.errors import InputError
from warbook.loadout import Group
from warbook.names import same
from warbook.rules.engagement import ModelSpec, ModifierSpec, Situation, WeaponSpec
from warbook.rules.pick import Arm, CorePlay, Initiatives, Phase, Sheets, Statline, Step, sheet_of
from warbook.sheet import Ability, Datasheet, Model, Weapon, WeaponProfile
from warbook.systems.heresy3 import abilities
from warbook.systems.heresy3.printed import number
from warbook.systems.heresy3.situation import stationary, strikes_never

FIRES_EVERYTHING = frozenset({"VEHICLE", "WALKER"})
NEVER_FORCED = frozenset({"COMMAND", "PARAGON"})
TEMPLATE_IN, HELLSTORM_IN = 8.0, 16.0

_RULE = re.compile(r"(.+?)\s*\(\s*(\d+)\+?\s*\)")
_CHANGE = re.compile(r"([+-]|[x×])\s*(\d+)", re.IGNORECASE)
_DICE_LAST = re.compile(r"(\d+)\s*\+\s*(\d*D\d)", re.IGNORECASE)
_INCHES = re.compile(r"\d+")
_CONTAINED = ("eternal warrior", "feel no pain", "shrouded")

NO_EFFECT_ON_ATTACKS = (
    "assault vehicle", "auto-repair", "battlesmith", "bitter duty", "bulky", "deep strike", "expendable",
    "explodes", "fast", "fear", "firing protocols", "heedless", "implacable advance", "infiltrate",
    "light transport", "line", "medic", "move through cover", "never back down", "officer of the line",
    "orbital assault vehicle", "outflank", "slow and purposeful", "support unit", "vanguard",
)  # fmt: skip
"""Special rules of models that do not touch an attack that is made."""

CLOSE_COMBAT_WEAPON = Weapon(
    "close combat weapon",
    "melee",
    (WeaponProfile("close combat weapon", {"IM": "I", "AM": "A", "SM": "S", "AP": "-", "D": "1"}),),
)
"""What a model without a melee weapon strikes with (H-FGT-01)."""


def weapon_spec(weapon: Weapon, profile: WeaponProfile, count: int, bearer: Model) -> WeaponSpec:
    """A line of attacks; a melee profile changes what its bearer has (H-CHR-06). Raises InputError for a
    characteristic that no weapon has."""
    printed, own = profile.characteristics, bearer.characteristics
    name = weapon.name if len(weapon.profiles) == 1 else f"{weapon.name} ({profile.name})"
    ranged = weapon.kind == "ranged"
    if ranged:
        attacks, strength = printed.get("FP", ""), printed.get("RS", "")
    else:
        attacks = changed(printed.get("AM", "A"), "A", _attacks(name, own.get("A", "")))
        strength = changed(printed.get("SM", "S"), "S", _number(name, "S", own.get("S", "")))
    skill = "BS" if ranged else "WS"
    return WeaponSpec(
        name=name,
        kind=weapon.kind,
        attacks=_DICE_LAST.sub(r"\2+\1", attacks),
        skill=_number(f"{bearer.name}: {name}", skill, own.get(skill, "")),
        strength=_number(name, "strength", strength),
        ap=printed.get("AP", "-").replace("–", "-").replace("−", "-"),
        damage=printed.get("D", ""),
        count=count,
        range_in=_range(printed.get("R", ""), profile.abilities) if ranged else None,
        abilities=abilities.known(profile.abilities),
        traits=profile.traits,
        bearer=bearer.name,
        initiative=None if ranged else _initiative(printed, own),
    )


def _attacks(name: str, printed: str) -> int:
    """The attacks that a model has; one that has none (a gun on wheels) makes none."""
    return 0 if printed.strip() in ("-", "–") else _number(name, "A", printed)


def _initiative(printed: dict[str, str], own: dict[str, str]) -> int:
    """Combat initiative: the model's, as the weapon leaves it, changes it or replaces it (H-FGT-02)."""
    base = number(own.get("I", "")) or 0
    return number(changed(printed.get("IM", "I"), "I", base)) or 0


def changed(printed: str, letter: str, base: int) -> str:
    """A melee characteristic from the bearer's: its letter leaves it, a sign changes it, a number
    replaces it."""
    text = printed.strip()
    if text.upper() == letter:
        return str(base)
    change = _CHANGE.fullmatch(text.replace("−", "-").replace("–", "-"))
    if change is None:
        return text
    amount = int(change[2])
    return str(max(0, {"+": base + amount, "-": base - amount}.get(change[1], base * amount)))


def _range(printed: str, texts: tuple[str, ...]) -> float | None:
    """The longest range printed; a template counts as 8 inches, a Hellstorm as 16 (H-BLS-08)."""
    if printed.strip().casefold() == "template":
        return HELLSTORM_IN if any("hellstorm" in text.casefold() for text in texts) else TEMPLATE_IN
    inches = _INCHES.findall(printed)
    return float(inches[-1]) if inches else None


def model_spec(sheet: Datasheet, group: Group, leader: bool, wounds_lost: int) -> ModelSpec:
    """Models as a target. Raises InputError where the statline is missing."""
    printed, name = group.model.characteristics, group.model.name
    vehicle = "Front" in printed
    wounds = printed.get("HP" if vehicle else "W")
    if not wounds or not (vehicle or printed.get("T")):
        place = sheet.source.path if sheet.source else sheet.name
        raise InputError(place, name, "expected a statline (T, SAV, W, or Front, Rear, HP)")
    own = _values(sheet)
    keywords = {keyword.upper() for keyword in (*sheet.keywords, *group.model.keywords)}
    return ModelSpec(
        name=name,
        count=group.count,
        toughness=0 if vehicle else _number(name, "T", printed["T"]),
        save="-" if vehicle else printed.get("SAV", "-"),
        wounds=_number(name, "wounds", wounds),
        invulnerable=printed.get("INV"),
        feel_no_pain=_target(own.get("feel no pain")),
        shrouded=_target(own.get("shrouded")),
        eternal_warrior=own.get("eternal warrior"),
        leader=leader or not NEVER_FORCED.isdisjoint(keywords),
        wounds_lost=wounds_lost,
        weapon_skill=number(printed.get("WS")),
        armour=_number(name, "Front", printed["Front"]) if vehicle else None,
        armour_rear=number(printed.get("Rear")) if vehicle else None,
    )


def _values(sheet: Datasheet) -> dict[str, int]:
    """The X of a sheet's special rules, the first of each."""
    found: dict[str, int] = {}
    for ability in sheet.abilities:
        if valued := _RULE.fullmatch(ability.name):
            found.setdefault(valued[1].casefold(), int(valued[2]))
    return found


def _target(least: int | None) -> str | None:
    return f"{least}+" if least else None


def _number(name: str, head: str, printed: str) -> int:
    found = number(printed)
    if found is None:
        raise InputError(name, head, f"expected a number, got {printed!r}")
    return found


def together(sheet: Datasheet, weapons: list[Weapon], phase: Phase, _engaged: bool) -> list[list[Weapon]]:
    """Which weapons one model uses at once, each place with its alternatives.

    Fighting: one melee weapon, else, or beside charges against vehicles alone, what any model has
    (H-FGT-01). Shooting: one weapon, or all of a vehicle or walker, or two pistols where there is nothing
    else (section 6 step 3).
    """
    if idle(sheet, phase):
        return []
    if phase == "fight":
        melee = [weapon for weapon in weapons if weapon.kind == "melee"]
        return [
            melee
            if any(not _named(weapon, "detonation") for weapon in melee)
            else [*melee, CLOSE_COMBAT_WEAPON]
        ]
    ranged = [weapon for weapon in weapons if weapon.kind == "ranged" and not weapon.reaction_only]
    pistols = [weapon for weapon in ranged if _named(weapon, "pistol")]
    if not FIRES_EVERYTHING.isdisjoint(keyword.upper() for keyword in sheet.keywords):
        return [[weapon] for weapon in ranged]
    if len(pistols) == len(ranged):
        return [[pistol] for pistol in pistols[:2]]
    return [ranged] if ranged else []


def idle(sheet: Datasheet, phase: Phase) -> str | None:
    """Why a unit makes no attacks in a phase: a vehicle does not strike in a combat (H-VEH-07)."""
    return (
        "a vehicle makes no attacks in a combat" if phase == "fight" and strikes_never(sheet.keywords) else None
    )


def _named(weapon: Weapon, rule: str) -> bool:
    """Whether all profiles of a weapon have a rule of this name."""
    return all(any(text.casefold() == rule for text in profile.abilities) for profile in weapon.profiles)


def ignored(sheet: Datasheet) -> tuple[str, ...]:
    """Special rules of a sheet that the figures leave out; what is also a weapon of its is used as one."""
    silent = (*_CONTAINED, *NO_EFFECT_ON_ATTACKS, *abilities.NO_EFFECT_ON_ATTACKS)
    names = [ability.name for ability in sheet.abilities if not ability.name.casefold().startswith(silent)]
    names = [name for name in names if not any(same(weapon.name, name) for weapon in sheet.weapons)]
    own = [f"{sheet.name}: {name}" for name in dict.fromkeys(names)]
    return tuple(dict.fromkeys((*own, *_unknown(sheet))))


def _unknown(sheet: Datasheet) -> Iterator[str]:
    """Special rules of a sheet's weapons that are not known here."""
    for weapon in sheet.weapons:
        for profile in weapon.profiles:
            for text in abilities.read(profile.abilities).unknown:
                yield f"{weapon.name}: {text}"


def wounded(_sheet: Datasheet, _wounds_left: int) -> tuple[ModifierSpec, ...]:
    """Models of this game fight on as before when they have lost wounds."""
    return ()


def taken(here: Situation, phase: Phase) -> str:
    """How the situation was taken, given or by default."""
    if phase == "fight":
        return "attacker charged" if here.charged else "attacker did not charge"
    told = [f'{here.range_in:g}" away' if here.range_in is not None else "within range"]
    told.append("attacker stationary" if stationary(here) else "attacker moved")
    told.append("Snap Shots" if here.snap_shots else "no Snap Shots")
    return ", ".join((*told, "target without cover"))


def steps(_phase: int, initiatives: Initiatives) -> tuple[Step, ...]:
    """Models strike in steps of their combat initiative, high to low; those of one step at the same time, and
    whoever has fallen in an earlier one strikes no more (H-FGT-02, H-FGT-03)."""
    order = sorted({value for side in initiatives for value in side}, reverse=True)
    return tuple(tuple((side, value) for side in (0, 1) if value in initiatives[side]) for value in order)


def _granting(what: str, value: int, reason: str, phase: Phase | None = None) -> CorePlay:
    return CorePlay(modifiers=(ModifierSpec(what, value=value, reason=reason),), phase=phase)


PLAYS = {
    "overwatch": CorePlay(situation={"overwatch": True}, phase="shooting"),
    "intercept": CorePlay(situation={"snap_shots": True, "stationary": True}, phase="shooting"),
    "shieldwall": _granting("toughness", 1, "Shieldwall"),
    "smokescreen": _granting("shrouded", 5, "Smokescreen", "shooting"),
    "force barrier": _granting("shrouded", 3, "Force Barrier", "shooting"),
    "brutal tide": _granting("eternal warrior", 1, "Brutal Tide"),
}
"""Reactions that act on an attack (rules sections 8, 18 and 19)."""

ASKS: dict[Phase, tuple[str, ...]] = {
    "shooting": (
        "range_in", "stationary", "advanced", "overwatch", "snap_shots", "indirect_unseen", "attacker_engaged",
        "target_engaged_with_friends", "under_marker", "under_marker_scattered",
    ),
    "fight": ("charged",),
}  # fmt: skip
"""What of a situation acts on attacks in each phase."""


def typed(line: Statline) -> Datasheet:
    """A sheet of what a player typed; a weapon's skill is that of its bearer here."""
    skills = {"BS" if arm.kind == "ranged" else "WS": arm.skill for arm in line.arms}
    printed = {"WS": "4", "I": "4", "S": "4", "A": "1", "T": str(line.toughness), "W": str(line.wounds)}
    printed |= {"SAV": line.save, "INV": line.invulnerable or "-", **skills}
    told = (Ability(f"Feel No Pain ({line.feel_no_pain})", "datasheet"),) if line.feel_no_pain else ()
    return sheet_of(line, "heresy3", printed, told, _armed)


def _armed(arm: Arm) -> dict[str, str]:
    ranged = {"R": "-", "FP": arm.attacks, "RS": str(arm.strength)}
    melee = {"IM": "I", "AM": arm.attacks, "SM": str(arm.strength)}
    return {**(ranged if arm.kind == "ranged" else melee), "AP": arm.ap, "D": arm.damage}


SHEETS = Sheets(
    weapon_spec, model_spec, together, ignored, wounded, taken, steps, PLAYS, idle, asks=ASKS, typed=typed
)
