"""A rule's text as sentences."""

from __future__ import annotations

import re
from itertools import pairwise

_MARKUP = re.compile(r"\*\*|\^\^|<[^>]+>")
_BLANKS = re.compile(r"[ \t\u00a0]+")
_BREAK = re.compile(
    r"(?<=[a-zA-Z0-9+\)\]\"”’*!])\.(?=\s+[A-Z\[\(“\"■*]|\s*$)|(?<=:)\s+(?=[A-Z■])|\s*■\s*|\n+"
    # a name may end in an exclamation mark, and so may a sentence: what asks of its deed is another
    r"|(?<=[a-z]!)\s+(?=If (?:it|they|you) (?:do|does|did)\b)"
    r"|(?<=[a-z\)\]])\.(?=\s+if (?:it|they|you) (?:do|does|did)\b)"
)
_LEAST = 3
_ENDS = (".", "!", "?", ":", ";")
_ENTRY = re.compile(r"[-–•◦■▪●‣*]\s")
_UNFINISHED = re.compile(
    r".*,|a|an|all|and|any|at|by|can|cannot|each|enemy|every|for|friendly|from|has|have|if|in|into|is|makes?|of|on"
    r"|one|or|that|the|their|these|this|those|to|up|while|with|within|your"
)
"""A word with which no sentence ends."""
_OPENER = re.compile(
    r"A|Add|After|All|Also|An|Any|As|At|Before|Both|Change|Each|Every|For|From|If|Ignore|Improve|In|It|Melee|Models"
    r"|Once|One|Only|Otherwise|Ranged|Roll|Select|Some|Subtract|That|The|Then|These|They|This|Those|Units|Until"
    r"|When|Whenever|While|Your?"
)
"""A word with which sentences begin."""
_LONG = 45
"""A shorter line is a heading or an entry of a list, and ends where it ends."""


def sentences(text: str) -> list[str]:
    """The sentences of a text: at full stops, at colons before a capital, at bullets and at line ends."""
    plain = unwrapped(_BLANKS.sub(" ", _MARKUP.sub("", text)).strip())
    parts = [part.strip(" .\n•-–") for part in _BREAK.split(plain)]
    return [part for part in parts if len(part) >= _LEAST]


def unwrapped(text: str) -> str:
    """A text with whole sentences whose lines were ended at a width, in the middle of them.

    >>> unwrapped("Each time this model digs, it gets\\na heap.")
    'Each time this model digs, it gets a heap.'
    >>> unwrapped("DIGGING\\nEach Mole digs")
    'DIGGING\\nEach Mole digs'
    """
    if "\n" not in text:
        return text
    lines = [line.strip() for line in text.split("\n")]
    ends = (" " if _goes_on(*pair) else "\n" for pair in pairwise(lines))
    return lines[0] + "".join(f"{end}{line}" for end, line in zip(ends, lines[1:], strict=True))


def _goes_on(line: str, following: str) -> bool:
    """Whether the line after goes on with the sentence of a line."""
    if not line or not following or line.endswith(_ENDS) or line.isupper() or _ENTRY.match(following):
        return False
    last, first = line.split()[-1], following.split()[0]
    if first[0].islower() or _UNFINISHED.fullmatch(last):
        return True
    return len(line) >= _LONG and last[0].isupper() and first[0].isupper() and not _OPENER.fullmatch(first)
