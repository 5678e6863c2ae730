"""A special rule is one object, on a weapon or on its bearer (section 15)."""

import msgspec
import pytest

from warbook.errors import InputError
from warbook.probability import odds
from warbook.probability.matchup import Setting, matchup
from warbook.queries.saying import said
from warbook.rules.assumed import Profiled
from warbook.rules.pick import Pick
from warbook.sheets.sheet import Equipped, Item, Model, Note
from warbook.systems import find
from wardens import SYSTEM, made, melee, ranged, sheet, weapons_of
from wh40k import exactly

TARGET = sheet(melee("club"), SAV="-", W="9")


def mean(attacker, target=TARGET, phase="fight", **situation):
    return odds(made(attacker, target, phase, **situation).engagement).damage.mean


def assumed(attacker, target=TARGET, phase="shooting"):
    return [said(each) for each in made(attacker, target, phase).assumed]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("Hatred (Infantry)", 2 * 1 / 2 * 2 / 3),
        ("Hatred (Walker, Infantry)", 2 * 1 / 2 * 2 / 3),
        ("Hatred (Psyker)", 2 * 1 / 2 * 1 / 2),
        ("Shred (5+)", 2 * 1 / 2 * (1 / 2 + 1 / 3)),
        ("Critical Hit (6+)", 2 * (1 / 6 * 2 + 1 / 3 * 1 / 2)),
        ("Poisoned (2+)", 2 * 1 / 2 * 5 / 6),
        ("Rending (6+)", 2 * (1 / 6 + 1 / 3 * 1 / 2)),
    ],
)
def test_a_rule_of_the_bearer_acts_in_combat_as_on_a_weapon(rule, expected):
    assert mean(sheet(melee("axe"), rules=(rule,))) == exactly(expected)


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        # BS 4 hits on 3+; of those four faces the 6 is a wound by itself, with D +1 where it is critical.
        ("Hatred (Infantry)", 2 * 2 / 3 * 1 / 2),
        ("Shred (5+)", 2 * 2 / 3 * (1 / 2 + 1 / 3)),
        ("Critical Hit (6+)", 2 * (1 / 6 * 2 + 3 / 6 * 1 / 2)),
        ("Poisoned (2+)", 2 * 2 / 3 * 5 / 6),
        ("Rending (6+)", 2 * (1 / 6 + 3 / 6 * 1 / 2)),
    ],
)
def test_a_rule_of_the_bearer_acts_in_shooting_as_on_a_weapon(rule, expected):
    assert mean(sheet(ranged("rifle", AP="-"), rules=(rule,)), phase="shooting") == exactly(expected)


def test_impact_of_the_bearer_adds_to_what_the_weapon_does_not_replace():
    rule = ("Impact (S, A)",)
    assert mean(sheet(melee("axe"), rules=rule), charged=True) == exactly(3 * 1 / 2 * 2 / 3)
    assert mean(sheet(melee("axe"), rules=rule)) == exactly(2 * 1 / 2 * 1 / 2)
    assert mean(sheet(melee("axe", SM="+1"), rules=rule), charged=True) == exactly(3 * 1 / 2 * 5 / 6)
    assert mean(sheet(melee("axe", AM="1", SM="4"), rules=rule), charged=True) == exactly(1 / 2 * 1 / 2)


def test_precision_of_the_bearer_picks_the_commander():
    lord = Model(
        "Lord", 1, 1, characteristics=TARGET.models[0].characteristics, keywords=("Infantry", "Command")
    )
    guards = msgspec.structs.replace(TARGET, models=(*TARGET.models, lord))
    told = odds(made(sheet(melee("axe"), rules=("Precision (2+)",)), guards, "fight").engagement)
    by_name = {model.name: model for model in told.models}
    assert by_name["Lord"].wounds_lost_mean == exactly(2 * 1 / 2 * 1 / 2)
    assert by_name["Warden"].wounds_lost_mean == exactly(0)


