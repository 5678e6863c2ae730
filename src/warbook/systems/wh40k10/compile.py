"""Compiles weapons against a target: all modifiers into one profile, with the reasons, before a die rolls."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warbook.dice import Dice, Outcome, RerolledBelow, Sum, Test, Value
from warbook.names import keyword
from warbook.rules.engagement import Engagement, ModelSpec, WeaponSpec
from warbook.rules.modifier import Modifier, Net, net
from warbook.systems.wh40k10 import abilities as weapon_abilities
from warbook.systems.wh40k10 import modifiers
from warbook.systems.wh40k10.abilities import WeaponAbilities
from warbook.systems.wh40k10.modifiers import ON_DEFENDER, Specs
from warbook.systems.wh40k10.profile import AttackProfile, DamageSteps, Defence
from warbook.systems.wh40k10.revisions import Devastating, Rules
from warbook.systems.wh40k10.situation import big_guns_penalty, within_half_range

CONVERSION_RANGE_IN = 12
MODELS_PER_BLAST_ATTACK = 5

Alive = tuple[int, ...]


class Compiled(Value, frozen=True):
    """A weapon's profile and the defences it meets, with the reasons for every number in them."""

    profile: AttackProfile
    defences: tuple[Defence, ...]
    reasons: tuple[str, ...]


class _Case(Value, frozen=True):
    """One weapon in one engagement: everything the steps below look at."""

    weapon: WeaponSpec
    abilities: WeaponAbilities
    specs: Specs
    engagement: Engagement
    alive: Alive
    rules: Rules

    @property
    def ranged(self) -> bool:
        return self.weapon.kind == "ranged"


def compiled(weapon: WeaponSpec, engagement: Engagement, alive: Alive, rules: Rules) -> Compiled:
    """Compile one weapon against the target with so many of its models alive.

    The engagement must have no problems (``check.problems``)."""
    bare = msgspec.structs.replace(engagement, id="", attacker=None, attackers=())
    return _compiled(weapon, bare, alive, rules)


@lru_cache(maxsize=65536)
def _compiled(weapon: WeaponSpec, engagement: Engagement, alive: Alive, rules: Rules) -> Compiled:
    on_attack = (*engagement.modifiers, *weapon.modifiers, *_shared(engagement.target.models, alive))
    case = _Case(weapon, weapon_abilities.read(weapon.abilities), on_attack, engagement, alive, rules)
    attacks, told_attacks = _attacks(case)
    hit, told_hit = _hit(case)
    wound, told_wound = _wound(case)
    damage, told_damage = _damage(case)
    spare = modifiers.command_reroll(on_attack)
    profile = AttackProfile(
        weapon=weapon.name,
        attacks=attacks,
        hit=hit,
        wound=wound,
        damage=damage,
        melta=case.abilities.melta if _melta(case) else None,
        sustained=case.abilities.sustained_hits,
        lethal=case.abilities.lethal_hits,
        devastating=rules.devastating if case.abilities.devastating_wounds else None,
        spare=spare.roll if spare else None,
    )
    met = [_defence(case, model) for model in engagement.target.models]
    told = (told_attacks, told_hit, told_wound, told_damage, *(reason for _, reason in met))
    return Compiled(
        profile,
        tuple(defence for defence, _ in met),
        tuple(f"{weapon.name}: {reason}" for reason in dict.fromkeys(told) if reason),
    )


def _shared(models: tuple[ModelSpec, ...], alive: Alive) -> Specs:
    """Modifiers of the attack that every living model of the target carries; those of only some do not act
    on attacks that hit the unit (as for Stealth, K-SHT-08)."""
    carried = [model.modifiers for model, n in zip(models, alive, strict=True) if n]
    if not carried:
        return ()
    return tuple(
        spec for spec in carried[0] if spec.what not in ON_DEFENDER and all(spec in more for more in carried)
    )


def _attacks(case: _Case) -> tuple[Sum, str]:
    """Attacks of one weapon: its characteristic, then Rapid Fire and Blast on top (K-WI-04, K-W-03). Those of
    Extra Attacks are changed only by what names the weapon (K-W-06)."""
    base = Dice.parse(case.weapon.attacks)
    parts, told = [base], []
    if case.abilities.rapid_fire and case.ranged and within_half_range(case.weapon, case.engagement):
        parts.append(case.abilities.rapid_fire)
        told.append(f"+{case.abilities.rapid_fire} Rapid Fire at half range")
    blast = sum(case.alive) // MODELS_PER_BLAST_ATTACK if case.abilities.blast else 0
    changes = case.weapon.modifiers if case.abilities.extra_attacks else case.specs
    more = net([Modifier(blast, f"Blast into {sum(case.alive)} models"), *modifiers.added(changes, "attacks")])
    if more.value:
        parts.append(Dice(0, 0, more.value))
    told.extend([more.reason] if more.reason else [])
    reason = f"{case.weapon.count} × {base} attacks" + "".join(f"; {text}" for text in told)
    return Sum(tuple(parts), least=min(1, base.maximum)), reason


