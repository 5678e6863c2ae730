"""One weapon in one engagement, and what all steps of compiling it look at."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warbook.dice import Outcome, Test, Value
from warbook.names import whole_number
from warbook.rules.engagement import Engagement, ModelSpec, ModifierSpec, WeaponSpec
from warbook.systems.wh40k10.abilities import WeaponAbilities
from warbook.systems.wh40k10.modifiers import Specs, barred, of_defender
from warbook.systems.wh40k10.revisions import Rules

Alive = tuple[int, ...]


class Case(Value, frozen=True):
    """One weapon against one target: ``specs`` act on all its attacks, ``on_some`` where an unmodified roll
    says so; ``sorting`` are those and what single models of the target carry of that sort."""

    weapon: WeaponSpec
    abilities: WeaponAbilities
    specs: Specs
    on_some: Specs
    sorting: Specs
    engagement: Engagement
    alive: Alive
    rules: Rules

    @property
    def ranged(self) -> bool:
        return self.weapon.kind == "ranged"


def gathered(weapon: WeaponSpec, engagement: Engagement, alive: Alive) -> Specs:
    """All modifiers of a weapon's attacks on the whole target."""
    return (*engagement.modifiers, *weapon.modifiers, *_shared(engagement.target.models, alive))


def _shared(models: tuple[ModelSpec, ...], alive: Alive) -> Specs:
    """Modifiers of the attack that every living model of the target carries; those of only some do not act
    on attacks that hit the unit (as for Stealth, K-SHT-08)."""
    carried = [model.modifiers for model, n in zip(models, alive, strict=True) if n]
    if not carried:
        return ()
    common = (spec for spec in carried[0] if all(spec in more for more in carried))
    return tuple(_for_target(spec) for spec in common if not of_defender(spec))


def own(model: ModelSpec) -> Specs:
    """What a model of the target carries for itself."""
    return tuple(_for_target(spec) for spec in model.modifiers if of_defender(spec))


def _for_target(spec: ModifierSpec) -> ModifierSpec:
    """What a target's model ignores serves the target."""
    return msgspec.structs.replace(spec, by="target") if spec.what == "ignore" and spec.by is None else spec


def number(printed: str | int | None) -> int | None:
    """``"3+"`` as 3; ``None`` for ``"-"``, ``"N/A"`` and nothing."""
    if isinstance(printed, int):
        return printed
    return whole_number((printed or "").strip().rstrip("+*"))


def needed(test: Test) -> str:
    return f"on {test.needed}+" if test.needed else "never"


Permission = str | tuple[int, ...]
"""Which results may be re-rolled: by a word, or the faces."""


def permissions(specs: Specs, what: str) -> list[Permission]:
    """All permissions to re-roll ``what``, none where that is barred."""
    if barred(specs, what):
        return []
    mine = [spec for spec in specs if spec.what == what]
    words = {"failed" if spec.which == "any" else spec.which for spec in mine if spec.which}
    return [*sorted(words), *dict.fromkeys(spec.faces for spec in mine if spec.faces)]


def rerolling(test: Test, permission: Permission) -> Test:
    """The test with what its owner re-rolls: of faces that may be only those that failed."""
    if isinstance(permission, tuple):
        return test.rerolling(lambda face, outcome: face in permission and not outcome.passed)
    if permission == "ones":
        return test.rerolling(lambda face, _outcome: face == 1)
    if permission == "failed":
        return test.rerolling(lambda _face, outcome: not outcome.passed)
    return test.rerolling(lambda _face, outcome: outcome is not Outcome.CRITICAL)


def told_permission(permission: Permission) -> str:
    if isinstance(permission, tuple):
        return "re-rolls failed " + ", ".join(f"{face}s" for face in permission)
    return f"re-rolls {permission}"


def succeeding(test: Test, least: int) -> Test:
    """Unmodified results from ``least`` on succeed whatever modifies them."""
    faces = (
        Outcome.PASS if face >= least and not outcome.passed else outcome
        for face, outcome in enumerate(test.faces, 1)
    )
    return Test(tuple(faces)) if least <= 6 else test


def critical_successes(test: Test, least: int) -> Test:
    """Unmodified successes from ``least`` on are critical."""
    faces = (
        Outcome.CRITICAL if face >= least and outcome.passed else outcome
        for face, outcome in enumerate(test.faces, 1)
    )
    return Test(tuple(faces)) if least <= 6 else test


def settled_text(fails_to: int, succeeds_from: int) -> Iterable[str]:
    """How unmodified results are settled, for the reasons."""
    if fails_to > 1:
        yield f"unmodified 1-{fails_to} fail"
    if succeeds_from < 7:
        yield f"unmodified {succeeds_from}+ succeed"
