"""Effects in own English: whole, short, and of every effect there is."""

import re
import typing

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warbook import effects
from warbook.effects import (
    At,
    Each,
    Effect,
    If,
    Instead,
    Limited,
    OnRoll,
    Outcome,
    Then,
    Until,
    attack,
    english,
    instructions,
    terms,
)
from warbook.effects.attack import Critical, Grant, Modifier, Reroll, Save
from warbook.effects.english import conditions, times
from warbook.effects.instructions import Considered, Destroy, MortalWounds, Permit, Select, Split
from warbook.effects.terms import (
    Counted,
    Did,
    Duration,
    Event,
    Has,
    Limit,
    Measured,
    Selector,
    State,
    Window,
    Within,
)

MODEL = Selector("model", of=Selector(ref="this"))
IT = Selector(ref="it")
SELF = Selector("model", ref="this")
ENEMY = Selector(side="enemy")
BELOW = Selector(side="enemy", where=(State(Selector(ref="it"), "below starting strength"),))


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (
            Until(
                Duration("phase"), Each(Event("attacks", by=MODEL, to=BELOW), Modifier("hit roll", "add", 1))
            ),
            "each time a model of this unit makes an attack against an enemy unit below Starting"
            " Strength: +1 to hit, until the end of the phase",
        ),
        (
            Each(
                Event(
                    "moves",
                    Selector(side="enemy"),
                    edge="end",
                    where=(Within(Selector(side="enemy"), 9, SELF),),
                ),
                MortalWounds(1, Selector(ref="that")),
            ),
            'each time an enemy unit ends a move, if it is within 9" of this model: that unit suffers 1'
            " mortal wound",
        ),
        (
            Considered(Within(SELF, 6, Selector("objective")), ("this", "Glass Eye")),
            'as if this model is within 6" of an objective marker (for this rule and Glass Eye)',
        ),
        (Split(SELF, 5, 2), "this model becomes 2 units of 5 models"),
        (Destroy(SELF, untriggered=True), "this model is destroyed, without what that triggers"),
        (Modifier("armour penetration", "worsen", 1), "AP worse by 1"),
        (Modifier("damage", "divide", 2), "Damage divided by 2"),
        (Reroll("wound roll", "ones"), "may re-roll wound rolls of 1"),
        (Critical("hit", 5), "critical hits on unmodified 5+"),
        (Grant("weapon ability", ("lethal hits",), MODEL), "models of this unit gain [LETHAL HITS]"),
        (
            Grant("weapon ability", ("lance",), Selector("weapon", attacks="melee", of=MODEL)),
            "melee weapons of models of this unit gain [LANCE]",
        ),
        (Save("invulnerable", 5, MODEL), "5+ invulnerable save for models of this unit"),
        (instructions.Test(MODEL, "desperate escape"), "models of this unit take a desperate escape test"),
        (Destroy(MODEL), "a model of this unit is destroyed"),
        (
            Modifier("attacks", "add", Counted(Selector("model", side="enemy"), 2, 5), SELF),
            "+2 Attacks for this model for every 5 enemy models",
        ),
        (
            Permit("move", SELF, where=(Within(IT, "engagement range", Selector(side="enemy")),)),
            "this model may move within Engagement Range of an enemy unit",
        ),
        (
            Permit("move", SELF, where=(State(IT, "battle-shocked"),)),
            "this model may move, if it is Battle-shocked",
        ),
        (Save("feel no pain", 5, against=("mortal",)), "5+ Feel No Pain against mortal wounds"),
        (
            At((Window("fight", "your", "start"),), Select(Selector(side="enemy"))),
            "at the start of your Fight phase: pick an enemy unit",
        ),
        (
            OnRoll((Outcome(1, Then(())), Outcome(2, MortalWounds("D3", Selector(ref="that")), 5))),
            "roll one D6: on 1+ nothing; on 2-5 that unit suffers D3 mortal wounds",
        ),
        (
            Limited(Limit("battle"), Instead(Reroll("hit roll"))),
            "once per battle: instead: may re-roll hit rolls",
        ),
        (
            If(Within(SELF, 6, Selector("objective")), Modifier("move", "add", 2)),
            'if this model is within 6" of an objective marker: +2 Move',
        ),
    ],
)
def test_an_effect_in_words(effect, said):
    assert english.phrase(effect) == said


