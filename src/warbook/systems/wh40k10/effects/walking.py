"""The walk of a rule through its scopes, from the outermost inwards, to the leaves that change an engagement.

What the leaves of each topic change is told beside (modifying, rerolling, granting, harming). What belongs to
other attacks than these changes nothing; what the figures cannot act on raises :class:`NotModelled`, and then
none of the rule acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import singledispatch

import msgspec

from warbook import effects as fx
from warbook import faults
from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.errors import InputError
from warbook.parsing.scopes import peeled
from warbook.systems.wh40k10.effects.choosing import SELECTED, Undecided, gives_picked, label, picked
from warbook.systems.wh40k10.effects.defining import sections
from warbook.systems.wh40k10.effects.holds import bears, every, holds, matches
from warbook.systems.wh40k10.effects.scene import Failed, NotModelled, Role, other
from warbook.systems.wh40k10.effects.speaker import Answer
from warbook.systems.wh40k10.effects.walk import Walk


def act(effects: Sequence[fx.Effect], walk: Walk) -> None:
    """Walks the sentences of a rule in order. Raises NotModelled, Failed where Warbook fails at the rule; in a
    survey that is noted, as all that cannot act."""
    try:
        _walk(effects, walk)
    except (NotModelled, InputError):
        raise
    except Exception as fault:
        failed = Failed(faults.noted(fault))
        if not walk.scene.survey:
            raise failed from fault
        walk.beyond.append(str(failed))


def _walk(effects: Sequence[fx.Effect], walk: Walk) -> None:
    for owner, inside in sections(effects):
        if owner is None:
            _in_order(inside, walk)
        else:
            _for_owner(owner, inside, walk)


def _for_owner(owner: fx.Effect, effects: Sequence[fx.Effect], walk: Walk) -> None:
    """Sentences that are for those who carry the rule, or have the ability that they are: they speak of these
    as *this*."""
    scopes, body = peeled(owner)
    whose = body.to if isinstance(body, fx.Grant | fx.Restrict) else None
    plain = all(isinstance(scope, fx.If | fx.Until) for scope in scopes)
    if whose is None or whose.side == "enemy" or not plain or walk.scene.facts is not None:
        _in_order((owner, *effects), walk)
        return
    answers = [holds(each.condition, walk.scene, walk.speaker) for each in scopes if isinstance(each, fx.If)]
    answer = every([*answers, bears(whose, walk.scene, walk.speaker)])
    before = len(walk.changes)
    if answer is not False:
        _in_order(effects, walk.inside(fits=answer))
    if len(walk.changes) > before:
        walk.acted.add(id(body))


def _in_order(effects: Sequence[fx.Effect], walk: Walk) -> None:
    before = 0
    for effect in effects:
        start = len(walk.changes)
        if attempt(effect, walk, before) is False:
            return
        if len(walk.changes) > start:
            before = start


def attempt(effect: fx.Effect, walk: Walk, before: int = 0) -> bool:
    """One of several effects, and whether those after it may act: not where nothing could be selected. In a
    survey what cannot act does not hide the others."""
    try:
        step(effect, walk, before)
    except NotModelled as beyond:
        if not walk.scene.survey:
            raise
        walk.beyond.append(str(beyond))
    except NoSuchUnit:
        return False
    return True


class NoSuchUnit(Exception):
    """What a rule selects is not the unit across the table, or what is to be used is not: what follows does not
    act."""


def step(effect: fx.Effect, walk: Walk, before: int = 0) -> None:
    """Walks one effect; ``before`` is where the changes of the sentence before it begin."""
    if isinstance(effect, fx.Instead):
        del walk.changes[before:]
        step(effect.then, walk)
    elif isinstance(effect, fx.If):
        _if(effect, walk, before)
    else:
        on_walk(effect, walk)


def _if(effect: fx.If, walk: Walk, before: int) -> None:
    on, condition = _waits(effect.condition)
    if on is not None and (effect.otherwise is not None or walk.on is not None):
        raise NotModelled(f"another effect than on a {on}")
    answer = True if condition is None else _answer(condition, walk)
    if answer is not False:
        speaker = walk.speaker.saying(_spoken_of(effect.condition, walk))
        inner = walk.inside(speaker, answer)
        inner.on = on or walk.on
        step(effect.then, inner, before)
    if effect.otherwise is not None and answer is not True:
        step(effect.otherwise, walk.inside(fits=_not(answer)))
    elif effect.otherwise is not None and walk.scene.survey:
        step(effect.otherwise, walk)


def _answer(condition: terms.Condition, walk: Walk) -> Answer:
    """Whether a condition holds; *that ability* is the one that the rule gave last, to such weapons."""
    match condition:
        case terms.Has(who=Selector(kind="weapon"), names=names) if names in SELECTED and walk.gifts:
            given, whose = walk.gifts[-1]
            known = msgspec.structs.replace(condition, names=given)
            return every([holds(known, walk.scene, walk.speaker), whose])
    return holds(condition, walk.scene, walk.speaker)


def _spoken_of(condition: terms.Condition, walk: Walk) -> Role | None:
    """Whom a condition speaks of, where what it scopes calls it *that*: a unit that is led, one that is
    near, or one with a state that the rule gives."""
    match condition:
        case terms.Leads():
            return walk.speaker.role
        case terms.Within(who=Selector(kind="unit", ref=None) as reached):
            return walk.speaker.whom(reached)
        case terms.Active(name=name, who=Selector(ref=None)):
            return walk.scene.bearer(name)
    return None


def _not(answer: Answer) -> Answer:
    return (not answer) if isinstance(answer, bool) else (lambda weapon: not answer(weapon))


def _waits(condition: terms.Condition) -> tuple[str | None, terms.Condition | None]:
    """The critical that a condition waits for, and what else must hold."""
    if isinstance(condition, terms.State) and condition.state in ("critical hit", "critical wound"):
        return condition.state, None
    if isinstance(condition, terms.All):
        parts = [_waits(each) for each in condition.of]
        on = [each for each, _ in parts if each is not None]
        rest = tuple(each for _, each in parts if each is not None)
        if len(on) == 1:
            return on[0], rest[0] if len(rest) == 1 else terms.All(rest) if rest else None
    return None, condition


@singledispatch
def on_walk(effect: object, walk: Walk) -> None:
    """What one kind of effect does on its way. Raises NotModelled."""
    raise NotModelled(f"{type(effect).__name__} in figures of attacks")


@on_walk.register
def _(effect: fx.Unparsed, _walk: Walk) -> None:
    told = effect.rest or effect.text
    raise NotModelled(f"not understood: “{told[:LONGEST]}{'…' if len(told) > LONGEST else ''}”")


LONGEST = 60
"""So many characters of a text tell which it is."""


@on_walk.register
def _(effect: fx.Then, walk: Walk) -> None:
    inner = walk.inside()
    inner.tested = walk.tested or any(isinstance(each, fx.Test) for each in effect.effects)
    owners = (each.of for each in effect.effects if isinstance(each, fx.Modifier) and each.of is not None)
    inner.owner = next(owners, walk.owner)
    inner.given_later = any(map(gives_picked, effect.effects))
    act(effect.effects, inner)
    walk.speaker = inner.speaker


@on_walk.register
def _(effect: fx.Until, walk: Walk) -> None:
    """What lasts while a unit's attacks, or a play, are resolved speaks of them."""
    if effect.duration.of not in ("attacks", "play"):
        step(effect.then, walk)
        return
    inner = walk.inside()
    inner.attack = walk.attack or (walk.speaker.that or walk.speaker.role) == "attacker"
    step(effect.then, inner)


