"""Typed effects into what they change of an engagement: modifiers, characteristics, abilities and saves.

An effect is walked from its outermost scope inwards. What belongs to other attacks than these changes nothing;
what the figures cannot act on raises :class:`NotModelled`, and then none of the rule acts.
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
        step(effect, walk, before)
        if len(walk.changes) > start:
            before = start


def step(effect: fx.Effect, walk: Walk, before: int = 0) -> None:
    """Walks one effect; ``before`` is where the changes of the sentence before it begin."""
    if isinstance(effect, fx.Instead):
        del walk.changes[before:]
        step(effect.then, walk)
    elif isinstance(effect, fx.If):
        _if(effect, walk, before)
    else:
        _step(effect, walk)


def _if(effect: fx.If, walk: Walk, before: int) -> None:
    answer = holds(effect.condition, walk.scene, walk.speaker)
    if answer is not False:
        own = isinstance(effect.condition, terms.Leads)
        speaker = walk.speaker.saying(walk.speaker.role) if own else walk.speaker
        step(effect.then, walk.inside(speaker, answer), before)
    if effect.otherwise is not None and (answer is False or walk.scene.survey):
        step(effect.otherwise, walk)


@singledispatch
def _step(effect: object, walk: Walk) -> None:
    raise NotModelled(f"{type(effect).__name__} in figures of attacks")


@_step.register
def _(effect: fx.Then, walk: Walk) -> None:
    for each in effect.effects:
        try:
            step(each, walk)
        except NotModelled:
            if not walk.scene.survey:
                raise


@_step.register
def _(effect: fx.Until, walk: Walk) -> None:
    step(effect.then, walk)


@_step.register
def _(effect: fx.Limited, walk: Walk) -> None:
    if walk.chosen:
        step(effect.then, walk)
    else:
        walk.optional = True


@_step.register
def _(effect: fx.May, walk: Walk) -> None:
    step(effect.then, walk)


@_step.register
def _(effect: fx.At, walk: Walk) -> None:
    """A phase scopes what acts in it; an edge or an event is an occasion that the player takes."""
    if not walk.scene.survey:
        phases = {window.phase for window in effect.windows}
        plain = all(window.event is None and window.edge == "during" for window in effect.windows)
        if plain and not walk.chosen and phases.isdisjoint({walk.scene.phase, "any", "turn"}):
            return
        if not plain and not walk.chosen:
            return
    step(effect.then, walk)


@_step.register(fx.Heading)
@_step.register(fx.Use)
@_step.register(fx.Restrict)
def _(_effect: object, _walk: Walk) -> None:
    """Names of parts, and who may carry a rule, change no figure."""


@_step.register
def _(effect: fx.Select, walk: Walk) -> None:
    """What is selected is the unit across the table, or one's own."""
    side = effect.what.side
    walk.speaker = walk.speaker.saying(other(walk.speaker.role) if side == "enemy" else walk.speaker.role)
    walk.acted.add(id(effect))


@_step.register
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


@_step.register
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


# --------------------------------------------------------------------- leaves

ROLLS = {"hit roll": "hit", "wound roll": "wound"}
SAVES = ("save roll", "armour save roll")
OF_ATTACK = ("attacks", "strength", "armour penetration", "damage", "ballistic skill", "weapon skill", "range")
OF_MODEL = ("toughness", "save", "wounds")
OPS = {"add": "add", "improve": "add", "subtract": "subtract", "worsen": "subtract", "set": "set"}


@_step.register
def _(effect: fx.Modifier, walk: Walk) -> None:
    if effect.what in ROLLS and effect.op in ("add", "subtract"):
        _roll(effect, walk, ROLLS[effect.what])
    elif effect.what in SAVES and effect.op in ("add", "subtract"):
        _save_roll(effect, walk)
    elif effect.what == "damage roll":
        _of_attack(effect, walk, "damage")
    elif effect.what in OF_ATTACK:
        _of_attack(effect, walk, effect.what)
    elif effect.what in OF_MODEL:
        _of_model(effect, walk)
    elif effect.what in ("move", "leadership", "objective control"):
        raise NotModelled(f"{effect.what} in figures of attacks")
    else:
        raise NotModelled(f"{effect.op} {effect.what}")


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise NotModelled("an amount that is rolled or counted")
    return value


def _signed(effect: fx.Modifier) -> int:
    amount = _number(effect.value)
    return -amount if effect.op in ("subtract", "worsen") else amount


def _fits(walk: Walk, *more: Answer) -> Answer:
    return every([*walk.fits, *more])


def _sheet(walk: Walk, of: Selector | None) -> str | None:
    """The sheet whose own models are meant, where it is not the whole unit."""
    bare = of
    while bare is not None and bare.kind in ("weapon", "attack"):
        bare = bare.of
    own = walk.own_attacks if bare is None else bare.kind == "model" and bare.ref in ("this", "bearer")
    return walk.speaker.sheet if own else None


