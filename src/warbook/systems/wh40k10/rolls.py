"""Single rolls of this game: charge, tests, and what happens outside an attack."""

from __future__ import annotations

from collections.abc import Callable

from warbook.chance import Distribution
from warbook.dice import Dice, Pool, Test
from warbook.rules.rolls import REROLL, Asked, Figures, RollKind, Spread, needs

MOST_MORTAL_WOUNDS = 6
TANK_SHOCK_HITS = 5
GRENADE_DICE, GRENADE_HITS = 6, 4
ESCAPES_ON = 3


def modified(dice: Dice, modifier: int) -> Distribution:
    """Dice with a modifier; never below 1 (K-DIC-06)."""
    found: dict[int, float] = {}
    for total, p in dice.outcomes().items():
        found[max(1, total + modifier)] = found.get(max(1, total + modifier), 0.0) + p
    return Distribution.of(found)


def at_least(dice: Dice, least: int, modifier: int = 0) -> float:
    """Chance that dice with a modifier total so much."""
    return modified(dice, modifier).at_least(least)


def charge(asked: Asked) -> Figures:
    """2D6 inches; a re-roll rolls both dice again (K-CHG-03, K-DIC-02)."""
    distance = needs(asked, "distance", "charge 9")
    reached = at_least(Dice(2, 6), distance, asked.modifier)
    rolled = Spread.of(modified(Dice(2, 6), asked.modifier))
    return {"p_success": reached, "p_success_with_reroll": 1 - (1 - reached) ** 2, "rolled": rolled}


def advance(asked: Asked) -> Figures:
    """D6 inches on top of the Move (K-MOV-03)."""
    figures: Figures = {"rolled": Spread.of(modified(Dice(1, 6), asked.modifier))}
    if "distance" in asked.values:
        reached = at_least(Dice(1, 6), asked.values["distance"], asked.modifier)
        figures |= {"p_success": reached, "p_success_with_reroll": 1 - (1 - reached) ** 2}
    return figures


def leadership(asked: Asked) -> Figures:
    """2D6 of at least the best Leadership of the unit (K-CMD-03, K-CMD-06)."""
    passed = at_least(Dice(2, 6), needs(asked, "ld", "leadership 6+"), asked.modifier)
    return {"p_pass": passed, "p_fail": 1 - passed, "p_pass_with_reroll": 1 - (1 - passed) ** 2}


def battle_shock(asked: Asked) -> Figures:
    """A Leadership test that no Command Re-roll may touch (section 14)."""
    figures = leadership(asked)
    del figures["p_pass_with_reroll"]
    return figures


def desperate_escape(asked: Asked) -> Figures:
    """One D6 a model; each 1 or 2 destroys a model (K-MOV-05)."""
    models = needs(asked, "models", "desperate escape 10 models")
    escaped = _passes(Test.needing(ESCAPES_ON), models)
    return {"models_destroyed": Spread.of(Distribution.of({models - n: p for n, p in escaped.items()}))}


def deadly_demise(asked: Asked) -> Figures:
    """On a 6, mortal wounds on each unit within 6", rolled for each (K-MW-05)."""
    dice = asked.dice or Dice(0, 0, asked.values.get("wounds", 1))
    inflicted = {0: 5 / 6}
    for wounds, p in dice.outcomes().items():
        inflicted[wounds] = inflicted.get(wounds, 0.0) + p / 6
    return {"p_triggered": 1 / 6, **_mortal_wounds(inflicted, asked)}


def tank_shock(by_toughness: bool) -> Callable[[Asked], Figures]:
    """As many D6 as the VEHICLE's Toughness, or in older revisions as a melee weapon's Strength and two more
    where that beats the target's Toughness; each 5+ a mortal wound, at most 6 (section 19 row 10)."""

    def figures(asked: Asked) -> Figures:
        usage = "tank shock T10" if by_toughness else "tank shock S8 T4"
        dice = needs(asked, "t" if by_toughness else "s", usage)
        if not by_toughness and dice > asked.values.get("t", dice):
            dice += 2
        scored = _passes(Test.needing(TANK_SHOCK_HITS), dice)
        capped: dict[int, float] = {}
        for n, p in scored.items():
            capped[min(n, MOST_MORTAL_WOUNDS)] = capped.get(min(n, MOST_MORTAL_WOUNDS), 0.0) + p
        return _mortal_wounds(capped, asked)

    return figures


def grenade(asked: Asked) -> Figures:
    """Six D6, each 4+ a mortal wound (section 14)."""
    return _mortal_wounds(_passes(Test.needing(GRENADE_HITS), GRENADE_DICE), asked)


def hazardous(destroys: bool) -> Callable[[Asked], Figures]:
    """One test for each weapon, failed on a 1. ``destroys``: a failure destroys a bearer that is no CHARACTER,
    MONSTER or VEHICLE; else it suffers 3 mortal wounds that do not spill (section 19 row 4)."""

    def figures(asked: Asked) -> Figures:
        weapons = needs(asked, "weapons", "hazardous 5 W2 FNP5+")
        if "w" not in asked.values and "fnp" in asked.values:
            raise ValueError("expected the wounds of a bearer with its Feel No Pain: hazardous 5 W2 FNP5+")
        failed = Distribution.of({weapons - n: p for n, p in _passes(Test.needing(2), weapons).items()})
        told: Figures = {"tests_failed": Spread.of(failed)}
        if destroys and not asked.words & BIG:
            return {**told, "models_destroyed": Spread.of(failed)}
        if "w" in asked.values:
            told |= _suffered(failed, weapons, asked)
        return told

    return figures