@on_walk.register
def _(effect: fx.Limited, walk: Walk) -> None:
    if walk.chosen:
        inner = walk.inside()
        inner.limited = True
        step(effect.then, inner)
    else:
        walk.optional = True


@on_walk.register
def _(effect: fx.May, walk: Walk) -> None:
    step(effect.then, walk)


@on_walk.register
def _(effect: fx.At, walk: Walk) -> None:
    """A phase scopes what acts in it; an edge or an event is an occasion that the player takes."""
    inner, facts = walk.inside(), walk.scene.facts
    if facts is not None and not any(facts.during(window, walk.speaker) for window in effect.windows):
        return
    if facts is None and not walk.scene.survey:
        phases = {window.phase for window in effect.windows}
        plain = all(window.event is None and window.edge == "during" for window in effect.windows)
        apart = phases.isdisjoint({walk.scene.phase, "any", "turn"})
        if plain and apart and not walk.chosen and not _follows_from_a_deed(effect.then, walk):
            return
        if not plain and not walk.chosen:
            return
        inner.late = walk.late or all(
            window.edge == "end" and window.phase in (walk.scene.phase, "turn") for window in effect.windows
        )
    step(effect.then, inner)


def _follows_from_a_deed(effect: fx.Effect, walk: Walk) -> bool:
    """Whether in a phase before this one something was bound to happen that lasts: as the attacker Remained
    Stationary, or Advanced or charged."""
    match effect:
        case fx.If(condition=terms.Did(event=event), then=fx.Until(duration=duration), otherwise=None):
            told = event.what == "remains stationary" or event.moves in (("advance",), ("charge",))
            lasts = duration.of in ("turn", "battle round", "battle") or duration.next
            return told and lasts and walk.speaker.whom(event.by) == "attacker"
    return False