KNOWN = {
    name: value for module in (terms, attack, instructions, effects) for name, value in vars(module).items()
}
LEAVES = sorted(typing.get_args(effects.Leaf), key=lambda kind: kind.__name__)
SCOPES = sorted(typing.get_args(effects.Combinator), key=lambda kind: kind.__name__)


def samples(kind):
    """Values of a kind from JSON: every field left out that may be, and each literal in turn."""
    return _values(kind, 3)


def _values(kind, deep):
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    simple = {int: [1, 3], str: ["D6", "glass"], bool: [False, True], type(None): [None]}
    if kind in simple:
        return simple[kind]
    if origin is typing.Literal:
        return list(inner)
    if origin is tuple:
        some = _values(inner[0], deep - 1)[:2] if deep else []
        return [(), tuple(some)]
    if inner:
        parts = inner if deep > 1 else [each for each in inner if not _scopes(each)] or inner
        return [value for each in parts for value in _values(each, deep - 1)[:3]]
    return _structs(kind, deep)


def _scopes(kind):
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind in SCOPES


def _structs(kind, deep):
    if deep < 0:
        return [Selector()] if kind is Selector else [_least(kind)]
    fields = msgspec.structs.fields(kind)
    hints = typing.get_type_hints(kind, KNOWN)
    base = {field.name: _least_of(hints[field.name]) for field in fields if field.required}
    found = [kind(**base)]
    for field in fields:
        for value in _values(hints[field.name], deep - 1)[:12]:
            found.append(kind(**{**base, field.name: value}))
    return found


def _least(kind):
    hints = typing.get_type_hints(kind, KNOWN)
    fields = msgspec.structs.fields(kind)
    return kind(**{field.name: _least_of(hints[field.name]) for field in fields if field.required})


def _least_of(kind):
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return inner[0]
    if origin is tuple:
        return ()
    if kind == Effect:
        return Modifier("hit roll", "add", 1)
    if inner:
        return _least_of(inner[0])
    return {int: 1, str: "glass", bool: False, type(None): None}.get(kind) or _least(kind)


@pytest.mark.parametrize("kind", LEAVES + SCOPES, ids=lambda kind: kind.__name__)
def test_every_kind_of_effect_has_words_and_a_tree(kind):
    for value in samples(kind):
        (text,), (top,) = (english.phrase(value),), english.tree([value])
        assert text.strip()
        assert top.text.strip()
        assert not re.search(r"\b[A-Z]\w+\(|\w+=", text), text  # no repr shows


ENEMIES = Selector(side="enemy", count="all")
THAT = Selector(ref="that")
GUN = Has(Selector("attack", ref="that"), "weapon", ("glass gun",))


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (instructions.Test(ENEMIES, "battle-shock"), "all enemy units take a battle-shock test"),
        (MortalWounds(1, ENEMIES), "all enemy units suffer 1 mortal wound"),
        (
            MortalWounds(Counted(MODEL), ENEMY),
            "an enemy unit suffers 1 mortal wound for each model of this unit",
        ),
        (Grant("state", ("dazed",), Selector(ref="those")), 'those units are "dazed"'),
        (Grant("state", ("benefit of cover",), SELF), "this model gains the benefit of cover"),
        (
            Select(Selector(where=(Did(Event("hit", SELF, IT, where=(GUN,))),))),
            "pick a unit hit by this model with glass gun",
        ),
        (
            Select(Selector(where=(terms.Not(Did(Event("moves", IT, moves=("charge",)), "turn")),))),
            "pick a unit that has not made a Charge move this turn",
        ),
        (
            Each(Event("shoots", SELF, edge="after"), Reroll("hit roll")),
            "each time, after this model has shot: may",
        ),
        (
            Each(Event("attacks", SELF, ENEMY, where=(GUN,)), Reroll("hit roll")),
            "each time this model makes an attack with glass gun against an enemy unit: may re-roll hit rolls",
        ),
        (
            instructions.Permit("target others", SELF, barred=True, to=Selector(ref="that", side="enemy")),
            "this model can only target that enemy unit",
        ),
        (Until(Duration("attacks"), Reroll("hit roll")), "may re-roll hit rolls, until those attacks are over"),
        (
            If(terms.Active("Spotted", THAT, Selector(ref="those")), Reroll("hit roll")),
            'if that unit is the "Spotted" of those units: may re-roll hit rolls',
        ),
    ],
)
def test_words_agree_with_each_other(effect, said):
    assert english.phrase(effect).startswith(said)