def _roll(effect: fx.Modifier, walk: Walk, what: str) -> None:
    if not walk.attack and not _mine(effect.of, walk, "attacker", effect):
        return
    spec = ModifierSpec(what, value=_signed(effect), reason=walk.name)
    walk.change(effect, Change("attack", what, fits=_fits(walk), sheet=_sheet(walk, effect.of), spec=spec))


def _mine(of: Selector | None, walk: Walk, role: Role, leaf: fx.Effect) -> bool:
    """Whether what a leaf speaks of is the unit in this role. Raises NotModelled where nobody is spoken of."""
    if of is None:
        raise NotModelled("a roll of nobody")
    found = walk.speaker.whom(of)
    if found is None:
        found = walk.speaker.role
    if found != role:
        return False
    answer = matches(of, walk.scene, walk.speaker, role) if of.kind in ("unit", "model") else True
    if answer is not True and answer is not False:
        walk.fits.append(answer)
    return answer is not False


def _save_roll(effect: fx.Modifier, walk: Walk) -> None:
    if not walk.attack and not _mine(effect.of, walk, "target", effect):
        return
    spec = ModifierSpec("save", value=_signed(effect), reason=walk.name)
    walk.change(effect, Change("attack", "save", fits=_fits(walk), spec=spec))


def _of_attack(effect: fx.Modifier, walk: Walk, what: str) -> None:
    """A characteristic of weapons or of the attack spoken of."""
    answers: list[Answer] = []
    of = effect.of
    if of is None or of.kind == "attack" or (of.kind == "weapon" and of.ref in ("that", "those")):
        if not walk.attack and not walk.scene.survey and (of is None or walk.speaker.role != "attacker"):
            return
    elif not _weapons(of, walk, answers):
        return
    if what == "range":
        raise NotModelled("Range in figures of attacks")
    op = OPS.get(effect.op, effect.op)
    value = _number(effect.value)
    walk.change(
        effect,
        Change(
            "attack",
            what,
            op,
            value,
            _fits(walk, *answers),
            _sheet(walk, of),
            ModifierSpec(what, reason=walk.name),
        ),
    )


def _weapons(of: Selector, walk: Walk, answers: list[Answer]) -> bool:
    """Whether weapons that a selector means attack here; tests of the weapon go to ``answers``."""
    holder = of if of.kind in ("unit", "model") else of.of
    role = walk.speaker.whom(holder) if holder is not None else walk.speaker.whom(of)
    if (role or walk.speaker.role) != "attacker":
        return False
    if holder is not None:
        answer = matches(holder, walk.scene, walk.speaker, "attacker")
        if answer is False:
            return False
        answers.append(answer)
    if of.kind == "weapon":
        if of.attacks is not None:
            kind = of.attacks
            answers.append(lambda weapon: weapon.kind == kind)
        if of.name is not None:
            name = of.name.casefold()
            answers.append(lambda weapon: weapon.name.casefold().startswith(name.removesuffix("s")))
        answers.extend(holds(each, walk.scene, walk.speaker) for each in of.where)
    return True


def _of_model(effect: fx.Modifier, walk: Walk) -> None:
    """A characteristic of the models attacked."""
    if effect.of is not None and effect.of.kind not in ("unit", "model"):
        raise NotModelled(f"{effect.what} of a {effect.of.kind}")
    if not _mine(effect.of or Selector(ref="this"), walk, "target", effect):
        return
    op = OPS.get(effect.op, effect.op)
    value = _number(effect.value)
    walk.change(
        effect, Change("model", effect.what, op, value, _fits(walk), _sheet(walk, effect.of), _reason(walk))
    )


def _reason(walk: Walk) -> ModifierSpec:
    return ModifierSpec("", reason=walk.name)


REROLLS = {
    "hit roll": "reroll hits", "wound roll": "reroll wounds", "save roll": "reroll saves",
    "damage roll": "reroll damage",
    "invulnerable save roll": "reroll saves", "armour save roll": "reroll saves",
}  # fmt: skip


@_step.register
def _(effect: fx.Reroll, walk: Walk) -> None:
    what = REROLLS.get(effect.what)
    if what is None or effect.barred or effect.count is not None or effect.which == "faces":
        raise NotModelled(f"re-rolling {effect.what}")
    role: Role = "target" if what == "reroll saves" else "attacker"
    if not walk.attack and not _mine(effect.of, walk, role, effect):
        return
    if what == "reroll damage":
        if effect.which == "ones":
            raise NotModelled("re-rolling Damage of 1")
        spec = ModifierSpec(what, below="mean", reason=walk.name)
    else:
        spec = ModifierSpec(what, which="ones" if effect.which == "ones" else "failed", reason=walk.name)
    walk.change(effect, Change("attack", what, fits=_fits(walk), sheet=_sheet(walk, effect.of), spec=spec))


@_step.register
def _(effect: fx.Critical, walk: Walk) -> None:
    if not walk.attack and not _mine(effect.of, walk, "attacker", effect):
        return
    spec = ModifierSpec(f"critical {effect.what}", value=effect.on, reason=walk.name)
    walk.change(effect, Change("attack", spec.what, fits=_fits(walk), sheet=_sheet(walk, effect.of), spec=spec))


