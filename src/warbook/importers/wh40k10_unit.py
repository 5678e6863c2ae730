"""Composition, loadout, points, keywords and damaged bracket of a 40k datasheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from warbook.importers.ledger import Ledger
from warbook.importers.names import Names, key
from warbook.sheets.document import Piece, body, split_outside
from warbook.sheets.sheet import Composition, Damaged, Equipped, Item, Points

MOST_KINDS = 100
"""A unit of more kinds of models than this is a mistake in the page."""

_MEMBER = re.compile(r"(\d{1,4})(?:[-–](\d{1,4}))? (\S.*)")
_SEVERAL = re.compile(r"(?:,| and) (?=\d)")
_CLASS = re.compile(r"(.*?)(?: ?[–—] ?| - )(EPIC HERO|[A-Z][A-Z' ]{3,})$", re.IGNORECASE)
_EQUIPPED = re.compile(
    r"(.{2,80}?) (?:[Ii]s|[Aa]re) (?:additionally |both |each )?equipped with ?: ?(.*)", re.DOTALL
)
_FEW = r"(?:\d+|One|Two|Three|Four|Five|Six)"
_WHO = re.compile(
    rf"^(?:For every \d+ models? in (?:this|the) unit,|The|(?:Every|{_FEW}) other|Every|Each|An?|All|{_FEW}) |"
    r"(?: models?)$",
    re.IGNORECASE,
)
_SOME = re.compile(rf"(?:{_FEW}|For every)\b", re.IGNORECASE)
_REST = re.compile(r"(?:Every|Each|All) other models?", re.IGNORECASE)
_LIMIT = re.compile(r"models? (?:maximum|at most|in total)\b", re.IGNORECASE)
_CHOICE = ("one of the following", "or")
_POINTS = re.compile(r"\+?(\d{1,4})(?: ?(?:pts|points))?", re.IGNORECASE)
_COUNTS = re.compile(r"\b(\d{1,3}) ")
_COUNT = re.compile(r"^\d{1,4} ")
_NOTE = re.compile(r"\(([^)]*)\)\s*$")
_DAMAGED = re.compile(r"DAMAGED:? ?(\d{1,4})(?: ?[-–] ?(\d{1,4}))?")
_HURT = re.compile(
    r"While this model has \d+(?:-\d+)? wounds? remaining, "
    r"(?:subtract (\d{1,4}) from (?:its|this model'?s) Objective Control characteristic,? and )?"
    r"each time (?:this model|it) makes an attack, (subtract|add) (\d{1,4}) (?:from|to) the Hit roll\.?"
)
_KEYWORDS = re.compile(r"(?:FACTION )?KEYWORDS ?(?:[–—-] ?([^:]+))?:?\s*(.*)", re.DOTALL)


def read_composition(ledger: Ledger, places: Sequence[int]) -> tuple[Composition, ...]:
    """Who is in the unit: entries in the page's order; after an "or" another alternative begins."""
    out: dict[Composition, None] = {}
    alternative = 0
    one_a_line = any(ledger.pieces[place].text.rstrip(":. ").casefold() == _CHOICE[0] for place in places)
    for place in places:
        piece = ledger.pieces[place]
        if piece.kind == "row" or _EQUIPPED.match(piece.text):
            continue
        if piece.text.rstrip(":. ").casefold() in _CHOICE:
            alternative += 0 if one_a_line else 1
            ledger.claim(place, "composition")
        elif len(out) < MOST_KINDS and (members := _members(piece.text.lstrip("* "), alternative)):
            ledger.claim(place, "composition")
            out.update(dict.fromkeys(members))
            alternative += 1 if one_a_line else 0
        else:
            ledger.note("composition", place)
    return tuple(out)


def _members(text: str, alternative: int) -> list[Composition]:
    out = []
    if (named := _CLASS.fullmatch(text)) and not text[:1].isdigit() and named.group(2).upper() == "EPIC HERO":
        return [Composition(named.group(1).strip(), 1, 1, ("EPIC HERO",), alternative)]
    for part in _SEVERAL.split(text.rstrip(". ")):
        found = _MEMBER.fullmatch(part.strip())
        if not found or _LIMIT.match(found.group(3)):
            return []
        low = int(found.group(1))
        name, keywords = _named_class(found.group(3).rstrip("*: "))
        out.append(Composition(name, low, int(found.group(2) or low), keywords, alternative))
    return out


def _named_class(text: str) -> tuple[str, tuple[str, ...]]:
    found = _CLASS.fullmatch(text)
    return (found.group(1).strip(), (found.group(2).strip().upper(),)) if found else (text, ())


def read_loadout(
    ledger: Ledger, places: Sequence[int], members: Sequence[Composition], weapons: Names
) -> tuple[Equipped, ...]:
    """What each kind of model carries, from the sentences that say so."""
    everyone = Names(member.name for member in members)
    carried = _Carried(ledger)
    for place in places:
        piece = ledger.pieces[place]
        found = _EQUIPPED.match(piece.text) if piece.kind != "row" else None
        if not found:
            continue
        ledger.claim(place, "loadout")
        subject, items = found.group(1), read_items(found.group(2), weapons)
        rest = _REST.fullmatch(subject) is not None
        for model in carried.others(everyone) if rest else _wearers(subject, everyone):
            carried.add(place, model, items)
    return tuple(Equipped(model, tuple(items)) for model, items in carried.by_model.items())


