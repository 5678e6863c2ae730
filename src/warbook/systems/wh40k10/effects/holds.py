"""Whether a condition of a rule holds in an engagement.

What the engagement tells is answered from it; what it does not tell is assumed not to hold unless the player
says that it does (``--holding``), and the assumption is told. What can differ from weapon to weapon becomes a
test of the weapon. In a battle the scene has :class:`Facts`: they answer first, and nothing is assumed.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import singledispatch

import msgspec

from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.names import key
from warbook.rules.engagement import WeaponSpec
from warbook.sheets.leading import MOST_LEADERS
from warbook.systems.wh40k10.effects.comparing import compares
from warbook.systems.wh40k10.effects.scene import (
    Force,
    NotModelled,
    Role,
    Scene,
    condition_text,
    spells,
)
from warbook.systems.wh40k10.effects.speaker import Answer, Speaker, Speaking, told_as

MELEE = "fight"


def holds(condition: object, scene: Scene, speaker: Speaker) -> Answer:
    """The answer, or a test of the weapon that attacks. Raises NotModelled."""
    known = None if scene.facts is None else scene.facts.answer(condition, scene, speaker)
    return of_engagement(condition, scene, speaker) if known is None else known


@singledispatch
def of_engagement(condition: object, scene: Scene, speaker: Speaker) -> Answer:
    """The same, as an engagement alone tells it."""
    raise NotModelled(f"the condition {type(condition).__name__}")


@of_engagement.register
def _(condition: terms.All, scene: Scene, speaker: Speaker) -> Answer:
    return every([holds(each, scene, speaker) for each in condition.of])


@of_engagement.register
def _(condition: terms.Any, scene: Scene, speaker: Speaker) -> Answer:
    return _some([holds(each, scene, speaker) for each in condition.of])


@of_engagement.register
def _(condition: terms.Not, scene: Scene, speaker: Speaker) -> Answer:
    if scene.survey:
        holds(condition.of, scene, speaker)
        return True
    plain = msgspec.structs.replace(scene, granted=False)
    inner = holds(condition.of, plain, speaker)
    return (not inner) if isinstance(inner, bool) else (lambda weapon: not inner(weapon))


def every(answers: list[Answer]) -> Answer:
    """All of them."""
    tests = [each for each in answers if not isinstance(each, bool)]
    if not all(each for each in answers if isinstance(each, bool)):
        return False
    return (lambda weapon: all(test(weapon) for test in tests)) if tests else True


def _some(answers: list[Answer]) -> Answer:
    tests = [each for each in answers if not isinstance(each, bool)]
    if any(each for each in answers if isinstance(each, bool)):
        return True
    return (lambda weapon: any(test(weapon) for test in tests)) if tests else False


@of_engagement.register
def _(condition: terms.Sees, scene: Scene, speaker: Speaker) -> Answer:
    """A target that is attacked is seen by its attacker."""
    seen = speaker.whom(condition.who) == "attacker" and speaker.whom(condition.whom) == "target"
    if seen and scene.situation.indirect_unseen and not scene.survey:
        return False
    return seen or condition.who.kind == "player" or scene.assumed(condition_text(condition))


@of_engagement.register
def _(condition: terms.Done, scene: Scene, _speaker: Speaker) -> Answer:
    """What was chosen was done; how a test or a roll of it ended is not known."""
    return condition.result is None or scene.assumed(condition_text(condition))


@of_engagement.register
def _(condition: terms.Rolled, scene: Scene, _speaker: Speaker) -> Answer:
    return scene.assumed(condition_text(condition))


@of_engagement.register
def _(condition: terms.Active, scene: Scene, speaker: Speaker) -> Answer:
    role = None if condition.who is None else speaker.whom(condition.who)
    return scene.has_state(condition.name, role, speaker.role) or scene.assumed(told_as(condition, speaker))


@of_engagement.register(terms.Controls)
@of_engagement.register(terms.InRound)
def _(condition: terms.Condition, scene: Scene, _speaker: Speaker) -> Answer:
    return scene.assumed(condition_text(condition))


@of_engagement.register
def _(condition: terms.During, scene: Scene, speaker: Speaker) -> Answer:
    return scene.survey or _is_now(condition, scene, speaker)


def _is_now(condition: terms.During, scene: Scene, speaker: Speaker) -> bool:
    """Whether it is such a time: the phase is told, and mostly whose turn it is."""
    window = condition.window
    if window.phase not in (scene.phase, "any", "turn", "battle round", "battle"):
        return False
    if window.whose is None:
        return True
    player = turn_of(scene)
    if player is None:
        return scene.assumed(condition_text(condition))
    return (speaker.role == player) == (window.whose == "your")


def turn_of(scene: Scene) -> Role | None:
    """Whose turn it is, as far as the engagement tells: units shoot and charge in their own."""
    if scene.phase == MELEE:
        return "attacker" if scene.situation.charged else None
    return "target" if scene.situation.overwatch else "attacker"


@of_engagement.register
def _(condition: terms.Has, scene: Scene, speaker: Speaker) -> Answer:
    if condition.who.kind in ("attack", "weapon"):
        return _of_weapon(condition)
    role = speaker.whom(condition.who)
    if condition.what == "ability" and role is not None:
        return _prints(condition, scene, role) or scene.assumed(told_as(condition, speaker))
    if condition.what != "keyword" or role is None:
        return scene.assumed(told_as(condition, speaker))
    having = scene.survey or any(spells(name, scene.force(role).keywords) for name in condition.names)
    if condition.who.kind == "army":  # allies fight in an army of another faction
        return having or scene.assumed(told_as(condition, speaker))
    return having


def _prints(condition: terms.Has, scene: Scene, role: Role) -> bool:
    """Whether the unit's sheets print such an ability, whatever its number."""
    names = [scene.rule if name == "this" else name for name in condition.names]
    known = scene.force(role).abilities
    return any(
        each == name.casefold() or each.startswith(f"{name.casefold()} ") for name in names for each in known
    )


