"""Whatever stands in an export, reading it gives sheets and problems, or an InputError; never a traceback."""

import copy
import json
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from importers.cards import TABLES, document, folder
from warbook.errors import InputError
from warbook.importers import datacards, wahapedia

SLOW = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
TEXTS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["", " ", "*", "-", "–", "5*", "99999999999999", "1-0", "²", "٣", "<", "<b", "&#0;", "&#x110000;",
         "&x20;", "■", "◦ ■", "D6+", "a: b; c", "0-0 x", "10000 x and 3 y", "is equipped with:",
         "x is equipped with: ;", "of the following:", "| | |", "\x00", "\u2028",
         "For every 0 models in this unit, it can be equipped with one of the following:"]
    ),
)  # fmt: skip
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=5,
)


def places(value, path=()):
    """The path to every value in a document."""
    yield path
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in below:
        yield from places(inner, (*path, key))


PLACES = list(places(document()))


def replaced(value, path, new):
    if not path:
        return new
    out = copy.copy(value)
    out[path[0]] = replaced(value[path[0]], path[1:], new)
    return out


@SLOW
@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES), min_size=1, max_size=3))
def test_a_card_with_any_value_anywhere(tmp_path, changes):
    changed = document()
    for path, value in changes:
        with suppress(KeyError, IndexError, TypeError):
            changed = replaced(changed, path, value)
    path = tmp_path / "gravel.json"
    path.write_text(json.dumps(changed), "utf-8")
    datacards.recognises(str(path))
    with suppress(InputError):
        found = datacards.collect(str(path))
        assert all(sheet.name for sheet in found.sheets)


@SLOW
@given(st.binary(max_size=200), st.integers(0, 400))
def test_a_file_cut_or_overwritten_anywhere(tmp_path, junk, at):
    text = json.dumps(document()).encode()
    path = tmp_path / "gravel.json"
    path.write_bytes(text[:at] + junk + text[at + len(junk) :])
    datacards.recognises(str(path))
    with suppress(InputError):
        datacards.collect(str(path))
    path.write_bytes(text[: at * 20])
    with suppress(InputError):
        datacards.collect(str(path))


CELLS = [
    (name, number, place)
    for name, (heads, rows) in TABLES.items()
    for number in range(-1, len(rows))
    for place in range(heads.count("|") + 1)
]


@SLOW
@given(st.lists(st.tuples(st.sampled_from(CELLS), TEXTS), min_size=1, max_size=4))
def test_a_table_with_any_text_in_any_cell(tmp_path, changes):
    tables = {name: (heads, list(rows)) for name, (heads, rows) in TABLES.items()}
    for (name, number, place), text in changes:
        heads, rows = tables[name]
        cells = (heads if number < 0 else rows[number]).split("|")
        with suppress(IndexError):
            cells[place] = text
        line = "|".join(cells)
        if number >= 0:
            rows[number] = line
        tables[name] = (line if number < 0 else heads, rows)
    path = folder(tmp_path / "x", tables)
    wahapedia.recognises(path)
    with suppress(InputError):
        assert all(sheet.name for sheet in wahapedia.collect(path).sheets)


@pytest.mark.parametrize("data", [b"", b"\x00\x01", b"\xff\xfe|", b"id|name\n" * 3, b"|" * 5000])
@pytest.mark.parametrize("name", list(TABLES))
def test_a_table_of_junk(tmp_path, name, data):
    path = folder(tmp_path / "x")
    (tmp_path / "x" / f"{name}.csv").write_bytes(data)
    with suppress(InputError):
        wahapedia.collect(path)


def test_nesting_without_end_is_refused(tmp_path):
    path = tmp_path / "x.json"
    path.write_text('{"datasheets": ' + "[" * 100_000, "utf-8")
    with pytest.raises(InputError):
        datacards.collect(str(path))
