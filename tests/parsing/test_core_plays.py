"""What core plays do, and modifiers that do not add up."""

import pytest

from warbook.effects import If, May, Then, instructions
from warbook.effects.attack import Alone, Modifier
from warbook.effects.instructions import Act, Permit
from warbook.effects.terms import Contains, During, Not, Selector, Window
from warbook.parsing.parse import read

YOUR, THAT = Selector(ref="your"), Selector(ref="that")
ENEMY = Selector(ref="that", side="enemy")
ONLY = Permit("target others", YOUR, barred=True, to=ENEMY)
SHOOTING = Window("shooting", "your")


@pytest.mark.parametrize(
    ("sentence", "effect"),
    [
        (
            "That unit automatically passes that Leadership test",
            instructions.Test(THAT, "leadership", outcome="passed"),
        ),
        ("Your unit fights next", Act(YOUR, "fight")),
        ("Your unit can shoot that enemy unit", May(Then((Act(YOUR, "shoot"), ONLY)))),
        (
            "It can shoot at that enemy unit as if it were your Shooting phase",
            May(
                Then((Act(THAT, "shoot", as_if=SHOOTING), Permit("target others", THAT, barred=True, to=ENEMY)))
            ),
        ),
        (
            "Your unit declares a charge that targets only that enemy unit",
            Then((Act(YOUR, "charge"), ONLY)),
        ),
        (
            "You can set that unit up as described in the Glass Tide ability (even though it is not your"
            " Movement phase)",
            Permit("be set up by Glass Tide", THAT, where=(Not(During(Window("movement", "your"))),)),
        ),
        (
            "(this is not cumulative with any other modifiers that improve Strength)",
            Alone("strength", "good"),
        ),
        (
            "(this is not cumulative with any other modifiers that increase the CP cost of that Stratagem)",
            Alone("cp cost", "bad"),
        ),
        (
            "(this is not cumulative with any other modifiers that would reduce the CP cost of that Stratagem)",
            Alone("cp cost", "good"),
        ),
        (
            "Add 3 to Advance rolls made for it (this is not cumulative with any other positive rules to its"
            " Advance roll)",
            Then((Modifier("advance roll", "add", 3, THAT), Alone("advance roll", "good"))),
        ),
    ],
)
def test_core_plays(sentence, effect):
    reading = read(sentence)
    assert reading.understood, reading.rest
    assert reading.effect == effect


def test_a_square_bracket_closes_what_a_round_one_opened():
    assert read("(this is not cumulative with any other modifiers that improve Attacks]").effect == Alone(
        "attacks", "good"
    )


def test_a_keyword_behind_a_comma_begins_the_clause():
    """Only a word before the last makes keywords one row."""
    reading = read(
        "While this model is in the same unit as LORD ZORBLAX, QUORN models in that unit are destroyed"
    )
    assert reading.understood, reading.rest
    assert isinstance(reading.effect, If)
    condition = reading.effect.condition
    assert condition == Contains(
        Selector(of=Selector("model", ref="this")), Selector(keywords=("LORD ZORBLAX",))
    )


def test_and_in_capitals_is_no_keyword():
    reading = read("Select one unit from your army (excluding ZORBLAX AND QUORN units)")
    assert "ZORBLAX AND QUORN" not in str(reading.effect)
    assert reading.understood
