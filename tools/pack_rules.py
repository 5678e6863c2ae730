"""Writes the rules of the bundled packs as typed effects: names and facts, never a sentence.

    python tools/pack_rules.py ../shared/data [--check]

Rules are read by the grammar from the documents of DOCUMENTS; of a rule that several tell, the first that is
understood counts. A rule that is understood in none has what is typed by hand (``warbook.reading.by_hand``),
else it has no effects, and the program that uses the pack says so; of a play it is told when and on what it is
used.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from warbook import data, importers
from warbook.effects import to_json
from warbook.names import key
from warbook.parsing import text as texts
from warbook.reading import by_hand
from warbook.sheets.sheet import (
    Ability,
    Collection,
    Detachment,
    DetachmentRule,
    Enhancement,
    Faction,
    Play,
    Rule,
    Source,
)

PACKS = Path(data.__file__).parent
FACTIONS = {"Emperor's Children": "emperors-children", "Necrons": "necrons"}
CORE = "Core"
DOCUMENTS = (
    "gdc/2025-07/emperors_children.json",
    "gdc/2025-07/necrons.json",
    "gdc/2025-07/core.json",
    "wahapedia/2025-07",
)
DATE = "2025-07"
WIDE = 118
OF_USE: tuple[texts.Kind, ...] = ("when", "target")
OF_PLAYS: tuple[texts.Kind, ...] = (*OF_USE, "effect", "restrictions")
Effects = tuple[dict[str, Any], ...]
Ruled = Ability | DetachmentRule | Enhancement | Rule


class Typed:
    """Effects by whose and which rule it is: as read, else as typed by hand."""

    def __init__(self, collections: Iterable[Collection]) -> None:
        self.read: dict[tuple[str, str], Effects] = {}
        self.used: dict[tuple[str, str], Effects] = {}
        self.needed: set[str] = set()
        for collection in collections:
            self._sheets(collection)
            self._factions(collection)

    def of(self, whose: str, name: str) -> Effects:
        """The effects of a rule; none where it was neither read nor typed."""
        found = self.read.get((key(whose), key(name)))
        typed = by_hand.of(name, whose, "wh40k10") if found is None else None
        if typed is not None:
            self.needed.add(typed.name)
            return tuple(to_json(typed.effects))
        return found or ()

    def _sheets(self, collection: Collection) -> None:
        for sheet in collection.sheets:
            for ability in sheet.abilities:
                if ability.group != "core":
                    self._text(sheet.name, ability, "ability")

    def _factions(self, collection: Collection) -> None:
        for faction in collection.factions:
            for rule in faction.rules:
                self._text(faction.name, rule, "army")
            for play in faction.plays:
                self._play(play)
            for detachment in faction.detachments:
                self._detachment(detachment)

    def _detachment(self, detachment: Detachment) -> None:
        for rule in detachment.rules:
            self._text(detachment.name, rule, "detachment")
        for enhancement in detachment.enhancements:
            self._text(detachment.name, enhancement, "enhancement")
        for play in detachment.plays:
            self._play(play)

    def _text(self, whose: str, rule: Ruled, kind: texts.Kind) -> None:
        if rule.text:
            found = texts.read(rule.text, kind)
            if found.sentences and found.understood:
                self._keep(whose, rule.name, tuple(to_json(found.effects)))

    def _play(self, play: Play) -> None:
        told = {kind: texts.read(text, kind) for kind in OF_PLAYS if (text := getattr(play, kind))}
        if told and all(each.understood for each in told.values()):
            self._keep(play.source, play.name, _effects(told.values()))
        used = [each for kind, each in told.items() if kind in OF_USE and each.understood]
        self.used.setdefault((key(play.source), key(play.name)), _effects(used))

    def _keep(self, whose: str, name: str, effects: Effects) -> None:
        self.read.setdefault((key(whose), key(name)), effects)


def _effects(told: Iterable[texts.TextReading]) -> Effects:
    return tuple(to_json(tuple(each for part in told for each in part.effects)))


def told(folder: Path) -> list[Collection]:
    """The documents, as far as they are there."""
    return [importers.collect(str(folder / name)) for name in DOCUMENTS if (folder / name).exists()]


def sheets(typed: Typed, file: Path) -> list[dict[str, Any]]:
    """The sheets of a pack's file as they stand there, each ability with its effects."""
    found: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    for sheet in found:
        for ability in sheet.get("abilities", ()):
            effects = _of_ability(typed, sheet, ability)
            ability.pop("effects", None)
            if effects:
                ability["effects"] = list(effects)
    return found


def _of_ability(typed: Typed, sheet: dict[str, Any], ability: dict[str, Any]) -> Effects:
    if ability["group"] == "core":
        return ()
    whose = sheet["faction"] if ability["group"] == "faction" else sheet["name"]
    return typed.of(sheet["name"], ability["name"]) or typed.of(whose, ability["name"])


