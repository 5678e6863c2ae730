"""What the mapping of a game gets: one catalogue with its entries, ready to be taken as units.

>>> for entry in reading.roots():                   # doctest: +SKIP
...     unit = reading.unit(entry)                  # the unit freshly taken, everything it could hold in it
...     for info in reading.infos.of(unit): ...     # its profiles and rules, modified
"""

from __future__ import annotations

from collections.abc import Iterator

from warbook.importers.battlescribe.entries import Entries, Entry
from warbook.importers.battlescribe.infos import Infos
from warbook.importers.battlescribe.library import LINKED, Document, Library
from warbook.importers.battlescribe.nodes import Node, number
from warbook.importers.battlescribe.pushes import push
from warbook.importers.battlescribe.selections import Selection, Taker
from warbook.importers.battlescribe.states import Army

_NEEDED = frozenset(("roster", "force", "parent", "self"))


class Reading:
    """One catalogue of a library: its entries, and units of it in a plain army.

    The plain army is one force of the first kind that the game system offers, with what such a force must hold
    and nothing else; what belongs to another way of playing is hidden in it by the document's own conditions.
    """

    def __init__(self, library: Library, document: Document, entries: Entries | None = None) -> None:
        self.library = library
        self.document = document
        self.system = library.system(document)
        self.entries = entries or Entries(library)
        self.infos = Infos(library)
        costs = (node.id for near in library.closure(document) for node in near.root.children("costTypes"))
        self.army = Army(document.id, self._forces(), self._standard(), frozenset(costs))
        self._taker = Taker(self.entries, self.army)

    def roots(self) -> tuple[Entry, ...]:
        """What a player can take from this catalogue itself, without what it imports."""
        return self.entries.roots(self.document)

    def imported(self) -> Iterator[tuple[Entry, Document]]:
        """What a player can take from the catalogues that this one imports, with where it stands."""
        return self.entries.imported(self.document)

    def unit(self, entry: Entry) -> Selection:
        """A root entry freshly taken, at its smallest size, with all options in it."""
        root = self._taker.take(entry)
        push(root)
        return root

    def category(self, identity: str) -> str:
        """The name of a category, empty where there is none of that id."""
        found = self.library.find(identity, self.document, LINKED["categoryLinks"])
        return found[0].name if found else ""

    def categories(self, selection: Selection) -> list[str]:
        """The names of a selection's categories in order."""
        found = (self.category(each) or name for each, name in selection.categories.items())
        return list(dict.fromkeys(name for name in found if name))

    def cost_type(self, name: str) -> str:
        """The id of the cost type of a name, whatever its case and plural; empty where there is none."""
        for document in self.library.closure(self.document):
            for node in document.root.children("costTypes"):
                if _cost_name(node.name) == _cost_name(name):
                    return node.id
        return ""

    def _forces(self) -> frozenset[str]:
        kinds = [kind for near in self._near() for kind in near.root.children("forceEntries")]
        shown = [kind for kind in kinds if not kind.flag("hidden")]
        first = (shown or kinds)[:1]
        documents = [self.document.id, self.document.system_id]
        return frozenset((*documents, *(kind.id for kind in first)))

    def _near(self) -> list[Document]:
        return [self.system] if self.system else list(self.library.closure(self.document))

    def _standard(self) -> dict[str, float]:
        """What stands in every army: root entries with a least number or an amount to start with."""
        out: dict[str, float] = {}
        for entry in (*self.roots(), *(entry for entry, _ in self.imported())):
            if entry.type == "upgrade" and (count := _needed(entry)):
                out.update(dict.fromkeys(entry.ids, count))
        return out


def _needed(entry: Entry) -> float:
    least = [
        number(node.get("value"))
        for node in entry.each("constraints")
        if node.get("type") == "min" and node.get("field") == "selections" and node.get("scope") in _NEEDED
    ]
    asked = [number(node.get("defaultAmount")) for node in entry.nodes]
    return max((*least, *asked), default=0)


def _cost_name(name: str) -> str:
    return name.casefold().replace("(s)", "").strip().removesuffix("s")


def walk(node: Node, group: str) -> Iterator[Node]:
    """Every element under a plural name, at any depth of a tree, each before what is in it."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield from here.children(group)
        waiting.extend(child for children in here.groups.values() for child in children)
