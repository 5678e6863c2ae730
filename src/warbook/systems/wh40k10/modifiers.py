"""Modifiers of an engagement as the contract spells them: which there are, and how they are gathered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from warbook.dice import Dice
from warbook.rules.engagement import ModifierSpec
from warbook.rules.modifier import Modifier

CHARACTERISTICS = ("attacks", "strength", "ap", "skill", "toughness", "damage", "save characteristic")
"""What modifiers change before a die is rolled. ``ap``, ``skill`` and ``save characteristic`` are counted as
printed: a larger figure is a worse one (K-MOD-07)."""

ROLLS = ("hit", "wound", "save")
UNMODIFIED = ("fails to", "succeeds from")
"""How unmodified results of a roll are settled whatever modifies them: 1 to so much fail, so much and more
succeed."""

LARGEST = 1_000
MOST_DICE_ADDED = 30
"""The most that dice may add to Attacks or Damage, or set them to."""

REROLLS = ("reroll hits", "reroll wounds", "reroll saves", "reroll feel no pain")
TOTALS = ("reroll damage", "reroll attacks")
"""Re-rolls of results that are added up."""

CRITICALS = ("critical hit", "critical wound")
GRANTS = ("invulnerable", "feel no pain")
SINGLE = ("command reroll", "one reroll", "one six")
"""What is done to one roll of an engagement."""

COVER = "cover"
ENGAGED = "engaged"
"""The penalty of the shooter's own unit being in Engagement Range (K-SHT-06)."""

IGNORED = (*ROLLS, *CHARACTERISTICS, COVER, ENGAGED)
OF_SAVES = ("invulnerable save", "armour save", "save", "feel no pain")
BARRED = (*OF_SAVES, COVER, *REROLLS, *TOTALS)
ON_DEFENDER = frozenset(
    {
        "save", "save characteristic", "ap", "damage", "toughness", "reroll saves", "reroll feel no pain",
        "invulnerable", "feel no pain", "first failed save",
    }
)  # fmt: skip
"""What a target's model may carry for itself; anything else acts on the whole attack."""

ON = re.compile(r"(?:critical (hit|wound))|(?:(hit|wound) ([2-6])\+)")
"""What may make a modifier act on some attacks only: a critical, or an unmodified success of so much."""

Specs = tuple[ModifierSpec, ...]

__all__ = [
    "BARRED",
    "CHARACTERISTICS",
    "COVER",
    "CRITICALS",
    "GRANTS",
    "IGNORED",
    "LARGEST",
    "ON",
    "ON_DEFENDER",
    "REROLLS",
    "ROLLS",
    "TOTALS",
    "Specs",
    "barred",
    "critical",
    "fault",
    "of_defender",
    "rolled_sum",
    "settled",
    "single_reroll",
]  # fmt: skip


@lru_cache(maxsize=16384)
def fault(spec: ModifierSpec) -> str | None:
    """What is wrong with a modifier, or ``None``."""
    check = _CHECKS.get(spec.what)
    if check is None:
        return f"{spec.what!r} is not a modifier known here ({', '.join(_CHECKS)})"
    if spec.on is not None:
        return _on_fault(spec) or check(spec)
    return check(spec)


def _on_fault(spec: ModifierSpec) -> str | None:
    if spec.what not in ("ap", "damage", "bar", "mortal wounds"):
        return f"{spec.what!r} takes no 'on'"
    if ON.fullmatch(spec.on or "") is None:
        return f"'on' is critical hit, critical wound, hit n+ or wound n+, not {spec.on!r}"
    if spec.what == "bar" and spec.of not in OF_SAVES:
        return f"what is barred 'on' some attacks is one of: {', '.join(OF_SAVES)}"
    return None


def _keys(spec: ModifierSpec, *allowed: str) -> bool:
    """Whether a modifier has no keys but these."""
    given = {
        "value": spec.value is not None,
        "op": spec.op is not None,
        "which": spec.which is not None,
        "below": spec.below is not None,
        "roll": spec.roll is not None,
        "of": spec.of is not None,
        "by": spec.by is not None,
        "faces": bool(spec.faces),
        "against": bool(spec.against),
        "on": spec.on is not None,
    }
    return all(key in (*allowed, "on") for key, there in given.items() if there)


