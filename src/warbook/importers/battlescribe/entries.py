"""Entries as a player sees them: every link merged with what it aims at.

An :class:`Entry` is a selection entry or a group of them. Where it was reached over a link, the link's own
costs, constraints, modifiers, profiles, categories and children stand beside those of its target.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warbook.importers.battlescribe.library import LINKED, Document, Library
from warbook.importers.battlescribe.nodes import Node

CHILDREN = ("selectionEntries", "entryLinks", "selectionEntryGroups")
GROUP = "group"
"""The type of an entry that only holds others: a player selects what is in it."""


class Entry:
    """A selection entry or group with the links that lead to it: ``nodes`` has the link first, its target last.

    ``owners`` runs along ``nodes``: the documents that they stand in. ``ids`` are the ids of all nodes.
    """

    __slots__ = ("cache", "default", "ids", "name", "nodes", "owners", "type")

    def __init__(self, nodes: tuple[Node, ...], owners: tuple[Document, ...]) -> None:
        self.nodes = nodes
        self.owners = owners
        self.ids = tuple(node.id for node in nodes if node.id)
        definition = nodes[-1]
        is_group = definition.tag == "selectionEntryGroup"
        self.type = GROUP if is_group else definition.get("type", "upgrade")
        self.name = definition.name or nodes[0].name
        self.default = next(filter(None, (node.get("defaultSelectionEntryId") for node in nodes)), "")
        self.cache: dict[str, Any] = {}

    @property
    def id(self) -> str:
        """The id of the definition."""
        return self.nodes[-1].id

    @property
    def hidden(self) -> bool:
        """Whether the entry is hidden before any modifier."""
        return any(node.flag("hidden") for node in self.nodes)

    def each(self, group: str) -> Iterator[Node]:
        """The children of all nodes under a plural name, the target's first."""
        for node in reversed(self.nodes):
            yield from node.children(group)

    def each_owned(self, group: str) -> Iterator[tuple[Node, Document]]:
        """The same with the documents in which they stand."""
        for node, owner in zip(reversed(self.nodes), reversed(self.owners), strict=True):
            for child in node.children(group):
                yield child, owner

    def __repr__(self) -> str:
        return f"Entry({self.name!r}, {self.type!r}, {self.id!r})"


class Entries:
    """Gives the entries of a library's documents, each link resolved once."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._made: dict[int, Entry | None] = {}
        self._children: dict[int, tuple[Entry, ...]] = {}

    def of(self, node: Node, owner: Document) -> Entry | None:
        """The entry that an element or a link stands for; None where the link leads nowhere."""
        key = id(node)
        if key not in self._made:
            self._made[key] = self._make(node, owner)
        return self._made[key]

    def _make(self, node: Node, owner: Document) -> Entry | None:
        nodes, owners = [node], [owner]
        while (target_id := nodes[-1].get("targetId")) and nodes[-1].tag == "entryLink":
            found = self.library.find(target_id, owners[-1], LINKED["entryLinks"])
            if found is None:
                self.library.tell_lost(nodes[-1], owners[-1])
                return None
            if any(found[0] is before for before in nodes):
                self.library.tell(owners[-1].path, nodes[-1].place, "the link leads back to itself")
                return None
            nodes.append(found[0])
            owners.append(found[1])
        return Entry(tuple(nodes), tuple(owners))

    def children(self, entry: Entry) -> tuple[Entry, ...]:
        """What can be selected inside an entry, in the document's order, the target's own first."""
        key = id(entry)
        if key not in self._children:
            made = (self.of(node, owner) for group in CHILDREN for node, owner in entry.each_owned(group))
            self._children[key] = tuple(child for child in made if child is not None)
        return self._children[key]

    def roots(self, document: Document) -> tuple[Entry, ...]:
        """What a player can take from a catalogue itself: its root entries and root links."""
        made = (self.of(node, document) for group in CHILDREN for node in document.root.children(group))
        return tuple(entry for entry in made if entry is not None)

    def imported(self, document: Document) -> Iterator[tuple[Entry, Document]]:
        """The root entries that a catalogue imports over its links, with the catalogue that they stand in."""
        seen = {document.id}
        waiting = [document]
        while waiting:
            for link in waiting.pop(0).root.children("catalogueLinks"):
                target = self.library.documents.get(link.get("targetId"))
                if target is None or target.id in seen or not link.flag("importRootEntries"):
                    continue
                seen.add(target.id)
                waiting.append(target)
                yield from ((entry, target) for entry in self.roots(target) if imports(entry))
        system = self.library.system(document)
        if system is not None and system.id not in seen:
            yield from ((entry, system) for entry in self.roots(system) if imports(entry))


def imports(entry: Entry) -> bool:
    """Whether a root entry is lent to the catalogues that link to its own."""
    return entry.nodes[0].flag("import", True)
