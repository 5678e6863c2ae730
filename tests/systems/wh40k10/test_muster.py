"""Army building (K-ARM-…), leaders (K-LDR-01), seats (K-TRN-01) and reserves (K-RES-04) on invented armies."""

import msgspec
import pytest

from musters import against, army, noted, sheet, verdict
from warbook.sheets.roster import Listed
from warbook.sheets.sheet import (
    Ability,
    Composition,
    Detachment,
    DetachmentRule,
    Enhancement,
    Equipped,
    Faction,
    Item,
    Missing,
    Model,
    Option,
    Points,
    Transport,
    TransportExtra,
    TransportWeight,
)

CHIEF = sheet("Chief", "INFANTRY", "CHARACTER", points=80, leads=("Diggers",))
KING = sheet("Gravel King", "INFANTRY", "CHARACTER", "EPIC HERO", points=200)
DIGGERS = sheet("Diggers", "INFANTRY", "BATTLELINE", models=(5, 10), points=100)
CRAWLER = sheet("Crawler", "VEHICLE", points=150)
CART = sheet(
    "Cart",
    "VEHICLE",
    "TRANSPORT",
    "DEDICATED TRANSPORT",
    points=60,
    transport=Transport(
        10,
        ("GRAVEL COURT", "INFANTRY"),
        ("GIANT",),
        (TransportWeight("HEAVY", 2),),
        extras=(TransportExtra(1, ("HOUND",)),),
    ),
)
COURT = Faction(
    "Gravel Court",
    "wh40k10",
    detachments=(
        Detachment(
            "Quarry Host",
            enhancements=(
                Enhancement("Old Map", 15, "Quarry Host", "INFANTRY model only. It shows the way."),
                Enhancement("Bright Lamp", 10, "Quarry Host", "Chief or VEHICLE models only."),
                Enhancement("Iron Boots", 20, "Quarry Host", keywords=("HEAVY",), excluded=("VEHICLE",)),
            ),
        ),
        Detachment(
            "Crawler Column",
            rules=(
                DetachmentRule("Columns", text="Crawler units from your army have the BATTLELINE keyword."),
            ),
            enhancements=(Enhancement("Spare Wheel", 5),),
        ),
    ),
)


def host(*rows, **changes):
    return army(
        (CHIEF, {"warlord": True}), *rows, faction_known=COURT, **{"detachments": ("Quarry Host",), **changes}
    )


def test_a_lawful_army_has_nothing_against_it():
    made = host((DIGGERS, {"models": 10}), CRAWLER, points_limit=1000, points=430)
    assert against(made) == []
    assert verdict(made).limit == 1000


# battle size


@pytest.mark.parametrize(
    ("size", "limit"), [("Incursion", 1000), ("strike force", 2000), ("Onslaught", 3000), ("750", 750)]
)
def test_the_size_that_is_asked_for(size, limit):
    assert verdict(host(size=size)).limit == limit


def test_the_size_that_the_list_names():
    assert verdict(host(battle_size="Strike Force (2000 Points)")).limit == 2000


def test_without_a_size_the_smallest_that_holds_it_is_taken_and_told():
    made = host(*[CRAWLER] * 3, (DIGGERS, {"points": 600}))
    assert verdict(made).limit == 2000
    assert any("smallest" in note for note in noted(made))


def test_more_points_than_the_size_allows():
    made = host((CRAWLER, {"points": 921}), size="Incursion")
    assert against(made, "K-ARM-01") == ["1001 points, at most 1000 may be spent"]
    assert against(host((CRAWLER, {"points": 920}), size="Incursion"), "K-ARM-01") == []


# points


def test_points_of_another_date_are_a_note():
    dated = sheet("Crawler", priced=(Points(1, 150, "2025-07-22"), Points(1, 170, "2024-03-21")))
    made = host((dated, {"points": 170}))
    assert against(made, "K-ARM-05") == []
    assert any(
        "150 points by its datasheet of 2025-07-22" in note and "as of 2024-03-21" in note
        for note in noted(made)
    )


