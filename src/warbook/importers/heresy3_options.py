"""Options of a Horus Heresy unit as structure, with their costs in points."""

from __future__ import annotations

import re
from collections.abc import Sequence

from warbook.importers.ledger import Ledger
from warbook.importers.names import Names
from warbook.sheets.sheet import Item, Option

_SENTENCE = re.compile(
    r"(?P<who>.{2,120}?) (?:may|can) (?:each )?(?:have (?:its|their|an?|one) )?"
    r"(?:(?P<given>.{2,120}?) (?:exchanged|replaced) (?:for|with)|(?:exchange|replace) (?:its|their|an?|one) "
    r"(?P<gave>.{2,120}?) (?:for|with)|(?:take|be equipped with|select)) (?P<what>.*)",
    re.DOTALL | re.IGNORECASE,
)
_ONE_OF = re.compile(r"(?:up to )?(one|two|three|\d) of the following[^:]*:?|one of:?", re.IGNORECASE)
_COST = re.compile(
    r"[ .…–-]*(?:(?:\+|for \+?|at \+?)?(\d{1,4}) Points?(?: each| per Model)?|(Free))\.?$", re.IGNORECASE
)
_COUNTS = {"one": 1, "two": 2, "three": 3}
_ARTICLE = re.compile(r"^(?:an? |one |\d+ )", re.IGNORECASE)
_PER = re.compile(r"For every (\w+) Models? in (?:this|the) Unit, ", re.IGNORECASE)
_CLAUSE = re.compile(r"[.:] |\b(?:can|cannot|may|must)\b")
_WHICH = re.compile(
    r"\b(?:that|which|who|with|not|without|unless|except|instead|neither|cannot|no|if)\b|[.,] ", re.IGNORECASE
)
_NUMBERS = {"five": 5, "ten": 10, "two": 2, "three": 3, "four": 4}


def read_options(ledger: Ledger, places: Sequence[int], models: Names, weapons: Names) -> tuple[Option, ...]:
    """The options that the pieces state; what is not understood is kept as a note and told."""
    out: list[Option] = []
    for group in _groups(ledger, places):
        texts = [ledger.pieces[place].text for place in group]
        option = _option(texts[0], texts[1:], models, weapons)
        if option is None:
            ledger.doubt(group[0], f"option not understood: {texts[0][:60]}")
            for place in group:
                ledger.note("options", place)
            continue
        ledger.claim(group, "options")
        limit, model, per_models, replaces, picks, choices, costs = option
        out.append(
            Option(
                model, choices, replaces, limit, per_models, False, ledger.lines(group[0], group[-1]),
                picks, costs=costs, text="\n".join(texts),
            )
        )  # fmt: skip
    return tuple(out)


def _groups(ledger: Ledger, places: Sequence[int]) -> list[list[int]]:
    out: list[list[int]] = []
    for place in places:
        text = ledger.pieces[place].text
        below = out and ledger.pieces[out[-1][0]].text.endswith(":") and not _SENTENCE.match(text)
        if below:
            out[-1].append(place)
        else:
            out.append([place])
    return out


_Parsed = tuple[
    int | None,
    str | None,
    int | None,
    tuple[Item, ...],
    int,
    tuple[tuple[Item, ...], ...],
    tuple[int | None, ...],
]


def _option(sentence: str, below: Sequence[str], models: Names, weapons: Names) -> _Parsed | None:
    per = _PER.match(sentence)
    found = _SENTENCE.fullmatch(sentence[per.end() :] if per else sentence)
    if not found:
        return None
    many = _ONE_OF.match(found.group("what"))
    listed = list(below) if many else [found.group("what")]
    if not listed:
        return None
    priced = [_priced(text, weapons) for text in listed]
    limit, model = _taker(found.group("who"), models)
    gave = found.group("given") or found.group("gave")
    replaces = tuple(Item(weapons.known(name)) for name in re.split(r" and ", gave)) if gave else ()
    names = [item.name for items in (*(items for items, _ in priced), replaces) for item in items]
    is_doubtful = model is not None and models.find(model) is None and _WHICH.search(model)
    if is_doubtful or any(map(_CLAUSE.search, names)):
        return None
    picks = _COUNTS.get((many.group(1) or "one").casefold(), 1) if many else 1
    every = (_NUMBERS.get(per.group(1).casefold()) or _int(per.group(1))) if per else None
    return limit, model, every, replaces, picks, tuple(p[0] for p in priced), tuple(p[1] for p in priced)


def _int(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= 4 else None


def _priced(text: str, weapons: Names) -> tuple[tuple[Item, ...], int | None]:
    cost = _COST.search(text)
    plain = _COST.sub("", text).strip(" .")
    points = None if cost is None else int(cost.group(1) or 0)
    names = [_ARTICLE.sub("", part).strip(" .") for part in plain.split(" and ")]
    return tuple(Item(weapons.known(name)) for name in names if name), points


def _taker(who: str, models: Names) -> tuple[int | None, str | None]:
    """How many may take it, and which kind of model."""
    plain = re.sub(r"^(?:The|An?|One|Any|Each|All|\d+) ", "", who.strip(), flags=re.IGNORECASE)
    plain = re.sub(r"(?: in (?:this|the) Unit)$", "", plain, flags=re.IGNORECASE)
    model = models.find(plain)
    if plain.casefold() not in ("model", "models", "unit") and model is None:
        model = plain
    anyone = re.match(r"(?:Any|Each|All) ", who, re.IGNORECASE) is not None
    return (None if anyone else 1), model
