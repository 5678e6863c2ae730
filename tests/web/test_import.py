"""Documents from a browser into the library."""

import errno
import io
import stat
import zipfile
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from warbook.errors import InputError
from warbook.library import lookup
from warbook.library.adding import Read, Report
from warbook.sheets.sheet import Problem
from warbook.web.importing import jobs, receiving, telling, unpacking
from warbook.web.importing.adding import moved
from warbook.web.importing.receiving import Sent, is_hidden, put, safe
from warbook.web.rendering import render
from web.visiting import refused, visit

LIST = (
    "My Patrol\nNecrons\n\nCharacters\n\nOverlord (85 points)\n\nBattleline\n\n10x Necron Warriors (90 points)"
)
ROSTER = """{"name": "The <b>Bold</b> Patrol", "system": "wh40k10", "faction": "Necrons",
 "units": [{"sheet": "Necron Warriors", "models": 10}]}"""
BOMB = '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><roster>&b;</roster>'


@contextmanager
def a_home():
    """A library of one's own, also for the workers that start while it is set."""
    from warbook.web import workers

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("WARBOOK_HOME", folder)
        workers.stop()
        try:
            yield Path(folder)
        finally:
            workers.stop()


async def imported(visitor, *files, accept="application/json"):
    """What the site answers to files that are sent."""
    sent = [("files", (name, content)) for name, content in files]
    return await visitor.http_client.post("/import", files=sent, headers={"accept": accept})


async def ended(visitor, *files):
    """What an import came to."""
    import asyncio

    answer = await imported(visitor, *files)
    job = jobs.find(answer.json()["import"].rpartition("/")[2])
    while job.outcome is None:
        await asyncio.sleep(0.05)
    return job


def test_a_dropped_list_is_known_and_told(page, tmp_path):
    (tmp_path / "patrol.json").write_text(ROSTER, "utf-8")
    page.goto("/import")
    page.get_by_label("Documents and army lists").set_input_files(tmp_path / "patrol.json")
    page.get_by_role("button", name="Add to the library").click()
    page.get_by_text("Done: patrol.json.").wait_for()
    page.get_by_text("1 army list: 1 new").wait_for()
    page.reload()
    page.get_by_text("The <b>Bold</b> Patrol").wait_for()


def test_a_file_dropped_on_any_page_leads_to_its_report(page):
    page.goto("/api/docs")
    page.wait_for_selector("h1")
    page.evaluate(
        """text => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([text], "dropped <img>.txt"));
          const drop = kind => new DragEvent(kind, {dataTransfer: transfer, bubbles: true, cancelable: true});
          document.querySelector("h1").dispatchEvent(drop("dragenter"));
          document.querySelector("h1").dispatchEvent(drop("drop"));
        }""",
        LIST,
    )
    page.get_by_text("Done: dropped img.txt.").wait_for()
    page.get_by_text("1 army list: 1 new").wait_for()


@visit
async def test_what_cannot_be_read_is_told_and_keeps_nothing(visitor):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.ros", "<roster>" + " " * 100_000_000)
    with a_home() as home:
        bad = {"bomb.ros": BOMB, "bomb.rosz": packed.getvalue(), "photo.png": b"\x89PNG\r\n", "empty.txt": b""}
        for name, content in bad.items():
            job = await ended(visitor, (name, content))
            assert job.outcome.fault.path == name
            assert str(home) not in job.outcome.fault.expected
        assert not (home / "library.sqlite").exists()
        assert not list((home / "incoming").iterdir())
        await visitor.open(f"/import/{job.key}")
        await visitor.should_see("Nothing was added: empty.txt")


@visit
async def test_a_folder_keeps_what_can_be_read_and_tells_the_rest(visitor):
    with a_home() as home:
        job = await ended(visitor, ("mine/patrol.json", ROSTER), ("mine/../../x/../broken.ros", "<roster"),
                          ("mine/.DS_Store", b"\x00"))  # fmt: skip
        assert job.names == ("mine/patrol.json", "mine/x/broken.ros")
        assert (home / "documents" / "mine" / "patrol.json").read_text("utf-8") == ROSTER
        assert lookup.roster("The <b>Bold</b> Patrol").faction == "Necrons"
        await visitor.open(f"/import/{job.key}")
        await visitor.should_see("broken.ros")
        await visitor.should_see("1 army list: 1 new")
        await visitor.should_see("not read: 1 file")
        await visitor.open("/import")
        await visitor.should_see("mine/patrol.json and 1 more")