def _hit(case: _Case) -> tuple[Test | None, str]:
    """The Hit roll: skill, modifiers capped at ±1, criticals, re-rolls (K-MOD-06, K-WI-03, K-DIC-02)."""
    if case.abilities.torrent:
        return None, "hits automatically (Torrent)"
    here, told = case.engagement.situation, []
    if here.overwatch and case.ranged:
        test, reason = Test.needing(6, critical=6), "hits on 6: Fire Overwatch"
    else:
        test, reason = _hit_test(case)
    for permission in sorted(modifiers.which(case.specs, "reroll hits")):
        test = _rerolling(test, permission)
        told.append(f"re-rolls {permission}")
    return test, "; ".join((reason, *told, *_critical_hits(case)))


def _critical_hits(case: _Case) -> list[str]:
    """What a Critical Hit brings."""
    told = []
    if case.abilities.sustained_hits:
        told.append(f"a critical scores +{case.abilities.sustained_hits} hits (Sustained Hits)")
    if case.abilities.lethal_hits:
        told.append("a critical wounds automatically (Lethal Hits)")
    return told


def _hit_test(case: _Case) -> tuple[Test, str]:
    printed = number(case.weapon.skill) or 7
    skill = net(modifiers.kept(case.specs, "skill", worse=1))
    modifier = net(_hit_modifiers(case), -1, 1)
    critical = modifiers.critical(case.specs, "critical hit")
    unseen = case.rules.unseen_fails_to if case.ranged and case.engagement.situation.indirect_unseen else 1
    fails_to, succeeds_from = modifiers.settled(case.specs, "hit")
    fails_to = max(fails_to, unseen)
    test = Test.needing(max(2, printed + skill.value) - modifier.value, critical, fails_to)
    test = _succeeding(test, succeeds_from)
    if _converting(case):
        test = Test(tuple(_conversion(face, outcome) for face, outcome in enumerate(test.faces, 1)))
    parts = (f"{'BS' if case.ranged else 'WS'} {printed}+", skill.reason, modifier.reason)
    extra = [f"critical on {critical}+"] if critical < 6 else []
    extra += [f"unmodified 1-{fails_to} fail" + " (Indirect Fire)" * (fails_to == unseen)] if fails_to > 1 else []
    extra += [f"unmodified {succeeds_from}+ succeed"] if succeeds_from < 7 else []
    extra += ["critical on 4+ beyond 12 inches (Conversion)"] if _converting(case) else []
    return test, "; ".join((f"hits {needed(test)}: " + ", ".join(filter(None, parts)), *extra))


def _hit_modifiers(case: _Case) -> list[Modifier]:
    return modifiers.unhindered(case.specs, "hit", _all_hit_modifiers(case))


def _all_hit_modifiers(case: _Case) -> list[Modifier]:
    here, found = case.engagement.situation, modifiers.kept(case.specs, "hit")
    if case.abilities.heavy and here.stationary:
        found.append(Modifier(1, "Heavy"))
    if not case.ranged:
        return found
    if here.indirect_unseen:
        found.append(Modifier(-1, "Indirect Fire"))
    if stealthy(case.engagement, case.alive):
        found.append(Modifier(-1, "Stealth"))
    if big_guns_penalty(case.abilities, case.engagement):
        found.append(Modifier(-1, "Big Guns Never Tire"))
    return found


def stealthy(engagement: Engagement, alive: Alive) -> bool:
    """Whether the target has Stealth: given for the unit, or all its living models have it (K-SHT-08)."""
    target = engagement.target
    if engagement.situation.stealth or target.stealth or _named("stealth", target.abilities):
        return True
    living = [model for model, n in zip(target.models, alive, strict=True) if n]
    return bool(living) and all(model.stealth or _named("stealth", model.abilities) for model in living)


def _named(name: str, abilities: tuple[str, ...]) -> bool:
    return any(text.strip().lower() == name for text in abilities)


