"""Force organisation (H-ARM-…) and seats (H-TRN-01) on invented armies."""

import pytest

from musters import against, army, noted, sheet, verdict
from warbook.sheets.roster import Listed
from warbook.sheets.sheet import Ability, Equipped, Item, Model, Option, Transport

SIDES = ("Loyalist", "Traitor")
PRIMARY = "Crusade Primary Detachment"


def unit(name, role, *words, points=100, **changes):
    return sheet(name, *words, points=points, system="heresy3", role=role, **changes)


LORD = unit("Moss Lord", "High Command", "Infantry", "Command")
ELDER = unit("Elder", "Command", "Infantry", "Command", points=80)
MARSHAL = unit("Marshal", "Command", "Infantry", abilities=(Ability("Officer of the Line (2)", "core"),))
DIGGERS = unit("Diggers", "Troops", "Infantry", models=(10, 20))
CART = unit("Cart", "Transport", "Vehicle", "Transport", points=60, transport=Transport(12))
BIG_CART = unit("Big Cart", "Heavy Transport", "Vehicle", "Super-heavy", transport=Transport(30))
CRAWLER = unit("Crawler", "Armour", "Vehicle", points=135)
STRIDER = unit("Strider", "War-engine", "Walker", points=150)
GUARD = unit("Guard", "Retinue", "Infantry")
TOWER = unit("Tower", "Lord of War", "Vehicle", points=700)
PRIMARCH = unit("Stone King", "Warlord", "Paragon", "Unique", points=450)
HERO = unit("Pebble Jane", "Command", "Infantry", "Unique", points=85)


def host(*parts, points_limit=3000, **changes):
    """An army of parts: a detachment's name and its rows."""
    rows = [_in(name, row) for name, *members in parts for row in members]
    names = tuple(name for name, *_ in parts)
    return army(*rows, system="heresy3", points_limit=points_limit, **{"detachments": names, **changes})


def _in(name, row):
    made, entry = row if isinstance(row, tuple) else (row, {})
    return made, {**entry, "detachment": name}


def crusade(*more):
    return (PRIMARY, LORD, ELDER, DIGGERS, *more)


def test_a_lawful_army_has_nothing_against_it():
    tanks, guard = ("Auxiliary - Armoured Support", CRAWLER, CRAWLER), ("Apex - Combat Retinue", GUARD)
    made = host(crusade(CART), tanks, guard)
    assert against(made) == []
    assert verdict(made).limit == 3000


# points


def test_three_thousand_points_unless_told():
    made = host(crusade(), points_limit=None)
    assert verdict(made).limit == 3000
    assert any("3000" in note for note in noted(made))
    assert verdict(host(crusade(), size="2500")).limit == 2500


def test_more_points_than_the_limit():
    made = host(crusade((DIGGERS, {"points": 1721})), points_limit=2000)
    assert against(made, "H-ARM-01") == ["2001 points, at most 2000 may be spent"]


def test_a_size_that_the_game_is_not_meant_for_is_a_note():
    assert any("2000 to 4000" in note for note in noted(host(crusade(), points_limit=1500)))
    assert against(host(crusade(), points_limit=1500)) == []


# detachments


def test_exactly_one_primary_detachment():
    assert against(host(crusade()), "H-ARM-01") == []
    assert against(host(crusade(), detachments=(PRIMARY, PRIMARY)), "H-ARM-01") != []
    assert len(against(host(("Auxiliary - Armoured Support", CRAWLER)), "H-ARM-01 primary")) == 1


def test_every_detachment_has_a_unit():
    made = host(crusade(), ("Auxiliary - Armoured Support",))
    assert against(made, "H-ARM-01 detachments") == [
        "Auxiliary - Armoured Support has no unit: at least one for each detachment"
    ]


def test_a_list_without_detachments_is_not_judged_on_them():
    made = army(LORD, DIGGERS, system="heresy3", points_limit=3000)
    assert against(made) == []
    assert any("force organisation is not judged" in note for note in noted(made))


def test_a_detachment_that_is_not_known_is_a_note():
    made = host(crusade(), ("Auxiliary - Mushroom Ring", GUARD))
    assert against(made) == []
    assert any("Mushroom Ring" in note for note in noted(made))


@pytest.mark.parametrize(
    "name", ["Armoured Support", "Auxiliary - Armoured Support", "Armoured Support Detachment"]
)
def test_a_detachments_name_may_be_written_in_several_ways(name):
    assert against(host(crusade(), (name, *[CRAWLER] * 4))) == []
    assert len(against(host(crusade(), (name, *[CRAWLER] * 5)), "H-ARM-05")) == 1


