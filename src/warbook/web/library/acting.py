"""In which phases a rule acts, by its typed effects: by the times and events that they name, and where they
tell none, by what they change.

A time that a rule tells holds for all that it encloses, and for the next sentence where that goes on from it
("if it does", "until the end of the phase"); what outlasts its phase acts in its own phases besides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from warbook import effects as fx
from warbook.effects.terms import Did, Done, During, Event, Selector, Term, Window
from warbook.reading import glossary

Phases = frozenset[str]
NONE: Phases = frozenset()
BUILDING, BEFORE, START, END = "building", "before", "start", "end"
COMMAND, MOVEMENT, SHOOTING, CHARGE, FIGHT = "command", "movement", "shooting", "charge", "fight"
ASSAULT, ANY = "assault", "any"
ORDER = (BUILDING, BEFORE, START, COMMAND, MOVEMENT, SHOOTING, CHARGE, FIGHT, ASSAULT, END, ANY)
"""The parts of a game in their order; those of both games."""
ATTACKS = frozenset({SHOOTING, FIGHT})


def phases(effects: fx.Effects, system: str = "wh40k10") -> tuple[str, ...]:
    """The phases in which effects act, in the order of a turn, or any; none where nothing tells them."""
    found = _after_another(effects, NONE, NONE)
    if system == "heresy3" and found & {CHARGE, FIGHT}:  # it has one phase for both
        found = found - {CHARGE, FIGHT} | {ASSAULT}
    return tuple(phase for phase in ORDER if phase in found and (phase != ANY or found == {ANY}))


def _after_another(effects: Iterable[fx.Effect], inside: Phases, before: Phases) -> Phases:
    """Those of sentences that follow each other."""
    found = NONE
    for each in effects:
        own = _of(each, inside, before)
        found |= own
        before = own or before
    return found


def _of(effect: fx.Effect, inside: Phases, before: Phases) -> Phases:
    """Those of one effect: ``inside`` are those of what encloses it, ``before`` of the sentence before."""
    if isinstance(effect, fx.At | fx.Each):
        return _timed(effect, inside, before)
    if isinstance(effect, fx.If):
        return _conditional(effect, inside, before)
    if isinstance(effect, fx.Until):
        return _lasting(effect, inside, before)
    if isinstance(effect, fx.Unparsed):
        return of_text(effect.text)
    own = NONE if inside else _of_leaf(effect)
    return own.union(_after_another(_beneath(effect), inside, before))


def _timed(effect: fx.At | fx.Each, inside: Phases, before: Phases) -> Phases:
    if isinstance(effect, fx.At):
        told = of_windows(effect.windows)
    else:
        told = NONE if inside else of_event(effect.event)
    return told | _of(effect.then, told or inside, before)


def _lasting(effect: fx.Until, inside: Phases, before: Phases) -> Phases:
    """Those of what lasts for a time; what it only forbids stands where it is used."""
    barred = isinstance(effect.then, fx.Permit) and effect.then.barred
    outlasts = effect.duration.of not in ("phase", "attack", "attacks", "play", "move") and not (
        inside and barred
    )
    return _of(effect.then, NONE if outlasts else inside or before, NONE if outlasts else before)


def _conditional(effect: fx.If, inside: Phases, before: Phases) -> Phases:
    during = of_windows(each.window for each in _all(effect.condition, During))
    goes_on = before if any(True for _ in _all(effect.condition, Done)) else NONE
    branches = (effect.then, *([effect.otherwise] if effect.otherwise else []))
    inner = (_of(each, inside or during or goes_on, before) for each in branches)
    return during.union(*inner)


def _beneath(effect: Any) -> Iterator[fx.Effect]:
    """The effects that one is made of."""
    if isinstance(effect, fx.Choose):
        yield from effect.options
    elif isinstance(effect, fx.OnRoll):
        yield from (each.then for each in effect.outcomes)
    elif isinstance(effect, fx.Then):
        yield from effect.effects
    elif isinstance(effect, fx.Limited | fx.May | fx.ForEach | fx.Instead):
        yield effect.then


def _all(value: Any, kind: type[Term]) -> Iterator[Any]:
    """All terms of a kind in a condition, but for what happened in the past."""
    if isinstance(value, kind):
        yield value
    if isinstance(value, Term) and not isinstance(value, Did):
        for name in value.__struct_fields__:
            yield from _all(getattr(value, name), kind)
    elif isinstance(value, tuple):
        for each in value:
            yield from _all(each, kind)


# -------------------------------------------------------------------------------------------- times

_TIMES = {
    "any": ANY,
    "mustering": BUILDING,
    **dict.fromkeys(("declare battle formations", "deployment", "determine first turn"), BEFORE),
}
_OF_EDGE = {"start": START, "end": END}


def of_windows(windows: Iterable[Window]) -> Phases:
    """The phases of some windows."""
    return NONE.union(*map(_of_window, windows))


def _of_window(window: Window) -> Phases:
    if window.phase in ORDER:
        return frozenset({window.phase})
    if window.phase in _TIMES:
        return frozenset({_TIMES[window.phase]})
    if window.phase == "battle" and window.edge == "start":
        return frozenset({BEFORE})
    if window.phase in ("turn", "battle round", "battle") and window.edge in _OF_EDGE:
        return frozenset({_OF_EDGE[window.edge]})
    return of_event(window.event) if window.event else NONE


_ATTACKING = (
    *("attacks", "targets", "selects targets", "allocated", "hit", "wounded", "resolves attacks"),
    "save failed",
)
_EVENTS: Mapping[str, Phases] = {
    "shoots": frozenset({SHOOTING}),
    "fights": frozenset({FIGHT}),
    **dict.fromkeys(("declares a charge", "charge declared"), frozenset({CHARGE})),
    **dict.fromkeys(
        ("set up", "arrives", "disembarks", "embarks", "remains stationary"), frozenset({MOVEMENT})
    ),
    "starts battle": frozenset({BEFORE}),
}
_ACTS = {
    "shoot": SHOOTING,
    "fight": FIGHT,
    "charge": CHARGE,
    **dict.fromkeys(("fall back", "advance", "move"), MOVEMENT),
    "attach": BEFORE,
}
_MOVES = {"charge": CHARGE, "pile-in": FIGHT, "consolidation": FIGHT}


def of_event(event: Event) -> Phases:
    """The phases in which something happens."""
    if event.what in _ATTACKING:
        return _of_attacks(event.attacks)
    if event.what == "destroyed" and event.attacks:
        return _of_attacks(event.attacks)
    if event.what == "moves":
        return frozenset(_MOVES.get(kind, MOVEMENT) for kind in event.moves or ("normal",) if kind != "that")
    if event.what in ("selected", "eligible"):
        return frozenset(_ACTS[act] for act in event.acts if act in _ACTS)
    if event.what in ("rolls", "fails", "takes a test", "fails a test", "passes a test"):
        return NONE.union(*(_of_quantity(roll) for roll in (event.roll or "").split(" or ")))
    return _EVENTS.get(event.what, NONE)


def _of_attacks(attacks: str | None) -> Phases:
    return {"ranged": frozenset({SHOOTING}), "melee": frozenset({FIGHT})}.get(attacks or "", ATTACKS)


# ------------------------------------------------------------------------------------- what is changed

_QUANTITIES: Mapping[str, Phases] = {
    **dict.fromkeys(("ballistic skill", "range"), frozenset({SHOOTING})),
    **dict.fromkeys(("weapon skill", "initiative"), frozenset({FIGHT})),
    **dict.fromkeys(("move", "advance roll", "desperate escape test", "reserves test"), frozenset({MOVEMENT})),
    "charge roll": frozenset({CHARGE}),
    **dict.fromkeys(("battle-shock test", "leadership test", "leadership"), frozenset({COMMAND})),
    "objective control": frozenset({COMMAND}),
    **dict.fromkeys(("cp cost", "roll", "dice", "deadly demise roll", "transport space", "focus roll"), NONE),
    **dict.fromkeys(("cool", "willpower", "intelligence"), NONE),
}
"""The phases in which what is not of every attack matters."""


def _of_quantity(what: str, of: Selector | None = None) -> Phases:
    return _QUANTITIES.get(what, _of_attacks(of.attacks if of else None))


_PERMITTED = {
    **dict.fromkeys(("shoot", "be targeted by ranged", "target others"), SHOOTING),
    **dict.fromkeys(("move", "advance", "fall back", "make an advance", "take desperate"), MOVEMENT),
    **dict.fromkeys(("disembark", "embark", "end that move", "be set up"), MOVEMENT),
    "charge": CHARGE,
    **dict.fromkeys(("fight", "stay until it has fought"), FIGHT),
    **dict.fromkeys(("be your warlord", "be given enhancements", "be included"), BUILDING),
    **dict.fromkeys(("have more than one join", "exceed the limit", "count towards"), BEFORE),
}
"""Phases by how what is permitted or barred begins."""


def _of_permit(permit: fx.Permit) -> Phases:
    what = permit.what.casefold()
    return frozenset(phase for began, phase in _PERMITTED.items() if what.startswith(began))


def _of_grant(grant: fx.Grant) -> Phases:
    if grant.what == "weapon ability":
        return _of_attacks(grant.to.attacks if grant.to else None)
    return NONE.union(*map(_of_named, grant.names)) if grant.what == "ability" else NONE


def _of_named(name: str) -> Phases:
    """The phases of an ability by its name."""
    known = glossary.explained("wh40k10", name, None, ("ability",))
    if known and known.phases:
        return frozenset(known.phases)
    return ATTACKS if name.startswith(("feel no pain", "benefit of cover")) else NONE


def _of_save(save: fx.Save) -> Phases:
    kinds = [kind for kind in save.against if kind in ("ranged", "melee")]
    return NONE.union(*map(_of_attacks, kinds)) if kinds else ATTACKS


def _of_act(act: fx.Act) -> Phases:
    return frozenset({MOVEMENT, CHARGE} if act.what == "overwatch" else {_ACTS.get(act.what, CHARGE)})


_LEAVES: Mapping[type[Term], Callable[[Any], Phases]] = {
    fx.Modifier: lambda leaf: _of_quantity(leaf.what, leaf.of),
    fx.Reroll: lambda leaf: _of_quantity(leaf.what, leaf.of),
    fx.Result: lambda leaf: _of_quantity(leaf.what, leaf.of),
    fx.Critical: lambda leaf: _of_attacks(leaf.of.attacks if leaf.of else None),
    fx.Grant: _of_grant,
    fx.Save: _of_save,
    fx.Permit: _of_permit,
    fx.Act: _of_act,
    fx.Attach: lambda leaf: frozenset({BEFORE}),
    fx.Split: lambda leaf: frozenset({BEFORE}),
    fx.SetUp: lambda leaf: of_windows(leaf.when),
}


def _of_leaf(leaf: Any) -> Phases:
    told = _LEAVES.get(type(leaf))
    return told(leaf) if told else NONE


# ------------------------------------------------------------------------------------------- a text

_NAMED = re.compile(rf"\b({'|'.join(ORDER[3:9])}) phase", re.IGNORECASE)
_TEXTS = tuple((phase, re.compile(pattern, re.IGNORECASE)) for phase, pattern in (
    (BUILDING, r"\bmuster|\barmy roster|\bselecting your army|\binclude\b.* in your army|must be your WARLORD"),
    (START, r"\bstart of (?:the battle round|each turn|(?:your|the) (?:opponent.s )?turn)"),
    (END, r"\bend of (?:the battle round|each turn|(?:your|the) (?:opponent.s )?turn)"),
    (ANY, r"\b(?:any|each) phase"),
    (BEFORE, r"declare battle formations|\bdeploy|\bbefore the (?:battle|first)|\bredeploy"),
    (MOVEMENT, r"\badvance|\bfalls? back|\bnormal move|reinforcements|\bdisembark"),
    (SHOOTING, r"selected to shoot|\branged|\bshoots?\b"),
    (CHARGE, r"\bcharge (?:move|roll)|declares a charge"),
    (FIGHT, r"selected to fight|\bmelee|\bfights?\b|\bpile.in|\bconsolidat"),
))  # fmt: skip
_OF_ATTACKS = re.compile(r"\b(?:hit|wound) roll|makes? an attack|saving throw|\ballocated", re.IGNORECASE)


def of_text(text: str) -> Phases:
    """The phases that a text names which was not understood, or else those of what it speaks of."""
    named = frozenset(found.casefold() for found in _NAMED.findall(text))
    spoken = named or frozenset(phase for phase, pattern in _TEXTS if pattern.search(text))
    return spoken or (ATTACKS if _OF_ATTACKS.search(text) else NONE)
