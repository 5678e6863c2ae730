"""Two units that fight each other over several Fight phases: exact, as one joint state of both."""

from __future__ import annotations

import msgspec
import numpy as np

from warbook.chance import Floats
from warbook.odds.chain import Chain, chain
from warbook.odds.engage import strike_any
from warbook.odds.matchup import Making, Setting, title
from warbook.odds.state import MAX_WIDTH, StateTooLarge, Target
from warbook.rules.engagement import AttackerSpec, Engagement
from warbook.rules.pick import Pick
from warbook.rules.system import System
from warbook.sheet import Datasheet

NEGLIGIBLE = 1e-13


class Phase(msgspec.Struct, frozen=True):
    """How things stand after a Fight phase, for the unit that charged and for the other."""

    phase: int
    first: str
    p_destroyed: tuple[float, float]
    models_left: tuple[float, float]
    damage: tuple[float, float]


class Duel(msgspec.Struct, frozen=True):
    """All phases, with what was assumed and left out."""

    units: tuple[str, str]
    models: tuple[int, int]
    phases: list[Phase]
    assumed: list[str]
    not_modelled: list[str]


class _Side:
    """One unit, and its attacks on the other for every number of models that it may have left."""

    def __init__(self, system: System, sheets: tuple[Datasheet, Datasheet], picks: tuple[Pick, Pick]) -> None:
        self.system, self.name = system, sheets[0].name
        self.making = Making(system, sheets, picks, Setting("fight"))
        self.title = title(self.making.attacking)
        self.taken = system.sheets.taken(self.making.engagement.situation, "fight")
        self._units: dict[tuple[int, ...], AttackerSpec] = {}

    def attack(self, alive: tuple[int, ...], charged: bool) -> tuple[Engagement, AttackerSpec]:
        if alive not in self._units:
            self._units[alive] = self.making.surviving(alive)
        unit, engagement = self._units[alive], self.making.engagement
        situation = msgspec.structs.replace(engagement.situation, charged=charged)
        return msgspec.structs.replace(engagement, attacker=unit, situation=situation), unit

    def precise(self) -> bool:
        formation = self.system.form(self.making.engagement)
        engagement, unit = self.making.engagement, self.making.engagement.units[0]
        made = self.system.assault(self.system, engagement, unit, formation.alive)
        return any(kind.precise for volley in made.volleys for kind in volley.kinds)


def duel(system: System, sheets: tuple[Datasheet, Datasheet], picks: tuple[Pick, Pick], phases: int) -> Duel:
    """The first unit charges the second; both strike in every Fight phase, in the system's order, until one is
    gone. Self-damage is left out. Raises InputError, and ``StateTooLarge`` beyond the stated bound."""
    sides = (_Side(system, sheets, picks), _Side(system, sheets[::-1], picks[::-1]))
    chains = tuple(chain(system.form(side.making.engagement), side.precise()) for side in sides)[::-1]
    if max(one.size for one in chains) > MAX_WIDTH:
        raise StateTooLarge(f"the units have {chains[0].size} and {chains[1].size} states")
    mass = np.zeros((chains[0].size, chains[1].size))
    mass[0, 0] = 1.0
    told = []
    for phase in range(1, phases + 1):
        order = (0, 1) if system.sheets.charger_first(phase) else (1, 0)
        for striker in order:
            mass = _struck(sides[striker], chains, mass, striker, charged=striker == 0 and phase == 1)
        told.append(_standing(phase, sides[order[0]].name, chains, mass))
    assumed = [f"{sides[0].name} charged in the first Fight phase"]
    assumed += [text for side in sides for text in side.making.assumed if text != side.taken]
    untold = [text for side in sides for text in side.making.not_modelled]
    models = (sum(chains[0].formation.alive), sum(chains[1].formation.alive))
    names = (sides[0].title, sides[1].title)
    return Duel(names, models, told, list(dict.fromkeys(assumed)), list(dict.fromkeys(untold)))


def _struck(side: _Side, chains: tuple[Chain, ...], mass: Floats, striker: int, charged: bool) -> Floats:
    """One unit's strikes on the other, for every state of its own."""
    own, other = chains[striker], chains[1 - striker]
    rows = mass if striker == 0 else mass.T
    struck = rows.copy()
    for state, row in enumerate(rows):
        if own.dead[state] or row[~other.dead].sum() < NEGLIGIBLE:
            continue
        engagement, unit = side.attack(own.alive[state], charged)
        target = Target(other, np.append(row, 0.0), 1)
        struck[state] = strike_any(side.system, engagement, unit, target).states
    return struck if striker == 0 else struck.T


def _standing(phase: int, first: str, chains: tuple[Chain, ...], mass: Floats) -> Phase:
    marginals = (mass.sum(axis=1), mass.sum(axis=0))
    destroyed = tuple(float(m[one.dead].sum()) for m, one in zip(marginals, chains, strict=True))
    left = tuple(
        float(sum(one.formation.alive) - m @ one.destroyed_index)
        for m, one in zip(marginals, chains, strict=True)
    )
    damage = tuple(float(m @ one.damage_index) for m, one in zip(marginals, chains, strict=True))
    return Phase(phase, first, (destroyed[0], destroyed[1]), (left[0], left[1]), (damage[0], damage[1]))
