"""What the two real 40k pages say, row by row of the inventory."""

import msgspec
import pytest

from importers.real_pages import LAND_RAIDER, OBYRON, path_of, sheet_of
from warbook.importers.ledger import unaccounted


@pytest.fixture(scope="module")
def raider():
    return sheet_of(LAND_RAIDER)


@pytest.fixture(scope="module")
def obyron():
    return sheet_of(OBYRON)


def lost(sheet, token):
    return [entry.where for entry in sheet.missing if entry.token == token]


def rule(sheet, name):
    (found,) = [rule for rule in sheet.rules if rule.name.casefold() == name.casefold()]
    return found


def play(sheet, name):
    (found,) = [play for play in sheet.plays if play.name == name]
    return found


def sources(sheet):
    names = [play.source for play in sheet.plays]
    return {name: names.count(name) for name in names}


def index(sheet, *keywords, complete=True):
    return [entry for entry in sheet.indexes if entry.keywords == keywords and entry.complete == complete]


def roles(entry):
    return [group.role for group in entry.groups]


def test_land_raider_title(raider):
    assert (raider.faction, raider.name) == ("Emperor's Children", "Chaos Land Raider")


def test_land_raider_revision_comes_from_its_own_glossary(raider):
    assert raider.revision == "2025-06"
    assert len({clue.about for clue in raider.evidence}) >= 8


@pytest.mark.parametrize(
    ("name", "values", "abilities"),
    [
        ("Combi-bolter", 'range24" A2 BS3+ S4 AP0 D1', ("rapid fire 2",)),
        (
            "Combi-weapon",
            'range24" A1 BS4+ S4 AP0 D1',
            ("anti-infantry 4+", "devastating wounds", "rapid fire 1"),
        ),
        ("Havoc launcher", 'range48" AD6 BS3+ S5 AP0 D1', ("blast",)),
        ("Soulshatter lascannon", 'range48" A2 BS3+ S12 AP-3 DD6+1', ()),
        ("Twin heavy bolter", 'range36" A3 BS3+ S5 AP-1 D2', ("sustained hits 1", "twin-linked")),
        ("Armoured tracks", "rangeMelee A6 WS4+ S8 AP0 D1", ()),
    ],
)
def test_land_raider_weapons(raider, name, values, abilities):
    (weapon,) = [weapon for weapon in raider.weapons if weapon.name == name]
    (profile,) = weapon.profiles
    assert " ".join(head + value for head, value in profile.characteristics.items()) == values
    assert profile.abilities == abilities


def test_land_raider_tables(raider):
    kinds = [weapon.kind for weapon in raider.weapons]
    assert (kinds.count("ranged"), kinds.count("melee")) == (5, 1)
    assert list(raider.weapons[0].profiles[0].characteristics) == ["range", "A", "BS", "S", "AP", "D"]
    assert list(raider.weapons[-1].profiles[0].characteristics) == ["range", "A", "WS", "S", "AP", "D"]


def test_land_raider_options_are_one_of_two_and_one_of_one(raider):
    guns, launcher = raider.options
    assert [[item.name for item in choice] for choice in guns.choices] == [["Combi-bolter"], ["Combi-weapon"]]
    assert [[item.name for item in choice] for choice in launcher.choices] == [["Havoc launcher"]]
    assert [(option.limit, option.picks, option.replaces) for option in raider.options] == [(1, 1, ())] * 2


def test_land_raider_abilities(raider):
    assert [(ability.name, ability.group) for ability in raider.abilities] == [
        ("Deadly Demise D6", "core"),
        ("Thrill Seekers", "faction"),
        ("Assault Ramp", "datasheet"),
    ]
    assert all(ability.text and ability.lines for ability in raider.abilities)


def test_land_raider_composition_and_points(raider):
    assert [(entry.name, entry.count_min, entry.count_max) for entry in raider.composition] == [
        ("Chaos Land Raider", 1, 1)
    ]
    assert [(row.models, row.points) for row in raider.points] == [(1, 240)]


def test_land_raider_damaged(raider):
    assert (raider.damaged.low, raider.damaged.high, raider.damaged.hit) == (1, 5, -1)
    assert raider.damaged.lines == (28, 29)


def test_land_raider_transport(raider):
    transport = raider.transport
    assert (transport.capacity, transport.keywords) == (14, ("EMPEROR'S CHILDREN", "INFANTRY"))
    assert {weight.keyword: weight.places for weight in transport.weights} == {
        "TERMINATOR": 2,
        "FLAWLESS BLADE": 2,
    }
    assert transport.unread == ()


def test_land_raider_keywords(raider):
    assert raider.keywords == ("VEHICLE", "TRANSPORT", "SMOKE", "CHAOS", "SLAANESH", "LAND RAIDER")
    assert raider.faction_keywords == ("EMPEROR'S CHILDREN",)


