"""Dice, tests and pools, and the three ways to run a program."""

from collections import Counter
from fractions import Fraction as F
from itertools import product
from math import comb, sqrt
from random import Random

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warbook.dice import Dice, Outcome, Pool, RerolledBelow, Sum, Test, exact, replayed, roll, sampled

D6 = range(1, 7)
FAIL, AGAIN, PASS, CRITICAL = Outcome
checked = settings(deadline=None, derandomize=True, database=None)
EXPRESSIONS = ["D6", "D3", "2D6", "3D3", "D6+1", "2D3+2", "D6-1", "D6+6", "3D6"]


def same(found, expected):
    return set(found) == set(expected) and found == {
        key: pytest.approx(float(p), rel=0, abs=1e-13) for key, p in expected.items()
    }


def chances(outcomes):
    """The distribution of equally likely outcomes."""
    counted = Counter(outcomes)
    return {outcome: F(n, counted.total()) for outcome, n in counted.items()}


def by_icepool(die):
    keys = (tuple(o) if isinstance(o, icepool.Vector) else o for o in die.outcomes())
    return dict(zip(keys, die.probabilities(), strict=True))


# expressions


@pytest.mark.parametrize(
    ("text", "number", "sides", "bonus"),
    [
        ("4", 0, 0, 4),
        (4, 0, 0, 4),
        ("0", 0, 0, 0),
        ("+3", 0, 0, 3),
        ("D6", 1, 6, 0),
        ("d3", 1, 3, 0),
        ("1D6", 1, 6, 0),
        ("2D6", 2, 6, 0),
        ("2D6+1", 2, 6, 1),
        ("D6+3", 1, 6, 3),
        (" D6 + 3 ", 1, 6, 3),
        ("D6-1", 1, 6, -1),
        ("100D1000+1000000", 100, 1000, 1_000_000),
    ],
)
def test_an_expression_is_read(text, number, sides, bonus):
    assert Dice.parse(text) == Dice(number, sides, bonus)


NOT_DICE = [
    "",
    " ",
    "D",
    "D0",
    "2D",
    "6D",
    "-1",
    -1,
    "D6+",
    "D6 3",
    "D6++1",
    "D6*2",
    "2.5",
    "x",
    "D6+D6",
    "D-6",
]
NOT_ASCII = ["½D6", "٣", "D٦", "D6\x00"]
TOO_LARGE = ["101D6", "D1001", "1000001", 10**9, "9" * 50, "D6" * 30, "1e3", "0x6", "+", "-"]


@pytest.mark.parametrize("text", [*NOT_DICE, *NOT_ASCII, *TOO_LARGE])
def test_a_bad_expression_is_refused_in_a_readable_line(text):
    with pytest.raises(ValueError, match=r"is not a dice expression|is beyond the limit") as told:
        Dice.parse(text)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 160


@checked
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        dice = Dice.parse(text)
    except ValueError:
        return
    assert Dice.parse(str(dice)) == dice


@checked
@given(st.integers(1, 100), st.integers(1, 1000), st.integers(-1_000_000, 1_000_000))
def test_dice_print_as_they_are_read(number, sides, bonus):
    dice = Dice(number, sides, bonus)
    assert Dice.parse(str(dice)) == dice


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_dice_add_up(text):
    dice = Dice.parse(text)
    faces = product(range(1, dice.sides + 1), repeat=dice.number)
    assert same(dice.outcomes(), chances(sum(throw) + dice.bonus for throw in faces))


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_dice_agree_with_icepool(text):
    dice = Dice.parse(text)
    die = dice.number @ icepool.d(dice.sides) + dice.bonus
    assert same(dice.outcomes(), by_icepool(die))
    assert dice.mean == pytest.approx(float(die.mean()))
    assert dice.maximum == die.max_outcome()


def test_a_constant_is_sure():
    assert Dice.parse(3).outcomes() == {3: 1.0}


def test_dice_and_a_number_make_dice():
    assert Dice.parse("D6+1") + 2 == Dice(1, 6, 3)


