"""What a question adds to an engagement of two units: modifiers by name, and more units that attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from warbook.errors import InputError
from warbook.names import same
from warbook.probability.compare import VARIANTS
from warbook.probability.matchup import Matchup, matchup
from warbook.queries import sides
from warbook.queries.sides import Found, Side
from warbook.rules.assumed import (
    Assumption,
    Equipped,
    NotHeld,
    OfLater,
    Picked,
    Profiled,
    Sized,
    Unused,
    noted,
)
from warbook.rules.engagement import (
    AttackerSpec,
    Engagement,
    ModelSpec,
    ModifierSpec,
    TargetSpec,
    WeaponSpec,
)
from warbook.rules.system import System

if TYPE_CHECKING:
    from warbook.queries.question import Question

MODIFIERS = {name: change for name, change in VARIANTS.items() if isinstance(change, ModifierSpec)}
"""What may be added by name, whatever its reason."""
MOST_UNITS = 20
BY_HAND = "added by hand"
OWN = Profiled | Sized | Equipped | NotHeld
"""What is assumed of one of the two units."""


def known(system: System) -> tuple[str, ...]:
    """The names of the modifiers that a game knows."""
    nobody = TargetSpec((ModelSpec("model", 1, 4, "-", 1),))
    gun = WeaponSpec("weapon", "ranged", 1, 4, 1, skill=4)
    plain = Engagement(nobody, system=system.name, revision=system.revision, attacker=AttackerSpec((gun,)))
    with_each = ((name, msgspec.structs.replace(plain, modifiers=(each,))) for name, each in MODIFIERS.items())
    wrong = set(system.problems(plain))
    return tuple(name for name, made in with_each if set(system.problems(made)) <= wrong)


def modified(made: Matchup, names: Sequence[str]) -> Matchup:
    """The engagement with modifiers of these names. Raises InputError for a name that there is not."""
    unknown = next((name for name in names if name not in MODIFIERS), None)
    if unknown is not None:
        raise InputError("odds", f"modifier {unknown!r}", f"expected one of {', '.join(MODIFIERS)}")
    if not names:
        return made
    more = tuple(msgspec.structs.replace(MODIFIERS[name], reason=BY_HAND) for name in names)
    engagement = msgspec.structs.replace(made.engagement, modifiers=(*made.engagement.modifiers, *more))
    told = (*made.assumed, *noted(f"{name}: {BY_HAND}" for name in names))
    return msgspec.structs.replace(made, engagement=engagement, assumed=told)


def by_name(question: Question) -> Question:
    """The question with the modifiers that it names among its plays: ``"re-roll failed wounds"``, or as an
    engagement spells it, ``"reroll wounds: non-critical"``, which fishes for criticals with whatever lets the
    unit re-roll (K-CLR-18)."""
    named = {place: found for place, play in enumerate(question.plays) if (found := _modifier(play))}
    if not named:
        return question
    plays = tuple(play for place, play in enumerate(question.plays) if place not in named)
    modifiers = tuple(dict.fromkeys((*question.modifiers, *named.values())))
    return msgspec.structs.replace(question, plays=plays, modifiers=modifiers)


def _modifier(play: str) -> str | None:
    """The modifier that is meant by its name, or by what it changes and which rolls."""
    for name, change in MODIFIERS.items():
        spelt = f"{change.what}: {change.which}" if change.which else name
        if same(play, name) or same(play, spelt):
            return name
    return None


def joined(question: Question, made: Matchup, found: Found) -> Matchup:
    """The engagement with the units that attack after the first, in the same phase and situation. Raises
    InputError."""
    if not question.then:
        return made
    if len(question.then) > MOST_UNITS:
        raise InputError("odds", "then", f"expected at most {MOST_UNITS} more units")
    parts = [made, *(_later(question, side, made, found) for side in question.then)]
    names = _apart([part.attacker for part in parts])
    units = tuple(
        msgspec.structs.replace(unit, name=name)
        for name, part in zip(names, parts, strict=True)
        for unit in _with_own(part.engagement)
    )
    shared = tuple(spec for spec in made.engagement.modifiers if not _own(spec))
    engagement = msgspec.structs.replace(made.engagement, attacker=None, attackers=units, modifiers=shared)
    told = dict.fromkeys((*made.assumed, *(_of_later(each) for part in parts[1:] for each in part.assumed)))
    untold = dict.fromkeys(text for part in parts for text in part.not_modelled)
    return msgspec.structs.replace(
        made,
        engagement=engagement,
        attacker=", then ".join(part.attacker for part in parts),
        assumed=tuple(told),
        not_modelled=(*untold, *_differing(parts)),
        points=(_sum([part.points[0] for part in parts]), made.points[1]),
    )


def _later(question: Question, side: Side, made: Matchup, found: Found) -> Matchup:
    """A later unit's attacks, with the rules that it uses itself."""
    side = of_army(question, side)
    own = sides.found(side, question.target, found.system.revision)
    used = tuple(side.plays)
    setting = msgspec.structs.replace(question.setting, phase=made.phase, plays=used, may_be_idle=True)
    return matchup(own.system, own.sheets, own.picks(side, question.target), setting)


def of_army(question: Question, side: Side) -> Side:
    """A later unit with the detachment of the first one, where both are of one faction. Raises InputError."""
    chosen = question.attacker.detachment
    if chosen is None or side.detachment is not None:
        return side
    factions = {sides.sheet_of(each).sheet.faction for each in (question.attacker, side)}
    return side if len(factions) > 1 else msgspec.structs.replace(side, detachment=chosen)


def _of_later(each: Assumption) -> Assumption:
    """What is assumed of a later unit itself; what it assumes of the target is told already."""
    if isinstance(each, Unused | Picked) or (isinstance(each, OWN) and each.side == "attacker"):
        return OfLater(each)
    return each


def _own(spec: ModifierSpec) -> bool:
    """Whether a modifier is of the attacks of the unit that uses a play, and not of the target's saves."""
    return spec.roll != "save"


def _with_own(engagement: Engagement) -> tuple[AttackerSpec, ...]:
    """Its units, with the modifiers that are theirs alone on their weapons."""
    own = tuple(filter(_own, engagement.modifiers))
    return tuple(
        msgspec.structs.replace(
            unit,
            weapons=tuple(
                msgspec.structs.replace(weapon, modifiers=(*weapon.modifiers, *own)) for weapon in unit.weapons
            ),
        )
        for unit in engagement.units
    )


def _differing(parts: Sequence[Matchup]) -> list[str]:
    """What of a later unit's rules changes the target or the table for itself alone, which is left out."""
    first = parts[0].engagement
    return [
        f"{part.attacker}: what its rules, or the target's against it, change of saves, Toughness or the table"
        for part in parts[1:]
        if (part.engagement.target, part.engagement.situation) != (first.target, first.situation)
    ]


def _apart(names: Sequence[str]) -> list[str]:
    """Names, those that come again with their number.

    >>> _apart(["Zorb", "Glass Men", "Zorb"])
    ['Zorb', 'Glass Men', 'Zorb (2)']
    """
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


def _sum(points: Sequence[int | None]) -> int | None:
    known = [each for each in points if each is not None]
    return sum(known) if len(known) == len(points) else None
