"""Rules that sheets print act in battles, where the position answers what they ask."""

import pytest

from battle.hosts import detachment, fought, row, rule, sheet
from battle.table import asked, pick
from warbook.dice import Outcome

NEAR, FAR = row(28, 30), row(28, 40)


def needed(battle):
    """What the roll asked for must show at least."""
    test = getattr(battle.request.chance, "test", battle.request.chance)
    return next(face for face, outcome in enumerate(test.faces, 1) if outcome is not Outcome.FAIL)


def shot(attackers, targets=None, *more, where=NEAR, flags=(), **keys):
    """The first unit of A shoots the first of B: the roll to hit is asked."""
    mine = attackers if isinstance(attackers, (tuple,)) else (attackers, None)
    body = mine if mine[1] is not None else mine[0]
    count = 6 if mine[1] is not None else 5
    battle = fought(
        (2, 0, "shooting"),
        (0, body, row(28, 20, count), *flags),
        (1, targets or sheet("Slabs"), where),
        *more,
        **keys,
    )
    battle = pick(battle, battle.game.muster.units[0].name)
    return until_roll(battle, "hit")


def until_roll(battle, what):
    """Answer with the first unit named until a roll of that name is asked."""
    for _ in range(40):
        if asked(battle) == what:
            return battle
        request = battle.request
        if hasattr(request, "options"):
            battle.send(0)
        else:
            faces = []
            request.chance.judge(lambda sides, faces=faces: faces.append(sides) or sides)
            battle.send(tuple(faces))
    raise AssertionError(what)


ADD, TAKE = "add 1 to the Hit roll.", "subtract 1 from the Hit roll."
EACH = "each time a model in {} unit makes an attack"
BETTER = f"Each time this unit makes an attack, {ADD}"


def test_a_rule_without_conditions_changes_every_roll():
    assert needed(shot(sheet("Glaziers"))) == 4
    assert needed(shot(sheet("Glaziers", BETTER))) == 3


@pytest.mark.parametrize(("where", "needs"), [(row(28, 30), 3), (row(28, 33), 4)])
def test_the_distance_to_the_target_is_measured(where, needs):
    text = f'Each time this unit makes an attack that targets a unit within 10", {ADD}'
    assert needed(shot(sheet("Glaziers", text), where=where)) == needs


def test_a_rule_of_the_target_is_on_attacks_at_it():
    text = f"Each time an attack targets this unit, {TAKE}"
    assert needed(shot(sheet("Glaziers"), sheet("Slabs", text))) == 5


def test_what_the_position_does_not_tell_acts_not_at_all_and_is_told():
    text = f"While this unit is in the Zorblax, each time it makes an attack, {ADD}"
    battle = shot(sheet("Glaziers", rule(text, "Rite of Dust")))
    assert needed(battle) == 4
    assert any("Rite of Dust" in told for told in battle.game.table.rules.told)


@pytest.mark.parametrize(("x", "needs"), [(28, 3), (45, 4)])
def test_a_friend_nearby_gives_what_he_spreads(x, needs):
    text = f'While a friendly GLAZIERS unit is within 6" of this model, {EACH.format("that")}, {ADD}'
    chief = (0, sheet("Kiln", text, models=1), [(x, 16)])
    assert needed(shot(sheet("Glaziers"), None, chief)) == needs


@pytest.mark.parametrize(("x", "needs"), [(28, 5), (48, 4)])
def test_an_enemy_nearby_takes_what_is_spread(x, needs):
    text = f'While an enemy unit is within 6" of this model, {EACH.format("that")}, {TAKE}'
    foe = (1, sheet("Kiln", text, models=1), [(x, 16)])
    assert needed(shot(sheet("Glaziers"), None, foe)) == needs


def test_a_leader_gives_while_he_lives():
    text = f"While this model is leading a unit, {EACH.format('that')}, {ADD}"
    led = (sheet("Glaziers"), sheet("Foreman", text, models=1, leads=("Glaziers",)))
    assert needed(shot(led)) == 3
    assert needed(shot(sheet("Glaziers"))) == 4


def test_a_rule_of_the_detachment_acts_where_the_list_chose_it():
    known = detachment(f"Each time a GLAZIERS model from your army makes an attack, {ADD}")
    assert needed(shot(sheet("Glaziers"), known=known, detached=(0,))) == 3
    assert needed(shot(sheet("Glaziers"), known=known)) == 4
    assert needed(shot(sheet("Glaziers"), known=known, detached=(1,))) == 4


@pytest.mark.parametrize(("text", "needs"), [("Below Half-strength", 4), ("below its Starting Strength", 3)])
def test_strength_is_counted(text, needs):
    text = f"While this unit is {text}, {EACH.format('this')}, {ADD}"
    battle = fought((2, 0, "shooting"), (0, sheet("Glaziers", text), row(28, 20, 4)), (1, sheet("Slabs"), NEAR))
    assert needed(until_roll(pick(battle, "Glaziers"), "hit")) == needs


def test_saves_of_the_target_are_changed():
    battle = shot(
        sheet("Glaziers", sling={"AP": "-3"}),
        sheet("Slabs", "Models in this unit have a 5+ invulnerable save."),
    )
    assert needed(until_roll(battle, "save")) == 5


def test_wounds_by_a_rule_are_not_given_in_a_battle():
    """Models have their wounds in the state: what adds to them is told, not applied to a target alone."""
    text = "Add 1 to the Wounds characteristic of models in this unit."
    battle = shot(sheet("Glaziers"), sheet("Slabs", text))
    assert "Slabs: Rite of Glass" in battle.game.table.rules.told
