"""The seam between units and the rules that act on their attacks: what a system is told, and what it gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from warbook.dice import Value
from warbook.errors import InputError
from warbook.rules.assumed import Assumption
from warbook.rules.engagement import ModelSpec, MortalSpec, Situation, WeaponSpec
from warbook.sheets.loadout import Group, Squad
from warbook.sheets.sheet import Datasheet


class Fielded(Value, frozen=True):
    """A unit of an engagement: its sheets with their models, an attached leader's last, its models as targets
    (where their statlines are known), the wounds that one model has lost, its army's detachment, the sheets of
    friends so near that their auras reach it, and the rules revision that is played."""

    parts: tuple[tuple[Datasheet, Squad, bool], ...]
    models: tuple[ModelSpec, ...] = ()
    wounds_lost: int = 0
    detachment: str | None = None
    near: tuple[Datasheet, ...] = ()
    revision: str | None = None

    def __hash__(self) -> int:
        return id(self)


class Facing(Value, frozen=True):
    """Two units, and what holds besides: ``rules`` are those in use by name, ``"NAME: OPTION"`` where one has a
    choice; ``holding`` are words of conditions that hold; ``options`` are picked of rules (by name) that
    leave a choice; ``read`` are the game's rules as they are read."""

    attacker: Fielded
    target: Fielded
    phase: Literal["shooting", "fight"]
    situation: Situation = Situation()
    rules: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    read: Any = None


def _same_weapon(weapon: WeaponSpec, _sheet: Datasheet, _group: Group) -> WeaponSpec:
    return weapon


def _same_model(model: ModelSpec, _sheet: Datasheet, _group: Group) -> ModelSpec:
    return model


class Choice(Value, frozen=True):
    """What a rule, by its name, leaves to the player of the attacker or of the target."""

    rule: str
    side: Literal["attacker", "target"]
    options: tuple[str, ...]


class Known(Value, frozen=True):
    """A rule that a player may say is used by the attacker or the target: the detachment that has it, the
    options of a choice that it leaves, why it changes nothing here (``None``: it does), what ``kind`` of rule
    it is, and what it costs in the game's own currency."""

    name: str
    side: Literal["attacker", "target"]
    detachment: str | None = None
    options: tuple[str, ...] = ()
    fault: str | None = None
    kind: str = "rule"
    cost: int | None = None


class Acted(Value, frozen=True):
    """What rules make of weapons and models of the engagement and of its situation, which mortal wounds they
    inflict besides attacks, and what had to be assumed.

    ``read`` are the rules of the two sheets that were read: what is left out of them is told in ``assumed`` and
    ``not_modelled``; ``choices`` are still open; ``unasked`` are words of
    ``holding`` that no condition has, each with what was expected."""

    weapon: Callable[[WeaponSpec, Datasheet, Group], WeaponSpec] = _same_weapon
    model: Callable[[ModelSpec, Datasheet, Group], ModelSpec] = _same_model
    situation: tuple[str, ...] = ()
    mortal: tuple[MortalSpec, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    not_modelled: tuple[str, ...] = ()
    read: frozenset[str] = frozenset()
    choices: tuple[Choice, ...] = ()
    unasked: tuple[tuple[str, str], ...] = ()


def none_known(_facing: Facing) -> tuple[Known, ...]:
    """For a system whose rules do not act on attacks."""
    return ()


def nothing(facing: Facing) -> Acted:
    """For a system whose rules do not act on attacks. Raises InputError where one is named."""
    if facing.rules:
        raise InputError("--with", repr(facing.rules[0]), "expected a play that acts on attacks in this game")
    chosen = facing.attacker.detachment or facing.target.detachment
    if chosen:
        raise InputError(
            "odds", f"detachment {chosen!r}", "no rule of a detachment acts on attacks in this game"
        )
    if facing.attacker.near or facing.target.near:
        raise InputError("odds", "near", "no aura acts on attacks in this game")
    if facing.holding:
        raise InputError("--holding", repr(facing.holding[0]), "no rule of this game asks for conditions here")
    return Acted()
