"""Loadouts: defaults, options, and how many models may take them."""

import msgspec
import pytest

from warbook.errors import InputError
from warbook.sheets.loadout import squad
from warbook.sheets.sheet import Datasheet, Equipped, Item, Model, Option

SLINGERS = Datasheet(
    name="Slingers",
    faction="Gravel Court",
    system="wh40k10",
    models=(Model("Elder", 1, 1), Model("Slinger", 4, 9)),
    loadout=(
        Equipped("Elder", (Item("Sling"), Item("Staff"))),
        Equipped("Slinger", (Item("Sling"), Item("Knife"))),
    ),
    options=(
        Option("Slinger", ((Item("Slag mortar"),),), (Item("Sling"),), limit=1, per_models=5),
        Option("Slinger", ((Item("Long sling"),),), (Item("Sling"),), limit=None),
        Option("Elder", ((Item("Banner"),),), limit=1),
    ),
)


def carried(squad):
    return [(group.model.name, group.count, [item.name for item in group.items]) for group in squad]


def test_the_smallest_unit_with_its_default_loadout():
    assert carried(squad(SLINGERS)) == [("Elder", 1, ["Sling", "Staff"]), ("Slinger", 4, ["Sling", "Knife"])]


def test_more_models_are_those_that_may_be_more():
    assert [group.count for group in squad(SLINGERS, 10)] == [1, 9]


def test_one_for_every_five_models():
    taken = carried(squad(SLINGERS, 10, ["slag mortars"]))
    assert ("Slinger", 2, ["Knife", "Slag mortar"]) in taken
    assert ("Slinger", 7, ["Sling", "Knife"]) in taken


def test_any_number_takes_all_that_can():
    assert ("Slinger", 4, ["Knife", "Long sling"]) in carried(squad(SLINGERS, 5, ["long sling"]))


def test_a_number_takes_that_many():
    assert ("Slinger", 2, ["Knife", "Long sling"]) in carried(squad(SLINGERS, 5, ["2 long sling"]))
    assert ("Slinger", 2, ["Knife", "Long sling"]) in carried(squad(SLINGERS, 5, ["2x long sling"]))


def test_options_share_what_they_replace():
    taken = carried(squad(SLINGERS, 5, ["slag mortar", "long sling"]))
    assert ("Slinger", 1, ["Knife", "Slag mortar"]) in taken
    assert ("Slinger", 3, ["Knife", "Long sling"]) in taken


def test_of_several_things_only_the_one_that_is_carried_is_given_up():
    either = Option("Slinger", ((Item("Reed bow"),),), (Item("Knife"), Item("Sling"), Item("Hook")), limit=2,
                    replaces_one_of=True)  # fmt: skip
    sheet = msgspec.structs.replace(SLINGERS, options=(either,))
    assert ("Slinger", 2, ["Sling", "Reed bow"]) in carried(squad(sheet, None, ["reed bow"]))


def test_an_addition_replaces_nothing():
    assert carried(squad(SLINGERS, 5, ["banner"]))[0] == ("Elder", 1, ["Sling", "Staff", "Banner"])


@pytest.mark.parametrize(
    ("models", "wanted", "told"),
    [
        (4, [], "from 5 to 10"),
        (11, [], "from 5 to 10"),
        (5, ["2 slag mortar"], "at most 1"),
        (5, ["5 long sling"], "at most 4"),
        (5, ["teapot"], "Long sling"),
    ],
)
def test_what_the_sheet_does_not_allow_is_told(models, wanted, told):
    with pytest.raises(InputError, match=told):
        squad(SLINGERS, models, wanted)


UP_TO_TWO = msgspec.structs.replace(
    SLINGERS, options=(Option("Elder", ((Item("Fire pot"),), (Item("Fire pot", 2),)), limit=1),)
)


@pytest.mark.parametrize(("wanted", "pots"), [("fire pot", 2), ("2 fire pot", 2), ("1 fire pot", 1)])
def test_one_or_two_of_a_thing_are_never_three(wanted, pots):
    elder = squad(UP_TO_TWO, 5, [wanted])
    assert sum(g.count * i.count for g in elder for i in g.items if i.name == "Fire pot") == pots


