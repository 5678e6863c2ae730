"""Precision picks out a CHARACTER whom the attacking model sees, where its player wants that (K-W-16)."""

import pytest

from battle.hosts import fought, row, sheet
from battle.table import asked, left, pick, until
from battle.test_cards import answer
from warbook.battle.umpire import judge_from
from warbook.systems.wh40k10.field import Field
from warbook.views.log import Log

SURE = {"A": "2", "BS": "2+", "S": "12", "AP": "-6", "D": "1"}
TEXT = "Ranged weapons equipped by models in this unit have the [PRECISION] ability."
HIDDEN, OPEN, BESIDE = (18.2, 16.4), (8.4, 16.4), (6.8, 16.4)
"""Places of Leaders: behind the ruin, or in the open."""


def chief(name):
    return sheet(name, models=1, leads=("Slabs",))


def volley(*leaders, rules=(TEXT,), sling=SURE):
    """A lone Glazier shoots at Slabs of nine wounds with these Leaders, by name and place; a Slab stands in the
    open besides."""
    slabs = sheet("Slabs", models=5, stats={"W": "9"})
    battle = fought(
        (2, 0, "shooting"),
        (0, sheet("Glaziers", *rules, models=1, sling=sling), [(12, 3)]),
        (1, (slabs, *(chief(name) for name, _ in leaders)), [*row(10, 16.4), *(at for _, at in leaders)]),
    )
    return pick(pick(battle, "Glaziers"), _named(battle))


def _named(battle):
    """The target, as it is called with its Leaders."""
    return next(unit.name for unit in battle.game.muster.units if unit.side == 1)


def chosen(battle):
    """Whom Precision may pick, by name."""
    models = battle.game.muster.models
    return [models[one].name if isinstance(one, int) else one for one in battle.request.options]


def rolled(battle, word):
    """All dice of the volley come up five, after the choice."""
    return shot_out(choose(battle, word))


def choose(battle, word):
    battle.send(chosen(battle).index(word))
    return battle


def shot_out(battle):
    while asked(battle) != "unit to charge" and battle.state.clock[1] == 0:
        if hasattr(battle.request, "chance"):
            faces = []
            battle.request.chance.judge(lambda _s, faces=faces: faces.append(5) or 5)
            battle.send(tuple(faces))
        else:
            answer(battle)
    return battle


def test_its_player_is_asked_and_the_first_answer_uses_it():
    battle = volley(("Foreman", OPEN))
    assert (asked(battle), chosen(battle)) == ("picked by Precision", ["Foreman", "Bodyguard"])


@pytest.mark.parametrize(("word", "leader", "body"), [("Foreman", 0, 9), ("Bodyguard", 2, 7)])
def test_wounds_go_where_its_player_wants(word, leader, body):
    """Two wounds of damage 1, at who has two wounds or at a Slab of nine."""
    *slabs, foreman = left(rolled(volley(("Foreman", OPEN)), word), 1)
    assert (foreman, min(slabs)) == (leader, body)


@pytest.mark.parametrize("made", [
    {"leaders": [("Foreman", HIDDEN)]},
    {"leaders": [("Foreman", OPEN)], "rules": ()},
    {"leaders": []},
])  # fmt: skip
def test_nobody_is_asked_without_a_choice(made):
    """A CHARACTER who is not seen, a weapon without Precision, a unit without a Leader."""
    battle = volley(*made["leaders"], rules=made.get("rules", (TEXT,)))
    assert asked(battle) == "attacks"
    *slabs, last = left(shot_out(battle), 1)
    assert (last, min(slabs)) == ((2, 7) if made["leaders"] else (9, 7))


def test_of_two_who_are_seen_its_player_picks():
    """Three wounds of damage 2 (K-LDR-06): the one picked, then the other, then a Slab."""
    battle = volley(("Foreman", OPEN), ("Drover", BESIDE), sling={**SURE, "A": "3", "D": "2"})
    assert chosen(battle) == ["Foreman", "Drover", "Bodyguard"]
    *slabs, foreman, drover = left(rolled(battle, "Drover"), 1)
    assert (foreman, drover, min(slabs)) == (0, 0, 7)


def test_the_one_picked_is_wounded_before_the_other():
    battle = volley(("Foreman", OPEN), ("Drover", BESIDE), sling={**SURE, "A": "1", "D": "2"})
    assert left(rolled(battle, "Drover"), 1)[-2:] == [2, 0]


def test_what_the_one_picked_does_not_need_is_for_the_bodyguard_where_no_other_is_seen():
    """Three wounds of damage 2: the Drover, who stands in the open, and two on a Slab."""
    battle = volley(("Foreman", HIDDEN), ("Drover", OPEN), sling={**SURE, "A": "3", "D": "2"})
    assert chosen(battle) == ["Drover", "Bodyguard"]
    *slabs, foreman, drover = left(rolled(battle, "Drover"), 1)
    assert (foreman, drover, min(slabs)) == (2, 0, 5)


def judged(leader):
    slabs = (sheet("Slabs", stats={"W": "9"}), chief("Foreman"))
    start = fought(
        (2, 0, "shooting"),
        (0, sheet("Glaziers", models=1, sling=SURE, slung=("Precision",)), [(12, 3)]),
        (1, slabs, [*row(10, 16.4), leader]),
    )
    battle = start.copy()
    pick(until(battle, "unit to shoot"), "Glaziers")
    pick(battle, _named(battle))
    if asked(battle) == "picked by Precision":
        choose(battle, "Foreman")
    return {verdict.rule for verdict in judge_from(start, shot_out(battle).history).broken}


@pytest.mark.parametrize("leader", [HIDDEN, OPEN])
def test_the_umpire_agrees(leader):
    assert judged(leader) == set()


def test_the_umpire_notices_who_is_picked_unseen(monkeypatch):
    monkeypatch.setattr(Field, "seeing", lambda _f, _s, unit, _t, _m: frozenset(m.index for m in unit.models))
    assert "K-W-16" in judged(HIDDEN)


@pytest.mark.parametrize(("word", "whose"), [("Foreman", "Foreman"), ("Bodyguard", "Slabs")])
def test_the_log_says_whose_save_it_is(word, whose):
    """One wound: the Leader's save where Precision picks him, else one of the unit's other models'."""
    battle, lines = volley(("Foreman", OPEN), sling={**SURE, "A": "1", "AP": "0"}), []
    log = Log(lines.append)
    choose(battle, word)
    while asked(battle) != "unit to charge" and battle.state.clock[1] == 0:
        faces = []
        battle.request.chance.judge(lambda _s, faces=faces: faces.append(5) or 5)
        battle.send(tuple(faces), log.watch)
    log.end(battle)
    (save,) = (line.split() for line in lines if line.split()[:1] == ["save"])
    assert f"({whose})" in save


def test_the_options_are_models():
    battle = volley(("Foreman", OPEN))
    assert battle.request.options == (6, "Bodyguard")
