"""One datasheet of a game-datacards file as a card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from warbook.importers.datacards.node import Node
from warbook.importers.ledger import Ledger
from warbook.importers.markup import lines, plain, prose
from warbook.importers.names import key
from warbook.importers.wh40k10_card import Card, Stats
from warbook.importers.wh40k10_leader import read_leader
from warbook.importers.wh40k10_profiles import SKILL, Kind, Line
from warbook.sheets.document import Piece, normalise
from warbook.sheets.sheet import Ability, Source

_STATS = {"M": "m", "T": "t", "Sv": "sv", "W": "w", "Ld": "ld", "OC": "oc"}
_LONGEST = 60
"""Characters of a unit's name; more is a sentence."""
_NAME_FIRST = re.compile(r"([^a-z]{2,60}?)[.*]? +(?=[A-Z][a-z]|A )(.+)", re.DOTALL)
"""A name in capitals with a sentence behind it."""
_WHOSE = re.compile(r"([A-Z][^a-z:|]{2,40}): ?(.+)")

Explained = Mapping[str, str]
"""The text of a faction's rules by the key of their names."""


def read_card(node: Node, faction: str, source: Source, explained: Explained) -> Card:
    """A datasheet's fields. What is not as expected is told to the node's faults."""
    node.expect(
        "name", "factions", "keywords", "stats", "abilities", "rangedWeapons", "meleeWeapons", "points",
        "composition", "loadout", "wargear",
    )  # fmt: skip
    rules = node.node("abilities")
    leads, told = _leads(node)
    abilities = list(_abilities(rules, explained))
    told.extend(("abilities", ability.text or "") for ability in abilities if not ability.name)
    return Card(
        name=_shown(node, "name"),
        faction=faction,
        source=source,
        id=node.text("id") or None,
        legends=node.flag("legends"),
        stats=_stats(node, rules.node("invul")),
        weapons=[row for kind in SKILL for row in _weapons(node, kind)],
        options=node.texts("wargear"),
        loadout=node.text("loadout"),
        composition=node.texts("composition"),
        points=[_cost(row) for row in node.nodes("points")],
        transport=node.text("transport"),
        damaged_range=rules.node("damaged").text("range"),
        damaged=rules.node("damaged").text("description"),
        abilities=[ability for ability in abilities if ability.name],
        leads=leads,
        led_by=node.texts("leadBy"),
        keywords=[pair for text in node.texts("keywords") for pair in _keywords(text)],
        faction_keywords=node.texts("factions"),
        notes=[*told, *_own_rules(node)],
    )


def _shown(node: Node, field: str) -> str:
    return normalise(node.text(field)).strip()


def _stats(node: Node, save: Node) -> list[Stats]:
    """The statlines; the card prints one invulnerable save for all of them."""
    rows = node.nodes("stats")
    for row in rows:
        row.expect(*_STATS.values())
    return [
        Stats(
            _shown(row, "name"),
            {head: row.text(field) for head, field in _STATS.items()},
            save.text("value"),
            save.text("info"),
            node.text("baseSize") or row.text("baseSize"),
        )
        for row in rows
    ]


def _weapons(node: Node, kind: Kind) -> Iterator[Line]:
    heads = {"range": "range", "A": "attacks", SKILL[kind]: "skill", "S": "strength", "AP": "ap", "D": "damage"}
    for group, weapon in enumerate(node.nodes(f"{kind}Weapons")):
        weapon.expect("profiles")
        for row in weapon.nodes("profiles"):
            row.expect("name", "keywords", *heads.values())
            values = {head: row.text(field) for head, field in heads.items()}
            yield Line(row.text("name"), kind, values, row.texts("keywords"), group)


def _cost(row: Node) -> tuple[str, str]:
    row.expect("models", "cost")
    notes = [row.text("keyword"), row.text("detachment")]
    if row.has("active") and not row.flag("active"):
        notes.append("not active")
    said = ", ".join(filter(None, notes))
    count = row.text("models").strip()
    what = f"{count} models" if count.isdecimal() else count
    return f"{what} ({said})" if said else what, row.text("cost")


def _abilities(rules: Node, explained: Explained) -> Iterator[Ability]:
    for name in map(normalise, rules.texts("core")):
        yield Ability(name.strip(), "core")
    for name in map(normalise, rules.texts("faction")):
        yield Ability(name.strip(), "faction", explained.get(key(name)))
    for field in ("other", "special"):
        yield from (_ability(row) for row in rules.nodes(field))
    for group in rules.nodes("primarch"):
        yield from (_ability(row) for row in group.nodes("abilities"))
    for row in rules.nodes("wargear"):
        row.expect("name", "description")
        yield Ability(_shown(row, "name"), "wargear", prose(row.text("description")) or None)


def _ability(row: Node) -> Ability:
    row.expect("name", "description")
    return Ability(_shown(row, "name"), "datasheet", prose(row.text("description")) or None)


def _own_rules(node: Node) -> Iterator[tuple[str, str]]:
    """The texts that explain an ability of one of the card's own weapons."""
    for kind in SKILL:
        for weapon in node.nodes(f"{kind}Weapons"):
            for row in weapon.nodes("abilities"):
                yield f"weapon ability {_shown(row, 'name')}", prose(row.text("description"))


def _leads(node: Node) -> tuple[list[str], list[tuple[str, str]]]:
    """Whom the unit can lead, and what else is said about it."""
    text = plain(node.text("leader"))
    ledger = Ledger([Piece("heading", "LEADER", 1), *lines(text, 2)])
    units = read_leader(ledger, 0, len(ledger.pieces)) if text else []
    notes = [(note.about, note.text) for note in ledger.notes]
    listed = node.node("leads") if node.has("leads") else None
    if listed is not None:
        notes.append(("leader", plain(listed.text("extra"))))
        named = [_name_and_rest(plain(name)) for name in listed.texts("units")]
        notes.extend(("leader", rest) for _, rest in named if rest)
        units = [name for name, _ in named if name] or units
    return units, notes


def _name_and_rest(text: str) -> tuple[str, str]:
    """A unit's name, and the sentence that stands behind it or in its place."""
    if len(text) <= _LONGEST:
        return text.rstrip(" *."), ""
    found = _NAME_FIRST.fullmatch(text)
    return (found.group(1).strip(), found.group(2)) if found else ("", text)


def _keywords(text: str) -> Iterator[tuple[str | None, str]]:
    """A keyword, or several that one entry has under the models that they belong to."""
    for part in normalise(text).split("|"):
        found = _WHOSE.fullmatch(part.strip())
        whose = found.group(1).strip() if found else None
        names = found.group(2).split(",") if found else [part]
        every = whose is None or whose.casefold() == "all models"
        yield from ((None if every else whose, name.strip()) for name in names)
