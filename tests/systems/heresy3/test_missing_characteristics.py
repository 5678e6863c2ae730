"""A weapon that lacks a characteristic costs itself, not the unit's figures."""

import pytest

from warbook.errors import InputError
from warbook.probability import Refusal, odds
from warbook.queries.saying import said
from wardens import made, melee, ranged, sheet
from wh40k import exactly

TARGET = sheet(melee("club"), SAV="-", W="9")
BLOWS = 2 * 1 / 2 * 1 / 2


@pytest.mark.parametrize("lacking", [{"D": ""}, {"AM": ""}, {"SM": "?"}])
def test_it_is_left_out_and_that_is_told(lacking):
    match = made(sheet(melee("axe"), melee("relic", **lacking)), TARGET, "fight")
    assert odds(match.engagement).damage.mean == exactly(BLOWS)
    told = "Warden: relic left out, a characteristic is missing"
    assert told in [said(each) for each in match.assumed]


def test_where_there_is_nothing_else_the_attack_is_refused():
    match = made(sheet(melee("relic", D="")), TARGET, "fight")
    assert isinstance(odds(match.engagement), Refusal)


def test_what_the_other_phase_lacks_is_no_matter():
    match = made(sheet(melee("axe"), ranged("gun", FP="")), TARGET, "fight")
    assert odds(match.engagement).damage.mean == exactly(BLOWS)
    assert not any("left out" in said(each) for each in match.assumed)


def test_a_bearer_without_a_ballistic_skill_fires_what_needs_none():
    """Two hits of the Template (H-BLS-08) wound on 4+; the gun needs a Hit Test, and its bearer has no BS."""
    crew = sheet(ranged("flame", "Template"), ranged("gun"), BS="-", keywords=("Vehicle",))
    match = made(crew, TARGET, "shooting")
    assert odds(match.engagement).wounds.mean == exactly(2 * 1 / 2)
    assert "Warden: gun left out, a characteristic is missing" in [said(each) for each in match.assumed]
    with pytest.raises(InputError, match="BS"):
        made(sheet(ranged("gun"), BS="-"), TARGET, "shooting")
