"""Typed effects into what they change of an engagement: the walk, with the leaves of every topic."""

from __future__ import annotations

from warbook.systems.wh40k10.effects import granting, happening, harming, modifying, rerolling
from warbook.systems.wh40k10.effects.walk import Change, Walk
from warbook.systems.wh40k10.effects.walking import act

__all__ = ["Change", "Walk", "act", "granting", "happening", "harming", "modifying", "rerolling"]
