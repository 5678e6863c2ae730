"""What several models carry between them goes to each so that the options allow it."""

from slingers import SLINGER, give, items, sheet, slingers, squad, swap
from warbook.sheets.sharing import shared_out
from warbook.sheets.wargear import check

MORTARS = swap("Sling", "Slag mortar", limit=2)


def kits(found):
    return {
        " + ".join(f"{i.count} {i.name}" for i in group.items): group.count
        for group in found
        if group.model == SLINGER
    }


def test_what_replaces_and_what_is_replaced_go_to_different_models():
    together = slingers(("1 Slinger", "Slag mortar + Sling + Knife"), ("1 Slinger", "Knife"), count=2)
    assert check(sheet(MORTARS), together).problems
    found = shared_out(sheet(MORTARS), together)
    assert kits(found) == {"1 Knife + 1 Slag mortar": 1, "1 Knife + 1 Sling": 3}
    assert not check(sheet(MORTARS), found).problems


def test_two_special_things_that_one_model_cannot_have_go_to_two():
    made = sheet(MORTARS, give("Drum", without=("Slag mortar",)))
    together = slingers(("1 Slinger", "Slag mortar + Knife + Drum"), count=3)
    assert kits(shared_out(made, together)) == {
        "1 Knife + 1 Slag mortar": 1,
        "1 Drum + 1 Knife + 1 Sling": 1,
        "1 Knife + 1 Sling": 2,
    }


def test_nothing_is_made_up_where_no_sharing_is_allowed():
    assert shared_out(sheet(MORTARS), slingers(("3 Slinger", "Slag mortar + Knife"), count=1)) is None


def test_limits_hold_over_all_kinds_of_models():
    made = sheet(swap("Sling", "Long sling", model=None, limit=1))
    unit = squad(
        ("1 Elder", "Long sling + Staff"), ("1 Slinger", "Long sling + Knife"), ("3 Slinger", "Sling + Knife")
    )
    assert shared_out(made, unit) is None


def test_what_the_list_never_tells_of_stays_with_everyone():
    made = sheet(MORTARS)
    together = squad(
        ("1 Elder", "Sling + Staff"),
        ("1 Slinger", "Slag mortar + Sling"),
        ("1 Slinger", ""),
        ("2 Slinger", "Sling"),
    )
    assert kits(shared_out(made, together)) == {"1 Knife + 1 Slag mortar": 1, "1 Knife + 1 Sling": 3}


def test_twenty_models_with_many_things_are_quick():
    made = sheet(*(swap("Sling", f"Gun {n}", limit=3) for n in range(6)), give("Drum"), give("Banner"))
    guns = " + ".join(f"Gun {n}" for n in range(6))
    together = squad(
        ("1 Elder", "Sling + Staff"),
        ("3 Slinger", f"{guns} + Knife"),
        ("15 Slinger", "Knife"),
        ("1 Slinger", "Sling + Knife + Drum + Banner"),
    )
    found = shared_out(made, together)
    assert found
    assert not check(made, found).problems


def test_items_are_the_same_in_all():
    together = slingers(("1 Slinger", "Slag mortar + Sling + Knife"), ("1 Slinger", "Knife"), count=2)
    found = shared_out(sheet(MORTARS), together)
    for name in ("Sling", "Knife", "Slag mortar"):
        counts = [
            sum(g.count * i.count for g in unit for i in g.items if i.name == name)
            for unit in (together, found)
        ]
        assert counts[0] == counts[1]
    assert items("2 Sling + Knife")[0].count == 2
