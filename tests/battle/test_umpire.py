"""The umpire finds what is wrong: a battle that keeps the rules is altered afterwards, one rule at a time."""

from itertools import pairwise

import pytest

from battle.skirmishes import engines, infantry
from battle.table import asked, at, dice, go, pick, row
from battle.test_battles import bundled_armies, fought
from battle.wild import WildBot
from warbook.battle import begin, recorded
from warbook.battle.position import set_up
from warbook.battle.umpire import judge, judge_from, report, told
from warbook.battle.umpire.wh40k10 import RULES
from warbook.battle.umpire.wh40k10.book import Book
from warbook.dice import Roll, Test
from warbook.rules.request import Ask, Place
from warbook.systems.wh40k10.ruled.rulebook import Rulebook


@pytest.fixture(scope="module")
def tales():
    """Battles by the core rules alone: of what sheets' rules touch the umpire says nothing."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Rulebook, "_all", lambda _self: iter(()))
        yield _told_tales()


def _told_tales():
    made = []
    for skirmish, seed in ((infantry, 1), (infantry, 2), (engines, 3), (engines, 4)):
        start = set_up(skirmish("crossways", "2025-06"))
        battle = fought(start.copy(), (WildBot(seed), WildBot(seed + 1)), seed, 10_000)
        made.append(told(start, battle.history))
    start = begin(bundled_armies("small-yard", "2025-06"))
    battle = fought(start.copy(), (WildBot(1), WildBot(2)), 3, 10_000)
    return [*made, told(start, battle.history)]


def altered(tale, number, moment):
    return tale._replace(moments=(*tale.moments[:number], moment, *tale.moments[number + 1 :]))


def found(tales, fits):
    """The first moment that fits, with its tale."""
    for tale in tales:
        for moment in tale.moments:
            if fits(moment):
                return tale, moment
    raise AssertionError("no such moment in the battles of this test")


def kind(*kinds):
    return lambda moment: isinstance(moment.request, Place) and moment.request.kind in kinds and moment.answer


def changed(moment, change):
    after = moment.after.copy()
    change(after)
    return moment._replace(after=after)


def breaks(tale, moment, rule):
    verdicts = {verdict.rule: verdict for verdict in report(altered(tale, moment.number, moment)).verdicts}
    assert verdicts[rule].says == "broken", str(verdicts[rule])
    assert any(broken.input == moment.number for broken in verdicts[rule].breaks)


def test_battles_as_they_were_keep_every_rule(tales):
    for tale in tales:
        assert not report(tale).broken, str(report(tale))


def test_every_rule_is_met_in_these_battles(tales):
    met = {verdict.rule for tale in tales for verdict in report(tale).verdicts if verdict.says == "held"}
    rare = {"K-W-03", "K-STR-intervention", "K-W-14", "K-SHT-07", "K-MW-05", "K-MW-05-wounds"}
    rare |= {"K-RES-05", "K-RES-05-edge"}  # nobody is held back in these lists: see test_reserves
    rare |= {"K-CLR-18"}  # nothing of theirs is Twin-linked: see test_rerolls_of_any_die
    assert set(RULES) - met <= rare


def test_a_point_too_many(tales):
    tale, moment = found(tales, lambda m: isinstance(m.request, Ask))
    breaks(tale, changed(moment, lambda state: state.sides.__setitem__((0, 0), 99)), "K-CMD-01")


def test_a_debt(tales):
    tale, moment = found(tales, lambda m: isinstance(m.request, Ask))
    breaks(tale, changed(moment, lambda state: state.sides.__setitem__((1, 0), -1)), "K-CMD-01-debt")


def test_a_score_out_of_nowhere(tales):
    tale, moment = found(tales, lambda m: isinstance(m.request, Ask))
    breaks(tale, changed(moment, lambda state: state.sides.__setitem__((0, 1), 50)), "K-OBJ-06")


def test_wounds_that_come_back(tales):
    tale, moment = found(tales, lambda m: (m.after.left == 0).any())
    dead = int((moment.after.left == 0).argmax())
    before = moment.before.copy()
    before.left[dead] = 0
    breaks(tale, changed(moment, lambda s: s.left.__setitem__(dead, 1))._replace(before=before), "K-VOC-06")


def test_a_model_that_goes_too_far(tales):
    tale, moment = found(tales, kind("normal"))
    model, *way = moment.answer[0]
    x, y = moment.before.at[model].tolist()
    long_way = (model, 100, 100, 40_000, 40_000, 100, 100, x, y, *way)
    breaks(tale, moment._replace(answer=(long_way, *moment.answer[1:])), "K-MOV-02")


def test_a_model_off_the_table(tales):
    tale, moment = found(tales, kind("normal", "advanced"))
    model, *_ = moment.answer[0]
    breaks(tale, moment._replace(answer=((model, 10, 10), *moment.answer[1:])), "K-PTH-03-table")


def test_a_model_on_another(tales):
    tale, moment = found(tales, lambda m: kind("normal", "advanced")(m) and len(m.answer) > 1)
    (first, *_), (second, *way), *rest = moment.answer
    breaks(tale, moment._replace(answer=((first, *way[-2:]), (second, *way), *rest)), "K-PTH-03-models")


def test_a_unit_torn_apart(tales):
    tale, moment = found(tales, lambda m: kind("normal", "advanced")(m) and len(m.answer) > 2)
    model, *_ = moment.answer[0]
    breaks(tale, moment._replace(answer=((model, 30_000, 43_000), *moment.answer[1:])), "K-POS-05")


def test_a_move_that_ends_beside_an_enemy(tales):
    tale, moment = found(tales, kind("normal", "advanced"))
    unit = tale.game.muster.units[moment.request.unit]
    enemy = next(
        m.index
        for other in tale.game.muster.units
        if other.side != unit.side
        for m in other.models
        if moment.before.left[m.index] > 0 and moment.before.at[m.index, 0] >= 0
    )
    x, y = moment.before.at[enemy].tolist()
    model, *_ = moment.answer[0]
    breaks(tale, moment._replace(answer=((model, x + 1500, y), *moment.answer[1:])), "K-POS-04")


def test_a_charge_beyond_its_roll(tales):
    tale, moment = found(tales, lambda m: isinstance(m.request, Roll) and m.request.what == "charge")
    later = next(m for m in tale.moments[moment.number :] if isinstance(m.request, Place))
    if not (later.request.kind == "charge" and later.answer):
        tale, later = found(tales, kind("charge"))
        moment = next(
            m for m in reversed(tale.moments[: later.number]) if getattr(m.request, "what", "") == "charge"
        )
    short = altered(tale, moment.number, moment._replace(answer=(0, 0)))
    verdict = next(v for v in report(short).verdicts if v.rule == "K-CHG-03")
    assert verdict.says == "broken"


def test_a_pile_in_away_from_the_enemy(tales):
    tale, moment = found(tales, kind("pile in"))
    model, *_ = moment.answer[0]
    breaks(tale, moment._replace(answer=((model, 1_000, 43_000),)), "K-FGT-03-distance")


def test_a_unit_that_fights_twice(tales):
    tale, first = found(tales, kind("pile in"))
    later = next(
        (
            m
            for m in tale.moments[first.number + 1 :]
            if isinstance(m.request, Place)
            and m.request.kind == "pile in"
            and m.before.clock[:2] == first.before.clock[:2]
        ),
        None,
    )
    assert later is not None
    again = later._replace(request=Place(first.request.player, "pile in", first.request.unit, 3000), answer=())
    verdict = next(v for v in report(altered(tale, later.number, again)).verdicts if v.rule == "K-FGT-01")
    assert verdict.says == "broken"


def test_a_hit_roll_that_needs_too_little(tales):
    tale = tales[0]
    clear = (volley for volley in Book(tale).volleys if not volley.due.unclear)
    moment = next(roll for volley in clear for roll in volley.rolls if roll.request.what == "hit")
    easy = Roll("hit", Test.needing(1, 1, 0))
    breaks(tale, moment._replace(request=easy), "K-ATK-hit")


def test_a_play_used_twice(tales):
    def used(moment):
        ask = moment.request
        return isinstance(ask, Ask) and ask.title.startswith("play") and ask.options[moment.answer] is not None

    for tale in tales:
        names = [
            (m, m.request.options[m.answer].play.name, m.request.player, m.before.clock[:2])
            for m in tale.moments
            if used(m)
        ]
        for (first, _, player, turn), (second, _, again, same) in pairwise(names):
            if player == again and turn == same and first.before.clock[2] == second.before.clock[2]:
                twice = second._replace(request=first.request, answer=first.answer)
                verdict = next(
                    v for v in report(altered(tale, second.number, twice)).verdicts if v.rule == "K-STR-01"
                )
                assert verdict.says == "broken"
                return
    pytest.fail("no player used two plays in a phase of these battles")


def test_models_that_move_by_themselves(tales):
    tale, moment = found(tales, lambda m: isinstance(m.request, Roll) and m.request.what == "hit")
    breaks(tale, changed(moment, lambda state: state.at.__setitem__((0, 0), 5)), "K-PTH-still")


def test_a_record_is_judged_from_its_start():
    header = bundled_armies("small-yard", "2024-06")
    battle = fought(begin(header), (WildBot(8), WildBot(9)), 8, 200)
    verdicts = {verdict.rule: verdict for verdict in judge(recorded(header, battle)).verdicts}
    assert set(verdicts) == set(RULES)
    assert verdicts["K-POS-deployment"].says == "held"
    assert "K-POS-deployment: held (6)" in str(judge(recorded(header, battle)))


def test_nothing_played_exercises_nothing():
    start = set_up(infantry("crossways", "2025-06"))
    assert {verdict.says for verdict in judge_from(start, ()).verdicts} == {"never exercised"}


def test_a_marker_at_the_very_edge_of_its_range_is_either_sides_word():
    """A gap of 3 inches to a hair: whole thousandths and real lengths may differ (K-OBJ-01)."""
    text = (
        "wh40k10 2025-06 | Only War | small-yard",
        "round 2, B, battle-shock | CP 0 0 | VP 0 0",
        "A Flawless Blades: 30,4 32,4 34,4",
        "B Immortals: 15.452,23.756 16.552,24.604 18.012,24.604 19.472,24.604 20.898,23.941",
    )
    start = set_up("\n".join(text))
    battle = start.copy()
    for _ in range(2):
        battle.send(0)
    told = {verdict.rule: verdict for verdict in judge_from(start, battle.history).verdicts}
    assert told["K-OBJ-06"].says == "held"


def test_an_engagement_by_a_hair_is_either_sides_word():
    """A target that is engaged with friends, or is not: by less than whole thousandths tell (K-SHT-06)."""
    friends = "A Flawless Blades: 30,20 32,20 34,20"
    target = "B Lokhust Destroyers: 28.8,22.715"
    start = at("round 2, A, shooting", "A Tormentors: " + row(20, 10, 5), friends, target, cp="0 0")
    battle = pick(start.copy(), "Tormentors")
    while asked(battle) != "unit to shoot" and battle.request is not None and len(battle.history) < 40:
        request = battle.request
        faces = [3] * 20
        given = iter(faces)
        if isinstance(request, Roll):
            count = []
            request.chance.judge(
                lambda _sides, count=count, given=given: count.append(next(given)) or count[-1]
            )
            battle.send(tuple(count))
        else:
            battle.send(0)
    broken = {verdict.rule for verdict in judge_from(start, battle.history).broken}
    assert not broken & {"K-ATK-hit", "K-SHT-04"}


def far_away(state):
    """The first unit in another corner of the table."""
    state.at[:5] = [(1_000 + 1_500 * n, 1_000) for n in range(5)]


def charge_told():
    """Infractors charge Immortals; one input declares, the next rolls, the third moves."""
    lines = ("A Infractors: " + row(28, 20, 5), "B Immortals: " + row(28, 25, 5))
    start = at("round 2, A, charge", *lines, used="turn 1 Fire Overwatch")
    battle = go(dice(pick(start.copy(), "Infractors"), (6, 6)))
    return told(start, battle.history)


def before(moment, change):
    state = moment.before.copy()
    change(state)
    return moment._replace(before=state)


@pytest.mark.parametrize(("what", "says"), [("declares", "broken"), ("moves", "held")])
def test_the_target_of_a_charge_is_measured_when_it_is_declared(what, says):
    """Losses from Overwatch may leave the target beyond 12 inches (K-CHG-02)."""
    tale = charge_told()
    moment = next(m for m in tale.moments if isinstance(m.request, Place if what == "moves" else Ask))
    verdicts = report(altered(tale, moment.number, before(moment, far_away))).verdicts
    assert next(v for v in verdicts if v.rule == "K-CHG-02").says == says
