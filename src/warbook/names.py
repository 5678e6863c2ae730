"""When two written names mean the same thing."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

APOSTROPHES = re.compile("['’‘ʼ`´]")
WORD = re.compile(r"[^\W_]+")
_TEMPLATE = re.compile(r"\s\[([^\[\]]+)\]\s*$")
MOST_DIGITS = 9
"""Nothing that is counted has more; thousands of digits are no number to Python."""


@cache
def words(name: str) -> tuple[str, ...]:
    """The words that count in a name: folded, without accents and apostrophes, each in the singular.

    >>> words("Emperor’s Children – Flawless Blades")
    ('emperor', 'children', 'flawles', 'blade')
    """
    letters = APOSTROPHES.sub("", name).casefold()
    if not letters.isascii():
        letters = unicodedata.normalize("NFKD", APOSTROPHES.sub("", name)).casefold()
        letters = "".join(char for char in letters if not unicodedata.combining(char))
    return tuple(word.removesuffix("s") or word for word in WORD.findall(letters))


def whole_number(text: str) -> int | None:
    """A whole number as printed; ``None`` for whatever is none, and for more than anything counts to.

    >>> whole_number("12"), whole_number("9" * 5000), whole_number("²")
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def template(name: str) -> str | None:
    """The mark behind the name of what is no unit by itself but a pattern for units of one's own.

    >>> template("Moss Warden [Crucible]"), template("Moss Warden (pair)")
    ('Crucible', None)
    """
    found = _TEMPLATE.search(name)
    return found[1].strip() if found and words(found[1]) != ("legend",) else None


def asked_for(name: str, text: str) -> bool:
    """Whether who looks for a text means the template of a name: by its mark, or by all of its name."""
    mark, typed = template(name), set(words(text))
    return mark is None or set(words(mark)) <= typed or set(words(name)) - set(words(mark)) <= typed


def same(one: str, other: str) -> bool:
    """Whether two names differ only in case, accents, apostrophes, hyphens or a plural s."""
    return words(one) == words(other)


@cache
def keyword(text: str) -> str:
    """A keyword as rules compare it: upper case, plain apostrophes and hyphens, single blanks.

    >>> keyword(" Emperor’s  Children ")
    "EMPEROR'S CHILDREN"
    """
    plain = re.sub("[\u2010\u2011\u2012]", "-", APOSTROPHES.sub("'", text))
    return " ".join(plain.upper().split())


_SEVERAL = tuple(
    (re.compile(ending), one)
    for ending, one in (
        ("ve$|fe$", "f"),
        ("oe$", "o"),
        ("(?<=[a-z]{2}[^aeiou])ie$", "y"),
        ("(?<=.)men$", "man"),
        ("(?<=[a-z]{2})z$", ""),
    )
)
"""Endings of several, as ``words`` leaves them, and of one."""
_ENDINGS = ("ve", "fe", "oe", "ie", "men", "z")


@cache
def key(name: str) -> str:
    """What two names share that differ only in case, accents, hyphens or in being one or several.

    >>> key("Legionaries"), key("Guardsmen"), key("Boyz"), key("Knives")
    ('legionary', 'guardsman', 'boy', 'knif')
    """
    return " ".join(map(_one, words(name)))


def _one(word: str) -> str:
    if not word.endswith(_ENDINGS):
        return word
    for ending, one in _SEVERAL:
        word = ending.sub(one, word)
    return word
