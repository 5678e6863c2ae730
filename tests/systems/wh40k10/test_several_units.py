"""Several units that attack one target in turn: each meets what the earlier ones left (K-ATK-02)."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, flamer, leader, model, modifier, odds, odds_of_units, target

WOUND, FAIL = F(5, 6), F(1, 6)


@every_revision
def test_blast_of_a_later_unit_counts_the_survivors(revision):
    told = odds_of_units([[flamer()], [flamer("blast")]], target(count=5), revision=revision)
    assert told.damage == exactly(WOUND + WOUND * WOUND + FAIL * 2 * WOUND)


def test_blast_of_the_same_unit_counts_all():
    assert odds([flamer(), flamer("blast")], target(count=5)).damage == exactly(WOUND + 2 * WOUND)


def test_attacks_are_counted_as_if_nothing_died():
    told = odds_of_units([[flamer()], [flamer("blast")]], target(count=5))
    assert told.attacks == exactly(1 + 2)


@every_revision
def test_a_later_unit_meets_the_toughness_of_the_leader_left_alone(revision):
    unit = target(model(toughness=8), leader())
    told = odds_of_units([[flamer()], [flamer(strength=4)]], unit, revision=revision)
    assert told.damage == exactly(WOUND + WOUND * F(1, 2) + FAIL * F(1, 6))


def test_a_later_unit_meets_the_highest_toughness_left():
    unit = target(model("heavy", toughness=8), model("light", toughness=4))
    told = odds_of_units([[flamer()], [flamer(strength=4)]], unit)
    assert told.damage == exactly(WOUND + WOUND * F(1, 2) + FAIL * F(1, 6))


def test_a_later_unit_finds_a_wounded_model_wounded():
    told = odds_of_units([[flamer()], [flamer(damage="2")]], target(count=2, wounds=2))
    assert told.damage == exactly(WOUND * FAIL * 1 + FAIL * WOUND * 2 + WOUND**2 * 2)
    assert told.wasted == exactly(WOUND**2 * 1)


def test_a_later_unit_finds_nothing_when_all_are_dead():
    told = odds_of_units([[flamer(count=2)], [flamer(count=2)]], target())
    assert told.p_destroyed == exactly(1 - FAIL**4)
    assert told.wasted == 0


def test_three_units_are_like_one_where_nothing_depends_on_survivors():
    unit = target(count=4, wounds=2, save="4+")
    together = odds([flamer(damage="D3", count=3)], unit)
    apart = odds_of_units([[flamer(damage="D3")]] * 3, unit)
    assert apart.damage_pmf == exactly(together.damage_pmf)


def test_deferred_wounds_come_before_the_next_unit():
    critical = flamer("devastating wounds", "anti-infantry 2+")
    told = odds_of_units([[critical], [flamer()]], target(model("open"), model("armoured", save="2+")))
    assert told.killed["armoured"] == exactly(WOUND * WOUND * F(1, 6))


def test_modifiers_of_all_models_act_once_the_others_are_dead():
    unit = target(model("plain"), model("blurred", modifiers=[modifier("wound", -1)]))
    told = odds_of_units([[flamer()], [flamer(strength=4)]], unit)
    assert told.damage == exactly(WOUND + WOUND * F(2, 6) + FAIL * F(1, 2))
