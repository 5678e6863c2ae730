"""How a sheet becomes part of an engagement: what a player picks, and what a system makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from warbook.dice import Value
from warbook.errors import InputError
from warbook.names import same
from warbook.rules.acting import Acted, Facing, Known, none_known, nothing
from warbook.rules.assumed import Situated
from warbook.rules.engagement import ModelSpec, ModifierSpec, Situation, WeaponSpec
from warbook.sheets.leading import Leads, may_lead, may_share
from warbook.sheets.loadout import Group, Squad
from warbook.sheets.sheet import Ability, Datasheet, Equipped, Item, Model, Weapon, WeaponProfile

Phase = Literal["shooting", "fight"]


class Pick(Value, frozen=True):
    """A unit as a player picks it; what is left open takes the sheet's default.

    ``weapons`` restricts the attack to weapons of these names; ``profiles`` picks among a weapon's profiles;
    ``wounds_lost`` are those of one model. A ``squad`` tells all models and what they carry, as an army list
    does, and so do ``leader_squad`` and ``second_leader_squad``; ``models`` and ``loadout`` are then of no use.
    ``detachment`` is its army's, whose own rules act; ``order`` names models that damage is allocated to before
    the others; ``near`` are friends whose auras reach it.
    """

    models: int | None = None
    loadout: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    leader: Datasheet | None = None
    wounds_lost: int = 0
    squad: Squad | None = None
    leader_squad: Squad | None = None
    detachment: str | None = None
    order: tuple[str, ...] = ()
    near: tuple[Datasheet, ...] = ()
    second_leader: Datasheet | None = None
    second_leader_squad: Squad | None = None

    @property
    def leaders(self) -> tuple[tuple[Datasheet, Squad | None], ...]:
        """Its leaders, each with its models where they are not the default."""
        both = ((self.leader, self.leader_squad), (self.second_leader, self.second_leader_squad))
        return tuple((sheet, models) for sheet, models in both if sheet is not None)

    def led_by(self, leaders: Sequence[tuple[Datasheet, Squad | None]]) -> Pick:
        """The same with these leaders, at most two."""
        (first, own), (second, other) = [*leaders, (None, None), (None, None)][:2]
        return msgspec.structs.replace(
            self, leader=first, leader_squad=own, second_leader=second, second_leader_squad=other
        )

    def __hash__(self) -> int:
        return id(self)


class CorePlay(Value, frozen=True):
    """A play that acts on an attack: what it changes in the situation, modifiers or abilities that it
    grants, the phase and keywords that it needs, and whether the target ``defends`` itself with it."""

    situation: Mapping[str, bool] = {}
    modifiers: tuple[ModifierSpec, ...] = ()
    melee_abilities: tuple[str, ...] = ()
    invulnerable: str | None = None
    phase: Phase | None = None
    attacker_keyword: str | None = None
    target_keyword: str | None = None
    defends: bool = False


class Arm(Value, frozen=True):
    """A weapon that a player typed, under the game's own characteristics: ``skill`` as it is printed."""

    name: str = "weapon"
    kind: Literal["ranged", "melee"] = "ranged"
    attacks: str = "1"
    skill: str = "4"
    strength: int = 4
    ap: str = "0"
    damage: str = "1"
    abilities: tuple[str, ...] = ()


class Statline(Value, frozen=True):
    """A unit that a player typed: like models, each with all of ``arms``."""

    name: str
    toughness: int = 4
    save: str = "-"
    wounds: int = 1
    invulnerable: str | None = None
    feel_no_pain: str | None = None
    keywords: tuple[str, ...] = ()
    arms: tuple[Arm, ...] = ()


MOST_TYPED = 200
"""Models that a typed unit may have."""


