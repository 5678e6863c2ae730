"""Leaves that make something happen: harm and healing, moves, attacks out of turn, set-up, tests, points."""

from __future__ import annotations

from typing import Literal

from warbook.effects.terms import Amount, Condition, Limit, Selector, Term, Window


class MortalWounds(Term, frozen=True, tag="mortal wounds"):
    """``on`` suffers so many mortal wounds, at most ``most`` altogether."""

    amount: Amount
    on: Selector
    most: int | None = None


class Heal(Term, frozen=True, tag="heal"):
    """``who`` regains up to so many lost wounds, at most ``most`` altogether."""

    amount: Amount | Literal["all"]
    who: Selector
    most: int | None = None


class Return(Term, frozen=True, tag="return"):
    """So many destroyed models of a unit return; ``wounds`` are those they have (``"full"``: all; ``None``:
    not told)."""

    models: Selector
    to: Selector | None = None
    wounds: Amount | Literal["full"] | None = None


class Add(Term, frozen=True, tag="add"):
    """``what`` is new: models of the unit ``to``, or (``None``) a unit of the player's army."""

    what: Selector
    to: Selector | None = None


class Destroy(Term, frozen=True, tag="destroy"):
    """``who`` is destroyed; ``untriggered``: without the rules that its destruction would trigger."""

    who: Selector
    untriggered: bool = False


class Split(Term, frozen=True, tag="split"):
    """``who`` becomes ``into`` units (``None``: as many as that makes) of ``models`` each."""

    who: Selector
    models: int
    into: int | None = None


class Select(Term, frozen=True, tag="select"):
    """The player picks one (or so many) of ``what``; *that* in what follows is it. ``by`` the opponent."""

    what: Selector
    by: Literal["you", "opponent"] = "you"


class Move(Term, frozen=True, tag="move"):
    """``who`` makes a move of ``kind`` (*that*: the one spoken of) up to ``inches`` (``None``: as far as such a
    move goes), ``instead_of`` so many; ``must`` where it is no choice. ``as_if``: as if it were this time."""

    who: Selector
    kind: str = "normal"
    inches: Amount | None = None
    must: bool = False
    where: tuple[Condition, ...] = ()
    instead_of: Amount | None = None
    as_if: Window | None = None


class Act(Term, frozen=True, tag="act"):
    """``who`` shoots, fights or charges now; ``where`` must hold of its targets. ``weapon`` is what it uses,
    where that is told: *this* is the profile that the rule itself prints. ``as_if``: as if it were this time.
    """

    who: Selector
    what: Literal["shoot", "fight", "charge", "overwatch", "heroic intervention"]
    where: tuple[Condition, ...] = ()
    after_death: bool = False
    again: bool = False
    weapon: Selector | None = None
    as_if: Window | None = None


class Test(Term, frozen=True, tag="test"):
    """``who`` takes a test: ``battle-shock``, ``leadership``, ``desperate escape``, ``hazardous``; ``outcome``
    settles it without a roll."""

    who: Selector
    what: str
    outcome: Literal["passed", "failed"] | None = None


class Gain(Term, frozen=True, tag="gain"):
    """A player gains (or, where ``amount`` is negative or ``lost``, loses) so much of ``what``: ``cp``,
    ``vp``, or a resource by its printed name; ``up_to`` makes the amount a most."""

    what: str
    amount: Amount
    who: Literal["you", "opponent"] | Selector = "you"
    lost: bool = False
    up_to: bool = False


class Permit(Term, frozen=True, tag="permit"):
    """``who`` may (or may not, where ``barred``) do ``what``: ``shoot after fall back``, ``charge after
    advance``, ``move through`` (what ``to`` selects), ``end that move only`` (where ``where`` holds), ``be
    targeted`` and so on; ``where`` says when or on whom."""

    what: str
    who: Selector | None = None
    barred: bool = False
    to: Selector | None = None
    where: tuple[Condition, ...] = ()


class PlayCost(Term, frozen=True, tag="play cost"):
    """A play on ``who`` (or, where that is a player, by them) costs ``change`` more, or exactly ``set``, of its
    ``currency``; ``play`` names it, ``again`` lets it be used although it was used already."""

    who: Selector | None = None
    play: tuple[str, ...] = ()
    change: int = 0
    set: int | None = None
    again: bool = False
    limit: Limit | None = None
    currency: Literal["cp", "reaction points"] = "cp"


class SetUp(Term, frozen=True, tag="set up"):
    """``who`` is set up; ``where`` must hold of its place. ``to`` is ``battlefield``, ``strategic reserves`` or
    ``reserves``; ``removed`` first takes it from the battlefield. ``when`` it comes, where told."""

    who: Selector
    to: Literal["battlefield", "strategic reserves", "reserves"] = "battlefield"
    where: tuple[Condition, ...] = ()
    removed: bool = False
    when: tuple[Window, ...] = ()
    wounds: Amount | Literal["full"] | None = None


class Keep(Term, frozen=True, tag="keep"):
    """An objective marker stays under control: ``until`` the opponent's level of control is greater at
    the end of a phase (K-OBJ-04), or the opponent controls it as a turn starts or
    ends."""

    what: Selector
    until: Literal["opponent outweighs", "opponent controls"] | None = None


class Attach(Term, frozen=True, tag="attach"):
    """``who`` may be attached to (or embark within, or join for the battle, as ``how`` says) ``to``; ``must``
    where it is no choice."""

    who: Selector
    to: Selector
    how: Literal["attach", "embark", "disembark", "join"] = "attach"
    must: bool = False


class Restrict(Term, frozen=True, tag="restrict"):
    """Who may carry or be targeted by a rule: "such a model only"."""

    to: Selector


class Considered(Term, frozen=True, tag="considered"):
    """``holds`` is taken to hold though it may not, for what ``purposes`` name: ``"this"`` rule, rules by name,
    something done; for everything where none is told."""

    holds: Condition
    purposes: tuple[str, ...] = ()


class Listing(Term, frozen=True, tag="listing"):
    """Entries of the list that the sentence before it calls the following; none of them where the sentences
    that follow are its entries."""

    of: tuple[Selector, ...]


class BySize(Term, frozen=True, tag="by size"):
    """So much of ``what`` in a battle of a ``size``; the sentence before the rows of a list tells what they
    count, and has neither. ``points`` counts their points; ``up_to`` makes the amount a most."""

    what: str | Selector
    size: str | None = None
    amount: int | None = None
    points: bool = False
    up_to: bool = False


class Named(Term, frozen=True, tag="named"):
    """A rule of the army by its printed name is used: an Order issued, a Pact made, a ritual performed."""

    name: str
    who: Selector | None = None
    on: Selector | None = None
    amount: Amount | None = None
