"""Ways to spoil a document: its bytes, words, JSON values, XML elements, its archive."""

from __future__ import annotations

import io
import json
import warnings
import zipfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from typing import Any
from xml.etree import ElementTree

ODD = (
    "", " ", "\n", "-", "–", "*", "\x00", "\ufeff", "\u2028", "\u202e", "²", "٣", "Ⅷ", "½", "ﬁ", "😀", "İ",
    "ß", "0", "-1", "1.5", "1e400", "NaN", "9" * 20, "9" * 5000, "0x10", "+", "++", "1+", "7+", "99+",
    "D6", "D0", "1000000D6", "0D6", "D6+D6", "2D6-99", '20"+', '12"', "99999999 models", "1000000 x",
    "0-0 of it", "1-99999999 of it", "<b>", "</b>", "<", "&", "&amp;", "&#x110000;", "&#0;", "[", "]",
    "[[", "()", "(see below)", "___", "**^^", "^^**", "[NONSENSE]", "{}", "null", "true", "|", "||", "a|b",
    "%", "%s", "%00", "\\", "\\u0000", "'", '"', "''", "’", "is equipped with:", "of the following:",
    "None", "N/A", "Melee", "and", "or", "than", "until", "each", "instead", "a " * 800, "(" * 400,
    "x" * 20_000, "and " * 300, "[A] " * 150, "either A or B or " * 60,
)  # fmt: skip
"""Texts that no document should have, or not there."""
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3, 10**6, 10**9, 10**18, 10**30, -(10**30), 0.5, 1e308, -1e-300),
    *([], {}, [[]], [None], {"": None}, [{}], {"a": {"a": {"a": []}}}, "\ud800"),
)

Change = Callable[[Random], bytes]


def odd(random: Random) -> str:
    """An odd text."""
    return random.choice(ODD)


def spoilt(data: bytes, random: Random) -> bytes:
    """Bytes of which some are gone, doubled, swapped, overwritten, or cut off."""
    size = len(data)
    at = random.randrange(size + 1)
    to = min(size, at + random.choice((1, 1, 2, 8, 64, 512, 4096)))
    other = random.randrange(size + 1)
    kind = random.randrange(7)
    if kind == 0:
        return data[:at] + data[to:]
    if kind == 1:
        return data[:to] + data[at:to] * random.choice((1, 2, 50)) + data[to:]
    if kind == 2:
        return data[:at]
    if kind == 3:
        return data[:at] + random.randbytes(to - at) + data[to:]
    if kind == 4:
        return data[:other] + data[at:to] + data[other:]
    if kind == 5:
        return data[:at] + odd(random).encode("utf-8", "replace") + data[at:]
    return data[:at] + random.choice((b"[", b"{", b'{"a":', b"<a>", b"(", b"]", b"</a>")) * 3000 + data[at:]


def reworded(text: str, random: Random, more: Sequence[str] = ()) -> str:
    """A text of which some words, or lines, are others: odd ones, or those of ``more``."""
    sep = "\n" if "\n" in text and random.random() < 0.4 else " "
    parts = text.split(sep)
    for _ in range(random.choice((1, 1, 2, 4))):
        at, other = random.randrange(len(parts)), random.randrange(len(parts))
        kind = random.randrange(7)
        if kind == 0:
            del parts[at]
        elif kind == 1:
            parts.insert(other, parts[at])
        elif kind == 2:
            parts[at], parts[other] = parts[other], parts[at]
        elif kind == 3:
            parts[at] = odd(random)
        elif kind == 4:
            parts[at:at] = random.choice(more).split(sep) if more else [odd(random)]
        elif kind == 5:
            parts[at:other] = parts[at:other] * 2
        else:
            parts[at] = _letters(parts[at], random)
        parts = parts or [""]
    return sep.join(parts)


def _letters(word: str, random: Random) -> str:
    at = random.randrange(len(word) + 1)
    char = random.choice(
        ("", word[at : at + 1] * 2, chr(random.randrange(1, 0x300)), random.choice("+-\"'()[]|:;.,*0D6"))
    )
    return random.choice((word[:at] + char + word[at + 1 :], word.upper(), word.title(), word * 2))


