"""What holds for the odds of any engagement."""

import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oracle.engagements import engagements
from warbook.probability import answer
from wh40k import REVISIONS, modifier, odds, weapon

checked = settings(
    derandomize=True, deadline=None, database=None, max_examples=100, suppress_health_check=list(HealthCheck)
)
CLOSE = 1e-9


def figures(engagement):
    found = answer(engagement)
    assert found["problems"] == []
    return found


@checked
@given(engagements(limit=60_000))
def test_figures_hang_together(engagement):
    found = figures(engagement)
    spreads = [found["damage"], found["models_destroyed"]]
    own = found["self_damage"]
    spreads += [own, own["models_destroyed"]] if own else []
    for spread in spreads:
        assert min(spread["pmf"]) >= 0
        assert sum(spread["pmf"]) == pytest.approx(1, abs=CLOSE)
        assert spread["mean"] == pytest.approx(sum(n * p for n, p in enumerate(spread["pmf"])), abs=CLOSE)
    assert sum(entry["destroyed_mean"] for entry in found["models"]) == pytest.approx(
        found["models_destroyed"]["mean"], abs=CLOSE
    )
    assert sum(entry["wounds_lost_mean"] for entry in found["models"]) == pytest.approx(
        found["damage"]["mean"], abs=CLOSE
    )


@checked
@given(engagements(limit=60_000))
def test_a_target_is_destroyed_when_all_its_wounds_and_models_are(engagement):
    found, models = figures(engagement), engagement["target"]["models"]
    count = sum(model["count"] for model in models)
    wounds = sum(model["count"] * model["wounds"] - model.get("wounds_lost", 0) for model in models)
    for spread, most in ((found["damage"], wounds), (found["models_destroyed"], count)):
        last = spread["pmf"][most] if len(spread["pmf"]) == most + 1 else 0
        assert len(spread["pmf"]) <= most + 1
        assert found["p_destroyed"] == pytest.approx(last, abs=CLOSE)
    alive = min(entry["p_all_destroyed"] for entry in found["models"])
    assert found["p_destroyed"] <= alive + CLOSE


@checked
@given(engagements(limit=60_000))
def test_nothing_is_negative_and_wounds_need_hits(engagement):
    found = figures(engagement)
    names = ("attacks", "hits", "wounds", "damage", "wasted", "models_destroyed")
    assert all(found[name]["mean"] >= 0 for name in names)
    assert 0 <= found["p_destroyed"] <= 1 + CLOSE
    assert found["wounds"]["mean"] <= found["hits"]["mean"] + CLOSE


@checked
@given(engagements(limit=60_000))
def test_the_same_engagement_has_the_same_answer(engagement):
    before = copy.deepcopy(engagement)
    assert answer(engagement) == answer(engagement)
    assert engagement == before


@checked
@given(engagements(limit=60_000), st.integers(1, 6))
def test_like_weapons_apart_are_like_weapons_together(engagement, place):
    unit = engagement.get("attacker") or engagement["attackers"][0]
    gun = unit["weapons"][place % len(unit["weapons"])]
    together = figures(engagement)
    where = unit["weapons"].index(gun)
    unit["weapons"][where : where + 1] = [{**gun, "count": 1} for _ in range(gun["count"])]
    apart = figures(engagement)
    for key in ("damage", "models_destroyed"):
        assert apart[key]["pmf"] == pytest.approx(together[key]["pmf"], abs=CLOSE)
    assert apart["wasted"]["mean"] == pytest.approx(together["wasted"]["mean"], abs=CLOSE)


# simple weapons, of which more is better

