"""How datasheets of this game become attacks and targets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import combinations

from warbook.errors import InputError
from warbook.names import same
from warbook.rules.assumed import Situated
from warbook.rules.engagement import ModelSpec, ModifierSpec, Situation, WeaponSpec
from warbook.rules.pick import Arm, Arms, Bearer, CorePlay, Initiatives, Phase, Sheets, Statline, Step, sheet_of
from warbook.sheets.loadout import Group
from warbook.sheets.sheet import Ability, Datasheet, Model, Weapon, WeaponProfile
from warbook.systems.heresy3 import abilities, special_rules
from warbook.systems.heresy3.acting import acting, least_range
from warbook.systems.heresy3.joining import joins, shares
from warbook.systems.heresy3.printed import number
from warbook.systems.heresy3.situation import stationary, strikes_never
from warbook.systems.heresy3.to_hit import AUTOMATIC

FIRES_EVERYTHING = frozenset({"VEHICLE", "WALKER"})
NEVER_FORCED = frozenset({"COMMAND", "PARAGON"})
TEMPLATE_IN, HELLSTORM_IN = 8.0, 16.0

_CHANGE = re.compile(r"([+-]|[x×])\s*(\d+)", re.IGNORECASE)
_DICE_LAST = re.compile(r"(\d+)\s*\+\s*(\d*D\d)", re.IGNORECASE)
_INCHES = re.compile(r"\d+")

CLOSE_COMBAT_WEAPON = Weapon(
    "close combat weapon",
    "melee",
    (WeaponProfile("close combat weapon", {"IM": "I", "AM": "A", "SM": "S", "AP": "-", "D": "1"}),),
)
"""What a model without a melee weapon strikes with (H-FGT-01)."""


def weapon_spec(
    sheet: Datasheet, weapon: Weapon, profile: WeaponProfile, count: int, bearer: Model
) -> WeaponSpec:
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
        skill=_skill(f"{bearer.name}: {name}", skill, own.get(skill, ""), profile),
        strength=_number(name, "strength", strength),
        ap=printed.get("AP", "-").replace("–", "-").replace("−", "-"),
        damage=printed.get("D", ""),
        count=count,
        range_in=_range(printed.get("R", ""), profile.abilities) if ranged else None,
        least_range_in=least_range(printed.get("R", "")) if ranged else None,
        abilities=special_rules.of_attack(sheet, bearer, profile),
        traits=profile.traits,
        bearer=bearer.name,
        initiative=None if ranged else _initiative(profile, own),
    )


def _skill(name: str, head: str, printed: str, profile: WeaponProfile) -> int | str:
    """What its bearer tests on. One that has no BS (a Titan) fires only what needs no Hit Test, which is a
    Template (H-BLS-08). Raises InputError for anything else."""
    if head == "BS" and number(printed) is None and abilities.read(profile.abilities).template:
        return AUTOMATIC
    return _number(name, head, printed)


def _attacks(name: str, printed: str) -> int:
    """The attacks that a model has; one that has none (a gun on wheels) makes none."""
    return 0 if printed.strip() in ("-", "–") else _number(name, "A", printed)


def _initiative(profile: WeaponProfile, own: dict[str, str]) -> int:
    """Combat initiative: the model's, as the weapon leaves it, changes it or replaces it (H-FGT-02)."""
    base = number(own.get("I", "")) or 0
    if special_rules.is_letter("I", profile):
        return base
    return number(changed(profile.characteristics["IM"], "I", base)) or 0


def initiative(line: WeaponSpec, charged: bool) -> int | None:
    """When a line strikes: Impact (I) makes it sooner after a charge (section 15)."""
    quicker = charged and "initiative" in abilities.read(line.abilities).impact
    return line.initiative if line.initiative is None else line.initiative + quicker


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
    """The longest range printed; a template counts as 8 inches, a Hellstorm as 16 (H-BLS-08), and "-" is none
    (H-CHR-06)."""
    if printed.strip() in ("-", "–", "−"):
        return 0.0
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
    own = partial(special_rules.values, sheet, group.model)
    keywords = {keyword.upper() for keyword in group.model.keywords or sheet.keywords}
    return ModelSpec(
        name=name,
        count=group.count,
        toughness=0 if vehicle else _number(name, "T", printed["T"]),
        save="-" if vehicle else printed.get("SAV", "-"),
        wounds=_number(name, "wounds", wounds),
        invulnerable=printed.get("INV"),
        feel_no_pain=_target(min(own("feel no pain"), default=None)),
        shrouded=_target(min(own("shrouded"), default=None)),
        eternal_warrior=max(own("eternal warrior"), default=None),
        leader=leader or not NEVER_FORCED.isdisjoint(keywords),
        wounds_lost=wounds_lost,
        weapon_skill=number(printed.get("WS")),
        armour=_number(name, "Front", printed["Front"]) if vehicle else None,
        armour_rear=number(printed.get("Rear")) if vehicle else None,
    )


SETUP = ((6, 1), (9, 2), (11, 3), (13, 4), (19, 5))
"""Up to a sum of Movement and Initiative so many inches of set-up move, beyond the last one six."""