def _converting(case: _Case) -> bool:
    distance = case.engagement.situation.range_in
    return case.abilities.conversion and distance is not None and distance > CONVERSION_RANGE_IN


def _conversion(face: int, outcome: Outcome) -> Outcome:
    """A successful unmodified 4 or more is critical (K-W-04)."""
    return Outcome.CRITICAL if face >= 4 and outcome.passed else outcome


def _succeeding(test: Test, least: int) -> Test:
    """Unmodified results from ``least`` on succeed whatever modifies them."""
    faces = (
        Outcome.PASS if face >= least and not outcome.passed else outcome
        for face, outcome in enumerate(test.faces, 1)
    )
    return Test(tuple(faces)) if least <= 6 else test


def _rerolling(test: Test, permission: str) -> Test:
    if permission == "ones":
        return test.rerolling(lambda face, _outcome: face == 1)
    if permission == "failed":
        return test.rerolling(lambda _face, outcome: not outcome.passed)
    return test.rerolling(lambda _face, outcome: outcome is not Outcome.CRITICAL)


def _wound(case: _Case) -> tuple[Test, str]:
    """The Wound roll: Strength against Toughness, modifiers capped at ±1, Anti, re-rolls (K-W-01, K-W-21)."""
    strength = net(modifiers.added(case.specs, "strength"))
    stronger = max(1, case.weapon.strength + strength.value)
    toughness = unit_toughness(case.engagement.target.models, case.alive)
    lance = case.abilities.lance and case.engagement.situation.charged
    charged = [Modifier(1, "Lance")] if lance else []
    modifier = net([*modifiers.kept(case.specs, "wound"), *charged], -1, 1)
    critical, anti = _critical_wound(case)
    fails_to, succeeds_from = modifiers.settled(case.specs, "wound")
    test = Test.needing(wound_needs(stronger, toughness) - modifier.value, critical, fails_to)
    test = _succeeding(test, succeeds_from)
    parts = (f"S{stronger} against T{toughness}", strength.reason, modifier.reason)
    told = [f"wounds {needed(test)}: " + ", ".join(filter(None, parts))]
    told += [f"critical on {critical}+{anti}"] if critical < 6 else []
    told += [f"unmodified 1-{fails_to} fail"] if fails_to > 1 else []
    for permission in sorted(_wound_rerolls(case)):
        test = _rerolling(test, permission)
        linked = case.abilities.twin_linked and permission == "failed"
        told.append(f"re-rolls {permission}" + (" (Twin-linked)" if linked else ""))
    if case.abilities.devastating_wounds:
        told.append(f"a critical allows no save{_devastating(case.rules.devastating)} (Devastating Wounds)")
    if case.abilities.precision:
        told.append("wounds go to an attached leader first (Precision)")
    return test, "; ".join(told)


def _devastating(how: Devastating) -> str:
    if not how.mortal:
        return ", comes after the unit's other attacks"
    spilling = "that spill" if how.spills else "that do not spill"
    return f", inflicts mortal wounds {spilling}" + ("" if how.at_once else ", after the unit's other attacks")


def _wound_rerolls(case: _Case) -> frozenset[str]:
    granted = modifiers.which(case.specs, "reroll wounds")
    return granted | {"failed"} if case.abilities.twin_linked else granted


def _critical_wound(case: _Case) -> tuple[int, str]:
    """The best of all Anti that match a keyword of the unit and of what modifiers say (K-VOC-05)."""
    keywords = {keyword(text) for text in case.engagement.target.keywords}
    matching = [
        (anti.critical, f" (Anti-{anti.keyword})") for anti in case.abilities.anti if anti.keyword in keywords
    ]
    return min([*matching, (modifiers.critical(case.specs, "critical wound"), "")])