BIG = frozenset(("character", "monster", "vehicle"))


def _suffered(failed: Distribution, bearers: int, asked: Asked) -> Figures:
    """Three mortal wounds on one bearer for each failure, a wounded one first."""
    wounds = _wounds(asked)
    lost = Distribution.of(_through(3, asked))
    states: dict[tuple[int, int], float] = {(0, 0): 1.0}
    totals: list[dict[tuple[int, int], float]] = [states]
    for _ in range(bearers):
        grown: dict[tuple[int, int], float] = {}
        for (dead, hurt), p in states.items():
            for n, q in enumerate(lost.pmf.tolist()):
                fell = hurt + n >= wounds
                state = (dead + 1, 0) if fell else (dead, hurt + n)
                grown[state] = grown.get(state, 0.0) + p * q
        totals.append(states := grown)
    damage: dict[int, float] = {}
    destroyed: dict[int, float] = {}
    for weight, reached in zip(failed.pmf.tolist(), totals, strict=False):
        for (dead, hurt), p in reached.items():
            damage[dead * wounds + hurt] = damage.get(dead * wounds + hurt, 0.0) + weight * p
            destroyed[dead] = destroyed.get(dead, 0.0) + weight * p
    return {
        "damage": Spread.of(Distribution.of(damage)),
        "models_destroyed": Spread.of(Distribution.of(destroyed)),
    }


def _wounds(asked: Asked) -> int:
    """The wounds of a model."""
    if asked.values.get("w", 1) < 1:
        raise ValueError("expected 1 wound or more")
    return asked.values.get("w", 1)


def _mortal_wounds(inflicted: dict[int, float], asked: Asked) -> Figures:
    """Mortal wounds, and what they do to a unit of so many models where its wounds are given: they spill, and
    Feel No Pain is rolled for each (K-MW-01)."""
    told: Figures = {"mortal_wounds": Spread.of(Distribution.of(inflicted))}
    count, wounds, given = asked.values.get("models", 1), _wounds(asked), {"models", "w"} & asked.values.keys()
    damage: dict[int, float] = {}
    for n, p in inflicted.items():
        for lost, q in _through(n, asked).items():
            capped = min(lost, count * wounds) if given else lost
            damage[capped] = damage.get(capped, 0.0) + p * q
    told["damage"] = Spread.of(Distribution.of(damage))
    if given:
        destroyed: dict[int, float] = {}
        for lost, p in damage.items():
            destroyed[lost // wounds] = destroyed.get(lost // wounds, 0.0) + p
        told["models_destroyed"] = Spread.of(Distribution.of(destroyed))
        told["p_destroyed"] = destroyed.get(count, 0.0)
    return told


def _through(points: int, asked: Asked) -> dict[int, float]:
    """How many of so many points Feel No Pain lets through."""
    if "fnp" not in asked.values:
        return {points: 1.0}
    if not 2 <= asked.values["fnp"] <= 6:
        raise ValueError("expected a Feel No Pain from FNP2+ to FNP6+")
    return {points - n: p for n, p in _passes(Test.needing(asked.values["fnp"]), points).items()}


def _passes(test: Test, dice: int) -> dict[int, float]:
    return {n: p for (n, _), p in Pool(test, dice).outcomes().items()}


_UNIT = "[4 models W1 FNP5+]"
_ON_UNIT = frozenset(("w", "fnp"))


def rolls(by_toughness: bool, hazardous_destroys: bool) -> dict[str, RollKind]:
    """All rolls of a revision."""
    found = (
        RollKind(
            "charge 9", "2D6 of at least the distance", charge, ("distance",), words=REROLL, modified=True
        ),
        RollKind("advance 4", "D6 on top of the Move", advance, ("distance",), words=REROLL, modified=True),
        RollKind("battle-shock 6+", "2D6 of at least the Leadership", battle_shock, ("ld",), modified=True),
        RollKind(
            "leadership 6+", "2D6 of at least the Leadership", leadership, ("ld",), words=REROLL, modified=True
        ),
        RollKind(
            "hazardous 5 W2 FNP5+",
            "a test for each weapon, failed on a 1",
            hazardous(hazardous_destroys),
            ("weapons",),
            _ON_UNIT,
            BIG,
        ),
        RollKind(
            f"deadly demise D6 {_UNIT}",
            "mortal wounds on a 6",
            deadly_demise,
            ("wounds", "models"),
            _ON_UNIT,
            dice="wounds",
        ),
        RollKind("desperate escape 10", "each 1-2 destroys a model", desperate_escape, ("models",)),
        _tank_shock(by_toughness),
        RollKind(f"grenade {_UNIT}", "six D6, mortal wounds on 4+", grenade, ("models",), _ON_UNIT),
    )
    return dict(zip(_NAMES, found, strict=True))


_NAMES = (
    "charge",
    "advance",
    "battle-shock",
    "leadership",
    "hazardous",
    "deadly demise",
    "desperate escape",
    "tank shock",
    "grenade",
)


def _tank_shock(by_toughness: bool) -> RollKind:
    figures, meaning = tank_shock(by_toughness), "mortal wounds on 5+, at most 6"
    if by_toughness:
        return RollKind(f"tank shock T10 {_UNIT}", meaning, figures, ("t", "models"), _ON_UNIT)
    return RollKind(f"tank shock S8 T4 {_UNIT}", meaning, figures, ("s", "models"), _ON_UNIT | {"t"})
