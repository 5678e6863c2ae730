"""A sentence as tokens: numbers, dice, keywords in capitals, weapon abilities in brackets, words, marks.

A token may be of several terminals at once ("Fall" is the word *fall* and a capitalised word): the grammar
decides which it is.
"""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from itertools import zip_longest
from typing import NamedTuple

from warbook.parsing.keywords import is_core

_LETTERS = {
    "’": "'", "‘": "'", "´": "'", "`": "'", "“": '"', "”": '"', "″": '"', "‑": "-", "–": "-", "—": "-",
    "−": "-",     "\u00ad": "", "\u200b": "", "\u00a0": " ", "\u2010": "-",
}  # fmt: skip
_ENTITY = re.compile(r"&#?x?\d+;")
_LIGATURE = re.compile(r"\b([fF][il]) (?=[a-z])")
"""Letters that were printed as one and came with a blank behind them: "fi ght"."""
_LINE_END = re.compile(r"(?<=[a-z])- (?=(?!and |or )[a-z])")
"""A word that was parted at the end of a printed line: "Battle- shock"."""
_REROLL = re.compile(r"\b([Rr]e)(?=roll)")
"""What some documents write as one word."""
_ZERO = re.compile(r"\bOCP\b")
"""A nought that was printed as a letter: nothing of the rules is called so."""
_PAGE = re.compile(r" ?[(\[](?:see )?(?:pg|pp?|pages?)\.? ?\d+[)\]]", re.IGNORECASE)
"""Where the rules book has it."""
_BULLET = re.compile(r"^\s*[◦•▪●‣]\s*")
_STARS = re.compile(r"\*")
"""What is left of marks that nothing closed."""
_SET_UP = re.compile(r"\b([Ss]et)-up\b")
_HALF = re.compile(r"\b([Hh]alf) strength\b")
_STOP = re.compile(r"(?<=[a-z\)])\. (?=(?:the|that|this|it|you|they) )")
"""A full stop before a small letter is a comma that was printed wrongly."""
_RULES_WORDS = re.compile(
    r"\b(?<!\[)(?:INVULNERABLE SAVES?|BENEFIT OF COVER|FEEL NO PAIN|LONE OPERATIVE|FIGHTS FIRST)\b"
)
"""Terms of the rules that are printed like keywords."""
_ABILITIES = re.compile(r"\[([A-Z][A-Z0-9 +\-]*) (ability|abilities)\]")
"""A bracket that was closed a word too late."""
_ASIDE = re.compile(
    r" ?(?:\((?:see (?:above|below|left|right|the |\*?[A-Z])|e\.g\.|we recommend )[^()]*\)"
    r"|\[see (?:above|below|left|right)\])"
)
"""Where else to look, examples and advice: they rule nothing."""
_ONE_LETTER = str.maketrans(_LETTERS)

_TOKEN = re.compile(
    r"""
    (?P<BRACKETED>\[[^\]\[]+\])
  | (?P<CP_SUM>\d+\ ?CP\b)
  | (?P<DICE_SUM>\d*D[36]\d*(?:\ ?[+-]\ ?\d+)?(?![A-Za-z0-9]))
  | (?P<ROLL_PLUS>\d+\+)
  | (?P<SIGNED>[+-]\d+)
  | (?P<DIGITS>\d+)
  | (?P<OWNER>[A-Z][A-Z]+(?='s\b))
  | (?P<POSSESSIVE>(?<=[A-Z])'s\b)
  | (?P<WORD>[^\W\d_][\w]*(?:['\-&/][^\W_][\w]*)*(?:s'(?!\w))?)
  | (?P<QUOTE>"|'')
  | (?P<MARK>[^\w\s])
    """,
    re.VERBOSE,
)
_INCHES = '"'
_OF_KEYWORDS = ("CAPITALISED", "CAPITALS")
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "twelve": 12, "twenty": 20,
}  # fmt: skip


