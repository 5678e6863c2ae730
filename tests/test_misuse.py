"""What commands say of words that they cannot take: in our own words, with exit 2 and one line."""

import re
import sys

import pytest

from warbook.cli import main

LIBRARY = re.compile(
    r"Value error|Input should|unable to parse|Invalid value|No such|Missing argument|requires an argument"
    r"|does not take|unexpected extra|malformed|truncated|codec"
)


@pytest.fixture
def refused(monkeypatch, capsys):
    """Runs a command line that is bad input: what it printed, and its line about it."""

    def run(words):
        monkeypatch.setattr(sys, "argv", ["warbook", *words])
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code == 2
        return tuple(capsys.readouterr())

    return run


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("odds A B --phase melee", "odds: --phase: expected one of shooting, fight, got 'melee'"),
        ("odds A B --phase=melee", "odds: --phase: expected one of shooting, fight, got 'melee'"),
        ("odds A B --figure zz", "odds: --figure: expected one of damage, models, chance, points, got 'zz'"),
        ("odds A B --models x", "odds: --models: expected a whole number, got 'x'"),
        ("odds A B --range far", "odds: --range: expected a number, 0 or more, got 'far'"),
        ("odds A B --needed 2", "odds: --needed: expected a number from 0 to 1, got '2'"),
        ("odds A B --duel 50", "odds: --duel: expected a whole number from 1 to 20, got '50'"),
        ("odds A B --models", "odds: --models: expected a value after it"),
        ("odds A B --json=3", "odds: --json: expected no value"),
        ("odds A B --phas", "odds: --phas: expected an option of this command (closest: --phase)"),
        ("odds A B C", "odds: 'C': expected nothing more"),
        ("explain --kind mood text", "--kind: mood: expected one of"),
        ("play A B --seed x", "play: --seed: expected a whole number, 0 or more, got 'x'"),
        ("web --port 99999", "web: --port: expected a whole number from 1 to 65535, got '99999'"),
        ("army check", "army check: PATH: expected it after the command"),
        ("army chek", "army: 'chek': expected one of check, export (closest: check)"),
        ("library list --sistem x", "library list: --sistem: expected an option of this command"),
        ("librari", "warbook: 'librari': expected one of"),
        ("--loud", "warbook: --loud: expected an option of warbook, or a command"),
    ],
)
def test_a_word_that_a_command_does_not_take(words, line, refused):
    out, told = refused(words.split())
    assert out == ""
    assert len(told.splitlines()) == 1
    assert told.startswith(line)
    assert not LIBRARY.search(told)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b'[{"id": ', "expected a JSON list of engagements: it ends too early"),
        (b"[1, }", "expected a JSON list of engagements: byte 4 does not fit"),
        (b'["\xff"]', "expected a JSON list of engagements"),
    ],
)
def test_a_document_that_is_none(tmp_path, content, told, refused):
    path = tmp_path / "list.json"
    path.write_bytes(content)
    out, line = refused(["odds", "--engagements", str(path)])
    assert told in out + line
    assert not LIBRARY.search(out + line)
