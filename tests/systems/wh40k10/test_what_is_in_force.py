"""What one rule puts in force holds for every rule that asks for it; what nobody told does not, and says so.

The Glazier hits on 4+ (1/2), wounds on 4+ (1/2) and goes through on 4 of 6: 1/6. A better hit roll makes it
2/3 of 1/3 = 2/9, a better wound roll as well, both of them 2/3 x 2/3 x 2/3 = 8/27."""

from fractions import Fraction

import msgspec
import pytest

from rites import (
    BELL,
    ENEMY,
    GLAZIER,
    GUNS,
    PLAIN,
    THAT,
    UNIT,
    ability,
    assumed,
    attacked,
    attacking,
    deals,
    faced,
    more,
    sheet,
)
from warbook.effects import (
    At,
    Choose,
    Duration,
    Each,
    Event,
    Grant,
    Heading,
    If,
    May,
    Named,
    Permit,
    Select,
    Then,
    Unparsed,
    Until,
    Window,
    to_json,
)
from warbook.effects import (
    Test as TakesTest,
)
from warbook.effects.terms import (
    Active,
    All,
    Any,
    Contains,
    Did,
    Done,
    During,
    Has,
    Not,
    Sees,
    Selector,
    State,
    Within,
)
from warbook.errors import InputError
from warbook.sheets.sheet import Ability, Rule

ONE, BOTH = Fraction(2, 9), Fraction(8, 27)
ARMY = Selector("army", side="friendly")
FRIEND = Selector(side="friendly")
IT = Selector(ref="it")
BETTER, STRONGER = attacking(more("hit roll")), attacking(more("wound roll"))
COMMAND = Window("command", whose="your", edge="start")


def of_army(*effects, name="Song of the Kiln"):
    """A rule of the army, as a sheet prints it."""
    return Ability(name, "faction", effects=tuple(to_json(effects)))


def by_friends(then):
    """Each time a model of a friendly unit makes an attack."""
    return Each(Event("attacks", by=Selector("model", of=FRIEND)), then)


def where(condition, then=BETTER, name="Rite of Glass"):
    return ability(If(condition, then), name=name)


# ------------------------------------------------------------------- one rule, and one Aura


def test_a_rule_of_the_army_is_one_rule_whoever_prints_it():
    song = of_army(by_friends(more("wound roll")))
    body, chief = sheet("Glazier", song), sheet("Chief", song, leads=("Glazier",))
    match = deals(2 * ONE, body, BELL, leader=chief)
    assert [each for each in assumed(match) if "Song" in each] == ["Glazier: Song of the Kiln acts"]


def test_abilities_of_one_name_that_are_no_rule_of_the_army_add_up():
    """K-VOC-13; both together make it 3+ to 2+ for the wound roll: 1/2 x 5/6 x 2/3."""
    song = ability(by_friends(more("strength", 4, op="add")), name="Song")
    body, chief = sheet("Glazier", song), sheet("Chief", song, leads=("Glazier",))
    deals(2 * Fraction(1, 2) * Fraction(5, 6) * Fraction(2, 3), body, BELL, leader=chief)


def test_a_sheet_that_names_a_rule_of_its_army_has_what_a_document_tells_of_it():
    bare = sheet("Glazier", Ability("Song of the Kiln", "faction"))
    told = Rule("Song of the Kiln", effects=tuple(to_json((by_friends(more("wound roll")),))))
    match = deals(ONE, msgspec.structs.replace(bare, rules=(told,)))
    assert "Glazier: Song of the Kiln" not in match.not_modelled
    assert "Glazier: Song of the Kiln" in deals(PLAIN, bare).not_modelled


def aura(name="Toll (Aura)", what="wound roll"):
    reached = Within(Selector(side="friendly"), 6, Selector("model", ref="this"))
    return ability(If(reached, Each(Event("attacks", by=Selector("model", of=THAT)), more(what))), name=name)


def test_an_aura_of_one_name_acts_once():
    tower = sheet("Tower", aura(what="strength"))
    other = sheet("Steeple", aura(what="strength"))
    own = sheet("Glazier", aura(what="strength"))
    for attacker, near in ((GLAZIER, (tower, tower)), (GLAZIER, (tower, other)), (own, (tower,))):
        match = deals(ONE, attacker, near=near)
        assert sum("Toll" in each for each in assumed(match)) == 1
    deals(BOTH, near=(tower, sheet("Steeple", aura("Peal (Aura)", "hit roll"))))


# ------------------------------------------------------------------- what is in force