def _of_weapon(condition: terms.Has) -> Answer:
    """Raises NotModelled for an ability that is only spoken of."""
    if condition.what == "weapon":
        return lambda weapon: any(name == "that" or called(weapon, name) for name in condition.names)
    if "that" in condition.names:
        raise NotModelled("which ability is meant")
    return lambda weapon: any(carries(weapon, name) for name in condition.names)


_PROFILE = re.compile(r" \(| [-\u2013\u2014] ")


def called(weapon: WeaponSpec, name: str) -> bool:
    """Whether a weapon has a name, whichever of its profiles is used; "weapons" at its end may be left out."""
    printed = {key(each) for each in (weapon.name, _PROFILE.split(weapon.name)[0])}
    return any(key(f"{name}{noun}") in printed for noun in ("", " weapon"))


def carries(weapon: WeaponSpec, name: str) -> bool:
    """Whether a weapon has an ability, whatever its number."""
    first = name.casefold().split()
    return any(text.casefold().split()[: len(first)] == first for text in weapon.abilities)


@of_engagement.register
def _(condition: terms.State, scene: Scene, speaker: Speaker) -> Answer:
    if condition.state in ("ranged", "melee"):
        return lambda weapon: weapon.kind == condition.state
    if condition.state.startswith("critical"):
        raise NotModelled(f"what happens on a {condition.state}")
    role = speaker.whom(condition.who)
    if scene.survey:
        return True
    if role is not None and condition.state == "attached":
        return bool(scene.force(role).leaders)
    if scene.has_state(condition.state, role):
        return True
    if condition.state == "full strength":
        below = msgspec.structs.replace(condition, state="below starting strength")
        return not holds(below, msgspec.structs.replace(scene, granted=False), speaker)
    known = None if role is None else _known_state(condition.state, scene, role)
    return scene.assumed(told_as(condition, speaker)) if known is None else known


