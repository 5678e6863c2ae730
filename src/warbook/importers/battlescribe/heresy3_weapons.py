"""The weapons of a Horus Heresy unit: profiles as they are printed, those of one weapon together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from warbook.importers.battlescribe.heresy3_plays import is_play, play_name
from warbook.importers.battlescribe.heresy3_profiles import (
    RULES,
    TRAITS,
    WEAPON,
    Kind,
    Profiles,
    kinds_of,
    said,
    valued,
)  # fmt: skip
from warbook.importers.battlescribe.heresy3_rules import RuleNames, listed
from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.kinds import singular
from warbook.importers.battlescribe.selections import Selection
from warbook.importers.names import key
from warbook.sheets.document import normalise
from warbook.sheets.sheet import Weapon, WeaponProfile

_PLACE = re.compile(r"^\d+\)\s*")
_MODES = (
    re.compile(r"^(?P<base>.+?)\s+[–—-]\s*(?P<mode>\S.*)$"),
    re.compile(r"^(?P<base>.+?)\s*\((?P<mode>[^()]+)\)$"),
    re.compile(r"^(?P<base>.+?)\s+(?P<mode>[<>≤≥]?\s?\d+(?:\s?-\s?\d+)?)[\"”]?$"),
)
_MOUNT = re.compile(
    r"^(?:(?P<number>two|three|four|[2-9]x?)\s+)?"
    r"(?P<mount>hull|turret|sponson|pintle|centreline|co-?axial|arm|carapace|shoulder|nose|wing|tail)"
    r"(?:\s*(?P<where>\([^()]*\)))?[ -]mounted(?:\s*\([^()]*\))?\s+",
    re.IGNORECASE,
)
_BELOW = re.compile(r"\b(?:following|below) profile|\bprofile (?:listed |given |shown )?below", re.IGNORECASE)
_SORTS = frozenset(("ranged", "melee"))
_PLACES = frozenset(("ranged", "range", "melee"))
"""What stands in place of a value in the half of a profile that a weapon has not."""
_DIE = re.compile(r"(?<=\d)d(?=\d)|\bd(?=\d)")
_DASHES = re.compile(r"[–—−]")
_FORMS = {
    "R": r"[<>]?\d+(?:-\d+)?|Template|-", "FP": r"\d*D[36](?:[+-]\d+)?|\d+(?:\+\d*D[36])?|-", "RS": r"\d+|-",
    "IM": r"I|[+-]?\d+|-", "AM": r"A|[+-]?\d+(?:\+\d*D[36])?|\d*D[36]|x\d|-", "SM": r"S|[+-]?\d+|x\d|-",
    "AP": r"[1-7]|-", "D": r"\d+|\d*D[36](?:\+\d+)?|-",
}  # fmt: skip


class Line(msgspec.Struct, frozen=True):
    """One profile with the weapon that it belongs to and its ``mode``, empty where it is the only one."""

    weapon: str
    mode: str
    kind: Kind
    profile: WeaponProfile
    reaction: bool


class Weapons:
    """Reads the weapons of one unit; what was corrected or is no value of its kind is told."""

    def __init__(self, profiles: Profiles, rules: RuleNames, doubts: list[str]) -> None:
        self.profiles = profiles
        self.rules = rules
        self.doubts = doubts
        self.lost: dict[str, None] = {}
        self.mounts: dict[str, str] = {}
        self._uses = [info for one in self._all() for info in profiles.of(one) if is_play(info)]
        self._lines: dict[int, list[Line]] = {}

    def _all(self) -> list[Selection]:
        return [self.profiles.unit, *self.profiles.unit.below()]

    def of_unit(self) -> tuple[Weapon, ...]:
        """Every weapon that the unit could carry, ranged ones first, each once."""
        lines = [line for one in self._all() for line in self.lines(one)]
        shared: dict[tuple[str, str, bool], list[Line]] = {}
        for line in lines:
            shared.setdefault((line.kind, key(line.weapon), line.reaction), []).append(line)
        weapons = [weapon for same in shared.values() for weapon in self._weapons(same)]
        return tuple(sorted(weapons, key=lambda weapon: weapon.kind != "ranged"))

    def _weapons(self, lines: Sequence[Line]) -> Iterator[Weapon]:
        """One weapon of lines that share its name; another version of a profile is a weapon of its own."""
        left: list[Line] = []
        for line in lines:
            if not any(_same(line, other) for other in left):
                left.append(line)
        told = False
        while left:
            taken: dict[str, Line] = {}
            for line in left:
                taken.setdefault(key(line.mode), line)
            first = left[0]
            if told:
                self.doubts.append(f"{first.weapon}: the unit has it with other values, too")
            yield Weapon(
                first.weapon, first.kind, tuple(line.profile for line in taken.values()), first.reaction
            )
            left = [line for line in left if line is not taken[key(line.mode)]]
            told = True

    def lines(self, selection: Selection) -> list[Line]:
        """The profiles of weapons that a selection itself has."""
        if id(selection) not in self._lines:
            self._lines[id(selection)] = list(self._read(selection))
        return self._lines[id(selection)]

    def names(self, selection: Selection) -> list[str]:
        """The names of a selection's weapons, each once, without those that only a reaction uses."""
        return list(dict.fromkeys(line.weapon for line in self.lines(selection) if not line.reaction))

    def _read(self, selection: Selection) -> Iterator[Line]:
        infos = self.profiles.weapons(selection)
        for info in infos:
            if not any(value.strip() for value in info.values.values()):
                self.lost.setdefault(f"{info.name}: its profile")
                continue
            for kind in kinds_of(info):
                several = [other for other in infos if kind in kinds_of(other)]
                weapon, mode = _named(info.name, [other.name for other in several], selection)
                if mount := _MOUNT.match(_tidy(info.name)) or _MOUNT.match(selection.name):
                    self.mounts.setdefault(weapon, _mount(mount))
                use = self._use(info, selection)
                weapon = weapon if use is None or mode else self._spelt(weapon, use)
                profile = self._profile(info, kind, mode or weapon, selection)
                yield Line(weapon, mode, kind, profile, use is not None)

    def _profile(self, info: Info, kind: Kind, name: str, selection: Selection) -> WeaponProfile:
        values = valued(info)
        printed = {head: _value(head, values.get(head, "")) for head in WEAPON[kind]}
        for head, value in printed.items():
            if not value:
                self.lost.setdefault(f"{name}: its {head}")
            elif not re.fullmatch(_FORMS[head], value):
                self.doubts.append(f"{info.name}: {head} of {value[:20]!r} is no value of that kind")
        rules, traits = listed(values.get(RULES, "")), listed(values.get(TRAITS, ""))
        if RULES not in values:
            rules, traits = self._beside(selection)
        return WeaponProfile(
            name,
            {head: value for head, value in printed.items() if value},
            tuple(dict.fromkeys(self.rules.spelt(rule, self.doubts) for rule in rules)),
            tuple(dict.fromkeys(traits)),
        )

    def _beside(self, selection: Selection) -> tuple[list[str], list[str]]:
        """The rules and traits of a weapon whose profile has no place for them: rules beside it, categories."""
        rules = [rule.name for rule in self.profiles.rules(selection)]
        named = self.profiles.reading.categories(selection)
        rules += [name for name in named if self.rules.is_rule(name)]
        return rules, [name for name in named if not self.rules.is_rule(name)]

    def _use(self, info: Info, selection: Selection) -> Info | None:
        """The reaction or Gambit of the unit that alone makes use of a profile.

        Its text names the profile as the one to use, it has its name, or it stands beside it and speaks of it.
        """
        beside = (one for one in self.profiles.of(selection) if is_play(one) and _shows(one, info.name))
        return next(beside, None) or next((use for use in self._uses if _uses(use, info.name)), None)

    def _spelt(self, weapon: str, use: Info) -> str:
        """A weapon's name as the play of that name spells it."""
        name = play_name(use)
        if key(name) != key(weapon) and _alike(key(name), key(weapon)):
            self.doubts.append(f"{weapon}: taken for {name}, which makes use of it")
            return name
        return weapon


