"""Rules of the Horus Heresy: Models and Units, Players, Checks and Tests, Reactions and Psychic Powers.

The *Reacting Unit* of a Reaction is *your* unit, the *Target Unit* the *target*, the *Focus* of a Psychic Power
a model of that name. Traits, Types and Sub-Types are keywords; special rules are abilities by their printed
names, value and all ("Feel No Pain (6+)").
"""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Choose, Effect, Heading, If, Limited, May, Targets, Then, Until, Use, When
from warbook.effects.attack import Grant, Modifier, Result, Save
from warbook.effects.instructions import Act, Move, Permit, PlayCost, Restrict, Test
from warbook.effects.terms import (
    Amount,
    Condition,
    Contains,
    Did,
    Done,
    Duration,
    Event,
    Has,
    Leads,
    Limit,
    Not,
    Sees,
    Selector,
    State,
    Window,
    Within,
)
from warbook.grammar.chart import Rejected
from warbook.grammar.meaning.conditions import Scope, about
from warbook.grammar.meaning.nouns import IT, THIS_MODEL, Part, part, with_parts

_HOLDER = Selector(of=THIS_MODEL)
_TARGET = Selector(ref="target")
_REACTING = Selector(ref="your")
_FOCUS = Selector("model", name="Focus")
_PHASES = {
    "effects": "start", "reserves": "movement", "move": "movement", "rout": "movement", "attack": "shooting",
    "morale": "shooting", "charge": "assault", "challenge": "assault", "fight": "assault",
    "resolution": "assault", "statuses": "end", "victory": "end",
}  # fmt: skip
"""The phase of a sub-phase; *effects* is also one of the End phase (H-SEQ-01)."""
_NO_NAMES = frozenset(
    (
        "A An All Any Each If In It That The These They This When While Model Models Unit Units Player Check "
        + "Special Rule Rules Trait Sub-Type Advanced Reaction"
    ).split()
)
"""No printed name has these words."""
_PROCESSES = {"move": "movement", "shooting": "shooting", "charge": "assault", "challenge": "assault"}


# --------------------------------------------------------------------- names and nouns


def hh_heading(name: str) -> Heading:
    """Raises Rejected for what is too long to be a name."""
    if len(name.split()) > 6:
        raise Rejected
    return Heading(name)


def hh_value(text: str) -> str:
    return text


def hh_name(*texts: str) -> str:
    """A printed name; what stands in brackets are its values. Raises Rejected for words of sentences."""
    if not _NO_NAMES.isdisjoint(texts) or (len(texts) > 1 and texts[-1] == "Psychic"):
        raise Rejected
    return " ".join(texts)


def hh_valued(name: str, *values: str) -> str:
    return f"{name} ({', '.join(values)})"


def hh_this_model() -> Selector:
    return THIS_MODEL


def hh_that_model() -> Selector:
    return Selector("model", ref="that")


def hh_focus() -> Selector:
    return _FOCUS


def hh_named_model(name: str) -> Selector:
    return Selector("model", name=name)


def hh_any() -> str:
    return "any"


def hh_all() -> str:
    return "all"


def hh_count(*_told: str) -> int:
    return 1


def hh_models(*told: Any) -> Selector:
    """So many models, with what limits them and the unit they are in."""
    count = next((each for each in told if each == 1 or isinstance(each, str)), 1)
    units = [each for each in told if isinstance(each, Selector)]
    base = Selector("model", count=count, of=units[0] if units else None)
    return with_parts(base, [each for each in told if isinstance(each, Part)])


def hh_target() -> Selector:
    return _TARGET


def hh_reacting() -> Selector:
    return _REACTING


def hh_that_unit() -> Selector:
    return Selector(ref="that")


def hh_this_unit() -> Selector:
    return _HOLDER


def hh_some_unit(*parts: Any) -> Selector:
    return with_parts(Selector(), [each for each in parts if each is not None])


def hh_mover() -> Selector:
    return Selector(where=(Did(Event("moves", by=IT)),))


def hh_targeted(deeds: tuple[str, ...]) -> Selector:
    return Selector(where=(Did(Event("targets", to=IT, acts=deeds)),))


def hh_doer(deeds: tuple[str, ...]) -> Selector:
    return Selector(where=(Did(Event("selected", to=IT, acts=deeds)),))


