"""Whether one amount of a rule is more or less than another in an engagement."""

from __future__ import annotations

from collections.abc import Callable

from warbook.dice import Dice
from warbook.effects import terms
from warbook.rules.engagement import WeaponSpec
from warbook.systems.wh40k10.compile import number
from warbook.systems.wh40k10.effects.scene import NotModelled, Scene
from warbook.systems.wh40k10.effects.speaker import Answer, Speaker, told_as

OfWeapon = Callable[[WeaponSpec], int]


def compares(condition: terms.Compares, scene: Scene, speaker: Speaker) -> Answer:
    """The answer, or a test of the weapon that attacks. Raises NotModelled for amounts that are not known."""
    if _of_player(condition.left) or _of_player(condition.right):
        return scene.assumed(told_as(condition, speaker))
    if isinstance(condition.left, terms.Counted) or isinstance(condition.right, terms.Counted):
        return scene.assumed(told_as(condition, speaker))
    left, right = (_value(side, scene, speaker) for side in (condition.left, condition.right))
    if scene.survey:
        return True

    def test(weapon: WeaponSpec) -> bool:
        one, two = (side(weapon) if callable(side) else side for side in (left, right))
        return {"<": one < two, "<=": one <= two, "=": one == two, ">=": one >= two, ">": one > two}[
            condition.how
        ]

    return test


def _of_player(amount: terms.Amount) -> bool:
    """Whether an amount is a player's, which no engagement tells: points of some kind that were gained."""
    return isinstance(amount, terms.Measured) and amount.of is not None and amount.of.kind in ("player", "army")


def _value(amount: terms.Amount, scene: Scene, speaker: Speaker) -> int | OfWeapon:
    if isinstance(amount, int):
        return amount
    if not isinstance(amount, terms.Measured) or amount.plus or amount.times != 1:
        raise NotModelled("a comparison with what is counted")
    of = amount.of
    if of is not None and of.kind in ("attack", "weapon"):
        return _WEAPON.get(amount.what) or _unknown(amount.what)
    if amount.what not in _OF_MODELS:
        raise NotModelled(f"a comparison of {amount.what}")
    role = speaker.whom(of)
    if role is None or not scene.force(role).models:
        if scene.survey:
            return 0
        raise NotModelled(f"{amount.what} of whom")
    models = scene.force(role).models
    match amount.what:
        case "toughness" | "unmodified toughness":
            return max(model.toughness for model in models)
        case "wounds remaining":
            return models[0].wounds - scene.force(role).wounds_lost
        case "starting strength":
            return scene.force(role).size
    return models[0].wounds


_OF_MODELS = ("toughness", "unmodified toughness", "wounds", "wounds remaining", "starting strength")
"""What is known of models. A unit's Starting Strength is what it has, as nobody tells what it lost."""


def _unknown(what: str) -> OfWeapon:
    raise NotModelled(f"a comparison of {what}")


def _printed(text: int | str) -> int:
    return Dice.parse(text).maximum


_WEAPON: dict[str, OfWeapon] = {
    "strength": lambda weapon: weapon.strength,
    "damage": lambda weapon: _printed(weapon.damage),
    "attacks": lambda weapon: _printed(weapon.attacks),
    "armour penetration": lambda weapon: number(str(weapon.ap).lstrip("-")) or 0,
}
