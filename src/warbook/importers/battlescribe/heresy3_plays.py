"""Reactions and Gambits of Horus Heresy catalogues as plays."""

from __future__ import annotations

import re

from warbook.importers.battlescribe.heresy3_profiles import is_gambit, is_reaction, said
from warbook.importers.battlescribe.infos import Info
from warbook.importers.labels import read_labelled
from warbook.importers.markup import lines
from warbook.sheets.sheet import Play

REACTION_POINTS = "reaction points"
GAMBIT = "Gambit"

_NAME = re.compile(
    r"^(?:gambit:\s*|(?:\w+ )?reaction:\s*)?(?P<name>.+?)(?:\s+(?:\w+ )?(?:Reaction|Gambit))?$", re.IGNORECASE
)
_CATEGORY = re.compile(r"\b(?:Core|Advanced|Legion|Psychic) Reaction\b", re.IGNORECASE)
_COST = re.compile(r"\b(\d{1,4}) (?:Reaction )?Points?\b", re.IGNORECASE)
_FREE = re.compile(r"\bno cost\b|\bfree\b|\bdoes not cost\b|\bcosts? (?:0|nothing)\b", re.IGNORECASE)
_LABEL = re.compile(r"(Trigger|Cost|Target|Process)(?:\s*[:.]\s*|\s*$)")
_CORE = ("trigger", "cost", "target", "process", "summary")


def is_play(info: Info) -> bool:
    return is_reaction(info) or is_gambit(info)


def play_of(info: Info, source: str, doubts: list[str]) -> Play:
    """A reaction with its cost in points, or a Gambit, which costs nothing.

    ``source`` names what gives it. A cost that is not understood is told and counts as none.
    """
    name = play_name(info)
    if is_gambit(info):
        return Play(name, 0, GAMBIT.casefold(), source, GAMBIT, effect=said(info) or None)
    texts = _in_full({head.strip(" :").casefold(): value.strip() for head, value in info.values.items()})
    cost_text = texts.get("cost", "")
    cost = _COST.search(cost_text)
    if cost is None and not _FREE.search(cost_text):
        doubts.append(f"{name}: its cost is not understood")
    others = (f"{head.capitalize()}: {text}" for head, text in texts.items() if head not in _CORE and text)
    return Play(
        name,
        int(cost[1]) if cost else 0,
        REACTION_POINTS,
        source,
        _category(info),
        texts.get("trigger") or None,
        texts.get("target") or None,
        texts.get("process") or None,
        "\n".join(others) or None,
        flavour=texts.get("summary") or None,
        cost_text=cost_text or None,
    )


def _in_full(texts: dict[str, str]) -> dict[str, str]:
    """A card's texts by their heads; where all of them were typed under the first, each under its own."""
    filled = [text for text in texts.values() if text]
    told = read_labelled(lines(filled[0]), _LABEL) if len(filled) == 1 else None
    if told is None or not told.texts:
        return texts
    parts = {head.casefold(): text for head, text in told.texts.items()}
    return {**texts, "summary": "\n".join(piece.text for piece in told.before), **parts}


def play_name(info: Info) -> str:
    """A play's name without the word that says what sort it is.

    The name alone is what rules call it by.
    """
    found = _NAME.match(info.name)
    return found["name"] if found else info.name


def _category(info: Info) -> str:
    for text in (info.name, info.type, *info.values.values()):
        if found := _CATEGORY.search(text):
            return found[0].title()
    return "Reaction"