def packed(**files):
    """An archive of files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


@visit
async def test_an_archive_of_a_folder_is_read_like_the_folder(visitor):
    files = {"mine/patrol.json": ROSTER, "mine/x/broken.ros": "<roster", "mine/.DS_Store": "\x00"}
    with a_home() as home:
        job = await ended(visitor, ("mine.zip", packed(**files)))
        assert (home / "documents" / "mine" / "patrol.json").read_text("utf-8") == ROSTER
        assert lookup.roster("The <b>Bold</b> Patrol").faction == "Necrons"
        assert not (home / "documents" / "mine.zip").exists()
        await visitor.open(f"/import/{job.key}")
        await visitor.should_see("broken.ros")
        await visitor.should_see("1 army list: 1 new")


@visit
async def test_two_archives_that_hold_a_folder_of_one_name_are_both_read(visitor):
    one, other = (ROSTER.replace("Bold", name) for name in ("Meek", "Loud"))
    with a_home():
        job = await ended(
            visitor, ("a.zip", packed(**{"x/p.json": one})), ("b.zip", packed(**{"x/p.json": other}))
        )
        assert job.outcome.report.counts() == {"roster": {"new": 2}}


def test_a_game_system_that_is_missing_is_told_first():
    absent = Problem(0, "no file here has x: add its .gst", place="game system", path="/d/m/court.cat")
    told = telling.told(Report((), (), (absent,)), "/d")
    assert told.absent == (telling.Place("m/court.cat", "no file here has x: add its .gst"),)
    assert told.doubts == told.unread == ()
    assert "A game system is missing" in render("import_report.html", told=told)


@visit
async def test_a_file_where_a_folder_is_already_is_told(visitor):
    with a_home() as home:
        (home / "documents" / "patrol.json").mkdir(parents=True)
        job = await ended(visitor, ("patrol.json", ROSTER))
        (told,) = job.outcome.report.problems
        assert told.path == str(home / "documents" / "patrol.json")
        assert told.message.startswith("it is not kept, only what was read of it")
        await visitor.open(f"/import/{job.key}")
        await visitor.should_see("the file itself")


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EACCES, "can be written"),
        (errno.ENOSPC, "the disk is full"),
        (errno.ENAMETOOLONG, "shorter names"),
    ],
)
def test_what_the_system_refuses_is_told_for_what_it_is(number, told):
    assert told in jobs._unkept(OSError(number, "no")).expected


@visit
async def test_a_report_that_cannot_be_kept_is_told_on_its_page(visitor):
    with a_home() as home:
        (home / "imports").write_text("in the way", "ascii")
        job = await ended(visitor, ("patrol.json", ROSTER))
        assert "expected files that can be kept there" in job.outcome.fault.expected


def test_loose_files_of_an_archive_get_a_folder_of_its_name(tmp_path):
    (tmp_path / "Zorbs.ZIP").write_bytes(
        packed(**{"a.json": "1", "b/c.json": "2", "../d.json": "3", "e.zip": "PK"})
    )
    unpacking.unpack(tmp_path)
    found = sorted(str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*") if each.is_file())
    assert found == ["Zorbs/a.json", "Zorbs/b/c.json", "Zorbs/d.json", "Zorbs/e.zip"]


def test_an_archive_beside_a_folder_of_its_name_harms_it_not(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.json").write_text("1", "ascii")
    (tmp_path / "a.zip").write_bytes(packed(**{"a/b.json": "2"}))
    (tmp_path / "other.zip").write_bytes(packed(**{"a/b.json": "3"}))
    unpacking.unpack(tmp_path)
    assert (tmp_path / "a" / "b.json").read_text("ascii") == "1"
    assert (tmp_path / "a (2)" / "a" / "b.json").read_text("ascii") == "2"
    assert (tmp_path / "other" / "a" / "b.json").read_text("ascii") == "3"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (packed(**{"a.json": "1"})[:-10], "damaged"),
        (packed(), "found none"),
        (packed(**{"a.json": "1", "b.json": "2", "c.json": "3"}), "at most 2 files in it, found 3"),
        (packed(**{"a.json": " " * 101}), "at most 100 bytes a file"),
        (packed(**{"a.json": " " * 90, "b.json": " " * 90}), "150 in all archives"),
    ],
    ids=["damaged", "empty", "files", "a file", "in all"],
)
def test_an_archive_has_the_limits_of_a_folder(tmp_path, monkeypatch, content, told):
    for limit, value in (("MAX_FILES", 2), ("MAX_BYTES", 100), ("MOST_UPLOADED", 150)):
        monkeypatch.setattr(unpacking, limit, value)
    (tmp_path / "zorbs.zip").write_bytes(content)
    with pytest.raises(InputError, match=told):
        unpacking.unpack(tmp_path)


def test_a_link_in_an_archive_is_no_file(tmp_path):
    link = zipfile.ZipInfo("list.txt")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "zorbs.zip", "w") as archive:
        archive.writestr("a.json", "1")
        archive.writestr(link, "/somewhere/else")
    with pytest.raises(InputError, match="found a link"):
        unpacking.unpack(tmp_path)


@visit
async def test_a_worker_that_does_not_end_is_told(visitor):
    with a_home(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "SECONDS", 0.001)
        job = await ended(visitor, ("patrol.json", ROSTER))
        assert "was stopped" in job.outcome.fault.expected


@visit
async def test_nothing_sent_is_told(visitor):
    for accept, status in (("application/json", 400), ("text/html", 400)):
        answer = await visitor.http_client.post("/import", headers={"accept": accept})
        assert answer.status_code == status
        assert "expected at least one file" in answer.text
    answer = await visitor.http_client.post(
        "/import", content=b"--x", headers={"content-type": "multipart/form-data; boundary=y"}
    )
    assert answer.status_code == 400


@visit
async def test_a_report_that_is_not_there_is_told(visitor):
    for key in ("0123456789abcdef", "x"):
        assert "its report is not there" in await refused(visitor, f"/import/{key}")


@pytest.mark.parametrize(
    ("name", "place"),
    [("../../etc/passwd", "etc/passwd"), ("/a/b.txt", "a/b.txt"), ("C:\\lists\\mine.ros", "C/lists/mine.ros"),
     ("...", "document"), ("", "document"), ("a\x00b\n.txt", "ab.txt"),
     ("x" * 300 + ".rosz", "x" * 195 + ".rosz"), ("x" * 300, "x" * 200),
     ("書" * 110 + ".json", "書" * 65 + ".json")],  # three bytes each
)  # fmt: skip
def test_a_name_leads_nowhere_but_into_its_folder(name, place):
    assert str(safe(name)) == place


def test_a_name_of_many_folders_stays_in_the_first(monkeypatch):
    monkeypatch.setattr(receiving, "MAX_DEPTH", 2)
    assert str(safe("mine/" + "deep/" * 300 + "x.txt")) == "mine/deep/x.txt"


def test_two_files_of_one_name_are_both_kept(tmp_path):
    names = put([Sent("a.txt", io.BytesIO(b"1")), Sent("a.txt", io.BytesIO(b"2"))], tmp_path)
    assert names == ("a.txt", "a (2).txt")
    assert (tmp_path / "a (2).txt").read_bytes() == b"2"


def test_a_file_and_a_folder_of_one_name_are_both_kept(tmp_path):
    sent = [Sent(name, io.BytesIO(b"1")) for name in ("a", "a/b.json", "a/c.json", "d/e", "d")]
    assert put(sent, tmp_path) == ("a", "a (2)/b.json", "a (2)/c.json", "d/e", "d (2)")


def test_files_that_systems_put_into_folders_are_left_out():
    assert [is_hidden(name) for name in ("a/.git/x", "__MACOSX/a.txt", "a/b.txt", "./a.txt")] == [
        True,
        True,
        False,
        False,
    ]


def test_what_was_read_moves_with_its_files():
    read = Read(
        "/in/files", (), (Problem(1, "odd", path="/in/files/a.cat"), Problem(2, "odd", path="/in/files2"))
    )
    told = moved(read, "/in/files", "/home/documents")
    assert told.document == "/home/documents"
    assert [each.path for each in told.problems] == ["/home/documents/a.cat", "/in/files2"]
