"""A faction as it is shown, and the plays of an army by phase."""

from __future__ import annotations

import msgspec

from warbook import systems
from warbook.errors import naming
from warbook.names import same, words
from warbook.sheets.sheet import Faction
from warbook.web.library import plays
from warbook.web.library.plays import PHASES, Group, Told

UNKNOWN = "unknown"
"""Stands for the phase of a play whose window is not known."""


class Shown(msgspec.Struct, frozen=True):
    """A faction's rules, detachments and plays; ``read`` is false while texts are still to be read."""

    name: str
    system: str
    game: str
    date: str
    source: str
    rules: tuple[Told, ...]
    groups: tuple[Group, ...]
    plays: tuple[Told, ...]
    read: bool

    @property
    def empty(self) -> bool:
        return not (self.rules or self.groups or self.plays)


class Used(msgspec.Struct, frozen=True):
    """A play, and whose it is: a detachment's, a faction's, or every army's."""

    told: Told
    of: str


class Phase(msgspec.Struct, frozen=True):
    """The plays that are used in a phase."""

    name: str
    plays: tuple[Used, ...]


def shown(name: str, system: str) -> Shown:
    """What is known of a faction at once: its texts are not read."""
    return _shown(name, system, plays.known_faction(name, system), read=False)


def read(name: str, system: str) -> Shown:
    """The same with every text read: takes its time the first time. Raises OwnFault of the faction."""
    with naming(name):
        return _shown(name, system, plays.faction(name, system), read=True)


def _shown(name: str, system: str, found: Faction | None, read: bool) -> Shown:
    found = found or Faction(name, system)
    source = found.source
    return Shown(
        found.name,
        system,
        systems.find(system).title,
        (source.date or "") if source else "",
        source.path.rpartition("/")[2] if source else "",
        tuple(_reading(plays.told_rule(each), read) for each in found.rules),
        tuple(_group(plays.group(each), read) for each in found.detachments),
        tuple(_reading(plays.told_play(each), read) for each in found.plays),
        read,
    )


def _reading(told: Told, read: bool) -> Told:
    return msgspec.structs.replace(told, read=read or bool(told.lines))


def _group(group: Group, read: bool) -> Group:
    return msgspec.structs.replace(
        group,
        rules=tuple(_reading(each, read) for each in group.rules),
        plays=tuple(_reading(each, read) for each in group.plays),
        enhancements=tuple(_reading(each, read) for each in group.enhancements),
    )


def phases_at_once(system: str, faction: str = "", detachment: str = "") -> tuple[Phase, ...]:
    """The plays by phase as far as they are known at once: their texts are not read."""
    core, found = plays.known_faction(plays.CORE, system), plays.known_faction(faction, system)
    return phases([_unread(each) for each in _used(system, core, found if faction else None, detachment)])


def by_phase(system: str, faction: str = "", detachment: str = "") -> tuple[Phase, ...]:
    """The plays of every army and of a faction, or of one of its detachments, under each phase in which they
    are used."""
    core = plays.faction(plays.CORE, system)
    return phases(_used(system, core, plays.faction(faction, system) if faction else None, detachment))


def _used(system: str, core: Faction | None, found: Faction | None, detachment: str) -> list[Used]:
    carded = {words(play.name) for play in found.plays} if found else set()
    every = (*map(plays.told_play, plays.of_every_army(core)), *plays.by_rule(system))
    used = [Used(each, "every army") for each in every if words(each.name) not in carded]
    if found:
        used += [Used(plays.told_play(each), found.name) for each in found.plays]
        for each in found.detachments:
            if not detachment or same(each.name, detachment):
                used += [Used(plays.told_play(play), each.name) for play in each.plays]
    return used


def _unread(used: Used) -> Used:
    return msgspec.structs.replace(used, told=_reading(used.told, False))


def phases(used: list[Used]) -> tuple[Phase, ...]:
    """Plays under the phases in which they are used, in the order of a turn; those of any phase come last, and
    then those whose phase is not known."""
    found: dict[str, list[Used]] = {}
    for each in used:
        for phase in each.told.phases or (UNKNOWN,):
            found.setdefault(phase, []).append(each)
    return tuple(Phase(name, tuple(found[name])) for name in (*PHASES, UNKNOWN) if name in found)


def detachments(system: str, faction: str) -> tuple[str, ...]:
    """The detachments of a faction that have plays."""
    found = plays.known_faction(faction, system) if faction else None
    return tuple(each.name for each in found.detachments if each.plays) if found else ()
