"""What the mapping of a game gets: one catalogue with its entries, ready to be taken as units.

>>> for entry in reading.roots():                   # doctest: +SKIP
...     unit = reading.unit(entry)                  # the unit freshly taken, everything it could hold in it
...     for info in reading.infos.of(unit): ...     # its profiles and rules, modified
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from warbook.importers.battlescribe.entries import Entries, Entry
from warbook.importers.battlescribe.infos import Infos
from warbook.importers.battlescribe.library import LINKED, Document, Library
from warbook.importers.battlescribe.nodes import Node, number
from warbook.importers.battlescribe.pushes import push
from warbook.importers.battlescribe.selections import Army, Selection, Taken, Taker, anything

_NEEDED = frozenset(("roster", "force", "parent", "self"))


class Reading:
    """One catalogue of a library: its entries, and units of it in a plain army.

    The plain army is one force of the first kind that the game system offers, with what such a force must hold
    and nothing else; what belongs to another way of playing is hidden in it by the document's own conditions.
    ``home`` is the catalogue that the army is of, where the mapping knows better than the documents.
    """

    def __init__(
        self,
        library: Library,
        document: Document,
        entries: Entries | None = None,
        beside: dict[str, Reading] | None = None,
        home: str | None = None,
    ) -> None:
        self.library = library
        self.document = document
        self.system = library.system(document)
        self.entries = entries or Entries(library)
        self.infos = Infos(library)
        costs = (node.id for near in library.closure(document) for node in near.root.children("costTypes"))
        self._home = home or self._catalogue()
        self.army = Army(self._home, self._forces(), self._standard(), frozenset(costs))
        self._beside = {document.id: self} if beside is None else beside

    def of(self, document: Document) -> Reading:
        """The reading of another catalogue of the same library, in whose army its own units are at home."""
        if document.id not in self._beside:
            self._beside[document.id] = Reading(self.library, document, self.entries, self._beside)
        return self._beside[document.id]

    def _catalogue(self) -> str:
        """The catalogue of the plain army: this one, or if it only lends, the one that most of it asks for."""
        if not self.document.is_library:
            return self.document.id
        asked = Counter(
            node.get("childId")
            for node in walk(self.document.root, "conditions")
            if node.get("scope") == "primary-catalogue"
        )
        most = max(asked, key=lambda each: asked[each], default="")
        return most if 2 * asked[most] > asked.total() else self.document.id

    def roots(self) -> tuple[Entry, ...]:
        """What a player can take from this catalogue itself, without what it imports."""
        return self.entries.roots(self.document)

    def imported(self) -> Iterator[tuple[Entry, Document]]:
        """What a player can take from the catalogues that this one imports, with where it stands."""
        return self.entries.imported(self.document)

    def shared(self) -> Iterator[Entry]:
        """The entries that this catalogue defines for others to link to."""
        for node in self.document.root.children("sharedSelectionEntries"):
            if entry := self.entries.of(node, self.document):
                yield entry

    def unit(
        self, entry: Entry, taken: Taken = anything, chosen: Mapping[str, bool] | None = None
    ) -> Selection:
        """A root entry freshly taken, at its smallest size, with all options in it.

        ``taken`` says what may be selected where a group needs something and has no default, ``chosen`` by
        their paths which entries are taken or left out in any case.
        """
        root = Taker(self.entries, self.army, taken, chosen).take(entry)
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

    def shown_categories(self, selection: Selection) -> list[str]:
        """The same without those that only serve the list builder: hidden ones, and slots it was moved to."""
        out = []
        for identity, name in selection.categories.items():
            found = self.library.find(identity, self.document, LINKED["categoryLinks"])
            if identity not in selection.slots and not (found and found[0].flag("hidden")):
                out.append(found[0].name if found else name)
        return list(dict.fromkeys(name for name in out if name))

    def slot(self, selection: Selection) -> str:
        """The name of the category that a selection is listed under by itself, wherever modifiers move it."""
        links = list(selection.entry.each("categoryLinks"))
        own = [link.get("targetId") for link in links if link.flag("primary")]
        return self.category(own[-1] if own else selection.primary)

    def cost_type(self, name: str) -> str:
        """The id of the cost type of a name, whatever its case and plural; empty where there is none.

        Where the game system is absent, it is that of a cost of that name.
        """
        for document in self.library.closure(self.document):
            for node in document.root.children("costTypes"):
                if _cost_name(node.name) == _cost_name(name):
                    return node.id
        used = (node for node in walk(self.document.root, "costs") if _cost_name(node.name) == _cost_name(name))
        return next((node.get("typeId") for node in used), "")

    def _forces(self) -> frozenset[str]:
        kinds = [kind for near in self._near() for kind in near.root.children("forceEntries")]
        shown = [kind for kind in kinds if not kind.flag("hidden")]
        first = (shown or kinds)[:1]
        documents = [self.document.id, self.document.system_id, self._home]
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
    """Every element under a plural name, at any depth of a tree, in the document's order."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield from here.children(group)
        waiting.extend(child for children in reversed(here.groups.values()) for child in reversed(children))
