"""Leaves that give abilities, states and saves."""

from __future__ import annotations

import msgspec

from warbook import effects as fx
from warbook.rules.engagement import ModifierSpec
from warbook.systems.wh40k10 import abilities
from warbook.systems.wh40k10.effects.choosing import SELECTED, picked
from warbook.systems.wh40k10.effects.defining import BESIDE, STATES
from warbook.systems.wh40k10.effects.holds import every
from warbook.systems.wh40k10.effects.modifying import of_one
from warbook.systems.wh40k10.effects.scene import NotModelled
from warbook.systems.wh40k10.effects.speaker import Answer
from warbook.systems.wh40k10.effects.spoken import fitting, models_of, reasoned, sheet_of, speaks_of, weapons_of
from warbook.systems.wh40k10.effects.walk import Change, Walk
from warbook.systems.wh40k10.effects.walking import on_walk

ALONE_IN = 12
"""How near an attacker must be to shoot at a Lone Operative (K-SHT-07)."""


@on_walk.register
def _(effect: fx.Grant, walk: Walk) -> None:
    if effect.against is not None:
        raise NotModelled("an ability that helps against some attacks only")
    names = _picked(effect, walk)
    if names in SELECTED and walk.picked and effect.to is not None:
        _selected(effect, walk)
        return
    if effect.what == "weapon ability":
        _weapon_abilities(effect, names, walk)
    elif effect.what == "keyword":
        raise NotModelled("a keyword that is gained or lost")
    elif effect.what == "state" and walk.scene.facts is None and STATES.keys().isdisjoint(names):
        _named_states(effect, names, walk)
    else:
        _unit_abilities(effect, names, walk)


def _picked(effect: fx.Grant, walk: Walk) -> tuple[str, ...]:
    """The abilities that the player picks of several. Raises Undecided where they are not named."""
    if effect.choose is None or walk.scene.survey:
        return effect.names
    return picked(effect.names, effect.choose, walk.options)


def _weapon_abilities(effect: fx.Grant, names: tuple[str, ...], walk: Walk) -> None:
    if effect.to is None and (walk.given_later or not walk.attack):
        walk.picked.append((effect, names))
        return
    unknown = abilities.read(names).unknown
    if unknown or effect.lost:
        raise NotModelled(", ".join(unknown) or "an ability of weapons that is lost")
    answer = weapons_of(effect.to, walk)
    walk.gifts.append((names, answer))
    if answer is False:
        return
    fits, sheet = fitting(walk, answer), sheet_of(walk, effect.to)
    walk.change(effect, *(Change("attack", "ability", "add", n, fits, sheet, reasoned(walk)) for n in names))


def _selected(effect: fx.Grant, walk: Walk) -> None:
    """What was picked before, of which nobody had been told who has it."""
    for leaf, names in walk.picked:
        before = len(walk.changes)
        _weapon_abilities(msgspec.structs.replace(effect, names=names), names, walk)
        if len(walk.changes) > before:
            walk.acted.update((id(leaf), id(effect)))


def _named_states(effect: fx.Grant, names: tuple[str, ...], walk: Walk) -> None:
    """States by name: what they change is told elsewhere in the rule, or by the game in other phases. Those
    that come after these attacks change none of them, unless the rule was used before."""
    if effect.to is None:
        raise NotModelled(", ".join(names))
    role = walk.speaker.whom(effect.to)
    if role is None or effect.to.kind in PLACES or (walk.late and not walk.chosen):
        return
    for name in names:
        walk.scene.given[role, name.casefold()] = not effect.lost
    walk.stated.append(effect)


RELEVANT = ("the relevant",)
"""The abilities of the option that was picked before: they act where it is picked."""

PLACES = ("objective", "terrain", "area", "marker")


def _unit_abilities(effect: fx.Grant, names: tuple[str, ...], walk: Walk) -> None:
    if names == RELEVANT and walk.scene.facts is None:
        walk.acted |= {id(effect)} if walk.changes else set()
        return
    acting = [name for name in names if not name.startswith(BESIDE)]
    if any(name not in STATES for name in acting):
        raise NotModelled(", ".join(acting))
    if not acting:
        return
    if walk.scene.facts is not None and names == ("lone operative",):
        return  # in a battle it stands on the unit: whom to attack is settled before
    if "lone operative" in acting and walk.scene.facts is not None:
        raise NotModelled("who becomes a Lone Operative in a battle")
    answer: Answer = walk.attack or walk.speaker.role == "target"
    if effect.to is not None:
        answer = speaks_of(effect.to, walk, "target")
    if answer is False:
        return
    if effect.lost:
        _lost(effect, acting, walk)
        return
    if every([fitting(walk), answer]) is not True and not walk.scene.survey:
        raise NotModelled(f"{', '.join(acting)} against some weapons only")
    names_of = models_of(effect.to, walk, "target")
    sheet = sheet_of(walk, effect.to) if effect.to is not None else None
    whole = sheet is None and names_of is None
    changes = [_state(name, whole, sheet, names_of, walk) for name in acting]
    if set(acting) == set(names):
        walk.change(effect, *changes)
    else:
        walk.changes.extend(changes)


def _state(name: str, whole: bool, sheet: str | None, names: frozenset[str] | None, walk: Walk) -> Change:
    """A state of the whole unit, or of some of its models."""
    if whole:
        return Change("situation", STATES[name], value=ALONE_IN, spec=reasoned(walk))
    return Change("model", STATES[name], value=ALONE_IN, sheet=sheet, spec=reasoned(walk), names=names)


def _lost(effect: fx.Grant, names: list[str], walk: Walk) -> None:
    """What the target cannot have. Raises NotModelled for what is not barred in figures."""
    if names != ["benefit of cover"]:
        raise NotModelled(f"{', '.join(names)} that is lost")
    spec = ModifierSpec("bar", of="cover", reason=walk.name)
    walk.change(effect, Change("attack", "bar", fits=fitting(walk), spec=spec))


@on_walk.register
def _(effect: fx.Save, walk: Walk) -> None:
    """Saves of the models attacked, where they help against these attacks or what else they suffer."""
    if effect.to is None or (answer := speaks_of(effect.to, walk, "target")) is False:
        return
    useful = not effect.against or not {"mortal", "psychic", walk.scene.kind}.isdisjoint(effect.against)
    if not useful and not walk.scene.survey:
        return
    spec = ModifierSpec(effect.what, value=effect.needs, against=effect.against, reason=walk.name)
    fits = every([fitting(walk), answer])
    one = sheet_of(walk, effect.to) or models_of(effect.to, walk, "target")
    if fits is not True and not one and not walk.scene.survey:
        walk.change(effect, Change("attack", spec.what, fits=fits, spec=spec))
    elif not effect.against:
        of_all = sheet_of(walk, effect.to)
        names = models_of(effect.to, walk, "target")
        needs = f"{effect.needs}+"
        walk.change(
            effect, Change("model", effect.what, "set", needs, True, of_all, reasoned(walk), names=names)
        )
    else:
        of_one(effect, walk, spec, effect.to)