# --------------------------------------------------------------------- JSON


def retyped(document: Any, random: Random) -> bytes:
    """A JSON document of which values are gone, doubled, moved, of another type or odd."""
    holder = {"": deepcopy(document)}
    for _ in range(random.choice((1, 1, 2, 3))):
        owner, key = random.choice(_places(holder))
        value = owner[key]
        kind = random.randrange(8)
        if kind == 0 and key != "":
            del owner[key]
        elif kind == 1 and isinstance(value, list) and value:
            value.extend(deepcopy(random.choice(value)) for _ in range(random.choice((1, 3, 40))))
        elif kind == 2:
            other, there = random.choice(_places(holder))
            owner[key] = deepcopy(other[there])
        elif kind == 3 and isinstance(value, str):
            owner[key] = reworded(value, random)
        elif kind == 4 and isinstance(value, int | float) and not isinstance(value, bool):
            owner[key] = value * random.choice((-1, 0, 10, 1000, 10**9))
        elif kind == 5 and isinstance(owner, dict) and key != "":
            owner[odd(random)] = owner.pop(key)
        elif random.random() < 0.5:
            owner[key] = random.choice(VALUES)
        else:
            owner[key] = odd(random)
    return json.dumps(holder.get("")).encode()


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every key of every object, every number of every list."""
    found, waiting = [], [value]
    while waiting:
        owner = waiting.pop()
        keys = list(owner) if isinstance(owner, dict) else range(len(owner))
        for key in keys:
            found.append((owner, key))
            if isinstance(owner[key], dict | list):
                waiting.append(owner[key])
    return found


# --------------------------------------------------------------------- XML


def regrown(root: ElementTree.Element, random: Random) -> bytes:
    """An XML document of which elements or attributes are gone, doubled, moved, nested or odd."""
    root = deepcopy(root)
    for _ in range(random.choice((1, 1, 2, 3))):
        pairs = [(owner, child) for owner in root.iter() for child in owner]
        if not pairs:
            break
        owner, child = random.choice(pairs)
        kind = random.randrange(8)
        if kind == 0:
            owner.remove(child)
        elif kind == 1:
            owner.extend(deepcopy(child) for _ in range(random.choice((1, 3, 30))))
        elif kind == 2:
            random.choice(pairs)[0].append(deepcopy(child))
        elif kind == 3 and child.attrib:
            del child.attrib[random.choice(list(child.attrib))]
        elif kind == 4 and child.attrib:
            child.set(random.choice(list(child.attrib)), _xml(odd(random)))
        elif kind == 5 and child.attrib:
            other = random.choice(pairs)[1].attrib or {"id": ""}
            child.set(random.choice(list(child.attrib)), random.choice(list(other.values())))
        elif kind == 6:
            child.text = _xml(odd(random))
        else:
            inner = child
            for _ in range(random.choice((1, 2, 30, 150))):
                inner = ElementTree.SubElement(inner, random.choice((owner.tag, child.tag)), dict(child.attrib))
    return ElementTree.tostring(root, "utf-8")


def _xml(text: str) -> str:
    """As much of a text as XML can have."""
    return "".join(char for char in text if char in "\t\n" or " " <= char < "\ud800" or char > "\udfff")


# --------------------------------------------------------------------- archives


def packed(data: bytes, name: str, random: Random) -> bytes:
    """An archive of a document, whole or damaged, packed in any way."""
    ways = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    held = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(held, "w", random.choice(ways)) as archive:
        warnings.simplefilter("ignore")  # of two files of one name
        for _ in range(random.choice((1, 1, 1, 1, 0, 2))):
            archive.writestr(random.choice((name, name, "../../x", "a/b.txt", "[Content_Types].xml")), data)
        if random.random() < 0.02:
            archive.writestr("bomb.ros", b"<a/>" * 8_000_000, zipfile.ZIP_DEFLATED)
    whole = held.getvalue()
    return spoilt(whole, random) if random.random() < 0.7 else whole
