"""A re-roll of any die may take a success for a critical: asked once for all attacks (K-CLR-18)."""

import pytest

from battle.hosts import fought, row, sheet
from battle.table import asked, dice, left, options, pick, until
from warbook.battle.umpire import judge_from
from warbook.systems.wh40k10 import attack_choices, wounding

TWIN, DEVASTATING = "Twin-linked", "Devastating Wounds"
AGAIN = "You can re-roll {} rolls made for this unit."
ONES = "Re-roll {} rolls of 1 made for this unit."
FAILED, FISHED = (True, True, True, False, False, False), (True,) * 5 + (False,)
"""Faces re-rolled where 4+ succeeds: of failures, and of all but criticals."""


def start(*rules, slung=(), sling=(), spare=()):
    """A lone Glazier with one shot: hits on 4+, wounds on 4+, saves on 4+, damage 1."""
    return fought(
        (2, 0, "shooting"),
        (
            0,
            sheet("Glaziers", *rules, models=1, sling={"A": "1", **dict(sling)}, slung=slung, spare=spare),
            [(28, 20)],
        ),
        (1, sheet("Slabs"), row(28, 30)),
    )


def aimed(battle):
    return pick(pick(until(battle, "unit to shoot"), "Glaziers"), "Slabs")


def again(battle, what):
    """Which faces a roll re-rolls."""
    chance = until(battle, what).request.chance
    return getattr(chance, "test", chance).rerolls


def test_it_is_asked_before_the_attacks():
    battle = aimed(start(slung=(TWIN, DEVASTATING)))
    assert (asked(battle), options(battle)) == ("dice to re-roll: wound", ["failures", "all but criticals"])


@pytest.mark.parametrize(("words", "faces"), [("failures", FAILED), ("all but criticals", FISHED)])
def test_what_is_chosen_is_re_rolled(words, faces):
    battle = pick(aimed(start(slung=(TWIN, DEVASTATING))), words)
    assert again(battle, "wound") == faces


@pytest.mark.parametrize(("words", "wound", "lost"), [("all but criticals", (4, 6), 1), ("failures", (4,), 0)])
def test_a_success_becomes_a_critical(words, wound, lost):
    """The four is kept and saved, or re-rolled to a six that allows no save (K-WI-02)."""
    battle = dice(pick(aimed(start(slung=(TWIN, DEVASTATING))), words), (), 4, wound)
    if words == "failures":
        assert asked(battle) == "save"
        dice(battle, 6)
    else:
        dice(battle, ())
    assert sum(left(battle, 1)) == 10 - lost


@pytest.mark.parametrize(
    ("rules", "slung", "what"),
    [
        ((AGAIN.format("Wound"),), (DEVASTATING,), "wound"),
        ((AGAIN.format("Hit"),), ("Lethal Hits",), "hit"),
        ((AGAIN.format("Hit"),), ("Sustained Hits 1",), "hit"),
        ((), (TWIN, DEVASTATING, "Anti-infantry 5+"), "wound"),
    ],
)
def test_it_is_asked_where_any_die_may_be_re_rolled_and_criticals_do_more(rules, slung, what):
    battle = aimed(start(*rules, slung=slung))
    assert asked(battle) == f"dice to re-roll: {what}"
    critical = 5 if "Anti-infantry 5+" in slung else 6
    expected = tuple(face < critical for face in range(1, 7))
    assert again(pick(battle, "all but criticals"), what) == expected


@pytest.mark.parametrize(
    ("rules", "slung"),
    [
        ((), (TWIN,)),
        ((), (DEVASTATING,)),
        ((), (TWIN, "Lethal Hits")),
        ((ONES.format("Wound"),), (DEVASTATING,)),
        ((ONES.format("Hit"),), ("Lethal Hits",)),
        ((), (TWIN, DEVASTATING, "Anti-infantry 2+")),
    ],
)
def test_it_is_not_asked_where_there_is_no_choice(rules, slung):
    """No critical that does more, no re-roll of any die, or every success a critical."""
    assert asked(aimed(start(*rules, slung=slung))) == "attacks"


@pytest.mark.parametrize("what", ["hit", "wound"])
def test_a_re_roll_of_ones_takes_no_more(what):
    slung = {"hit": "Lethal Hits", "wound": DEVASTATING}[what]
    battle = aimed(start(ONES.format(what.title()), slung=(slung,)))
    assert again(battle, what) == (True, False, False, False, False, False)


def test_both_rolls_are_asked_apart():
    battle = aimed(start(AGAIN.format("Hit"), slung=("Lethal Hits", TWIN, DEVASTATING)))
    pick(battle, "failures")
    assert asked(battle) == "dice to re-roll: wound"
    pick(battle, "all but criticals")
    assert (again(battle, "hit"), again(battle, "wound")) == (FAILED, FISHED)


def test_a_weapon_whose_criticals_do_no_more_re_rolls_its_failures():
    """Of two Twin-linked weapons one has Devastating Wounds: the choice is for that one."""
    first = start(slung=(TWIN, DEVASTATING), spare=(TWIN,))
    battle = pick(pick(aimed(first.copy()), "Slabs"), "all but criticals")
    taken = {}
    while asked(battle) != "unit to charge":
        if asked(battle) == "wound":
            taken[battle.request.weapon] = battle.request.chance.test.rerolls
        step_on(battle)
    assert taken == {"Sling": FISHED, "Spare": FAILED}
    assert judge_from(first, pick(battle).history).broken == ()


def step_on(battle):
    """Roll sixes, and pass."""
    faces = []
    if hasattr(battle.request, "chance"):
        battle.request.chance.judge(lambda sides: faces.append(sides) or sides)
        battle.send(tuple(faces))
    else:
        pick(battle)


def judged(words):
    first = start(slung=(TWIN, DEVASTATING))
    battle = pick(until(pick(aimed(first.copy()), words), "unit to charge"))
    return {verdict.rule: verdict.says for verdict in judge_from(first, battle.history).verdicts}


@pytest.mark.parametrize("words", ["failures", "all but criticals"])
def test_the_umpire_agrees(words):
    says = judged(words)
    assert says["K-CLR-18"] == "held"
    assert "broken" not in says.values()


def test_the_umpire_notices_more_than_was_chosen(monkeypatch):
    def always(*asked_of):
        yield from attack_choices.rerolls(*asked_of)
        return ("wound",)

    monkeypatch.setattr(wounding, "rerolls", always)
    assert judged("failures")["K-CLR-18"] == "broken"


def test_the_umpire_notices_less_than_was_chosen(monkeypatch):
    monkeypatch.setattr(wounding, "fishing", lambda made, *_: made)
    assert judged("all but criticals")["K-CLR-18"] == "broken"
