"""Units that attack one after the other."""

from fractions import Fraction as F

from heresy import answer, engagement, exactly, giant, gun, model, sure, target


def several(attackers, unit, **situation):
    found = engagement([], unit, **situation)
    del found["attacker"]
    told = answer({**found, "attackers": [{"weapons": [weapon]} for weapon in attackers]})
    assert not told["problems"]
    return told


def test_the_second_meets_the_majority_that_the_first_left():
    """Two soft models and a hard one: where both soft ones fell, Strength 4 cannot wound the last."""
    unit = target(model(count=2, toughness=4), model("brute", toughness=8, wounds=50))
    told = several([sure(count=2, strength=10), sure(strength=4)], unit)
    brute = next(entry for entry in told["models"] if entry["name"] == "brute")
    assert brute["wounds_lost_mean"] == exactly(0)
    tied = F(10, 36)
    none = F(1, 36)
    troopers = next(entry for entry in told["models"] if entry["name"] == "trooper")
    assert troopers["destroyed_mean"] == exactly(2 * F(5, 6) + none * F(1, 2) + tied * 0)


def test_a_blast_covers_no_more_than_are_left():
    told = several([sure(strength=10), gun('Blast (5")', skill="F")], target(count=2), under_marker_scattered=2)
    first = F(5, 6)
    one, two = 2 * F(1, 4) * (1 - first), (1 - first) * F(1, 4)
    expected = [(1 - first) * F(1, 4), one + first * F(1, 2), two + first * F(1, 2)]
    assert told["models_destroyed"]["pmf"] == exactly(expected)


def test_deflagrating_hits_are_made_before_the_next_unit():
    told = several([sure("Deflagrate (10)"), sure()], giant())
    assert told["damage"]["mean"] == exactly(F(5, 6) * (1 + F(5, 6)) + F(5, 6))
