"""Profiles and rules of a selection: its own, those it links to, and those of its information groups."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warbook.importers.battlescribe.changes import Change, changes, flag_after, text_after
from warbook.importers.battlescribe.entries import Entry
from warbook.importers.battlescribe.library import LINKED, Document, Library
from warbook.importers.battlescribe.nodes import Node
from warbook.importers.battlescribe.selections import Selection

_KINDS = ("profiles", "rules", "infoLinks", "infoGroups")
MAX_LEVELS = 20


class Info(msgspec.Struct, frozen=True):
    """A profile or a rule with all modifiers applied.

    ``type`` is a profile's type (``"Ranged Weapons"``), empty for a rule; ``values`` are its characteristics in
    the document's order under their names, ``printed`` the same before they were modified, a rule's text stands
    in ``text``. ``owner`` is the document that
    defines it, ``id`` its own id there.
    """

    name: str
    type: str
    values: dict[str, str]
    text: str
    id: str
    owner: Document
    printed: dict[str, str] = {}

    @property
    def is_rule(self) -> bool:
        return not self.type


class Source(msgspec.Struct, frozen=True):
    """Where an information comes from: the links and groups that lead to it, and its own element last."""

    nodes: tuple[Node, ...]
    owner: Document


class Infos:
    """Reads the information of selections out of a library."""

    def __init__(self, library: Library) -> None:
        self.library = library

    def of(self, selection: Selection) -> list[Info]:
        """The profiles and rules that a selection shows itself, without those of what is in it."""
        return [
            self._read(source, selection)
            for source in self.sources(selection.entry)
            if not _hidden(source, selection)
        ]

    def sources(self, entry: Entry) -> tuple[Source, ...]:
        """All that an entry could show, its target's own first."""
        found: tuple[Source, ...] | None = entry.cache.get("infos")
        if found is None:
            found = tuple(
                source
                for kind in _KINDS
                for node, owner in entry.each_owned(kind)
                for source in self._resolved((node,), owner)
            )
            entry.cache["infos"] = found
        return found

    def _resolved(self, nodes: tuple[Node, ...], owner: Document) -> Iterator[Source]:
        node = nodes[-1]
        if node in nodes[:-1] or len(nodes) > MAX_LEVELS:
            self.library.tell(owner.path, node.place, "the link leads to what it stands in")
        elif node.tag == "infoLink":
            target = self.library.find(node.get("targetId"), owner, LINKED["infoLinks"])
            if target is None:
                self.library.tell_lost(node, owner)
            else:
                yield from self._resolved((*nodes, target[0]), target[1])
        elif node.tag == "infoGroup":
            for kind in _KINDS:
                for child in node.children(kind):
                    yield from self._resolved((*nodes, child), owner)
        else:
            yield Source(nodes, owner)

    def _read(self, source: Source, selection: Selection) -> Info:
        applied = _applied(source, selection)
        node = source.nodes[-1]
        values = {
            value.name: text_after(value.text, applied.get(value.get("typeId"), []))
            for value in node.children("characteristics")
        }
        printed = {value.name: value.text for value in node.children("characteristics")}
        name = text_after(node.name, applied.get("name", []))
        text = text_after(node.get("description"), applied.get("description", []))
        kind = "" if node.tag == "rule" else node.get("typeName") or self._type_name(node, source.owner)
        return Info(" ".join(name.split()), kind, values, text, node.id, source.owner, printed)

    def _type_name(self, node: Node, owner: Document) -> str:
        found = self.library.find(node.get("typeId"), owner)
        return found[0].name if found else "profile"


def _hidden(source: Source, selection: Selection) -> bool:
    for node in source.nodes:
        applied = [(change, times) for change, times in _times(node, selection) if change.field == "hidden"]
        if flag_after(node.flag("hidden"), applied):
            return True
    return False


def _times(node: Node, selection: Selection) -> Iterator[tuple[Change, float]]:
    for change in changes(node):
        if not change.affects and (times := change.times(selection.standing)):
            yield change, times


def _applied(source: Source, selection: Selection) -> dict[str, list[tuple[Change, float]]]:
    """The modifiers of an information by field: its own, those of links inside out, those pushed to it."""
    out: dict[str, list[tuple[Change, float]]] = {}
    chain = [node for node in source.nodes if node.tag != "infoGroup"]
    for node in reversed(chain):
        for change, times in _times(node, selection):
            out.setdefault(change.field, []).append((change, times))
    kind = source.nodes[-1].get("typeName")
    for change, times in selection.incoming:
        if change.affects.endswith(f"profiles.{kind}"):
            out.setdefault(change.field, []).append((change, times))
    return out
