"""Tokens, pools and named rules of an army."""

from __future__ import annotations

from warbook.effects import Use


def use_this() -> Use:
    return Use()
