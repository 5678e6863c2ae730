"""Compiles weapons against a target: all modifiers into one profile, with the reasons, before a die rolls."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warbook.dice import Dice, Sum, Test, Value
from warbook.rules.engagement import Engagement, ModelSpec, WeaponSpec
from warbook.rules.modifier import Modifier, net
from warbook.systems.wh40k10 import abilities as weapon_abilities
from warbook.systems.wh40k10 import modifiers
from warbook.systems.wh40k10.case import Alive, Case, gathered, number
from warbook.systems.wh40k10.characteristics import heeded, replaced, rolled, steps, told
from warbook.systems.wh40k10.defence import better_feel_no_pain, defence
from warbook.systems.wh40k10.modifiers import Specs
from warbook.systems.wh40k10.profile import AttackProfile, Defence, Rerolled, Scaled, Spare, Steps
from warbook.systems.wh40k10.revisions import Rules
from warbook.systems.wh40k10.situation import within_half_range
from warbook.systems.wh40k10.sorting import Kind, Sorts, sorts
from warbook.systems.wh40k10.to_hit import hit
from warbook.systems.wh40k10.to_wound import wound

__all__ = ["Compiled", "better_feel_no_pain", "compiled", "kept_spare", "number"]

MODELS_PER_BLAST_ATTACK = 5
SPARE_OF = {"hit": "hits", "wound": "wounds", "save": "saves", "damage": "damage", "attacks": "attacks"}
SIXES: dict[str, Spare] = {"hit": "hit six", "wound": "wound six", "save": "save six"}
WARD = "first failed save"


class Compiled(Value, frozen=True):
    """A weapon's profile and the defences it meets, with the reasons for every number in them."""

    profile: AttackProfile
    defences: tuple[Defence, ...]
    reasons: tuple[str, ...]


def compiled(
    weapon: WeaponSpec, engagement: Engagement, alive: Alive, rules: Rules, spare: Spare | None = None
) -> Compiled:
    """Compile one weapon against the target with so many of its models alive; ``spare`` is what the
    engagement's spare is kept for.

    The engagement must have no problems (``check.problems``)."""
    bare = msgspec.structs.replace(engagement, id="", attacker=None, attackers=(), mortal=())
    return _compiled(weapon, bare, alive, rules, spare)


@lru_cache(maxsize=65536)
def _compiled(
    weapon: WeaponSpec, engagement: Engagement, alive: Alive, rules: Rules, spare: Spare | None
) -> Compiled:
    case = _case(weapon, engagement, alive, rules)
    attacks, told_attacks = _attacks(case)
    hits, told_hit = hit(case)
    wounds, told_wound = wound(case)
    damage, specs, told_damage = _damage(case)
    some, kinds = _sorts(case, hits, wounds)
    profile = AttackProfile(
        weapon=weapon.name,
        attacks=attacks,
        hit=hits,
        wound=wounds,
        damage=damage,
        melta=case.abilities.melta if _melta(case) else None,
        sustained=case.abilities.sustained_hits,
        lethal=case.abilities.lethal_hits,
        devastating=rules.devastating if case.abilities.devastating_wounds else None,
        spare=_spare(case, spare),
        sorts=some,
        kinds=kinds,
    )
    acting = msgspec.structs.replace(case, specs=specs)
    met = [defence(acting, m, damage.mean, _ward(case, m, spare)) for m in engagement.target.models]
    reasons = (told_attacks, told_hit, told_wound, told_damage, *_mortal(case), *(reason for _, reason in met))
    return Compiled(
        profile,
        tuple(found for found, _ in met),
        tuple(f"{weapon.name}: {reason}" for reason in dict.fromkeys(reasons) if reason),
    )


def _sorts(case: Case, hits: Test | None, wounds: Test | None) -> tuple[Sorts | None, tuple[Kind, ...]]:
    if not case.sorting:
        return None, ()
    return sorts(hits, wounds, case.sorting, case.abilities.devastating_wounds)


def _case(weapon: WeaponSpec, engagement: Engagement, alive: Alive, rules: Rules) -> Case:
    specs = gathered(weapon, engagement, alive)
    always = tuple(spec for spec in specs if spec.on is None)
    some = tuple(spec for spec in specs if spec.on is not None)
    mine = (
        spec for model in engagement.target.models for spec in model.modifiers if modifiers.of_defender(spec)
    )
    sorting = (*some, *(spec for spec in mine if spec.on is not None))
    return Case(
        weapon, weapon_abilities.read(weapon.abilities), always, some, sorting, engagement, alive, rules
    )


def _mortal(case: Case) -> list[str]:
    """Mortal wounds that some attacks inflict."""
    found = [spec for spec in case.on_some if spec.what == "mortal wounds"]
    ends = {"instead": " and the attack ends"}
    return [
        f"{s.value} mortal wound(s) on {s.on}{ends.get(s.op or '', '')}, {s.reason or 'modifier'}"
        for s in found
    ]


def kept_spare(engagement: Engagement) -> tuple[Spare | None, tuple[str, ...]]:
    """What the engagement's one spare is kept for: the first failed save that a rule spares, else a single
    re-roll; and what of this kind is left out besides."""
    lists = [engagement.modifiers, *(w.modifiers for unit in engagement.units for w in unit.weapons)]
    lists += [model.modifiers for model in engagement.target.models]
    if not any(lists):
        return None, ()
    specs = [spec for each in lists for spec in each]
    wards = [spec for spec in specs if spec.what == WARD]
    several = any(s.what == WARD and m.count > 1 for m in engagement.target.models for s in m.modifiers)
    single = modifiers.single_reroll(specs)
    rolls = list(dict.fromkeys(s.roll for s in specs if s.what in modifiers.SINGLE and s.roll))
    untold = ["the first failed save of each of several models: only one of them is spared"] if several else []
    if wards:
        return "failed save", (
            *untold,
            *(f"a single re-roll ({roll}): not used beside the first failed save" for roll in rolls),
        )
    if single is None or single.roll is None:
        return None, tuple(untold)
    rest = [
        f"a single re-roll ({roll}): one is modelled, of {single.roll}" for roll in rolls if roll != single.roll
    ]
    return (SIXES[single.roll] if single.what == "one six" else single.roll), (*untold, *rest)


