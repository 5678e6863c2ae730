"""Leaves about attacks and characteristics: modifiers, re-rolls, criticals, what is granted or ignored."""

from __future__ import annotations

from typing import Literal

from warbook.effects.terms import Amount, Condition, Selector, Term

Quantity = Literal[
    "hit roll", "wound roll", "damage roll", "save roll", "attack roll", "charge roll", "advance roll",
    "battle-shock test", "leadership test", "desperate escape test", "hazardous test", "psychic test",
    "move", "range",
    "attacks", "strength", "toughness", "armour penetration", "damage", "ballistic skill", "weapon skill",
    "save", "invulnerable save", "feel no pain", "wounds", "leadership", "objective control", "cp cost",
    "deadly demise roll", "armour save roll", "invulnerable save roll", "roll", "dice", "transport space",
    "hit test", "reserves test", "focus roll", "cool", "willpower", "intelligence", "initiative",
]  # fmt: skip
"""What may be modified or re-rolled: rolls by their name, characteristics by theirs (K-MOD-01…08); ``dice``
is how many are rolled; the last
row are those of heresy3 (H-CHR-01, H-DIC-02)."""


class Modifier(Term, frozen=True, tag="modifier"):
    """Changes a roll or a characteristic of ``of`` (``None``: of the attack or roll spoken of).

    ``improve`` and ``worsen`` go by effectiveness (K-MOD-07); ``set`` replaces. ``least`` and ``most`` bound
    the outcome.
    """

    what: Quantity
    op: Literal["add", "subtract", "set", "multiply", "divide", "improve", "worsen"]
    value: Amount
    of: Selector | None = None
    least: int | None = None
    most: int | None = None


class Reroll(Term, frozen=True, tag="reroll"):
    """A roll may be (or, where not ``may``, is) re-rolled: ``ones``, any ``failed`` one, ``any``, or those
    that show one of ``faces``; ``count`` bounds how many dice. ``barred``: it cannot be re-rolled."""

    what: Quantity
    which: Literal["ones", "failed", "any", "faces"] = "any"
    faces: tuple[int, ...] = ()
    count: int | None = None
    of: Selector | None = None
    may: bool = True
    barred: bool = False


class Critical(Term, frozen=True, tag="critical"):
    """An unmodified roll of ``on`` or more is critical; ``of`` are the attacks, ``None`` those spoken of.
    ``successful``: only where the roll succeeds besides (every success where ``on`` is 2)."""

    what: Literal["hit", "wound"]
    on: int
    of: Selector | None = None
    successful: bool = False


class Result(Term, frozen=True, tag="result"):
    """Unmodified rolls from ``least`` to ``most`` end as ``result`` whatever modifies them."""

    what: Quantity
    result: Literal["fails", "succeeds", "critical"]
    least: int = 1
    most: int = 6
    of: Selector | None = None


class Grant(Term, frozen=True, tag="grant"):
    """``to`` has abilities or keywords by name (``"sustained hits 1"``, ``"stealth"``, ``"feel no pain 5+"``,
    ``"benefit of cover"``); ``against`` limits what they help against. ``lost`` takes them away. ``choose``
    is how many of them the player picks, ``None`` being all."""

    what: Literal["weapon ability", "ability", "keyword", "state", "weapon"]
    names: tuple[str, ...]
    to: Selector | None = None
    against: Condition | None = None
    lost: bool = False
    choose: int | None = None


class Save(Term, frozen=True, tag="save"):
    """``to`` has an invulnerable save or a Feel No Pain of ``needs`` (2 is 2+); ``against`` is ``mortal``,
    ``psychic``, ``ranged``, ``melee`` or ``None`` for everything."""

    what: Literal["invulnerable", "feel no pain"]
    needs: int
    to: Selector | None = None
    against: tuple[Literal["mortal", "psychic", "ranged", "melee"], ...] = ()


class Ignore(Term, frozen=True, tag="ignore"):
    """``who`` may ignore modifiers to these rolls and characteristics; ``which`` are ``any`` of them, or
    ``bad`` or ``good`` ones; ``except_`` names what is not ignored. Also things: ``"cover"``."""

    what: tuple[str, ...]
    who: Selector | None = None
    which: Literal["any", "bad", "good"] = "any"
    except_: tuple[str, ...] = ()


class Alone(Term, frozen=True, tag="alone"):
    """What was changed just before does not add up with other modifiers of ``what`` that are ``which``: good or
    bad ones, or any. Where there is another, it changes nothing."""

    what: Quantity
    which: Literal["good", "bad", "any"] = "any"
