"""Files of catalogues: zipped, broken, hostile, absent. Nothing may end in anything but an InputError."""

import random
import zipfile
from contextlib import suppress

import pytest

from importers.battlescribe.made_catalogues import (
    bounds,
    catalogue,
    element,
    entry,
    group,
    link,
    statline,
    system,
    write,
    zipped,
)
from importers.cards import document, folder, written
from pages import MOSS_CRAWLER
from warbook import importers
from warbook.errors import InputError

WHOLE = catalogue(selectionEntries=[entry("mole", "Mole", "model", profiles=[statline("s", "Mole")])])
ROOT = b"<?xml version='1.0'?><catalogue id='a' name='A' gameSystemId='g'>%s</catalogue>"


def made(tmp_path, data, name="a.cat"):
    path = tmp_path / name
    path.write_bytes(data)
    return path


def test_zipped_files_are_read_like_plain_ones(tmp_path):
    path = write(tmp_path, system(), WHOLE)
    plain = importers.collect(path)
    zipped(tmp_path / "moss.gst", name="another name.gst")
    packed = importers.collect(zipped(path))
    assert [(sheet.name, sheet.models) for sheet in packed.sheets] == [
        (sheet.name, sheet.models) for sheet in plain.sheets
    ]
    assert packed.problems == ()


def test_a_name_inside_a_zip_leads_nowhere(tmp_path):
    path = zipped(write(tmp_path, system(), WHOLE), name="../../elsewhere.cat")
    assert importers.collect(path).sheets[0].name == "Mole"
    assert not (tmp_path.parent / "elsewhere.cat").exists()


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"<!DOCTYPE c [<!ENTITY a 'b'>]><catalogue id='a'>&a;</catalogue>", "without a document type"),
        (b"<!DOCTYPE c SYSTEM 'file:///etc/hostname'><catalogue id='a'/>", "without a document type"),
        (ROOT % (b"<a>" * 4000 + b"</a>" * 4000), "levels of elements"),
        ((ROOT % b"<profiles><profile id='x'/></profiles>")[:-30], "well-formed XML"),
        (b"<?xml version='1.0' encoding='none-8'?><catalogue id='a'/>", "known encoding"),
        (b"<catalogue id='\xff\xfe'/>", "well-formed XML"),
        (b"<catalogue name='x'/>", "expected an id"),
        (b"<roster id='x'/>", "expected a catalogue or a gameSystem"),
        (b"\x00\x01\x02", "well-formed XML"),
        (b"", "well-formed XML"),
        (ROOT % b"", "profiles of a known game"),
    ],
)
def test_what_is_no_catalogue_is_told_in_one_line(tmp_path, data, expected):
    with pytest.raises(InputError, match=expected) as told:
        importers.collect(made(tmp_path, data))
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"catalogue": {"id": "a", ', "expected JSON"),
        (b'{"catalogue": {"id": "a", "x": ' + b'[{"x": ' * 2000 + b"1" + b"}]" * 2000 + b"}}", "JSON|levels"),
        (b'{"catalogue": {"name": "a"}}', "expected an id"),
        (b'{"catalogue": {"id": "a", "x": ' + b'[{"x": ' * 150 + b"1" + b"}]" * 150 + b"}}", "levels"),
    ],
)
def test_broken_json_is_told_in_one_line(tmp_path, data, expected):
    with pytest.raises(InputError, match=expected):
        importers.collect(made(tmp_path, data, "a.json"))


def test_an_archive_of_several_files_is_none(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.catz", "w") as archive:
        archive.writestr("a.cat", ROOT % b"")
        archive.writestr("b.cat", ROOT % b"")
    with pytest.raises(InputError, match="zip of one file, found 2"):
        importers.collect(tmp_path / "a.catz")


@pytest.mark.parametrize("name", ["a.rosz", "a.catz", "a.zip"])
def test_an_archive_whose_content_is_damaged_is_told_as_that(tmp_path, name):
    """What is packed does not unpack, although the names in it can be read."""
    path = tmp_path / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.ros" if name == "a.rosz" else "a.cat", b"<roster>zorb</roster>" * 200)
    data = bytearray(path.read_bytes())
    data[38:44] = b"\xff" * 6
    path.write_bytes(data)
    with pytest.raises(InputError, match="archive: expected a whole zip"):
        importers.read(path)


def test_an_archive_that_unpacks_to_an_absurd_size_is_not_unpacked(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.catz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.cat", b" " * 20_000_000)
    with pytest.raises(InputError, match="bytes unpacked"):
        importers.collect(tmp_path / "a.catz")


def test_an_archive_that_lies_about_its_size_is_told(tmp_path):
    path = tmp_path / "a.catz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.cat", b" " * 20_000_000)
    data = path.read_bytes().replace((20_000_000).to_bytes(4, "little"), (99).to_bytes(4, "little"))
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"archive|whole zip"):
        importers.collect(path)


def test_a_linked_file_that_is_absent_is_named_and_the_rest_is_read(tmp_path):
    own = catalogue(
        catalogueLinks=[link("cl", "far-away", "catalogueLink", name="Deep Library")],
        selectionEntries=WHOLE[2]["selectionEntries"],
        entryLinks=[link("l", "nowhere", name="Lost")],
    )
    found = importers.collect(write(tmp_path, system(), own))
    assert [sheet.name for sheet in found.sheets] == ["Mole"]
    assert [(one.place, one.message) for one in found.problems] == [
        ("catalogueLink 'Deep Library' cl", "no file here has catalogue far-away"),
        ("entryLink 'Lost' l", "the link's target nowhere is nowhere"),
    ]