def setup_move(sheet: Datasheet, model: Model) -> int:
    """Inches of the set-up move before a charge: by Movement and Initiative, of HEAVY models by Movement alone
    (H-CHG-03)."""
    move, initiative = (number(model.characteristics.get(head, "").strip('"')) or 0 for head in ("M", "I"))
    heavy = "HEAVY" in {keyword.upper() for keyword in (*(model.keywords or sheet.keywords), *sheet.sub_types)}
    total = move + (0 if heavy else initiative)
    return next((inches for most, inches in SETUP if total <= most), 6) if move else 0


def _target(least: int | None) -> str | None:
    return f"{least}+" if least else None


def _number(name: str, head: str, printed: str) -> int:
    found = number(printed)
    if found is None:
        raise InputError(name, head, f"expected a number, got {printed!r}")
    return found


def together(bearer: Bearer) -> list[list[Arms]]:
    """Which weapons one model uses at once, each place with its alternatives.

    Fighting: one melee weapon, else, or beside charges against vehicles alone, what any model has
    (H-FGT-01). Shooting: all of a vehicle or walker; of any other one weapon, two pistols, or as many as its
    Firing Protocols say (section 6 step 3).
    """
    if idle(bearer.sheet, bearer.phase):
        return []
    if bearer.phase == "fight":
        melee = [weapon for weapon in bearer.weapons if weapon.kind == "melee"]
        if all(_named(weapon, "detonation") for weapon in melee):
            melee.append(CLOSE_COMBAT_WEAPON)
        return [[((weapon, 1),) for weapon in melee]]
    ranged = [weapon for weapon in bearer.weapons if weapon.kind == "ranged" and not weapon.reaction_only]
    if fires_everything(bearer.sheet, bearer.group.model):
        return [[((weapon, bearer.number(weapon)),)] for weapon in ranged]
    return [_shots(bearer, ranged)] if ranged else []


def fires_everything(sheet: Datasheet, model: Model) -> bool:
    """Whether a model shoots all its weapons: a vehicle or walker does (section 14)."""
    return not FIRES_EVERYTHING.isdisjoint(keyword.upper() for keyword in (*model.keywords, *sheet.keywords))


def _shots(bearer: Bearer, ranged: list[Weapon]) -> list[Arms]:
    """What one model may fire together: one weapon, two pistols, or as many as Firing Protocols (X) say. Like
    weapons are so many weapons, or one (``Rules.like_weapons_are_one``)."""
    one = bearer.rules.like_weapons_are_one
    every = [place for place, gun in enumerate(ranged) for _ in range(1 if one else bearer.number(gun))]
    pistols = [place for place in every if _named(ranged[place], "pistol")]
    protocols = special_rules.values(bearer.sheet, bearer.group.model, special_rules.FIRING_PROTOCOLS)
    most = max(protocols, default=1)
    if most == 1 and len(pistols) > 1:
        chosen = [*((place,) for place in every if place not in pistols), *combinations(pistols, 2)]
    else:
        chosen = list(combinations(every, min(most, len(every))))
    return [
        tuple((ranged[place], places.count(place)) for place in dict.fromkeys(places))
        for places in dict.fromkeys(chosen)
    ]


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
    names = special_rules.unread(sheet)
    own = [
        f"{sheet.name}: {name}" for name in names if not any(same(each.name, name) for each in sheet.weapons)
    ]
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


def taken(here: Situation, phase: Phase) -> tuple[Situated, ...]:
    """How the situation is, told by the question or taken so."""
    if phase == "fight":
        charged = "attacker charged" if here.charged else "attacker did not charge"
        return (Situated(charged, ("charged",), here.charged),)
    measured, stood = here.range_in is not None, stationary(here)
    return (
        Situated(f'{here.range_in:g}" away' if measured else "within range", ("range_in",), measured),
        Situated("attacker stationary" if stood else "attacker moved", ("stationary",), stood),
        Situated("Snap Shots" if here.snap_shots else "no Snap Shots", ("snap_shots",), here.snap_shots),
        Situated("target without cover", ()),
    )


def steps(_phase: int, initiatives: Initiatives) -> tuple[Step, ...]:
    """Models strike in steps of their combat initiative, high to low; those of one step at the same time, and
    whoever has fallen in an earlier one strikes no more (H-FGT-02, H-FGT-03)."""
    order = sorted({value for side in initiatives for value in side}, reverse=True)
    return tuple(tuple((side, value) for side in (0, 1) if value in initiatives[side]) for value in order)


def _granting(what: str, value: int, reason: str, phase: Phase | None = None) -> CorePlay:
    return CorePlay(modifiers=(ModifierSpec(what, value=value, reason=reason),), phase=phase, defends=True)


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
    ranged = {"FP": arm.attacks, "RS": str(arm.strength)}
    melee = {"IM": "I", "AM": arm.attacks, "SM": str(arm.strength)}
    return {**(ranged if arm.kind == "ranged" else melee), "AP": arm.ap, "D": arm.damage}


SHEETS = Sheets(
    weapon_spec,
    model_spec,
    together,
    ignored,
    wounded,
    taken,
    steps,
    PLAYS,
    idle,
    acting=acting,
    asks=ASKS,
    typed=typed,
    initiative=initiative,
    setup=setup_move,
    joins=joins,
    shares=shares,
)
