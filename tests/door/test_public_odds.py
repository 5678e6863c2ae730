"""``odds`` of names, sheets and profiles: the figures of engagements worked out by hand, in every form."""

from xml.etree.ElementTree import fromstring

import pytest

from warbook.door.odds import odds
from warbook.errors import InputError
from warbook.queries import Profile, Side
from warbook.rules.engagement import Situation
from warbook.rules.pick import Arm
from warbook.sheets.sheet import Datasheet, Equipped, Item, Model, Weapon, WeaponProfile

SLING = Arm("sling", "ranged", "2", "3+", 4, "0", "1")
SLINGER = Profile(toughness=4, save="4+", wounds=1, arms=(SLING,))
KILL = 2 / 3 * 1 / 2 * 1 / 2
"""A shot of a sling at a slinger: hits on 3+, wounds on 4+, is not saved on 4+."""


def sheet(name="Hill <slingers>", equipment="Sling"):
    """Models like the profile above, printed."""
    line = {"M": '6"', "T": "4", "Sv": "4+", "W": "1", "Ld": "7+", "OC": "1"}
    shot = {"Range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "0", "D": "1"}
    return Datasheet(
        name,
        "Hill folk",
        "wh40k10",
        models=(Model("Slinger", 1, 10, characteristics=line),),
        weapons=(Weapon("Sling", "ranged", (WeaponProfile("Sling", shot),)),),
        loadout=(Equipped("Slinger", (Item(equipment),)),),
        keywords=("INFANTRY",),
    )


@pytest.mark.parametrize(
    "unit", [SLINGER, sheet(), Side("Slinger", typed=SLINGER)], ids=["profile", "sheet", "side"]
)
def test_a_unit_is_a_profile_a_sheet_or_a_side(unit):
    found = odds(unit, unit, target_models=3)
    assert found.mean == pytest.approx(2 * KILL)
    assert found.pmf == pytest.approx([(1 - KILL) ** 2, 2 * KILL * (1 - KILL), KILL**2])
    assert found.damage.mean == pytest.approx(2 * KILL)
    assert found.p_destroyed == 0


def test_sizes_are_those_asked_for():
    assert odds(sheet(), sheet(), models=5, target_models=10).damage.mean == pytest.approx(10 * KILL, abs=1e-3)
    assert odds(sheet(), sheet(), models=1, target_models=1).p_destroyed == pytest.approx(1 - (1 - KILL) ** 2)


def test_the_situation_is_that_asked_for():
    """In cover the slinger saves on 3+: a shot destroys it with 2/3 x 1/2 x 1/3."""
    found = odds(SLINGER, SLINGER, situation=Situation(cover=True))
    assert found.mean == pytest.approx(1 - (1 - 1 / 9) ** 2)


def test_units_attack_one_after_the_other():
    both = odds(SLINGER, sheet(), target_models=5, then=[SLINGER])
    assert both.mean == pytest.approx(4 * KILL)


def test_a_standard_target_is_a_unit_by_its_name():
    """S4 at T4 and Sv 3+, two wounds: a shot does damage with 2/3 x 1/2 x 1/3."""
    found = odds(SLINGER, "Power armour")
    assert found.target == "5 × Power armour"
    assert found.damage.mean == pytest.approx(2 * 2 / 3 * 1 / 2 * 1 / 3)


def test_rows_are_tidy():
    rows = odds(SLINGER, sheet(), target_models=3).rows()
    assert {tuple(row) for row in rows} == {("attacker", "target", "phase", "figure", "value", "p", "at_least")}
    destroyed = {row["value"]: row for row in rows if row["figure"] == "models_destroyed"}
    assert destroyed[1]["at_least"] == pytest.approx(1 - (1 - KILL) ** 2)
    assert sum(row["p"] for row in destroyed.values()) == pytest.approx(1)


def test_the_picture_and_the_page_are_well_formed_and_escape_names():
    found = odds(sheet(), sheet(), target_models=3)
    bars = fromstring(found.svg())
    assert len([each for each in bars.iter() if each.tag.endswith("rect")]) == 3
    page = found._repr_html_()
    assert "Hill <slingers>" not in page
    fromstring(page)


def test_the_dictionary_is_that_of_the_command_line():
    found = odds(SLINGER, SLINGER)
    told = found.to_dict()
    assert told["models_destroyed"]["mean"] == found.mean
    assert told["engagement"]["system"] == "wh40k10"


def test_a_name_that_there_is_not_is_refused():
    with pytest.raises(InputError, match="Hill folc"):
        odds("Hill folc", "Immortals")