def hh_deed(*words: str) -> str:
    return {"shooting attack": "shoot"}.get(" ".join(words).lower(), words[0].lower())


def hh_deeds(*deeds: str) -> tuple[str, ...]:
    return deeds


def hh_in_aerial() -> Part:
    return part(State(IT, "in aerial reserves"))


def hh_in_reserves() -> Part:
    return part(State(IT, "in reserves"))


def hh_doing(deeds: tuple[str, ...]) -> Part:
    return part(*(State(IT, f"selected to {deed}") for deed in deeds))


def hh_near_focus(inches: Amount) -> Part:
    models = Selector("model", count="any", where=(Within(IT, inches, _FOCUS), Sees(IT, _FOCUS)))
    return part(Contains(IT, models))


def hh_controlled(player: str) -> Part:
    """Whose it is is told by who is Active, which only the rule around it knows."""
    return part(State(IT, f"{player} player's"))


def hh_includes(models: Selector) -> Part:
    return part(Contains(IT, models))


def hh_joined_by(name: str) -> Part:
    return part(Leads(Selector("model", name=name), IT))


Named = tuple[str, str]
"""What a name is (ability, keyword or state) and the name."""


def hh_rule_named(name: str) -> Named:
    return ("ability", name)


def hh_trait_named(name: str) -> Named:
    return ("keyword", name)


def hh_trait_and(trait: str, kind: str) -> tuple[Named, ...]:
    return (("keyword", trait), ("keyword", kind))


def hh_status_named(name: str) -> Named:
    return ("state", name)


def hh_trait(*named: Any) -> tuple[Named, ...]:
    return named


def hh_traits(*named: Any) -> tuple[Named, ...]:
    """Names in their order."""
    flat: list[Named] = []
    for each in named:
        flat += each if each and isinstance(each[0], tuple) else [each]
    return tuple(flat)


def _held(names: tuple[Named, ...]) -> tuple[Condition, ...]:
    """That it has every one of them."""
    return tuple(_has(kind, name) for kind, name in names)


def _has(kind: str, name: str) -> Condition:
    if kind == "state":
        return State(IT, name.lower())
    return Has(IT, "ability" if kind == "ability" else "keyword", (name,))


def hh_with(names: tuple[Named, ...]) -> Part:
    return part(*_held(names))


def hh_without(names: tuple[Named, ...]) -> Part:
    return part(*(Not(each) for each in _held(names)))


def hh_with_only(names: tuple[Named, ...]) -> Part:
    """Every model of the unit has them."""
    bare = Selector("model")
    others = with_parts(bare, [part(*(Not(each) for each in _held(names)))])
    return part(Not(Contains(IT, others)))


# --------------------------------------------------------------------- times


def hh_during(windows: tuple[Window, ...]) -> tuple[Window, ...]:
    return windows


def hh_start(windows: tuple[Window, ...]) -> tuple[Window, ...]:
    return _edged(windows, "start")


def hh_end(windows: tuple[Window, ...]) -> tuple[Window, ...]:
    return _edged(windows, "end")


def _edged(windows: tuple[Window, ...], edge: Any) -> tuple[Window, ...]:
    return tuple(msgspec.structs.replace(each, edge=edge) for each in windows)


def hh_phase(*words: str) -> str:
    return words[0].lower()


def hh_phase_time(phase: str) -> tuple[Window, ...]:
    """Raises Rejected for a sub-phase called a phase."""
    if phase in _PHASES:
        raise Rejected
    return (Window(phase),)


def hh_own_phase(phase: str) -> tuple[Window, ...]:
    return (Window(phase, "your"),)


def hh_sub_phase(*phases: str) -> tuple[Window, ...]:
    """Raises Rejected for a phase called a sub-phase, or one of another phase than it says."""
    sub, *phase = phases
    whole = _PHASES.get(sub)
    if sub == "effects" and phase == ["end"]:
        whole = "end"
    if whole is None or phase not in ([], [whole]):
        raise Rejected
    return (Window(whole, step=sub),)


def hh_opposing_next(phase: str) -> tuple[Window, ...]:
    return (Window(phase, "opponent", next=True),)


def hh_step(number: int) -> int:
    return number


def hh_process(*words: str) -> str:
    return words[0].lower()


def hh_step_time(number: int, process: str) -> tuple[Window, ...]:
    return (Window(_PROCESSES[process], step=f"{process} {number}"),)


