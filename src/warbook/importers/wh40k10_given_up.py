"""What the options of a card give up, told by what its models carry.

A sentence says "ranged weapon" for any of them, misspells a name or joins two. An option that gives up what no
model carries could never be taken: it was not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from warbook.importers.names import Names, key
from warbook.importers.wh40k10_misspelt import MOST, closest, letters
from warbook.names import same, words
from warbook.sheets.sheet import Datasheet, Item, Option

_LEAD = re.compile(
    r"(?:its|their|this model's|the|an?|one|1|both|each|(?:one|any|all|each|both|either) of) ", re.I
)
_CLASS = re.compile(
    r"(?:(?P<of>one|any|all|each|both|either|1|2) (?:of )?)?(?:(?:its|their|this model's) )?"
    r"(?:(?P<kind>ranged|melee) )?weapon(?P<several>s?)",
    re.IGNORECASE,
)
_AND = re.compile(r" and (?:an? |1 |its |their )?")
_EVERY = ("all", "each", "both", "2")
_SHARED = 2
"""So many words must two names share of which one says a word more."""


class Settled(msgspec.Struct, frozen=True):
    """A sheet whose options give up what its models carry; ``lost`` are those that do not, each with what it
    names, ``meant`` what other names were taken for."""

    sheet: Datasheet
    lost: tuple[tuple[Option, str], ...] = ()
    meant: dict[str, str] = {}


def settled(sheet: Datasheet) -> Settled:
    """The sheet with its options settled, which must have its models; without a loadout it stays as it is."""
    if not sheet.loadout or not sheet.options or len(sheet.options) > MOST:
        return Settled(sheet)
    settling = _Settling(sheet)
    kept = [option for each in settling.options for option in settling.settled(each)]
    changed = msgspec.structs.replace(sheet, options=tuple(kept))
    return Settled(changed, tuple(settling.lost), settling.meant)


class _Settling:
    """What comes up while the options of a sheet are settled one after the other."""

    def __init__(self, sheet: Datasheet) -> None:
        self.sheet = sheet
        self.lost: list[tuple[Option, str]] = []
        self.meant: dict[str, str] = {}
        self.listed = Names(
            (*(weapon.name for weapon in sheet.weapons), *(ability.name for ability in sheet.abilities))
        )
        self.kinds = [model.name for model in sheet.models]
        self._known: dict[str | None, Names | None] = {}
        self.options = [self._named(option) for option in sheet.options]

    def _named(self, option: Option) -> Option:
        """The option with its model and its choices under the names that the sheet has for them."""
        model = option.model if option.model is None else self._kind(option.model)
        choices = tuple(tuple(self._offered(item) for item in choice) for choice in option.choices)
        return msgspec.structs.replace(option, model=model, choices=choices)

    def _kind(self, name: str) -> str:
        """The kind of model that a name means, by itself or as the end or a part of a longer name."""
        own = words(name)
        if any(same(name, kind) for kind in self.kinds) or not own:
            return name
        ends = [kind for kind in self.kinds if words(kind)[-len(own) :] == own]
        within = [kind for kind in self.kinds if set(own) <= set(words(kind))]
        found = next((some[0] for some in (ends, within) if len(some) == 1), None)
        return self._taken(name, found) if found else name

    def _offered(self, item: Item) -> Item:
        name = item.name
        if not self.sheet.weapons or self.listed.find(name):
            return item
        plain = re.sub(r"^(?:additional|the) ", "", name, flags=re.IGNORECASE)
        found = self.listed.find(plain) or closest(plain, [weapon.name for weapon in self.sheet.weapons])
        return Item(self._taken(name, found), item.count) if found else item

    def _taken(self, name: str, found: str) -> str:
        if key(name) != key(found):
            self.meant[name] = found
        return found

    def settled(self, option: Option) -> Iterator[Option]:
        """The option as one, or as several where it gives up one of several sets."""
        if option.model is not None and not any(same(option.model, kind) for kind in self.kinds):
            self.lost.append((option, option.model))
            return
        carried = self._carried(option)
        asks = msgspec.structs.replace(
            option, requires=self._all(option.requires, carried), without=self._any(option.without, option)
        )
        if carried is None or not option.replaces:
            yield asks
            return
        before = dict(self.meant)
        sets, strange = self._sets(option, carried)
        if strange is not None:
            self.meant = before
            self.lost.append((option, strange))
            return
        yield from (msgspec.structs.replace(asks, replaces=given, replaces_one_of=one) for given, one in sets)

    def _wearers(self, option: Option) -> list[str]:
        return [kind for kind in self.kinds if option.model is None or same(kind, option.model)]

    def _defaults(self, option: Option) -> list[tuple[Item, ...]]:
        """What each kind of model that may take the option carries; empty where one of them is not known."""
        found = [
            next((one.items for one in self.sheet.loadout if same(one.model, kind)), None)
            for kind in self._wearers(option)
        ]
        known = [items for items in found if items is not None]
        return known if len(known) == len(found) else []

    def _others(self, option: Option) -> Iterator[Item]:
        """What other options offer to the same models."""
        for other in self.options:
            if other is not option and (None in (option.model, other.model) or same(
                option.model or "", other.model or ""
            )):  # fmt: skip
                yield from (item for choice in other.choices for item in choice)

    def _carried(self, option: Option) -> Names | None:
        """All that may be on a model when it takes the option; None where that is not known."""
        if option.model not in self._known:
            defaults = self._defaults(option)
            own = (item.name for items in defaults for item in items)
            offered = (item.name for choice in option.choices for item in choice)
            every = Names((*own, *(item.name for item in self._others(option)), *offered))
            self._known[option.model] = every if defaults else None
        return self._known[option.model]

    def _sets(self, option: Option, carried: Names) -> tuple[list[tuple[tuple[Item, ...], bool]], str | None]:
        """What may be given up: sets, each with whether only one of it goes; or what is not carried."""
        if len(option.replaces) == 1 and (named := self._class(option, option.replaces[0].name, carried)):
            return ([named], None) if named[0] else ([], option.replaces[0].name)
        if not option.replaces_one_of:
            items, strange = self._joined(option.replaces, carried)
            return [(items, False)], strange
        each = [self._joined((item,), carried) for item in option.replaces]
        strange = next((strange for _, strange in each if strange), None)
        if strange or all(len(items) == 1 for items, _ in each):
            return [(tuple(item for items, _ in each for item in items), True)], strange
        alone = sum(model.count_max for model in self.sheet.models) == 1
        free = option.limit is None or alone
        return [(items, False) for items, _ in each], None if free else option.replaces[0].name

    def _class(self, option: Option, name: str, carried: Names) -> tuple[tuple[Item, ...], bool] | None:
        """What "ranged weapon" means; nothing of it where that cannot be told, None where it is a name."""
        found = None if carried.find(name) else _CLASS.fullmatch(name.strip())
        if not found:
            return None
        kind = (found["kind"] or "").casefold()
        own = [self._of_kind(items, kind) for items in self._defaults(option)]
        more = self._of_kind(self._others(option), kind)
        one = found["of"] not in _EVERY if found["of"] else not found["several"]
        if one:
            names = Names(item.name for item in (*(item for items in own for item in items), *more))
            return tuple(Item(name) for name in names), len(names) > 1
        return (own[0], False) if not more and all(items == own[0] for items in own) else ((), False)

    def _of_kind(self, items: Iterable[Item], kind: str) -> tuple[Item, ...]:
        weapons = Names(weapon.name for weapon in self.sheet.weapons if kind in ("", weapon.kind))
        return tuple(item for item in items if weapons.find(item.name))

    def _joined(self, items: Sequence[Item], carried: Names) -> tuple[tuple[Item, ...], str | None]:
        """Items under the names of what is carried. A name that an "and" parted is one again, one that it
        joins is taken apart."""
        out: list[Item] = []
        left = list(items)
        while left:
            item = left[0]
            longer = (n for n in range(len(left), 1, -1) if self._whole(left[:n], carried))
            if found := self._one(item.name, carried):
                out.append(Item(found, item.count))
                left = left[1:]
            elif several := next(longer, 0):
                out.append(Item(self._whole(left[:several], carried) or "", 1))
                left = left[several:]
            elif parts := self._parts(item.name, carried):
                out += (Item(part) for part in parts)
                left = left[1:]
            else:
                return (), item.name
        return tuple(out), None

    def _whole(self, items: Sequence[Item], carried: Names) -> str | None:
        name = " and ".join(item.name for item in items)
        found = carried.find(name) or closest(name, [other for other in carried if " and " in other])
        return self._taken(name, found) if found else None

    def _parts(self, name: str, carried: Names) -> list[str]:
        found = [self._one(part, carried) for part in _AND.split(name)]
        known = [part for part in found if part]
        return known if len(known) == len(found) > 1 else []

    def _one(self, name: str, carried: Names) -> str | None:
        """The thing carried that a name means; two names that the card has both are two things."""
        plain = name
        while found := _LEAD.match(plain):
            plain = plain[found.end() :]
        known = carried.find(name) or carried.find(plain)
        few = list(carried) if len(carried) <= MOST else []
        alike = [] if known else [other for other in few if letters(other) == letters(plain)]
        if known or alike:
            return self._taken(name, known or alike[0])
        own = self.listed.find(plain)
        others = [other for other in few if not (own and self.listed.find(other))]
        meant = closest(plain, others) or (_longer(plain, others) if self.sheet.weapons else None)
        return self._taken(name, meant) if meant else None

    def _all(self, asked: tuple[str, ...], carried: Names | None) -> tuple[str, ...]:
        """What a model must carry: a name that joins two asks for both."""
        if carried is None:
            return asked
        out: list[str] = []
        for name in asked:
            found = self._one(name, carried)
            out += [found] if found else self._parts(name, carried) or [name]
        return tuple(out)

    def _any(self, barred: tuple[str, ...], option: Option) -> tuple[str, ...]:
        """Of what a model may carry nothing: of a whole class of weapons, none of them."""
        carried = self._carried(option)
        if carried is None:
            return barred
        out: list[str] = []
        for name in barred:
            every = tuple(Item(other) for other in carried)
            found = None if carried.find(name) else _CLASS.fullmatch(name)
            of_class = self._of_kind(every, (found["kind"] or "").casefold()) if found else ()
            out += [item.name for item in of_class] or [self._one(name, carried) or name]
        return tuple(out)


def _longer(name: str, others: Iterable[str]) -> str | None:
    """The only one of other names that has all the words of a name and one more, or one less."""
    own = words(name)
    found = [
        other
        for other in others
        if abs(len(words(other)) - len(own)) == 1
        and len(set(own) & set(words(other))) >= _SHARED
        and (set(own) <= set(words(other)) or set(words(other)) <= set(own))
    ]
    return found[0] if len(found) == 1 else None
