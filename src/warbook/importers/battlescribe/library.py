"""Catalogues and their game system together, with links between files and ids resolved over all of them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any

import msgspec

from warbook.errors import InputError
from warbook.importers.battlescribe import changes, conditions, packed
from warbook.importers.battlescribe.nodes import ROOTS, Node, parse
from warbook.sheets.sheet import Problem

SUFFIXES = (".gst", ".cat", ".gstz", ".catz", ".json")
"""What a catalogue is called; JSON is the last, for other documents are called so too."""
SYSTEM = "game system"
"""The place of the problem that a catalogue's game system is absent."""
_ABSENT = "no file here has {}: add its .gst file together with this one; what links lead nowhere is told then"
_KNOWN: dict[str, frozenset[str]] = {
    "modifiers": changes.KNOWN,
    "conditions": conditions.KNOWN,
    "conditionGroups": conditions.KNOWN,
}
MAX_FILES = 2_000

_ROOT = re.compile(rb"<(?:\w+:)?(catalogue|gameSystem)\s([^>]{0,4000})")
_ID = re.compile(rb"""(?:^|\s)id\s*=\s*["']([^"'<>]{1,200})["']""")
_JSON_ROOT = re.compile(rb'^\s*\{\s*"(?:catalogue|gameSystem)"\s*:\s*\{')
_NO_IDS = frozenset(
    ("characteristics", "conditions", "conditionGroups", "modifiers", "modifierGroups", "costs", "constraints")
)
"""Groups without an element that a link can aim at."""

Progress = Callable[[int, int], None]


LINKED = {
    "entryLinks": ("selectionEntry", "selectionEntryGroup", "entryLink"),
    "infoLinks": ("profile", "rule", "infoGroup", "infoLink"),
    "categoryLinks": ("categoryEntry",),
}
"""What links of each kind may aim at; some documents give one id to elements of several kinds."""


class Document(msgspec.Struct, eq=False):
    """One file: its root element and all elements in it that have an id.

    ``more`` are further elements with an id that another has already.
    """

    path: str
    root: Node
    index: dict[str, Node]
    more: dict[str, list[Node]]

    def named(self, identity: str, tags: Container[str] = ()) -> Node | None:
        """The element with an id, of one of those tags where any are given."""
        found = self.index.get(identity)
        if found is None or not tags or found.tag in tags:
            return found
        return next((node for node in self.more.get(identity, ()) if node.tag in tags), None)

    @property
    def id(self) -> str:
        return self.root.id

    @property
    def name(self) -> str:
        return self.root.name

    @property
    def is_system(self) -> bool:
        return self.root.tag == "gameSystem"

    @property
    def is_library(self) -> bool:
        """Whether the catalogue only lends its entries to others."""
        return self.root.flag("library")

    @property
    def system_id(self) -> str:
        return self.id if self.is_system else self.root.get("gameSystemId")


Target = tuple[Node, Document]


class Library:
    """Documents by id. What is linked and not there is told once under ``problems``.

    ``kept`` is for what a mapping finds out about all documents once.
    """

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}
        self.problems: dict[Problem, None] = {}
        self.kept: dict[str, Any] = {}
        self._closures: dict[str, tuple[Document, ...]] = {}
        self._found: dict[tuple[str, str, tuple[str, ...]], Target | None] = {}

    def add(self, document: Document) -> None:
        """Takes a document in; of two with one id the later revision stays, and the other is told."""
        other = self.documents.get(document.id)
        if other is not None and _revision(other) >= _revision(document):
            self.tell(document.path, document.root.place, f"the same catalogue stands in {_file(other.path)}")
            return
        if other is not None:
            self.tell(other.path, other.root.place, f"the same catalogue stands in {_file(document.path)}")
        self.documents[document.id] = document

    def tell(self, path: str, place: str, message: str) -> None:
        """Records a problem, each once."""
        self.problems.setdefault(Problem(0, message, place=place, path=path))

    def system(self, document: Document) -> Document | None:
        """The game system of a catalogue, if it is there."""
        found = self.documents.get(document.system_id)
        return found if found is not None and found.is_system else None

    def closure(self, document: Document) -> tuple[Document, ...]:
        """The document, all that it links to over any number of steps, and the game system."""
        if document.id not in self._closures:
            self._closures[document.id] = tuple(self._linked(document))
        return self._closures[document.id]

    def _linked(self, document: Document) -> Iterable[Document]:
        out = {document.id: document}
        waiting = [document]
        while waiting:
            owner = waiting.pop(0)
            for link in owner.root.children("catalogueLinks"):
                target = self.documents.get(link.get("targetId"))
                if target is None:
                    self.tell(owner.path, link.place, f"no file here has catalogue {link.get('targetId')}")
                elif target.id not in out:
                    out[target.id] = target
                    waiting.append(target)
        system = self.system(document)
        if system is None and not document.is_system:
            self.tell(document.path, SYSTEM, _ABSENT.format(document.system_id))
        return [*out.values(), *([system] if system and system.id not in out else [])]

    def find(self, identity: str, document: Document, tags: tuple[str, ...] = ()) -> Target | None:
        """The element with an id as a document sees it: its own, its closure's, or one of any other file.

        Where ``tags`` are given it must have one of them.
        """
        key = (document.id, identity, tags)
        if key not in self._found:
            near = (*self.closure(document), *self.documents.values())
            found = ((each.named(identity, tags), each) for each in near if identity in each.index)
            self._found[key] = next(((node, each) for node, each in found if node is not None), None)
        return self._found[key]

    def check(self, document: Document) -> None:
        """Tells links of a document that lead nowhere, and modifiers and conditions that do nothing here."""
        waiting = [document.root]
        while waiting:
            node = waiting.pop()
            for group, children in node.groups.items():
                if tags := LINKED.get(group):
                    lost = (one for one in children if not self.find(one.get("targetId"), document, tags))
                    for link in lost:
                        self.tell_lost(link, document)
                if known := _KNOWN.get(group):
                    self._tell_unknown(children, known, node, document)
                waiting.extend(children)

    def _tell_unknown(
        self, children: Iterable[Node], known: Container[str], owner: Node, document: Document
    ) -> None:
        for child in children:
            if child.get("type") not in known:
                kind = f"{child.tag} of type {child.get('type')!r}"[:80]
                self.tell(document.path, owner.place or owner.tag, f"a {kind} is not known and does nothing")

    def tell_lost(self, link: Node, document: Document) -> None:
        """Records a link that leads nowhere, or to what no link of its kind leads to; where the game system is
        absent that alone is told."""
        if self.system(document) is None and not document.is_system:
            return
        target = link.get("targetId") or "(none)"
        self.tell(document.path, link.place, f"the link's target {target} is nowhere")


