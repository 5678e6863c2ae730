"""Pages that differ only in the accidents of copying give the same sheet."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importers import made_pages
from warbook.importers.ledger import unaccounted
from warbook.importers.page import read_page

PLACES = {"lines", "line", "last", "source", "passages"}
ACCIDENTS = (
    made_pages.straight, made_pages.odd_blanks, made_pages.byte_order_mark, made_pages.carriage_returns,
    made_pages.repeated_cards, made_pages.repeated_rows, made_pages.repeated_blocks,
)  # fmt: skip


def facts(sheet):
    """A sheet without where things stand."""

    def plain(value):
        if isinstance(value, dict):
            return {key: plain(inner) for key, inner in value.items() if key not in PLACES}
        return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value

    return plain(msgspec.to_builtins(sheet))


def read(text):
    return read_page(text, "page")[0]


BASE = {name: facts(read(text)) for name, text in made_pages.PAGES.items()}


@pytest.mark.parametrize("accident", ACCIDENTS, ids=lambda accident: accident.__name__)
@pytest.mark.parametrize("name", made_pages.PAGES)
def test_one_accident_changes_nothing(name, accident):
    assert facts(read(accident(made_pages.PAGES[name]))) == BASE[name]


@pytest.mark.parametrize("name", made_pages.PAGES)
def test_every_glued_line_changes_nothing(name):
    text = made_pages.PAGES[name]
    assert facts(read(made_pages.glued(text, list(range(len(text.split("\n"))))))) == BASE[name]


@given(
    st.sampled_from(sorted(made_pages.PAGES)),
    st.lists(st.sampled_from(ACCIDENTS[:4]), max_size=3, unique=True),
    st.lists(st.integers(0, 120), max_size=40),
    st.lists(st.integers(0, 120), max_size=40),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_many_accidents_at_once_change_nothing(name, accidents, empty, lost, spaced):
    text = made_pages.glued(made_pages.PAGES[name], lost)
    text = made_pages.blank_lines(text, empty)
    text = made_pages.trailing_blanks(text) if spaced else text
    for accident in accidents:
        text = accident(text)
    sheet = read(text)
    assert facts(sheet) == BASE[name]
    assert unaccounted(text, sheet) == []
