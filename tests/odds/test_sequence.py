"""The attack sequence followed path by path agrees with the odds, which never follow one."""

from math import sqrt
from random import Random

import msgspec
import numpy as np
import pytest

from warbook.dice import exact, sampled
from warbook.probability import decode
from warbook.probability.engage import fight
from warbook.rules.sequence import Standing, strike
from warbook.systems import find
from wh40k import REVISIONS, blade, engagement, flamer, leader, model, modifier, target, units, weapon


def battle(system, fought):
    """All units of an engagement in turn, roll by roll."""
    formation = system.form(fought)
    first = system.assault(system, fought, fought.strikes[0], formation.alive)
    standing = Standing.of(formation, any(volley.spare for volley in first.volleys))
    for unit in fought.strikes:
        alive = [0] * len(formation.entries)
        for entry, _left in (*standing.front, *standing.leaders):
            alive[entry] += 1
        standing = yield from strike(system.assault(system, fought, unit, tuple(alive)), standing)
    return standing.front, standing.leaders, standing.wasted


def left(result):
    """Wounds and models left of a battle's result."""
    front, leaders, _wasted = result
    return sum(wounds for _, wounds in (*front, *leaders)), len(front) + len(leaders)


def pmf(results, start, of):
    found = np.zeros(start + 1)
    for result, p in results.items():
        found[start - of(result)] += p
    return found


def odds_of(system, fought):
    """Damage, models destroyed and waste as the odds have them."""
    done = fight(system, fought)
    chain = done.chain
    tables = (np.bincount(index, weights=done.states) for index in (chain.damage_index, chain.destroyed_index))
    return *tables, done.wasted


CRITICAL = ("devastating wounds", "anti-infantry 4+")
BODY, CAPTAIN = model(count=2, save="4+", wounds=2), leader(save="3+", wounds=3, feel_no_pain="5+")
MIXED = target(model("light", save="5+"), model("heavy", save="3+", wounds=2, invulnerable="4+"))
BODIES = target(model("first"), model("second", wounds=3))
HALVED = modifier("damage", op="halve")
ONES, FISHING = modifier("reroll hits", which="ones"), modifier("reroll wounds", which="non-critical")


def command(roll):
    return modifier("command reroll", roll=roll)


CASES = {
    "leaders last": engagement(flamer(damage="D3", count=3), target(BODY, CAPTAIN)),
    "wounded models first": engagement(
        weapon(damage="2", attacks=4),
        target(
            model("whole", wounds=3), leader(wounds=2, wounds_lost=1), model("hurt", wounds=3, wounds_lost=1)
        ),
    ),
    "precision": engagement([flamer("precision", count=2), flamer(damage="2")], target(BODY, CAPTAIN)),
    "precision and devastating wounds": engagement(
        [flamer("precision", *CRITICAL, damage="2", count=2), flamer()],
        target(model(count=2, feel_no_pain_mortal="4+"), leader(wounds=2, save="4+")),
    ),
    "two weapons that defer": engagement(
        [flamer(*CRITICAL, damage="D3"), flamer(*CRITICAL, count=2), flamer(damage="2")], MIXED
    ),
    "deferral and feel no pain": engagement(
        flamer(*CRITICAL, damage="2", count=3),
        target(model("plain", wounds=2), model("tough", wounds=3, feel_no_pain="5+", feel_no_pain_mortal="3+")),
    ),
    "spills": engagement(
        flamer(*CRITICAL, damage="D3+1", count=2),
        target(model("one"), model("two", wounds=2, feel_no_pain="6+"), leader(wounds=2, feel_no_pain="4+")),
    ),
    "spills past the last model": engagement(
        flamer(*CRITICAL, damage="3", count=3), target(count=2, feel_no_pain="5+")
    ),
    "spills under command": engagement(
        flamer(*CRITICAL, damage="D3", count=2), target(model(count=2), leader(wounds=2)), command("damage")
    ),
    "hits of all kinds": engagement(
        weapon("sustained hits D3", "lethal hits", *CRITICAL, skill="4+", count=2), MIXED, ONES
    ),
    "random attacks": engagement(weapon("rapid fire 1", attacks="D3", damage="2"), MIXED, half_range=True),
    "twin-linked and fishing": engagement(blade("twin-linked", *CRITICAL, count=4), MIXED, FISHING),
    "damage modified by a model": engagement(
        flamer("melta 1", damage="D3", count=3),
        target(model("tough", wounds=3, modifiers=[HALVED]), model("plain", wounds=3)),
        modifier("reroll damage", below="mean"),
        half_range=True,
    ),
    "command re-roll of a hit": engagement([weapon(count=2), weapon(strength=8)], MIXED, command("hit")),
    "command re-roll of a wound": engagement(weapon(*CRITICAL, count=4, damage="2"), MIXED, command("wound")),
    "command re-roll of a save": engagement(flamer(count=4), target(BODY, leader(save="2+")), command("save")),
    "command re-roll of damage": engagement(flamer(damage="D3", count=4), MIXED, command("damage")),
    "command re-roll of attacks": engagement(flamer(attacks="D3", ap=-6, count=2), BODIES, command("attacks")),
    "command re-roll and deferral": engagement(
        [flamer(*CRITICAL, damage="D3", count=2), flamer(damage="D3")], MIXED, command("damage")
    ),
    "command re-roll of saves with precision": engagement(
        [flamer("precision", count=2), flamer(count=2)], target(model(save="4+"), CAPTAIN), command("save")
    ),
    "a unit that depends on survivors": units(
        [[flamer(count=3)], [weapon("blast", strength=5, attacks=2)]],
        target(model(count=4, toughness=6), leader(toughness=3, stealth=True)),
    ),
    "deferral between units": units(
        [[flamer(*CRITICAL, count=2)], [flamer(*CRITICAL, damage="2")], [flamer()]], MIXED
    ),
    "command re-roll between units": units([[weapon()], [weapon(count=2)]], MIXED, command("hit")),
    "armour pierced by criticals": engagement(
        weapon(attacks=3, damage="2", skill="4+"), MIXED, modifier("ap", -3, on="critical wound")
    ),
    "sorts by hits and by wounds, with extra hits": engagement(
        weapon("sustained hits 1", "lethal hits", attacks=2, ap=-1),
        MIXED,
        modifier("damage", 1, op="add", on="hit 5+"),
        modifier("bar", on="critical wound", of="save"),
        ONES,
    ),
    "sorts and what is deferred": engagement(
        [weapon(*CRITICAL, attacks=2, damage="2"), flamer(damage="2")],
        MIXED,
        modifier("ap", -2, on="hit 5+"),
        modifier("mortal wounds", "D3", on="critical wound"),
    ),
    "mortal wounds instead of damage": engagement(
        [weapon(attacks=2, damage="2"), weapon()],
        MIXED,
        modifier("mortal wounds", 2, on="critical hit", op="instead"),
        modifier("mortal wounds", 1, on="critical wound"),
    ),
    "sorts under command": engagement(
        weapon("sustained hits 1", attacks=2, damage="2"),
        MIXED,
        modifier("ap", -2, on="critical hit"),
        ONES,
        command("hit"),
    ),
    "sorted wounds under command": engagement(
        weapon("sustained hits 1", attacks="2"), MIXED, modifier("ap", -2, on="wound 5+"), command("wound")
    ),
    "a first failed save": engagement(
        [flamer(attacks=2, damage="2"), flamer("melta 1", damage="2")],
        MIXED,
        modifier("first failed save", 0, op="set"),
        half_range=True,
    ),
    "a first failed save of one model": engagement(
        flamer(attacks=3, damage="D3"),
        target(
            model("light", save="5+"),
            model("heavy", wounds=2, modifiers=[modifier("first failed save", 0, op="set")]),
        ),
    ),
    "dice for attacks and damage": engagement(
        flamer(attacks=1, damage="2"),
        MIXED,
        modifier("attacks", "D3", op="add"),
        modifier("attacks", op="double"),
        modifier("damage", "D3", op="add"),
    ),
    "mortal wounds before and after": {
        **engagement(flamer("blast", attacks=1), target(model(count=5), leader(wounds=2, feel_no_pain="5+"))),
        "mortal": [
            {"when": "before", "dice": 2, "needs": "4+", "each": "D3"},
            {
                "when": "after",
                "dice": 1,
                "table": [{"least": 2, "most": 5, "wounds": 1}, {"least": 6, "wounds": 3}],
            },
        ],
    },
    "more attacks than the target takes": engagement(flamer(count=7), target()),
    "no attacks at all": engagement(weapon(), target(), advanced=True),
}


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("case", CASES)
def test_all_paths_add_up_to_the_odds(case, revision):
    agree(find("wh40k10", revision), decode(CASES[case]))


