"""What is done to somebody: selected, targeted, hit or destroyed, and by which attacks: events about "it"."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import Event, Has, Selector, State
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import IT, Part, with_parts


def passed_on(event: Event) -> Event:
    return event


def acts(*acts: str) -> tuple[str, ...]:
    return tuple("charge" if act == "declare a charge" else act for act in acts)


def selected_to(acts: tuple[str, ...]) -> Event:
    return Event("selected", to=IT, acts=acts)


def was_eligible(acts: tuple[str, ...]) -> Event:
    return Event("eligible", to=IT, acts=acts)


def target_of(told: Any, *used: Any) -> Any:
    """Attacks, with the weapons that they are made with."""
    return msgspec.structs.replace(told, where=(*told.where, *used[0])) if used else told


def of_attacks(*parts: Part) -> Any:
    told = with_parts(Selector("attack"), [p for p in parts if "attacks" in dict(p.fields)])
    return Event("attacks", by=Selector(ref="attacker"), attacks=told.attacks)


def of_units_attacks(*parts: Part) -> Any:
    kinds = [p for p in parts if "attacks" in dict(p.fields)]
    told = with_parts(Selector("attack"), kinds)
    who = with_parts(Selector(), [p for p in parts if p not in kinds])
    return Event("attacks", by=who, attacks=told.attacks)


def of_owners_attacks(owner: Selector, *kind: Part) -> Event:
    return Event("attacks", by=owner, attacks=with_parts(Selector("attack"), kind).attacks)


def of_attack(attack: Event) -> Event:
    return attack


def of_that_charge() -> Event:
    return Event("declares a charge", by=Selector(ref="attacker"))


def of_a_charge() -> Event:
    return Event("declares a charge")


def selected_as_target(of: Event) -> Event:
    what = "charge declared" if of.what == "declares a charge" else "targets"
    return msgspec.structs.replace(of, what=what, to=IT)


def hit_by(of: Event) -> Event:
    return msgspec.structs.replace(of, what="hit", to=IT)


def was_destroyed(*of: Event) -> Event:
    return msgspec.structs.replace(of[0], what="destroyed", to=IT) if of else Event("destroyed", to=IT)


def destroyed_by(who: Selector) -> Event:
    return Event("destroyed", by=who, to=IT)


def destroyed_by_attack(attack: Event) -> Event:
    return msgspec.structs.replace(attack, what="destroyed", to=IT)


def reduced_to(state: str, *of: Event) -> Event:
    event = of[0] if of else Event("loses wounds")
    return msgspec.structs.replace(event, what="reduced", to=IT, where=(State(IT, state),))


def plays(*names: str) -> tuple[str, ...]:
    return names


def play_name(*words: str) -> str:
    """Raises Rejected for the word that follows a name."""
    if words[-1] == "Stratagem":
        raise Rejected
    return " ".join(words)


def any_play_words() -> tuple[str, ...]:
    return ()


def this_play() -> tuple[str, ...]:
    return ("this",)


def targeted_with(names: tuple[str, ...]) -> Event:
    return Event("targeted with a play", to=IT, acts=names)


def of_psychic(*changes: Any) -> Event:
    """Psychic attacks, of which more may be said."""
    psychic = Has(Selector("attack", ref="that"), "ability", ("psychic",))
    event = Event("attacks", where=(psychic,))
    for key, value in changes:
        event = msgspec.structs.replace(event, **{key: (*event.where, *value) if key == "where" else value})
    return event
