"""The schemas in docs/schema are those of the code."""

from pathlib import Path

from warbook.views.schema import schemas

FOLDER = Path(__file__).parents[1] / "docs" / "schema"


def test_schemas_are_up_to_date():
    told = "run: python -m warbook.views.schema docs/schema"
    assert {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.json")} == schemas(), told