def pledge(state="marked prey"):
    """At the start of the Command phase an enemy is selected, who is in that state from then on."""
    lasting = Until(Duration("command", edge="start", whose="your", next=True), Grant("state", (state,), THAT))
    return of_army(
        At((COMMAND,), Then((Select(ENEMY), lasting))), attacking_marked(more("wound roll")), name="Pledge"
    )


def attacking_marked(then, state="marked prey"):
    marked = Selector(where=(Active(state, IT),))
    return Each(Event("attacks", by=Selector("model", of=UNIT), to=marked), then)


def test_a_rule_in_use_holds_for_the_other_rules_that_ask_for_it():
    hunter = sheet("Glazier", pledge(), ability(attacking_marked(more("hit roll"))))
    match = deals(PLAIN, hunter)
    assert any("Rite of Glass: taken as not so" in each for each in assumed(match))
    match = deals(BOTH, hunter, BELL, "Pledge")
    assert not any("taken as not so" in each for each in assumed(match))


def uproar(then):
    called = Until(Duration("turn"), Then((Grant("state", ("Uproar",), ARMY), then)))
    return of_army(At((COMMAND,), Then((May(Named("Uproar")), If(Done(), called)))), name="Uproar!")


def test_what_an_army_has_its_units_and_their_leaders_have():
    """The Chief alone has the rite: his blow is 2/3 x 2/3 x 1/2, that of the Glazier 1/2 x 2/3 x 1/2."""
    body = sheet("Glazier", uproar(by_friends(more("wound roll"))))
    chief = sheet("Chief", where(Active("Uproar")), leads=("Glazier",))
    shots = deals(ONE + BOTH, body, BELL, "Uproar!", leader=chief)
    assert "Chief: Rite of Glass acts" in assumed(shots)
    deals(2 * PLAIN, body, BELL, leader=chief)


def test_a_rule_not_understood_that_acts_through_others_alone_says_that_it_acts_in_part():
    """The rite alone acts, so the hit roll is better and what the uproar itself does is not."""
    lost = Unparsed("The uproar shakes what it shakes.", "shakes")
    body = sheet("Glazier", of_army(lost, name="Uproar!"), where(Active("Uproar")))
    match = deals(ONE, body, BELL, "Uproar!")
    assert any("Uproar! acts in part" in each for each in assumed(match))
    assert any("Glazier: Uproar! (in part: " in each for each in match.not_modelled)


def test_what_the_attackers_army_has_is_not_the_targets():
    body = sheet("Glazier", uproar(by_friends(more("wound roll"))))
    hardened = sheet("Bell", where(Active("Uproar"), attacked(more("hit roll", -1))))
    deals(ONE, body, hardened, "Uproar!")


def test_a_rule_of_one_name_in_use_by_the_attacker_still_acts_for_the_target():
    """Each has it: the attacker hits on 3+ for it, and on 4+ again for the target's: 1/6."""
    own, theirs = BETTER, attacked(more("hit roll", -1))
    ward = ability(own, theirs, name="Ward")
    deals(PLAIN, sheet("Glazier", ward), sheet("Bell", ward), "Ward")
    deals(ONE, sheet("Glazier", ward), BELL, "Ward")


OPTIONS = Choose(
    (
        Then((Heading("CREED OF ASH"), Permit("shoot after advance", UNIT))),
        Then((Heading("CREED OF LEAD"), Permit("charge after advance", UNIT))),
    )
)


def test_an_option_that_was_picked_is_in_force_by_its_name():
    creed = of_army(At((COMMAND,), OPTIONS), name="Creeds")
    chapel = sheet("Glazier", creed, where(Active("Creed of Ash")))
    deals(ONE, chapel, BELL, "Creeds: creed of ash")
    with pytest.raises(InputError, match="changes nothing"):
        faced(chapel, BELL, "Creeds: creed of lead")
    with pytest.raises(InputError, match="changes nothing"):
        faced(sheet("Glazier", creed), BELL, "Creeds: creed of ash")


