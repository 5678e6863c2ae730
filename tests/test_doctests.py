"""The examples in docstrings and docs hold."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
MODULES = sorted(
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if path.name != "__main__.py" and ">>>" in path.read_text("utf-8")
)
OF_A_SITE = {"api.md"}
"""Pages whose examples ask a running site: tests/web/test_api_docs.py runs them."""
DOCS = sorted(
    path
    for path in (ROOT / "docs").glob("*.md")
    if ">>>" in path.read_text("utf-8") and path.name not in OF_A_SITE
)


def test_some_modules_have_examples():
    assert "warbook.dice" in MODULES


@pytest.mark.parametrize("name", MODULES)
def test_module(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_page(path):
    assert doctest.testfile(str(path), module_relative=False).failed == 0
