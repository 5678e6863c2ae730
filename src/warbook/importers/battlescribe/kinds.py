"""The kinds of models in a unit, though a catalogue often has an entry for each way to arm one.

Entries of models are the same kind where their names differ only in what they carry, in whichever of a unit's
groups they stand, or where their group alone says how many there are. The groups around them bound their sum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import msgspec

from warbook.importers.battlescribe.reach import reach
from warbook.importers.battlescribe.selections import UNLIMITED, Selection

_ARMED = re.compile(r"\s+(?:w/|with\b|[-–]\s|[(\[]).*$")
_COUNT = re.compile(r"^\d+(?:\s*[-–]\s*\d+)?\s*x?\s+|\s*[(\[]\d+[^)\]]*[)\]]$")


class Kind(msgspec.Struct, eq=False):
    """Models of one kind: ``variants`` are the entries for them, the first is what most have by default.

    ``least`` are in the smallest unit by default, at most ``most`` in the largest; ``fewest`` and ``highest``
    bound the kind by itself, whatever the others of its group do. ``rivals`` are entries of the same name that
    have another statline, and are a kind of their own.
    """

    name: str
    variants: list[Selection]
    least: int
    most: int
    fewest: int = 0
    highest: int = 0
    rivals: list[Selection] = []

    @property
    def usual(self) -> Selection:
        return self.variants[0]

    @property
    def number(self) -> float:
        """How many are selected for one of what they stand in."""
        return sum(one.number for one in self.variants if is_there(one))


Alike = Callable[[Selection, Selection], bool]
Test = Callable[[Selection], bool]


def is_model(selection: Selection) -> bool:
    """Whether an entry says of itself that it is a model."""
    return selection.type == "model"


def kinds(root: Selection, alike: Alike, is_model: Test = is_model) -> list[Kind]:
    """The kinds of models in a unit; one without any is itself the only one.

    Two entries may be one kind only where they are ``alike``.
    """
    found: list[list[Selection]] = []
    models = [one for one in (root, *root.below()) if is_model(one)]
    for model in models or [root]:
        same = next((near for near in found if _same(near[0], model) and alike(near[0], model)), None)
        if same is None:
            found.append([model])
        else:
            same.append(model)
    made = [_kind(variants) for variants in found]
    if not any(kind.fewest for kind in made):
        made[0].fewest = made[0].least
    return _told_apart(made)


def is_there(model: Selection) -> bool:
    """Whether what a model stands in is taken."""
    return all(near.number for near in model.above())


def _same(one: Selection, other: Selection) -> bool:
    if one.parent is None or other.parent is None or not _together(one, other):
        return False
    if _of_one_name(one, other):
        return True
    group = one.parent
    bounded = group.is_group and group.least > 0 and group.most < UNLIMITED
    if group is not other.parent or not bounded or one.least or other.least:
        return False
    return not any(0 < near.least < near.most for near in group.inside())


def _together(one: Selection, other: Selection) -> bool:
    """Whether two entries count towards one unit: nothing but groups and upgrades is around either alone."""
    around, others = list(one.above()), list(other.above())
    apart = [near for near in around if near not in others] + [near for near in others if near not in around]
    return all(near.type == "upgrade" for near in apart)


def _of_one_name(one: Selection, other: Selection) -> bool:
    """Whether two models have one name but for its number; one that tells its arms may lack first words."""
    first, second = _words(one), _words(other)
    if first == second:
        return True
    short, long = sorted((one, other), key=lambda each: len(_words(each)))
    ends = _words(long)[-len(_words(short)) :] == _words(short)
    return ends and one.parent is not None and bare_name(short.name) != short.name


def _words(model: Selection) -> list[str]:
    return singular(bare_name(model.name).casefold()).split()


def _told_apart(made: list[Kind]) -> list[Kind]:
    """Kinds of one name and several statlines: all but one get their full names, and are its rivals.

    In the sheet's numbers all are of that one, so that no unit is larger than it may be.
    """
    for kind in made:
        others = [near for near in made if near is not kind and _rivals(kind.usual, near.usual)]
        first = max((kind, *others), key=lambda near: (near.number > 0, -made.index(near)))
        if first is not kind:
            kind.name, kind.most = kind.usual.name, kind.least
            first.rivals.extend(kind.variants)
    return made


def _rivals(one: Selection, other: Selection) -> bool:
    return _together(one, other) and _words(one) == _words(other)


def bare_name(name: str) -> str:
    """A model's name without what it carries.

    >>> bare_name("Mole w/ heavy drill"), bare_name("Mole (drill)")
    ('Mole', 'Mole')
    """
    return _ARMED.sub("", name) or name


def _kind(variants: list[Selection]) -> Kind:
    taken = [one for one in variants if one.number and is_there(one)]
    usual = max(taken, key=lambda one: one.number, default=variants[0])
    ordered = [usual, *(one for one in variants if one is not usual)]
    return Kind(_name(ordered), ordered, *_numbers(ordered))


def _name(variants: list[Selection]) -> str:
    """What the models have in common: their name without arms, or their group's without its count."""
    bare = dict.fromkeys(bare_name(one.name) for one in variants)
    group = variants[0].parent
    if len(bare) == 1 or group is None:
        return variants[0].name if len(variants) == 1 and " w/ " not in variants[0].name else next(iter(bare))
    return singular(_COUNT.sub("", group.name)) or next(iter(bare))


def singular(name: str) -> str:
    """A name of several as the name of one."""
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name[:-1] if name.endswith("s") and not name.endswith("ss") else name


def _numbers(variants: list[Selection]) -> tuple[int, int, int, int]:
    """How many there are, and the bounds of these models by their own and those of the groups around them."""
    first = variants[0]
    if first.parent is None:
        return 1, 1, 1, 1
    outer = _outer(first)
    least = sum(one.number for one in variants if is_there(one))
    fewest, highest = reach(_holder(variants), variants)
    highest = max(highest, least) if highest < UNLIMITED / 2 else max(least, 1.0)
    if not is_there(first):
        return 0, int(highest * outer), 0, int(highest * outer)
    return int(least * outer), int(highest * outer), int(fewest * outer), int(highest * outer)


def _holder(variants: Sequence[Selection]) -> Selection:
    """The inmost entry that all of several models stand in."""
    return next(near for near in variants[0].above() if all(near in one.above() for one in variants))


def _outer(model: Selection) -> float:
    """How many there are of what a model stands in."""
    outer = 1.0
    for near in model.above():
        outer *= max(near.number, 1.0)
    return outer
