"""A rule's text as sentences."""

from __future__ import annotations

import re

_MARKUP = re.compile(r"\*\*|\^\^|<[^>]+>")
_BLANKS = re.compile(r"[ \t\u00a0]+")
_BREAK = re.compile(r"(?<=[a-zA-Z0-9+\)\]\"”’*])\.(?=\s+[A-Z\[\(“\"■*]|\s*$)|(?<=:)\s+(?=[A-Z■])|\s*■\s*|\n+")
_LEAST = 3


def sentences(text: str) -> list[str]:
    """The sentences of a text: at full stops, at colons before a capital, at bullets and at line ends."""
    plain = _BLANKS.sub(" ", _MARKUP.sub("", text)).strip()
    parts = [part.strip(" .\n•-–") for part in _BREAK.split(plain)]
    return [part for part in parts if len(part) >= _LEAST]
