"""One weapon in one engagement, and the characteristics that its own rules change."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from warbook.dice import Value
from warbook.rules.engagement import Engagement, ModelSpec, WeaponSpec
from warbook.rules.modifier import Modifier, Net, net
from warbook.systems.heresy3 import modifiers, situation
from warbook.systems.heresy3.abilities import WeaponRules
from warbook.systems.heresy3.modifiers import Specs
from warbook.systems.heresy3.printed import BREACHED_AP, armour_penetration, worsened
from warbook.systems.heresy3.revisions import Rules
from warbook.systems.heresy3.situation import vehicle, within

Alive = tuple[int, ...]


class Case(Value, frozen=True):
    """Everything that compiling one weapon looks at. ``specs`` are the modifiers of the engagement and
    of the weapon."""

    weapon: WeaponSpec
    special: WeaponRules
    specs: Specs
    engagement: Engagement
    alive: Alive
    rules: Rules

    @property
    def ranged(self) -> bool:
        return self.weapon.kind == "ranged"

    @property
    def at_vehicle(self) -> bool:
        return vehicle(self.engagement)

    @property
    def keywords(self) -> frozenset[str]:
        return frozenset(keyword.upper() for keyword in self.engagement.target.keywords)

    @property
    def living(self) -> tuple[tuple[ModelSpec, int], ...]:
        """The target's kinds of models with how many live; all of them once none does."""
        pairs = tuple(zip(self.engagement.target.models, self.alive, strict=True))
        return tuple(pair for pair in pairs if pair[1]) or tuple((model, 1) for model, _ in pairs)

    @property
    def melted(self) -> bool:
        """Melta within its distance of a vehicle (section 15)."""
        near = self.special.melta is not None and within(self.special.melta, self.engagement.situation)
        return near and self.ranged and self.at_vehicle


def majority(models: Iterable[tuple[ModelSpec, int]], value: Callable[[ModelSpec], int]) -> int:
    """The value that most models have, the highest of those tied (section 6 step 7; models, not Bulky)."""
    counts: dict[int, int] = {}
    for model, number in models:
        counts[value(model)] = counts.get(value(model), 0) + number
    return max(counts, key=lambda found: (counts[found], found))


def added(case: Case, name: str) -> list[Modifier]:
    """One more for a characteristic: Heavy when stationary, Impact after a charge (section 15)."""
    return situation.added(case.weapon, case.special, case.engagement.situation, name)


def doubled(case: Case, name: str) -> bool:
    """Whether Ordnance doubles a characteristic: when stationary (section 15)."""
    return case.ranged and situation.stationary(case.engagement.situation) and name in case.special.ordnance


def strength(case: Case) -> Net:
    """Strength, doubled before anything is added, never below 0 (H-CHR-03)."""
    base = case.weapon.strength * (2 if doubled(case, "strength") else 1)
    change = net([*added(case, "strength"), *modifiers.added(case.specs, "strength")])
    told = ", ".join(filter(None, ("doubled: Ordnance" if doubled(case, "strength") else "", change.reason)))
    return Net(max(0, base + change.value), told)


def toughness(case: Case) -> int:
    """The Toughness that most of the target's models have (section 6 step 7)."""
    change = net(modifiers.added(case.specs, "toughness"))
    return max(0, majority(case.living, lambda model: model.toughness) + change.value)


def penetration(case: Case, specs: Specs) -> int:
    """AP: improved a step by Heavy or Impact, 2 by Ordnance, then what modifiers worsen (H-CHR-04)."""
    printed = BREACHED_AP if doubled(case, "ap") else armour_penetration(case.weapon.ap)
    better = net(added(case, "ap")).value
    worse = net(modifiers.added(specs, "ap")).value
    return worsened(worsened(printed, -better), worse)
