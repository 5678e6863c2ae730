"""One rule as several documents print it: lines that end at a width, marks left over, slips of the print.

Whatever the print, the rule is the same, so its effects are."""

import pytest

from warbook import effects as fx
from warbook.effects.terms import Any, Selector, State
from warbook.parsing.sentences import sentences
from warbook.parsing.text import read

WEIGHTY = "Each time a MOLE model makes an attack,"


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        (f"{WEIGHTY} add 1 to\nthe Hit roll.", f"{WEIGHTY} add 1 to the Hit roll."),
        (f"{WEIGHTY}\nadd 1 to the Hit roll.", f"{WEIGHTY} add 1 to the Hit roll."),
        (
            f"{WEIGHTY} that attack has the\n[LETHAL HITS] ability.",
            f"{WEIGHTY} that attack has the [LETHAL HITS] ability.",
        ),
        (
            "Until the end of the turn, friendly MOLE models have the Fights\nFirst ability.",
            "Until the end of the turn, friendly MOLE models have the Fights First ability.",
        ),
        (f"{WEIGHTY} re-roll a Hit roll of 1.'", f"{WEIGHTY} re-roll a Hit roll of 1."),
        (WEIGHTY.replace("MOLE", "*MOLE") + " add 1 to the Hit roll.", f"{WEIGHTY} add 1 to the Hit roll."),
        (
            "Weapons equipped by this model have the [LETHAL HITS] and [HEAVY abilities].",
            "Weapons equipped by this model have the [LETHAL HITS] and [HEAVY] abilities.",
        ),
        (
            'Each time this unit is set-up on the battlefield, it can make a Normal move of up to 3".',
            'Each time this unit is set up on the battlefield, it can make a Normal move of up to 3".',
        ),
        (
            "While this unit is Below Half strength, it has the Stealth ability.",
            "While this unit is Below Half-strength, it has the Stealth ability.",
        ),
        (
            "While this unit is on the battlefield. it has the Stealth ability.",
            "While this unit is on the battlefield, it has the Stealth ability.",
        ),
        (
            'While this model is within 3" of a friendly DEEP COURT Infantry unit, it has the Stealth ability.',
            'While this model is within 3" of a friendly DEEP COURT INFANTRY unit, it has the Stealth ability.',
        ),
        (
            f"{WEIGHTY} a Critical Wound is scored on an unmodified Wound roll of 4+, instead of only on a 6.",
            f"{WEIGHTY} a Critical Wound is scored on an unmodified Wound roll of 4+, instead of only a 6.",
        ),
        ("This model has a 4+ INVULNERABLE SAVE.", "This model has a 4+ invulnerable save."),
        ("MOLE models have the FEEL NO PAIN 5+ ability.", "MOLE models have the Feel No Pain 5+ ability."),
        (
            "Return up to D3 destroyed MOLE (excluding KINGS) to this unit.",
            "Return up to D3 destroyed MOLE models (excluding KINGS) to this unit.",
        ),
        (
            "When this model is leading a unit, add 1 to the Toughness characteristic of this model.",
            "While this model is leading a unit, add 1 to the Toughness characteristic of this model.",
        ),
        (
            "Once per turn, one friendly MOLE unit can use it when its unit is targeted with a Stratagem.",
            "Once per turn, one friendly MOLE unit can use it when it is targeted with a Stratagem.",
        ),
        (
            "In your Movement phase, you can call a Glooom! If you do, the Glooom! is active for your army.",
            "In your Movement phase, you can call a Glooom!. If you do, the Glooom! is active for your army.",
        ),
        (
            "This unit must take a Leadership test before any effects of the Deep Vow are resolved.",
            "This unit must take a Leadership test before any effects of that Deep Vow are resolved.",
        ),
    ],
)
def test_a_rule_is_the_same_however_it_is_printed(printed, plain):
    one, other = read(printed, "ability"), read(plain, "ability")
    assert one.understood
    assert other.understood
    assert one.effects == other.effects


def test_lines_that_are_headings_or_entries_end_where_they_end():
    lines = ["DEEP VOW", "Moles dig", "Shrews dig", "one", "two"]
    assert sentences("DEEP VOW\nMoles dig\nShrews dig\n- one\n- two") == lines


@pytest.mark.parametrize("name", ["DIG! DIG! DIG!", "FIRST ROW, DIG! SECOND ROW, DIG!", "EARTH AND GLORY!"])
def test_a_call_is_a_heading(name):
    found = read(f'{name}\nAdd 3" to the Move characteristic of models in this unit.', "army")
    assert found.understood
    assert found.effects[0] == fx.Heading(name)


def test_those_in_transports_are_among_those_selected():
    text = "Select one friendly MOLE unit (including units that are embarked within TRANSPORTS)."
    found = read(text, "ability")
    assert found.understood
    either = Any(
        (State(Selector(ref="it"), "on the battlefield"), State(Selector(ref="it"), "embarked")),
    )
    assert found.effects[0].what.where == (either,)


def test_a_transport_that_nobody_is_embarked_in_is_not_swallowed():
    assert not read(
        "Select one friendly MOLE unit (including units that are dug within TRANSPORTS)."
    ).understood


def test_a_model_of_a_unit_may_be_named_in_capitals():
    capitals = read("If this unit is in your army, its OLD MOLE model must be your WARLORD.", "ability")
    titled = read("If this unit is in your army, its Old Mole model must be your WARLORD.", "ability")
    assert capitals.understood
    assert titled.understood
