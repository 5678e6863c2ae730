"""How large a number in a document or an engagement may be before it is refused as absurd."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Count = Annotated[int, Meta(ge=0, le=10_000)]
"""A number of models or weapons."""

Few = Annotated[int, Meta(ge=0, le=1_000)]
"""A characteristic such as Strength or Toughness."""

Wounds = Annotated[int, Meta(ge=1, le=1_000)]
"""A Wounds characteristic."""

Inches = Annotated[float, Meta(ge=0, le=1_000)]
"""A distance or a range."""