def test_a_rule_is_its_models_alone_where_a_note_says_so():
    attacker = sheet(melee("axe"), rules=("Shred (5+)", "Feel No Pain (5+)"))
    other = Model("Other", 1, 1, characteristics=attacker.models[0].characteristics)
    both = msgspec.structs.replace(
        attacker,
        models=(*attacker.models, other),
        loadout=(*attacker.loadout, Equipped("Other", (Item("axe"),))),
        notes=(Note("Shred (5+)", "Other"), Note("Feel No Pain (5+)", "Warden")),
    )
    lines = made(both, TARGET, "fight").engagement.attacker.weapons
    assert sorted(line.abilities for line in lines) == [(), ("Shred (5+)",)]
    hit = made(sheet(melee("axe")), both, "fight").engagement.target.models
    assert {model.name: model.feel_no_pain for model in hit} == {"Warden": "5+", "Other": None}


def test_of_two_variants_of_a_rule_the_better_acts_and_both_are_told():
    target = sheet(melee("club"), rules=("Feel No Pain (6+)", "Feel No Pain (5+)", "Eternal Warrior (1)"))
    (hit,) = made(sheet(ranged("rifle")), target).engagement.target.models
    assert (hit.feel_no_pain, hit.eternal_warrior) == ("5+", 1)
    told = assumed(sheet(ranged("rifle")), target)
    assert "Warden: Feel No Pain (5), not (6), which it has too" in told


def test_what_is_not_understood_of_a_rule_is_told():
    rules = ("Feel No Pain (5+) vs Bees", "Shred (X)", "Linebreaker", "Line (2)")
    match = made(sheet(melee("axe"), rules=rules), TARGET, "fight")
    assert match.not_modelled == tuple(f"Wardens: {rule}" for rule in rules[:3])


def test_a_bearers_reaping_blow_is_left_out_and_told_and_leaves_precision_alone():
    match = made(sheet(melee("axe"), rules=("Reaping Blow (2)", "Precision (2+)")), TARGET, "fight")
    assert match.not_modelled == ("Warden: Reaping Blow (2)",)
    assert weapons_of(match)["axe"].abilities == ("Precision (2+)",)
    assert made(sheet(ranged("rifle")), sheet(melee("axe"), rules=("Reaping Blow (2)",))).not_modelled == ()


def test_the_armour_that_shots_meet_is_told_where_a_hull_has_several():
    hull = {"M": "10", "BS": "4", "Front": "13", "Side": "12", "Rear": "10", "HP": "5"}
    plain = sheet(ranged("rifle"))
    (model,) = plain.models
    for sides, told in (({}, True), ({"Side": "13", "Rear": "13"}, False)):
        tank = msgspec.structs.replace(model, characteristics={**hull, **sides})
        target = msgspec.structs.replace(plain, models=(tank,))
        text = f"{model.name}: shots meet its Front armour, 13"
        assert (text in assumed(sheet(ranged("rifle")), target)) == told


def test_hatred_of_an_allegiance_that_is_open_is_told():
    target = msgspec.structs.replace(TARGET, keywords=("Infantry", "[Allegiance]"))
    told = assumed(sheet(melee("axe"), rules=("Hatred (Traitors)",)), target, "fight")
    assert "Wardens: taken not to be Traitors ([Allegiance] is open), so no Hatred" in told


def guns(number, *more, rules=("Firing Protocols (2)",)):
    attacker = sheet(ranged("gun"), *more, rules=rules)
    items = tuple(Item(weapon.name, number if weapon.name == "gun" else 1) for weapon in attacker.weapons)
    return msgspec.structs.replace(attacker, loadout=(Equipped("Warden", items),))


def counts(attacker):
    return {name: line.count for name, line in weapons_of(made(attacker, TARGET)).items()}


def test_firing_protocols_fires_so_many_weapons_the_best():
    assert counts(guns(1, ranged("cannon", RS="8"), ranged("sling", RS="1"))) == {"gun": 1, "cannon": 1}
    assert counts(guns(1, ranged("cannon", RS="8"), rules=("Firing Protocols (3)",))) == {"gun": 1, "cannon": 1}
    assert counts(guns(1, ranged("cannon", RS="8"), rules=())) == {"cannon": 1}


