"""Two sheets made into an engagement: sizes, loadouts, leaders, choice of weapons; every default is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from warbook.errors import InputError
from warbook.leading import may_lead
from warbook.loadout import Group, Squad, squad
from warbook.names import same
from warbook.odds.answer import Refusal, odds
from warbook.odds.lines import Armed, is_named, kind, line_name, merged, wanted
from warbook.odds.parts import Part, ordered, points, survivors, title, union, weapons_of, with_invulnerable
from warbook.rules.acting import Acted, Facing, Fielded, Known
from warbook.rules.assumed import Assumption, Noted, Picked, Profiled, Unasked, noted
from warbook.rules.engagement import (
    AttackerSpec,
    Engagement,
    ModelSpec,
    ModifierSpec,
    Situation,
    TargetSpec,
    WeaponSpec,
)
from warbook.rules.pick import CorePlay, Phase, Pick
from warbook.rules.system import System
from warbook.sheet import Datasheet, Weapon, WeaponProfile


class Matchup(msgspec.Struct, frozen=True):
    """An engagement made from two sheets, with what it assumed and what it leaves out."""

    engagement: Engagement
    attacker: str
    target: str
    phase: Phase
    assumed: tuple[Assumption, ...]
    not_modelled: tuple[str, ...]
    points: tuple[int | None, int | None] = (None, None)
    leader_points: int | None = None


class Setting(msgspec.Struct, frozen=True):
    """What holds besides the two units: phase (default: shooting, where there are ranged weapons), situation,
    plays and other rules in use by name, words of conditions that hold, and whether the attacker may have
    nothing to attack with."""

    phase: Phase | None = None
    situation: Situation = Situation()
    plays: tuple[str, ...] = ()
    may_be_idle: bool = False
    holding: tuple[str, ...] = ()


def matchup(
    system: System, sheets: tuple[Datasheet, Datasheet], picks: tuple[Pick, Pick], setting: Setting
) -> Matchup:
    """One unit's attacks on another. Raises InputError for picks that the sheets do not allow."""
    making = Making(system, sheets, picks, setting)
    return Matchup(
        points=(points(making.attacking), points(making.attacked)),
        leader_points=points([part for part in making.attacked if part[2]]) or None,
        engagement=making.engagement,
        attacker=title(making.attacking),
        target=title(making.attacked),
        phase=making.phase,
        assumed=tuple(dict.fromkeys(making.assumed)),
        not_modelled=tuple(dict.fromkeys(making.not_modelled)),
    )


def offered(
    system: System, sheets: tuple[Datasheet, Datasheet], picks: tuple[Pick, Pick], setting: Setting
) -> tuple[Known, ...]:
    """The rules that a player may say are used here: the core plays, then those of the units. Raises
    InputError."""
    making = Making(system, sheets, picks, msgspec.structs.replace(setting, may_be_idle=True))
    core = (
        Known(name.capitalize(), _user(play), "Core", (), making.barred(play), "core")
        for name, play in system.sheets.plays.items()
    )
    return (*core, *system.sheets.offered(making.facing(picks)))


def _user(play: CorePlay) -> Literal["attacker", "target"]:
    saves = any(spec.roll == "save" for spec in play.modifiers)
    return "target" if play.target_keyword or saves else "attacker"


