"""Invented units of wh40k10 with rules of their own, and the mean damage of their attacks.

The Glazier shoots once: hits on 4+ (1/2), Strength 4 against Toughness 4 wounds on 4+ (1/2), AP -1 against a
Save of 4+ lets 4 of 6 through (2/3), Damage 1; its stick does the same with AP 0 (1/2 of the saves fail).
A Bell has 20 wounds, so that none are wasted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from warbook.effects import Each, Effect, Effects, Event, OnRoll, Outcome, Select, Then, to_json
from warbook.effects.attack import Modifier
from warbook.effects.instructions import MortalWounds
from warbook.effects.terms import Selector
from warbook.probability import odds
from warbook.probability.answer import Refusal
from warbook.probability.matchup import Matchup, Setting, matchup
from warbook.queries.saying import said
from warbook.rules.engagement import Situation
from warbook.rules.pick import Phase, Pick
from warbook.sheets.sheet import (
    Ability,
    Datasheet,
    Equipped,
    Item,
    Model,
    Play,
    Weapon,
    WeaponProfile,
)
from warbook.systems import find
from wh40k import exactly

SYSTEM = find("wh40k10")
STATS = {"M": '6"', "T": "4", "Sv": "4+", "W": "20", "Ld": "7+", "OC": "1"}
RIFLE = {"range": '24"', "A": "1", "BS": "4+", "S": "4", "AP": "-1", "D": "1"}
STICK = {"range": "Melee", "A": "1", "WS": "4+", "S": "4", "AP": "0", "D": "1"}

THIS, UNIT = Selector("model", ref="this"), Selector(ref="this")
THAT, ENEMY = Selector(ref="that"), Selector(side="enemy")
GUNS = Selector("weapon", of=THIS, attacks="ranged")
STICKS = Selector("weapon", of=THIS, attacks="melee")
ATTACK = Selector("attack", ref="that")

HIT, WOUND, THROUGH = Fraction(1, 2), Fraction(1, 2), Fraction(2, 3)
PLAIN = HIT * WOUND * THROUGH


def attacking(then: Effect, **of: Any) -> Effect:
    """Each time this model makes an attack."""
    return Each(Event("attacks", by=THIS, **of), then)


def attacked(then: Effect, **of: Any) -> Effect:
    """Each time an attack targets this unit."""
    return Each(Event("targets", to=UNIT, **of), then)


def more(what: Any, value: Any = 1, of: Selector | None = None, op: Any = "add") -> Modifier:
    """So much more of a roll or a characteristic."""
    return Modifier(what, op, value, of)


def dice(*outcomes: tuple[int, int | None, int | str], count: Any = 1, **rolled: Any) -> OnRoll:
    """Dice whose results, from the least to the most, inflict mortal wounds on that enemy."""
    harm = [Outcome(least, MortalWounds(amount, THAT), most) for least, most, amount in outcomes]
    return OnRoll(tuple(harm), count, **rolled)


def on_enemy(then: Effect, **which: Any) -> Effect:
    """Select one enemy unit: what follows is done to it."""
    return Then((Select(Selector(side="enemy", **which)), then))


def ability(*effects: Effect, name: str = "Rite of Glass") -> Ability:
    """An ability of a sheet."""
    return Ability(name, "datasheet", effects=tuple(to_json(effects)))


def sheet(
    name: str,
    *rules: Effect | Ability | Play,
    models: int = 1,
    words: tuple[str, ...] = (),
    stats: dict[str, str] | None = None,
    rifle: dict[str, str] | None = None,
    abilities: tuple[str, ...] = (),
    leads: tuple[str, ...] = (),
) -> Datasheet:
    """A sheet with a rifle and a stick for each model; ``rules`` are what its ability Rite of Glass does, whole
    abilities or plays; ``abilities`` are those of its rifle."""
    own = [rule if isinstance(rule, Ability) else ability(rule)
           for rule in rules if not isinstance(rule, Play)]  # fmt: skip
    weapons = (
        Weapon("Glass rifle", "ranged", (WeaponProfile("Glass rifle", {**RIFLE, **(rifle or {})}, abilities),)),
        Weapon("Stick", "melee", (WeaponProfile("Stick", STICK),)),
    )
    return Datasheet(
        name,
        "Gravel Court",
        "wh40k10",
        models=(Model(name, models, models, 32, {**STATS, **(stats or {})}),),
        weapons=weapons,
        loadout=(Equipped(name, (Item("Glass rifle"), Item("Stick"))),),
        abilities=tuple(own),
        keywords=(*words, name.upper()),
        plays=tuple(rule for rule in rules if isinstance(rule, Play)),
        leads=leads,
        complete=True,
    )


def play(name: str, *effects: Effect) -> Play:
    """A Stratagem used in any phase."""
    told: Effects = effects
    return Play(name, 1, "CP", "Slow Column", "Battle Tactic", effects=tuple(to_json(told)))


GLAZIER, BELL = sheet("Glazier"), sheet("Bell", words=("CHIME",))


def faced(
    attacker: Datasheet = GLAZIER,
    target: Datasheet = BELL,
    *used: str,
    phase: Phase = "shooting",
    holding: tuple[str, ...] = (),
    leader: Datasheet | None = None,
    target_leader: Datasheet | None = None,
    second_leader: Datasheet | None = None,
    target_second: Datasheet | None = None,
    detachment: str | None = None,
    near: tuple[Datasheet, ...] = (),
    target_near: tuple[Datasheet, ...] = (),
    **situation: bool | float,
) -> Matchup:
    """One unit's attacks on another, with the rules ``used``."""
    setting = Setting(phase, Situation(**situation), used, holding=holding)  # type: ignore[arg-type]
    picks = (
        Pick(leader=leader, second_leader=second_leader, detachment=detachment, near=near),
        Pick(leader=target_leader, second_leader=target_second, near=target_near),
    )
    return matchup(SYSTEM, (attacker, target), picks, setting)


def assumed(match: Matchup) -> list[str]:
    """What was assumed, in the words of the command line."""
    return list(map(said, match.assumed))


def mean(match: Matchup) -> float:
    """The mean damage."""
    told = odds(match.engagement)
    assert not isinstance(told, Refusal), told.problems
    assert told.exact
    return told.damage.mean


def deals(
    expected: Fraction | float, attacker: Datasheet = GLAZIER, target: Datasheet = BELL, *used: str, **changes
):
    """Asserts that attacks deal so much on the mean."""
    match = faced(attacker, target, *used, **changes)
    assert mean(match) == exactly(expected), (assumed(match), match.not_modelled)
    return match
