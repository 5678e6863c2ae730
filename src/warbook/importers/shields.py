"""Invulnerable saves that stand in no statline, as typed effects: those of wargear, and those that help against
some attacks alone."""

from __future__ import annotations

from typing import Any, Literal

from warbook.effects import Save, to_json
from warbook.effects.terms import Selector
from warbook.sheet import Ability


def bearer_save(needs: str) -> tuple[dict[str, Any], ...]:
    """The effects of a save of ``needs`` ("4+")."""
    return tuple(to_json((Save("invulnerable", int(needs.rstrip("+")), Selector("model", ref="bearer")),)))


def save_against(needs: int, attacks: Literal["ranged", "melee"]) -> Ability:
    """An invulnerable save that all models of a unit have against ranged or melee attacks alone."""
    whose = Selector("model", of=Selector(ref="this"))
    return Ability(
        f"Invulnerable save {needs}+ against {attacks} attacks",
        "datasheet",
        effects=tuple(to_json((Save("invulnerable", needs, whose, (attacks,)),))),
    )
