"""Designer's notes: they explain the rule that they follow, and give nothing of their own.

Only what says that it explains is passed over: what follows from the rule, and what reminds of it on the table.
A note that adds to its rule is read like any other sentence.
"""

from __future__ import annotations

import re

from warbook.effects import Effect, Heading, Then

NOTHING = Then(())
"""What a sentence gives that only explains."""
_NAMES = ("designer's note", "designer's notes")
_FOLLOWS = re.compile(r"^\W*(this means that|while in effect, .*\btherefore\b)", re.IGNORECASE)
_REMINDS = re.compile(
    r"^\W*(while .*, )?place .*\btokens? next to\b.*"
    r"(\bto remind you|\bas a reminder|, removing (it|one|each|each token)\b.*\b(used|uses this ability))$",
    re.IGNORECASE,
)


def opens_note(effect: Effect) -> bool:
    """Whether it is the heading of a designer's note."""
    return isinstance(effect, Heading) and effect.name.lower().replace("’", "'") in _NAMES


def explains(sentence: str) -> bool:
    """Whether a sentence of a note only says what follows from its rule, or reminds of it."""
    plain = sentence.strip(" .*")
    return bool(_FOLLOWS.match(plain) or _REMINDS.match(plain))
