"""A file is written whole or not at all, and what cannot be written is named."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from warbook import writing
from warbook.errors import InputError


def test_a_file_is_put_in_the_place_of_the_old_one_with_its_permissions(tmp_path):
    path = tmp_path / "record.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    writing.write(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path) == ["record.json"]


def test_a_link_goes_on_to_lead_to_its_file(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    writing.write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_what_breaks_off_leaves_the_old_file_and_nothing_beside(tmp_path, monkeypatch):
    path = tmp_path / "record.json"
    path.write_bytes(b"old")

    def broken(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(InputError, match=r"record\.json: file: .*No space left on device"):
        writing.write(path, b"new")
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"old", ["record.json"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_full_disk_is_told_with_its_path(tmp_path):
    (tmp_path / "battle.json").symlink_to("/dev/full")
    with pytest.raises(InputError, match="No space left on device"):
        writing.write(tmp_path / "battle.json", b"new")
    with open("/dev/full", "w", encoding="utf-8") as full:
        run = subprocess.run(
            [sys.executable, "-m", "warbook", "units"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (run.returncode, "Traceback" in run.stderr) == (2, False)
    assert run.stderr.startswith("standard output: No space left")
