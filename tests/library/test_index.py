"""The index of all units follows the library, and is kept in a file."""

import msgspec
import pytest

from library.shelves import home, keep, unit  # noqa: F401
from warbook.library import index
from warbook.library.kept import Known
from warbook.sheets.sheet import Ability, Points

pytestmark = pytest.mark.usefixtures("home")


def named(name):
    return next(each for each in index.build() if each.name == name)


def test_the_index_holds_what_is_bundled_and_then_what_is_added():
    before = {each.name for each in index.build()}
    keep(unit("Zorb"))
    assert {each.name for each in index.build()} - before == {"Zorb"}


def test_an_entry_tells_weapons_abilities_and_the_newest_points():
    rows = (Points(1, 90, "2024-01-01"), Points(1, 110, "2025-01-01"), Points(2, 220, "2025-01-01"))
    keep(unit("Zorb", abilities=(Ability("Thick Moss", "datasheet"),)))
    assert named("Zorb").weapons == ("Root claws",)
    assert named("Zorb").abilities == ("Thick Moss",)
    assert named("Zorb").role == "Vehicle"
    sheet = msgspec.structs.replace(unit("Zorb"), points=rows)
    entry = index.entry(Known(sheet.name, sheet.faction, sheet.system, None, None, "library/1"), sheet)
    assert (entry.least, entry.most) == (110, 220)


def test_the_file_is_read_again_and_a_broken_one_is_made_anew(home):  # noqa: F811
    keep(unit("Zorb"))
    made = index.build()
    index._built.cache_clear()
    assert index.build() == made
    (file,) = home.glob("index*")
    file.write_bytes(b"broken")
    index._built.cache_clear()
    assert index.build() == made
