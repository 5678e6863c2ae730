"""One rule, sheet or file that fails costs no more than itself, and is named."""

import bz2
import io
import json
import lzma
import zipfile

import pytest
from rich.console import Console

from importers.battlescribe.made_catalogues import catalogue, entry, statline, system, write
from importers.cards import document, folder, written
from warbook import importers
from warbook.effects import Each, Then, english
from warbook.effects.terms import Event
from warbook.errors import InputError
from warbook.importers import datacards, rosters, wahapedia
from warbook.importers.battlescribe import mapping_wh40k10, nodes
from warbook.library import adding
from warbook.parsing import parse
from warbook.parsing import text as texts
from warbook.probability import answer
from warbook.queries import coverage
from warbook.sheets.crosscheck import crosscheck
from warbook.sheets.sheet import Ability, Collection, Datasheet
from warbook.systems.wh40k10.effects import Executed, NotModelled, Scene, acting, walking
from warbook.systems.wh40k10.effects.scene import Force
from warbook.systems.wh40k10.ruled.bears import through
from warbook.systems.wh40k10.ruled.performing import can
from warbook.views.coverage import marked, state
from warbook.views.effects import show
from wh40k import engagement, target, weapon

HIT = "Each time this model makes an attack, add 1 to the Hit roll."
SAYS_NOTHING = ("(see below)", "(see page 12)", "___", "* * *", "(pg 7)", "[see p. 4]", "[see below]")


def fails(*_given, **_named):
    raise KeyError("odd")


def lines_of(text):
    console = Console(record=True, width=160, file=io.StringIO())
    show(console, "", texts.read(text))
    return console.export_text()


# --------------------------------------------------------------------- texts


@pytest.mark.parametrize("text", SAYS_NOTHING)
def test_a_sentence_that_says_nothing_is_a_note(text):
    found = texts.read(text)
    assert found.understood
    assert found.effects == ()
    (clause,) = coverage.clauses(found)
    assert state(clause) == "a note"
    assert "a note" in lines_of(text)
    assert parse.read("(see below)").understood


@pytest.mark.parametrize("text", ["(see below)", "(see page 12)", "* * *", "(pg 7)", "[see p. 4]", "(see p.7)"])
def test_it_takes_nothing_from_the_sentence_before_it(text):
    found = texts.read(f"{HIT} {text}")
    assert found.effects == texts.read(HIT).effects


@pytest.mark.parametrize("number", ["9" * 7, "9" * 20, "9" * 5000], ids=len)
def test_a_number_beyond_all_rules_is_not_understood(number):
    sentence = f"Add {number} to the Hit roll"
    (found,) = texts.read(f"{sentence}.").sentences
    assert found.reading.rest == f"{number} to the Hit roll"
    assert marked(coverage.clauses(texts.read(sentence))[0]).plain == f"Add [{number} to the Hit roll]"


def test_a_text_that_fails_is_not_understood(monkeypatch):
    monkeypatch.setattr(texts, "_bound", fails)
    found = texts.read(f"{HIT} It is old.")
    assert [each.understood for each in found.sentences] == [False, False]
    assert found.sentences[0].reading.rest.startswith(
        "a fault in Warbook itself: KeyError 'odd' at parsing/text.py:"
    )


def test_a_rule_that_fails_in_a_report_costs_no_other(monkeypatch):
    rules = (Ability("Sour", "datasheet", HIT), Ability("Sweet", "datasheet", "Subtract 1 from the Hit roll."))
    sheet = Datasheet("Zorblax", "Glass", "wh40k10", abilities=rules)
    whole = coverage._rule
    monkeypatch.setattr(
        coverage, "_rule", lambda source, group: fails() if "Sour" in source else whole(source, group)
    )
    sour, sweet = coverage.covered(Collection((sheet,))).rules
    assert (sour.understood, sweet.understood) == (False, True)
    assert "KeyError 'odd'" in sour.texts[0].clauses[0].rest


def test_an_effect_without_words_costs_no_other(monkeypatch):
    effects = texts.read(f"{HIT} Models in this unit have a 5+ invulnerable save.").effects
    one, other = english.tree(effects)
    monkeypatch.setattr(
        english,
        "branch",
        lambda effect, known=english.branch: fails() if effect == effects[0] else known(effect),
    )
    assert english.tree(effects)[1] == other
    assert not english.tree(effects)[0].understood
    assert one.understood


