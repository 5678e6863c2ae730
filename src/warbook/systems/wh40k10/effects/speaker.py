"""Who speaks in a rule and whom its words mean, and what a battle's position says of its conditions."""

from __future__ import annotations

from typing import Protocol

import msgspec

from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.systems.wh40k10.effects.scene import Fits, Force, Role, Scene, condition_text, other

Answer = bool | Fits


class Speaker:
    """Who has the rule: its role, the sheet that prints it, and whom "that" means at this place."""

    __slots__ = ("role", "sheet", "that")

    def __init__(self, role: Role, sheet: str | None = None, that: Role | None = None) -> None:
        self.role, self.sheet, self.that = role, sheet, that

    def saying(self, that: Role | None) -> Speaker:
        """The same with another "that"."""
        return Speaker(self.role, self.sheet, that or self.that)

    def whom(self, who: Selector | None) -> Role | None:
        """The role that a selector means, ``None`` where it cannot be told."""
        if who is None:
            return None
        match who.ref:
            case "this" | "your" | "bearer" | "led":
                return self.role
            case "attacker":
                return "attacker"
            case "target":
                return "target"
            case "that" | "those":
                return self.that
        if who.side is not None:
            return self.role if who.side == "friendly" else other(self.role)
        return self.whom(who.of)


class Speaking(Speaker):
    """A speaker for whom "it" is the unit in a role."""

    __slots__ = ("it", "other")

    def __init__(self, speaker: Speaker, it: Role) -> None:
        super().__init__(speaker.role, speaker.sheet, speaker.that)
        self.other, self.it = speaker, it

    def whom(self, who: Selector | None) -> Role | None:
        if who is not None and who.ref == "it":
            return self.it
        if who is not None and who.ref is None and who.side is None and who.of is not None:
            return self.whom(who.of)
        return self.other.whom(who)

    def saying(self, that: Role | None) -> Speaker:
        return Speaking(self.other.saying(that), self.it)


class Facts(Protocol):
    """What a battle's position says of conditions, in place of what an engagement would assume of them."""

    def answer(self, condition: object, scene: Scene, speaker: Speaker) -> Answer | None:
        """The answer; ``None`` where the engagement's own is right. Raises NotModelled for what the position
        does not tell: then nothing of the rule acts."""
        ...

    def during(self, window: terms.Window, speaker: Speaker) -> bool:
        """Whether it is this time. Raises NotModelled."""
        ...

    def force(self, role: Role) -> Force:
        """A unit that neither attacks nor is attacked."""
        ...


def told_as(condition: terms.Condition, speaker: Speaker) -> str:
    """A condition in plain words for what is assumed of it; units of the engagement by their roles."""
    who = getattr(condition, "who", None)
    role = speaker.whom(who) if isinstance(who, Selector) and who.ref in ("it", "that") else None
    if isinstance(who, Selector) and who.kind == "unit" and role in ("attacker", "target"):
        meant = Selector(ref="attacker" if role == "attacker" else "target")
        condition = msgspec.structs.replace(condition, who=meant)
    return condition_text(condition)
