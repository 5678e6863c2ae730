"""Two units that fight each other over several Fight phases: exact, as one joint state of both."""

from __future__ import annotations

import msgspec
import numpy as np

from warbook.chance import Floats
from warbook.probability.chain import Chain, chain
from warbook.probability.engage import strike_any
from warbook.probability.matchup import Making, Setting
from warbook.probability.parts import title
from warbook.probability.state import MAX_WIDTH, StateTooLarge, Target
from warbook.rules.assumed import Assumption, Noted, Situated, swapped
from warbook.rules.engagement import AttackerSpec, WeaponSpec
from warbook.rules.pick import Pick, Step
from warbook.rules.system import Alive, System
from warbook.sheets.sheet import Datasheet

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
    assumed: list[Assumption]
    not_modelled: list[str]


class _Side:
    """One unit, and its attacks on the other for every number of models that it may have left."""

    def __init__(
        self,
        system: System,
        sheets: tuple[Datasheet, Datasheet],
        picks: tuple[Pick, Pick],
        may_be_idle: bool = False,
    ) -> None:
        self.system, self.name = system, sheets[0].name
        self.making = Making(system, sheets, picks, Setting("fight", may_be_idle=may_be_idle))
        self.title = title(self.making.attacking)
        self._kernels: dict[tuple[Alive, int | None, bool], Floats] = {}

    def initiatives(self, charged: bool) -> tuple[int, ...]:
        """When its weapons strike."""
        found = (self._initiative(weapon, charged) for weapon in self.making.engagement.units[0].weapons)
        return tuple(sorted({value for value in found if value is not None}))

    def _initiative(self, weapon: WeaponSpec, charged: bool) -> int | None:
        return self.system.sheets.initiative(weapon, charged)

    def kernel(self, other: Chain, alive: Alive, initiative: int | None, charged: bool) -> Floats:
        """What the strikes of so many models do to each state of the other unit."""
        key = (alive, initiative, charged)
        if key not in self._kernels:
            self._kernels[key] = self._struck(other, *key)
        return self._kernels[key]

    def _struck(self, other: Chain, alive: Alive, initiative: int | None, charged: bool) -> Floats:
        unit = self.making.arming.surviving(alive) if any(alive) else AttackerSpec(())
        striking = tuple(
            w for w in unit.weapons if initiative is None or self._initiative(w, charged) == initiative
        )
        if not striking:
            return np.eye(other.size)
        unit, engagement = msgspec.structs.replace(unit, weapons=striking), self.making.engagement
        situation = msgspec.structs.replace(engagement.situation, charged=charged)
        engagement = msgspec.structs.replace(engagement, attacker=unit, situation=situation)
        return strike_any(self.system, engagement, unit, Target.each(other)).mass[:, :-1]

    def precise(self) -> bool:
        """Whether any attack may pick leaders."""
        formation = self.system.form(self.making.engagement)
        engagement, unit = self.making.engagement, self.making.engagement.units[0]
        made = self.system.assault(self.system, engagement, unit, formation.alive)
        return any(kind.precise for volley in made.volleys for kind in volley.kinds)


def duel(system: System, sheets: tuple[Datasheet, Datasheet], picks: tuple[Pick, Pick], phases: int) -> Duel:
    """The first unit charges the second; both strike in every Fight phase, in the system's steps, until one is
    gone. Self-damage is left out. Raises InputError, and ``StateTooLarge`` beyond the stated bound."""
    sides = (_Side(system, sheets, picks), _Side(system, sheets[::-1], picks[::-1], may_be_idle=True))
    chains = (
        chain(system.form(sides[1].making.engagement), sides[1].precise()),
        chain(system.form(sides[0].making.engagement), sides[0].precise()),
    )
    if max(one.size for one in chains) > MAX_WIDTH:
        raise StateTooLarge(f"the units have {chains[0].size} and {chains[1].size} states")
    mass = np.zeros((chains[0].size, chains[1].size))
    mass[0, 0] = 1.0
    told = []
    for phase in range(1, phases + 1):
        initiatives = (sides[0].initiatives(phase == 1), sides[1].initiatives(False))
        steps = system.sheets.steps(phase, initiatives)
        for step in steps:
            mass = _stepped(sides, chains, mass, step, phase == 1)
        told.append(_standing(phase, " and ".join(sides[side].name for side, _ in steps[0]), chains, mass))
    assumed: list[Assumption] = [Noted(f"{sides[0].name} charged in the first Fight phase")]
    own = (*sides[0].making.assumed, *map(swapped, sides[1].making.assumed))
    assumed += [each for each in own if not isinstance(each, Situated)]
    untold = [text for side in sides for text in side.making.not_modelled]
    models = (sum(chains[0].formation.alive), sum(chains[1].formation.alive))
    names = (sides[0].title, sides[1].title)
    return Duel(names, models, told, list(dict.fromkeys(assumed)), list(dict.fromkeys(untold)))


def _stepped(
    sides: tuple[_Side, _Side], chains: tuple[Chain, Chain], mass: Floats, step: Step, first: bool
) -> Floats:
    """Strikes made at the same time: each side's depend on who of it was alive before the step."""
    striking = dict(step)
    total = np.zeros_like(mass)
    for rows, kernel in _kernels(sides[0], chains[0], chains[1], striking, 0, first):
        for columns, back in _kernels(sides[1], chains[1], chains[0], striking, 1, first):
            part = mass[np.ix_(rows, columns)]
            if part.sum() > NEGLIGIBLE:
                total += back[rows].T @ part @ kernel[columns]
    return total


def _kernels(
    side: _Side, own: Chain, other: Chain, striking: dict[int, int | None], place: int, first: bool
) -> list[tuple[list[int], Floats]]:
    """For each number of own models alive: the states that have it, and what that many do to the other unit."""
    if place not in striking:
        return [(list(range(own.size)), np.eye(other.size))]
    groups: dict[Alive, list[int]] = {}
    for state, alive in enumerate(own.alive):
        groups.setdefault(alive, []).append(state)
    charged = first and place == 0
    return [(states, side.kernel(other, alive, striking[place], charged)) for alive, states in groups.items()]


def _standing(phase: int, first: str, chains: tuple[Chain, ...], mass: Floats) -> Phase:
    marginals = (mass.sum(axis=1), mass.sum(axis=0))
    destroyed = tuple(float(m[one.dead].sum()) for m, one in zip(marginals, chains, strict=True))
    left = tuple(
        float(sum(one.formation.alive) - m @ one.destroyed_index)
        for m, one in zip(marginals, chains, strict=True)
    )
    damage = tuple(float(m @ one.damage_index) for m, one in zip(marginals, chains, strict=True))
    return Phase(phase, first, (destroyed[0], destroyed[1]), (left[0], left[1]), (damage[0], damage[1]))
