"""Text as pieces with line numbers."""

import pytest

from warbook.errors import InputError
from warbook.sheets.document import (
    MAX_PIECES,
    body,
    cells,
    is_title,
    normalise,
    pieces,
    runs,
    split_outside,
)


def shown(text):
    return [(piece.kind, piece.text, piece.line) for piece in pieces(text)]


def test_lines_keep_their_numbers_over_blank_lines():
    assert shown("Smoke\n\n\nIt is grey.") == [("heading", "Smoke", 1), ("text", "It is grey.", 4)]


def test_a_heading_glued_to_a_sentence_is_a_piece_of_its_own():
    assert shown("It burns.LONG NIGHT\nIt ends.") == [
        ("text", "It burns.", 1),
        ("heading", "LONG NIGHT", 1),
        ("text", "It ends.", 2),
    ]


def test_a_bullet_glued_to_a_sentence_or_a_colon_is_a_bullet():
    assert [kind for kind, _, _ in shown("Choose:- one of them\n- another\nDone.- Short: Done.")] == [
        "text", "bullet", "bullet", "text", "bullet",
    ]  # fmt: skip


@pytest.mark.parametrize("mark", ["- ", "• ", "•", "* ", "-", "– "])
def test_marks_of_bullets(mark):
    text = f"Choose:\n{mark}one lamp\n{mark}two lamps\n{mark}3 lamps"
    assert shown(text)[1:] == [("bullet", "one lamp", 2), ("bullet", "two lamps", 3), ("bullet", "3 lamps", 4)]


def test_a_star_beside_other_marks_opens_a_footnote_and_a_dash_before_a_number_is_a_minus():
    assert shown("- one lamp*\n- two lamps\n* Only once.\n-1 to Hit rolls")[2:] == [
        ("text", "* Only once.", 3),
        ("text", "-1 to Hit rolls", 4),
    ]


@pytest.mark.parametrize(
    "text", ["e.g. a D6.", "AP of -1.5 is odd.", "Roll 2D6+1 (see p. 4).", "It has 3.5 legs."]
)
def test_an_ordinary_sentence_stays_whole(text):
    assert len(pieces(text)) == 1


@pytest.mark.parametrize(
    "title", ["LONG NIGHT", "Barrage (X)", "Charging with a Unit", "2. Waiting", "Re-rolls"]
)
def test_titles(title):
    assert is_title(title)


@pytest.mark.parametrize(
    "text", ["The unit falls back.", "some words", "Units that start here", "Choose one:", ""]
)
def test_what_is_no_title(text):
    assert not is_title(text)


def test_cells_lose_the_empty_ones_at_the_end():
    assert cells('| Name | 24" | | 3+ | |||') == ("Name", '24"', "", "3+")


def test_one_kind_of_apostrophe_hyphen_and_blank():
    assert normalise("\ufeffa’s\u00a0b\u2011c\r\nd") == "a's b-c\nd"


def test_every_long_dash_is_the_same():
    assert normalise("a — b ― c ‒ d") == "a – b – c – d"


def test_body_says_everything_once():
    assert body(pieces("It burns.\nIt burns.\n- hot\n- hot")) == "It burns.\n- hot"


def test_lists_are_split_outside_brackets():
    assert split_outside("Blast (2, 3), Pistol, ") == ["Blast (2, 3)", "Pistol"]


def test_runs():
    assert runs([1, 2, 2, 3, 7, 9, 10]) == [(1, 3), (7, 7), (9, 10)]


def test_too_many_paragraphs_are_refused():
    with pytest.raises(InputError, match="paragraphs"):
        pieces("a.\n" * (MAX_PIECES + 1), "x")


def test_an_error_is_one_line_naming_file_place_and_what_was_expected():
    error = InputError("a file", "line 3", "expected\na table")
    assert str(error) == "a file: line 3: expected a table"