def test_it_is_the_model_that_was_spoken_of():
    event = Event("moves", SELF, edge="end")
    told = english.said([Each(event, Save("feel no pain", 5, THAT)), Each(event, Destroy(THAT))])
    assert told.count("that model") == 2
    assert "that unit" in english.said([Each(Event("moves", ENEMY, edge="end"), Destroy(THAT))])


def test_the_place_where_something_died_is_told_as_a_place():
    place = Within(Selector(ref="it"), 0, Selector("area", where=(Did(Event("destroyed", to=SELF)),)))
    told = english.said([If(place, Modifier("hit roll", "add", 1))])
    assert "as close as possible to where this model was destroyed" in told


def test_what_a_player_has_is_theirs():
    pool = Measured("moon points", Selector("player", side="friendly"))
    assert (
        "you gain moon dust equal to your moon points"
        in english.said([effects.Gain("moon dust", pool)]).lower()
    )


FEW = st.sampled_from(
    [
        Modifier("hit roll", "add", Counted(Selector(side="enemy"), most=3)),
        Modifier("attacks", "set", Measured("toughness", SELF)),
        Reroll("hit roll"),
        Save("invulnerable", 4),
    ]
)


@settings(max_examples=200, deadline=None)
@given(
    st.recursive(
        FEW,
        lambda inner: st.one_of(
            st.builds(If, st.just(State(SELF, "engaged")), inner, st.none() | inner),
            st.builds(Until, st.just(Duration("turn")), inner),
            st.builds(Then, st.lists(inner, max_size=3).map(tuple)),
            st.builds(effects.Choose, st.lists(inner, max_size=3).map(tuple)),
            st.builds(effects.May, inner),
            st.builds(
                effects.OnRoll, st.lists(st.builds(Outcome, st.integers(1, 6), inner), max_size=2).map(tuple)
            ),
        ),
        max_leaves=12,
    )
)
def test_effects_of_any_depth_are_told(effect):
    assert english.said([effect]).endswith(".")
    assert english.tree([effect])[0].text


def test_a_distance_that_is_more_keeps_how_it_is_measured():
    far = terms.Not(Within(IT, 9, ENEMIES, horizontally=True))
    told = english.phrase(Select(Selector(side="friendly", where=(far,))))
    assert told == 'pick a friendly unit more than 9" horizontally from all enemy units'


END_OF_ANY = At((Window("any", edge="end"),), Modifier("move", "add", 1, SELF))


def test_the_phase_in_which_it_happened():
    """A phase that ends after something happened is that phase; alone it is any."""
    (told, alone) = (
        english.said([each]) for each in (Each(Event("destroyed", to=SELF), END_OF_ANY), END_OF_ANY)
    )
    assert "at the end of the phase" in told
    assert "at the end of any phase" in alone.lower()


def test_what_somebody_is_may_be_asked_of_the_target():
    """Where a model attacks a unit, "that" is told as no model."""
    attack_at = Event("targets", by=Selector("model", side="enemy"), to=Selector(side="friendly"))
    asked = If(Has(Selector(ref="that"), "keyword", ("BEAST",)), Modifier("hit roll", "add", 1))
    assert "if that unit has BEAST" in english.said([Each(attack_at, asked)])


CHEER = instructions.Permit("use this stratagem only on", to=Selector(side="friendly", keywords=("CART",)))
MINE, FRIENDS = Selector(ref="your"), Selector(side="friendly", count="all")
BEARER = Selector("model", ref="bearer")


