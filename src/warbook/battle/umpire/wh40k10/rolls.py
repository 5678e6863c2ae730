"""What the umpire says of attack rolls: how many, what they needed, and what they did (rules section 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from warbook import effects as fx
from warbook.battle.umpire.tale import Moment
from warbook.battle.umpire.verdict import Case
from warbook.battle.umpire.wh40k10.book import Book, Volley
from warbook.battle.umpire.wh40k10.expected import Attacks, Expected, has, saves


class Weapon(NamedTuple):
    """The rolls of one weapon: its attacks, Hit rolls, dice for extra hits, and Wound rolls with how many
    dice."""

    attacks: int
    mean: float
    most: int
    hits: list[Moment]
    wounds: list[Moment]
    more: list[Moment]


def value(moment: Moment) -> Any:
    """What the dice of a roll gave, judged again."""
    faces = iter(moment.answer)
    return moment.request.chance.judge(lambda _sides: next(faces))  # type: ignore[union-attr]


def needs(moment: Moment) -> int:
    """The lowest face that passes the test of a roll."""
    chance: Any = moment.request.chance  # type: ignore[union-attr]
    test = getattr(chance, "test", chance)
    return next((face for face, outcome in enumerate(test.faces, 1) if outcome.passed), 7)


def weapons(volley: Volley) -> list[Weapon]:
    """A volley's rolls by weapon, up to where its deferred wounds begin."""
    found: list[Weapon] = []
    for moment in volley.rolls:
        what, chance = moment.request.what, getattr(moment.request, "chance", None)  # type: ignore[union-attr]
        if what == "attacks":
            assert chance is not None
            found.append(Weapon(value(moment), round(chance.mean, 6), chance.maximum, [], [], []))
        elif found and what in ("hit", "wound", "sustained hits"):
            {"hit": found[-1].hits, "wound": found[-1].wounds, "sustained hits": found[-1].more}[what].append(
                moment
            )
    return found


def judged(book: Book) -> Iterator[tuple[Volley, Expected, list[Weapon]]]:
    """Volleys that can be judged to the end."""
    for volley in book.volleys:
        if volley.rolls:
            found: Expected = volley.due
            if not found.unclear:
                yield volley, found, weapons(volley)


def attacks(book: Book) -> Iterator[Case]:
    """Each weapon makes its attacks, with Rapid Fire and Blast on top (K-W-03, K-W-18)."""
    for volley, due, made in judged(book):
        wanted = Counter((a.mean, a.most) for a in due.attacks)
        seen = Counter((w.mean, w.most) for w in made)
        yield Case(volley.rolls[0].number, seen <= wanted, f"{volley.unit.name} made {seen}, not {wanted}")


def hit_numbers(book: Book) -> Iterator[Case]:
    """As many Hit rolls as attacks; none where hits are automatic (K-DIC-08)."""
    for volley, due, made in judged(book):
        automatic = {(a.mean, a.most) for a in due.attacks if not a.hit}
        for weapon in made:
            free = (weapon.mean, weapon.most) in automatic and not weapon.hits
            held = free or len(weapon.hits) == weapon.attacks
            yield Case(
                volley.rolls[0].number, held, f"{len(weapon.hits)} Hit rolls for {weapon.attacks} attacks"
            )


def hits(book: Book) -> Iterator[Case]:
    """A Hit roll needs the weapon's skill with at most 1 off or on; in Overwatch a 6 (section 9 step 1)."""
    for _volley, due, made in judged(book):
        for weapon in made:
            wanted = {a.hit for a in _alike(due, weapon)}
            for roll in weapon.hits:
                yield Case(roll.number, needs(roll) in wanted, f"needs {needs(roll)}+, not {sorted(wanted)}")


def wounds(book: Book) -> Iterator[Case]:
    """A Wound roll needs what Strength against Toughness asks (section 9 step 2)."""
    for _volley, due, made in judged(book):
        for weapon in made:
            hit = {needs(roll) for roll in weapon.hits} or {0}
            wanted = {a.wound for a in _alike(due, weapon) if a.hit in hit}
            for roll in weapon.wounds:
                if roll.answer:
                    yield Case(
                        roll.number, needs(roll) in wanted, f"needs {needs(roll)}+, not {sorted(wanted)}"
                    )


def _alike(due: Expected, weapon: Weapon) -> list[Attacks]:
    return [a for a in due.attacks if (a.mean, a.most) == (weapon.mean, weapon.most)]


def wound_numbers(book: Book) -> Iterator[Case]:
    """As many Wound dice as hits, extra hits included; a critical with Lethal Hits needs none (K-WI-01)."""
    for _volley, due, made in judged(book):
        for weapon in made:
            alike = _alike(due, weapon)
            lethal = {has(a.arm, "lethal hits") is not None for a in alike}
            rerolls = any(has(a.arm, "twin-linked") for a in alike)
            if len(lethal) > 1 or rerolls or not weapon.hits:
                continue
            outcomes = [value(roll) for roll in weapon.hits]
            scored = sum(o.passed for o in outcomes) + sum(value(roll) for roll in weapon.more)
            scored -= sum(o.name == "CRITICAL" for o in outcomes) if True in lethal else 0
            dice = sum(len(roll.answer) for roll in weapon.wounds)
            yield Case(weapon.hits[0].number, dice == scored, f"{dice} Wound dice for {scored} hits")


