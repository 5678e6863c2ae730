"""Rolls as text: a block for each weapon and its target, with what was needed, rolled again, and passed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from warbook.battle.battle import judged
from warbook.dice import Outcome, Pool, Roll, Test

SIDES = "AB"
SEQUENCE = ("attacks", "hit", "sustained hits", "wound", "save", "damage", "melta", "feel no pain")
"""The order in which an attack's rolls are told, however they were made."""

SINGLE = frozenset(("attacks", "damage", "melta", "sustained hits", "deadly demise wounds"))
"""Rolls whose results are listed one beside the other, like ones together."""

SAVED = {"save": "saved", "feel no pain": "ignored", "desperate escape": "escaped"}
WIDTH = 20


class Cast(NamedTuple):
    """A roll and its faces; ``again`` are those of its re-roll by a play, ``play`` tells which."""

    roll: Roll
    faces: tuple[int, ...]
    again: tuple[int, ...] | None = None
    play: str = ""

    @property
    def result(self) -> Any:
        """What the roll came to in the end. Of a pool, one die more was rolled."""
        first = judged(self.roll, self.faces)
        if self.again is None:
            return first
        if isinstance(self.roll.chance, Pool):
            plain, critical = judged(Roll("", Pool(self.roll.chance.test.once, 1)), self.again)
            return first[0] + plain, first[1] + critical
        chance = self.roll.chance.once if isinstance(self.roll.chance, Test) else self.roll.chance
        return judged(Roll("", chance), self.again)


Key = tuple[int | None, int | None, int | None, str]


def told_of(casts: Sequence[Cast], names: Sequence[str]) -> Iterator[str]:
    """A block for each unit, target and weapon, in the order in which they came; a line for each row of other
    rolls of one unit. ``names`` are those of the units."""
    for (player, unit, target, weapon), found in _blocks(casts).items():
        if player is None or unit is None or target is None:
            yield from (_other(what, some, names) for what, some in _by_kind(found))
            continue
        head = f"{SIDES[player]} {names[unit]} → {SIDES[1 - player]} {names[target]}: {weapon}"
        yield f"{head}{_attacks([cast for cast in found if cast.roll.what == 'attacks'])}"
        yield from (f"  {line}" for line in _lines(found))


def _blocks(casts: Sequence[Cast]) -> dict[Key, list[Cast]]:
    """Rolls by whose attack they belong to; one that names no weapon belongs to the one before."""
    found: dict[Key, list[Cast]] = {}
    key: Key = (None, None, None, "")
    for number, cast in enumerate(casts):
        roll = cast.roll
        units = (_attacking(roll), roll.unit, roll.target)
        if None not in units:
            key = (*units, roll.weapon or (key[3] if key[:3] == units else ""))
        elif key[:3] != units or not number:
            key = (*units, f"roll {number}")  # what is no attack stands where it was rolled
        found.setdefault(key, []).append(cast)
    return found


def _attacking(roll: Roll) -> int | None:
    """The side whose attack a roll belongs to: the target's player rolls what saves it."""
    saves = roll.target is not None and roll.player is not None and roll.what in ("save", "feel no pain")
    return 1 - roll.player if saves and roll.player is not None else roll.player


def _attacks(casts: list[Cast]) -> str:
    """How many attacks, and what they are made up of."""
    counts = [cast.result for cast in casts]
    total = sum(counts)
    if not casts:
        return ""
    told = f"{total} attack" + ("" if total == 1 else "s")
    parts = [f"{n} × {count}" for count, n in _runs(counts)]
    rolled = any(cast.faces for cast in casts)
    return f", {told}" + (f" ({', '.join(parts)})" if not rolled and set(counts) != {1} else "")


def _lines(casts: list[Cast]) -> Iterator[str]:
    for what, some in sorted(_by_kind(casts), key=lambda pair: _place(pair[0])):
        if what != "attacks" or any(cast.faces for cast in some):
            for needed, same in _by_need(some):
                yield from _line(f"{what}{needed}", what, same)
        if what == "wound" and (unrolled := _unrolled(casts)):
            criticals = "1 critical hit" if unrolled == 1 else f"{unrolled} critical hits"
            yield f"{'no wound roll':<{WIDTH}}{criticals}"
        yield from (f"{' ' * WIDTH}{cast.play}: {_rerolled(cast)}" for cast in some if cast.play)


def _unrolled(casts: list[Cast]) -> int:
    """How many critical hits had no Wound roll, as those of Lethal Hits have none."""
    hits = [_passed(cast) for cast in casts if cast.roll.what == "hit"]
    more = sum(cast.result for cast in casts if cast.roll.what == "sustained hits")
    rolled = [cast.roll.chance for cast in casts if cast.roll.what == "wound"]
    dice = sum(chance.number if isinstance(chance, Pool) else 1 for chance in rolled)
    critical = sum(critically for _, critically in hits)
    return min(max(sum(map(sum, hits)) + more - dice, 0), critical) if hits else 0


def _place(what: str) -> int:
    return SEQUENCE.index(what) if what in SEQUENCE else len(SEQUENCE)


def _line(head: str, what: str, casts: list[Cast]) -> Iterator[str]:
    told = _kind(what, casts)
    if told:
        yield f"{head:<{WIDTH - 1}} {told}"


