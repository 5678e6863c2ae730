"""Rules read from sentences act on the attacks that they speak of, and on no others."""

from fractions import Fraction

import pytest

from warbook.effects import Heading, Modifier, Restrict, Select
from warbook.effects.terms import Selector
from warbook.parsing.parse import read
from warbook.probability import odds
from warbook.rules.engagement import AttackerSpec, Engagement, ModelSpec, TargetSpec, WeaponSpec
from warbook.systems.wh40k10.effects import acting, executes
from warbook.systems.wh40k10.effects.applying import armed, standing
from warbook.systems.wh40k10.effects.scene import Force, Role, Scene

RIFLE = WeaponSpec("glass rifle", "ranged", 1, 4, 1, skill="4+", ap=-1)
MODEL = ModelSpec("glazier", 1, 4, "4+", 1)


def scene(target: tuple[str, ...] = (), holding: tuple[str, ...] = ()) -> Scene:
    """A unit of GLAZIERS shoots at a unit with these keywords."""
    glaziers = Force(frozenset(("GLAZIER",)), (MODEL,), (("Glaziers", frozenset(("GLAZIER",))),))
    attacked = Force(frozenset(target), (MODEL,), (("Target", frozenset(target)),))
    return Scene(glaziers, attacked, "shooting", holding=holding, told={})


def wounds(text: str, here: Scene, role: Role = "attacker") -> float:
    """The mean of wounds of one shot, under a rule of the unit in a role."""
    reading = read(text)
    assert reading.understood, reading.rest
    made = acting("Rite", (reading.effect,), here, role, "Glaziers" if role == "attacker" else "Target", False)
    weapon = armed(RIFLE, "Glaziers", made)
    model = standing(MODEL, "Target", made)
    answer = odds(Engagement(TargetSpec((model,)), attacker=AttackerSpec((weapon,))))
    return answer.damage.mean  # type: ignore[union-attr]


PLAIN = Fraction(1, 2) * Fraction(1, 2) * Fraction(4, 6)
"""Hits on 4+, wounds on 4+, saved on 5+."""


def test_a_modifier_acts_against_those_it_names_alone() -> None:
    text = "Each time this unit makes an attack that targets a ZORBLAX unit, add 1 to the Hit roll."
    better = Fraction(4, 6) * Fraction(1, 2) * Fraction(4, 6)
    assert wounds(text, scene(("ZORBLAX",))) == pytest.approx(float(better))
    assert wounds(text, scene(("QUORN",))) == pytest.approx(float(PLAIN))


def test_a_rule_of_the_target_acts_on_its_saves() -> None:
    saved = Fraction(1, 2) * Fraction(1, 2) * Fraction(3, 6)
    text = "Models in this unit have a 4+ invulnerable save."
    assert wounds(text, scene(), "target") == pytest.approx(float(saved))


def test_a_friend_elsewhere_is_not_assumed_to_be_near() -> None:
    text = (
        'While this unit is within 7" of a friendly BELLOWS unit, each time this unit makes an attack, '
        "add 1 to the Wound roll."
    )
    assert wounds(text, scene()) == pytest.approx(float(PLAIN))
    better = Fraction(1, 2) * Fraction(4, 6) * Fraction(4, 6)
    assert wounds(text, scene(holding=("BELLOWS",))) == pytest.approx(float(better))


def test_what_changes_no_figure_is_not_executed() -> None:
    for leaf in (Heading("Rite"), Restrict(Selector("model")), Select(Selector(side="enemy"))):
        assert not executes(leaf)


def test_what_the_figures_cannot_act_on_is_not_executed() -> None:
    assert executes(read("Each time this model makes an attack, add 1 to the Hit roll.").effect)
    assert not executes(Modifier("move", "add", 2, Selector(ref="this")))
