"""Auras of friends that are near act on the unit that they reach, and on nobody else."""

from rites import BELL, GLAZIER, PLAIN, THAT, THIS, ability, assumed, deals, more, sheet
from warbook.effects import Each, Event, If
from warbook.effects.terms import Did, Selector, Within

BETTER = 4 * PLAIN / 3
"""Hits on 3+ (4 of 6) for 4+ (3 of 6)."""


def reaching(then):
    """Each time a model in that unit makes an attack."""
    return Each(Event("attacks", by=Selector("model", of=THAT)), then)


def tower(*words, name="Toll (Aura)"):
    """A friend whose ability lets units with a keyword, within 6 inches of it, hit better."""
    reached = Selector(side="friendly", keywords=words)
    toll = If(Within(reached, 6, THIS), reaching(more("hit roll")))
    return sheet("Tower", ability(toll, name=name))


def test_an_aura_reaches_a_unit_with_its_keyword():
    match = deals(BETTER, near=(tower("GLAZIER"),))
    assert "Tower: Toll (Aura) acts" in assumed(match)


def test_an_aura_for_others_changes_nothing_and_says_so():
    match = deals(PLAIN, near=(tower("CHIME"),))
    assert "Tower: Toll (Aura) changes nothing here" in assumed(match)


def test_abilities_of_a_friend_that_are_no_auras_stay_its_own():
    deals(PLAIN, near=(tower("GLAZIER", name="Toll"),))


def test_an_aura_near_the_target_does_not_help_the_attacker():
    deals(PLAIN, target_near=(tower("GLAZIER"),))


def test_the_units_own_aura_asks_for_its_keyword_too():
    own = If(Within(Selector(side="friendly", keywords=("CHIME",)), 6, THIS), reaching(more("hit roll")))
    deals(PLAIN, sheet("Glazier", ability(own, name="Toll (Aura)")))


def test_an_aura_that_is_beyond_the_figures_is_told():
    beyond = If(Within(Selector(side="friendly"), 6, THIS), reaching(more("save roll", 1, op="multiply")))
    match = deals(PLAIN, GLAZIER, BELL, near=(sheet("Tower", ability(beyond, name="Toll (Aura)")),))
    assert any("Tower: Toll (Aura)" in each for each in match.not_modelled)


def test_that_unit_is_the_one_that_the_aura_reaches():
    """Its blows hit (1/2), wound (1/2) and go through (1/2); in the turn in which it charged they hit on 3+."""
    charged = Did(Event("moves", by=THAT, moves=("charge",)))
    reached = Within(Selector(side="friendly"), 6, THIS)
    near = (sheet("Tower", ability(If(reached, If(charged, reaching(more("hit roll")))), name="Toll (Aura)")),)
    deals(0.125, near=near, phase="fight")
    deals(0.125 * 4 / 3, near=near, phase="fight", charged=True)
