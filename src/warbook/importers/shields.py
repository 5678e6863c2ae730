"""Wargear that does nothing but give its bearer an invulnerable save, as a typed effect."""

from __future__ import annotations

from typing import Any

from warbook.effects import Save, to_json
from warbook.effects.terms import Selector


def bearer_save(needs: str) -> tuple[dict[str, Any], ...]:
    """The effects of a save of ``needs`` ("4+")."""
    return tuple(to_json((Save("invulnerable", int(needs.rstrip("+")), Selector("model", ref="bearer")),)))
