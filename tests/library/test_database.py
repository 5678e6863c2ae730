"""The file is ours, whole and of a known version, or it is left alone."""

import os
import sqlite3

import pytest

from library.shelves import home, keep, unit  # noqa: F401
from warbook.errors import InputError
from warbook.library import database, lookup, place, search
from warbook.library.search import Wanted

pytestmark = pytest.mark.usefixtures("home")


def left_alone(told: str) -> None:
    """Reading and writing both refuse, in one line, and the file stays as it was."""
    before = place().read_bytes()
    for action in (lambda: search.kept(Wanted()), lambda: keep(unit()), lambda: lookup.find("Moss Crawler")):
        with pytest.raises(InputError, match=told) as caught:
            action()
        assert str(place()) in str(caught.value)
        assert "\n" not in str(caught.value)
    assert place().read_bytes() == before


def test_without_a_library_reading_finds_nothing_and_makes_no_file():
    assert search.kept(Wanted()) == ()
    assert not place().parent.exists()


def test_a_foreign_file_is_left_alone():
    place().parent.mkdir()
    place().write_text("my shopping list", "utf-8")
    left_alone("found another file")


def test_a_foreign_database_is_left_alone():
    place().parent.mkdir()
    other = sqlite3.connect(place())
    other.execute("CREATE TABLE mine (x)")
    other.commit()
    other.close()
    left_alone("found another file")


@pytest.mark.parametrize("kept", [100, 4096, 9000])
def test_a_library_that_was_cut_off_is_left_alone(kept):
    keep(*(unit(f"Unit {number}") for number in range(50)))
    os.truncate(place(), kept)
    left_alone("damaged")


def test_a_library_with_noise_in_it_is_left_alone_when_adding():
    keep(*(unit(f"Unit {number}") for number in range(50)))
    with place().open("r+b") as file:
        for page in range(1, place().stat().st_size // 4096):
            file.seek(page * 4096)
            file.write(bytes(range(256)))
    left_alone("damaged")


def test_a_library_of_a_newer_program_is_left_alone():
    keep(unit())
    connection = sqlite3.connect(place())
    connection.execute(f"PRAGMA user_version = {len(database.MIGRATIONS) + 1}")
    connection.commit()
    connection.close()
    left_alone("newer Warbook")


def test_an_empty_file_is_a_library_to_come():
    place().parent.mkdir()
    place().touch()
    assert search.kept(Wanted()) == ()
    keep(unit())
    assert len(search.kept(Wanted())) == 1


def test_an_older_library_is_brought_up_to_date_by_reading_or_writing(monkeypatch):
    keep(unit())
    step = ("ALTER TABLE kept ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'",)
    monkeypatch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, step))
    assert len(search.kept(Wanted())) == 1
    with database.reading() as connection:
        assert connection.execute("SELECT colour FROM kept").fetchall() == [("grey",)]
        assert connection.execute("PRAGMA user_version").fetchone() == (len(database.MIGRATIONS),)


def test_a_step_that_fails_leaves_the_older_library(monkeypatch):
    keep(unit())
    steps = ("ALTER TABLE kept ADD COLUMN colour TEXT", "ALTER TABLE nowhere ADD COLUMN colour TEXT")
    with monkeypatch.context() as patch:
        patch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, steps))
        with pytest.raises(InputError):
            search.kept(Wanted())
    assert len(search.kept(Wanted())) == 1


def test_a_folder_that_cannot_be_made_is_told(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("WARBOOK_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(InputError, match=r"expected a (writable folder|readable file)"):
        keep(unit())


def test_a_sheet_that_can_no_longer_be_read_is_told():
    keep(unit())
    connection = sqlite3.connect(place())
    connection.execute("UPDATE body SET data = x'93'")
    connection.commit()
    connection.close()
    with pytest.raises(InputError, match="add its document again"):
        lookup.find("Moss Crawler")


def test_while_another_process_writes_the_old_state_is_read(monkeypatch):
    keep(unit())
    with database.writing() as connection:
        connection.execute("DELETE FROM kept")
        assert len(search.kept(Wanted())) == 1
        monkeypatch.setattr(database, "SECONDS_TO_WAIT", 0.05)
        with pytest.raises(InputError, match="another process"):
            keep(unit())
    assert search.kept(Wanted()) == ()