class Making:
    """The steps of one matchup; each adds to ``assumed`` what it had to choose."""

    def __init__(
        self,
        system: System,
        sheets: tuple[Datasheet, Datasheet],
        picks: tuple[Pick, Pick],
        setting: Setting,
    ) -> None:
        self.system, self.setting, self.assumed = system, setting, list[Assumption]()
        self.acted = Acted()
        core = {name: play for name in setting.plays if (play := _play(system, name)) is not None}
        self.plays, self.rules = list(core.values()), tuple(n for n in setting.plays if n not in core)
        self.attacking = self._parts(sheets[0], picks[0])
        self.attacked = self._parts(sheets[1], picks[1])
        self._choices: dict[tuple[str, tuple[str, ...]], Armed] = {}
        self.phase: Phase = setting.phase or self._phase()
        for name, play in core.items():
            fault = self.barred(play)
            if fault is not None:
                raise InputError("--with", name, fault)
        self.pick = picks[0]
        self.acted = self._decided(picks)
        self._held()
        target = self._target(picks[1])
        self.assumed.append(Noted(system.sheets.taken(self._situation(), self.phase)))
        self.target = target
        lines = self._lines(self.attacking)
        self._found(self.pick, lines)
        self.engagement = self._engagement(
            AttackerSpec(merged(lines), self._keywords(), self._own_models(), mortal=self.acted.mortal), target
        )
        ignored = [text for part in (*self.attacking, *self.attacked) for text in self._ignored(part)]
        told = self.acted.not_modelled
        plain = (text for text in ignored if not any(each.startswith(f"{text} (") for each in told))
        self.not_modelled = [*plain, *told]
        self.assumed += noted(f"{name} used" for name in core)
        self.assumed += self.acted.assumed

    def _decided(self, picks: tuple[Pick, Pick]) -> Acted:
        """The units' rules at work, with each choice that is left open made as is best for whose it is."""
        facing = self.facing(picks)
        acted = self.system.sheets.acting(facing)
        while acted.choices:
            choice, told = acted.choices[0], facing.options
            found = [
                msgspec.structs.replace(facing, options=(*told, (choice.rule, option)))
                for option in choice.options
            ]
            sign = 1 if choice.side == "attacker" else -1
            ranked = [(sign * self._dealt(each, picks[1]), -place) for place, each in enumerate(found)]
            best = -max(ranked)[1]
            others = tuple(option for option in choice.options if option != choice.options[best])
            self.assumed.append(Picked(choice.rule, choice.options[best], others))
            facing = found[best]
            acted = self.system.sheets.acting(facing)
        return acted

    def _dealt(self, facing: Facing, target: Pick) -> float:
        """The mean damage under some choice."""
        assumed, self.assumed = self.assumed, []
        self.acted = self.system.sheets.acting(facing)
        self.target = self._target(target)
        attacker = AttackerSpec(merged(self._lines(self.attacking)), self._keywords(), mortal=self.acted.mortal)
        told = odds(self._engagement(attacker, self.target))
        self.assumed = assumed
        self._choices.clear()
        return 0.0 if isinstance(told, Refusal) else told.damage.mean

    def _held(self) -> None:
        """Raises InputError for words of conditions that no rule here asks for; among lists they are told."""
        for typed, expected in self.acted.unasked:
            if not self.setting.may_be_idle:
                raise InputError("--holding", repr(typed), expected)
            self.assumed.append(Unasked(typed))

    def facing(self, picks: tuple[Pick, Pick]) -> Facing:
        """The two units as their rules see them."""
        units = [
            Fielded(tuple(parts), self._known_models(parts), pick.wounds_lost, pick.detachment)
            for parts, pick in zip((self.attacking, self.attacked), picks, strict=True)
        ]
        here = self._situation()
        return Facing(units[0], units[1], self.phase, here, self.rules, self.setting.holding)

    def _parts(self, sheet: Datasheet, pick: Pick) -> list[Part]:
        models = pick.squad
        if models is None:
            models = squad(sheet, pick.models, pick.loadout)
            self._told(sheet, pick, models)
        if pick.leader is None:
            return [(sheet, models, False)]
        self._led(sheet, pick.leader)
        leading = squad(pick.leader) if pick.leader_squad is None else pick.leader_squad
        return [(sheet, models, False), (pick.leader, leading, True)]

    def _told(self, sheet: Datasheet, pick: Pick, models: Squad) -> None:
        """What was assumed of a unit that the player left open."""
        size = sum(group.count for group in models)
        most = sum(model.count_max for model in sheet.models)
        if pick.models is None and size < most:
            self._note(f"{sheet.name}: {size} models, the smallest unit (up to {most})")
        if not pick.loadout and sheet.options:
            carried = dict.fromkeys(item.name for group in models for item in group.items)
            self._note(f"{sheet.name}: default loadout ({', '.join(carried)})")
        if not sheet.loadout:
            self._note(f"{sheet.name}: one of each weapon; its loadout is not known")

    def _note(self, text: str) -> None:
        self.assumed.append(Noted(text))

    def _led(self, sheet: Datasheet, leader: Datasheet) -> None:
        if not may_lead(leader, sheet):
            known = ", ".join(leader.leads) or "none known"
            raise InputError(leader.name, "leader", f"it does not lead {sheet.name}; it leads {known}")

    def _ignored(self, part: Part) -> Iterable[str]:
        """Abilities that the figures leave out, wargear only where it is carried."""
        sheet, groups, _ = part
        idle = {
            a.name
            for a in sheet.abilities
            if a.group == "wargear" and not any(g.carries(a.name) for g in groups)
        }
        left_out = idle | self.acted.acting
        return (text for text in self.system.sheets.ignored(sheet) if text.split(": ", 1)[-1] not in left_out)

    def barred(self, play: CorePlay) -> str | None:
        """Why a play cannot be used here: its phase, or the keywords of its unit."""
        if play.phase not in (None, self.phase):
            return f"expected the {play.phase} phase"
        for keyword, parts in ((play.attacker_keyword, self.attacking), (play.target_keyword, self.attacked)):
            if keyword and not any(keyword in sheet.keywords for sheet, _, _ in parts):
                return f"expected a {keyword} unit, {title(parts)} is none"
        return None

    def _phase(self) -> Phase:
        if self.setting.situation.charged or "fight" in {play.phase for play in self.plays}:
            return "fight"
        kinds = {weapon.kind for part in self.attacking for weapon in weapons_of(part)}
        phase: Phase = "shooting" if "ranged" in kinds or not kinds else "fight"
        self._note(f"phase: {phase}")
        return phase

    def _keywords(self) -> tuple[str, ...]:
        return union(sheet.keywords + sheet.faction_keywords for sheet, _, _ in self.attacking)

    def _own_models(self) -> tuple[ModelSpec, ...]:
        """The attacking models (for Hazardous)."""
        return self._known_models(self.attacking)

    def _known_models(self, parts: Sequence[Part]) -> tuple[ModelSpec, ...]:
        """A unit's models, where their statlines are known."""
        known = [part for part in parts if all(g.model.characteristics.get("W") for g in part[1])]
        return tuple(
            self.system.sheets.model(sheet, group, leads, 0)
            for sheet, models, leads in known
            for group in models
        )

    def _entries_of(self, part: Part, pick: Pick) -> list[ModelSpec]:
        """Models as target entries: those that differ in nothing a wound meets are one entry."""
        sheet, groups, leads = part
        counts: dict[ModelSpec, int] = {}
        for group in groups:
            spec = self.acted.model(self.system.sheets.model(sheet, group, leads, 0), sheet, group)
            spec = msgspec.structs.replace(spec, count=0)
            counts[spec] = counts.get(spec, 0) + group.count
        entries = [msgspec.structs.replace(spec, count=count) for spec, count in counts.items()]
        if not leads:
            entries = ordered(entries, pick.order)
        if pick.wounds_lost and not leads:
            if pick.wounds_lost >= entries[0].wounds:
                told = f"a model with {entries[0].wounds} wound(s) cannot have lost {pick.wounds_lost}"
                raise InputError(sheet.name, "wounds lost", told)
            entries[0] = msgspec.structs.replace(entries[0], wounds_lost=pick.wounds_lost)
        return entries

    def _target(self, pick: Pick) -> TargetSpec:
        models = [spec for part in self.attacked for spec in self._entries_of(part, pick)]
        invulnerable = [play.invulnerable for play in self.plays if play.invulnerable]
        models = [with_invulnerable(model, invulnerable) for model in models]
        keywords = union(sheet.keywords + sheet.faction_keywords for sheet, _, _ in self.attacked)
        return TargetSpec(tuple(models), keywords)

    def _situation(self) -> Situation:
        situation = self.setting.situation
        for play in self.plays:
            situation = msgspec.structs.replace(situation, **play.situation)
        return msgspec.structs.replace(situation, **dict.fromkeys(self.acted.situation, True))

    def _engagement(self, attacker: AttackerSpec, target: TargetSpec) -> Engagement:
        return Engagement(
            target=target,
            system=self.system.name,
            revision=self.system.revision,
            attacker=attacker,
            situation=self._situation(),
            modifiers=tuple(spec for play in self.plays for spec in play.modifiers),
        )

    def surviving(self, alive: Sequence[int]) -> AttackerSpec:
        """The attacking unit with so many models of each kind left, in the order of its own formation; models
        with what options gave them are taken to fall last."""
        left, parts = list(alive), list[Part]()
        for sheet, groups, leads in self.attacking:
            specs = [self.system.sheets.model(sheet, group, leads, 0) for group in groups]
            keys = [msgspec.structs.replace(spec, count=0) for spec in specs]
            fallen = ordered(list(dict.fromkeys(keys)), () if leads else self.pick.order)
            counts = {key: left.pop(0) for key in fallen}
            parts.append((sheet, survivors(groups, keys, counts), leads))
        return AttackerSpec(merged(self._lines(parts)), self._keywords())

    def _lines(self, parts: Sequence[Part]) -> list[WeaponSpec]:
        """The weapons that attack, like ones of like models counted together."""
        counts: dict[tuple[str, str, str], WeaponSpec] = {}
        for sheet, models, _ in parts:
            damaged = self._damaged(sheet, models)
            for group in models:
                for weapon, profile, each in self._used(sheet, group):
                    line = self.system.sheets.weapon(weapon, profile, group.count * each, group.model)
                    line = self._granted(msgspec.structs.replace(line, modifiers=damaged), sheet, group)
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
        return self.system.sheets.wounded(sheet, int(wounds) - self.pick.wounds_lost)

    def _granted(self, line: WeaponSpec, sheet: Datasheet, group: Group) -> WeaponSpec:
        """A weapon's line with what plays and the unit's rules give it."""
        granted = tuple(text for play in self.plays for text in play.melee_abilities if line.kind == "melee")
        return self.acted.weapon(
            msgspec.structs.replace(line, abilities=line.abilities + granted), sheet, group
        )

    def _found(self, pick: Pick, lines: Iterable[WeaponSpec]) -> None:
        names = [line.name for line in lines]
        if not names:
            wanted = f" named {', '.join(pick.weapons)}" if pick.weapons else ""
            why = self.system.sheets.idle(self.attacking[0][0], self.phase)
            why = why or f"it carries no {kind(self.phase)} weapon{wanted}"
            if not self.setting.may_be_idle or pick.weapons:
                raise InputError(self.attacking[0][0].name, "weapons", why)
            self._note(f"{self.attacking[0][0].name}: {why}")
        for name in (*pick.weapons, *pick.profiles):
            if not any(is_named(name, known) for known in names):
                raise InputError(
                    self.attacking[0][0].name, "weapon", f"no {name!r} here; there is {', '.join(names)}"
                )

    def _used(self, sheet: Datasheet, group: Group) -> Iterable[tuple[Weapon, WeaponProfile, int]]:
        pick = self.pick
        carried = [weapon for weapon in sheet.weapons if group.carries(weapon.name)]
        if pick.weapons:
            carried = [weapon for weapon in carried if any(wanted(weapon, name) for name in pick.weapons)]
        engaged = self.setting.situation.attacker_engaged
        places = self.system.sheets.together(sheet, carried, self.phase, engaged)
        left_out = [
            w for w in carried if w.kind == kind(self.phase) and not any(w in place for place in places)
        ]
        for weapon in left_out:
            self._note(f"{group.model.name}: {weapon.name} not used with its other weapons")
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
        self.assumed.append(Profiled(group.model.name, line_name(*best), why, others))
        return best

    def _wished(self, choices: list[Armed]) -> list[Armed]:
        """Of a weapon's profiles those that the player picked by name, where any."""
        wished = [c for c in choices if any(is_named(name, line_name(*c)) for name in self.pick.profiles)]
        return wished or choices

    def _worth(self, armed: Armed, sheet: Datasheet, group: Group) -> tuple[bool, float]:
        line = self.system.sheets.weapon(*armed, group.count, group.model)
        line = msgspec.structs.replace(self._granted(line, sheet, group), bearer=None)
        told = odds(self._engagement(AttackerSpec((line,), self._keywords()), self.target))
        hazardous = any(same(text, "hazardous") for text in line.abilities)
        return not hazardous, 0.0 if isinstance(told, Refusal) else told.damage.mean


def _play(system: System, name: str) -> CorePlay | None:
    return next((play for known, play in system.sheets.plays.items() if same(known, name)), None)
