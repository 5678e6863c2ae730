"""Typed effects into what they change of an engagement: the walk, with the leaves of every topic."""

from __future__ import annotations

from warbook.systems.wh40k10.effects import granting, harming, modifying, rerolling
from warbook.systems.wh40k10.effects.walking import Change, Walk, act

__all__ = ["Change", "Walk", "act", "granting", "harming", "modifying", "rerolling"]
