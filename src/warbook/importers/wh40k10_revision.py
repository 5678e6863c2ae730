"""Which revision of the 40k rules a page speaks of, judged from the rules that it explains itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from warbook.sheets.sheet import Evidence, Play, Rule

REVISIONS = ("2023-06", "2023-12", "2024-06", "2025-06")
_LAUNCH, _FIRST, _SECOND, _THIRD = REVISIONS
_OLD, _NEW = (_LAUNCH, _FIRST), (_SECOND, _THIRD)

_Clue = tuple[str, Callable[[str], bool], tuple[str, ...]]


def _says(*words: str) -> Callable[[str], bool]:
    return lambda text: all(word in text for word in words)


def _says_not(said: str, *unsaid: str) -> Callable[[str], bool]:
    return lambda text: said in text and not any(word in text for word in unsaid)


_RULES: tuple[_Clue, ...] = (
    ("devastating wounds", _says("no saving throw", "inflicts a number of mortal wounds"), _NEW),
    ("devastating wounds", _says_not("no saving throw", "mortal wound"), (_FIRST,)),
    ("devastating wounds", _says("attack sequence ends"), (_LAUNCH,)),
    ("hazardous", _says("targets were selected for"), _NEW),
    ("hazardous", _says("that was just used"), _OLD),
    ("hazardous", _says("following sequence"), _NEW),
    ("hazardous", _says("is destroyed (selected by"), _OLD),
    ("hazardous", _says("Fire Overwatch"), _NEW),
    ("mortal wounds", _says("[HAZARDOUS]", "are lost"), _NEW),
    ("mortal wounds", _says("just allocate it as you would any other attack"), _OLD),
    ("battle-shock", _says("below its Starting Strength"), _NEW),
    ("battle-shock", _says_not("Below Half-strength", "below its Starting Strength"), _OLD),
    ("deep strike", _says("Strategic Reserves"), _NEW),
    ("deep strike", _says_not("Reinforcements step", "Strategic Reserves"), _OLD),
    ("firing deck", _says("[ONE SHOT]"), _NEW),
    ("firing deck", _says_not("embarked", "[ONE SHOT]"), _OLD),
    ("indirect fire", _says("unmodified", "1-3"), _NEW),
    ("indirect fire", _says_not("Benefit of Cover", "1-3"), _OLD),
    ("objective markers", _says("at the end of any phase or turn"), _NEW),
    ("objective markers", _says_not("at the end of any phase", "phase or turn"), _OLD),
)
_PLAYS: tuple[_Clue, ...] = (
    ("heroic intervention", _says("2 CP"), _OLD),
    ("heroic intervention", _says("1 CP"), _NEW),
    ("fire overwatch", _says("declares a charge"), (_THIRD,)),
    ("fire overwatch", _says("Charge move"), (_LAUNCH, _FIRST, _SECOND)),
    ("fire overwatch", _says("cannot target a TITANIC"), (_FIRST, _SECOND, _THIRD)),
    ("insane bravery", _says("more than once per battle", "unit from your army that must"), (_FIRST,)),
    ("insane bravery", _says("more than once per battle", "TARGET That unit"), _NEW),
    ("insane bravery", _says("just after you fail"), (_LAUNCH,)),
    ("tank shock", _says("Toughness"), _NEW),
    ("tank shock", _says("Strength characteristic"), _OLD),
    ("command re-roll", _says("fast dice"), _NEW),
    ("command re-roll", _says_not("TARGET That unit", "fast dice"), (_FIRST,)),
    ("rapid ingress", _says("Deep Strike"), (_FIRST, _SECOND, _THIRD)),
    ("rapid ingress", _says_not("Reinforcements", "Deep Strike"), (_LAUNCH,)),
    ("grenade", _says("Advance", "Fall"), _NEW),
    ("grenade", _says_not("GRENADES", "Advance"), _OLD),
)


def gather_evidence(rules: Sequence[Rule], plays: Sequence[Play]) -> tuple[Evidence, ...]:
    """What the page's rules and Core Stratagems say about its revision."""
    texts = [(_plain(rule.name), rule.text or "", rule.lines) for rule in rules]
    cards = [(_plain(play.name), _card(play), play.lines) for play in plays if play.when or play.effect]
    found = _apply(_RULES, texts) + _apply(_PLAYS, cards)
    return tuple(Evidence(about, revisions, lines[0] if lines else None) for about, revisions, lines in found)


def _apply(
    clues: Sequence[_Clue], texts: Sequence[tuple[str, str, tuple[int, int] | None]]
) -> list[tuple[str, tuple[str, ...], tuple[int, int] | None]]:
    return [
        (about, revisions, lines)
        for about, test, revisions in clues
        for name, text, lines in texts
        if name == about and test(text)
    ]


def _plain(name: str) -> str:
    return re.sub(r"^\d+\. ", "", name).casefold()


def _card(play: Play) -> str:
    parts = (f"{play.cost} CP", f"WHEN {play.when}", f"TARGET {play.target}", play.effect, play.restrictions)
    return " ".join(part for part in parts if part)


def revision_at(date: str | None) -> str | None:
    """The revision in force at an ISO date or month; None where there is none, or no date.

    >>> revision_at("2024-03-21")
    '2023-12'
    """
    return max((revision for revision in REVISIONS if date and revision <= date[:7]), default=None)


def judge(evidence: Sequence[Evidence]) -> str | None:
    """The revision that most of the evidence allows; of equals the newest; None without evidence.

    A piece of evidence counts for each revision it allows, more when it allows few.
    """
    if not evidence:
        return None
    score = {
        revision: sum(1 / len(clue.revisions) for clue in evidence if revision in clue.revisions)
        + sum(1 for clue in evidence if revision in clue.revisions)
        for revision in REVISIONS
    }
    return max(REVISIONS, key=lambda revision: (round(score[revision], 9), revision))
