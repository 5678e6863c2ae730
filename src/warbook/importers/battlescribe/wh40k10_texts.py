"""The named texts of a 40k unit: abilities, invulnerable saves, the damaged bracket, transport and leaders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from warbook.importers.battlescribe.infos import Info
from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.reading import Reading
from warbook.importers.battlescribe.selections import Selection
from warbook.importers.battlescribe.wh40k10_marks import categories, said, shown
from warbook.importers.battlescribe.wh40k10_profiles import Profiles, is_transport, weapon_abilities
from warbook.importers.ledger import Ledger
from warbook.importers.markup import lines
from warbook.importers.names import Names
from warbook.importers.shields import (
    Shield,
    bearer_save,
    is_everyone,
    model_named,
    named_save,
    read_shield,
    save_against,
)
from warbook.importers.wh40k10_leader import read_leader
from warbook.importers.wh40k10_profiles import read_save
from warbook.importers.wh40k10_transport import read_transport
from warbook.importers.wh40k10_unit import read_damaged
from warbook.sheets.document import Piece
from warbook.sheets.sheet import Ability, Damaged, Note, Transport

_SAVE_NAME = re.compile(r"invulnerable save\b", re.IGNORECASE)
_FOOTNOTED = re.compile(r"(?P<value>[2-6]\+)\s*\*\s*(?P<note>\S.*)", re.DOTALL)
_DAMAGED = re.compile(r"damaged\b\D*(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?", re.IGNORECASE)
_LEADER = re.compile(r"leader", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\s+\((.+) models? only\)$", re.IGNORECASE)


class Texts:
    """Reads everything that a unit's profiles say in words.

    ``save`` is the invulnerable save of all models, ``saves`` those of single kinds; one that holds only
    sometimes stays an ability.
    """

    def __init__(
        self, reading: Reading, profiles: Profiles, kinds: Sequence[Kind], factions: Sequence[str]
    ) -> None:
        self.reading = reading
        self.profiles = profiles
        self.kinds = kinds
        self.unit = profiles.unit
        self._groups = [
            one
            for one in self.unit.children
            if one.is_group and any(near.type == "model" for near in one.inside())
        ]
        self.factions = factions
        self.save: str | None = None
        self.saves: dict[str, str] = {}
        self.damaged: Damaged | None = None
        self.transport: Transport | None = None
        self.leads: tuple[str, ...] = ()
        self.doubts: list[str] = []
        self._notes: dict[Note, None] = {}
        self._abilities: dict[tuple[str, str, str | None], Ability] = {}
        self._read()

    def abilities(self) -> tuple[Ability, ...]:
        """The unit's abilities: core ones, the faction's, its own, those of wargear."""
        order = ("core", "faction", "datasheet", "wargear")
        return tuple(sorted(self._abilities.values(), key=lambda ability: order.index(ability.group)))

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(self._notes)

    def _read(self) -> None:
        for info in self._rules(self.unit):
            self._rule(info)
        for info in self.profiles.of(self.unit):
            if is_transport(info):
                self._transport(next(iter(info.values.values())))
        for info in self.profiles.texts(self.unit):
            self._text(info, None)
        for kind in self.kinds:
            if kind.usual is not self.unit:
                self._of_kind(kind)
        for group in self._groups:
            for info in self.profiles.texts(group):
                self._text(info, None)
        for one in self.unit.below():
            if one.type not in ("model", "unit"):
                self._wargear(one)
            for info in self.profiles.borne(one):
                self._add(Ability(info.name, "wargear", said(_body(info)) or None))

    def _of_kind(self, kind: Kind) -> None:
        before = set(self._abilities)
        for info in self._rules(kind.usual):
            self._rule(info)
        borne = {info.id for info in self.profiles.borne(kind.usual)}
        for info in self.profiles.texts(kind.usual):
            if info.id not in borne:
                self._text(info, kind)
        new = [ability for key, ability in self._abilities.items() if key not in before]
        for ability in new if len(self.kinds) > 1 else ():
            self._notes.setdefault(Note(ability.name, f"{kind.name} only"))

    def _rules(self, selection: Selection) -> Iterator[Info]:
        """Its rules without those that only explain abilities of weapons."""
        weapons = weapon_abilities(self.reading.library)
        return (info for info in self.profiles.rules(selection) if info.name.casefold() not in weapons)

    def _rule(self, info: Info) -> None:
        """A rule that the sheet names: the game's own are core abilities, the catalogue's the faction's."""
        root = info.owner.root
        shared = any(info.id == node.id for row in ("rules", "sharedRules") for node in root.children(row))
        name = info.name
        if found := _FOOTNOTE.search(name):
            name = _FOOTNOTE.sub("", name)
            self._notes.setdefault(Note(name, f"{found.group(1)} only"))
        group: str = "core" if info.owner.is_system else "faction" if shared else "datasheet"
        self._add(Ability(name, group, self._said(info.text) or None))  # type: ignore[arg-type]

    def _text(self, info: Info, kind: Kind | None) -> None:
        text = _body(info)
        if _SAVE_NAME.match(info.name):
            if self._invulnerable(shown(text), kind):
                return
            first, _, rest = self._said(text).partition(". ")
            if rest and self._invulnerable(first, kind):
                text = rest
        if (span := _DAMAGED.match(info.name)) and self.damaged is None:
            self._damaged(span, text)
        elif _LEADER.fullmatch(info.name.strip()):
            self._leader(text)
        else:
            self._add(Ability(info.name, "datasheet", self._said(text) or None))

    def _said(self, text: str) -> str:
        return said(text, categories(self.reading))

    def _add(self, ability: Ability) -> None:
        self._abilities.setdefault((ability.name, ability.group, ability.text), ability)

    def _invulnerable(self, text: str, kind: Kind | None) -> bool:
        """Takes in a save that holds at all times; false for any other."""
        if footnoted := _FOOTNOTED.fullmatch(text.strip()):
            return self._with_footnote(footnoted["value"], footnoted["note"])
        found = read_shield(text)
        if found is None or found.against:
            return found is not None and self._against(found, kind)
        names = Names(one.name for one in self.kinds)
        named = names.find(model_named(found.who))
        if found.excluded is not None:
            left = names.find(model_named(found.excluded))
            others = [one.name for one in self.kinds if one.name != left] if left else []
            self.saves.update(dict.fromkeys(others, found.value))
            return bool(others) and is_everyone(found.who)
        if is_everyone(found.who) or (kind is None and Names([self.unit.name]).find(model_named(found.who))):
            if kind is None:
                self.save = found.value
            else:
                self.saves[kind.name] = found.value
            return True
        if named:
            self.saves[named] = found.value
        return named is not None

    def _against(self, shield: Shield, kind: Kind | None) -> bool:
        """Takes in a save against some attacks that only one kind of the unit's models has."""
        if kind is None or len(self.kinds) == 1 or shield.against is None or not is_everyone(shield.who):
            return False
        name = f"Invulnerable save {shield.value} against {shield.against} attacks"
        effects = named_save(int(shield.value.rstrip("+")), kind.name, shield.against)
        self._add(Ability(name, "datasheet", effects=effects))
        return True

    def _with_footnote(self, value: str, note: str) -> bool:
        """Takes in a save whose footnote says whose it is, or against which attacks."""
        found = read_save(value, note, Names(one.name for one in self.kinds))
        if found.against:
            self._add(save_against(*found.against))
        if found.value and found.named is None:
            self.save = found.value
        self.saves.update(dict.fromkeys(found.named or (), found.value or value))
        return found.doubt is None and bool(found.against or found.value)

    def _damaged(self, span: re.Match[str], text: str) -> None:
        heading = f"DAMAGED: {span.group(1)}-{span.group(2) or span.group(1)} WOUNDS REMAINING"
        ledger = Ledger([Piece("heading", heading, 1), *lines(" ".join(shown(text).split("\n")), 2)])
        found = read_damaged(ledger, 0, len(ledger.pieces))
        self._take(ledger, "damaged")
        if found is not None:
            if found.hit is None:
                self.doubts.append(f"damaged: not understood: {(found.text or 'no text')[:60]}")
            self.damaged = msgspec.structs.replace(found, lines=None)

    def _leader(self, text: str) -> None:
        ledger = Ledger([Piece("heading", "LEADER", 1), *lines(shown(text), 2)])
        self.leads = tuple(read_leader(ledger, 0, len(ledger.pieces)))
        self._take(ledger, "leader")

    def _transport(self, text: str) -> None:
        told = shown(text)
        ledger = Ledger([Piece("heading", "TRANSPORT", 1), *lines(told, 2)])
        found = read_transport(ledger, 0, len(ledger.pieces), self.factions)
        self._take(ledger, "transport")
        if found is None:
            self._notes.setdefault(Note("transport", told))
            return
        self.doubts.extend(f"transport: not understood: {sentence[:60]}" for sentence in found.unread)
        self.transport = msgspec.structs.replace(found, lines=None)

    def _take(self, ledger: Ledger, about: str) -> None:
        for note in ledger.notes:
            self._notes.setdefault(Note(note.about, note.text))
        self.doubts.extend(f"{about}: {problem.message}" for problem in ledger.all_problems())
        self.doubts.extend(f"{about}: {missing.where} is missing" for missing in ledger.missing)

    def _wargear(self, selection: Selection) -> None:
        """What a piece of wargear does; a rule that its text does not tell is told by its name."""
        if selection in self._groups:
            return
        texts = self.profiles.texts(selection)
        for info in texts:
            text = self._said(_body(info))
            name = selection.name if _SAVE_NAME.match(info.name) else info.name
            self._add(Ability(name, "wargear", text or None, effects=_bearer_save(text)))
        if not texts and not self.profiles.weapons(selection):
            for info in self.profiles.rules(selection):
                self._add(Ability(selection.name, "wargear", info.name))


def _bearer_save(text: str) -> tuple[dict[str, Any], ...]:
    """A shield that does nothing but give its bearer an invulnerable save says so as a typed effect."""
    found = read_shield(text)
    return (
        bearer_save(found.value) if found and found.who and is_everyone(found.who) and not found.against else ()
    )


def _body(info: Info) -> str:
    """The text of a named text; one with several heads has each before its text."""
    if len(info.values) == 1:
        return next(iter(info.values.values()))
    return "\n".join(f"{head}: {value}" for head, value in info.values.items() if value.strip())
