"""What explains, reminds, names a book or only tells a story gives nothing; what adds to a rule is read."""

import pytest

from warbook.effects import If, Modifier, Unparsed
from warbook.effects.terms import Active, Selector
from warbook.parsing.text import read_sentences

ARMY = Selector("army", side="friendly")


@pytest.mark.parametrize(
    "told",
    [
        "Keep your Glass dice to one side – this is your Glass dice pool",
        "Each time you gain a Salt token, keep it to one side – this is your Salt token pool",
        "This is done using Salt tokens",
        "Salt Drums*",
    ],
)
def test_what_only_reminds(told: str) -> None:
    reading = read_sentences([told], "army")
    assert reading.understood
    assert reading.effects == ()


def test_flavour_in_italics() -> None:
    rule = "Add 1 to the Toughness characteristic of this model"
    told = ["*The horns of glass sound far over the salt", "None hear them but the drowned.*", rule]
    reading = read_sentences(told, "detachment")
    assert reading.understood
    assert reading.effects == read_sentences([rule], "detachment").effects


def test_italics_that_speak_of_the_rules_are_read() -> None:
    assert not read_sentences(["*The horns of glass slow each unit that hears them.*"], "detachment").understood
    assert not read_sentences(["*The 3 horns of glass sound far away.*"], "detachment").understood


def test_advice_in_a_note_and_nowhere_else() -> None:
    advice = "Players who wish to paint the Salt Drums should use glass"
    assert read_sentences(["Designer's Note:", advice], "army").understood
    assert not read_sentences([advice], "army").understood


def test_a_sentence_that_breaks_off_in_the_title_of_a_book() -> None:
    told = ["If you are using a Codex:", "Salt Drums Detachment, add 1 to the Wound roll"]
    reading = read_sentences(told, "detachment")
    assert reading.understood
    using = Active("Codex Salt Drums Detachment", ARMY)
    assert reading.effects == (If(using, Modifier("wound roll", "add", 1)),)
    lost = read_sentences([told[0], "Salt Drums glimmer"], "detachment")
    assert not any(each.understood for each in lost.sentences)
    assert all(isinstance(each, Unparsed) for each in lost.effects)
