"""Single rolls of this game: checks, the charge, Reserves, a penetration (rules sections 3, 5, 9 and 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from warbook.chance import Distribution
from warbook.dice import Outcome, Pool, Test
from warbook.rules.rolls import Asked, Figures, RollKind, Spread, needs

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
        given = asked.values.get(CHECKED[name])
        target = needs(asked, 1, f"{name} 8")[0] if given is None else given
        passed = check_passes(target + asked.modifier)
        return {"p_pass": passed, "p_fail": 1 - passed}

    return figures


def charge(asked: Asked) -> Figures:
    """The higher of two dice, of at least the distance (H-CHG-05)."""
    (distance, *_) = needs(asked, 1, "charge 5")
    rolled = {n + asked.modifier: (2 * n - 1) / 36 for n in range(1, 7)}
    reached = sum(p for n, p in rolled.items() if n >= distance)
    spread = Spread.of(Distribution.of({max(0, n): p for n, p in rolled.items()}))
    return {"p_success": reached, "rolled": spread}


def reserves(asked: Asked) -> Figures:
    """A Reserves Test, 3+ unless said; a natural 1 fails whatever is added (H-MOV-01, H-DIC-02)."""
    least = asked.numbers[0] if asked.numbers else RESERVES_ON
    return {"p_success": Test.needing(least - asked.modifier).chance}


def penetration(asked: Asked) -> Figures:
    """A die and the Strength against an Armour Value; with a number of hits how many penetrate and glance, and
    with Hull Points whether they destroy it, no save made (H-VEH-05, H-VEH-06)."""
    if not {"s", "av"} <= asked.values.keys():
        raise ValueError(f"expected {PENETRATION}")
    over = asked.values["av"] - asked.values["s"]
    test = Test(tuple(Outcome.PASS if face > over else Outcome.FAIL for face in range(1, 7)))
    glancing = 1 / 6 if 1 <= over <= 6 else 0.0
    told: Figures = {"p_penetrating": test.chance, "p_glancing": glancing}
    if not asked.numbers:
        return told
    hits = asked.numbers[0]
    penetrating = Distribution.of({n: p for (n, _), p in Pool(test, hits).outcomes().items()})
    told |= {"penetrating": Spread.of(penetrating), "mean_penetrating": penetrating.mean}
    told["mean_glancing"] = hits * glancing
    if "hp" in asked.values:
        told["p_destroyed"] = penetrating.at_least(-(-asked.values["hp"] // max(1, asked.values.get("d", 1))))
    return told


def plain_check(asked: Asked) -> Figures:
    """A Check against a target number (H-DIC-04)."""
    passed = check_passes(needs(asked, 1, "check 8")[0] + asked.modifier)
    return {"p_pass": passed, "p_fail": 1 - passed}


def plain_test(asked: Asked) -> Figures:
    """A Test: one die of at least the target, a natural 1 fails (H-DIC-02)."""
    return {"p_success": Test.needing(needs(asked, 1, "test 4+")[0] - asked.modifier).chance}


def characteristic_test(asked: Asked) -> Figures:
    """A Characteristic Test: one die of no more than the Characteristic, a natural 6 fails (H-DIC-03)."""
    most = min(5, needs(asked, 1, "characteristic test 4")[0] + asked.modifier)
    return {"p_success": max(0, most) / 6}


def rolls(_rules: Any) -> Mapping[str, RollKind]:
    """All rolls that can be asked for."""
    checks = {
        name: RollKind(f"{name} 8", f"2D6 of no more than the {name.title()}", check(name)) for name in CHECKED
    }
    return {
        **checks,
        "charge": RollKind("charge 5", "the higher of 2D6, at least the distance", charge),
        "reserves": RollKind("reserves 3+", "a Reserves Test", reserves),
        "penetration": RollKind(PENETRATION, "D6 and Strength above the Armour", penetration),
        "check": RollKind("check 8", "2D6 of no more than the target", plain_check),
        "test": RollKind("test 4+", "a die of at least the target", plain_test),
        "characteristic test": RollKind(
            "characteristic test 4", "a die of no more than it", characteristic_test
        ),
    }
