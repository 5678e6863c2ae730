"""The real lists: units, models, wargear and points as a hand reading of each file gives them."""

import pytest

from importers.real_pages import DATA
from warbook.importers import rosters

pytestmark = pytest.mark.skipif(not (DATA / "rosters").is_dir(), reason="no documents")


def roster(number):
    (path,) = (DATA / "rosters").glob(f"{number:02}_*")
    return rosters.read(path)


def told(found):
    """Units with points and a line each of models: ``name count: item count, …``."""
    return [
        (
            unit.sheet,
            unit.points,
            *(
                f"{line.name} {line.count}: {', '.join(f'{item.name} {item.count}' for item in line.items)}"
                for line in unit.listed
            ),
        )
        for unit in found.units
    ]


def consistent(found):
    assert found.problems == ()
    assert sum(unit.points for unit in found.units) == found.points


def test_daemons():
    found = roster(1)
    consistent(found)
    assert (found.name, found.faction, found.parent) == ("Chaos", "Chaos Daemons", "Chaos")
    assert (found.points, found.battle_size, found.points_limit) == (1975, "Incursion", 1000)
    assert (found.system, found.detachments) == ("wh40k10", ("Daemonic Incursion",))
    assert [unit.sheet for unit in found.units if unit.warlord] == ["Be'lakor"]
    assert [(u.sheet, u.enhancements) for u in found.units if u.enhancements] == [
        ("Lord of Change", ("The Everstave",))
    ]
    assert [unit.role for unit in found.units] == [
        "Epic Hero", "Epic Hero", "Infantry", "Mounted", "Battleline", "Battleline", "Character", "Character",
        "Character",
    ]  # fmt: skip
    assert told(found) == [
        ("Be'lakor", 325, "Be'lakor 1: Betraying Shades 1, The Blade of Shadows 1"),
        (
            "Shalaxi Helbane",
            400,
            "Shalaxi Helbane 1: Lash of Slaanesh 1, Pavane of Slaanesh 1, Snapping claws 1, Soulpiercer 1",
        ),
        ("Flamers", 130, "Flamer 6: Flickering Flames 6, Flamer mouths 6"),
        (
            "Bloodcrushers",
            240,
            "Bloodcrusher 5: Hellblade 5, Juggernaut's bladed horn 5",
            "Bloodhunter 1: Hellblade 1, Juggernaut's bladed horn 1",
            "Bloodcrushers 0: Instrument of Chaos 1, Daemonic Icon 1",
        ),
        ("Pink Horrors", 140, "Pink Horror 10: Coruscating Pink flames 10, Pink claws 10"),
        (
            "Plaguebearers",
            145,
            "Plaguebearer 10: Plaguesword 10",
            "Plaguebearers 0: Instrument of Chaos 1",
        ),
        ("Lord of Change", 255, "Lord of Change 1: Bolt of Change 1, Staff of Tzeentch 1"),
        ("Fluxmaster", 60, "Fluxmaster 1: Herald combat weapon 1, Arcane Fireball 1"),
        ("Great Unclean One", 280, "Great Unclean One 1: Putrid vomit 1, Plague flail 1, Bilesword 1"),
    ]


def test_tyranids():
    found = roster(3)
    consistent(found)
    assert (found.faction, found.points, found.points_limit) == ("Tyranids", 1600, 2000)
    assert (found.detachments, found.battle_size) == (("Invasion Fleet",), "Strike Force")
    assert found.units[0].warlord
    assert found.units[0].enhancements == ("Adaptive Biology",)
    assert told(found) == [
        ("Hive Tyrant", 260, "Hive Tyrant 1: Monstrous Bonesword and Lash Whip 1, Heavy Venom Cannon 1"),
        (
            "Zoanthropes",
            200,
            "Zoanthrope 5: Warp Blast 5, Xenos Claws and Teeth 5",
            "Neurothrope 1: Warp Blast 1, Xenos Claws and Teeth 1",
        ),
        ("Exocrine", 135, "Exocrine 1: Bio-plasmic Cannon 1, Powerful Limbs 1"),
        ("Maleceptor", 170, "Maleceptor 1: Psychic Overload 1, Massive Scything Talons 1"),
        (
            "Norn Emissary",
            275,
            "Norn Emissary 1: Psychic Tendril 1, Monsterous Scything Talons 1, Monsterous Rending Talons 1",
        ),
        ("Tyrannofex", 190, "Tyrannofex 1: Powerful Limbs 1, Stinger Salvoes 1, Rupture Cannon 1"),
        ("Barbgaunts", 55, "Barbgaunt 5: Biocannon 5, Xenos Claws and Teeth 5"),
        ("Biovores", 75, "Biovore 1: Spore Mine Launcher 1, Chitin-barbed Limbs 1"),
        ("The Swarmlord", 240, "The Swarmlord 1: Synaptic Pulse 1, Bone Sabres 1"),
    ]