def _characteristic(spec: ModifierSpec) -> str | None:
    if spec.op in ("halve", "double"):
        return None if _keys(spec, "op") else f"{spec.what} {spec.op} takes no value"
    least = {"set": -LARGEST if spec.what == "ap" else 0, "divide": 1, "multiply": 1}.get(
        spec.op or "", -LARGEST
    )
    known = spec.op in (None, "set", "divide", "multiply", "add", "subtract", "improve", "worsen")
    if not known or not _keys(spec, "op", "value") or (spec.op is None and spec.what == "damage"):
        ops = "set, halve, divide, multiply, double, add, subtract, improve or worsen"
        return f"{spec.what!r} takes op: {ops}, with a value"
    if isinstance(spec.value, str):
        return _rolled(spec)
    if spec.op == "set" and (told := _printed_fault(spec.what, spec.number)):
        return told
    most = 100 if spec.what == "damage" else LARGEST
    ok = spec.value is not None and max(least, -most) <= spec.value <= most
    return None if ok else f"{spec.what!r} takes a value from {max(least, -most)} to {most}"


def _printed_fault(what: str, value: int) -> str | None:
    """A figure that a characteristic cannot have is none that it can be set to."""
    if what == "ap" and value > 0:
        return "'ap' is set to 0 or less"
    if what in ("skill", "save characteristic") and not 2 <= value <= 7:
        return f"{what!r} is set to a value from 2 to 7"
    return None


def _rolled(spec: ModifierSpec) -> str | None:
    """Dice that add to a characteristic or take its place."""
    if spec.what not in ("attacks", "damage") or spec.op not in (None, "add", "improve", "set"):
        return f"{spec.what!r} takes dice only for attacks and damage, with op: add or set"
    if spec.on is not None and spec.op == "set":
        return f"{spec.what!r} on some attacks is set to a number, not to dice"
    return dice_fault(spec.value or "")


def dice_fault(value: int | str) -> str | None:
    """What is wrong with dice that give a number of something, or ``None``."""
    try:
        dice = Dice.parse(value)
    except ValueError as error:
        return str(error)
    if dice.sides not in (0, 3, 6) or dice.number + dice.bonus < 0:
        return f"{value!r} is not made of D3 and D6 (K-DIC-01)"
    return None if dice.maximum <= MOST_DICE_ADDED else f"{value!r}: at most {MOST_DICE_ADDED}"


def _roll(spec: ModifierSpec) -> str | None:
    if spec.op == "automatic":
        return (
            None
            if spec.what != "save" and _keys(spec, "op")
            else "only hit and wound are automatic, without value"
        )
    if spec.op in UNMODIFIED:
        ok = _keys(spec, "op", "value") and 1 <= spec.number <= 6
        return None if ok else f"{spec.what!r} {spec.op} takes a value from 1 to 6"
    ok = _keys(spec, "value") and isinstance(spec.value, int)
    if ok and -LARGEST <= spec.number <= LARGEST:
        return None
    return f"{spec.what!r} takes a value from {-LARGEST} to {LARGEST}"


def _critical(spec: ModifierSpec) -> str | None:
    ok = _keys(spec, "value", "of") and 2 <= spec.number <= 6 and spec.of in (None, "successes")
    return None if ok else f"{spec.what!r} takes a value from 2 to 6"


def _reroll(spec: ModifierSpec) -> str | None:
    allowed = ["ones", "failed", "any", *(["non-critical"] if spec.what != "reroll feel no pain" else [])]
    ok = _keys(spec, "which", "faces") and bool(spec.which) != bool(spec.faces)
    ok = ok and spec.which in (None, *allowed) and all(1 <= face <= 6 for face in spec.faces)
    return None if ok else f"{spec.what!r} takes which: {', '.join(allowed)}, or faces from 1 to 6"


def _reroll_total(spec: ModifierSpec) -> str | None:
    given = (bool(spec.which), bool(spec.faces), bool(spec.below))
    ok = _keys(spec, "which", "faces", "below") and sum(given) == 1 and spec.which in (None, "ones", "any")
    ok = ok and all(1 <= face <= 6 for face in spec.faces)
    return None if ok else f"{spec.what!r} takes below: mean, which: ones or any, or faces from 1 to 6"


def _spare(spec: ModifierSpec) -> str | None:
    ok = _keys(spec, "roll") and spec.roll is not None
    return None if ok else f"{spec.what!r} takes roll: hit, wound, save, damage or attacks"


def _six(spec: ModifierSpec) -> str | None:
    ok = _keys(spec, "roll") and spec.roll in ROLLS
    return None if ok else f"'one six' takes roll: {', '.join(ROLLS)}"


