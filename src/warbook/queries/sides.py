"""The two units of a question as typed, and the sheets and the game that they mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from warbook.errors import InputError
from warbook.names import same
from warbook.rules.assumed import Assumption, OfRevision, noted
from warbook.rules.pick import Arm, Statline
from warbook.sheets.sheet import Datasheet

if TYPE_CHECKING:
    from warbook.library.lookup import Found as Known
    from warbook.rules.system import System
    from warbook.sheets.loadout import Squad


DEFAULT = "wh40k10"
"""The game of typed units where nothing tells another."""
TYPED = "Typed unit"


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit's profile as typed by hand: its models are alike, and each carries all ``arms``."""

    toughness: int = 4
    save: str = "-"
    wounds: int = 1
    invulnerable: str | None = None
    feel_no_pain: str | None = None
    keywords: tuple[str, ...] = ()
    arms: tuple[Arm, ...] = ()


class Side(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One unit as typed. ``dated`` pins the date of its data, where the library has more than one; with
    ``typed`` it is no known unit, but one of that profile, with ``sheet`` that of a datasheet of one's own.
    ``detachment`` is its army's, whose own rules act. ``order`` names models that take damage before the
    others, where it is attacked; ``plays`` are rules in use by it, where it attacks after the first; ``near``
    are friends so near that their auras reach it. A ``second_leader`` is with it where a datasheet allows
    two."""

    name: str
    models: int | None = None
    loadout: list[str] = []
    leader: str | None = None
    weapons: list[str] = []
    profiles: list[str] = []
    wounds_lost: int = 0
    system: str | None = None
    dated: str | None = None
    typed: Profile | None = None
    sheet: Datasheet | None = None
    detachment: str | None = None
    leader_loadout: list[str] = []
    order: list[str] = []
    plays: list[str] = []
    near: list[str] = []
    second_leader: str | None = None
    second_leader_loadout: list[str] = []

    @property
    def leaders(self) -> tuple[tuple[str, list[str]], ...]:
        """The names of its leaders, each with what he takes instead of the default."""
        both = ((self.leader, self.leader_loadout), (self.second_leader, self.second_leader_loadout))
        return tuple((name, taken) for name, taken in both if name)


class Found(msgspec.Struct, frozen=True):
    """Sheets with the leaders of each, the system that both belong to, and what had to be assumed."""

    system: Any
    sheets: tuple[Any, Any]
    leaders: tuple[tuple[Any, ...], tuple[Any, ...]]
    assumed: tuple[Assumption, ...]

    @property
    def dates(self) -> tuple[str | None, str | None]:
        """The dates of the data of both."""
        first, second = (sheet.source.date if sheet.source else None for sheet in self.sheets)
        return first, second

    def picks(self, attacking: Side, attacked: Side) -> tuple[Any, Any]:
        from warbook.rules.pick import Pick

        first, second = (
            Pick(
                models=side.models,
                loadout=tuple(side.loadout),
                weapons=tuple(side.weapons),
                profiles=tuple(side.profiles),
                wounds_lost=side.wounds_lost,
                detachment=side.detachment,
                order=tuple(side.order),
                near=tuple(leader_of(name, sheet).sheet for name in side.near),
            ).led_by(_leading(side, leaders))
            for side, sheet, leaders in zip((attacking, attacked), self.sheets, self.leaders, strict=True)
        )
        return first, second


def _leading(side: Side, leaders: Sequence[Datasheet]) -> list[tuple[Datasheet, Squad | None]]:
    """The leaders of a unit, with their models where they take anything. Raises InputError for wargear of a
    leader that there is not."""
    from warbook.sheets.loadout import squad

    if (side.leader_loadout and not side.leader) or (side.second_leader_loadout and not side.second_leader):
        raise InputError("odds", f"{side.name}: a leader's wargear", "expected the leader with it")
    pairs = zip(leaders, side.leaders, strict=True)
    return [(sheet, squad(sheet, None, taken) if taken else None) for sheet, (_, taken) in pairs]


def found(attacking: Side, attacked: Side, revision: str | None) -> Found:
    """What two units mean. Raises InputError for a name that there is not, and for units of two games."""
    sides = (attacking, _standard(attacked, attacking))
    named = _named(sides)
    leaders = [
        tuple(leader_of(name, one.sheet) for name, _ in side.leaders)
        for side, one in zip(sides, named, strict=True)
    ]
    every = (*named, *leaders[0], *leaders[1])
    sheets = (named[0].sheet, named[1].sheet)
    if sheets[0].system != sheets[1].system:
        told = f"{sheets[0].name} belongs to {sheets[0].system}, {sheets[1].name} to {sheets[1].system}"
        raise InputError("odds", "units", f"expected two units of one game: {told}")
    notes = [note for one in every for note in one.assumed]
    shown = {one.sheet.name: one.sheet.revision for one in every if one.sheet.revision}
    system = system_of(sheets[0].system, revision or next(iter(shown.values()), None))
    first, second = (tuple(one.sheet for one in known) for known in leaders)
    taken = [] if revision else [_revised(system.revision, shown)]
    return Found(system, sheets, (first, second), (*noted(notes), *taken))


def _standard(attacked: Side, attacking: Side) -> Side:
    """The side with the sheet of a standard target of the attacker's game, where it has the name of one and no
    unit has it whole."""
    from warbook import data

    if attacked.typed or attacked.sheet or not data.standard_target(attacked.name, attacked.system):
        return attacked
    try:
        if same(sheet_of(attacked).sheet.name, attacked.name):
            return attacked
    except InputError:
        pass
    try:
        game = attacked.system or sheet_of(attacking).sheet.system
    except InputError:  # told with the other unclear name
        return attacked
    return msgspec.structs.replace(attacked, sheet=data.standard_target(attacked.name, game))


def _named(sides: tuple[Side, Side]) -> list[Known]:
    """The sheets of two units. A name that both games have, or none without its game, means the game of the
    other unit. Raises InputError."""
    if any(side.typed for side in sides):
        return _typed(sides)
    named: list[Known | None] = []
    fault: InputError | None = None
    for side in sides:
        try:
            named.append(sheet_of(side))
        except InputError as unclear:
            named.append(None)
            fault = fault or unclear
    if fault is not None:
        game = next((one.sheet.system for one in named if one), None)
        if game is None or any(one is None and side.system for one, side in zip(named, sides, strict=True)):
            raise fault
        try:
            pairs = zip(named, sides, strict=True)
            return [one or sheet_of(msgspec.structs.replace(side, system=game)) for one, side in pairs]
        except InputError:
            raise fault from None
    return [one for one in named if one]


def _typed(sides: tuple[Side, Side]) -> list[Known]:
    """The sheets of two units of which one at least is typed: it is of the other's game."""
    known = [None if side.typed else sheet_of(side) for side in sides]
    game = next((one.sheet.system for one in known if one), None)
    game = game or next((side.system for side in sides if side.system), DEFAULT)
    pairs = zip(sides, known, strict=True)
    return [one or sheet_of(msgspec.structs.replace(side, system=game)) for side, one in pairs]


def sheet_of(side: Side) -> Known:
    """The sheet of one unit, of the date that it pins, or of what is typed. Raises InputError."""
    from warbook.library import lookup
    from warbook.library.completing import completed

    if side.typed is not None:
        system = system_of(side.system or DEFAULT, None)
        line = Statline(side.name or TYPED, **msgspec.structs.asdict(side.typed))
        return lookup.Found(system.sheets.typed(line))
    if side.sheet is not None:
        return completed(side.sheet)
    known = lookup.find(side.name, side.system, homes=tuple(_homes(side)))
    if side.dated is None:
        return known
    other = lookup.of_date(known.sheet, side.dated)
    return lookup.Found(other.sheet, (*known.assumed, *other.assumed))


def _homes(side: Side) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The factions of what stands with a unit, each with what that is."""
    from warbook.library import lookup

    if side.detachment:
        yield side.detachment, lookup.homes_of_detachment(side.detachment, side.system or DEFAULT)
    for name in (*(leader for leader, _ in side.leaders), *side.near):
        try:
            friend = lookup.find(name, side.system).sheet
        except InputError:
            continue
        yield friend.name, (friend.faction,)


def leader_of(name: str, led: Datasheet) -> Known:
    """The leader or friend of this name, of the faction of its unit where others have one too."""
    from warbook.data import UnknownName
    from warbook.library import lookup

    try:
        return lookup.find(name, led.system, led.faction)
    except UnknownName:
        return lookup.find(name, led.system)


def _revised(used: str, shown: Mapping[str, str | None]) -> OfRevision:
    first, *others = shown.items() or [(None, None)]
    return OfRevision(used, first[0], tuple((name, date) for name, date in others if name and date != used))


def system_of(name: str, revision: str | None) -> System:
    """A system under a revision. Raises InputError."""
    from warbook import systems

    try:
        return systems.find(name, revision)
    except LookupError as error:
        place, _, expected = str(error.args[0]).partition(": ")
        raise InputError("odds", place, expected) from None