def test_a_list_of_another_date_is_told_once_and_its_sizes_are_notes():
    """Two of three units cost otherwise than their sheets; ten where these allow five is K-VOC-01 today."""
    five = sheet("Fewer Diggers", models=(5, 5), points=50)
    rows = [(five, {"models": 10, "points": 150}), (CRAWLER, {"points": 210})]
    old = host(*rows)
    assert against(old, "K-VOC-01") == against(old, "K-ARM-06") == []
    assert sum("the list is of another date" in note for note in noted(old)) == 1
    assert any("expected 5 models, got 10" in note for note in noted(old))
    new = host((five, {"models": 10}), CRAWLER)
    assert against(new, "K-VOC-01") == ["Fewer Diggers: expected 5 models, got 10"]
    assert against(new, "K-ARM-06") == []


def test_the_lists_own_total_against_its_units():
    rows = [(DIGGERS, {"points": 100}), (CRAWLER, {"points": 150})]
    right = army((CHIEF, {"warlord": True, "points": 80}), *rows, points=330)
    wrong = army((CHIEF, {"warlord": True, "points": 80}), *rows, points=300)
    assert against(right, "K-ARM-05") == []
    assert against(wrong, "K-ARM-05") == ["the list says 300 points in all, its units come to 330"]


def test_a_unit_pays_for_the_next_size_that_its_sheet_prices():
    made = army((DIGGERS, {"models": 7, "points": 200}))
    assert not any("by its datasheet" in note for note in noted(made))


def test_a_price_by_the_sheet_tells_what_it_is_made_of():
    made = army(
        (CHIEF, {"points": 130, "enhancements": ("Old Map",)}),
        faction_known=COURT,
        detachments=("Quarry Host",),
    )
    told = "Chief: 95 points by its datasheet (80 the unit, 15 Old Map), the list says 130"
    assert told in noted(made)


def test_an_enhancement_is_part_of_what_a_unit_costs():
    made = army(
        (CHIEF, {"points": 95, "enhancements": ("Old Map",)}), faction_known=COURT, detachments=("Quarry Host",)
    )
    assert not any("by its datasheet" in note for note in noted(made))


# one faction, one detachment


def test_a_unit_of_another_faction():
    other = sheet("Reed Singer", faction="Reed Moot", faction_keywords=("REED MOOT",))
    assert against(host(other, DIGGERS), "K-ARM-02 faction") == [
        "Reed Singer is REED MOOT, the army is GRAVEL COURT"
    ]


def test_an_ally_is_told_and_not_judged():
    other = sheet("Reed Singer", faction="Reed Moot", faction_keywords=("REED MOOT",))
    made = host((other, {"allied": True}), DIGGERS)
    assert against(made, "K-ARM-02") == []
    assert any("ally" in note for note in noted(made))


def test_a_unit_that_shares_the_alliance_may_be_an_ally_where_no_allies_are_known():
    own = sheet("Digger", "IMPERIUM", "INFANTRY")
    friend = sheet("Reed Singer", "IMPERIUM", faction="Reed Moot", faction_keywords=("REED MOOT",))
    stranger = sheet("Tar Spawn", "INFANTRY", faction="Tar Fiends", faction_keywords=("LEGION OF TAR",))
    made = army(own, own, friend, stranger)
    assert against(made, "K-ARM-02 faction") == ["Tar Spawn is LEGION OF TAR, the army is GRAVEL COURT"]
    assert "Reed Singer is an ally: whether it may be one is not judged" in noted(made)


def test_where_allies_are_known_no_other_is_one():
    court = Faction("Gravel Court", "wh40k10", allies=("Reed Moot",))
    own = sheet("Digger", "IMPERIUM")
    friend = sheet("Reed Singer", faction="Reed Moot", faction_keywords=("REED MOOT",))
    other = sheet("Moss Guard", "IMPERIUM", faction="Moss Hall", faction_keywords=("MOSS HALL",))
    made = army(own, own, friend, other, faction_known=court)
    assert against(made, "K-ARM-02 faction") == ["Moss Guard is MOSS HALL, the army is GRAVEL COURT"]


def test_a_faction_that_the_armys_own_is_a_part_of():
    moss = sheet("Moss Digger", faction="Moss Hall", faction_keywords=("MOSS HALL",))
    part = {"faction": "Moss Hall", "parent": "Gravel Court"}
    assert against(host(moss, DIGGERS, CRAWLER, **part), "K-ARM-02") == []
    assert len(against(host(moss, DIGGERS, CRAWLER, faction="Gravel Court"), "K-ARM-02")) == 1


