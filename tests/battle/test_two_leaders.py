"""A unit with two leaders is the same unit to the rules of a battle and of a question of odds (K-LDR-01)."""

import pytest

from battle.hosts import fought, row, sheet
from warbook.rules.acting import Fielded
from warbook.sheets.loadout import squad
from warbook.systems.wh40k10.effects import facing
from warbook.systems.wh40k10.ruled import voice

SLABS = sheet("Slabs", models=2)
FOREMAN, CRIER = (
    sheet(name, models=1, words=("CHARACTER", word), leads=("Slabs",))
    for name, word in (("Foreman", "BOSS"), ("Crier", "SINGER"))
)


def in_battle(*lost):
    places = [*row(28, 30, 3), (34, 30)]
    battle = fought(
        (2, 0, "shooting"),
        (0, sheet("Glaziers", models=1), [(28, 20)]),
        (1, (SLABS, FOREMAN, CRIER), places[:4]),
        hurt={1 + place: 2 for place in lost},
    )
    return voice.force(battle.state, battle.game.muster.units[1])


def in_question():
    parts = ((SLABS, squad(SLABS), False), (FOREMAN, squad(FOREMAN), True), (CRIER, squad(CRIER), True))
    return facing.force(Fielded(parts))


@pytest.mark.parametrize("force", [in_battle, in_question])
def test_both_lead_it(force):
    unit = force()
    assert unit.leaders == ("Foreman", "Crier")
    assert (unit.numbers, sorted(unit.led)) == ((2, 1, 1), ["GRAVEL COURT", "INFANTRY", "SLABS"])
    assert {"BOSS", "SINGER", "SLABS"} <= unit.keywords


def test_nobody_leads_once_the_bodyguard_is_gone():
    assert in_battle(0, 1).leaders == ()
    assert in_battle(2).leaders == ("Crier",)
