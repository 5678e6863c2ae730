"""What the umpire judges goes by the moment that the rule speaks of, whatever rules of sheets did since."""

from battle.hosts import fought, row, sheet
from battle.table import asked, dice, until
from warbook.battle.umpire import judge_from
from warbook.battle.umpire.tale import told
from warbook.battle.umpire.wh40k10.book import Book

NEAR = "within Engagement Range of this model"
BUTTS = (
    f"Each time this model is selected to fight, select one enemy unit {NEAR} and"
    " roll one D6: on a 4+, that enemy unit suffers 3 mortal wounds."
)
FAR = (1, sheet("Slabs"), row(28, 40))


def test_a_unit_selected_to_fight_fights_on_though_its_rule_destroys_its_enemy():
    """It was within Engagement Range when it was selected, which is when that counts (K-FGT-01)."""
    ram = (0, sheet("Ram", BUTTS, models=1), [(28, 20)])
    goat = (1, sheet("Goat", models=1), [(29.5, 20)])
    start = fought((2, 0, "charge"), ram, goat, FAR, (0, sheet("Lads"), row(28, 32)))
    assert asked(start) == "unit to charge"
    battle = until(start.copy(), "rule: Rite of Glass")
    battle = until(dice(battle, 4), "pile in")
    assert battle.state.left[6] == 0  # the goat, behind the models of its enemy
    battle.send(())
    report = judge_from(start, battle.history)
    assert report.broken == ()
    assert "K-FGT-01" in {verdict.rule for verdict in report.verdicts if verdict.says == "held"}


def test_the_umpire_knows_the_friends_that_a_monster_may_not_move_through():
    """Big models go through no friend that is big (K-PTH-03); a small one bars nobody, and bars not."""
    horn, hull = sheet("Horn", models=1, words=("MONSTER",)), sheet("Hull", models=1, words=("VEHICLE",))
    foot = sheet("Foot", models=1)
    units = ((0, horn, [(20, 20)]), (0, hull, [(24, 20)]), (0, foot, [(28, 20)]))
    scene = Book(told(fought((2, 0, "charge"), *units, FAR), ())).scene
    state = fought((2, 0, "charge"), *units, FAR).state
    barred = {
        unit.name: [round(disc.x / 1000) for disc in scene.solid_friends(state, unit)] for unit in scene.units
    }
    assert (barred["Horn"], barred["Hull"], barred["Foot"]) == ([24], [20], [])
