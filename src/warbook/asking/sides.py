"""The two units of a question as typed, and the sheets and the game that they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from warbook.errors import InputError
from warbook.rules.assumed import Assumption, OfRevision, noted
from warbook.rules.pick import Arm, Statline

if TYPE_CHECKING:
    from warbook.lookup import Found as Known
    from warbook.rules.system import System
    from warbook.sheet import Datasheet


DEFAULT = "wh40k10"
"""The game of typed units where nothing tells another."""
TYPED = "Typed unit"


class Typed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    ``typed`` it is no known unit, but one of that profile. ``detachment`` is its army's, whose own rules
    act. ``order`` names models that take damage before the others, where it is attacked; ``plays`` are rules in
    use by it, where it attacks after the first; ``near`` are friends so near that their auras reach it."""

    name: str
    models: int | None = None
    loadout: list[str] = []
    leader: str | None = None
    weapons: list[str] = []
    profiles: list[str] = []
    wounds_lost: int = 0
    system: str | None = None
    dated: str | None = None
    typed: Typed | None = None
    detachment: str | None = None
    leader_loadout: list[str] = []
    order: list[str] = []
    plays: list[str] = []
    near: list[str] = []


class Found(msgspec.Struct, frozen=True):
    """Sheets with their leaders, the system that both belong to, and what had to be assumed."""

    system: Any
    sheets: tuple[Any, Any]
    leaders: tuple[Any, Any]
    assumed: tuple[Assumption, ...]

    @property
    def dates(self) -> tuple[str | None, str | None]:
        """The dates of the data of both."""
        first, second = (sheet.source.date if sheet.source else None for sheet in self.sheets)
        return first, second

    def picks(self, attacking: Side, attacked: Side) -> tuple[Any, Any]:
        from warbook.loadout import squad
        from warbook.rules.pick import Pick

        made = [
            Pick(
                models=side.models,
                loadout=tuple(side.loadout),
                weapons=tuple(side.weapons),
                profiles=tuple(side.profiles),
                leader=leader,
                wounds_lost=side.wounds_lost,
                detachment=side.detachment,
                leader_squad=squad(leader, None, side.leader_loadout)
                if leader and side.leader_loadout
                else None,
                order=tuple(side.order),
                near=tuple(leader_of(name, sheet).sheet for name in side.near),
            )
            for side, sheet, leader in zip((attacking, attacked), self.sheets, self.leaders, strict=True)
        ]
        return made[0], made[1]


def found(attacking: Side, attacked: Side, revision: str | None) -> Found:
    """What two units mean. Raises InputError for a name that there is not, and for units of two games."""
    sides = (attacking, attacked)
    named = _named(sides)
    leaders = [
        leader_of(side.leader, one.sheet) if side.leader else None
        for side, one in zip(sides, named, strict=True)
    ]
    sheets = (named[0].sheet, named[1].sheet)
    if sheets[0].system != sheets[1].system:
        told = f"{sheets[0].name} belongs to {sheets[0].system}, {sheets[1].name} to {sheets[1].system}"
        raise InputError("odds", "units", f"expected two units of one game: {told}")
    notes = [note for one in (*named, *leaders) if one is not None for note in one.assumed]
    shown = {one.sheet.name: one.sheet.revision for one in (*named, *leaders) if one and one.sheet.revision}
    system = system_of(sheets[0].system, revision or next(iter(shown.values()), None))
    pair = (leaders[0].sheet if leaders[0] else None, leaders[1].sheet if leaders[1] else None)
    taken = [] if revision else [_revised(system.revision, shown)]
    return Found(system, sheets, pair, (*noted(notes), *taken))


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
    from warbook import lookup

    if side.typed is not None:
        system = system_of(side.system or DEFAULT, None)
        line = Statline(side.name or TYPED, **msgspec.structs.asdict(side.typed))
        return lookup.Found(system.sheets.typed(line))
    known = lookup.find(side.name, side.system)
    if side.dated is None:
        return known
    other = lookup.of_date(known.sheet, side.dated)
    return lookup.Found(other.sheet, (*known.assumed, *other.assumed))


def leader_of(name: str, led: Datasheet) -> Known:
    """The leader or friend of this name, of the faction of its unit where others have one too."""
    from warbook import lookup
    from warbook.data import UnknownName

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
