"""Lists that builders keep as trees: XML, zipped and JSON, well made and hostile."""

import io
import json
import re
import zipfile

import pytest

from warbook.errors import InputError
from warbook.importers import rosters

GAME = 'gameSystemName="Warhammer 40,000 10th Edition"'
ROS = f"""<?xml version="1.0" encoding="UTF-8"?>
<roster name="Stones" {GAME} xmlns="http://www.battlescribe.net/schema/rosterSchema">
 <costs><cost name="pts" value="300.0"/></costs>
 <forces><force name="Army Roster" catalogueName="Order - Gravel Court" catalogueRevision="7">
  <selections>
   <selection name="Detachment" type="upgrade" number="1"><selections>
     <selection name="Quarry Host" type="upgrade" number="1"/></selections></selection>
   <selection id="k" name="Odo Karst" type="model" number="1" customName="Grandfather">
    <costs><cost name="pts" value="100"/></costs>
    <categories><category name="Epic Hero" primary="true"/><category name="Faction: Gravel Court"/></categories>
    <associations><association to="w"/></associations>
    <selections>
     <selection name="Warlord" type="upgrade" number="1"/>
     <selection name="Lamp" type="upgrade" number="1" group="Enhancements">
      <costs><cost name="pts" value="20"/></costs></selection>
     <selection name="Kit" type="upgrade" number="1"><selections>
       <selection name="Slate axe" type="upgrade" number="1"/></selections></selection>
    </selections>
   </selection>
   <selection id="w" name="Wardens" type="unit" number="1">
    <costs><cost name="pts" value="180"/></costs>
    <categories><category name="Battleline" primary="true"/></categories>
    <selections>
     <selection name="Warden" type="model" number="5"><selections>
       <selection name="Spear" type="upgrade" number="4"/>
       <selection name="Maul" type="upgrade" number="1"/></selections></selection>
     <selection name="Banner" type="upgrade" number="1"/>
    </selections>
   </selection>
  </selections>
 </force></forces>
</roster>
"""