# what officers unlock


def test_high_command_gives_an_apex_or_an_auxiliary_and_command_an_auxiliary():
    apex, support = ("Apex - Combat Retinue", GUARD), ("Auxiliary - Armoured Support", CRAWLER)
    engine = ("Auxiliary - Heavy Support", STRIDER)
    assert against(host((PRIMARY, LORD, DIGGERS), apex), "H-ARM-02") == []
    assert against(host((PRIMARY, LORD, DIGGERS), support), "H-ARM-02") == []
    assert len(against(host((PRIMARY, LORD, DIGGERS), apex, support), "H-ARM-02")) == 1
    assert against(host((PRIMARY, LORD, ELDER, DIGGERS), apex, support), "H-ARM-02") == []
    assert len(against(host((PRIMARY, LORD, ELDER), apex, support, engine), "H-ARM-02")) == 1
    assert against(host((PRIMARY, LORD, ELDER, ELDER), apex, support, engine), "H-ARM-02") == []


def test_an_apex_needs_high_command():
    made = host((PRIMARY, ELDER, DIGGERS), ("Apex - Combat Retinue", GUARD))
    assert len(against(made, "H-ARM-02")) == 1


def test_an_officer_of_the_line_gives_as_many_as_it_says():
    two = [("Auxiliary - Armoured Support", CRAWLER), ("Auxiliary - Heavy Support", STRIDER)]
    assert against(host((PRIMARY, MARSHAL, DIGGERS), *two), "H-ARM-02") == []
    assert len(against(host((PRIMARY, ELDER, DIGGERS), *two), "H-ARM-02")) == 1


def test_an_officer_cadre_gives_auxiliaries_too():
    cadre = ("Apex - Officer Cadre", ELDER, ELDER)
    two = [("Auxiliary - Armoured Support", CRAWLER), ("Auxiliary - Heavy Support", STRIDER)]
    assert against(host((PRIMARY, LORD, DIGGERS), cadre, *two), "H-ARM-02") == []
    three = [*two, ("Auxiliary - Combat Pioneer", unit("Scouts", "Recon"))]
    assert len(against(host((PRIMARY, LORD, DIGGERS), cadre, *three), "H-ARM-02")) == 1


def test_a_special_assignment_gives_no_auxiliary():
    assigned = (ELDER, {"enhancements": ("Special Assignment",)})
    support = ("Auxiliary - Armoured Support", CRAWLER)
    assert len(against(host((PRIMARY, assigned, DIGGERS), support), "H-ARM-02")) == 1


def test_linked_detachments_are_of_one_army_list():
    other = {"faction": "Reed Moot"}
    own = {"faction": "Gravel Court"}
    made = host((PRIMARY, (LORD, own)), ("Auxiliary - Armoured Support", (CRAWLER, other)))
    (message,) = against(made, "H-ARM-02 army list")
    assert message == "Crawler is of Reed Moot, the Primary Detachment of Gravel Court"
    made = host((PRIMARY, (LORD, own)), ("Auxiliary - Armoured Support", (CRAWLER, own)))
    assert against(made, "H-ARM-02") == []


# slots


@pytest.mark.parametrize(("made", "most"), [(LORD, 1), (ELDER, 3), (DIGGERS, 4), (CART, 4), (CRAWLER, 0)])
def test_slots_of_the_primary_detachment(made, most):
    assert against(host((PRIMARY, *([made] * most or [DIGGERS]))), "H-ARM-02 primary slots") == []
    assert len(against(host((PRIMARY, *[made] * (most + 1))), "H-ARM-02 primary slots")) == 1


@pytest.mark.parametrize(
    ("name", "made", "most"),
    [
        ("Armoured Fist", CART, 4),
        ("Armoured Fist", BIG_CART, 4),
        ("Tactical Support", DIGGERS, 2),
        ("Armoured Support", CRAWLER, 4),
        ("Heavy Support", STRIDER, 1),
        ("Combat Retinue", GUARD, 3),
        ("Officer Cadre", ELDER, 2),
    ],
)
def test_slots_of_other_detachments(name, made, most):
    assert against(host(crusade(), (name, *[made] * most)), "H-ARM-05") == []
    assert len(against(host(crusade(), (name, *[made] * (most + 1))), "H-ARM-05")) == 1


def test_two_detachments_of_one_name_have_twice_the_slots():
    name = "Auxiliary - Heavy Support"
    rows = crusade(ELDER)
    made = host(rows, (name, STRIDER, STRIDER), detachments=(PRIMARY, name, name))
    assert against(made) == []