@pytest.mark.parametrize("case", [case for case in CASES if "devastating wounds" in str(CASES[case])])
def test_criticals_in_the_order_rolled_add_up_to_the_odds(case):
    system = find("wh40k10", "2023-06")
    how = msgspec.structs.replace(system.rules.devastating, at_once=True)
    agree(system.revise("house", devastating=how), decode(CASES[case]))


def agree(system, fought):
    results = exact(battle, system, fought)
    assert sum(results.values()) == pytest.approx(1, abs=1e-12)
    wounds, models = left(next(exact_start(system, fought)))
    damage, destroyed, wasted = odds_of(system, fought)
    np.testing.assert_allclose(damage, pmf(results, wounds, lambda result: left(result)[0]), rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        destroyed, pmf(results, models, lambda result: left(result)[1]), rtol=0, atol=1e-12
    )
    assert wasted == pytest.approx(sum(result[2] * p for result, p in results.items()), abs=1e-12)


def exact_start(system, fought):
    start = Standing.of(system.form(fought), False)
    yield start.front, start.leaders, 0


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize(
    "case", ["precision and devastating wounds", "hits of all kinds", "spills under command"]
)
def test_models_of_each_kind_fall_as_in_the_odds(case, revision):
    system, fought = find("wh40k10", revision), decode(CASES[case])
    results, done = exact(battle, system, fought), fight(system, fought)
    for entry, count in enumerate(system.form(fought).alive):
        alive = sum(
            p * sum(each == entry for each, _ in (*front, *leaders))
            for (front, leaders, _), p in results.items()
        )
        assert count - alive == pytest.approx(float(done.states @ done.chain.destroyed[:, entry]), abs=1e-12)


@pytest.mark.parametrize(
    "case", ["leaders last", "precision and devastating wounds", "command re-roll of a hit"]
)
@pytest.mark.parametrize("revision", ["2023-06", "2025-06"])
def test_samples_of_the_sequence_have_the_mean_of_the_odds(case, revision):
    system, fought = find("wh40k10", revision), decode(CASES[case])
    random, trials = Random(40_000), 1_500
    start, _ = left(next(exact_start(system, fought)))
    damages = [start - left(sampled(battle(system, fought), random))[0] for _ in range(trials)]
    damage, _, _ = odds_of(system, fought)
    counts = np.arange(len(damage))
    mean = float(damage @ counts)
    deviation = sqrt(float(damage @ counts**2) - mean**2)
    assert abs(sum(damages) / trials - mean) <= 4 * deviation / sqrt(trials)
