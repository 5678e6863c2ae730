"""The walk of a rule through its scopes, from the outermost inwards, to the leaves that change an engagement.

What the leaves of each topic change is told beside (modifying, rerolling, granting). What belongs to other
attacks than these changes nothing; what the figures cannot act on raises :class:`NotModelled`, and then none of
the rule acts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Literal

from warbook import effects as fx
from warbook.dice import Value
from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.rules.engagement import ModifierSpec
from warbook.systems.wh40k10.effects.holds import Answer, Speaker, every, holds, matches
from warbook.systems.wh40k10.effects.scene import NotModelled, Role, Scene, other


class Change(Value, frozen=True):
    """One thing that a rule changes: ``of`` the attacks, the target's models or the whole engagement.

    ``fits`` tests the weapon; ``sheet`` limits it to what one sheet's models carry or are; ``what`` is the
    spelling of a modifier of engagements, or ``ability``, ``state``, a characteristic or a save.
    """

    of: Literal["attack", "model", "situation"]
    what: str
    op: str = "add"
    value: int | str = 0
    fits: Answer = True
    sheet: str | None = None
    spec: ModifierSpec | None = None


class Walk:
    """A rule on its way through its scopes: who speaks, which attacks are spoken of, what it changed."""

    def __init__(self, scene: Scene, speaker: Speaker, name: str, chosen: bool, option: str = "") -> None:
        self.scene, self.speaker, self.name = scene, speaker, name
        self.chosen, self.option = chosen, option
        self.fits: list[Answer] = []
        self.attack, self.sheet = False, None if speaker.sheet is None else speaker.sheet
        self.own_attacks = False
        self.changes: list[Change] = []
        self.acted: set[int] = set()
        self.optional = False

    def inside(self, speaker: Speaker | None = None, fits: Answer = True) -> Walk:
        """The walk within a scope; what it changes is told to this one."""
        inner = Walk(self.scene, speaker or self.speaker, self.name, self.chosen, self.option)
        inner.fits = [*self.fits, fits] if fits is not True else list(self.fits)
        inner.attack, inner.own_attacks = self.attack, self.own_attacks
        inner.changes, inner.acted = self.changes, self.acted
        return inner

    def change(self, leaf: fx.Effect, *changes: Change) -> None:
        """Notes that a leaf acts."""
        self.changes.extend(changes)
        self.acted.add(id(leaf))


def act(effects: Sequence[fx.Effect], walk: Walk) -> None:
    """Walks the sentences of a rule in order. Raises NotModelled."""
    before = 0
    for effect in effects:
        start = len(walk.changes)
        attempt(effect, walk, before)
        if len(walk.changes) > start:
            before = start


def attempt(effect: fx.Effect, walk: Walk, before: int = 0) -> None:
    """One of several effects: in a survey what cannot act does not hide the others."""
    try:
        step(effect, walk, before)
    except NotModelled:
        if not walk.scene.survey:
            raise


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
    answer = holds(effect.condition, walk.scene, walk.speaker)
    if answer is not False:
        own = isinstance(effect.condition, terms.Leads)
        speaker = walk.speaker.saying(walk.speaker.role) if own else walk.speaker
        step(effect.then, walk.inside(speaker, answer), before)
    if effect.otherwise is not None and (answer is False or walk.scene.survey):
        step(effect.otherwise, walk)


@singledispatch
def on_walk(effect: object, walk: Walk) -> None:
    """What one kind of effect does on its way. Raises NotModelled."""
    raise NotModelled(f"{type(effect).__name__} in figures of attacks")


@on_walk.register
def _(effect: fx.Then, walk: Walk) -> None:
    act(effect.effects, walk)


@on_walk.register
def _(effect: fx.Until, walk: Walk) -> None:
    step(effect.then, walk)


@on_walk.register
def _(effect: fx.Limited, walk: Walk) -> None:
    if walk.chosen:
        step(effect.then, walk)
    else:
        walk.optional = True


@on_walk.register
def _(effect: fx.May, walk: Walk) -> None:
    step(effect.then, walk)


@on_walk.register
def _(effect: fx.At, walk: Walk) -> None:
    """A phase scopes what acts in it; an edge or an event is an occasion that the player takes."""
    facts = walk.scene.facts
    if facts is not None and not any(facts.during(window, walk.speaker) for window in effect.windows):
        return
    if facts is None and not walk.scene.survey:
        phases = {window.phase for window in effect.windows}
        plain = all(window.event is None and window.edge == "during" for window in effect.windows)
        if plain and not walk.chosen and phases.isdisjoint({walk.scene.phase, "any", "turn"}):
            return
        if not plain and not walk.chosen:
            return
    step(effect.then, walk)


@on_walk.register(fx.Heading)
@on_walk.register(fx.Use)
@on_walk.register(fx.Restrict)
def _(_effect: object, _walk: Walk) -> None:
    """Names of parts, and who may carry a rule, change no figure."""


@on_walk.register
def _(effect: fx.Select, walk: Walk) -> None:
    """What is selected is the unit across the table, or one's own."""
    side = effect.what.side
    walk.speaker = walk.speaker.saying(other(walk.speaker.role) if side == "enemy" else walk.speaker.role)
    walk.acted.add(id(effect))


@on_walk.register
def _(effect: fx.Choose, walk: Walk) -> None:
    """The option that the player names. Raises NotModelled where none is named."""
    if walk.scene.survey:
        for option in effect.options:
            step(option, walk)
        return
    named = [o for o in effect.options if walk.option and walk.option in repr(o).casefold()]
    if not named:
        raise NotModelled("a choice: name the option")
    step(named[0], walk)


@on_walk.register
def _(effect: fx.Each, walk: Walk) -> None:
    event = effect.event
    if event.what in ("attacks", "targets", "allocated", "attack or mortal wound allocated"):
        _attacks(effect, walk)
    elif event.what == "selected" and (set(event.acts) & {"shoot", "fight"}):
        step(effect.then, walk)
    elif walk.chosen or walk.scene.survey:
        role = walk.speaker.whom(event.by) or walk.speaker.whom(event.to)
        step(effect.then, walk.inside(walk.speaker.saying(role)))


def _attacks(effect: fx.Each, walk: Walk) -> None:
    """Attacks of one side on the other: only where they are these."""
    event, scene, speaker = effect.event, walk.scene, walk.speaker
    by, to = _role(event.by, walk), _role(event.to, walk)
    attacker = by or (other(to) if to else speaker.role)
    if attacker != "attacker":
        return
    that: Role = "target" if event.to is not None else "attacker"
    inner = walk.inside(speaker.saying(that))
    answers = [holds(each, scene, inner.speaker) for each in event.where]
    if event.by is not None:
        answers.append(matches(event.by, scene, speaker, "attacker"))
        inner.own_attacks = event.by.kind == "model" and event.by.ref in ("this", "bearer")
    if event.to is not None:
        answers.append(matches(event.to, scene, speaker, "target"))
    if event.attacks is not None:
        kind = event.attacks
        answers.append(lambda weapon: weapon.kind == kind)
    answer = every(answers)
    if answer is False:
        return
    inner.attack = True
    if answer is not True:
        inner.fits.append(answer)
    step(effect.then, inner)


def _role(who: Selector | None, walk: Walk) -> Role | None:
    """Whose unit; a unit that says neither side is across the table from the one who speaks of it."""
    return None if who is None else walk.speaker.whom(who)