def zipped(*members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return data.getvalue()


def written(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    return path


def check(found):
    karst, wardens = found.units
    assert (found.name, found.faction, found.parent) == ("Stones", "Gravel Court", "Order")
    assert (found.points, found.detachments, found.problems) == (300, ("Quarry Host",), ())
    assert (karst.sheet, karst.written, karst.points) == ("Odo Karst", "Grandfather", 120)
    assert (karst.warlord, karst.enhancements, karst.joins) == (True, ("Lamp",), 1)
    assert (karst.role, karst.faction) == ("Epic Hero", "Gravel Court")
    assert [(item.name, item.count) for item in karst.listed[0].items] == [("Slate axe", 1)]
    assert [(line.name, line.count) for line in wardens.listed] == [("Warden", 5), ("Wardens", 0)]
    assert [(item.name, item.count) for item in wardens.listed[0].items] == [("Spear", 4), ("Maul", 1)]


def test_xml_and_zip(tmp_path):
    check(rosters.read(written(tmp_path, "a.ros", ROS.encode())))
    check(rosters.read(written(tmp_path, "a.rosz", zipped(("b.ros", ROS)))))
    check(rosters.read(written(tmp_path, "unnamed", zipped(("../../b.ros", ROS), ("readme.txt", "x")))))
    check(rosters.parse(ROS))


def test_utf_16(tmp_path):
    text = ROS.replace("UTF-8", "UTF-16")
    check(rosters.read(written(tmp_path, "a.ros", text.encode("utf-16"))))


def as_json(generator):
    def selection(name, kind="upgrade", number=1, pts=0, within=(), **more):
        costs = [{"name": "pts", "value": pts}] if pts else []
        return {"name": name, "type": kind, "number": number, "costs": costs, "selections": list(within)} | more

    karst = selection(
        "Odo Karst", "model", pts=100, id="k", customName="Grandfather", associations=[{"to": "w"}],
        categories=[{"name": "Epic Hero", "primary": True}, {"name": "Faction: Gravel Court"}],
        within=[selection("Warlord"), selection("Lamp", pts=20, group="Enhancements"), selection("Slate axe")],
    )  # fmt: skip
    wardens = selection(
        "Wardens", "unit", pts=180, id="w",
        within=[
            selection("Warden", "model", 5, within=[selection("Spear", number=4), selection("Maul")]),
            selection("Banner"),
        ],
    )  # fmt: skip
    force = {
        "name": "Army Roster",
        "catalogueName": "Order - Gravel Court",
        "selections": [selection("Detachments", within=[selection("Quarry Host")]), karst, wardens],
    }
    roster = {"forces": [force], "gameSystemName": "Warhammer 40,000 10th Edition"}
    outer = {"name": "Stones", "costs": [{"name": "pts", "value": 300}], "generatedBy": generator}
    return {**outer, "roster": roster} if generator == "List Forge" else {"roster": {**outer, **roster}}


@pytest.mark.parametrize("generator", ["https://newrecruit.eu", "List Forge"])
def test_json(generator):
    check(rosters.parse(json.dumps(as_json(generator))))


def test_another_edition_is_told():
    found = rosters.parse(ROS.replace("10th", "9th"))
    assert found.system == "wh40k10"
    assert any("9th Edition" in note for note in found.notes)


def test_the_second_game_has_forces_and_slots():
    inner = ROS[ROS.index("<force ") : ROS.index("</forces>")]
    second = inner.replace("Army Roster", "Auxiliary").replace('id="k"', 'id="k2"').replace('id="w"', 'id="w2"')
    text = ROS.replace(GAME, 'gameSystemName="Horus Heresy 3rd Edition"')
    text = text.replace("</force></forces>", f"<forces>{second}</forces></force></forces>")
    text = text.replace('"pts"', '"Point(s)"').replace("Army Roster", "Crusade Primary Detachment")
    found = rosters.parse(text)
    assert found.system == "heresy3"
    assert found.detachments[0] == "Crusade Primary Detachment"
    assert [(unit.detachment, unit.points) for unit in found.units] == [
        ("Crusade Primary Detachment", 120),
        ("Crusade Primary Detachment", 180),
        ("Auxiliary", 120),
        ("Auxiliary", 180),
    ]


def test_several_units_in_one_line_are_parted():
    text = ROS.replace('name="Wardens" type="unit" number="1"', 'name="Wardens" type="unit" number="2"')
    text = text.replace('type="model" number="5"', 'type="model" number="10"')
    text = text.replace('"Spear" type="upgrade" number="4"', '"Spear" type="upgrade" number="8"')
    text = text.replace('"Maul" type="upgrade" number="1"', '"Maul" type="upgrade" number="2"')
    text = text.replace('"Banner" type="upgrade" number="1"', '"Banner" type="upgrade" number="2"')
    found = rosters.parse(text)
    assert [(unit.sheet, unit.points, unit.listed[0].count) for unit in found.units[1:]] == [
        ("Wardens", 90, 5),
        ("Wardens", 90, 5),
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('number="5"', 'number="many"'),
        ('number="5"', 'number="999999999999"'),
        ('value="180"', 'value="nan"'),
        ('value="180"', 'value="1e999"'),
    ],
)
def test_what_is_no_number_is_a_problem_with_its_place(old, new):
    found = rosters.parse(ROS.replace(old, new))
    assert len(found.units) == 2
    assert [problem.place for problem in found.problems] in (["Warden"], ["Wardens"])


@pytest.mark.parametrize(
    "data",
    [
        b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "b">]><roster name="&a;"/>',
        ROS.encode()[:700],
        b"<catalogue/>",
        b"<roster/>",
        b"<?xml version='1.0' encoding='klingon'?><roster/>",
        b"PK\x03\x04 and nothing",
        zipped(("a.txt", "x"), ("b.txt", "y")),
        zipped(("a.ros", ROS), ("b.ros", ROS)),
        zipped(("a.ros", ROS))[:200],
        b"\x00\x01\x02",
        b"\xff\xfe\x00",
        b"",
        b'{"roster": {"forces": [' + b"[" * 5000,
        b'{"units": [{"sheet": 3}]}',
    ],
)
def test_what_cannot_be_read_is_refused(tmp_path, data):
    with pytest.raises(InputError, match=r"[Ee]xpected"):
        rosters.read(written(tmp_path, "a.ros", data))


def test_a_bomb_is_refused(tmp_path):
    with pytest.raises(InputError, match="at most"):
        rosters.read(written(tmp_path, "a.rosz", zipped(("a.ros", b"<roster>" + b" " * 70_000_000))))


def test_selections_within_selections_without_end_are_refused():
    deep = "<selections><selection name='a' number='1'>" * 60 + "</selection></selections>" * 60
    with pytest.raises(InputError, match="within each other"):
        rosters.parse(f"<roster><forces><force name='f'>{deep}</force></forces></roster>")


def test_a_list_without_costs_tells_no_points():
    text = re.sub(r"<costs>.*?</costs>", "", ROS, flags=re.DOTALL)
    found = rosters.parse(text)
    assert (found.points, [unit.points for unit in found.units]) == (None, [None, None])
    assert "the list tells no points" in found.notes
