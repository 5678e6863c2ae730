"""Profiles, melee weapons and targets are the player's choice, made before any die is rolled."""

from battle.table import asked, at, cp, dice, left, options, pick, place, row, until
from warbook.dice import Outcome

FAR = "B Lychguard: " + row(45, 40, 5, 1.5)
PLASMA = "A Tormentors [plasma gun]: " + row(28, 20, 5)
DUE_NORTH = "B Immortals: " + row(28, 36, 5)


def _words(battle):
    return [
        option if isinstance(option, str) else getattr(option, "name", "-") for option in battle.request.options
    ]


def choose(battle, word):
    battle.send(_words(battle).index(word))
    return battle


def shooting(*units, **keys):
    return at("round 2, A, shooting", *units, **keys)


def rolls(battle, limit=100):
    """Plays on with sixes and passes until the unit has attacked; the rolls on the way."""
    found = []
    for _ in range(limit):
        if battle.request is None or asked(battle) in ("unit to shoot", "consolidate", "unit to charge"):
            return found
        if hasattr(battle.request, "chance"):
            found.append(battle.request)
            faces = []
            battle.request.chance.judge(lambda sides, faces=faces: faces.append(sides) or sides)
            battle.send(tuple(faces))
        else:
            battle.send(0)
    raise AssertionError("the attacks do not end")


def test_a_weapon_with_profiles_asks_for_one_of_them_first():
    """K-W-22"""
    battle = pick(shooting(PLASMA, DUE_NORTH), "Tormentors")
    assert asked(battle) == "profile: Plasma gun"
    assert _words(battle) == ["Plasma gun (standard)", "Plasma gun (supercharge)"]
    choose(battle, "Plasma gun (supercharge)")
    names = set()
    while asked(battle).startswith("target: "):
        names.add(asked(battle))
        pick(battle, "Immortals")
    assert "target: Plasma gun (supercharge)" in names
    assert "target: Plasma gun (standard)" not in names


def test_only_the_chosen_profile_is_hazardous():
    for profile, tests in (("Plasma gun (standard)", 0), ("Plasma gun (supercharge)", 1)):
        battle = choose(pick(shooting(PLASMA, DUE_NORTH), "Tormentors"), profile)
        assert sum(roll.what == "hazardous" for roll in rolls(battle)) == tests


def test_command_re_roll_saves_from_hazardous():
    battle = choose(pick(shooting(PLASMA, DUE_NORTH, cp="9 0"), "Tormentors"), "Plasma gun (supercharge)")
    while asked(battle) != "hazardous":
        battle.send(_ones(battle) if hasattr(battle.request, "chance") else 0)
    dice(battle, 1)
    assert (asked(battle), battle.request.outcome) == ("play: rolled", Outcome.FAIL)
    dice(pick(battle, "Command Re-roll: Tormentors"), 2)
    assert left(battle, 0) == [2] * 5


def _ones(battle):
    """Faces of one for each die of a roll."""
    faces = []
    battle.request.chance.judge(lambda _sides: faces.append(1) or 1)
    return tuple(faces)


def test_weapons_out_of_reach_of_the_first_target_choose_another():
    """Boltguns reach 24 inches: the last of the column is too far from the Lychguard (K-SHT-02)."""
    column = "A Tormentors: 20,20 20,18.4 20,16.8 20,15.2 20,13.6"
    units = ("B Immortals: " + row(18, 34, 5), "B Lychguard: " + row(17, 40, 5, 1.5))
    battle = pick(shooting(column, *units), "Tormentors")
    assert asked(battle) == "target: Boltgun"
    assert options(battle) == ["Immortals", "Lychguard", "-"]
    pick(battle, "Lychguard")
    assert asked(battle) == "target: Boltgun"
    assert options(battle) == ["Immortals", "-"]
    pick(battle, "Immortals")
    assert [roll.target for roll in rolls(battle) if roll.what == "attacks"] == [2, 2, 2, 1]


def test_two_ranges_are_one_volley():
    """Gauss flayers reach 24 inches with Rapid Fire 1: within half of it they make two attacks (K-W-18)."""
    unit = f"A Necron Warriors: {row(28, 20, 5)} {row(28, 24, 5)}"
    battle = pick(shooting(unit, "B Tormentors: " + row(28, 34, 5)), "Necron Warriors")
    attacks = [roll.chance.mean for roll in rolls(battle) if roll.what == "attacks"]
    assert sorted(attacks) == [1] * 5 + [2] * 5


def test_a_lone_operative_is_shot_at_from_within_12_inches():
    """K-SHT-07"""
    for gap, offered in ((14.0, False), (12.5, True)):
        lucius = f"A Lucius the Eternal: 30,{20 - gap}"
        battle = at("round 2, B, shooting", lucius, "B Immortals: " + row(28, 20, 5))
        assert (asked(battle) == "unit to shoot") is offered


