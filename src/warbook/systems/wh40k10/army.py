"""Armies mustered from sheets: every model with its statline, weapons and base, in units that never change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from warbook.dice import Value
from warbook.errors import InputError
from warbook.library.joining import joined
from warbook.names import same
from warbook.rules.engagement import WeaponSpec
from warbook.sheets.loadout import Group, cost
from warbook.sheets.roster import Entry, Roster
from warbook.sheets.sheet import Datasheet, Faction, Weapon
from warbook.systems.wh40k10 import abilities
from warbook.systems.wh40k10.abilities import WeaponAbilities
from warbook.systems.wh40k10.bases import area
from warbook.systems.wh40k10.compile import number
from warbook.systems.wh40k10.dated import accounts_of, of_revision, printed_rules
from warbook.systems.wh40k10.enlisting import Enlisted, Party, enlist, is_own
from warbook.systems.wh40k10.force import Force, fielded
from warbook.systems.wh40k10.sheets import model_spec, weapon_spec

MIL_PER_INCH = 1000


class Arm(Value, frozen=True):
    """One profile of a ``weapon`` that a model carries, ready to be counted into a line of attacks."""

    weapon: str
    spec: WeaponSpec
    abilities: WeaponAbilities
    ranged: bool
    reach_mil: int


class Trooper(Value, frozen=True):
    """One model: its place in the battle's arrays, statline, and all that it may attack with."""

    index: int
    name: str
    kind: int
    move_mil: int
    wounds: int
    control: int
    leadership: int
    base_mm: int | str
    leader: bool
    shooting: tuple[Arm, ...]
    fighting: tuple[Arm, ...]
    demise: str | None


class Kind(Value, frozen=True):
    """Models of a unit that are alike as targets."""

    sheet: Datasheet
    group: Group
    leader: bool

    def __hash__(self) -> int:
        return id(self)

    @lru_cache(maxsize=2048)  # noqa: B019 sheets live as long as their battle
    def prints(self, ability: str) -> bool:
        """Whether the sheet prints an ability."""
        return any(same(ability, each.name) for each in self.sheet.abilities)


class Unit(Value, frozen=True):
    """One unit, attached leaders included."""

    index: int
    side: int
    name: str
    keywords: frozenset[str]
    kinds: tuple[Kind, ...]
    models: tuple[Trooper, ...]
    abilities: frozenset[str]
    points: int
    warlord: bool = False

    def __hash__(self) -> int:
        return self.index

    def part(self, model: Trooper) -> str:
        """The part of an Attached unit that a model belongs to: its Leader's sheet, else the Bodyguard's
        (K-LDR-02)."""
        return self.kinds[model.kind].sheet.name if model.leader else self.kinds[0].sheet.name

    def prints(self, model: Trooper, ability: str) -> bool:
        """Whether a model's sheet prints an ability."""
        return self.kinds[model.kind].prints(ability)

    @property
    def members(self) -> slice:
        """The unit's models in the battle's arrays."""
        return slice(self.models[0].index, self.models[-1].index + 1)


class Muster:
    """Both armies: ``units`` of side 0, then of side 1, and all their models in one row; ``entries`` are the
    lines of the rosters that the units come from, ``enhancements`` those of each unit with their bearers,
    ``told`` what each side's list was taken as, ``absent`` who of it stays at home.

    ``forces`` are the armies of a record, as they were fielded then: without them they are looked up. The
    units of a side that ``largest_first`` names are in the order of their bases. ``revision`` is that of the
    rules that are played (default: the newest)."""

    def __init__(
        self,
        rosters: tuple[Roster, Roster],
        forces: tuple[Force, Force] | None = None,
        largest_first: tuple[bool, bool] = (False, False),
        revision: str | None = None,
    ) -> None:
        self.rosters = rosters
        self.revision = revision
        self._forces = forces
        self._factions: dict[int, Faction | None] = {}
        self.entries: tuple[Entry, ...] = ()
        self.enhancements: tuple[tuple[tuple[str, Datasheet], ...], ...] = ()
        self.told: tuple[tuple[str, ...], ...] = ()
        self.absent: tuple[tuple[str, ...], ...] = ()
        self.names = (rosters[0].name, rosters[1].name)
        self.units: tuple[Unit, ...] = ()
        self.models: tuple[Trooper, ...] = ()
        self.parties: tuple[tuple[Party, ...], ...] = ()
        for side, roster in enumerate(rosters):
            enlisted = enlist(roster) if forces is None else forces[side].enlisted()
            self._enter(side, roster, enlisted, largest_first[side])

    def _enter(self, side: int, roster: Roster, enlisted: Enlisted, largest_first: bool) -> None:
        """Muster a side. Of an exported list a unit that cannot be mustered stays at home."""
        told, absent, there = enlisted.told, enlisted.absent, list[Party]()
        for party in sorted(enlisted.parties, key=_size, reverse=True) if largest_first else enlisted.parties:
            try:
                self._add(side, party)
            except InputError as fault:
                why = f"{fault.path}: {fault.place}: {fault.expected}"
                if is_own(roster):
                    raise InputError(roster.name, f"units[{party.place}]", why) from None
                home = f"{party.entry.written or party.entry.sheet} stays at home: {why}"
                told, absent = (*told, home), (*absent, home)
            else:
                there.append(party)
        if not there:
            raise InputError(roster.name, "units", f"expected units that are known: {'; '.join(told)}")
        self.parties, self.told, self.absent = (
            (*self.parties, tuple(there)),
            (*self.told, told),
            (*self.absent, absent),
        )

    def _add(self, side: int, party: Party) -> None:
        unit = _unit(party, side, len(self.units), len(self.models))
        self.entries += (party.entry,)
        self.enhancements += (party.enhancements,)
        self.units += (unit,)
        self.models += unit.models

    def forces(self) -> tuple[Force, Force]:
        """Both armies with all that documents tell of them, for a record."""
        first, second = (
            fielded(self.parties[side], self.told[side], self.absent[side], self.faction(side))
            for side in (0, 1)
        )
        return first, second

    def faction(self, side: int) -> Faction | None:
        """What the library, the bundled packs and its own sheets' documents know of a side's faction, as its
        list names it, else as its first sheet does: each thing as the document tells it that fits the revision
        played best; of several such, the library's, then the pack's."""
        if self._forces is not None:
            return self._forces[side].faction
        if side not in self._factions:
            self._factions[side] = self._faction(side)
        return self._factions[side]

    def _faction(self, side: int) -> Faction | None:
        roster, named = self.rosters[side], self.faction_name(side)
        if not named:
            return None
        sheets = {id(kind.sheet): kind.sheet for unit in self.of(side) for kind in unit.kinds}.values()
        printed = [printed_rules(sheet) for sheet in sheets if sheet.plays or sheet.detachment_rules]
        accounts = [*accounts_of(named, roster.system), *printed]
        return joined(of_revision(accounts, self.revision)) if accounts else None

    def faction_name(self, side: int) -> str | None:
        """A side's Army Faction, as its list names it, else as its first sheet does."""
        first = next((unit.kinds[0].sheet.faction for unit in self.units if unit.side == side), None)
        return self.rosters[side].faction or first

    def is_of(self, side: int, sheet: Datasheet) -> bool:
        """Whether a sheet is of the side's Army Faction, where its list names one."""
        named = self.rosters[side].faction
        return named is None or same(named, sheet.faction)

    def of(self, side: int) -> tuple[Unit, ...]:
        """The units of a side."""
        return tuple(unit for unit in self.units if unit.side == side)