# --------------------------------------------------------------------- acting


def test_a_rule_that_fails_does_not_act_and_is_told(monkeypatch):
    effects = texts.read(HIT).effects
    scene = Scene(Force(frozenset()), Force(frozenset()), "shooting")
    assert acting("Keen", effects, scene, "attacker", "Zorblax", False)
    monkeypatch.setattr(walking, "_in_order", fails)
    with pytest.raises(NotModelled, match="KeyError 'odd' at systems"):
        acting("Keen", effects, scene, "attacker", "Zorblax", False)
    assert effects[0] not in Executed(effects)


# --------------------------------------------------------------------- documents


def test_a_card_that_fails_costs_no_other(tmp_path, monkeypatch):
    path = written(tmp_path / "gravel.json", document())
    whole = datacards.read_card
    monkeypatch.setattr(
        datacards,
        "read_card",
        lambda node, *rest: fails() if node.text("name") == "Moss Crawler" else whole(node, *rest),
    )
    found = datacards.collect(path)
    assert [sheet.name for sheet in found.sheets] == ["Stone Guard"]
    assert [(each.place, "KeyError 'odd'" in each.message) for each in found.problems] == [
        ("datasheets[0]", True)
    ]


def test_a_row_of_tables_that_fails_costs_no_other(tmp_path, monkeypatch):
    path = folder(tmp_path / "export")
    names = [sheet.name for sheet in wahapedia.collect(path).sheets]
    whole = wahapedia.sheet_of
    monkeypatch.setattr(wahapedia, "sheet_of", lambda card: fails() if card.name == names[0] else whole(card))
    found = wahapedia.collect(path)
    assert [sheet.name for sheet in found.sheets] == names[1:]
    assert "KeyError 'odd'" in found.problems[-1].message


def test_an_entry_of_a_catalogue_that_fails_costs_no_other(tmp_path, monkeypatch):
    entries = [
        entry(each, each.title(), "model", profiles=[statline(each, each.title())]) for each in ("mole", "vole")
    ]
    path = write(tmp_path, system(), catalogue(selectionEntries=entries))
    whole = mapping_wh40k10._read
    monkeypatch.setattr(
        mapping_wh40k10,
        "_read",
        lambda reading, one, at: fails() if one.name == "Mole" else whole(reading, one, at),
    )
    found = importers.collect(path)
    assert [sheet.name for sheet in found.sheets] == ["Vole"]
    assert [each.place for each in found.problems] == ["Mole"]


def test_a_file_that_fails_costs_no_other(tmp_path, monkeypatch):
    written(tmp_path / "gravel.json", document())
    (tmp_path / "list.txt").write_text("Stone Guard\n")
    written(tmp_path / "sand.json", document(name="Sand Court"))
    whole = datacards.collect
    monkeypatch.setattr(datacards, "collect", lambda path: fails() if "sand" in path else whole(path))
    found = importers.collect(tmp_path)
    assert [sheet.name for sheet in found.sheets] == ["Moss Crawler", "Stone Guard"]
    assert [each.path for each in found.problems if "KeyError" in each.message] == [str(tmp_path / "sand.json")]
    with pytest.raises(InputError, match=r"sand\.json: document: a fault in Warbook itself"):
        importers.collect(tmp_path / "sand.json")


def test_a_list_that_fails_is_refused_in_a_line(monkeypatch):
    monkeypatch.setattr(rosters.texts, "read", fails)
    with pytest.raises(InputError, match="list: document: a fault in Warbook itself: KeyError 'odd'"):
        rosters.parse("Stone Guard")


def test_a_field_that_fails_is_noted(monkeypatch):
    sheet = Datasheet("Zorblax", "Glass", "wh40k10", keywords=("INFANTRY",))
    monkeypatch.setattr("warbook.sheets.crosscheck.in_field", fails)
    found = crosscheck([sheet], [sheet], ("keywords",))
    assert "Zorblax, keywords: a fault in Warbook itself" in found.notes[0]


# --------------------------------------------------------------------- archives


