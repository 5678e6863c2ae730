"""The README's examples run, and what they show is what is printed."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
CONSOLE = re.findall(r"```console\n(\$ warbook .*\n(?:.*\n)*?)```", README)
NAMED = re.compile(r"`((?:[\w.-]+/)+[\w.*-]*)`")
"""A path in a text; one that begins with ``../`` lies outside the project."""
ABOUT_CODE = ("CONTRIBUTING.md", "docs/grammar.md", "docs/odds.md", "docs/battle.md", "docs/second-game.md")
ROOTS = (ROOT, ROOT / "src" / "warbook")
CI = (ROOT / ".ci" / "run").read_text("utf-8")


def test_there_are_five_examples():
    assert len(CONSOLE) + README.count("```python") >= 5


@pytest.mark.parametrize("block", CONSOLE, ids=[block.partition("\n")[0] for block in CONSOLE])
def test_console_example(block, tmp_path):
    for command, *shown in (part.splitlines() for part in block.removeprefix("$ ").split("\n$ ")):
        words = [sys.executable, "-m", *shlex.split(command)]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        place = 0
        for line in shown:
            found = done.stdout.find(line, place)
            assert found >= 0, f"{line!r} is not (in this order) in:\n{done.stdout}"
            place = found + len(line)


def test_python_examples():
    failed, run = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert run
    assert not failed


def test_ci_runs_the_test_command_of_the_readme():
    assert "<!-- test command -->" in README
    assert "README.md" in CI
    assert "-m pytest" in README.split("<!-- test command -->")[1].split("```")[1]


@pytest.mark.parametrize("name", ABOUT_CODE)
def test_the_paths_that_a_text_about_the_code_names_are_there(name):
    named = [path for path in NAMED.findall((ROOT / name).read_text("utf-8")) if not path.startswith("../")]
    assert named
    lost = [path for path in named if not any(any(root.glob(path.rstrip("/"))) for root in ROOTS)]
    assert lost == []
