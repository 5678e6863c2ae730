"""Leaves that give abilities, states and saves."""

from __future__ import annotations

from warbook import effects as fx
from warbook.systems.wh40k10.effects.holds import Answer
from warbook.systems.wh40k10.effects.scene import NotModelled
from warbook.systems.wh40k10.effects.spoken import fitting, reasoned, sheet_of, speaks_of, weapons_of
from warbook.systems.wh40k10.effects.walking import Change, Walk, on_walk


@on_walk.register
def _(effect: fx.Grant, walk: Walk) -> None:
    if effect.lost or effect.against is not None:
        raise NotModelled("an ability that is lost or helps against some attacks only")
    names = _picked(effect, walk)
    if effect.what == "weapon ability":
        _weapon_abilities(effect, names, walk)
    elif effect.what == "keyword":
        raise NotModelled("a keyword that is gained")
    else:
        _unit_abilities(effect, names, walk)


def _picked(effect: fx.Grant, walk: Walk) -> tuple[str, ...]:
    """The abilities that the player picks of several. Raises NotModelled where they are not named."""
    if effect.choose is None or walk.scene.survey:
        return effect.names
    named = tuple(name for name in effect.names if walk.option and walk.option in name)
    if len(named) != effect.choose:
        raise NotModelled("a choice of abilities: name one")
    return named


def _weapon_abilities(effect: fx.Grant, names: tuple[str, ...], walk: Walk) -> None:
    answers: list[Answer] = []
    if effect.to is None or effect.to.kind == "attack" or effect.to.ref in ("that", "those"):
        if not walk.attack and not walk.scene.survey and walk.speaker.role != "attacker":
            return
    elif not weapons_of(effect.to, walk, answers):
        return
    fits, sheet = fitting(walk, *answers), sheet_of(walk, effect.to)
    walk.change(effect, *(Change("attack", "ability", "add", n, fits, sheet, reasoned(walk)) for n in names))


STATES = {"stealth": "stealth", "benefit of cover": "cover"}


def _unit_abilities(effect: fx.Grant, names: tuple[str, ...], walk: Walk) -> None:
    if any(name not in STATES for name in names):
        raise NotModelled(", ".join(names))
    if effect.to is None or walk.speaker.whom(effect.to) != "target":
        if effect.to is None and walk.attack:
            pass
        elif walk.speaker.whom(effect.to) == "attacker" or effect.to is None:
            return
    elif not speaks_of(effect.to, walk, "target", effect):
        return
    if walk.fits and fitting(walk) is not True:
        raise NotModelled("cover against some weapons only")
    walk.change(effect, *(Change("situation", STATES[name], spec=reasoned(walk)) for name in names))


@on_walk.register
def _(effect: fx.Save, walk: Walk) -> None:
    """Saves of the models attacked, where they help against these attacks."""
    if effect.to is None or not speaks_of(effect.to, walk, "target", effect):
        return
    kind = "melee" if walk.scene.phase == "fight" else "ranged"
    general = not effect.against or kind in effect.against
    what: str = effect.what
    if "psychic" in effect.against and not general and "mortal" not in effect.against:
        raise NotModelled("a save against Psychic Attacks only")
    if not general and "mortal" in effect.against:
        what = "feel no pain mortal"
    elif not general and not walk.scene.survey:
        return
    if fitting(walk) is not True and not walk.scene.survey:
        raise NotModelled("a save against some weapons only")
    change = Change("model", what, "set", f"{effect.needs}+", True, sheet_of(walk, effect.to), reasoned(walk))
    walk.change(effect, change)
