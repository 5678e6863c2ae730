"""Typed effects acting on attacks: which rules of two units act in an engagement, and what they change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from warbook import effects as fx
from warbook.rules.pick import Phase
from warbook.systems.wh40k10.effects.acting import Change, Walk, act
from warbook.systems.wh40k10.effects.applying import armed, standing
from warbook.systems.wh40k10.effects.choosing import Options
from warbook.systems.wh40k10.effects.defining import states_given
from warbook.systems.wh40k10.effects.parting import separable
from warbook.systems.wh40k10.effects.scene import Force, NotModelled, Role, Scene, other, spells
from warbook.systems.wh40k10.effects.speaker import Speaker

__all__ = [
    "BESPOKE",
    "Change",
    "Executed",
    "Force",
    "NotModelled",
    "Role",
    "Scene",
    "Share",
    "acting",
    "armed",
    "changes_attacks",
    "executes",
    "leaves",
    "leaves_choice",
    "parts",
    "share",
    "spells",
    "standing",
]

ROLES: tuple[Role, ...] = ("attacker", "target")
PHASES: tuple[Phase, ...] = ("shooting", "fight")

WITHOUT_FIGURES = (fx.Heading, fx.Use, fx.Restrict, fx.Select)
"""Leaves that change no figure by themselves: names of parts, who may carry a rule, what is selected."""


BESPOKE = ("Reanimation Protocols",)
"""Rules that are programs of their own, which battles run: see ``ruled.bespoke``."""


def acting(
    name: str,
    effects: Sequence[fx.Effect],
    scene: Scene,
    role: Role,
    sheet: str,
    chosen: bool,
    options: Options = (),
) -> list[Change]:
    """What a rule of the unit in ``role``, printed on ``sheet``, changes of an engagement.

    ``chosen`` rules are those that the player says are used; the others act only where nobody has to use them.
    ``options`` are those of its choices. Raises NotModelled where any part of the rule is beyond the figures.
    """
    here = scene.of_rule(name, _states(effects, role))
    walk = Walk(here, Speaker(role, sheet), name, chosen, options)
    act(effects, walk)
    for (whose, state), on in here.given.items():
        if on:
            here.bring(state, whose, role)
    return walk.changes


def _states(effects: Sequence[fx.Effect], role: Role) -> Iterator[tuple[Role, str]]:
    """The states that a rule of the unit in a role gives by name, each with who has them."""
    return ((other(role) if enemy else role, name) for name, enemy in states_given(tuple(effects)))


def executes(effect: fx.Effect) -> bool:
    """Whether the figures of attacks act on all of an effect, decided by the code that acts on it: it is walked
    for both units and both phases with every condition taken to hold that an engagement, or the player, can
    answer. Effects without a leaf that acts on attacks are none that figures act on."""
    return effect in Executed((effect,))


class Executed:
    """What figures act on of a text: ``sentence.effect in Executed(text.effects)``. A sentence that goes on
    with another ("instead", "if it does") may act only inside it: the text is asked first."""

    def __init__(self, effects: Sequence[fx.Effect]) -> None:
        self._acted = _acted_on(effects)

    def __contains__(self, effect: fx.Effect) -> bool:
        if isinstance(effect, fx.Restrict):
            return id(effect) in self._acted
        wanted = {id(leaf) for leaf in leaves(effect) if not isinstance(leaf, WITHOUT_FIGURES)}
        return bool(wanted) and (wanted <= self._acted or wanted <= _acted_on((effect,)))


def _acted_on(effects: Sequence[fx.Effect]) -> set[int]:
    """The leaves that act in some engagement, by identity."""
    found: set[int] = set()
    for role in ROLES:
        for phase in PHASES:
            found |= _surveyed(effects, role, phase)
    return found


def changes_attacks(effects: Sequence[fx.Effect], role: Role, phase: Phase) -> bool:
    """Whether a rule of the unit in a role might change an attack of that phase."""
    return bool(_survey(effects, role, phase).changes)


def _surveyed(effects: Sequence[fx.Effect], role: Role, phase: Phase) -> set[int]:
    return _survey(effects, role, phase).acted


def _survey(effects: Sequence[fx.Effect], role: Role, phase: Phase) -> Walk:
    nobody = Force(frozenset())
    scene = Scene(nobody, nobody, phase, survey=True).of_rule("survey", _states(effects, role))
    walk = Walk(scene, Speaker(role, "sheet"), "survey", True)
    try:
        act(effects, walk)
    except NotModelled as found:  # what a survey meets on its way it collects: this is a rule that fails
        failed = Walk(scene, Speaker(role, "sheet"), "survey", True)
        failed.beyond.append(str(found))
        return failed
    walk.acted |= {
        id(each) for each in walk.stated if any(name.casefold() in scene.asked for name in each.names)
    }
    return walk


Share = Literal["wholly", "in part", "not"]
"""How much of a rule acts on the attacks of some engagement."""


def share(effects: Sequence[fx.Effect]) -> tuple[Share, tuple[str, ...]]:
    """How much of a whole rule acts, and what keeps the rest of it from acting: of both units and both phases
    where most of it does. A rule of which nothing acts, and nothing is beyond the figures, has no word of
    attacks."""
    told = [_share(effects, role, phase) for role in ROLES for phase in PHASES]
    return min(told, key=lambda each: (ORDER.index(each[0]), len(each[1]) == 0))


ORDER: tuple[Share, ...] = ("wholly", "in part", "not")


def _share(effects: Sequence[fx.Effect], role: Role, phase: Phase) -> tuple[Share, tuple[str, ...]]:
    walk = _survey(effects, role, phase)
    if not walk.beyond:
        return ("wholly" if walk.changes else "not"), ()
    apart = [_survey(part, role, phase) for part in separable(effects)]
    acts = any(part.changes and not part.beyond for part in apart)
    return ("in part" if acts else "not"), tuple(dict.fromkeys(walk.beyond))


def leaves(effect: fx.Effect) -> Iterator[fx.Effect]:
    """The leaves of an effect, in order."""
    inner = list(parts(effect))
    if not inner:
        yield effect
    for part in inner:
        yield from leaves(part)


def leaves_choice(effect: fx.Effect) -> bool:
    """Whether a player picks one of several things in it, the roll that something is done to among them."""
    match effect:
        case fx.Choose():
            return True
        case fx.Grant():
            return effect.choose is not None
        case fx.Each(event) if event.roll is not None and " or " in event.roll:
            return True
    return any(map(leaves_choice, parts(effect)))


def parts(effect: fx.Effect) -> Iterable[fx.Effect]:
    """What is inside a combinator; nothing in a leaf."""
    match effect:
        case fx.Then():
            return effect.effects
        case fx.Choose():
            return effect.options
        case fx.OnRoll():
            return tuple(outcome.then for outcome in effect.outcomes)
        case fx.If():
            return (effect.then,) if effect.otherwise is None else (effect.then, effect.otherwise)
        case fx.Each() | fx.Until() | fx.At() | fx.Limited() | fx.May() | fx.ForEach() | fx.Instead():
            return (effect.then,)
    return ()