def did(what, **more):
    return Did(Event(what, IT, **more), "turn")


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        (
            If(Has(THAT, "keyword", ("DONKEY",)), CHEER),
            "you may use this Stratagem on a friendly CART unit only if it has DONKEY",
        ),
        (
            Select(
                Selector(
                    side="friendly",
                    where=(
                        terms.Not(terms.Any((did("moves", moves=("advance",)), did("shoots")))),
                        terms.Not(Within(IT, "engagement range", ENEMY)),
                    ),
                )
            ),
            "pick a friendly unit not within Engagement Range of an enemy unit and that has not made an Advance"
            " move or shot this turn",
        ),
        (terms.Not(terms.Any((did("shoots"), did("fights")))), "it has not shot or fought this turn"),
        (
            Event("rolls", SELF, roll="attacks", edge="after"),
            "after this model has made a roll for its attacks",
        ),
        (
            instructions.PlayCost(THAT, ("that",), change=-1),
            "that Stratagem on that unit costs 1CP less",
        ),
        (instructions.PlayCost(play=("Glass Rain",), change=2), '"Glass Rain" costs 2CP more'),
        (instructions.PlayCost(SELF, ("Glass Rain",), set=0), '"Glass Rain" on this model costs 0CP'),
        (
            instructions.Named("Slow Mending", FRIENDS, amount="D3"),
            'all friendly units use "Slow Mending" (D3)',
        ),
        (instructions.Named("Slow Mending", MINE), 'your unit uses "Slow Mending"'),
        (
            Then(
                (
                    instructions.Permit("shoot after advance", MINE),
                    instructions.Permit("charge after fall back", MINE),
                )
            ),
            "your unit may shoot in a turn in which it Advanced and may charge in a turn in which it Fell Back",
        ),
        (
            Until(Duration("phase"), Then((Reroll("hit roll", "ones"), Reroll("wound roll", "ones")))),
            "until the end of the phase: may re-roll hit rolls of 1 and may re-roll wound rolls of 1",
        ),
        (attack.Result("hit roll", "fails", 1, 5), "hit rolls of 1-5 fail"),
        (Reroll("roll"), "may re-roll that roll"),
        (Modifier("charge roll", "add", 1), "+1 to charge rolls"),
        (Modifier("attacks", "set", 4), "Attacks become 4"),
        (
            OnRoll((Outcome(4, MortalWounds(1, THAT)),), count=6),
            "roll 6 D6: for each 4+ that unit suffers 1 mortal wound",
        ),
        (
            OnRoll((Outcome(5, MortalWounds(1, THAT)),), count=Measured("toughness", SELF)),
            "roll as many D6 as the toughness of this model: for each 5+ that unit suffers 1 mortal wound",
        ),
        (
            Limited(Limit("battle"), instructions.Permit("use this stratagem")),
            "you may use this Stratagem once per battle",
        ),
        (effects.May(instructions.Act(what="shoot", who=MINE)), "if you wish: your unit shoots"),
        (effects.Gain("cp", 1, "opponent", lost=True), "your opponent loses 1 CP"),
        (Grant("ability", ("fights first",), Selector(of=BEARER)), "the bearer's unit gains Fights First"),
        (Grant("weapon ability", ("hazardous", "blast"), BEARER), "the bearer gains [HAZARDOUS] and [BLAST]"),
        (
            Grant("weapon ability", ("hazardous", "blast"), BEARER, choose=1),
            "the bearer gains one of [HAZARDOUS] or [BLAST]",
        ),
        (
            Grant("ability", ("stealth", "scouts 6", "lone operative"), BEARER, choose=2),
            "the bearer gains 2 of Stealth, Scouts 6 and Lone Operative",
        ),
        (
            Select(Selector(where=(State(IT, "attached"), Within(IT, 3, SELF)))),
            'pick an Attached unit within 3" of this model',
        ),
        (
            If(
                terms.Compares(Measured("wounds remaining", SELF), "<=", 4),
                Modifier("hit roll", "subtract", 1),
            ),
            "if this model has at most 4 wounds remaining: -1 to hit",
        ),
        (
            effects.ForEach(Selector(ref="those", count="all"), Destroy(THAT)),
            "for each of those units: that unit is destroyed",
        ),
        (effects.BySize("unit", None, 2, up_to=True), "at most 2 units"),
        (Event("opens the gate", SELF, edge="after"), "after this model has opened the gate"),
        (
            Event("targets", ENEMY, Selector(side="friendly", other=True)),
            "an enemy unit targets another friendly unit",
        ),
        (
            instructions.Permit("charge bonus", MINE, barred=True),
            "your unit gets no Charge bonus",
        ),
    ],
)
def test_sentences_that_a_player_would_say_aloud(effect, said):
    match effect:
        case Event():
            assert times.event(effect) == said
        case terms.Not():
            assert conditions.clause(effect) == said
        case _:
            assert english.phrase(effect) == said