def damaged(method):
    """A zip of one roster whose packed bytes are no longer whole."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        archive.writestr("list.ros", b"<roster name='x'/>" * 40)
    data = bytearray(held.getvalue())
    start = 30 + len("list.ros")
    data[start + 8 : start + 24] = bytes(16)
    return bytes(data)


@pytest.mark.parametrize("suffix", [".rosz", ".catz", ".ros", ".json", ".txt"])
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_archive_costs_its_folder_nothing(tmp_path, monkeypatch, method, suffix):
    monkeypatch.setenv("WARBOOK_HOME", str(tmp_path / "home"))
    data = tmp_path / "data"
    data.mkdir()
    written(data / "gravel.json", document())
    (data / f"list{suffix}").write_bytes(damaged(method))
    report = adding.add([data])
    assert report.counts()["sheet"] == {"new": 2}
    assert [each.path for each in report.problems if "list" in (each.path or "")] == [
        str(data / f"list{suffix}")
    ]
    with pytest.raises(InputError):
        rosters.read(data / f"list{suffix}")


def test_what_is_raised_of_archives_is_known():
    for fault in (lzma.LZMAError, zipfile.BadZipFile, EOFError):
        assert fault in importers.archives.DAMAGED
    with pytest.raises(importers.archives.DAMAGED):
        bz2.decompress(b"BZh91AY&SY" + bytes(30))


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path):
    path = tmp_path / "list.rosz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.ros", b"<a/>" * 3_000_000)
    with pytest.raises(InputError, match="bytes unpacked"):
        rosters.read(path)


def test_the_command_tells_what_it_could_not_read(tmp_path, monkeypatch, capsys):
    from warbook.cli import app

    path = written(tmp_path / "gravel.json", document())
    whole = datacards.read_card
    monkeypatch.setattr(
        datacards,
        "read_card",
        lambda node, *rest: fails() if node.text("name") == "Moss Crawler" else whole(node, *rest),
    )
    app(["read", str(path), "--json"], standalone_mode=False)
    printed = capsys.readouterr()
    assert [sheet["name"] for sheet in json.loads(printed.out)] == ["Stone Guard"]
    assert printed.err.startswith(f"{path}: datasheets[0]: a fault in Warbook itself")


# --------------------------------------------------------------------- too much of it


def test_a_note_in_a_scope_is_carried_out_by_no_battle():
    found = texts.read("Your Fight phase, just after an enemy unit has selected its targets. (see below)")
    for kind in (None, "when", "effect", "restrictions"):
        assert len(coverage.clauses(found, kind)) == len(found.sentences)
    assert not can(Then(()))
    assert through(Each(Event("moves"), Then(()))) is None


@pytest.mark.parametrize("system", ["wh40k10", "heresy3"])
def test_a_unit_of_no_models_cannot_attack(system):
    told = {**engagement(weapon(), target()), "system": system, "revision": None}
    told["attacker"]["models"] = [{"name": "gunner", "count": 0, "toughness": 4, "save": "3+", "wounds": 2}]
    assert "attacker.models: expected at least one model" in answer(told)["problems"]


@pytest.mark.parametrize("text", ["Add 1 to the Hit roll. " * 600, "x" * 40_000, "add 1 and " * 30_000])
def test_a_text_too_long_for_a_rule_is_not_understood(text):
    found = texts.read(text)
    assert not any(each.understood for each in found.sentences)
    assert found.sentences[0].reading.rest.startswith("a text of more than 500 sentences")


def test_a_save_of_thousands_of_digits_is_told():
    told = answer(engagement(weapon(), target(save="9" * 5000)))
    assert "save" in told["problems"][0]


def test_more_elements_than_a_catalogue_has_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(nodes, "MAX_NODES", 100)
    inside = "<a/>" * 200
    for name, data in (
        ("a.cat", f"<catalogue id='a' name='A'><x>{inside}</x></catalogue>"),
        ("a.json", json.dumps({"catalogue": {"id": "a", "name": "A", "x": [{}] * 200}})),
    ):
        (tmp_path / name).write_text(data)
        with pytest.raises(InputError, match="100 in all"):
            importers.collect(tmp_path / name)


def test_more_cards_than_a_faction_has_are_left_out_and_told(tmp_path, monkeypatch):
    monkeypatch.setattr(datacards, "MOST_SHEETS", 1)
    found = datacards.collect(written(tmp_path / "gravel.json", document()))
    assert len(found.sheets) == 1
    assert "expected at most 1; 1 are left out" in [each.message for each in found.problems]
