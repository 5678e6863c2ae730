"""Which rules may be used in a question, and what each is worth: each is tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from warbook import data
from warbook.errors import InputError
from warbook.library import lookup
from warbook.names import same
from warbook.probability import matchup
from warbook.queries import sides
from warbook.queries.question import Question, Reply, ask, of_army
from warbook.queries.sides import Side, sheet_of
from warbook.rules.acting import Known
from warbook.sheets.sheet import Faction

SideName = Literal["attacker", "target"]

MOST = 80
NEGLIGIBLE = 1e-9
"""Rules that are tried at once."""


class Usable(msgspec.Struct, frozen=True):
    """A rule that a player may use: what it adds to the mean damage and to the chance to destroy the target, or
    why it cannot be used here. ``cost`` is in the game's own currency."""

    name: str
    kind: str
    cost: int | None = None
    damage: float = 0.0
    p_destroyed: float = 0.0
    fault: str | None = None

    @property
    def gains(self) -> bool:
        """Whether it moves the figures at all."""
        return max(abs(self.damage), abs(self.p_destroyed)) > NEGLIGIBLE


def detachments(side: Side) -> tuple[str, ...]:
    """The detachments that a unit's faction may have. Raises InputError."""
    sheet = sheet_of(side).sheet
    named = (each.name for faction in _factions(sheet.faction, sheet.system) for each in faction.detachments)
    return tuple(dict.fromkeys(named))


def offered(question: Question) -> tuple[Known, ...]:
    """Every rule that a player may say is used, for each unit that has it, with why it does not act here: the
    one list that all choose from. Raises InputError."""
    found = sides.found(question.attacker, question.target, question.revision)
    picks = found.picks(question.attacker, question.target)
    return matchup.offered(found.system, found.sheets, picks, question.setting)


def open_to(question: Question) -> tuple[Known, ...]:
    """What of the offered is left once detachments are chosen: an army has one, and uses no other's rules.
    Raises InputError."""
    chosen = {"attacker": question.attacker.detachment, "target": question.target.detachment}

    def is_open(rule: Known) -> bool:
        home, own = rule.detachment, chosen[rule.side]
        return own is None or home is None or rule.kind == "core" or same(home, own)

    return tuple(filter(is_open, offered(question)))


def core(question: Question) -> tuple[Usable, ...]:
    """The plays of every army. Raises InputError."""
    return _tried(question, [rule for rule in offered(question) if rule.kind == "core"])


def of_detachment(question: Question, side: SideName, name: str) -> tuple[Usable, ...]:
    """The Stratagems and Enhancements of a detachment; its own rules act by themselves once it is chosen.
    Raises InputError."""
    own = (rule for rule in offered(question) if rule.side == side and same(rule.detachment or "", name))
    return _tried(question, [rule for rule in own if rule.kind != "detachment rule"])


def of_later(question: Question, place: int) -> tuple[Usable, ...]:
    """What a unit that attacks after the first may use itself, tried as if it attacked alone. Raises
    InputError."""
    side = of_army(question, question.then[place])
    phase = question.phase or ask(question).made.phase
    alone = msgspec.structs.replace(question, attacker=side, phase=phase, plays=tuple(side.plays), then=())
    homes = (None, "Core", side.detachment)
    own = [rule for rule in offered(alone) if rule.side == "attacker" and rule.detachment in homes]
    return _tried(alone, [rule for rule in own if rule.kind != "detachment rule"])


def _factions(name: str, system: str) -> list[Faction]:
    known = (lookup.faction(name, system), data.faction(name, system))
    return [faction for faction in known if faction is not None]


def _tried(question: Question, rules: Sequence[Known]) -> tuple[Usable, ...]:
    """Each rule once, used beside what is used already."""
    before = ask(question)
    once = {rule.name: Usable(rule.name, rule.kind, rule.cost, fault=rule.fault) for rule in rules}
    return tuple(each if each.fault else _one(question, before, each) for each in list(once.values())[:MOST])


def _one(question: Question, before: Reply, rule: Usable) -> Usable:
    others = tuple(name for name in question.plays if not same(name.partition(":")[0], rule.name))
    try:
        base = before if others == question.plays else ask(msgspec.structs.replace(question, plays=others))
        used = ask(msgspec.structs.replace(question, plays=(*others, rule.name)))
    except InputError as fault:
        return msgspec.structs.replace(rule, fault=fault.expected)
    damage = used.told.damage.mean - base.told.damage.mean
    chance = used.told.p_destroyed - base.told.p_destroyed
    return msgspec.structs.replace(rule, damage=damage, p_destroyed=chance)
