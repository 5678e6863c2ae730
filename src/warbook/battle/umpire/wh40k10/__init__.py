"""The rules of wh40k10 that the umpire knows: a table from rule ids to small functions that find their
cases."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from warbook.battle.umpire.tale import Tale
from warbook.battle.umpire.verdict import Report, Rule, verdicts
from warbook.battle.umpire.wh40k10 import arrivals, charges, contact, harm, ledger, moves, ranged, rolls
from warbook.battle.umpire.wh40k10.book import Book
from warbook.systems.wh40k10.ruled.times import OUT_OF_TURN

RULES: Mapping[str, Rule[Book]] = {
    "K-SEQ": Rule("the order of phases and steps", ledger.phases),
    "K-SEQ-players": Rule("who is asked", ledger.players),
    "K-CMD-01": Rule("command points gained and paid", ledger.command_points),
    "K-CMD-01-debt": Rule("no points below none", ledger.never_in_debt),
    "K-CMD-03": Rule("who tests for Battle-shock", ledger.shock_tests),
    "K-CMD-03-result": Rule("what the tests do", ledger.shock_results),
    "K-STR-01": Rule("Stratagems once a phase, turn or battle", ledger.once),
    "K-STR-01-units": Rule("Stratagems on own units, not Battle-shocked", ledger.own_units),
    "K-STR-windows": Rule("Stratagems in their windows", ledger.windows),
    "K-STR-intervention": Rule("Heroic Intervention", ledger.interventions),
    "K-STR-counter": Rule("Counter-Offensive", ledger.counter_offensives),
    "K-STR-overwatch": Rule("Fire Overwatch", ranged.overwatch),
    "K-VOC-06": Rule("wounds are only lost", ledger.wounds),
    "K-OBJ-06": Rule("the score", ledger.score),
    "K-OBJ-06-end": Rule("the end of the battle", ledger.rounds),
    "K-MOV-01": Rule("each unit moves once, in a way open to it", moves.kinds_of_move),
    "K-MOV-02": Rule("distances of Normal moves, Advances and Fall Backs", moves.distance),
    "K-MOV-05": Rule("Desperate Escape", moves.escapes),
    "K-PTH-03": Rule("past enemies", moves.past_enemies),
    "K-PTH-03-friends": Rule("past friendly MONSTERS and VEHICLES", moves.past_friends),
    "K-PTH-03-models": Rule("no model ends on another", moves.not_on_models),
    "K-PTH-03-table": Rule("no model ends off the table", moves.on_the_table),
    "K-PTH-still": Rule("nobody moves otherwise", ledger.still),
    "K-POS-04": Rule("moves end out of Engagement Range", moves.out_of_engagement),
    "K-POS-05": Rule("moves end in coherency", moves.coherent_moves),
    "K-POS-06": Rule("turns end in coherency", moves.coherent_turns),
    "K-POS-06-removed": Rule("who is removed for coherency", moves.removals),
    "K-POS-deployment": Rule("deployment zones", moves.deployment),
    "K-RES-05": Rule("Reserves arrive away from enemies", arrivals.away),
    "K-RES-05-edge": Rule("Strategic Reserves arrive at an edge", arrivals.at_an_edge),
    "K-SHT-01": Rule("who shoots", ranged.shooters),
    "K-SHT-02": Rule("declared attacks are made", ranged.all_made),
    "K-SHT-03": Rule("targets in range and in sight", ranged.targets),
    "K-SHT-03-number": Rule("weapons in range and in sight", ranged.in_range),
    "K-SHT-04": Rule("targets not engaged with friends", ranged.locked),
    "K-W-03": Rule("Blast away from friends", ranged.blast),
    "K-W-14": Rule("One Shot", ranged.one_shot),
    "K-W-15": Rule("Pistols or other weapons", harm.pistols),
    "K-W-16": Rule("whom Precision picks out", ranged.picked_out),
    "K-CLR-18": Rule("which dice a re-roll takes", rolls.rerolls),
    "K-DIC-01": Rule("the right dice", harm.kinds),
    "K-MW-05": Rule("Deadly Demise is rolled", harm.demises),
    "K-MW-05-wounds": Rule("whom Deadly Demise hurts", harm.blasts),
    "K-W-22": Rule("one profile of a weapon", ranged.one_profile),
    "K-SHT-07": Rule("Lone Operatives", ranged.lone_operatives),
    "K-ATK-number": Rule("attacks of each weapon", rolls.attacks),
    "K-ATK-hit-number": Rule("a Hit roll for each attack", rolls.hit_numbers),
    "K-ATK-hit": Rule("what Hit rolls need", rolls.hits),
    "K-ATK-wound-number": Rule("a Wound roll for each hit", rolls.wound_numbers),
    "K-ATK-wound": Rule("what Wound rolls need", rolls.wounds),
    "K-ATK-allocation": Rule("allocation and lost damage", rolls.allocation),
    "K-ATK-save": Rule("what saves need", rolls.save_rolls),
    "K-ATK-damage": Rule("no wounds beyond the damage", rolls.no_save_no_wound),
    "K-CHG-01": Rule("who charges", charges.eligible),
    "K-CHG-02": Rule("targets of charges", charges.targets),
    "K-CHG-03": Rule("distance and end of Charge moves", charges.distances),
    "K-CHG-04": Rule("Charge moves come closer", charges.closer),
    "K-CHG-04-contact": Rule("base contact after charges and pile-ins", contact.contact),
    "K-FGT-01": Rule("who fights, once", charges.in_combat),
    "K-FGT-01-all": Rule("everybody fights who must", charges.nobody_left),
    "K-FGT-02": Rule("the order of the Fight phase", charges.order),
    "K-FGT-03": Rule("pile-ins", charges.piled_in),
    "K-FGT-03-distance": Rule("three inches of pile-in and Consolidation", moves.short_moves),
    "K-FGT-04": Rule("who strikes", ranged.in_fight),
    "K-FGT-06": Rule("Consolidations", charges.consolidated),
}


def report(tale: Tale) -> Report:
    """The verdicts on a battle, up to where a rule of a sheet first lets a unit act out of turn: the books that
    the umpire keeps know no such turns."""
    known = tuple(takewhile(lambda moment: OUT_OF_TURN not in moment.after.used, tale.moments))
    return verdicts(RULES, Book(tale._replace(moments=known)))
