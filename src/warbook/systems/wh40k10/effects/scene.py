"""What an engagement tells of the two units, so that conditions of rules can be answered."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

from warbook.dice import Value
from warbook.effects import terms
from warbook.effects.english.conditions import clause
from warbook.names import key, words
from warbook.rules.engagement import ModelSpec, Situation, WeaponSpec
from warbook.rules.pick import Phase

if TYPE_CHECKING:
    from warbook.systems.wh40k10.effects.speaker import Facts

Role = Literal["attacker", "target", "elsewhere", "it", "that"]
"""The part that a unit plays in an engagement. In a battle the one that has a rule may be *elsewhere*, *it* is
one that is looked at whether it fits, and *that* one that was spoken of."""

Fits = Callable[[WeaponSpec], bool]
"""Whether an effect acts on attacks with a weapon."""


class NotModelled(Exception):
    """An effect or a condition that the figures cannot act on; the text says which."""


class Failed(NotModelled):
    """A rule on which Warbook failed; the text says how."""


class Barred(NotModelled):
    """A rule by which this target may not be attacked. The question supposes that it is, so what the rule waits
    for decides no figure."""


class InForce(Value, frozen=True):
    """A rule in use, an option that was picked, or a state that a rule gives, by the ``key`` of its name: which
    unit has it (what an army has each of its units has), and whose rule brought it."""

    name: str
    of: Role
    by: Role


class Force(Value, frozen=True):
    """A unit of the engagement: keywords, models by sheet (with their leaders), and what one model has lost.

    ``leaders`` are the sheets' names of its attached leaders, ``numbers`` how many models there are of each of
    its ``sheets``, ``bearers`` are its models with their keywords, ``abilities`` the names of those that its
    sheets print, in lower case; ``near`` are the names and keywords of friends that are near it.
    """

    keywords: frozenset[str]
    models: tuple[ModelSpec, ...] = ()
    sheets: tuple[tuple[str, frozenset[str]], ...] = ()
    leaders: tuple[str, ...] = ()
    wounds_lost: int = 0
    bearers: tuple[tuple[str, frozenset[str]], ...] = ()
    abilities: frozenset[str] = frozenset()
    near: tuple[tuple[str, frozenset[str]], ...] = ()
    numbers: tuple[int, ...] = ()

    @property
    def led(self) -> frozenset[str]:
        """The keywords of those whom its leaders lead."""
        return frozenset[str]().union(*(words for name, words in self.sheets if name not in self.leaders))

    @property
    def size(self) -> int:
        """How many models it has."""
        return sum(model.count for model in self.models)


class Scene(msgspec.Struct, frozen=True):
    """The engagement as rules see it. ``holding`` are words of conditions that the player says hold; ``told``
    collects what was assumed of the others, ``dropped`` options that the figures cannot act on, with why. In a
    ``survey`` every condition that could be answered holds. In a battle ``facts`` answer, and nothing is
    assumed; else what is ``granted`` holds where it is not told.
    ``rule`` is the one that is looked at, ``given`` the states that it gives by name (whether they are in
    force) and ``asked`` those that it asks for. ``in_force`` is what all rules of both sides put in force,
    whichever of them asks; ``brought`` collects what this rule adds to that, ``served`` what it was asked for
    and found there. ``supposed`` are conditions, as told, that are tried as if they held, ``nearby``
    collects those that a friend who is near would make hold."""

    attacker: Force
    target: Force
    phase: Phase
    situation: Situation = Situation()
    holding: tuple[str, ...] = ()
    told: dict[str, bool] = {}
    dropped: dict[str, str] = {}
    survey: bool = False
    facts: Facts | None = None
    granted: bool = False
    rule: str = ""
    given: dict[tuple[Role, str], bool] = {}
    asked: set[str] = set()
    in_force: frozenset[InForce] = frozenset()
    brought: set[InForce] = set()
    served: set[InForce] = set()
    supposed: frozenset[str] = frozenset()
    nearby: set[str] = set()

    def of_rule(self, name: str, given: Iterable[tuple[Role, str]]) -> Scene:
        """The same for a rule of this name, which gives these states."""
        return msgspec.structs.replace(self, rule=name, given=dict.fromkeys(given, False), asked=set())

    def has_state(self, name: str, role: Role | None, speaker: Role | None = None) -> bool:
        """Whether something of this name is in force for the unit in a role: by the rule itself, or by another.
        Where nobody is told it is the speaker's own army that has it."""
        state = name.casefold()
        self.asked.add(state)
        if any(on for (whose, known), on in self.given.items() if known == state and role in (None, whose)):
            return True
        known = [each for each in self.in_force if each.name == key(name)]
        found = [each for each in known if (each.by == speaker if role is None else each.of == role)]
        self.served.update(found)
        return bool(found)

    def bring(self, name: str, of: Role, by: Role) -> None:
        """Notes what is in force from now on, whichever rule asks."""
        self.brought.add(InForce(key(name), of, by))

    def bearer(self, name: str) -> Role | None:
        """Who has a state that the rule gives, where it has it."""
        return next((whose for whose, known in self.given if known == name.casefold()), None)

    def force(self, role: Role) -> Force:
        """The unit in this role."""
        if self.facts is not None and role not in ("attacker", "target"):
            return self.facts.force(role)
        return self.attacker if role == "attacker" else self.target

    @property
    def kind(self) -> Literal["ranged", "melee"]:
        """What its attacks are made with."""
        return "melee" if self.phase == "fight" else "ranged"

    def assumed(self, words: str) -> bool:
        """Whether a condition that the engagement does not tell holds: only where the player says so. Raises
        NotModelled in a battle, where a condition that nobody answers keeps its whole rule from acting."""
        if self.survey:
            return True
        if self.facts is not None:
            raise NotModelled(f"whether {words}")
        held = self.granted or words in self.supposed or any(speaks(each, words) for each in self.holding)
        self.told[words] = held
        return held


def other(role: Role) -> Role:
    """The role across the table."""
    return "target" if role == "attacker" else "attacker"


def condition_text(condition: terms.Condition) -> str:
    """A condition in plain words, for what is assumed of it."""
    return clause(condition)


def speaks(typed: str, told: str) -> bool:
    """Whether a condition's words hold all that a player typed."""
    wanted = words(typed)
    return bool(wanted) and set(wanted) <= set(words(told))


def spells(run: str, keywords: Collection[str]) -> bool:
    """Whether a printed run of keywords is made of ones that a unit has, plurals included (K-VOC-04)."""
    words = run.upper().split()
    return _spelt(words, {keyword.upper() for keyword in keywords})


def _spelt(words: list[str], known: Collection[str]) -> bool:
    if not words:
        return True
    for end in range(1, len(words) + 1):
        head = " ".join(words[:end])
        if (head in known or head.removesuffix("S") in known) and _spelt(words[end:], known):
            return True
    return False
