"""The tree of a list builder as a roster: units, what their models carry, and the choices of the army."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from warbook.importers.rosters.draft import Draft, Unit, merged
from warbook.importers.rosters.selections import Force, Selection, Tree
from warbook.names import words
from warbook.sheets.roster import Listed
from warbook.sheets.sheet import Item

POINTS = frozenset(("pt", "point"))
"""The names of the cost that is points, in the singular."""
GAMES = {"sys-352e-adc2-7639-d6a9": "wh40k10", "sys-9fe4-1dc3-b7c2-73cf": "heresy3"}
"""Ids that the catalogues' authors gave their games."""
UNITS = frozenset(("unit", "model"))
CONFIGURATION = frozenset(("configuration", "game option"))
ALLIED = "allied unit"
FACTION = "faction: "
SIZE = re.compile(r"(?:\d+\.\s*)?(.*?)\s*\((\d[\d.,' ]*)\s*(?:point|pts?)\b.*\)\s*$", re.IGNORECASE)
DETACHMENT = re.compile(r"detachments?(?: choice)?|army rule detachment", re.IGNORECASE)
ENHANCEMENT = re.compile(r"enhancements?", re.IGNORECASE)
GRANTED = re.compile(r".+ (?:character|keywords?)", re.IGNORECASE)
"""A choice that makes a unit something: the keyword that the army's detachment gives to one of its kind."""
_EDITION = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b|\b(\d+)\.0\b", re.IGNORECASE)


def roster(tree: Tree, draft: Draft) -> None:
    """Put a tree into a draft."""
    draft.title(tree.name)
    draft.points = _points(tree.costs)
    draft.points_limit = _points(tree.limits)
    for place, message in tree.faults:
        draft.problem(0, message, place)
    _game(tree, draft)
    forces = [force for each in tree.forces for force in each.all()]
    draft.faction, draft.parent = _faction(forces[0].catalogue if forces else None)
    draft.data = _data(tree, forces)
    for force, name in zip(forces, _named(forces), strict=True):
        _force(force, name, len(forces) > 1 or draft.system != "wh40k10", draft)
    if not any(_priced(selection) for force in forces for selection in force.selections):
        draft.note("the list tells no points")
        for unit in draft.units:
            unit.points = None


def _priced(selection: Selection) -> bool:
    """Whether a list tells points at all; some builders leave them out."""
    return any(_is_points(name) for each in selection.all() for name, _ in each.costs)


def _is_points(cost: str) -> bool:
    return words(cost)[:1] != () and words(cost)[0] in POINTS


def _game(tree: Tree, draft: Draft) -> None:
    """Which game the list is of: the catalogues' id, else the name, whose edition is told if it is another."""
    by_id = GAMES.get(tree.game_id or "")
    name = tree.game.casefold()
    by_name = "wh40k10" if "40,000" in name or "40k" in name else "heresy3" if "heresy" in name else None
    draft.system = by_id or by_name or tree.game or draft.system
    if by_id is None and by_name is None:
        draft.problem(
            0, f"expected a list of wh40k10 or heresy3, found one of {tree.game or 'no named game'}", "roster"
        )
    edition = next((int(one or other) for one, other in _EDITION.findall(tree.game)), None)
    known = {"wh40k10": 10, "heresy3": 3}.get(draft.system)
    if known is not None and edition not in (None, known):
        draft.note(f"the list says {tree.game}, it was read as {draft.system}")


def _data(tree: Tree, forces: Sequence[Force]) -> str | None:
    """The revisions of the data that the list was written with."""
    parts = [f"{tree.game} {tree.revision}"] if tree.revision else []
    parts += [f"{force.catalogue} {force.revision}" for force in forces if force.catalogue and force.revision]
    return ", ".join(dict.fromkeys(parts)) or None


def _faction(catalogue: str | None) -> tuple[str | None, str | None]:
    """The faction that a catalogue is of, and the one that this is a part of."""
    parts = [part.strip() for part in re.split(r"\s+[-–]\s+", catalogue or "") if part.strip()]
    return (parts[-1] if parts else None), (parts[-2] if len(parts) > 1 else None)


def _named(forces: Sequence[Force]) -> list[str]:
    """Names of the forces, each once: a second one of a name is numbered."""
    names, seen = list[str](), dict[str, int]()
    for force in forces:
        seen[force.name] = seen.get(force.name, 0) + 1
        names.append(force.name if seen[force.name] == 1 else f"{force.name} ({seen[force.name]})")
    return names


def _force(force: Force, name: str, named: bool, draft: Draft) -> None:
    faction, _ = _faction(force.catalogue)
    if named:
        draft.detachments.append(name)
    for selection in force.selections:
        if _is_unit(selection):
            for unit in _units(selection, draft):
                unit.detachment = name if named else None
                unit.faction = unit.faction or (faction if faction != draft.faction else None)
                draft.units.append(unit)
        else:
            _choice(selection, draft)


