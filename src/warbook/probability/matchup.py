"""Two sheets made into an engagement: sizes, loadouts, leaders, choice of weapons; every default is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from warbook.errors import InputError
from warbook.names import same
from warbook.probability.answer import Refusal, odds
from warbook.probability.arming import Arming, Terms
from warbook.probability.lines import is_named, kind
from warbook.probability.parts import (
    Part,
    Share,
    alike,
    allocated,
    ordered,
    points,
    shares,
    title,
    union,
    weapons_of,
    with_invulnerable,
    wounded,
)
from warbook.rules.acting import Acted, Facing, Fielded, Known
from warbook.rules.assumed import (
    Allocated,
    Assumption,
    Equipped,
    InPhase,
    InTurn,
    Noted,
    Picked,
    Side,
    Sized,
    Unasked,
    noted,
)
from warbook.rules.engagement import Engagement, ModelSpec, Situation, TargetSpec
from warbook.rules.pick import CorePlay, Phase, Pick
from warbook.rules.system import System
from warbook.sheets.leading import MOST_LEADERS
from warbook.sheets.loadout import Squad, squad
from warbook.sheets.sheet import Datasheet


class Matchup(msgspec.Struct, frozen=True):
    """An engagement made from two sheets, with what it assumed and what it leaves out; ``situation`` is what
    holds of it by the question or by rules in use, in words, ``setup`` the inches that every attacking model
    gets nearer before a charge is rolled."""

    engagement: Engagement
    attacker: str
    target: str
    phase: Phase
    assumed: tuple[Assumption, ...]
    not_modelled: tuple[str, ...]
    points: tuple[int | None, int | None] = (None, None)
    leader_points: tuple[Share, ...] = ()
    situation: tuple[str, ...] = ()
    setup: int = 0


class Setting(msgspec.Struct, frozen=True):
    """What holds besides the two units: phase (default: shooting, where there are ranged weapons), situation,
    plays and other rules in use by name, words of conditions that hold, whether the attacker may have nothing
    to attack with, and which open rules are read the other way."""

    phase: Phase | None = None
    situation: Situation = Situation()
    plays: tuple[str, ...] = ()
    may_be_idle: bool = False
    holding: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


def matchup(
    system: System, sheets: tuple[Datasheet, Datasheet], picks: tuple[Pick, Pick], setting: Setting
) -> Matchup:
    """One unit's attacks on another. Raises InputError for picks that the sheets do not allow."""
    making = Making(system, sheets, picks, setting)
    return Matchup(
        points=(points(making.attacking), points(making.attacked)),
        leader_points=shares(making.attacked),
        engagement=making.engagement,
        attacker=title(making.attacking),
        target=title(making.attacked),
        phase=making.phase,
        assumed=tuple(dict.fromkeys(making.assumed)),
        not_modelled=tuple(dict.fromkeys(making.not_modelled)),
        situation=making.situation,
        setup=min(making.setups(), default=0),
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
    return "target" if play.target_keyword or saves or play.defends else "attacker"


class Making:
    """The steps of one matchup; each adds to ``assumed`` what it had to choose."""

    def __init__(
        self,
        system: System,
        sheets: tuple[Datasheet, Datasheet],
        picks: tuple[Pick, Pick],
        setting: Setting,
    ) -> None:
        system = system.read_as(setting.readings)
        self.system, self.setting, self.assumed = system, setting, list[Assumption]()
        self.acted = Acted()
        core = {name: play for name in setting.plays if (play := _play(system, name)) is not None}
        self.plays, self.rules = list(core.values()), tuple(n for n in setting.plays if n not in core)
        self.attacking = self._parts(sheets[0], picks[0], "attacker")
        self.attacked = self._parts(sheets[1], picks[1], "target")
        self.phase: Phase = setting.phase or self._phase()
        self._usable(core)
        self.acted = self._decided(picks)
        self._held()
        taken = system.sheets.taken(self._situation(), self.phase)
        self.situation = tuple(each.words for each in taken if each.given)
        self.assumed += (each for each in taken if not each.given)
        self.arming = self._arming(self.acted, picks)
        self.engagement = self._engagement(picks[0])
        self.assumed += noted(f"{name} used" for name in core)
        self.assumed += self._allocated(picks[1])
        self.assumed += self.acted.assumed
        self.not_modelled = self._untold()

    def setups(self) -> Iterator[int]:
        """How many inches nearer each attacking model gets before a charge is rolled."""
        models = ((sheet, group.model) for sheet, groups, _ in self.attacking for group in groups)
        return (self.system.sheets.setup(sheet, model) for sheet, model in models)

    def _usable(self, core: Mapping[str, CorePlay]) -> None:
        """Raises InputError for a core play that cannot be used here."""
        for name, play in core.items():
            fault = self.barred(play)
            if fault is not None:
                raise InputError("--with", name, fault)

    def _engagement(self, pick: Pick) -> Engagement:
        attacker = self.arming.attacker()
        self.assumed += self.arming.assumed
        self._found(pick, [line.name for line in attacker.weapons])
        models = self._known_models(self.attacking)
        attacker = msgspec.structs.replace(attacker, models=models, mortal=self.acted.mortal)
        return self.arming.terms.engagement(attacker)

    def _untold(self) -> list[str]:
        """What the figures leave out of both units: their abilities, then what their rules tell themselves."""
        ignored = [text for part in (*self.attacking, *self.attacked) for text in self._ignored(part)]
        told = self.acted.not_modelled
        plain = (text for text in ignored if not any(each.startswith(f"{text} (") for each in told))
        return [*plain, *told]

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
            ranked = [(sign * self._dealt(each, picks), -place) for place, each in enumerate(found)]
            best = -max(ranked)[1]
            others = tuple(option for option in choice.options if option != choice.options[best])
            self.assumed.append(Picked(choice.rule, choice.options[best], others))
            facing = found[best]
            acted = self.system.sheets.acting(facing)
        return acted

    def _dealt(self, facing: Facing, picks: tuple[Pick, Pick]) -> float:
        """The mean damage under some choice."""
        acted = self.system.sheets.acting(facing)
        arming = self._arming(acted, picks)
        attacker = msgspec.structs.replace(arming.attacker(), mortal=acted.mortal)
        told = odds(arming.terms.engagement(attacker))
        return 0.0 if isinstance(told, Refusal) else told.damage.mean

    def _arming(self, acted: Acted, picks: tuple[Pick, Pick]) -> Arming:
        """The attackers' weapons where the units' rules come to this."""
        situation = msgspec.structs.replace(self._situation(), **dict.fromkeys(acted.situation, True))
        target = self._target(acted, picks[1])
        terms = Terms(self.system, self.phase, tuple(self.plays), acted, situation, target)
        return Arming(terms, self.attacking, picks[0])

    def _held(self) -> None:
        """Raises InputError for words of conditions that no rule here asks for; among lists they are told."""
        for typed, expected in self.acted.unasked:
            if not self.setting.may_be_idle:
                raise InputError("--holding", repr(typed), expected)
            self.assumed.append(Unasked(typed))

    def facing(self, picks: tuple[Pick, Pick]) -> Facing:
        """The two units as their rules see them."""
        played = self.system.revision
        units = [
            Fielded(
                tuple(parts), self._known_models(parts), pick.wounds_lost, pick.detachment, pick.near, played
            )
            for parts, pick in zip((self.attacking, self.attacked), picks, strict=True)
        ]
        here = self._situation()
        return Facing(
            units[0], units[1], self.phase, here, self.rules, self.setting.holding, read=self.system.rules
        )

    def _parts(self, sheet: Datasheet, pick: Pick, side: Side) -> list[Part]:
        models = pick.squad
        if models is None:
            models = squad(sheet, pick.models, pick.loadout)
            self.assumed += left_open(sheet, pick, models, side)
        for leader, _ in pick.leaders:
            _leads(self.system, leader, sheet)
        self._together(sheet, sum(group.count for group in models), [leader for leader, _ in pick.leaders])
        parts: list[Part] = [(sheet, models, False)]
        for leader, own in pick.leaders:
            leading = squad(leader) if own is None else own
            if own is None:
                self.assumed += _equipped(leader, leading, side, leads=True, second=len(parts) > 1)
            parts.append((leader, leading, True))
        return parts

    def _together(self, sheet: Datasheet, size: int, leaders: Sequence[Datasheet]) -> None:
        """Notes that two leaders may not be together, as far as is known. Raises InputError where they are not
        (K-LDR-01)."""
        if len(leaders) < MOST_LEADERS:
            return
        names = " and ".join(leader.name for leader in leaders)
        may = self.system.sheets.shares(leaders[0], leaders[1], sheet, size)
        if may is None:
            self._note(f"{sheet.name}: whether {names} may both lead it is not known; it is supposed")
        elif not may:
            raise InputError(sheet.name, "leaders", f"expected one: no datasheet allows {names} together")

    def _note(self, text: str) -> None:
        self.assumed.append(Noted(text))

    def _ignored(self, part: Part) -> Iterable[str]:
        """Abilities that the figures leave out because nobody read them, wargear only where it is carried: of
        those that were read the game tells what is left out."""
        sheet, groups, _ = part
        idle = {
            a.name
            for a in sheet.abilities
            if a.group == "wargear" and not any(g.carries(a.name) for g in groups)
        }
        left_out = idle | self.acted.read
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
        self.assumed.append(InPhase(phase))
        return phase

    def _known_models(self, parts: Sequence[Part]) -> tuple[ModelSpec, ...]:
        """A unit's models, where their statlines are known."""
        known = [part for part in parts if all(g.model.characteristics.get("W") for g in part[1])]
        return tuple(
            self.system.sheets.model(sheet, group, leads, 0)
            for sheet, models, leads in known
            for group in models
        )

    def _entries_of(self, acted: Acted, part: Part, pick: Pick) -> list[ModelSpec]:
        """Models as target entries: those that differ in nothing a wound meets are one entry."""
        sheet, groups, leads = part
        models = (
            acted.model(self.system.sheets.model(sheet, group, leads, 0), sheet, group) for group in groups
        )
        keys = [msgspec.structs.replace(spec, count=0) for spec in models]
        counts = dict.fromkeys(allocated(groups, keys), 0)
        for key, group in zip(keys, groups, strict=True):
            counts[key] += group.count
        entries = [msgspec.structs.replace(key, count=count) for key, count in counts.items()]
        if leads:
            return entries
        return wounded(sheet, ordered(entries, pick.order), pick.wounds_lost)

    def _allocated(self, pick: Pick) -> Iterable[Allocated | InTurn]:
        """The order in which the target's models take damage, where it makes a difference and is left open: of
        two leaders as they were named (K-LDR-06)."""
        sheet, _, _ = self.attacked[0]
        entries = self.engagement.target.models
        body = [msgspec.structs.replace(model, count=0, wounds_lost=0) for model in entries if not model.leader]
        if not pick.order and len(body) > 1 and not alike(body):
            yield Allocated(sheet.name, tuple(dict.fromkeys(model.name for model in body)))
        leading = [msgspec.structs.replace(model, count=0) for model in entries if model.leader]
        if len(pick.leaders) > 1 and not alike(leading):
            yield InTurn(tuple(leader.name for leader, _ in pick.leaders))

    def _target(self, acted: Acted, pick: Pick) -> TargetSpec:
        models = [spec for part in self.attacked for spec in self._entries_of(acted, part, pick)]
        invulnerable = [play.invulnerable for play in self.plays if play.invulnerable]
        models = [with_invulnerable(model, invulnerable) for model in models]
        keywords = union(sheet.keywords + sheet.faction_keywords for sheet, _, _ in self.attacked)
        return TargetSpec(tuple(models), keywords)

    def _situation(self) -> Situation:
        situation = self.setting.situation
        for play in self.plays:
            situation = msgspec.structs.replace(situation, **play.situation)
        return msgspec.structs.replace(situation, **dict.fromkeys(self.acted.situation, True))

    def _found(self, pick: Pick, names: Sequence[str]) -> None:
        """Raises InputError where there is nothing to attack with, or a weapon that was named is not there."""
        sheet = self.attacking[0][0]
        if not names:
            wanted = f" named {', '.join(pick.weapons)}" if pick.weapons else ""
            why = self.system.sheets.idle(sheet, self.phase)
            why = why or f"it carries no {kind(self.phase)} weapon{wanted}"
            if not self.setting.may_be_idle or pick.weapons:
                raise InputError(sheet.name, "weapons", why)
            self._note(f"{sheet.name}: {why}")
        for name in (*pick.weapons, *pick.profiles):
            if not any(is_named(name, known) for known in names):
                raise InputError(sheet.name, "weapon", f"no {name!r} here; there is {', '.join(names)}")


def left_open(sheet: Datasheet, pick: Pick, models: Squad, side: Side) -> Iterator[Assumption]:
    """What is assumed of a unit that the player left open."""
    size = sum(group.count for group in models)
    most = sum(model.count_max for model in sheet.models)
    if pick.models is None and size < most:
        yield Sized(sheet.name, size, most, side)
    if not pick.loadout:
        yield from _equipped(sheet, models, side)
    if not sheet.loadout:
        yield Noted(f"{sheet.name}: one of each weapon; its loadout is not known")


def _equipped(
    sheet: Datasheet, models: Squad, side: Side, leads: bool = False, second: bool = False
) -> Iterator[Equipped]:
    if sheet.options:
        carried = dict.fromkeys(item.name for group in models for item in group.items)
        yield Equipped(sheet.name, tuple(carried), side, leads, second)


def _leads(system: System, leader: Datasheet, sheet: Datasheet) -> None:
    """Raises InputError for one who does not lead such units (K-LDR-01, H-POS-08)."""
    if not system.sheets.joins(leader, sheet):
        known = f"; it leads {', '.join(leader.leads)}" if leader.leads else ""
        raise InputError(leader.name, "leader", f"it does not lead {sheet.name}{known}")


def _play(system: System, name: str) -> CorePlay | None:
    return next((play for known, play in system.sheets.plays.items() if same(known, name)), None)