def faction(typed: Typed, name: str, collections: Iterable[Collection]) -> Faction:
    """A faction's rules, plays and Enhancements by name, with their effects."""
    known = [one for each in collections for one in each.factions if key(one.name) == key(name)]
    detachments: dict[str, Detachment] = {}
    for one in known:
        for detachment in one.detachments:
            if detachment.kind is None:
                before = detachments.get(key(detachment.name))
                detachments[key(detachment.name)] = _joined(before, detachment) if before else detachment
    return Faction(
        name,
        "wh40k10",
        Source("game-datacards", DATE),
        rules=tuple(Rule(rule.name, effects=typed.of(name, rule.name)) for rule in _once(known, "rules")),
        detachments=tuple(_detached(typed, each) for each in detachments.values()),
        plays=tuple(_played(typed, play) for play in _once(known, "plays")),
    )


def _joined(one: Detachment, other: Detachment) -> Detachment:
    parts = {part: getattr(one, part) or getattr(other, part) for part in ("rules", "plays", "enhancements")}
    return msgspec.structs.replace(one, **parts)


def _once(factions: Iterable[Faction], part: str) -> Iterator[Any]:
    every = {key(rule.name): rule for each in reversed(list(factions)) for rule in getattr(each, part)}
    yield from every.values()


def _detached(typed: Typed, one: Detachment) -> Detachment:
    rules = (DetachmentRule(r.name, one.name, effects=typed.of(one.name, r.name)) for r in one.rules)
    enhancements = (
        Enhancement(
            each.name,
            each.points,
            one.name,
            keywords=each.keywords,
            excluded=each.excluded,
            effects=typed.of(one.name, each.name),
        )
        for each in one.enhancements
    )
    return Detachment(one.name, tuple(rules), tuple(_played(typed, p) for p in one.plays), tuple(enhancements))


def _played(typed: Typed, play: Play) -> Play:
    effects = typed.of(play.source, play.name)
    used = () if effects else typed.used.get((key(play.source), key(play.name)), ())
    return Play(play.name, play.cost, play.currency, play.source, play.category, effects=effects, used=used)


def documents(folder: Path) -> dict[Path, str]:
    """What every pack's file holds, by its path."""
    if lost := [name for name in DOCUMENTS if not (folder / name).exists()]:
        sys.exit(f"{folder}: expected the folder of documents, it lacks {', '.join(lost)}")
    collections = told(folder)
    typed = Typed(collections)
    made: dict[Path, Any] = {}
    for name, file in FACTIONS.items():
        pack = PACKS / "wh40k10" / f"{file}.json"
        made[pack] = sheets(typed, pack)
        made[PACKS / "factions" / "wh40k10" / f"{file}.json"] = _bare(faction(typed, name, collections))
    made[PACKS / "factions" / "wh40k10" / "core.json"] = _bare(faction(typed, CORE, collections))
    idle = sorted({each.name for each in by_hand.rules("wh40k10")} - typed.needed)
    if idle:
        print(f"typed by hand, but understood or not there: {', '.join(idle)}", file=sys.stderr)
    return {path: f"{shown(value)}\n" for path, value in made.items()}


def _bare(value: Any) -> Any:
    """A value as JSON, fields at their defaults left out."""
    if isinstance(value, msgspec.Struct):
        defaults = dict(_defaults(type(value)))
        return {
            name: _bare(held)
            for name in value.__struct_fields__
            if (held := getattr(value, name)) != defaults.get(name, msgspec.NODEFAULT)
        }
    if isinstance(value, tuple | list):
        return [_bare(each) for each in value]
    return {name: _bare(each) for name, each in value.items()} if isinstance(value, Mapping) else value


def _defaults(kind: type[msgspec.Struct]) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(kind):
        yield (
            field.name,
            field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory(),
        )


def shown(value: Any, margin: int = 0, before: int = 0) -> str:
    """JSON in which what fits on a line stands on one, and so does every effect."""
    flat = json.dumps(value, ensure_ascii=False)
    if margin + before + len(flat) <= WIDE or not isinstance(value, dict | list) or not value:
        return flat
    pad = " " * (margin + 2)
    if isinstance(value, list):
        whole = "type" in value[0] if isinstance(value[0], dict) else False
        parts = (json.dumps(e, ensure_ascii=False) if whole else shown(e, margin + 2, 1) for e in value)
        return "[\n" + ",\n".join(pad + part for part in parts) + f"\n{' ' * margin}]"
    named = ((json.dumps(name), each) for name, each in value.items())
    parts = (f"{pad}{name}: {shown(each, margin + 2, len(name) + 3)}" for name, each in named)
    return "{\n" + ",\n".join(parts) + f"\n{' ' * margin}}}"


def main(folder: str, *flags: str) -> int:
    """Writes the packs; with ``--check`` only tells which would change."""
    changed = {path: text for path, text in documents(Path(folder)).items() if _differs(path, text)}
    for path, text in changed.items():
        print(path.relative_to(PACKS))
        if "--check" not in flags:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return 1 if changed and "--check" in flags else 0


def _differs(path: Path, text: str) -> bool:
    return not path.exists() or path.read_text("utf-8") != text


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