def test_a_shared_faction_keyword_is_enough():
    moss = sheet("Moss Digger", faction_keywords=("GRAVEL COURT", "MOSS HALL"))
    assert against(host(moss, moss), "K-ARM-02") == []


def test_one_detachment():
    made = host(detachments=("Quarry Host", "Crawler Column"))
    assert len(against(made, "K-ARM-02 detachment")) == 1
    assert against(host(detachments=("Quarry Host (Dig In)",)), "K-ARM-02") == []


def test_a_detachment_of_another_faction():
    made = host(detachments=("Tar Pit",))
    strayed = msgspec.structs.replace(made, strays=(("Tar Pit", "Tar Fiends"),))
    assert against(strayed, "K-ARM-02")[0].startswith("Tar Pit is a detachment of Tar Fiends; ")


def test_parts_of_a_faction_that_exclude_each_other():
    """An army has one faction (K-ARM-02): of its parts, whose units have a keyword more, only one."""
    upper = sheet("Upper Guard", faction_keywords=("GRAVEL COURT", "UPPER QUARRY"))
    lower = sheet("Lower Guard", faction_keywords=("GRAVEL COURT", "LOWER QUARRY"))
    both = sheet("Old Guard", faction_keywords=("GRAVEL COURT", "LOWER QUARRY", "UPPER QUARRY"))
    assert against(host(upper, upper, DIGGERS, both), "K-ARM-02") == []
    told = "Lower Guard is LOWER QUARRY, Upper Guard is UPPER QUARRY: an army has one of them"
    assert against(host(upper, lower, DIGGERS), "K-ARM-02") == [told]
    assert against(host(both, upper, DIGGERS, lower), "K-ARM-02") == [told]


def test_a_slip_in_a_detachments_name():
    assert against(host(bearer("Old Mapp"), detachments=("Quary Host",)), "K-ARM") == []


def test_parts_of_a_list_are_no_detachments():
    rows = [(DIGGERS, {"detachment": "Army Roster"}), (CRAWLER, {"detachment": "Army Roster (2)"})]
    parts = ("Army Roster", "Army Roster (2)")
    assert against(host(*rows, detachments=(*parts, "Quarry Host")), "K-ARM-02") == []
    assert against(host(*rows, detachments=parts), "K-ARM-02") == []
    assert len(against(host(*rows, detachments=(*parts, "Quarry Host", "Crawler Column")), "K-ARM-02")) == 1


def test_a_detachment_that_is_not_known_is_a_note():
    made = host(detachments=("Lost Host",))
    assert against(made) == []
    assert any("Lost Host" in note for note in noted(made))


# the Warlord


def test_the_warlord_is_a_character():
    assert against(host()) == []
    made = army(CHIEF, (DIGGERS, {"warlord": True}))
    assert against(made, "K-ARM-02 warlord") == ["Diggers is the Warlord and no CHARACTER"]


def test_two_warlords():
    assert len(against(host((CHIEF, {"warlord": True})), "K-ARM-02 warlord")) == 1


def test_an_army_without_a_character():
    assert against(army(DIGGERS, CRAWLER), "K-ARM-02 warlord") == ["no CHARACTER who could be the Warlord"]
    assert against(army(DIGGERS, "Somebody"), "K-ARM-02 warlord") == []


def test_nobody_marked_is_a_note():
    assert against(army(CHIEF, DIGGERS)) == []
    assert "the list marks no Warlord" in noted(army(CHIEF, DIGGERS))


def test_an_attached_leader_is_the_warlord_of_its_entry():
    assert against(army((DIGGERS, {"warlord": True, "leads": CHIEF})), "K-ARM-02") == []


# how many of each


@pytest.mark.parametrize(
    ("made", "most"),
    [(CRAWLER, 3), (DIGGERS, 6), (CART, 6), (KING, 1)],
    ids=["other", "battleline", "transport", "hero"],
)
def test_units_of_one_datasheet(made, most):
    assert against(host(*[made] * most), "K-ARM-03") == []
    (message,) = against(host(*[made] * (most + 1)), "K-ARM-03")
    assert f"at most {most}" in message


