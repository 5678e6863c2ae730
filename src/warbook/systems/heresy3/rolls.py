"""Single rolls of this game: checks, the charge, Reserves, a penetration (rules sections 3, 5, 9 and 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from warbook.chance import Distribution
from warbook.dice import Outcome, Pool, Test
from warbook.rules.rolls import REROLL, Asked, Figures, RollKind, Spread, needs

CHECKED = {"leadership": "ld", "cool": "cl", "willpower": "wp", "intelligence": "in"}
RESERVES_ON = 3
PENETRATION = "penetration S8 AV12 [6 hits D1 HP4]"


def check_passes(target: int) -> float:
    """Chance of a Check: 2D6 of no more than the target; double 1 passes, double 6 fails; at 0 no dice are
    rolled and it fails (H-DIC-04, H-CHR-05)."""
    if target <= 0:
        return 0.0
    passed = sum(a + b <= min(11, max(2, target)) for a in range(1, 7) for b in range(1, 7))
    return passed / 36


def check(name: str) -> Callable[[Asked], Figures]:
    """A Check against a Characteristic; the modifier changes the Characteristic (H-DIC-09)."""

    def figures(asked: Asked) -> Figures:
        return _passing(check_passes(needs(asked, CHECKED[name], f"{name} 8") + asked.modifier), asked)

    return figures


def _passing(passed: float, asked: Asked) -> Figures:
    """A Check's figures; re-rolled once where that is asked (H-DIC-01)."""
    again: Figures = {"p_pass_with_reroll": 1 - (1 - passed) ** 2} if asked.reroll else {}
    return {"p_pass": passed, "p_fail": 1 - passed, **again}


def _succeeding(success: float, asked: Asked) -> Figures:
    """A Test's figures, in the same way."""
    again: Figures = {"p_success_with_reroll": 1 - (1 - success) ** 2} if asked.reroll else {}
    return {"p_success": success, **again}


def charge(asked: Asked) -> Figures:
    """The higher of two dice, of at least the distance; a re-roll rolls both dice again (H-CHG-05,
    H-DIC-01)."""
    distance = needs(asked, "distance", "charge 5")
    rolled = {n + asked.modifier: (2 * n - 1) / 36 for n in range(1, 7)}
    reached = sum(p for n, p in rolled.items() if n >= distance)
    spread = Spread.of(Distribution.of({max(0, n): p for n, p in rolled.items()}))
    return {"p_success": reached, "p_success_with_reroll": 1 - (1 - reached) ** 2, "rolled": spread}


def reserves(asked: Asked) -> Figures:
    """A Reserves Test, 3+ unless said; a natural 1 fails whatever is added (H-MOV-01, H-DIC-02)."""
    least = asked.values.get("least", RESERVES_ON)
    return _succeeding(Test.needing(least - asked.modifier).chance, asked)


def penetration(asked: Asked) -> Figures:
    """A die and the Strength against an Armour Value; with a number of hits how many penetrate and glance, and
    with Hull Points whether they destroy it, no save made (H-VEH-05, H-VEH-06)."""
    given = asked.values.keys()
    if (
        not {"s", "av"} <= given
        or ("hp" in given and "hits" not in given)
        or ("d" in given and "hp" not in given)
    ):
        raise ValueError(f"expected {PENETRATION}, the Damage with the Hull Points and these with the hits")
    over = asked.values["av"] - asked.values["s"]
    test = Test(tuple(Outcome.PASS if face > over else Outcome.FAIL for face in range(1, 7)))
    glancing = 1 / 6 if 1 <= over <= 6 else 0.0
    told: Figures = {"p_penetrating": test.chance, "p_glancing": glancing}
    if "hits" not in given:
        return told
    hits = asked.values["hits"]
    penetrating = Distribution.of({n: p for (n, _), p in Pool(test, hits).outcomes().items()})
    told |= {"penetrating": Spread.of(penetrating), "mean_penetrating": penetrating.mean}
    told["mean_glancing"] = hits * glancing
    if "hp" in given:
        told["p_destroyed"] = _destroyed(penetrating, asked.values.get("d", 1), asked.values["hp"])
    return told


def _destroyed(penetrating: Distribution, damage: int, hull_points: int) -> float:
    """Chance of so many Penetrating Hits as take the last Hull Point; Damage 0 does none (H-CHR-06)."""
    if not hull_points:
        raise ValueError("expected 1 Hull Point or more")
    return penetrating.at_least(-(-hull_points // damage)) if damage else 0.0


def plain_check(asked: Asked) -> Figures:
    """A Check against a target number (H-DIC-04)."""
    return _passing(check_passes(needs(asked, "target", "check 8") + asked.modifier), asked)


def plain_test(asked: Asked) -> Figures:
    """A Test: one die of at least the target, a natural 1 fails (H-DIC-02)."""
    return _succeeding(Test.needing(needs(asked, "least", "test 4+") - asked.modifier).chance, asked)


def characteristic_test(asked: Asked) -> Figures:
    """A Characteristic Test: one die of no more than the Characteristic, a natural 6 fails (H-DIC-03)."""
    most = min(5, needs(asked, "most", "characteristic test 4") + asked.modifier)
    return _succeeding(max(0, most) / 6, asked)


def rolls(_rules: Any) -> Mapping[str, RollKind]:
    """All rolls that can be asked for."""
    checks = {
        name: _kind(f"{name} 8", f"2D6 of no more than the {name.title()}", check(name), letter)
        for name, letter in CHECKED.items()
    }
    return {
        **checks,
        "charge": _kind(
            "charge 5", "the higher of 2D6, at least what a set-up move leaves", charge, "distance"
        ),
        "reserves": _kind("reserves 3+", "a Reserves Test", reserves, "least"),
        "penetration": RollKind(
            PENETRATION,
            "D6 and Strength above the Armour",
            penetration,
            ("hits",),
            frozenset(("s", "av", "d", "hp")),
        ),
        "check": _kind("check 8", "2D6 of no more than the target", plain_check, "target"),
        "test": _kind("test 4+", "a die of at least the target", plain_test, "least"),
        "characteristic test": _kind(
            "characteristic test 4", "a die of no more than it", characteristic_test, "most"
        ),
    }


def _kind(usage: str, meaning: str, figures: Callable[[Asked], Figures], number: str) -> RollKind:
    """A roll of one number that may be modified and re-rolled."""
    return RollKind(usage, meaning, figures, (number,), words=REROLL, modified=True)
