"""What a reading lost: a number, a die, a keyword or a weighty word of the sentence that no effect shows.

The grammar consumes every word; this checks from the outside that what it consumed also arrived.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from warbook.effects import Effect, to_json
from warbook.parsing.tokens import Token, in_brackets

WEIGHTY: Mapping[str, re.Pattern[str]] = {
    word: re.compile(evidence, re.IGNORECASE)
    for words, evidence in (
        ("until", r'"(until|duration|unless)|until'),
        ("instead", r'"(instead|otherwise|instead of|result|lost|choose)"|before|each|cost|attach|other than'),
        ("friendly", r'friendly|"side":"(you|friendly)"|"who"|army'),
        ("enemy enemies opponent opponent's", r'enemy|opponent|engage|"ref":"(target|attacker)"'),
        ("melee", r"melee|\bfight|weapon skill"),
        ("ranged", r"ranged|ballistic skill|shoot|engaged penalty"),
        ("unmodified", r'unmodified|critical|"(result|faces|reroll)|"op":"set"'),
        ("re-roll re-rolls re-rolled", r"reroll|re-roll"),
        ("mortal", r"mortal|demise"),
        ("wholly", r"wholly"),
        ("horizontally", r"horizontally"),
        ("excluding except", r'"(without|not|except_|barred|against|where|windows)"'),
        ("cannot", r'"(barred|not|except_|lost|outcome|limit|most)|limited|cannot|stationary|not '),
        (
            "not",
            r'"(not|barred|lost|without|least|failed|otherwise|limited|limit)"|not |fail|penalty|through'
            r'|"alone"',
        ),
        ("half halve halved", r'divide|half|"times":2'),
        ("double doubled", r'multiply|"times"'),
        ("Battle-shocked Battle-shock", r'battle-shock|"result"'),
        ("highest lowest", r"highest|lowest|most|least"),
        ("invulnerable", r"invulnerable"),
    )
    for word in words.split()
}
"""Words that change what a rule does, and what of their effects (as JSON) each must have brought."""

_NUMBER = re.compile(r"\d+")
_LETTERS = re.compile(r"[a-z0-9']+")
_ONCE = re.compile(r"\bonce per (?:battle round|battle|turn|phase)\b", re.IGNORECASE)
_CHANGES = r"\b(?:add|subtract|improve|worsen|increase|reduce|decrease|re-roll)\b"
_CHANGED = r"(?:hit|wound|damage|attacks|strength|toughness|save|move|leadership|objective control)"
_EITHER = re.compile(
    rf"{_CHANGES}[^.:;]*?\b{_CHANGED}(?: rolls?| characteristics?)? or (?:the |that |an? )?{_CHANGED}\b",
    re.IGNORECASE,
)
_FOR_ONE = re.compile(
    r"(?:^|, |\band )(?:one|1) (?:(?:melee|ranged) )?(?:weapon|model)\b[^,.;:]* has (?:an?|the)\b"
    r"|\bof (?:one|1) (?:(?:melee|ranged) )?(?:weapon|model)\b",
    re.IGNORECASE,
)
_TOGETHER = (
    (_ONCE, re.compile("limit")),
    (_EITHER, re.compile('"choose"')),
    (_FOR_ONE, re.compile('"(select|choose)"')),
)
_CRITICAL = re.compile('"(critical|result)"')
"""A critical is a 6 where nothing else is told."""
_UNTOLD = {"D6", "1"}
"""Values that effects leave out as their defaults: one die, one of a thing."""


class Shown:
    """Everything that effects show: their numbers, their texts, and all of them as JSON text."""

    def __init__(self, effects: Iterable[Effect]) -> None:
        import msgspec

        told = to_json(tuple(effects))
        self.json = msgspec.json.encode(told).decode()
        self.texts = [text.lower() for text in _texts(told)]
        self.numbers = {abs(number) for number in _numbers(told)}
        self.numbers |= {int(found) for text in self.texts for found in _NUMBER.findall(text)}
        self.words = {word for text in self.texts for word in _LETTERS.findall(text)}


def _texts(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        for value in told.values():
            yield from _texts(value)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from _texts(value)
    elif isinstance(told, str):
        yield told


def _numbers(told: Any) -> Iterator[int]:
    if isinstance(told, dict):
        for value in told.values():
            yield from _numbers(value)
    elif isinstance(told, list | tuple):
        for value in told:
            yield from _numbers(value)
    elif isinstance(told, int) and not isinstance(told, bool):
        yield told


def swallowed(row: Sequence[Token], effect: Effect) -> Token | None:
    """The first token of a sentence whose weight its effect does not show, ``None`` where all arrived."""
    shown = Shown((effect,))
    told = (token for place, token in enumerate(row) if not (_replaced(row, place) or _replaces(row, place)))
    if '"embarked"' in shown.json:
        told = (token for token in told if not _embarked_in(row, token))
    return next((token for token in told if not _arrived(token, shown)), None)


_IN_PLACE = (["rather", "than"], ["instead", "of"])


def _replaced(row: Sequence[Token], place: int) -> bool:
    """Whether it is what something else stands in place of: "D6 rather than D3", "1 instead of 0"."""
    before = [token.text.lower() for token in row[max(0, place - 2) : place]]
    return before in _IN_PLACE and row[place].kinds[0] in ("DICE_SUM", "DIGITS")


def _replaces(row: Sequence[Token], place: int) -> bool:
    """Whether it is the word for that: what stands before it arrived, and the number behind it is no more."""
    return row[place].text.lower() == "instead" and place + 2 < len(row) and _replaced(row, place + 2)


def _embarked_in(row: Sequence[Token], token: Token) -> bool:
    """Whether it only says within what somebody is embarked, which is always a TRANSPORT."""
    place = row.index(token)
    before = [
        each.text.lower() for each in row[max(0, place - 3) : place] if each.text.lower() not in ("a", "any")
    ]
    return token.text in ("TRANSPORT", "TRANSPORTS") and before[-2:] == ["embarked", "within"]


def _arrived(token: Token, shown: Shown) -> bool:
    check = _CHECKS.get(token.kinds[0]) or _CHECKS.get(token.kinds[-1])
    if check is not None and not check(token, shown):
        return False
    weight = WEIGHTY.get(token.text if token.start else token.text.lower())
    return weight is None or bool(weight.search(shown.json))


def _number(token: Token, shown: Shown) -> bool:
    text = token.text.strip('"')
    if text == "6" and _CRITICAL.search(shown.json):
        return True
    return text in _UNTOLD or all(int(each) in shown.numbers for each in _NUMBER.findall(text))


def _length(token: Token, shown: Shown) -> bool:
    return _number(token, shown) if token.text.strip('"').isdigit() else _dice(token, shown)


def _dice(token: Token, shown: Shown) -> bool:
    text = token.text.strip('"').replace(" ", "").upper()
    return text in _UNTOLD or any(text.lower() in told.replace(" ", "") for told in shown.texts)


def _keywords(token: Token, shown: Shown) -> bool:
    """A keyword's words; CP is a word of the rules and no keyword."""
    told = _LETTERS.findall(token.text.lower()) if token.text != "CP" else []
    return all(_any_form(word, shown) for word in told)


def _any_form(word: str, shown: Shown) -> bool:
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), f"{word}s", word.removesuffix("'s"))
    return any(form in shown.words for form in forms) or any(word in told for told in shown.texts)


def _bracketed(token: Token, shown: Shown) -> bool:
    return all(any(_plain(name) in _plain(told) for told in shown.texts) for name in in_brackets(token.text))


def _plain(text: str) -> str:
    return " ".join(_LETTERS.findall(text.replace("-", " ")))


_CHECKS: Mapping[str, Callable[[Token, Shown], bool]] = {
    "LENGTH_IN": _length,
    "DICE_SUM": _dice,
    "ROLL_PLUS": _number,
    "SIGNED": _number,
    "DIGITS": _number,
    "CP_SUM": _number,
    "CAPITALS": _keywords,
    "BRACKETED": _bracketed,
}


def words_lost(text: str, effect: Effect) -> str | None:
    """Words that say together what none says alone, where the effect does not show it, as they stand in the
    text: how often something may be, which of two it is, that it is for one of several."""
    shown = Shown((effect,)).json
    lost = [
        found for words, evidence in _TOGETHER if (found := words.search(text)) and not evidence.search(shown)
    ]
    return text[min(found.start() for found in lost) :] if lost else None