def test_drukhari_of_several_statlines():
    found = roster(5)
    consistent(found)
    assert (found.faction, found.parent, found.points) == ("Drukhari", "Aeldari", 105)
    assert told(found) == [
        (
            "Beastmaster",
            105,
            "Beastmaster 1: Splinter pods 1, Agoniser 1",
            "Khymerae 2: Khymerae talons 2",
            "Clawed Fiend 1: Clawed Fiend fists 1",
            "Razorwing Flock 3: Razorwing feathers 3",
        )
    ]


GUARD = ("Custodian Guard", 190, "Custodian Guard (Guardian Spear) 5: Guardian Spear 5")
SISTERS = (
    "Prosecutors",
    85,
    "Prosecutor Sister Superior 1: Boltgun 1, Close combat weapon 1",
    "Prosecutor 9: Boltgun 9, Close combat weapon 9",
)
TANK = (
    "Caladius Grav-tank",
    215,
    "Caladius Grav-tank 1: Armoured hull 1, Twin lastrum bolt cannon 1, Twin arachnus heavy blaze cannon 1",
)


def test_custodes_of_new_recruit():
    found = roster(6)
    consistent(found)
    assert (found.name, found.faction, found.points) == ("Test Army", "Adeptus Custodes", 1985)
    assert (found.detachments, found.battle_size, found.points_limit) == (
        ("Shield Host",), "Strike Force", 2000,
    )  # fmt: skip
    assert (found.units[0].warlord, found.units[0].enhancements) == (True, ("Auric Mantle",))
    assert [unit.sheet for unit in found.units if unit.allied] == ["Inquisitor Draxus"]
    assert told(found) == [
        ("Blade Champion", 135, "Blade Champion 1: Vaultswords 1"),
        ("Blade Champion", 120, "Blade Champion 1: Vaultswords 1"),
        GUARD,
        GUARD,
        GUARD,
        GUARD,
        (
            "Allarus Custodians",
            165,
            "Allarus Custodian (Guardian Spear) 3: Balistus grenade launcher 3, Guardian Spear 3",
        ),
        (
            "Allarus Custodians",
            110,
            "Allarus Custodian (Guardian Spear) 2: Balistus grenade launcher 2, Guardian Spear 2",
        ),
        SISTERS,
        SISTERS,
        TANK,
        TANK,
        ("Inquisitor Draxus", 95, "Inquisitor Draxus 1: Dirgesinger 1, Power fist 1, Psychic Tempest 1"),
    ]


TELEMON = (
    "Telemon Heavy Dreadnought 1: Arachnus storm cannon 1, Armoured feet 1, Spiculus bolt launcher 1, "
    "Telemon caestus 1, Twin plasma projector 1"
)
PROSECUTORS = (
    "Prosecutors",
    40,
    "Prosecutor Sister Superior 1: Boltgun 1, Close combat weapon 1",
    "Prosecutor 3: Boltgun 3, Close combat weapon 3",
)
CALADIUS = (
    "Caladius Grav-tank",
    215,
    "Caladius Grav-tank 1: Armoured hull 1, Twin arachnus heavy blaze cannon 1, Twin lastrum bolt cannon 1",
)
CONTEMPTOR = (
    "Venerable Contemptor Dreadnought",
    170,
    "Venerable Contemptor Dreadnought 1: Combi-bolter 1, Contemptor combat weapon 1, Multi-melta 1",
)
ASSASSIN = (
    "Callidus Assassin",
    100,
    "Callidus Assassin 1: Neural shredder 1, Phase sword and poison blades 1",
)


