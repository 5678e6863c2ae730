"""Whatever is given, reading ends soon with a sheet or one clear line."""

import re
import time
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importers import made_pages
from importers.real_pages import LAND_RAIDER, LOTARA, OBYRON, path_of
from warbook.errors import InputError
from warbook.importers import read
from warbook.importers.ledger import unaccounted
from warbook.importers.page import MAX_CHARACTERS, read_page

HEAD = "Ashen Host – Soot Walker\nABILITIES\n"
WEAPONS = "Ashen Host – Soot Walker\nRANGED WEAPONS | RANGE | A |\n"
MANY = 19_500
HUGE = {
    "more than any page": HEAD + "word " * 2_100_000,
    "one line": HEAD + "word " * 390_000,
    "one line of glued sentences": HEAD + "ash.Coal" * 240_000,
    "one line of names": HEAD + "Ash: " * 390_000,
    "one line of brackets": HEAD + "Ash: " + "[(" * 980_000,
    "one line of changing case": HEAD + "aA" * 980_000,
    "one line of keywords": "Ashen Host – Soot Walker\nKEYWORDS: " + "A, " * 650_000,
    "one line of cells": WEAPONS + "|" * 1_950_000,
    "a million tables": WEAPONS + "|\n" * 1_000_000,
    "many tables": HEAD + "RANGED WEAPONS | RANGE | A |\n| a | 1 | 2 |\n" * (MANY // 2),
    "many weapons": WEAPONS + "".join(f"| a{n} | 1 | 2 |\n" for n in range(MANY)),
    "many headings": HEAD + "".join(f"Ash{n}\n" for n in range(MANY)),
    "many rules": HEAD + "".join(f"Ash{n}\nIt is number {n}.\n" for n in range(MANY // 2)),
    "many cards": HEAD + "".join(f"A{n}\n1CP\nCore – Ploy Stratagem\nEFFECT: B.\n" for n in range(MANY // 4)),
    "many options": "Ashen Host – Soot Walker\nWARGEAR OPTIONS\n"
    + "".join(f"- This model can be equipped with {n} axes.\n" for n in range(MANY)),
    "many models": "Ashen Host – Soot Walker\nUNIT COMPOSITION\n"
    + "".join(f"- 1 Ash{n}\nEvery model is equipped with: axe{n}.\n" for n in range(MANY // 2)),
    "many short lines": made_pages.CAPTAIN + "".join(f"Ash number {n} burns\n" for n in range(MANY - 200)),
    "many long options": made_pages.GUNNERS
    + "".join(
        f"- Any Lamp Gunner may take a {'very ' * 8}long lance {n} for +3 Points\n" for n in range(MANY - 200)
    ),
    "one page many times": made_pages.CAPTAIN * 200,
    "one card many times": made_pages.MARSHAL * 100,
    "many definitions": made_pages.CAPTAIN + "".join(f"Ash{n} – A thing.\n" for n in range(MANY - 200)),
}


def expect_error(path):
    with pytest.raises(InputError) as caught:
        read(path)
    assert str(path).replace("\x00", " ").split()[0] in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b" \n\n ", "empty"),
        (b"\x7fELF\x00\x01", "binary"),
        ("Ashen Host".encode("utf-16"), "UTF-8"),
        (HEAD.encode("utf-8").replace(b"\xe2\x80\x93", b"\x96"), "UTF-8"),
        (b"a list of things\nand more\n", "expected a page"),
        (b"<xml/>", "expected a page"),
        (b"| a | b |\n| 1 | 2 |", "expected a page"),
    ],
)
def test_what_is_no_page(tmp_path, data, said):
    path = tmp_path / "document.txt"
    path.write_bytes(data)
    assert said in expect_error(path)


def test_a_missing_file_and_a_directory(tmp_path):
    assert "found nothing" in expect_error(tmp_path / "absent.txt")
    assert "found none" in expect_error(tmp_path)
    assert "path" in expect_error("odd\x00name")


def test_read_reads_a_file(tmp_path):
    path = tmp_path / "marshal.txt"
    path.write_text(made_pages.MARSHAL, "utf-8")
    (sheet,) = read(path)
    assert sheet.source.path == str(path)
    assert read(str(path)) == [sheet]


HANGS = 60.0
"""Seconds. What grows with the square of a page takes longer; how fast it is, benchmarks tell."""


@pytest.mark.parametrize("kind", HUGE)
def test_a_huge_page_ends_soon(kind):
    started = time.process_time()
    with suppress(InputError):
        read_page(HUGE[kind], kind)
    assert time.process_time() - started < HANGS


def test_the_longest_page_is_stated():
    with pytest.raises(InputError, match=str(MAX_CHARACTERS)):
        read_page(HUGE["more than any page"], "page")


def cut(raw, size, path):
    path.write_bytes(raw[:size])
    try:
        (sheet,) = read(path)
    except InputError:
        return None
    assert unaccounted(raw[:size].decode("utf-8", "ignore"), sheet) == []
    return sheet


@pytest.mark.parametrize("name", made_pages.PAGES)
def test_a_page_cut_anywhere(name, tmp_path):
    raw = made_pages.PAGES[name].encode("utf-8")
    read_sheets = [cut(raw, size, tmp_path / "page.txt") for size in range(0, len(raw), 5)]
    assert any(read_sheets)
    assert read_sheets[-1] is not None


@pytest.mark.parametrize("number", [LAND_RAIDER, OBYRON, LOTARA])
def test_a_real_page_cut_in_many_places(number, tmp_path):
    raw = path_of(number).read_bytes()
    for size in range(0, len(raw), len(raw) // 60):
        cut(raw, size, tmp_path / "page.txt")


@pytest.mark.parametrize("name", made_pages.PAGES)
@pytest.mark.parametrize("number", ["7" * 5000, "\u0667", "²", "99999"])
def test_absurd_numbers_never_break_the_reader(name, number):
    text = re.sub(r"\b\d+\b", number, made_pages.PAGES[name])
    sheet = read_page(text, "page")[0]
    assert unaccounted(text, sheet) == []


LINES = sorted({line for text in made_pages.PAGES.values() for line in text.split("\n")})


@given(st.lists(st.sampled_from(LINES) | st.text(max_size=20), max_size=60), st.sampled_from(["", "\n"]))
@settings(max_examples=200, deadline=None)
def test_lines_in_any_order_never_break_the_reader(lines, between):
    text = "Ashen Host – Soot Walker\nKEYWORDS: A\n" + f"\n{between}".join(lines)
    sheet = read_page(text, "page")[0]
    assert unaccounted(text, sheet) == []
