"""A process that is killed leaves the old state or the new one; two at once are safe."""

import signal
import subprocess
import sys
import time

import pytest

from library.shelves import home, keep, unit  # noqa: F401
from pages import MOSS_CRAWLER
from warbook.library import search
from warbook.library.search import Wanted

PAGES = 60

KILLED_WHILE_WRITING = """
import os, signal, sys
from warbook.library import adding
inserted = adding._Keeping._inserted
def last(keeping, thing, *rest):
    number = inserted(keeping, thing, *rest)
    if thing.name == "Moss Crawler 40":
        os.kill(os.getpid(), signal.SIGKILL)
    return number
adding._Keeping._inserted = last
adding.add([sys.argv[1]])
"""
KILLED_WHILE_COMMITTING = """
import os, signal, sqlite3, sys
from warbook.library import adding, database
connected = database._connected
def spilling(path):
    connection = connected(path)
    connection.execute("PRAGMA cache_spill = 1")
    connection.execute("PRAGMA cache_size = 1")
    return connection
database._connected = spilling
inserted = adding._Keeping._inserted
def last(keeping, thing, *rest):
    number = inserted(keeping, thing, *rest)
    if thing.name == "Moss Crawler 40":
        os.kill(os.getpid(), signal.SIGKILL)
    return number
adding._Keeping._inserted = last
adding.add([sys.argv[1]])
"""


@pytest.fixture
def folder(tmp_path, home):  # noqa: F811
    """A folder of pages, beside a library with one unit of another faction."""
    keep(unit("Bell Warden", "Tide Choir"))
    pages = tmp_path / "pages"
    pages.mkdir()
    for number in range(PAGES):
        page = MOSS_CRAWLER.replace("Moss Crawler", f"Moss Crawler {number}")
        (pages / f"{number}.txt").write_text(page, "utf-8")
    return pages


def names():
    return [one.name for one in search.kept(Wanted())]


def adding(folder):
    return subprocess.Popen(
        [sys.executable, "-m", "warbook", "library", "add", str(folder)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def succeeds(process):
    _, told = process.communicate()
    assert process.returncode == 0, told


@pytest.mark.parametrize("script", [KILLED_WHILE_WRITING, KILLED_WHILE_COMMITTING], ids=["memory", "disk"])
def test_a_process_killed_while_it_writes_leaves_the_old_state(folder, script):
    done = subprocess.run([sys.executable, "-c", script, str(folder)], capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert names() == ["Bell Warden"]
    succeeds(adding(folder))
    assert len(names()) == PAGES + 1


@pytest.mark.parametrize("seconds", [0.2, 0.4, 0.5, 0.6, 0.7, 0.9])
def test_a_process_killed_at_any_time_leaves_the_old_state_or_the_new(folder, seconds):
    process = adding(folder)
    time.sleep(seconds)
    process.kill()
    process.communicate()
    assert len(names()) in (1, PAGES + 1)
    keep(unit("Reed Piper"))
    assert "Reed Piper" in names()


def test_two_processes_that_add_at_once_both_succeed(folder):
    processes = [adding(folder) for _ in range(2)]
    for process in processes:
        succeeds(process)
    assert len(search.kept(Wanted(every_version=True))) == PAGES + 1


def test_two_processes_that_make_the_library_at_once_both_succeed(tmp_path, monkeypatch):
    monkeypatch.setenv("WARBOOK_HOME", str(tmp_path / "new"))
    for number in range(2):
        page = MOSS_CRAWLER.replace("Moss Crawler", f"Moss Crawler {number}")
        (tmp_path / f"{number}.txt").write_text(page, "utf-8")
    processes = [adding(tmp_path / f"{number}.txt") for number in range(2)]
    for process in processes:
        succeeds(process)
    assert names() == ["Moss Crawler 0", "Moss Crawler 1"]
