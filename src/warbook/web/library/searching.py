"""A search as the query of a link, and back.

>>> query(Search("land raider", faction="World Eaters", most=240))
'text=land+raider&faction=World+Eaters&most=240'
>>> read([("text", "land raider"), ("most", "240")]) == Search("land raider", most=240)
True
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

import msgspec

from warbook.library.seeking import LONGEST, Search
from warbook.web.fields import misfit, single

KEYWORD = "keyword"


def query(search: Search) -> str:
    """The link's part after the question mark; only what is looked for."""
    told: list[tuple[str, str]] = []
    for name in Search.__struct_fields__:
        value = getattr(search, name)
        if name == "keywords":
            told.extend((KEYWORD, each) for each in value)
        elif value not in ("", None, False):
            told.append((name, "1" if value is True else str(value)))
    return urlencode(told)


def read(pairs: Iterable[tuple[str, str]]) -> Search:
    """The search of a link; what it does not know, it leaves out. Raises InputError for a number that is
    none, and for a field with two values."""
    marks: list[str] = []
    others: list[tuple[str, str]] = []
    for name, value in pairs:
        if name == KEYWORD and value:
            marks.append(value[:LONGEST])
        elif name in Search.__struct_fields__ and name != "keywords" and value:
            others.append((name, value[:LONGEST]))
    try:
        return msgspec.convert({**single(others), "keywords": tuple(marks)}, Search, strict=False)
    except msgspec.ValidationError as fault:
        raise misfit(fault, "link", "search") from None