@_step.register
def _(effect: fx.Result, walk: Walk) -> None:
    """Unmodified results that fail or succeed by themselves."""
    if effect.what not in ROLLS or effect.result == "critical" or not walk.attack:
        raise NotModelled(f"{effect.what} that {effect.result}")
    if effect.result == "fails":
        spec = ModifierSpec(ROLLS[effect.what], op="fails to", value=effect.most, reason=walk.name)
    else:
        spec = ModifierSpec(ROLLS[effect.what], op="succeeds from", value=effect.least, reason=walk.name)
    walk.change(effect, Change("attack", spec.what, fits=_fits(walk), sheet=_sheet(walk, effect.of), spec=spec))


@_step.register
def _(effect: fx.Ignore, walk: Walk) -> None:
    """The attacker drops modifiers that are bad for it (K-MOD-09)."""
    role = walk.speaker.whom(effect.who) if effect.who is not None else None
    if not walk.attack and role not in (None, "attacker"):
        return
    known = {"hit roll": "hit", "wound roll": "wound", "ballistic skill": "skill", "weapon skill": "skill"}
    wanted = {known[what] for what in effect.what if what in known}
    beyond = set(effect.what) - set(known) - {"move", "advance roll", "charge roll", "characteristics", "tests"}
    if "rolls" in beyond or not wanted or beyond:
        raise NotModelled("ignoring modifiers to " + ", ".join(sorted(beyond or effect.what)))
    changes = [
        Change("attack", "ignore", fits=_fits(walk), sheet=_sheet(walk, effect.who), spec=_ignoring(each, walk))
        for each in sorted(wanted)
    ]
    walk.change(effect, *changes)


def _ignoring(what: str, walk: Walk) -> ModifierSpec:
    return ModifierSpec("ignore", of=what, reason=walk.name)


@_step.register
def _(effect: fx.Grant, walk: Walk) -> None:
    if effect.lost or effect.against is not None:
        raise NotModelled("an ability that is lost or helps against some attacks only")
    names = _picked(effect, walk)
    if effect.what == "weapon ability":
        _weapon_abilities(effect, names, walk)
    elif effect.what == "keyword":
        raise NotModelled("a keyword that is gained")
    else:
        _unit_abilities(effect, names, walk)


def _picked(effect: fx.Grant, walk: Walk) -> tuple[str, ...]:
    """The abilities that the player picks of several. Raises NotModelled where they are not named."""
    if effect.choose is None or walk.scene.survey:
        return effect.names
    named = tuple(name for name in effect.names if walk.option and walk.option in name)
    if len(named) != effect.choose:
        raise NotModelled("a choice of abilities: name one")
    return named


def _weapon_abilities(effect: fx.Grant, names: tuple[str, ...], walk: Walk) -> None:
    answers: list[Answer] = []
    if effect.to is None or effect.to.kind == "attack" or effect.to.ref in ("that", "those"):
        if not walk.attack and not walk.scene.survey and walk.speaker.role != "attacker":
            return
    elif not _weapons(effect.to, walk, answers):
        return
    fits, sheet = _fits(walk, *answers), _sheet(walk, effect.to)
    walk.change(effect, *(Change("attack", "ability", "add", n, fits, sheet, _reason(walk)) for n in names))


STATES = {"stealth": "stealth", "benefit of cover": "cover"}


def _unit_abilities(effect: fx.Grant, names: tuple[str, ...], walk: Walk) -> None:
    if any(name not in STATES for name in names):
        raise NotModelled(", ".join(names))
    if effect.to is None or walk.speaker.whom(effect.to) != "target":
        if effect.to is None and walk.attack:
            pass
        elif walk.speaker.whom(effect.to) == "attacker" or effect.to is None:
            return
    elif not _mine(effect.to, walk, "target", effect):
        return
    if walk.fits and _fits(walk) is not True:
        raise NotModelled("cover against some weapons only")
    walk.change(effect, *(Change("situation", STATES[name], spec=_reason(walk)) for name in names))


@_step.register
def _(effect: fx.Save, walk: Walk) -> None:
    """Saves of the models attacked, where they help against these attacks."""
    if effect.to is None or not _mine(effect.to, walk, "target", effect):
        return
    kind = "melee" if walk.scene.phase == "fight" else "ranged"
    general = not effect.against or kind in effect.against
    what: str = effect.what
    if "psychic" in effect.against and not general and "mortal" not in effect.against:
        raise NotModelled("a save against Psychic Attacks only")
    if not general and "mortal" in effect.against:
        what = "feel no pain mortal"
    elif not general and not walk.scene.survey:
        return
    if _fits(walk) is not True and not walk.scene.survey:
        raise NotModelled("a save against some weapons only")
    change = Change("model", what, "set", f"{effect.needs}+", True, _sheet(walk, effect.to), _reason(walk))
    walk.change(effect, change)
