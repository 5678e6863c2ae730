"""The rules of the packs are what the grammar reads from the documents they come from, or typed by hand."""

import importlib.util
import json
from pathlib import Path

import pytest

from data_packs.exports import DATA
from warbook import data
from warbook.effects import Effects, Unparsed, from_json, to_json
from warbook.sheets.sheet import Faction

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "pack_rules.py"
FACTIONS = data.factions("wh40k10")


def every_rule(faction: Faction):
    yield from faction.rules
    yield from faction.plays
    for detachment in faction.detachments:
        yield from (*detachment.rules, *detachment.plays, *detachment.enhancements)


def effects_of(rule) -> Effects:
    return from_json(list(rule.effects))


def test_the_seed_factions_and_the_core_plays_are_there() -> None:
    assert [faction.name for faction in FACTIONS] == ["Core", "Emperor's Children", "Necrons"]
    assert data.faction("emperors children", "wh40k10") is FACTIONS[1]
    assert data.faction("Gravel Court", "wh40k10") is None


@pytest.mark.parametrize("faction", FACTIONS, ids=lambda faction: faction.name)
def test_rules_hold_effects_and_no_text(faction: Faction) -> None:
    for rule in every_rule(faction):
        texts = [getattr(rule, name, None) for name in ("text", "when", "target", "effect", "restrictions")]
        assert texts == [None] * 5
        assert json.loads(json.dumps(to_json(effects_of(rule)))) == list(rule.effects)
        assert "unparsed" not in str(rule.effects)


@pytest.mark.parametrize("sheet", data.pack("wh40k10"), ids=lambda sheet: sheet.name)
def test_abilities_of_sheets_decode(sheet) -> None:
    for ability in sheet.abilities:
        assert not any(isinstance(effect, Unparsed) for effect in effects_of(ability))


@pytest.mark.skipif(not (DATA / "gdc/2025-07").is_dir(), reason="the documents are not here")
def test_packs_are_a_fresh_reading_of_the_documents() -> None:
    """Where this fails after a change of the grammar: ``python tools/pack_rules.py ../shared/data``."""
    spec = importlib.util.spec_from_file_location("pack_rules", TOOL)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    stale = [path.name for path, text in tool.documents(DATA).items() if path.read_text("utf-8") != text]
    assert stale == []
