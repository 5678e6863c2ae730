"""Designer's notes, flavour, titles of books: they explain the rule that they follow, or tell a
story, and give nothing of their own.

Only what says that it explains is passed over: what follows from the rule, and what reminds of it on the table.
A note that adds to its rule is read like any other sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from warbook.effects import Effect, Heading, Then
from warbook.parsing.tokens import normal

NOTHING = Then(())
"""What a sentence gives that only explains."""
_NAMES = ("designer's note", "designer's notes")
_ADVICE = re.compile(r"\b(assume that|players who wish to|can also be used to represent)\b", re.IGNORECASE)
"""What a note says of collecting and naming an army rules nothing."""
_KEPT = re.compile(
    r"^(each time you gain an? [\w ]+, )?keep (it|your [\w ]+) to one side - this is your [\w ]+ pool$"
    r"|^this is done using [A-Z]\w+ (tokens|dice|points)$",
    re.IGNORECASE,
)
"""Where tokens and dice lie, and that they are used."""
_TITLE = re.compile(r"^[A-Z][\w']*( [A-Z&][\w']*)*\*$")
_OF_RULES = re.compile(
    r"\d|\b[A-Z]{2,}\b|\b(you|your|units?|models?|rolls?|phase|turn|stratagems?|detachments?|characteristics?)\b"
)
"""What flavour has none of."""
_BOOK = re.compile(r"\b(Codex|Index|Legends):$")
_FOLLOWS = re.compile(r"^\W*(this means that|alternatively,|while in effect, .*\btherefore\b)", re.IGNORECASE)
_SO = re.compile(r" \(so [^()]*\)(?=\W*$)", re.IGNORECASE)
_REMINDS = re.compile(
    r"^\W*(while .*, )?place .*\btokens? next to\b.*"
    r"(\bto remind you|\bas a reminder|, removing (it|one|each|each token)\b.*\b(used|uses this ability))$",
    re.IGNORECASE,
)


def is_blank(sentence: str) -> bool:
    """Whether it has no word and no number of its own: a line to write on, where else to look."""
    return not any(map(str.isalnum, normal(sentence)))


def without_what_follows(sentence: str) -> str:
    """The sentence without a bracket that says what follows from it: "(so it cannot charge)"."""
    return _SO.sub("", sentence)


def opens_note(effect: Effect) -> bool:
    """Whether it is the heading of a designer's note."""
    return isinstance(effect, Heading) and effect.name.lower().replace("’", "'") in _NAMES


def opens_example(effect: Effect) -> bool:
    """Whether it is the heading of an example in italics."""
    return isinstance(effect, Heading) and effect.name.strip("*").lower() == "example"


def example(following: Sequence[str]) -> int:
    """So many sentences long an example in italics is: to the one that ends them, or none."""
    ends = (at for at, each in enumerate(following, 1) if each.rstrip(". ").endswith("*"))
    return next(ends, 0)


def explains(sentence: str) -> bool:
    """Whether a sentence of a note only says what follows from its rule, reminds of it, or gives advice."""
    plain = sentence.strip(" .*")
    return bool(_FOLLOWS.match(plain) or _REMINDS.match(plain) or _ADVICE.search(plain))


def keeps_aside(sentence: str) -> bool:
    """Whether it only says where what is gained lies on the table, or that it is used."""
    return bool(_KEPT.match(normal(sentence)))


def ends_title(sentence: str) -> bool:
    """Whether it is the end of a book's title in italics, of which the rest stood before."""
    return bool(_TITLE.match(sentence.strip()))


def opens_title(sentence: str) -> bool:
    """Whether it breaks off in the title of a book, with which the next sentence goes on."""
    return bool(_BOOK.search(sentence))


def flavour(following: Sequence[str]) -> int:
    """So many sentences in italics, from the first on, tell nothing of the rules; none where one does."""
    first = following[0] if following else ""
    if not first.startswith("*") or first[1:2] in ("", " ") or first.endswith(":"):
        return 0
    told = example(following)
    return 0 if any(_OF_RULES.search(each) for each in following[:told]) else told


def gives_example(sentence: str) -> bool:
    """Whether all of a sentence is an example of the one before it."""
    return sentence.strip(" *").startswith("For example, ")