def test_a_detachment_may_make_a_datasheet_battleline():
    assert against(host(*[CRAWLER] * 6, detachments=("Crawler Column",)), "K-ARM-03") == []
    assert len(against(host(*[CRAWLER] * 7, detachments=("Crawler Column",)), "K-ARM-03")) == 1


def test_attached_leaders_count():
    assert len(against(army(*[(DIGGERS, {"leads": CHIEF})] * 4), "K-ARM-03")) == 1


# Enhancements


def bearer(*names, who=CHIEF):
    return (who, {"enhancements": names})


def test_enhancements_in_order():
    made = host(bearer("Old Map"), bearer("Bright Lamp"))
    assert against(made, "K-ARM-04") == []


def test_at_most_three_and_all_different():
    names = ("Old Map", "Bright Lamp", "Spare Wheel", "Fourth Thing")
    made = host(*[bearer(name) for name in names], detachments=())
    assert against(made, "K-ARM-04") == ["4, at most 3"]
    assert against(host(bearer("Old Map"), bearer("Old Map")), "K-ARM-04") == [
        "Chief: Old Map is in the army already"
    ]


def test_one_for_each_unit():
    assert len(against(host(bearer("Old Map", "Bright Lamp")), "K-ARM-04")) == 1


def test_only_characters_that_are_no_epic_heroes():
    assert against(host(bearer("Old Map", who=DIGGERS)), "K-ARM-04") == [
        "Diggers is no CHARACTER and has Old Map"
    ]
    assert against(host(bearer("Old Map", who=KING)), "K-ARM-04") == [
        "Gravel King is an EPIC HERO and has Old Map"
    ]


def test_of_the_armys_own_detachment():
    (message,) = against(host(bearer("Spare Wheel")), "K-ARM-04")
    assert message == "Chief: Spare Wheel belongs to Crawler Column, the army is a Quarry Host"


def test_an_enhancement_that_is_not_known_is_a_note():
    made = host(bearer("Strange Thing"))
    assert against(made, "K-ARM-04") == []
    assert any("Strange Thing is not known" in note for note in noted(made))


def test_whom_the_enhancement_itself_names():
    driver = sheet("Driver", "VEHICLE", "CHARACTER")
    heavy = sheet("Heavy Chief", "INFANTRY", "CHARACTER", "HEAVY")
    assert against(host(bearer("Old Map", who=driver)), "K-ARM-04") == ["Driver is no INFANTRY: Old Map"]
    assert against(host(bearer("Bright Lamp", who=driver)), "K-ARM-04") == []
    assert against(host(bearer("Iron Boots", who=heavy)), "K-ARM-04") == []
    assert len(against(host(bearer("Iron Boots")), "K-ARM-04")) == 1


# leaders


def test_a_leader_joins_a_unit_that_it_leads():
    assert against(army((CHIEF, {"joins": 1}), DIGGERS), "K-LDR-01") == []
    assert against(army((CHIEF, {"joins": 1}), CRAWLER), "K-LDR-01") == [
        "Chief does not lead Crawler; it leads Diggers"
    ]


def test_a_leader_joins_a_unit_that_has_all_the_keywords_he_asks_for():
    piper = sheet("Piper", "CHARACTER", leads=("CHOIR INFANTRY WADING", "Diggers"))
    waders = sheet("Waders", "INFANTRY", "WADING", faction_keywords=("CHOIR",))
    dry = sheet("Dry Feet", "INFANTRY", faction_keywords=("CHOIR",))
    assert against(army((piper, {"joins": 1}), waders), "K-LDR-01") == []
    assert against(army((piper, {"joins": 1}), dry), "K-LDR-01") == [
        "Piper does not lead Dry Feet; it leads CHOIR INFANTRY WADING, Diggers"
    ]


def test_a_keyword_is_none_in_a_name_that_is_not_in_capitals():
    piper = sheet("Piper", "CHARACTER", leads=("Infantry",))
    assert len(against(army((piper, {"joins": 1}), DIGGERS), "K-LDR-01")) == 1


def test_the_unit_may_say_who_leads_it():
    crew = sheet("Crew", led_by=("Gravel King",))
    assert against(army((KING, {"joins": 1}), crew), "K-LDR-01") == []


