"""A question as the query of a link, and back: readable, and only what differs from the defaults.

>>> from warbook.queries import Question, Side
>>> question = Question(Side("Tormentors", models=10), Side("Immortals"), revision="2025-06")
>>> query(question)
'attacker=Tormentors&attacker.models=10&target=Immortals&revision=2025-06'
>>> read(query(question)) == question
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Protocol
from urllib.parse import parse_qsl, quote, urlencode

import msgspec

from warbook.errors import InputError
from warbook.queries import Question
from warbook.rules.engagement import Situation
from warbook.web.fields import misfit, twice

NAMES = {"attacker.name": "attacker", "target.name": "target", "plays": "with"}
"""Fields of a question that a link calls otherwise."""
SEVERAL = (
    "loadout",
    "weapons",
    "profiles",
    "plays",
    "order",
    "near",
    "leader_loadout",
    "second_leader_loadout",
    "holding",
    "modifiers",
    "then",
    "keywords",
    "arms",
    "abilities",
)
PACKED = ("then", "arms")
"""Fields whose values are values of several fields themselves."""
SITUATION = "situation."


def query(question: Question) -> str:
    """The link's part after the question mark."""
    return urlencode(list(_flat(question)))


def read(text: str) -> Question:
    """The question of a link. Raises InputError for a field that there is not, or a value that does not fit."""
    return _read(text, {})


def begun(text: str) -> Question:
    """The same of a link that may still lack a unit: its name is then empty."""
    return _read(text, {"attacker": {"name": ""}, "target": {"name": ""}})


def _read(text: str, tree: dict[str, Any]) -> Question:
    for key, value in parse_qsl(text, keep_blank_values=True):
        _put(tree, _field(key), value)
    try:
        return msgspec.convert(tree, Question, strict=False)
    except msgspec.ValidationError as fault:
        raise misfit(fault, "link") from None


def _flat(question: Question) -> Iterator[tuple[str, str]]:
    for name in question.__struct_fields__:
        yield from _fields(name, getattr(question, name), _default(question, name))


def _fields(name: str, value: Any, default: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from _fields(f"{name}.{field}", getattr(value, field), _default(value, field))
    elif value != default:
        written = NAMES.get(name, name.removeprefix(SITUATION))
        values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        yield from ((written, _text(each)) for each in values)


def _default(value: msgspec.Struct, field: str) -> Any:
    """What a field is where nothing is said of it."""
    info = _infos(type(value))[field]
    if info.default_factory is not msgspec.NODEFAULT:
        return info.default_factory()
    return info.default


@cache
def _infos(kind: type[msgspec.Struct]) -> dict[str, msgspec.structs.FieldInfo]:
    """What is known of a struct's fields, which takes long to find out."""
    return {each.name: each for each in msgspec.structs.fields(kind)}


def _text(value: Any) -> str:
    if isinstance(value, msgspec.Struct):
        return urlencode([pair for name in value.__struct_fields__ for pair in _part(value, name)])
    return "1" if value is True else f"{value:g}" if isinstance(value, float) else str(value)


def _part(value: msgspec.Struct, name: str) -> Iterator[tuple[str, str]]:
    """A field of a value that is packed into one."""
    return _fields(name, getattr(value, name), _default(value, name))


def _unpacked(value: str) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, each in parse_qsl(value, keep_blank_values=True):
        _put(tree, key, each)
    return tree


def _field(key: str) -> str:
    """The field of a question that a link's key means."""
    names = {written: field for field, written in NAMES.items()}
    if key in names:
        return names[key]
    return f"{SITUATION}{key}" if key in _of_situation() else key


def _of_situation() -> tuple[str, ...]:
    return Situation.__struct_fields__


def _put(tree: dict[str, Any], field: str, value: str) -> None:
    """Put a value where a field tells. Raises InputError where another field left no room for it, or it has
    another value already."""
    *path, name = field.split(".")
    for part in path:
        tree = tree.setdefault(part, {})
        if not isinstance(tree, dict):
            raise _conflict(field)
    if isinstance(tree.get(name), dict):
        raise _conflict(field)
    if name in SEVERAL:
        tree.setdefault(name, []).append(_unpacked(value) if name in PACKED else value)
    elif tree.setdefault(name, value) not in ("", value):
        raise twice(field)
    else:
        tree[name] = value


def _conflict(field: str) -> InputError:
    return InputError("link", field[:80], "expected one value, or values of its parts; there are both")


class Unit(Protocol):
    """What tells a unit's page: a sheet, or what the library tells of one."""

    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...
    @property
    def system(self) -> str: ...


def sheet(unit: Unit) -> str:
    """The address of a unit's page."""
    return "/sheet/" + "/".join(quote(part, safe="") for part in (unit.system, unit.faction, unit.name))


def faction(system: str, name: str) -> str:
    """The address of a faction's page."""
    return f"/faction/{quote(system, safe='')}/{quote(name, safe='')}"


def stratagems(system: str, faction: str = "", detachment: str = "") -> str:
    """The address of the plays of a game, of a faction or of one of its detachments, by phase."""
    asked = {"system": system, "faction": faction, "detachment": detachment}
    return f"/stratagems?{urlencode({name: value for name, value in asked.items() if value})}"
