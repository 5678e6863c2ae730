"""The faction's own keyword in the place of one that a copied page lost.

Its links are what copies of pages lose most: an article that fits no "unit", a sentence that begins in the
middle. On such a page a rule of the faction that speaks of any unit has lost one too.
"""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

from warbook.names import keyword
from warbook.sheets.sheet import Ability, Datasheet, DetachmentRule, Enhancement, Play

Ruled = TypeVar("Ruled", bound=Ability | DetachmentRule | Enhancement | Play)

OF_FACTION = ("abilities", "enhancements", "detachment_rules", "plays")
"""The fields of a sheet that hold a faction's own rules; core rules name no faction."""
TEXTS = ("text", "when", "target", "effect", "restrictions")

_LOST = re.compile(
    r"(?<=\ban )(?=(?:unit|model|character)s?\b)"
    r"|(?<=Army Faction is )(?=,)"
    r"|(?:^|(?<=[.!?] ))(?=(?:units?|models?) from your army\b)",
    re.MULTILINE,
)
_BARE = re.compile(
    r"(?<=\b[Oo]ne )(?=units? from your army)|(?<=\b[Aa] )(?=units? from your army)"
    r"|(?<=\bfor )(?=units? from your army)|(?<=\bfriendly )(?=units? within\b)"
)


def stand_in(sheet: Datasheet) -> str | None:
    """The keyword of the sheet's faction, where its page lost some keyword."""
    lost = any(each.token == "keyword" for each in sheet.missing)
    return keyword(sheet.faction) if lost and sheet.faction else None


def whole(sheet: Datasheet) -> Datasheet:
    """The sheet, with its faction's keyword in the texts of rules that lost one."""
    word = stand_in(sheet)
    if word is None:
        return sheet
    found = {field: tuple(rule_of(rule, word) for rule in getattr(sheet, field)) for field in OF_FACTION}
    return msgspec.structs.replace(sheet, **found)


def rule_of(rule: Ruled, word: str | None) -> Ruled:
    """A rule, with ``word`` where its texts lost one; one that has effects already needs none."""
    if word is None or rule.effects:
        return rule
    own = not (isinstance(rule, Play) and rule.source.casefold() == "core")
    texts = ((field, getattr(rule, field, None)) for field in TEXTS)
    return msgspec.structs.replace(rule, **{field: restored(text, word, own) for field, text in texts if text})


def restored(text: str, word: str, own: bool) -> str:
    """A text with ``word`` where one is lost; in a faction's ``own`` rule also where it names any unit."""
    text = _LOST.sub(f"{word} ", text).replace(f"{word} ,", f"{word},")
    return _BARE.sub(f"{word} ", text) if own else text


def told(word: str) -> str:
    """What is to be said where a keyword stands in."""
    return f"{word} stands for a keyword that the page lost"
