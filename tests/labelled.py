"""Rules labelled by hand with the effects that they should give, and what the program makes of them.

A label names its text by source, id and hash; the sentences stay in the folder of documents. ``effects`` of
``None`` say that the effect language has no shape for the text: it must not be understood, and is not right.
"""

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from warbook.effects import from_json
from warbook.parsing.text import Kind, TextReading, read

DATA = Path(os.environ.get("WARBOOK_DATA", Path(__file__).parents[2] / "shared" / "data"))
LABELS = Path(__file__).parent / "grammar" / "labels"
Verdict = Literal["exactly right", "wrong", "not understood"]
_MARKUP = re.compile(r"\*\*|\^\^|<[^>]+>")
_BLANKS = re.compile(r"[ \t\u00a0]+")


class Label(msgspec.Struct, frozen=True):
    """What one rule should give. ``read_twice``: a second person read it against its text and agreed.
    ``widened``: written after the language was widened for its text, by one who had seen what the program
    made of its sentences; it proves that the text is read, not that it would have been.
    ``at_first`` (blind labels alone): how the program's first reading compared with the label as it was written
    before its writer had seen any reading: ``shape`` where the two differ in form and not in meaning. The
    labels themselves were set to the language's own form afterwards, where theirs was another."""

    source: str
    id: str
    sha256: str
    kind: Kind
    effects: list[Any] | None
    read_twice: bool = False
    widened: bool = False
    at_first: Literal["right", "shape", "wrong", "not understood"] | None = None
    why: str | None = None


class Judged(msgspec.Struct, frozen=True):
    """A label, what its text was read as, and how the two compare."""

    label: Label
    reading: TextReading
    verdict: Verdict


def labels() -> list[Label]:
    """All labels, in the order of their files."""
    found: list[Label] = []
    for path in sorted(LABELS.glob("*.json")):
        found += msgspec.json.decode(path.read_bytes(), type=list[Label])
    return found


def judged(those: Iterable[Label]) -> list[Judged]:
    """Labels compared with the program, those whose text is on this machine."""
    texts: dict[str, dict[str, str]] = {}
    found = []
    for label in those:
        if label.source not in texts:
            texts[label.source] = texts_of(DATA / label.source)
        text = texts[label.source].get(label.sha256)
        if text is not None:
            reading = read(text, label.kind)
            found.append(Judged(label, reading, verdict(label, reading)))
    return found


def verdict(label: Label, reading: TextReading) -> Verdict:
    if not reading.understood:
        return "not understood"
    same = label.effects is not None and from_json(label.effects) == reading.effects
    return "exactly right" if same else "wrong"


def text_id(kind: str, text: str) -> str:
    """The id that a text has by its kind and its words."""
    return hashlib.sha256(f"{kind}|{text}".encode()).hexdigest()[:16]


def texts_of(folder: Path) -> dict[str, str]:
    """All texts of the documents in a folder by the hash of their words without markup."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        for told in _told(json.loads(path.read_text("utf-8"))):
            text = _BLANKS.sub(" ", _MARKUP.sub("", told)).strip()
            found[hashlib.sha256(text.encode()).hexdigest()] = text
    return found


def _told(value: Any) -> Iterator[str]:
    """Every text in a document; parts of a rule, but for their headers, besides as one."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _told(each)
    elif isinstance(value, list):
        for each in value:
            yield from _told(each)
        parts = [each for each in value if isinstance(each, dict) and each.get("type") != "header"]
        if parts and all("text" in each for each in parts):
            yield "\n".join(each["text"] or "" for each in parts)
