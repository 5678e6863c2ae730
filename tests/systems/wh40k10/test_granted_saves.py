"""Invulnerable saves and Feel No Pain that rules give, some against certain attacks only (K-ATK-04)."""

from fractions import Fraction as F

import pytest

from rites import GLAZIER, HIT, THROUGH, WOUND, deals, sheet
from warbook.sheets.sheet import Ability
from wh40k import LAUNCH, blade, exactly, flamer, giant, model, modifier, odds, target

SURE = F(5, 6)


@pytest.mark.parametrize(
    ("against", "arm", "saved"),
    [
        ([], flamer(), F(3, 6)),
        (["ranged"], flamer(), F(3, 6)),
        (["melee"], flamer(), 0),
        (["melee"], blade("torrent", strength=20), F(3, 6)),
        (["psychic"], flamer("psychic"), F(3, 6)),
        (["psychic"], flamer(), 0),
        (["psychic", "ranged"], flamer(), F(3, 6)),
    ],
)
def test_an_invulnerable_save_against_some_attacks(against, arm, saved):
    found = odds(arm, giant(), modifier("invulnerable", 4, against=against))
    assert found.damage == exactly(SURE * (1 - saved))


def test_the_best_invulnerable_save_is_used():
    own = odds(flamer(), giant(invulnerable="3+"), modifier("invulnerable", 5))
    assert own.damage == exactly(SURE * F(2, 6))
    given = odds(flamer(), giant(invulnerable="5+"), modifier("invulnerable", 3), modifier("invulnerable", 4))
    assert given.damage == exactly(SURE * F(2, 6))


def test_a_model_has_a_save_of_its_own():
    lucky = model("lucky", wounds=30, modifiers=[modifier("invulnerable", 2)])
    assert odds(flamer(), target(lucky, model(wounds=30))).damage == exactly(SURE * F(1, 6))


@pytest.mark.parametrize(
    ("against", "ordinary", "mortal"),
    [
        ([], F(3, 6), F(3, 6)),
        (["mortal"], 0, F(3, 6)),
        (["ranged"], F(3, 6), F(3, 6)),
        (["melee"], 0, 0),
        (["psychic", "mortal"], 0, F(3, 6)),
    ],
)
def test_feel_no_pain_against_some_wounds(against, ordinary, mortal):
    change = modifier("feel no pain", 4, against=against)
    assert odds(flamer(), giant(), change).damage == exactly(SURE * (1 - ordinary))
    deadly = flamer("devastating wounds", "anti-infantry 2+")
    assert odds(deadly, giant(), change, revision=LAUNCH).damage == exactly(SURE * (1 - mortal))


def test_the_best_feel_no_pain_is_used():
    found = odds(flamer(), giant(feel_no_pain="6+"), modifier("feel no pain", 5))
    assert found.damage == exactly(SURE * F(4, 6))


@pytest.mark.parametrize(
    ("text", "through"),
    [("A Bell has a 3+ Invulnerable save", F(1, 3)),
     ("This model has an invulnerable save of 3+", F(1, 3)),
     ("This model has a 3+ invulnerable save against ranged attacks only.", F(1, 3)),
     ("This model has a 3+ invulnerable save against melee attacks only.", THROUGH),
     ("A Gong has a 3+ invulnerable save", THROUGH)],
)  # fmt: skip
def test_a_save_that_a_sentence_prints_protects(text, through):
    bell = sheet("Bell", Ability("Invulnerable Save", "datasheet", text))
    deals(HIT * WOUND * through, GLAZIER, bell)
