"""Statlines and weapon profiles of exports: values as a card prints them, and what does not fit there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from warbook.importers.names import Names, key
from warbook.importers.weapons import each_once
from warbook.sheets.document import normalise
from warbook.sheets.sheet import Weapon, WeaponProfile

Kind = Literal["ranged", "melee"]

SKILL: dict[Kind, str] = {"ranged": "BS", "melee": "WS"}
_DICE = r"\d*D[36](?:\+\d+)?|\d+"
_FORMS = {
    "range": r'\d+"|Melee|N/A', "A": _DICE, "BS": r"[2-6]\+|N/A", "WS": r"[2-6]\+|N/A", "S": _DICE,
    "AP": r"0|-\d", "D": _DICE,
    "M": r'\d+\+?"|-', "T": r"\d+", "Sv": r"[2-9]\+", "W": r"\d+", "Ld": r"\d+\+", "OC": r"\d+",
}  # fmt: skip
_MARKS = {"range": '"', "M": '"', "BS": "+", "WS": "+", "Sv": "+", "Ld": "+"}
_DIE = re.compile(r"\bd(?=\d)|(?<=\d)d(?=\d)")
_MODE = re.compile(r"\s*[–—]\s*|\s-\s")
_APART = re.compile(r"[,;]|\.(?=\s|$)")


class Line(msgspec.Struct, frozen=True):
    """One row of a weapon table as an export has it. Rows of one ``group`` are profiles of one weapon."""

    name: str
    kind: Kind
    values: Mapping[str, str]
    abilities: Sequence[str] = ()
    group: int | None = None


class Save(msgspec.Struct, frozen=True):
    """Which models always have an invulnerable save: all of them, or those ``named``; ``against`` is one that
    all have against some attacks alone, with the sort of them."""

    value: str | None
    named: tuple[str, ...] | None = None
    doubt: str | None = None
    against: tuple[int, Kind] | None = None


def printed(values: Mapping[str, str], what: str, doubts: list[str]) -> dict[str, str]:
    """Values as a card prints them; a footnote's star goes, and what no card has there is told."""
    out = {}
    for head, value in values.items():
        text = _value(head, value)
        starred = text.rstrip("*")
        if starred != text:
            doubts.append(f"{what}: a footnote binds its {head} of {starred}")
        if starred and not re.fullmatch(_FORMS[head], starred):
            doubts.append(f"{what}: {head} of {starred[:20]!r} is no value of that kind")
        if starred:
            out[head] = starred
    return out


def _value(head: str, value: str) -> str:
    text = _DIE.sub("D", normalise(value).replace("–", "-").strip())
    if text.casefold() in ("melee", "n/a"):
        return "Melee" if text.casefold() == "melee" else "N/A"
    if head in _MARKS and (plain := text.rstrip("*")).isdecimal():
        return plain + _MARKS[head] + text[len(plain) :]
    return "0" if head == "AP" and text == "-0" else text


def as_weapons(rows: Sequence[Line], doubts: list[str], lost: list[str]) -> tuple[Weapon, ...]:
    """Rows as weapons: those of one group, and those that share the name before a dash, are one weapon."""
    sizes: dict[int | None, int] = {}
    for row in rows:
        sizes[row.group] = sizes.get(row.group, 0) + 1
    shared: dict[tuple[object, ...], list[tuple[Line, str, str | None]]] = {}
    for place, row in enumerate(rows):
        base, mode = _split(row)
        several = row.group is not None and sizes[row.group] > 1
        which = (row.group,) if several else (key(base),) if mode else (place, "alone")
        shared.setdefault((row.kind, *which), []).append((row, base, mode))
    return tuple(each_once(_weapon(members, doubts, lost) for members in shared.values()))


def _split(row: Line) -> tuple[str, str | None]:
    """A weapon's name and its mode; "ranged" and "melee" tell two weapons of a name apart and are no modes."""
    base, *rest = _MODE.split(normalise(row.name).lstrip("➤►▸ ").strip(), maxsplit=1)
    mode = rest[0].strip() if rest and base else ""
    return base or normalise(row.name).strip(), None if not mode or mode.casefold() == row.kind else mode


