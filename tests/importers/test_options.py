"""Wargear options and transports as structure."""

import pytest

from warbook.importers.ledger import Ledger
from warbook.importers.names import Names
from warbook.importers.wh40k10_options import OptionReader
from warbook.importers.wh40k10_transport import read_transport
from warbook.sheets.document import pieces
from warbook.sheets.sheet import Composition, Item

UNIT = (Composition("Chief", 1, 1), Composition("Serpent's Hounds", 4, 9))
WEAPONS = Names(["Slag gun", "Maul and chain", "Axe", "Knife"])
SLAG, AXE, KNIFE = Item("Slag gun"), Item("Axe"), Item("Knife")


def options(*lines, unit=UNIT):
    parts = pieces("\n".join(f"- {line}" for line in lines))
    return OptionReader(unit, WEAPONS).read(Ledger(parts), range(len(parts)))


def option(*lines, unit=UNIT):
    (found,) = options(*lines, unit=unit)
    return found


def test_one_model_swaps_a_weapon():
    found = option("The Chief’s axe can be replaced with 1 slag gun.")
    assert (found.model, found.limit, found.replaces, found.choices) == ("Chief", 1, (AXE,), ((SLAG,),))


def test_this_model_is_the_only_one():
    assert option("This model can be equipped with 1 axe.", unit=UNIT[:1]).model == "Chief"
    assert option("This model can be equipped with 1 axe.").model is None


def test_a_possessive_within_a_models_name():
    found = option("1 Serpent’s Hound’s knife can be replaced with 1 axe.")
    assert (found.model, found.limit, found.replaces) == ("Serpent's Hounds", 1, (KNIFE,))


@pytest.mark.parametrize(
    ("sentence", "limit"),
    [
        ("Any number of models can each have their axe replaced with 1 knife.", None),
        ("Up to 3 models can each have their axe replaced with 1 knife.", 3),
        ("2 models can each replace their axe with 1 knife.", 2),
        ("One model can replace its axe with 1 knife.", 1),
        ("One model's axe can be replaced with 1 knife.", 1),
    ],
)
def test_how_many_models_may_take_it(sentence, limit):
    found = option(sentence)
    assert (found.limit, found.replaces, found.choices) == (limit, (AXE,), ((KNIFE,),))
    assert found.model is None


def test_all_models_or_none():
    assert option("All models in this unit can each have their axe replaced with 1 knife.").all_or_none


def test_for_every_so_many_models():
    found = option(
        "For every 5 models in this unit, up to 2 Chiefs can each have their axe replaced with 1 knife."
    )
    assert (found.per_models, found.limit, found.model) == (5, 2, "Chief")


def test_a_unit_of_a_certain_size():
    assert option("If this unit contains 10 models, 1 model can be equipped with 1 knife.").unit_size == 10


def test_a_model_that_carries_something():
    assert option("1 Chief equipped with a slag gun can be equipped with 1 knife.").requires == ("Slag gun",)
    assert option(
        "If this model is equipped with 1 axe, its knife can be replaced with 1 slag gun."
    ).requires == ("Axe",)


@pytest.mark.parametrize(
    ("sentence", "without"),
    [
        ("1 Chief that is not equipped with a slag gun can be equipped with 1 knife.", ("Slag gun",)),
        ("1 Chief not equipped with an axe can be equipped with 1 knife.", ("Axe",)),
        ("If this model is not equipped with a slag gun, it can be equipped with 1 knife.", ("Slag gun",)),
        ("If this model is not equipped with an axe, its slag gun can be replaced with 1 knife.", ("Axe",)),
        (
            "2 Chiefs that are not equipped with either a slag gun or an axe can be equipped with 1 knife.",
            ("Slag gun", "Axe"),
        ),
        (
            "1 model that is not equipped with a maul and chain can be equipped with 1 knife.",
            ("Maul and chain",),
        ),
    ],
)
def test_a_model_that_must_not_carry_something(sentence, without):
    found = option(sentence, unit=UNIT[:1])
    assert (found.model, found.without, found.requires, found.choices) == ("Chief", without, (), ((KNIFE,),))


@pytest.mark.parametrize(
    "sentence",
    [
        "1 Hound that does not carry an axe can be equipped with 1 knife.",
        "1 Hound without an axe can be equipped with 1 knife.",
        "For each axe this model is equipped with, it can be equipped with 1 knife.",
        "This model can be equipped with 1 knife or can replace 1 axe with 1 knife.",
        "This model can be equipped with 1 knife. then it has no axe.",
    ],
)
def test_an_option_that_is_not_read_is_never_read_as_another(sentence):
    parts = pieces(f"- {sentence}")
    ledger = Ledger(parts)
    assert OptionReader(UNIT, WEAPONS).read(ledger, range(len(parts))) == ()
    assert len(ledger.all_problems()) == 1


