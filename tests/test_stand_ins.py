"""A faction's keyword in the place of one that a page lost, and cards that a page printed wrongly."""

import pytest

from warbook import data
from warbook.effects import from_json, to_json
from warbook.effects.attack import Modifier
from warbook.effects.instructions import Attach
from warbook.parsing import text as texts
from warbook.reading.misprints import misprint
from warbook.reading.stand_ins import restored, stand_in, whole
from warbook.reading.understanding import with_effects
from warbook.sheets.sheet import Ability, Datasheet, Detachment, Faction, Missing, Play

LOST = (Missing("keyword", "Slow Growth"),)
PARRY = "Each time an attack targets your unit, worsen that attack's Strength characteristic by 3."


def card(name, source, effect=PARRY):
    return Play(name, 1, "CP", source, "Ploy", "Fight phase.", "One unit from your army.", effect)


@pytest.mark.parametrize(
    ("text", "whole_text"),
    [
        ("Each time an unit shoots", "Each time an MOSS unit shoots"),
        ("If your Army Faction is , roll", "If your Army Faction is MOSS, roll"),
        ("Stay.\nunits from your army move", "Stay.\nMOSS units from your army move"),
        ("One unit from your army", "One MOSS unit from your army"),
        ("That unit and one friendly unit within 6", "That unit and one friendly MOSS unit within 6"),
        ("An enemy unit and an INFANTRY unit", "An enemy unit and an INFANTRY unit"),
    ],
)
def test_lost_keywords(text, whole_text):
    assert restored(text, "MOSS", own=True) == whole_text


def test_core_rules_name_no_faction():
    assert restored("One unit from your army", "MOSS", own=False) == "One unit from your army"
    sheet = Datasheet("Crawler", "Moss", "wh40k10", missing=LOST, plays=(card("Hold", "Core"),))
    assert whole(sheet).plays == sheet.plays


def test_only_a_page_that_lost_a_keyword_gets_one():
    sheet = Datasheet("Crawler", "Moss", "wh40k10", abilities=(Ability("Creep", "faction", "an unit moves"),))
    assert stand_in(sheet) is None
    assert whole(sheet) == sheet


@pytest.fixture
def _moss(monkeypatch):
    """A bundled faction whose card Onward is another one than a page's."""
    does = {"type": "attach", "who": {"type": "selector", "ref": "your"}, "to": {"type": "selector"}}
    parry, *_ = to_json(texts.read(PARRY, "effect").effects)
    detachments = (
        Detachment("Lichen", plays=(Play("Onwards", 1, "CP", "Lichen", "Ploy", effects=(does,)),)),
        Detachment("Slag", plays=(Play("Parry", 1, "CP", "Slag", "Ploy", effects=(parry,)),)),
    )
    monkeypatch.setattr(data, "faction", lambda *_: Faction("Moss", "wh40k10", detachments=detachments))


@pytest.mark.usefixtures("_moss")
def test_a_card_with_the_words_of_another_is_the_bundled_one():
    plays = (card("Parry", "Slag"), card("Onward", "Lichen"))
    sheet = Datasheet("Crawler", "Moss", "wh40k10", plays=plays)
    read = with_effects(sheet)
    assert [play.effect for play in read.plays] == [PARRY, PARRY]
    assert "modifier" in str(read.plays[0].effects)
    assert isinstance(from_json(list(read.plays[1].effects))[0], Attach)
    assert [fault.message.startswith("Onward: printed with the words of Parry") for fault in read.problems] == [
        True
    ]


@pytest.mark.usefixtures("_moss")
def test_a_card_of_its_own_words_is_none():
    other = card("Onward", "Lichen", "Your unit can fight.")
    sheet = Datasheet("Crawler", "Moss", "wh40k10", plays=(card("Parry", "Slag"), other))
    assert misprint(other, sheet, (Modifier("hit roll", "add", 1),)) is None
