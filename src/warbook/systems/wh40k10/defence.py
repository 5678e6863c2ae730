"""What a model of the target has against a weapon's attacks: save, Feel No Pain, changes of Damage (rules
sections 9 and 15)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warbook.dice import Sum, Test
from warbook.rules.engagement import ModelSpec, ModifierSpec
from warbook.rules.modifier import Modifier, net
from warbook.systems.wh40k10 import modifiers
from warbook.systems.wh40k10.case import (
    Case,
    number,
    own,
    permissions,
    rerolling,
    settled_text,
    succeeding,
)
from warbook.systems.wh40k10.characteristics import (
    damage_steps,
    heeded,
    heeded_sum,
    ignored,
    rolled,
    steps,
    told,
)
from warbook.systems.wh40k10.modifiers import Specs, barred
from warbook.systems.wh40k10.profile import DamageSteps, Defence
from warbook.systems.wh40k10.sorting import sort_conditions

BEST_SAVE = 2
BEST_NET_SAVE = 1
NEVER = 7


def defence(case: Case, model: ModelSpec, mean: float, ward: int | None) -> tuple[Defence, str]:
    """One kind of target model against this weapon, whose Damage is ``mean``, with its reasons. The first
    failed save sets Damage to ``ward``."""
    specs = (*case.specs, *own(model))
    always = tuple(spec for spec in specs if spec.on is None)
    found, reason = _one(case, model, always, mean, ward)
    some = (*case.on_some, *(spec for spec in specs if spec.on is not None))
    parts = [reason]
    sorts = []
    for met in sort_conditions(case.sorting)[1:]:
        acting = (*always, *(spec for spec in some if spec.on in met))
        sort, differs = _one(case, model, acting, mean, ward)
        sorts.append(sort)
        parts.append(f"on {' and '.join(met)} {differs}")
    return msgspec.structs.replace(found, sorts=tuple(sorts)), "; ".join(parts)


def _one(case: Case, model: ModelSpec, specs: Specs, mean: float, ward: int | None) -> tuple[Defence, str]:
    """The defence against attacks on which exactly these modifiers act."""
    save, told_save = _save(case, model, specs)
    ordinary, mortal = feel_no_pain(model, specs, _kinds(case))
    changed = heeded(specs, "damage", mean)
    more = rolled(changed, "damage")
    damage = damage_steps(changed)
    found = Defence(
        wounds=model.wounds,
        save=save,
        feel_no_pain=ordinary,
        mortal_feel_no_pain=mortal,
        damage=damage,
        more=Sum(more) if more else None,
        ward=None if ward is None else msgspec.structs.replace(damage, set_to=ward),
    )
    parts = [f"{model.name} {told_save}"]
    parts += [f"Feel No Pain {ordinary.needed}+"] if ordinary else []
    parts += ["damage modified: " + _steps(damage, found.more)] if damage != DamageSteps() or more else []
    parts += [f"the first failed save: Damage {ward}"] if ward is not None else []
    return found, "; ".join(parts)


def _steps(steps: DamageSteps, more: Sum | None) -> str:
    found = [f"set to {steps.set_to}"] if steps.set_to is not None else []
    found += [f"÷{steps.divide}"] if steps.divide > 1 else []
    found += [f"×{steps.multiply}"] if steps.multiply > 1 else []
    found += [f"+{steps.add}"] if steps.add else []
    found += [f"+{more}"] if more else []
    return ", ".join(found + ([f"-{steps.subtract}"] if steps.subtract else []))


def _kinds(case: Case) -> frozenset[str]:
    """What the attack is, for saves that help against some kinds only."""
    return frozenset((case.weapon.kind, *(("psychic",) if case.abilities.psychic else ())))


def _granted(specs: Iterable[ModifierSpec], what: str, kinds: frozenset[str]) -> list[int]:
    mine = [spec for spec in specs if spec.what == what]
    return [spec.number for spec in mine if not spec.against or not kinds.isdisjoint(spec.against)]


def _save(case: Case, model: ModelSpec, specs: Specs) -> tuple[Test | None, str]:
    """The better of armour and invulnerable save; one that no face passes is none (K-COV-01, K-MOD-06)."""
    by_armour, why = _by_armour(case, model, specs)
    invulnerable = _invulnerable(case, model, specs)
    fails_to, succeeds_from = modifiers.settled(specs, "save")
    none = barred(specs, "save") or _barred_here(specs, "save")
    least = NEVER if none else min(by_armour, invulnerable)
    test = succeeding(Test.needing(least, fails_to=fails_to), NEVER if none else succeeds_from)
    if not test.possible:
        return None, f"has no save: {'none is allowed' if none else why}"
    for permission in permissions(specs, "reroll saves"):
        test = rerolling(test, permission)
    settled = "".join(f"; {text}" for text in settled_text(fails_to, succeeds_from))
    if invulnerable < by_armour:
        return test, f"saves on {invulnerable}+: invulnerable{settled}"
    return test, f"saves on {test.needed}+: {why}{settled}"


def _barred_here(specs: Specs, of: str) -> bool:
    """Whether the modifiers that act on this sort of attacks bar something."""
    return any(spec.what == "bar" and spec.of == of for spec in specs)


def _invulnerable(case: Case, model: ModelSpec, specs: Specs) -> int:
    """The best invulnerable save that helps against these attacks."""
    if _barred_here(specs, "invulnerable save"):
        return NEVER
    return min([number(model.invulnerable) or NEVER, *_granted(specs, "invulnerable", _kinds(case))])


def _by_armour(case: Case, model: ModelSpec, specs: Specs) -> tuple[int, str]:
    """What the armour save needs, after AP, cover and all modifiers; and why."""
    ap, worsened = _armour_penetration(case, specs)
    armour, characteristic = _armour(model, specs)
    if not armour:
        return NEVER, f"Sv {model.save}, AP {ap or 0}"
    somehow = case.ranged and _in_cover(case, model)
    uncovered = _uncovered(case, armour, ap, specs) if somehow else None
    cover = [Modifier(1, "cover")] if somehow and uncovered is None else []
    given = heeded_sum(specs, "save", [*cover, *modifiers.rolled_sum(specs, "save")])
    modifier = net([Modifier(ap, "AP"), *given], None, BEST_NET_SAVE)
    printed = f"Sv {number(model.save)}+" if number(model.save) else ""
    why = ", ".join(filter(None, (printed, characteristic, modifier.reason, worsened, uncovered)))
    return max(BEST_SAVE, armour - modifier.value), why


def _armour(model: ModelSpec, specs: Specs) -> tuple[int | None, str]:
    """The Save characteristic after its modifiers; one that is not there cannot be modified, only set
    (K-MOD-05)."""
    printed = number(model.save)
    if _barred_here(specs, "armour save"):
        return None, ""
    acting = heeded(specs, "save characteristic", printed or NEVER)
    changes = steps(acting, "save characteristic")
    if printed is None and changes.set_to is None:
        return None, ""
    return max(BEST_SAVE, changes.changed(printed or NEVER)), told(acting, "save characteristic")


def _armour_penetration(case: Case, specs: Specs) -> tuple[int, str]:
    """AP after it was worsened or improved; never worse than 0 (K-MOD-07)."""
    printed = int(case.weapon.ap)
    acting = heeded(specs, "ap", printed)
    reason = told(acting, "ap")
    return min(0, steps(acting, "ap").changed(printed)), f"AP {reason}" if reason else ""


def _in_cover(case: Case, model: ModelSpec) -> bool:
    here = case.engagement.situation
    return here.cover or here.indirect_unseen or model.in_cover


def _uncovered(case: Case, armour: int, ap: int, specs: Specs) -> str | None:
    """Why the Benefit of Cover does not help: it is ignored (K-W-09), barred, or the Save is 3+ or better
    against AP 0 (K-COV-01)."""
    if case.abilities.ignores_cover:
        return "no cover: Ignores Cover"
    if ignored(specs, modifiers.COVER) or barred(specs, modifiers.COVER):
        return "no cover: a rule takes it"
    return "no cover: Sv 3+ or better against AP 0" if armour <= 3 and ap == 0 else None


def feel_no_pain(
    model: ModelSpec, specs: Specs = (), kinds: frozenset[str] = frozenset()
) -> tuple[Test | None, Test | None]:
    """The best Feel No Pain against wounds of these kinds of attacks, and against mortal wounds: of all that
    help one is used (K-ATK-04)."""
    if _barred_here(specs, "feel no pain"):
        return None, None
    given = [number(model.feel_no_pain), *_granted(specs, "feel no pain", kinds)]
    ordinary = min((least for least in given if least), default=None)
    against = _granted(specs, "feel no pain", kinds | {"mortal"})
    found = [least for least in (ordinary, number(model.feel_no_pain_mortal), *against) if least]
    return _ignoring(ordinary, specs), _ignoring(min(found, default=None), specs)


def _ignoring(least: int | None, specs: Specs) -> Test | None:
    if least is None:
        return None
    test = Test.needing(least, fails_to=0)
    for permission in permissions(specs, "reroll feel no pain"):
        test = rerolling(test, permission)
    return test


def better_feel_no_pain(model: ModelSpec, specs: Specs = ()) -> Test | None:
    """Against mortal wounds that no attack inflicts a model uses the best that it has (K-ATK-04)."""
    return feel_no_pain(model, (*specs, *own(model)))[1]