_BETWEEN = ("and", "or")
"""Words between keywords, in capitals too."""

_SURE_LENGTH = 5
"""A shorter word with another letter may well be another word."""
_LONG = 7
"""A longer word is still itself where a letter of it is missing."""


class Token(NamedTuple):
    """``text`` as printed, the terminals that it may be, and where it ends in the text."""

    text: str
    kinds: tuple[str, ...]
    start: int
    end: int


def normal(text: str) -> str:
    """A text with one form of each mark and single spaces: what equal texts have in common."""
    plain = _ENTITY.sub(" ", unescape(text)).translate(_ONE_LETTER)
    plain = _BULLET.sub("", plain)
    plain = _ASIDE.sub("", _PAGE.sub("", _LIGATURE.sub(r"\1", plain)))
    plain = _LINE_END.sub("-", re.sub(r"\s+", " ", plain)).strip().rstrip(". ")
    plain = _REROLL.sub(r"\1-", _ZERO.sub("0CP", plain))
    plain = _HALF.sub(r"\1-strength", _SET_UP.sub(r"\1 up", _STOP.sub(", ", _STARS.sub("", plain))))
    plain = plain if plain.isupper() else _RULES_WORDS.sub(_in_letters, plain)
    return _closed(_unquoted(_ABILITIES.sub(r"[\1] \2", plain)))


def _in_letters(found: re.Match[str]) -> str:
    """A term as sentences print it."""
    return found[0].lower() if "SAVE" in found[0] else found[0].title().replace(" Of ", " of ")


def _unquoted(text: str) -> str:
    """A text without the mark of a quotation that opens or closes nothing, as a slip of the print."""
    if text.count("'") == 1 and (text.startswith("'") or text.endswith((".'", "s'"))):
        return text.strip("'").rstrip(". ")
    return text


def _closed(text: str) -> str:
    """A text whose last bracket is opened and closed by the same mark, which a slip of the print may miss."""
    if text.endswith("]") and text.count("(") > text.count(")") and text.count("]") > text.count("["):
        return f"{text[:-1]})"
    if text.endswith(")") and text.count("[") > text.count("]") and text.count(")") > text.count("("):
        return "(".join(text.rsplit("[", 1))
    return text


def tokens(text: str, words: frozenset[str]) -> list[Token]:
    """The tokens of a normal text; ``words`` are those that the grammar knows as such."""
    found = [_token(match, text, words) for match in _TOKEN.finditer(text)]
    return _joined(_as_keywords(found))


def _token(match: re.Match[str], text: str, words: frozenset[str]) -> Token:
    kind, printed = match.lastgroup or "MARK", match[0]
    meant = _meant(printed, words) if kind == "WORD" else None
    if meant is not None:
        return Token(meant, _word(meant, words), match.start(), match.end())
    inches = text[match.end() : match.end() + 1] == _INCHES
    if kind in ("DIGITS", "DICE_SUM") and inches:
        kinds: tuple[str, ...] = ("LENGTH_IN",)
    elif kind == "WORD":
        kinds = _word(printed, words)
    elif kind == "OWNER":
        kinds = ("CAPITALS",)
    elif kind in ("MARK", "QUOTE", "POSSESSIVE"):
        kinds = (printed.lower(),)
    else:
        kinds = (kind,)
    return Token(printed, kinds, match.start(), match.end())


def _meant(printed: str, words: frozenset[str]) -> str | None:
    """The word that the rules have where the print has a slip of it, ``None`` where it is as printed."""
    low = printed.lower()
    meant = _misread(low, words) if low not in words else []
    return None if not meant else meant[0].capitalize() if printed[0].isupper() else meant[0]