def test_land_raider_stratagem_index_resolves_to_cards(raider):
    assert len(raider.plays) == 29
    assert sources(raider)["Core"] == 8
    assert len(sources(raider)) == 6
    assert all(play.when and play.target and play.effect and play.currency == "CP" for play in raider.plays)


def test_cards_repeat_nothing(raider, obyron):
    for entry in (*raider.plays, *obyron.plays):
        for text in (entry.when, entry.target, entry.effect, entry.restrictions or ""):
            assert "TARGET:" not in text
            assert len(set(text.split("\n"))) == len(text.split("\n"))


def test_land_raider_detachment_index(raider):
    assert {rule.name: rule.detachment for rule in raider.detachment_rules} == {
        "Quicksilver Grace": "Mercurial Host",
        "Exquisite Swordsmanship": "Peerless Bladesmen",
        "Pledges to the Dark Prince": "Coterie of the Conceited",
    }
    assert {"detachment rule of Carnival of Excess", "detachment rule of Rapid Evisceration"} <= set(
        lost(raider, "rule")
    )


@pytest.mark.parametrize("token", ["statline", "loadout", "base"])
def test_land_raider_is_incomplete_without_a_pack(raider, token):
    assert not raider.complete
    assert lost(raider, token) == ["Chaos Land Raider"]


@pytest.mark.parametrize(
    ("keyword", "groups"),
    [
        ("CHAOS", ["Characters", "Dedicated Transports"]),
        ("SLAANESH", ["Characters", "Dedicated Transports"]),
        ("LEGIONS OF EXCESS", ["Battleline"]),
        ("VEHICLE", ["Dedicated Transports"]),
        ("TRANSPORT", ["Dedicated Transports", "Other"]),
        ("SMOKE", ["Dedicated Transports", "Other"]),
    ],
)
def test_land_raider_keyword_indexes(raider, keyword, groups):
    (entry,) = index(raider, keyword)
    assert roles(entry) == groups


def test_indexes_whose_keyword_is_lost_are_reported_and_hold_no_empty_keyword(raider):
    broken = [entry for entry in raider.indexes if not entry.complete]
    assert sorted(entry.keywords for entry in broken) == [(), ("INFANTRY",), ("TRANSPORT",), ("VEHICLE",)]
    assert all(keyword for entry in raider.indexes for keyword in entry.keywords)
    assert sum("used in the following" in where for where in lost(raider, "keyword")) == 4


def test_the_rule_behind_a_faction_ability_leads_back_to_the_sheet(raider):
    (ability,) = [ability for ability in raider.abilities if ability.group == "faction"]
    assert ability.lines == rule(raider, ability.name).lines


def test_army_lists_keep_their_empty_groups(raider, obyron):
    assert [group.role for group in raider.army_list] == ["Characters", "Dedicated Transports"]
    assert [group.role for group in obyron.army_list] == [
        "Characters",
        "Battleline",
        "Dedicated Transports",
        "Other",
    ]
    assert not any(group.units for group in (*raider.army_list, *obyron.army_list))


def test_the_loose_list_of_melee_weapons_makes_no_option(raider):
    (found,) = raider.choice_lists
    assert found.entries[0] == "Chainaxe"
    assert len(found.entries) == 7
    assert [problem.line for problem in raider.problems] == [found.lines[0]]
    assert len(raider.options) == 2


def test_desperate_escape_stands_once(raider, obyron):
    for sheet in (raider, obyron):
        text = rule(sheet, "Desperate Escape Tests").text
        assert len(set(text.split("\n"))) == len(text.split("\n"))
        assert rule(sheet, "Fall Back Moves").summary


def test_summaries_are_told_from_the_rule(raider):
    assert rule(raider, "DEADLY DEMISE").summary
    assert rule(raider, "DEADLY DEMISE").text.count("mortal wounds") == 1
    assert not rule(raider, "Below Half-strength").summary
    assert rule(raider, "Below Half-strength").text.count("\n- ") == 2
    assert rule(raider, "Thrill Seekers").text.count("\n- ") == 2
    assert rule(raider, "Battle-shock").text.count("\n- ") == 3
    assert len(rule(raider, "Charging with a Unit").summary) == 5


def test_what_the_hazardous_rule_lost_stands_in_its_summary(raider):
    assert any("3 mortal wounds" in line for line in rule(raider, "Hazardous").summary)
    assert any(where.startswith("Hazardous") for where in lost(raider, "rule"))


@pytest.mark.parametrize("name", ["Blast", "STEALTH", "Lethal Hits", "Twin-linked", "Charge Bonus"])
def test_rules_beside_a_glued_heading_are_not_swallowed(raider, name):
    assert rule(raider, name).text


