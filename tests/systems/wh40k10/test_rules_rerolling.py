"""Rules about rolls: re-rolls, criticals, results that are settled, modifiers that are ignored."""

from fractions import Fraction

from rites import (
    BELL,
    GLAZIER,
    HIT,
    PLAIN,
    THIS,
    THROUGH,
    UNIT,
    WOUND,
    ability,
    assumed,
    attacked,
    attacking,
    deals,
    more,
    play,
    sheet,
)
from warbook.effects import (
    Choose,
    Critical,
    Duration,
    Each,
    Event,
    If,
    Ignore,
    Limit,
    Limited,
    Modifier,
    Reroll,
    Result,
    Until,
)
from warbook.effects.terms import Has, Selector, State

REROLLED = Fraction(3, 4)
"""A roll of 4+ whose failures are rolled again."""

ONES = Reroll("hit roll", "ones")
BLURRED = sheet("Bell", attacked(more("hit roll", 1, op="subtract")))


def test_ones_are_rolled_again():
    glazier = sheet("Glazier", attacking(Reroll("wound roll", "ones")))
    deals(HIT * (WOUND + Fraction(1, 6) * WOUND) * THROUGH, glazier)


def test_some_faces_are_rolled_again():
    glazier = sheet("Glazier", attacking(Reroll("hit roll", "faces", (1, 2))))
    deals((HIT + Fraction(2, 6) * HIT) * WOUND * THROUGH, glazier)


def test_a_damage_roll_of_1_is_rolled_again():
    """D3: 1, 2, 3 alike often; a 1 becomes the mean 2 again: (2 + 2 + 3) / 3."""
    glazier = sheet("Glazier", attacking(Reroll("damage roll", "ones")), rifle={"D": "D3"})
    deals(PLAIN * Fraction(7, 3), glazier)


def test_a_single_roll_is_rolled_again():
    """Of two shots one failed Hit roll is rolled again: 2·1/2 + (1 - 1/4)·1/2 hits."""
    picked = Event("selected", to=THIS, acts=("shoot",))
    rule = Each(picked, Until(Duration("attacks"), Reroll("hit roll", count=1)))
    hits = 2 * HIT + (1 - HIT**2) * HIT
    deals(hits * WOUND * THROUGH, sheet("Glazier", rule, rifle={"A": "2"}))


def test_a_roll_that_is_barred_is_not_rolled_again():
    barred = sheet("Bell", attacked(Reroll("hit roll", barred=True)))
    eager = sheet("Glazier", attacking(Reroll("hit roll")))
    deals(REROLLED * WOUND * THROUGH, eager)
    deals(PLAIN, eager, barred)


def test_instead_of_ones_all_failures_are_rolled_again_where_it_is_so():
    chimes = Has(Selector(ref="target"), "keyword", ("CHIME",))
    glazier = sheet("Glazier", attacking(If(chimes, Reroll("hit roll"), ONES)))
    deals(REROLLED * WOUND * THROUGH, glazier)
    deals((HIT + Fraction(1, 6) * HIT) * WOUND * THROUGH, glazier, sheet("Bell"))


def test_critical_hits_come_earlier():
    glazier = sheet("Glazier", attacking(Critical("hit", 5)), abilities=("lethal hits",))
    critical, plain = Fraction(2, 6), Fraction(1, 6)
    deals((plain * WOUND + critical) * THROUGH, glazier)


def test_a_critical_of_successes_makes_no_miss_a_hit():
    """Every success is critical, and 4+ is needed as before."""
    glazier = sheet("Glazier", attacking(Critical("hit", 2, successful=True)), abilities=("lethal hits",))
    deals(HIT * THROUGH, glazier)


def test_overwatch_hits_from_what_the_rule_says():
    used = Event("targets", by=Selector("play", name="Fire Overwatch"), to=UNIT)
    glazier = sheet("Glazier", Each(used, Until(Duration("play"), Result("hit roll", "succeeds", 5))))
    deals(Fraction(2, 6) * WOUND * THROUGH, glazier, overwatch=True)
    deals(PLAIN, glazier)


def test_modifiers_that_are_bad_are_ignored():
    deals(Fraction(1, 3) * WOUND * THROUGH, GLAZIER, BLURRED)
    deals(PLAIN, sheet("Glazier", attacking(Ignore(("hit roll",)))), BLURRED)