def test_numbered_detachments_are_several_of_one_name():
    names = ("Auxiliary - Heavy Support", "Auxiliary - Heavy Support (2)")
    made = host(crusade(ELDER), *[(name, STRIDER) for name in names])
    assert against(made) == []
    assert len(against(host(crusade(ELDER), *[(name, STRIDER, STRIDER) for name in names]), "H-ARM-05")) == 2


def test_a_heading_without_units_is_no_detachment():
    names = ("Crusade Force Organization Chart", PRIMARY)
    assert against(host(crusade(), detachments=names)) == []


def test_a_logistical_benefit_adds_a_slot():
    five = [DIGGERS] * 4 + [(DIGGERS, {"enhancements": ("Logistical Benefit",)})]
    assert against(host((PRIMARY, LORD, *five)), "H-ARM-02 primary slots") == []
    assert len(against(host((PRIMARY, LORD, DIGGERS, *five)), "H-ARM-02 primary slots")) == 1


# prime slots


def test_one_command_and_one_troops_slot_are_prime():
    prime = {"enhancements": ("Combat Veterans",)}
    assert against(host((PRIMARY, LORD, (DIGGERS, prime), (ELDER, prime))), "H-ARM-04") == []
    assert len(against(host((PRIMARY, LORD, (DIGGERS, prime), (DIGGERS, prime))), "H-ARM-04")) == 1
    assert len(against(host((PRIMARY, (LORD, prime))), "H-ARM-04")) == 1


def test_all_slots_of_the_primary_detachment_are_prime_in_the_other_reading():
    prime = {"enhancements": ("Combat Veterans",)}
    made = host((PRIMARY, (LORD, prime), (DIGGERS, prime), (DIGGERS, prime)))
    assert against(made, "H-ARM-04", all_primary_slots_prime=True) == []


def test_the_heading_may_say_that_a_slot_is_prime():
    made = host((PRIMARY, LORD, (DIGGERS, {"role": "Prime Troops"}), (DIGGERS, {"role": "Prime Troops"})))
    assert len(against(made, "H-ARM-04")) == 1


def test_no_prime_slots_in_the_core_auxiliary_detachments():
    made = host(crusade(), ("Armoured Support", (CRAWLER, {"enhancements": ("Master Sergeant",)})))
    assert len(against(made, "H-ARM-04")) == 1


@pytest.mark.parametrize(
    ("advantage", "lawful"),
    [
        ("Master Sergeant", False),
        ("Combat Veterans", False),
        ("Paragon of Battle", False),
        ("Special Assignment", True),
        ("Logistical Benefit", True),
    ],
)
def test_what_a_unit_with_a_unique_model_may_take(advantage, lawful):
    made = host((PRIMARY, LORD, (HERO, {"enhancements": (advantage,)})))
    assert (against(made, "H-ARM-04") == []) is lawful


# shares of the army


def test_allies_are_a_half_at_most():
    half, more = [(DIGGERS, {"points": 1500})], [(DIGGERS, {"points": 1501})]
    assert against(host(crusade(), ("Allied Detachment", *half), points_limit=3000), "H-ARM-03") == []
    assert len(against(host(crusade(), ("Allied Detachment", *more), points_limit=3000), "H-ARM-03")) == 1


def test_allies_are_of_another_faction():
    own, other = {"faction": "Gravel Court"}, {"faction": "Reed Moot"}
    made = host((PRIMARY, (LORD, own)), ("Allied Detachment", (DIGGERS, own)))
    assert len(against(made, "H-ARM-03 allies")) == 1
    made = host((PRIMARY, (LORD, own)), ("Allied Detachment", (DIGGERS, other)))
    assert against(made, "H-ARM-03") == []


def test_lords_of_war_and_warlords_are_a_quarter_together():
    rows = [crusade(), ("Lord of War Detachment", TOWER)]
    assert against(host(*rows, points_limit=3000), "H-ARM-03") == []
    assert len(against(host(*rows, ("Warlord Detachment", PRIMARCH), points_limit=3000), "H-ARM-03 lords")) == 1
    assert against(host(*rows, ("Warlord Detachment", (PRIMARCH, {"points": 50}))), "H-ARM-03") == []


def test_a_warlord_detachment_needs_three_thousand_points():
    rows = [crusade(), ("Warlord Detachment", PRIMARCH)]
    assert against(host(*rows, points_limit=3000), "H-ARM-03") == []
    assert len(against(host(*rows, points_limit=2999), "H-ARM-03 warlord")) == 1


def test_a_warlord_detachment_needs_a_paragon():
    mortal = unit("Mortal King", "Warlord", "Infantry")
    assert len(against(host(crusade(), ("Warlord Detachment", mortal)), "H-ARM-03 warlord")) == 1


