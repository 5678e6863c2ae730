"""Readings are kept from run to run, and a broken file is no fault."""

import os
import subprocess
import sys

import pytest

from warbook.effects.attack import Modifier
from warbook.parsing import cache, keeping, parse
from warbook.parsing.cache import Readings
from warbook.parsing.reading import Reading

READING = Reading(Modifier("hit roll", "add", 1))


def test_what_was_learnt_is_found_by_the_next_process(tmp_path):
    first = Readings(tmp_path / "kept")
    first.learn("start|x", READING)
    first.save()
    assert Readings(tmp_path / "kept").find("start|x") == READING


def test_two_that_write_keep_what_both_learnt(tmp_path):
    one, other = Readings(tmp_path / "kept"), Readings(tmp_path / "kept")
    one.learn("start|x", READING)
    other.learn("start|y", READING)
    one.save()
    other.save()
    found = Readings(tmp_path / "kept")
    assert found.find("start|x") == found.find("start|y") == READING


@pytest.mark.parametrize("broken", [b"", b"\x00", b"\x00" * 40, b"\x81\xa1x\x81\xa1y\xc0", b"not a cache" * 50])
def test_a_broken_file_counts_as_empty(tmp_path, broken):
    (tmp_path / "kept").write_bytes(broken)
    found = Readings(tmp_path / "kept")
    assert found.find("x") is None
    found.learn("x", READING)
    found.save()
    assert Readings(tmp_path / "kept").find("x") == READING


def test_a_folder_that_cannot_be_written_to_is_no_fault(tmp_path):
    (tmp_path / "file").write_text("")
    found = Readings(tmp_path / "file" / "kept")
    found.learn("x", READING)
    found.save()
    assert found.find("x") == READING


def test_the_oldest_files_of_other_grammars_go(tmp_path):
    for day in range(4):
        path = tmp_path / f"readings-{day}000.msgpack"
        path.write_bytes(b"")
        os.utime(path, (day, day))
    found = Readings(tmp_path / "readings-1111.msgpack")
    found.learn("x", READING)
    found.save()
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["readings-1111.msgpack", "readings-2000.msgpack", "readings-3000.msgpack"]


def test_a_kept_sentence_needs_no_grammar(tmp_path, monkeypatch):
    monkeypatch.setenv("WARBOOK_HOME", str(tmp_path))
    cache.read("Add 1 to the Hit roll")
    cache.readings().save()
    told = "cache.read('Add 1 to the Hit roll.'); print('lark' in sys.modules)"
    told = f"import sys; from warbook.parsing import cache; {told}"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.fixture
def kept_grammar(tmp_path, monkeypatch):
    """Where the grammar is kept."""
    monkeypatch.setenv("WARBOOK_HOME", str(tmp_path))
    parse.chart.cache_clear()
    parse.chart()
    parse.chart.cache_clear()
    yield next(tmp_path.glob("grammar-*"))
    parse.chart.cache_clear()


def test_a_kept_grammar_reads_as_the_compiled_one(kept_grammar, monkeypatch):
    monkeypatch.setattr(parse, "made", lambda: pytest.fail("compiled again"))
    assert parse.read("Add 1 to the Hit roll.") == READING


@pytest.mark.parametrize("place", [0, 40, -1])
def test_a_grammar_that_broke_is_compiled_again(kept_grammar, place):
    whole = bytearray(kept_grammar.read_bytes())
    written = bytes(whole)
    whole[place] ^= 1
    kept_grammar.write_bytes(whole)
    assert parse.read("Add 1 to the Hit roll.") == READING
    assert kept_grammar.read_bytes() == written


@pytest.mark.parametrize("told", [b"\x93", b"\x95\x90\x90\x90\x90\x80", b""])
def test_tables_of_no_grammar_are_made_again(kept_grammar, told):
    keeping.write(kept_grammar, told)
    assert parse.read("Add 1 to the Hit roll.") == READING


def test_a_process_with_a_kept_grammar_needs_no_lark(kept_grammar):
    told = "parse.read('Add 1 to the Hit roll.'); print('lark' in sys.modules)"
    told = f"import sys; from warbook.parsing import parse; {told}"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
