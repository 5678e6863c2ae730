"""Exports of other games and editions are refused by their own marks, which say what they are."""

import pytest

from importers.cards import MOSS_CRAWLER, STONE_GUARD, TABLES, document, folder, written
from warbook import importers
from warbook.errors import InputError
from warbook.importers import datacards, wahapedia
from warbook.importers.wh40k10_edition import of_editions, of_links, of_mark

ELEVENTH = "expected Warhammer 40,000, 10th edition, found Warhammer 40,000, 11th edition"


def cards(tmp_path, **changes):
    return written(tmp_path / "gravel.json", document(**changes))


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"source": "40k-11e"}, "Warhammer 40,000, 11th edition"),
        ({"source": "40k-9e", "datasheets": []}, "Warhammer 40,000, 9th edition"),
        ({"source": "aos-4e"}, "Age of Sigmar, 4th edition"),
        ({"source": "moss-war-2e"}, "moss-war, 2nd edition"),
        ({"source": "necromunda"}, "Necromunda"),
        ({"schema": {"baseSystem": "moss-war"}}, "moss-war"),
        ({"datasheets": [MOSS_CRAWLER | {"source": "40k-11e"}]}, "Warhammer 40,000, 11th edition"),
        ({"datasheets": [MOSS_CRAWLER | {"name": {"en": "Moss Crawler"}}]},
         "an edition whose names stand by language"),
        ({"datasheets": None, "warscrolls": [{"name": "Moss Crawler", "source": "aos-3e"}]},
         "Age of Sigmar, 3rd edition"),
    ],
)  # fmt: skip
def test_cards_of_another_game_or_edition(tmp_path, changes, found):
    path = cards(tmp_path, **changes)
    assert datacards.recognises(str(path))
    with pytest.raises(InputError) as fault:
        importers.collect(path)
    assert fault.value.expected == f"expected Warhammer 40,000, 10th edition, found {found}"


def test_cards_of_another_game_without_a_mark(tmp_path):
    made = {"name": "Gravel Court", "warscrolls": [{"name": "Moss Crawler"}]}
    with pytest.raises(InputError, match="found Age of Sigmar"):
        importers.collect(written(tmp_path / "gravel.json", made))


@pytest.mark.parametrize(
    "changes",
    [
        {"source": "40k-10e"},
        {"source": "basic"},
        {"source": None},
        {"source": 7},
        {"schema": {"baseSystem": "40k-10e"}},
        {"schema": ["x"]},
    ],
)
def test_our_own_cards_are_read(tmp_path, changes):
    assert len(datacards.collect(cards(tmp_path, **changes)).sheets) == 2


def test_a_strange_card_among_ours_is_told_and_left_out(tmp_path):
    mixed = [MOSS_CRAWLER | {"source": "40k-10e"}, STONE_GUARD | {"source": "40k-11e"}]
    found = datacards.collect(cards(tmp_path, datasheets=mixed))
    assert [sheet.name for sheet in found.sheets] == ["Moss Crawler"]
    assert [(problem.place, problem.message) for problem in found.problems] == [
        ("datasheets[1]", "expected a datasheet of Warhammer 40,000, 10th edition, found one of "
                          "Warhammer 40,000, 11th edition"),
    ]  # fmt: skip


def test_a_folder_of_nothing_else_says_why_it_is_nothing(tmp_path):
    for name in ("gravel", "tide"):
        written(tmp_path / f"{name}.json", document(source="40k-11e"))
    with pytest.raises(InputError, match=f"found none in 2 files: gravel.json: {ELEVENTH}"):
        importers.collect(tmp_path)


def test_in_a_folder_with_ours_the_other_is_a_problem(tmp_path):
    written(tmp_path / "gravel.json", document())
    written(tmp_path / "tide.json", document(source="40k-11e"))
    found = importers.collect(tmp_path)
    assert (len(found.sheets), len(found.factions)) == (2, 1)
    assert ELEVENTH in [problem.message for problem in found.problems]


@pytest.mark.parametrize(
    ("links", "found"),
    [
        (["https://example.org/wh40k9ed/x"] * 2, "Warhammer 40,000, 9th edition"),
        (["https://example.org/wh40k10ed/x"] * 2 + ["https://example.org/wh40k9ed/x"], None),
        (["https://example.org/aos3/factions"], "Age of Sigmar, 3rd edition"),
        (["https://example.org/kill-team2/x"], "Kill Team, 2nd edition"),
        (["https://example.org/elsewhere/x", "", "x"], None),
    ],
)  # fmt: skip
def test_what_addresses_tell(links, found):
    assert of_links(links) == found


def test_what_numbers_of_editions_and_marks_tell():
    assert of_editions(["9", "8", "", "x"]) == "Warhammer 40,000, 9th edition"
    assert of_editions(["9", "10"]) is None
    assert of_editions([]) is None
    assert [of_mark(mark) for mark in ("40k", "", "40K-10E", "hh-3e", "kt-21e")] == [
        None, None, None, "The Horus Heresy, 3rd edition", "Kill Team, 21st edition",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        ({"Factions": ("id|name|link", ["GRV|Gravel Court|https://example.org/wh40k9ed/x"])},
         "Warhammer 40,000, 9th edition"),
        ({"Source": ("id|name|edition", ["01|Gravel Court|9"])}, "Warhammer 40,000, 9th edition"),
        ({"Datasheets_models": ("datasheet_id|name|M|WS|BS|S|T|W|A|Ld|Sv",
                                ["000000001|Moss Crawler|8|3+|3+|6|7|12|4|8|3+"])}, "an edition before it"),
    ],
)  # fmt: skip
def test_tables_of_another_edition(tmp_path, tables, found):
    path = folder(tmp_path / "2031-04", TABLES | tables)
    with pytest.raises(InputError) as fault:
        wahapedia.collect(path)
    assert fault.value.expected == f"expected Warhammer 40,000, 10th edition, found {found}"


def test_tables_of_our_edition_are_read(tmp_path):
    tables = {"Factions": ("id|name|link", ["GRV|Gravel Court|https://example.org/wh40k10ed/x"]),
              "Source": ("id|name|edition", ["01|Gravel Court|10", "02|Old Stones|9"])}  # fmt: skip
    assert len(wahapedia.collect(folder(tmp_path / "2031-04", TABLES | tables)).sheets) == 3