@on_walk.register
def _(effect: fx.Select, walk: Walk) -> None:
    """What is selected is the unit across the table, or one's own. Raises NoSuchUnit where it cannot be, or
    where it need not be that one and the player does not say that it is."""
    side = effect.what.side
    role = other(walk.speaker.role) if side == "enemy" else walk.speaker.role
    if side is None and effect.what.ref is not None:
        role = walk.speaker.whom(effect.what) or role
    scene = walk.scene if not walk.chosen else msgspec.structs.replace(walk.scene, granted=True)
    plain = msgspec.structs.replace(effect.what, of=None)
    if matches(plain, scene, walk.speaker, role) is False:
        raise NoSuchUnit
    any_unit = effect.what.kind == "unit" and effect.what.ref is None and scene.facts is None
    settled = not any_unit or walk.chosen or walk.in_attacks
    if not settled and not scene.assumed(f"the {role} is the unit that was selected"):
        raise NoSuchUnit
    walk.speaker = walk.speaker.saying(role)
    walk.acted.add(id(effect))


@on_walk.register
def _(effect: fx.Named, walk: Walk) -> None:
    """A rule of the army that is used by its name: what follows acts where the player uses this one."""
    if walk.scene.facts is not None:
        raise NotModelled(f"{effect.name} in a battle")
    if not walk.chosen:
        raise NoSuchUnit
    walk.scene.bring(effect.name, walk.speaker.role, walk.speaker.role)


@on_walk.register
def _(effect: fx.ForEach, walk: Walk) -> None:
    """What is for each of several units is for the one of the engagement, where it is such a unit."""
    role = walk.speaker.whom(effect.of)
    if effect.of.kind != "unit" or role is None or walk.scene.facts is not None:
        raise NotModelled(f"what is for each of several {effect.of.kind}s")
    answer = matches(effect.of, walk.scene, walk.speaker, role)
    if answer is not False:
        step(effect.then, walk.inside(walk.speaker.saying(role), answer))


@on_walk.register
def _(effect: fx.Choose, walk: Walk) -> None:
    """The options that the player names. Raises Undecided where none is named."""
    options = tuple(_owned(option, effect.to) for option in effect.options)
    for option in options:
        if isinstance(option, fx.Unparsed):
            step(option, walk)
    if walk.scene.survey:
        for option in options:
            attempt(option, walk)
        return
    able, idle, beyond = _able(options, walk)
    if able:
        walk.scene.dropped.update((label(option), str(why)) for option, why in beyond)
    if able or (idle and walk.options):
        for option in _picked(able, idle, effect.count, walk):
            step(option, walk)
            walk.scene.bring(label(option), walk.speaker.role, walk.speaker.role)
    elif beyond:
        raise beyond[-1][1]


def _owned(option: fx.Effect, to: Selector | None) -> fx.Effect:
    """An option with those who have it, where it tells no owner of its own."""
    if isinstance(option, fx.Grant) and option.to is None and to is not None:
        return msgspec.structs.replace(option, to=to)
    return option


def _picked(
    able: Sequence[fx.Effect], idle: Sequence[fx.Effect], count: int, walk: Walk
) -> tuple[fx.Effect, ...]:
    """The options that the player names, of those that change anything here; else of those that by themselves
    change nothing, as other rules may ask for them. Raises Undecided."""
    try:
        return picked(able or idle, count, walk.options)
    except Undecided:
        if walk.options and able:
            with suppress(Undecided):
                return picked(idle, count, walk.options)
        raise


def _able(
    options: Sequence[fx.Effect], walk: Walk
) -> tuple[list[fx.Effect], list[fx.Effect], list[tuple[fx.Effect, NotModelled]]]:
    """The options that change anything here, those that change nothing, and those that the figures cannot act
    on."""
    able, idle, beyond = list[fx.Effect](), list[fx.Effect](), list[tuple[fx.Effect, NotModelled]]()
    for option in options:
        apart = walk.apart()
        try:
            step(option, apart)
        except NoSuchUnit:
            continue
        except Undecided:
            able.append(option)
        except NotModelled as found:
            beyond.append((option, found))
        else:
            (able if apart.changes or apart.picked or apart.stated else idle).append(option)
    return able, idle, beyond
