"""A rule on its way through its scopes, with what it changes."""

from __future__ import annotations

from typing import Literal

import msgspec

from warbook import effects as fx
from warbook.dice import Value
from warbook.effects.terms import Selector
from warbook.rules.engagement import ModifierSpec, MortalSpec
from warbook.systems.wh40k10.effects.choosing import Options
from warbook.systems.wh40k10.effects.scene import NotModelled, Role, Scene
from warbook.systems.wh40k10.effects.speaker import Answer, Speaker


class Change(Value, frozen=True):
    """One thing that a rule changes: ``of`` the attacks, the target's models, the whole engagement, or mortal
    wounds that no attack inflicts.

    ``fits`` tests the weapon; ``sheet`` and ``names`` limit it to one sheet's, or these, models; ``what`` is
    the spelling of a modifier of engagements, ``modifier`` for a whole ``spec``, or ``ability``, ``state``, a
    characteristic or a save. ``by_name``: the rule names the weapon (K-W-06). What is ``alone`` does not add up
    with other changes of ``what`` that are good or bad for its user, or with any.
    """

    of: Literal["attack", "model", "situation", "mortal"]
    what: str
    op: str = "add"
    value: int | str = 0
    fits: Answer = True
    sheet: str | None = None
    spec: ModifierSpec | None = None
    mortal: MortalSpec | None = None
    names: frozenset[str] | None = None
    by_name: bool = False
    alone: Literal["good", "bad", "any"] | None = None


class Walk:
    """A rule on its way through its scopes: who speaks, which attacks are spoken of, what it changed.

    ``attack`` says that it speaks of these attacks, ``each_attack`` of one of them; ``on`` is the critical that
    it waits for, ``failed_save`` says that it waits for a save that fails, ``late`` that it comes after these
    attacks, ``limited`` that it is used once. ``rolled`` is whose roll is spoken of and ``rolls`` which one,
    ``picked`` what was chosen before it is told who has it (``given_later``: that it will be), ``owner`` whose
    characteristics are changed. In a survey ``beyond`` is what the figures cannot act on. ``stated`` gave
    states by name, ``tested`` says that tests are spoken of, ``gifts``
    are abilities that weapons got, ``in_attacks`` says that what is done is part of these attacks,
    ``allocated`` that attacks are spoken of that the rule's own model is allocated.
    """

    def __init__(self, scene: Scene, speaker: Speaker, name: str, chosen: bool, options: Options = ()) -> None:
        self.scene, self.speaker, self.name = scene, speaker, name
        self.chosen, self.options = chosen, options
        self.fits: list[Answer] = []
        self.attack = self.each_attack = False
        self.sheet = None if speaker.sheet is None else speaker.sheet
        self.own_attacks = self.failed_save = self.late = self.limited = False
        self.on: str | None = None
        self.rolled: Role | None = None
        self.rolls: tuple[str, ...] = ()
        self.changes: list[Change] = []
        self.acted: set[int] = set()
        self.beyond: list[str] = []
        self.stated: list[fx.Grant] = []
        self.gifts: list[tuple[tuple[str, ...], Answer]] = []
        self.tested = False
        self.picked: list[tuple[fx.Effect, tuple[str, ...]]] = []
        self.optional = self.given_later = self.allocated = self.in_attacks = False
        self.owner: Selector | None = None

    def inside(self, speaker: Speaker | None = None, fits: Answer = True) -> Walk:
        """The walk within a scope; what it changes is told to this one."""
        inner = Walk(self.scene, speaker or self.speaker, self.name, self.chosen, self.options)
        inner.fits = [*self.fits, fits] if fits is not True else list(self.fits)
        inner.attack, inner.own_attacks = self.attack, self.own_attacks
        inner.failed_save, inner.late, inner.limited = self.failed_save, self.late, self.limited
        inner.each_attack = self.each_attack
        inner.on, inner.rolled, inner.owner = self.on, self.rolled, self.owner
        inner.rolls, inner.given_later, inner.allocated = self.rolls, self.given_later, self.allocated
        inner.changes, inner.acted, inner.picked = self.changes, self.acted, self.picked
        inner.beyond, inner.stated, inner.tested = self.beyond, self.stated, self.tested
        inner.gifts, inner.in_attacks = self.gifts, self.in_attacks
        return inner

    def apart(self) -> Walk:
        """The walk within a scope that is only tried: what it changes is told to nobody."""
        tried = self.inside()
        tried.changes, tried.acted, tried.picked, tried.stated, tried.gifts = (
            [],
            set(),
            [],
            [],
            list(self.gifts),
        )
        tried.scene = msgspec.structs.replace(self.scene, given=dict(self.scene.given), brought=set())
        return tried

    def change(self, leaf: fx.Effect, *changes: Change) -> None:
        """Notes that a leaf acts. Raises NotModelled where it waits for a roll that cannot tell it."""
        if self.late and not self.chosen:
            changes = tuple(each for each in changes if each.of == "mortal")
        self.changes.extend(self._waiting(each) for each in changes)
        self.acted.add(id(leaf))

    def _waiting(self, change: Change) -> Change:
        if self.on is None:
            return change
        if change.of != "attack" or change.what not in ON_SOME:
            raise NotModelled(f"{change.what} on a {self.on}")
        spec = change.spec or ModifierSpec(change.what, reason=self.name)
        return msgspec.structs.replace(change, spec=msgspec.structs.replace(spec, on=self.on))


ON_SOME = ("armour penetration", "damage", "bar", "mortal wounds")
"""What may act on attacks with certain rolls alone."""