guns = st.builds(
    lambda abilities, **changes: weapon(*abilities, **changes),
    st.lists(
        st.sampled_from(["sustained hits 1", "lethal hits", "twin-linked", "devastating wounds", "precision"]),
        max_size=2,
        unique=True,
    ),
    attacks=st.sampled_from(["1", "3", "D3", "D6+1"]),
    skill=st.sampled_from(["3+", "4+", "5+"]),
    strength=st.integers(3, 9),
    ap=st.integers(-3, 0),
    damage=st.sampled_from(["1", "2", "D3", "D6"]),
    count=st.integers(1, 3),
)
models = st.builds(
    lambda name, invulnerable, fnp, **keys: {
        "name": name,
        **({"invulnerable": invulnerable} if invulnerable else {}),
        **({"feel_no_pain": fnp} if fnp else {}),
        **keys,
    },
    st.just("trooper"),
    st.sampled_from([None, "4+", "6+"]),
    st.sampled_from([None, "5+"]),
    count=st.integers(1, 6),
    toughness=st.integers(3, 9),
    save=st.sampled_from(["2+", "3+", "4+", "6+", "-"]),
    wounds=st.integers(1, 4),
)
sides = st.tuples(guns, models.map(lambda model: {"models": [model]}), st.sampled_from(REVISIONS))


def more_of(key, better):
    def change(gun):
        return {**gun, key: better(gun[key])}

    return change


BETTER = {
    "skill": more_of("skill", lambda skill: f"{int(skill[0]) - 1}+"),
    "armour penetration": more_of("ap", lambda ap: ap - 1),
    "attacks": more_of(
        "attacks", lambda attacks: f"{attacks}+1" if attacks == "D3" else {"1": 2, "3": 4}.get(attacks, "D6+2")
    ),
    "strength": more_of("strength", lambda strength: strength + 1),
    "count": more_of("count", lambda count: count + 1),
}


@pytest.mark.parametrize("what", BETTER)
@settings(checked, max_examples=60)
@given(sides)
def test_a_better_weapon_does_no_less(what, both):
    gun, unit, revision = both
    before, after = odds(gun, unit, revision=revision), odds(BETTER[what](gun), unit, revision=revision)
    assert after.damage >= before.damage - CLOSE
    assert after.destroyed >= before.destroyed - CLOSE
    assert after.p_destroyed >= before.p_destroyed - CLOSE
    assert_dominates(after.damage_pmf, before.damage_pmf)


def assert_dominates(better, worse):
    """Any damage is reached at least as often."""
    for least in range(len(worse)):
        assert sum(better[least:]) >= sum(worse[least:]) - CLOSE


@settings(checked, max_examples=60)
@given(sides)
def test_a_tougher_target_suffers_no_more(both):
    gun, unit, revision = both
    tougher = {"models": [{**unit["models"][0], "toughness": unit["models"][0]["toughness"] + 1}]}
    before, after = odds(gun, unit, revision=revision), odds(gun, tougher, revision=revision)
    assert_dominates(before.damage_pmf, after.damage_pmf)


@settings(checked, max_examples=60)
@given(sides, st.sampled_from(["hit", "wound"]), st.sampled_from(["ones", "failed"]))
def test_a_re_roll_of_failures_does_no_less(both, roll, which):
    gun, unit, revision = both
    plain = odds(gun, unit, revision=revision)
    again = odds(gun, unit, modifier(f"reroll {roll}s", which=which), revision=revision)
    command = odds(gun, unit, modifier("command reroll", roll=roll), revision=revision)
    assert again.wounds >= plain.wounds - CLOSE
    assert command.wounds >= plain.wounds - CLOSE


@settings(checked, max_examples=60)
@given(sides, guns)
def test_the_order_of_equal_weapons_does_not_matter(both, other):
    gun, unit, revision = both
    equal = [{**other, "name": name, "count": count} for name, count in (("first", 1), ("second", 2))]
    one = odds([gun, *equal], unit, revision=revision)
    two = odds([gun, *reversed(equal)], unit, revision=revision)
    assert one.damage_pmf == pytest.approx(two.damage_pmf, abs=CLOSE)
    assert one.wasted == pytest.approx(two.wasted, abs=CLOSE)


@settings(checked, max_examples=60)
@given(sides)
def test_an_empty_line_changes_nothing(both):
    gun, unit, revision = both
    one = odds(gun, unit, revision=revision)
    two = odds([{**gun, "name": "none", "count": 0}, gun], unit, revision=revision)
    assert one.damage_pmf == pytest.approx(two.damage_pmf, abs=1e-12)
