"""What effects are about: amounts, who is meant (selectors), what must hold (conditions), what happens
(events), when (windows) and how long (durations).

All values are frozen, hashable and JSON both ways. Keywords stand in capitals as printed; a run of several
("ADEPTUS ASTARTES INFANTRY") is one text, and a unit has it where its keywords spell it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Dice = str
"""A number of dice as text: ``"D3"``, ``"2D6"``, ``"D6+1"``."""


class Term(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, tag=True):
    """Base of every value in this package; its JSON names its kind under ``type``."""


class Counted(Term, frozen=True, tag="counted"):
    """``times`` for every ``per`` of what ``each`` selects, at most ``most``."""

    each: Selector
    times: int | Dice = 1
    per: int = 1
    most: int | None = None


class Measured(Term, frozen=True, tag="measured"):
    """A number that is looked up: a characteristic of somebody, a roll's result, plus ``plus``, times
    ``times``; ``of`` is who has it. *That many* is what the amount told last came to."""

    what: str
    of: Selector | None = None
    plus: int | Dice = 0
    times: int = 1


Amount = int | Dice | Counted | Measured


class Selector(Term, frozen=True, tag="selector"):
    """Who or what is meant.

    ``kind`` is what it is; ``ref`` says that it is known already: *this* (who has the rule), *your* (the unit
    that the play targets), *bearer*, *that* (the one spoken of before), *those*, *attacker* and *target* (of
    the attack), *led* (the unit it leads). ``count`` is how many: ``1``, dice, ``"all"``, ``"any"``; ``up_to``
    makes it a most. ``keywords`` are alternatives, and it must have one of them; it has none of ``without``.
    ``name`` is a printed name: of models it may be a keyword too, which older documents print like a name.
    ``of`` is what it is a part of: the unit of a model, the bearer of a weapon.
    ``attacks`` limits weapons and attacks to ``ranged`` or ``melee``. ``where`` must hold of it, itself being
    ``ref="it"`` there. ``other`` leaves out the one who has the rule. ``or_more`` makes the count a least.
    """

    kind: Literal[
        "unit", "model", "weapon", "attack", "objective", "terrain", "player", "army", "roll", "play",
        "marker", "area", "ability",
    ] = "unit"  # fmt: skip
    ref: (
        Literal["this", "your", "bearer", "that", "those", "attacker", "target", "led", "it", "other"] | None
    ) = None
    side: Literal["friendly", "enemy"] | None = None
    count: Amount | Literal["all", "any"] = 1
    up_to: bool = False
    keywords: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    name: str | None = None
    of: Selector | None = None
    attacks: Literal["ranged", "melee"] | None = None
    where: tuple[Condition, ...] = ()
    other: bool = False
    or_more: bool = False


class All(Term, frozen=True, tag="all"):
    """Every one of these holds."""

    of: tuple[Condition, ...]


class Any(Term, frozen=True, tag="any"):
    """At least one of these holds."""

    of: tuple[Condition, ...]


class Not(Term, frozen=True, tag="not"):
    """This does not hold."""

    of: Condition


class State(Term, frozen=True, tag="state"):
    """``who`` is in a state of the game: ``battle-shocked``, ``below starting strength``,
    ``below half-strength``, ``full strength``, ``engaged``, ``attached``, ``embarked``, ``on the battlefield``,
    ``stationary`` (Remained Stationary), ``wounded``, ``destroyed``, ``in cover``, ``half range`` and so on;
    ``not fully visible`` to the attacking unit because of ``by``. Of an attack: ``critical hit``,
    ``critical wound``, ``ranged``, ``melee``.
    """

    who: Selector
    state: str
    by: Selector | None = None


class Did(Term, frozen=True, tag="did"):
    """Something happened ``since`` a time (``None``: just now): ``Did(Event(...), since="turn")``."""

    event: Event
    since: str | None = None


class Done(Term, frozen=True, tag="done"):
    """What the sentence before offered was done ("if it does"); ``result`` narrows how it ended."""

    result: str | None = None


class Within(Term, frozen=True, tag="within"):
    """``who`` is within ``inches`` of ``of``, wholly where ``wholly``; ``inches`` may be
    ``"engagement range"``, ``"range"`` (of an objective marker or a weapon), ``"half range"``, ``"area"``
    (inside it), and of the end of a move ``"as close as possible"`` or ``"closer"`` (than before it)."""

    who: Selector
    inches: Amount
    of: Selector
    wholly: bool = False
    horizontally: bool = False


class Has(Term, frozen=True, tag="has"):
    """``who`` has a keyword, an ability, a weapon or a token of this name (``what`` tells which)."""

    who: Selector
    what: Literal["keyword", "ability", "weapon", "token", "wargear"]
    names: tuple[str, ...]


class Leads(Term, frozen=True, tag="leads"):
    """``who`` is leading ``whom`` (``None``: a unit)."""

    who: Selector
    whom: Selector | None = None


class Contains(Term, frozen=True, tag="contains"):
    """``who`` contains so many of ``whom``."""

    who: Selector
    whom: Selector
    least: int = 1
    most: int | None = None


class Sees(Term, frozen=True, tag="sees"):
    """``whom`` is visible to ``who``."""

    who: Selector
    whom: Selector


class Controls(Term, frozen=True, tag="controls"):
    """A side controls what ``what`` selects."""

    side: Literal["you", "opponent"]
    what: Selector


class Compares(Term, frozen=True, tag="compares"):
    """``left`` is ``how`` ``right``: a characteristic, a roll's unmodified or modified result, a number."""

    left: Amount
    how: Literal["<", "<=", "=", ">=", ">"]
    right: Amount