def test_abilities_that_a_choice_gives_belong_to_whom_the_choice_is_for():
    """A pact for a unit that shoots or fights; its test may fail, which is told. Sustained hits add the hits of
    a 6: 1/2 + 1/6 = 2/3 hits of the one attack."""
    bound = Selector(where=(Has(IT, "ability", ("this",)),))
    gifts = tuple(Grant("weapon ability", (name,)) for name in ("lethal hits", "sustained hits 1"))
    made = Then((TakesTest(THAT, "leadership"), Until(Duration("phase"), Choose(gifts, to=THAT))))
    pact = Each(
        Event("selected", to=bound, acts=("shoot", "fight")), Then((May(Named("Pact")), If(Done(), made)))
    )
    cult = sheet("Glazier", of_army(pact, name="Pacts"))
    deals(PLAIN, cult)
    deals(Fraction(2, 3) / 3, cult, BELL, "Pacts: sustained hits")
    # a 6 wounds by itself (1/6), else 4+ and 5 hit (1/3) and wound on 4+: (1/6 + 1/6) x 2/3
    deals(Fraction(2, 9), cult, BELL, "Pacts: lethal hits")


# ------------------------------------------------------------------- conditions that nobody told

SINGER = Selector("model", side="friendly", count="any", keywords=("SINGER",))
KILNFOLK = Selector(side="friendly", keywords=("GLAZIER",))
SONG = of_army(
    If(Within(KILNFOLK, 6, SINGER), Grant("state", ("within song range",), THAT)),
    If(
        Within(KILNFOLK, "song range", ARMY),
        Each(Event("attacks", by=Selector("model", of=THAT)), more("hit roll")),
    ),
)


def test_a_friend_that_has_to_be_near_is_not_unless_it_is_told():
    choir = sheet("Glazier", SONG)
    match = deals(PLAIN, choir)
    told = next(each for each in assumed(match) if each.startswith("Song of the Kiln: taken as not so"))
    assert "SINGER" in told
    deals(ONE, choir, near=(sheet("Cantor", words=("SINGER",)),))
    deals(PLAIN, choir, near=(sheet("Drummer"),))
    deals(ONE, choir, holding=("SINGER",))
    deals(ONE, sheet("Glazier", SONG, words=("SINGER",)))


def test_what_bars_a_target_decides_no_figure():
    """The question supposes that the attacks are made; where it is told that they may not be, that is told."""
    charged = Did(Event("moves", by=UNIT, moves=("fall back",)), since="turn")
    bars = where(charged, Permit("target", UNIT, barred=True, to=Selector(side="enemy")))
    assert not any("taken as not so" in each for each in assumed(deals(PLAIN, sheet("Glazier", bars))))
    held = deals(PLAIN, sheet("Glazier", bars), holding=("Fall Back",))
    assert held.not_modelled == ("Glazier: Rite of Glass (this target may not be attacked)",)


def test_a_leader_is_near_his_own_unit():
    """Two rifles, both of the unit whose song it is once a SINGER leads it."""
    leads = {"leads": ("Glazier",)}
    deals(2 * ONE, sheet("Glazier", SONG), leader=sheet("Cantor", words=("SINGER",), **leads))
    deals(2 * PLAIN, sheet("Glazier", SONG), leader=sheet("Drummer", **leads))


def test_places_of_the_battlefield_are_not_told():
    marker = Selector("objective", side="friendly")
    for place in (Within(UNIT, "range", marker), Within(UNIT, "area", Selector("area", side="friendly"))):
        rite = sheet("Glazier", where(place))
        match = deals(PLAIN, rite)
        assert any("taken as not so" in each for each in assumed(match))
        deals(ONE, rite, holding=("this unit",))


def test_a_condition_is_told_though_another_that_is_denied_would_undo_it():
    """Where both held, nothing would act: each of them is tried for itself."""
    guild = Active("Guild", ARMY)
    strangers = Contains(ARMY, Selector(count="any", keywords=("STRANGER",)))
    rite = sheet("Glazier", where(All((guild, Not(strangers)))))
    match = deals(PLAIN, rite)
    assert any("taken as not so" in each and "Guild" in each for each in assumed(match))
    match = deals(ONE, rite, holding=("Guild",))
    assert any("taken as not so" in each and "STRANGER" in each for each in assumed(match))
    deals(PLAIN, rite, holding=("Guild", "stranger"))


def test_conditions_inside_of_each_other_are_both_told():
    rite = sheet("Glazier", ability(If(Active("Rust"), If(Active("Lead"), BETTER))))
    told = next(each for each in assumed(deals(PLAIN, rite)) if "taken as not so" in each)
    assert "Rust" in told
    assert "Lead" in told
    deals(ONE, rite, holding=("Rust", "Lead"))


def test_what_decides_nothing_is_not_told():
    rite = sheet("Glazier", where(Any((Active("Rust"), Has(Selector("weapon", ref="that"), "ability", ())))))
    both = sheet("Glazier", ability(If(Any((State(UNIT, "on the battlefield"), Active("Rust"))), BETTER)))
    assert any("Rust" in each for each in assumed(deals(PLAIN, rite)))
    assert not any("taken as not so" in each for each in assumed(deals(ONE, both)))


