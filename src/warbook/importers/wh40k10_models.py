"""The models of a 40k datasheet: their statlines, bases, numbers and own keywords."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.importers.ledger import Ledger
from warbook.importers.statline import Statline, read_base, read_invulnerable, read_lines, read_table
from warbook.importers.wh40k10_unit import same_thing
from warbook.sheet import Composition, Datasheet, Model

HEADS = ("M", "T", "Sv", "W", "Ld", "OC")

ByModel = Sequence[tuple[str | None, Sequence[str]]]


def read_models(
    ledger: Ledger, places: Sequence[int], sheet: Datasheet, keywords: ByModel
) -> tuple[Model, ...]:
    """The models of the unit, as its composition names them. What the page lacks is told as lost."""
    statlines = _statlines(ledger, places, sheet.name)
    members = sheet.composition or tuple(Composition(line.name, 0, 0) for line in statlines)
    models: dict[str, Model] = {}
    for member in members or (Composition(sheet.name, 0, 0),):
        line = _statline_of(member.name, [other.name for other in members], statlines)
        models[member.name] = _model(member, models.get(member.name), line, keywords)
    used = [model.characteristics for model in models.values()]
    for line in statlines:
        if line.characteristics not in used and line.name not in models:
            models[line.name] = Model(line.name, 0, 0, line.base_mm, line.characteristics)
    _tell_lost(ledger, tuple(models.values()), sheet)
    return tuple(models.values())


def _model(member: Composition, before: Model | None, line: Statline | None, keywords: ByModel) -> Model:
    own = [word for who, words in keywords if who and same_thing(who, member.name) for word in words]
    return Model(
        member.name,
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
    for line in found:
        line.name = line.name or name
        if save:
            line.characteristics["Inv"] = save[0]
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


def _statline_of(model: str, models: Sequence[str], statlines: Sequence[Statline]) -> Statline | None:
    """The statline of that name, or the only one that has no other model's name."""
    if len(statlines) == 1:
        return statlines[0]
    named = [line for line in statlines if same_thing(line.name, model)]
    if named:
        return named[0]
    others = [line for line in statlines if not any(same_thing(line.name, name) for name in models)]
    return others[0] if len(others) == 1 else None


def _tell_lost(ledger: Ledger, models: Sequence[Model], sheet: Datasheet) -> None:
    equipped = {carried.model for carried in sheet.loadout}
    for model in models:
        if any(head not in model.characteristics for head in HEADS):
            ledger.lose("statline", model.name)
        if model.base_mm is None:
            ledger.lose("base", model.name)
        if model.name not in equipped:
            ledger.lose("loadout", model.name)
