"""Names are forgiven everything but being unclear."""

import pytest

from warbook import data

SPELLINGS = [
    ("Chaos Land Raider", "Chaos Land Raider"),
    ("chaos land-raiders", "Chaos Land Raider"),
    ("land raider", "Chaos Land Raider"),
    ("TORMENTOR", "Tormentors"),
    ("  lord   exultant ", "Lord Exultant"),
    ("Lord Éxultant", "Lord Exultant"),
    ("Obyron", "Vargard Obyron"),
    ("Imotekh The Stormlord", "Imotekh the Stormlord"),
    ("Overlord’s", "Overlord"),
    ("Overlord's", "Overlord"),
    ("Daemon Prince of Slaanesh", "Daemon Prince of Slaanesh"),
    ("Daemon Prince of Slaanesh with Wings", "Daemon Prince of Slaanesh with Wings"),
    ("scarab swarm", "Canoptek Scarab Swarms"),
]
HERESY = [
    ("Kharn the bloody", "Khârn the Bloody"),
    ("lotara", "Lotara Sarrin"),
    ("Angron", "Angron"),
    ("tech thralls", "Tech-Thrall Covenant"),
    ("red butcher", "Red Butchers"),
    ("Rhino", "Rhino"),
]


@pytest.mark.parametrize(("written", "name"), SPELLINGS)
def test_a_name_is_found_however_it_is_spelt(written: str, name: str) -> None:
    assert data.find(written).name == name
    assert data.find(written, "wh40k10").name == name


@pytest.mark.parametrize(("written", "name"), HERESY)
def test_a_name_of_the_other_game_is_found_with_and_without_its_system(written: str, name: str) -> None:
    assert data.find(written).name == name
    assert data.find(written, "heresy3").name == name


def test_each_game_has_its_own_rhino() -> None:
    assert data.find("rhino").system == "heresy3"
    assert data.find("rhino", "wh40k10").name == "Chaos Rhino"
    assert not set(data.names("heresy3")) & set(data.names("wh40k10"))


@pytest.mark.parametrize("name", [name for system in data.systems() for name in data.names(system)])
def test_every_sheet_is_found_by_its_own_name_and_in_capitals(name: str) -> None:
    assert data.find(name) is data.find(name.upper())
    assert data.find(name).name == name


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("Daemon Prince", "Daemon Prince of Slaanesh with Wings (Emperor's Children)"),
        ("Destroyers", "Lokhust Destroyers (Necrons), Skorpekh Destroyers (Necrons)"),
        ("Necron Wariors", "closest: Necron Warriors"),
        ("World Eater Squad", "expected the name of a bundled sheet"),
        ("zzz", "'zzz': expected the name of a bundled sheet"),
        ("", "'': expected the name of a bundled sheet"),
        ("two\nlines", r"'two\nlines'"),
    ],
)
def test_an_unclear_name_is_answered_in_one_line_with_the_closest(written: str, told: str) -> None:
    with pytest.raises(data.UnknownName) as caught:
        data.find(written)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("system", ["heresy2", "", "..", "../data/wh40k10"])
def test_a_system_without_a_pack_has_no_sheets(system: str) -> None:
    assert data.pack(system) == ()
    with pytest.raises(data.UnknownName):
        data.find("Overlord", system)


def test_systems_with_a_pack_are_listed() -> None:
    assert data.systems() == ("heresy3", "wh40k10")