def _known_state(state: str, scene: Scene, role: Role) -> bool | None:
    """What the engagement tells of the state of one of its units, ``None`` where it does not."""
    here = scene.situation
    match state:
        case "on the battlefield":
            return True
        case "embarked" | "in reserves" | "in strategic reserves" | "destroyed":
            return False
        case "engaged":
            engaged = here.attacker_engaged if role == "attacker" else here.target_engaged_with_friends
            return scene.phase == MELEE or engaged
        case "stationary" if role == "attacker":
            return here.stationary
        case "in cover" if role == "target" and scene.phase != MELEE:
            return here.cover or None
    return _strength(state, scene.force(role))


def _strength(state: str, force: Force) -> bool | None:
    """States of strength of a unit of one model, by the wounds that it has lost (K-VOC-11, K-VOC-12)."""
    if force.size != 1:
        return None
    left = force.models[0].wounds - force.wounds_lost
    if state == "below half-strength":
        return 2 * left < force.models[0].wounds or None
    if state in ("below starting strength", "wounded"):
        return force.wounds_lost > 0 or None
    return None


@of_engagement.register
def _(condition: terms.Leads, scene: Scene, speaker: Speaker) -> Answer:
    force = scene.force(speaker.role)
    if scene.survey:
        return True
    if not force.leaders:
        return False
    if condition.who.ref in ("this", "bearer"):
        wanted = condition.whom.keywords if condition.whom else ()
        return speaker.sheet in force.leaders and (not wanted or any(spells(k, force.led) for k in wanted))
    leading = [words for name, words in force.sheets if name in force.leaders]
    who = condition.who.keywords
    return not who or any(spells(run, words) for run in who for words in leading)


@of_engagement.register
def _(condition: terms.Within, scene: Scene, speaker: Speaker) -> Answer:
    who = speaker.whom(condition.who)
    if scene.survey:
        return True
    such: Answer = True
    if who is not None and condition.who.ref is None:
        such = matches(condition.who, scene, speaker, who)
    return False if such is False else every([such, _within(condition, scene, speaker, who)])


REACHES = ("engagement range", "range", "half range", "area", "as close as possible", "closer")
"""What is told of a distance in words of the game; others are names of what a rule gives."""


def _within(condition: terms.Within, scene: Scene, speaker: Speaker, who: Role | None) -> bool:
    of, inches = speaker.whom(condition.of), condition.inches
    if inches == "half range":
        return scene.situation.half_range or scene.assumed(told_as(condition, speaker))
    if isinstance(inches, str) and inches not in REACHES:
        held = scene.has_state(f"within {inches}", who, speaker.role)
        return held or scene.assumed(told_as(condition, speaker))
    if condition.of.kind not in ("unit", "model") or who is None:
        return scene.assumed(told_as(condition, speaker))
    if of not in (None, who):
        if scene.phase == MELEE or inches == "engagement range":
            return scene.phase == MELEE or scene.situation.attacker_engaged
        if isinstance(inches, int) and scene.situation.range_in is not None:
            return scene.situation.range_in <= inches
        return scene.assumed(told_as(condition, speaker))
    if of == who and not condition.of.other and _of_itself(condition.of, scene, speaker, who):
        return True
    if inches != "engagement range" and condition.of.ref is None and of in (None, who):
        if _friends(condition.of, scene, who):
            return True
        scene.nearby.add(told_as(condition, speaker))
    return scene.assumed(told_as(condition, speaker))


def _friends(of: Selector, scene: Scene, role: Role) -> bool:
    """Whether friends that are near a unit are such as a selector means."""
    found = sum(means(of, name, keywords) for name, keywords in scene.force(role).near)
    return not of.where and found >= (of.count if isinstance(of.count, int) else 1)


def _of_itself(of: Selector, scene: Scene, speaker: Speaker, role: Role) -> bool:
    """Whether a unit is near to what is meant because it is, or holds, it: a Leader's models are in it too."""
    if of.ref is not None or matches(of, scene, speaker, role) is True:
        return True
    alone = of.count <= 1 if isinstance(of.count, int) else True
    return alone and not of.where and any(means(of, name, words) for name, words in scene.force(role).sheets)