def _shows(use: Info, weapon: str) -> bool:
    """Whether a play speaks of the weapon that stands beside it: by its name, or as the profile below."""
    told = f" {key(use.name)} {key(said(use))} "
    return f" {key(weapon)} " in told or _BELOW.search(said(use)) is not None


def _uses(use: Info, weapon: str) -> bool:
    name = key(weapon)
    if not name:
        return False
    return _alike(key(play_name(use)), name) or f" {name} profile " in f" {key(said(use))} "


def _alike(one: str, other: str) -> bool:
    """Whether two names are one, but for a letter or two of a long one."""
    from rapidfuzz.distance import Levenshtein

    return one == other or (min(len(one), len(other)) > 10 and Levenshtein.distance(one, other) <= 2)


def _same(one: Line, other: Line) -> bool:
    """Whether two lines are one profile, though one may be written for several of the weapon."""
    first, second = one.profile, other.profile
    facts = first.characteristics == second.characteristics and first.traits == second.traits
    return facts and first.abilities == second.abilities and key(one.mode) == key(other.mode)


def _bare(name: str) -> str:
    """A profile's name without its place in a list and without its mount; of several, that of one."""
    plain = _tidy(name)
    mount = _MOUNT.match(plain)
    if mount is None:
        return plain
    rest = plain[mount.end() :]
    several = mount["number"] or mount["mount"].casefold() == "sponson"
    return singular(rest) if several else rest


def _named(name: str, several: Sequence[str], selection: Selection) -> tuple[str, str]:
    """A profile's weapon and mode: of several profiles that share a name, what they do not share.

    Of several that share none, the entry that holds them is the weapon.
    """
    bare = _bare(name)
    base, mode = _split(bare)
    if mode.casefold() in _SORTS:
        return base, ""
    if len(several) < 2:
        return bare, ""
    bases = {key(_split(_bare(other))[0]) for other in several}
    if len(bases) == 1 and mode:
        return base, mode
    holder = _bare(selection.entry.nodes[-1].name)
    if selection.type != "upgrade" or not holder:
        return bare, ""
    more = bare[len(holder) :].strip(" -–()") if bare.casefold().startswith(holder.casefold()) else ""
    return holder, more or bare


def _mount(found: re.Match[str]) -> str:
    """A mount as notes have it: "turret", "hull (front)", "sponsons" of several."""
    name = " ".join(filter(None, (found["mount"], found["where"]))).casefold()
    return f"{name}s" if found["number"] and not found["where"] else name


def _tidy(name: str) -> str:
    return _PLACE.sub("", " ".join(normalise(name).split()))


def _split(name: str) -> tuple[str, str]:
    for form in _MODES:
        if found := form.match(name):
            return found["base"].strip(), found["mode"].strip()
    return name, ""


def _value(head: str, text: str) -> str:
    """A characteristic as it is printed: capital letters, plain dashes, no sign of inches."""
    plain = "".join(_DIE.sub("D", _DASHES.sub("-", normalise(text))).split()).rstrip('*"”')
    if plain.casefold() in _PLACES:
        return ""
    if head == "R":
        return "Template" if plain.casefold() == "template" else plain
    if len(plain) == 1:
        return plain.upper()
    return plain.replace("X", "x").replace("×", "x")