def _weapon(members: Sequence[tuple[Line, str, str | None]], doubts: list[str], lost: list[str]) -> Weapon:
    name = members[0][1]
    profiles = []
    for row, base, mode in members:
        whole = f"{base} – {mode}" if mode else base
        values = printed(row.values, whole, doubts)
        lost.extend(f"{whole}: its {head}" for head in row.values if head not in values)
        called = whole if len(members) == 1 else mode or base
        profiles.append(WeaponProfile(called, values, _abilities(row.abilities)))
    return Weapon(name, members[0][0].kind, tuple(profiles))


def _abilities(listed: Sequence[str]) -> tuple[str, ...]:
    """Abilities in lower case, their dice in capitals, each once."""
    names = (part.strip(" []") for text in listed for part in _APART.split(normalise(text)))
    return tuple(dict.fromkeys(_DIE.sub("D", name.casefold()) for name in names if name))


_AGAINST = re.compile(r"\bagainst\b|\bif\b|\bwhile\b|\bsee\b", re.IGNORECASE)
_BETTER = re.compile(
    r"(?:(?:The|This) invulnerable save(?: that .{2,40} have)?|It) is improved to (?:an? )?\d\+.*"
)
_SOMETIMES = re.compile(
    r"(?:(?:This model has|Models in this unit have) an? )?(\d)\+(?: invulnerable save)? against .+",
    re.IGNORECASE,
)
_SORT = re.compile(r"(?:.*?\b(\d)\+.*? )?against (ranged|melee) attacks(?: only)?", re.IGNORECASE)
_NO_REROLL = re.compile(r"You cannot re-roll invulnerable saving throws made for this (?:model|unit)\b.*")
_ELSEWHERE = re.compile(r"See .+ ability(?: \(\w+\))?", re.IGNORECASE)
"""That an ability tells more of a save, which does not make it less of one."""
_ONLY = re.compile(r"(.+?)(?: models?)? only", re.IGNORECASE)
_BUT = re.compile(r"Excluding (?:the )?(.+)", re.IGNORECASE)


def _of_sort(text: str) -> Kind:
    return "ranged" if text.casefold() == "ranged" else "melee"


def read_save(value: str, note: str, models: Names) -> Save:
    """Whom an invulnerable save of ``value`` protects always, with ``note`` as its footnote."""
    figure = value.strip(" *+")
    said = normalise(note).strip(" *.")
    sort = _SORT.fullmatch(said)
    if not figure and sort and sort[1]:
        return Save(None, (), None, (int(sort[1]), _of_sort(sort[2])))
    if not figure.isdecimal() or not 2 <= int(figure) <= 6:
        return Save(None, (), f"an invulnerable save that holds only sometimes: {said}" if said else None)
    save = f"{figure}+"
    if sort and 2 <= (needs := int(sort[1] or figure)) <= int(figure):
        always = save if needs < int(figure) else None
        return Save(always, None if always else (), None, (needs, _of_sort(sort[2])))
    if not said and "*" not in value:
        return Save(save)
    if _is_better(said, int(figure)) or _NO_REROLL.fullmatch(said) or _ELSEWHERE.fullmatch(said):
        return Save(save, None, f"the invulnerable save of {save} has a footnote: {said}")
    if not _AGAINST.search(said) and (named := _named(said, models)):
        return Save(save, named)
    return Save(None, (), f"the invulnerable save of {save} holds only sometimes: {said or 'no footnote'}")


def _is_better(said: str, figure: int) -> bool:
    """Whether a footnote only tells when the save is better than the one that is always there."""
    better = _SOMETIMES.fullmatch(said)
    return _BETTER.fullmatch(said) is not None or (better is not None and int(better.group(1)) < figure)


def _named(said: str, models: Names) -> tuple[str, ...]:
    """The models that a footnote names, or all but one."""
    if only := _ONLY.fullmatch(said):
        parts = re.split(r", | and ", only.group(1))
        found = [models.find(re.sub(r"\(.*\)", "", part).strip()) for part in parts]
        return tuple(name for name in found if name) if all(found) else ()
    if (but := _BUT.fullmatch(said)) and (left := models.find(but.group(1))):
        return tuple(name for name in models if name != left)
    return ()
