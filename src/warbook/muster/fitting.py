"""An entry of a list on its sheet: which models there are and what each of them carries.

A list names models and wargear as its app does, and tells how much there is between all models of a name; a
battle and the odds need each model's own. Names are matched forgivingly and what was assumed is told. Nothing
that stands in the list is dropped: what the sheet does not know is kept with its models and told as a problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from rapidfuzz import fuzz

from warbook.errors import InputError
from warbook.names import same, whole_number, words
from warbook.sheets.kit import key
from warbook.sheets.loadout import Group, Squad, cost, limits, squad
from warbook.sheets.matching import SHORTEST, Match, match
from warbook.sheets.matching import key as name_words
from warbook.sheets.roster import Entry, Listed
from warbook.sheets.sharing import shared_out
from warbook.sheets.sheet import Datasheet, Item, Model
from warbook.sheets.spreading import spread
from warbook.sheets.wargear import Judged, check

MOST_MODELS = 200
"""No unit of either game comes near it; a list that says more is mistaken."""


class Fitted(msgspec.Struct, frozen=True):
    """Groups of models with what each model carries; ``problems`` are what the sheet does not know or allow,
    ``notes`` what was assumed; ``sizes`` are the problems that are of the number of models. ``judged`` is what
    there is to say of the loadouts."""

    squad: Squad
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    judged: Judged = Judged(cost=None)
    sizes: tuple[str, ...] = ()


def fit(entry: Entry, sheet: Datasheet) -> Fitted:
    """The entry's models as the sheet has them. Never raises: what does not fit is told."""
    if not sheet.models:
        return Fitted((), (f"{sheet.name}: the sheet has no models, its statline is not known",))
    fitting = _Listed(entry, sheet) if entry.listed else _Asked(entry, sheet)
    groups, judged = _judged(sheet, _joined(fitting.groups()))
    return Fitted(groups, tuple(fitting.problems), tuple(fitting.notes), judged, tuple(fitting.sizes))


def _judged(sheet: Datasheet, models: Squad) -> tuple[Squad, Judged]:
    """A unit's models and the judgement on them. A list tells what models carry between them: where the first
    sharing out is against the options, another may not be."""
    judged = check(sheet, models) if models else Judged(cost=None)
    if judged.problems or judged.unlisted:
        other = _told(shared_out(sheet, models) or (), models)
        better = check(sheet, other) if other else judged
        if not better.problems and (judged.problems or len(better.unlisted) < len(judged.unlisted)):
            return other, better
    return models, judged


def _told(shared: Squad, models: Squad) -> Squad:
    """Models with only what the list tells of: it may mean that they lack what they have by default."""
    told = {key(item.name) for group in models for item in group.items}
    kept = (tuple(item for item in group.items if key(item.name) in told) for group in shared)
    return _joined([Group(group.model, group.count, items) for group, items in zip(shared, kept, strict=True)])


class _Name(msgspec.Struct, frozen=True):
    """A name that the sheet knows, in the form that names are matched in."""

    name: str
    model: Model | None = None
    faction: str = ""


class _Fitting:
    """An entry on its sheet, with what is said about it, each thing once."""

    def __init__(self, entry: Entry, sheet: Datasheet) -> None:
        self.entry, self.sheet = entry, sheet
        self.problems, self.notes, self.sizes = dict[str, None](), dict[str, None](), dict[str, None]()
        self.items = wargear_names(sheet)

    def problem(self, text: str) -> None:
        self.problems[text] = None

    def note(self, text: str | None) -> None:
        if text:
            self.notes[text] = None

    def item(self, name: str) -> Match[_Name]:
        """The wargear that a name means; some words of one name are enough where no other wargear has them."""
        found = match(name, self.items)
        written = name_words(name)
        if found.found is not None or not any(len(word) >= SHORTEST for word in written):
            return found
        having = [item for item in self.items if _has(name_words(item.name), written)]
        if len({name_words(item.name) for item in having}) != 1:
            return found
        return Match(having[0], f"{name!r}: taken for {having[0].name}")

    def allowed(self, size: int | None) -> int | None:
        """The size that the sheet allows which comes nearest to one (K-VOC-01); another is told."""
        least, most = limits(self.sheet)
        if most <= 0 or size is None or max(least, 1) <= size <= most:
            return size
        return most if size > most else max(least, 1)

    def default(self, size: int | None) -> Squad:
        """The unit with its default loadout; a size that the sheet does not allow is told."""
        nearest = self.allowed(size)
        try:
            return squad(self.sheet, size)
        except InputError as fault:
            self.problem(fault.expected)
            self.sizes[fault.expected] = None
            return squad(self.sheet, nearest) if nearest != size else ()