def test_an_attached_leader_is_judged_too():
    assert len(against(army((CRAWLER, {"leads": CHIEF})), "K-LDR-01")) == 1


def test_where_the_page_lost_its_attachments_nothing_is_judged():
    lost = sheet("Lost Chief", "CHARACTER", missing=(Missing("attachments", "leader"),))
    assert against(army((lost, {"joins": 1}), DIGGERS), "K-LDR-01") == []


def test_two_leaders_only_where_a_datasheet_allows_a_second():
    words = "This model can be attached to Diggers."
    plain = sheet("Plain Chief", "CHARACTER", leads=("Diggers",), abilities=(Ability("Leader", "core", words),))
    second = f"{words} It can be so even if one Plain Chief or BANNERMAN model has already been attached."
    mate = sheet("Mate", "CHARACTER", leads=("Diggers",), abilities=(Ability("Leader", "core", second),))
    banner = sheet("Flagman", "CHARACTER", "BANNERMAN", leads=("Diggers",))
    two = [(plain, {"joins": 0}), (plain, {"joins": 0})]
    assert len(against(army(DIGGERS, *two), "K-LDR-01")) == 1
    assert against(army(DIGGERS, (plain, {"joins": 0}), (mate, {"joins": 0})), "K-LDR-01") == []
    assert against(army(DIGGERS, (banner, {"joins": 0}), (mate, {"joins": 0})), "K-LDR-01") == []
    other = msgspec.structs.replace(plain, name="Other Chief")
    assert len(against(army(DIGGERS, (other, {"joins": 0}), (mate, {"joins": 0})), "K-LDR-01")) == 1
    wordless = army(DIGGERS, (CHIEF, {"joins": 0}), (mate, {"joins": 0}))
    assert against(wordless, "K-LDR-01") == []
    assert any("two leaders" in note for note in noted(wordless))
    three = army(DIGGERS, *[(mate, {"joins": 0})] * 3)
    assert against(three, "K-LDR-01")[0].startswith("Diggers has 3 leaders")


def test_two_leaders_whose_texts_are_not_known_are_a_note():
    made = army(DIGGERS, (CHIEF, {"joins": 0}), (CHIEF, {"joins": 0}))
    assert against(made, "K-LDR-01") == []
    assert any("two leaders" in note for note in noted(made))


# transports


def aboard(*rows):
    return host(CART, *[(made, {**entry, "embarked": 1}) for made, entry in rows])


def test_ten_seats():
    assert against(aboard((DIGGERS, {"models": 10})), "K-TRN-01") == []
    (message,) = against(aboard((DIGGERS, {"models": 10}), (CHIEF, {})), "K-TRN-01")
    assert message == "Cart has 10 places, its passengers take 11"


def test_who_joins_a_unit_rides_with_it():
    made = army((CHIEF, {"joins": 2}), CART, (DIGGERS, {"models": 10, "embarked": 1}))
    assert len(against(made, "K-TRN-01")) == 1


def test_heavy_models_take_two_places():
    heavy = sheet("Heavy Diggers", "INFANTRY", "HEAVY", models=(5, 6))
    assert against(aboard((heavy, {"models": 5})), "K-TRN-01") == []
    assert len(against(aboard((heavy, {"models": 6})), "K-TRN-01")) == 1


def test_who_may_not_ride():
    giant = sheet("Giant", "INFANTRY", "GIANT")
    assert against(aboard((CRAWLER, {})), "K-TRN-01") == ["Crawler may not ride in Cart"]
    assert against(aboard((giant, {})), "K-TRN-01") == ["Giant may not ride in Cart"]


def test_places_of_their_own():
    hounds = sheet("Hound", "BEASTS", "HOUND", models=(1, 2))
    assert against(aboard((DIGGERS, {"models": 10}), (hounds, {})), "K-TRN-01") == []
    assert len(against(aboard((DIGGERS, {"models": 10}), (hounds, {"models": 2})), "K-TRN-01")) == 1


def test_a_unit_that_is_no_transport():
    assert len(against(army(CRAWLER, (DIGGERS, {"embarked": 0})), "K-TRN-01")) == 1


def test_what_was_not_understood_of_the_capacity_makes_it_a_note():
    odd = sheet("Odd Cart", transport=Transport(1, ("INFANTRY",), unread=("It is larger inside.",)))
    made = army(odd, (DIGGERS, {"embarked": 0}))
    assert against(made, "K-TRN-01") == []
    assert any("as far as is known" in note for note in noted(made))


