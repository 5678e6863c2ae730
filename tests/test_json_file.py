"""Documents of a known shape: an unknown key is told with what is known there, and which it is like."""

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
