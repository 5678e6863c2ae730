"""How few and how many of some entries there may be, by their own bounds and those of their groups."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from warbook.importers.battlescribe.selections import Selection


class Span(NamedTuple):
    """The fewest and the most of the entries that are asked for, and of the others beside them."""

    fewest: float = 0
    most: float = 0
    others_fewest: float = 0
    others_most: float = 0


def reach(holder: Selection, wanted: Container[Selection]) -> tuple[float, float]:
    """The fewest and the most of the ``wanted`` entries in one of what they stand in.

    A group's bounds are those of all that is in it: what others must take of it is not left, and what they
    cannot fill must be of the wanted.
    """
    span = _summed(holder, wanted)
    return span.fewest, span.most


def _summed(holder: Selection, wanted: Container[Selection]) -> Span:
    spans = [_span(child, wanted) for child in holder.children]
    return Span(*(sum(values) for values in zip(*spans, strict=True))) if spans else Span()


def _span(one: Selection, wanted: Container[Selection]) -> Span:
    if one in wanted:
        return Span(one.least, one.most)
    if one.is_group:
        return _bounded(one, _summed(one, wanted))
    within = _summed(one, wanted) if one.type == "upgrade" else Span()
    if within.most:
        return Span(within.fewest * one.least, within.most * max(one.most, one.number))
    return Span(0, 0, one.least, one.most)


def _bounded(group: Selection, span: Span) -> Span:
    """A sum within a group's own bounds."""
    fewest = max(span.fewest, group.least - span.others_most)
    most = min(span.most, group.most - span.others_fewest)
    others_fewest = max(span.others_fewest, group.least - span.most)
    others_most = min(span.others_most, group.most - span.fewest)
    return Span(fewest, max(fewest, most), others_fewest, max(others_fewest, others_most))