class Rolled(Term, frozen=True, tag="rolled"):
    """The die or dice just rolled came up so: from ``least`` to ``most``; ``unmodified`` looks at the face."""

    least: int
    most: int | None = None
    unmodified: bool = False


class InRound(Term, frozen=True, tag="in round"):
    """It is one of these battle rounds; ``onwards`` includes all later ones."""

    rounds: tuple[int, ...]
    onwards: bool = False


class During(Term, frozen=True, tag="during"):
    """It is this time."""

    window: Window


class Active(Term, frozen=True, tag="active"):
    """A named state, choice or ability is active for ``who``: a chosen Doctrine, a condition such as
    ``"suppressed"`` that a rule gave by name. ``of`` is whose such ``who`` is: "their Spotted unit" is not any
    that is Spotted."""

    name: str
    who: Selector | None = None
    of: Selector | None = None


Condition = (
    All | Any | Not | State | Did | Done | Within | Has | Leads | Contains | Sees | Controls | Compares
    | Rolled | InRound | During | Active
)  # fmt: skip


class Event(Term, frozen=True, tag="event"):
    """Something that happens in play: ``what`` by ``by`` to ``to``.

    ``what`` is, for attacks, ``attacks`` (makes an attack), ``targets`` (an attack or a unit's attacks target),
    ``selects targets``, ``allocated`` (also ``mortal wound allocated``), ``hit``, ``shoots``, ``fights``,
    ``resolves attacks``, ``selected`` (``acts`` says to do what); for moves ``moves`` with ``moves`` naming
    their kinds, ``declares a charge``, ``set up``, ``arrives``, ``disembarks``, ``embarks``; and ``destroyed``
    (``name`` of what was chosen by name), ``loses wounds``, ``suffers mortal wounds``, ``test`` (``roll`` names
    it; ``fails a test``, ``passes a test``), ``rolls``, ``uses`` (a play or an ability by ``name``),
    ``starts battle`` (where ``where`` holds), ``attached`` (a leader to a unit).
    ``fails`` is a ``roll`` that fails. In ``where``, who is told as ``by`` or ``to`` is, is that one.
    ``edge`` is where in it: before, just at, or after it; ``first`` is the first time only. ``attacks`` limits
    it to ranged or melee attacks; ``roll`` names the test or roll, of several any, with *or* between them;
    ``where`` must hold besides.
    """

    what: str
    by: Selector | None = None
    to: Selector | None = None
    edge: Literal["before", "at", "start", "end", "either", "after"] = "at"
    attacks: Literal["ranged", "melee"] | None = None
    weapon: Selector | None = None
    moves: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    roll: str | None = None
    name: str | None = None
    first: bool = False
    where: tuple[Condition, ...] = ()


class Window(Term, frozen=True, tag="window"):
    """A time in the battle: a phase (``"shooting"``; ``"any"``; also ``"turn"``, ``"battle round"``,
    ``"battle"``, or a named step), whose it is (the next one alone, where ``next``), which edge of it, and what
    happens then. Several windows are alternatives.
    """

    phase: str
    whose: Literal["your", "opponent"] | None = None
    edge: Literal["start", "end", "during"] = "during"
    step: str | None = None
    event: Event | None = None
    rounds: tuple[int, ...] = ()
    onwards: bool = False
    before: str | None = None
    next: bool = False


class Duration(Term, frozen=True, tag="duration"):
    """Until the ``edge`` of ``of``: ``attack``, ``attacks`` (the attacker has finished), ``play`` (it has been
    resolved), ``control`` (of a marker: until its side loses it), ``choice`` (until another is made),
    ``phase``, ``turn``, ``battle round``,
    ``battle``, a phase by name. ``whose`` next one, where ``next``."""

    of: str
    edge: Literal["start", "end"] = "end"
    whose: Literal["your", "opponent", "their"] | None = None
    next: bool = False


class Limit(Term, frozen=True, tag="limit"):
    """At most ``times`` ``per`` battle, battle round, turn or phase; for each ``each`` apart (``"unit"``,
    ``"army"``, ``"model"``)."""

    per: str
    times: int = 1
    each: str | None = None