def _size(party: Party) -> float:
    """How much room the largest base of a unit takes."""
    return max(area(group.model.base_mm) for _, groups, _ in party.parts for group in groups)


def _unit(party: Party, side: int, index: int, first: int) -> Unit:
    parts, sheet = party.parts, party.parts[0][0]
    kinds, models = list[Kind](), list[Trooper]()
    for part, groups, leads in parts:
        for group in groups:
            kind = next(
                (n for n, k in enumerate(kinds) if k.sheet is part and k.group.model == group.model), None
            )
            if kind is None:
                kinds.append(Kind(part, group, leads))
                kind = len(kinds) - 1
            models += [_trooper(part, group, leads, kind, first + len(models) + n) for n in range(group.count)]
    return Unit(
        index=index,
        side=side,
        name=" with ".join(part.name for part, _, _ in parts),
        keywords=frozenset(k.upper() for part, _, _ in parts for k in (*part.keywords, *part.faction_keywords)),
        kinds=tuple(kinds),
        models=tuple(models),
        abilities=frozenset(ability.name.casefold() for ability in sheet.abilities),
        warlord=party.entry.warlord,
        points=sum(cost(part, sum(g.count for g in groups)) or 0 for part, groups, _ in parts),
    )


def _trooper(sheet: Datasheet, group: Group, leads: bool, kind: int, index: int) -> Trooper:
    printed = group.model.characteristics
    weapons = [weapon for weapon in sheet.weapons if group.carries(weapon.name) and not weapon.reaction_only]
    demise = [a.name.split()[-1] for a in sheet.abilities if a.name.casefold().startswith("deadly demise")]
    assert group.model.base_mm is not None  # whoever is enlisted stands on something
    return Trooper(
        index=index,
        name=group.model.name,
        kind=kind,
        move_mil=MIL_PER_INCH * (number(printed.get("M", "").rstrip('"')) or 0),
        wounds=model_spec(sheet, group, leads, 0).wounds,
        control=number(printed.get("OC")) or 0,
        leadership=number(printed.get("Ld")) or 12,
        base_mm=group.model.base_mm,
        leader=leads,
        shooting=_arms(sheet, group, [w for w in weapons if w.kind == "ranged"]),
        fighting=_arms(sheet, group, [w for w in weapons if w.kind == "melee"]),
        demise=demise[0] if demise else None,
    )


def _arms(sheet: Datasheet, group: Group, weapons: Sequence[Weapon]) -> tuple[Arm, ...]:
    """Every profile of every copy carried; of a melee weapon without Extra Attacks a second copy adds nothing
    (K-FGT-05)."""
    arms = []
    for weapon in weapons:
        copies = sum(item.count for item in group.items if same(item.name, weapon.name))
        for profile in weapon.profiles:
            spec = weapon_spec(sheet, weapon, profile, 1, group.model)
            read = abilities.read(spec.abilities)
            reach = round(MIL_PER_INCH * (spec.range_in or 0))
            one = weapon.kind == "melee" and not read.extra_attacks
            arms += [Arm(weapon.name, spec, read, weapon.kind == "ranged", reach)] * (
                min(copies, 1) if one else copies
            )
    return tuple(arms)
