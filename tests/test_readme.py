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
CONSOLE = re.findall(r"```console\n\$ (warbook .*)\n((?:.*\n)*?)```", README)
CI = (ROOT / ".ci" / "run").read_text("utf-8")


def test_there_are_five_examples():
    assert len(CONSOLE) + README.count("```python") >= 5


@pytest.mark.parametrize(("command", "shown"), CONSOLE, ids=[command for command, _ in CONSOLE])
def test_console_example(command, shown):
    words = [sys.executable, "-m", *shlex.split(command)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    place = 0
    for line in shown.splitlines():
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
