"""Units in the slots of their detachments, and what prime slots give (H-ARM-02, -04, -05)."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.names import words
from warbook.rules.army import Army, ArmyNote, ArmyProblem, Told, Unit
from warbook.systems.heresy3.muster.organisation import Part, advantages, parts, role

SLOTS_RULE = "H-ARM-05 slots"
PRIME_RULE = "H-ARM-04 prime slots"
FOR_UNIQUES = ("Special Assignment", "Logistical Benefit")
"""What a unit with a UNIQUE model may take in a prime slot."""


def slots(army: Army, all_prime: bool) -> Iterator[Told]:
    """Every unit needs a slot of its role, and every prime advantage a prime slot.

    The sources differ on which slots of the Primary Detachment are prime: one Command and one Troops, which
    is the reading used, or ``all_prime``.
    """
    for part in parts(army):
        if part.detachment:
            yield from _filled(part)
            yield from _primes(part, all_prime)
    for unit in army.units:
        yield from _of_unique(unit)


def _filled(part: Part) -> Iterator[Told]:
    """Roles with more units than slots. A Logistical Benefit adds a slot of any role to its detachment."""
    assert part.detachment
    extra = sum("Logistical Benefit" in advantages(unit) for unit in part.units)
    by_role: dict[str, list[Unit]] = {}
    for unit in part.units:
        own = role(unit)
        if own is None:
            yield ArmyNote(
                unit.place,
                f"{unit.name}: its battlefield role is not known, its slot is not judged",
                judged=False,
            )
        else:
            by_role.setdefault(own, []).append(unit)
    for own, units in by_role.items():
        most = part.copies * sum(slot.most for slot in part.detachment.slots_for(own))
        only = {slot.only for slot in part.detachment.slots_for(own)} - {None}
        for unit in units[: len(units) if only else 0]:
            told = ", ".join(sorted(text for text in only if text))
            yield ArmyNote(unit.place, f"{unit.name}: {own} slots of {part.written} may be for {told} only")
        over = units[most:]
        covered, extra = over[:extra], max(0, extra - len(over))
        for unit in over[len(covered) :]:
            yield ArmyProblem(
                _rule(part), unit.place, f"{unit.name}: {part.written} has {most or 'no'} {own} slots"
            )


def _rule(part: Part) -> str:
    return "H-ARM-02 primary slots" if part.kind == "primary" else SLOTS_RULE


def _primes(part: Part, all_prime: bool) -> Iterator[Told]:
    """More units with prime advantages than the detachment has prime slots of their role."""
    assert part.detachment
    taken: dict[str, int] = {}
    for unit in part.units:
        own = role(unit)
        if own is None or not is_prime(unit):
            continue
        taken[own] = taken.get(own, 0) + 1
        whole = all_prime and part.kind == "primary"
        found = part.detachment.slots_for(own)
        most = part.copies * sum(slot.most if whole else slot.prime for slot in found)
        if taken[own] > most:
            text = f"{unit.name}: {part.written} has {most or 'no'} prime {own} slots"
            yield ArmyProblem(PRIME_RULE, unit.place, text)


def _of_unique(unit: Unit) -> Iterator[Told]:
    """A unit with a UNIQUE model takes none but two of the advantages."""
    for name in advantages(unit):
        if "UNIQUE" in unit.keywords and name not in FOR_UNIQUES:
            text = f"{unit.name} has a UNIQUE model: {' or '.join(FOR_UNIQUES)}, not {name}"
            yield ArmyProblem(PRIME_RULE, unit.place, text)


def is_prime(unit: Unit) -> bool:
    """Whether a unit stands in a prime slot: by the list's heading, or because it has an advantage."""
    return words(unit.entry.role or "")[:1] == ("prime",) or bool(advantages(unit))
