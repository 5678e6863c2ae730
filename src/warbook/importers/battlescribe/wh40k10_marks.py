"""The mark-up of 40k catalogues, which glues words together where it is taken away carelessly."""

from __future__ import annotations

import re

from warbook.importers import markup

_GLUED = re.compile(r"(?<=\w)((?:\*\*|\^\^)+)(?=\w)")


def shown(text: str) -> str:
    """The lines of a text without mark-up; a word that only mark-up holds apart from the next gets a blank.

    >>> shown("Four **^^Mole^^**models")
    'Four Mole models'
    """
    return markup.plain(_GLUED.sub(r"\1 ", text))


def said(text: str) -> str:
    """The same of a rule, with slanted words made plain, too."""
    return markup.prose(_GLUED.sub(r"\1 ", text))
