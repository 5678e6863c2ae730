"""What a rule brings as something happens: attacks and their rolls, and what happens besides.

Attacks and rolls are those of the engagement or none of its business. Anything else that happens acts where it
is part of these attacks, or where the player uses it.
"""

from __future__ import annotations

from warbook import effects as fx
from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.names import same
from warbook.systems.wh40k10.effects.holds import every, holds, matches
from warbook.systems.wh40k10.effects.scene import NotModelled, Role, Scene, other
from warbook.systems.wh40k10.effects.walk import Walk
from warbook.systems.wh40k10.effects.walking import on_walk, step


@on_walk.register
def _(effect: fx.Each, walk: Walk) -> None:
    event = effect.event
    if event.by is not None and event.by.kind == "play":
        _used(effect, walk)
    elif event.what in ("attacks", "targets", "allocated", "attack or mortal wound allocated"):
        _attacks(effect, walk)
    elif event.what in ("rolls", "fails") and event.roll is not None and _is_attack_roll(event.roll):
        _rolls(effect, walk)
    else:
        _happens(effect, walk)


def _used(effect: fx.Each, walk: Walk) -> None:
    """A play used on a unit: these attacks are its own where they are Fire Overwatch."""
    event = effect.event
    role = walk.speaker.whom(event.to)
    overwatch = event.by is not None and same(event.by.name or "", OVERWATCH)
    if not overwatch:
        raise NotModelled("what happens as a play is used")
    if role == "attacker" and (walk.scene.survey or walk.scene.situation.overwatch):
        inner = walk.inside(walk.speaker.saying(role))
        inner.attack = True
        step(effect.then, inner)


OVERWATCH = "Fire Overwatch"


def _happens(effect: fx.Each, walk: Walk) -> None:
    """Something that happens besides attacks: it acts where it is part of these, else where the player uses
    it."""
    event, scene = effect.event, walk.scene
    role = walk.speaker.whom(event.by) or walk.speaker.whom(event.to)
    if role is None and event.what == "selected":
        role = walk.speaker.role
    inner = walk.inside(walk.speaker.saying(role))
    inner.tested = walk.tested or "test" in event.what
    inner.attack = walk.attack or (role == "attacker" and bool({"shoot", "fight"}.intersection(event.acts)))
    inner.in_attacks = _part_of_these(event, role, scene)
    if scene.survey or walk.chosen or inner.in_attacks:
        inner.late = walk.late or _after(event, role)
        step(effect.then, inner)


def _after(event: terms.Event, role: Role | None) -> bool:
    return event.what in ("shoots", "fights") and event.edge == "after" and role != "target"


def _part_of_these(event: terms.Event, role: Role | None, scene: Scene) -> bool:
    """Whether an event is the attacker's charge, or that it is selected to attack, or has attacked."""
    if role != "attacker":
        return False
    acts = {"shooting": "shoot", "fight": "fight"}[scene.phase]
    if event.what == "selected":
        return acts in event.acts
    if event.what in ("shoots", "fights"):
        return event.what == f"{acts}s"
    charge = event.what == "moves" and "charge" in event.moves
    return charge and scene.phase == "fight" and scene.situation.charged


OWN = ("this", "bearer")


def _attacks(effect: fx.Each, walk: Walk) -> None:
    """Attacks of one side on the other: only where they are these. Those at a unit that was chosen are none at
    another one, and those of the one that has a rule none of a unit near it."""
    event, scene, speaker = effect.event, walk.scene, walk.speaker
    by, to = _role(event.by, walk), _role(event.to, walk)
    attacker = by or (other(to) if to in ("attacker", "target") else to or speaker.role)
    if attacker != "attacker" or to in ELSEWHERE:
        return
    if event.attacks is not None and event.attacks != scene.kind:
        return
    that: Role = "target" if event.to is not None else "attacker"
    inner = walk.inside(speaker.saying(that))
    answers = [holds(each, scene, inner.speaker) for each in event.where]
    if event.by is not None:
        answers.append(matches(event.by, scene, speaker, "attacker"))
        inner.own_attacks = event.by.kind == "model" and event.by.ref in ("this", "bearer")
    if event.to is not None:
        answers.append(matches(event.to, scene, speaker, "target"))
        inner.allocated = "allocated" in event.what and event.to.kind == "model" and event.to.ref in OWN
    answer = every(answers)
    if answer is False:
        return
    inner.attack = inner.each_attack = True
    if answer is not True:
        inner.fits.append(answer)
    step(effect.then, inner)


ELSEWHERE: tuple[Role, ...] = ("elsewhere", "that")
"""The parts of units in a battle that neither attack nor are attacked."""

ROLLS_OF_ATTACKER = ("hit roll", "wound roll", "damage roll")


def _is_attack_roll(roll: str) -> bool:
    return any(each in (*ROLLS_OF_ATTACKER, "save roll") for each in roll.split(" or "))


def _rolls(effect: fx.Each, walk: Walk) -> None:
    """A roll of these attacks: of the attacker, or a save of the target; ``fails``, where it does."""
    event = effect.event
    role = _role(event.by, walk) or _role(event.to, walk) or walk.speaker.role
    if role in ELSEWHERE:
        return
    rolls = str(event.roll).split(" or ")
    mine = [each for each in rolls if (each in ROLLS_OF_ATTACKER) == (role == "attacker")]
    if not mine and not walk.scene.survey:
        return
    inner = walk.inside(walk.speaker.saying(role))
    who = event.by or event.to
    answer = True if who is None else matches(who, walk.scene, walk.speaker, role)
    if answer is False:
        return
    inner.attack = inner.each_attack = True
    inner.rolled, inner.rolls = role, tuple(mine)
    inner.own_attacks = who is not None and who.kind == "model" and who.ref in ("this", "bearer")
    if event.what == "fails":
        if rolls != ["save roll"]:
            raise NotModelled(f"what follows a failed {event.roll}")
        if not (event.first or walk.limited):
            raise NotModelled("what every failed save brings")
        inner.failed_save = True
    step(effect.then, inner)


def _role(who: Selector | None, walk: Walk) -> Role | None:
    """Whose unit; a unit that says neither side is across the table from the one who speaks of it."""
    return None if who is None else walk.speaker.whom(who)
