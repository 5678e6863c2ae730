"""An ability that a rule gives a weapon is as good as a printed one: for who may attack whom, with what, how
often, and for what is rolled or spent besides (rules section 11)."""

import pytest
from msgspec.structs import replace

from battle.hosts import STICK, fought, row, sheet
from battle.table import asked, options, pick
from battle.test_cards import answer
from warbook.battle.umpire import judge_from
from warbook.sheets.sheet import Equipped, Item, Weapon, WeaponProfile

NEAR, FAR = row(28, 21.8), row(28, 30)
"""Engaged with those at y = 20, and ten inches away."""


def given(ability, kind="Ranged"):
    """Glaziers whose weapons a rule gives an ability."""
    return sheet("Glaziers", f"{kind} weapons equipped by models in this unit have the [{ability}] ability.")


def shooting(glaziers, *more, where=FAR, flags=()):
    return fought((2, 0, "shooting"), (0, glaziers, row(28, 20), *flags), (1, sheet("Slabs"), where), *more)


def shooters(battle):
    return [word for word in options(battle) if word != "-"] if asked(battle) == "unit to shoot" else []


def test_who_advanced_shoots_with_assault():
    assert shooters(shooting(sheet("Glaziers"), flags=("advanced",))) == []
    assert shooters(shooting(given("ASSAULT"), flags=("advanced",))) == ["Glaziers"]


def test_who_is_engaged_shoots_with_pistols():
    assert shooters(shooting(sheet("Glaziers"), where=NEAR)) == []
    assert shooters(shooting(given("PISTOL"), where=NEAR)) == ["Glaziers"]


def engaged_with_friends(glaziers):
    """The Glaziers stand apart; a VEHICLE of the enemy is engaged with a friend of theirs (K-SHT-06)."""
    cart = sheet("Cart", words=("VEHICLE",), models=1)
    battle = fought(
        (2, 0, "shooting"),
        (0, glaziers, row(28, 20)),
        (0, sheet("Kiln", models=1, sling={"range": '1"'}), [(28, 32)]),
        (1, cart, [(28, 30)]),
    )
    return shooters(battle)


def test_blast_is_not_aimed_at_who_is_engaged_with_friends():
    assert engaged_with_friends(sheet("Glaziers")) == ["Glaziers"]
    assert engaged_with_friends(given("BLAST")) == []


def test_blast_adds_an_attack_for_five_models():
    """Five Slings of two attacks each at five models: 5 × 3."""
    assert rolls(pick(shooting(sheet("Glaziers")), "Glaziers")).count("hit") == 10
    assert rolls(pick(shooting(given("BLAST")), "Glaziers")).count("hit") == 15


def rolls(battle):
    """What is asked until the unit's attacks are over."""
    found = []
    while battle.request is not None and asked(battle) not in (
        "unit to shoot",
        "unit to charge",
        "unit to move",
    ):
        found.append(asked(battle))
        if asked(battle).startswith(("target: ", "melee weapon: ")):
            battle.send(0)
        else:
            answer(battle)
    return found


def test_torrent_hits_without_a_roll():
    assert rolls(pick(shooting(given("TORRENT")), "Glaziers")).count("hit") == 0


def test_hazardous_is_tested_for():
    """A test for each of five weapons."""
    assert rolls(pick(shooting(sheet("Glaziers")), "Glaziers")).count("hazardous") == 0
    assert rolls(pick(shooting(given("HAZARDOUS")), "Glaziers")).count("hazardous") == 5


def test_one_shot_is_spent():
    battle = pick(shooting(given("ONE SHOT")), "Glaziers")
    rolls(battle)
    assert sum(text.startswith("battle shot") for text in battle.state.used) == 5


def fighting(ability):
    """Five models with a Stick and a Hook each, whose Hooks a rule gives an ability, fight: what is asked up to
    the attacks of their enemies, who have five Sticks."""
    text = f"Hooks equipped by models in this unit have the [{ability}] ability."
    plain = sheet("Glaziers", text)
    hook = Weapon("Hooks", "melee", (WeaponProfile("Hooks", STICK),))
    carried = (Equipped("Glaziers", tuple(map(Item, ("Sling", "Stick", "Hooks")))),)
    body = replace(plain, weapons=(*plain.weapons, hook), loadout=carried)
    battle = fought((2, 0, "fights first"), (0, body, row(28, 20), "charged"), (1, sheet("Slabs"), NEAR))
    asked_of_both = [what for what in rolls(battle) if what == "attacks" or what.startswith("melee weapon")]
    return asked_of_both[:-5]


def test_a_weapon_that_is_given_extra_attacks_comes_on_top():
    """Otherwise each model fights with one of the two."""
    assert fighting("LETHAL HITS").count("attacks") == 5
    assert fighting("EXTRA ATTACKS") == ["attacks"] * 10


@pytest.mark.parametrize(("inches", "able"), [(8, ["Glaziers"]), (2, [])])
def test_range_that_is_given_reaches_farther(inches, able):
    """Between bases it is 27.7 inches; a Sling reaches 24."""
    text = f"Add {inches} to the Range characteristic of ranged weapons equipped by models in this unit."
    battle = fought(
        (2, 0, "shooting"), (0, sheet("Glaziers", text), row(28, 7)), (1, sheet("Slabs"), row(28, 36))
    )
    assert shooters(battle) == able


@pytest.mark.parametrize(
    ("ability", "where", "flag"),
    [
        ("ASSAULT", FAR, "advanced"),
        ("PISTOL", NEAR, "stationary"),
        *((each, FAR, "stationary") for each in ("BLAST", "TORRENT", "HAZARDOUS", "ONE SHOT")),
    ],
)
def test_the_umpire_knows_of_them(ability, where, flag):
    start = shooting(given(ability), where=where, flags=(flag,))
    battle = start.copy()
    for _ in range(400):
        if battle.request is None or battle.state.clock[0] > 2:
            break
        if asked(battle) == "unit to shoot" or asked(battle).startswith("target: "):
            battle.send(len(battle.request.options) - 1 if asked(battle) == "unit to shoot" else 0)
        else:
            answer(battle)
    assert judge_from(start, battle.history).broken == ()
