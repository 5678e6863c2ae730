"""The ids of rules that the project cites are those of the rules files, where this machine has them: beside the
data that WARBOOK_DATA names."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("WARBOOK_DATA", ROOT.parent / "shared" / "data"))
RULES = sorted((DATA.parent / "rules").glob("*.md"))
ID = re.compile(r"\b([KH]-[A-Z]+)(-\d+)?\b")
PARTS = ["src", "tests", "benchmarks", "tools", "docs"]

pytestmark = pytest.mark.skipif(not RULES, reason="the rules files are not here")


def told(text):
    """The ids in a text, and the parts of the rules that they belong to."""
    return {part + (number or "") for part, number in ID.findall(text)}


def known():
    ids = set().union(*(told(path.read_text("utf-8")) for path in RULES))
    return ids | {ID.match(each)[1] for each in ids}


@pytest.mark.parametrize("part", PARTS)
def test_cited_rules_exist(part):
    files = [path for path in sorted((ROOT / part).rglob("*")) if path.suffix in {".py", ".lark", ".md"}]
    cited = {(each, str(path.relative_to(ROOT))) for path in files for each in told(path.read_text("utf-8"))}
    assert part not in {"src", "docs"} or cited
    there = known()
    assert not [pair for pair in sorted(cited) if pair[0] not in there]