def test_more_than_a_choice_holds_is_refused():
    with pytest.raises(InputError, match="at most 1"):
        squad(UP_TO_TWO, 5, ["3 fire pot"])


CART = Datasheet(
    name="Cart",
    faction="Gravel Court",
    system="wh40k10",
    models=(Model("Cart", 1, 1),),
    loadout=(Equipped("Cart", (Item("Wheels"), Item("Sling"))),),
    options=(
        Option("Cart", ((Item("Lamp"),), (Item("Torch"),))),
        Option("Cart", ((Item("Horn"),), (Item("Bell"),), (Item("Drum"),)), picks=2),
        Option("Cart", ((Item("Long sling"),),), (Item("Sling"),)),
        Option("Cart", ((Item("Hook"),),), (Item("Sling"),)),
        Option("Cart", ((Item("Awning"),),), without=("Lamp",)),
    ),
)


@pytest.mark.parametrize(
    ("wanted", "both"),
    [
        (["Lamp", "torch"], ("Lamp", "torch")),
        (["Torch", "lamp"], ("Torch", "lamp")),
        (["Long sling", "hook"], ("Long sling", "hook")),
        (["Lamp", "awning"], ("Lamp", "awning")),
    ],
)
def test_what_shuts_the_other_out_is_refused_by_both_names(wanted, both):
    with pytest.raises(InputError, match=f"expected {both[0]} or {both[1]}, not both"):
        squad(CART, None, wanted)
    squad(CART, None, wanted[1:])


def test_what_is_carried_first_may_not_bar_what_was_taken():
    """An option asks that the model carries no Lamp, before and after."""
    with pytest.raises(InputError, match="lamp"):
        squad(CART, None, ["Awning", "lamp"])


def test_an_option_of_two_picks_gives_two_things_and_no_third():
    assert {"Horn", "Drum"} <= {item.name for item in squad(CART, None, ["Horn", "Drum"])[0].items}
    with pytest.raises(InputError, match="not both"):
        squad(CART, None, ["Horn", "Drum", "Bell"])


def test_the_same_asked_for_twice_is_taken_once():
    assert carried(squad(SLINGERS, 10, ["slag mortar", "slag mortar"])) == carried(
        squad(SLINGERS, 10, ["slag mortar"])
    )


def test_the_limit_of_an_option_holds_over_all_that_is_asked_for():
    """One for every five of ten: two, however they are asked for."""
    assert (
        sum(each.carries("Slag mortar") * each.count for each in squad(SLINGERS, 10, ["1 slag mortar"] * 2))
        == 2
    )
    with pytest.raises(InputError, match="slag mortar"):
        squad(SLINGERS, 10, ["2 slag mortar", "1 slag mortar"])


def test_of_two_options_for_one_thing_a_model_takes_one_unless_more_are_asked_for():
    dart = (Item("Dart"),)
    options = tuple(Option("Elder", (dart,), (Item(gone),)) for gone in ("Sling", "Staff"))
    slingers = msgspec.structs.replace(SLINGERS, options=options)
    assert ("Elder", 1, ["Staff", "Dart"]) in carried(squad(slingers, 5, ["dart"]))
    assert ("Elder", 1, ["Dart", "Dart"]) in carried(squad(slingers, 5, ["2 dart"]))


@pytest.mark.parametrize("name", ["mortar", "2 MORTARS", "slag mortar"])
def test_words_that_one_thing_alone_has_are_enough(name):
    (mortars,) = [row for row in carried(squad(SLINGERS, 10, [name])) if "Slag mortar" in row[2]]
    assert mortars == ("Slinger", 2, ["Knife", "Slag mortar"])


def test_words_that_several_things_have_are_refused_with_the_choices():
    two = msgspec.structs.replace(
        SLINGERS, options=(*SLINGERS.options, Option("Elder", ((Item("Big mortar"),),), limit=1))
    )
    with pytest.raises(InputError, match=r"no 'mortar' here.*Slag mortar.*Big mortar"):
        squad(two, 10, ["mortar"])