def _spare(case: Case, kept: Spare | None) -> Spare | None:
    """What this weapon's attacks may use of the engagement's spare."""
    if kept is None:
        return None
    if kept == "failed save":
        models = case.engagement.target.models
        carried = any(spec.what == WARD for model in models for spec in model.modifiers)
        return kept if carried or any(spec.what == WARD for spec in case.specs) else None
    if kept.endswith(" six"):
        return (
            kept if any(s.what == "one six" and SIXES.get(s.roll or "") == kept for s in case.specs) else None
        )
    if modifiers.barred(case.specs, f"reroll {SPARE_OF[kept]}"):
        return None
    single = modifiers.single_reroll(spec for spec in case.specs if spec.roll == kept)
    return kept if single else None


def _ward(case: Case, model: ModelSpec, kept: Spare | None) -> int | None:
    """What Damage becomes at the first failed save of a model: the least of all such rules."""
    if kept != "failed save":
        return None
    own = model.modifiers
    return min((spec.number for spec in (*case.specs, *own) if spec.what == WARD), default=None)


def _attacks(case: Case) -> tuple[Sum | Rerolled, str]:
    """Attacks of one weapon: its characteristic after modifiers, then Rapid Fire and Blast on top (K-WI-04,
    K-W-03). Those of Extra Attacks are changed only by what names the weapon (K-W-06)."""
    printed = Dice.parse(case.weapon.attacks)
    specs = case.weapon.modifiers if case.abilities.extra_attacks else case.specs
    changes = heeded(specs, "attacks", printed.mean)
    base, changes = replaced(changes, "attacks", printed)
    parts, reasons = list(rolled(changes, "attacks")), []
    if case.abilities.rapid_fire and case.ranged and within_half_range(case.weapon, case.engagement):
        parts.append(case.abilities.rapid_fire)
        reasons.append(f"+{case.abilities.rapid_fire} Rapid Fire at half range")
    blast = sum(case.alive) // MODELS_PER_BLAST_ATTACK if case.abilities.blast else 0
    blasted = net([Modifier(blast, f"Blast into {sum(case.alive)} models")]).reason
    reasons += filter(None, (", ".join(filter(None, (blasted, told(changes, "attacks")))),))
    attacks = _counted(base, tuple(parts), blast, steps(changes, "attacks"))
    reason = f"{case.weapon.count} × {base} attacks" + "".join(f"; {text}" for text in reasons)
    again, told_again = _rerolled(case, "reroll attacks", attacks, (base, *parts))
    return again, reason + told_again


def _counted(base: Dice, more: tuple[Dice, ...], blast: int, changes: Steps) -> Sum:
    least = min(1, base.maximum)
    if changes.set_to is None and changes.divide == changes.multiply == 1:
        flat = blast + changes.add - changes.subtract
        return Sum((base, *more, *((Dice(0, 0, flat),) if flat else ())), least=least)
    added = msgspec.structs.replace(changes, add=changes.add + blast)
    return Scaled((base,), least, added, more)


def _rerolled(case: Case, what: str, dice: Sum, parts: tuple[Dice, ...]) -> tuple[Sum | Rerolled, str]:
    """A roll of results that are added up, rolled again below its mean where some rule allows that."""
    allowed = [] if modifiers.barred(case.specs, what) else [s for s in case.specs if s.what == what]
    if not dice.random or not allowed:
        return dice, ""
    if any(not _faces(spec.which, spec.faces) for spec in allowed):
        return Rerolled(dice, dice.mean), f"; re-rolled below {dice.mean:g}"
    rolled_parts = [part for part in parts if part.number]
    if len(rolled_parts) != 1 or rolled_parts[0].number != 1 or type(dice) is not Sum:
        return dice, ""
    rest = sum(part.bonus for part in dice.parts)
    faces = sorted({face for spec in allowed for face in _faces(spec.which, spec.faces)})
    only = tuple(max(dice.least, face + rest) for face in faces)
    return Rerolled(dice, dice.mean, only), f"; re-rolled on {', '.join(map(str, faces))} below {dice.mean:g}"


def _faces(which: str | None, faces: tuple[int, ...]) -> tuple[int, ...]:
    return (1,) if which == "ones" else faces


def _damage(case: Case) -> tuple[Sum | Rerolled, Specs, str]:
    """The Damage roll, and the modifiers without what took its place."""
    printed = Dice.parse(case.weapon.damage)
    acting = heeded(case.specs, "damage", printed.mean)
    base, left = replaced(acting, "damage", printed)
    rest = tuple(spec for spec in case.specs if spec.what != "damage" or spec in left)
    dice = Sum((base,))
    reason = f"damage {dice}" + (f" instead of {printed}" if base != printed else "")
    if _melta(case):
        reason += f", +{case.abilities.melta} Melta at half range"
    again, told_again = _rerolled(case, "reroll damage", dice, (base,))
    return again, rest, reason + told_again


def _melta(case: Case) -> bool:
    given = case.ranged and case.abilities.melta is not None
    return given and within_half_range(case.weapon, case.engagement)