def hh_span(*words: str) -> str:
    return " ".join(words).lower()


def hh_once(span: str) -> Limit:
    return Limit(span)


def hh_once_only() -> Limit:
    """Once in the phase that is told after it."""
    return Limit("phase")


def hh_until(*told: Any) -> Duration:
    return next(each for each in told if isinstance(each, Duration))


def hh_all_battle() -> Duration:
    return Duration("battle")


def hh_span_period(span: str) -> Duration:
    return Duration(span)


def hh_phase_period(phase: str) -> Duration:
    return Duration(phase)


def hh_attack_period() -> Duration:
    return Duration("attacks")


def hh_sub_phase_period() -> Duration:
    return Duration("sub-phase")


# --------------------------------------------------------------------- events and conditions


def hh_before_test(roll: str, who: Selector) -> Event:
    return Event("test", by=who, edge="before", roll=roll)


def hh_allocated(who: Selector) -> Event:
    return Event("allocated", to=who, name="unsaved wound")


def hh_declared(name: str, _play: str) -> Event:
    return Event("uses", edge="after", name=name)


def hh_decided() -> Event:
    return Event("uses", edge="after")


def hh_selected() -> Event:
    return Event("uses")


def hh_shot() -> Event:
    return Event("resolves attacks", by=_REACTING, edge="after")


def hh_about(who: Selector, *each: Condition) -> Scope:
    """What holds of one subject."""
    from warbook.grammar.meaning.conditions import condition_clause

    return condition_clause(*(about(one, who) for one in each))


def hh_in_primary() -> Condition:
    return State(IT, "in the primary detachment")


def hh_on_battlefield() -> Condition:
    return State(IT, "on the battlefield")


def hh_locked() -> Condition:
    return State(IT, "engaged")


def hh_in_challenge() -> Condition:
    return State(IT, "in a challenge")


def hh_has(names: tuple[Named, ...]) -> Condition:
    """Raises Rejected where several are had."""
    if len(names) != 1:
        raise Rejected
    return _held(names)[0]


def hh_succeeds() -> str:
    return "passed"


def hh_fails() -> str:
    return "failed"


def hh_check_was(*told: str) -> Condition:
    return Done(told[-1])


def hh_was_declared() -> Condition:
    return Done()


def hh_unit_holds() -> Condition:
    return Contains(Selector(), THIS_MODEL)


# --------------------------------------------------------------------- deeds


def hh_roll(word: str) -> str:
    return word.lower()


def hh_play(*words: str) -> str:
    return " ".join(words).lower()


def hh_player(*words: str) -> str:
    return words[0].lower()


def _tested(told: tuple[Any, ...]) -> Test:
    roll = next(each for each in told if isinstance(each, str))
    who = next((each for each in told if isinstance(each, Selector)), _FOCUS)
    return Test(who, roll)


def hh_may_check(*told: Any) -> Effect:
    """A Manifestation Check is part of the power and no choice."""
    found = _tested(told)
    return found if found.what in ("manifestation", "resistance") else May(found)


def hh_must_check(*told: Any) -> Effect:
    return _tested(told)


def hh_select() -> Effect:
    return Choose(())


def hh_modify(roll: str, value: str) -> Effect:
    """Raises Rejected for a test that is no Reserves Test."""
    if roll != "reserves":
        raise Rejected
    return May(_changed("reserves test", value, None))


def hh_use(name: str, _play: str) -> Effect:
    return May(Use(name))


def hh_shake_off(models: Selector) -> Effect:
    lost = Grant("state", ("status",), models, lost=True, choose=1)
    return May(Then((Test(THIS_MODEL, "check"), If(Done("passed"), lost))))


def hh_check_with(*told: Any) -> Effect:
    """Whose characteristics, and which of them: the second for one status, the first for the others."""
    who, *rolls = told
    if not rolls:
        return Test(who, "check")
    usual, status, other = rolls
    removed = State(Selector(ref="that"), status.lower())
    return If(removed, Test(who, other), Test(who, usual))


def hh_gain(*told: Any) -> Effect:
    """Each kind of thing that is gained, in its order."""
    who, names, *until = told
    kinds: dict[str, list[str]] = {}
    for kind, name in names:
        kinds.setdefault(kind, []).append(name)
    grants = tuple(Grant(kind, tuple(each), who) for kind, each in kinds.items())  # type: ignore[arg-type]
    effect: Effect = grants[0] if len(grants) == 1 else Then(grants)
    return Until(until[0], effect) if until else effect