def test_a_sentence_after_the_choice_is_kept_and_told():
    parts = pieces(
        "- The Chief can be equipped with 1 knife. That model cannot carry an axe.\n"
        "- The Chief can be equipped with one of the following:\n- 1 axe. Only one Chief may.\n- 1 slag gun"
    )
    ledger = Ledger(parts)
    first, second = OptionReader(UNIT, WEAPONS).read(ledger, range(len(parts)))
    assert (first.choices, second.choices) == (((KNIFE,),), ((AXE,), (SLAG,)))
    assert [note.text for note in ledger.notes] == ["That model cannot carry an axe.", "Only one Chief may."]
    assert [problem.line for problem in ledger.all_problems()] == [1, 3]


def test_a_list_of_choices_and_the_next_option():
    first, second = options(
        "The Chief can be equipped with one of the following:",
        "1 axe",
        "2 knives and 1 slag gun*",
        "The Chief can be equipped with 1 banner.",
    )
    assert first.choices == ((AXE,), (Item("Knife", 2), SLAG))
    assert second.choices == ((Item("banner"),),)


def test_choices_after_circles():
    assert option("The Chief can be equipped with one of the following: ◦ 1 axe ◦ 1 knife").choices == (
        (AXE,),
        (KNIFE,),
    )


def test_up_to_a_number_of_one_thing():
    found = option("This model can be equipped with up to 3 axes.")
    assert found.choices == ((AXE,), (Item("Axe", 2),), (Item("Axe", 3),))


@pytest.mark.parametrize(
    ("ending", "duplicates"),
    [(", and can take duplicates:", True), (", but cannot take duplicates:", False), (":", False)],
)
def test_several_picks(ending, duplicates):
    found = option(f"The Chief can be equipped with up to two of the following{ending}", "1 axe", "1 knife")
    assert (found.picks, found.duplicates) == (2, duplicates)


def test_several_weapons_given_up():
    assert option("This model’s axe and knife can be replaced with 1 slag gun.").replaces == (AXE, KNIFE)
    either = option("This model’s axe or knife can be replaced with 1 slag gun.")
    assert (either.replaces, either.replaces_one_of) == ((AXE, KNIFE), True)
    assert option("This model’s maul and chain can be replaced with 1 axe.").replaces == (
        Item("Maul and chain"),
    )


def test_some_of_a_models_weapons():
    assert option("2 of this model’s axes can be replaced with 2 slag guns.").replaces == (Item("Axe", 2),)
    assert option("Each of this model’s axes can be replaced with 1 knife.").limit is None


def test_none():
    assert options("None") == ()


def test_what_is_not_understood_is_kept_and_told():
    parts = pieces("- The Chief dances while equipped with a lamp.")
    ledger = Ledger(parts)
    assert OptionReader(UNIT, WEAPONS).read(ledger, [0]) == ()
    assert [note.text for note in ledger.notes] == [parts[0].text]
    assert len(ledger.all_problems()) == 1


def carried(text):
    parts = pieces(f"TRANSPORT\n{text}")
    return read_transport(Ledger(parts), 0, len(parts), ("Ashen Host",))


OPENING = "This model has a transport capacity of"


def test_the_faction_and_the_type_are_keywords():
    found = carried(f"{OPENING} 6 ASHEN HOST INFANTRY CHARACTER models.")
    assert (found.capacity, found.keywords) == (6, ("ASHEN HOST", "INFANTRY", "CHARACTER"))


def test_a_type_at_the_end_belongs_to_all_alternatives():
    found = carried(f"{OPENING} 7 SOOT or LONG COAL INFANTRY models.")
    assert (found.keywords, found.alternatives) == (("SOOT", "INFANTRY"), (("LONG COAL", "INFANTRY"),))


def test_who_has_no_place():
    found = carried(
        f"{OPENING} 7 SOOT models (excluding WAGON and BEAST models). It cannot transport models that can FLY."
    )
    assert found.excluded == ("WAGON", "BEAST", "FLY")


def test_who_takes_more_room():
    found = carried(
        f"{OPENING} 7 SOOT models. Each JUMP PACK, ASH or GIANT model takes up the space of 2 models and "
        "each WAGON model takes up the space of 5 models. The Old King takes up the space of 9 models."
    )
    assert {weight.keyword: weight.places for weight in found.weights} == {
        "JUMP PACK": 2, "ASH": 2, "GIANT": 2, "WAGON": 5, "OLD KING": 9,
    }  # fmt: skip
    assert found.unread == ()


def test_extra_places():
    (extra,) = carried(f"{OPENING} 7 SOOT models and 1 IRON GOLEM model.").extras
    assert (extra.capacity, extra.keywords) == (1, ("IRON GOLEM",))


def test_sentences_that_are_not_understood_stay():
    found = carried(f"{OPENING} 7 SOOT models. Before the battle it may split a unit in two.")
    assert found.unread == ("Before the battle it may split a unit in two",)
