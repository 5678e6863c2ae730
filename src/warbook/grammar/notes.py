"""Designer's notes: they explain the rule that they follow, and give nothing of their own.

Only what says that it explains is passed over: what follows from the rule, and what reminds of it on the table.
A note that adds to its rule is read like any other sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from warbook.effects import Effect, Heading, Then

NOTHING = Then(())
"""What a sentence gives that only explains."""
_NAMES = ("designer's note", "designer's notes")
_FOLLOWS = re.compile(r"^\W*(this means that|alternatively,|while in effect, .*\btherefore\b)", re.IGNORECASE)
_REMINDS = re.compile(
    r"^\W*(while .*, )?place .*\btokens? next to\b.*"
    r"(\bto remind you|\bas a reminder|, removing (it|one|each|each token)\b.*\b(used|uses this ability))$",
    re.IGNORECASE,
)


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
    """Whether a sentence of a note only says what follows from its rule, or reminds of it."""
    plain = sentence.strip(" .*")
    return bool(_FOLLOWS.match(plain) or _REMINDS.match(plain))


def gives_example(sentence: str) -> bool:
    """Whether all of a sentence is an example of the one before it."""
    return sentence.strip(" *").startswith("For example, ")
