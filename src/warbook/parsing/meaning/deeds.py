"""What somebody does, and what becomes of somebody by a move, a test or a rule: events about "it"."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import Did, Event, Selector, Within
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import IT, Part

_ATTACK = Event("attacks")


def _by_it(what: str, **more: Any) -> Event:
    return Event(what, by=IT, **more)


def _to_it(what: str, **more: Any) -> Event:
    return Event(what, to=IT, **more)


# --------------------------------------------------------------------- attacks


def shot() -> Event:
    return _by_it("shoots")


def fought() -> Event:
    return _by_it("fights")


def shot_or_fought() -> Event:
    return _by_it("shoots or fights")


def resolved_attacks() -> Event:
    return _by_it("resolves attacks")


def selected_targets() -> Event:
    return _by_it("selects targets")


def selected_for_move(move: Event) -> Event:
    return msgspec.structs.replace(move, what="selected", by=None, to=IT, acts=("move",))


def resolved_kind(kind: Part) -> Event:
    return _by_it("resolves attacks", attacks=dict(kind.fields)["attacks"])


def resolved_shooting() -> Event:
    return _by_it("resolves attacks", attacks="ranged")


def resolved_psychic() -> Event:
    return _by_it("resolves attacks", name="psychic")


def selected_charge_targets() -> Event:
    return _by_it("declares a charge")


def destroyed_other(what: Selector) -> Event:
    return Event("destroyed", by=IT, to=what)


def destroyed_with(what: Selector, attack: Event) -> Event:
    return msgspec.structs.replace(attack, what="destroyed", by=IT, to=what)


def started_span(span: str, where: Within) -> Event:
    """Where it stood when a phase or turn began."""
    return _by_it("stands", name=f"start of {span}", where=(where,))


def charges_at(whom: Selector) -> Event:
    return Event("charge declared", by=IT, to=whom)


def charge_target() -> Event:
    return Event("charge declared", by=Selector(ref="attacker"), to=IT)


def hit_other(what: Selector) -> Event:
    return Event("hit", by=IT, to=what)


def targeted_other(what: Selector) -> Event:
    return Event("targets", by=IT, to=what)


# --------------------------------------------------------------------- moves


def move_kinds(*kinds: str) -> tuple[str, ...]:
    return kinds


def move_phrase(kinds: tuple[str, ...], *after: Any) -> Event:
    return _with_place(Event("moves", by=IT, moves=kinds), after)


def any_move(*after: Any) -> Event:
    return _with_place(_by_it("moves"), after)


def that_move() -> Event:
    return _by_it("moves", moves=("that",))


def _with_place(event: Event, after: tuple[Any, ...]) -> Event:
    for key, value in after:
        event = msgspec.structs.replace(event, **{key: value})
    return event


def move_within(where: Within) -> Any:
    return ("where", (where,))


def move_over(what: Selector) -> Any:
    return ("to", what)


def made_move(move: Event) -> Event:
    return move


def ended_move(move: Event) -> Event:
    return msgspec.structs.replace(move, edge="end")


def ended_that_move() -> Event:
    return _by_it("moves", moves=("that",), edge="end")


def started_move(move: Event) -> Event:
    return msgspec.structs.replace(move, edge="start")


def crossed_move(move: Event) -> Event:
    return msgspec.structs.replace(move, edge="either")


def advanced() -> Event:
    return _by_it("moves", moves=("advance",))


def fell_back() -> Event:
    return _by_it("moves", moves=("fall back",))


def charged() -> Event:
    return _by_it("moves", moves=("charge",))


def consolidated() -> Event:
    return _by_it("moves", moves=("consolidation",))


def piled_in() -> Event:
    return _by_it("moves", moves=("pile-in",))


def declared_charge() -> Event:
    return _by_it("declares a charge")


def remained_stationary() -> Event:
    return _by_it("remains stationary")


def disembarked(*told: Any) -> Event:
    """What had happened to the transport before must hold of it."""
    of = next((each for each in told if isinstance(each, Selector)), None)
    moved = [each for each in told if isinstance(each, Did)]
    if moved and of is None:
        raise Rejected
    return _by_it("disembarks", to=of, where=tuple(_about(each, of) for each in moved))


def has_moved(deed: Event, *since: str) -> Did:
    return Did(deed, since[0] if since else None)


def _about(moved: Did, who: Selector | None) -> Did:
    return msgspec.structs.replace(moved, event=msgspec.structs.replace(moved.event, **_put(moved.event, who)))


def _put(event: Event, who: Selector | None) -> dict[str, Selector | None]:
    return {field: who for field in ("by", "to") if getattr(event, field) == IT}


def embarked(*within: Selector) -> Event:
    return _by_it("embarks", to=within[0] if within else None)


def arrived() -> Event:
    return _to_it("set up", name="reserves")


def was_set_up(*name: str) -> Event:
    return _to_it("set up", name=name[0] if name else None)


def from_reserves() -> str:
    return "reserves"


def by_abilities_name(names: str) -> str:
    return names


def was_set_up_reserves() -> Event:
    return _to_it("set up", name="reserves")


def put_in_reserves() -> Event:
    return _to_it("placed into reserves")


# --------------------------------------------------------------------- tests, wounds, rules


def fired_overwatch() -> Event:
    """Out of its phase, by the play of that name."""
    return _by_it("shoots", name="overwatch")


def opened_thing(what: str) -> Event:
    return _by_it("opens", name=what)


def that_plays_target() -> Event:
    """Of the play spoken of."""
    return _to_it("targeted with a play", acts=("that",))


def made_attacks(attack: Event) -> Event:
    return msgspec.structs.replace(attack, by=IT)


def test_of(name: str) -> str:
    return f"{name} test"


def either_test(one: str, other: str) -> str:
    return f"{one} test or {other} test"


def failed_test(test: str, *name: str) -> Event:
    return _by_it("fails a test", roll=test, name=name[0] if name else None)


def for_that_named(name: str) -> str:
    """What the test was taken for."""
    return name


def any_move_made() -> Event:
    return _by_it("moves")


def passed_test(test: str) -> Event:
    return _by_it("passes a test", roll=test)


def took_test(test: str) -> Event:
    return _by_it("takes a test", roll=test)


def mortal_words() -> None:
    return None


def wounds_words() -> None:
    return None


def suffered_mortal(_words: None) -> Event:
    return _to_it("mortal wound allocated")


def lost_wounds(_words: None, *of: Event) -> Event:
    if of:
        return msgspec.structs.replace(of[0], what="loses wounds", to=IT)
    return _to_it("loses wounds")


def lost_models(*of: Event) -> Event:
    models = Selector("model", count="any", of=IT)
    return msgspec.structs.replace(of[0] if of else Event("destroyed"), what="destroyed", to=models)


def used_named(name: str) -> str:
    """Raises Rejected for a sort of ability."""
    if name == "Psychic":
        raise Rejected
    return name


def used_this() -> str:
    return "this"


def used_a_play() -> str:
    return "stratagem"


def or_enhancement() -> str:
    return " or enhancement"


def used_limited(*told: str) -> str:
    """Any ability that may be used but so often."""
    *more, span = told
    return f"ability{''.join(more)} limited to once per {span}"


def used_psychic() -> str:
    return "psychic ability"


def on_unit(unit: Selector) -> Selector:
    return unit


def used(name: str, *on: Selector) -> Event:
    return _by_it("uses", name=name, to=on[0] if on else None)


def by_abilities(*names: tuple[str, ...]) -> str:
    return " or ".join(each for told in names for each in told)


def arrived_by(names: str) -> Event:
    """By any of the named abilities."""
    return Event("arrives", by=IT, name=names)


def by_ability_of(name: str, who: Selector) -> tuple[str, Selector]:
    return name, who


def passed_on_by(event: Event, told: tuple[str, Selector]) -> Event:
    """Done by an ability of somebody. Raises Rejected where the event says by whom already."""
    if event.by is not None or event.name is not None:
        raise Rejected
    return msgspec.structs.replace(event, name=told[0], by=told[1])


def selected_as_named(name: str) -> Event:
    """Chosen for the part of this name that a rule gives it."""
    return _to_it("selected", name=name)


def was_added() -> Event:
    return _to_it("set up")


def named_one(name: str) -> str:
    return name


def achieved(name: str) -> Event:
    return _by_it("achieves", name=name)


def became(name: str) -> Event:
    return _to_it("becomes", name=name)


# --------------------------------------------------------------------- what rules name


def of_those_wounds() -> Event:
    """The mortal wounds spoken of."""
    return Event("mortal wound allocated", name="those mortal wounds")


def selected_for_charge(what: Selector) -> Event:
    return Event("charge declared", by=IT, to=what)


def made_named(name: str) -> Event:
    """Uses an army's rule by its printed name. Raises Rejected for moves and attacks."""
    if name.split()[-1].lower() in ("attack", "move", "roll", "charge", "test"):
        raise Rejected
    return Event("uses", by=IT, to=Selector("ability", name=name))


def achieved_named(name: str) -> Event:
    return _by_it("achieves", name=name)


def resolved_against(target: Selector) -> Event:
    return Event("resolves attacks", by=IT, to=target)


def was_set_up_by(names: str) -> Event:
    return _to_it("set up", name=names)


def of_that_attack() -> Event:
    return Event("attacks", by=Selector("attack", ref="that"))


def caused(whom: Selector, *states: Any) -> Event:
    """Brought somebody into a state; the one in which it was before stands first."""
    *before, state = states
    unit = msgspec.structs.replace(whom, where=(*whom.where, *before))
    return Event("becomes", by=IT, to=unit, name=state)


def regenerates() -> Event:
    return _by_it("regenerate")
