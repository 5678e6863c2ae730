"""One unit's attacks on another: the question as typed, and everything that is told of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any

import msgspec

from warbook.errors import InputError, naming
from warbook.names import same
from warbook.probability import Answer, Refusal, compare
from warbook.probability import odds as odds_of
from warbook.probability.compare import VARIANTS, Luck, Needed, Reach, Worth
from warbook.probability.matchup import Matchup, Setting, matchup
from warbook.probability.matrix import bound
from warbook.queries import sides
from warbook.queries.saying import said
from warbook.queries.sides import Found, Side
from warbook.rules import rolls
from warbook.rules.assumed import (
    Assumption,
    Equipped,
    InPhase,
    Noted,
    NotHeld,
    OfLater,
    OtherPhase,
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
    Situation,
    TargetSpec,
    WeaponSpec,
)
from warbook.rules.pick import Phase
from warbook.rules.system import System

LARGEST_UNIT = 100
NEGLIGIBLE = 5e-3
"""Damage that figures do not show."""
Charged = Annotated[int, msgspec.Meta(ge=0, le=99)]
Chance = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Rolled = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of two units. ``plays`` are rules in use and ``holding`` words of conditions that hold, as
    in ``Setting``. ``charge`` is a distance in inches that has to be charged first; ``needed`` a chance to
    destroy the target, ``dealt`` and ``destroyed`` results that were rolled. ``modifiers`` are names of
    ``compare.VARIANTS`` that act whatever their reason. ``then`` are units that attack after the attacker.
    ``readings`` are open rules of the game that are read the other way."""

    attacker: Side
    target: Side
    phase: Phase | None = None
    situation: Situation = Situation()
    plays: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    revision: str | None = None
    charge: Charged | None = None
    charge_reroll: bool = False
    needed: Chance | None = None
    worth: bool = False
    dealt: Rolled | None = None
    destroyed: Rolled | None = None
    modifiers: tuple[str, ...] = ()
    then: tuple[Side, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def setting(self) -> Setting:
        """What holds besides the two units."""
        charged = self.situation.charged or self.charge is not None
        situation = msgspec.structs.replace(self.situation, charged=charged)
        return Setting(self.phase, situation, self.plays, holding=self.holding, readings=self.readings)


class Reply(msgspec.Struct, frozen=True):
    """The answer to a question: the engagement that it means, its odds, and what else was asked. ``notes``
    are what was assumed to find the units, ``dates`` those of the data of both."""

    system: str
    title: str
    revision: str
    notes: tuple[Assumption, ...]
    made: Matchup
    told: Answer
    reach: Reach | None = None
    worth: tuple[Worth, ...] | None = None
    needed: Needed | None = None
    luck: tuple[Luck, ...] = ()
    dates: tuple[str | None, str | None] = (None, None)

    @property
    def assumed(self) -> list[Assumption]:
        """All that was taken for granted, each once."""
        return list(dict.fromkeys((*self.notes, *self.made.assumed)))

    @property
    def not_modelled(self) -> list[str]:
        """All that the figures leave out, each once."""
        return list(dict.fromkeys((*self.made.not_modelled, *self.told.not_modelled)))

    @property
    def more(self) -> dict[str, Any]:
        """The answers to the questions asked besides the odds, by name."""
        told = {"reach": self.reach, "worth": self.worth, "needed": self.needed, "luck": self.luck or None}
        return {name: value for name, value in told.items() if value is not None}

    def document(self, say: Callable[[Assumption], str] = said) -> dict[str, Any]:
        """The contract's JSON values; ``say`` puts into words what was assumed."""
        named = {"attacker": self.made.attacker, "target": self.made.target, "phase": self.made.phase}
        answer = {**msgspec.to_builtins(self.told), "not_modelled": self.not_modelled}
        more = msgspec.to_builtins(self.more, str_keys=True)
        engagement = msgspec.to_builtins(self.made.engagement)
        return {**answer, **named, "assumed": list(map(say, self.assumed)), **more, "engagement": engagement}


def ask(question: Question) -> Reply:
    """Answer a question. Raises InputError for a unit, a rule or a pick that there is not, OwnFault of the two
    units where Warbook fails."""
    with naming(f"{question.attacker.name} at {question.target.name}"):
        return _asked(question)


def _asked(question: Question) -> Reply:
    question = by_name(question)
    found = sides.found(question.attacker, question.target, question.revision)
    made = _made(question, found)
    told = _answered(made)
    if other := next(_other_phase(question, found, made, told), None):
        assumed = (other if isinstance(each, InPhase) else each for each in made.assumed)
        made = msgspec.structs.replace(made, assumed=tuple(assumed))
    system: System = found.system
    if question.charge is not None and made.setup:
        moved = f'charge: after a set-up move of {made.setup}", that of its slowest model'
        made = msgspec.structs.replace(made, assumed=(*made.assumed, Noted(moved)))
    return Reply(
        system=system.name,
        title=system.title,
        revision=system.revision,
        notes=found.assumed,
        made=made,
        told=told,
        reach=_reach(question, system, made, told),
        worth=tuple(compare.worth(made.engagement, told)) if question.worth else None,
        needed=_needed(question, found),
        luck=tuple(_luck(question, made, told)),
        dates=found.dates,
    )


def _made(question: Question, found: Found) -> Matchup:
    return modified(joined(question, _matched(found, question), found), question.modifiers)


def _other_phase(question: Question, found: Found, made: Matchup, told: Answer) -> Iterator[OtherPhase]:
    """That the unit does more in the fight, where nobody asked for shooting and it was taken."""
    if question.phase is not None or made.phase != "shooting" or bound(question.setting):
        return
    try:
        fight = odds_of(_made(msgspec.structs.replace(question, phase="fight"), found).engagement)
    except InputError:
        return
    if not isinstance(fight, Refusal) and fight.damage.mean > told.damage.mean + NEGLIGIBLE:
        yield OtherPhase("shooting", told.damage.mean, "fight", fight.damage.mean)


def _matched(found: Found, question: Question) -> Matchup:
    picks = found.picks(question.attacker, question.target)
    return matchup(found.system, found.sheets, picks, question.setting)


def _answered(made: Matchup) -> Answer:
    told = odds_of(made.engagement, by_weapon=True)
    if isinstance(told, Refusal):
        raise InputError(made.attacker, "sheet", "; ".join(told.problems))
    return told


def _needed(question: Question, found: Found) -> Needed | None:
    """How many models the chance needs, over the sizes that the attacker's sheet allows."""
    if question.needed is None:
        return None
    sized: dict[int, Matchup] = {}
    for size in range(1, LARGEST_UNIT + 1):
        attacker = msgspec.structs.replace(question.attacker, models=size)
        try:
            sized[size] = _matched(found, msgspec.structs.replace(question, attacker=attacker))
        except InputError:
            continue
    return compare.needed(question.needed, sized, lambda size: sized[size].engagement)


def _luck(question: Question, made: Matchup, told: Answer) -> list[Luck]:
    results = {"damage": question.dealt, "models destroyed": question.destroyed}
    models = made.engagement.target.models
    most = {
        "damage": sum(model.count * model.wounds - model.wounds_lost for model in models),
        "models destroyed": sum(model.count for model in models),
    }
    for what, number in results.items():
        if number is not None and number > most[what]:
            raise InputError(made.target, what, f"expected at most {most[what]}, got {number}")
    return [compare.luck(told, what, number) for what, number in results.items() if number is not None]


def _reach(question: Question, system: System, made: Matchup, told: Answer) -> Reach | None:
    if question.charge is None:
        return None
    p = charge_chance(system, question.charge - made.setup, question.charge_reroll)
    return compare.reach(told, question.charge, question.charge_reroll, p)


def charge_chance(system: System, distance: int, reroll: bool) -> float:
    """The chance of a charge over so many inches, sure where none are left. Raises InputError for a game that
    does not tell it."""
    name = "p_success_with_reroll" if reroll else "p_success"
    kind = system.rolls(system.rules).get("charge")
    figure = kind and kind.figures(rolls.Asked({"distance": max(0, distance)})).get(name)
    if not isinstance(figure, int | float):
        option = "--charge-reroll" if kind and reroll else "--charge"
        raise InputError(
            option, system.title, f"expected a game that tells {name.replace('_', ' ')} of a charge"
        )
    return float(figure)


def chargeable(system: System) -> bool:
    """Whether a game tells the chance of a charge."""
    try:
        charge_chance(system, 7, False)
    except InputError:
        return False
    return True


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