def wound_needs(strength: int, toughness: int) -> int:
    """The Wound roll that Strength needs against Toughness (the table of rules section 9)."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 + (strength < toughness) - (strength > toughness)


def unit_toughness(models: tuple[ModelSpec, ...], alive: Alive) -> int:
    """Toughness that attacks meet: the highest of the living models, leaders only when alone (K-ATK-01)."""
    living = [model for model, n in zip(models, alive, strict=True) if n]
    bodyguard = [model for model in living if not model.leader]
    return max((model.toughness for model in bodyguard or living), default=1)


def _damage(case: _Case) -> tuple[Sum | RerolledBelow, str]:
    dice = Sum((Dice.parse(case.weapon.damage),))
    told = f"damage {dice}"
    if _melta(case):
        told += f", +{case.abilities.melta} Melta at half range"
    if dice.random and any(spec.what == "reroll damage" for spec in case.specs):
        return RerolledBelow(dice, dice.mean), f"{told}; re-rolled below {dice.mean:g}"
    return dice, told


def _melta(case: _Case) -> bool:
    given = case.ranged and case.abilities.melta is not None
    return given and within_half_range(case.weapon, case.engagement)


def _defence(case: _Case, model: ModelSpec) -> tuple[Defence, str]:
    """One kind of target model against this weapon, with its reasons."""
    specs = (*case.specs, *(spec for spec in model.modifiers if spec.what in ON_DEFENDER))
    save, told_save = _save(case, model, specs)
    ordinary = feel_no_pain(model.feel_no_pain)
    steps = modifiers.damage_steps(specs)
    defence = Defence(
        wounds=model.wounds,
        save=save,
        feel_no_pain=ordinary,
        mortal_feel_no_pain=better_feel_no_pain(model),
        damage=steps,
    )
    told = [f"{model.name} {told_save}"]
    told += [f"Feel No Pain {model.feel_no_pain}"] if ordinary else []
    told += ["damage modified: " + _steps(steps)] if steps != DamageSteps() else []
    return defence, "; ".join(told)


def _steps(steps: DamageSteps) -> str:
    told = [f"set to {steps.set_to}"] if steps.set_to is not None else []
    told += [f"÷{steps.divide}"] if steps.divide > 1 else []
    told += [f"×{steps.multiply}"] if steps.multiply > 1 else []
    told += [f"+{steps.add}"] if steps.add else []
    return ", ".join(told + ([f"-{steps.subtract}"] if steps.subtract else []))


def _save(case: _Case, model: ModelSpec, specs: Specs) -> tuple[Test | None, str]:
    """The better of armour and invulnerable save; one that no face passes is none (K-COV-01, K-MOD-06)."""
    ap, worsened = _armour_penetration(case, specs)
    armour = number(model.save)
    cover = [Modifier(1, "cover")] if armour and covered(case, model, armour, ap) else []
    modifier = net([Modifier(ap, "AP"), *cover, *modifiers.added(specs, "save")], None, 1)
    by_armour = max(2, armour - modifier.value) if armour else 7
    invulnerable = number(model.invulnerable) or 7
    least = min(by_armour, invulnerable)
    if least > 6:
        return None, f"has no save: Sv {model.save}, {modifier.reason or 'AP 0'}"
    test = Test.needing(least)
    for permission in modifiers.which(specs, "reroll saves"):
        test = _rerolling(test, permission)
    if invulnerable < by_armour:
        return test, f"saves on {invulnerable}+: invulnerable"
    return test, f"saves on {by_armour}+: " + ", ".join(
        filter(None, (f"Sv {armour}+", modifier.reason, worsened))
    )


def _armour_penetration(case: _Case, specs: Specs) -> tuple[int, str]:
    """AP after it was worsened or improved; never worse than 0 (K-MOD-07)."""
    change: Net = net(modifiers.added(specs, "ap"))
    return min(0, int(case.weapon.ap) + change.value), f"AP {change.reason}" if change.reason else ""


def covered(case: _Case, model: ModelSpec, armour: int, ap: int) -> bool:
    """Whether a model has the Benefit of Cover: not with Sv 3+ or better against AP 0 (K-COV-01)."""
    here = case.engagement.situation
    somehow = here.cover or here.indirect_unseen or model.in_cover
    given = case.ranged and somehow and not case.abilities.ignores_cover
    return given and not (armour <= 3 and ap == 0)


def number(printed: str | int | None) -> int | None:
    """``"3+"`` as 3; ``None`` for ``"-"``, ``"N/A"`` and nothing."""
    if isinstance(printed, int):
        return printed
    digits = (printed or "").strip().rstrip("+*")
    return int(digits) if digits.isdecimal() else None


def feel_no_pain(printed: str | None) -> Test | None:
    least = number(printed)
    return Test.needing(least, fails_to=0) if least else None


def better_feel_no_pain(model: ModelSpec) -> Test | None:
    """Against mortal wounds a model uses the better of its two (K-ATK-04)."""
    found = [n for n in (number(model.feel_no_pain), number(model.feel_no_pain_mortal)) if n]
    return Test.needing(min(found), fails_to=0) if found else None


def needed(test: Test) -> str:
    return f"on {test.needed}+" if test.needed else "never"