def _is_unit(selection: Selection) -> bool:
    """Units and models; an upgrade too, if it holds models or costs points and is no choice of the army."""
    if words(selection.primary or "") and " ".join(words(selection.primary or "")) in CONFIGURATION:
        return False
    kinds = {each.kind for each in selection.all()}
    return bool(kinds & UNITS) or (_total(selection) != 0 and bool(selection.profiles))


def _choice(selection: Selection, draft: Draft) -> None:
    """A choice of the army as a whole: its battle size, its detachment, or else a note."""
    chosen = selection.within or ()
    if words(selection.name) and words(selection.name)[-1] == "size":
        for each in chosen:
            _size(each.name, draft)
    elif DETACHMENT.fullmatch(selection.name):
        draft.detachments += [each.name for each in chosen]
    elif chosen:
        draft.note(f"{selection.name}: {', '.join(each.name for each in chosen)}")
    else:
        draft.note(selection.name)
    if (points := _total(selection)) != 0:
        draft.note(f"{selection.name} costs {points:g} points")


def _size(text: str, draft: Draft) -> None:
    found = SIZE.fullmatch(text)
    draft.battle_size = found[1] if found else text
    number = re.sub(r"\D", "", found[2]) if found else ""
    if draft.points_limit is None and number:
        draft.points_limit = int(number[:7])


def _units(selection: Selection, draft: Draft) -> list[Unit]:
    """The units that a selection is: several where a builder counts whole units in one line."""
    unit = _unit(selection)
    if selection.kind != "unit" or selection.number <= 1:
        return [unit]
    number = selection.number
    if number > 20 or any(
        line.count % number or any(i.count % number for i in line.items) for line in unit.listed
    ):
        draft.problem(0, f"expected one unit, found {number} in one line", selection.name)
        return [unit]
    listed = tuple(
        Listed(line.name, line.count // number, tuple(Item(i.name, i.count // number) for i in line.items))
        for line in unit.listed
    )
    shares = [(unit.points or 0) // number] * number if unit.points is not None else [None] * number
    return [unit.copy(listed=listed, points=share) for share in shares]


def _unit(selection: Selection) -> Unit:
    parts = _Parts()
    if selection.kind == "model":
        parts.model(selection)
    else:
        parts.unit(selection)
    faction = next(
        (c.removeprefix("Faction: ") for c in selection.categories if c.casefold().startswith(FACTION)), None
    )
    return Unit(
        sheet=selection.name,
        written=selection.custom,
        listed=tuple(parts.listed),
        points=round(_total(selection)),
        enhancements=tuple(parts.enhancements),
        warlord=parts.warlord,
        role=selection.primary,
        faction=faction,
        allied=any(" ".join(words(category)) == ALLIED for category in selection.categories),
        notes=tuple(dict.fromkeys([*parts.notes, *(each.note for each in selection.all() if each.note)])),
        id=selection.id,
        linked=tuple(link for each in selection.all() for link in each.linked),
    )


class _Parts:
    """What a unit's selection holds, sorted out."""

    def __init__(self) -> None:
        self.listed: list[Listed] = []
        self.enhancements: list[str] = []
        self.notes: list[str] = []
        self.warlord = False

    def unit(self, selection: Selection) -> None:
        """A unit: its models, and under its own name with no count what it has as a whole."""
        items = list(self._sorted(selection))
        if items:
            self.listed.append(Listed(selection.name, 0, merged(items)))

    def model(self, selection: Selection) -> None:
        """Models of one kind and, after them, the models that came with them."""
        place = len(self.listed)
        items = merged(list(self._sorted(selection)))
        self.listed.insert(place, Listed(selection.name, selection.number, items))

    def _sorted(self, selection: Selection) -> Iterator[Item]:
        """The wargear within a selection; models and enhancements go where they belong."""
        for inner in selection.within:
            if inner.kind == "model":
                self.model(inner)
            elif inner.kind == "unit":
                self.unit(inner)
            elif words(inner.name) == ("warlord",):
                self.warlord = True
            elif GRANTED.fullmatch(inner.name) and not inner.within:
                self.notes.append(inner.name)
            elif _is_enhancement(inner):
                self.enhancements.append(inner.name)
                yield from self._sorted(inner)
            elif ENHANCEMENT.fullmatch(inner.name) and inner.within:
                self.enhancements += [each.name for each in inner.within]
            else:
                if inner.profiles or not inner.within:
                    yield Item(inner.name, inner.number)
                yield from self._sorted(inner)


def _is_enhancement(selection: Selection) -> bool:
    """A choice of the enhancements; in a list without groups, what costs points and is no weapon."""
    if selection.groups:
        return any(ENHANCEMENT.fullmatch(part.strip()) for part in selection.groups)
    armed = any("weapon" in kind.casefold() for kind in selection.profiles)
    return "Abilities" in selection.profiles and not armed and _own(selection) > 0


def _own(selection: Selection) -> float:
    return sum(value for name, value in selection.costs if _is_points(name))


def _total(selection: Selection) -> float:
    return sum(_own(each) for each in selection.all())


def _points(costs: Sequence[tuple[str, float]]) -> int | None:
    found = [value for name, value in costs if _is_points(name)]
    return round(found[0]) if found and found[0] >= 0 else None
