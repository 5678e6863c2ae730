"""What rules of the Horus Heresy do: Checks and Tests, Reactions and Psychic Powers."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Choose, Effect, If, Limited, May, Targets, Then, Until, Use, When
from warbook.effects.attack import Grant, Modifier, Result, Save
from warbook.effects.instructions import Act, Move, Permit, PlayCost, Restrict, Test
from warbook.effects.terms import (
    Amount,
    Did,
    Done,
    Duration,
    Event,
    Leads,
    Limit,
    Sees,
    Selector,
    State,
    Within,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.granting import rollable
from warbook.parsing.meaning.heresy_nouns import FOCUS, REACTING, TARGET
from warbook.parsing.meaning.parts import IT, THIS_MODEL, Part, part, with_parts


def hh_roll(word: str) -> str:
    return word.lower()


def hh_play(*words: str) -> str:
    return " ".join(words).lower()


def hh_player(*words: str) -> str:
    return words[0].lower()


def _tested(told: tuple[Any, ...]) -> Test:
    roll = next(each for each in told if isinstance(each, str))
    who = next((each for each in told if isinstance(each, Selector)), FOCUS)
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
    return Save("invulnerable", rollable(int(str(needed).rstrip("+"))), who)


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
    where = (Did(Event("targets", to=TARGET)),)
    return Act(REACTING, "shoot", where=where, weapon=weapon[0] if weapon else None)


def hh_hit_result(result: str) -> Effect:
    return Result("hit test", "succeeds" if result == "passed" else "fails")


def hh_reserves_succeed(who: Selector, *until: Duration) -> Effect:
    passed = Test(who, "reserves", "passed")
    return Until(until[0], passed) if until else passed


def hh_rest_of_move(_rest: None) -> Effect:
    return Move(TARGET, "rest of its move", must=True)


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
