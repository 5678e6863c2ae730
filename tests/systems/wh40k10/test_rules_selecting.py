"""Rules that select one enemy unit: in odds the target is it where the player says so."""

from __future__ import annotations

import pytest

from rites import BELL, HIT, THROUGH, WOUND, ability, assumed, attacking, deals, faced, more, on_enemy, sheet
from warbook.effects import At, Each, Event, Select, Then, Until
from warbook.effects.terms import Duration, Selector, Window

AT_THAT = attacking(more("hit roll"), to=Selector(ref="that"))
WINDOW = Window("shooting", whose="your")
MARKS = sheet("Glazier", ability(At((WINDOW,), on_enemy(Until(Duration("phase"), AT_THAT)))))
BETTER = HIT * WOUND * THROUGH * 4 / 3
"""Hits on 3+."""


def test_that_the_target_was_selected_is_assumed_not_to_be_and_told():
    deals(HIT * WOUND * THROUGH, MARKS, BELL)
    assert any("the unit that was selected" in told for told in assumed(faced(MARKS, BELL)))


@pytest.mark.parametrize(
    ("used", "changes"), [(("Rite of Glass",), {}), ((), {"holding": ("unit that was selected",)})]
)
def test_a_player_says_that_it_was(used, changes):
    deals(BETTER, MARKS, BELL, *used, **changes)


FRIEND = Each(Event("attacks", by=Selector("model", of=Selector(ref="that"))), more("hit roll"))
HELPS = sheet("Glazier", ability(At((WINDOW,), Then((Select(Selector(side="friendly")), FRIEND)))))


def test_that_the_attacker_is_the_friendly_unit_selected_is_assumed_not_to_be_and_told():
    deals(HIT * WOUND * THROUGH, HELPS, BELL)
    assert any("attacker is the unit that was selected" in told for told in assumed(faced(HELPS, BELL)))
    deals(BETTER, HELPS, BELL, holding=("attacker is the unit",))