def test_two_like_weapons_are_two_and_that_is_told():
    assert counts(guns(2)) == {"gun": 2}
    assert counts(guns(3)) == {"gun": 2}
    told = assumed(guns(2))
    assert "Warden: fires up to 2 weapons (Firing Protocols)" in told
    assert any(text.startswith("Warden: its 2 gun count as 2 weapons") for text in told)


def test_a_question_may_count_like_weapons_as_one():
    """Of Firing Protocols (2) two guns leave no room for the sling, one gun does."""
    armed = guns(2, ranged("sling", RS="1"))
    setting = Setting("shooting", readings=("like-weapons-are-one",))
    found = matchup(SYSTEM, (armed, TARGET), (Pick(), Pick()), setting)
    assert {name: line.count for name, line in weapons_of(found).items()} == {"gun": 1, "sling": 1}
    (told,) = (said(each) for each in found.assumed if "count as" in said(each))
    assert told == "Warden: its 2 gun count as one weapon (--reading says otherwise)"


def test_a_reading_that_is_not_open_is_refused():
    for system, name in ((SYSTEM, "all-primary-slots-prime"), (find("wh40k10"), "like-weapons-are-one")):
        with pytest.raises(InputError, match="--reading"):
            system.read_as((name,))


def test_two_pistols_beside_something_else_are_still_two():
    pistols = (ranged("left", "Pistol"), ranged("right", "Pistol", RS="5"))
    match = made(sheet(*pistols, ranged("stone", FP="1", RS="3")))
    assert list(weapons_of(match)) == ["left", "right"]
    assert any(
        isinstance(each, Profiled) and (each.profile, each.others) == ("left and right", ("stone",))
        for each in match.assumed
    )
    assert list(weapons_of(made(sheet(*pistols, ranged("cannon", FP="9", RS="8"))))) == ["cannon"]


def test_a_second_like_weapon_is_no_second_shot_nor_blow():
    assert counts(guns(2, rules=())) == {"gun": 1}
    twice = sheet(melee("axe"))
    twice = msgspec.structs.replace(twice, loadout=(Equipped("Warden", (Item("axe", 2),)),))
    assert mean(twice) == exactly(2 * 1 / 2 * 1 / 2)


@pytest.mark.parametrize("reach", ["-", "0"])
def test_a_weapon_without_range_does_not_shoot(reach):
    assert mean(sheet(ranged("rifle", R=reach)), phase="shooting") == 0


def test_how_many_stand_under_a_marker_is_assumed_told_and_may_be_set():
    attacker = sheet(ranged("sling", "Template", FP="1"), ranged("gun", FP="1"))
    told = "1 model under each marker or template, 0 after a scatter"
    assert any(text.startswith(told) for text in assumed(attacker, sheet(melee("club"), count=9)))
    crowd = sheet(melee("club"), SAV="-", count=9)
    found = made(sheet(ranged("sling", "Template", FP="1")), crowd, "shooting", under_marker=3)
    assert odds(found.engagement).hits.mean == exactly(3)
    assert not any("under each marker" in said(each) for each in found.assumed)
    assert not any("under each marker" in text for text in assumed(sheet(ranged("gun"))))


@pytest.mark.parametrize("reach", ["12-36", '12" – 36"'])
def test_nearer_than_its_least_range_a_weapon_does_not_shoot(reach):
    """Distances round up (H-POS-01): 11.5 inches are 12."""
    lobbed = sheet(ranged("mortar", R=reach), melee("axe"))
    for inches, shoots in ((11, False), (11.5, True), (12, True), (36, True), (37, False)):
        match = made(lobbed, TARGET, "shooting", range_in=inches)
        assert (odds(match.engagement).attacks.mean > 0) is shoots
        assert match.not_modelled == ()
    told = 'mortar: beyond its least range of 12"'
    assert told in " ".join(assumed(lobbed, TARGET))
    measured = made(lobbed, TARGET, "shooting", range_in=20)
    assert told not in " ".join(map(said, measured.assumed))
    for none in ("36", "0-15"):
        assert "least range" not in " ".join(assumed(sheet(ranged("gun", R=none)), TARGET))