def test_glued_cards_and_detachment_rules_are_found(raider, obyron):
    assert play(raider, "SMOKESCREEN").lines[0] == 579
    assert play(raider, "HEROIC INTERVENTION").cost == 1
    assert play(obyron, "HEROIC INTERVENTION").cost == 2
    assert "SMOKESCREEN" not in rule(raider, "STEALTH").text


def test_flavour_stands_apart(raider, obyron):
    assert all(play.flavour for play in (*raider.plays, *obyron.plays))
    assert all(rule.flavour for rule in (*raider.detachment_rules, *obyron.detachment_rules))
    assert sum(bool(rule.flavour) for rule in raider.rules) == 16


def test_lost_tables_and_lists_are_told(raider, obyron):
    assert {"Wound Roll", "Pledges to the Dark Prince"} <= set(lost(raider, "table"))
    assert {"Wound Roll", "Hyperphasing"} <= set(lost(obyron, "table"))
    assert any(where.startswith("Exquisite Swordsmanship") for where in lost(raider, "rule"))


def test_lost_faction_keywords_are_told(raider):
    told = lost(raider, "keyword")
    for name in ("Thrill Seekers", "SUSTAINED BY AGONY", "INCESSANT VIOLENCE", "Pledges to the Dark Prince"):
        assert any(where.startswith(name) for where in told), name


def test_obyron_title_and_revision(obyron):
    assert (obyron.faction, obyron.name, obyron.revision) == ("Necrons", "Vargard Obyron", "2023-12")


def test_obyron_has_one_melee_weapon(obyron):
    (weapon,) = obyron.weapons
    assert (weapon.name, weapon.kind) == ("Warscythe", "melee")
    assert tuple(weapon.profiles[0].characteristics.values()) == ("Melee", "4", "2+", "8", "-3", "2")
    assert weapon.profiles[0].abilities == ("devastating wounds", "precision")


def test_obyron_abilities_are_split_and_none_is_empty(obyron):
    assert [(ability.name, ability.group) for ability in obyron.abilities] == [
        ("Leader", "core"),
        ("Reanimation Protocols", "faction"),
        ("Ghostwalk Mantle", "datasheet"),
        ("The Vargard's Duty", "datasheet"),
    ]
    assert all(ability.text for ability in obyron.abilities)
    assert obyron.abilities[3].lines == (8, 8)


def test_obyron_composition_and_points(obyron):
    (entry,) = obyron.composition
    assert (entry.name, entry.keywords) == ("Vargard Obyron", ("EPIC HERO",))
    assert [(row.models, row.points) for row in obyron.points] == [(1, 85)]


def test_obyron_lost_whom_he_leads(obyron):
    assert obyron.leads == ()
    assert lost(obyron, "attachments") == ["leader"]
    assert [note.lines for note in obyron.notes if note.about == "leader"] == [(14, 14)]


def test_obyron_keywords(obyron):
    assert obyron.keywords == ("INFANTRY", "CHARACTER", "EPIC HERO", "VARGARD OBYRON")
    assert obyron.faction_keywords == ()
    assert "faction keywords" in lost(obyron, "keyword")


def test_obyron_stratagem_index(obyron):
    assert sources(obyron) == {
        "Awakened Dynasty": 5,
        "Core": 7,
        "Hypercrypt Legion": 4,
        "Obeisance Phalanx": 2,
    }
    assert all(play.effect for play in obyron.plays)


def test_obyron_detachment_index(obyron):
    assert [rule.name for rule in obyron.detachment_rules] == ["Command Protocols", "Hyperphasing"]
    assert "detachment rule of Obeisance Phalanx" in lost(obyron, "rule")


def test_obyron_keyword_indexes(obyron):
    assert roles(index(obyron, "CHARACTER")[0]) == ["Characters"]
    assert index(obyron, "TITANIC")[0].groups == ()
    assert index(obyron, "INFANTRY", "CHARACTER", complete=False)
    assert index(obyron, "CHARACTER", complete=False)


@pytest.mark.parametrize("token", ["statline", "loadout"])
def test_obyron_is_incomplete_without_a_pack(obyron, token):
    assert not obyron.complete
    assert lost(obyron, token) == ["Vargard Obyron"]


def test_an_example_is_no_rule(obyron):
    assert len(rule(obyron, "Attached Units").examples) == 2
    assert "Example" not in rule(obyron, "Reanimation Protocols").text


@pytest.mark.parametrize("number", [LAND_RAIDER, OBYRON])
def test_no_line_is_lost(number):
    assert unaccounted(path_of(number).read_text("utf-8"), sheet_of(number)) == []


@pytest.mark.parametrize("number", [LAND_RAIDER, OBYRON])
def test_a_sheet_survives_json(number):
    sheet = sheet_of(number)
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=type(sheet)) == sheet