def test_all_modifiers_but_of_saves_are_ignored():
    every = Ignore(("characteristics", "rolls", "tests"), UNIT, except_=("save roll",))
    deals(PLAIN, sheet("Glazier", every), BLURRED)
    weaker = sheet("Bell", attacked(more("strength", 2, op="subtract")))
    deals(HIT * Fraction(1, 6) * THROUGH, GLAZIER, weaker)
    deals(PLAIN, sheet("Glazier", every), weaker)


def test_the_penalty_of_being_engaged_is_not_suffered():
    tank = {"words": ("VEHICLE",)}
    deals(Fraction(1, 3) * WOUND * THROUGH, sheet("Glazier", **tank), attacker_engaged=True)
    deals(PLAIN, sheet("Glazier", Ignore(("engaged penalty",), THIS), **tank), attacker_engaged=True)


def test_a_choice_of_rerolls_is_the_best_unless_the_player_names_one():
    """A shot that wounds on 6+: a failed Wound roll is worth 11/72 of a wound, a failed Hit roll 9/72."""
    one_of = tuple(Reroll(roll, count=1, of=Selector(ref="your")) for roll in ("hit roll", "wound roll"))
    glazier = sheet("Glazier", play("Second Look", Choose(one_of)), rifle={"S": "2"})
    wound = Fraction(1, 6)
    best = deals(HIT * (wound + (1 - wound) * wound) * THROUGH, glazier, BELL, "Second Look")
    assert any(text.startswith("Second Look: ") and "best here" in text for text in assumed(best))
    deals(REROLLED * wound * THROUGH, glazier, BELL, "Second Look: Hit roll")


def changed(roll, of=THIS):
    """Once a turn one roll is changed to an unmodified 6."""
    return Limited(Limit("turn"), Modifier(roll, "set", 6, of))


def test_one_hit_roll_is_changed_to_a_critical_one():
    """Of two shots 2·1/2 hit, and the first that misses with 1 - 1/4 besides."""
    glazier = sheet("Glazier", changed("hit roll"), rifle={"A": "2"})
    deals((2 * HIT + 1 - HIT**2) * WOUND * THROUGH, glazier, BELL, "Rite of Glass")
    deals(2 * PLAIN, glazier)
    lethal = sheet("Glazier", changed("hit roll"), abilities=("lethal hits",))
    deals((Fraction(2, 6) * WOUND + Fraction(1, 6) + HIT) * THROUGH, lethal, BELL, "Rite of Glass")


def test_one_wound_roll_is_changed_where_wounds_are_sorted():
    """A critical wound goes through every save; a Wound roll that fails becomes one."""
    glazier = sheet("Glazier", changed("wound roll"), abilities=("devastating wounds",))
    plain, critical = Fraction(2, 6), Fraction(1, 6) + HIT
    deals(HIT * (plain * THROUGH + critical), glazier, BELL, "Rite of Glass")


def test_one_save_is_changed_unless_there_is_none():
    saved = sheet("Bell", changed("save roll"))
    twice = sheet("Glazier", rifle={"A": "2"})
    deals(2 * PLAIN - (1 - (1 - PLAIN) ** 2), twice, saved, "Rite of Glass")
    piercing = sheet("Glazier", rifle={"A": "2", "AP": "-4"})
    deals(2 * HIT * WOUND, piercing, saved, "Rite of Glass")


def test_of_several_rolls_that_may_be_changed_the_best_is():
    rolls = Event("rolls", by=THIS, edge="after", roll="hit roll or wound roll or save roll")
    rule = Limited(Limit("turn"), Each(rolls, Modifier("roll", "set", 6)))
    glazier = sheet("Glazier", rule, rifle={"S": "1"})
    wound = Fraction(1, 6)
    deals(HIT * THROUGH, glazier, BELL, "Rite of Glass")
    deals(wound * THROUGH, glazier, BELL, "Rite of Glass: hit roll")


def test_a_changed_roll_is_sorted_as_a_6():
    """A critical wound is one AP better; 2 of 6 wound plainly, 1 of 6 critically, and 3 of 6 are changed."""
    critical = State(Selector("attack", ref="that"), "critical wound")
    sharp = attacking(If(critical, more("armour penetration", op="improve")))
    glazier = sheet("Glazier", sharp, ability(changed("wound roll"), name="Slow Eye"))
    wounds = Fraction(2, 6) * THROUGH + Fraction(4, 6) * Fraction(5, 6)
    deals(HIT * wounds, glazier, BELL, "Slow Eye")
