"""The faction of a game-datacards file: its rules, detachments, Stratagems and Enhancements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warbook.importers.datacards.node import Node
from warbook.importers.markup import plain, prose
from warbook.importers.names import key
from warbook.importers.wh40k10_factions import CORE, Parts
from warbook.sheets.document import normalise
from warbook.sheets.sheet import DetachmentRule, Enhancement, Faction, Play, Rule, Source


def faction_of(root: Node, source: Source) -> Faction:
    """The faction as the file tells it. What is not as expected is told to the node's faults."""
    parts = Parts(normalise(name).strip() for name in root.names("detachments"))
    rules = root.node("rules")
    for row in rules.nodes("detachment"):
        for rule in _detachment_rules(row):
            parts.rule(rule)
    for row in root.nodes("stratagems"):
        parts.play(_play(row))
    for row in root.nodes("enhancements"):
        parts.enhancement(_enhancement(row))
    for name in parts.doubts:
        root.faults.add("enhancements", f"{name}: expected its detachment")
    shared = parts.plays() and not parts.detachments() and not root.has("datasheets")
    return Faction(
        CORE if shared else _shown(root, "name"),
        "wh40k10",
        source,
        tuple(Rule(_shown(row, "name"), _rule(row)) for row in rules.nodes("army")),
        parts.detachments(),
        parts.plays(),
        root.text("parent_id") or None,
        tuple(root.texts("allied_factions")),
        root.text("id") or None,
    )


def rules_of(faction: Faction) -> dict[str, str]:
    """The texts of a faction's own rules by the key of their names."""
    return {key(rule.name): rule.text for rule in faction.rules if rule.text}


def _shown(node: Node, field: str) -> str:
    return normalise(node.text(field)).strip()


def _detachment_rules(row: Node) -> Iterator[DetachmentRule]:
    """The rules of one row: the row is a rule itself, or since 2026 lists those of its detachment."""
    detachment = _shown(row, "detachment") or None
    listed = row.nodes("rules") if not row.has("name") else []
    for rule in listed or (row,):
        yield DetachmentRule(_shown(rule, "name"), detachment, _rule(rule))


def _rule(row: Node) -> str | None:
    """A rule's parts in their order; a picture has no text, a title without one is told."""
    row.expect("name", "rule|rules")
    parts = sorted(row.nodes("rule") or row.nodes("rules"), key=_order)
    texts: list[str] = []
    for part in parts:
        title, text = prose(part.text("title")), prose(part.text("text"))
        if title and not text:
            part.faults.add(part.place, f"{title}: expected a text")
        texts += [each for each in (title, text) if each not in ("", "-")]
    return "\n".join(texts) or None


def _order(part: Node) -> int:
    text = part.text("order")
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _play(row: Node) -> Play:
    row.expect("name", "cost", "detachment", "when", "target", "effect")
    when, target, effect, restrictions = (
        prose(row.text(field)) or None for field in ("when", "target", "effect", "restrictions")
    )
    cost = row.text("cost").strip()
    return Play(
        _shown(row, "name"),
        int(cost) if cost.isdecimal() and len(cost) < 4 else 0,
        "CP",
        _shown(row, "detachment"),
        _shown(row, "type").removesuffix(" Stratagem"),
        when,
        target,
        effect,
        restrictions,
        flavour=prose(row.text("fluff")) or None,
        cost_text=None if cost.isdecimal() else cost or None,
    )


def _enhancement(row: Node) -> Enhancement:
    row.expect("name", "cost", "description")
    cost = row.text("cost").strip().lstrip("+")
    return Enhancement(
        _shown(row, "name"), int(cost) if cost.isdecimal() and len(cost) < 5 else None,
        _shown(row, "detachment") or None, prose(row.text("description")) or None,
        keywords=_words(row.texts("keywords")),
        excluded=_words([*row.texts("excludes"), *row.texts("exclusions")]),
    )  # fmt: skip


def _words(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(plain(name).upper() for name in names))