def _word(printed: str, words: frozenset[str]) -> tuple[str, ...]:
    low, kinds = printed.lower(), []
    if low in words:
        kinds.append(low)
    if not kinds and printed == low and low.endswith(("ed", "en")):
        kinds.append("COINED")
    if low in NUMBERS:
        kinds.append("NUMERAL")
    if printed.isupper() and len(printed) > 1 and low not in _BETWEEN:
        kinds.append("CAPITALS")
    elif printed[0].isupper():
        kinds.append("CAPITALISED")
    else:
        kinds.append("LOWERCASE")
    return tuple(kinds)


def _misread(low: str, words: frozenset[str]) -> list[str]:
    """A known word of which a scan took one l for an i, or one i for an l ("deciare"), or of which a letter
    inside is missing."""
    swapped = {"i": "l", "l": "i"}
    tried = (low[:at] + swapped[c] + low[at + 1 :] for at, c in enumerate(low) if c in swapped)
    found = [word for word in tried if word in words and len(word) > _SURE_LENGTH][:1]
    return found or _left_out(words).get(low, [])


@cache
def _left_out(words: frozenset[str]) -> dict[str, list[str]]:
    """Long words of which the print left out a letter inside, by what is left: "characterstic"."""
    found: dict[str, list[str]] = {}
    for word in sorted(words):
        inside = range(1, len(word) - 1) if word.isalpha() and len(word) > _LONG else ()
        for left in {word[:at] + word[at + 1 :] for at in inside}:
            found.setdefault(left, []).append(word)
    return {left: each for left, each in found.items() if len(each) == 1 and left not in words}


def _as_keywords(found: list[Token]) -> list[Token]:
    """Older documents print keywords with a capital letter: a run of such words that ends in a keyword of the
    core rules, or in one printed in capitals, is one."""
    done: list[Token] = []
    run: list[Token] = []
    for token, after in zip_longest(found, found[1:]):
        run.append(token)
        if _goes_on(token) and after is not None and after.kinds[-1] in _OF_KEYWORDS:
            continue
        done += _keyword(run, after_keywords=bool(done) and done[-1].kinds[-1] == "CAPITALS")
        run = []
    return done


def _goes_on(token: Token) -> bool:
    """Whether more words of a keyword may follow; a word of the rules is none, unless keywords have it."""
    return token.kinds == ("CAPITALISED",) or (token.kinds[-1] == "CAPITALISED" and is_core(token.text))


def _keyword(run: list[Token], after_keywords: bool = False) -> list[Token]:
    """A single word with a capital letter may still be another word, where it goes on with none in capitals;
    several are nothing else."""
    last = run[-1]
    if len(run) == 1 and not (after_keywords and is_core(last.text)):
        core = last.kinds[-1] == "CAPITALISED" and is_core(last.text)
        return [last._replace(kinds=(*last.kinds[:-1], "CAPITALS", "CAPITALISED"))] if core else run
    if last.kinds[-1] == "CAPITALS" or is_core(last.text):
        text = " ".join(token.text for token in run).upper()
        return [Token(text, ("CAPITALS",), run[0].start, last.end)]
    return run


_BETWEEN_NAMES = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


def in_brackets(text: str) -> tuple[str, ...]:
    """The names of abilities that stand in one pair of brackets, in lower case."""
    return tuple(_BETWEEN_NAMES.split(text.strip("[] ").lower()))


def _joined(found: list[Token]) -> list[Token]:
    """Inch marks go with their numbers; keywords that follow each other are one run."""
    joined: list[Token] = []
    for token in found:
        before = joined[-1] if joined else None
        if (
            token.kinds == (_INCHES,)
            and before
            and before.kinds == ("LENGTH_IN",)
            and before.end == token.start
        ):
            joined[-1] = before._replace(end=token.end)
        elif before and _run(before, token):
            joined[-1] = Token(f"{before.text} {token.text}", ("CAPITALS",), before.start, token.end)
        else:
            joined.append(token)
    return joined


def _run(before: Token, token: Token) -> bool:
    return before.kinds[-1] == "CAPITALS" == token.kinds[-1]