def test_one_broken_file_does_not_stop_a_folder(tmp_path):
    write(tmp_path, system(), WHOLE)
    made(tmp_path, b"<catalogue id='b'", "broken.cat")
    (tmp_path / "README.md").write_text("Nothing to see.")
    found = importers.collect(tmp_path)
    assert [sheet.name for sheet in found.sheets] == ["Mole"]
    assert [problem.path for problem in found.problems] == [str(tmp_path / "broken.cat")]


def test_a_document_of_another_format_among_catalogues_is_told(tmp_path):
    write(tmp_path, system(), WHOLE)
    made(tmp_path, b"Gravel Court - Mole", "page.txt")
    made(tmp_path, b'{"datasheets": []}', "cards.json")
    found = importers.collect(tmp_path)
    assert [sheet.name for sheet in found.sheets] == ["Mole"]
    assert [problem.path.rpartition("/")[2] for problem in found.problems] == ["cards.json", "page.txt"]


def test_what_lies_beside_the_whole_of_a_folder_is_read_too(tmp_path):
    folder(tmp_path)
    write(tmp_path, system(), WHOLE)
    (tmp_path / "page.txt").write_text(MOSS_CRAWLER.replace("Moss Crawler", "Bark Crawler"), "utf-8")
    written(tmp_path / "cards.json", document(datasheets=[]))
    (tmp_path / "notes.txt").write_text("nothing of the kind", "utf-8")
    found = importers.collect(tmp_path)
    assert [sheet.name for sheet in found.sheets] == [
        "Moss Crawler", "Stone Guard", "Pebble Folk", "Mole", "Bark Crawler",
    ]  # fmt: skip
    told = [problem.path for problem in found.problems if problem.path != str(tmp_path)]
    assert told == [str(tmp_path / "notes.txt")]


def test_without_its_game_system_a_catalogue_tells_that_alone_and_once(tmp_path):
    path = write(tmp_path, catalogue(**WHOLE[2], entryLinks=[link("l", "far", name="Lost"), link("k", "off")]))
    found = importers.collect(path)
    assert [sheet.name for sheet in found.sheets] == ["Mole"]
    assert [problem.place for problem in found.problems] == ["game system"]
    assert "sys-moss: add its .gst" in found.problems[0].message


def test_of_one_catalogue_twice_the_later_is_read_and_the_other_told(tmp_path):
    path = write(tmp_path, system(), WHOLE)
    older = tmp_path / "older.cat"
    older.write_text(path.read_text().replace("Mole", "Old Mole").replace('revision="1"', 'revision="0"'))
    found = importers.collect(tmp_path)
    assert [sheet.name for sheet in found.sheets] == ["Mole"]
    assert found.problems[0].path == str(older)


def test_a_modifier_of_a_kind_that_is_not_known_is_told(tmp_path):
    odd = element("modifier", type="entangle", field="name", value="x")
    unit = entry("mole", "Mole", "model", profiles=[statline("s", "Mole")], modifiers=[odd])
    found = importers.collect(write(tmp_path, system(), catalogue(selectionEntries=[unit])))
    assert found.sheets[0].name == "Mole"
    assert [problem.place for problem in found.problems] == ["selectionEntry 'Mole' mole"]


def test_catalogues_that_link_to_each_other_end(tmp_path):
    one = catalogue("one", catalogueLinks=[link("a", "cat", "catalogueLink", importRootEntries="true")])
    other = catalogue(
        catalogueLinks=[link("b", "one", "catalogueLink", importRootEntries="true")],
        selectionEntries=WHOLE[2]["selectionEntries"],
    )
    assert [sheet.name for sheet in importers.collect(write(tmp_path, system(), one, other)).sheets] == ["Mole"]


def test_a_unit_that_offers_more_the_deeper_one_looks_is_cut(tmp_path):
    levels = [
        group(f"g{n}", f"Level {n}", entryLinks=[link(f"l{n}{side}", f"g{n + 1}") for side in "ab"])
        for n in range(40)
    ]
    unit = entry("mole", "Mole", "model", profiles=[statline("s", "Mole")], entryLinks=[link("top", "g0")])
    last = group("g40", "Level 40")
    found = importers.collect(
        write(
            tmp_path, system(), catalogue(selectionEntries=[unit], sharedSelectionEntryGroups=[*levels, last])
        )
    )
    assert [sheet.name for sheet in found.sheets] == ["Mole"]
    assert any("at most" in problem.message for problem in found.problems)


def test_figures_that_are_none_do_no_harm(tmp_path):
    unit = entry(
        "mole",
        "Mole",
        "model",
        costs=[element("cost", name="pts", typeId="pts", value="nan")],
        constraints=bounds("inf", "many"),
        profiles=[statline("s", "Mole")],
        selectionEntries=[entry("a", "Axe", constraints=bounds("-5", "1e400"))],
    )
    [sheet] = importers.collect(write(tmp_path, system(), catalogue(selectionEntries=[unit]))).sheets
    assert sheet.points == ()


@pytest.mark.parametrize("form", ["xml", "json"])
def test_damaged_bytes_never_end_in_anything_but_an_input_error(tmp_path, form):
    unit = entry(
        "mole",
        "Mole",
        "unit",
        profiles=[statline("s", "Mole")],
        selectionEntryGroups=[
            group("g", "1-3 Moles", constraints=bounds(1, 3), selectionEntries=[entry("m", "Mole", "model")])
        ],
    )
    path = write(tmp_path, system(), catalogue(selectionEntries=[unit]), form=form)
    whole = path.read_bytes()
    chance = random.Random(7)
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(data))
            data[place : place + chance.randint(0, 9)] = chance.choice(
                (b"", b'"', b"<", b">", b"0", b"\xff", b"-1", b"{", b"]", b"null", b"self", b"true")
            )
        path.write_bytes(data)
        with suppress(InputError):
            importers.collect(path)