@of_engagement.register
def _(condition: terms.Did, scene: Scene, speaker: Speaker) -> Answer:
    event, here = condition.event, scene.situation
    by = speaker.whom(event.by)
    if scene.survey:
        return True
    if event.what in ("targets", "attacks") and event.to is not None and condition.since is None:
        to = speaker.whom(event.to)
        if by in (None, "attacker") and to in (None, "target"):
            return matches(event.to, scene, speaker.saying("target"), "target")
    if by == "attacker":
        if event.moves == ("charge",):
            return here.charged
        if event.moves == ("advance",):
            return here.advanced
        if event.what == "remains stationary":
            return here.stationary
    return scene.assumed(told_as(condition, speaker))


@of_engagement.register
def _(condition: terms.Contains, scene: Scene, speaker: Speaker) -> Answer:
    role = speaker.whom(condition.who)
    if scene.survey:
        return True
    if role is None or condition.whom.where:
        return scene.assumed(told_as(condition, speaker))
    force = scene.force(role)
    found = _contained(condition.whom, force)
    if not found and condition.least > 0:
        # one more leader may stand beside those that the engagement has
        open_ = scene.facts is None and len(force.leaders) < MOST_LEADERS
        return open_ and scene.assumed(told_as(condition, speaker))
    return condition.least <= found <= (condition.most if condition.most is not None else found)


def _contained(whom: Selector, force: Force) -> int:
    """How many models that a selector means a unit has: of sheets that it means, or of that name."""
    if not (whom.keywords or whom.name):
        return force.size
    such = [means(whom, name, keywords) for name, keywords in force.sheets]
    if all(such):
        return force.size
    found = sum(number for fits, number in zip(such, force.numbers, strict=True) if fits)
    return found or sum(m.count for m in force.models if whom.name and key(whom.name) == key(m.name))


of_engagement.register(terms.Compares, compares)


def matches(who: Selector, scene: Scene, speaker: Speaker, role: Role) -> Answer:
    """Whether the unit in a role is one that a selector means; for models of an attacker, a test of who bears
    the weapon."""
    answers = [True if scene.survey else _kin(who, scene, role)]
    answers += [holds(each, scene, Speaking(speaker, role)) for each in who.where]
    if who.of is not None and who.ref is None:
        answers.append(matches(who.of, scene, speaker, role))
    return every(answers)


def _kin(who: Selector, scene: Scene, role: Role) -> Answer:
    """Whether it has the keywords and the name."""
    force = scene.force(role)
    if who.kind == "model" and force.bearers and (who.keywords or who.without or who.name):
        meant = frozenset(name for name, keywords in force.bearers if means(who, name, keywords))
        if role == "target" or len(meant) in (0, len(force.bearers)):
            return bool(meant)
        return lambda weapon: weapon.bearer is None or weapon.bearer in meant
    if who.keywords and not any(spells(run, force.keywords) for run in who.keywords):
        return False
    if any(spells(run, force.keywords) for run in who.without):
        return False
    if who.name is None or any(key(who.name) == key(name) for name, _ in force.sheets):
        return True
    return not force.sheets and scene.assumed(f"the unit is {who.name}")


def bears(whose: Selector, scene: Scene, speaker: Speaker) -> Answer:
    """Whether the unit that has a rule, or its one who carries it, is such a one."""
    own = dict(scene.force(speaker.role).sheets).get(speaker.sheet or "")
    if scene.survey:
        return True
    if whose.kind != "model" or own is None or whose.where or whose.name:
        return matches(whose, scene, speaker, speaker.role)
    fits = not whose.keywords or any(spells(run, own) for run in whose.keywords)
    return fits and not any(spells(run, own) for run in whose.without)


def means(who: Selector, name: str, keywords: Collection[str]) -> bool:
    """Whether a selector means a model of this name with these keywords. Older documents print a keyword like a
    name: "an Officer model" has either."""
    if who.name is not None and key(who.name) != key(name) and not spells(who.name.upper(), keywords):
        return False
    if who.keywords and not any(spells(run, keywords) for run in who.keywords):
        return False
    return not any(spells(run, keywords) for run in who.without)