def test_a_d3_is_half_a_d6_rounded_up():
    assert same(Dice.parse("D3").outcomes(), chances((face + 1) // 2 for face in D6))


@pytest.mark.parametrize(("parts", "least"), [(("D6", "D3"), 0), (("D6", "-3"), 1), (("2D3", "D6+1", "2"), 0)])
def test_a_sum_of_dice_has_a_floor(parts, least):
    dice = tuple(Dice(0, 0, -3) if text == "-3" else Dice.parse(text) for text in parts)
    several = Sum(dice, least)
    throws = product(
        *(range(1, 7) if "6" in t else range(1, 4) if t == "D3" else [0] for t in parts if t != "2D3")
    )
    if "2D3" in parts:
        throws = ((a, b, face) for a in (1, 2, 3) for b in (1, 2, 3) for face in D6)
    plus = sum(each.bonus for each in dice)
    totals = chances(max(least, sum(throw) + plus) for throw in throws)
    assert same(several.outcomes(), totals)
    assert several.mean == pytest.approx(float(sum(total * p for total, p in totals.items())))
    assert several.maximum == max(totals)


@pytest.mark.parametrize("text", ["D6", "D3", "2D6", "D6+1"])
def test_a_low_roll_is_rolled_again_whole_and_once(text):
    dice = Sum((Dice.parse(text),))
    die = Dice.parse(text).number @ icepool.d(Dice.parse(text).sides) + Dice.parse(text).bonus
    again = die.reroll(lambda total: total < die.mean(), depth=1)
    assert same(RerolledBelow(dice, dice.mean).outcomes(), by_icepool(again))


# tests


def slow_test(test):
    """Outcomes of a test by its faces and those of one more roll."""
    found = []
    for first, second in product(D6, repeat=2):
        if test.rerolls[first - 1]:
            again = test.faces[second - 1]
            found.append(AGAIN if again is FAIL else again)
        else:
            found.append(test.faces[first - 1])
    return chances(found)


def test_a_test_passes_on_its_number_and_more():
    assert Test.needing(3).faces == (FAIL, FAIL, PASS, PASS, PASS, PASS)


def test_a_one_fails_whatever_is_needed():
    assert Test.needing(-2).faces == (FAIL, PASS, PASS, PASS, PASS, PASS)


def test_faces_from_the_critical_one_always_pass():
    assert Test.needing(9, critical=5).faces == (FAIL, FAIL, FAIL, FAIL, CRITICAL, CRITICAL)


def test_low_faces_may_be_made_to_fail():
    assert Test.needing(2, critical=3, fails_to=3).faces == (FAIL, FAIL, FAIL, CRITICAL, CRITICAL, CRITICAL)
    assert Test.needing(1, fails_to=0).faces == (PASS,) * 6


def test_seven_is_out_of_reach():
    test = Test.needing(7)
    assert not test.possible
    assert test.needed is None
    assert test.chance == 0


@pytest.mark.parametrize("least", range(2, 8))
@pytest.mark.parametrize("critical", [4, 5, 6, 7])
@pytest.mark.parametrize("picks", [(), (1,), (1, 2), (6,), (1, 2, 3, 4, 5), tuple(D6)])
def test_outcomes_of_a_test_are_those_of_its_faces(least, critical, picks):
    test = Test.needing(least, critical).rerolling(lambda face, _: face in picks)
    slow = slow_test(test)
    assert same(test.outcomes(), slow)
    assert test.chance == pytest.approx(float(sum(p for outcome, p in slow.items() if outcome.passed)))


def test_re_rolls_add_up():
    ones = Test.needing(3).rerolling(lambda face, _: face == 1)
    both = ones.rerolling(lambda _, outcome: outcome is FAIL)
    assert ones.rerolls == (True, False, False, False, False, False)
    assert both.rerolls == (True, True, False, False, False, False)
    assert both.once == Test.needing(3)


@pytest.mark.parametrize("least", [2, 4, 6])
def test_a_re_rolled_test_agrees_with_icepool(least):
    test = Test.needing(least, 6).rerolling(lambda _, outcome: outcome is FAIL)
    die = icepool.d6.reroll(lambda face: face < least, depth=1)
    assert test.chance == pytest.approx(float(die.probability(">=", least)))
    assert test.outcomes()[CRITICAL] == pytest.approx(float(die.probability("==", 6)))


@pytest.mark.parametrize("number", [0, 1, 2, 4])
@pytest.mark.parametrize("test", [Test.needing(3, 6), Test.needing(7, 5), Test.needing(2), Test.needing(7)])
def test_a_pool_counts_passes_and_criticals(number, test):
    throws = product(D6, repeat=number)
    found = ([test.faces[face - 1] for face in throw] for throw in throws)
    assert same(Pool(test, number).outcomes(), chances((o.count(PASS), o.count(CRITICAL)) for o in found))


def test_a_pool_agrees_with_icepool():
    test = Test.needing(4, 6).rerolling(lambda face, _: face == 1)
    die = icepool.d6.reroll([1], depth=1).map(lambda face: icepool.Vector((int(4 <= face < 6), int(face == 6))))
    assert same(Pool(test, 7).outcomes(), by_icepool(7 @ die))


def test_a_large_pool_is_multinomial():
    found = Pool(Test.needing(4, 6), 40).outcomes()
    assert sum(found.values()) == pytest.approx(1)
    ways = comb(40, 13) * comb(27, 7)
    assert found[13, 7] == pytest.approx(float(ways * F(1, 3) ** 13 * F(1, 6) ** 7 * F(1, 2) ** 20))


# programs


def volley():
    """Rolls a D3, then tests so many dice with re-rolls, then one for each that passed."""
    number = yield from roll("attacks", Dice.parse("D3"))
    passes = 0
    for _ in range(number):
        outcome = yield from roll("hit", Test.needing(4, 6).rerolling(lambda face, _: face == 1))
        passes += 1 + (outcome is CRITICAL) if outcome.passed else 0
    wounds, criticals = yield from roll("wound", Pool(Test.needing(3, 6), min(passes, 2)))
    return wounds, criticals


def throws(program, faces=()):
    """Every list of faces that a program may roll, with its probability, and its result."""
    try:
        yield replayed(program(), faces), faces
    except ValueError as fault:
        text = str(fault)
        assert text.endswith("got None")
        sides = int(text.split("from 1 to ")[1].split(",")[0])
        for face in range(1, sides + 1):
            yield from throws(program, (*faces, face))


def weighed(program):
    """The distribution of a program's results over all faces, replayed one by one."""
    found = {}
    for result, faces in throws(program):
        _attacks, *others = faces
        found[result] = found.get(result, 0) + F(1, 3) * F(1, 6) ** len(others)
    return found


def test_exact_is_every_throw_replayed():
    assert same(exact(volley), weighed(volley))


def test_exact_sums_to_one():
    assert sum(exact(volley).values()) == pytest.approx(1, abs=1e-14)


def test_exact_takes_arguments():
    def sums(number, sides):
        total = 0
        for _ in range(number):
            total += yield from roll("die", Dice(1, sides))
        return total

    assert same(exact(sums, 3, 4), by_icepool(3 @ icepool.d4))


def test_a_program_without_rolls_has_one_result():
    def still():
        yield from ()
        return "done"

    assert exact(still) == {"done": 1.0}
    assert sampled(still(), Random(1)) == "done"
    assert replayed(still(), []) == "done"


def test_samples_follow_the_exact_distribution():
    random, trials = Random(40_000), 6_000
    found = Counter(sampled(volley(), random) for _ in range(trials))
    expected = exact(volley)
    assert found.keys() <= expected.keys()
    for result, p in expected.items():
        assert abs(found[result] / trials - p) <= 4 * sqrt(p * (1 - p) / trials) + 4 / trials


def test_a_sample_can_be_replayed():
    for seed in range(200):
        faces, random = [], Random(seed)

        class Loud(Random):
            def randint(self, least, most, random=random, faces=faces):
                faces.append(random.randint(least, most))
                return faces[-1]

        result = sampled(volley(), Loud())
        assert replayed(volley(), faces) == result


def test_a_replay_refuses_faces_that_do_not_fit():
    with pytest.raises(ValueError, match="attacks: expected a face from 1 to 3, got 4"):
        replayed(volley(), [4])
    with pytest.raises(ValueError, match="hit: expected a face from 1 to 6, got None"):
        replayed(volley(), [2, 5])
    with pytest.raises(ValueError, match="more faces"):
        replayed(volley(), [1, 2, 5])


def test_a_replay_rolls_in_order():
    assert replayed(volley(), [1, 1, 6, 2, 6]) == (0, 1)
