"""What options give up, on invented cards whose words for it differ from what the models carry."""

import pytest

from warbook.importers.wh40k10_card import Card
from warbook.importers.wh40k10_export import sheet_of
from warbook.importers.wh40k10_profiles import Line
from warbook.sheets.loadout import Group, squad
from warbook.sheets.sheet import Item, Source
from warbook.sheets.wargear import check, understood

RANGED = {"range": "12", "A": "1", "BS": "3+", "S": "4", "AP": "0", "D": "1"}
MELEE = {"range": "Melee", "A": "1", "WS": "3+", "S": "4", "AP": "0", "D": "1"}
GUNS = ("Long sling", "Slag pistol", "Reed bow", "Twin gravel launcher", "Pistol and hook")
BLADES = ("Axe", "Flint knife")


def read(
    options, loadout="Every model is equipped with: long sling; axe.", composition=("1 Chief", "4-9 Hounds")
):
    weapons = [Line(name, "ranged", RANGED) for name in GUNS] + [Line(name, "melee", MELEE) for name in BLADES]
    return sheet_of(
        Card(name="Hounds", faction="Gravel Court", source=Source("x"), composition=list(composition),
             loadout=loadout, options=list(options), weapons=weapons)
    )  # fmt: skip


def given(option):
    return tuple(item.name for item in option.replaces), option.replaces_one_of


def one_takes(sheet, *items):
    """What is wrong when one Hound carries these and all others the default."""
    chief, hounds = squad(sheet, 10)
    other = Group(hounds.model, 1, tuple(Item(name) for name in items))
    return check(sheet, (chief, Group(hounds.model, hounds.count - 1, hounds.items), other)).problems


def test_a_class_of_weapons_is_any_of_them_that_a_model_may_carry():
    sheet = read([
        "Any number of models can each have their long sling replaced with 1 slag pistol.",
        "For every 10 models in the unit, one model's ranged weapon can be replaced with 1 reed bow.",
    ])  # fmt: skip
    assert given(sheet.options[1]) == (("Long sling", "Slag pistol"), True)
    assert one_takes(sheet, "Reed bow", "Axe") == ()
    assert one_takes(sheet, "Reed bow", "Slag pistol", "Axe") != ()
    assert understood(sheet)


@pytest.mark.parametrize(
    ("said", "gives"),
    [
        ("melee weapon", (("Axe",), False)),
        ("ranged weapons", (("Long sling",), False)),
        ("weapon", (("Long sling", "Axe"), True)),
        ("weapons", (("Long sling", "Axe"), False)),
        ("axe", (("Axe",), False)),
    ],
)
def test_classes_of_weapons(said, gives):
    (option,) = read([f"1 Hound can have its {said} replaced with 1 flint knife."]).options
    assert given(option) == gives


def test_all_weapons_of_a_class_that_models_change_are_not_understood():
    sheet = read([
        "Any number of Hounds can each have their long sling replaced with 1 slag pistol.",
        "1 Hound can have its ranged weapons replaced with 1 flint knife.",
    ])  # fmt: skip
    assert len(sheet.options) == 1
    assert not understood(sheet)


@pytest.mark.parametrize("said", ["its long sling", "long slings", "long slnig", "longsling", "the long sling"])
def test_a_name_written_in_another_way(said):
    sheet = read([f"1 Hound's {said} can be replaced with 1 reed bow."])
    assert [given(option) for option in sheet.options] == [(("Long sling",), False)]
    assert one_takes(sheet, "Reed bow", "Axe") == ()


def test_a_letter_of_another_script():
    (option,) = read(["1 Hound's \u0430x\u0435 can be replaced with 1 flint knife."]).options
    assert given(option) == (("Axe",), False)


def test_what_a_name_was_taken_for_is_told():
    sheet = read(["1 Hound's its long slnig can be replaced with 1 reed bow."])
    assert [problem.message for problem in sheet.problems] == ["'its long slnig' taken for Long sling"]
    assert understood(sheet)


