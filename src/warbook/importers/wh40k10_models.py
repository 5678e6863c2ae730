"""The models of a 40k datasheet: their statlines, bases, numbers and own keywords."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook.importers.ledger import Ledger
from warbook.importers.names import key
from warbook.importers.statline import Statline, read_base, read_invulnerable, read_lines, read_table
from warbook.sheets.sheet import Composition, Datasheet, Model

HEADS = ("M", "T", "Sv", "W", "Ld", "OC")

ByModel = Sequence[tuple[str | None, Sequence[str]]]


def read_models(
    ledger: Ledger, places: Sequence[int], sheet: Datasheet, keywords: ByModel
) -> tuple[Model, ...]:
    """The models of the unit, as its composition names them. What the page lacks is told as lost."""
    return match_models(ledger, _statlines(ledger, places, sheet.name), sheet, keywords)


def match_models(
    ledger: Ledger, statlines: Sequence[Statline], sheet: Datasheet, keywords: ByModel
) -> tuple[Model, ...]:
    """The models of the unit with their statlines. What they lack is told as lost."""
    members = sheet.composition or tuple(Composition(line.name, 0, 0) for line in statlines)
    members = members or (Composition(sheet.name, 0, 0),)
    find = _Statlines(statlines, members)
    models: dict[str, Model] = {}
    for member in members:
        kind = key(member.name)
        models[kind] = _model(member, models.get(kind), find.of(member.name), keywords)
    for kind in _in_some(members):
        models[kind] = msgspec.structs.replace(models[kind], count_min=0)
    for line in find.unused():
        models.setdefault(key(line.name), Model(line.name, 0, 0, line.base_mm, line.characteristics))
    for name, taken in find.assumed.items():
        ledger.assume(f"{name} has no statline of its own: that of {taken} is taken")
    _tell_lost(ledger, tuple(models.values()), sheet)
    return tuple(models.values())


class _Statlines:
    """Finds each model's statline. A card prints one line for all models that have none of their own; which of
    several that is, it does not say, so what is taken is in ``assumed``.
    """

    def __init__(self, statlines: Sequence[Statline], members: Sequence[Composition]) -> None:
        self.statlines = statlines
        self.by_name = {key(line.name): line for line in reversed(statlines)}
        self.own = {member.name: self._own(member.name) for member in members}
        named = [line for line in self.own.values() if line is not None]
        self.free = [line for line in statlines if not any(line is one for one in named)]
        self.usual = self._usual(members)
        self.assumed: dict[str, str] = {}
        self.used: set[int] = set()

    def of(self, model: str) -> Statline | None:
        """The statline of a model: the only one, its own, the only one of no other model, the one whose name is
        in the model's, or that of most models."""
        line = self.statlines[0] if len(self.statlines) == 1 else self.own[model]
        if line is None and len(self.free) == 1:
            line = self.free[0]
        elif line is None:
            line = self._alike(model) or self.usual
            if line is not None:
                self.assumed[model] = line.name
        if line is not None:
            self.used.add(id(line))
        return line

    def unused(self) -> list[Statline]:
        return [line for line in self.statlines if id(line) not in self.used]

    def _own(self, model: str) -> Statline | None:
        """The line of a model's name, or of one of its names: "Digger (Old Bob)"."""
        before, _, inside = model.partition("(")
        found = (self.by_name.get(key(name)) for name in (model, before, inside) if key(name))
        return next((line for line in found if line is not None), None)

    def _alike(self, model: str) -> Statline | None:
        """The line whose name is a part of the model's, the longest of several, or the other way round."""
        name = set(key(model).split())
        lines = {id(line): set(key(line.name).split()) for line in self.statlines}
        within = [line for line in self.statlines if lines[id(line)] and lines[id(line)] <= name]
        around = [line for line in self.statlines if name and name <= lines[id(line)]]
        if within:
            return max(within, key=lambda line: len(lines[id(line)]))
        return around[0] if len(around) == 1 else None

    def _usual(self, members: Sequence[Composition]) -> Statline | None:
        """The line of the most models; of several with as many, one that does not give the unit its leader, who
        stands first."""
        most: dict[int, tuple[int, int, int]] = {}
        for place, member in enumerate(members):
            if (line := self.own[member.name] or self._alike(member.name)) is not None:
                many = (member.count_min, member.count_max, int(place > 0))
                most[id(line)] = max(most.get(id(line), many), many)
        known = [line for line in self.statlines if id(line) in most]
        return max(known, key=lambda line: most[id(line)], default=None)


def _in_some(members: Sequence[Composition]) -> list[str]:
    """The kinds of models that are missing from some of the alternatives."""
    within: dict[str, set[int]] = {}
    for member in members:
        within.setdefault(key(member.name), set()).add(member.alternative)
    several = len({member.alternative for member in members})
    return [kind for kind, found in within.items() if len(found) < several]


def _model(member: Composition, before: Model | None, line: Statline | None, keywords: ByModel) -> Model:
    own = [word for who, words in keywords if who and key(who) == key(member.name) for word in words]
    return Model(
        before.name if before else member.name,
        min(before.count_min, member.count_min) if before else member.count_min,
        max(before.count_max, member.count_max) if before else member.count_max,
        line.base_mm if line else None,
        line.characteristics if line else {},
        tuple(dict.fromkeys((*member.keywords, *own))),
    )


def _statlines(ledger: Ledger, places: Sequence[int], name: str) -> list[Statline]:
    free = [place for place in places if ledger.claims[place] is None]
    found = read_table(ledger, [p for p in free if ledger.pieces[p].kind == "row"], HEADS)
    found += read_lines(ledger, [p for p in free if ledger.claims[p] is None], HEADS)
    save = read_invulnerable(ledger, [p for p in free if ledger.claims[p] is None])
    base = _loose_base(ledger, free)
    if save and not found:
        found = [Statline(name, {}, None, True)]
    for line in found:
        line.name = line.name or name
        if save:
            line.characteristics["Inv"] = save
        if line.base_mm is None:
            line.base_mm = base
    for place in free:
        if ledger.claims[place] is None and ledger.pieces[place].kind in ("text", "bullet"):
            ledger.note("flavour", place)
    return found


def _loose_base(ledger: Ledger, places: Sequence[int]) -> int | str | None:
    """A base that stands on a line of its own."""
    for place in places:
        text = ledger.pieces[place].text
        if ledger.claims[place] is None and len(text) < 40 and (base := read_base(text)) is not None:
            ledger.claim(place, "statline")
            return base
    return None


def _tell_lost(ledger: Ledger, models: Sequence[Model], sheet: Datasheet) -> None:
    equipped = {carried.model for carried in sheet.loadout}
    for model in models:
        if any(head not in model.characteristics for head in HEADS):
            ledger.lose("statline", model.name)
        if model.base_mm is None:
            ledger.lose("base", model.name)
        if model.name not in equipped:
            ledger.lose("loadout", model.name)
