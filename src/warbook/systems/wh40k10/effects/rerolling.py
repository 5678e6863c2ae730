"""Leaves about rolls: re-rolls, criticals, results that are settled, modifiers that are ignored."""

from __future__ import annotations

from warbook import effects as fx
from warbook.rules.engagement import ModifierSpec
from warbook.systems.wh40k10.effects.scene import NotModelled, Role
from warbook.systems.wh40k10.effects.spoken import fitting, sheet_of, speaks_of
from warbook.systems.wh40k10.effects.walking import Change, Walk, on_walk

ROLLS = {"hit roll": "hit", "wound roll": "wound"}

REROLLS = {
    "hit roll": "reroll hits", "wound roll": "reroll wounds", "save roll": "reroll saves",
    "damage roll": "reroll damage",
    "invulnerable save roll": "reroll saves", "armour save roll": "reroll saves",
}  # fmt: skip


@on_walk.register
def _(effect: fx.Reroll, walk: Walk) -> None:
    what = REROLLS.get(effect.what)
    if what is None or effect.barred or effect.count is not None or effect.which == "faces":
        raise NotModelled(f"re-rolling {effect.what}")
    role: Role = "target" if what == "reroll saves" else "attacker"
    if not walk.attack and not speaks_of(effect.of, walk, role, effect):
        return
    if what == "reroll damage":
        if effect.which == "ones":
            raise NotModelled("re-rolling Damage of 1")
        spec = ModifierSpec(what, below="mean", reason=walk.name)
    else:
        spec = ModifierSpec(what, which="ones" if effect.which == "ones" else "failed", reason=walk.name)
    walk.change(effect, Change("attack", what, fits=fitting(walk), sheet=sheet_of(walk, effect.of), spec=spec))


@on_walk.register
def _(effect: fx.Critical, walk: Walk) -> None:
    if not walk.attack and not speaks_of(effect.of, walk, "attacker", effect):
        return
    spec = ModifierSpec(f"critical {effect.what}", value=effect.on, reason=walk.name)
    walk.change(
        effect, Change("attack", spec.what, fits=fitting(walk), sheet=sheet_of(walk, effect.of), spec=spec)
    )


@on_walk.register
def _(effect: fx.Result, walk: Walk) -> None:
    """Unmodified results that fail or succeed by themselves."""
    if effect.what not in ROLLS or effect.result == "critical" or not walk.attack:
        raise NotModelled(f"{effect.what} that {effect.result}")
    if effect.result == "fails":
        spec = ModifierSpec(ROLLS[effect.what], op="fails to", value=effect.most, reason=walk.name)
    else:
        spec = ModifierSpec(ROLLS[effect.what], op="succeeds from", value=effect.least, reason=walk.name)
    walk.change(
        effect, Change("attack", spec.what, fits=fitting(walk), sheet=sheet_of(walk, effect.of), spec=spec)
    )


@on_walk.register
def _(effect: fx.Ignore, walk: Walk) -> None:
    """The attacker drops modifiers that are bad for it (K-MOD-09)."""
    role = walk.speaker.whom(effect.who) if effect.who is not None else None
    if not walk.attack and role not in (None, "attacker"):
        return
    known = {"hit roll": "hit", "wound roll": "wound", "ballistic skill": "skill", "weapon skill": "skill"}
    wanted = {known[what] for what in effect.what if what in known}
    beyond = set(effect.what) - set(known) - {"move", "advance roll", "charge roll", "characteristics", "tests"}
    if "rolls" in beyond or not wanted or beyond:
        raise NotModelled("ignoring modifiers to " + ", ".join(sorted(beyond or effect.what)))
    changes = [
        Change(
            "attack", "ignore", fits=fitting(walk), sheet=sheet_of(walk, effect.who), spec=_ignoring(each, walk)
        )
        for each in sorted(wanted)
    ]
    walk.change(effect, *changes)


def _ignoring(what: str, walk: Walk) -> ModifierSpec:
    return ModifierSpec("ignore", of=what, reason=walk.name)