# uniques and their wargear


def test_one_of_each_unique_model():
    assert against(host((PRIMARY, LORD, HERO)), "H-ARM-07") == []
    assert len(against(host((PRIMARY, LORD, HERO, HERO)), "H-ARM-07")) == 1


def test_a_unique_model_has_no_option_beyond_its_profile():
    lamp = {"listed": (Listed("Pebble Jane", 1, (Item("Stick"), Item("Lamp"))),)}
    lit = unit("Lamplighter", "Command", options=(Option("Lamplighter", ((Item("Lamp"),),)),))
    assert len(against(host((PRIMARY, LORD, lit, (HERO, lamp))), "datasheet wargear")) == 1


def test_what_is_nobodys_wargear_is_a_choice_of_another_kind():
    chosen = {"listed": (Listed("Pebble Jane", 1, (Item("Stick"), Item("Logistical Benefit"))),)}
    made = host((PRIMARY, LORD, (HERO, chosen)))
    assert against(made) == []
    assert any("Logistical Benefit" in note for note in noted(made))


def test_options_cost_points():
    models = (Model("Hand", 10, 20),)
    lamps = Option("Hand", ((Item("Lamp"),),), limit=None, costs=(5,))
    sticks = (Equipped("Hand", (Item("Stick"),)),)
    crew = unit("Crew", "Troops", "Infantry", models=models, options=(lamps,), loadout=sticks)
    three = {"listed": (Listed("Hand", 10, (Item("Stick", 10), Item("Lamp", 3))),), "points": 115}
    assert not any("by its datasheet" in note for note in noted(host((PRIMARY, LORD, (crew, three)))))
    cheap = host((PRIMARY, LORD, (crew, {**three, "points": 100})))
    assert any("115 points by" in note for note in noted(cheap))


# transports


def aboard(carrier, *rows):
    riders = [(made, {**entry, "embarked": 0}) for made, entry in rows]
    return army(carrier, *riders, system="heresy3", points_limit=3000)


def test_one_unit_within_the_capacity():
    assert against(aboard(CART, (DIGGERS, {"models": 12})), "H-TRN-01") == []
    assert len(against(aboard(CART, (DIGGERS, {"models": 13})), "H-TRN-01")) == 1


def test_two_units_only_in_a_super_heavy_transport():
    two = [(DIGGERS, {"models": 10}), (ELDER, {})]
    assert len(against(aboard(CART, *two), "H-TRN-01")) == 1
    assert against(aboard(BIG_CART, *two), "H-TRN-01") == []


def test_who_joined_a_unit_is_a_part_of_it():
    rows = [CART, (DIGGERS, {"models": 11, "embarked": 0}), (ELDER, {"joins": 1})]
    made = army(*rows, system="heresy3", points_limit=3000)
    assert against(made, "H-TRN-01") == []


def test_bulky_models_take_more_places():
    two = (Ability("Bulky (2)", "core"),)
    bulky = unit("Bulky Diggers", "Troops", "Infantry", models=(6, 7), abilities=two)
    assert against(aboard(CART, (bulky, {"models": 6})), "H-TRN-01") == []
    assert len(against(aboard(CART, (bulky, {"models": 7})), "H-TRN-01")) == 1


def test_only_infantry_and_paragons_ride():
    assert len(against(aboard(BIG_CART, (STRIDER, {})), "H-TRN-01")) == 1
    assert against(aboard(BIG_CART, (PRIMARCH, {})), "H-TRN-01") == []


def test_passengers_are_of_the_carriers_faction():
    own, other = {"faction": "Gravel Court"}, {"faction": "Reed Moot"}
    assert len(against(aboard((BIG_CART, own), (ELDER, other)), "H-TRN-01")) == 1
    assert against(aboard((BIG_CART, own), (ELDER, own)), "H-TRN-01") == []


def test_loyalists_and_traitors_never_stand_in_one_army():
    true, false = (unit(f"{word} Diggers", "Troops", "Infantry", word, models=(10, 20)) for word in SIDES)
    assert against(host(crusade(true, true))) == []
    told = "Traitor Diggers is Traitor, Loyalist Diggers is Loyalist"
    assert against(host(crusade(true, false)), "H-POS-10") == [told]


def test_a_unit_fills_the_role_of_its_sheet_whatever_the_list_claims():
    claims = {role: (PRIMARY, LORD, (ELDER, {"role": role}), DIGGERS) for role in ("Troops", "Prime Command")}
    assert against(host(claims["Troops"])) == ["Elder is Command, the list has it as Troops"]
    assert against(host(claims["Prime Command"]), "H-ARM-06") == []