def sheet_of(
    line: Statline,
    system: str,
    printed: Mapping[str, str],
    told: Sequence[Ability],
    arm: Callable[[Arm], dict[str, str]],
) -> Datasheet:
    """The sheet of what a player typed: ``printed`` are the characteristics of its models as a game prints
    them, ``told`` its abilities, and ``arm`` gives the characteristics of a weapon."""
    weapons = (
        Weapon(each.name, each.kind, (WeaponProfile(each.name, arm(each), each.abilities),))
        for each in line.arms
    )
    return Datasheet(
        line.name,
        "typed",
        system,
        models=(Model(line.name, 1, MOST_TYPED, characteristics=dict(printed)),),
        weapons=tuple(weapons),
        loadout=(Equipped(line.name, tuple(Item(each.name) for each in line.arms)),),
        abilities=tuple(told),
        keywords=line.keywords,
    )


Arms = tuple[tuple[Weapon, int], ...]
"""Weapons that one model uses at once, each with how many of it."""


class Bearer(Value, frozen=True):
    """One of the like models of a ``group``, with those of its ``weapons`` that may be picked, in a phase and
    under a game's ``rules``; ``engaged`` is whether it shoots out of a combat."""

    sheet: Datasheet
    group: Group
    weapons: tuple[Weapon, ...]
    phase: Phase
    engaged: bool
    rules: Any

    def number(self, weapon: Weapon) -> int:
        """How many of a weapon it carries."""
        return sum(item.count for item in self.group.items if same(item.name, weapon.name)) or 1


def _untyped(_line: Statline) -> Datasheet:
    raise InputError("odds", "typed", "this game takes no typed profiles")


Initiatives = tuple[tuple[int, ...], tuple[int, ...]]

Step = tuple[tuple[int, int | None], ...]
"""Who strikes at the same time: sides, each with the initiative of the weapons that strike (``None``: all)."""


class Sheets(Value, frozen=True):
    """How a system reads sheets into engagements.

    ``weapon`` turns so many weapons of one profile, carried by a sheet's model, into a line of attacks,
    ``model`` so many models into targets. ``together`` picks, of a model's weapons, those that it may use at
    once in a phase: a list of alternatives, of which the player takes one, for each place. ``ignored`` names
    the abilities of a sheet that the figures leave out, ``wounded`` gives the modifiers of its damaged bracket,
    ``taken`` tells how each part of the situation was taken, and ``steps`` in which steps the unit that charged
    (0) and the other (1) strike in the n-th of several Fight phases, given the initiatives of each.
    ``idle`` says why a unit makes no attacks in a phase at all. ``acting`` are the units' own rules at work,
    ``offered`` those that a player may name. ``asks`` names the fields of the situation that matter in each
    phase, ``typed`` makes a sheet of what a player typed, and ``initiative`` says when a line strikes whose
    bearers charged or did not. ``setup`` is how many inches nearer a model gets before its charge is rolled.
    ``joins`` says whether the first sheet's model may be of the second one's unit, ``shares`` whether two may
    be with one unit of so many models (``None``: it is not known).
    """

    weapon: Callable[[Datasheet, Weapon, WeaponProfile, int, Model], WeaponSpec]
    model: Callable[[Datasheet, Group, bool, int], ModelSpec]
    together: Callable[[Bearer], list[list[Arms]]]
    ignored: Callable[[Datasheet], tuple[str, ...]]
    wounded: Callable[[Datasheet, int], tuple[ModifierSpec, ...]]
    taken: Callable[[Situation, Phase], tuple[Situated, ...]]
    steps: Callable[[int, Initiatives], tuple[Step, ...]]
    plays: Mapping[str, CorePlay]
    idle: Callable[[Datasheet, Phase], str | None] = lambda _sheet, _phase: None
    acting: Callable[[Facing], Acted] = nothing
    offered: Callable[[Facing], tuple[Known, ...]] = none_known
    asks: Mapping[Phase, tuple[str, ...]] = {}
    typed: Callable[[Statline], Datasheet] = _untyped
    initiative: Callable[[WeaponSpec, bool], int | None] = lambda line, _charged: line.initiative
    setup: Callable[[Datasheet, Model], int] = lambda _sheet, _model: 0
    joins: Callable[[Leads, Leads], bool] = may_lead
    shares: Callable[[Datasheet, Datasheet, Datasheet, int | None], bool | None] = may_share
