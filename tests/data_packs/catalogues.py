"""What the Horus Heresy catalogues say about a unit: statlines, weapons, special rules, points, role."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any
from xml.etree import ElementTree

from data_packs.exports import DATA
from warbook.names import words
from warbook.sheets.sheet import Datasheet, WeaponProfile

Node = dict[str, Any]
BELOW = ("selectionEntries", "selectionEntryGroups", "entryLinks")
WHOLE = ("bsdata-heresy3/json", "newrecruit-heresy3")
"""Exports that are not closed under their links: their weapons are looked up by name alone."""
HEADS = {
    "ranged": ("R", "FP", "RS", "AP", "D"),
    "melee": ("IM", "AM", "SM", "AP", "D"),
    "model": ("M", "WS", "BS", "S", "T", "W", "I", "A", "LD", "CL", "WP", "IN", "SAV", "INV"),
    "vehicle": ("M", "BS", "Front", "Side", "Rear", "HP"),
}
KINDS = {"Ranged Weapon": "ranged", "Melee Weapon": "melee", "Profile": "model", "Vehicle": "vehicle"}
PRINTED = {
    "Front Armour": "Front", "Side Armour": "Side", "Rear Armour": "Rear",
    "Range": "R", "Fire Power": "FP", "Range Strength": "RS", "Armour penetration": "AP", "Damage": "D",
    "Initiative modifier": "IM", "Attacks": "AM", "Melee Strength": "SM",
    "Fire Power (FP)": "FP", "Range Strength (RS)": "RS", "Armour Penetration (AP)": "AP", "Damage (D)": "D",
    "Melee Initiative Modifier (IM)": "IM", "Melee Attacks Modifier (AM)": "AM",
    "Melee Strength Modifier (SM)": "SM",
}  # fmt: skip


def key(name: str) -> str:
    """A name without what may differ, nor the number that only sorts a list."""
    return " ".join(words(re.sub(r"^\d\) ", "", name)))


def fold(text: str) -> str:
    return " ".join(text.replace("’", "'").casefold().split())


@cache
def documents(export: str) -> tuple[Node, ...]:
    """The catalogues of an export, all in the shape of their JSON."""
    files = sorted((DATA / export).iterdir())
    trees = [_tree(ElementTree.parse(file).getroot()) for file in files if file.suffix in (".cat", ".gst")]
    texts = [json.loads(file.read_text("utf-8")) for file in files if file.suffix == ".json"]
    return (*trees, *(next(iter(text.values())) for text in texts if isinstance(text, dict)))


def _tree(element: ElementTree.Element) -> Node:
    node: Node = dict(element.attrib)
    for child in element:
        name = child.tag.split("}")[-1]
        if child.text and child.text.strip() and not len(child):
            node[name] = child.text.strip()
        else:
            node[name] = [_tree(each) | {"$text": (each.text or "").strip()} for each in child]
    return node


@cache
def _by_id(export: str) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for node in chain(*map(_nodes, documents(export))):
        if "id" in node:
            found.setdefault(node["id"], node)
    return found


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for value in node.values():
        for child in value if isinstance(value, list) else ():
            if isinstance(child, dict):
                yield from _nodes(child)


def _named(export: str, name: str) -> Node | None:
    entries = chain(*(document.get("sharedSelectionEntries", []) for document in documents(export)))
    units = (entry for entry in entries if entry.get("type") == "unit" and key(entry["name"]) == key(name))
    return next(units, None)


def _below(export: str, node: Node, seen: tuple[str, ...] = ()) -> Iterator[Node]:
    """The node and everything that can be selected in it, links followed."""
    yield node
    target = _by_id(export).get(node.get("targetId", ""))
    if target is not None and target["id"] not in seen:
        yield from _below(export, target, (*seen, target["id"]))
    for child in chain(*(node.get(part, []) for part in BELOW)):
        if "Prime" not in child["name"]:
            yield from _below(export, child, seen)


def _profiles(export: str, nodes: Iterator[Node]) -> Iterator[Node]:
    for node in nodes:
        yield from node.get("profiles", [])
        links = (link for link in node.get("infoLinks", []) if link.get("type") == "profile")
        yield from (_by_id(export)[link["targetId"]] for link in links if link["targetId"] in _by_id(export))


def _values(profile: Node) -> dict[str, str]:
    texts = {each["name"]: str(each.get("$text", "")).strip() for each in profile["characteristics"]}
    return {PRINTED.get(head, head): text.rstrip('"') for head, text in texts.items()}


def _listed(text: str) -> frozenset[str]:
    return frozenset(fold(part) for part in re.split(r",(?![^(]*\))", text) if part.strip(" -"))


def _fact(profile: Node) -> tuple[str, tuple[Any, ...]] | None:
    values = _values(profile)
    kind = KINDS.get(profile.get("typeName", ""))
    if profile.get("typeName") == "Weapon":
        kind = "melee" if values.get("SM") not in ("", "Range", None) else "ranged"
    if kind is None or not values.keys() >= set(HEADS[kind]):
        return None
    told = tuple(values[head] or "-" for head in HEADS[kind])
    if kind in ("ranged", "melee") and "Special Rules" in values:
        told = (*told, _listed(values["Special Rules"]), _listed(values.get("Traits", "")))
    return kind, told


Facts = dict[tuple[str, str], set[tuple[Any, ...]]]


@cache
def _facts(export: str, unit: str | None) -> Facts:
    """What profiles of a unit say, or of the whole export, by kind and name; a blank profile says nothing."""
    entry = _named(export, unit) if unit else None
    nodes = _below(export, entry) if entry else chain(*map(_nodes, () if unit else documents(export)))
    found: Facts = {}
    for profile in _profiles(export, nodes):
        fact = _fact(profile)
        if fact is not None and set(fact[1]) != {"-"}:
            found.setdefault((fact[0], key(profile["name"])), set()).add(fact[1])
    return found


def _own(kind: str, values: dict[str, str], profile: WeaponProfile | None = None) -> tuple[Any, ...]:
    told: tuple[Any, ...] = tuple(values[head] for head in HEADS[kind])
    if profile is None:
        return told
    return (*told, frozenset(map(fold, profile.abilities)), frozenset(map(fold, profile.traits)))


Bundled = tuple[str, str, tuple[Any, ...]]


def _bundled(sheet: Datasheet) -> Iterator[Bundled]:
    """Kind, name and figures of every statline and weapon profile of a sheet."""
    for model in sheet.models:
        kind = "vehicle" if "HP" in model.characteristics else "model"
        yield kind, model.name, _own(kind, model.characteristics)
    for weapon in sheet.weapons:
        for profile in weapon.profiles:
            kind = "ranged" if "R" in profile.characteristics else "melee"
            yield kind, _whole(weapon.name, profile.name), _own(kind, profile.characteristics, profile)


def _whole(weapon: str, profile: str) -> str:
    """The name of a profile in a catalogue: one half of a combi-weapon stands for itself."""
    return profile if profile == weapon or "(" in profile else f"{weapon} {profile}"


def compare(export: str, sheet: Datasheet) -> tuple[int, set[str]]:
    """How many statlines and weapon profiles of a sheet the export has too, and which it has otherwise.

    An export that is closed under its links must have them all.
    """
    compared, found = 0, set()
    for kind, name, ours in _bundled(sheet):
        unit = None if export in WHOLE and kind in ("ranged", "melee") else sheet.name
        theirs = _facts(export, unit).get((kind, key(name)), set())
        compared += bool(theirs)
        if (theirs or export not in WHOLE) and not any(ours[: len(each)] == each for each in theirs):
            found.add(name)
    return compared, found


def points(export: str, unit: str) -> int:
    """What the smallest unit costs: its own price and that of the models it must have; 0 if not told."""
    entry = _named(export, unit) or {}
    models = _models(entry)
    return _cost(entry) + sum(_cost(model) * _least(model) for model in models)


def _models(entry: Node) -> list[Node]:
    return [each for each in entry.get("selectionEntries", []) if each.get("type") == "model"]


def _cost(node: Node) -> int:
    return sum(int(float(cost["value"])) for cost in node.get("costs", []) if cost["name"].startswith("Point"))


def _least(node: Node) -> int:
    limits = (each for each in node.get("constraints", []) if each["type"] == "min")
    return max((int(float(each["value"])) for each in limits), default=0)


def rules(export: str, unit: str) -> set[str]:
    """The special rules of a unit and of its models, their values filled in."""
    entry = _named(export, unit) or {}
    found: set[str] = set()
    for node in (entry, *_models(entry)):
        links = [link for link in node.get("infoLinks", []) if link.get("type") == "rule"]
        shown = [each for each in (*links, *node.get("rules", [])) if not _true(each.get("hidden"))]
        found.update(fold(_filled(each)) for each in shown)
    return found


def named_within(export: str, unit: str) -> set[str]:
    """The names of all that can be selected in a unit, and of the rules and profiles of these."""
    nodes = list(_below(export, _named(export, unit) or {"name": unit}))
    told = chain(*(node.get(part, []) for node in nodes for part in ("rules", "profiles")))
    return {fold(each["name"]) for each in (*nodes, *told)}


def _filled(rule: Node) -> str:
    name = str(rule["name"])
    for change in rule.get("modifiers", []):
        if change.get("field") == "name" and not change.get("conditions"):
            value = str(change["value"])
            name = value if change["type"] == "set" else name.replace("(X)", f"({value})")
    return name


def roles(export: str, unit: str) -> set[str]:
    """The battlefield roles under which a unit may be taken."""
    entries = chain(*(document.get("entryLinks", []) for document in documents(export)))
    links = chain(*(entry["categoryLinks"] for entry in entries if key(entry["name"]) == key(unit)))
    return {_by_id(export)[link["targetId"]]["name"] for link in links if _true(link["primary"])}


def _true(value: object) -> bool:
    return str(value).lower() == "true"
