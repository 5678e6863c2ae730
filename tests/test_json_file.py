"""Documents of a known shape: an unknown key is told with what is known there, and which it is like."""

from typing import Literal

import msgspec
import pytest

from warbook import json_file
from warbook.errors import InputError
from warbook.sheets.roster import Roster

UNIT = '{"sheet": "Zorblax"}'


@pytest.mark.parametrize(
    ("text", "place", "closest"),
    [
        (f'{{"name": "x", "units": [{UNIT}], "detachment": "y"}}', "document", "detachments"),
        ('{"name": "x", "units": [{"shet": "Zorblax"}]}', "units[0]", "sheet"),
    ],
)
def test_an_unknown_key_is_told_with_the_closest_known_one(tmp_path, text, place, closest):
    path = tmp_path / "list.json"
    path.write_text(text)
    with pytest.raises(InputError) as fault:
        json_file.read(path, Roster)
    assert fault.value.place == place
    assert f"closest: `{closest}`" in str(fault.value)


def test_a_key_like_none_is_told_with_all(tmp_path):
    path = tmp_path / "list.json"
    path.write_text(f'{{"name": "x", "units": [{UNIT}], "gibbering": 1}}')
    with pytest.raises(InputError, match="expected one of name, units, system") as fault:
        json_file.read(path, Roster)
    assert "closest" not in str(fault.value)


class Choosing(msgspec.Struct):
    """A document with choices, one within another."""

    colour: Literal["green", "grey"] | None = None
    others: list["Choosing"] = []


@pytest.mark.parametrize(
    ("text", "place"),
    [('{"colour": "blue"}', "colour"), ('{"others": [{"colour": "blue"}]}', "others[0].colour")],
)
def test_what_is_not_to_choose_is_told_with_what_is(tmp_path, text, place):
    path = tmp_path / "choosing.json"
    path.write_text(text)
    with pytest.raises(InputError, match="no 'blue' to choose here: expected one of green, grey") as fault:
        json_file.read(path, Choosing)
    assert fault.value.place == place