def test_each_model_shoots_at_a_lone_operative_from_within_12_inches():
    """K-SHT-07: bases of 32 and 50 mm are within 12" while their middles are within 13.61"; of this row, 13.4"
    away, the three models at 28, 29.6 and 31.2 are."""
    battle = at("round 2, B, shooting", "A Lucius the Eternal: 30,6.6", "B Immortals: " + row(28, 20, 5))
    made = rolls(pick(battle, "Immortals"))
    assert sum(roll.what == "attacks" for roll in made) == 3


def test_a_model_fights_with_one_profile_of_its_choice():
    """K-FGT-05"""
    prince = "A Daemon Prince of Slaanesh: 30,20 | charged"
    battle = at("round 2, A, fight", prince, "B Immortals: " + row(28, 22.2, 5))
    until(battle, "melee weapon: Daemon Prince of Slaanesh")
    assert _words(battle) == ["Hellforged weapons (strike)", "Hellforged weapons (sweep)"]
    choose(battle, "Hellforged weapons (sweep)")
    assert {roll.weapon for roll in rolls(battle) if roll.what == "attacks"} == {"Hellforged weapons (sweep)"}


def test_each_weapon_of_a_model_has_its_own_target_in_a_fight():
    """The Maulerfiend's tendrils have Extra Attacks: they may go elsewhere than its fists (K-W-06)."""
    units = (
        "A Maulerfiend: 30,20 | charged",
        "B Immortals: " + row(28, 23.2, 5),
        "B Lychguard: " + row(28, 16.8, 5, 1.5),
    )
    battle = at("round 2, A, fight", *units)
    until(battle, "target: Lasher tendrils")
    assert options(battle) == ["Immortals", "Lychguard"]
    pick(battle, "Immortals")
    assert asked(battle) == "target: Maulerfiend fists"
    pick(battle, "Lychguard")
    made = [(roll.weapon, roll.target) for roll in rolls(battle) if roll.what == "attacks"]
    assert made == [("Lasher tendrils", 1), ("Maulerfiend fists", 2)]


LEFT, RIGHT = "B Immortals: " + row(22, 26, 5), "B Lychguard: " + row(34, 26, 5, 1.5)


def charging_both():
    battle = at("round 2, A, charge", "A Infractors: " + row(28, 20, 5), LEFT, RIGHT, cp="0 0")
    pick(pick(battle, "Infractors"), "Immortals")
    assert asked(battle) == "another target of the charge"
    assert options(battle) == ["-", "Lychguard"]
    return pick(battle, "Lychguard")


def test_a_charge_may_name_several_targets():
    """K-CHG-02"""
    battle = dice(charging_both(), (6, 6))
    assert (asked(battle), battle.request.targets) == ("charge", (1, 2))


def test_a_charge_that_reaches_one_target_of_two_is_no_move():
    """K-CHG-03"""
    battle = dice(charging_both(), (6, 6))
    one = [(n, 28 + 1.4 * n - 4, 24.4) for n in range(5)]
    faults = battle.game.faults(
        battle.state, battle.request, tuple((m, round(1000 * x), round(1000 * y)) for m, x, y in one)
    )
    assert "NOT_ENGAGED" in {fault.partition(":")[0] for fault in faults}


def test_a_charge_needs_the_distance_to_its_farthest_target():
    battle = charging_both()
    gaps = [
        battle.game.table.ground.gap_mil(battle.state, *(battle.game.muster.units[n] for n in (0, other)))
        for other in (1, 2)
    ]
    assert battle.request.least == -(-(max(gaps) - 1000) // 1000)


def test_the_owner_picks_who_is_removed_for_coherency():
    """Two and two: the owner may keep either pair (K-POS-06)."""
    battle = at("round 2, A, end of turn", "A Infractors: 28,20 29.6,20 10,10 11.6,10 dead", FAR)
    for _ in range(2):
        assert (asked(battle), battle.request.player) == ("model out of coherency", 0)
        battle.send(battle.request.options.index(min(battle.request.options)))
    assert left(battle, 0) == [0, 0, 2, 2, 0]
    assert asked(battle) != "model out of coherency"


def falling_back(flags=""):
    """Five models walk out over the enemies in their way; the first dies unless something helps."""
    unit = "A Infractors: " + row(28, 20, 5) + flags
    battle = at("round 2, A, movement", unit, "B Immortals: " + row(28, 22, 5), cp="3 0")
    pick(pick(battle, "Infractors"), "fell_back")
    place(battle, *((n, 28 + 1.6 * n, 24.4) for n in range(5)))
    assert asked(battle) == "desperate escape"
    return dice(battle, (1, 3, 4, 5, 6))


def test_one_die_of_a_desperate_escape_may_be_re_rolled():
    """Section 14; K-MOV-05: a 1 or 2 is lost, and a 5 in its place is not."""
    battle = falling_back()
    assert asked(battle) == "play: rolled"
    pick(battle, "Command Re-roll: Infractors")
    assert cp(battle) == [2, 0]
    assert left(dice(battle, 5), 0) == [2] * 5


def test_nothing_helps_a_battle_shocked_unit_to_escape():
    """K-STR-01"""
    battle = falling_back(" | shocked")
    assert (asked(battle), cp(battle)) == ("model lost", [3, 0])