class _Carried:
    """What each kind of model carries.

    Models of one kind that carry different things cannot stand side by side: a sentence about some of them
    holds until one about all, or all the others, comes; what does not hold is kept and told.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.by_model: dict[str, dict[Item, None]] = {}
        self.some: dict[str, int] = {}

    def others(self, everyone: Names) -> list[str]:
        """The kinds of models of which some are still without a sentence."""
        return [name for name in everyone if name not in self.by_model or name in self.some]

    def add(self, place: int, model: str, items: Iterable[Item]) -> None:
        """Takes in what the sentence at a place says of a model."""
        only_some = _SOME.match(self.ledger.pieces[place].text) is not None
        if only_some and model in self.by_model:
            self._tell(place)
            return
        if only_some:
            self.some[model] = place
        elif model in self.some:
            self._tell(self.some.pop(model))
            del self.by_model[model]
        self.by_model.setdefault(model, {}).update(dict.fromkeys(items))

    def _tell(self, place: int) -> None:
        self.ledger.note("loadout", place)
        text = self.ledger.pieces[place].text
        self.ledger.doubt(place, f"models of one kind carry different things: {text[:60]}")


def _wearers(subject: str, everyone: Names) -> list[str]:
    if subject.casefold() in ("this model", "every model", "each model", "all models", "this unit"):
        return list(everyone) or [subject]
    name = _bare(subject)
    parts = [_bare(part) for part in re.split(r", | and ", name)]
    if not everyone.find(name) and len(parts) > 1 and all(_member(part, everyone) for part in parts):
        return [_member(part, everyone) or part for part in parts]
    return [_member(name, everyone) or everyone.known(name)]


def _bare(name: str) -> str:
    while _WHO.search(name):
        name = _WHO.sub("", name).strip()
    return name


def _member(name: str, everyone: Names) -> str | None:
    """The unit's model of a name, or the only one whose name ends like it."""
    if known := everyone.find(name):
        return known
    own = key(name).split()
    ends = [other for other in everyone if own and _tails(key(other).split(), own)]
    return ends[0] if len(ends) == 1 else None


def _tails(one: list[str], other: list[str]) -> bool:
    shorter = min(len(one), len(other))
    return one[-shorter:] == other[-shorter:]


def read_items(text: str, weapons: Names) -> list[Item]:
    """A list of equipment with its counts; a weapon of the sheet keeps the name it has in its table."""
    text = text.strip().rstrip(".")
    parts = [part.strip(" .") for part in (text.split(";") if ";" in text else split_outside(text))]
    out = []
    for part in (entry for each in parts for entry in _apart(each, weapons)):
        found = re.fullmatch(r"(\d{1,4}) (.+)", part)
        count, name = (int(found.group(1)), found.group(2)) if found else (1, part)
        if name and name.casefold() != "nothing":
            out.append(Item(weapons.known(name), count))
    return out


def _apart(part: str, weapons: Names) -> list[str]:
    """An entry, or the entries that a comma or an "and" in it joins, where each is a weapon of the sheet."""
    if weapons.find(part):
        return [part]
    commas = split_outside(part)
    if len(commas) > 1 and any(weapons.find(_COUNT.sub("", entry)) for entry in commas):
        return commas
    joined = part.split(" and ")
    known = len(joined) > 1 and all(weapons.find(_COUNT.sub("", entry)) for entry in joined)
    return joined if known else [part]


def read_points(ledger: Ledger, places: Sequence[int]) -> tuple[Points, ...]:
    """The unit's cost by its number of models."""
    out: dict[Points, None] = {}
    blank: list[int] = []
    for place in places:
        piece = ledger.pieces[place]
        if piece.kind != "row":
            continue
        ledger.claim(place, "points")
        row = _points_row(piece)
        if row is None:
            blank.append(place)
        else:
            out.setdefault(row)
    if blank and not out:
        ledger.lose("table", "points", blank[0])
    return tuple(out)


def _points_row(piece: Piece) -> Points | None:
    cost = _POINTS.fullmatch(piece.cells[-1]) if len(piece.cells) >= 2 else None
    if not cost:
        return None
    text = piece.cells[0]
    note = _NOTE.search(text)
    models = sum(int(count) for count in _COUNTS.findall(_NOTE.sub("", text) + " "))
    plain = re.fullmatch(r"\d+ models?\s*", _NOTE.sub("", text)) is not None
    return Points(models, int(cost.group(1)), None, note.group(1) if note else None if plain else text)


def read_damaged(ledger: Ledger, start: int, end: int) -> Damaged | None:
    """The damaged bracket; its modifier stays open unless every word of its text is understood."""
    found = _DAMAGED.match(ledger.pieces[start].text)
    if not found:
        return None
    ledger.claim(range(start, end), "damaged")
    low = int(found.group(1))
    text = body(ledger.pieces[start + 1 : end])
    if not text:
        ledger.lose("rule", "what the damaged bracket does", start)
    hit, control = _hurt(text)
    lines = ledger.lines(start, end - 1)
    return Damaged(low, int(found.group(2) or low), hit, text or None, lines, control)


def _hurt(text: str) -> tuple[int | None, int | None]:
    found = _HURT.fullmatch(text)
    if not found:
        return None, None
    hit = int(found.group(3)) * (-1 if found.group(2) == "subtract" else 1)
    return hit, -int(found.group(1)) if found.group(1) else None


def read_keywords(ledger: Ledger, start: int, end: int) -> tuple[str | None, list[str]]:
    """A keyword section: which models it speaks of (None: all), and its keywords, each once."""
    found = _KEYWORDS.match(ledger.pieces[start].text)
    ledger.claim(range(start, end), "keywords")
    listed = split_outside(found.group(2)) if found else []
    for piece in ledger.pieces[start + 1 : end]:
        listed.extend(split_outside(piece.text))
    whose = found.group(1) if found else None
    names = list(dict.fromkeys(word.strip(" .").upper() for word in listed if word.strip(" .")))
    return (None if whose is None or whose.casefold() == "all models" else whose.strip()), names
