"""What is told to who types commands, in the words of who uses pages."""

from __future__ import annotations

import re

PLACES = {
    "--with": "rules in play",
    "--holding": "what holds",
    "--range": "distance",
    "--charge": "charge",
    "--charge-reroll": "charge",
    "--roll": "roll",
    "--targets": "targets",
}
"""What the options of commands are called on pages."""
_ADDING = re.compile(r"warbook library add(?: FOLDER)?\b")
_OPTION = re.compile(r"(?<!\w)(?:" + "|".join(sorted(PLACES, key=len, reverse=True)) + r")(?![\w-])")


def plain(text: object) -> str:
    """A text without commands and their options.

    >>> plain("your library is empty: warbook library add FOLDER makes more units known")
    'your library is empty: Import makes more units known'
    >>> plain("--with"), plain("--withered"), plain("Zorbs --with axes")
    ('rules in play', '--withered', 'Zorbs rules in play axes')
    """
    return _OPTION.sub(lambda found: PLACES[found[0]], _ADDING.sub("Import", str(text)))
