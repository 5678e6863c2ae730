"""Pages speak of what stands on them, and not of commands."""

import pytest

pytest.importorskip("nicegui", reason="the extra web is not installed")

from warbook.errors import InputError
from warbook.library import EMPTY
from warbook.web.plain import plain
from warbook.web.rendering import render


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("--with", "rules in play"),
        ("--charge-reroll", "charge"),
        ("no unit is called Zorb; your library is empty: warbook library add FOLDER makes more units known",
         "no unit is called Zorb; your library is empty: Import makes more units known"),
        ("warbook library adder, x--with, --withered", "warbook library adder, x--with, --withered"),
    ],
)  # fmt: skip
def test_commands_are_told_as_what_stands_on_pages(told, said):
    assert plain(told) == said


def test_no_page_tells_of_options_of_a_command():
    told = render("fault.html", fault=InputError("--with", "'Zorbing'", f"no such play; {EMPTY}"))
    assert "rules in play" in told
    assert "Import makes more units known" in told
    assert "--with" not in told
