"""Readings are kept from run to run, and a broken file is no fault."""

import subprocess
import sys

import pytest

from warbook.effects.attack import Modifier
from warbook.grammar import cache
from warbook.grammar.cache import Readings
from warbook.grammar.reading import Reading

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


@pytest.mark.parametrize("broken", [b"", b"\x00", b"\x81\xa1x\x81\xa1y\xc0", b"not a cache" * 50])
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


def test_the_file_of_an_older_grammar_goes(tmp_path):
    (tmp_path / "readings-0000.msgpack").write_bytes(b"")
    found = Readings(tmp_path / "readings-1111.msgpack")
    found.learn("x", READING)
    found.save()
    assert [path.name for path in tmp_path.iterdir()] == ["readings-1111.msgpack"]


def test_a_kept_sentence_needs_no_grammar(tmp_path, monkeypatch):
    monkeypatch.setenv("WARBOOK_HOME", str(tmp_path))
    cache.read("Add 1 to the Hit roll")
    cache.readings().save()
    told = "cache.read('Add 1 to the Hit roll.'); print('lark' in sys.modules)"
    told = f"import sys; from warbook.grammar import cache; {told}"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