def test_custodes_of_the_app():
    found = roster(7)
    consistent(found)
    assert (found.name, found.faction, found.detachments) == (
        "Sample List", "Adeptus Custodes", ("Solar Spearhead",),
    )  # fmt: skip
    assert (found.points, found.points_limit, found.battle_size, found.data) == (
        2000, 2000, "Strike Force", "v579",
    )  # fmt: skip
    assert found.units[1].warlord
    assert found.units[1].notes == ("Solar Spearhead Keywords: Character",)
    assert [unit.enhancements for unit in found.units[:3]] == [
        ("Adamantine Talisman",), ("Augury Uplink",), (),
    ]  # fmt: skip
    assert [unit.sheet for unit in found.units if unit.allied] == ["Callidus Assassin"]
    assert told(found) == [
        ("Blade Champion", 145, "Blade Champion 1: Vaultswords 1"),
        ("Telemon Heavy Dreadnought", 260, TELEMON),
        CALADIUS,
        CALADIUS,
        ("Custodian Wardens", 210, "Custodian Warden 4: Guardian spear 4, Vexilla 1"),
        PROSECUTORS,
        PROSECUTORS,
        PROSECUTORS,
        ("Telemon Heavy Dreadnought", 225, TELEMON),
        CONTEMPTOR,
        CONTEMPTOR,
        CONTEMPTOR,
        ASSASSIN,
    ]


def test_space_wolves_of_the_app():
    found = roster(9)
    consistent(found)
    assert (found.name, found.faction, found.parent) == ("Sample list 1234", "Space Wolves", "Space Marines")
    assert (found.detachments, found.points, found.data) == (("Champions of Fenris",), 405, "v581")
    assert (found.units[0].warlord, found.units[0].enhancements) == (True, ("Longstrider",))
    assert told(found) == [
        (
            "Wolf Lord on Thunderwolf",
            120,
            "Wolf Lord on Thunderwolf 1: Close combat weapon 1, Crushing teeth and claws 1, Power fist 1, "
            "Relic Shield 1",
        ),
        (
            "Assault Intercessor Squad",
            75,
            "Assault Intercessor Sergeant 1: Plasma pistol 1, Power fist 1",
            "Assault Intercessor 4: Astartes chainsword 4, Heavy bolt pistol 4",
        ),
        (
            "Impulsor",
            80,
            "Impulsor 1: Armoured hull 1, Ironhail heavy stubber 1, Orbital Comms Array (Aura) 1, "
            "Storm bolter 2",
        ),
        ("Fenrisian Wolves", 30, "Fenrisian Wolf 5: Teeth and claws 5"),
        ASSASSIN,
    ]


def test_the_fragment_is_read_as_far_as_it_goes_and_says_so():
    found = roster(11)
    assert (found.faction, found.detachments, found.points) == (
        "Emperor's Children", ("Coterie of the Conceited",), 1990,
    )  # fmt: skip
    assert found.units[0].warlord
    assert told(found) == [
        (
            "Daemon Prince of Slaanesh with Wings",
            200,
            "Daemon Prince of Slaanesh with Wings 1: Hellforged weapons 1",
        )
    ]
    assert [problem.line for problem in found.problems] == [7, 8]


def test_a_game_that_is_not_known_is_read_as_far_as_it_goes_and_told():
    found = roster(12)
    assert (found.points, found.points_limit, found.faction) == (114, 200, "Grannies")
    assert [problem.message for problem in found.problems] == [
        "expected a list of wh40k10 or heresy3, found one of Spec Kata Wars 9000"
    ]
    assert told(found) == [
        ("Horse and Buggy", 12, "Granny Trooper 1: ", "Granny Trooper 1: Cane 1"),
        ("Big Rig", 56, "Mee-Maw 1: Walker 1", "Granny Trooper 1: Cane 1"),
        ("1978 Cutlass", 27, "Great Grandmother Eloise 1: Cane 1", "Granny Trooper 1: "),
        (
            "Horse and Buggy",
            19,
            "Granny Trooper 1: ",
            "Granny Trooper 1: Walker 1",
            "Horse and Buggy 0: Second Horse 1",
        ),
    ]