def test_a_name_with_one_word_more_or_less_than_what_is_carried():
    loadout = "Every model is equipped with: 2 twin gravel launchers; axe."
    sheet = read(["1 Hound's 2 twin gravel stone launchers can be replaced with 2 reed bows."], loadout)
    assert sheet.options[0].replaces == (Item("Twin gravel launcher", 2),)


def test_two_names_of_the_same_card_are_two_things():
    loadout = "Every model is equipped with: gravel launcher; axe."
    sheet = read(["1 Hound's twin gravel launcher can be replaced with 1 reed bow."], loadout)
    assert sheet.loadout[0].items[0].name != "Twin gravel launcher"
    sheet = read(["1 Hound's reed bow can be replaced with 1 slag pistol."])
    assert (sheet.options, understood(sheet)) == ((), False)


def test_joined_names_are_one_thing_or_two_as_the_models_carry_them():
    loadout = "Every model is equipped with: pistol and hook; long sling; axe."
    sheet = read([
        "1 Hound's pistol and hook can be replaced with 1 reed bow.",
        "1 Hound's axe and pistol and hook can be replaced with 1 reed bow.",
        "1 Hound's long sling and axe can be replaced with 1 reed bow.",
    ], loadout)  # fmt: skip
    assert [given(option)[0] for option in sheet.options] == [
        ("Pistol and hook",), ("Axe", "Pistol and hook"), ("Long sling", "Axe"),
    ]  # fmt: skip


def test_one_of_two_sets():
    either = "have their long sling and axe or their flint knife replaced with 1 reed bow."
    swap = "Any number of Hounds can each have their long sling and axe replaced with 1 flint knife."
    many = read([swap, f"Any number of Hounds can each {either}"])
    assert [given(option) for option in many.options[1:]] == [
        (("Long sling", "Axe"), False), (("Flint knife",), False),
    ]  # fmt: skip
    few = read([swap, f"2 Hounds can each {either}"])
    assert (len(few.options), understood(few)) == (1, False)


def test_what_no_model_carries_is_not_understood_and_no_list_is_called_wrong():
    sheet = read(
        ["1 Hound's slag pistol can be replaced with 1 reed bow (that model's axe cannot be replaced)."]
    )
    assert sheet.options == ()
    assert any("its models have no Slag pistol" in problem.message for problem in sheet.problems)
    assert any(note.text.startswith("1 Hound's slag pistol") for note in sheet.notes if note.about == "options")
    assert one_takes(sheet, "Reed bow", "Axe") == ()


def test_a_kind_of_model_by_the_end_of_its_name():
    sheet = read(
        [
            "1 Hound's axe can be replaced with 1 flint knife.",
            "1 Moth's axe can be replaced with 1 flint knife.",
        ],
        composition=("1 Chief", "4-9 Grey Hounds"),
    )
    assert [option.model for option in sheet.options] == ["Grey Hounds"]
    assert any("its models have no Moth" in problem.message for problem in sheet.problems)


def test_what_a_model_must_carry_may_be_two_things():
    (option,) = read(
        ["1 Hound equipped with a long sling and an axe can be equipped with 1 flint knife."]
    ).options
    assert option.requires == ("Long sling", "Axe")


def test_one_more_of_what_a_model_has():
    (option,) = read(
        ["This model can be equipped with up to 2 additional long slings."], composition=["1 Chief"]
    ).options
    assert option.choices == ((Item("Long sling", 1),), (Item("Long sling", 2),))


def test_without_a_loadout_options_stay_as_they_are():
    (option,) = read(["1 Hound's slag pistol can be replaced with 1 reed bow."], loadout="").options
    assert given(option) == (("Slag pistol",), False)


def test_a_card_of_far_too_many_options_is_read_as_it_stands():
    many = [f"{number} Hounds' long slnig can be replaced with 1 reed bow." for number in range(2, 303)]
    sheet = read(many)
    assert {given(option)[0] for option in sheet.options} == {("long slnig",)}
