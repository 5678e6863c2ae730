"""Who is meant by a rule in a battle: the units of one moment, by the parts that they play in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec
import numpy as np

from warbook.effects.terms import Selector
from warbook.names import keyword
from warbook.rules.engagement import ModelSpec
from warbook.rules.state import State
from warbook.sheets.sheet import Datasheet
from warbook.systems.wh40k10.army import Kind, Unit
from warbook.systems.wh40k10.effects.scene import Force, NotModelled, Role
from warbook.systems.wh40k10.effects.speaker import Speaker
from warbook.systems.wh40k10.sheets import model_spec

Cast = Mapping[Role, Unit]
"""Which unit plays which part."""

OWN = ("this", "your", "bearer", "led")


class Voice(Speaker):
    """Who has a rule in a battle: on ``side``, among the ``cast``. ``nearby`` is a unit that the rule looks at
    because it is near. Who is meant must be told: nobody is taken for "that". Of a rule in force for a time one
    unit is remembered (``lasting``): who else was spoken of as that began is not known any more."""

    __slots__ = ("cast", "lasting", "nearby", "side")

    def __init__(
        self,
        role: Role,
        sheet: str | None,
        that: Role | None,
        side: int,
        cast: Cast,
        nearby: Role | None = None,
        lasting: bool = False,
    ) -> None:
        super().__init__(role, sheet, that)
        self.side, self.cast, self.nearby, self.lasting = side, cast, nearby, lasting

    def saying(self, that: Role | None) -> Voice:
        return Voice(self.role, self.sheet, that or self.that, self.side, self.cast, self.nearby, self.lasting)

    def beside(self, nearby: Role) -> Voice:
        """The same, looking at a unit nearby, which is "that"."""
        return Voice(self.role, self.sheet, nearby, self.side, self.cast, nearby, self.lasting)

    def whom(self, who: Selector | None) -> Role | None:
        if who is None:
            return None
        if who.ref in OWN:
            return self.role
        if who.ref in ("attacker", "target"):
            return who.ref
        if who.ref is not None:
            if self.that is None or who.ref not in ("that", "those"):
                raise NotModelled(f"who {who.ref!r} is")
            return self._spoken_of(who.side)
        if who.side is not None:
            return self._of_side(self.side if who.side == "friendly" else 1 - self.side)
        return self.whom(who.of)

    def _spoken_of(self, side: str | None) -> Role | None:
        """The unit spoken of; where its side is told, that of those in question which is on it."""
        if side is None or self.that is None:
            return self.that
        wanted = self.side if side == "friendly" else 1 - self.side
        if self.that in self.cast and self.cast[self.that].side == wanted:
            return self.that
        if self.lasting and self.nearby is None:
            raise NotModelled(f"which {side} unit was spoken of")
        return self._of_side(wanted)

    def _of_side(self, side: int) -> Role | None:
        """The unit of a side in this moment: the one nearby, else who attacks or is attacked."""
        roles: tuple[Role | None, ...] = (self.nearby, "attacker", "target")
        for role in roles:
            if role in self.cast and self.cast[role].side == side:  # type: ignore[index]
                return role
        return None


def words(sheet: Datasheet) -> frozenset[str]:
    """All keywords of a sheet, as rules compare them."""
    of_models = (word for model in sheet.models for word in model.keywords)
    return frozenset(keyword(word) for word in (*sheet.keywords, *sheet.faction_keywords, *of_models))


_SEEN: dict[tuple[int, bytes], tuple[Unit, Force]] = {}
"""Units as they were seen last, by what is left of them."""
MOST_SEEN = 1024


def force(state: State, unit: Unit) -> Force:
    """A unit as conditions see it: the models that are left, by the sheets that these have; of one that was
    destroyed, those that it had."""
    key = id(unit), state.left[unit.members].tobytes()
    known = _SEEN.get(key)
    if known is None or known[0] is not unit:
        if len(_SEEN) >= MOST_SEEN:
            _SEEN.clear()
        known = _SEEN[key] = unit, _force(state, unit)
    return known[1]


def _force(state: State, unit: Unit) -> Force:
    left = state.left[unit.members]
    alive = np.flatnonzero(left > 0).tolist() or list(range(len(unit.models)))
    kinds = dict.fromkeys(unit.models[n].kind for n in alive)
    lost = sum(unit.models[n].wounds - int(left[n]) for n in alive) if len(alive) == 1 else 0
    counts = {kind: sum(unit.models[n].kind == kind for n in alive) for kind in kinds}
    sheets = {unit.kinds[k].sheet.name: words(unit.kinds[k].sheet) for k in kinds}
    leaders = dict.fromkeys(unit.kinds[k].sheet.name for k in kinds if unit.kinds[k].leader)
    numbers = Counter[str]()
    for kind, count in counts.items():
        numbers[unit.kinds[kind].sheet.name] += count
    return Force(
        keywords=frozenset[str](("WARLORD",) if unit.warlord else ()).union(*sheets.values()),
        models=tuple(_model(unit.kinds[kind], counts[kind]) for kind in kinds),
        sheets=tuple(sheets.items()),
        leaders=tuple(leaders) if any(not unit.kinds[k].leader for k in kinds) else (),
        wounds_lost=lost,
        numbers=tuple(numbers[name] for name in sheets),
    )


def has_it(state: State, sheet: str, unit: Unit) -> bool:
    """Whether a model of the sheet that prints a rule is left in a unit."""
    return any(
        state.left[model.index] > 0 and unit.kinds[model.kind].sheet.name == sheet for model in unit.models
    )


def _model(kind: Kind, count: int) -> ModelSpec:
    group = msgspec.structs.replace(kind.group, count=count)
    return model_spec(kind.sheet, group, kind.leader, 0)
