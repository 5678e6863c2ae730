"""What a unit attacks with: the weapons that its models use together, of alternatives the best."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from warbook.errors import InputError
from warbook.loadout import Group, Squad
from warbook.names import same
from warbook.odds.answer import Refusal, odds
from warbook.odds.lines import Armed, is_named, kind, line_name, merged, wanted
from warbook.odds.parts import Part, allocated, ordered, survivors, union
from warbook.rules.acting import Acted
from warbook.rules.assumed import Assumption, Noted, Profiled
from warbook.rules.engagement import AttackerSpec, Engagement, ModifierSpec, Situation, TargetSpec, WeaponSpec
from warbook.rules.pick import CorePlay, Phase, Pick
from warbook.rules.system import System
from warbook.sheet import Datasheet, Weapon, WeaponProfile


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
        self._choices: dict[tuple[str, tuple[str, ...]], Armed] = {}

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
                    line = self.sheets.weapon(weapon, profile, group.count * each, group.model)
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

    def _used(self, sheet: Datasheet, group: Group) -> Iterable[tuple[Weapon, WeaponProfile, int]]:
        pick = self.pick
        carried = [weapon for weapon in sheet.weapons if group.carries(weapon.name)]
        if pick.weapons:
            carried = [weapon for weapon in carried if any(wanted(weapon, name) for name in pick.weapons)]
        phase, engaged = self.terms.phase, self.terms.situation.attacker_engaged
        places = self.sheets.together(sheet, carried, phase, engaged)
        left_out = [w for w in carried if w.kind == kind(phase) and not any(w in place for place in places)]
        for weapon in left_out:
            self.assumed[Noted(f"{group.model.name}: {weapon.name} not used with its other weapons")] = None
        for alternatives in places:
            weapon, profile = self._best(sheet, group, alternatives)
            carried_by_each = sum(item.count for item in group.items if same(item.name, weapon.name))
            yield weapon, profile, carried_by_each or 1

    def _best(self, sheet: Datasheet, group: Group, weapons: Sequence[Weapon]) -> Armed:
        """Of alternatives the one with most damage against this target; one that is not Hazardous first."""
        key = (group.model.name, tuple(weapon.name for weapon in weapons))
        if key not in self._choices:
            self._choices[key] = self._chosen(sheet, group, weapons)
        return self._choices[key]

    def _chosen(self, sheet: Datasheet, group: Group, weapons: Sequence[Weapon]) -> Armed:
        pick = self.pick
        choices = self._wished(
            [
                (weapon, profile)
                for weapon in weapons
                for profile in weapon.profiles
                if not pick.weapons or any(is_named(name, line_name(weapon, profile)) for name in pick.weapons)
            ]
        )
        if len(choices) == 1:
            return choices[0]
        ranked = [(self._worth(choice, sheet, group), -place) for place, choice in enumerate(choices)]
        best = choices[-max(ranked)[1]]
        others = tuple(line_name(*choice) for choice in choices if choice is not best)
        why = "most damage here" if ranked[choices.index(best)][0][0] else "nothing safer"
        riskier = not all(worth[0] for worth, _ in ranked) and ranked[choices.index(best)][0][0]
        why = "not Hazardous" if riskier else why
        self.assumed[Profiled(group.model.name, line_name(*best), why, others)] = None
        return best

    def _wished(self, choices: list[Armed]) -> list[Armed]:
        """Of a weapon's profiles those that the player picked by name, where any."""
        wished = [c for c in choices if any(is_named(name, line_name(*c)) for name in self.pick.profiles)]
        return wished or choices

    def _worth(self, armed: Armed, sheet: Datasheet, group: Group) -> tuple[bool, float]:
        line = self.sheets.weapon(*armed, group.count, group.model)
        line = msgspec.structs.replace(self.terms.granted(line, sheet, group), bearer=None)
        told = odds(self.terms.engagement(AttackerSpec((line,), self._keywords())))
        hazardous = any(same(text, "hazardous") for text in line.abilities)
        return not hazardous, 0.0 if isinstance(told, Refusal) else told.damage.mean