def test_a_unit_that_attacks_is_on_the_battlefield():
    deals(ONE, sheet("Glazier", where(State(UNIT, "on the battlefield"))))
    deals(PLAIN, sheet("Glazier", where(State(UNIT, "embarked"))))


def test_units_that_fight_are_engaged():
    rite = sheet("Glazier", where(State(UNIT, "engaged")))
    deals(PLAIN, rite)
    pistol = sheet("Glazier", where(State(UNIT, "engaged")), abilities=("pistol",))
    deals(ONE, pistol, attacker_engaged=True)
    deals(Fraction(2, 3) * Fraction(1, 2) * Fraction(1, 2), rite, phase="fight")


def test_a_unit_out_of_sight_is_not_seen():
    lob = sheet("Glazier", where(Sees(UNIT, Selector(ref="target"))), abilities=("indirect fire",))
    deals(ONE, lob)
    assert "Glazier: Rite of Glass acts" not in assumed(faced(lob, indirect_unseen=True))


def test_whose_turn_it_is_follows_from_who_shoots():
    ours, theirs = (During(Window("turn", whose=whose)) for whose in ("your", "opponent"))
    deals(ONE, sheet("Glazier", where(ours)))
    deals(PLAIN, sheet("Glazier", where(theirs)))
    # in Fire Overwatch only a 6 hits, and 1 more does not make it one
    assert "Glazier: Rite of Glass acts" in assumed(faced(sheet("Glazier", where(theirs)), overwatch=True))


def test_whose_fight_it_is_nobody_told():
    rite = sheet("Glazier", where(During(Window("turn", whose="your"))))
    match = deals(Fraction(1, 8), rite, phase="fight")
    assert any("taken as not so" in each and "turn" in each for each in assumed(match))
    deals(Fraction(1, 6), rite, phase="fight", holding=("your turn",))
    deals(Fraction(1, 6), rite, phase="fight", charged=True)


def test_what_an_attack_targets_is_the_target():
    rung = Did(Event("targets", to=Selector(keywords=("CHIME",))))
    deals(ONE, sheet("Glazier", ability(attacking(If(rung, more("hit roll"))))))
    match = deals(PLAIN, sheet("Glazier", ability(attacking(If(rung, more("hit roll"))))), GLAZIER)
    assert not any("taken as not so" in each for each in assumed(match))


def test_an_army_of_another_faction_is_told():
    guests = sheet("Glazier", where(Has(ARMY, "keyword", ("IRON HOST",))))
    assert any("taken as not so" in each for each in assumed(deals(PLAIN, guests)))
    deals(ONE, guests, holding=("iron host",))


# ------------------------------------------------------------------- what does not apply


def test_a_rule_that_was_understood_and_is_of_nothing_here_is_not_left_out():
    climbing = ability(more("move", 2, UNIT), name="Ladders")
    for_others = ability(If(State(UNIT, "battle-shocked"), attacked(more("hit roll", -1))), name="Grit")
    match = deals(PLAIN, sheet("Glazier", climbing, for_others))
    assert not match.not_modelled


def test_a_rule_that_the_figures_cannot_act_on_stays_among_what_is_left_out():
    odd = ability(attacking(more("save roll", 2, op="multiply")), name="Odd")
    garbled = Ability("Garbled", "datasheet", text="Zog the wobbly gnarls until they frob.")
    named = Ability("Only Named", "datasheet")
    match = deals(PLAIN, sheet("Glazier", odd, garbled, named))
    assert {each.partition(" (")[0] for each in match.not_modelled} == {
        "Glazier: Odd",
        "Glazier: Garbled",
        "Glazier: Only Named",
    }


def test_options_of_a_stance_act():
    """Abilities that are called the relevant ones are those of the option."""
    give = Grant("weapon ability", ("sustained hits 1",), GUNS)
    other = Grant("weapon ability", ("precision",), GUNS)
    stances = Choose((Then((Heading("Low Stance"), give)), Then((Heading("High Stance"), other))))
    last = Until(Duration("attacks"), Grant("ability", ("the relevant",), THAT))
    chosen = Each(Event("selected", to=FRIEND, acts=("shoot",)), Then((stances, last)))
    deals(Fraction(2, 9), sheet("Glazier", ability(chosen)), BELL, "Rite of Glass: low stance")
