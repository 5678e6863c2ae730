"""What the umpire says of shooting: who may, at whom, with what (rules sections 8, 11, 14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warbook.battle.umpire.verdict import Case
from warbook.battle.umpire.wh40k10.book import Book, Page
from warbook.battle.umpire.wh40k10.expected import has
from warbook.battle.umpire.wh40k10.measure import SLACK, gap
from warbook.battle.umpire.wh40k10.scene import ALONE, BIG, INCH, Scene
from warbook.rules.request import Ask
from warbook.rules.state import State
from warbook.systems.wh40k10.decisions import Decision


def _asked(book: Book, *decisions: Decision) -> Iterator[tuple[Page, Ask, Any]]:
    for page in book.pages:
        ask = page.moment.request
        if isinstance(ask, Ask) and ask.what in decisions:
            picked = ask.options[page.moment.answer]
            if picked is not None:
                yield page, ask, picked


def shooters(book: Book) -> Iterator[Case]:
    """A unit shoots once a phase, in its own; not after it Fell Back, nor after it Advanced without Assault
    weapons, nor while engaged without Pistols (K-SHT-01, K-W-02, K-W-15)."""
    for page, _ask, unit in _asked(book, Decision.UNIT_TO_SHOOT):
        how, weapons = page.moved.get(unit.index, ""), list(_weapons(book.scene, page.moment.before, unit))
        after = {"advanced": "shoot after advance", "fell back": "shoot after fall back"}.get(how)
        if after and book.scene.may(page.moment.before, unit, after):
            how = "normal"
        held = unit.index not in page.shot and how != "fell back" and unit.side == page.active
        if how == "advanced":
            held &= any(has(arm, "assault") for arm in weapons)
        if BIG.isdisjoint(unit.keywords) and book.scene.surely_engaged(page.moment.before, unit):
            held &= any(has(arm, "pistol") for arm in weapons)
        yield Case(page.moment.number, held and page.phase == "shooting", f"{unit.name} may not shoot")


def _weapons(scene: Scene, state: State, unit: Any) -> Iterator[Any]:
    """All that a unit might shoot with, at any of its enemies."""
    for enemy in scene.army(state, 1 - unit.side):
        for model in unit.models:
            yield from scene.armed(state, unit, enemy, model)


def targets(book: Book) -> Iterator[Case]:
    """Each target has a model in range and in sight of a model with the weapon (K-SHT-03)."""
    scene = book.scene
    for page, ask, target in _asked(book, Decision.TARGET):
        if page.phase != "shooting":
            continue
        unit, name, state = scene.units[ask.about or 0], ask.subject, page.moment.before
        held = any(
            gap(scene.disc(state, m.index), scene.disc(state, foe)) <= arm.reach_mil + SLACK
            and scene.sees(state, m.index, foe) is not False
            for m in unit.models
            if scene.there(state, m.index)
            for arm in scene.armed(state, unit, target, m)
            if arm.spec.name == name
            for foe in scene.living(state, target)
        )
        yield Case(page.moment.number, held, f"{unit.name} has no {name} in range and sight of {target.name}")


def picked_out(book: Book) -> Iterator[Case]:
    """Precision picks out a CHARACTER of an Attached unit that is visible to a model that attacks (K-W-16,
    K-LDR-06)."""
    scene = book.scene
    for page, ask, model in _asked(book, Decision.PRECISION):
        if not isinstance(model, int):
            continue
        state, unit, target = page.moment.before, scene.units[ask.about or 0], scene.owner[model]
        leads = any(each.index == model and each.leader for each in target.models)
        bearers = [m.index for m in unit.models if scene.there(state, m.index)]
        seen = any(scene.sees(state, bearer, model) is not False for bearer in bearers)
        held = leads and seen and scene.there(state, model) and target.side != unit.side
        yield Case(page.moment.number, held, f"{unit.name} picks out model {model} of {target.name}")


def locked(book: Book) -> Iterator[Case]:
    """Nobody shoots at a unit engaged with friends, but for MONSTERS, VEHICLES and Pistols; who is engaged
    shoots only at whom it is engaged with (K-SHT-04, K-SHT-06)."""
    scene = book.scene
    for page, ask, target in _asked(book, Decision.TARGET):
        if page.phase != "shooting":
            continue
        unit, state = scene.units[ask.about or 0], page.moment.before
        mine, big = scene.surely_engaged(state, unit), not BIG.isdisjoint(unit.keywords)
        together = scene.apart(state, unit, target) <= INCH + SLACK
        friends = scene.surely_engaged(state, target)
        held = not (mine and not big and not together)
        held &= not (friends and BIG.isdisjoint(target.keywords) and not together)
        yield Case(page.moment.number, held, f"{unit.name} may not shoot at {target.name}")


def blast(book: Book) -> Iterator[Case]:
    """Blast is never aimed at a unit engaged with friends (K-W-03)."""
    for page, ask, target in _asked(book, Decision.TARGET):
        unit, name = book.scene.units[ask.about or 0], ask.subject
        state = page.moment.before
        arms = (arm for m in unit.models for arm in book.scene.armed(state, unit, target, m))
        if any(arm.spec.name == name and has(arm, "blast") for arm in arms):
            held = not book.scene.surely_engaged(state, target)
            yield Case(page.moment.number, held, f"{name} at {target.name}")


def one_shot(book: Book) -> Iterator[Case]:
    """A One Shot weapon shoots once a battle (K-W-14)."""
    for volley in book.volleys:
        named = volley.weapons
        bearers = [m for m in volley.unit.models if volley.seen.left[m.index] > 0]
        every = ((m, arm) for m in bearers for arm in volley.armed(book.scene, m))
        arms = [(m, arm) for m, arm in every if arm.spec.name in named and has(arm, "one shot")]
        if arms:
            fresh = any((m.index, arm.spec.name) not in volley.spent for m, arm in arms)
            yield Case(volley.rolls[0].number, fresh, f"{volley.unit.name} shoots again with {named}")


def one_profile(book: Book) -> Iterator[Case]:
    """A unit shoots a weapon with one of its profiles (K-W-22)."""
    used: dict[tuple[int, int, str], str] = {}
    for page, ask, _target in _asked(book, Decision.TARGET):
        if page.phase == "shooting":
            unit, name = book.scene.units[ask.about or 0], ask.subject
            for weapon in {arm.weapon for m in unit.models for arm in m.shooting if arm.spec.name == name}:
                first = used.setdefault((page.turn, unit.index, weapon), name)
                yield Case(page.moment.number, first == name, f"{name} beside {first}")


def lone_operatives(book: Book) -> Iterator[Case]:
    """A Lone Operative that is no part of an Attached unit is shot from within 12 inches only, by each model
    that shoots (K-SHT-07)."""
    for volley in book.volleys:
        state, scene = volley.seen, book.scene
        if volley.kind == "fight" or not volley.rolls or not scene.alone(state, volley.target):
            continue
        foes = scene.discs(state, volley.target)
        near = sum(
            arm.spec.name in volley.weapons
            for model in volley.unit.models
            if scene.there(state, model.index)
            and any(gap(scene.disc(state, model.index), foe) <= ALONE + SLACK for foe in foes)
            for arm in volley.armed(scene, model)
        )
        made = len(volley.attacks)
        what = f"{volley.unit.name} at {volley.target.name}: {made} weapons, {near} within 12 inches"
        yield Case(volley.rolls[0].number, made <= near, what)


def overwatch(book: Book) -> Iterator[Case]:
    """Fire Overwatch: in the opponent's Movement or Charge phase, by a unit within 24 inches that is not
    engaged, at one that is not; by no TITANIC unit from 2023-12 (section 14, section 19 rows 11 and 12,
    K-SEQ-07)."""
    for page, ask, picked in _asked(book, Decision.PLAY):
        if picked.play.name != "Fire Overwatch":
            continue
        unit, target = picked.unit, book.scene.units[ask.about or 0]
        state = page.moment.before
        held = unit.side != page.active and page.phase in ("movement", "charge")
        held &= target.side == page.active and not book.scene.surely_engaged(state, target)
        held &= "TITANIC" not in unit.keywords or book.scene.revision == "2023-06"
        held &= book.scene.apart(state, unit, target) <= 24 * INCH + SLACK
        yield Case(page.moment.number, held and not book.scene.surely_engaged(state, unit), f"{unit.name}")


def in_range(book: Book) -> Iterator[Case]:
    """As many weapons attack as have a model of the target in range and in sight; in a fight, as belong to
    models engaged with it or through a unit-mate (K-SHT-03)."""
    yield from _numbers(book, ("shoot", "overwatch"))


def all_made(book: Book) -> Iterator[Case]:
    """Attacks that were declared are made while their target and those who attack are there (K-SHT-02)."""
    for volley in [*book.volleys, *book.unrolled]:
        if volley.due.unclear or volley.end is None:
            continue
        state = volley.rolls[0].before if volley.rolls else volley.end.before
        there = book.scene.living(state, volley.target)
        due = [attack for attack in volley.due.attacks if book.scene.there(state, attack.bearer)]
        held = bool(volley.rolls) or not (there and due)
        yield Case(volley.end.number, held, f"{volley.unit.name} makes no attacks on {volley.target.name}")


def in_fight(book: Book) -> Iterator[Case]:
    """Everybody fights who is engaged, or in base contact with a unit-mate that is in contact (K-FGT-04)."""
    yield from _numbers(book, ("fight",))


def _numbers(book: Book, kinds: tuple[str, ...]) -> Iterator[Case]:
    for volley in book.volleys:
        if volley.kind not in kinds or not volley.rolls:
            continue
        found = volley.due
        if found.unclear:
            continue
        made, due = len(volley.attacks), len(found.attacks)
        gone = not book.scene.living(volley.after, volley.target)
        held = made == due or (gone and made < due)
        what = f"{volley.unit.name} at {volley.target.name}: {made} weapons of {due}"
        yield Case(volley.rolls[0].number, held, what)
