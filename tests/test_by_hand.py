"""Rules typed by hand: known by name, while every sentence of a text is one that they were typed from."""

import pytest

from warbook.effects import from_json, to_json
from warbook.effects.attack import Modifier
from warbook.parsing import text as texts
from warbook.reading import by_hand
from warbook.reading.by_hand import TypedRule, digest, standing_for
from warbook.reading.understanding import with_effects
from warbook.sheets.sheet import Ability, Datasheet
from warbook.systems.wh40k10.effects.printed import of_abilities

WAIL, MOAN = "ZORBLAX units wail at 3 moons", "They moan thrice"
TYPED = TypedRule(
    "Song of Moons",
    "Zorblaxia",
    (Modifier("hit roll", "add", 1),),
    frozenset(map(digest, (WAIL, MOAN))),
    ("the moons",),
)


@pytest.fixture(autouse=True)
def songs(monkeypatch):
    monkeypatch.setattr(by_hand, "rules", lambda system: (TYPED,) if system == "wh40k10" else ())


def standing(text, name="Song of Moons"):
    return standing_for(name, texts.read(text, "ability"))


@pytest.mark.parametrize(
    "text", [f"{WAIL}. {MOAN}.", f"{MOAN}.", "units wail at 3 moons.", f"{WAIL}. THE SONG."]
)
def test_a_text_of_its_sentences_has_its_effects(text):
    assert standing(text) == TYPED


@pytest.mark.parametrize(
    "text", [f"{WAIL}. They moan twice.", "ZORBLAX units wail at 4 moons.", "", "Add 1 to the Hit roll."]
)
def test_another_text_has_not(text):
    assert standing(text) is None


def test_another_name_has_not():
    assert standing(f"{WAIL}.", "Song of Suns") is None


def test_a_sheet_has_the_typed_effects_and_says_what_they_leave_out():
    sheet = Datasheet(
        "Zorblin", "Zorblaxia", "wh40k10", abilities=(Ability("Song of Moons", "faction", f"{WAIL}."),)
    )
    found = with_effects(sheet)
    assert from_json(list(found.abilities[0].effects)) == TYPED.effects
    assert [problem.message for problem in found.problems] == [TYPED.told]
    assert TYPED.told.endswith("left out: the moons")
    (rule,) = of_abilities(sheet, ())
    assert rule.effects == TYPED.effects
    assert rule.notes == (TYPED.told,)


def test_a_bundled_rule_says_what_it_leaves_out():
    ability = Ability("Song of Moons", "faction", effects=tuple(to_json(TYPED.effects)))
    (rule,) = of_abilities(Datasheet("Zorblin", "Zorblaxia", "wh40k10", abilities=(ability,)), ())
    assert rule.notes == (TYPED.told,)