def _revision(document: Document) -> tuple[int, str]:
    text = document.root.get("revision")
    return (int(text) if text.isdecimal() and len(text) < 10 else 0, document.root.get("battleScribeVersion"))


def _file(path: str) -> str:
    return os.path.basename(path)


def is_catalogue(path: str) -> bool:
    """Whether a file is a catalogue or a game system by its name, or as JSON by its first bytes."""
    lower = path.lower()
    if lower.endswith(SUFFIXES[:-1]):
        return os.path.isfile(path)
    return lower.endswith(".json") and bool(_JSON_ROOT.match(packed.head(path).removeprefix(b"\xef\xbb\xbf")))


def load(path: str) -> Document:
    """The document in a file. Raises InputError where it is none."""
    root = parse(packed.contents(path), path)
    return Document(path, root, *_index(root))


def _index(root: Node) -> tuple[dict[str, Node], dict[str, list[Node]]]:
    index: dict[str, Node] = {}
    more: dict[str, list[Node]] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        identity = node.id
        if identity and index.setdefault(identity, node) is not node:
            more.setdefault(identity, []).append(node)
        for group, children in node.groups.items():
            if group not in _NO_IDS:
                waiting.extend(children)
    return index, more


def of_folder(path: str, progress: Progress | None = None) -> Library:
    """All catalogues of a folder; those that cannot be read are its problems."""
    library = Library()
    paths = [each for name in _names(path) if is_catalogue(each := os.path.join(path, name))]
    for done, each in enumerate(paths, 1):
        _take(library, each)
        if progress:
            progress(done, len(paths))
    return library


def _take(library: Library, path: str) -> None:
    try:
        library.add(load(path))
    except InputError as fault:
        library.tell(fault.path, fault.place, fault.expected)


def of_file(path: str) -> tuple[Library, Document]:
    """A catalogue with all that it links to among the files of its folder. Raises InputError."""
    library = Library()
    document = load(path)
    library.add(document)
    beside = _Beside(path)
    waiting = [document]
    while waiting:
        owner = waiting.pop(0)
        for identity in _needs(owner):
            if identity in library.documents or not (found := beside.load(identity, library)):
                continue
            library.add(found)
            waiting.append(found)
    return library, document


def _needs(document: Document) -> Iterator[str]:
    for link in document.root.children("catalogueLinks"):
        yield link.get("targetId")
    yield document.system_id


class _Beside:
    """The other files of a folder by the ids of their roots, read no further than needed."""

    def __init__(self, path: str) -> None:
        folder = os.path.dirname(path) or "."
        own = os.path.basename(path)
        names = [name for name in _names(folder) if name != own and name.lower().endswith(SUFFIXES)]
        self.paths = [os.path.join(folder, name) for name in names]
        self.by_id: dict[str, list[str]] | None = None
        self.loaded: dict[str, Document] = {}

    def load(self, identity: str, library: Library) -> Document | None:
        if self.by_id is None:
            self.by_id = self._ids()
        for path in self.by_id.get(identity, ()):
            try:
                return self.loaded.get(path) or load(path)
            except InputError as fault:
                library.tell(fault.path, fault.place, fault.expected)
        return None

    def _ids(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.paths:
            if identity := self._id(path):
                found.setdefault(identity, []).append(path)
        return found

    def _id(self, path: str) -> str | None:
        """The id of a file's root: in XML it stands in the first tag, in JSON anywhere."""
        head = packed.head(path)
        if root := _ROOT.search(head):
            identity = _ID.search(root[2])
            return identity[1].decode("utf-8", "replace") if identity else None
        if not _JSON_ROOT.match(head.removeprefix(b"\xef\xbb\xbf")):
            return None
        try:
            self.loaded[path] = load(path)
        except InputError:
            return None
        return self.loaded[path].id


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether there is a file; a link that leads round in a circle leads to none."""
    try:
        return entry.is_file()
    except OSError:
        return False


def _names(folder: str) -> list[str]:
    """The names of a folder's files in order. Raises InputError where there are absurdly many."""
    try:
        with os.scandir(folder) as entries:
            names = sorted(entry.name for entry in entries if entry.name[0] != "." and _is_file(entry))
    except OSError as fault:
        raise InputError(folder, "folder", f"expected a readable folder: {fault.strerror}") from None
    if len(names) > MAX_FILES:
        raise InputError(folder, "folder", f"expected at most {MAX_FILES} files, found {len(names)}")
    return names


__all__ = ["ROOTS", "Document", "Library", "is_catalogue", "load", "of_file", "of_folder"]