def hh_invulnerable(who: Selector, needed: Any) -> Effect:
    return Save("invulnerable", int(str(needed).rstrip("+")), who)


def hh_uses(who: Selector, name: str, _play: str) -> Effect:
    return May(Use(name, who))


def _changed(what: Any, signed: str, who: Selector | None) -> Modifier:
    value = int(signed)
    return Modifier(what, "add" if value > 0 else "subtract", abs(value), who)


def hh_characteristic(*words: str) -> str:
    text = " ".join(words).lower()
    return {"movement": "move"}.get(text, text)


def hh_characteristics(*names: str) -> tuple[str, ...]:
    return names


def hh_focus_roll() -> tuple[str, ...]:
    return ("focus roll",)


def hh_change(who: Selector, value: str, names: tuple[str, ...]) -> Effect:
    found = tuple(_changed(name, value, who) for name in names)
    return found[0] if len(found) == 1 else Then(found)


def hh_less_damage(amount: Amount, *least: int) -> Effect:
    return Modifier("damage", "subtract", amount, least=least[0] if least else None)


# --------------------------------------------------------------------- lines of Reactions and Powers


def hh_ends_move(inches: Amount, of: Selector) -> Event:
    enemy = Selector(side="enemy")
    that = Selector(ref="that")
    return Event("moves", by=enemy, edge="after", where=(Within(that, inches, of), Sees(of, that)))


def hh_trigger(player: str, *told: Any) -> Effect:
    """When a Reaction may be declared or a Power Manifested: in the turn of the one who is Active."""
    windows = next(each for each in told if isinstance(each, tuple))
    event = next((each for each in told if isinstance(each, Event)), None)
    whose: Any = "your" if player == "active" else "opponent"
    return When(tuple(msgspec.structs.replace(each, whose=whose, event=event) for each in windows))


def hh_own_profile(_name: str) -> Selector:
    return hh_profile()


def hh_trigger_once(limit: Limit, player: str, *told: Any) -> Effect:
    return Limited(limit, hh_trigger(player, *told))


def hh_near(inches: Amount, unit: Selector) -> Part:
    return part(Within(IT, inches, unit), Sees(IT, unit))


def hh_is_target(unit: Selector) -> Effect:
    return Targets((unit,))


def hh_is_reacting(unit: Selector, *near: Part) -> Effect:
    return Restrict(with_parts(unit, near))


def hh_no_target() -> Effect:
    return Targets(())


def hh_focus_must(_focus: None, having: Part) -> Effect:
    return Restrict(with_parts(Selector("model", side="friendly"), (having,)))


def hh_costs(_player: str, points: int, name: str, _play: str) -> Effect:
    return PlayCost(play=(name,), set=points, currency="reaction points")


def hh_costs_nothing(name: str, _play: str) -> Effect:
    return PlayCost(play=(name,), set=0, currency="reaction points")


def hh_profile() -> Selector:
    return Selector("weapon", ref="this")


def hh_shoots(_player: str, *weapon: Selector) -> Effect:
    where = (Did(Event("targets", to=_TARGET)),)
    return Act(_REACTING, "shoot", where=where, weapon=weapon[0] if weapon else None)


def hh_hit_result(result: str) -> Effect:
    return Result("hit test", "succeeds" if result == "passed" else "fails")


def hh_reserves_succeed(who: Selector, *until: Duration) -> Effect:
    passed = Test(who, "reserves", "passed")
    return Until(until[0], passed) if until else passed


def hh_rest_of_move(_rest: None) -> Effect:
    return Move(_TARGET, "rest of its move", must=True)


def hh_no_effect(*_on: Any) -> Effect:
    return Then(())


def hh_lasts(duration: Duration) -> Effect:
    return Until(duration, Use())


def hh_at_once() -> Effect:
    return Use()


def hh_uses_characteristics(unit: Selector) -> Effect:
    joined = next((each.who for each in unit.where if isinstance(each, Leads)), None)
    return Permit("remove tactical statuses with the characteristics of", unit, to=joined)


def hh_barred(*words: str) -> str:
    return " ".join(words).lower()


def hh_cannot(who: Selector, what: str) -> Effect:
    return Permit(what, who, barred=True)
