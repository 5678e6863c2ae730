"""Text of exports without its mark-up: HTML, Markdown, bullets of any shape; one line a paragraph or entry."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

from warbook.sheets.document import Piece, normalise

_ENTRY = re.compile(r"<li\b[^<>]*>", re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^<>]*>", re.IGNORECASE)
_CELL_END = re.compile(r"</t[dh]\s*>", re.IGNORECASE)
_BLOCK = re.compile(r"</?(?:br|p|div|ul|ol|li|table|thead|tbody|tr|h\d|section|hr)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|<!--.{0,2000}?-->|</?[a-zA-Z][^<>]*$", re.DOTALL)
_BARE_CODE = re.compile(r"&x([0-9a-fA-F]{1,6});")
_STRONG = re.compile(r"\*\*\*|\*\*|\^\^")
_SLANTED = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?![\w*])")
_BULLET = re.compile(r"[ \n]*[■◦▪●•◆►➤][ \n]*(?=\S)")
_SIGNS = ("<", "&", "**", "^^", "  ", "\n", "\r", "\t", "\x0b", "\x0c")
"""What a text in ASCII holds that is not plain."""
_LINES = re.compile(r" *\n[ \n]*")
_EMPTY_ROW = re.compile(r"^[| ]+$\n?", re.MULTILINE)
_ONE_CELL = re.compile(r"^\| ?([^|\n]*?) ?\|? *$|^([^|\n]+?) \| *$", re.MULTILINE)


def plain(text: str) -> str:
    """A text's lines without tags, entities and emphasis; what is listed begins with ``"- "``.

    >>> plain("One of:<ul><li>1 <b>axe</b></li><li>2&nbsp;knives</li></ul>")
    'One of:\\n- 1 axe\\n- 2 knives'
    """
    if text.isascii() and not any(sign in text for sign in _SIGNS):
        return text.strip()
    text = normalise(text)
    if "<" in text:
        text = _CELL_END.sub(" | ", _ROW.sub("\n| ", _ENTRY.sub("\n- ", text)))
        text = _TAG.sub("", _BLOCK.sub("\n", text))
        text = _ONE_CELL.sub(r"\1\2", _EMPTY_ROW.sub("", text)) if "|" in text else text
    if "&" in text:
        text = unescape(_BARE_CODE.sub(r"&#x\1;", text))
        text = normalise(text)
    text = _LINES.sub("\n", _STRONG.sub("", text))
    return _LINES.sub("\n", _BULLET.sub("\n- ", text)).strip()


@lru_cache(maxsize=4096)
def prose(text: str) -> str:
    """A rule's text without its mark-up, slanted words included (in an option a star marks a footnote)."""
    return _SLANTED.sub(r"\1", plain(text))


def lines(text: str, start: int = 1) -> list[Piece]:
    """The lines of a text without mark-up as pieces, numbered from ``start``."""
    out = []
    for number, line in enumerate(filter(None, text.split("\n")), start):
        entry = line.startswith("- ") and len(line) > 2
        out.append(Piece("bullet" if entry else "text", line[2:].strip() if entry else line, number))
    return out
