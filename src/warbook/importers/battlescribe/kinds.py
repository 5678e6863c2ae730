"""The kinds of models in a unit, though a catalogue often has an entry for each way to arm one.

Entries of models in one group are the same kind where their names differ only in what they carry, or where the
group alone says how many there are; a model that must be there is a kind of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from warbook.importers.battlescribe.selections import UNLIMITED, Selection, held

_ARMED = re.compile(r"\s+(?:w/|with\b|[-–]\s|[(\[]).*$")
_COUNT = re.compile(r"^\d+(?:\s*[-–]\s*\d+)?\s*x?\s+|\s*[(\[]\d+[^)\]]*[)\]]$")


class Kind(msgspec.Struct, eq=False):
    """Models of one kind: ``variants`` are the entries for them, the first is what the unit has by default."""

    name: str
    variants: list[Selection]
    least: int
    most: int

    @property
    def usual(self) -> Selection:
        return self.variants[0]


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
    return [_kind(variants) for variants in found]


def _same(one: Selection, other: Selection) -> bool:
    if one.parent is None or one.parent is not other.parent:
        return False
    if bare_name(one.name) == bare_name(other.name):
        return True
    group = one.parent
    bounded = group.is_group and group.least > 0 and group.most < UNLIMITED
    return bounded and not one.least and not other.least


def bare_name(name: str) -> str:
    """A model's name without what it carries.

    >>> bare_name("Mole w/ heavy drill"), bare_name("Mole (drill)")
    ('Mole', 'Mole')
    """
    return _ARMED.sub("", name) or name


def _kind(variants: list[Selection]) -> Kind:
    usual = next((one for one in variants if one.number), variants[0])
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


def _numbers(variants: list[Selection]) -> tuple[int, int]:
    """The least and the most of these models, by their own bounds and those of the groups around them."""
    outer = 1.0
    for near in variants[0].above():
        outer *= max(near.number, 1.0)
    least = sum(one.number for one in variants)
    most = sum(one.most for one in variants)
    group = variants[0].parent
    while group is not None and group.is_group:
        others = held(group) - least
        most = min(most, group.most - others)
        group = group.parent
    optional = not any(near.number for near in variants[0].above()) and variants[0].parent is not None
    most = max(most, least) if most < UNLIMITED / 2 else max(least, 1.0)
    return (0 if optional else int(least * outer), int(most * outer))
