"""What a unit attacks with: the weapons that its models use together, of alternatives the best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from warbook.errors import InputError
from warbook.names import same
from warbook.probability.answer import Refusal, odds
from warbook.probability.lines import Wielded, is_named, kind, line_name, merged, wanted
from warbook.probability.parts import Part, allocated, ordered, survivors, union
from warbook.rules.acting import Acted
from warbook.rules.assumed import Assumption, Noted, Profiled
from warbook.rules.engagement import AttackerSpec, Engagement, ModifierSpec, Situation, TargetSpec, WeaponSpec
from warbook.rules.pick import Arms, Bearer, CorePlay, Phase, Pick
from warbook.rules.system import System
from warbook.sheets.loadout import Group, Squad
from warbook.sheets.sheet import Datasheet, Weapon, WeaponProfile


class Terms(msgspec.Struct, frozen=True):
    """What holds of one unit's attacks on another: the core plays in use, what the units' rules make of
    weapons and models, the situation with both, and the target."""

    system: System
    phase: Phase
    plays: tuple[CorePlay, ...]
    acted: Acted
    situation: Situation
    target: TargetSpec

    def engagement(self, attacker: AttackerSpec) -> Engagement:
        """The attacks as one engagement."""
        return Engagement(
            target=self.target,
            system=self.system.name,
            revision=self.system.revision,
            attacker=attacker,
            situation=self.situation,
            modifiers=tuple(spec for play in self.plays for spec in play.modifiers),
        )

    def granted(self, line: WeaponSpec, sheet: Datasheet, group: Group) -> WeaponSpec:
        """A weapon's line with what plays and the unit's rules give it."""
        granted = tuple(text for play in self.plays for text in play.melee_abilities if line.kind == "melee")
        return self.acted.weapon(
            msgspec.structs.replace(line, abilities=line.abilities + granted), sheet, group
        )


class Arming:
    """A unit's weapons against one target; ``assumed`` is what was chosen among them."""

    def __init__(self, terms: Terms, parts: Sequence[Part], pick: Pick) -> None:
        self.terms, self.parts, self.pick = terms, parts, pick
        self.sheets = terms.system.sheets
        self.assumed: dict[Assumption, None] = {}
        self._choices: dict[tuple[object, ...], tuple[Wielded, ...]] = {}

    def attacker(self) -> AttackerSpec:
        """The attacking unit, at the strength that it has."""
        return self._armed(self.parts)

    def surviving(self, alive: Sequence[int]) -> AttackerSpec:
        """The attacking unit with so many models of each kind left, in the order of its own formation; models
        with what options gave them are taken to fall last."""
        left, parts = list(alive), list[Part]()
        for sheet, groups, leads in self.parts:
            specs = [self.sheets.model(sheet, group, leads, 0) for group in groups]
            keys = [msgspec.structs.replace(spec, count=0) for spec in specs]
            fallen = ordered(allocated(groups, keys), () if leads else self.pick.order)
            counts = {key: left.pop(0) for key in fallen}
            parts.append((sheet, survivors(groups, keys, counts), leads))
        return self._armed(parts)

    def _armed(self, parts: Sequence[Part]) -> AttackerSpec:
        return AttackerSpec(merged(self._lines(parts)), self._keywords())

    def _keywords(self) -> tuple[str, ...]:
        return union(sheet.keywords + sheet.faction_keywords for sheet, _, _ in self.parts)

    def _lines(self, parts: Sequence[Part]) -> list[WeaponSpec]:
        """The weapons that attack, like ones of like models counted together."""
        counts: dict[tuple[str, str, str], WeaponSpec] = {}
        for sheet, models, _ in parts:
            damaged = self._damaged(sheet, models)
            for group in models:
                for weapon, profile, each in self._used(sheet, group):
                    line = self.sheets.weapon(sheet, weapon, profile, group.count * each, group.model)
                    line = self.terms.granted(msgspec.structs.replace(line, modifiers=damaged), sheet, group)
                    line = self._titled(sheet, line, parts)
                    before = counts.get((sheet.name, line.name, line.bearer or ""))
                    total = line.count + (before.count if before else 0)
                    counts[sheet.name, line.name, line.bearer or ""] = msgspec.structs.replace(
                        line, count=total
                    )
        return list(counts.values())

    def _titled(self, sheet: Datasheet, line: WeaponSpec, parts: Sequence[Part]) -> WeaponSpec:
        """A weapon's line, with the sheet's name where another sheet of the unit has one of that name."""
        others = [other for other, _, _ in parts if other is not sheet]
        if any(same(weapon.name, line.name) for other in others for weapon in other.weapons):
            return msgspec.structs.replace(line, name=f"{line.name} ({sheet.name})")
        return line

    def _damaged(self, sheet: Datasheet, models: Squad) -> tuple[ModifierSpec, ...]:
        wounds = models[0].model.characteristics.get("W", "") if models else ""
        if not self.pick.wounds_lost or not wounds.isdecimal():
            return ()
        if self.pick.wounds_lost >= int(wounds):
            told = f"a model with {wounds} wound(s) cannot have lost {self.pick.wounds_lost}"
            raise InputError(sheet.name, "wounds lost", told)
        return self.sheets.wounded(sheet, int(wounds) - self.pick.wounds_lost)

    def _used(self, sheet: Datasheet, group: Group) -> Iterable[Wielded]:
        pick = self.pick
        carried = [weapon for weapon in sheet.weapons if group.carries(weapon.name)]
        if pick.weapons:
            carried = [weapon for weapon in carried if any(wanted(weapon, name) for name in pick.weapons)]
        phase, engaged = self.terms.phase, self.terms.situation.attacker_engaged
        carried = self._whole(sheet, group, carried)
        places = self.sheets.together(
            Bearer(sheet, group, tuple(carried), phase, engaged, self.terms.system.rules)
        )
        used = [weapon for place in places for arms in place for weapon, _ in arms]
        left_out = [weapon for weapon in carried if weapon.kind == kind(phase) and weapon not in used]
        for weapon in left_out:
            self.assumed[Noted(f"{group.model.name}: {weapon.name} not used with its other weapons")] = None
        for alternatives in places:
            yield from self._best(sheet, group, alternatives)

    def _whole(self, sheet: Datasheet, group: Group, carried: list[Weapon]) -> list[Weapon]:
        """What of these has all that an attack needs; the rest is left out and told. Where a model has nothing
        else for the phase, or a player asks for it by name, nothing is left out: the attack is refused."""
        fit, lacking = list[Weapon](), list[str]()
        for weapon in carried:
            profiles = tuple(one for one in weapon.profiles if self._is_whole(sheet, group, weapon, one))
            lacking += [line_name(weapon, one) for one in weapon.profiles if one not in profiles]
            if profiles == weapon.profiles:
                fit.append(weapon)
            elif profiles:
                fit.append(msgspec.structs.replace(weapon, profiles=profiles))
        if self.pick.weapons or not any(weapon.kind == kind(self.terms.phase) for weapon in fit):
            return carried
        for name in lacking:
            self.assumed[Noted(f"{group.model.name}: {name} left out, a characteristic is missing")] = None
        return fit

    def _is_whole(self, sheet: Datasheet, group: Group, weapon: Weapon, profile: WeaponProfile) -> bool:
        if weapon.kind != kind(self.terms.phase):
            return True
        try:
            line = self.sheets.weapon(sheet, weapon, profile, 1, group.model)
        except InputError:
            return False
        return all(str(printed).strip() for printed in (line.attacks, line.damage))

    def _best(self, sheet: Datasheet, group: Group, alternatives: Sequence[Arms]) -> tuple[Wielded, ...]:
        """Of alternatives the one with most damage against this target; one that is not Hazardous first."""
        carried = tuple(tuple((weapon.name, number) for weapon, number in arms) for arms in alternatives)
        key = (sheet.name, group.model.name, carried)
        if key not in self._choices:
            self._choices[key] = self._chosen(sheet, group, alternatives)
        return self._choices[key]

    def _chosen(self, sheet: Datasheet, group: Group, alternatives: Sequence[Arms]) -> tuple[Wielded, ...]:
        candidates = [one for arms in alternatives for one in self._candidates(sheet, group, arms)]
        candidates = self._wished(candidates)
        if len(candidates) > 1:
            ranked = [(self._worth(one, sheet, group), -place) for place, one in enumerate(candidates)]
            best = -max(ranked)[1]
            self._tell_chosen(group, candidates, best, [safe for (safe, _), _ in ranked])
        else:
            best = 0
        if len(candidates[best]) > 1:
            for weapon, _, number in candidates[best]:
                self._best(sheet, group, [((weapon, number),)])
        return candidates[best]

    def _tell_chosen(
        self, group: Group, candidates: Sequence[tuple[Wielded, ...]], best: int, safe: Sequence[bool]
    ) -> None:
        """What a model attacks with, why that, and what it might attack with instead."""
        names = [tuple(line_name(weapon, profile) for weapon, profile, _ in one) for one in candidates]
        others = dict.fromkeys(name for one in names for name in one if name not in names[best])
        why = "most damage here" if safe[best] else "nothing safer"
        why = "not Hazardous" if safe[best] and not all(safe) else why
        chosen = " and ".join(dict.fromkeys(names[best]))
        self.assumed[Profiled(group.model.name, chosen, why, tuple(others))] = None

    def _candidates(self, sheet: Datasheet, group: Group, arms: Arms) -> Iterable[tuple[Wielded, ...]]:
        """A weapon with each of its profiles that the player has not left out; several weapons used at once
        each with its best."""
        profiles = [self._profiles(weapon, number) for weapon, number in arms]
        if len(profiles) == 1:
            yield from ((one,) for one in profiles[0])
            return
        yield tuple(
            max(found, key=lambda one: self._worth((one,), sheet, group)) if len(found) > 1 else found[0]
            for found in profiles
        )

    def _profiles(self, weapon: Weapon, number: int) -> list[Wielded]:
        pick = self.pick
        found = [
            (weapon, profile, number)
            for profile in weapon.profiles
            if not pick.weapons or any(is_named(name, line_name(weapon, profile)) for name in pick.weapons)
        ]
        wished = [one for one in found if self._is_wished(one)]
        return wished or found

    def _wished(self, candidates: list[tuple[Wielded, ...]]) -> list[tuple[Wielded, ...]]:
        """Those with a profile that the player picked by name, where any."""
        wished = [one for one in candidates if any(map(self._is_wished, one))]
        return wished or candidates

    def _is_wished(self, one: Wielded) -> bool:
        return any(is_named(name, line_name(one[0], one[1])) for name in self.pick.profiles)

    def _worth(self, armed: Sequence[Wielded], sheet: Datasheet, group: Group) -> tuple[bool, float]:
        lines = []
        for weapon, profile, number in armed:
            line = self.sheets.weapon(sheet, weapon, profile, group.count * number, group.model)
            lines.append(msgspec.structs.replace(self.terms.granted(line, sheet, group), bearer=None))
        told = odds(self.terms.engagement(AttackerSpec(tuple(lines), self._keywords())))
        hazardous = any(same(text, "hazardous") for line in lines for text in line.abilities)
        return not hazardous, 0.0 if isinstance(told, Refusal) else told.damage.mean