def _ignore(spec: ModifierSpec) -> str | None:
    ok = _keys(spec, "of", "by") and spec.of in IGNORED
    return None if ok else f"'ignore' takes of: {', '.join(IGNORED)}"


def _bar(spec: ModifierSpec) -> str | None:
    ok = _keys(spec, "of") and spec.of in BARRED
    return None if ok else f"'bar' takes of: {', '.join(BARRED)}"


def _grant(spec: ModifierSpec) -> str | None:
    known = ("ranged", "melee", "psychic", *(("mortal",) if spec.what == "feel no pain" else ()))
    ok = _keys(spec, "value", "against") and 2 <= spec.number <= 6 and all(a in known for a in spec.against)
    return None if ok else f"{spec.what!r} takes a value from 2 to 6, and against: {', '.join(known)}"


def _first_failed(spec: ModifierSpec) -> str | None:
    ok = _keys(spec, "op", "value") and spec.op == "set" and isinstance(spec.value, int)
    return (
        None
        if ok and 0 <= spec.number <= 100
        else "'first failed save' takes op: set, with a value from 0 to 100"
    )


def _mortal(spec: ModifierSpec) -> str | None:
    if spec.on is None or spec.op not in (None, "add", "instead") or not _keys(spec, "op", "value"):
        return "'mortal wounds' takes on, a value, and op: add or instead"
    return dice_fault(spec.value if spec.value is not None else "")


_CHECKS: dict[str, Callable[[ModifierSpec], str | None]] = {
    **dict.fromkeys(ROLLS, _roll),
    **dict.fromkeys(CHARACTERISTICS, _characteristic),
    **dict.fromkeys(CRITICALS, _critical),
    **dict.fromkeys(REROLLS, _reroll),
    **dict.fromkeys(TOTALS, _reroll_total),
    **dict.fromkeys(("command reroll", "one reroll"), _spare),
    "one six": _six,
    "ignore": _ignore,
    "bar": _bar,
    **dict.fromkeys(GRANTS, _grant),
    "first failed save": _first_failed,
    "mortal wounds": _mortal,
}


def of_defender(spec: ModifierSpec) -> bool:
    """Whether a modifier that a target's model carries acts on that model alone."""
    return spec.what in ON_DEFENDER or (spec.what == "ignore" and spec.of in ON_DEFENDER)


def rolled_sum(specs: Iterable[ModifierSpec], what: str) -> list[Modifier]:
    """The modifiers that add to a roll."""
    adding = [spec for spec in specs if spec.what == what and spec.op is None]
    return [Modifier(spec.number, spec.reason or "modifier") for spec in adding]


def settled(specs: Iterable[ModifierSpec], what: str) -> tuple[int, int]:
    """Up to which unmodified result a roll fails, and from which it succeeds, whatever modifies it."""
    mine = [spec for spec in specs if spec.what == what]
    fails = max((spec.number for spec in mine if spec.op == "fails to"), default=1)
    succeeds = min((spec.number for spec in mine if spec.op == "succeeds from"), default=7)
    return fails, max(2, succeeds)


def critical(specs: Iterable[ModifierSpec], what: str, of: str | None = None) -> int:
    """The lowest unmodified roll that is critical, or with ``of`` that is where it succeeds."""
    least = 6 if of is None else 7
    return min((spec.number for spec in specs if spec.what == what and spec.of == of), default=least)


def critical_reason(specs: Sequence[ModifierSpec], what: str, plain: int) -> list[str]:
    """Which successes are critical below the ``plain`` roll that always is, and whose rule says so."""
    least = critical(specs, what, "successes")
    if least >= plain:
        return []
    mine = (spec for spec in specs if spec.what == what and spec.of == "successes" and spec.number == least)
    rules = ", ".join(dict.fromkeys(spec.reason for spec in mine if spec.reason))
    return [f"critical on {least}+ where it succeeds" + (f" ({rules})" if rules else "")]


def barred(specs: Iterable[ModifierSpec], of: str) -> bool:
    """Whether something is barred for all attacks."""
    return any(spec.what == "bar" and spec.of == of and spec.on is None for spec in specs)


def single_reroll(specs: Iterable[ModifierSpec]) -> ModifierSpec | None:
    """The one re-roll that is acted on: Command Re-roll, else another single one, else one change to a 6."""
    found = [spec for spec in specs if spec.what in SINGLE]
    return min(found, key=lambda spec: spec.what, default=None)