def _other(what: str, casts: list[Cast], names: Sequence[str]) -> str:
    """A roll that is no attack's: a test of a unit, or whatever a move needs."""
    roll = casts[0].roll
    known = roll.unit is not None and roll.player is not None
    who = f"{SIDES[roll.player or 0]} {names[roll.unit or 0]}: " if known else ""
    if roll.least is not None:
        return f"{who}{what} {', '.join(_in_turn(cast, _tested(cast)) for cast in casts)}"
    on = f" on {names[roll.target]}" if roll.target is not None else ""
    head = f"{what}{on}{_by_need(casts)[0][0]}"
    head = f"{who}{head}" if who else f"{head:<{WIDTH - 1}}"
    if not _are_tests(casts):
        return f"{head} {', '.join(_in_turn(cast, _result(cast)) for cast in casts)}"
    plays = "".join(f"; {cast.play}: {_rerolled(cast)}" for cast in casts if cast.play)
    return f"{head} {_kind(what, casts)}{plays}"


def _in_turn(cast: Cast, result: str) -> str:
    """What was rolled first, the play that rolled it again, and what it came to then."""
    if not cast.play:
        return result
    return f"{_result(cast._replace(again=None))}; {cast.play}: {_rerolled(cast)}; {result}"


def _tested(cast: Cast) -> str:
    """A total against what it needs."""
    least = cast.roll.least or 0
    return f"{_result(cast)}, needed {least}: {'passes' if cast.result >= least else 'fails'}"


def _by_kind(casts: Sequence[Cast]) -> list[tuple[str, list[Cast]]]:
    """By the name of the roll; tests of single units apart."""
    found: dict[tuple[str, int | None], list[Cast]] = {}
    for cast in casts:
        found.setdefault((cast.roll.what, cast.roll.least and cast.roll.unit), []).append(cast)
    return [(what, some) for (what, _), some in found.items()]


def _by_need(casts: Sequence[Cast]) -> list[tuple[str, list[Cast]]]:
    found: dict[str, list[Cast]] = {}
    for cast in casts:
        found.setdefault(_needed(cast.roll), []).append(cast)
    return list(found.items())


def _needed(roll: Roll) -> str:
    """What a die needs, or which dice are thrown where that is not plain."""
    test = roll.chance.test if isinstance(roll.chance, Pool) else roll.chance
    if not isinstance(test, Test):
        return ""
    whose = f" ({roll.model})" if roll.model else ""
    if test.needed is None:
        return f" (cannot pass){whose}"
    return f" 6{whose}" if test.needed == 6 else f" {test.needed}+{whose}"


def _kind(what: str, casts: list[Cast]) -> str:
    if _are_tests(casts):
        return _tests(what, casts)
    if what in SINGLE and not any(cast.faces for cast in casts):
        return ", ".join(f"{n} × {result}" for result, n in _runs([cast.result for cast in casts]))
    return ", ".join(_result(cast) for cast in casts)


def _are_tests(casts: list[Cast]) -> bool:
    return all(isinstance(cast.roll.chance, Test | Pool) for cast in casts)


def _runs(results: list[Any]) -> list[tuple[Any, int]]:
    return [(result, len(list(same))) for result, same in groupby(results)]


def _result(cast: Cast) -> str:
    """A total with its dice, where they say more than the total."""
    result, faces = cast.result, cast.faces if cast.again is None else cast.again
    return str(result) if not faces or faces == (result,) else f"{result} [{_row(faces)}]"


def _row(faces: Sequence[int]) -> str:
    return " ".join(map(str, faces))


def _rerolled(cast: Cast) -> str:
    """Which dice became which."""
    if isinstance(cast.roll.chance, Pool):
        return f"{cast.roll.what}, one of {_row(cast.faces)} → {_row(cast.again or ())}"
    return f"{cast.roll.what} {_row(cast.faces)} → {_row(cast.again or ())}"


def _tests(what: str, casts: list[Cast]) -> str:
    """All dice of one kind of test, those re-rolled as ``1→5``, and how many passed."""
    dice: list[str] = []
    passed = critical = 0
    for cast in casts:
        dice += _faces(cast)
        plain, critically = _passed(cast)
        passed, critical = passed + plain + critically, critical + critically
    if not dice:
        return ""
    more = f", {critical} critical" if critical else ""
    return f"{' '.join(dice)}   {passed} of {len(dice)} {SAVED.get(what, 'passed')}{more}"


def _passed(cast: Cast) -> tuple[int, int]:
    result = cast.result
    if isinstance(cast.roll.chance, Pool):
        return int(result[0]), int(result[1])
    return int(result is Outcome.PASS), int(result is Outcome.CRITICAL)


def _faces(cast: Cast) -> Iterator[str]:
    test = cast.roll.chance.test if isinstance(cast.roll.chance, Pool) else cast.roll.chance
    rest = iter(cast.faces)
    for face in rest:
        again = next(rest) if isinstance(test, Test) and test.rerolls[face - 1] else None
        dice = str(face) if again is None else f"{face}→{again}"
        yield f"{dice}→{cast.again[0]}" if cast.again and not isinstance(cast.roll.chance, Pool) else dice