def test_an_empty_dedicated_transport_is_told_where_others_ride():
    assert any("K-TRN-14" in note for note in noted(host(CART, (DIGGERS, {"embarked": 1}), CART)))
    assert not any("K-TRN-14" in note for note in noted(host(CART, DIGGERS)))


# reserves, sizes, wargear


def test_a_quarter_in_strategic_reserves_with_passengers():
    held = {"notes": ("Strategic Reserves",)}
    inside = host((CART, held), (DIGGERS, {"embarked": 1}), points_limit=1000)
    assert against(inside, "K-RES-04") == []
    over = host((CART, held), (DIGGERS, {"embarked": 1, "models": 10}), points_limit=1000)
    assert against(over, "K-RES-04") == ["260 points in reserve, at most 250 of 1000"]


def test_no_fortification_in_reserve():
    fort = sheet("Fort", "FORTIFICATION", points=10)
    assert len(against(host((fort, {"role": "Strategic Reserves"})), "K-RES-04")) == 1


def listed(*rows):
    return {"listed": tuple(Listed(name, count, (Item("Stick", count),)) for name, count in rows)}


@pytest.mark.parametrize(("count", "lawful"), [(4, False), (5, True), (7, True), (10, True), (11, False)])
def test_sizes_of_units(count, lawful):
    crew = sheet("Crew", models=(Model("Hand", 5, 10),), loadout=(Equipped("Hand", (Item("Stick"),)),))
    assert (against(host((crew, listed(("Hand", count)))), "K-VOC-01") == []) is lawful


def test_one_of_two_compositions():
    pack = sheet(
        "Pack",
        models=(Model("Hound", 6, 9), Model("Master", 0, 1)),
        loadout=(),
        composition=(
            Composition("Hound", 6, 9, (), 0),
            Composition("Hound", 5, 8, (), 1),
            Composition("Master", 1, 1, (), 1),
        ),
    )
    assert against(host((pack, listed(("Hound", 6)))), "K-VOC-01") == []
    assert against(host((pack, listed(("Hound", 5), ("Master", 1)))), "K-VOC-01") == []
    assert len(against(host((pack, listed(("Hound", 5)))), "K-VOC-01")) == 1
    assert len(against(host((pack, listed(("Hound", 9), ("Master", 1)))), "K-VOC-01")) == 1


def test_a_leader_counted_among_the_others_is_a_note():
    crew = sheet("Crew", models=(Model("Boss", 1, 1), Model("Hand", 4, 9)), loadout=())
    made = host((crew, listed(("Hand", 10))))
    assert against(made, "K-VOC-01") == []
    assert any("0 Boss" in note for note in noted(made))
    assert len(against(host((crew, listed(("Hand", 11)))), "K-VOC-01")) > 0
    assert len(against(host((crew, listed(("Boss", 2), ("Hand", 8)))), "K-VOC-01")) > 0


def test_wargear_of_another_date_is_a_note():
    lamp = {"listed": (Listed("Crawler", 1, (Item("Stick"), Item("Lamp"))),)}
    assert len(against(host((CRAWLER, {**lamp, "points": 150})), "K-ARM-06")) == 1
    made = host((CRAWLER, {**lamp, "points": 140}))
    assert against(made, "K-ARM-06") == []
    assert any("Lamp" in note for note in noted(made))


def test_wargear_names_its_rule_and_unit():
    picks = Option("Diggers", ((Item("Pick"),),), (Item("Stick"),))
    made = sheet("Diggers", models=(5, 10), options=(picks,))
    two = {"listed": (Listed("Diggers", 5, (Item("Pick", 2), Item("Stick", 3))),)}
    (told,) = [each for each in verdict(host((made, two))).told if hasattr(each, "rule")]
    assert (told.rule, told.unit) == ("K-ARM-06 wargear", 1)


def test_legends_are_told():
    assert any("Legends" in note for note in noted(host(sheet("Old One", legends=True))))


def test_an_unknown_unit_voids_nothing():
    made = host("Somebody", *[CRAWLER] * 4)
    assert len(against(made, "K-ARM-03")) == 1
