"""Who of a unit takes damage first, where the player leaves it open (section 9 step 3)."""

import pytest

from warbook import systems
from warbook.errors import InputError
from warbook.probability import odds
from warbook.probability.matchup import Setting, matchup
from warbook.queries.saying import said
from warbook.rules.pick import Pick
from warbook.sheets.sheet import Datasheet, Equipped, Item, Model, Weapon, WeaponProfile


def mole(name, count, wounds="1", toughness="4", save="-"):
    return Model(name, count, count, characteristics={"T": toughness, "Sv": save, "W": wounds})


def moles(*models):
    return Datasheet("Moles", "Gravel Court", "wh40k10", models=models)


def gunner():
    """One shot that hits and wounds on 4+ and does 2 damage: 1/4 of one unsaved wound."""
    line = {"range": "24", "A": "1", "BS": "4+", "S": "4", "AP": "0", "D": "2"}
    return Datasheet(
        "Gunner",
        "Reeds",
        "wh40k10",
        models=(mole("Gunner", 1),),
        weapons=(Weapon("Gun", "ranged", (WeaponProfile("Gun", line),)),),
        loadout=(Equipped("Gunner", (Item("Gun"),)),),
    )


def made(target, **pick):
    return matchup(systems.find("wh40k10"), (gunner(), target), (Pick(), Pick(**pick)), Setting())


def order(target, **pick):
    return [model.name for model in made(target, **pick).engagement.target.models]


CHIEF, DIGGERS = mole("Chief", 1, wounds="3"), mole("Digger", 4, wounds="2")


@pytest.mark.parametrize("models", [(CHIEF, DIGGERS), (DIGGERS, CHIEF)])
def test_the_most_numerous_take_damage_first_however_a_document_lists_them(models):
    """One unsaved wound in four does 2 damage: it destroys a Digger, and would leave a Chief one wound."""
    unit = made(moles(*models))
    assert odds(unit.engagement).models_destroyed.mean == pytest.approx(1 / 4)
    (told,) = (text for text in map(said, unit.assumed) if "damage goes" in text)
    assert told.startswith("Moles: damage goes to Digger first, then to Chief")
    assert "--order" in told


def test_of_as_many_the_cheaper_fall_first():
    tough = mole("Tough", 2, toughness="5")
    assert order(moles(mole("Big", 2, wounds="2"), tough, mole("Mailed", 2, save="3+"), mole("Bare", 2))) == [
        "Bare",
        "Mailed",
        "Tough",
        "Big",
    ]


def test_models_of_other_names_but_one_statline_count_as_one_profile():
    two = (mole("Gritter", 3), mole("Sifter", 2))
    assert order(moles(mole("Ox", 4, wounds="3"), *two)) == ["Gritter", "Sifter", "Ox"]


def test_nothing_is_told_where_it_makes_no_difference():
    for unit in (moles(mole("Gritter", 3), mole("Sifter", 2)), moles(DIGGERS)):
        assert not any("damage goes" in said(each) for each in made(unit).assumed)


def test_an_order_of_the_player_is_taken_and_not_told():
    unit = made(moles(DIGGERS, CHIEF), order=("Chief",))
    assert odds(unit.engagement).models_destroyed.mean == 0
    assert not any("damage goes" in said(each) for each in unit.assumed)


def test_the_model_that_has_lost_wounds_is_one_that_can_have():
    hurt = made(moles(DIGGERS, CHIEF), wounds_lost=2).engagement.target.models
    assert [model.wounds_lost for model in hurt] == [0, 2]
    with pytest.raises(InputError, match="a model with 3 wound"):
        made(moles(DIGGERS, CHIEF), wounds_lost=3)