def _resized(models: Squad, size: int) -> Squad:
    """A unit with as many models as its list says, where its sheet allows no such size: the largest group has
    more of them, or the largest groups fewer."""
    groups, size = list(models), min(max(size, 1), MOST_MODELS)
    while (left := size - sum(group.count for group in groups)) != 0:
        place = max(range(len(groups)), key=lambda n: groups[n].count)
        count = groups[place].count + left if left > 0 else max(0, groups[place].count + left)
        groups[place] = Group(groups[place].model, count, groups[place].items)
    return tuple(group for group in groups if group.count)


def _has(whole: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Whether a name has these words, one after the other."""
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


class _Asked(_Fitting):
    """A unit by its size and the options that it asks for, one after the other: a fault costs one option."""

    def groups(self) -> Sequence[Group]:
        size = self.entry.models
        if size is None and (size := _carrying(self.sheet, map(_number, self.entry.loadout))):
            self.note(f"{self.sheet.name}: {size} models, as many as carry what it takes")
        found = self.default(size)
        lawful, taken = sum(group.count for group in found), list[str]()
        for text in self.entry.loadout if found else ():
            wanted = self._wanted(text, lawful)
            try:
                found = squad(self.sheet, lawful, (*taken, wanted))
                taken.append(wanted)
            except InputError as fault:
                self.problem(fault.expected)
        return _resized(found, size) if size and found else found

    def _wanted(self, text: str, size: int) -> str:
        """The option as the sheet names it, with the number that it was asked for. One model has one of a
        thing, even where several options offer it."""
        number, _, name = text.strip().partition(" ")
        if whole_number(number.rstrip("x×")) is None:
            number, name = "1" if size == 1 else "", text.strip()
        found = self.item(name)
        self.note(found.assumed)
        return f"{number} {found.found.name if found.found else name}".strip()


def _number(text: str) -> int:
    """How many of a thing are asked for: ``"5 gauss reaper"``."""
    return whole_number(text.strip().partition(" ")[0].rstrip("x×")) or 0


def _carrying(sheet: Datasheet, numbers: Iterable[int]) -> int | None:
    """As many models as carry the most of a thing, where fewer would be the default."""
    least, most = (
        sum(counts) for counts in zip(*((m.count_min, m.count_max) for m in sheet.models), strict=True)
    )
    carried = max(numbers, default=0)
    return carried if len(sheet.models) == 1 and max(least, 1) < carried <= most else None


class _Lot:
    """Models of one kind and what they carry between them; ``model`` is None for the unit as a whole."""

    def __init__(self, model: Model | None, count: int) -> None:
        self.model, self.count, self.items = model, count, list[Item]()


class _Listed(_Fitting):
    """A unit by the lines of a list."""

    def __init__(self, entry: Entry, sheet: Datasheet) -> None:
        super().__init__(entry, sheet)
        self.models = _model_names(sheet)

    def groups(self) -> Sequence[Group]:
        lots = [lot for lot in self._lots() if lot.count]
        if sum(lot.count for lot in lots) > MOST_MODELS:
            self.problem(f"expected at most {MOST_MODELS} models")
            return ()
        return [
            Group(lot.model, count, items)
            for lot in lots
            if lot.model is not None
            for count, items in spread(lot.count, self._carried(lot), self.sheet.options)
        ]

    def _lots(self) -> list[_Lot]:
        """The models of the list; what stands for the unit as a whole goes to its largest lot."""
        whole = _Lot(None, 0)
        lots = [whole]
        for listed in self.entry.listed:
            self._add(listed, lots)
        named = [lot for lot in lots if lot.model is not None]
        shared = [item for lot in lots if lot.model is None for item in lot.items]
        if not named:
            named = self._sized(max(lot.count for lot in lots), shared)
        self._share(named, shared)
        return named

    def _add(self, listed: Listed, lots: list[_Lot]) -> None:
        """A line of the list and, of a longer one, each line under it."""
        if self._is_strange(listed):
            carried = ", ".join(f"{item.count} {item.name}" for item in listed.items)
            told = f"the sheet of {self.sheet.name} has no such model, left out with what it carries"
            self.problem(f"{listed.name}: {told} ({carried})")
            return
        inner = [self._meaning(item.name, item.count, False) for item in listed.items]
        named = any(isinstance(each, _Lot) for each in inner)
        lot = self._meaning(listed.name, listed.count, bool(listed.items))
        if isinstance(lot, Item):
            lots[0].items.append(lot)
        elif self._is_unit(listed.name) and (named or not listed.count or self._short(lot)):
            lots.append(_Lot(None, listed.count))
        else:
            lots.append(lot)
        for each in inner:
            if isinstance(each, Item):
                lots[-1].items.append(each)
            else:
                lots.append(each)

    def _is_strange(self, listed: Listed) -> bool:
        """Whether models belong to no unit of the sheet: no name of it is like theirs while those of other
        lines are, and they are too many for it or carry nothing that it knows."""
        others = [row for row in self.entry.listed if row is not listed and row.count]
        if not listed.items or self._is_like(listed.name) or not any(self._is_like(row.name) for row in others):
            return False
        most = sum(model.count_max for model in self.sheet.models)
        crowded = listed.count + sum(row.count for row in others) > most > 0
        return crowded or not any(match(item.name, self.items).found for item in listed.items)

    def _is_like(self, name: str) -> bool:
        """Whether a name is one of the sheet's or has a word of its models' or its own."""
        known = (*(each.name for each in self.models), self.sheet.name)
        shared = {word for word in words(name) if len(word) > 2} & {w for each in known for w in words(each)}
        return bool(shared) or any(match(name, among).found for among in (self.models, self.items))

    def _short(self, lot: _Lot) -> bool:
        """Whether the only line of a unit counts units: it has fewer models than a unit may have."""
        return len(self.entry.listed) == 1 and lot.model is not None and lot.count < lot.model.count_min

    def _meaning(self, name: str, count: int, bears: bool) -> _Lot | Item:
        """What a line is: models if it bears something or if only a model has its name, else wargear."""
        model, item = match(name, self.models), self.item(name)
        if item.found and not bears and (model.found is None or (model.assumed and not item.assumed)):
            self.note(item.assumed)
            return Item(item.found.name, count)
        if model.found:
            self.note(model.assumed)
            return _Lot(model.found.model, count)
        if self._is_unit(name):
            return _Lot(self.sheet.models[0] if len(self.sheet.models) == 1 else None, count)
        if bears:
            return _Lot(self._nearest(name), count)
        meant = f"; did you mean {item.candidates[0]}?" if item.candidates else ""
        self.problem(f"{name}: the sheet of {self.sheet.name} has no such model or wargear{meant}")
        return Item(name, count)

    def _is_unit(self, name: str) -> bool:
        names = (self.sheet.name, self.entry.sheet, self.entry.written or self.sheet.name)
        return any(same(name, own) for own in names) or bool(match(name, (_Name(self.sheet.name),)).found)

    def _nearest(self, name: str) -> Model:
        """The kind of model that a name which the sheet has not is most like; the commonest, if to none."""
        alike = {
            id(model): fuzz.token_set_ratio(name.casefold(), model.name.casefold())
            for model in self.sheet.models
        }
        found = max(self.sheet.models, key=lambda model: (alike[id(model)] // 10, model.count_max))
        self.note(f"{name!r}: taken for {found.name}")
        return found

    def _sized(self, count: int, items: Sequence[Item]) -> list[_Lot]:
        """The models where the list names none: as many as it says, as it costs, or as carry something."""
        size = (
            self.entry.models
            or (count if count > 1 else None)
            or self._paid()
            or _carrying(self.sheet, (item.count for item in items))
        )
        default = self.default(size)
        lots = [
            _Lot(group.model, group.count)
            for group in (_resized(default, size) if size and default else default)
        ]
        least = max(1, sum(model.count_min for model in self.sheet.models))
        total = sum(lot.count for lot in lots)
        if size is None or total > least:
            self.note(
                f"{self.sheet.name}: {total} models, the list does not say how many"
            ) if total > 1 else None
        return lots

    def _paid(self) -> int | None:
        """The size of unit that costs what the entry does, if only one does."""
        sizes = {row.models for row in self.sheet.points if cost(self.sheet, row.models) == self.entry.points}
        return sizes.pop() if len(sizes) == 1 and self.entry.points is not None else None

    def _share(self, lots: Sequence[_Lot], items: Sequence[Item]) -> None:
        """Give what the unit has as a whole to models that may have it, the largest lot first."""
        for item in items:
            left = item.count
            able = [lot for lot in lots if self._may(lot, item.name)] or list(lots)
            for lot in sorted(able, key=lambda lot: -lot.count):
                number = left if len(able) == 1 else min(left, lot.count)
                lot.items += [Item(item.name, number)] if number else []
                left -= number
            if left and able:
                able[0].items.append(Item(item.name, left))

    def _may(self, lot: _Lot, name: str) -> bool:
        kind = lot.model.name if lot.model else ""
        equipped = [item for each in self.sheet.loadout if same(each.model, kind) for item in each.items]
        offers = [o for o in self.sheet.options if o.model is not None and same(o.model, kind)]
        offered = [item for option in offers for choice in option.choices for item in choice]
        return any(same(item.name, name) for item in (*equipped, *offered))

    def _carried(self, lot: _Lot) -> Sequence[Item]:
        """What a lot's lines say; the sheet's default too where they tell of no weapon."""
        kind = lot.model.name if lot.model else ""
        default = [item for each in self.sheet.loadout if same(each.model, kind) for item in each.items]
        armed = any(same(item.name, weapon.name) for item in lot.items for weapon in self.sheet.weapons)
        missing = [each for each in default if not any(same(each.name, item.name) for item in lot.items)]
        if armed or not missing:
            return lot.items
        self.note(f"{kind}: default loadout, the list tells of no weapons")
        return [*(Item(item.name, item.count * lot.count) for item in missing), *lot.items]


def _model_names(sheet: Datasheet) -> tuple[_Name, ...]:
    """The names of the sheet's models, those of its composition among them where it has one kind of model."""
    names = {model.name: _Name(model.name, model) for model in sheet.models}
    if len(sheet.models) == 1:
        for part in sheet.composition:
            names.setdefault(part.name, _Name(part.name, sheet.models[0]))
    return tuple(names.values())


def wargear_names(sheet: Datasheet) -> tuple[_Name, ...]:
    """All wargear that the sheet speaks of."""
    equipped = [item.name for each in sheet.loadout for item in each.items]
    offered = [item.name for option in sheet.options for choice in option.choices for item in choice]
    replaced = [item.name for option in sheet.options for item in option.replaces]
    abilities = [ability.name for ability in sheet.abilities if ability.group != "core"]
    weapons = [weapon.name for weapon in sheet.weapons]
    return tuple(_Name(name) for name in dict.fromkeys((*weapons, *equipped, *offered, *replaced, *abilities)))


def _joined(groups: Sequence[Group]) -> Squad:
    """Groups of one kind that carry the same as one."""
    counts: dict[tuple[str, tuple[Item, ...]], Group] = {}
    for group in groups:
        alike = (group.model.name, group.items)
        known = counts.get(alike)
        counts[alike] = group if known is None else Group(known.model, known.count + group.count, group.items)
    return tuple(counts.values())