def rerolls(book: Book) -> Iterator[Case]:
    """A re-roll takes failures alone, or all but criticals where its player chose that before the attacks and
    the weapon's criticals do more; a Twin-linked weapon's takes all of them (K-CLR-18)."""
    for volley in book.volleys:
        linked = {} if volley.due.unclear else _twin_linked(volley)
        for moment in volley.rolls:
            what, chance = moment.request.what, getattr(moment.request, "chance", None)  # type: ignore[union-attr]
            if what not in ("hit", "wound"):
                continue
            test: Any = getattr(chance, "test", chance)
            taken = {o.name for o, again in zip(test.faces, test.rerolls, strict=True) if again}
            left = {o.name for o, again in zip(test.faces, test.rerolls, strict=True) if not again}
            held = not taken & ({"CRITICAL"} if what in volley.fished else {"PASS", "CRITICAL"})
            gains = linked.get(str(getattr(moment.request, "weapon", ""))) if what == "wound" else None
            if gains is not None:
                due = {"FAIL", "PASS"} if gains and what in volley.fished else {"FAIL"}
                held &= not left & due
            if taken or not held:
                yield Case(moment.number, held, f"{what} re-rolls of {volley.unit.name} take {test.rerolls}")


def _twin_linked(volley: Volley) -> dict[str, bool]:
    """The weapons that are Twin-linked, whoever attacks with them, and whether they have Devastating Wounds."""
    arms = [attack.arm for attack in volley.due.attacks]
    others = {arm.spec.name for arm in arms if has(arm, "twin-linked") is None}
    linked = (arm for arm in arms if arm.spec.name not in others)
    return {arm.spec.name: has(arm, "devastating") is not None for arm in linked}


def save_rolls(book: Book) -> Iterator[Case]:
    """A save needs the better of armour with AP and cover, and the invulnerable save (section 9 step 4)."""
    for volley, due, _made in judged(book):
        wanted = {n for a in due.attacks for n in saves(book.scene, volley, volley.rolls[0].before, a.arm)}
        for roll in volley.rolls:
            if roll.request.what == "save":  # type: ignore[union-attr]
                yield Case(roll.number, needs(roll) in wanted, f"needs {needs(roll)}+, not {sorted(wanted)}")


HARMS = (fx.MortalWounds, fx.Heal, fx.Return, fx.Destroy)
"""What rules of sheets do that may fall between a volley's rolls."""


def no_save_no_wound(book: Book) -> Iterator[Case]:
    """A unit loses no more wounds than the damage rolled, and none without it (section 9 step 5)."""
    for volley in book.volleys if not book.scene.does(*HARMS) else ():
        fights = volley.kind == "fight"
        if book.scene.ruled(volley.seen, volley.unit, volley.target, fights):
            continue
        if volley.rolls and volley.end is not None:
            dealt, lost = sum(damages(volley)), _lost(book, volley)
            yield Case(volley.rolls[-1].number, lost <= dealt, f"{lost} wounds lost to {dealt} damage")


def damages(volley: Volley) -> list[int]:
    """Each damage that got through, in order: what was rolled, with Melta, less what was ignored."""
    found: list[int] = []
    for roll in volley.rolls:
        what = roll.request.what  # type: ignore[union-attr]
        if what == "damage":
            found.append(value(roll))
        elif what == "melta" and found:
            found[-1] += value(roll)
        elif what == "feel no pain" and found:
            found[-1] -= sum(value(roll))
    return found


def _left(book: Book, state: Any, volley: Volley, leaders: bool) -> list[int]:
    members = [m for m in volley.target.models if m.leader is leaders]
    return [int(state.left[m.index]) for m in members if book.scene.there(state, m.index)]


def _lost(book: Book, volley: Volley) -> int:
    before, after = volley.rolls[0].before, volley.after
    return sum(int(before.left[m.index]) - int(after.left[m.index]) for m in volley.target.models)


def allocation(book: Book) -> Iterator[Case]:
    """Damage goes to the wounded model first and never past the model that dies; to Leaders when nobody else is
    left (section 9 steps 3 and 5, K-LDR-04). Judged where all of the body are alike and no ability bends it."""
    for volley, due, _made in judged(book) if not book.scene.does(*HARMS) else ():
        bent = any(has(a.arm, "precision") or has(a.arm, "devastating") for a in due.attacks)
        wounds = {m.wounds for m in volley.target.models if not m.leader}
        melta = any(roll.request.what == "melta" for roll in volley.rolls)  # type: ignore[union-attr]
        if bent or melta or volley.end is None or len(wounds) > 1:
            continue
        before, after = volley.rolls[0].before, volley.after
        body, leaders = sorted(_left(book, before, volley, False)), sorted(_left(book, before, volley, True))
        for damage in damages(volley):
            lane = body or leaders
            if lane and damage:
                lane[0] -= damage
                if lane[0] <= 0:
                    lane.pop(0)
        told = sorted(_left(book, after, volley, False)), sorted(_left(book, after, volley, True))
        held = told == (sorted(body), sorted(leaders))
        yield Case(volley.rolls[-1].number, held, f"left {told}, expected {(body, leaders)}")
